"""A unit's wargear: every equipment that it may legally have, how many there are (W-142), and whether a given one is legal."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import comb

from warbench.sheets.datasheet import Datasheet
from warbench.sheets.legality import Problem, check_loadout
from warbench.sheets.parts import Every, kindred, parts
from warbench.sheets.sizes import SizeError, distributions, largest, points, smallest
from warbench.sheets.ways import Loadout, Used, apart, limits, loadout, spellings

__all__ = [
    "Loadout",
    "Problem",
    "SizeError",
    "TooManyLoadouts",
    "UnitLoadout",
    "check_loadout",
    "count_unit_loadouts",
    "dealt_out",
    "default_loadout",
    "distributions",
    "each_model",
    "largest",
    "loadout",
    "points",
    "smallest",
    "unit_loadouts",
]

UnitLoadout = tuple[tuple[str, Loadout, int], ...]
"""A unit's equipment: (kind of model, equipment, how many such models), in the order of the composition."""

MOST_STATES = 50_000
"""Counting gives up beyond this many partial results."""

_Uses = tuple[int, ...]
"""How often each bounded option has been used so far, in the order of the limits."""

_Places = tuple[tuple[int, int], ...]
"""Models one by one, as (line of the composition, place in its list of equipments)."""


class TooManyLoadouts(ValueError):  # noqa: N818 - it names what was found
    """So many loadouts that they cannot be counted within the bound."""


def default_loadout(sheet: Datasheet, size: int) -> UnitLoadout:
    """The unit as it is equipped when nobody chooses anything; of a choice that a model must make, with the first.

    Raises:
        SizeError: when the unit cannot have that size.
    """
    counts = next(distributions(sheet, size))
    lines = zip(sheet.composition, counts, strict=True)
    spelling = spellings(sheet)
    if any(option.must for option in sheet.options):
        return tuple((line.model, Every(parts(sheet, line), {}).at(0)[0], count) for line, count in lines if count)
    return tuple(
        (line.model, loadout(spelling[item.casefold()] for item in line.equipped), count) for line, count in lines if count
    )


def each_model(unit: UnitLoadout) -> tuple[tuple[str, Loadout], ...]:
    """The unit's models one by one: (kind of model, equipment)."""
    return tuple((model, equipment) for model, equipment, count in unit for _ in range(count))


def dealt_out(sheet: Datasheet, size: int, items: Mapping[str, int]) -> UnitLoadout | None:
    """The first legal equipment of a unit of ``size`` models that has these items in total; None when there is none.

    Raises:
        SizeError: when the unit cannot have that size.
    """
    wanted = Counter({item.casefold(): count for item, count in items.items() if count})
    every = [parts(sheet, line) for line in sheet.composition]
    for counts in distributions(sheet, size):
        tally = _Tally(sheet, counts)
        held: list[Counter[str]] = [Counter() for _ in range(size)]
        left = Counter(wanted)
        for group in kindred(every):
            # What groups share neither items nor options with each other are dealt out apart.
            own = {item.casefold() for part in (part for line in group for part in line) for item in part.items}
            lines = [Every(line, tally.bounds) for line in group]
            share = Counter({item: count for item, count in left.items() if item in own})
            picked = _Dealing(tally, counts, lines).all(0, 0, counts[0], tally.start, share)
            if picked is None:
                break
            left -= share
            for model, (line, place) in zip(held, picked, strict=True):
                model.update(dict(lines[line].at(place)[0]))
        else:
            if not left:
                kinds = (line.model for line, count in zip(sheet.composition, counts, strict=True) for _ in range(count))
                alike = groupby(zip(kinds, map(loadout, held), strict=True))
                return tuple((model, equipment, len(list(same))) for (model, equipment), same in alike)
    return None


def unit_loadouts(sheet: Datasheet, size: int) -> Iterator[UnitLoadout]:
    """All legal equipments of a unit of ``size`` models, one at a time, the default first, always in the same order.

    Models of one kind are interchangeable: who carries what is not told apart. Limits ("for every 5 models, 1 ...") hold.

    Raises:
        SizeError: when the unit cannot have that size.
    """
    every = [parts(sheet, line) for line in sheet.composition]
    return (
        _unit(sheet, lines, picked)
        for counts in distributions(sheet, size)
        for tally in [_Tally(sheet, counts)]
        for lines in [[Every(line, tally.bounds) for line in every]]
        for picked in _Listing(tally, counts, lines).all(0, 0, counts[0], tally.start)
    )


def count_unit_loadouts(sheet: Datasheet, size: int) -> int:
    """How many legal equipments a unit of ``size`` models has, without listing them.

    Raises:
        SizeError: when the unit cannot have that size.
        TooManyLoadouts: when counting would take more than ``MOST_STATES`` partial results.
    """
    every = [parts(sheet, line) for line in sheet.composition]
    total = 0
    for counts in distributions(sheet, size):
        tally = _Tally(sheet, counts)
        classes = [Every(line, tally.bounds).classes() for line in every]
        total += _Count(sheet, tally, counts, [list(line.items()) for line in classes]).all(0, 0, counts[0], tally.start)
    return total


