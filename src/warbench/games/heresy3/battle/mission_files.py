"""Mission files: what a set-up says in inches, turned into a mission on the lattice, and whether it can be played.

The first of a pair is written, the second follows: every piece that does not stand ``alone`` has a counterpart turned half
around the middle of the table.
"""

from collections.abc import Iterator
from importlib import resources
from itertools import combinations
from math import cos, pi
from typing import Literal

import msgspec

from warbench.battle.bundled import Bundle
from warbench.battle.requests import Refusal, RefusedError
from warbench.games.heresy3.battle.missions import Building, Mission, Objective, Rubble, Zone
from warbench.sheets.schema import DataError
from warbench.sheets.shelf import convert, parse
from warbench.table.convex import hull, overlap
from warbench.table.errors import TableError
from warbench.table.headings import turned
from warbench.table.lattice import INCH, Place, Point, TableSize, inches, table_size
from warbench.table.layout import half_turn, turned_rectangle
from warbench.table.regions import Area, Rectangle, Region
from warbench.table.terrain import Floor, Piece, Traits, container

Spot = tuple[float, float]
WIDTH, DEPTH = 72, 48
"""The table of a core mission, in inches (facts 16)."""
_DAWN, _GAP, _HOLE = 12, 24, 9
_STEPS = 6
_STOREY = 3 * INCH
"""How high a numbered floor is (facts 2)."""
_TURNS = 4


