"""The field: a table with its terrain, and whether a model may stand at a place of it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from warbench.table import convex
from warbench.table.bases import Base
from warbench.table.convex import Core, box_of
from warbench.table.errors import TableError
from warbench.table.lattice import Place, TableSize
from warbench.table.measure import CONTACT, Standing, inside, on_table
from warbench.table.obstacles import Obstacle, obstacles_of
from warbench.table.regions import Box
from warbench.table.terrain import Floor, Panel, Piece


class Fault(NamedTuple):
    """Why something is refused: a code and one sentence."""

    code: str
    sentence: str


class Ground(NamedTuple):
    """A piece of terrain prepared for looking up: the box around its footprint and walls, its panels and levels."""

    box: Box
    piece: Piece
    panels: tuple[Panel, ...]
    levels: tuple[Floor, ...]
    obstacles: tuple[Obstacle, ...]


def _ground(piece: Piece) -> Ground:
    panels = tuple(panel for wall in piece.walls for panel in wall.panels())
    ends = [end for a, b, _, _ in panels for end in (a, b)]
    corners = [corner for floor in piece.floors for corner in floor.corners]
    return Ground(box_of([*piece.footprint, *ends, *corners]), piece, panels, piece.levels, obstacles_of(piece, panels))


class Field:
    """A table: its size and its pieces of terrain. It does not change during a battle; make it once."""

    __slots__ = ("_boxes", "_rows", "_tops", "grounds", "pieces", "size")

    def __init__(self, size: TableSize, pieces: Iterable[Piece] = ()) -> None:
        """Take the pieces.

        Raises:
            TableError: two pieces have the same name.
        """
        self.size = size
        self.pieces = tuple(pieces)
        self.grounds = tuple(_ground(piece) for piece in self.pieces)
        self._boxes = tuple(ground.box for ground in self.grounds)
        self._rows = tuple((*ground.box, ground) for ground in self.grounds)
        self._tops = tuple(
            (box_of(piece.footprint), piece) for piece in self.pieces if piece.traits.solid and piece.traits.top and piece.height
        )
        if len({piece.name for piece in self.pieces}) < len(self.pieces):
            raise TableError("bad-terrain", "two pieces of terrain have the same name")

    def near(self, box: Box) -> list[Ground]:
        """The terrain whose box meets ``box`` (lattice units), in the field's order."""
        x0, y0, x1, y1 = box
        return [ground for a0, b0, a1, b1, ground in self._rows if a0 <= x1 and a1 >= x0 and b0 <= y1 and b1 >= y0]

    def level_at(self, base: Base, place: Place) -> int:
        """The level of the highest solid top that holds the whole base at a place, whatever ``place.z`` says; else 0."""
        level, x, y, half = 0, place.x, place.y, base.inner // 2
        for (x0, y0, x1, y1), piece in self._tops:
            within = x0 <= x - half and x + half <= x1 and y0 <= y - half and y + half <= y1
            if within and piece.height > level and inside(Standing("", base, place), piece.footprint):
                level = piece.height
        return level

    def is_near(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether any terrain's box meets an upright rectangle."""
        for a0, b0, a1, b1 in self._boxes:  # noqa: SIM110 - a loop is twice as fast as any()
            if a0 <= x1 and a1 >= x0 and b0 <= y1 and b1 >= y0:
                return True
        return False

    def stand_fault(self, model: Standing, keywords: Sequence[str] = ()) -> Fault | None:
        """Why a model may not stand where it does, or None: off the table, on a wall, in a block, without a floor."""
        place, base = model.place, model.base
        if not on_table(model, self.size):
            return Fault("off-table", f"{model.name} would not stand wholly on the table")
        box = around(base, place)
        grounds = self.near(box) if self.is_near(*box) else []
        if not grounds:
            return Fault("no-floor", f"{model.name} would stand on nothing") if place.z else None
        core, low, top = model.core, place.z, model.top
        for ground in grounds:
            piece = ground.piece
            for a, b, wall_low, wall_high in ground.panels:
                if wall_low < top and low < wall_high and convex.overlap(core, (a, b), base.diameter):
                    return Fault("on-wall", f"{model.name} would stand on a wall of {piece.name}")
            if piece.traits.solid and low < piece.height and convex.overlap(core, piece.footprint, base.diameter):
                return Fault("in-solid", f"{model.name} would stand in {piece.name}")
        return self._floor_fault(model, grounds, keywords) if low else None

    def _floor_fault(self, model: Standing, grounds: Sequence[Ground], keywords: Sequence[str]) -> Fault | None:
        barred = None
        for ground in grounds:
            for floor in ground.levels:
                if floor.z == model.place.z and inside(model, floor.corners):
                    allowed = ground.piece.traits.floors_for
                    if not allowed or any(keyword in allowed for keyword in keywords):
                        return None
                    barred = ground.piece.name
        if barred:
            return Fault("may-not-stand", f"{model.name} may not stand on the floors of {barred}")
        return Fault("no-floor", f"{model.name} would not stand wholly on a floor")

    def touches_level(self, core: Core, diameter: int, z: int) -> bool:
        """Whether an outline at level ``z`` touches or overlaps something that can be stood on there."""
        x0, y0, x1, y1 = box_of(core)
        reach = diameter // 2 + CONTACT + 1
        return any(
            floor.z == z and convex.near(core, floor.corners, diameter + 2 * CONTACT)
            for ground in self.near((x0 - reach, y0 - reach, x1 + reach, y1 + reach))
            for floor in ground.levels
        )


def around(base: Base, place: Place) -> Box:
    """An upright rectangle that holds a base at a place, at any heading."""
    radius = (base.outer + 1) // 2
    return place.x - radius, place.y - radius, place.x + radius, place.y + radius
