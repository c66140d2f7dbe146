"""Routes: the path of one model to a place, with the climbs that lie on the way."""

from warbench.table.convex import overlap
from warbench.table.field import Field, around
from warbench.table.lattice import Place
from warbench.table.measure import Standing, core_of
from warbench.table.permits import MovePermit, Path


def route(field: Field, mover: Standing, end: Place, permit: MovePermit) -> Path:
    """A path from where a model stands straight to ``end``; whether it is legal is another question.

    It turns at the start to the heading of ``end``. A rise above ``permit.step`` is climbed straight up or down, beside the block
    that it leads onto or off, or where the model stands if no block is in the way.
    """
    start = mover.place
    if start.z == end.z or permit.fly or abs(start.z - end.z) <= permit.step:
        return (start, end)
    up = end.z > start.z
    high, low = (end, start) if up else (start, end)
    bend = _foot(field, mover, high, low)
    foot, head = Place(bend.x, bend.y, low.z, end.heading), Place(bend.x, bend.y, high.z, end.heading)
    steps = (start, foot, head, end) if up else (start, head, foot, end)
    return tuple(step for index, step in enumerate(steps) if index == 0 or step != steps[index - 1])


def _foot(field: Field, mover: Standing, high: Place, low: Place) -> Place:
    """The point of the line from ``high`` to ``low`` nearest to ``high`` where the model is clear of the block under ``high``."""
    base = mover.base
    blocks = [
        ground.piece.footprint
        for ground in field.near(around(base, high))
        if ground.piece.traits.solid and low.z < ground.piece.height <= high.z
    ]
    parts = 1 << 12
    near, far = -1, parts  # at `far` the model is clear, at `near` it is not

    def at(part: int) -> Place:
        return Place(high.x + (low.x - high.x) * part // parts, high.y + (low.y - high.y) * part // parts, 0, high.heading)

    def clear(part: int) -> bool:
        core = core_of(base, at(part))
        return not any(overlap(core, block, base.diameter) for block in blocks)

    if clear(0):
        return at(0)
    while far - near > 1:
        middle = (near + far) // 2
        near, far = (near, middle) if clear(middle) else (middle, far)
    return at(far)
