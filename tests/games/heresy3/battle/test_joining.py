"""Joining and leaving units, on the battlefield and in Reserves."""

import pytest

from tests.driving import refusal
from tests.games.heresy3.battle.kit import (
    BUN,
    CEN,
    LEG,
    MAN,
    SGT,
    TANK,
    at,
    board,
    drive,
    key,
    phase,
    put,
    row,
    state_of,
    unit,
    with_,
)
from warbench.battle.requests import Ask, Refusal
from warbench.games.heresy3.battle import joining, moving, reserves
from warbench.games.heresy3.battle.charging import is_disordered
from warbench.games.heresy3.battle.events import Removed, Status, apply
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.upright import problems
from warbench.table.lattice import INCH, Place


def why(found: Refusal | None) -> tuple[str, str] | None:
    """Code and rule of a refusal."""
    return None if found is None else (found.code, found.rule)


def told(state: State, answer: str) -> tuple[str, str] | None:
    """What the question which unit moves next says to an answer."""
    ask = next(iter(moving.next_step(state)))
    assert isinstance(ask, Ask)
    return why(refusal(ask, answer))


def party() -> State:
    """A centurion beside ten legionaries with a sergeant; a lone legionary far away."""
    state = state_of([unit((MAN, 9), SGT), CEN, BUN, unit(MAN)])
    put(state, "A1", row(10, 10, 20))
    put(state, "A2", at(10, 21.5))
    put(state, "A3", at(36, 6))
    put(state, "A4", at(60, 40))
    return state


@pytest.mark.rule("H-030")
def test_nobody_joins_a_fortification() -> None:
    state = party()
    put(state, "A2", at(36, 10))
    assert told(state, "join:A2.1:A3") == ("fortification", "H-030")
    put(state, "A2", at(10, 21.5))
    drive(state, moving.next_step(state), ["join:A2.1:A1"])
    assert len(state.units["A1"].models) == 11


@pytest.mark.rule("H-235")
def test_a_command_model_joins_a_unit_and_leaves_it() -> None:
    state = party()
    drive(state, moving.next_step(state), ["join:A2.1:A1"])
    assert (len(state.units["A1"].models), state.units["A2"].where) == (11, "joined")
    drive(state, moving.next_step(state), ["leave:A2.1"])
    assert (len(state.units["A1"].models), len(state.units["A2"].models)) == (10, 1)
    assert state.units["A2"].where == "table"
    assert told(state, "join:A2.1:A1") == ("done-already", "H-235")
    drive(state, moving.next_step(state), ["A2", "move", key(at(10, 28.5))])
    assert state.units["A2"].models[0].place == at(10, 28.5)
    assert told(state, "leave:A1.1") == ("not-command", "H-235")
    assert told(state, "join:A1.1:A2") == ("not-command", "H-235")


def test_who_joins_stands_in_coherency_and_moves_with_the_unit() -> None:
    state = party()
    put(state, "A2", at(10, 24))
    assert told(state, "join:A2.1:A1") == ("too-far", "H-235")
    drive(state, moving.next_step(state), ["A1", "stationary"])
    put(state, "A2", at(10, 21.5))
    assert told(state, "join:A2.1:A1") == ("one-has-moved", "H-235")
    put(state, "A2", at(10, 24))
    drive(state, moving.next_step(state), ["A2", "move", key(at(10, 21.5))])
    drive(state, moving.next_step(state), ["join:A2.1:A1"])
    assert state.units["A1"].moved == "moved"
    assert why(joining.may_leave(state, state.model("A2.1"))) == ("has-moved", "H-235")


@pytest.mark.rule("H-273")
def test_a_sergeant_may_not_leave_its_unit() -> None:
    state = party()
    assert told(state, "leave:A1.10") == ("not-command", "H-273")


def test_one_routed_model_that_joined_holds_its_unit() -> None:
    state = party()
    drive(state, moving.next_step(state), ["join:A2.1:A1"])
    apply(state, Status(models=("A2.1",), status="routed"))
    assert told(state, "A1") == ("routed", "H-227")


