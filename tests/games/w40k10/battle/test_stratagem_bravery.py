"""Insane Bravery, Core and Boarding Actions, through the Battle-shock step."""

import pytest

from tests.games.w40k10.battle.kit import barred, drive, put, row, state_of
from warbench.games.w40k10.battle.battle_shock import STEP, take_test
from warbench.games.w40k10.battle.command import next_step
from warbench.games.w40k10.battle.events import Ends, Threw, apply
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.state import Options, State

CORE = "insane-bravery:A1"
BOARDING = "insane-bravery-boarding-actions:A1"
BOTH = [("before battle-shock", CORE, False), ("battle-shock failed", BOARDING, True)]


def shaken(*, boarding: bool = False) -> State:
    """The Battle-shock step of player 0: two of ten Hearthkyn Warriors are left, so they must test on 7+; 3CP."""
    state = state_of(["Hearthkyn Warriors"], options=Options(boarding_actions=boarding))
    put(state, "A1", row(2, 10, 10))
    put(state, "B1", row(5, 10, 40))
    state.core.phase, state.core.step = "command", STEP
    state.core.sides[0].cp = 3
    return state


@pytest.mark.rule("W-231", "W-232", "X-60")
def test_before_the_test_it_is_passed_without_dice() -> None:
    state = shaken()
    done = drive(state, next_step(state), [CORE], [], reactions=None)
    assert done.rolls == []
    assert not state.units["A1"].shocked
    assert state.core.sides[0].cp == 2


@pytest.mark.rule("W-231", "X-60")
def test_after_the_dice_the_core_one_is_too_late() -> None:
    state = shaken()
    done = drive(state, next_step(state), ["pass"], [1, 2], reactions=None)
    assert [ask.subject for ask in done.asked] == ["before battle-shock"]
    assert state.units["A1"].shocked
    assert barred(state, CORE, "battle-shock failed", 0, UnitMoment("A1")) == ("wrong-moment", "W-231")


@pytest.mark.rule("W-233", "X-60")
def test_once_a_battle() -> None:
    state = shaken()
    drive(state, next_step(state), [CORE], [], reactions=None)
    for moment in ("phase", "turn", "round"):
        apply(state, Ends(moment=moment))
    assert barred(state, CORE, "before battle-shock", 0, UnitMoment("A1")) == ("used", "W-233")


@pytest.mark.rule("W-234", "W-236", "X-60")
def test_in_boarding_actions_a_failed_test_counts_as_passed() -> None:
    state = shaken(boarding=True)
    done = drive(state, next_step(state), [BOARDING], [1, 2], reactions=None)
    assert [ask.subject for ask in done.asked] == ["battle-shock failed"]
    assert "failed" in done.all(Threw)[0].result
    assert not state.units["A1"].shocked
    passed = shaken(boarding=True)
    assert drive(passed, next_step(passed), [], [6, 6], reactions=None).asked == []


@pytest.mark.rule("W-235", "W-345")
def test_in_boarding_actions_it_serves_a_unit_that_is_battle_shocked_already() -> None:
    state = shaken(boarding=True)
    state.units["A1"].shocked = True
    assert barred(state, BOARDING, "battle-shock failed", 0, UnitMoment("A1")) is None
    core = shaken()
    core.units["A1"].shocked = True
    assert barred(core, CORE, "before battle-shock", 0, UnitMoment("A1")) == ("battle-shocked", "W-345")


@pytest.mark.rule("W-237", "X-60")
def test_in_boarding_actions_it_may_be_used_in_every_round() -> None:
    state = shaken(boarding=True)
    for number in (2, 3):
        state.core.round, state.core.step, state.core.done = number, STEP, []
        drive(state, next_step(state), [BOARDING], [1, 2], reactions=None)
        for moment in ("phase", "turn", "round"):
            apply(state, Ends(moment=moment))
    assert state.core.sides[0].cp == 1


@pytest.mark.rule("W-360")
@pytest.mark.parametrize(("moment", "which", "boarding"), BOTH)
def test_only_in_the_battle_shock_step_of_the_own_command_phase(moment: str, which: str, boarding: bool) -> None:
    timing = "W-234" if boarding else "W-231"
    state = shaken(boarding=boarding)
    state.core.phase = "shooting"
    drive(state, take_test(state, state.units["A1"]), [], [1, 2], reactions=None)
    assert state.units["A1"].shocked
    state.units["A1"].shocked = False
    assert barred(state, which, moment, 0, UnitMoment("A1")) == ("wrong-time", timing)
    state.core.phase, state.core.step = "command", "orders"
    assert barred(state, which, moment, 0, UnitMoment("A1")) == ("wrong-time", "W-360")
    state.core.step, state.core.turn = STEP, 1
    assert barred(state, which, moment, 0, UnitMoment("A1")) == ("wrong-time", timing)


@pytest.mark.rule("W-360")
def test_a_unit_that_owes_no_test_is_not_asked_about() -> None:
    state = shaken()
    put(state, "A1", row(2, 10, 10)).starting = 2
    assert drive(state, next_step(state), [], [], reactions=None).asked == []
