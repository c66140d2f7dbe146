"""Pile-in moves: who makes them, how far, and that contact comes first."""

from tests.games.heresy3.battle.assault import RADIUS, carry, line, rank
from tests.games.heresy3.battle.kit import CEN, MAN, at, key, phase, put, state_of, unit, with_
from warbench.games.heresy3.battle.closing import Closing
from warbench.games.heresy3.battle.combats import contacts
from warbench.games.heresy3.battle.events import Moved
from warbench.games.heresy3.battle.piling import loose, pile_in
from warbench.games.heresy3.battle.state import State
from warbench.table.lattice import Place

COMBAT = ["A1", "B1"]


def behind(apart: float) -> State:
    """A model of A in contact with B's two, and one so far behind it."""
    state = state_of((unit((MAN, 2)),), (unit((MAN, 2)),))
    put(state, "B1", rank(2, 20, line(20) + 2 * RADIUS))
    put(state, "A1", [*rank(1, 20, line(20)), Place(at(20, 0).x, line(20 - apart) - 2 * RADIUS, 0, 0)])
    phase(state, "assault", "fight")
    return state


def test_models_in_contact_stay_and_the_others_close_in() -> None:
    state = behind(0.5)
    assert [model.id for model in loose(state, state.units["A1"], COMBAT)] == ["A1.2"]
    done = carry(state, pile_in(state, state.units["A1"], COMBAT))
    assert [[name for name, _ in event.places] for event in done.all(Moved)] == [["A1.2"]]
    assert len(contacts(state, state.units["A1"], state.units["B1"])) == 2


def test_a_model_that_can_reach_contact_must_and_none_goes_beyond_its_initiative() -> None:
    state = behind(0.5)
    here = state.units["A1"].models[1].place
    assert here is not None
    near = Place(here.x + 2 * RADIUS + 5, here.y + line(0.4), 0, 0)
    closing = Closing(state, state.units["A1"], "pile in", line(4), [state.units["B1"]], movers=[state.units["A1"].models[1]])
    assert closing.exists()
    missed = closing.judge(key(near))
    assert missed is not None
    assert missed.code == "contact-missed"
    far = closing.judge(key(Place(here.x, here.y + line(9), 0, 0)))
    assert far is not None
    assert far.code == "too-far"


def test_each_reach_is_asked_for_itself() -> None:
    state = state_of((unit((MAN, 2), (CEN, 1)),), (unit((MAN, 3)),))
    put(state, "B1", rank(3, 20, line(20) + 2 * RADIUS))
    put(state, "A1", [*rank(1, 20, line(20)), *rank(2, 21.3, line(18.5))])
    phase(state, "assault", "fight")
    done = carry(state, pile_in(state, state.units["A1"], COMBAT))
    assert [len(event.places) for event in done.all(Moved)] == [1, 1]


def test_a_model_of_movement_0_does_not_pile_in() -> None:
    state = state_of((unit((with_(MAN, movement=0), 1)),), (unit((MAN, 1)),))
    put(state, "B1", rank(1, 20, line(22)))
    put(state, "A1", rank(1, 20, line(20)))
    phase(state, "assault", "fight")
    assert not carry(state, pile_in(state, state.units["A1"], COMBAT)).asked
