"""Moves of one model: lengths, what is in the way, and the sentence that says so."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, MultiPoint, Point, Polygon  # type: ignore[import-untyped]

from warbench.table.bases import Base, corners_at, hull_base, oval_base, round_base
from warbench.table.convex import is_convex
from warbench.table.errors import TableError
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place, TableSize, inches
from warbench.table.measure import Standing
from warbench.table.paths import judge_move
from warbench.table.permits import MovePermit
from warbench.table.routes import route
from warbench.table.scene import Scene
from warbench.table.terrain import Opening, Piece, Wall, container, hill, rectangle, ruin, wood
from warbench.table.ways import dragged, frames, path_length, turn_hulls

SIZE = TableSize(44 * INCH, 60 * INCH)
BASE = round_base(320)
TANK = hull_base(1800, 1100, 762)


def model(x: int, y: int, name: str = "m", base: Base = BASE, z: int = 0) -> Standing:
    return Standing(name, base, Place(x, y, z))


def permit(limit: float = 6, **more: object) -> MovePermit:
    return MovePermit(limit=inches(limit), **({"zone": INCH, "zone_height": 5 * INCH, "step": 2 * INCH} | more))  # type: ignore[arg-type]


def scene(*pieces: Piece, **models: list[Standing]) -> Scene:
    return Scene(Field(SIZE, pieces), **models)


MOVER = model(2000, 5000)


def ahead(distance: float, **turn: int) -> tuple[Place, Place]:
    return MOVER.place, Place(2000 + inches(distance), 5000, **turn)


def test_a_move_in_the_open() -> None:
    verdict = judge_move(scene(), MOVER, ahead(6), permit())
    assert verdict.ok
    assert (verdict.code, verdict.length) == ("ok", 6 * INCH)


def test_the_limit_is_exact() -> None:
    end = Place(2000 + 6 * INCH + 1, 5000)
    verdict = judge_move(scene(), MOVER, (MOVER.place, end), permit())
    assert (verdict.ok, verdict.code, verdict.length) == (False, "too-far", 6 * INCH + 1)
    assert verdict.sentence == 'm would move 6", more than its 6"'


def test_corners_add_up_rounded_up() -> None:
    path = (MOVER.place, Place(2300, 5400), Place(2600, 5000), Place(2601, 5001))
    assert judge_move(scene(), MOVER, path, permit()).length == 500 + 500 + 2


@pytest.mark.parametrize(("gap", "ok"), [(0.9, False), (1, False), (1.1, True)])
def test_passing_an_enemy(gap: float, ok: bool) -> None:
    #     e
    # m ------> m
    enemy = model(3000, 5000 + 320 + inches(gap), "e")
    verdict = judge_move(scene(enemies=[enemy]), MOVER, ahead(10), permit(10))
    assert verdict.ok == ok
    if not ok:
        assert verdict.code == "through-zone"
        assert verdict.sentence == 'm would come within 1" of e'


def test_the_zone_is_exact_along_the_way() -> None:
    for gap, ok in ((INCH, False), (INCH + 1, True)):
        enemy = model(3000, 5000 + 320 + gap, "e")
        assert judge_move(scene(enemies=[enemy]), MOVER, ahead(10), permit(10)).ok == ok


def test_the_zone_may_be_passed_but_not_ended_in() -> None:
    enemy = model(3000, 5500, "e")
    through = permit(10, through_zones=True)
    assert judge_move(scene(enemies=[enemy]), MOVER, ahead(10), through).ok
    verdict = judge_move(scene(enemies=[enemy]), MOVER, (MOVER.place, Place(3000, 5000)), through)
    assert (verdict.code, verdict.sentence) == ("in-zone", 'm would end within 1" of e')
    assert judge_move(scene(targets=[enemy]), MOVER, (MOVER.place, Place(3000, 5000)), permit(10)).ok


def test_a_zone_ends_five_inches_up() -> None:
    enemy = model(3000, 5000, "e", z=5 * INCH + 1)
    assert judge_move(scene(enemies=[enemy]), MOVER, ahead(10), permit(10)).ok
    enemy = model(3000, 5000, "e", z=5 * INCH)
    assert judge_move(scene(enemies=[enemy]), MOVER, ahead(10), permit(10)).code == "through-zone"


def test_enemies_are_in_the_way() -> None:
    enemies = [model(3000, 5000, "e"), model(3600, 5100, "f"), model(3000, 6000, "aside")]
    barred = permit(10, zone=None)
    verdict = judge_move(scene(enemies=enemies), MOVER, ahead(10), barred)
    assert (verdict.code, verdict.sentence) == ("through-enemy", "m would move through e")
    over = permit(10, zone=None, through_enemies=True)
    assert judge_move(scene(enemies=enemies), MOVER, ahead(10), over).crossed == ("e", "f")
    fly = permit(10, zone=None, fly=True)
    assert judge_move(scene(enemies=enemies), MOVER, ahead(10), fly).crossed == ("e", "f")
    # exactly beside: touching is no overlap
    assert judge_move(scene(enemies=[model(3000, 5320, "e")]), MOVER, ahead(10), barred).ok
    assert not judge_move(scene(enemies=[model(3000, 5319, "e")]), MOVER, ahead(10), barred).ok


def test_friends_are_passed_but_not_ended_on() -> None:
    friend = model(3000, 5000, "f")
    assert judge_move(scene(friends=[friend]), MOVER, ahead(10), permit(10)).ok
    verdict = judge_move(scene(friends=[friend]), MOVER, (MOVER.place, Place(2700, 5000)), permit(10))
    assert (verdict.code, verdict.sentence) == ("on-model", "m would end on f")
    assert judge_move(scene(friends=[friend]), MOVER, (MOVER.place, Place(2680, 5000)), permit(10)).ok
    verdict = judge_move(scene(large=[friend]), MOVER, ahead(10), permit(10, over_large=False))
    assert verdict.code == "through-friend"
    assert judge_move(scene(large=[friend]), MOVER, ahead(10), permit(10)).ok


def test_staying_is_always_allowed() -> None:
    enemy = model(2400, 5000, "e")
    assert judge_move(scene(enemies=[enemy]), MOVER, (MOVER.place,), permit(0)).ok
    assert judge_move(scene(enemies=[enemy]), MOVER, ahead(-3), permit(3)).code == "through-zone"


def test_a_path_begins_where_the_model_stands() -> None:
    with pytest.raises(TableError):
        judge_move(scene(), MOVER, (Place(1, 1),), permit())


def test_the_table_has_an_edge() -> None:
    near = model(500, 500)
    assert judge_move(scene(), near, (near.place, Place(160, 160)), permit()).ok
    assert judge_move(scene(), near, (near.place, Place(159, 160)), permit()).code == "off-table"
    # out and in again
    assert judge_move(scene(), near, (near.place, Place(100, 500), Place(500, 600)), permit()).code == "off-table"


# Turning.


def test_a_pivot_is_paid_once() -> None:
    tank = model(5000, 5000, base=TANK)
    path = (tank.place, Place(5500, 5000, heading=20), Place(5500, 5500, heading=60))
    pivot = permit(10, pivot_cost=2 * INCH)
    assert judge_move(scene(), tank, path, pivot).length == 1000 + 2 * INCH
    straight = (tank.place, Place(5500, 5000))
    assert judge_move(scene(), tank, straight, pivot).length == 500
    assert judge_move(scene(), tank, path, permit(10, pivot_cost=2 * INCH, free_turn=60)).length == 1000
    assert judge_move(scene(), tank, (tank.place, Place(5000, 5000, heading=1)), pivot).length == 2 * INCH
    verdict = judge_move(scene(), tank, path, permit(5, pivot_cost=2 * INCH))
    assert verdict.code == "too-far"


def test_turns_may_count_with_the_furthest_corner() -> None:
    square = model(5000, 5000, base=hull_base(1000, 1000, 700))
    path = (square.place, Place(5000, 5000, heading=90))
    length = path_length(square.base, path, permit(10, count_turns=True))
    assert 1105 <= length <= 1120  # a quarter of a circle of radius 707: 1110
    assert path_length(BASE, path, permit(10, count_turns=True)) == 0


def test_a_turning_corner_sweeps() -> None:
    #  +-----------+ f       turning left by 30 degrees the corner hits f, although both ends are free
    tank = model(5000, 5000, base=hull_base(2000, 400, 700))
    friend = model(5000 + 990, 5000 + 360, "f", round_base(100))
    path = (tank.place, Place(5000, 5000, heading=60))
    barred = permit(10, over_friends=False, zone=None)
    assert judge_move(scene(friends=[friend]), tank, path, barred).code == "through-friend"
    assert judge_move(scene(friends=[friend]), tank, (tank.place, Place(5000, 5000, heading=300)), barred).ok


def test_frames() -> None:
    assert frames(350, 10) == [350, 0, 10]
    assert frames(0, 355) == [0, 355]
    assert len(turn_hulls(TANK, 0, 180)) == 18


@given(
    st.tuples(st.integers(100, 900), st.integers(100, 900)),
    st.integers(0, 359),
    st.integers(-3000, 3000),
    st.integers(-3000, 3000),
)
def test_a_dragged_polygon_is_the_hull_of_both(sides: tuple[int, int], heading: int, dx: int, dy: int) -> None:
    corners = corners_at(oval_base(*sides), heading)
    assert is_convex(corners)
    both = MultiPoint([*corners, *((x + dx, y + dy) for x, y in corners)]).convex_hull
    swept = Polygon(dragged(corners, dx, dy))
    assert swept.is_valid
    assert swept.symmetric_difference(both).area < 1e-6


@settings(max_examples=200)
@given(st.integers(0, 2000), st.integers(3000, 7000), st.integers(1500, 4500), st.integers(4000, 6000))
def test_sweeps_agree_with_shapely(dx: int, y: int, ex: int, ey: int) -> None:
    enemy = model(ex, ey, "e")
    end = Place(3000 + dx, y)
    way = LineString([(2000, 5000), (end.x, end.y)])
    apart = way.distance(Point(ex, ey)) - 320
    verdict = judge_move(scene(enemies=[enemy]), MOVER, (MOVER.place, end), permit(30))
    if apart < INCH - 0.01:
        assert verdict.code in {"through-zone", "through-enemy"}
    elif apart > INCH + 0.01:
        assert verdict.ok


# Terrain.

#  +----------------+
#  |     |          |     a wall across the way of MOVER, at x = 3000
#  |  m  |   end    |
#  +----------------+
WALL = Wall((3000, 4000), (3000, 6000), 5 * INCH)
DOOR = Wall((3000, 4000), (3000, 6000), 5 * INCH, 0, (Opening(800, 1200, 0, 600),))
AREA = rectangle(1500, 4000, 4500, 6000)


def test_walls_stop_all_but_those_who_breach_them() -> None:
    field = scene(ruin("r", AREA, (WALL,)))
    verdict = judge_move(field, MOVER, ahead(6), permit())
    assert (verdict.code, verdict.sentence) == ("through-wall", "m would move through a wall of r")
    assert judge_move(field, MOVER, ahead(6), permit(keywords=("INFANTRY",))).ok
    assert judge_move(field, MOVER, ahead(6), permit(fly=True)).ok
    on_it = (MOVER.place, Place(3100, 5000))
    assert judge_move(field, MOVER, on_it, permit(keywords=("INFANTRY",))).code == "on-wall"
    assert judge_move(field, MOVER, (MOVER.place, Place(3160, 5000)), permit(keywords=("INFANTRY",))).ok


def test_a_door_lets_through_who_fits() -> None:
    field = scene(ruin("r", AREA, (DOOR,)))
    assert judge_move(field, MOVER, ahead(6), permit()).ok
    wide = model(2000, 5000, base=round_base(401))
    assert judge_move(field, wide, ahead(6), permit()).code == "through-wall"
    tall = model(2000, 5000, base=round_base(320, 601))
    assert judge_move(field, tall, ahead(6), permit()).code == "through-wall"


def test_low_terrain_is_as_good_as_flat() -> None:
    low, high = hill("h", rectangle(2500, 4000, 3000, 6000), 2 * INCH), hill("h", rectangle(2500, 4000, 3000, 6000), 509)
    assert judge_move(scene(low), MOVER, ahead(6), permit()).ok
    verdict = judge_move(scene(high), MOVER, ahead(6), permit())
    assert (verdict.code, verdict.sentence) == ("through-solid", "m would move through h")


def test_climbing_is_paid_and_done_straight() -> None:
    box = container("c", rectangle(2500, 4000, 3500, 6000), 3 * INCH)
    field = scene(box)
    foot, head, end = Place(2340, 5000), Place(2340, 5000, 3 * INCH), Place(3000, 5000, 3 * INCH)
    climbs = permit(8, keywords=("INFANTRY",))
    verdict = judge_move(field, MOVER, (MOVER.place, foot, head, end), climbs)
    assert (verdict.ok, verdict.length) == (True, 340 + 3 * INCH + 660)
    assert route(field.field, MOVER, end, climbs) == (MOVER.place, foot, head, end)
    assert judge_move(field, MOVER, (MOVER.place, end), climbs).code == "bad-path"
    assert judge_move(field, MOVER, (MOVER.place, foot, head, end), permit(8, climb=False)).code == "may-not-climb"
    half_on = Place(2500, 5000, 3 * INCH)
    assert judge_move(field, MOVER, (MOVER.place, foot, head, half_on), climbs).code == "no-floor"
    in_the_air = (MOVER.place, Place(2000, 5000, 3 * INCH), Place(2300, 5000, 3 * INCH))
    assert judge_move(field, MOVER, in_the_air, climbs).code == "no-floor"


def test_the_way_down_again() -> None:
    box = container("c", rectangle(2500, 4000, 3500, 6000), 3 * INCH)
    field = scene(box)
    top = model(3000, 5000, z=3 * INCH)
    path = route(field.field, top, Place(4000, 5000), permit())
    assert len(path) == 4
    assert judge_move(field, top, path, permit(8)).ok


def test_flying_is_measured_through_the_air() -> None:
    box = container("c", rectangle(2500, 4000, 3500, 6000), 3 * INCH)
    end = Place(2000 + 4 * INCH, 5000, 3 * INCH)
    verdict = judge_move(scene(box), MOVER, (MOVER.place, end), permit(5, fly=True))
    assert (verdict.ok, verdict.length) == (True, 5 * INCH)


def test_floors_are_for_some() -> None:
    field = scene(ruin("r", AREA, (), (3 * INCH,)))
    up = (MOVER.place, Place(2000, 5000, 3 * INCH))
    assert judge_move(field, MOVER, up, permit(keywords=("INFANTRY",))).ok
    verdict = judge_move(field, MOVER, up, permit())
    assert (verdict.code, verdict.sentence) == ("may-not-stand", "m may not stand on the floors of r")


def test_slow_terrain_costs() -> None:
    field = scene(wood("w", rectangle(2500, 4000, 3000, 6000), slow=2 * INCH))
    assert judge_move(field, MOVER, ahead(4), permit()).length == 6 * INCH
    assert judge_move(field, MOVER, ahead(4.5), permit()).code == "too-far"
    assert judge_move(field, MOVER, ahead(4.5), permit(fly=True)).ok


def test_nobody_walks_below_the_table() -> None:
    assert judge_move(scene(), MOVER, (MOVER.place, Place(2000, 5000, -10)), permit()).code == "bad-path"


def test_bad_permits() -> None:
    with pytest.raises(TableError):
        MovePermit(limit=-1)
