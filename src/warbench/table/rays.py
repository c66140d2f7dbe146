"""Rays: what a straight line between two points in space crosses, decided in whole numbers.

Seen from above a ray enters and leaves a convex footprint at two fractions of its way; at those its height is compared with
that of the obstacle. A ray along a border crosses nothing, one through the end of a wall is stopped by it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from warbench.table.convex import Core, cross, edges, holds_point, meet
from warbench.table.field import Ground
from warbench.table.lattice import Point


class Obstacle(NamedTuple):
    """Something in the way of sight: its name, the levels between which it is, and what it does.

    ``veil``: whoever is seen through it is not fully seen. ``endless``: it stops a line at any height unless the line ends in it.
    """

    name: str
    area: Core
    low: int
    high: int
    veil: bool = False
    endless: bool = False


class Crossing(NamedTuple):
    """Where a line seen from above crosses an obstacle: from the fraction ``start`` to ``end`` of its way."""

    obstacle: Obstacle
    start: int
    start_over: int
    end: int
    end_over: int

    def stops(self, low: int, high: int) -> bool:
        """Whether a ray from the level ``low`` at its beginning to ``high`` at its end meets the obstacle."""
        if self.obstacle.endless:
            return True
        rise = high - low
        first, second = low * self.start_over + rise * self.start, low * self.end_over + rise * self.end
        bottom, top = self.obstacle.low, self.obstacle.high
        if first >= top * self.start_over and second >= top * self.end_over:
            return False
        return first >= bottom * self.start_over or second >= bottom * self.end_over


def through_area(start: Point, end: Point, area: Core) -> tuple[int, int, int, int] | None:
    """Where a line passes the inside of a convex polygon: two fractions of its way, or None if it does not."""
    first, first_over, last, last_over = 0, 1, 1, 1
    previous = area[-1]
    for corner in area:
        here = cross(previous, corner, start)
        there = cross(previous, corner, end)
        previous = corner
        if here <= 0:
            if there <= 0:
                return None
            if -here * first_over > first * (there - here):
                first, first_over = -here, there - here
        elif there <= 0 and here * last_over < last * (here - there):
            last, last_over = here, here - there
    return (first, first_over, last, last_over) if first * last_over < last * first_over else None


def through_panel(start: Point, end: Point, a: Point, b: Point) -> tuple[int, int] | None:
    """At what fraction of its way a line crosses a wall from one side to the other; None if it does not."""
    here, there = cross(a, b, start), cross(a, b, end)
    if (here > 0) == (there > 0) or here == 0 or there == 0:
        return None
    left, right = cross(start, end, a), cross(start, end, b)
    if (left > 0 and right > 0) or (left < 0 and right < 0):
        return None
    return (here, here - there) if here > there else (-here, there - here)


def obstacles_of(ground: Ground) -> Iterable[Obstacle]:
    """What a piece of terrain puts in the way of sight."""
    piece = ground.piece
    traits = piece.traits
    if traits.sight == "block":
        yield Obstacle(piece.name, piece.footprint, 0, piece.height, endless=True)
    elif traits.sight == "veil":
        yield Obstacle(piece.name, piece.footprint, 0, piece.height, veil=True)
    if traits.solid and piece.height:
        yield Obstacle(piece.name, piece.footprint, 0, piece.height)
    for a, b, low, high in ground.panels:
        yield Obstacle(piece.name, (a, b), low, high)


def crossings(start: Point, end: Point, obstacles: Sequence[Obstacle]) -> list[Crossing]:
    """What a line seen from above crosses, in the order of the obstacles. An endless one that it ends in does not count."""
    found = []
    for obstacle in obstacles:
        area = obstacle.area
        if len(area) == 2:  # noqa: PLR2004 - a wall
            at = through_panel(start, end, area[0], area[1])
            if at is not None:
                found.append(Crossing(obstacle, *at, *at))
            continue
        passed = through_area(start, end, area)
        if passed is not None and not (obstacle.endless and holds_point(area, end)):
            found.append(Crossing(obstacle, *passed))
    return found


def parts(one: Core, other: Core, bridges: Sequence[tuple[Point, Point]], area: Core) -> bool:
    """Whether a convex area lies between two convex shapes so that every line from one to the other passes its inside.

    ``bridges`` are the two edges of their common hull that join them. If both pass the inside of the area, and the area touches
    neither shape, the chord between them parts the two.
    """
    return (
        len(bridges) == 2  # noqa: PLR2004 - one on each side
        and all(through_area(a, b, area) is not None for a, b in bridges)
        and not meet(one, area)
        and not meet(other, area)
    )


def bridges_of(one: Core, other: Core, around: Core) -> list[tuple[Point, Point]]:
    """The edges of a common hull that run from one shape to the other."""
    first, second = set(one), set(other)
    return [
        (a, b)
        for a, b in edges(around)
        if (a in first and b in second and a not in second) or (a in second and b in first and a not in first)
    ]
