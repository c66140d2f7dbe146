"""Base contact: the places around a model where another touches it, and the bounded search for one that can be reached."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from warbench.table.bases import Base, corners_at
from warbench.table.coherency import is_coherent
from warbench.table.convex import overlap
from warbench.table.headings import TURN, heading_of, stride, turn_between
from warbench.table.lattice import Place, Point
from warbench.table.measure import CONTACT, Standing, colliding, in_contact, overlapping, within
from warbench.table.paths import may_move
from warbench.table.permits import UnitRule
from warbench.table.scene import TARGET, Scene

STEP = 15
"""Places in contact are tried at every so many degrees around a model."""

TOUCH = 3
"""Two models that touch are at most this much further apart, in lattice units, than the circles around their outlines."""


@lru_cache(maxsize=TURN)
def _fan(first: int) -> tuple[int, ...]:
    """A heading, and the headings around a circle at every `STEP` degrees, those nearest to it first."""
    around = sorted(range(0, TURN, STEP), key=lambda heading: (abs(turn_between(first, heading)), heading))
    return tuple(dict.fromkeys((first, *around)))


def contact_places(mover: Standing, target: Standing, heading: int | None = None, *, reach: int | None = None) -> Iterator[Place]:
    """Places on the target's level where the mover touches it without overlapping, those on the mover's side first.

    They lie straight in front of the target's centre, and in every direction of a fan of `STEP` degrees from it; in each the
    nearest lattice point outside it. ``heading`` is what the mover faces there; its own if not given. With ``reach`` (lattice
    units) those are left out whose centre is further away from the mover's.
    """
    x, y = target.place.x, target.place.y
    dx, dy = mover.place.x - x, mover.place.y - y
    first = heading_of(dx, dy) if dx or dy else 0
    facing = mover.place.heading if heading is None else heading
    # In any direction the place lies between the circles within both outlines and those around them.
    near, far = (mover.base.inner + target.base.inner) // 2, (mover.base.outer + target.base.outer) // 2 + TOUCH
    for direction in _fan(first):
        if reach is not None:
            sx, sy = stride(direction, near)
            most = reach + far - near + 1
            if (sx - dx) ** 2 + (sy - dy) ** 2 > most * most:
                continue
        spot = touching_offset(mover.base, facing, target.base, target.place.heading, direction)
        if spot is not None and (reach is None or (spot[0] - dx) ** 2 + (spot[1] - dy) ** 2 <= reach * reach):
            yield Place(x + spot[0], y + spot[1], target.place.z, facing)


@lru_cache(maxsize=65536)
def touching_offset(mover: Base, facing: int, target: Base, heading: int, direction: int) -> Point | None:
    """How far from a target's centre, in a direction, a mover's centre is when both just touch; None if snapping misses that."""
    radii, reach, sure = mover.diameter + target.diameter, mover.outer + target.outer, mover.inner + target.inner
    low, high = max(0, (sure - 1) // 2), reach // 2 + TOUCH
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
    for target in scene.models(TARGET):
        if not within(mover, target, limit + CONTACT):
            continue
        for place in contact_places(mover, target, reach=limit):
            there = mover.at(place)
            if any(colliding(there, mate) for mate in mates):
                continue
            if not may_move(scene, mover, (mover.place, place), rule.permit):
                continue
            if rule.coherency is None or is_coherent([there, *mates], rule.coherency):
                return place
    return None
