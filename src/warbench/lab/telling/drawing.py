"""What a picture of the table shows: plain shapes on the lattice, each with what it says. `picture` makes the document."""

import msgspec

from warbench.table.lattice import Point
from warbench.table.measure import Standing


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """A polygon: how it looks (a class of the style), its corners, what it says; a ``label`` in its middle, strokes upon it."""

    look: str
    corners: tuple[Point, ...]
    said: str
    label: str = ""
    strokes: tuple[tuple[Point, Point], ...] = ()


class Disc(msgspec.Struct, frozen=True, kw_only=True):
    """An objective: its middle, its radius, how far from the middle it reaches, the letter upon it, what it says."""

    at: Point
    radius: float
    reach: float
    letter: str
    said: str


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A model: where it stands, what it says, and what it has left of its wounds if it lost any.

    ``ahead``: where it looks is shown on a round base too, since it moves that way.
    """

    standing: Standing
    said: str
    left: int | None = None
    ahead: bool = False


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A unit on the table: ``player`` controls it (-1: nobody)."""

    id: str
    name: str
    player: int
    figures: tuple[Figure, ...]


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """The table: its size, zones below everything, terrain, objectives, units; and what the legend says beside them.

    ``style`` and ``patterns`` are added to those that all pictures have.
    """

    width: int
    depth: int
    zones: tuple[Shape, ...]
    terrain: tuple[Shape, ...]
    objectives: tuple[Disc, ...]
    units: tuple[Group, ...]
    notes: tuple[str, ...] = ()
    style: str = ""
    patterns: str = ""
