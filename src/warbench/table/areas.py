"""Zones that stop sight by how deep a line runs through them: exactly, in whole numbers.

A zone is a convex polygon of any height. The part of a line inside it is a segment with fractional ends; whether that is longer
than a limit is decided by comparing squares.
"""

from collections.abc import Sequence
from typing import NamedTuple

from warbench.table.convex import Core, box_of
from warbench.table.lattice import Point
from warbench.table.measure import Standing, inside
from warbench.table.obstacles import Obstacle
from warbench.table.rays import crossings, through_area
from warbench.table.regions import Box
from warbench.table.sight import samples, sees_through


class Patch(NamedTuple):
    """A zone that stops lines that run through its inside for more than ``depth`` lattice units, and the box around it."""

    area: Core
    depth: int
    box: Box


def patch(area: Core, depth: int) -> Patch:
    """A zone with its box."""
    return Patch(area, depth, box_of(area))


def deeper(start: Point, end: Point, zone: Core, limit: int) -> bool:
    """Whether a line runs through the inside of a convex zone for more than ``limit`` lattice units."""
    passed = through_area(start, end, zone)
    if passed is None:
        return False
    first, first_over, last, last_over = passed
    # The share of the way that lies inside is last / last_over - first / first_over.
    share, over = last * first_over - first * last_over, first_over * last_over
    dx, dy = end[0] - start[0], end[1] - start[1]
    return share * share * (dx * dx + dy * dy) > limit * limit * over * over


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def sees_past(observer: Standing, target: Standing, obstacles: Sequence[Obstacle], patches: Sequence[Patch]) -> bool:
    """Whether a model sees any part of another past obstacles and zones: some ray of `sight` is stopped by neither."""
    if not patches:
        return sees_through(observer, target, obstacles)
    here, there = (observer.place.x, observer.place.y), (target.place.x, target.place.y)
    # One sees out of a footprint that one is wholly within, as in `sight`.
    solid = [each for each in obstacles if not each.veil and not (each.endless and inside(observer, each.area))]
    if not any(deeper(here, there, zone.area, zone.depth) for zone in patches):
        line = crossings(here, there, solid)
        if not any(each.stops(observer.top, target.top) for each in line):
            return True  # the usual answer, quickly: one top from the other
    dx, dy = there[0] - here[0], there[1] - here[1]
    eyes, eye_levels = samples(observer, dx, dy)
    spots, spot_levels = samples(target, dx, dy)
    around = box_of((*eyes, *spots))
    patches = [zone for zone in patches if _meet(zone.box, around)]
    for spot in spots:
        for eye in eyes:
            if any(deeper(eye, spot, zone.area, zone.depth) for zone in patches):
                continue
            line = crossings(eye, spot, solid)
            if any(
                not any(each.stops(low, high) for each in line) for high in reversed(spot_levels) for low in reversed(eye_levels)
            ):
                return True
    return False
