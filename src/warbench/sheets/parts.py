"""One model's wargear in parts: items that no option ties together are chosen apart, so each part has few ways of its own.

A model of many options that do not touch each other has millions of equipments, and only a handful of ways in each part.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

import msgspec

from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.options import Option
from warbench.sheets.ways import Loadout, Used, loadout, options_for, roads, spellings, told

_MOST_KEPT = 128
_MOST_WAYS = 2_000
"""No datasheet that is printed has so many ways; what a stranger's has beyond that is not kept."""


class Part(msgspec.Struct, frozen=True):
    """Items that options tie together, as the datasheet spells them, and the places of these options in its list.

    ``ways`` holds each legal choice of these items, the default first, with the sets of bounded options that lead to it;
    ``prices`` the points of the cheapest choices that do.
    """

    items: frozenset[str]
    options: tuple[int, ...]
    ways: Mapping[Loadout, tuple[Used, ...]]
    prices: Mapping[Loadout, int]

    def of(self, equipment: Iterable[tuple[str, int]]) -> Loadout:
        """The share of an equipment that lies in this part."""
        return loadout({item: count for item, count in equipment if item in self.items})


_kept: dict[tuple[tuple[Composition, ...], tuple[Option, ...], Composition], tuple[Part, ...]] = {}
"""The parts by all that they depend on."""


class Every:
    """All legal equipments of a model, each with the sets of bounded options that lead to it, the default first.

    They are put together from the parts when they are asked for, so that millions of them cost nothing.
    """

    def __init__(self, every: Iterable[Part], bounds: Mapping[str, int]) -> None:
        """Of these parts; what a counter bounds to nothing is left out."""
        self._lists = [
            [(way, open_sets) for way, sets in part.ways.items() if (open_sets := _open(sets, bounds))]
            for part in sorted(every, key=lambda part: part.options)
        ]

    def __len__(self) -> int:
        """How many there are."""
        return prod(map(len, self._lists))

    def __iter__(self) -> Iterator[tuple[Loadout, tuple[Used, ...]]]:
        """One after the other."""
        return map(self.at, range(len(self)))

    def at(self, place: int) -> tuple[Loadout, tuple[Used, ...]]:
        """The equipment of that place, from 0."""
        chosen = []
        for ways in reversed(self._lists):
            place, digit = divmod(place, len(ways))
            chosen.append(ways[digit])
        held = loadout({item: count for way, _ in chosen for item, count in way})
        return held, _unions(sets for _, sets in chosen)

    def classes(self) -> dict[tuple[Used, ...], int]:
        """How many equipments there are of those that use up the same, without listing them."""
        found: dict[tuple[Used, ...], int] = {(frozenset(),): 1}
        for ways in self._lists:
            grown: Counter[tuple[Used, ...]] = Counter()
            here = Counter(tuple(sorted(sets, key=sorted)) for _, sets in ways)
            for (before, many), (sets, more) in product(found.items(), here.items()):
                grown[_unions((before, sets))] += many * more
            found = dict(grown)
        return found


def _open(sets: tuple[Used, ...], bounds: Mapping[str, int]) -> tuple[Used, ...]:
    return tuple(used for used in sets if all(bounds.get(counter, 1) for counter in used))


def _unions(parts_of: Iterable[tuple[Used, ...]]) -> tuple[Used, ...]:
    unions = {frozenset().union(*chosen) for chosen in product(*parts_of)}
    return tuple(sorted(unions, key=sorted))


def kindred(lines: Sequence[tuple[Part, ...]]) -> Iterator[tuple[tuple[Part, ...], ...]]:
    """The parts of all lines of a composition in groups, line by line: no two groups share an item or an option."""
    groups: list[tuple[set[object], list[list[Part]]]] = []
    for place, every in enumerate(lines):
        for part in every:
            marks: set[object] = {*part.items, *part.options}
            mine: list[list[Part]] = [[] for _ in lines]
            mine[place].append(part)
            for group in [group for group in groups if group[0] & marks]:
                groups.remove(group)
                marks |= group[0]
                mine = [own + other for own, other in zip(group[1], mine, strict=True)]
            groups.append((marks, mine))
    yield from (tuple(map(tuple, group)) for _, group in groups)


def parts(sheet: Datasheet, line: Composition) -> tuple[Part, ...]:
    """The parts of the equipment of a model of that line, in the order of their first items.

    Those of the last lines are kept: whoever costs and checks an army asks for the same ones over and over.
    """
    key = (sheet.composition, sheet.options, line)
    found = _kept.get(key)
    if found is None:
        found = _made(sheet, line)
        if sum(len(part.ways) for part in found) <= _MOST_WAYS:
            if len(_kept) >= _MOST_KEPT:
                del _kept[next(iter(_kept))]
            _kept[key] = found
    return found


def _made(sheet: Datasheet, line: Composition) -> tuple[Part, ...]:
    spelling = spellings(sheet)
    groups: dict[str, frozenset[str]] = {
        spelling[item.casefold()]: frozenset({spelling[item.casefold()]}) for item in line.equipped
    }
    touched: dict[int, frozenset[str]] = {}
    for number in options_for(sheet, line):
        option = sheet.options[number]
        named = [part.item for choice in option.choices for part in (*choice.takes, *choice.gives)]
        named += [*option.needs, *option.excludes, *(item for cap in option.caps for item in cap.items)]
        named += [item for choice in option.choices for item in choice.excludes]
        touched[number] = frozenset(spelling.get(item.casefold(), item) for item in named)
        merged = frozenset().union(touched[number], *(groups.get(item, frozenset()) for item in touched[number]))
        groups |= dict.fromkeys(merged, merged)
    return tuple(
        _part(sheet, line, items, tuple(number for number, tied in touched.items() if tied & items))
        for items in dict.fromkeys(groups[item] for item in sorted(groups))
    )


def _part(sheet: Datasheet, line: Composition, items: frozenset[str], options: tuple[int, ...]) -> Part:
    spelling = spellings(sheet)
    equipped = [item for item in line.equipped if spelling[item.casefold()] in items]
    found = roads(sheet, equipped, options)
    prices: dict[Loadout, int] = {}
    for held, _, cost in found:
        equipment = loadout({spelling[item]: count for item, count in held.items()})
        prices[equipment] = min(cost, prices.get(equipment, cost))
    return Part(items, options, told(sheet, found), prices)
