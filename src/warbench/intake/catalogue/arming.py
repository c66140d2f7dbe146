"""Default wargear and options of a unit that was put together, as a datasheet says them."""

import re
from collections.abc import Iterator

import msgspec

from warbench.intake.catalogue.armoury import Armoury, Kit, items
from warbench.intake.catalogue.assembly import Assembly
from warbench.intake.catalogue.evaluate import as_text
from warbench.intake.catalogue.kits import TooManyKits, all_kits, carried, choice, parts
from warbench.intake.catalogue.members import Candidate, Member
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
        self._for_the_unit()

    def _line(self, line: Member) -> None:
        """A line's default, what its other candidates have in its place, and the choices of the default itself."""
        default, variants = line.candidates[0], [each for each in line.candidates[1:] if each.high > 0]
        kit = carried(default.one, self._items_of)
        self.composition.append(Composition(line.name, line.low, line.high, tuple(_flat(kit))))
        every = {id(variant): self._kits(variant) for variant in variants}
        # What only variants have: a model that was changed into one is not changed again.
        new = {item for kits in every.values() for other in kits for item, _ in items(other) if not kit[item]}
        excludes = tuple(sorted(new))
        for variant in variants:
            kits = [other for other in every[id(variant)] if dict(items(other)) != dict(items(kit))]
            if kits:
                limit, per = self._limit(line, variant)
                choices = tuple(choice(kit, other) for other in kits)
                self.options.append(Option(choices, line.name, limit, per, excludes=excludes))
        self.options += self._inner(line, default, excludes)

    def _inner(self, line: Member, default: Candidate, excludes: tuple[str, ...]) -> Iterator[Option]:
        model = "" if len(self._assembly.lines) == 1 and default.alone else line.name
        limit = default.high if default.high < line.high and len(line.candidates) > 1 else 0
        try:
            found = list(parts(self._reader, default.one, self._items_of))
        except TooManyKits as error:
            self.notes.append(f"{line.name}: too many ways to choose {error}: its options are not listed")
            return
        for part in found:
            if part.others:
                pairs = zip(part.others, part.limits, strict=True)
                choices = tuple(choice(part.default, other, most if most < line.high else 0) for other, most in pairs)
                yield Option(choices, model, limit, excludes=excludes)

    def _kits(self, candidate: Candidate) -> list[Kit]:
        try:
            return all_kits(self._reader, candidate.one, self._items_of)
        except TooManyKits as error:
            self.notes.append(f"{candidate.name}: too many ways to choose {error}: only its default is listed")
            return [carried(candidate.one, self._items_of)]

    def _for_the_unit(self) -> None:
        """Wargear that stands at the unit and at none of its models: every model has the fixed, one model the chosen."""
        if self._assembly.unit.resolved.type == "model" or any(line.candidates[0].alone for line in self._assembly.lines):
            return
        try:
            found = list(parts(self._reader, self._assembly.unit, self._items_of))
        except TooManyKits as error:
            self.notes.append(f"too many ways to choose {error} for the unit: these options are not listed")
            return
        for part in found:
            common = tuple(_flat(part.default))
            if common:
                if sum(line.high for line in self.composition) > 1:
                    self.notes.append(f"{listed(common)}: stands at the whole unit: counted to every model")
                self.composition = [
                    msgspec.structs.replace(line, equipped=(*line.equipped, *common)) for line in self.composition
                ]
            if part.others:
                self.options.append(Option(tuple(choice(part.default, other) for other in part.others), "", 0 if common else 1))

    def _limit(self, line: Member, variant: Candidate) -> tuple[int, int]:
        """How many models may be such a variant: a number, or a number for every so many models of the unit."""
        told = self._told_limit(variant)
        if told is not None:
            return told
        highs = self._assembly.highs.get(id(variant), {})
        if len(set(highs.values())) > 1:
            for per in _PER:
                smallest = min(highs)
                share = highs[smallest] // max(smallest // per, 1)
                if all(high == share * (size // per) for size, high in highs.items()):
                    return share, per
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


def _flat(kit: Kit) -> list[str]:
    return [item for item, count in items(kit) for _ in range(count)]
