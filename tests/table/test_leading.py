"""One model leads and the others follow: charges that moving straight to places around a target does not find."""

import pytest

from tests.table.kit import TALL
from warbench.table.bases import round_base
from warbench.table.coherency import Coherency
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place
from warbench.table.leading import led_moves
from warbench.table.measure import Standing, distance_up, engaged, in_contact
from warbench.table.moves import Goal, propose_moves
from warbench.table.permits import MovePermit, Path, UnitRule
from warbench.table.scene import Scene
from warbench.table.setups import Pick
from warbench.table.terrain import container, rectangle
from warbench.table.units import judge_unit

MAN = round_base(320)
X, Y = 5000, 3000
COHERENCY = Coherency(2 * INCH, 5 * INCH, ((2, 1), (7, 2)))
EMPTY = Field(TALL)


def man(name: str, x: int, y: int) -> Standing:
    """A model by its place from where the leader stands."""
    return Standing(name, MAN, Place(X + x, Y + y))


def charge(limit: int, *groups: tuple[str, ...]) -> UnitRule:
    """A charge that must engage groups; without any it must only be a legal move that touches if it can."""
    zone = INCH if groups else None
    permit = MovePermit(limit=limit, zone=zone, zone_height=5 * INCH)
    return UnitRule(permit=permit, coherency=COHERENCY, engage=groups, contact=True)


def found(scene: Scene, unit: list[Standing], rule: UnitRule, *, touch: bool = False) -> tuple[Path, ...] | None:
    """What is found with one model leading; what it is is legal. ``touch``: somebody must touch a target."""

    def legal(paths: tuple[Path, ...]) -> bool:
        ends = [model.at(path[-1]) for model, path in zip(unit, paths, strict=True)]
        touches = any(in_contact(end, target) for end in ends for target in scene.models(3))
        return judge_unit(scene, unit, paths, rule).ok and (touches or not touch)

    paths = next(led_moves(scene, unit, rule, legal), None)
    assert paths is None or legal(paths)
    return paths


def usual(scene: Scene, unit: list[Standing], rule: UnitRule, toward: Standing) -> int:
    """How many moves are found without a leader: into contact, or all alike toward a target."""
    goals = Goal("contact"), Goal("toward", (toward.place.x, toward.place.y))
    return sum(len(propose_moves(scene, unit, goal, rule, Pick(seed=1, limit=1))) for goal in goals)


@pytest.mark.parametrize("mates", [0, 2])
def test_a_zone_is_reached_a_little_off_the_straight_way_where_a_friend_stands(mates: int) -> None:
    target, friend = man("t", 0, 320 + 1350), man("f", 0, 1270)
    unit = [man("u0", 0, 0), *(man(f"u{index}", 0, -400 * index) for index in range(1, mates + 1))]
    scene = Scene(EMPTY, friends=[friend, *unit], targets=[target])
    rule = charge(5 * INCH, ("t",))
    assert not usual(scene, unit, rule, target)
    paths = found(scene, unit, rule)
    assert paths is not None
    assert engaged(unit[0].at(paths[0][-1]), target, INCH, 5 * INCH)
    assert found(scene, unit, charge(4 * INCH, ("t",))) is None, "an inch less does not reach"


def test_contact_is_reached_around_the_corners_of_a_block() -> None:
    block = container("block", rectangle(X - 300, Y + 500, X + 300, Y + 700), 5 * INCH)
    target, unit = man("t", 0, 1270), [man("u0", 0, 0)]
    scene = Scene(Field(TALL, (block,)), targets=[target])
    paths = found(scene, unit, charge(7 * INCH), touch=True)
    assert paths is not None
    assert len(paths[0]) > 2, "the straight way is barred"
    assert in_contact(unit[0].at(paths[0][-1]), target)
    assert found(scene, unit, charge(5 * INCH), touch=True) is None, "the way around is longer than that"


def test_a_single_model_takes_an_end_where_it_engages_all_that_it_must() -> None:
    one, other, unit = man("t1", -420, 1500), man("t2", 420, 1500), [man("u0", 0, 0)]
    scene = Scene(EMPTY, targets=[one, other])
    paths = found(scene, unit, charge(6 * INCH, ("t1",), ("t2",)))
    assert paths is not None
    end = unit[0].at(paths[0][-1])
    assert all(distance_up(end, target) <= INCH for target in (one, other))
    apart = Scene(EMPTY, targets=[man("t1", -900, 1500), man("t2", 900, 1500)])
    assert found(apart, unit, charge(6 * INCH, ("t1",), ("t2",))) is None


def test_the_others_keep_coherency_with_two_mates_each_in_a_large_unit() -> None:
    target = man("t", 0, 320 + 6 * INCH)
    unit = [man(f"u{index}", 380 * (index % 4), -380 * (index // 4)) for index in range(8)]
    scene = Scene(EMPTY, friends=unit, targets=[target])
    paths = found(scene, unit, charge(6 * INCH, ("t",)))
    assert paths is not None
    assert in_contact(unit[0].at(paths[0][-1]), target)


def test_nothing_is_found_where_no_target_is_in_reach() -> None:
    unit = [man("u0", 0, 0)]
    assert found(Scene(EMPTY, targets=[man("t", 0, 5000)]), unit, charge(6 * INCH, ("t",))) is None
    assert found(Scene(EMPTY), unit, charge(6 * INCH)) is None
