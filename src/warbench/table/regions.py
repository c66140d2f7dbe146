"""Regions: where models may be set up, as data of a few closed kinds.

A region answers one question: may this model stand here? It means all of the model's base, so that where a model may stand a
smaller one inside it may too. `AnyOf` wants the whole base in one of its parts, not spread over several.
"""

import msgspec

from warbench.table import convex
from warbench.table.convex import Core
from warbench.table.errors import TableError
from warbench.table.lattice import FAR, Point, TableSize
from warbench.table.measure import (
    EDGES,
    Edge,
    Standing,
    Target,
    doubled_box,
    wholly_within,
    wholly_within_edge,
    within,
)

Box = tuple[int, int, int, int]
"""Least x, least y, largest x, largest y, in lattice units."""

EVERYWHERE: Box = (-FAR, -FAR, FAR, FAR)


class _Kind(msgspec.Struct, frozen=True, tag_field="region", forbid_unknown_fields=True):
    """What regions share."""

    def box(self, size: TableSize) -> Box:
        """An upright rectangle that holds every model that the region holds, within the table."""
        return 0, 0, size.width, size.depth

    def narrowed(self, box: Box) -> "Region":  # noqa: ARG002 - most kinds have nothing to leave out
        """The same question for models in ``box`` alone, with less to look at."""
        return self  # type: ignore[return-value]  # every kind is a member of the closed union


def _cut(box: Box, size: TableSize) -> Box:
    return max(0, box[0]), max(0, box[1]), min(size.width, box[2]), min(size.depth, box[3])


class Anywhere(_Kind, frozen=True, tag="anywhere"):
    """The whole table."""

    def holds(self, model: Standing, size: TableSize) -> bool:  # noqa: ARG002 - all kinds ask the same
        """Every place."""
        return True


class Rectangle(_Kind, frozen=True, tag="rectangle"):
    """Wholly within an upright rectangle; its border belongs to it. Lattice units."""

    left: int
    near: int
    right: int
    far: int

    def __post_init__(self) -> None:
        """Refuse a rectangle without inside."""
        if self.left >= self.right or self.near >= self.far:
            raise TableError("bad-region", f"found a rectangle from {self.left}, {self.near} to {self.right}, {self.far}")

    def holds(self, model: Standing, size: TableSize) -> bool:  # noqa: ARG002 - all kinds ask the same
        """Whether all of the model is inside."""
        x0, y0, x1, y1 = doubled_box(model)
        return 2 * self.left <= x0 and 2 * self.near <= y0 and x1 <= 2 * self.right and y1 <= 2 * self.far

    def overlaps(self, model: Standing, size: TableSize) -> bool:  # noqa: ARG002 - all kinds ask the same
        """Whether some part of the model is inside; touching the border is not."""
        corners = ((self.left, self.near), (self.right, self.near), (self.right, self.far), (self.left, self.far))
        return convex.overlap(model.core, corners, model.base.diameter)

    def box(self, size: TableSize) -> Box:
        """The rectangle."""
        return _cut((self.left, self.near, self.right, self.far), size)


class Area(_Kind, frozen=True, tag="area"):
    """Wholly within a simple polygon of any form; its border belongs to it. Corners in order, lattice units."""

    corners: tuple[Point, ...]

    def __post_init__(self) -> None:
        """Refuse a polygon without inside."""
        if len(self.corners) < 3:  # noqa: PLR2004 - a triangle
            raise TableError("bad-region", f"found an area of {len(self.corners)} corners, expected at least 3")

    def _cut_by_border(self, model: Standing) -> bool:
        core, radius = model.core, model.base.diameter
        return any(convex.overlap(core, edge, radius) for edge in convex.edges(self.corners))

    def holds(self, model: Standing, size: TableSize) -> bool:  # noqa: ARG002 - all kinds ask the same
        """Whether all of the model is inside: its centre is, and no edge meets the inside of its base."""
        return encloses(self.corners, (model.place.x, model.place.y)) and not self._cut_by_border(model)

    def overlaps(self, model: Standing, size: TableSize) -> bool:  # noqa: ARG002 - all kinds ask the same
        """Whether some part of the model is inside; touching the border is not."""
        return encloses(self.corners, (model.place.x, model.place.y)) or self._cut_by_border(model)

    def box(self, size: TableSize) -> Box:
        """The rectangle around it."""
        return _cut(convex.box_of(self.corners), size)


class EdgeStrip(_Kind, frozen=True, tag="edge-strip"):
    """Wholly within ``distance`` of one of the named table edges."""

    distance: int
    edges: tuple[Edge, ...] = EDGES

    def holds(self, model: Standing, size: TableSize) -> bool:
        """Whether all of the model is near one edge."""
        return any(wholly_within_edge(model, size, edge, self.distance) for edge in self.edges)


