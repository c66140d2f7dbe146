"""Regions: exact borders, combinations, and shapely's opinion."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon  # type: ignore[import-untyped]

from warbench.table.bases import Base, hull_base, round_base
from warbench.table.errors import TableError
from warbench.table.lattice import INCH, Place, TableSize
from warbench.table.measure import Marker, Standing
from warbench.table.regions import (
    AllOf,
    AnyOf,
    Anywhere,
    Area,
    EdgeStrip,
    MoreThan,
    Outside,
    Rectangle,
    Region,
    WhollyWithin,
)

SIZE = TableSize(44 * INCH, 60 * INCH)
SMALL = round_base(320)
TANK = Standing("tank", hull_base(1800, 1100, 762), Place(5000, 5000))
ENEMY = Standing("enemy", SMALL, Place(5000, 5000))


def at(x: int, y: int, z: int = 0, base: Base = SMALL) -> Standing:
    return Standing("m", base, Place(x, y, z))


@pytest.mark.rule("W-182")
def test_wholly_within_three_inches_of_a_hull() -> None:
    region = WhollyWithin((TANK,), 3 * INCH)
    edge = 5000 + 900 + 3 * INCH - 160
    assert region.holds(at(edge, 5000), SIZE)
    assert not region.holds(at(edge + 1, 5000), SIZE)


@pytest.mark.rule("W-336")
def test_more_than_nine_inches_horizontally() -> None:
    region = MoreThan((ENEMY,), 9 * INCH)
    assert not region.holds(at(5000 + 9 * INCH + 320, 5000), SIZE)
    assert region.holds(at(5000 + 9 * INCH + 321, 5000), SIZE)
    assert not region.holds(at(5000 + 8 * INCH + 320, 5000, 6 * INCH), SIZE)  # height does not help


def test_a_rectangle_holds_whole_bases() -> None:
    zone = Rectangle(0, 0, 1000, 1000)
    assert zone.holds(at(160, 160), SIZE)
    assert not zone.holds(at(159, 160), SIZE)
    assert zone.holds(at(143, 500, base=round_base(285)), SIZE)
    assert not zone.holds(at(142, 500, base=round_base(285)), SIZE)
    assert Outside(zone).holds(at(1160, 500), SIZE)
    assert not Outside(zone).holds(at(1159, 500), SIZE)


def test_an_area_may_have_a_notch() -> None:
    # ##
    # ####
    area = Area(((0, 0), (4000, 0), (4000, 2000), (2000, 2000), (2000, 4000), (0, 4000)))
    assert area.holds(at(1000, 3000), SIZE)
    assert area.holds(at(3000, 1000), SIZE)
    assert area.holds(at(1840, 2000), SIZE)
    assert not area.holds(at(1841, 2200), SIZE)
    assert not area.holds(at(3000, 3000), SIZE)
    assert Outside(area).holds(at(3000, 3000), SIZE)
    assert Outside(area).holds(at(2160, 2160), SIZE)  # touches both borders of the notch
    assert not Outside(area).holds(at(2159, 2160), SIZE)


def test_strips_along_the_edges() -> None:
    strip = EdgeStrip(6 * INCH)
    assert strip.holds(at(20 * INCH, 6 * INCH - 160), SIZE)
    assert not strip.holds(at(20 * INCH, 6 * INCH - 159), SIZE)
    assert strip.holds(at(SIZE.width - 6 * INCH + 160, 30 * INCH), SIZE)
    assert not EdgeStrip(6 * INCH, ("near",)).holds(at(160, 30 * INCH), SIZE)


def test_combinations() -> None:
    left, right = Rectangle(0, 0, 1000, 1000), Rectangle(1000, 0, 2000, 1000)
    either = AnyOf((left, right))
    assert either.holds(at(500, 500), SIZE)
    assert either.holds(at(1500, 500), SIZE)
    assert not either.holds(at(1000, 500), SIZE)  # spread over both: `AnyOf` wants one
    both = AllOf((Rectangle(0, 0, 1500, 1000), Outside(right)))
    assert both.holds(at(840, 500), SIZE)
    assert not both.holds(at(841, 500), SIZE)
    assert AllOf(()).holds(at(500, 500), SIZE)
    assert not AnyOf(()).holds(at(500, 500), SIZE)
    assert both.box(SIZE) == (0, 0, 1500, 1000)
    assert either.box(SIZE) == (0, 0, 2000, 1000)


@settings(max_examples=200)
@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_narrowing_changes_nothing(x: int, y: int) -> None:
    targets = tuple(Standing(f"e{index}", SMALL, Place(index * 1500, index * 1100)) for index in range(8))
    model = at(x, y)
    box = x - 160, y - 160, x + 160, y + 160
    for region in (MoreThan(targets, 900), AnyOf((MoreThan(targets, 500), Anywhere()))):
        assert region.narrowed(box).holds(model, SIZE) == region.holds(model, SIZE)


CORNERS = ((0, 0), (6000, 1000), (5000, 4000), (3000, 2000), (1000, 5000))


@settings(max_examples=300)
@given(st.integers(-500, 6500), st.integers(-500, 5500), st.sampled_from([SMALL, hull_base(900, 400, 700), round_base(1001)]))
def test_areas_agree_with_shapely(x: int, y: int, base: Base) -> None:
    area, model = Area(CORNERS), at(x, y, base=base)
    outline = Point(x, y).buffer(base.diameter / 2, quad_segs=128) if base.is_round else Polygon(model.core)
    polygon = Polygon(CORNERS)
    if polygon.buffer(-1).covers(outline):
        assert area.holds(model, SIZE)
    elif not polygon.buffer(1).covers(outline):
        assert not area.holds(model, SIZE)
    if polygon.buffer(-1).intersects(outline.buffer(-1)):
        assert not Outside(area).holds(model, SIZE)
    elif not polygon.buffer(1).intersects(outline.buffer(1)):
        assert Outside(area).holds(model, SIZE)


def test_regions_are_data() -> None:
    region = AllOf(
        (
            EdgeStrip(6 * INCH),
            AnyOf((MoreThan((ENEMY, Marker("it", ((1, 2),))), 9 * INCH), Outside(Area(CORNERS)))),
            Rectangle(0, 0, 10, 10),
        )
    )
    text = msgspec.json.encode(region)
    assert msgspec.json.decode(text, type=Region) == region


def test_regions_that_are_none() -> None:
    with pytest.raises(TableError):
        Rectangle(10, 0, 10, 5)
    with pytest.raises(TableError):
        Area(((0, 0), (1, 1)))
