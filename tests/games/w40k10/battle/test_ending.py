"""The end of turns, rounds and the battle."""

import pytest

from tests.driving import refused
from tests.games.w40k10.battle.kit import at, drive, put, row, state_of
from warbench.battle.requests import Ask
from warbench.games.w40k10.battle import ending
from warbench.games.w40k10.battle.events import Began, Destroyed, Ends, Over, Threw
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.state import State


def at_end(turn: int = 0, rounds: int = 2) -> State:
    state = state_of(["Einhyr Hearthguard"])
    put(state, "A1", row(5, 10, 10))
    put(state, "B1", row(5, 10, 50))
    state.core.phase, state.core.step, state.core.turn, state.core.round = "end", "", turn, rounds
    return state


@pytest.mark.rule("C1")
def test_after_the_first_turn_comes_the_other_players_and_then_the_next_round() -> None:
    state = at_end()
    done = drive(state, ending.next_step(state))
    assert [event.moment for event in done.all(Ends)] == ["turn"]
    assert done.all(Began) == [Began(round=2, turn=1, phase="command")]
    state = at_end(turn=1)
    done = drive(state, ending.next_step(state))
    assert [event.moment for event in done.all(Ends)] == ["turn", "round"]
    assert done.all(Began) == [Began(round=3, turn=0, phase="command")]


@pytest.mark.rule("C1", "C16")
def test_after_the_fifth_round_the_battle_is_over_and_who_never_arrived_is_destroyed() -> None:
    state = state_of(
        [UnitSpec(datasheet="Hekaton Land Fortress", reserve="strategic"), "Hearthkyn Warriors", "Einhyr Hearthguard"]
    )
    put(state, "A3", row(5, 10, 10))
    put(state, "B1", row(5, 10, 50))
    state.units["A1"].where = "reserve"
    state.units["A2"].where, state.units["A2"].inside = "inside", "A1"
    state.core.phase, state.core.turn, state.core.round = "end", 1, 5
    done = drive(state, ending.next_step(state))
    assert state.core.over
    assert done.all(Over)
    assert state.units["A1"].where == "gone"
    assert state.units["A2"].where == "gone"  # it was inside
    assert state.units["A3"].where == "table"
    assert {event.rule for event in done.all(Destroyed)} == {"C16"}


@pytest.mark.rule("C5")
def test_models_out_of_coherency_are_removed_one_by_one_and_trigger_nothing() -> None:
    state = at_end()
    put(state, "A1", [*row(3, 10, 10), at(20, 10), at(30, 10)])
    with refused("not-in-unit", "C5"):
        drive(state, ending.next_step(state), ["B1.1"])

    def first(ask: Ask) -> str:
        assert {option.key for option in ask.options} == {"A1.4", "A1.5"}
        return "A1.5"

    done = drive(state, ending.next_step(state), [first, "A1.4"])
    assert [event.model for event in done.all(Destroyed)] == ["A1.5", "A1.4"]
    assert not done.all(Threw)
    drive(state, ending.next_step(state))
    assert state.core.phase == "command"


@pytest.mark.rule("C5")
def test_from_seven_models_on_each_needs_two_others() -> None:
    state = state_of(["Hearthkyn Warriors"])
    unit = put(state, "A1", row(10, 5, 10, 2.5))
    assert not ending.holds_together(state, unit)
    put(state, "A1", row(6, 5, 10, 2.5))
    assert ending.holds_together(state, unit)
    state = state_of(["Hearthkyn Warriors"])
    unit = put(state, "A1", [*row(5, 5, 10), *row(5, 5, 11.5)])
    assert ending.holds_together(state, unit)


@pytest.mark.rule("W-310", "W-314")
def test_what_a_unit_did_is_forgotten_when_the_turn_ends() -> None:
    state = at_end()
    unit = state.units["A1"]
    unit.moved, unit.cannot_charge, unit.got_out_of = "advance", True, "A9"
    drive(state, ending.next_step(state))
    assert (unit.moved, unit.cannot_charge, unit.got_out_of) == ("", False, "")
