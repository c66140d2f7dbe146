"""Shapes that are laid on the table to count the models below: a disc around a point, a wedge from the edge of a model."""

from collections.abc import Iterable, Sequence

from warbench.table.convex import edges, hull
from warbench.table.errors import TableError
from warbench.table.headings import COSINE, SCALE, SINE, TURN, stride, turned
from warbench.table.lattice import Point
from warbench.table.measure import Marker, Standing, overlapping, within


def disc(at: Point, diameter: int) -> Marker:
    """A round marker around a point; its diameter in lattice units.

    Raises:
        TableError: the diameter is not positive.
    """
    if diameter <= 0:
        raise TableError("bad-marker", f"found a diameter of {diameter} units, expected more than 0")
    return Marker("disc", (at,), diameter)


def wedge(model: Standing, heading: int, outline: Sequence[Point]) -> Marker:
    """A shape laid along a heading, its tip touching a model's edge; ``outline`` lies along x with its tip at (0, 0)."""
    tip = edge_point(model, heading)
    corners = hull((tip[0] + x, tip[1] + y) for x, y in (turned(point, heading) for point in outline))
    return Marker("wedge", corners)


def edge_point(model: Standing, heading: int) -> Point:
    """Where the outline of a model is crossed by a line from its centre along a heading, to the nearest lattice point inwards."""
    x, y = model.place.x, model.place.y
    if model.base.is_round:
        dx, dy = stride(heading, model.base.diameter // 2)
        return x + dx, y + dy
    dx, dy = COSINE[heading % TURN], SINE[heading % TURN]
    for (ax, ay), (bx, by) in edges(model.core):
        ex, ey = bx - ax, by - ay
        crossing = dx * ey - dy * ex
        if crossing <= 0:
            continue  # the line leaves the outline over an edge that it meets from the inside
        along = (ax - x) * ey - (ay - y) * ex
        beside = (ax - x) * dy - (ay - y) * dx
        if along >= 0 and 0 <= beside <= crossing:
            return x + _towards_zero(dx * along, crossing), y + _towards_zero(dy * along, crossing)
    raise TableError("bad-heading", f"{model.name}: no edge along {heading} degrees")


def _towards_zero(value: int, over: int) -> int:
    return value // over if value >= 0 else -(-value // over)


def under(shape: Marker, models: Iterable[Standing]) -> tuple[str, ...]:
    """The names of the models that a shape covers, wholly or partly; to touch its border is not enough."""
    return tuple(model.name for model in models if overlapping(shape, model))


def touched(shape: Marker, models: Iterable[Standing]) -> tuple[str, ...]:
    """The names of the models that a shape covers or touches."""
    return tuple(model.name for model in models if within(shape, model, 0))


def shifted(at: Point, heading: int, distance: int) -> Point:
    """A point moved along a heading."""
    x, y = COSINE[heading % TURN] * distance, SINE[heading % TURN] * distance
    return at[0] + _towards_zero(x, SCALE), at[1] + _towards_zero(y, SCALE)
