"""Falling back: how far, to where, and what happens at the own edge."""

import pytest

from tests.games.heresy3.battle.kit import BUN, LEG, MAN, at, drive, phase, put, row, state_of, unit, with_
from warbench.games.heresy3.battle import moving, routing
from warbench.games.heresy3.battle.combats import combats
from warbench.games.heresy3.battle.events import Began, Moved, Removed, Status, Threw, apply
from warbench.games.heresy3.battle.missions import Zone
from warbench.games.heresy3.battle.roster import INCH
from warbench.games.heresy3.battle.state import State
from warbench.table.headings import stride
from warbench.table.lattice import Place
from warbench.table.terrain import Piece, Traits, rectangle


def routed(places: list[Place], who: str = "A1") -> State:
    """A Routed unit of A in its Rout Sub-Phase."""
    state = state_of([unit((MAN, len(places)))], [LEG])
    put(state, who, places)
    put(state, "B1", row(10, 40, 40))
    apply(state, Status(models=tuple(model.id for model in state.units[who].models), status="routed"))
    phase(state, "movement", "rout")
    return state


def heights(state: State, who: str = "A1") -> list[float]:
    """How far from the near edge the middles of a unit's models are, in inches."""
    return [model.place.y / INCH for model in state.units[who].models if model.place is not None]


@pytest.mark.rule("H-228")
def test_routed_units_fall_back_without_being_asked() -> None:
    state = routed(row(10, 10, 10))
    done = drive(state, routing.next_step(state), [], [3])
    assert done.asked == []
    assert heights(state) == [3.0] * 10
    assert [event.how for event in done.all(Moved)] == ["fall back"]
    done = drive(state, routing.next_step(state))
    assert [(event.phase, event.step) for event in done.all(Began)] == [("shooting", "attack")]


@pytest.mark.rule("H-229")
def test_models_stop_at_their_own_edge_and_stay_there() -> None:
    start = [Place(place.x, 5 * INCH + 160) for place in row(10, 10, 0)]
    state = routed(start)
    drive(state, routing.next_step(state), [], [6, 2, 3])
    assert [model.place.y for model in state.units["A1"].models if model.place] == [160] * 10
    at_edge = routed([Place(place.x, 160) for place in row(10, 10, 0)])
    before = [model.place for model in at_edge.units["A1"].models]
    drive(at_edge, routing.next_step(at_edge))
    assert [model.place for model in at_edge.units["A1"].models] == before
    assert at_edge.units["A1"].moved == "stationary"


def one_reaches() -> State:
    """Ten models of which one comes to the edge with seven inches."""
    return routed([Place(10 * INCH, 7 * INCH + 160), *row(9, 11.5, 8.5)])


@pytest.mark.rule("H-230")
def test_a_failed_check_at_the_edge_removes_the_unit() -> None:
    state = one_reaches()
    done = drive(state, routing.next_step(state), [], [3, 4, 4])
    assert len(state.core.sides[0].casualties) == 10
    assert state.units["A1"].where == "gone"
    moved, check = (next(i for i, event in enumerate(done.events) if test(event)) for test in (_is_move, _is_check))
    assert moved < check < next(i for i, event in enumerate(done.events) if isinstance(event, Removed))


def _is_move(event: object) -> bool:
    return isinstance(event, Moved) and len(event.places) == 10


def _is_check(event: object) -> bool:
    return isinstance(event, Threw) and event.purpose == "leadership check"


@pytest.mark.rule("H-231")
def test_a_passed_check_at_the_edge_leaves_the_unit_suppressed() -> None:
    state = one_reaches()
    drive(state, routing.next_step(state), [], [3, 3, 4])
    assert state.statuses(state.units["A1"]) == ("suppressed",)
    assert len(state.units["A1"].models) == 10
    assert state.units["A1"].where == "table"


@pytest.mark.rule("H-270")
def test_who_starts_at_the_edge_is_not_checked() -> None:
    state = routed([Place(place.x, 160) for place in row(10, 10, 0)])
    done = drive(state, routing.next_step(state))
    assert done.rolls == []
    assert state.core.sides[0].casualties == []
    assert state.statuses(state.units["A1"]) == ("routed",)


@pytest.mark.rule("H-234")
def test_a_reactive_loser_may_fall_back_twice_in_a_row() -> None:
    state = state_of([LEG], [LEG])
    put(state, "A1", row(10, 10, 10))
    put(state, "B1", row(10, 10, 20))
    phase(state, "assault", "resolution", 0)
    apply(state, Status(models=tuple(model.id for model in state.units["B1"].models), status="routed"))
    drive(state, moving.fall_back(state, state.units["B1"]), [], [3])
    assert heights(state, "B1") == [27.0] * 10
    phase(state, "movement", "rout", 1)
    drive(state, routing.next_step(state), [], [4])
    assert heights(state, "B1") == [35.0] * 10


def test_cavalry_falls_back_with_two_dice_and_difficult_ground_takes_two_inches() -> None:
    state = state_of([unit(with_(MAN, words=["cavalry"])), unit(MAN)])
    put(state, "A1", at(20, 30))
    drive(state, moving.fall_back(state, state.units["A1"]), [], [3, 4])
    assert heights(state) == [19.0]
    bog = Zone(name="bog", kind="light", corners=rectangle(35 * INCH, 20 * INCH, 45 * INCH, 29 * INCH))
    state = state_of([MAN], zones=[bog])
    put(state, "A1", at(40, 30))
    drive(state, moving.fall_back(state, state.units["A1"]), [], [3])
    assert 24.9 < heights(state)[0] < 25.3


def test_who_falls_back_goes_around_what_bars_the_straight_way() -> None:
    block = Piece("block", "block", rectangle(19 * INCH, 24 * INCH, 21 * INCH, 26 * INCH), 1000, Traits(solid=True))
    state = state_of([MAN], [BUN], pieces=[block])
    put(state, "A1", at(20, 27))
    put(state, "B1", at(60, 40))
    drive(state, moving.fall_back(state, state.units["A1"]), [], [3])
    assert heights(state)[0] < 24


@pytest.mark.rule("H-228", "H-238")
def test_who_is_hemmed_in_stays_and_is_in_a_combat_again_if_it_touches_an_enemy() -> None:
    state = state_of([MAN], [unit((MAN, 6))])
    put(state, "A1", at(20, 30))
    around = [stride(60 * index, 322) for index in range(6)]
    put(state, "B1", [Place(20 * INCH + x, 30 * INCH + y) for x, y in around])
    apply(state, Status(models=("A1.1",), status="routed"))
    done = drive(state, routing.fall_back(state, state.units["A1"]), [], [6])
    assert heights(state) == [30.0]
    assert done.all(Moved)[0].how == "fall back"
    assert not state.units["A1"].locked
    assert [sorted(found) for found in combats(state)] == [["A1", "B1"]]
    # A gap wide enough lets it out, and it ends more than an inch from all of them.
    put(state, "B1", [state.units["B1"].models[index].place or at(0, 0) for index in (0, 1, 2)])
    drive(state, routing.fall_back(state, state.units["A1"]), [], [6])
    assert heights(state)[0] < 25
    assert combats(state) == []
