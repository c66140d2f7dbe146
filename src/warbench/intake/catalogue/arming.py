"""Default wargear and options of a unit that was put together, as a datasheet says them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from warbench.intake.catalogue.armoury import Armoury, Kit, items
from warbench.intake.catalogue.assembly import Assembly
from warbench.intake.catalogue.evaluate import as_text
from warbench.intake.catalogue.members import Candidate, Member
from warbench.intake.catalogue.offers import MOST_WAYS, Bearer, choice, offers
from warbench.intake.catalogue.pools import Pool, TooManyKits, all_kits, carried, pools
from warbench.intake.findings import listed
from warbench.sheets.datasheet import Composition
from warbench.sheets.options import Option

_ERROR_LIMIT = re.compile(r"max(?:imum)?(?: of)? (\d+) .*per (\d+) models", re.IGNORECASE)
_PER = (5, 10, 3, 4, 6, 8, 20)
"""For how many models a datasheet allows one of something, the commonest first."""


class Arming:
    """Works out who carries what. ``composition`` and ``options`` are for the datasheet, ``notes`` say what is not in them."""

    def __init__(self, assembly: Assembly, armoury: Armoury) -> None:
        """Work it out."""
        self.composition: list[Composition] = []
        self.options: list[Option] = []
        self.notes: list[str] = []
        self._assembly = assembly
        self._reader = assembly.reader
        self._items_of = armoury.items_of
        for line in assembly.lines:
            self._line(line)
        self._for_sets()
        self._for_the_unit()
        self.notes += [f"more than {MOST_WAYS:,} ways to pick, not checked: {each.text}" for each in self.options if each.text]

    def _line(self, line: Member) -> None:
        """A line's default, what its other candidates have in its place, and the choices of the default itself."""
        default, variants = line.candidates[0], [each for each in line.candidates[1:] if each.high > 0]
        kit = carried(default.one, self._items_of)
        self.composition.append(Composition(line.name, line.low, line.high, tuple(_flat(kit))))
        own = list(pools(self._reader, default.one, self._items_of))
        every = {id(variant): self._kits(variant) for variant in variants}
        # What only variants have: a model that was changed into one is not changed again.
        mine = {item for pool in own for pick in pool.picks for item, _ in items(pick.kit)} | set(kit)
        new = {item for kits, _ in every.values() for other in kits for item, _ in items(other)} - mine
        excludes = tuple(sorted(new))
        for variant in variants:
            kits, within = every[id(variant)]
            limit, per = self._limit(line, variant)
            choices = tuple(choice(kit, other) for other in kits if dict(items(other)) != dict(items(kit)))
            if choices:
                self.options.append(Option(choices, line.name, limit, per, excludes=excludes))
            mark = next((item for item, _ in items(kits[0]) if item in new), "")
            if within and not mark:
                self.notes.append(f"{variant.name}: has no item of its own: what it may choose is not tied to it")
            for pool in within:
                bearer = Bearer(line.name, most=line.high, needs=(mark,) if mark else ())
                self.options += offers(pool, bearer, (each for each in within if each is not pool))
        model = "" if len(self._assembly.lines) == 1 and default.alone else line.name
        limit = default.high if default.high < line.high and len(line.candidates) > 1 else 0
        for pool in own:
            bearer = Bearer(model, limit, most=line.high, excludes=excludes)
            self.options += offers(pool, bearer, (each for each in own if each is not pool))

    def _kits(self, candidate: Candidate) -> tuple[list[Kit], tuple[Pool, ...]]:
        """Every set of items that a variant can have; of too many the one that it has at first, and its choices."""
        try:
            return all_kits(self._reader, candidate.one, self._items_of), ()
        except TooManyKits:
            within = tuple(pools(self._reader, candidate.one, self._items_of))
            return [carried(candidate.one, self._items_of)], within

    def _for_sets(self) -> None:
        """Wargear of a set of models (a crew with its gun): the kind of model of the set that carries least has it."""
        bundles = {id(line.candidates[0].bundle): line.candidates[0].bundle for line in self._assembly.lines}
        for bundle in bundles.values():
            if bundle is None:
                continue
            places = [place for place, line in enumerate(self._assembly.lines) if line.candidates[0].bundle is bundle]
            place = min(places, key=lambda each: len(self.composition[each].equipped))
            line = self.composition[place]
            every = list(pools(self._reader, bundle, self._items_of))
            held = tuple(item for pool in every for item in _flat(pool.held))
            self.composition[place] = msgspec.structs.replace(line, equipped=(*line.equipped, *held))
            for pool in every:
                self.options += offers(pool, Bearer(line.model, most=line.high), (each for each in every if each is not pool))

    def _for_the_unit(self) -> None:
        """Wargear that stands at the unit and at none of its models: every model has the fixed, some models the chosen."""
        if self._assembly.unit.resolved.type == "model" or any(line.candidates[0].alone for line in self._assembly.lines):
            return
        for pool in pools(self._reader, self._assembly.unit, self._items_of):
            common = tuple(_flat(pool.held))
            if common:
                if sum(line.high for line in self.composition) > 1:
                    self.notes.append(f"{listed(common)}: stands at the whole unit: counted to every model")
                self.composition = [
                    msgspec.structs.replace(line, equipped=(*line.equipped, *common)) for line in self.composition
                ]
            self.options += self._of_the_unit(pool)

    def _of_the_unit(self, pool: Pool) -> Iterator[Option]:
        """What the whole unit changes it changes together; what it may have beside that so many models have, each once."""
        alone = msgspec.structs.replace(pool, high=1, low=0, caps=()) if not pool.default else pool
        limit, per = _share(self._assembly.unit_highs.get(pool.key, {})) or (pool.high, 0)
        bearer = Bearer(together=True) if pool.default else Bearer(limit=limit, per=per)
        yield from offers(alone, bearer, ())

    def _limit(self, line: Member, variant: Candidate) -> tuple[int, int]:
        """How many models may be such a variant: a number, or a number for every so many models of the unit."""
        told = self._told_limit(variant)
        if told is not None:
            return told
        highs = self._assembly.highs.get(id(variant), {})
        share = _share(highs)
        if share is not None:
            return share
        if len(set(highs.values())) > 1:
            most = max(highs.values())
            self.notes.append(f"{variant.name}: how many there may be changes with the size: at most {most}")
            return (0, 0) if most >= line.high else (most, 0)
        return (0, 0) if variant.high >= line.high else (variant.high, 0)

    def _told_limit(self, variant: Candidate) -> tuple[int, int] | None:
        """The limit in the words of an error that the catalogue shows: ``Max 1 {this} per 5 models``."""
        for each in (variant.one, *variant.one.below()):
            for _, modifier in each.resolved.changes("error"):
                match = _ERROR_LIMIT.search(as_text(modifier.value))
                if match:
                    return int(match[1]), int(match[2])
        return None


def _share(highs: Mapping[int, int]) -> tuple[int, int] | None:
    """A bound that grows with the size of the unit as so many for every so many models; None where it is no such bound."""
    if len(set(highs.values())) < 2:  # noqa: PLR2004 - one bound for all sizes does not grow
        return None
    for per in _PER:
        smallest = min(highs)
        share = highs[smallest] // max(smallest // per, 1)
        if all(high == share * (size // per) for size, high in highs.items()):
            return share, per
    return None


def _flat(kit: Kit) -> list[str]:
    return [item for item, count in items(Counter(kit)) for _ in range(count)]
