"""How many models a unit has, of which kinds, and what it costs (W-134, W-135)."""

from collections.abc import Iterator

import msgspec

from warbench.sheets.datasheet import Composition, Datasheet, Points


class SizeError(ValueError):
    """A size that the unit cannot have."""


def smallest(sheet: Datasheet) -> int:
    """The fewest models that the unit can have."""
    return sum(line.low for line in sheet.composition)


def largest(sheet: Datasheet) -> int:
    """The most models that the unit can have."""
    every = sum(line.high for line in sheet.composition)
    return min(every, sheet.most_models or every)


def points(sheet: Datasheet, size: int) -> int:
    """What the unit costs with ``size`` models: the row of that size, or of the next larger one that is printed.

    A row that says what each model more costs serves every larger size.

    Raises:
        SizeError: when the unit cannot have that size (saying which it can have), or no row is printed for it.
    """
    next(distributions(sheet, size))
    growing = [row for row in sheet.points if row.each and row.models <= size]
    if growing:
        row = max(growing, key=lambda row: row.models)
        return row.points + row.each * (size - row.models)
    rows = [row for row in sheet.points if row.models >= size]
    if not rows:
        known = ", ".join(str(row.models) for row in sheet.points) or "none"
        msg = f"{sheet.name}: no points for {size} models; there are points for: {known}"
        raise SizeError(msg)
    return min(rows, key=lambda row: row.models).points


def priced_as(sheet: Datasheet, size: int, rows: tuple[Points, ...]) -> Datasheet:
    """The datasheet with a list's own price for that size, where the list says one."""
    row = next((row for row in rows if row.models == size), None)
    return sheet if row is None else msgspec.structs.replace(sheet, points=(row,))


def distributions(sheet: Datasheet, size: int) -> Iterator[tuple[int, ...]]:
    """The ways to make up a unit of ``size`` models: how many of each line of the composition, first lines fullest.

    Raises:
        SizeError: when there is none.
    """
    low, high = smallest(sheet), largest(sheet)
    if not sheet.composition or not low <= size <= high:
        have = f"exactly {low}" if low == high else f"{low} to {high}"
        msg = f"{sheet.name}: a unit has {have} models, not {size}"
        raise SizeError(msg)
    return _spread(sheet.composition, size)


def _spread(lines: tuple[Composition, ...], size: int) -> Iterator[tuple[int, ...]]:
    if not lines:
        yield ()
        return
    first, rest = lines[0], lines[1:]
    least, most = sum(line.low for line in rest), sum(line.high for line in rest)
    for count in range(min(first.high, size - least), max(first.low, size - most) - 1, -1):
        yield from ((count, *others) for others in _spread(rest, size - count))
