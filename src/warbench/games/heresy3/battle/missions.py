"""What a battle is fought over: table, deployment zones, area terrain, buildings, objectives; on the lattice."""

from typing import Literal

import msgspec

from warbench.table.convex import Core
from warbench.table.lattice import Place, Point, TableSize
from warbench.table.regions import Region
from warbench.table.terrain import Piece

ZoneKind = Literal["light", "medium", "heavy", "barricade"]
COVER = {"light": 6, "medium": 5, "heavy": 4, "barricade": 5}
"""The Cover Save in each class of area terrain (H-203), and beside a barricade (facts 17)."""


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """A zone of area terrain: its boundary (a convex polygon that all players agreed on, H-282) and its class.

    All area terrain is Difficult (H-204). ``floors``: how many numbered levels it has; they are the same area (H-207). A
    ``barricade`` is no area terrain: it slows, and covers who touches it.
    """

    name: str
    kind: ZoneKind
    corners: Core
    dangerous: bool = False
    floors: int = 0


class Rubble(msgspec.Struct, frozen=True, kw_only=True):
    """Difficult (or Dangerous) terrain that is no area terrain: it slows, and gives no cover (H-208)."""

    name: str
    corners: Core
    dangerous: bool = False


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    """An objective marker: where its middle is, and what it is worth at the start."""

    id: str
    at: Point
    value: int


class Building(msgspec.Struct, frozen=True, kw_only=True):
    """A building that is part of the battlefield: the datasheet's name, and where its middle is. Nobody controls it (H-118)."""

    datasheet: str
    name: str
    place: Place


class Mission(msgspec.Struct, frozen=True, kw_only=True):
    """A battlefield and what scores.

    ``deployment`` are zone A and zone B, ``home_edges`` the battlefield edges that lie in them; which player has which is
    decided in the battle. ``scoring``: how the core missions score. ``pieces`` are solid: they stop moves and sight.
    ``capture_points``: a mission may give Victory Points for a capture (H-072); ``reserves``: it lets any unit wait in Reserves
    (H-274).
    """

    id: str
    name: str
    size: TableSize
    deployment: tuple[Region, Region]
    home_edges: tuple[tuple[Point, Point], tuple[Point, Point]]
    objectives: tuple[Objective, ...]
    scoring: Literal["heart", "crucible", "take", "none"] = "none"
    pieces: tuple[Piece, ...] = ()
    zones: tuple[Zone, ...] = ()
    rubble: tuple[Rubble, ...] = ()
    buildings: tuple[Building, ...] = ()
    turns: int = 4
    capture_points: int = 0
    reserves: bool = False
    summary: str = ""
