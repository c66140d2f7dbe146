"""What the models of a roster's unit carry, as a datasheet of The Horus Heresy spells it: mounted weapons, upgrades and all."""

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

from warbench.games.heresy3.armies.upgrades import upgrades
from warbench.intake.armies.dealing import Items, deal, lines_named, possible, spelt
from warbench.intake.catalogue.roster import RosterModels, RosterUnit
from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.sizes import SizeError, distributions

_DEFAULT = " (default)"
_COUNTED = re.compile(r"(two|three|four|\d) +(?=\S)", re.IGNORECASE)
_NUMBERS = {"two": 2, "three": 3, "four": 4}
_SIDE = re.compile(r"^((?:turret|hull|sponson|pintle|centreline)) \((?!rear)[a-z]+\)", re.IGNORECASE)


class Carried(msgspec.Struct):
    """Each model's items and upgrades in the order of the usual models, and sentences on what does not fit the datasheet."""

    models: list[Items] = []
    upgrades: list[list[str]] = []
    faults: list[str] = []


def carried(unit: RosterUnit, sheet: Datasheet) -> Carried:
    """The wargear of a unit on a datasheet.

    Raises:
        SizeError: when the unit cannot have that size, or that many of a kind of model.
    """
    counts = next(distributions(sheet, unit.size))
    groups: dict[str, list[RosterModels]] = {line.model: [] for line in sheet.composition}
    for group in unit.models:
        line = _line(sheet, group.name)
        if line is None:
            raise SizeError(f"it has no model {group.name!r}")
        groups[line.model].append(group)
    found = Carried()
    bounded = {
        part.item
        for option in sheet.options
        for choice in option.choices
        if option.limit or choice.limit
        for part in choice.gives
    }
    unplaced = Counter({item.item: item.count for item in unit.wargear})
    for line, count in zip(sheet.composition, counts, strict=True):
        if sum(group.number for group in groups[line.model]) != count:
            raise SizeError(f"a unit of {unit.size} has {count} {line.model}")
        for group in groups[line.model]:
            own, more = _wanted(unit, sheet, group)
            for item in unit.wargear:
                for name, times in _named(unit, sheet, item.item) or ():
                    if name not in possible(sheet, line) or name in own or (name in bounded and item.item not in unplaced):
                        continue
                    # What stands at the unit itself all its models have, but for what only some may have.
                    each = max(item.count // unit.size, 1)
                    own[name] = times * (item.count if name in bounded else group.number * each)
                    unplaced.pop(item.item, None)
            dealt = deal(sheet, line, group.number, own)
            found.models += dealt.models
            found.upgrades += [more] * group.number
            found.faults += [
                f"{count} {item}: no model of it may have that beside the rest" for item, count in dealt.left.items()
            ]
            found.faults += [
                f"{line.model} has {count} {item}, which the roster does not say" for item, count in dealt.added.items()
            ]
    found.faults += [f"it has no {item!r}" for item in dict.fromkeys(_unknown(unit, sheet, unplaced))]
    return found


def _line(sheet: Datasheet, name: str) -> Composition | None:
    found = next(lines_named(sheet, name), None)
    return sheet.composition[0] if found is None and len(sheet.composition) == 1 else found


def _wanted(unit: RosterUnit, sheet: Datasheet, group: RosterModels) -> tuple[Items, list[str]]:
    """The items of a group in total, as the datasheet spells them, and the upgrades that each of its models has."""
    wanted: Items = {}
    more: list[str] = []
    for item in group.wargear:
        named = _named(unit, sheet, item.item)
        upgrade = upgrades().get(_plain(item.item).casefold())
        if named is None and upgrade is not None:
            more.append(upgrade.name)
        for name, times in named or ():
            wanted[name] = wanted.get(name, 0) + item.count * times
    return wanted, more


def _unknown(unit: RosterUnit, sheet: Datasheet, unplaced: Counter[str]) -> Iterator[str]:
    yield from unplaced
    for group in unit.models:
        for item in group.wargear:
            if _named(unit, sheet, item.item) is None and _plain(item.item).casefold() not in upgrades():
                yield item.item


def _named(unit: RosterUnit, sheet: Datasheet, item: str) -> list[tuple[str, int]] | None:
    """What the datasheet calls an item, with how many one of the roster's is; None when it has nothing of that name.

    Rosters name mounts with their facing (``Hull (Front) Mounted``) and pairs as one (``Two Sponson Mounted``); where the whole
    name is not known, the weapons that the roster prints for it are looked for.
    """
    plain = _plain(item)
    if name := spelt(sheet, plain):
        return [(name, 1)]
    match = _COUNTED.match(plain)
    times = (_NUMBERS.get(match[1].casefold()) or int(match[1])) if match else 1
    rest = _SIDE.sub(r"\1", plain[match.end() :] if match else plain)
    if name := spelt(sheet, rest):
        return [(name, times)]
    printed = unit.own.items.get(item, ()) if unit.own is not None else ()
    names = [spelt(sheet, each) for each in printed]
    return [(name, 1) for name in names] if names and all(names) else None


def _plain(name: str) -> str:
    return name.removesuffix(_DEFAULT)
