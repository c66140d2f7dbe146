"""Measuring between models: exact comparisons in whole numbers, from base to base, and distances for display.

Horizontal distance is seen from above. The vertical gap is measured between the levels that models stand on; a hull reaches up to
its height. Touching counts as distance 0, and at exactly the limit a model is within it.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from warbench.table import convex
from warbench.table.bases import Base, corners_at, round_outline
from warbench.table.convex import Core
from warbench.table.errors import TableError
from warbench.table.lattice import Place, Point, TableSize, root_up

CONTACT = 2
"""Models at most this many lattice units apart (0.2 mm) are in base contact: two circles seldom touch on lattice points."""

Edge = Literal["left", "right", "near", "far"]
EDGES: tuple[Edge, ...] = ("left", "right", "near", "far")
"""The table's edges: x = 0, x = width, y = 0, y = depth."""


class Standing(msgspec.Struct, frozen=True, tag="model", tag_field="is", gc=False):
    """A model on the table: its name (unique on the table), base and place."""

    name: str
    base: Base
    place: Place

    @property
    def core(self) -> Core:
        """The core of its outline on the table: the centre of a round base, the corners of another."""
        return core_of(self.base, self.place)

    @property
    def outline(self) -> Core:
        """The corners of its outline on the table, of a round base those of the polygon that stands for it."""
        if self.base.corners:
            return self.core
        x, y = self.place.x, self.place.y
        return tuple([(x + px, y + py) for px, py in round_outline(self.base.diameter)])

    @property
    def top(self) -> int:
        """How high it reaches above the table, in lattice units."""
        return self.place.z + self.base.height

    def at(self, place: Place) -> "Standing":
        """The same model elsewhere."""
        return Standing(self.name, self.base, place)


class Marker(msgspec.Struct, frozen=True, tag="marker", tag_field="is"):
    """Something without height that is measured to: a point, a segment or a convex polygon, with a doubled radius.

    ``core`` in lattice units, polygons counter-clockwise; ``diameter`` is 0 for a marker measured from its centre.
    """

    name: str
    core: Core
    diameter: int = 0
    z: int = 0

    def __post_init__(self) -> None:
        """Refuse a core that is no point, segment or convex polygon."""
        if not self.core or self.diameter < 0 or (len(self.core) > 2 and not convex.is_convex(self.core)):  # noqa: PLR2004
            raise TableError("bad-marker", f"{self.name}: expected a point, a segment or a convex polygon, counter-clockwise")


Target = Standing | Marker
"""What can be measured to."""


def core_of(base: Base, place: Place) -> Core:
    """The core of a base at a place, in lattice units."""
    x, y = place.x, place.y
    if base.diameter:
        return ((x, y),)
    return _polygon_at(base, place)


@lru_cache(maxsize=16384)
def _polygon_at(base: Base, place: Place) -> Core:
    x, y = place.x, place.y
    return tuple([(x + px, y + py) for px, py in corners_at(base, place.heading)])


def _shape(target: Target) -> tuple[Core, int, int, int]:
    """Core, doubled radius, level and top for measuring."""
    if isinstance(target, Marker):
        return target.core, target.diameter, target.z, target.z
    z = target.place.z
    return target.core, target.base.diameter, z, z + target.base.body


def _levels(target: Target) -> tuple[int, int]:
    """Level and top for measuring."""
    if isinstance(target, Marker):
        return target.z, target.z
    z = target.place.z
    return z, z + target.base.body


def within(one: Target, other: Target, distance: int) -> bool:
    """Whether two are within ``distance`` lattice units of each other horizontally: at exactly that distance they are."""
    if isinstance(one, Standing) and isinstance(other, Standing):
        a, b, p, q = one.base, other.base, one.place, other.place
        dx, dy = p.x - q.x, p.y - q.y
        square = 4 * (dx * dx + dy * dy)
        reach = 2 * distance + a.outer + b.outer
        if reach < 0 or square > reach * reach:
            return False
        sure = 2 * distance + a.inner + b.inner
        if distance >= 0 and square <= sure * sure:
            return True
        if a.diameter and b.diameter:
            return False
        return convex.near(core_of(a, p), core_of(b, q), 2 * distance + a.diameter + b.diameter)
    core, radius, _, _ = _shape(one)
    core2, radius2, _, _ = _shape(other)
    return convex.near(core, core2, 2 * distance + radius + radius2)


def vertical_gap(one: Target, other: Target) -> int:
    """The vertical distance in lattice units between two: 0 when their bodies share a level."""
    low, high = _levels(one)
    low2, high2 = _levels(other)
    return max(0, low2 - high, low - high2)


def engaged(one: Target, other: Target, horizontal: int, vertical: int) -> bool:
    """Whether two are within both limits (lattice units) of each other, the same from either side."""
    if isinstance(one, Standing) and isinstance(other, Standing):
        a, b, p, q = one.base, other.base, one.place, other.place
        dx, dy, reach = p.x - q.x, p.y - q.y, 2 * horizontal + a.outer + b.outer
        if 4 * (dx * dx + dy * dy) > reach * reach:
            return False  # the usual answer, quickly
    return vertical_gap(one, other) <= vertical and within(one, other, horizontal)


def overlapping(one: Target, other: Target) -> bool:
    """Whether two outlines share more than their borders, seen from above."""
    if isinstance(one, Standing) and isinstance(other, Standing):
        return bases_overlap(one.base, one.place, other.base, other.place)
    core, radius, _, _ = _shape(one)
    core2, radius2, _, _ = _shape(other)
    return convex.overlap(core, core2, radius + radius2)


