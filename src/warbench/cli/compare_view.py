"""The screen of a comparison: tables as wide as the terminal, the best of each column marked, and what must be said beside it."""

import csv
import sys
from collections.abc import Sequence
from textwrap import wrap

from warbench.cli.paper import DIM, GOOD, MARK, Column, Paper, Part, Span, amount, chance, count
from warbench.lab.comparison import Comparison, Measure

_SAYS = {
    "points": "points removed on average",
    "per-point": "points removed on average, for each point that the attacker costs",
    "slain": "models slain on average",
    "wounds": "wounds lost on average",
    "destroyed": "probability that nothing is left",
}
_DIGITS = {"points": 1, "per-point": 3, "slain": 2, "wounds": 2}
_HEADING, _LEAST_NAME, _LEAST_CELL, _GAP = 9, 26, 6, 2
_TOLD = 4


def show(compared: Comparison, measure: Measure, order: Sequence[int], notes: Sequence[str]) -> None:
    """Show the rows in that order."""
    paper = Paper()
    paper.line(Span(_who(compared), MARK))
    paper.line(Span(f"{compared.kind} attacks: {_SAYS[measure]}", DIM))
    starred = not paper.coloured
    best = [compared.best(column, measure) for column in range(len(compared.columns))]
    texts = [_heading(compared, column, measure) for column in range(len(compared.columns))]
    for shown in _pages([max(map(len, text)) for text in texts], paper.width):
        deepest = max(len(texts[column]) for column in shown)
        above = "\n" * (deepest - 1)
        heads = [Column(f"{above}{'loadout' if _one_unit(compared) else 'unit: loadout'}", wraps=True)]
        heads += [Column("\n".join([""] * (deepest - len(texts[column])) + texts[column]), right=True) for column in shown]
        lines: list[list[Part]] = []
        for row in order:
            cells = [_cell(compared, row, column, measure, best=best[column] == row, starred=starred) for column in shown]
            lines.append([_name(compared, row), *cells])
        paper.gap()
        paper.table(heads, lines)
    paper.gap()
    for note in (*_said(compared, measure, order, starred=starred), *notes):
        paper.item(note, style=DIM)
    if compared.not_modelled:
        paper.head("Not modelled", "this could change the numbers")
        for text in compared.not_modelled:
            paper.item(text)


def _pages(widths: Sequence[int], width: int) -> list[list[int]]:
    """The columns of each table: as many as fit beside the names."""
    pages: list[list[int]] = []
    left = 0
    for column, needs in enumerate(widths):
        taken = max(needs, _LEAST_CELL) + _GAP
        if not pages or taken > left:
            pages.append([])
            left = width - _LEAST_NAME - _GAP
        pages[-1].append(column)
        left -= taken
    return pages


def print_csv(compared: Comparison, measure: Measure, order: Sequence[int]) -> None:
    """Write the measure of every row and target as CSV to the standard output."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    heads = [
        column.name if compared.shown(index, measure) == measure else f"{column.name} [{compared.shown(index, measure)}]"
        for index, column in enumerate(compared.columns)
    ]
    out.writerow(["loadout", "unit", "models", "points", *heads])
    for row in order:
        what = compared.rows[row]
        values = [f"{round(compared.value(row, column, measure), 9):.9g}" for column in range(len(compared.columns))]
        out.writerow([what.name, what.unit, what.size, what.points, *values])


def _who(compared: Comparison) -> str:
    if _one_unit(compared):
        row = compared.rows[0]
        models = f"{row.size} models, " if row.size > 1 else ""
        return f"{row.unit} ({models}{row.points} points), {count(len(compared.rows), 'loadout')}"
    return f"{len({row.unit for row in compared.rows})} units, {count(len(compared.rows), 'row')}"


def _one_unit(compared: Comparison) -> bool:
    return len({(row.unit, row.size) for row in compared.rows}) == 1


def _heading(compared: Comparison, column: int, measure: Measure) -> list[str]:
    """The target's name in narrow lines, with what it is worth, or the measure that this column has instead."""
    target = compared.columns[column]
    shown = compared.shown(column, measure)
    last = shown if shown != measure else f"of {target.points}" if measure == "points" else ""
    return [*wrap(target.name, _HEADING, break_long_words=False), *([last] if last else [])]


def _name(compared: Comparison, row: int) -> str:
    what = compared.rows[row]
    return what.name + (f" (and {len(what.alike)} alike)" if what.alike else "")


def _cell(compared: Comparison, row: int, column: int, measure: Measure, *, best: bool, starred: bool) -> Span:
    shown = compared.shown(column, measure)
    value = compared.value(row, column, measure)
    text = chance(value) if shown == "destroyed" else amount(value, _DIGITS[shown])
    if starred:
        text += "*" if best else " "
    return Span(text, f"{MARK} {GOOD}" if best else "")


def _said(compared: Comparison, measure: Measure, order: Sequence[int], *, starred: bool) -> list[str]:
    """What must be said beside the numbers."""
    rows = [compared.rows[row] for row in order]
    out = [f"{'*' if starred else 'Bold'}: the best at that target; of equals the first by name"] if len(rows) > 1 else []
    if len(rows) < len(compared.rows):
        out.append(f"{len(rows)} of {len(compared.rows)} rows are shown")
    if any(compared.shown(column, measure) != measure for column in range(len(compared.columns))):
        out.append("Targets without a price show models slain")
    distances = sorted({row.distance for row in rows if row.distance is not None})
    if distances and "distance" not in compared.facts:
        far = f"{distances[0]:g}" if len(distances) == 1 else f"{distances[0]:g} to {distances[-1]:g}"
        out.append(f"At {far} inches: as far as all weapons of a row reach; --distance sets it")
    if compared.stratagems:
        out.append(f"With {', '.join(compared.stratagems)}")
    unarmed = {row.unit for row in rows if row.note}
    out += [f"{unit}: rows without {compared.kind} weapons do nothing" for unit in sorted(unarmed)]
    refused = dict.fromkeys(text for row in order for cell in compared.cells[row] for text in cell.refused)
    out += [f"Does not attack everywhere: {text}" for text in list(refused)[:_TOLD]]
    if len(refused) > _TOLD:
        out.append(f"and {len(refused) - _TOLD} more weapons that do not attack everywhere (--json names them)")
    twins = sum(row.loadouts for row in rows) - len(rows) - sum(len(row.alike) for row in rows)
    if twins > 0:
        out.append(f"{twins} more loadouts give the same items to other models: they are not told apart")
    if alike := _alike(compared, order):
        out.append(f"{alike} rows attack just like another row: --merge shows one of each")
    if compared.left_out_probability:
        out.append(f"Approximate: branches with a probability of {compared.left_out_probability:.2g} in all were left out")
    return out


def _alike(compared: Comparison, order: Sequence[int]) -> int:
    """How many rows have the very numbers of an earlier row at the same price."""
    seen = {(compared.rows[row].unit, compared.rows[row].points, compared.cells[row]) for row in order}
    return len(order) - len(seen)
