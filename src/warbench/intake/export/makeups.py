"""Units that are made up in one of several ways ("1 Runtherd and 10 Gretchin, or 2 and 20"): each way as numbers of models."""

import re
from collections.abc import Iterable, Sequence
from itertools import compress, islice, product
from math import prod

from warbench.intake.export.fields import lines_of
from warbench.intake.export.tables import Row
from warbench.intake.text.items import model_key
from warbench.sheets.datasheet import Composition

_OR = re.compile(r"or:?", re.IGNORECASE)
_ONE_OF = re.compile(r"one of the following:?", re.IGNORECASE)
_NOBODY = range(1)
_MOST_TRIED = 20_000
"""So many numbers of models are tried; a unit with more is kept as ranges."""

_MOST_KINDS = 40
"""No unit comes near it; of one with more kinds of models the first are kept."""

Way = Sequence[Composition]
"""Who is in the unit in one way."""


def ways_of(rows: Iterable[Row]) -> list[list[Row]]:
    """The rows of each way to make up the unit; one list of all rows where there is one way."""
    found: list[list[Row]] = [[]]
    one_each = False
    for row in rows:
        first = next(iter(lines_of(row["description"])), "")
        if _ONE_OF.fullmatch(first):
            one_each = True
        elif _OR.fullmatch(first):
            found.append([])
        elif one_each and found[-1]:
            found.append([row])
        else:
            found[-1].append(row)
    return [way for way in found if way]


def united(ways: Sequence[Way], notes: list[str]) -> list[Composition]:
    """The lines of all ways together, each with the fewest and the most models that any way has of it.

    Args:
        ways: who is in the unit in each way.
        notes: takes that there are too many kinds of models.
    """
    found: dict[str, list[Composition]] = {}
    for way in ways:
        for line in way:
            found.setdefault(model_key(line.model), []).append(line)
    if len(found) > _MOST_KINDS:
        notes.append(f"composition: more than {_MOST_KINDS} kinds of models: only the first are kept")
    return [
        Composition(
            lines[0].model,
            min(line.low for line in lines) if len(lines) == len(ways) else 0,
            max(line.high for line in lines),
            kind=lines[0].kind,
        )
        for lines in islice(found.values(), _MOST_KINDS)
    ]


def makeups(ways: Sequence[Way], composition: Sequence[Composition], notes: list[str]) -> tuple[tuple[int, ...], ...]:
    """The ways as numbers of models by the lines of a composition; empty where there is one way only.

    Args:
        ways: who is in the unit in each way.
        composition: the lines, with their equipment: several for one kind of model where it is equipped differently.
        notes: takes that ranges are kept, where there would be too many ways.
    """
    if not ways[1:]:
        return ()
    have = [{model_key(line.model): range(line.low, line.high + 1) for line in way} for way in ways]
    called = {key for way in have for key in way}
    kinds = [key if (key := model_key(line.model)) in called else model_key(line.kind) for line in composition]
    ranges = [range(line.low, line.high + 1) for line in composition]
    if called - set(kinds) or prod(map(len, ranges)) > _MOST_TRIED:
        notes.append("may be made up in several ways; its numbers of models are kept as ranges")
        return ()
    every = [
        counts
        for way in have
        for counts in product(*ranges)
        if all(sum(compress(counts, (kind == key for kind in kinds))) in way.get(key, _NOBODY) for key in called)
    ]
    return tuple(dict.fromkeys(every))
