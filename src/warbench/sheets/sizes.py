"""How many models a unit has, of which kinds, and what it costs (W-134, W-135)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from warbench.sheets.datasheet import Composition, Datasheet, Points


class SizeError(ValueError):
    """A size that the unit cannot have."""


def smallest(sheet: Datasheet) -> int:
    """The fewest models that the unit can have."""
    if sheet.makeups:
        return min(map(sum, sheet.makeups))
    return sum(line.low for line in sheet.composition)


def largest(sheet: Datasheet) -> int:
    """The most models that the unit can have."""
    if sheet.makeups:
        return max(map(sum, sheet.makeups))
    every = sum(line.high for line in sheet.composition)
    return min(every, sheet.most_models or every)


def sizes_told(sheet: Datasheet) -> str:
    """The sizes that the unit can have, in words: ``exactly 5``, ``5 to 10``, ``11 or 22``."""
    low, high = smallest(sheet), largest(sheet)
    if low == high:
        return f"exactly {low}"
    steps = sorted(set(map(sum, sheet.makeups)))
    return " or ".join(map(str, steps)) if steps else f"{low} to {high}"


def makeups_told(sheet: Datasheet) -> str:
    """The ways to make up the unit, in words: ``1 Runtherd and 10 Gretchin; or 2 Runtherd and 20 Gretchin``; empty: any."""
    lines = [line.model for line in sheet.composition]
    ways = ([f"{count} {model}" for count, model in zip(way, lines, strict=True) if count] for way in sheet.makeups)
    return "; or ".join(" and ".join(way) for way in ways)


def may_be(sheet: Datasheet, counts: Sequence[int]) -> bool:
    """Whether a unit may have so many models of each line of its composition."""
    if sheet.makeups:
        return tuple(counts) in sheet.makeups
    within = all(line.low <= count <= line.high for line, count in zip(sheet.composition, counts, strict=True))
    return within and sum(counts) <= largest(sheet)


def counts_of(sheet: Datasheet, models: Iterable[str]) -> tuple[int, ...]:
    """How many models of each line of the composition there are, from the kind of each; other kinds are left out."""
    have = Counter(name.casefold() for name in models)
    return tuple(have[line.model.casefold()] for line in sheet.composition)


def points(sheet: Datasheet, size: int, counts: Sequence[int] = ()) -> int:
    """What the unit costs with ``size`` models: the row of that size, or of the next larger one that is printed.

    A row that says what each model more costs serves every larger size. Where a row is the price of certain models it serves
    units that have at most these.

    Args:
        sheet: the datasheet.
        size: how many models there are.
        counts: how many of each line of the composition; empty: as the datasheet has them first.

    Raises:
        SizeError: when the unit cannot have that size (saying which it can have), or no row is printed for it.
    """
    have = counts or next(distributions(sheet, size))
    growing = [row for row in sheet.points if row.each and row.models <= size]
    if growing:
        row = max(growing, key=lambda row: row.models)
        return row.points + row.each * (size - row.models)
    rows = [row for row in sheet.points if row.models >= size and _covers(row, have)]
    if not rows:
        known = ", ".join(str(row.models) for row in sheet.points) or "none"
        msg = f"{sheet.name}: no points for {size} models; there are points for: {known}"
        raise SizeError(msg)
    return min(rows, key=lambda row: row.models).points


def _covers(row: Points, counts: Sequence[int]) -> bool:
    return not row.makeup or all(have <= most for have, most in zip(counts, row.makeup, strict=True))


def priced_as(sheet: Datasheet, size: int, rows: tuple[Points, ...]) -> Datasheet:
    """The datasheet with a list's own price for that size, where the list says one."""
    row = next((row for row in rows if row.models == size), None)
    return sheet if row is None else msgspec.structs.replace(sheet, points=(row,))


def distributions(sheet: Datasheet, size: int) -> Iterator[tuple[int, ...]]:
    """The ways to make up a unit of ``size`` models: how many of each line of the composition, first lines fullest.

    Where the datasheet says the ways itself they come in its order.

    Raises:
        SizeError: when there is none.
    """
    ways = [way for way in sheet.makeups if sum(way) == size]
    if not sheet.composition or not (ways if sheet.makeups else smallest(sheet) <= size <= largest(sheet)):
        msg = f"{sheet.name}: a unit has {sizes_told(sheet)} models, not {size}"
        raise SizeError(msg)
    return iter(ways) if ways else _spread(sheet.composition, size)


def _spread(lines: tuple[Composition, ...], size: int) -> Iterator[tuple[int, ...]]:
    if not lines:
        yield ()
        return
    first, rest = lines[0], lines[1:]
    least, most = sum(line.low for line in rest), sum(line.high for line in rest)
    for count in range(min(first.high, size - least), max(first.low, size - most) - 1, -1):
        yield from ((count, *others) for others in _spread(rest, size - count))
