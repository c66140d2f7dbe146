"""Cybertheurgic rites that give a status: to whom, which, and how long it lasts."""

import pytest

from tests.driving import refusal
from tests.games.heresy3.battle.invoking import FOUR, LACRYMAERTA, MYRMIDON, REDUCTOR, cast, feedbacks, held, magos, scene, why
from tests.games.heresy3.battle.kit import (
    BUN,
    LEG,
    MAG,
    MAN,
    at,
    drive,
    phase,
    put,
    row,
    state_of,
    unit,
)
from tests.games.heresy3.battle.shots import fire
from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle import ending, moving, starting
from warbench.games.heresy3.battle.allotment import may_react
from warbench.games.heresy3.battle.events import Reacted, Said, Status
from warbench.games.heresy3.battle.rites import end_of_statuses
from warbench.games.heresy3.battle.state import State


@pytest.mark.rule("H-127")
def test_all_models_get_the_one_status_that_is_chosen() -> None:
    state = scene([FOUR])
    done = cast(state, "overcharged-reactors", "A2", ["guide"])
    assert held(state, "A2") == [["guide"]] * 4
    asked = done.about("status")
    assert (asked.player, [option.key for option in asked.options]) == (0, ["quicken", "fortify", "guide"])
    for mixed in ("guide=2;fortify=2", "guide,fortify"):
        assert refusal(asked, mixed) is not None


@pytest.mark.rule("H-137")
def test_programming_interrupt_gives_one_status_to_all() -> None:
    state = scene([FOUR])
    cast(state, "programming-interrupt", "A2", ["fortify"])
    assert held(state, "A2") == [["fortify"]] * 4


@pytest.mark.rule("H-128")
def test_the_status_ends_in_the_next_own_start_phase_and_feedback_follows() -> None:
    state = scene([FOUR])
    cast(state, "overcharged-reactors", "A2", ["quicken"])
    drive(state, starting_of(state, 1))
    assert held(state, "A2") == [["quicken"]] * 4
    phase(state, "end", "effects", player=1)
    drive(state, ending.next_step(state))
    assert held(state, "A2") == [["quicken"]] * 4
    done = drive(state, starting_of(state, 0), faces=[6, 6, 6, 6])
    assert held(state, "A2") == [[]] * 4
    assert feedbacks(done) == ["A2"]
    kinds = [type(event) for event in done.events]
    assert kinds.index(Status) < kinds.index(Said)
    assert feedbacks(drive(state, starting_of(state, 0))) == []


def starting_of(state: State, player: int) -> Procedure[None]:
    """The Start Phase of a player."""
    phase(state, "start", "effects", player=player)
    return starting.next_step(state)


@pytest.mark.rule("H-128")
@pytest.mark.parametrize("leaves", [True, False])
def test_who_joins_or_leaves_a_unit_under_a_status_loses_it_at_the_same_time(leaves: bool) -> None:
    state = state_of([magos(), FOUR, MAG], [LEG])
    put(state, "A1", at(36, 14))
    put(state, "A2", row(4, 30, 20, 2.6))
    put(state, "A3", at(30, 22.2))
    phase(state, "movement", "move")
    if leaves:
        drive(state, moving.next_step(state), ["join:A3.1:A2"])
        cast(state, "overcharged-reactors", "A2", ["guide"])
        drive(state, moving.next_step(state), ["leave:A3.1"])
    else:
        cast(state, "overcharged-reactors", "A3", ["guide"])
        drive(state, moving.next_step(state), ["join:A3.1:A2"])
    done = drive(state, starting_of(state, 0), faces=[6] * 5)
    assert {status for unit_ in state.units.values() for status in state.statuses(unit_)} == set()
    assert feedbacks(done) == (["A2", "A3"] if leaves else ["A2"])
    assert done.dice("armour save") == 5


@pytest.mark.rule("H-141", "H-142")
def test_flesh_knit_is_for_lacrymaerta_and_gives_quicken_or_fortify() -> None:
    rite = "flesh-knit-protocols"
    state = scene([unit((LACRYMAERTA, 5)), unit((LACRYMAERTA, 4), MAN)])
    assert why(state, rite, "A3") == ("wrong-type", "H-141")
    done = cast(state, rite, "A2", ["fortify"])
    assert [option.key for option in done.about("status").options] == ["quicken", "fortify"]
    assert held(state, "A2") == [["fortify"]] * 5
    drive(state, starting_of(state, 1))
    assert held(state, "A2") == [["fortify"]] * 5
    done = drive(state, starting_of(state, 0), faces=[6] * 5)
    assert held(state, "A2") == [[]] * 5
    assert feedbacks(done) == ["A2"]