@pytest.mark.rule("H-092")
def test_in_reserves_models_join_and_leave_freely() -> None:
    state = state_of([unit(LEG.kinds[0], name="x"), LEG, CEN, TANK])
    for name in ("A2", "A3"):
        state.units[name].where = "reserve"
    phase(state, "movement", "reserves")
    drive(state, reserves.next_step(state), ["join:A3.1:A2"])
    assert len(state.units["A2"].models) == 11
    drive(state, reserves.next_step(state), ["leave:A3.1"])
    assert (len(state.units["A2"].models), len(state.units["A3"].models)) == (10, 1)
    assert state.units["A3"].where == "reserve"
    assert list(joining.leaves(state, 0)) == []


def test_the_last_of_a_unit_that_leaves_it_ends_the_unit_he_had_joined() -> None:
    state = state_of([LEG, CEN])
    put(state, "A1", row(10, 30, 10))
    put(state, "A2", at(30, 11.5))
    phase(state, "movement", "move")
    drive(state, joining.join(state, state.model("A2.1"), state.units["A1"]))
    assert state.units["A2"].where == "joined"
    for model in list(state.units["A1"].models):
        if model.id != "A2.1":
            apply(state, Removed(model=model.id))
    phase(state, "movement", "move")
    drive(state, joining.leave(state, state.model("A2.1")))
    assert (state.units["A1"].where, state.units["A2"].where) == ("gone", "table")
    assert problems(state) == []


def test_who_came_from_reserves_in_this_turn_joins_nobody_who_did_not() -> None:
    state = state_of([LEG, unit(with_(CEN, rules=("Deep Strike",)))])
    put(state, "A1", row(10, 20, 20))
    state.units["A2"].where = "reserve"
    phase(state, "movement", "reserves")
    drive(state, reserves.next_step(state), ["deep strike", key(at(20, 22))], [3])
    phase(state, "movement", "move")
    # It would move again with them, and charge although it may not.
    assert told(state, "join:A2.1:A1") == ("one-has-moved", "H-235")
    state.units["A1"].arrived = "deep strike"
    assert told(state, "join:A2.1:A1") is None


@pytest.mark.parametrize(("rule", "disordered"), [((), True), (("Assault Vehicle",), False)])
def test_who_disembarked_takes_that_along_into_the_unit_that_it_joins(rule: tuple[str, ...], disordered: bool) -> None:
    state = state_of([LEG, CEN, with_(TANK, rules=rule), unit(MAN)], [LEG])
    put(state, "A1", row(10, 20, 20))
    put(state, "A4", at(60, 5))
    put(state, "A3", at(27, 24))
    put(state, "B1", row(10, 20, 40))
    board(state, "A2", "A3")
    beside = Place(27 * INCH, 24 * INCH - 381 - 160)  # between the hull and the unit
    drive(state, moving.next_step(state), ["A3", "A2", key(beside), "stationary"])
    for name in ("A1", "A2"):
        drive(state, moving.next_step(state), [name, "stationary"])
    drive(state, moving.next_step(state), ["join:A2.1:A1"])
    assert is_disordered(state, state.units["A1"]) is disordered
    assert told(state, "leave:A2.1") == ("disembarked", "H-235")


def test_specialists_join_and_leave_as_command_models_do() -> None:
    state = state_of([unit((MAN, 9), SGT), unit(with_(MAN, words=("specialist",)))])
    put(state, "A1", row(10, 10, 20))
    put(state, "A2", at(10, 21.5))
    drive(state, moving.next_step(state), ["join:A2.1:A1"])
    assert len(state.units["A1"].models) == 11
    drive(state, moving.next_step(state), ["leave:A2.1"])
    assert state.units["A2"].where == "table"


def test_who_is_routed_or_cannot_move_neither_joins_nor_leaves() -> None:
    state = party()
    for status, refused in (("routed", ("routed", "H-227")), ("pinned", ("pinned", "status-pinned"))):
        state.units["A2"].models[0].statuses = [status]
        assert told(state, "join:A2.1:A1") == refused
    state.units["A2"].models[0].statuses = []
    drive(state, moving.next_step(state), ["join:A2.1:A1"])
    apply(state, Status(models=("A1.1",), status="pinned"))
    assert told(state, "leave:A2.1") == ("pinned", "status-pinned")
