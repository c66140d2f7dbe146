"""Straight runs: straight ahead, so far at least, and then a turn; and enemies that are passed as if they were not there."""

import pytest

from tests.table.kit import TALL
from warbench.table.bases import oval_base, round_base
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place, millimetres
from warbench.table.measure import Standing
from warbench.table.paths import judge_move
from warbench.table.permits import MovePermit, UnitRule
from warbench.table.runs import Run, RunGoal, ahead, along, propose_run, room_ahead, run_fault, run_path
from warbench.table.scene import Scene

OVAL = oval_base(millimetres("120"), millimetres("92"))
DISC = round_base(millimetres("32"))
RUN = Run(least=20 * INCH, turn=90)
IN_THE_AIR = UnitRule(permit=MovePermit(limit=200 * INCH, zone=INCH, zone_height=5 * INCH, through_zones=True, fly=True))


def craft(x: float, y: float, heading: int) -> Standing:
    return Standing("craft", OVAL, Place(round(x * INCH), round(y * INCH), 0, heading))


def fault(mover: Standing, *places: Place) -> str:
    found = run_fault(mover, (mover.place, *places), RUN)
    return "" if found is None else found.code


def test_a_run_is_straight_ahead_and_no_shorter_than_its_least() -> None:
    mover = craft(10, 10, 90)
    x, y = mover.place.x, mover.place.y
    assert fault(mover, Place(x, y + 20 * INCH, 0, 90)) == ""
    assert fault(mover, Place(x, y + 20 * INCH - 1, 0, 90)) == "too-short"
    assert fault(mover, Place(x, y - 20 * INCH, 0, 90)) == "not-straight"
    assert fault(mover, Place(x + 2, y + 20 * INCH, 0, 90)) == ""
    assert fault(mover, Place(x + 3, y + 20 * INCH, 0, 90)) == "not-straight"
    assert fault(mover) == "too-short"


def test_a_run_turns_only_where_it_ends_and_only_so_far() -> None:
    mover = craft(10, 10, 90)
    there = Place(mover.place.x, mover.place.y + 25 * INCH, 0, 90)
    turned = {turn: Place(there.x, there.y, 0, (90 + turn) % 360) for turn in (90, -90, 91, 180)}
    assert [fault(mover, there, turned[turn]) for turn in (90, -90)] == ["", ""]
    assert [fault(mover, there, turned[turn]) for turn in (91, 180)] == ["turned-too-far"] * 2
    assert fault(mover, turned[90]) == "not-straight"
    assert fault(mover, there, Place(there.x + 5, there.y, 0, 90)) == "not-straight"
    assert run_path(mover, turned[90]) == (mover.place, there, turned[90])
    assert run_path(mover, there) == (mover.place, there)


@pytest.mark.parametrize("heading", range(0, 360, 7))
def test_every_heading_has_spots_straight_ahead(heading: int) -> None:
    mover = craft(22, 30, heading)
    assert fault(mover, ahead(mover.place, 20 * INCH + 2)) == ""


def test_the_room_ahead_ends_where_the_outline_reaches_the_edge() -> None:
    # The oval is 120 mm long: its nose is 600 units before its centre.
    assert room_ahead(craft(10, 10, 0), TALL) == 34 * INCH - 600
    assert room_ahead(craft(10, 10, 180), TALL) == 10 * INCH - 600
    assert along([craft(10, 10, 0)], (22 * INCH, 40 * INCH)) == 12 * INCH


def test_proposals_come_as_near_to_their_goal_as_the_table_lets_them() -> None:
    mover = craft(22, 6, 90)
    goal = (40 * INCH, 36 * INCH)
    paths = propose_run(Scene(Field(TALL)), [mover], IN_THE_AIR, RUN, RunGoal(30 * INCH, goal))
    assert paths is not None
    start, there, end = paths[0]
    assert (start, there.y - start.y, end.heading) == (mover.place, 30 * INCH, 0)
    short = propose_run(Scene(Field(TALL)), [mover], IN_THE_AIR, RUN, RunGoal(0))
    assert short is not None
    assert [place.heading for place in short[0]] == [90, 90]
    assert 20 * INCH <= short[0][-1].y - mover.place.y <= 20 * INCH + 2
    assert propose_run(Scene(Field(TALL)), [craft(22, 40, 90)], IN_THE_AIR, RUN, RunGoal(0)) is None


def test_proposals_end_on_nobody_and_in_no_zone() -> None:
    mover = craft(22, 6, 90)
    enemy = Standing("enemy", DISC, Place(22 * INCH, 26 * INCH))
    found = propose_run(Scene(Field(TALL), enemies=[enemy]), [mover], IN_THE_AIR, RUN, RunGoal(20 * INCH))
    assert found is not None
    # 20" ahead stands somebody: further on its tail is clear of him by more than an inch.
    assert found[0][-1].y - enemy.place.y > 600 + 160 + INCH


@pytest.mark.parametrize(("group", "code"), [("enemies", "through-enemy"), ("passed", "ok")])
def test_passed_enemies_are_moved_over_but_nobody_ends_near_to_them(group: str, code: str) -> None:
    walker = Standing("walker", DISC, Place(5 * INCH, 5 * INCH))
    enemy = Standing("enemy", DISC, Place(8 * INCH, 5 * INCH))
    scene = Scene(Field(TALL), **{group: [enemy]})
    permit = MovePermit(limit=6 * INCH, zone=INCH, zone_height=5 * INCH)
    verdict = judge_move(scene, walker, (walker.place, Place(11 * INCH, 5 * INCH)), permit)
    assert (verdict.code, verdict.crossed) == (code, ())
    assert judge_move(scene, walker, (walker.place, Place(6 * INCH + INCH // 2, 5 * INCH)), permit).ok is False
    near = judge_move(scene, walker, (walker.place, Place(10 * INCH, 5 * INCH)), permit)
    assert near.code == ("in-zone" if group == "passed" else "through-enemy")