@pytest.mark.rule("H-148")
def test_deactivate_limiters_is_for_reductor_units() -> None:
    rite = "deactivate-limiters"
    state = scene([unit((REDUCTOR, 3)), unit((MYRMIDON, 3))])
    assert why(state, rite, "A3") == ("wrong-type", "H-148")
    done = cast(state, rite, "A2", ["quicken"])
    assert [option.key for option in done.about("status").options] == ["quicken", "fortify", "guide"]
    assert held(state, "A2") == [["quicken"]] * 3
    state.units["A2"].locked = True
    assert why(state, rite, "A2") == ("locked", "H-148")
    done = drive(state, end_of_statuses(state, 0), faces=[6] * 3)
    assert held(state, "A2") == [[]] * 3
    assert feedbacks(done) == ["A2"]


@pytest.mark.rule("H-153")
def test_fury_of_ages_is_for_myrmidax_locked_or_not() -> None:
    rite = "fury-of-ages"
    state = scene([unit((MYRMIDON, 2))])
    state.units["A2"].locked = True
    assert why(state, rite, "A2") is None
    done = cast(state, rite, "A2", ["guide"])
    assert [option.key for option in done.about("status").options] == ["fortify", "guide"]
    done = drive(state, end_of_statuses(state, 0), faces=[6] * 2)
    assert held(state, "A2") == [[]] * 2
    assert feedbacks(done) == ["A2"]


@pytest.mark.rule("H-139", "H-140")
def test_programming_interrupt_that_was_not_used_ends_in_the_own_start_phase() -> None:
    state = scene([FOUR])
    cast(state, "programming-interrupt", "A2", ["quicken"])
    phase(state, "end", "effects", player=1)
    assert held(state, "A2") == [["quicken"]] * 4
    drive(state, ending.next_step(state))
    assert held(state, "A2") == [["quicken"]] * 4
    done = drive(state, starting_of(state, 0), faces=[6] * 4)
    assert held(state, "A2") == [[]] * 4
    assert feedbacks(done) == ["A2"]
    assert state.units["A2"].lasting == []


@pytest.mark.rule("H-138", "H-140")
def test_a_reaction_under_programming_interrupt_costs_the_status_instead_of_allotment() -> None:
    state = scene([FOUR, LEG], [LEG, LEG])
    cast(state, "programming-interrupt", "A2", ["quicken"])
    phase(state, "shooting", "attack", player=1)
    state.core.sides[0].reactions = 0
    put(state, "A2", row(4, 20, 20, 2.6))
    put(state, "B1", row(10, 20, 30))
    # B1 misses; the Automata may fire although A has no allotment left, and suffer Feedback at once.
    faces = [*[6] * 4, *[1] * 14]
    done = fire(state, "A2", [1] * 10, "B1", reactions=None, answers={"react": "pass"})
    asked = next(ask for ask in done.asked if ask.about == "react")
    assert (asked.player, [option.key for option in asked.options]) == (0, ["pass", "return fire:A2"])
    done = fire(state, "A2", faces, "B1", reactions=None, answers={"react": "return fire:A2"})
    assert [event.reaction for event in done.all(Reacted)] == ["return fire"]
    assert done.dice("hit") == 14
    assert state.core.sides[0].reactions == 0
    assert held(state, "A2") == [[]] * 4
    assert feedbacks(done) == ["A2"]
    # Another unit has nothing to pay with.
    put(state, "A3", row(10, 40, 20))
    put(state, "B2", row(10, 40, 30))
    other = fire(state, "A3", [1] * 10, "B2", reactions=None)
    assert [ask for ask in other.asked if ask.about == "react"] == []
    refused = may_react(state, state.units["A3"], "return fire")
    assert refused is not None
    assert refused.code == "no-allotment"
    # H-140: the Start Phase brings no second Feedback.
    assert feedbacks(drive(state, starting_of(state, 0))) == []


def test_a_status_that_two_rites_gave_ends_once_and_the_reaction_is_free_all_the_same() -> None:
    state = scene([FOUR])
    cast(state, "overcharged-reactors", "A2", ["quicken"])
    cast(state, "programming-interrupt", "A2", ["quicken"])
    assert held(state, "A2") == [["quicken"]] * 4
    phase(state, "shooting", "attack", player=1)
    state.core.sides[0].reactions = 0
    assert may_react(state, state.units["A2"], "return fire") is None
    done = drive(state, starting_of(state, 0), faces=[6] * 4)
    assert feedbacks(done) == ["A2"]
    assert state.units["A2"].lasting == []


@pytest.mark.rule("H-028")
def test_a_fortification_takes_no_cybertheurgic_status() -> None:
    state = scene([BUN])
    cast(state, "overcharged-reactors", "A2", ["fortify"])
    assert held(state, "A2") == [[]]
    assert state.units["A2"].lasting == []
    cast(state, "overcharged-reactors", "A2", ["quicken"])
    cast(state, "overcharged-reactors", "A2", ["guide"])
    assert held(state, "A2") == [[]]
