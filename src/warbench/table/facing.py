"""Which way a model faces: arcs about its heading, and the side of a hull that faces a point. Cross-products only."""

from warbench.table.convex import cross
from warbench.table.errors import TableError
from warbench.table.headings import in_arc, turned
from warbench.table.lattice import Point
from warbench.table.measure import Standing


def faces(model: Standing, point: Point, half: int) -> bool:
    """Whether a point lies at most ``half`` degrees to either side of the way a model faces, seen from its centre."""
    dx, dy = point[0] - model.place.x, point[1] - model.place.y
    return (dx != 0 or dy != 0) and in_arc(model.place.heading, half, dx, dy)


def side_towards(model: Standing, point: Point) -> int:
    """Which side of a hull faces a point: the edge whose two corners, seen from the centre, enclose it.

    A rectangle counts 0 right, 1 front, 2 left, 3 rear relative to its heading; other outlines count from the edge after the
    first of `Base.corners`. A point in line with a corner belongs to the edge that starts there.

    Raises:
        TableError: the base is round, or the point is its centre.
    """
    x, y = model.place.x, model.place.y
    if model.base.is_round or (x, y) == point:
        raise TableError("no-side", f"{model.name}: a side needs a base with corners and a point away from its centre")
    direction = (point[0] - x, point[1] - y)
    corners = [turned(corner, model.place.heading) for corner in model.base.corners]
    for index, start in enumerate(corners):
        end = corners[(index + 1) % len(corners)]
        if cross((0, 0), start, direction) >= 0 and cross((0, 0), end, direction) < 0:
            return index
    raise TableError("no-side", f"{model.name}: no side faces {point}")
