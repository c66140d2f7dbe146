"""The Fight phase: who fights when, whom, with what; what follows from it."""

from fractions import Fraction

import pytest

from tests.games.w40k10.battle.kit import Probe, at, drive, put, refusal, row, state_of
from warbench.attack.exact import solve
from warbench.attack.volley import Volley
from warbench.battle.requests import Ask
from warbench.games.w40k10.battle.closing import HOLD
from warbench.games.w40k10.battle.events import Began, Chose, Destroyed, Ends, Lasts, Marked, Moved, Said, Threw, apply
from warbench.games.w40k10.battle.fighting import FIRST, REST, fight, next_step
from warbench.games.w40k10.battle.melee import declare, melee_weapons, reach
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.reactions.blows import EpicChallenge, WarriorPride
from warbench.games.w40k10.battle.reactions.fights import CounterOffensive
from warbench.games.w40k10.battle.reactions.play import Play
from warbench.games.w40k10.battle.reactions.shields import VoidArmour
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.state import Lasting, State
from warbench.games.w40k10.battle.volleys import Aimed, settle
from warbench.games.w40k10.sequence import schedule
from warbench.rules.effects import Grant
from warbench.table.lattice import INCH, Place

X, Y = 2540, 2540
RADII = 140 + 160
"""The radii of a Hearthkyn Warrior (28 mm) and an Intercessor (32 mm)."""


def pairs(count: int, *, step: str = REST) -> State:
    """So many Hearthkyn Warriors, each in base contact with an Intercessor of its own: A1 with B1, A2 with B2."""
    state = state_of(["Hearthkyn Warriors"] * count, ["Intercessor Squad"] * count)
    state.core.phase, state.core.step, state.core.round = "fight", step, 1
    for index in range(count):
        put(state, f"A{index + 1}", [Place(X + 2000 * index, Y)])
        put(state, f"B{index + 1}", [Place(X + 2000 * index, Y + RADII)])
    return state


def fortress(tokens: int = 0) -> State:
    """A Hekaton Land Fortress in base contact with the middle one of five Intercessors."""
    state = state_of(["Hekaton Land Fortress"])
    state.core.phase, state.core.step = "fight", REST
    state.roster.armies[0].__class__  # noqa: B018
    put(state, "A1", [Place(X + 3000, Y)])
    put(state, "B1", [Place(X + 3000 + 320 * (index - 2), Y + 550 + 160) for index in range(5)])
    apply(state, Marked(unit="B1", mark="tokens", value=tokens))
    return state


def order(state: State, *answers: str) -> list[str]:
    """The units that fight until the phase is over, all dice showing 1; ``answers`` are the picks."""
    fought: list[str] = []
    picks = list(answers)
    while state.core.phase == "fight":
        done = drive(state, next_step(state), _given(state, picks), [1] * _dice(state))
        fought += [event.unit for event in done.all(Chose) if event.unit]
    assert not picks
    return fought


def _given(state: State, picks: list[str]) -> list[str]:
    return []


def _dice(state: State) -> int:
    return 0
