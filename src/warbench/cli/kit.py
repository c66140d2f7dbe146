"""From what a person types to a unit's wargear: the legal loadout nearest to the default that has the named items."""

import difflib
import re
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

import msgspec

from warbench.cli.errors import InputError
from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.finding import slug
from warbench.sheets.parts import Every, Part, parts
from warbench.sheets.sizes import distributions
from warbench.sheets.ways import Loadout, apart, limits, spellings

_PART = re.compile(r"(?:(?P<count>\d{1,3})\s*[x\u00d7]?\s+)?(?P<name>\S.*)")
_MOST_STATES = 50_000
_TOLD = 3

Named = dict[str, tuple[int, bool]]
"""Items with their counts, and whether exactly so many are meant (True) or at least as many."""


def loadout(sheet: Datasheet, size: int, text: str) -> dict[str, int]:
    """The items of a unit of ``size`` models that has what the text names: items parted by commas, with optional counts.

    A count means exactly so many in the whole unit, no count at least one. What is not named stays as near to the default as
    the datasheet's options allow.

    Raises:
        InputError: for an unknown item, for a loadout that no options give, and when several are equally near.
        SizeError: when the unit cannot have that size.
    """
    if not any(line.equipped for line in sheet.composition):
        # A page without default equipment: nothing can be swapped, what is named is what the unit has.
        items = _Items(sheet, {weapon.name.casefold(): weapon.name for weapon in sheet.weapons})
        return {item: count for item, (count, _) in items.named(text).items()}
    named = _Items(sheet, spellings(sheet)).named(text)
    for counts in distributions(sheet, size):
        best = _Search(sheet, counts, named).best()
        if best:
            return _only(sheet, size, best)
    wanted = ", ".join(f"{count} {item}" if exact else item for item, (count, exact) in named.items())
    raise InputError(f"--loadout: no legal loadout of {size} {sheet.name} has {wanted}; its options: warbench show {sheet.id}")


def _only(sheet: Datasheet, size: int, found: list[dict[str, int]]) -> dict[str, int]:
    if len(found) == 1:
        return found[0]
    every = set.intersection(*(set(items.items()) for items in found))
    told = [" and ".join(f"{n} {item}" for item, n in items.items() if (item, n) not in every) for items in found]
    more = "; or others" if len(told) > _TOLD else ""
    choices = "; or ".join(told[:_TOLD])
    raise InputError(f"--loadout: {size} {sheet.name} can have it in several ways, name more: {choices}{more}")


class _Items:
    """The items of a datasheet by what a person calls them."""

    def __init__(self, sheet: Datasheet, spelled: Mapping[str, str]) -> None:
        self.sheet = sheet
        self.by_slug = {slug(item): item for item in spelled.values()}

    def named(self, text: str) -> Named:
        """The items that a text names."""
        found: Named = {}
        for entry in text.replace("\n", ",").split(","):
            if not entry.strip():
                continue
            part = _PART.fullmatch(entry.strip())
            if part is None:
                raise InputError(f"--loadout: found {entry.strip()!r}, expected an item, with a count before it or without")
            item = self.item(part["name"])
            before = found.get(item, (0, False))
            count = int(part["count"]) if part["count"] else 1
            found[item] = (before[0] + count, bool(part["count"]) or before[1] or before[0] > 0)
        if not found:
            raise InputError(f"--loadout: found no items, expected some of: {', '.join(self.by_slug.values())}")
        return found

    def item(self, name: str) -> str:
        """The item of that name, its plural, or a part of its name that only one item has."""
        wanted = slug(name)
        for form in (wanted, wanted.removesuffix("s")):
            if form in self.by_slug:
                return self.by_slug[form]
        inside = [key for key in self.by_slug if wanted and wanted in key]
        if len(inside) == 1:
            return self.by_slug[inside[0]]
        if inside:
            raise InputError(f"--loadout: {name!r} fits several items: {', '.join(self.by_slug[key] for key in inside)}")
        near = [self.by_slug[key] for key in difflib.get_close_matches(wanted, self.by_slug, n=3)]
        hint = f"did you mean {' or '.join(near)}?" if near else f"it has: {', '.join(self.by_slug.values())}"
        raise InputError(f"--loadout: {self.sheet.name} has no {name!r}; {hint}")


class _Pick(NamedTuple):
    """One equipment of a line of the composition: how far it is from the default, what it has of the named, what it uses up."""

    equipment: Loadout
    distance: int
    has: tuple[int, ...]
    uses: tuple[int, ...]


class _State(NamedTuple):
    """What the models so far have of the named items, and what they used of each bounded option."""

    has: tuple[int, ...]
    uses: tuple[int, ...]


Held = tuple[int, tuple[tuple[tuple[str, int], ...], ...]]
"""The least distance of a state, and the different totals of items that lie so far."""


