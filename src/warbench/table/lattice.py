"""The lattice: whole numbers of 0.1 mm, an inch being exactly 254 of them. Every length of this package is one of these.

Coordinates: x runs to the right along the table's width, y away from the reader along its depth, z up from its surface. The
corner nearest to the reader on the left is (0, 0).
"""

from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Literal

import msgspec

from warbench.table.errors import TableError

INCH = 254
"""Lattice units in an inch."""

MILLIMETRE = 10
"""Lattice units in a millimetre."""

FAR = 1_000 * INCH
"""No coordinate and no distance is larger than this many lattice units."""

Point = tuple[int, int]
"""A point of the table seen from above, in lattice units."""

Rounding = Literal["nearest", "down", "up", "exact"]


class Place(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Where a model stands: its centre (``x``, ``y``), the level ``z`` that it stands on, and its ``heading``.

    Lattice units; the heading in whole degrees from 0 to 359, counter-clockwise from the direction of x.
    """

    x: int
    y: int
    z: int = 0
    heading: int = 0


def _scaled(value: str | float | Fraction, unit: int, rounding: Rounding, what: str) -> int:
    """``value`` times ``unit`` as a whole number; a float is read as the decimal that it prints as."""
    try:
        amount = Fraction(str(value)) * unit
    except (ValueError, ZeroDivisionError):
        raise TableError("bad-length", f"found {value!r}, expected a number of {what}") from None
    if abs(amount) > FAR:
        raise TableError("bad-length", f"found {value} {what}, expected at most {FAR // unit}")
    match rounding:
        case "down":
            return floor(amount)
        case "up":
            return ceil(amount)
        case "nearest":
            return floor(amount + Fraction(1, 2))
        case _:
            if amount.denominator != 1:
                raise TableError("bad-length", f"{value} {what} is no whole number of lattice units")
            return int(amount)


def inches(value: str | float | Fraction, rounding: Rounding = "nearest") -> int:
    """Inches as lattice units: ``inches("1.5")`` is 381.

    The arithmetic is exact: 0.1 means one tenth. Whole and half inches are lattice points; other fractions are not (a tenth is
    25.4 units), and ``rounding`` says what happens to them. A half unit goes up with ``nearest``.

    Raises:
        TableError: it is no number, larger than the largest table, or no lattice point and ``rounding`` is ``exact``.
    """
    return _scaled(value, INCH, rounding, "inches")


def millimetres(value: str | float | Fraction, rounding: Rounding = "nearest") -> int:
    """Millimetres as lattice units: ``millimetres("28.5")`` is 285.

    Raises:
        TableError: as `inches` does.
    """
    return _scaled(value, MILLIMETRE, rounding, "millimetres")


def inches_up(length: int) -> int:
    """A length in lattice units as whole inches, any fraction rounded up."""
    return -(-length // INCH)


def inches_text(length: int) -> str:
    """A length in lattice units for a reader: inches with at most two places, such as ``9.02"``."""
    hundredths = (length * 100 + INCH // 2) // INCH
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".") + '"'


def root_up(square: int) -> int:
    """The square root of a whole number, rounded up."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def travel(dx: int, dy: int, dz: int = 0) -> int:
    """The length of a straight line in lattice units, rounded up."""
    return root_up(dx * dx + dy * dy + dz * dz)


class TableSize(msgspec.Struct, frozen=True):
    """The size of a table in lattice units: ``width`` along x, ``depth`` along y."""

    width: int
    depth: int

    def __post_init__(self) -> None:
        """Refuse a table without room, or one larger than the lattice."""
        if not (0 < self.width <= FAR and 0 < self.depth <= FAR):
            raise TableError("bad-table", f"found a table of {self.width} by {self.depth} units, expected 1 to {FAR}")


def table_size(width: float, depth: float) -> TableSize:
    """A table of ``width`` by ``depth`` inches.

    Raises:
        TableError: a side is not positive or no whole number of lattice units.
    """
    return TableSize(inches(width, "exact"), inches(depth, "exact"))
