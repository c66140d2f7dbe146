"""Loadouts and units side by side against several targets: what each removes on average, and which is best (W-142)."""

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Series
from typing import Any, Literal

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.answer import Answer, answer
from warbench.games.w40k10.inquiry import Inquiry, attacking, defending, question_of
from warbench.lab.rows import Candidate, Items, short_names
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect

FORMAT = "warbench-compare-1"

Measure = Literal["points", "per-point", "slain", "wounds", "destroyed"]
MEASURES: tuple[Measure, ...] = ("points", "per-point", "slain", "wounds", "destroyed")
"""What can be compared: points removed, points removed per point spent, models slain, wounds lost, P(destroyed)."""

# Measured values that differ by less are equal.
_SAME = 1e-9


class Into(msgspec.Struct, frozen=True):
    """A target by name; ``size`` models at the start, ``models_left`` and ``wounds_left`` of them now (None: all)."""

    name: str
    size: int | None = None
    models_left: int | None = None
    wounds_left: int | None = None


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
    """

    slain: float
    wounds_lost: float
    destroyed: float
    points_removed: float | None
    per_point: float | None

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
    """Rows against columns: ``cells[row][column]``. ``rulings`` are those used, ``facts`` those that the asker set."""

    kind: str
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    cells: tuple[tuple[Cell, ...], ...]
    facts: dict[str, Value]
    stratagems: tuple[str, ...]
    rulings: dict[str, str]
    not_modelled: tuple[str, ...]

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


def compare(  # noqa: PLR0913 -- the situation, one keyword an aspect
    compared: Series[Candidate],
    targets: Series[Into | str],
    *,
    kind: str = "ranged",
    profile: str = "",
    facts: Mapping[str, Value] | None = None,
    effects: Series[Effect] = (),
    stratagems: Series[str] = (),
    rulings: Mapping[str, str] | None = None,
    merge: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Every candidate against every target, each cell the answer that the candidate alone would get.

    Args:
        compared: the units with their loadouts, in the order of the rows.
        targets: the targets, in the order of the columns.
        kind: the weapons that are used, ``ranged`` or ``melee``, all that the unit has.
        profile: the profile of weapons that have one of that name.
        facts, effects, stratagems, rulings: the situation of every cell, as in an inquiry. Without a ``distance`` each row has
            the farthest one at which all its weapons reach.
        merge: whether rows that differ only in what has no bearing on the attack are one; ``Row.alike`` names them.
        progress: told after each cell: cells done, cells in all.

    Raises:
        ValueError: when there is nothing to compare.
        FactError, RulingError, ScenarioError, SizeError, UnknownDatasheet, UnknownStratagem: for what there is not.
    """
    if not compared or not targets:
        msg = f"found {len(compared)} loadouts and {len(targets)} targets, expected at least one of each"
        raise ValueError(msg)
    into = [Into(target) if isinstance(target, str) else target for target in targets]
    situation = _Situation(kind, profile, dict(facts or {}), tuple(effects), tuple(stratagems), dict(rulings or {}))
    columns = tuple(_column(situation.inquiry(compared[0], target)) for target in into)
    names = short_names(compared)
    rows: list[Row] = []
    cells: list[tuple[Cell, ...]] = []
    alike: dict[tuple[object, ...], int] = {}
    left_out: dict[str, None] = {}
    for index, (one, name) in enumerate(zip(compared, names, strict=True)):
        row, key = _row(situation.inquiry(one, into[0]), name, one)
        same = alike.setdefault(key, len(rows))
        if same < len(rows) and merge and rows[same].points == row.points:
            merged = rows[same]
            rows[same] = msgspec.structs.replace(
                merged, loadouts=merged.loadouts + row.loadouts, alike=(*merged.alike, row.name)
            )
        elif same < len(rows):
            rows.append(msgspec.structs.replace(row, distance=rows[same].distance))
            cells.append(tuple(_priced(cell, row) for cell in cells[same]))
        else:
            asked = () if row.note else tuple(answer(question_of(situation.inquiry(one, target))) for target in into)
            left_out |= dict.fromkeys(text for each in asked for text in each.not_modelled)
            if asked and kind == "ranged":
                distance = asked[0].facts["distance"]
                row = msgspec.structs.replace(row, distance=float(distance) if isinstance(distance, int | float) else None)
            rows.append(row)
            cells.append(tuple(_priced(_cell(each), row) for each in asked) or (_NOTHING,) * len(into))
        if progress is not None:
            progress((index + 1) * len(into), len(compared) * len(into))
    return Comparison(
        kind=kind,
        rows=tuple(rows),
        columns=columns,
        cells=tuple(cells),
        facts=situation.facts,
        stratagems=situation.stratagems,
        rulings=situation.rulings,
        not_modelled=tuple(left_out),
    )
