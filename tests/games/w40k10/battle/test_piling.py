"""Piling in and consolidating: how far, toward whom, into base contact, and who stays."""

import pytest

from tests.driving import refusal
from tests.games.w40k10.battle.kit import drive, key, put, state_of
from warbench.battle.requests import Ask
from warbench.games.w40k10.battle.closing import HOLD
from warbench.games.w40k10.battle.events import Moved
from warbench.games.w40k10.battle.piling import consolidate, pile_in
from warbench.games.w40k10.battle.placing import engaged_with
from warbench.games.w40k10.battle.state import State
from warbench.table.lattice import INCH, Place
from warbench.table.measure import in_contact

RADII = 140 + 160
"""The radii of a Hearthkyn Warrior (28 mm) and an Intercessor (32 mm)."""

X, Y = 2540, 2540


def melee(ours: list[Place], theirs: list[Place], more: list[Place] | None = None) -> State:
    """Hearthkyn Warriors and Intercessors (and Hellblasters) at these places, in the Fight phase."""
    state = state_of(["Hearthkyn Warriors"], ["Intercessor Squad", "Hellblaster Squad"])
    state.core.phase, state.core.step = "fight", "remaining"
    put(state, "A1", ours)
    put(state, "B1", theirs)
    if more is not None:
        put(state, "B2", more)
    return state


def first(ask: Ask) -> str:
    """The first proposal behind holding."""
    return ask.options[1].key


def told(ask: Ask, *places: Place) -> tuple[str, str] | None:
    found = refusal(ask, key(*places))
    return (found.code, found.rule) if found else None


TOUCHING = Place(X, Y)
BEHIND = Place(X + 100, Y - 500)
FOE = Place(X, Y + RADII)


@pytest.mark.rule("C11")
def test_models_pile_in_up_to_3_inches_and_those_in_contact_stay() -> None:
    state = melee([TOUCHING, BEHIND], [FOE, Place(X + 400, Y + RADII)])
    done = drive(state, pile_in(state, state.units["A1"]), [first])
    (event,) = done.all(Moved)
    assert (event.how, event.rule) == ("pile in", "C11")
    assert dict(event.places)["A1.1"] == TOUCHING
    foes = state.shapes(state.units["B1"])
    assert all(any(in_contact(shape, foe) for foe in foes) for shape in state.shapes(state.units["A1"]))
    # All are in base contact now: nothing is left to ask.
    assert not drive(state, pile_in(state, state.units["A1"])).asked


@pytest.mark.rule("C11")
def test_what_a_pile_in_may_not_do() -> None:
    state = melee([TOUCHING, BEHIND], [FOE, Place(X + 400, Y + RADII)])
    ask = drive(state, pile_in(state, state.units["A1"]), [HOLD]).about("pile in")
    beside = Place(X + 400, Y)
    assert told(ask, TOUCHING, beside) is None
    assert told(ask, TOUCHING, BEHIND) is None, "a model need not move"
    assert told(ask, Place(X - 100, Y), beside) == ("in-contact", "C11")
    assert told(ask, TOUCHING, Place(X + 100, Y - 600)) == ("not-closer", "C11")
    assert told(ask, TOUCHING, Place(X + 100, Y - 400)) == ("contact-missed", "C11")
    assert told(ask, TOUCHING, Place(X + 400, Y + 2 * RADII + 20)) == ("too-far", "C11")
    assert refusal(ask, "nonsense") is not None


@pytest.mark.rule("C11")
def test_a_pile_in_ends_engaged_and_coherent_or_is_not_made() -> None:
    # 4" and a little away: 3" do not bring it into Engagement Range.
    state = melee([Place(X, Y - 4 * INCH - 1)], [FOE])
    assert not drive(state, pile_in(state, state.units["A1"])).asked
    state = melee([Place(X, Y - 4 * INCH + 20), Place(X + 300, Y - 4 * INCH + 20)], [FOE])
    done = drive(state, pile_in(state, state.units["A1"]), [first])
    assert [foe.id for foe in engaged_with(state, state.units["A1"])] == ["B1"]
    state = melee([Place(X, Y - 4 * INCH + 20), Place(X + 300, Y - 4 * INCH + 20)], [FOE])
    ask = drive(state, pile_in(state, state.units["A1"]), [HOLD]).about("pile in")
    assert told(ask, Place(X, Y - 4 * INCH + 25), Place(X + 300, Y - 4 * INCH + 20)) == ("not-engaged", "C11")
    assert told(ask, Place(X, Y - 1 * INCH + 20), Place(X + 300, Y - 4 * INCH + 20)) == ("out-of-coherency", "C11")
    assert done.all(Moved)


@pytest.mark.rule("C11")
def test_a_model_comes_nearer_to_the_enemy_that_is_nearest_to_it() -> None:
    # The second model stands nearer to the Hellblaster behind it than to the Intercessor.
    state = melee([TOUCHING, Place(X + 300, Y - 400)], [FOE], more=[Place(X + 500, Y - 900)])
    ask = drive(state, pile_in(state, state.units["A1"]), [HOLD]).about("pile in")
    assert told(ask, TOUCHING, Place(X + 300, Y - 300)) == ("not-closer", "C11")


@pytest.mark.rule("C12")
def test_consolidating_goes_nearer_to_the_enemy_if_the_unit_can_end_engaged() -> None:
    state = melee([TOUCHING], [Place(X, Y + RADII + 3 * INCH)])
    done = drive(state, consolidate(state, state.units["A1"]), [first])
    assert [(event.how, event.rule) for event in done.all(Moved)] == [("consolidate", "C12")]
    assert [foe.id for foe in engaged_with(state, state.units["A1"])] == ["B1"]


@pytest.mark.rule("C12")
def test_consolidating_goes_to_the_closest_objective_if_nobody_can_be_reached() -> None:
    centre = 22 * INCH, 30 * INCH
    # 5.9" from the marker's edge: 3" bring it into its range.
    start = Place(centre[0], centre[1] - 200 - 140 - 6 * INCH + 25)
    state = melee([start], [Place(centre[0], start.y - 20 * INCH)])
    ask = drive(state, consolidate(state, state.units["A1"]), [HOLD]).about("consolidate")
    assert told(ask, Place(start.x, start.y + 3 * INCH)) is None
    assert told(ask, Place(start.x, start.y + 3 * INCH + 1)) == ("too-far", "C12")
    assert told(ask, Place(start.x, start.y - 10)) == ("not-closer", "C12")
    assert told(ask, Place(start.x, start.y + 10)) == ("not-in-range", "C12")
    done = drive(state, consolidate(state, state.units["A1"]), [first])
    assert [(event.how, event.rule) for event in done.all(Moved)] == [("consolidate", "C12")]
    # Further away there is no Consolidation at all.
    state = melee([Place(start.x, start.y - INCH)], [Place(centre[0], start.y - 20 * INCH)])
    assert not drive(state, consolidate(state, state.units["A1"])).asked
