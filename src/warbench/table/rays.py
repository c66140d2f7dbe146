"""Rays: what a straight line between two points in space crosses, decided in whole numbers.

Seen from above a ray enters and leaves a convex footprint at two fractions of its way; at those its height is compared with
that of the obstacle. A ray along a border crosses nothing, one through the end of a wall is stopped by it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from warbench.table.convex import Core, cross, edges, holds_point, meet
from warbench.table.lattice import Point
from warbench.table.obstacles import Obstacle


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
    (x, y), (x2, y2) = start, end
    ax, ay = area[-1]
    for bx, by in area:
        ex, ey = bx - ax, by - ay
        here = ex * (y - ay) - ey * (x - ax)
        there = ex * (y2 - ay) - ey * (x2 - ax)
        ax, ay = bx, by
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
    (ax, ay), (bx, by), (x, y), (x2, y2) = a, b, start, end
    ex, ey = bx - ax, by - ay
    here, there = ex * (y - ay) - ey * (x - ax), ex * (y2 - ay) - ey * (x2 - ax)
    if (here > 0) == (there > 0) or here == 0 or there == 0:
        return None
    ex, ey = x2 - x, y2 - y
    left, right = ex * (ay - y) - ey * (ax - x), ex * (by - y) - ey * (bx - x)
    if (left > 0 and right > 0) or (left < 0 and right < 0):
        return None
    return (here, here - there) if here > there else (-here, there - here)


def crossings(start: Point, end: Point, obstacles: Sequence[Obstacle]) -> list[Crossing]:
    """What a line seen from above crosses, in the order of the obstacles. An endless one that it ends in does not count."""
    found = []
    (x, y), (x2, y2) = start, end
    x0, x1 = (x, x2) if x < x2 else (x2, x)
    y0, y1 = (y, y2) if y < y2 else (y2, y)
    for obstacle in obstacles:
        area, box = obstacle.area, obstacle.box
        if box[0] > x1 or box[2] < x0 or box[1] > y1 or box[3] < y0:
            continue
        if len(area) == 2:  # noqa: PLR2004 - a wall
            at = through_panel(start, end, area[0], area[1])
            if at is not None:
                found.append(Crossing(obstacle, *at, *at))
            continue
        passed = through_area(start, end, area)
        if passed is not None and not (obstacle.endless and holds_point(area, end)):
            found.append(Crossing(obstacle, *passed))
    return found


Line = tuple[Point, Point]
Fan = tuple[Point, ...]
"""The points of a model that lines begin or end at: over its centre, and furthest to the left and to the right."""


def open_lines(eyes: Fan, spots: Fan, shut: Sequence[Obstacle]) -> list[Line]:
    """The lines from eyes to spots, seen from above, that cross none of the obstacles.

    An endless obstacle that a line ends in does not count.
    """
    edges_of_fan = _outer_lines(eyes, spots) if shut else None
    if edges_of_fan:
        for obstacle in shut:
            if _closes(edges_of_fan, spots, obstacle):
                return []
    return past([(eye, spot) for spot in spots for eye in eyes], shut)


def past(lines: list[Line], shut: Sequence[Obstacle]) -> list[Line]:
    """Those of some lines, seen from above, that cross none of the obstacles.

    An endless obstacle that a line ends in does not count.
    """
    for obstacle in shut:
        area = obstacle.area
        if len(area) == 2:  # noqa: PLR2004 - a wall
            lines = [line for line in lines if through_panel(*line, *area) is None]
        elif obstacle.endless:
            lines = [line for line in lines if through_area(*line, area) is None or holds_point(area, line[1])]
        else:
            lines = [line for line in lines if through_area(*line, area) is None]
        if not lines:
            break
    return lines


def _outer_lines(eyes: Fan, spots: Fan) -> tuple[Line, Line] | None:
    """The left and the right line between two fans, if they are opposite edges of a convex quadrilateral that holds the rest."""
    (eye, left, right), (spot, left2, right2) = eyes, spots
    convex = (
        cross(left, left2, right) < 0
        and cross(left, left2, right2) < 0
        and cross(right, right2, left) > 0
        and cross(right, right2, left2) > 0
    )
    flat = convex and cross(left, right, eye) == 0 and cross(left2, right2, spot) == 0
    return ((left, left2), (right, right2)) if flat else None


def _closes(outer: tuple[Line, Line], spots: Fan, obstacle: Obstacle) -> bool:
    """Whether an obstacle surely stops all lines between two fans: the chord between both outer lines parts the fans."""
    area = obstacle.area
    if len(area) == 2:  # noqa: PLR2004 - a wall
        return all(through_panel(*line, *area) is not None for line in outer)
    for line in outer:
        if through_area(*line, area) is None:
            return False
    return not (obstacle.endless and any(holds_point(area, spot) for spot in spots))


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
