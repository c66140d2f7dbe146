"""What is compared: a unit with a loadout, and short names that say only what differs from the unit's default loadout."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice

import msgspec

from warbench.sheets.datasheet import Datasheet
from warbench.sheets.loadouts import (
    TooManyLoadouts,
    UnitLoadout,
    count_unit_loadouts,
    default_loadout,
    each_model,
    smallest,
    unit_loadouts,
)

Items = tuple[tuple[str, int], ...]
"""The items of a whole unit with how many there are of each, in the order of its default loadout, then as they were given."""

ENOUGH = 60
"""So many loadouts of a unit are compared unless more are asked for."""


class Candidate(msgspec.Struct, frozen=True):
    """A unit with what it is equipped with. ``stands_for`` legal loadouts share these items among other models."""

    sheet: Datasheet
    size: int
    items: Items
    stands_for: int = 1

    @property
    def is_default(self) -> bool:
        """Whether the items are those of the unit's default loadout."""
        have = {item.casefold(): count for item, count in self.items}
        return have == {item.casefold(): count for item, count in items_of(default_loadout(self.sheet, self.size))}


class Candidates(msgspec.Struct, frozen=True):
    """Loadouts of one unit, the default first; ``left_out`` more are legal and were not taken (None: too many to count)."""

    found: tuple[Candidate, ...]
    left_out: int | None = 0


def candidate(sheet: Datasheet, items: Mapping[str, int] | None = None, size: int | None = None) -> Candidate:
    """A unit with those items among its models (None: its default loadout), at ``size`` models (None: the fewest).

    Raises:
        SizeError: when the unit cannot have that size and its default loadout is asked for.
    """
    size = smallest(sheet) if size is None else size
    if items is None:
        return Candidate(sheet, size, items_of(default_loadout(sheet, size)))
    return Candidate(sheet, size, tuple(items.items()))


def candidates(sheet: Datasheet, size: int | None = None, limit: int = ENOUGH) -> Candidates:
    """The legal loadouts of a unit, at most ``limit`` of them, the default first, always in the same order.

    Loadouts that give the same items to other models of the unit are one candidate, which counts them: an inquiry asks for a
    unit's items in total.

    Raises:
        SizeError: when the unit cannot have that size.
    """
    size = smallest(sheet) if size is None else size
    share: dict[Items, int] = {}
    # The same items in another order are the same.
    known: dict[frozenset[tuple[str, int]], Items] = {}
    for unit in islice(unit_loadouts(sheet, size), limit):
        items = items_of(unit)
        first = known.setdefault(frozenset(items), items)
        share[first] = share.get(first, 0) + 1
    try:
        left_out: int | None = count_unit_loadouts(sheet, size) - sum(share.values())
    except TooManyLoadouts:
        left_out = None
    return Candidates(tuple(Candidate(sheet, size, items, count) for items, count in share.items()), left_out)


def items_of(unit: UnitLoadout) -> Items:
    """The items of a unit, added up over its models."""
    total: Counter[str] = Counter()
    for _, loadout in each_model(unit):
        total.update(dict(loadout))
    return tuple(total.items())


def short_names(compared: Iterable[Candidate]) -> tuple[str, ...]:
    """A name for each, no two alike: what a loadout has beside the default one; where that is not enough, also what it lacks.

    Units are named where there are several. A loadout like the default one is called ``default``.
    """
    rows = list(compared)
    several = len({(row.sheet.id, row.size) for row in rows}) > 1
    sizes = len({row.size for row in rows}) > 1
    names = [_difference(row, with_lost=False) for row in rows]
    ids = [(row.sheet.id, row.size, name) for row, name in zip(rows, names, strict=True)]
    names = [
        _difference(row, with_lost=True) if ids.count(each) > 1 else name
        for row, each, name in zip(rows, ids, names, strict=True)
    ]
    if several:
        units = [f"{row.sheet.name} ({row.size})" if sizes and row.size > 1 else row.sheet.name for row in rows]
        names = [unit if name == "default" else f"{unit}: {name}" for unit, name in zip(units, names, strict=True)]
    seen: Counter[str] = Counter()
    out = []
    for name in names:
        seen[name] += 1
        out.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return tuple(out)


def _difference(row: Candidate, *, with_lost: bool) -> str:
    """What a loadout has that the default one has not (``SP heavy conversion beamer, 2 twin ion beamer``)."""
    default = items_of(default_loadout(row.sheet, row.size))
    usual = Counter({item.casefold(): count for item, count in default})
    here = Counter({item.casefold(): count for item, count in row.items})
    spelling = {item.casefold(): item for item, _ in (*default, *row.items)}
    gained = [_counted(spelling[item], count) for item, count in (here - usual).items()]
    lost = [_counted(spelling[item], count) for item, count in (usual - here).items()]
    said = ", ".join(gained)
    if lost and (with_lost or not gained):
        said += f"{' ' if said else ''}without {', '.join(lost)}"
    return said or "default"


def _counted(item: str, count: int) -> str:
    return item if count == 1 else f"{count} {item}"
