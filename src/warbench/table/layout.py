"""Laying a battlefield out: rectangles turned about their middle, and the counterpart of a shape on the other half."""

from collections.abc import Iterable

from warbench.table.convex import Core, hull
from warbench.table.headings import turned
from warbench.table.lattice import Point, TableSize
from warbench.table.regions import Area, Rectangle, Region


def turned_rectangle(middle: Point, width: int, depth: int, turn: int = 0) -> tuple[Point, Point, Point, Point]:
    """The corners of a rectangle, near left first and counter-clockwise, turned about its middle.

    Args:
        middle: its middle, in lattice units.
        width: its size along x before it is turned.
        depth: its size along y.
        turn: degrees.
    """
    x, y = middle
    half_width, half_depth = width // 2, depth // 2
    corners = (-half_width, -half_depth), (half_width, -half_depth), (half_width, half_depth), (-half_width, half_depth)
    one, two, three, four = ((x + a, y + b) for a, b in (turned(corner, turn) for corner in corners))
    return one, two, three, four


def half_turn(corners: Iterable[Point], size: TableSize) -> tuple[Point, ...]:
    """Points turned half around the middle of the table."""
    return tuple((size.width - x, size.depth - y) for x, y in corners)


def zone_outline(zone: Region) -> Core:
    """The corners of a zone, counter-clockwise; of one with a dent those of its hull.

    Raises:
        ValueError: for a region that is no rectangle and no area.
    """
    if isinstance(zone, Rectangle):
        return (zone.left, zone.near), (zone.right, zone.near), (zone.right, zone.far), (zone.left, zone.far)
    if isinstance(zone, Area):
        return hull(zone.corners)
    msg = f"found a zone of kind {type(zone).__name__}, expected a rectangle or an area"
    raise ValueError(msg)