class _Search:
    """Adds one kind of model after the other, keeping for every state the loadouts nearest to the default."""

    def __init__(self, sheet: Datasheet, counts: tuple[int, ...], named: Named) -> None:
        self.sheet = sheet
        self.counts = counts
        self.named = named
        self.bounds = limits(sheet, counts)
        names = list(self.bounds)
        self.apart = tuple((names.index(one), names.index(other)) for one, other in apart(sheet))

    def best(self) -> list[dict[str, int]]:
        """The nearest loadouts that have what is named; several when they are equally near, none when there is none."""
        start = _State((0,) * len(self.named), (0,) * len(self.bounds))
        states: dict[_State, Held] = {start: (0, ((),))}
        for line, count in zip(self.sheet.composition, self.counts, strict=True):
            states = self._line(states, line, count)
        fitting = [held for state, held in states.items() if self._fits(state.has)]
        least = min((distance for distance, _ in fitting), default=0)
        totals = {total for distance, found in fitting if distance == least for total in found}
        return [dict(total) for total in sorted(totals)]

    def _fits(self, has: tuple[int, ...]) -> bool:
        return all(n == count if exact else n >= count for n, (count, exact) in zip(has, self.named.values(), strict=True))

    def _line(self, states: dict[_State, Held], line: Composition, models: int) -> dict[_State, Held]:
        """The states after that many models of a line were equipped."""
        partial: dict[tuple[_State, int], Held] = {(state, models): held for state, held in states.items()}
        for pick in self._picks(line):
            grown: dict[tuple[_State, int], Held] = {}
            for (state, left), held in partial.items():
                for count in range(left + 1):
                    after = self._after(state, pick, count)
                    if after is None:
                        break
                    key = (after, left - count)
                    grown[key] = _nearer(grown.get(key), _with(held, pick, count))
            if len(grown) > _MOST_STATES:
                raise InputError(
                    f"--loadout: {self.sheet.name} has too many loadouts to search; name every item in a scenario file"
                )
            partial = grown
        return {state: held for (state, left), held in partial.items() if not left}

    def _after(self, state: _State, pick: _Pick, count: int) -> _State | None:
        uses = tuple(a + count * b for a, b in zip(state.uses, pick.uses, strict=True))
        has = tuple(a + count * b for a, b in zip(state.has, pick.has, strict=True))
        wanted = self.named.values()
        if any(n > bound for n, bound in zip(uses, self.bounds.values(), strict=True)):
            return None
        if any(uses[one] and uses[other] for one, other in self.apart):
            return None
        if any(exact and n > most for n, (most, exact) in zip(has, wanted, strict=True)):
            return None
        # Of what is wanted at least so often, more makes no difference.
        return _State(tuple(min(n, most) for n, (most, _) in zip(has, wanted, strict=True)), uses)

    def _parts(self, line: Composition) -> list[Part]:
        """The parts of a line's wargear; one that has nothing of what is named stays as it is by default."""
        named = {item.casefold() for item in self.named}
        return [
            part
            if named & {item.casefold() for item in part.items}
            else msgspec.structs.replace(part, ways=dict(islice(part.ways.items(), 1)))
            for part in parts(self.sheet, line)
        ]

    def _picks(self, line: Composition) -> list[_Pick]:
        """The equipments of a line that are worth a look.

        Those that are no nearer to what is named than the default are not, nor those for which another has the same of what is
        named, lies nearer to the default and uses up no more.
        """
        every = dict(Every(self._parts(line), self.bounds))
        default = Counter(dict(next(iter(every))))
        found = []
        for equipment, sets in every.items():
            items = Counter(dict(equipment))
            distance = sum(abs(items[item] - default[item]) for item in items.keys() | default.keys())
            has = tuple(items[item] for item in self.named)
            if distance and has == tuple(default[item] for item in self.named):
                continue
            found += [_Pick(equipment, distance, has, tuple(int(name in used) for name in self.bounds)) for used in sets]
        kept: list[_Pick] = []
        for pick in sorted(found, key=lambda pick: (pick.distance, sum(pick.uses))):
            if not any(_better(other, pick) for other in kept):
                kept.append(pick)
        return kept


def _better(a: _Pick, b: _Pick) -> bool:
    """Whether ``a`` has the same of what is named, is nearer to the default, and uses up no more."""
    return a.has == b.has and a.distance < b.distance and all(map(int.__le__, a.uses, b.uses))


def _with(held: Held, pick: _Pick, count: int) -> Held:
    if not count:
        return held
    distance, totals = held
    grown = []
    for total in totals:
        items = Counter(dict(total))
        for item, n in pick.equipment:
            items[item] += n * count
        grown.append(tuple(sorted(items.items())))
    return distance + pick.distance * count, tuple(grown)


def _nearer(a: Held | None, b: Held) -> Held:
    if a is None or b[0] < a[0]:
        return b
    if a[0] < b[0]:
        return a
    return a[0], tuple(dict.fromkeys((*a[1], *b[1])))[: _TOLD + 1]
