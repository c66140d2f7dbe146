"""Measuring: the exact limits, and everything else against shapely."""

import pytest
import shapely  # type: ignore[import-untyped]
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon  # type: ignore[import-untyped]
from shapely.geometry.base import BaseGeometry  # type: ignore[import-untyped]

from warbench.table.bases import Base, hull_base, oval_base, round_base
from warbench.table.convex import hull, is_convex, overlap
from warbench.table.errors import TableError
from warbench.table.lattice import INCH, Place, TableSize, inches
from warbench.table.measure import (
    Marker,
    Standing,
    core_of,
    distance_down,
    distance_up,
    engaged,
    in_contact,
    inside,
    on_table,
    overlapping,
    vertical_gap,
    wholly_within,
    wholly_within_edge,
    within,
)

SMALL, ODD = round_base(320), round_base(285)


def model(x: int, y: int = 0, z: int = 0, base: Base = SMALL, heading: int = 0, name: str = "m") -> Standing:
    return Standing(name, base, Place(x, y, z, heading))


def shape(it: Standing) -> BaseGeometry:
    """The same outline for shapely; a round base as a disc of very many corners."""
    if it.base.is_round:
        return Point(it.place.x, it.place.y).buffer(it.base.diameter / 2, quad_segs=256)
    return Polygon(it.core)


def distance(a: Standing, b: Standing) -> float:
    """By shapely, from the cores, so that a round base is exact."""
    cores = [Point(it.core[0]) if it.base.is_round else Polygon(it.core) for it in (a, b)]
    return float(cores[0].distance(cores[1]) - (a.base.diameter + b.base.diameter) / 2)


BASES = st.one_of(
    st.integers(200, 1000).map(round_base),
    st.tuples(st.integers(200, 1700), st.integers(200, 1700)).map(lambda it: oval_base(*it)),
    st.tuples(st.integers(200, 2000), st.integers(200, 2000)).map(lambda it: hull_base(*it, 700)),
)
PLACES = st.builds(Place, st.integers(0, 4000), st.integers(0, 4000), st.sampled_from([0, 762]), st.integers(0, 359))
MODELS = st.builds(Standing, st.just("m"), BASES, PLACES)


@pytest.mark.rule("W-301")
def test_engagement_limits_are_exact() -> None:
    far = round_base(320)
    at_limit = model(254 + 320)
    assert engaged(model(0), at_limit, INCH, 5 * INCH)
    assert not engaged(model(0), model(255 + 320), INCH, 5 * INCH)
    assert engaged(model(0), model(254 + 320, z=5 * INCH), INCH, 5 * INCH)
    assert not engaged(model(0), model(127 + 320, z=5 * INCH + 1), INCH, 5 * INCH)
    assert engaged(model(0, base=far), model(127 + 320, z=5 * INCH), INCH, 5 * INCH)


@pytest.mark.rule("W-302")
@settings(max_examples=200)
@given(MODELS, MODELS, st.sampled_from([INCH, 4 * INCH]))
def test_engagement_is_mutual(a: Standing, b: Standing, limit: int) -> None:
    assert engaged(a, b, limit, 3 * INCH) == engaged(b, a, limit, 3 * INCH)


def test_half_units_are_exact() -> None:
    # A 28.5 mm and a 32 mm base: the radii are 142.5 and 160 units, so 254 + 302.5 is no whole number.
    assert within(model(0), model(556, base=ODD), INCH)
    assert not within(model(0), model(557, base=ODD), INCH)
    assert within(model(0, base=ODD), model(254 + 285, base=ODD), INCH)
    assert not within(model(0, base=ODD), model(255 + 285, base=ODD), INCH)


def test_slanted_limits_are_exact() -> None:
    # 3-4-5: centres 5 inches apart
    assert within(model(0, 0), model(3 * INCH, 4 * INCH), 5 * INCH - 320)
    assert not within(model(0, 0), model(3 * INCH, 4 * INCH + 1), 5 * INCH - 320)


def test_a_hull_is_measured_from_its_edge_and_its_corner() -> None:
    tank = model(0, 0, base=hull_base(1800, 1100, 762))
    assert within(tank, model(900 + 254 + 160, 500), 254)
    assert not within(tank, model(900 + 255 + 160, 500), 254)
    assert within(tank, model(900 + 300, 550 + 400), 340)  # 500 from the corner, less 160
    assert not within(tank, model(900 + 300, 550 + 400), 339)


def test_vertical_gap_counts_bodies() -> None:
    tank = model(0, 0, base=hull_base(1800, 1100, 762))
    assert vertical_gap(tank, model(0, 0, z=1000)) == 238
    assert vertical_gap(model(0, 0, z=500), tank) == 0
    assert vertical_gap(model(0), model(0, z=762)) == 762


def test_touching_is_contact_and_no_overlap() -> None:
    assert in_contact(model(0), model(320))
    assert not overlapping(model(0), model(320))
    assert overlapping(model(0), model(319))
    assert in_contact(model(0), model(322))
    assert not in_contact(model(0), model(323))
    assert not in_contact(model(0), model(320, z=700))
    tank = model(0, 0, base=hull_base(1800, 1100, 762))
    assert not overlapping(tank, model(1800, 0, base=hull_base(1800, 1100, 762)))
    assert overlapping(tank, model(1799, 0, base=hull_base(1800, 1100, 762)))


