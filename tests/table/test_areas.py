"""How deep a line runs through a zone, and sight past such zones; shapely is the second opinion."""

from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Polygon  # type: ignore[import-untyped]

from warbench.table.areas import deeper, patch, sees_past
from warbench.table.bases import round_base
from warbench.table.convex import Core, hull
from warbench.table.lattice import INCH, Place, Point
from warbench.table.measure import Standing
from warbench.table.obstacles import Obstacle
from warbench.table.terrain import rectangle

STRIP = rectangle(0, 0, 1000, 762)
points = st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000))


def model(name: str, x: int, y: int) -> Standing:
    """A model on a base of 32 mm."""
    return Standing(name, round_base(320), Place(x, y))


def test_exactly_the_limit_is_not_deeper() -> None:
    assert not deeper((500, -100), (500, 900), STRIP, 762)
    assert deeper((500, -100), (500, 900), STRIP, 761)
    # Slanting, the part inside is longer: 762 up and 100 across.
    assert deeper((400, -100), (526, 862), STRIP, 762)


def test_a_line_that_only_touches_a_zone_does_not_run_through_it() -> None:
    assert not deeper((0, -100), (0, 900), STRIP, 0)
    assert not deeper((-100, 762), (1100, 762), STRIP, 0)
    assert not deeper((-100, 900), (1100, 900), STRIP, 0)


def test_only_the_part_between_its_ends_counts() -> None:
    assert not deeper((500, -100), (500, 300), STRIP, 300)
    assert deeper((500, -100), (500, 301), STRIP, 300)
    assert deeper((100, 100), (900, 100), STRIP, 799)


@given(st.lists(points, min_size=3, max_size=8), points, points, st.integers(0, 4000))
def test_as_shapely_measures_it(corners: list[Point], start: Point, end: Point, limit: int) -> None:
    zone: Core = hull(corners)
    assume(len(zone) > 2 and start != end)
    inside = LineString([start, end]).intersection(Polygon(zone))
    # Along an edge the line touches the border alone: shapely counts that.
    assume(inside.length == 0 or Polygon(zone).contains(inside.centroid))
    if abs(inside.length - limit) > 1e-6:
        assert deeper(start, end, zone, limit) == (inside.length > limit)


def test_a_model_is_seen_past_zones_by_any_ray() -> None:
    observer, target = model("a", 500, -1000), model("b", 500, 2000)
    assert not sees_past(observer, target, (), [patch(STRIP, 761)])
    assert sees_past(observer, target, (), [patch(STRIP, 762)])
    # A zone beside the left half of the way leaves the right half open.
    assert sees_past(observer, target, (), [patch(rectangle(0, 0, 550, 762), 0)])
    assert not sees_past(observer, target, (), [patch(rectangle(0, 0, 700, 762), 0)])


def test_zones_and_obstacles_together() -> None:
    observer, target = model("a", 500, -1000), model("b", 500, 2000)
    left, right = rectangle(0, 0, 500, 100), rectangle(500, 0, 1000, 100)
    wall = Obstacle("wall", left, (0, 0, 500, 100), 0, 5 * INCH)
    assert sees_past(observer, target, [wall], ())
    assert sees_past(observer, target, (), [patch(right, 0)])
    assert not sees_past(observer, target, [wall], [patch(rectangle(490, 0, 1000, 100), 0)])
