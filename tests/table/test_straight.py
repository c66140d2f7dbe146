"""The shortest way into base contact."""

import pytest

from warbench.table.bases import hull_base, round_base
from warbench.table.lattice import INCH, Place, travel
from warbench.table.measure import Standing, distance_up, in_contact, overlapping
from warbench.table.straight import nearest_point, nearest_points, straight_contact, straight_place

MAN = round_base(320)
HULL = hull_base(6 * INCH, 6 * INCH, 4 * INCH)


@pytest.mark.parametrize(("x", "y", "heading"), [(0, -2000, 0), (500, -2400, 0), (-1900, -1700, 30), (2500, 100, 77)])
def test_a_hull_is_reached_by_the_shortest_way(x: int, y: int, heading: int) -> None:
    mover, hull = Standing("m", MAN, Place(x, y)), Standing("h", HULL, Place(0, 0, 0, heading))
    place = straight_contact(mover, hull, nearest_points(mover.core, hull.core))
    assert place is not None
    there = mover.at(place)
    assert in_contact(there, hull)
    assert not overlapping(there, hull)
    assert travel(place.x - x, place.y - y) <= distance_up(mover, hull) + 1


def test_a_round_base_is_reached_along_the_line_of_centres() -> None:
    mover, other = Standing("m", MAN, Place(0, 0)), Standing("o", MAN, Place(3000, 0))
    assert straight_contact(mover, other, nearest_points(mover.core, other.core)) == Place(3000 - 320, 0)


@pytest.mark.parametrize(("x", "y", "heading"), [(0, 3000, 0), (2600, 2400, 30), (-1900, -2700, 77)])
def test_a_hull_goes_straight_too_corner_or_side_first(x: int, y: int, heading: int) -> None:
    hull = Standing("h", HULL, Place(0, 0, 0, heading))
    for other in (Standing("m", MAN, Place(x, y)), Standing("t", HULL, Place(x, y, 0, 45))):
        gap = distance_up(hull, other)
        near = nearest_points(hull.core, other.core)
        place = straight_contact(hull, other, near)
        assert place is not None
        assert place.heading == heading
        assert travel(place.x, place.y) <= gap + 3
        part = straight_place(hull, near, gap - 254)
        assert part is not None
        assert distance_up(hull.at(part), other) in range(254, 258)


def test_who_stands_on_the_spot_has_no_such_way() -> None:
    one, other = Standing("m", MAN, Place(5, 5)), Standing("o", MAN, Place(5, 5))
    assert straight_contact(one, other, nearest_points(one.core, other.core)) is None


def test_the_nearest_points_of_two_polygons_are_a_corner_and_a_point() -> None:
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    assert nearest_points(square, ((20, 2), (30, 2), (30, 8), (20, 8))) == ((10, 2), (20, 2))
    assert nearest_points(((20, 5),), square) == ((20, 5), (10, 5))


def test_the_nearest_point_of_a_point_a_segment_and_a_polygon() -> None:
    assert nearest_point((9, 9), ((1, 2),)) == (1, 2)
    assert nearest_point((5, 9), ((0, 0), (10, 0))) == (5, 0)
    assert nearest_point((20, 5), ((0, 0), (10, 0), (10, 10), (0, 10))) == (10, 5)