def bases_overlap(a: Base, p: Place, b: Base, q: Place) -> bool:
    """Whether two bases at two places share more than their borders, seen from above."""
    dx, dy = p.x - q.x, p.y - q.y
    square, reach, sure = 4 * (dx * dx + dy * dy), a.outer + b.outer, a.inner + b.inner
    if square >= reach * reach:
        return False
    if square < sure * sure:
        return True
    return not (a.diameter and b.diameter) and convex.overlap(core_of(a, p), core_of(b, q), a.diameter + b.diameter)


def colliding(one: Standing, other: Standing) -> bool:
    """Whether two models stand in the same space: outlines overlap, and so do the levels from their feet to their tops."""
    p, q, a, b = one.place, other.place, one.base, other.base
    dx, dy, reach = p.x - q.x, p.y - q.y, a.outer + b.outer
    if 4 * (dx * dx + dy * dy) >= reach * reach or p.z >= q.z + b.height or q.z >= p.z + a.height:
        return False
    return (a.diameter > 0 and b.diameter > 0) or bases_overlap(a, p, b, q)


def in_contact(one: Target, other: Target) -> bool:
    """Whether two are in base contact: within `CONTACT` horizontally and on a common level."""
    return engaged(one, other, CONTACT, 0)


def wholly_within(model: Standing, target: Target, distance: int) -> bool:
    """Whether every part of a model is within ``distance`` lattice units of a target, horizontally.

    A convex shape grown by r and shrunk by r is itself again, so a disc fits if its centre is within distance less radius.
    """
    radius = model.base.diameter
    if radius and isinstance(target, Standing):
        dx, dy = model.place.x - target.place.x, model.place.y - target.place.y
        square, most = 4 * (dx * dx + dy * dy), 2 * distance + target.base.outer - radius
        if most < 0 or square > most * most:
            return False
        sure = 2 * distance + target.base.inner - radius
        if sure >= 0 and square <= sure * sure:
            return True
    core = model.core
    core2, radius2, _, _ = _shape(target)
    reach = 2 * distance + radius2 - radius
    if reach >= 0:
        return all(convex.near((corner,), core2, reach) for corner in core)
    return all(deep_inside(core2, corner, -reach) for corner in core)


def deep_inside(polygon: Core, point: Point, doubled: int) -> bool:
    """Whether a point lies in a convex polygon, at least ``doubled`` half units from each edge."""
    if len(polygon) < 3:  # noqa: PLR2004 - a segment has no inside
        return False
    for a, b in convex.edges(polygon):
        off = 2 * convex.cross(a, b, point)
        ex, ey = b[0] - a[0], b[1] - a[1]
        if off < 0 or off * off < doubled * doubled * (ex * ex + ey * ey):
            return False
    return True


def inside(model: Standing, polygon: Core) -> bool:
    """Whether every part of a model lies in a convex polygon; touching its border is inside."""
    return all(deep_inside(polygon, corner, model.base.diameter) for corner in model.core)


def distance_up(one: Target, other: Target) -> int:
    """The horizontal distance in lattice units, rounded up. `lattice.inches_up` of it is the whole inches, rounded up."""
    if isinstance(one, Standing) and isinstance(other, Standing) and one.base.diameter and other.base.diameter:
        dx, dy = one.place.x - other.place.x, one.place.y - other.place.y
        return max(0, (root_up(4 * (dx * dx + dy * dy)) - one.base.diameter - other.base.diameter + 1) // 2)
    core, radius, _, _ = _shape(one)
    core2, radius2, _, _ = _shape(other)
    return convex.distance_up(core, core2, radius + radius2)


def least_distance(ones: Iterable[Standing], others: Sequence[Standing]) -> int | None:
    """How far apart the nearest of some models and others are, in lattice units, rounded up; None when one side is empty."""
    least: int | None = None
    for one in ones:
        for other in others:
            dx, dy = one.place.x - other.place.x, one.place.y - other.place.y
            if least is not None:
                # Nearer than the least so far only if the centres are: the outlines lie within their outer circles.
                reach = 2 * least + one.base.outer + other.base.outer
                if 4 * (dx * dx + dy * dy) >= reach * reach:
                    continue
            found = distance_up(one, other)
            least = found if least is None else min(least, found)
    return least


def distance_down(one: Target, other: Target) -> int:
    """The horizontal distance in lattice units, rounded down."""
    core, radius, _, _ = _shape(one)
    core2, radius2, _, _ = _shape(other)
    return convex.distance_down(core, core2, radius + radius2)


def doubled_box(model: Standing) -> tuple[int, int, int, int]:
    """The smallest upright rectangle around a model in half units, so that an odd diameter is exact."""
    radius = model.base.diameter
    if radius:
        x, y = 2 * model.place.x, 2 * model.place.y
        return x - radius, y - radius, x + radius, y + radius
    x0, y0, x1, y1 = convex.box_of(model.core)
    return 2 * x0 - radius, 2 * y0 - radius, 2 * x1 + radius, 2 * y1 + radius


def on_table(model: Standing, size: TableSize) -> bool:
    """Whether a model stands wholly on the table; its edge belongs to it."""
    x0, y0, x1, y1 = doubled_box(model)
    return x0 >= 0 and y0 >= 0 and x1 <= 2 * size.width and y1 <= 2 * size.depth


def wholly_within_edge(model: Standing, size: TableSize, edge: Edge, distance: int) -> bool:
    """Whether every part of a model is within ``distance`` lattice units of a table edge."""
    x0, y0, x1, y1 = doubled_box(model)
    far = {"left": x1, "near": y1, "right": 2 * size.width - x0, "far": 2 * size.depth - y0}[edge]
    return far <= 2 * distance
