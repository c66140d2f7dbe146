"""Terrain: pieces with a footprint, and traits as data that say what a piece does to moving, sight and cover.

The usual kinds are constructors of trait sets; a game may set any trait otherwise. A footprint is convex: an L of walls
stands on a rectangle, anything else is two pieces.
"""

from collections.abc import Iterable
from math import isqrt
from typing import Literal

import msgspec

from warbench.table.convex import Core, hull, is_convex
from warbench.table.errors import TableError
from warbench.table.lattice import FAR, INCH, Point

Sight = Literal["clear", "veil", "block"]
Inside = Literal["never", "partly", "wholly"]

Panel = tuple[Point, Point, int, int]
"""A closed part of a wall: its two ends seen from above, its lower and its upper level."""


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A door or a window: ``start`` and ``end`` along the wall from its first end, ``low`` and ``high`` as levels."""

    start: int
    end: int
    low: int
    high: int


class Wall(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An upright wall without thickness from ``a`` to ``b``, between the levels ``low`` and ``high``; its openings in order."""

    a: Point
    b: Point
    high: int
    low: int = 0
    openings: tuple[Opening, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a wall without length or height, and openings that overlap or leave it."""
        if self.a == self.b or not 0 <= self.low < self.high <= FAR:
            raise TableError("bad-terrain", f"found a wall from {self.a} to {self.b}, {self.low} to {self.high} units high")
        along = 0
        for gap in self.openings:
            if not (along <= gap.start < gap.end <= self.length and self.low <= gap.low < gap.high <= self.high):
                raise TableError("bad-terrain", f"the opening {gap} does not fit the wall from {self.a} to {self.b}")
            along = gap.end

    @property
    def length(self) -> int:
        """Its length in lattice units, rounded down."""
        return isqrt((self.b[0] - self.a[0]) ** 2 + (self.b[1] - self.a[1]) ** 2)

    def _point(self, along: int) -> Point:
        """The lattice point so far along the wall, rounded down."""
        (ax, ay), (bx, by), length = self.a, self.b, self.length
        if along == length:
            return self.b
        return ax + (bx - ax) * along // length, ay + (by - ay) * along // length

    def panels(self) -> tuple[Panel, ...]:
        """The closed parts: between the openings, below and above them."""
        found: list[Panel] = []
        along = 0
        for gap in self.openings:
            start, end = self._point(gap.start), self._point(gap.end)
            if gap.start > along:
                found.append((self._point(along), start, self.low, self.high))
            if gap.low > self.low:
                found.append((start, end, self.low, gap.low))
            if gap.high < self.high:
                found.append((start, end, gap.high, self.high))
            along = gap.end
        if along < self.length:
            found.append((self._point(along), self.b, self.low, self.high))
        return tuple(found)


class Floor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level to stand on: a convex polygon, counter-clockwise, at level ``z``."""

    corners: Core
    z: int

    def __post_init__(self) -> None:
        """Refuse a floor that is not convex or not above the table."""
        if not is_convex(self.corners) or not 0 < self.z <= FAR:
            raise TableError("bad-terrain", f"a floor is convex, counter-clockwise and above the table, not at level {self.z}")


class Traits(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a piece does. Lattice units.

    ``sight``: what its footprint does to a line that crosses it, at any height: nothing (``clear``), whoever is seen through it
    is not seen fully (``veil``), or the line ends (``block``), unless the model it goes to is there or the model it comes from
    is wholly inside. ``solid``: a block from the table to the piece's height, in the way of models and of sight; ``top``: it
    can be stood on. ``cover_inside``: how much of a model must be inside to be covered. ``cover_behind``: a model is covered
    that is not fully visible because of the piece, if it is within ``cover_reach`` of it (None: anywhere). ``cover_for``: the
    keywords that this cover is for, all models if empty. ``breachable_by``: keywords whose models pass through its walls.
    ``floors_for``: keywords whose models may stand above the table, all if empty. ``slow``: what a move loses that enters it.
    """

    sight: Sight = "clear"
    solid: bool = False
    top: bool = False
    cover_inside: Inside = "never"
    cover_behind: bool = False
    cover_reach: int | None = None
    cover_for: tuple[str, ...] = ()
    breachable_by: tuple[str, ...] = ()
    floors_for: tuple[str, ...] = ()
    slow: int = 0


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A piece of terrain: its name (unique on the table), kind (a word for readers), footprint, height and traits."""

    name: str
    kind: str
    footprint: Core
    height: int
    traits: Traits
    walls: tuple[Wall, ...] = ()
    floors: tuple[Floor, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a footprint that is not convex, and a piece without height."""
        if not is_convex(self.footprint):
            raise TableError("bad-terrain", f"{self.name}: a footprint is a convex polygon, counter-clockwise")
        if not 0 <= self.height <= FAR:
            raise TableError("bad-terrain", f"{self.name}: found a height of {self.height} units, expected 0 to {FAR}")

    @property
    def levels(self) -> tuple[Floor, ...]:
        """All that can be stood on above the table: the floors, and the top of a solid piece that has one."""
        if self.traits.solid and self.traits.top and self.height:
            return (*self.floors, Floor(self.footprint, self.height))
        return self.floors


def rectangle(left: int, near: int, right: int, far: int) -> Core:
    """The corners of an upright rectangle, counter-clockwise."""
    return (left, near), (right, near), (right, far), (left, far)


def ruin(  # noqa: PLR0913 - one argument a part of the piece
    name: str,
    footprint: Iterable[Point],
    walls: Iterable[Wall] = (),
    levels: Iterable[int] = (),
    *,
    breachable_by: tuple[str, ...] = ("INFANTRY", "BEAST", "SWARM"),
    floors_for: tuple[str, ...] = ("INFANTRY", "BEAST", "SWARM", "FLY"),
) -> Piece:
    """Walls on a footprint that no line crosses, with floors of the footprint's form at the given levels."""
    area, walls, levels = hull(footprint), tuple(walls), tuple(levels)
    height = max((*(wall.high for wall in walls), *levels, 5 * INCH))
    traits = Traits(sight="block", cover_inside="wholly", cover_behind=True, breachable_by=breachable_by, floors_for=floors_for)
    return Piece(name, "ruin", area, height, traits, walls, tuple(Floor(area, z) for z in levels))


def wood(name: str, footprint: Iterable[Point], height: int = 5 * INCH, *, slow: int = 0) -> Piece:
    """Trees: nobody is seen fully through them or among them; they stand in nobody's way."""
    traits = Traits(sight="veil", cover_inside="partly", cover_behind=True, slow=slow)
    return Piece(name, "wood", hull(footprint), height, traits)


def crater(name: str, footprint: Iterable[Point], *, cover_for: tuple[str, ...] = ("INFANTRY",), slow: int = 0) -> Piece:
    """Broken ground: covers those wholly inside it, hides nobody."""
    return Piece(name, "crater", hull(footprint), 0, Traits(cover_inside="wholly", cover_for=cover_for, slow=slow))


def barricade(name: str, footprint: Iterable[Point], height: int = INCH, *, reach: int | None = 3 * INCH) -> Piece:
    """A low solid line that nobody stands on; it covers those that it hides in part, if they are within ``reach`` of it."""
    return Piece(name, "barricade", hull(footprint), height, Traits(solid=True, cover_behind=True, cover_reach=reach))


def hill(name: str, footprint: Iterable[Point], height: int = 2 * INCH) -> Piece:
    """A solid rise with a flat top to stand on; it covers those that it hides in part."""
    return Piece(name, "hill", hull(footprint), height, Traits(solid=True, top=True, cover_behind=True))


def container(name: str, footprint: Iterable[Point], height: int = 5 * INCH // 2) -> Piece:
    """A solid block, climbed or gone around; it covers those that it hides in part."""
    return Piece(name, "container", hull(footprint), height, Traits(solid=True, top=True, cover_behind=True))
