"""Wargear as a catalogue has it: what a selection carries, and every set of items that it could carry instead."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement

import msgspec

from warbench.intake.catalogue.armoury import PRICE, Kit, items
from warbench.intake.catalogue.build import fill
from warbench.intake.catalogue.evaluate import bounds, is_hidden
from warbench.intake.catalogue.resolved import Reader, Resolved
from warbench.intake.catalogue.selected import Selected
from warbench.sheets.options import Choice, Items

MOST_KITS = 300
"""More sets of items from one choice are not listed; the sheet says so."""

_MOST_AT_ONCE = 12
_MOST_OF_ONE = 100
_MOST_PRICE = 100_000

ItemsOf = Callable[[Selected], Kit]
"""What an entry itself gives its bearer, without what is selected under it."""


class TooManyKits(ValueError):  # noqa: N818 - it names what was found
    """So many ways to equip something that they are not listed."""


class Part(msgspec.Struct, frozen=True):
    """A choice of a bearer: what it has by default, and the other sets of items that it may have in its place.

    ``limits`` say for a set how many in the whole unit may have it, where the catalogue bounds it.
    """

    name: str
    default: Kit
    others: tuple[Kit, ...]
    limits: tuple[int, ...]


def carried(at: Selected, items_of: ItemsOf) -> Kit:
    """What one of a selection carries, as it is selected now."""
    kit: Kit = Counter(items_of(at))
    for child in at.children:
        share = round(child.number / at.number) if at.number else 0
        for item, count in carried(child, items_of).items():
            kit[item] = min(kit[item] + count * max(share, 1), _most(item))
    return kit


def parts(reader: Reader, at: Selected, items_of: ItemsOf) -> Iterator[Part]:
    """Every choice of wargear directly under a selection of one model, fixed wargear included (as a part without others).

    Raises:
        TooManyKits: naming the choice.
    """
    for child in reader.children(at.resolved):
        if child.type in {"model", "unit"}:
            continue
        probe = Selected(child, at)
        if is_hidden(probe):
            continue
        taken = (each for each in at.children if each.resolved.type not in {"model", "unit"})
        chosen = [each for each in taken if (child in each.groups if child.is_group else each.resolved is child)]
        default: Kit = Counter()
        for each in chosen:
            for item, count in carried(each, items_of).items():
                default[item] = min(default[item] + count * max(round(each.number / at.number), 1), _most(item))
        found = _unique([default, *(kit for _, kit in _sets(reader, at, child, (), items_of))])
        limits = _unit_limits(reader, at, child, items_of) if len(found) > 1 else {}
        others = tuple(kit for kit in found if dict(items(kit)) != dict(items(default)))
        yield Part(child.name, default, others, tuple(_limit(kit, limits) for kit in others))


def choice(default: Kit, other: Kit, limit: int = 0) -> Choice:
    """From one set of items to another: what goes and what comes."""
    return Choice(_items(other - default), _items(default - other), limit, other[PRICE] - default[PRICE])


def all_kits(reader: Reader, at: Selected, items_of: ItemsOf) -> list[Kit]:
    """Every set of items that one of a selection can have.

    Raises:
        TooManyKits: more than a bound.
    """
    found: list[Kit] = [Counter(items_of(at))]
    for part in parts(reader, at, items_of):
        found = _unique([kit + more for kit in found for more in (part.default, *part.others)])
        if len(found) > MOST_KITS:
            raise TooManyKits(at.resolved.name)
    return found


def _sets(
    reader: Reader, at: Selected, child: Resolved, groups: tuple[Resolved, ...], items_of: ItemsOf
) -> list[tuple[int, Kit]]:
    """All that may be selected of an entry or a group, as (how many entries, their items)."""
    probe = Selected(child, at, groups)
    if is_hidden(probe):
        return [(0, Counter())]
    limits = bounds(probe)
    if not child.is_group:
        one = Selected(child, at, groups)
        fill(reader, one)
        kits = all_kits(reader, one, items_of)
        if not any(item for kit in kits for item in items(kit)):
            return [(limits.low, Counter())]
        most = limits.high if limits.high is not None else max(limits.low, 1)
        return list(_multiples(kits, limits.low, most, child.name))
    inner = (*groups, child)
    most = limits.high if limits.high is not None else _MOST_AT_ONCE
    sums: list[tuple[int, Kit]] = [(0, Counter())]
    for member in reader.children(child):
        if member.type in {"model", "unit"}:
            continue
        offered = _sets(reader, at, member, inner, items_of)
        sums = _unique_sums((n + m, kit + more) for n, kit in sums for m, more in offered if n + m <= most)
        if len(sums) > MOST_KITS * 4:
            raise TooManyKits(child.name)
    found = [(n, kit) for n, kit in sums if n >= limits.low]
    if len(found) > MOST_KITS:
        raise TooManyKits(child.name)
    return found


def _multiples(kits: list[Kit], low: int, most: int, name: str) -> Iterator[tuple[int, Kit]]:
    made = 0
    for count in range(low, most + 1):
        if count > _MOST_AT_ONCE:
            raise TooManyKits(name)
        for picked in combinations_with_replacement(kits, count):
            made += 1
            if made > MOST_KITS:
                raise TooManyKits(name)
            yield count, sum(picked, start=Counter())


def _unit_limits(reader: Reader, at: Selected, child: Resolved, items_of: ItemsOf) -> dict[str, int]:
    """Items of which the whole unit may have only so many, by the bounds of the entries that give them."""
    found: dict[str, int] = {}
    waiting: list[tuple[Resolved, tuple[Resolved, ...], Selected]] = [(child, (), at)]
    while waiting:
        each, groups, parent = waiting.pop()
        probe = Selected(each, parent, groups)
        limit = bounds(probe).in_unit
        if limit is not None and not each.is_group:
            for item, _ in items(items_of(probe)):
                found[item] = min(limit, found.get(item, limit))
        inside = ((*groups, each), parent) if each.is_group else ((), probe)
        waiting += [(inner, *inside) for inner in reader.children(each)]
    return found


def _limit(kit: Kit, limits: dict[str, int]) -> int:
    return min((limit for item, limit in limits.items() if kit[item]), default=0)


def _most(item: str) -> int:
    """No model carries more of one item; a price may be higher."""
    return _MOST_PRICE if item == PRICE else _MOST_OF_ONE


def _items(kit: Kit) -> tuple[Items, ...]:
    return tuple(Items(item, count) for item, count in items(kit))


def _unique(kits: Iterable[Kit]) -> list[Kit]:
    return list({frozenset(kit.items()): kit for kit in kits}.values())


def _unique_sums(sums: Iterable[tuple[int, Kit]]) -> list[tuple[int, Kit]]:
    found: dict[tuple[int, frozenset[tuple[str, int]]], tuple[int, Kit]] = {}
    for count, kit in sums:
        found.setdefault((count, frozenset(kit.items())), (count, kit))
        if len(found) > MOST_KITS * 8:
            break
    return list(found.values())
