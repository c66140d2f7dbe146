"""Exact geometry of convex shapes in whole numbers: the judge of every distance.

A shape is a *core* and a *doubled radius*: all points at most that far from the core. The core is a point (a round base), a
segment (the way of a round base), or a convex polygon whose corners run counter-clockwise (an oval, a hull, the way of one).
Distances are compared as squares of doubled lengths; a distance to an edge is a fraction, compared by cross-multiplication. No
float, no root.
"""

from collections.abc import Iterable, Sequence
from math import isqrt

from warbench.table.lattice import Point, root_up

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


def point_gap(point: Point, core: Core) -> Gap:
    """The squared distance from a point to a core, 0 inside."""
    x, y = point
    ax, ay = core[-1]
    if len(core) == 1:
        return (x - ax) * (x - ax) + (y - ay) * (y - ay), 1
    flat = len(core) == _SEGMENT
    best, over = -1, 1
    for bx, by in core[:1] if flat else core:
        ex, ey, px, py = bx - ax, by - ay, x - ax, y - ay
        off = ex * py - ey * px
        if off < 0 or flat:  # the nearest point of a polygon lies on an edge that the point is outside of
            along, length = ex * px + ey * py, ex * ex + ey * ey
            if along <= 0:
                top, bottom = px * px + py * py, 1
            elif along >= length:
                top, bottom = (x - bx) * (x - bx) + (y - by) * (y - by), 1
            else:
                top, bottom = off * off, length
            if best < 0 or top * over < best * bottom:
                best, over = top, bottom
        ax, ay = bx, by
    return (best, over) if best >= 0 else (0, 1)


def _separated(one: Core, other: Core, *, touching: bool) -> bool:
    """Whether a line parts two cores; with ``touching`` they may meet on it, but not with anything inside a polygon.

    A line along an edge of either is enough to look at, a segment having two sides; two segments may also lie behind each other.
    """
    least = 0 if touching else 1
    for core, rest in ((one, other), (other, one)):
        ax, ay = core[-1]
        for bx, by in core:
            ex, ey = bx - ax, by - ay
            for x, y in rest:
                if ey * (x - ax) - ex * (y - ay) < least:
                    break
            else:
                return True
            ax, ay = bx, by
    return len(one) == len(other) == _SEGMENT and (_behind(one, other, least) or _behind(other, one, least))


def _behind(flat: Core, rest: Core, least: int) -> bool:
    """Whether a segment lies beyond an end of another, seen along that one."""
    (ax, ay), (bx, by) = flat
    ex, ey = bx - ax, by - ay
    return all(ex * (x - bx) + ey * (y - by) >= least for x, y in rest) or all(
        ex * (ax - x) + ey * (ay - y) >= least for x, y in rest
    )


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
        for point in points:
            top, bottom = point_gap(point, core)
            if best < 0 or top * over < best * bottom:
                best, over = top, bottom
    return best, over


# A limit is compared as ``4 * gap < square + loose``: ``square`` is that of the doubled limit, ``loose`` is 1 if the limit itself
# is near enough and 0 if not. These are asked more often than anything else, so they stop at the first edge that settles it.


def _closer(one: Core, other: Core, square: int, loose: int) -> bool:
    """Whether two cores are closer than a limit."""
    if len(one) == 1:
        ((x, y),) = one
        return _point_closer(x, y, other, square, loose)
    if len(other) == 1:
        ((x, y),) = other
        return _point_closer(x, y, one, square, loose)
    if len(one) == len(other) == _SEGMENT:
        top, bottom = gap(one, other)
        return 4 * top < square * bottom + loose
    parted = False
    for core, rest in ((one, other), (other, one)):
        ax, ay = core[-1]
        for bx, by in core:
            ex, ey = bx - ax, by - ay
            for x, y in rest:
                if ey * (x - ax) <= ex * (y - ay):
                    break
            else:
                off = min([ey * (x - ax) - ex * (y - ay) for x, y in rest])
                if 4 * off * off >= square * (ex * ex + ey * ey) + loose:
                    return False  # all of it is beyond the limit outside of this edge
                parted = True
            ax, ay = bx, by
    if not parted:
        return True
    return any(_point_closer(x, y, other, square, loose) for x, y in one) or any(
        _point_closer(x, y, one, square, loose) for x, y in other
    )


def _point_closer(x: int, y: int, core: Core, square: int, loose: int) -> bool:
    """Whether a point is closer to a core than a limit."""
    if len(core) <= _SEGMENT:
        top, bottom = point_gap((x, y), core)
        return 4 * top < square * bottom + loose
    inside = True
    ax, ay = core[-1]
    for bx, by in core:
        ex, ey, px, py = bx - ax, by - ay, x - ax, y - ay
        off = ex * py - ey * px
        if off < 0:
            inside = False
            length = ex * ex + ey * ey
            if 4 * off * off >= square * length + loose:
                return False
            along = ex * px + ey * py
            if along >= length:
                px, py = x - bx, y - by
            elif along > 0:
                return True
            if 4 * (px * px + py * py) < square + loose:
                return True
        ax, ay = bx, by
    return inside


def near(one: Core, other: Core, doubled: int) -> bool:
    """Whether two cores are at most ``doubled`` half units apart."""
    return doubled >= 0 and _closer(one, other, doubled * doubled, 1)


def overlap(one: Core, other: Core, doubled: int) -> bool:
    """Whether two shapes share more than their borders; ``doubled`` is the sum of their doubled radii.

    A segment without a radius (a wall) overlaps a shape if it meets the inside of it.
    """
    if doubled > 0:
        return _closer(one, other, doubled * doubled, 0)
    if len(one) == 1 or len(other) == 1:
        (point,), core = (one, other) if len(one) == 1 else (other, one)
        return len(core) > _SEGMENT and all(cross(a, b, point) > 0 for a, b in edges(core))
    return not _separated(one, other, touching=True)


def distance_up(one: Core, other: Core, doubled: int) -> int:
    """The distance between two shapes in lattice units, rounded up; ``doubled`` is the sum of their doubled radii."""
    top, bottom = gap(one, other)
    return max(0, (root_up(-(-4 * top // bottom)) - doubled + 1) // 2)


def distance_down(one: Core, other: Core, doubled: int) -> int:
    """The distance between two shapes in lattice units, rounded down; 0 if they meet."""
    top, bottom = gap(one, other)
    return max(0, (isqrt(4 * top // bottom) - doubled) // 2)


def box_of(points: Iterable[Point]) -> tuple[int, int, int, int]:
    """The smallest upright rectangle around points: least x, least y, largest x, largest y."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
