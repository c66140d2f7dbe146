"""Bases: the outline that a model is measured from, and how high it is.

A round base is its diameter. An oval is a polygon of `OVAL_CORNERS` corners on the ellipse, a hull a rectangle or any convex
polygon; both stand around their centre (0, 0), at heading 0 with their length along x, and the corners of the turned base are its
turned corners snapped to the lattice.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec

from warbench.table.convex import Core, cross, edges, holds_point, hull, is_convex
from warbench.table.errors import TableError
from warbench.table.headings import COSINE, SCALE, SINE, TURN, turned
from warbench.table.lattice import FAR, Point, root_up

OVAL_CORNERS = 16
"""Corners of an oval base; they lie on the ellipse, so the polygon is nowhere larger than the base."""

ROUND_CORNERS = 16
"""Corners of the polygon that stands for a round base where a picture or a sight sample needs one."""

SNAP = 2
"""A turned corner is never this many units away from where it should be."""

Kind = Literal["round", "oval", "hull"]


class Base(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """The outline of a model and its height, in lattice units.

    ``diameter`` is the doubled radius of a round base, 0 of others, which have ``corners`` at heading 0, counter-clockwise.
    ``height`` is how high the model reaches above its level, for sight and for passing below or above it. ``body`` is how
    much of that height counts when the vertical gap to another model is measured: 0 for a model measured from its base, its
    height for one measured from its hull. ``outer`` and ``inner`` are doubled radii of circles about the centre that hold the
    outline, and that it holds, at every heading. ``note`` says what was assumed where the size was not printed.
    """

    kind: Kind
    diameter: int
    height: int
    outer: int
    inner: int
    corners: Core = ()
    body: int = 0
    note: str = ""

    def __post_init__(self) -> None:
        """Refuse an outline that is neither a circle nor a convex polygon around (0, 0)."""
        if not 0 < self.height <= FAR or not 0 <= self.body <= self.height:
            raise TableError("bad-base", f"found a height of {self.height} units and a body of {self.body}, expected more")
        if (self.kind == "round") != (not self.corners) or (self.kind == "round") != (self.diameter > 0):
            raise TableError("bad-base", f"a {self.kind} base has a diameter or corners, not both and not neither")
        if self.corners and not (is_convex(self.corners) and holds_point(self.corners, (0, 0))):
            raise TableError("bad-base", "the corners of a base must be convex, counter-clockwise and around its centre")
        if not 0 <= self.inner <= self.outer <= FAR:
            raise TableError("bad-base", f"found circles of {self.inner} and {self.outer} half units, expected 0 to {FAR}")

    @property
    def is_round(self) -> bool:
        """Whether the outline is a circle."""
        return not self.corners


def round_base(diameter: int, height: int | None = None, note: str = "") -> Base:
    """A round base by its diameter in lattice units; without a height it gets the usual one of its size.

    Raises:
        TableError: the diameter is not positive.
    """
    if not 0 < diameter <= FAR:
        raise TableError("bad-base", f"found a diameter of {diameter} units, expected 1 to {FAR}")
    return Base("round", diameter, height or usual_height(diameter), diameter, diameter, note=note)


def polygon_base(corners: Iterable[Point], height: int, *, kind: Kind = "hull", body: int = 0, note: str = "") -> Base:
    """A base of any convex outline; ``corners`` at heading 0 around the centre (0, 0), in any order.

    Raises:
        TableError: the corners span no area, or the centre lies outside.
    """
    core = hull(corners)
    if len(core) < 3 or not holds_point(core, (0, 0)):  # noqa: PLR2004 - a triangle
        raise TableError("bad-base", "the corners of a base must span an area around its centre")
    outer = 2 * (max(root_up(x * x + y * y) for x, y in core) + SNAP)
    inner = min(2 * cross(a, b, (0, 0)) // root_up((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) for a, b in edges(core))
    return Base(kind, 0, height, outer, max(0, inner - 2 * SNAP), core, body, note)


def oval_base(length: int, width: int, height: int | None = None, note: str = "") -> Base:
    """An oval base by its length and width in lattice units.

    Raises:
        TableError: a side is not positive.
    """
    if not (0 < width <= FAR and 0 < length <= FAR):
        raise TableError("bad-base", f"found an oval of {length} by {width} units, expected 1 to {FAR}")
    steps = range(0, TURN * 2, TURN * 2 // OVAL_CORNERS)  # in half degrees
    corners = [_on_oval(length, width, Fraction(step, 2)) for step in steps]
    return polygon_base(corners, height or usual_height(length), kind="oval", note=note)


def _on_oval(length: int, width: int, degrees: Fraction) -> Point:
    """The lattice point nearest to an ellipse at an angle; between two degrees the mean of both directions is taken."""
    low = int(degrees)
    high = low if degrees == low else low + 1
    shares = (COSINE[low] + COSINE[high % TURN], SINE[low] + SINE[high % TURN])
    x, y = (side * share for side, share in zip((length, width), shares, strict=True))
    scale = 4 * SCALE
    return ((x + scale // 2) // scale if x >= 0 else -((scale // 2 - x) // scale)), (
        (y + scale // 2) // scale if y >= 0 else -((scale // 2 - y) // scale)
    )


def hull_base(length: int, width: int, height: int, note: str = "") -> Base:
    """A rectangular hull by its length (along its heading), width and height in lattice units, measured from all of it.

    Raises:
        TableError: a side is not positive.
    """
    if length < 2 or width < 2:  # noqa: PLR2004 - half a side must be a lattice length
        raise TableError("bad-base", f"found a hull of {length} by {width} units, expected at least 2")
    x, y = length // 2, width // 2
    return polygon_base(((-x, -y), (x, -y), (x, y), (-x, y)), height, body=height, note=note)


_HEIGHTS = ((350, 381), (450, 508), (650, 635), (850, 889))


def usual_height(length: int) -> int:
    """The height in lattice units that a model on a base of this length gets when nothing is said: 1.5 to 4 inches."""
    return next((height for limit, height in _HEIGHTS if length <= limit), 1016)


@lru_cache(maxsize=8192)
def corners_at(base: Base, heading: int) -> Core:
    """The corners of a polygonal base at a heading, about (0, 0), snapped to the lattice and counter-clockwise."""
    if heading % TURN == 0:
        return base.corners
    return hull(turned(corner, heading) for corner in base.corners)


@lru_cache(maxsize=2048)
def outline_at(base: Base, heading: int) -> Core:
    """The corners of any base at a heading, about (0, 0); a round base stands as a polygon of `ROUND_CORNERS` corners."""
    if base.corners:
        return corners_at(base, heading)
    return round_outline(base.diameter)


@lru_cache(maxsize=256)
def round_outline(diameter: int) -> Core:
    """A circle about (0, 0) as a polygon of `ROUND_CORNERS` corners on it."""
    steps = range(0, TURN * 2, TURN * 2 // ROUND_CORNERS)
    return hull(_on_oval(diameter, diameter, Fraction(step, 2)) for step in steps)