def test_wholly_within_limits_are_exact() -> None:
    tank = model(0, 0, base=hull_base(1800, 1100, 762))
    assert wholly_within(model(900 + 3 * INCH - 160), tank, 3 * INCH)
    assert not wholly_within(model(900 + 3 * INCH - 159), tank, 3 * INCH)
    assert wholly_within(model(0), model(0, base=round_base(500)), 0)
    assert not wholly_within(model(91), model(0, base=round_base(500)), 0)
    assert wholly_within(model(90), model(0, base=round_base(500)), 0)


def test_a_disc_inside_a_hull_may_be_larger_than_the_distance() -> None:
    tank = model(0, 0, base=hull_base(2000, 2000, 762))
    disc = round_base(1000)
    assert wholly_within(model(500 + 10, base=disc), tank, 10)
    assert not wholly_within(model(500 + 11, base=disc), tank, 10)


@settings(max_examples=300)
@given(MODELS, MODELS, st.integers(0, 3000))
def test_within_agrees_with_shapely(a: Standing, b: Standing, limit: int) -> None:
    apart = distance(a, b)
    assume(abs(apart - limit) > 0.01)
    assert within(a, b, limit) == within(b, a, limit) == (apart <= limit)


@settings(max_examples=300)
@given(MODELS, MODELS)
def test_distances_agree_with_shapely(a: Standing, b: Standing) -> None:
    apart = max(0.0, distance(a, b))
    down, up = distance_down(a, b), distance_up(a, b)
    assert down - 0.01 <= apart <= up + 0.01
    assert up - down <= 1
    assert within(a, b, up)
    assert up == 0 or not within(a, b, up - 1)


@settings(max_examples=300)
@given(MODELS, MODELS, st.integers(0, 3000))
def test_wholly_within_agrees_with_shapely(a: Standing, b: Standing, limit: int) -> None:
    grown = (Point(b.core[0]) if b.base.is_round else Polygon(b.core)).buffer(limit + b.base.diameter / 2, quad_segs=512)
    here = shape(a)
    if grown.buffer(-0.2).covers(here):
        assert wholly_within(a, b, limit)
    elif not grown.buffer(0.2).covers(here):
        assert not wholly_within(a, b, limit)


@settings(max_examples=300)
@given(MODELS, MODELS)
def test_overlap_agrees_with_shapely(a: Standing, b: Standing) -> None:
    common = shape(a).intersection(shape(b)).area
    apart = distance(a, b)
    if common > 1:
        assert overlapping(a, b)
        assert overlapping(b, a)
    elif apart > 0.01:
        assert not overlapping(a, b)


@settings(max_examples=200)
@given(MODELS, st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 4000)), min_size=2, max_size=2, unique=True))
def test_walls_agree_with_shapely(a: Standing, ends: list[tuple[int, int]]) -> None:
    line = LineString(ends)
    length = shape(a).buffer(-0.5).intersection(line).length
    if length > 1:
        assert overlap(a.core, tuple(ends), a.base.diameter)
    elif not shape(a).buffer(0.5).intersects(line):
        assert not overlap(a.core, tuple(ends), a.base.diameter)


@given(MODELS, MODELS, MODELS)
def test_a_way_round_is_no_shorter(a: Standing, b: Standing, c: Standing) -> None:
    width = c.base.outer  # a detour over c may use all of c's width
    assert distance_down(a, b) <= distance_up(a, c) + distance_up(c, b) + width


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=3, max_size=12))
def test_hull_agrees_with_shapely(points: list[tuple[int, int]]) -> None:
    ours = hull(points)
    theirs = shapely.MultiPoint(points).convex_hull
    if len(ours) > 2:
        assert is_convex(ours)
        assert Polygon(ours).equals(theirs)


@given(MODELS, st.integers(1, 3000), st.integers(1, 3000))
def test_inside_agrees_with_shapely(a: Standing, width: int, depth: int) -> None:
    box = ((500, 500), (500 + width, 500), (500 + width, 500 + depth), (500, 500 + depth))
    area, here = Polygon(box), shape(a)
    if area.buffer(-0.2).covers(here):
        assert inside(a, box)
    elif not area.buffer(0.2).covers(here):
        assert not inside(a, box)


def test_markers() -> None:
    point = Marker("objective", ((1000, 1000),))
    assert within(model(1000 + 762 + 160, 1000), point, 762)
    assert not within(model(1000 + 763 + 160, 1000), point, 762)
    disc = Marker("objective", ((1000, 1000),), 400)
    assert within(model(1000 + 762 + 360, 1000), disc, 762)
    line = Marker("line", ((0, 0), (5000, 0)))
    assert within(model(2500, 160 + 254), line, 254)
    assert not within(model(2500, 160 + 255), line, 254)
    with pytest.raises(TableError):
        Marker("bent", ((0, 0), (10, 0), (5, 1), (0, 10)))


def test_edges_of_the_table() -> None:
    size = TableSize(10_000, 5_000)
    odd = model(143, 2_000, base=ODD)
    assert on_table(odd, size)
    assert not on_table(model(142, 2_000, base=ODD), size)
    assert wholly_within_edge(model(10_000 - 1364, 2_000), size, "right", 6 * INCH)
    assert not wholly_within_edge(model(10_000 - 1365, 2_000), size, "right", 6 * INCH)


def test_a_core_is_what_it_says() -> None:
    assert core_of(SMALL, Place(3, 4)) == ((3, 4),)
    assert inches(1) == 254
