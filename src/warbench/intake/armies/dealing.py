"""Items that a list names in total, dealt out to models of one kind: a legal equipment of each, where there is one that fits."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from warbench.intake.catalogue.members import base_name
from warbench.intake.lists.naming import nearest_item
from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.parts import parts
from warbench.sheets.ways import Loadout, spellings

MOST_STEPS = 20_000
"""The search for a fitting equipment gives up after so many steps; then the nearest way for each model is taken."""

MOST_SEARCHED = 100
"""Units of more models are not searched at all."""

Items = dict[str, int]


class Dealt(msgspec.Struct, frozen=True):
    """Each model's items, items that no model of this kind could take, and items that it has though the list does not say so."""

    models: tuple[Items, ...]
    left: Items
    added: Items


def spelt(sheet: Datasheet, name: str) -> str:
    """The item as the datasheet spells it; empty when it has none of that name."""
    own = spellings(sheet)
    return own.get(name.casefold(), "") or nearest_item(name, own.values())[0]


def deal(sheet: Datasheet, line: Composition, number: int, wanted: Items) -> Dealt:
    """The equipment of so many models of one line of a datasheet.

    Args:
        sheet: the datasheet.
        line: the line of its composition.
        number: how many models there are.
        wanted: what all of them have in total, as the datasheet spells it. Items that options tie together and that the list
            does not name at all are as usual.
    """
    models: list[Items] = [{} for _ in range(number)]
    left = Counter(wanted)
    added: Counter[str] = Counter()
    for part in parts(sheet, line):
        totals = Counter({item: count for item, count in wanted.items() if item in part.items and count > 0})
        ways = list(part.ways)
        if not wanted or (not totals and () not in ways):
            chosen = [ways[0]] * number
            held: Counter[str] = Counter()
        else:
            chosen = _shared(ways, number, totals)
            held = _sum(chosen)
            added += held - totals
        left -= held
        for model, way in zip(models, chosen, strict=True):
            model.update(dict(way))
    return Dealt(tuple(models), dict(+left), dict(added))


def _shared(ways: list[Loadout], number: int, totals: Counter[str]) -> list[Loadout]:
    """One way for each model: the same for all where that fits, else any that fit together, else the nearest."""
    for way in ways:
        if Counter({item: count * number for item, count in way}) == totals:
            return [way] * number
    found = _Search(ways).deal(0, number, totals) if number <= MOST_SEARCHED else None
    if found is not None:
        return found
    chosen: list[Loadout] = []
    rest = Counter(totals)
    for _ in range(number):
        best = max(ways, key=lambda way: _worth(way, rest))
        chosen.append(best)
        rest -= Counter(dict(best))
    return chosen


def _worth(way: Loadout, rest: Counter[str]) -> int:
    """How well a way uses up what is left: items that are wanted, less those that are not."""
    have = sum(min(count, rest[item]) for item, count in way)
    return 2 * have - sum(count for _, count in way)


def _sum(ways: list[Loadout]) -> Counter[str]:
    total: Counter[str] = Counter()
    for way in ways:
        total.update(dict(way))
    return total


class _Search:
    """Ways in order, each as often as it fits, until what is wanted is used up exactly."""

    def __init__(self, ways: list[Loadout]) -> None:
        self.ways = ways
        self.steps = 0
        self.futile: set[tuple[object, ...]] = set()

    def deal(self, first: int, left: int, rest: Counter[str]) -> list[Loadout] | None:
        """The ways of the remaining models; None where there are none, or the search has taken too long."""
        if not left:
            return None if +rest else []
        key = (first, left, frozenset((+rest).items()))
        self.steps += 1
        if key in self.futile or self.steps > MOST_STEPS:
            return None
        for place in range(first, len(self.ways)):
            items = Counter(dict(self.ways[place]))
            if items <= rest:
                found = self.deal(place, left - 1, rest - items)
                if found is not None:
                    return [self.ways[place], *found]
        self.futile.add(key)
        return None


def possible(sheet: Datasheet, line: Composition) -> frozenset[str]:
    """Every item that a model of a line may have."""
    return frozenset(item for part in parts(sheet, line) for way in part.ways for item, _ in way)


def lines_named(sheet: Datasheet, name: str) -> Iterator[Composition]:
    """The lines of a composition that a kind of model in a list may mean, the nearest first."""
    names = [line.model for line in sheet.composition]
    exact = nearest_item(name, names)[0] or nearest_item(base_name(name), names)[0]
    yield from (line for line in sheet.composition if line.model == exact)
    folded = name.casefold()
    for line in sheet.composition:
        if line.model != exact and (line.model.casefold() in folded or folded in line.model.casefold()):
            yield line
