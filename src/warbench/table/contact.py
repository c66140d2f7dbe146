"""Base contact: the places around a model where another touches it, and the bounded search for one that can be reached."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from warbench.table.bases import Base, corners_at
from warbench.table.coherency import is_coherent
from warbench.table.convex import overlap
from warbench.table.headings import TURN, heading_of, stride
from warbench.table.lattice import Place, Point, travel
from warbench.table.measure import Standing, colliding, in_contact, overlapping
from warbench.table.paths import may_move
from warbench.table.permits import UnitRule
from warbench.table.scene import TARGET, Scene

STEP = 15
"""Places in contact are tried at every so many degrees around a model."""


@lru_cache(maxsize=4096)
def _fan(first: int) -> tuple[int, ...]:
    """Headings around a circle, nearest to ``first`` first, by turns to either side."""
    sides = [side * step for step in range(STEP, TURN // 2, STEP) for side in (1, -1)]
    return tuple((first + turn) % TURN for turn in (0, *sides, TURN // 2))


def contact_places(mover: Standing, target: Standing, heading: int | None = None) -> Iterator[Place]:
    """Places on the target's level where the mover touches it without overlapping, those on the mover's side first.

    They lie in every direction of a fan of `STEP` degrees from the target's centre; in each the nearest lattice point outside it.
    ``heading`` is what the mover faces there; its own if not given.
    """
    x, y = target.place.x, target.place.y
    dx, dy = mover.place.x - x, mover.place.y - y
    first = heading_of(dx, dy) if dx or dy else 0
    facing = mover.place.heading if heading is None else heading
    for direction in _fan(first):
        spot = touching_offset(mover.base, facing, target.base, target.place.heading, direction)
        if spot is not None:
            yield Place(x + spot[0], y + spot[1], target.place.z, facing)


@lru_cache(maxsize=65536)
def touching_offset(mover: Base, facing: int, target: Base, heading: int, direction: int) -> Point | None:
    """How far from a target's centre, in a direction, a mover's centre is when both just touch; None if snapping misses that."""
    low, high = 0, (mover.outer + target.outer) // 2 + 3
    radii, reach, sure = mover.diameter + target.diameter, mover.outer + target.outer, mover.inner + target.inner
    ours, theirs = corners_at(mover, facing) or ((0, 0),), corners_at(target, heading) or ((0, 0),)
    while high - low > 1:  # overlapping at low, not at high
        middle = (low + high) // 2
        x, y = stride(direction, middle)
        square = 4 * (x * x + y * y)
        if square >= reach * reach:
            high = middle
        elif square < sure * sure or (
            overlap(((x, y),), theirs, radii)
            if mover.diameter
            else overlap(tuple([(px - x, py - y) for px, py in theirs]), ours, radii)
        ):
            low = middle
        else:
            high = middle
    still = Standing("target", target, Place(0, 0, 0, heading))
    for length in (high, high + 1):
        x, y = stride(direction, length)
        there = Standing("mover", mover, Place(x, y, 0, facing))
        if not overlapping(there, still) and in_contact(there, still):
            return x, y
    return None


def can_touch(scene: Scene, mover: Standing, mates: Sequence[Standing], rule: UnitRule) -> Place | None:
    """The first place where a model could end in base contact with a target, beside mates that stand where they end.

    Bounded: straight ways, its own heading, the places of `contact_places`; coherency holds there or the place does not count.
    """
    limit = rule.permit.limit
    reach, x, y = limit + mover.base.outer, mover.place.x, mover.place.y
    for target in scene.models(TARGET):
        if travel(target.place.x - mover.place.x, target.place.y - mover.place.y) > reach + target.base.outer:
            continue
        for place in contact_places(mover, target):
            if (place.x - x) ** 2 + (place.y - y) ** 2 > limit * limit:
                continue
            there = mover.at(place)
            if any(colliding(there, mate) for mate in mates):
                continue
            if not may_move(scene, mover, (mover.place, place), rule.permit):
                continue
            if rule.coherency is None or is_coherent([there, *mates], rule.coherency):
                return place
    return None
