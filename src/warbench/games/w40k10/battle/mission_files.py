"""Mission files: what a set-up says in inches, turned into a mission on the lattice, and whether it can be played.

The first of a pair is written, the second follows: the defender's zone is the attacker's turned half around the middle of the
table, and so is every piece of terrain that does not stand ``alone``.
"""

from collections.abc import Iterator
from importlib import resources
from itertools import combinations
from typing import Literal

import msgspec

from warbench.battle.bundled import Bundle
from warbench.battle.requests import Refusal, RefusedError
from warbench.games.w40k10.battle.missions import Mission, Objective, Scoring
from warbench.sheets.schema import DataError
from warbench.sheets.shelf import convert, parse
from warbench.table.convex import Core, box_of, hull, overlap
from warbench.table.errors import TableError
from warbench.table.lattice import INCH, Point, TableSize, inches, table_size
from warbench.table.layout import half_turn, turned_rectangle, zone_outline
from warbench.table.measure import Marker, within
from warbench.table.regions import Area, Rectangle, Region
from warbench.table.terrain import Opening, Piece, Wall, barricade, container, crater, hill, ruin, wood

BATTLE_SIZES = {"incursion": (44, 30), "strike force": (44, 60), "onslaught": (44, 90)}
"""Each battle size's table: width and depth in inches (C23)."""

Side = Literal["left", "right", "near", "far"]
Spot = tuple[float, float]

_FEWEST_CORNERS = 3
_SILL, _LINTEL = INCH, 5 * INCH // 2


class Terrain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece as a file says it, in inches: its middle, its size along x and y before it is ``turn``ed (degrees).

    ``walls``: the sides that have one, with a window each. ``alone``: it has no counterpart on the other half.
    """

    name: str
    kind: Literal["ruin", "wood", "crater", "barricade", "hill", "container"]
    at: Spot
    size: Spot
    turn: int = 0
    height: float = 0
    walls: tuple[Side, ...] = ()
    floors: tuple[float, ...] = ()
    alone: bool = False


class MissionFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mission file. ``zone``: the corners of the attacker's deployment zone, a convex polygon."""

    id: str
    name: str
    summary: str
    battle_size: Literal["incursion", "strike force", "onslaught"]
    zone: tuple[Spot, ...]
    objectives: tuple[Objective, ...]
    terrain: tuple[Terrain, ...] = ()
    scoring: Scoring = Scoring()


class MissionError(RefusedError):
    """A mission that cannot be read or played; the message names the file and every reason."""


def read_mission(text: str, file: str) -> Mission:
    """The mission of a file's text.

    Raises:
        MissionError: it is no TOML, says something unknown, or cannot be played.
    """
    try:
        draft = convert(parse(text, file), file, MissionFile)
        made = _made(draft)
    except (DataError, TableError) as error:
        raise MissionError(file, (Refusal("bad-file", str(error)),)) from error
    refusals = check_mission(made)
    if refusals:
        raise MissionError(file, refusals)
    return made


def _made(draft: MissionFile) -> Mission:
    width, depth = BATTLE_SIZES[draft.battle_size]
    size = table_size(width, depth)
    zone = tuple((inches(x), inches(y)) for x, y in draft.zone)
    return Mission(
        id=draft.id,
        name=draft.name,
        battle_size=draft.battle_size,
        width=width,
        depth=depth,
        zones=(_region(zone), _region(half_turn(zone, size))),
        objectives=draft.objectives,
        pieces=tuple(piece for terrain in draft.terrain for piece in _pieces(terrain, size)),
        scoring=draft.scoring,
        summary=draft.summary,
    )


def _region(corners: tuple[Point, ...]) -> Region:
    if len(set(corners)) < _FEWEST_CORNERS:
        raise TableError("bad-zone", f"found a zone of {len(set(corners))} corners, expected at least {_FEWEST_CORNERS}")
    area = hull(corners)
    left, near, right, far = box_of(area)
    if set(area) == {(left, near), (right, near), (right, far), (left, far)}:
        return Rectangle(left, near, right, far)
    return Area(area)


