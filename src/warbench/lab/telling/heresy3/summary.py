"""How a battle stands, in plain values."""

from warbench.games.heresy3.battle.game import Setup
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.battle.victory import holder, value_of
from warbench.lab.telling.log import middle
from warbench.lab.telling.told import ObjectiveTold, SideTold, Summary, UnitTold, side
from warbench.table.lattice import INCH


def summary(setup: Setup, state: State) -> Summary:
    """How a battle stands."""
    core, on = state.core, state.mission
    objectives = tuple(
        ObjectiveTold(
            name=each.id, x=each.at[0] / INCH, y=each.at[1] / INCH, holder=holder(state, each), value=value_of(state, each)
        )
        for each in on.objectives
    )
    return Summary(
        mission=on.id,
        mission_name=on.name,
        note=f"{state.options.points} points",
        rounds=on.turns,
        over=core.over,
        round=core.round,
        turn=core.turn,
        phase=core.phase,
        step=core.step,
        first=core.first,
        sides=(_side(setup, state, 0), _side(setup, state, 1)),
        winner=_winner(state) if core.over else None,
        objectives=objectives,
        units=tuple(_unit(state, unit) for unit in state.units.values()),
        more={"objective_values": {each.name: each.value for each in objectives}},
    )


def _winner(state: State) -> int | None:
    one, other = (each.vp for each in state.core.sides)
    return None if one == other else int(other > one)


def _side(setup: Setup, state: State, player: int) -> SideTold:
    spec, own = setup.armies[player], state.core.sides[player]
    return SideTold(
        army=spec.name,
        faction=spec.faction,
        points=sum(entry.points for entry in state.roster.of(player)),
        victory_points=own.vp,
        budget=own.reactions,
        more={"allegiance": spec.allegiance, "secondaries": list(own.secondaries), "casualties": list(own.casualties)},
    )


def _unit(state: State, unit: Unit) -> UnitTold:
    """A unit with the models of its own roster, wherever they have joined."""
    entry = state.entry(unit.id)
    models = [state.model(model) for model in state.members(unit.id)]
    points = [model for model in models if state.kind(model.id).armoured]
    statuses = tuple(dict.fromkeys(status for model in models for status in model.statuses))
    inside = state.home(models[0].id) if unit.where == "joined" and models else unit.inside
    armoured = [kind.armoured for kind in entry.kinds]
    hull_points = sum(model.wounds for model in points) if any(armoured) else None
    return UnitTold(
        id=unit.id,
        name=entry.name,
        points=entry.points,
        player=unit.player,
        brought=entry.player,
        where=unit.where,
        inside=inside,
        models=len(models),
        starting=unit.starting,
        wounds=None if all(armoured) else sum(model.wounds for model in models if model not in points),
        hull_points=hull_points,
        weighs=(*(status.capitalize() for status in statuses), *_weighs(state, unit, models)),
        at=middle(model.place for model in models if model.place is not None) if unit.where == "table" else None,
        more={
            "controller": side(unit.player) if unit.player >= 0 else None,
            "inside": inside,
            "hull_points": hull_points,
            "statuses": list(statuses),
        },
    )


def _weighs(state: State, unit: Unit, models: list[Model]) -> list[str]:
    brought = state.entry(unit.id).player
    return [
        *(["locked in combat"] if unit.locked else []),
        *(["in a challenge"] if any(model.aside is not None for model in models) else []),
        *([f"captured from {side(brought)}"] if unit.player != brought else []),
    ]
