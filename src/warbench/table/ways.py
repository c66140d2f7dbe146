"""Ways: how long a path is, and what a base sweeps over along it.

A leg of a path is a turn on the spot followed by a straight line. The line of a round base sweeps a capsule, that of a polygon
the convex hull of its corners at both ends; a turn sweeps the hulls of the outlines at every `FRAME` degrees.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from warbench.table import convex
from warbench.table.bases import Base, corners_at
from warbench.table.convex import Core
from warbench.table.headings import TURN, turn_between, turned
from warbench.table.lattice import Place, Point, travel
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


@lru_cache(maxsize=8192)
def turn_hulls(base: Base, start: int, end: int) -> tuple[Core, ...]:
    """What a polygon about (0, 0) sweeps over in a turn: the hulls of its outlines at each two neighbouring frames."""
    turns = frames(start, end)
    return tuple(convex.hull((*corners_at(base, a), *corners_at(base, b))) for a, b in pairwise(turns))


def dragged(core: Core, dx: int, dy: int) -> Core:
    """The hull of a polygon and the same polygon moved by (``dx``, ``dy``): its leading edges are moved, the others stay."""
    found: list[Point] = []
    px, py = core[-1]
    qx, qy = core[0]
    leading = dx * (qy - py) - dy * (qx - px) > 0
    for index, (x, y) in enumerate(core):
        nx, ny = core[index + 1 - len(core)]
        led, leading = leading, dx * (ny - y) - dy * (nx - x) > 0
        if led:
            found.append((x + dx, y + dy))
        if not led or not leading:
            found.append((x, y))
        if leading and not led:
            found.append((x + dx, y + dy))
    return tuple(found)


def leg_sweeps(base: Base, a: Place, b: Place) -> Iterator[Sweep]:
    """What a base sweeps over on one leg of a path: the turn at its beginning, then the straight line."""
    low, high = (a.z, b.z + base.height) if a.z <= b.z else (b.z, a.z + base.height)
    if base.diameter:
        yield _sweep(base, ((a.x, a.y), (b.x, b.y)) if (a.x, a.y) != (b.x, b.y) else ((a.x, a.y),), low, high)
        return
    if a.heading != b.heading:
        for offsets in turn_hulls(base, a.heading, b.heading):
            yield _sweep(base, tuple([(a.x + x, a.y + y) for x, y in offsets]), a.z, a.z + base.height)
    if (a.x, a.y, a.z) != (b.x, b.y, b.z):
        dx, dy = b.x - a.x, b.y - a.y
        corners = tuple([(a.x + x, a.y + y) for x, y in corners_at(base, b.heading)])
        yield _sweep(base, dragged(corners, dx, dy) if dx or dy else corners, low, high)


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