def _pieces(terrain: Terrain, size: TableSize) -> Iterator[Piece]:
    """The piece, and its counterpart on the other half."""
    middle, (width, depth) = ((inches(a), inches(b)) for a, b in (terrain.at, terrain.size))
    area = list(turned_rectangle(middle, width, depth, terrain.turn))
    yield _piece(terrain, terrain.name, area)
    if not terrain.alone:
        yield _piece(terrain, f"{terrain.name} opposite", list(half_turn(area, size)))


def _piece(terrain: Terrain, name: str, area: list[Point]) -> Piece:
    height = inches(terrain.height) if terrain.height else None
    if terrain.kind == "ruin":
        sides: dict[Side, tuple[Point, Point]] = {
            "near": (area[0], area[1]),
            "right": (area[1], area[2]),
            "far": (area[2], area[3]),
            "left": (area[3], area[0]),
        }
        walls = [_wall(*sides[side], height or 5 * INCH) for side in terrain.walls]
        return ruin(name, area, walls, [inches(floor) for floor in terrain.floors])
    if terrain.kind == "crater":
        return crater(name, area)
    make = {"wood": wood, "barricade": barricade, "hill": hill, "container": container}[terrain.kind]
    return make(name, area, height) if height is not None else make(name, area)


def _wall(a: Point, b: Point, high: int) -> Wall:
    """A wall with a window in its middle third, so that those behind it can look and shoot out."""
    length = Wall(a, b, high).length
    if high <= _LINTEL:
        return Wall(a, b, high)
    return Wall(a, b, high, openings=(Opening(length // 3, length - length // 3, _SILL, _LINTEL),))


def check_mission(made: Mission) -> tuple[Refusal, ...]:
    """Why a mission cannot be played: its table, zones, objectives or terrain; empty when it can."""
    return (*_zone_faults(made), *_objective_faults(made), *_terrain_faults(made))


def _zone_faults(made: Mission) -> Iterator[Refusal]:
    if BATTLE_SIZES.get(made.battle_size) != (made.width, made.depth):
        yield Refusal("table-size", f"found {made.battle_size} on {made.width:g} by {made.depth:g} inches", "C23")
    one, other = (zone_outline(zone) for zone in made.zones)
    for zone in (one, other):
        if not _inside(zone, made.size):
            yield Refusal("zone-off-table", "a deployment zone reaches beyond the table", "C23")
    if overlap(one, other, 0):
        yield Refusal("zones-overlap", "the deployment zones of both players overlap")


def _inside(corners: Core, size: TableSize) -> bool:
    return all(0 <= x <= size.width and 0 <= y <= size.depth for x, y in corners)


def _objective_faults(made: Mission) -> Iterator[Refusal]:
    if not made.objectives:
        yield Refusal("no-objectives", "a mission has at least one objective", "C17")
    if len({objective.name for objective in made.objectives}) < len(made.objectives):
        yield Refusal("objective-names", "two objectives have the same name", "C17")
    for objective in made.objectives:
        marker = objective.marker
        if not _inside(marker.core, made.size):
            yield Refusal("objective-off-table", f"objective {objective.name} is not on the table", "C17")
        for piece in made.pieces:
            solid = [piece.footprint] if piece.traits.solid else []
            barred = [*solid, *((a, b) for wall in piece.walls for a, b, _, _ in wall.panels())]
            if any(within(marker, Marker(piece.name, core), 0) for core in barred):
                yield Refusal("objective-blocked", f"objective {objective.name} lies under {piece.name}", "C17")


def _terrain_faults(made: Mission) -> Iterator[Refusal]:
    for piece in made.pieces:
        if not _inside(piece.footprint, made.size):
            yield Refusal("terrain-off-table", f"{piece.name} reaches beyond the table")
    for one, other in combinations(made.pieces, 2):
        if one.name == other.name:
            yield Refusal("terrain-names", f"two pieces are called {one.name}")
        if overlap(one.footprint, other.footprint, 0):
            yield Refusal("terrain-overlaps", f"{one.name} and {other.name} overlap")


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
