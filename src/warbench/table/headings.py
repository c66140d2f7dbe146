"""Headings: whole degrees, as a table of integer direction vectors, so that a turned corner is a lattice point.

`COSINE` and `SINE` hold the cosine and the sine of every degree times `SCALE`, rounded to the nearest whole number. None of the
products lies near a half, so every machine builds the same table. A turned point is rounded to the nearest lattice point, halves
away from zero, so that opposite corners stay opposite.
"""

from math import cos, radians, sin

from warbench.table.errors import TableError
from warbench.table.lattice import Point

TURN = 360
"""Headings in a full turn."""

SCALE = 1 << 15
"""The length of a direction vector."""

COSINE = tuple(round(cos(radians(degree)) * SCALE) for degree in range(TURN))
SINE = tuple(round(sin(radians(degree)) * SCALE) for degree in range(TURN))

_QUARTER = TURN // 4


def _nearest(value: int) -> int:
    """``value / SCALE`` to the nearest whole number, halves away from zero."""
    return (value + SCALE // 2) // SCALE if value >= 0 else -((SCALE // 2 - value) // SCALE)


def turned(point: Point, heading: int) -> Point:
    """The lattice point nearest to ``point`` turned about (0, 0) by ``heading`` degrees."""
    (x, y), c, s = point, COSINE[heading % TURN], SINE[heading % TURN]
    return _nearest(x * c - y * s), _nearest(x * s + y * c)


def stride(heading: int, length: int) -> Point:
    """A step of ``length`` units along a heading, each part rounded toward zero, so that it is hardly ever longer."""
    x, y = COSINE[heading % TURN] * length, SINE[heading % TURN] * length
    return (x // SCALE if x >= 0 else -(-x // SCALE)), (y // SCALE if y >= 0 else -(-y // SCALE))


def turn_between(first: int, second: int) -> int:
    """The way from one heading to another in degrees, by the shorter turn: -179 to 180."""
    way = (second - first) % TURN
    return way - TURN if way > TURN // 2 else way


def heading_of(dx: int, dy: int) -> int:
    """The heading nearest to a direction.

    Raises:
        TableError: the direction has no length.
    """
    if dx == 0 and dy == 0:
        raise TableError("no-direction", "a direction of no length has no heading")
    quarters = 0
    while not (dx > 0 and dy >= 0):
        dx, dy, quarters = dy, -dx, quarters + 1
    low, high = 0, _QUARTER
    while high - low > 1:  # the direction lies between the two
        middle = (low + high) // 2
        if COSINE[middle] * dy - SINE[middle] * dx >= 0:
            low = middle
        else:
            high = middle
    ahead = COSINE[low] * dx + SINE[low] * dy
    behind = COSINE[high] * dx + SINE[high] * dy
    return ((low if ahead >= behind else high) + quarters * _QUARTER) % TURN


def in_arc(heading: int, half: int, dx: int, dy: int) -> bool:
    """Whether the direction (``dx``, ``dy``) is at most ``half`` degrees (0 to 180) to either side of a heading.

    Decided by integer cross-products with the direction vectors of the arc's two edges; an edge belongs to the arc.
    """
    if half >= TURN // 2:
        return True
    right, left = (heading - half) % TURN, (heading + half) % TURN
    after = COSINE[right] * dy - SINE[right] * dx >= 0
    before = COSINE[left] * dy - SINE[left] * dx <= 0
    if half == 0:
        return after and before and COSINE[right % TURN] * dx + SINE[right % TURN] * dy >= 0
    return (after and before) if half <= _QUARTER else (after or before)
