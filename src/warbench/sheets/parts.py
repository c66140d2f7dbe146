"""One model's wargear in parts: items that no option ties together are chosen apart, so each part has few ways of its own.

A model of many options that do not touch each other has millions of equipments, and only a handful of ways in each part.
"""

from collections.abc import Iterable

import msgspec

from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.ways import Loadout, Used, loadout, options_for, roads, spellings, told


class Part(msgspec.Struct, frozen=True):
    """Items that options tie together, as the datasheet spells them, and the places of these options in its list.

    ``ways`` holds each legal choice of these items, the default first, with the sets of bounded options that lead to it;
    ``prices`` the points of the cheapest choices that do.
    """

    items: frozenset[str]
    options: tuple[int, ...]
    ways: dict[Loadout, tuple[Used, ...]]
    prices: dict[Loadout, int]

    def of(self, equipment: Iterable[tuple[str, int]]) -> Loadout:
        """The share of an equipment that lies in this part."""
        return loadout({item: count for item, count in equipment if item in self.items})


def parts(sheet: Datasheet, line: Composition) -> tuple[Part, ...]:
    """The parts of the equipment of a model of that line, in the order of their first items."""
    spelling = spellings(sheet)
    groups: dict[str, frozenset[str]] = {
        spelling[item.casefold()]: frozenset({spelling[item.casefold()]}) for item in line.equipped
    }
    touched: dict[int, frozenset[str]] = {}
    for number in options_for(sheet, line):
        option = sheet.options[number]
        named = [part.item for choice in option.choices for part in (*choice.takes, *choice.gives)]
        named += [*option.needs, *option.excludes]
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
