"""Objectives and what they score; how a battle ends; statuses that are shaken off."""

import pytest

from tests.games.heresy3.battle.kit import BUN, CEN, LEG, MAN, TANK, at, drive, phase, play, put, row, state_of, unit, with_
from warbench.games.heresy3.battle import ending
from warbench.games.heresy3.battle.events import Over, Points, Removed
from warbench.games.heresy3.battle.missions import Objective
from warbench.games.heresy3.battle.victory import destroyed, final_points, holder, tactical_strength, turn_points, value_of
from warbench.table.lattice import INCH

MIDDLE = Objective(id="centre", at=(36 * INCH, 24 * INCH), value=3)


@pytest.mark.rule("H-026")
def test_a_fortification_never_holds_or_contests_an_objective() -> None:
    state = state_of([BUN], [LEG], objectives=[MIDDLE])
    put(state, "A1", at(36, 24 + 2 + 3))
    assert holder(state, MIDDLE) is None
    put(state, "B1", row(1, 36, 24 - 2 - 0.63))
    assert tactical_strength(state, 0, MIDDLE) == 0
    assert holder(state, MIDDLE) == 1


def test_who_is_stronger_holds_an_objective_and_line_counts_more() -> None:
    state = state_of([unit((with_(MAN, rules=("Line (2)",)), 1))], [LEG], objectives=[MIDDLE])
    put(state, "A1", [at(36, 26)])
    put(state, "B1", row(3, 35, 22))
    assert (tactical_strength(state, 0, MIDDLE), tactical_strength(state, 1, MIDDLE)) == (3, 3)
    assert holder(state, MIDDLE) is None
    state.units["B1"].models[0].statuses = ["pinned"]
    assert holder(state, MIDDLE) == 0
    state.units["B1"].models[0].statuses = []
    state.units["B1"].locked = True
    assert holder(state, MIDDLE) == 0


@pytest.mark.parametrize(("kind", "holds"), [(TANK, False), (CEN, True)])
def test_vehicles_hold_nothing(kind: object, holds: bool) -> None:
    state = state_of([kind], objectives=[MIDDLE])  # type: ignore[list-item]
    put(state, "A1", at(36, 25))
    assert (holder(state, MIDDLE) == 0) is holds


def test_take_and_hold_wears_an_objective_down() -> None:
    state = state_of(objectives=[MIDDLE], scoring="take")
    put(state, "A1", row(2, 36, 25))
    put(state, "B1", row(2, 36, 45))
    phase(state, "end", "victory")
    for worth in (3, 2, 1):
        phase(state, "end", "victory")
        done = drive(state, ending.next_step(state))
        assert [event.by for event in done.all(Points)] == [worth]
    assert value_of(state, MIDDLE) == 0


def test_counter_offensive_doubles_the_last_turn_of_who_lies_far_behind() -> None:
    state = state_of(objectives=[MIDDLE], scoring="heart")
    put(state, "A1", row(2, 36, 25))
    put(state, "B1", row(2, 36, 45))
    state.core.round = 4
    state.core.sides[0].vp, state.core.sides[1].vp = 3, 6
    assert turn_points(state)[0][1] == 6
    state.core.sides[0].vp = 4
    assert turn_points(state)[0][1] == 3


def test_sudden_death_ends_the_battle_for_three_points() -> None:
    state = state_of([LEG], [LEG], scoring="heart")
    put(state, "A1", row(2, 36, 25))
    for model in list(state.units["B1"].models):
        drive(state, iter_event(Removed(model=model.id)))
    phase(state, "end", "victory", player=1)
    done = drive(state, ending.next_step(state))
    assert done.all(Points)[0].by == 3
    assert done.all(Over)
    assert state.core.over


def iter_event(event: object):  # type: ignore[no-untyped-def]  # noqa: ANN201 -- a procedure of one event
    yield event


def test_the_battle_ends_after_the_last_battle_turn_and_secondaries_score() -> None:
    state = state_of([LEG, unit(CEN, warlord=True)], [LEG, unit(CEN, warlord=True)], scoring="heart", turns=2)
    put(state, "A1", row(2, 36, 25))
    put(state, "A2", at(30, 25))
    put(state, "B1", row(2, 36, 45))
    drive(state, iter_event(Removed(model="B2.1")))
    drive(state, destroyed(state, state.units["B2"], "A1"))
    phase(state, "end", "victory", player=1)
    done = drive(state, ending.next_step(state))
    assert done.all(Over)[0].why == "battle turn 2 was the last"
    assert [score[2] for score in final_points(state)] == ["Slay the Warlord", "Last Man Standing"]


def test_units_shake_their_statuses_off() -> None:
    state = state_of()
    put(state, "A1", row(2, 36, 25))
    put(state, "B1", row(2, 36, 45))
    for model in state.units["A1"].models:
        model.statuses = ["pinned", "suppressed"]
    phase(state, "end", "statuses")
    play(state, ending.next_step, lambda: state.core.step == "victory", faces=[3, 4, 4, 4])
    assert state.statuses(state.units["A1"]) == ("suppressed",)


@pytest.mark.parametrize(("rules", "face", "left"), [((), 6, ()), ((), 5, ("stunned",)), (("Auto-repair (5+)",), 5, ())])
def test_vehicles_are_repaired(rules: tuple[str, ...], face: int, left: tuple[str, ...]) -> None:
    state = state_of([with_(TANK, rules=rules)])
    put(state, "A1", at(36, 25))
    state.units["A1"].models[0].statuses = ["stunned"]
    phase(state, "end", "statuses")
    play(state, ending.next_step, lambda: state.core.step == "victory", faces=[face])
    assert state.statuses(state.units["A1"]) == left
