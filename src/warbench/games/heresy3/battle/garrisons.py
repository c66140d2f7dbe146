"""Garrisons after a fight: whether those inside a Fortification that was damaged in it are driven out (H-057..H-060, H-256)."""

from collections.abc import Sequence

from warbench.battle.asking import ask, name_of, roll, rolled
from warbench.battle.requests import Option, Procedure, Search
from warbench.games.heresy3.battle.casualties import panic
from warbench.games.heresy3.battle.events import Marked
from warbench.games.heresy3.battle.passengers import can_leave, disembark, inside
from warbench.games.heresy3.battle.state import State, Unit

_DRIVEN_OUT = 2


def garrisons(state: State, combat: Sequence[str]) -> Procedure[None]:
    """After all Aftermath of the attackers: roll for each Fortification of a combat that lost Hull Points in the fight."""
    for key in combat:
        fort = state.units[key]
        if not fort.breached:
            continue
        how = fort.breached
        yield Marked(unit=key, mark="breached", value="", rule="H-057")
        if fort.where == "table" and inside(state, fort):
            yield from _roll(state, fort, bombs=how == "bombs")


def _roll(state: State, fort: Unit, *, bombs: bool) -> Procedure[None]:
    """One die, 1 less for bombs of whatever number; under 2 those inside come out (H-058, H-059)."""
    player = max(fort.player, 0)
    (face,) = yield from roll(state, player, "garrison", 1, fort.id)
    final = face - bombs
    driven = final < _DRIVEN_OUT
    result = f"{final}: {'those inside come out' if driven else 'they stay inside'}"
    yield rolled(player, "garrison", (face,), result, fort.id, "H-058" if bombs else "H-057")
    if not driven:
        return
    for unit in inside(state, fort):
        if not (yield from _stays(state, unit, fort)):
            yield from disembark(state, unit, fort)
            if unit.where == "table" and unit.models:
                yield from panic(state, unit, "driven out of a Fortification", rule="H-059")


def _stays(state: State, unit: Unit, fort: Unit) -> Procedure[bool]:
    """Whether a unit stays inside: its owner may choose so only when there is no way out (H-060, H-256)."""
    if (yield Search(lambda: can_leave(state, unit, fort))):
        return False
    options = [Option("stay", "it stays inside"), Option("leave", "it comes out; who finds no room is lost")]
    key = yield from ask(unit.player, "garrison", f"{name_of(state, unit.id)} finds no way out: what then?", options, unit.id)
    return key == "stay"
