"""The models of a unit of Warhammer 40,000 and what each carries, as a datasheet has them; and what of a list does not fit it."""

from collections import Counter

import msgspec

from warbench.intake.armies.dealing import Items, deal, lines_named, possible, spelt
from warbench.intake.catalogue.shares import MOST_MODELS
from warbench.intake.lists.army import ListedModels, ListedUnit
from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.sizes import SizeError, distributions, largest, smallest

_Groups = list[tuple[Composition, list[ListedModels]]]

UNDIVIDED = "its models cannot be told apart: they have their usual wargear"


class Fielded(msgspec.Struct, frozen=True):
    """How many models of each kind there are, and each one's items in the order of the composition.

    ``faults`` are sentences on what does not fit the datasheet; ``unknown`` are items of the list that it does not have.
    """

    counts: dict[str, int] = {}
    items: tuple[Items, ...] = ()
    faults: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether all of the unit is on the datasheet."""
        return not self.faults and not self.unknown

    @property
    def why(self) -> str:
        """The first thing that does not fit."""
        return self.faults[0] if self.faults else f"it has no {self.unknown[0]!r}" if self.unknown else ""


def fielded(listed: ListedUnit, sheet: Datasheet, size: int) -> Fielded:
    """The models and items of a listed unit of that size."""
    named = sum(group.count for group in listed.kinds)
    lines = _lines(listed, sheet, size) if usual_counts(sheet, named or size) is not None else None
    printed = [held.name for items in (listed.items, *(group.items for group in listed.kinds)) for held in items]
    unknown = tuple(dict.fromkeys(name for name in printed if not spelt(sheet, name)))
    if lines is None:
        return Fielded(faults=(_why(listed, sheet, named or size),), unknown=unknown)
    everybody = Counter({name: held.count for held in listed.items if (name := spelt(sheet, held.name))})
    found: list[Items] = []
    left: Counter[str] = Counter()
    faults: list[str] = []
    for line, groups in lines:
        may = possible(sheet, line)
        for group in groups:
            wanted = Counter(_wanted(sheet, group))
            # What stands at the unit itself is held by the first models that may.
            wanted += Counter({item: count for item, count in everybody.items() if item in may})
            everybody = Counter({item: count for item, count in everybody.items() if item not in may})
            dealt = deal(sheet, line, group.count, dict(wanted))
            found += dealt.models
            left.update(dealt.left)
            faults += [f"{line.model} has {count} {item}, which the list does not say" for item, count in dealt.added.items()]
    faults += [f"{count} {item}: no model of it may have that beside the rest" for item, count in (left + everybody).items()]
    counts = {line.model: sum(group.count for group in groups) for line, groups in lines}
    return Fielded(counts, tuple(found), tuple(faults), unknown)


def widened(listed: ListedUnit, sheet: Datasheet, size: int) -> Datasheet | None:
    """The datasheet with a composition that allows the models of the list, which is of another edition; None for no way to."""
    if size > MOST_MODELS:
        return None
    counts = _counts(listed, sheet) or _nearest_counts(sheet, size)
    if sum(counts.values()) != size or any(count < 0 for count in counts.values()):
        return None
    lines = tuple(
        msgspec.structs.replace(
            line, low=min(line.low, counts.get(line.model, 0)), high=max(line.high, counts.get(line.model, 0))
        )
        for line in sheet.composition
    )
    return msgspec.structs.replace(sheet, composition=lines, makeups=())


def _counts(listed: ListedUnit, sheet: Datasheet) -> dict[str, int]:
    """How many of each kind of model the list names; nothing where one of them is not on the datasheet."""
    counts: Counter[str] = Counter()
    for group in listed.kinds:
        line = next(lines_named(sheet, group.name), None)
        if line is None:
            return {}
        counts[line.model] += group.count
    return dict(counts)


def _nearest_counts(sheet: Datasheet, size: int) -> dict[str, int]:
    """The nearest size that the unit may have, its commonest kind of model counted up or down."""
    counts = usual_counts(sheet, min(max(size, smallest(sheet)), largest(sheet))) or {}
    if counts:
        most = max(counts, key=lambda name: counts[name])
        counts[most] += size - sum(counts.values())
    return counts


def usual_counts(sheet: Datasheet, size: int) -> dict[str, int] | None:
    """How many of each kind a unit of that size has as a rule; None when it cannot have that size."""
    try:
        counts = next(distributions(sheet, size))
    except SizeError:
        return None
    return {line.model: count for line, count in zip(sheet.composition, counts, strict=True) if count}


def usual_items(sheet: Datasheet, counts: dict[str, int]) -> tuple[Items, ...]:
    """The default items of so many models of each kind."""
    own: list[Items] = []
    for line in sheet.composition:
        each = dict(Counter(spelt(sheet, item) for item in line.equipped))
        own += [each] * counts.get(line.model, 0)
    return tuple(own)


def _why(listed: ListedUnit, sheet: Datasheet, size: int) -> str:
    """Why the models of a unit are not those of a datasheet."""
    try:
        next(distributions(sheet, size))
    except SizeError as error:
        return str(error)
    strange = (group.name for group in listed.kinds if next(lines_named(sheet, group.name), None) is None)
    name = next(strange, "") if len(listed.kinds) > 1 else ""
    return f"it has no model {name!r}: its models have their usual wargear" if name else UNDIVIDED


def _wanted(sheet: Datasheet, group: ListedModels) -> Items:
    """The items of a group in total, as the datasheet spells them."""
    wanted: Items = {}
    for held in group.items:
        name = spelt(sheet, held.name)
        if name:
            wanted[name] = wanted.get(name, 0) + held.count * (group.count if group.each else 1)
    return wanted


def _lines(listed: ListedUnit, sheet: Datasheet, size: int) -> _Groups | None:
    """The lines of the composition with the groups of the list that they are; None when the groups cannot be told."""
    if not listed.kinds or (len(listed.kinds) == 1 and len(sheet.composition) > 1):
        return _undivided(listed, sheet, size)
    by_line: dict[str, list[ListedModels]] = {line.model: [] for line in sheet.composition}
    for group in listed.kinds:
        line = next(lines_named(sheet, group.name), None)
        if line is None and len(sheet.composition) == 1:
            line = sheet.composition[0]
        if line is None:
            return None
        by_line[line.model].append(group)
    return [(line, by_line[line.model]) for line in sheet.composition if by_line[line.model]]


def _undivided(listed: ListedUnit, sheet: Datasheet, size: int) -> _Groups | None:
    """A unit whose list does not tell kinds of models apart: the items go to the only kind, or nobody knows to whom."""
    usual = usual_counts(sheet, size)
    if usual is None:
        return None
    filled = [line for line in sheet.composition if usual.get(line.model)]
    if len(filled) != 1:
        return None
    items = listed.kinds[0].items if listed.kinds else ()
    each = bool(listed.kinds) and listed.kinds[0].each
    return [(filled[0], [ListedModels(filled[0].model, size, items, each)])]
