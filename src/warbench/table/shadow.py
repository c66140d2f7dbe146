"""Who is surely hidden from whom: all sample rays between two groups of models at once, against what blocks at any height.

It answers for `sight.sees_through` in advance where blocking footprints alone decide, which is most of the time. Whole numbers
again: a segment misses the inside of a convex polygon exactly if an edge of the polygon has both its ends on the outer side, or
all corners of the polygon lie on one side of the segment's line.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from warbench.table.convex import Core
from warbench.table.measure import Standing, inside
from warbench.table.obstacles import Obstacle

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def shadowed(observers: Sequence[Standing], targets: Sequence[Standing], obstacles: Sequence[Obstacle]) -> Flags:
    """For each observer and each target: whether every ray between their samples ends at a blocking footprint.

    Where it is False, other rays, or other obstacles, decide.
    """
    blocking = [obstacle.area for obstacle in obstacles if obstacle.endless]
    eyes, spots = _samples(observers, targets), _samples(targets, observers).transpose(1, 0, 2, 3)
    hidden = np.zeros((len(observers), len(targets), 3, 3), dtype=np.bool_)
    for area in blocking:
        out = np.array([not inside(model, area) for model in observers])
        if out.any():
            # One sees out of a footprint that one is wholly within.
            hidden |= _crossing(eyes, spots, area) & out[:, None, None, None]
    found: Flags = hidden.all(axis=(2, 3))
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


def _crossing(eyes: Ints, spots: Ints, area: Core) -> Flags:
    """Whether the ray from each eye to each spot of a pair passes the inside of an area in which it does not end."""
    start, end = eyes[:, :, None, :, :], spots[:, :, :, None, :]
    (sx, sy), (ex, ey) = (start[..., 0], start[..., 1]), (end[..., 0], end[..., 1])
    free = np.zeros(np.broadcast_shapes(sx.shape, ex.shape), dtype=np.bool_)
    ends_in = np.ones(ex.shape, dtype=np.bool_)
    left, right = np.ones_like(free), np.ones_like(free)
    ax, ay = area[-1]
    for bx, by in area:
        here = (bx - ax) * (sy - ay) - (by - ay) * (sx - ax)
        there = (bx - ax) * (ey - ay) - (by - ay) * (ex - ax)
        free |= (here <= 0) & (there <= 0)
        ends_in &= there >= 0
        of_ray = (ex - sx) * (by - sy) - (ey - sy) * (bx - sx)
        left &= of_ray >= 0
        right &= of_ray <= 0
        ax, ay = bx, by
    crossed: Flags = ~(free | left | right | ends_in)
    return crossed
