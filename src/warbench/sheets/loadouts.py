"""A unit's wargear: every equipment that it may legally have, how many there are (W-142), and whether a given one is legal."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby

from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.legality import Problem, check_loadout
from warbench.sheets.sizes import SizeError, distributions, largest, points, smallest
from warbench.sheets.ways import Loadout, limits, loadout, spellings, ways

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
    "model_loadouts",
    "points",
    "smallest",
    "unit_loadouts",
]

UnitLoadout = tuple[tuple[str, Loadout, int], ...]
"""A unit's equipment: (kind of model, equipment, how many such models), in the order of the composition."""

MOST_STATES = 200_000
"""Counting gives up beyond this many partial results."""

_Uses = tuple[int, ...]
"""How often each bounded option has been used so far, in the order of the limits."""


class TooManyLoadouts(ValueError):  # noqa: N818 - it names what was found
    """So many loadouts that they cannot be counted within the bound."""


def model_loadouts(sheet: Datasheet, line: Composition) -> tuple[Loadout, ...]:
    """All legal equipments of one model of that line of the composition, the default first, always in the same order.

    Limits for the whole unit are left to :func:`unit_loadouts`: an option that only one model of the unit may use counts here.
    """
    return tuple(ways(sheet, line))


def default_loadout(sheet: Datasheet, size: int) -> UnitLoadout:
    """The unit as it is equipped when nobody chooses anything.

    Raises:
        SizeError: when the unit cannot have that size.
    """
    counts = next(distributions(sheet, size))
    lines = zip(sheet.composition, counts, strict=True)
    spelling = spellings(sheet)
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
    walk = _Walk(sheet, size)
    wanted = Counter({item.casefold(): count for item, count in items.items() if count})
    for counts in walk.counts:
        picked = _Dealing(walk, counts).all(0, 0, counts[0], walk.start, wanted)
        if picked is not None:
            return walk.unit(picked)
    return None


def unit_loadouts(sheet: Datasheet, size: int) -> Iterator[UnitLoadout]:
    """All legal equipments of a unit of ``size`` models, one at a time, the default first, always in the same order.

    Models of one kind are interchangeable: who carries what is not told apart. Limits ("for every 5 models, 1 ...") hold.

    Raises:
        SizeError: when the unit cannot have that size.
    """
    walk = _Walk(sheet, size)
    return (walk.unit(picked) for counts in walk.counts for picked in walk.all(counts, 0, 0, counts[0], walk.start))


def count_unit_loadouts(sheet: Datasheet, size: int) -> int:
    """How many legal equipments a unit of ``size`` models has, without listing them.

    Raises:
        SizeError: when the unit cannot have that size.
        TooManyLoadouts: when counting would take more than ``MOST_STATES`` partial results.
    """
    walk = _Walk(sheet, size)
    return sum(walk.count(counts, 0, 0, counts[0], walk.start) for counts in walk.counts)


class _Walk:
    """Gives the models of a unit their equipment one after the other, never going back in the list of loadouts of a kind.

    An equipment may be had by different options, so the walk carries every possible tally of uses; a tally beyond a limit is
    dropped, and where none is left the walk ends.
    """

    def __init__(self, sheet: Datasheet, size: int) -> None:
        self.sheet = sheet
        self.counts = tuple(distributions(sheet, size))
        bounds = limits(sheet, size)
        self.bounds: _Uses = tuple(bounds.values())
        self.start = frozenset({(0,) * len(bounds)})
        self.choices = [
            [(have, tuple(tuple(int(name in used) for name in bounds) for used in sets)) for have, sets in found.items()]
            for found in (ways(sheet, line) for line in sheet.composition)
        ]
        self.memo: dict[tuple[object, ...], int] = {}

    def add(self, tallies: frozenset[_Uses], sets: tuple[_Uses, ...]) -> frozenset[_Uses]:
        """The tallies after one more model, those within the limits."""
        sums = (tuple(map(sum, zip(tally, more, strict=True))) for tally in tallies for more in sets)
        return frozenset(tally for tally in sums if all(map(int.__le__, tally, self.bounds)))

    def all(
        self, counts: tuple[int, ...], line: int, first: int, left: int, tallies: frozenset[_Uses]
    ) -> Iterator[tuple[tuple[int, int], ...]]:
        """Every way on from here: the remaining models as (line, place in its list of loadouts)."""
        if not left:
            if line + 1 == len(counts):
                yield ()
            else:
                yield from self.all(counts, line + 1, 0, counts[line + 1], tallies)
            return
        for place in range(first, len(self.choices[line])):
            after = self.add(tallies, self.choices[line][place][1])
            if after:
                yield from (((line, place), *rest) for rest in self.all(counts, line, place, left - 1, after))

    def count(self, counts: tuple[int, ...], line: int, first: int, left: int, tallies: frozenset[_Uses]) -> int:
        """How many ways there are on from here."""
        if not left:
            return 1 if line + 1 == len(counts) else self.count(counts, line + 1, 0, counts[line + 1], tallies)
        key = (counts, line, first, left, tallies)
        if key not in self.memo:
            if len(self.memo) >= MOST_STATES:
                msg = f"{self.sheet.name}: too many loadouts to count (more than {MOST_STATES} partial results)"
                raise TooManyLoadouts(msg)
            total = 0
            for place in range(first, len(self.choices[line])):
                after = self.add(tallies, self.choices[line][place][1])
                total += self.count(counts, line, place, left - 1, after) if after else 0
            self.memo[key] = total
        return self.memo[key]

    def unit(self, picked: tuple[tuple[int, int], ...]) -> UnitLoadout:
        """The picked loadouts as a unit."""
        return tuple(
            (self.sheet.composition[line].model, self.choices[line][place][0], len(list(same)))
            for (line, place), same in groupby(picked)
        )


class _Dealing:
    """Deals given items out to the models of a unit, in the order of a walk; what led nowhere is not tried again."""

    def __init__(self, walk: _Walk, counts: tuple[int, ...]) -> None:
        self.walk = walk
        self.counts = counts
        self.items = [[Counter({item.casefold(): n for item, n in have}) for have, _ in line] for line in walk.choices]
        self.futile: set[tuple[object, ...]] = set()

    def all(
        self, line: int, first: int, left: int, tallies: frozenset[_Uses], wanted: Counter[str]
    ) -> tuple[tuple[int, int], ...] | None:
        """The remaining models as (line, place in its list of loadouts) that use up what is wanted; None where none do."""
        if not left:
            if line + 1 == len(self.counts):
                return None if +wanted else ()
            return self.all(line + 1, 0, self.counts[line + 1], tallies, wanted)
        key = (line, first, left, tallies, frozenset((+wanted).items()))
        if key in self.futile:
            return None
        for place in range(first, len(self.walk.choices[line])):
            items = self.items[line][place]
            if not items <= wanted:
                continue
            after = self.walk.add(tallies, self.walk.choices[line][place][1])
            rest = self.all(line, place, left - 1, after, wanted - items) if after else None
            if rest is not None:
                return ((line, place), *rest)
        self.futile.add(key)
        return None
