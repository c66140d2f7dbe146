"""Formations: how the models of a unit stand beside each other, as offsets from the middle, made once and kept."""

from functools import lru_cache
from math import isqrt

from warbench.table.bases import Base
from warbench.table.coherency import Coherency, is_coherent
from warbench.table.lattice import Place, Point
from warbench.table.measure import Standing

GAPS = (13, 127, 254)
"""Room between two models of a formation: 0.05, half an inch, an inch, in lattice units."""


@lru_cache(maxsize=1024)
def grid(count: int, columns: int, pitch: int) -> tuple[Point, ...]:
    """Offsets of ``count`` places in rows of ``columns``, ``pitch`` lattice units apart, about (0, 0); row by row."""
    rows = -(-count // columns)
    spots = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        spots.append((column * pitch - (in_row - 1) * pitch // 2, row * pitch - (rows - 1) * pitch // 2))
    return tuple(spots)


@lru_cache(maxsize=1024)
def formations(bases: tuple[Base, ...], rule: Coherency | None, heading: int = 0) -> tuple[tuple[Point, ...], ...]:
    """The formations in which models of these bases are in coherency: block, two ranks, line and their columns, tight to loose.

    Each is a tuple of offsets from the middle, one for each base in order; all keep the outlines apart at any heading.
    """
    count, widest = len(bases), max((base.outer for base in bases), default=0)
    square = isqrt(count - 1) + 1 if count > 1 else 1
    shapes = dict.fromkeys((square, -(-count // 2), count, min(2, count), 1)) if count else {}
    found: dict[tuple[Point, ...], None] = {}
    for gap in GAPS:
        for columns in shapes:
            offsets = grid(count, columns, widest + gap)
            models = [
                Standing(str(index), base, Place(x, y, 0, heading))
                for index, (base, (x, y)) in enumerate(zip(bases, offsets, strict=True))
            ]
            if rule is None or is_coherent(models, rule):
                found[offsets] = None
    return tuple(found)


@lru_cache(maxsize=4096)
def reach_of(offsets: tuple[Point, ...], widest: int) -> int:
    """The doubled radius of a circle about the middle that holds a formation of models of this doubled outer radius."""
    return 2 * (isqrt(max((x * x + y * y for x, y in offsets), default=0)) + 1) + widest
