"""Faults that the soak found, each as a small battle: what went wrong once does not go wrong again."""

from tests.games.heresy3.battle.kit import CEN, MAN, at, drive, put, row, state_of, unit
from warbench.games.heresy3.battle import moving
from warbench.games.heresy3.battle.events import Removed, apply
from warbench.games.heresy3.battle.upright import problems


def test_the_last_of_a_unit_leaves_it_and_stands_on_the_battlefield_still() -> None:
    state = state_of([unit(MAN, MAN), CEN])
    put(state, "A1", row(2, 10, 20))
    put(state, "A2", at(10, 21.5))
    drive(state, moving.next_step(state), ["join:A2.1:A1"])
    state.core.done = []
    for model in ("A1.1", "A1.2"):
        apply(state, Removed(model=model))
    drive(state, moving.next_step(state), ["leave:A2.1"])
    assert (state.units["A2"].where, state.units["A1"].where) == ("table", "gone")
    assert problems(state) == []