class Ground(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece as a file says it, in inches: its middle, its size along x and y before it is ``turn``ed (degrees).

    ``kind``: the three classes of area terrain, ``rubble`` (difficult, no cover), ``block`` (solid) or ``building``. Area
    terrain has a boundary that the players agreed on (``size``, or ``corners`` about its middle), or else its ``base`` (H-282).
    """

    name: str
    kind: Literal["light", "medium", "heavy", "rubble", "block", "building"]
    at: Spot
    size: Spot | None = None
    corners: tuple[Spot, ...] = ()
    base: Spot | None = None
    turn: int = 0
    height: float = 4
    dangerous: bool = False
    floors: int = 0
    datasheet: str = ""
    alone: bool = False


class Marker(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An objective marker as a file says it."""

    id: str
    at: Spot
    value: int


class MissionFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mission file. ``map`` is one of the three deployment maps of the core missions."""

    id: str
    name: str
    summary: str
    map: Literal["dawn of war", "hammer and anvil", "search and destroy"]
    scoring: Literal["heart", "crucible", "take", "none"]
    objectives: tuple[Marker, ...]
    terrain: tuple[Ground, ...] = ()
    turns: int = _TURNS
    capture_points: int = 0
    reserves: bool = False
    width: float = WIDTH
    depth: float = DEPTH


class MissionError(RefusedError):
    """A mission that cannot be read or played; the message names the file and every reason."""


def read_mission(text: str, file: str) -> Mission:
    """The mission of a file's text.

    Raises:
        MissionError: it is no TOML, says something unknown, or cannot be played.
    """
    try:
        draft = convert(parse(text, file), file, MissionFile)
        unbounded = tuple(_unbounded(draft))
        if unbounded:
            raise MissionError(file, unbounded)
        made = _made(draft)
    except (DataError, TableError) as error:
        raise MissionError(file, (Refusal("bad-file", str(error)),)) from error
    refusals = tuple(_faults(made))
    if refusals:
        raise MissionError(file, refusals)
    return made


def _unbounded(draft: MissionFile) -> Iterator[Refusal]:
    """The pieces of which nobody can say where they end (H-282)."""
    for ground in draft.terrain:
        if ground.kind != "building" and not (ground.size or ground.corners or ground.base):
            yield Refusal("no-boundary", f"{ground.name} has no size, no corners and no base: agree on its boundary", "H-282")


def _made(draft: MissionFile) -> Mission:
    size = table_size(draft.width, draft.depth)
    areas = [ground for ground in draft.terrain if ground.kind != "building"]
    laid = [(ground, name, corners) for ground in areas for name, corners in _laid(ground, size)]
    zones, edges = deployment_map(draft.map, size)
    return Mission(
        id=draft.id,
        name=draft.name,
        summary=draft.summary,
        size=size,
        deployment=zones,
        home_edges=edges,
        objectives=tuple(
            Objective(id=each.id, at=(inches(each.at[0]), inches(each.at[1])), value=each.value) for each in draft.objectives
        ),
        scoring=draft.scoring,
        pieces=(
            *(_block(ground, name, corners) for ground, name, corners in laid if ground.kind == "block"),
            *(_storeys(ground, name, corners) for ground, name, corners in laid if ground.floors),
        ),
        zones=tuple(
            Zone(name=name, kind=ground.kind, corners=hull(corners), dangerous=ground.dangerous, floors=ground.floors)
            for ground, name, corners in laid
            if ground.kind in {"light", "medium", "heavy"}
        ),
        rubble=tuple(
            Rubble(name=name, corners=hull(corners), dangerous=ground.dangerous)
            for ground, name, corners in laid
            if ground.kind == "rubble"
        ),
        buildings=tuple(
            Building(datasheet=ground.datasheet, name=name, place=_middle(ground, index, size))
            for ground in draft.terrain
            if ground.kind == "building"
            for index, name in enumerate(_names(ground))
        ),
        turns=draft.turns,
        capture_points=draft.capture_points,
        reserves=draft.reserves,
    )


def _names(ground: Ground) -> tuple[str, ...]:
    return (ground.name,) if ground.alone else (ground.name, f"{ground.name} opposite")


def _laid(ground: Ground, size: TableSize) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """The corners of a piece, and of its counterpart on the other half."""
    middle = inches(ground.at[0]), inches(ground.at[1])
    width, depth = ground.size or ground.base or (0, 0)
    corners: tuple[Point, ...] = turned_rectangle(middle, inches(width), inches(depth), ground.turn)
    if ground.corners:
        about = (turned((inches(x), inches(y)), ground.turn) for x, y in ground.corners)
        corners = tuple((middle[0] + x, middle[1] + y) for x, y in about)
    for name in _names(ground):
        yield name, corners
        corners = half_turn(corners, size)


def _middle(ground: Ground, index: int, size: TableSize) -> Place:
    x, y = inches(ground.at[0]), inches(ground.at[1])
    return Place(size.width - x, size.depth - y, 0, (ground.turn + 180) % 360) if index else Place(x, y, 0, ground.turn)


def _block(ground: Ground, name: str, corners: tuple[Point, ...]) -> Piece:
    piece = container(name, corners, inches(ground.height))
    # Nobody stands on it: impassable terrain.
    return msgspec.structs.replace(piece, traits=msgspec.structs.replace(piece.traits, top=False, cover_behind=False))


def _storeys(ground: Ground, name: str, corners: tuple[Point, ...]) -> Piece:
    """The numbered floors of area terrain, three inches each: the same area (H-207); what is seen is the area's business."""
    area = hull(corners)
    floors = tuple(Floor(area, number * _STOREY) for number in range(1, ground.floors + 1))
    traits = Traits(floors_for=("INFANTRY", "PARAGON"))
    return Piece(f"floors of {name}", "floors", area, ground.floors * _STOREY, traits, floors=floors)


def deployment_map(name: str, size: TableSize) -> tuple[tuple[Region, Region], tuple[tuple[Point, Point], tuple[Point, Point]]]:
    """Zone A and zone B of a map, and the battlefield edge that lies in each (facts 16; C1)."""
    width, depth = size.width, size.depth
    if name == "dawn of war":
        strip = _DAWN * INCH
        return (Rectangle(0, 0, width, strip), Rectangle(0, depth - strip, width, depth)), (
            ((0, 0), (width, 0)),
            ((0, depth), (width, depth)),
        )
    if name == "hammer and anvil":
        strip = (width - _GAP * INCH) // 2
        return (Rectangle(0, 0, strip, depth), Rectangle(width - strip, 0, width, depth)), (
            ((0, 0), (0, depth)),
            ((width, 0), (width, depth)),
        )
    quarter = _quarter(width // 2, depth // 2)
    return (Area(quarter), Area(half_turn(quarter, size))), (((0, 0), (width // 2, 0)), ((width // 2, depth), (width, depth)))


def _quarter(x: int, y: int) -> tuple[Point, ...]:
    """The near left quarter without a circle of 9 inches about the middle of the table, as a polygon outside it."""
    radius = round(_HOLE * INCH / cos(pi / 4 / _STEPS))  # so that the sides touch the circle and none cuts it
    arc = [turned((radius, 0), degrees) for degrees in range(270, 179, -90 // _STEPS)]
    return ((0, 0), (x, 0), *((x + a, y + b) for a, b in arc), (0, y))


def _faults(made: Mission) -> Iterator[Refusal]:
    """Why a mission cannot be played: terrain that overlaps or leaves the table, objectives out of place."""
    shapes = [*((zone.name, zone.corners) for zone in made.zones), *((rubble.name, rubble.corners) for rubble in made.rubble)]
    shapes += [(piece.name, piece.footprint) for piece in made.pieces if piece.traits.solid]
    for name, corners in shapes:
        if not all(0 <= x <= made.size.width and 0 <= y <= made.size.depth for x, y in corners):
            yield Refusal("terrain-off-table", f"{name} reaches beyond the table")
    for (one, first), (other, second) in combinations(shapes, 2):
        if one == other:
            yield Refusal("terrain-names", f"two pieces are called {one}")
        if overlap(first, second, 0):
            yield Refusal("terrain-overlaps", f"{one} and {other} overlap")
    if len({objective.id for objective in made.objectives}) < len(made.objectives):
        yield Refusal("objective-names", "two objectives have the same name")
    for objective in made.objectives:
        if not (0 <= objective.at[0] <= made.size.width and 0 <= objective.at[1] <= made.size.depth):
            yield Refusal("objective-off-table", f"objective {objective.id} is not on the table")


_BUNDLE = Bundle(resources.files(__package__) / "missions", "mission", read_mission, MissionError)


def mission(name: str) -> Mission:
    """The bundled mission of that name or id; case and punctuation do not matter.

    Raises:
        MissionError: naming those that there are.
    """
    return _BUNDLE.find(name)


def missions() -> tuple[Mission, ...]:
    """All bundled missions, by id."""
    return _BUNDLE.all()
