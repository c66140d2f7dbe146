"""Exact geometry of convex shapes in whole numbers: the judge of every distance.

A shape is a *core* and a *doubled radius*: all points at most that far from the core. The core is a point (a round base), a
segment (the way of a round base), or a convex polygon whose corners run counter-clockwise (an oval, a hull, the way of one).
Distances are compared as squares of doubled lengths; a distance to an edge is a fraction, compared by cross-multiplication. No
float, no root.
"""

from collections.abc import Iterable, Sequence
from math import isqrt

from warbench.table.lattice import Point

Core = tuple[Point, ...]
"""A point, a segment, or the corners of a convex polygon counter-clockwise."""

Gap = tuple[int, int]
"""A squared distance as a fraction: numerator and denominator, both whole, the latter positive."""

_SEGMENT = 2


def cross(a: Point, b: Point, c: Point) -> int:
    """Twice the signed area of the triangle a, b, c: positive if c lies to the left of the way from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def hull(points: Iterable[Point]) -> Core:
    """The convex hull of points, counter-clockwise, without corners on a straight edge; one or two points if it is flat."""
    ordered = sorted(set(points))
    if len(ordered) <= _SEGMENT:
        return tuple(ordered)
    lower: list[Point] = []
    for point in ordered:
        while len(lower) >= _SEGMENT and cross(lower[-2], lower[-1], point) <= 0:
            lower.pop()
        lower.append(point)
    upper: list[Point] = []
    for point in reversed(ordered):
        while len(upper) >= _SEGMENT and cross(upper[-2], upper[-1], point) <= 0:
            upper.pop()
        upper.append(point)
    return (*lower[:-1], *upper[:-1])


def is_convex(points: Sequence[Point]) -> bool:
    """Whether the points are the corners of a convex polygon, counter-clockwise, none on a straight edge."""
    return (
        len(points) > _SEGMENT
        and set(hull(points)) == set(points)
        and len(set(points)) == len(points)
        and all(cross(a, b, c) > 0 for a, b, c in zip(points, (*points[1:], points[0]), (*points[2:], *points[:2]), strict=True))
    )


def edges(core: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The edges of a core: none of a point, one of a segment, all around a polygon."""
    if len(core) <= _SEGMENT:
        return [(core[0], core[1])] if len(core) == _SEGMENT else []
    return list(zip(core, (*core[1:], core[0]), strict=True))


def holds_point(core: Core, point: Point) -> bool:
    """Whether a point lies in a core; its border belongs to it."""
    if len(core) > _SEGMENT:
        previous = core[-1]
        px, py = point
        for corner in core:
            if (corner[0] - previous[0]) * (py - previous[1]) < (corner[1] - previous[1]) * (px - previous[0]):
                return False
            previous = corner
        return True
    return point_gap(point, core)[0] == 0


