"""Where the Horus Heresy planner's units go: objectives, targets, Fortifications that nobody defends; who gets in and out."""

import pytest

from tests.games.heresy3.battle.kit import AUT, BOLTER, BUN, CANNON, MAN, TANK, at, board, drive, put, row, state_of, with_
from tests.players.heresy3_kit import asked, paid
from warbench.battle.requests import Ask
from warbench.games.heresy3.battle.deployment import deployment_rule
from warbench.games.heresy3.battle.missions import Objective
from warbench.games.heresy3.battle.moves import limits, move
from warbench.games.heresy3.battle.placing import setup_judge
from warbench.games.heresy3.battle.roster import INCH, Entry
from warbench.games.heresy3.battle.state import State
from warbench.players.choosing import spots_of
from warbench.players.heresy3_ground import Job, brawls, can_hold, is_free, is_gunner, job_of, standing
from warbench.players.heresy3_planner import planner

MARK = Objective(id="mid", at=(36 * INCH, 24 * INCH), value=3)
POST = Objective(id="post", at=(12 * INCH, 24 * INCH), value=1)
RIFLES = with_(MAN, arms=[BOLTER])


def field(*ours: Entry, theirs: Entry | None = None) -> State:
    """Two objectives in the middle; the enemy at the far edge unless a test puts him elsewhere."""
    own = ours or (paid(100, (RIFLES, 5)),)
    state = state_of(own, [theirs or paid(100, (MAN, 5))], objectives=[MARK, POST])
    put(state, "B1", row(len(state.units["B1"].models), 60, 46))
    return state


def test_the_best_objective_is_taken_first_and_the_next_unit_takes_another() -> None:
    state = field(paid(100, (RIFLES, 5)), paid(100, (RIFLES, 5)))
    put(state, "A1", row(5, 33, 15))
    put(state, "A2", row(5, 10, 15))
    assert job_of(state, state.units["A1"]) == Job("objective", (36.0, 24.0), "mid")
    assert job_of(state, state.units["A2"]) == Job("objective", (12.0, 24.0), "post")


def test_automata_and_tanks_hold_nothing_and_have_other_things_to_do() -> None:
    state = field(paid(100, AUT), paid(100, TANK))
    put(state, "A1", at(33, 15))
    put(state, "A2", at(43, 15))
    assert not can_hold(state, state.units["A1"])
    assert job_of(state, state.units["A2"]).what == "shoot"


def test_long_guns_are_told_from_brawlers() -> None:
    state = field(paid(100, (with_(MAN, arms=[CANNON]), 5)), paid(100, (with_(MAN, arms=[]), 5)))
    assert is_gunner(state, state.units["A1"])
    assert not brawls(state, state.units["A1"])
    assert not is_gunner(state, state.units["A2"])


@pytest.mark.parametrize(("y", "expected"), [(24, "stationary"), (17, "move"), (13, "rush"), (2, "rush")])
def test_it_stays_on_an_objective_moves_onto_a_near_one_and_rushes_to_a_far_one(y: float, expected: str) -> None:
    state = field()
    put(state, "A1", row(5, 35, y, apart=1.3))
    how = asked("move kind", ["stationary", "move", "rush"], "A1")
    assert planner()(how, state) == expected


def test_guns_with_a_target_stay_where_they_are() -> None:
    state = field(paid(150, (with_(MAN, arms=[CANNON]), 5)), theirs=paid(200, TANK))
    put(state, "A1", row(5, 60, 4))
    put(state, "B1", at(62, 24))
    assert planner()(asked("move kind", ["stationary", "move", "rush"], "A1"), state) == "stationary"


def test_a_move_brings_the_unit_nearer_to_its_objective() -> None:
    state = field()
    unit = put(state, "A1", row(5, 33, 15, apart=1.3))
    done = drive(state, move(state, unit, "move", limits(state, unit, "move")), [lambda ask: planner()(ask, state)])
    assert done.about("move").matter is not None
    assert min(y for _, y in standing(unit)) == pytest.approx(22, abs=0.1)


# --- setting up ---


def test_units_are_deployed_in_their_zone_before_the_objective_that_they_are_for() -> None:
    state = field()
    unit = state.units["A1"]
    state.core.phase, state.core.step = "setup", "deploy"
    judge = setup_judge(state, unit, deployment_rule(state, unit))
    key = planner()(Ask(0, "deploy", "?", list, subject="A1", judge=judge), state)
    assert judge(key) is None
    assert all(abs(x - 36) < 8 and 5 < y <= 12 for x, y in spots_of(key))


def test_a_fortification_is_deployed_toward_an_objective() -> None:
    state = field(paid(200, BUN))
    unit = state.units["A1"]
    state.core.phase, state.core.step = "setup", "fortifications"
    judge = setup_judge(state, unit, deployment_rule(state, unit))
    key = planner()(Ask(0, "deploy", "?", list, subject="A1", judge=judge), state)
    ((x, y),) = spots_of(key)
    assert abs(x - 36) < 4
    assert y > 6


# --- getting in and out ---


def test_a_garrison_stays_while_its_objective_is_far_and_leaves_for_a_near_one() -> None:
    state = field(paid(100, (RIFLES, 5)), paid(200, BUN))
    board(state, "A1", "A2")
    put(state, "A2", at(64, 6))
    who = asked("unit", ["A1", "end"], "movement")
    assert planner()(who, state) == "end"
    put(state, "A2", at(36, 12))
    assert planner()(who, state) == "A1"


def test_passengers_get_out_when_their_objective_is_in_reach() -> None:
    state = field(paid(100, (RIFLES, 5)), paid(60, TANK))
    board(state, "A1", "A2")
    put(state, "A2", at(36, 3, 90))
    who = asked("disembark", ["pass", "A1"], "A2")
    assert planner()(who, state) == "pass"
    put(state, "A2", at(36, 14, 90))
    assert planner()(who, state) == "A1"


def test_a_captured_bunker_is_garrisoned_by_who_has_nothing_better_to_do() -> None:
    state = state_of([paid(100, (RIFLES, 5)), paid(200, BUN)], [paid(100, (MAN, 5))])
    put(state, "A1", row(5, 34, 10))
    put(state, "A2", at(36, 14))
    put(state, "B1", row(5, 60, 46))
    assert planner()(asked("unit", ["embark:A1:A2", "A1", "end"], "movement"), state) == "embark:A1:A2"


# --- captures ---


def test_an_enemy_bunker_is_free_when_nobody_is_in_it_or_near_it() -> None:
    state = state_of([paid(100, (MAN, 10))], [paid(200, BUN), paid(100, (MAN, 5))])
    put(state, "A1", row(10, 10, 20))
    fort = put(state, "B1", at(16, 28))
    put(state, "B2", row(5, 50, 40))
    assert is_free(state, 0, fort)
    put(state, "B2", row(5, 16, 33))
    assert not is_free(state, 0, fort)
    board(state, "B2", "B1")
    assert not is_free(state, 0, fort)


def test_who_has_no_objective_goes_for_a_free_bunker_and_captures_it() -> None:
    state = state_of([paid(100, (MAN, 10))], [paid(200, BUN), paid(100, (MAN, 5))])
    put(state, "A1", row(10, 10, 20))
    put(state, "B1", at(16, 28))
    put(state, "B2", row(5, 50, 40))
    assert job_of(state, state.units["A1"]) == Job("capture", (16.0, 28.0), "B1")
    assert planner()(asked("capture", ["capture", "pass"], "B1"), state) == "capture"