class WhollyWithin(_Kind, frozen=True, tag="wholly-within"):
    """Every part of the model within ``distance`` (horizontally) of one of the targets."""

    targets: tuple[Target, ...]
    distance: int

    def holds(self, model: Standing, size: TableSize) -> bool:  # noqa: ARG002 - all kinds ask the same
        """Whether it is so for one of the targets."""
        return any(wholly_within(model, target, self.distance) for target in self.targets)

    def box(self, size: TableSize) -> Box:
        """The rectangle around all targets, as much larger."""
        return _cut(_around(self.targets, self.distance), size)


class MoreThan(_Kind, frozen=True, tag="more-than"):
    """More than ``distance`` horizontally from every one of the targets."""

    targets: tuple[Target, ...]
    distance: int

    def holds(self, model: Standing, size: TableSize) -> bool:  # noqa: ARG002 - all kinds ask the same
        """Whether no target is within the distance."""
        distance = self.distance
        for target in self.targets:  # noqa: SIM110 - a loop is twice as fast as any()
            if within(model, target, distance):
                return False
        return True

    def narrowed(self, box: Box) -> "Region":
        """Without the targets that are too far from ``box`` to matter."""
        return MoreThan(_beside(self.targets, box, self.distance), self.distance)


class Outside(_Kind, frozen=True, tag="outside"):
    """No part of the model inside an area; touching its border is allowed."""

    part: Rectangle | Area

    def holds(self, model: Standing, size: TableSize) -> bool:
        """Whether nothing of the model is inside."""
        return not self.part.overlaps(model, size)


class AllOf(_Kind, frozen=True, tag="all-of"):
    """In all of the parts."""

    parts: tuple["Region", ...]

    def holds(self, model: Standing, size: TableSize) -> bool:
        """Whether every part holds it."""
        return all(part.holds(model, size) for part in self.parts)

    def box(self, size: TableSize) -> Box:
        """What the rectangles of the parts have in common; it may be empty."""
        boxes = [part.box(size) for part in self.parts] or [super().box(size)]
        x0, y0, x1, y1 = zip(*boxes, strict=True)
        return max(x0), max(y0), min(x1), min(y1)

    def narrowed(self, box: Box) -> "Region":
        """Each part narrowed."""
        return AllOf(tuple(part.narrowed(box) for part in self.parts))


class AnyOf(_Kind, frozen=True, tag="any-of"):
    """Wholly in one of the parts."""

    parts: tuple["Region", ...]

    def holds(self, model: Standing, size: TableSize) -> bool:
        """Whether some part holds it."""
        return any(part.holds(model, size) for part in self.parts)

    def box(self, size: TableSize) -> Box:
        """The rectangle around those of the parts."""
        boxes = [part.box(size) for part in self.parts] or [super().box(size)]
        x0, y0, x1, y1 = zip(*boxes, strict=True)
        return min(x0), min(y0), max(x1), max(y1)

    def narrowed(self, box: Box) -> "Region":
        """Each part narrowed."""
        return AnyOf(tuple(part.narrowed(box) for part in self.parts))


Region = Anywhere | Rectangle | Area | EdgeStrip | WhollyWithin | MoreThan | Outside | AllOf | AnyOf
"""Any region. The set is closed."""


def target_box(target: Target) -> Box:
    """The rectangle around a target, rounded outward."""
    if isinstance(target, Standing):
        x, y, radius = target.place.x, target.place.y, (target.base.outer + 1) // 2
        return x - radius, y - radius, x + radius, y + radius
    x0, y0, x1, y1 = convex.box_of(target.core)
    radius = (target.diameter + 1) // 2
    return x0 - radius, y0 - radius, x1 + radius, y1 + radius


def _around(targets: tuple[Target, ...], distance: int) -> Box:
    if not targets:
        return EVERYWHERE
    x0, y0, x1, y1 = zip(*(target_box(target) for target in targets), strict=True)
    return min(x0) - distance, min(y0) - distance, max(x1) + distance, max(y1) + distance


def _beside(targets: tuple[Target, ...], box: Box, distance: int) -> tuple[Target, ...]:
    x0, y0, x1, y1 = box[0] - distance, box[1] - distance, box[2] + distance, box[3] + distance
    kept = []
    for target in targets:
        a0, b0, a1, b1 = target_box(target)
        if a0 <= x1 and a1 >= x0 and b0 <= y1 and b1 >= y0:
            kept.append(target)
    return tuple(kept)


def encloses(corners: Core, point: Point) -> bool:
    """Whether a point lies strictly within a simple polygon, or on those of its edges that count as within (never both sides)."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in convex.edges(corners):
        if (ay > y) != (by > y):
            side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if (side > 0) == (by > ay):
                odd = not odd
    return odd
