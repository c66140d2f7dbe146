"""How a battle stands, in plain values."""

from collections.abc import Iterator, Mapping

from warbench.games.w40k10.abilities import claims
from warbench.games.w40k10.battle.army_files import not_checked
from warbench.games.w40k10.battle.game import Setup
from warbench.games.w40k10.battle.roster import Entry
from warbench.games.w40k10.battle.scoring import controlled, winner
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.library import shared_ability
from warbench.lab.telling.log import middle
from warbench.lab.telling.told import Caveats, ObjectiveTold, SideTold, Summary, UnitTold, side
from warbench.sheets.datasheet import Ability, Datasheet


def summary(setup: Setup, state: State) -> Summary:
    """How a battle stands."""
    core = state.core
    owners = controlled(state)
    return Summary(
        mission=state.mission.id,
        mission_name=state.mission.name,
        note=state.mission.battle_size,
        rounds=state.options.rounds,
        over=core.over,
        round=core.round,
        turn=core.turn,
        phase=core.phase,
        step=core.step,
        first=core.first,
        sides=(_side(setup, state, 0), _side(setup, state, 1)),
        winner=winner(state) if core.over else None,
        objectives=tuple(
            ObjectiveTold(name=each.name, x=each.x, y=each.y, holder=owners[each.name]) for each in state.mission.objectives
        ),
        units=tuple(_unit(state, unit) for unit in state.units.values()),
    )


def caveats(setup: Setup, state: State) -> Caveats:
    """What about the armies is neither checked nor modelled."""
    brought = [_brought(setup, state, player) for player in (0, 1)]
    one, other = (
        (*not_checked(spec, state.roster.of(player)), *_of_lent(state.roster.of(player), brought[player]))
        for player, spec in enumerate(setup.armies)
    )
    shown = (f"{side(player)}: not modelled: {text}" for player in (0, 1) if (text := _left_out(brought[player])))
    return Caveats(not_checked=(one, other), shown=tuple(shown))


def _brought(setup: Setup, state: State, player: int) -> dict[str, Datasheet]:
    """The datasheets of an army that are not bundled, by id: lent ones and the list's own."""
    own = {sheet.id for sheet in (*setup.sheets, *setup.armies[player].sheets)}
    return {sheet.id: sheet for entry in state.roster.of(player) for sheet in entry.sheets if sheet.id in own}


def _missing(sheet: Datasheet) -> list[str]:
    return [ability.name for ability in sheet.abilities if not _acts(ability)]


def _left_out(sheets: Mapping[str, Datasheet]) -> str:
    """The abilities that no battle follows, each with who has it."""
    found: dict[str, tuple[str, list[str]]] = {}
    for sheet in sheets.values():
        for name in _missing(sheet):
            found.setdefault(name.casefold(), (name, []))[1].append(sheet.name)
    return ", ".join(f"{name} ({', '.join(dict.fromkeys(names))})" for name, names in found.values())


def _of_lent(entries: list[Entry], lent: Mapping[str, Datasheet]) -> Iterator[str]:
    """What of datasheets that are not bundled is left out or stood in for."""
    for sheet in lent.values():
        missing = _missing(sheet)
        if missing:
            yield f"{sheet.name}: not modelled: {', '.join(missing)}"
    bases = (
        f"{kind.name}: {kind.base.note}"
        for entry in entries
        for kind in entry.kinds
        if kind.base.note and entry.sheets[kind.part].id in lent
    )
    yield from dict.fromkeys(bases)


def _acts(ability: Ability) -> bool:
    """Whether an ability has effects, or is one that the rules know by its id."""
    return ability.acts or claims(ability) or shared_ability(ability.id) is not None


def _side(setup: Setup, state: State, player: int) -> SideTold:
    spec, own = setup.armies[player], state.core.sides[player]
    return SideTold(
        army=spec.name,
        faction=spec.faction,
        points=sum(entry.points for entry in state.roster.of(player)),
        victory_points=own.vp,
        budget=own.cp,
    )


def _unit(state: State, unit: Unit) -> UnitTold:
    began = _began_with(state, unit)
    tokens = f"{unit.tokens} Judgement token{'s' * (unit.tokens != 1)}" if unit.tokens else ""
    parted = f"parted: Starting Strength {unit.starting}" if unit.starting != began else ""
    player = state.player(unit.id)
    return UnitTold(
        id=unit.id,
        name=state.entry(unit.id).name,
        player=player,
        brought=player,
        points=state.entry(unit.id).points,
        where=unit.where,
        inside=unit.inside,
        models=len(unit.models),
        starting=began,
        wounds=sum(model.wounds for model in unit.models),
        weighs=tuple(filter(None, (parted, tokens, "Battle-shocked" if unit.shocked else ""))),
        at=middle(model.place for model in unit.models if model.place is not None) if unit.where == "table" else None,
        more={"starting_strength": unit.starting, "tokens": unit.tokens},
    )


def _began_with(state: State, unit: Unit) -> int:
    """How many models a unit began with: those that fell before it was no Attached unit any longer are its own still."""
    apart = [key for key in state.roster.apart.get(unit.id, ()) if key in state.units]
    return len(state.entry(unit.id).models) - sum(len(state.entry(key).models) for key in apart)
