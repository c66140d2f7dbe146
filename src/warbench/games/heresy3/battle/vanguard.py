"""Vanguard (X): who destroys an enemy unit that held an objective, or disputed it, scores for it (facts 19; C2).

What the sources add for enemies that fall back from a combat beside an objective is not followed.
"""

from collections.abc import Sequence

from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.events import Noted, Points
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.victory import VANGUARD, of_majority, strength_at, value_of

_RULE = "special-vanguard"


def held_by(state: State, unit: Unit) -> list[str]:
    """The objectives that a unit controls or disputes where it stands: its models that are about to be removed count."""
    if unit.where != "table" or state.mission.scoring == "none":
        return []
    return [
        objective.id
        for objective in state.mission.objectives
        if value_of(state, objective) and strength_at(state, unit, objective, fallen=True)
    ]


def avenged(state: State, unit: Unit, objectives: Sequence[str], by: str) -> Procedure[None]:
    """An enemy unit was destroyed that held some objectives: X points for each, once an objective and player turn.

    Of an Expendable (X) unit X fewer, but 1 at least.
    """
    attacker = state.units.get(by)
    if attacker is None or attacker.player < 0 or attacker.player == state.entry(unit.id).player:
        return
    points = of_majority([state.kind(model.id) for model in attacker.models], VANGUARD)
    less = [int(kind.has("expendable") or 0) for kind in state.entry(unit.id).kinds]
    for objective in objectives if points else ():
        mark = f"{VANGUARD}|{objective}|{state.active}"
        if mark in state.core.sides[attacker.player].used:
            continue
        yield Noted(player=attacker.player, what="used", value=mark, rule=_RULE)
        why = f"Vanguard: a unit at objective {objective} was destroyed"
        yield Points(player=attacker.player, by=max(points - min(less, default=0), 1), why=why, rule=_RULE)
