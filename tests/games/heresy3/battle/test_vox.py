"""The nuncio-vox: a unit shakes off a status in the Start Phase by the word of an officer."""

import msgspec
import pytest

from tests.driving import Driven, refusal
from tests.games.heresy3.battle.kit import CEN, MAN, at, drive, key, phase, put, row, state_of, unit
from warbench.games.heresy3.battle import moving, starting
from warbench.games.heresy3.battle.state import State

BEARER = msgspec.structs.replace(MAN, items=(("nuncio-vox", 1),))


@pytest.fixture
def state() -> State:
    """Ten men A1 with a nuncio-vox, a centurion A2 far from them; A's Start Phase."""
    found = state_of([unit(BEARER, (MAN, 9)), CEN])
    put(found, "A1", row(10, 10, 10))
    put(found, "A2", at(60, 5))
    put(found, "B1", row(10, 10, 40))
    phase(found, "start", "effects")
    return found


def mark(state: State, *statuses: str) -> None:
    for model in state.units["A1"].models:
        model.statuses = list(statuses)


def begin(state: State, *answers: str, faces: tuple[int, ...] = ()) -> Driven:
    """The Start Phase with the game's own reactions."""
    return drive(state, starting.next_step(state), answers, faces, reactions=None)


@pytest.mark.rule("H-271")
def test_a_status_is_removed_in_the_start_phase_and_the_unit_may_move(state: State) -> None:
    mark(state, "routed")
    # Against Routed the Leadership of the officer counts: 9.
    begin(state, "nuncio-vox:A1=routed@A2.1", faces=(4, 5))
    assert state.statuses(state.units["A1"]) == ()
    phase(state, "movement", "move")
    drive(state, moving.next_step(state), ["A1", "move", key(*row(10, 10, 17))])
    assert state.units["A1"].models[0].place == at(10, 17)


def test_a_failed_check_leaves_the_status_and_the_vox_is_spent(state: State) -> None:
    mark(state, "pinned", "stunned")
    # Against any other the Cool: 7. One use each of the vox and of the officer.
    done = begin(state, "nuncio-vox:A1=pinned@A2.1", faces=(4, 4))
    assert state.statuses(state.units["A1"]) == ("pinned", "stunned")
    assert [ask.about for ask in done.asked] == ["react"]


def test_without_an_officer_or_a_status_nothing_is_offered(state: State) -> None:
    assert begin(state).asked == []
    mark(state, "suppressed")
    phase(state, "start", "effects", 1)
    assert begin(state).asked == []
    phase(state, "start", "effects")
    asked = begin(state, "pass").about("react")
    refused = refusal(asked, "nuncio-vox:A1=pinned@A2.1")
    assert refused is not None
    assert refused.code == "no-vox"
    state.units["A2"].where, state.units["A2"].models[0].place = "reserve", None
    phase(state, "start", "effects")
    assert begin(state).asked == []
