"""A comparison: rows against columns, who is best at what, and the whole of it as plain data."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from warbench.lab.rows import Items
from warbench.rules.conditions import Value

FORMAT = "warbench-compare-1"

Measure = Literal["points", "per-point", "slain", "wounds", "destroyed"]
MEASURES: tuple[Measure, ...] = ("points", "per-point", "slain", "wounds", "destroyed")
"""What can be compared: points removed, points removed per point spent, models slain, wounds lost, P(destroyed)."""

# Measured values that differ by less are equal.
_SAME = 1e-9


class Row(msgspec.Struct, frozen=True):
    """A unit with its loadout. ``name`` is short, ``points`` what it costs.

    ``loadouts`` counts the legal loadouts that it stands for, ``alike`` names merged rows that attack alike. ``distance`` is the
    distance in inches that was used, None without ranged weapons. ``note`` says why it does nothing.
    """

    name: str
    unit: str
    size: int
    points: int
    items: Items
    loadouts: int = 1
    alike: tuple[str, ...] = ()
    distance: float | None = None
    note: str = ""


class Column(msgspec.Struct, frozen=True):
    """A target: its models and wounds at the start, its points (None: nobody knows what it costs)."""

    name: str
    models: int
    wounds: int
    points: int | None


class Cell(msgspec.Struct, frozen=True):
    """What a row does to a column on average: models slain, wounds lost, P(destroyed), points removed.

    A model that is slain removes its equal share of the target's points; a target that had one model from the start loses them
    by the wound. ``per_point`` is points removed per point that the row costs. Both are None where points are not known.
    ``refused`` names the weapons that may not attack, each with the reason.
    """

    slain: float
    wounds_lost: float
    destroyed: float
    points_removed: float | None
    per_point: float | None
    refused: tuple[str, ...] = ()

    def value(self, measure: Measure) -> float | None:
        """The number of that measure; None where it is not known."""
        return {
            "points": self.points_removed,
            "per-point": self.per_point,
            "slain": self.slain,
            "wounds": self.wounds_lost,
            "destroyed": self.destroyed,
        }[measure]


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Rows against columns: ``cells[row][column]``. ``facts`` are those that the asker set.

    ``left_out_probability`` bounds, for the worst cell, the branches that were too many to follow (0: all were followed).
    """

    game: str
    kind: str
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    cells: tuple[tuple[Cell, ...], ...]
    facts: dict[str, Value]
    stratagems: tuple[str, ...]
    rulings: dict[str, str]
    not_modelled: tuple[str, ...]
    left_out_probability: float

    def shown(self, column: int, measure: Measure) -> Measure:
        """The measure that a column can be judged by: models slain where its points are not known."""
        return "slain" if measure in ("points", "per-point") and self.columns[column].points is None else measure

    def value(self, row: int, column: int, measure: Measure) -> float:
        """A cell's number, by the measure that its column can be judged by; 0 for a row that costs nothing."""
        return self.cells[row][column].value(self.shown(column, measure)) or 0.0

    def ranking(self, column: int, measure: Measure) -> tuple[int, ...]:
        """The rows from the best at a column to the worst; equals (within 1e-9) by name."""
        by_value = sorted(range(len(self.rows)), key=lambda row: -self.value(row, column, measure))
        # Rounding must not part equals: a row within 1e-9 of the one before is in the same group.
        group, groups = 0, {}
        for place, row in enumerate(by_value):
            before = self.value(by_value[place - 1], column, measure)
            group += place > 0 and before - self.value(row, column, measure) > _SAME
            groups[row] = group
        return tuple(sorted(by_value, key=lambda row: (groups[row], self.rows[row].name)))

    def best(self, column: int, measure: Measure) -> int | None:
        """The row that is best at a column; None where no row achieves anything."""
        first = self.ranking(column, measure)[0]
        return first if self.value(first, column, measure) > _SAME else None


def report(comparison: Comparison, measure: Measure = "points", order: Iterable[int] | None = None) -> dict[str, Any]:
    """The comparison as plain data: the stable JSON of ``warbench compare --json`` (see docs/compare-json.md).

    Args:
        comparison: what was compared.
        measure: what the best of each target is judged by.
        order: the rows to tell of, in that order (None: all). The best are those of all rows, told of or not.
    """
    chosen = range(len(comparison.rows)) if order is None else order
    return {
        "format": FORMAT,
        "game": comparison.game,
        "kind": comparison.kind,
        "measure": measure,
        "facts_given": dict(comparison.facts),
        "stratagems": list(comparison.stratagems),
        "rulings": dict(comparison.rulings),
        "not_modelled": list(comparison.not_modelled),
        "left_out_probability": comparison.left_out_probability,
        "targets": [
            {
                **msgspec.structs.asdict(column),
                "measure": comparison.shown(index, measure),
                "best": None if (best := comparison.best(index, measure)) is None else comparison.rows[best].name,
            }
            for index, column in enumerate(comparison.columns)
        ],
        "rows": [
            {
                **msgspec.structs.asdict(row := comparison.rows[index]),
                "items": dict(row.items),
                "alike": list(row.alike),
                "cells": [{**msgspec.structs.asdict(cell), "refused": list(cell.refused)} for cell in comparison.cells[index]],
            }
            for index in chosen
        ],
    }
