"""The invariants: each kind of illegal state is named, and a legal one has no problems."""

from collections.abc import Callable

import pytest

from tests.games.w40k10.battle.kit import at, put, row, state_of
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.battle.upright import problems
from warbench.table.lattice import Place


def legal() -> State:
    state = state_of(["Hekaton Land Fortress", "Hearthkyn Warriors"], ["Intercessor Squad"])
    put(state, "A1", [at(10, 10)])
    put(state, "B1", row(5, 20, 50))
    state.units["A2"].where, state.units["A2"].inside = "inside", "A1"
    return state


def test_a_legal_state_has_no_problems() -> None:
    assert problems(legal()) == []


def _place(state: State, place: Place) -> None:
    state.units["B1"].models[0].place = place


BROKEN: list[tuple[str, Callable[[State], object]]] = [
    ("A1.1 and B1.1 overlap", lambda state: _place(state, at(10, 12))),
    ("B1.1 is not wholly on the table", lambda state: _place(state, at(0.5, 50))),
    ("B1.1 has 0 wounds of 2", lambda state: setattr(state.units["B1"].models[0], "wounds", 0)),
    ("B1.1 has 3 wounds of 2", lambda state: setattr(state.units["B1"].models[0], "wounds", 3)),
    ("player 1 has -1 Command points", lambda state: setattr(state.core.sides[1], "cp", -1)),
    ("player 0 has gained 2 extra", lambda state: setattr(state.core.sides[0], "extra", 2)),
    ("player 0 has -5 Victory points", lambda state: setattr(state.core.sides[0], "vp", -5)),
    ("B1 has 3 tokens", lambda state: setattr(state.units["B1"], "tokens", 3)),
    ("B1 is gone with 5 models", lambda state: setattr(state.units["B1"], "where", "gone")),
    ("B1 is table with 0 models", lambda state: state.units["B1"].models.clear()),
    ("B1.1 stands at Place", lambda state: setattr(state.units["B1"], "where", "reserve")),
    ("B1.1 stands at None", lambda state: setattr(state.units["B1"].models[0], "place", None)),
    ("B1 is nowhere", lambda state: setattr(state.units["B1"], "where", "limbo")),
    ("A2 is inside A1, which carries nobody", lambda state: setattr(state.units["A1"], "where", "gone")),
    ("A2 is inside, inside ''", lambda state: setattr(state.units["A2"], "inside", "")),
]


@pytest.mark.parametrize(("said", "harm"), BROKEN, ids=[said for said, _ in BROKEN])
def test_an_illegal_state_is_named(said: str, harm: Callable[[State], object]) -> None:
    state = legal()
    assert problems(state) == []
    harm(state)
    assert any(problem.startswith(said) for problem in problems(state)), problems(state)


@pytest.mark.rule("W-172")
def test_passengers_beyond_the_capacity_are_named() -> None:
    state = state_of(["Hekaton Land Fortress", "Hearthkyn Warriors", "Brôkhyr Thunderkyn"])
    put(state, "A1", [at(10, 10)])
    for unit in ("A2", "A3"):
        state.units[unit].where, state.units[unit].inside = "inside", "A1"
    assert problems(state) == ["A1: Hekaton Land Fortress has 12 places; these passengers take up 19"]


def test_touching_is_not_overlapping_and_a_floor_parts_models() -> None:
    state = state_of(["Hearthkyn Warriors"])
    put(state, "A1", [Place(2000, 2000), Place(2280, 2000)])
    assert problems(state) == []
    put(state, "A1", [Place(2000, 2000), Place(2279, 2000)])
    assert problems(state) == ["A1.1 and A1.2 overlap"]
    put(state, "A1", [Place(2000, 2000), Place(2279, 2000, 762)])
    assert problems(state) == []