def _to_edge(point: Point, a: Point, b: Point) -> Gap:
    """The squared distance from a point to a segment."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    along = ex * px + ey * py
    if along <= 0:
        return px * px + py * py, 1
    length = ex * ex + ey * ey
    if along >= length:
        px, py = point[0] - b[0], point[1] - b[1]
        return px * px + py * py, 1
    off = ex * py - ey * px
    return off * off, length


def point_gap(point: Point, core: Core) -> Gap:
    """The squared distance from a point to a core, 0 inside."""
    if len(core) == 1:
        dx, dy = point[0] - core[0][0], point[1] - core[0][1]
        return dx * dx + dy * dy, 1
    if len(core) > _SEGMENT and holds_point(core, point):
        return 0, 1
    best, over = -1, 1
    for a, b in edges(core):
        top, bottom = _to_edge(point, a, b)
        if best < 0 or top * over < best * bottom:
            best, over = top, bottom
    return best, over


def _apart(one: Core, other: Core, *, touching: bool) -> bool:
    """Whether an edge of ``one`` has all of ``other`` on its outer side; with ``touching`` the line itself is outside."""
    least = 0 if touching else 1
    for a, b in edges(one):
        ax, ay = a
        ex, ey = b[0] - ax, b[1] - ay
        if all(ey * (x - ax) - ex * (y - ay) >= least for x, y in other):
            return True
    return False


def _separated(one: Core, other: Core, *, touching: bool) -> bool:
    """Whether a line parts two cores; with ``touching`` they may meet on it, but not with anything inside a polygon."""
    flats = [core for core in (one, other) if len(core) == _SEGMENT]
    for flat in flats:  # a segment has two outer sides, and its ends
        rest = other if flat is one else one
        back = (flat[1], flat[0])
        if _apart(flat, rest, touching=touching) or _apart(back, rest, touching=touching):
            return True
        (ax, ay), (bx, by) = flat
        ex, ey = bx - ax, by - ay
        least = 0 if touching else 1
        if all(ex * (x - bx) + ey * (y - by) >= least for x, y in rest):
            return True
        if all(ex * (ax - x) + ey * (ay - y) >= least for x, y in rest):
            return True
    return any(len(a) > _SEGMENT and _apart(a, b, touching=touching) for a, b in ((one, other), (other, one)))


def meet(one: Core, other: Core) -> bool:
    """Whether two cores have a point in common."""
    if len(one) == 1:
        return holds_point(other, one[0])
    if len(other) == 1:
        return holds_point(one, other[0])
    return not _separated(one, other, touching=False)


def gap(one: Core, other: Core) -> Gap:
    """The exact squared distance between two cores, 0 if they meet."""
    if len(one) == 1:
        return point_gap(one[0], other)
    if len(other) == 1:
        return point_gap(other[0], one)
    if meet(one, other):
        return 0, 1
    best, over = -1, 1
    for points, core in ((one, other), (other, one)):
        for a, b in edges(core):
            for point in points:
                top, bottom = _to_edge(point, a, b)
                if best < 0 or top * over < best * bottom:
                    best, over = top, bottom
    return best, over


def near(one: Core, other: Core, doubled: int) -> bool:
    """Whether two cores are at most ``doubled`` half units apart."""
    if doubled < 0:
        return False
    top, bottom = gap(one, other)
    return 4 * top <= doubled * doubled * bottom


def nearer(one: Core, other: Core, doubled: int) -> bool:
    """Whether two cores are less than ``doubled`` half units apart."""
    if doubled <= 0:
        return False
    top, bottom = gap(one, other)
    return 4 * top < doubled * doubled * bottom


def overlap(one: Core, other: Core, doubled: int) -> bool:
    """Whether two shapes share more than their borders; ``doubled`` is the sum of their doubled radii.

    A segment without a radius (a wall) overlaps a shape if it meets the inside of it.
    """
    if doubled > 0:
        return nearer(one, other, doubled)
    if len(one) == 1 or len(other) == 1:
        (point,), core = (one, other) if len(one) == 1 else (other, one)
        return len(core) > _SEGMENT and all(cross(a, b, point) > 0 for a, b in edges(core))
    return not _separated(one, other, touching=True)


def distance_up(one: Core, other: Core, doubled: int) -> int:
    """The distance between two shapes in lattice units, rounded up; ``doubled`` is the sum of their doubled radii."""
    top, bottom = gap(one, other)
    guess = max(0, (isqrt(4 * top // bottom) - doubled) // 2)
    while 4 * top > (2 * guess + doubled) ** 2 * bottom:
        guess += 1
    return guess


def distance_down(one: Core, other: Core, doubled: int) -> int:
    """The distance between two shapes in lattice units, rounded down; 0 if they meet."""
    top, bottom = gap(one, other)
    return max(0, (isqrt(4 * top // bottom) - doubled) // 2)


def box_of(points: Iterable[Point]) -> tuple[int, int, int, int]:
    """The smallest upright rectangle around points: least x, least y, largest x, largest y."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
