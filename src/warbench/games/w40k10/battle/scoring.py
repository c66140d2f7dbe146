"""Objectives: who controls them, what stays controlled, and Victory points by the mission's numbers."""

from collections.abc import Iterator

from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.earning import score
from warbench.games.w40k10.battle.events import Held
from warbench.games.w40k10.battle.missions import Objective
from warbench.games.w40k10.battle.privileges import number, permitted_by
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.unit_rules import KEEP_OBJECTIVE
from warbench.table.lattice import INCH
from warbench.table.measure import Marker, Standing, engaged

REACH = (3 * INCH, 5 * INCH)
"""In range of an objective: across, and up or down (C17)."""


def in_range(state: State, unit: Unit, marker: Marker) -> list[str]:
    """The models of a unit on the table that are in range of an objective (C17)."""
    return [shape.name for shape in state.shapes(unit) if _near(shape, marker)]


def _near(shape: Standing, marker: Marker) -> bool:
    (x, y), place = marker.core[0], shape.place
    reach = REACH[0] + (marker.diameter + shape.base.outer) // 2 + 1
    if abs(place.x - x) > reach or abs(place.y - y) > reach:
        return False
    return engaged(shape, marker, *REACH)


def objective_control(state: State, unit: Unit, models: list[str], *, printed: bool = False) -> int:
    """The Objective Control of some models of a unit together: 0 while it is Battle-shocked (W-343).

    ``printed``: without what abilities change.
    """
    if unit.shocked:
        return 0
    bases = [state.kind(model).objective_control for model in models]
    if printed:
        return sum(bases)
    now = {base: number(state, unit, "objective_control", base) for base in dict.fromkeys(bases)}
    return sum(now[base] for base in bases)


def levels(state: State, objective: Objective, *, printed: bool = False) -> tuple[int, int]:
    """The sums of Objective Control of both players at an objective (C17), by what is ``printed`` alone if so asked."""
    sums = [0, 0]
    marker = objective.marker
    for unit in state.on_table():
        models = in_range(state, unit, marker)
        if models:
            sums[state.player(unit.id)] += objective_control(state, unit, models, printed=printed)
    return sums[0], sums[1]


def controller(state: State, objective: Objective, *, printed: bool = False) -> int | None:
    """Who controls an objective: the higher sum; with equal sums it is contested, unless it stays somebody's (C17)."""
    one, other = levels(state, objective, printed=printed)
    if one != other:
        return 0 if one > other else 1
    return state.core.held.get(objective.name)


def controlled(state: State) -> dict[str, int | None]:
    """Who controls each objective of the mission."""
    return {objective.name: controller(state, objective) for objective in state.mission.objectives}


def let_go(state: State) -> Procedure[None]:
    """Between two turns: what stayed a player's is no longer so when his opponent controls it."""
    held = dict(state.core.held)
    for objective in state.mission.objectives:
        if objective.name in held and controller(state, objective) != held[objective.name]:
            yield Held(objective=objective.name)


def keep(state: State, player: int) -> Procedure[None]:
    """At the end of the own Command phase: objectives held by a unit with such an ability stay the player's."""
    for objective in state.mission.objectives:
        if state.core.held.get(objective.name) == player or controller(state, objective) != player:
            continue
        there = ((unit, by) for unit, by in _keepers(state, player) if in_range(state, unit, objective.marker))
        unit, by = next(there, (None, ""))
        if unit is not None:
            yield Held(objective=objective.name, player=player, unit=unit.id, rule=by)


def _keepers(state: State, player: int) -> Iterator[tuple[Unit, str]]:
    """The units with such an ability, and what it is called."""
    for unit in state.on_table(player):
        by = permitted_by(state, unit, KEEP_OBJECTIVE)
        if by:
            yield unit, by


def points_for(state: State, player: int) -> int:
    """The Victory points that a player's objectives are worth now, by the mission's numbers."""
    rules = state.mission.scoring
    owners = list(controlled(state).values())
    own, theirs = owners.count(player), owners.count(1 - player)
    return min(rules.most, own * rules.each) + (rules.more if own > theirs else 0)


def score_command(state: State, player: int) -> Procedure[None]:
    """Score at the end of a Command phase; the second player scores at the end of the last round instead."""
    last = state.core.round >= state.options.rounds and player != state.core.first
    if state.core.round >= state.mission.scoring.first and not last:
        yield from score(player, points_for(state, player), "objectives")


def score_end(state: State) -> Procedure[None]:
    """The second player's score at the end of the battle."""
    second = 1 - state.core.first
    yield from score(second, points_for(state, second), "objectives at the end")


def winner(state: State) -> int | None:
    """Who has more Victory points; None for a draw."""
    one, other = (side.vp for side in state.core.sides)
    return None if one == other else int(other > one)
