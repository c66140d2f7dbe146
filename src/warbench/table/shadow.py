"""Who is surely hidden from whom: all sample rays between two groups of models at once, against what blocks at any height.

It answers for `sight.sees_through` in advance where no ray needs a look at its levels, which is most of the time. Whole numbers
again: a segment misses the inside of a convex polygon exactly if an edge of the polygon has both its ends on the outer side, or
all corners of the polygon lie on one side of the segment's line.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from warbench.table.convex import Core
from warbench.table.lattice import Point
from warbench.table.measure import Standing, inside
from warbench.table.obstacles import Obstacle

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def shadowed(observers: Sequence[Standing], targets: Sequence[Standing], obstacles: Sequence[Obstacle]) -> Flags:
    """For each observer and each target: whether every ray between their samples is stopped, by what stops it at any level.

    That is a footprint that blocks sight, or whatever else stands lower than all of the models' feet and higher than their tops.
    Where it is False, obstacles that rays pass above or below decide.
    """
    low = min(model.place.z for model in (*observers, *targets))
    top = max(model.top for model in (*observers, *targets))
    eyes, spots = _samples(observers, targets), _samples(targets, observers).transpose(1, 0, 2, 3)
    hidden = np.zeros((len(observers), len(targets), 3, 3), dtype=np.bool_)
    for obstacle in obstacles:
        if obstacle.endless:
            # One sees out of a footprint that one is wholly within.
            out = np.array([not inside(model, obstacle.area) for model in observers])
            hidden[out] |= _crossing(eyes[out], spots[out], obstacle.area, into=False)
        elif not obstacle.veil and obstacle.low <= low and obstacle.high > top:
            hidden |= _crossing(eyes, spots, obstacle.area, into=True)
    found: Flags = np.logical_and.reduce(hidden, axis=(2, 3))
    return found


def _samples(models: Sequence[Standing], others: Sequence[Standing]) -> Ints:
    """The centre and the outermost corners of each model, towards each of others: an array of models, others, 3 and x, y."""
    # Of corners that lie equally far out the largest counts, so they are sorted, and the first of equals is taken.
    outlines = [sorted(model.outline, reverse=True) for model in models]
    most = max(map(len, outlines))
    corners = np.array([[*outline, *[outline[-1]] * (most - len(outline))] for outline in outlines], dtype=np.int64)
    centres = np.array([(model.place.x, model.place.y) for model in models], dtype=np.int64)
    theirs = np.array([(model.place.x, model.place.y) for model in others], dtype=np.int64)
    way = theirs[None, :, :] - centres[:, None, :]
    way[(way == 0).all(axis=2)] = (1, 0)
    side = way[:, :, None, 0] * corners[:, None, :, 1] - way[:, :, None, 1] * corners[:, None, :, 0]
    rows = np.arange(len(models))[:, None]
    left, right = corners[rows, side.argmax(axis=2)], corners[rows, side.argmin(axis=2)]
    middle = np.broadcast_to(centres[:, None, :], left.shape)
    return np.stack((middle, left, right), axis=2)


def _crossing(eyes: Ints, spots: Ints, area: Core, *, into: bool) -> Flags:
    """Whether the ray from each eye to each spot of a pair crosses an area; without ``into`` not if it ends in it."""
    (sx, sy), (ex, ey) = (eyes[:, :, None, :, 0], eyes[:, :, None, :, 1]), (spots[:, :, :, None, 0], spots[:, :, :, None, 1])
    dx, dy = ex - sx, ey - sy
    if len(area) == 2:  # noqa: PLR2004 - a wall: its ends belong to it
        (ax, ay), (bx, by) = area
        here, there = _side(area[0], area[1], sx, sy), _side(area[0], area[1], ex, ey)
        one, two = dx * (ay - sy) - dy * (ax - sx), dx * (by - sy) - dy * (bx - sx)
        apart = ((here > 0) == (there > 0)) | (here == 0) | (there == 0)
        wall: Flags = ~(apart | ((one > 0) & (two > 0)) | ((one < 0) & (two < 0)))
        return wall
    free = np.zeros(dx.shape, dtype=np.bool_)
    ends_in = np.full(ex.shape, not into, dtype=np.bool_)
    left, right = np.ones_like(free), np.ones_like(free)
    last = area[-1]
    for corner in area:
        here, there = _side(last, corner, sx, sy), _side(last, corner, ex, ey)
        free |= (here <= 0) & (there <= 0)
        ends_in &= there >= 0
        of_ray = dx * (corner[1] - sy) - dy * (corner[0] - sx)
        left &= of_ray >= 0
        right &= of_ray <= 0
        last = corner
    crossed: Flags = ~(free | left | right | ends_in)
    return crossed


def _side(a: Point, b: Point, x: Ints, y: Ints) -> Ints:
    """Twice the signed area of the triangle of a, b and each point: positive to the left of the way from a to b."""
    side: Ints = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
    return side