class _Tally:
    """What the models of a unit use up of its bounded options.

    An equipment may be had by different options, so every possible tally of uses is carried; one beyond a limit is dropped, and
    where none is left there is no way on.
    """

    def __init__(self, sheet: Datasheet, counts: Sequence[int]) -> None:
        self.bounds = limits(sheet, counts)
        self._most: _Uses = tuple(self.bounds.values())
        names = list(self.bounds)
        self._apart = tuple((names.index(one), names.index(other)) for one, other in apart(sheet))
        self.start = frozenset({(0,) * len(self.bounds)})
        self._uses: dict[tuple[Used, ...], tuple[_Uses, ...]] = {}

    def add(self, tallies: frozenset[_Uses], sets: tuple[Used, ...]) -> frozenset[_Uses]:
        """The tallies after one more model that has one of these sets of bounded options, those within the limits."""
        uses = self._uses.get(sets)
        if uses is None:
            uses = self._uses[sets] = tuple(tuple(int(name in used) for name in self.bounds) for used in sets)
        sums = (tuple(map(int.__add__, tally, more)) for tally in tallies for more in uses)
        return frozenset(tally for tally in sums if self._fits(tally))

    def _fits(self, tally: _Uses) -> bool:
        within = all(map(int.__le__, tally, self._most))
        return within and not any(tally[one] and tally[other] for one, other in self._apart)


class _Listing:
    """Gives the models of a unit their equipment one after the other."""

    def __init__(self, tally: _Tally, counts: Sequence[int], lines: Sequence[Every]) -> None:
        self.tally = tally
        self.counts = counts
        self.lines = lines

    def all(self, line: int, first: int, left: int, tallies: frozenset[_Uses]) -> Iterator[_Places]:
        """Every way on from here, never going back in the list of equipments of a kind of model."""
        if not left:
            if line + 1 == len(self.counts):
                yield ()
            else:
                yield from self.all(line + 1, 0, self.counts[line + 1], tallies)
            return
        for place in range(first, len(self.lines[line])):
            after = self.tally.add(tallies, self.lines[line].at(place)[1])
            if after:
                yield from (((line, place), *rest) for rest in self.all(line, place, left - 1, after))


def _unit(sheet: Datasheet, lines: Sequence[Every], picked: _Places) -> UnitLoadout:
    """The picked equipments as a unit."""
    return tuple(
        (sheet.composition[line].model, lines[line].at(place)[0], len(list(same))) for (line, place), same in groupby(picked)
    )


class _Count:
    """Counts units by how many models have equipments that use up the same, whatever these are."""

    def __init__(
        self, sheet: Datasheet, tally: _Tally, counts: Sequence[int], classes: Sequence[list[tuple[tuple[Used, ...], int]]]
    ) -> None:
        self.sheet = sheet
        self.tally = tally
        self.counts = counts
        self.classes = classes
        self.memo: dict[tuple[object, ...], int] = {}

    def all(self, line: int, first: int, left: int, tallies: frozenset[_Uses]) -> int:
        """How many ways there are on from here."""
        if not left:
            return 1 if line + 1 == len(self.counts) else self.all(line + 1, 0, self.counts[line + 1], tallies)
        if first == len(self.classes[line]):
            return 0
        key = (line, first, left, tallies)
        if key not in self.memo:
            if len(self.memo) >= MOST_STATES:
                msg = f"{self.sheet.name}: too many loadouts to count (more than {MOST_STATES} partial results)"
                raise TooManyLoadouts(msg)
            sets, many = self.classes[line][first]
            total = self.all(line, first + 1, left, tallies)
            after = tallies
            for count in range(1, left + 1):
                after = self.tally.add(after, sets)
                if not after:
                    break
                total += comb(many + count - 1, count) * self.all(line, first + 1, left - count, after)
            self.memo[key] = total
        return self.memo[key]


class _Dealing:
    """Deals given items out to the models of a unit; what led nowhere is not tried again."""

    def __init__(self, tally: _Tally, counts: Sequence[int], lines: Sequence[Every]) -> None:
        self.tally = tally
        self.counts = counts
        self.ways = [[(Counter({item.casefold(): n for item, n in have}), sets) for have, sets in line] for line in lines]
        self.futile: set[tuple[object, ...]] = set()

    def all(self, line: int, first: int, left: int, tallies: frozenset[_Uses], wanted: Counter[str]) -> _Places | None:
        """The remaining models as (line, place in its list of equipments) that use up what is wanted; None where none do."""
        if not left:
            if line + 1 == len(self.counts):
                return None if +wanted else ()
            return self.all(line + 1, 0, self.counts[line + 1], tallies, wanted)
        key = (line, first, left, tallies, frozenset((+wanted).items()))
        if key in self.futile:
            return None
        for place, (items, sets) in enumerate(self.ways[line][first:], first):
            if not items <= wanted:
                continue
            after = self.tally.add(tallies, sets)
            rest = self.all(line, place, left - 1, after, wanted - items) if after else None
            if rest is not None:
                return ((line, place), *rest)
        self.futile.add(key)
        return None
