"""Missions: the table, deployment zones, objectives, terrain and how points are scored. Data files of our own set-ups."""

import msgspec

from warbench.table.lattice import INCH, TableSize, table_size
from warbench.table.measure import Marker
from warbench.table.regions import Region
from warbench.table.terrain import Piece

_FARTHEST = 1000
"""In inches: beyond it is no table."""


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective marker: its name and its centre in inches from the table's left and near edges."""

    name: str
    x: float
    y: float

    def __post_init__(self) -> None:
        """Refuse what is on no table (C17).

        Raises:
            ValueError: for a place beyond all tables, and for one that is no number.
        """
        if not (abs(self.x) <= _FARTHEST and abs(self.y) <= _FARTHEST):
            raise ValueError(f"found the objective {self.name!r} at {self.x:g}, {self.y:g}, expected a place on the table")

    @property
    def marker(self) -> Marker:
        """The marker as it is measured to: 40 mm across (C17)."""
        return Marker(self.name, ((round(self.x * INCH), round(self.y * INCH)),), 400)


class Scoring(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Victory points at the end of each Command phase from round ``first`` on, and for the second player at the end of the last.

    ``each`` for every objective controlled up to ``most`` in a turn; ``more`` for controlling more than the opponent.
    """

    first: int = 2
    each: int = 5
    most: int = 15
    more: int = 0


class Mission(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """A mission on a table. ``zones``: the attacker's and the defender's deployment zone."""

    id: str
    name: str
    battle_size: str
    width: float
    depth: float
    zones: tuple[Region, Region]
    objectives: tuple[Objective, ...]
    pieces: tuple[Piece, ...] = ()
    scoring: Scoring = Scoring()
    summary: str = ""

    @property
    def size(self) -> TableSize:
        """The table's size."""
        return table_size(self.width, self.depth)
