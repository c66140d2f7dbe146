"""AIRCRAFT among other units: who may attack whom hand to hand, and who holds whom in Engagement Range (the core rules on them).

``AIRCRAFT_RULE`` names these rules in refusals and in the log; the rules list has no ids for them.
"""

from warbench.games.w40k10.battle.hovering import AIRCRAFT
from warbench.games.w40k10.battle.placing import engaging
from warbench.games.w40k10.battle.state import State, Unit

AIRCRAFT_RULE = "aircraft"
"""The rules of AIRCRAFT, as refusals and the log name them."""

_FLY = "fly"


def is_aircraft(state: State, unit: Unit) -> bool:
    """Whether a unit is AIRCRAFT now: one that hovers is none."""
    return AIRCRAFT in state.entry(unit.id).keywords


def may_reach(state: State, unit: Unit, other: Unit) -> bool:
    """Whether a unit may attack another hand to hand, charge it or close in on it, as far as AIRCRAFT go.

    AIRCRAFT and units without FLY pass each other by.
    """
    mine, theirs = state.keywords(unit), state.keywords(other)
    return (AIRCRAFT not in theirs or _FLY in mine) and (AIRCRAFT not in mine or _FLY in theirs)


def is_held(state: State, unit: Unit) -> bool:
    """Whether a unit is in Engagement Range of an enemy that keeps it from moving freely: AIRCRAFT keep nobody."""
    return any(not is_aircraft(state, foe) for foe in engaging(state, unit))
