"""Attached units that are none any longer: the bodyguard is destroyed, or all its leaders are.

What is left becomes a separate unit with its own Starting Strength; leaders who stood beside each other become a unit each. That
happens between two activations: attacks at the unit are resolved by then, and who is in the middle of a move ends it together.
"""

from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.events import Apart, Parted
from warbench.games.w40k10.battle.state import State, Unit

RULE = "attached-parts"
"""The ruling by which they part (E20)."""


def broken(state: State) -> list[Unit]:
    """The units that were Attached units and are none any longer, as long as they count as one."""
    return [unit for unit in map(state.units.__getitem__, state.roster.apart) if _is_broken(state, unit)]


def _is_broken(state: State, unit: Unit) -> bool:
    return bool(unit.models) and unit.starting == len(state.entry(unit.id).models) and not state.attached(unit)


def part(state: State, units: list[Unit]) -> Procedure[None]:
    """Let units part."""
    for unit in units:
        first, *others = sorted(state.parts(unit))
        apart = tuple(Apart(_own_id(state, unit, each), each, _strength(state, unit, each)) for each in others)
        yield Parted(unit=unit.id, starting=_strength(state, unit, first), apart=apart, rule=RULE)


def _own_id(state: State, unit: Unit, which: int) -> str:
    """The id of a leader's own unit: the first leader never leaves, for he comes before all others."""
    return state.roster.apart[unit.id][which - 2]


def _strength(state: State, unit: Unit, which: int) -> int:
    """The Starting Strength of a part by itself."""
    entry = state.entry(unit.id)
    return sum(entry.kinds[kind].side == which for _, kind in entry.models)
