"""What is in the way of sight, prepared for looking up."""

from collections.abc import Iterable
from typing import NamedTuple

from warbench.table.convex import Core, box_of
from warbench.table.terrain import Panel, Piece


class Obstacle(NamedTuple):
    """Something in the way of sight: its name, its form from above with the box around it, the levels between which it is.

    ``veil``: whoever is seen through it is not fully seen. ``endless``: it stops a line at any height unless the line ends in it.
    """

    name: str
    area: Core
    box: tuple[int, int, int, int]
    low: int
    high: int
    veil: bool = False
    endless: bool = False


def obstacles_of(piece: Piece, panels: Iterable[Panel]) -> tuple[Obstacle, ...]:
    """What a piece of terrain with these wall panels puts in the way of sight."""
    traits, area, box = piece.traits, piece.footprint, box_of(piece.footprint)
    found = []
    if traits.sight == "block":
        found.append(Obstacle(piece.name, area, box, 0, piece.height, endless=True))
    elif traits.sight == "veil":
        found.append(Obstacle(piece.name, area, box, 0, piece.height, veil=True))
    if traits.solid and piece.height:
        found.append(Obstacle(piece.name, area, box, 0, piece.height))
    found.extend(Obstacle(piece.name, (a, b), box_of((a, b)), low, high) for a, b, low, high in panels)
    return tuple(found)
