"""Ways: how long a path is, and what a base sweeps over along it.

A leg of a path is a turn on the spot followed by a straight line. The line of a round base sweeps a capsule, that of a polygon
the convex hull of its corners at both ends; a turn sweeps the hulls of the outlines at every `FRAME` degrees.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from warbench.table import convex
from warbench.table.bases import Base, corners_at
from warbench.table.convex import Core
from warbench.table.headings import TURN, turn_between, turned
from warbench.table.lattice import travel
from warbench.table.measure import core_of
from warbench.table.permits import MovePermit, Path

FRAME = 10
"""A turn is judged by its outlines at every so many degrees."""


class Sweep(NamedTuple):
    """What a base sweeps over on one leg: core and doubled radius, the box around it, and the levels it fills."""

    core: Core
    diameter: int
    x0: int
    y0: int
    x1: int
    y1: int
    low: int
    high: int


def _sweep(base: Base, core: Core, low: int, high: int) -> Sweep:
    radius = (base.diameter + 1) // 2
    x0, y0, x1, y1 = convex.box_of(core)
    return Sweep(core, base.diameter, x0 - radius, y0 - radius, x1 + radius, y1 + radius, low, high)


def frames(start: int, end: int) -> list[int]:
    """The headings at which a turn is judged, both ends included."""
    way = turn_between(start, end)
    sign = 1 if way > 0 else -1
    return [*((start + sign * done) % TURN for done in range(0, abs(way), FRAME)), end]


def sweeps(base: Base, path: Path) -> Iterator[Sweep]:
    """What a base sweeps over along a path, leg by leg."""
    height = base.height
    for a, b in pairwise(path):
        low, high = (a.z, b.z + height) if a.z <= b.z else (b.z, a.z + height)
        if base.diameter:
            yield _sweep(base, ((a.x, a.y), (b.x, b.y)) if (a.x, a.y) != (b.x, b.y) else ((a.x, a.y),), low, high)
            continue
        if a.heading != b.heading:
            turns = frames(a.heading, b.heading)
            for first, second in pairwise(turns):
                both = (*corners_at(base, first), *corners_at(base, second))
                yield _sweep(base, convex.hull((a.x + x, a.y + y) for x, y in both), a.z, a.z + height)
        if (a.x, a.y, a.z) != (b.x, b.y, b.z):
            corners = core_of(base, b)
            dx, dy = a.x - b.x, a.y - b.y
            core = convex.hull([*corners, *((x + dx, y + dy) for x, y in corners)]) if dx or dy else corners
            yield _sweep(base, core, low, high)


def turning(path: Path) -> int:
    """By how many degrees a path turns in all."""
    return sum(abs(turn_between(a.heading, b.heading)) for a, b in pairwise(path))


def path_length(base: Base, path: Path, permit: MovePermit) -> int:
    """The length of a path in lattice units: each leg's root rounded up, climbs, and what turning costs.

    A straight leg moves every corner equally far. With ``count_turns`` a turn adds the way of its furthest-moved corner.
    """
    total = 0
    for a, b in pairwise(path):
        dx, dy, rise = b.x - a.x, b.y - a.y, abs(b.z - a.z)
        if permit.fly:
            total += travel(dx, dy, rise)
        else:
            total += travel(dx, dy) + (rise if rise > permit.step else 0)
        if permit.count_turns and a.heading != b.heading and base.corners:
            total += _turn_length(base, a.heading, b.heading)
    return total + (permit.pivot_cost if permit.pivot_cost and turning(path) > permit.free_turn else 0)


def _turn_length(base: Base, start: int, end: int) -> int:
    """How far the outermost corner moves in a turn: the chords between the frames, each rounded up."""
    radius = max(travel(x, y) for x, y in base.corners)
    far = next(corner for corner in base.corners if travel(*corner) == radius)
    spots = [turned(far, heading) for heading in frames(start, end)]
    return sum(travel(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(spots))
