"""What a unit costs: by its number of models, or by its kinds of models where the export prices these or some cost extra."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from warbench.intake.export.fields import text_of
from warbench.intake.export.tables import Row
from warbench.intake.export.unit import AND
from warbench.intake.text.items import model_key
from warbench.sheets.datasheet import Composition, Datasheet, Points
from warbench.sheets.sizes import SizeError, distributions

_SIZE = re.compile(r"(\d{1,3}) models?")
_KIND = re.compile(r"(\d{1,3}) (\S.*)")
_NUMBERS = re.compile(r"(?<![\w-])\d{1,3}(?= )")
_PRICE = re.compile(r"\d{1,5}")
_MOST_ROWS = 200
"""No unit has nearly as many prices; models that cost extra could make up any number of them."""


class _Price(msgspec.Struct, frozen=True):
    """A row: so many models, of which kinds (empty: not said), what they cost, what the row says beside the number."""

    size: int
    points: int
    makeup: tuple[int, ...] = ()
    remark: str = ""


class _Extra(msgspec.Struct, frozen=True):
    """A model that costs extra: the place of its line of the composition (None where there is none), its name, its price."""

    line: int | None
    name: str
    points: int


def read_points(rows: Sequence[Row], composition: Sequence[Composition], notes: list[str]) -> tuple[Points, ...]:
    """The prices, the smallest unit's first; of several prices for one unit the first is kept, and a note names the others.

    Args:
        rows: the rows of costs.
        composition: the lines of the unit.
        notes: takes what is not understood or not kept.
    """
    prices: list[_Price] = []
    extras: list[_Extra] = []
    for row in rows:
        text, cost = text_of(row["description"]), row["cost"].strip()
        if cost.startswith("+") and _PRICE.fullmatch(cost[1:]):
            extras.append(_Extra(_line(text, composition), text, int(cost[1:])))
            continue
        price = _price(text, int(cost), composition) if _PRICE.fullmatch(cost) else None
        if price is None:
            notes.append(f"points not understood: {text!r} at {cost!r}")
        else:
            prices.append(price)
    sizes = [price.size for price in prices]
    # Where every size has one price, the number of models says enough.
    by_kind = len(set(sizes)) < len(sizes) and all(price.makeup for price in prices)
    found: dict[tuple[int, tuple[int, ...]], Points] = {}
    for price in prices:
        key = (price.size, price.makeup if by_kind else ())
        if key in found:
            told = price.remark or "no reason given"
            notes.append(f"points: {price.points} for {price.size} models instead of {found[key].points}: {told}")
            continue
        if price.remark and not price.makeup:
            notes.append(f"points: {price.points} for {price.size} models is the price for: {price.remark}")
        found[key] = Points(price.size, price.points, makeup=key[1])
    kept = tuple(found[key] for key in sorted(found))
    for extra in extras:
        more = _with_extra(kept, extra, composition)
        if more is None:
            notes.append(f"points: {extra.name} costs +{extra.points} more")
        kept = more or kept
    return kept


def _price(text: str, points: int, composition: Sequence[Composition]) -> _Price | None:
    if match := _SIZE.match(text):
        return _Price(int(match[1]), points, remark=text[match.end() :].strip(" ()"))
    parts = [_KIND.fullmatch(part.strip()) for part in AND.split(text)]
    lines = [_line(part[2], composition) if part else None for part in parts]
    if None in lines or len(set(lines)) < len(lines):
        numbers = [int(number) for number in _NUMBERS.findall(text)]
        return _Price(sum(numbers), points, remark=text) if numbers else None
    counts = {line: int(part[1]) for line, part in zip(lines, parts, strict=True) if part}
    makeup = tuple(counts.get(place, 0) for place in range(len(composition)))
    return _Price(sum(makeup), points, makeup, text)


def _line(name: str, composition: Sequence[Composition]) -> int | None:
    """The place of the line of a kind of model; None where there is none, or several by equipment."""
    key = model_key(name)
    found = [place for place, line in enumerate(composition) if key in {model_key(line.model), model_key(line.kind)}]
    return found[0] if len(found) == 1 else None


def _with_extra(rows: tuple[Points, ...], extra: _Extra, composition: Sequence[Composition]) -> tuple[Points, ...] | None:
    """Every row without the model that costs extra, and with it.

    None where a row does not say whose price it is, or there would be too many.
    """
    if extra.line is None:
        return None
    line = composition[extra.line]
    if len(rows) * (line.high + 1) > _MOST_ROWS:
        return None
    found: list[Points] = []
    for row in rows:
        # Two ways are as good as many, of which there may be any number.
        bare = [row.makeup] if row.makeup else list(islice(_without(row.models, extra.line, composition), 2))
        if len(bare) != 1 or bare[0][extra.line]:
            return None
        found.append(msgspec.structs.replace(row, makeup=bare[0]))
        for count in range(1, line.high + 1):
            makeup = tuple(count if place == extra.line else have for place, have in enumerate(bare[0]))
            found.append(Points(row.models + count, row.points + extra.points * count, makeup=makeup))
    return tuple(sorted(found, key=lambda row: (row.models, row.points)))


def _without(size: int, line: int, composition: Sequence[Composition]) -> Iterator[tuple[int, ...]]:
    """The ways to make up a unit of that size without any model of one line."""
    lines = tuple(
        msgspec.structs.replace(each, low=0, high=0) if place == line else each for place, each in enumerate(composition)
    )
    unit = Datasheet(id="", name="", game="", faction="", keywords=(), models=(), composition=lines)
    try:
        yield from distributions(unit, size)
    except SizeError:
        return
