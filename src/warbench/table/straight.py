"""The shortest way to another model: where one ends that goes straight at the nearest point of it."""

from warbench.table.convex import Core, edges
from warbench.table.lattice import Place, Point, travel
from warbench.table.measure import Standing, distance_down, in_contact, overlapping

_TRIES = 4
"""Lengths are tried from the distance rounded down, each a lattice unit longer: places are on a lattice."""


Near = tuple[Point, Point]
"""The points of two cores that are nearest to each other."""


def straight_contact(mover: Standing, target: Standing, near: Near) -> Place | None:
    """Where a model touches another after the shortest way, on its own level; None where no lattice point does.

    ``near`` are the `nearest_points` of their cores.
    `contact.contact_places` looks at directions from the target's centre alone, which beside a long hull are not the shortest
    ways.
    """
    shortest = distance_down(mover, target)
    for length in range(shortest, shortest + _TRIES):
        place = straight_place(mover, near, length)
        if place is None:
            return None
        there = mover.at(place)
        if not overlapping(there, target) and in_contact(there, target):
            return place
    return None


def straight_place(mover: Standing, near: Near, length: int) -> Place | None:
    """Where a model is that went ``length`` lattice units straight at the nearest point of another; None if they overlap."""
    place = mover.place
    (x, y), (px, py) = near
    dx, dy = px - x, py - y
    whole = travel(dx, dy)
    if not whole:
        return None
    return Place(place.x + _part(dx, length, whole), place.y + _part(dy, length, whole), place.z, place.heading)


def _part(step: int, length: int, whole: int) -> int:
    """The part ``length / whole`` of a step, rounded toward zero."""
    return step * length // whole if step >= 0 else -(-step * length // whole)


def nearest_points(one: Core, other: Core) -> Near:
    """The points of two convex cores that do not overlap which are nearest to each other; one of them is a corner."""
    pairs = [(corner, nearest_point(corner, other)) for corner in one]
    if len(one) > 1:
        pairs += [(nearest_point(corner, one), corner) for corner in other]
    return min(pairs, key=lambda pair: ((pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2, pair))


def nearest_point(point: Point, core: Core) -> Point:
    """The lattice point of a convex core's border nearest to a point; the core itself if it is a point.

    Args:
        point: from where, in lattice units.
        core: a point, a segment or a convex polygon.
    """
    if len(core) == 1:
        return core[0]
    sides = [(core[0], core[1])] if len(core) == 2 else edges(core)  # noqa: PLR2004 -- a segment
    found = [_on(point, a, b) for a, b in sides]
    return min(found, key=lambda it: ((it[0] - point[0]) ** 2 + (it[1] - point[1]) ** 2, it))


def _on(point: Point, a: Point, b: Point) -> Point:
    """The point of a segment nearest to another, rounded to the lattice."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    length = ex * ex + ey * ey
    along = min(max((point[0] - a[0]) * ex + (point[1] - a[1]) * ey, 0), length)
    return a[0] + (2 * ex * along + length) // (2 * length), a[1] + (2 * ey * along + length) // (2 * length)
