"""Ways of one model around what stands in its way: from corner to corner of that, as far as the move reaches.

The corners are guesses, kept a base's breadth off what they belong to; every way is judged by `paths` before it is taken.
"""

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from warbench.table.convex import Core
from warbench.table.headings import COSINE, SCALE, TURN, heading_of, stride, turn_between
from warbench.table.lattice import Place, Point, travel
from warbench.table.measure import Standing
from warbench.table.paths import may_move
from warbench.table.permits import MovePermit, Path
from warbench.table.scene import ENEMY, FRIEND, LARGE, TARGET, Row, Scene

LEGS = 200
"""So many legs and ways of a model are judged."""

ENDS = 12
"""So many ends are sought, spread over all that there are."""

BENDS = 2
"""A way goes by so many corners at most."""

_ASIDE = 2
"""Corners lie so far further off, in lattice units: they are on a lattice."""

_SHARPEST = 70
"""Half the turn at a corner, in degrees, beyond which its point is cut short."""


class _Reached(NamedTuple):
    """A corner that a model can reach: how long the way is, and the places on it."""

    length: int
    way: Path


def detours(scene: Scene, model: Standing, shape: Standing, permit: MovePermit, ends: Sequence[Place]) -> Iterator[Path]:
    """Legal ways of a model to some of the ends, at which it may stand: the shortest that seem possible first.

    Args:
        scene: the battlefield about the model, without its own unit.
        model: the model where it stands.
        shape: the same as it faces from the start of its way on.
        permit: what it may do.
        ends: places on the level on which it stands.
    """
    ends = ends[:: -(-len(ends) // ENDS)]
    start = shape.place
    room = permit.limit - (permit.pivot_cost if shape is not model else 0)
    corners = _corners(scene, shape, permit, ends, room)
    reached = [_Reached(0, (start,))]
    left, first = LEGS, 0
    for _ in range(BENDS):
        known = {one.way[-1] for one in reached}
        last, first = reached[first:], len(reached)
        steps = sorted(
            (one.length + travel(x - one.way[-1].x, y - one.way[-1].y), number, (x, y))
            for number, one in enumerate(last)
            for x, y in corners
        )
        for length, number, (x, y) in steps:
            if length > room or not left:
                break
            corner = Place(x, y, start.z, start.heading)
            if corner in known:
                continue
            left -= 1
            way = last[number].way
            if may_move(scene, shape.at(way[-1]), (way[-1], corner), permit, may_stand=True):
                known.add(corner)
                reached.append(_Reached(length, (*way, corner)))
        whole = sorted(
            (one.length + travel(end.x - one.way[-1].x, end.y - one.way[-1].y), number, at)
            for number, one in enumerate(reached[first:])
            for at, end in enumerate(ends)
        )
        for length, number, at in whole:
            if length > room or not left:
                break
            left -= 1
            path = (model.place, *reached[first + number].way[1:], ends[at])
            if may_move(scene, model, path, permit, may_stand=True):
                yield path


def _corners(scene: Scene, shape: Standing, permit: MovePermit, ends: Sequence[Place], room: int) -> list[Point]:
    """Points beside all that stands in the way of a model, from which its ends are in reach."""
    x, y = shape.place.x, shape.place.y
    x0, y0 = min(end.x for end in ends), min(end.y for end in ends)
    x1, y1 = max(end.x for end in ends), max(end.y for end in ends)
    found: list[Point] = []
    for core, apart in _obstacles(scene, shape, permit, room):
        for px, py in _around(core, shape, apart):
            far = max(x0 - px, px - x1, 0), max(y0 - py, py - y1, 0)
            if travel(px - x, py - y) + travel(*far) <= room:
                found.append((px, py))
    return list(dict.fromkeys(found))


def _obstacles(scene: Scene, shape: Standing, permit: MovePermit, room: int) -> Iterator[tuple[Core, int]]:
    """What a model cannot move through, and how far from that its core must stay."""
    low, high = shape.place.z, shape.place.z + shape.base.height
    for row in scene.rows:
        apart = _apart(row, permit)
        if apart is not None and row.low < high and low < row.top:
            yield row.core, (shape.base.diameter + row.model.base.diameter) // 2 + apart
    if permit.fly or permit.over_terrain:
        return
    x, y, far = shape.place.x, shape.place.y, room + shape.base.outer
    for ground in scene.field.near((x - far, y - far, x + far, y + far)):
        piece, feet = ground.piece, low + permit.step
        if piece.traits.solid and piece.height > feet:
            yield piece.footprint, shape.base.diameter // 2
        elif not any(word in piece.traits.breachable_by for word in permit.keywords):
            for a, b, bottom, top in ground.panels:
                if bottom < high and top > feet:
                    yield (a, b), shape.base.diameter // 2


def _apart(row: Row, permit: MovePermit) -> int | None:
    """How far beyond touching a model keeps off another; None where it moves over it."""
    if row.group == ENEMY and permit.zone is not None and not permit.through_zones:
        return permit.zone + 1
    friends = {FRIEND: permit.over_friends, LARGE: permit.over_large}
    enemies = row.group in {ENEMY, TARGET} and not permit.through_enemies
    return 0 if not permit.fly and (enemies or not friends.get(row.group, True)) else None


def _around(core: Core, shape: Standing, apart: int) -> Iterator[Point]:
    """Points about a core at which a model is so far off it; a hull's own corners are kept off too."""
    x, y = shape.place.x, shape.place.y
    own = [(px - x, py - y) for px, py in shape.core]
    outward = _about_point(core[0], (x, y), apart + _ASIDE) if len(core) == 1 else _about_corners(core, apart + _ASIDE)
    for (cx, cy), heading, far in outward:
        dx, dy = stride(heading, far)
        sx, sy = stride(heading, SCALE)
        kx, ky = min(own, key=lambda it: (it[0] * sx + it[1] * sy, it))
        yield cx + dx - kx, cy + dy - ky


def _about_point(point: Point, start: Point, apart: int) -> Iterator[tuple[Point, int, int]]:
    """A point, headings, and how far off it: where tangents of the circle meet, every eighth, and two from the start."""
    dx, dy = point[0] - start[0], point[1] - start[1]
    beyond = dx * dx + dy * dy - apart * apart
    if beyond > 0:
        ahead = heading_of(dx, dy)
        far = apart * travel(dx, dy) // isqrt(beyond) + _ASIDE
        yield point, ahead + 90, far
        yield point, ahead - 90, far
    for heading in range(0, TURN, 45):
        yield point, heading, apart * SCALE // COSINE[23]


def _about_corners(core: Core, apart: int) -> Iterator[tuple[Point, int, int]]:
    """The corners of a polygon or a segment, headings, and how far off them the lines beside its sides meet."""
    count = len(core)
    for at, (x, y) in enumerate(core):
        (px, py), (nx, ny) = core[at - 1], core[at + 1 - count]
        if count == 2:  # noqa: PLR2004 -- a segment: the lines beside it end in a square
            ahead = heading_of(x - px, y - py)
            yield (x, y), ahead + 45, apart * SCALE // COSINE[45]
            yield (x, y), ahead - 45, apart * SCALE // COSINE[45]
            continue
        # Counter-clockwise: the outside is to the right.
        before, after = heading_of(y - py, px - x), heading_of(ny - y, x - nx)
        half = turn_between(before, after) // 2
        yield (x, y), before + half, apart * SCALE // COSINE[min(abs(half) + 1, _SHARPEST)]
