"""Warhammer 40,000 armies from lists: datasheets, sizes, wargear dealt out to models, leaders, Enhancements, the Warlord."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec

from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec, may_lead
from warbench.games.w40k10.library import slug
from warbench.intake.armies.dealing import Items, deal, lines_named, possible, spelt
from warbench.intake.armies.imported import ImportedArmy
from warbench.intake.armies.rosters import Placed
from warbench.intake.export.reader import Beside
from warbench.intake.lists.army import ListedModels, ListedUnit
from warbench.intake.lists.resolve import ResolvedArmy, ResolvedUnit
from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.sizes import SizeError, distributions, points, smallest

_ONLY = re.compile(
    r"([A-Z][A-Z' \-\N{RIGHT SINGLE QUOTATION MARK}]*(?: or [A-Z][A-Z' \-\N{RIGHT SINGLE QUOTATION MARK}]*)*) model only\b"
)

Load = Callable[[str], Datasheet]


class _Made(msgspec.Struct):
    """A unit on its way into the army: the listed unit, its datasheet, its entry, and what was not plain."""

    listed: ListedUnit
    sheet: Datasheet
    spec: UnitSpec
    notes: list[str]


def w40k10_army(
    found: ResolvedArmy, load: Load, enhancements: Iterable[Beside] = (), placed: Sequence[Placed] = ()
) -> ImportedArmy[ArmySpec]:
    """The army of a list whose units were looked up.

    Args:
        found: the list with its datasheets.
        load: the datasheet of an id.
        enhancements: those that the library knows, for who may have them.
        placed: what else is known of each unit, in the order of the list; empty: nothing.
    """
    beside = list(enhancements)
    extra = placed or [Placed()] * len(found.units)
    made: list[_Made] = []
    missing: list[str] = []
    brought: dict[str, Enhancement] = {}
    for unit, where in zip(found.units, extra, strict=True):
        if not unit.sheet:
            near = f"; nearest: {', '.join(unit.nearest)}" if unit.nearest else ""
            missing.append(f"{unit.listed.name} ({unit.listed.points} points): no such datasheet{near}")
            continue
        each = _unit(unit, load(unit.sheet), where)
        made.append(each)
        if each.spec.enhancement:
            upgrade = _enhancement(unit, each.sheet, beside, found.listed.detachments)
            brought.setdefault(slug(upgrade.name), upgrade)
    specs = _joined(made)
    listed = found.listed
    army = ArmySpec(
        name=listed.name or "Army",
        faction=_faction(listed.faction, [each.sheet for each in made]),
        detachment=" and ".join(listed.detachments),
        units=tuple(specs),
        enhancements=tuple(brought.values()),
    )
    notes = [("", note) for note in found.notes]
    notes += [(each.listed.name, note) for each in made for note in each.notes]
    printed = listed.total if listed.total is not None else listed.sum
    return ImportedArmy(spec=army, missing=tuple(missing), notes=tuple(dict.fromkeys(notes)), printed=printed)


def _unit(unit: ResolvedUnit, sheet: Datasheet, where: Placed) -> _Made:
    listed = unit.listed
    notes = list(unit.notes)
    counts, items = _carried(listed, sheet, unit.size, notes)
    size = sum(counts.values()) or unit.size
    # Items that are an Enhancement are no wargear; the reader of lists knows which.
    upgrade = listed.enhancement
    usual = _usual_counts(sheet, size)
    spec = UnitSpec(
        datasheet=sheet.id,
        name=where.name,
        models=size if size != smallest(sheet) else None,
        kinds=counts if usual is not None and counts and counts != usual else {},
        items=tuple(items) if usual is not None and items != _usual_items(sheet, counts) else (),
        enhancement=upgrade,
        inside=where.inside,
        split=where.split,
        reserve=where.reserve,
        warlord=listed.warlord,
    )
    return _Made(listed, sheet, spec, notes)


def _carried(listed: ListedUnit, sheet: Datasheet, size: int, notes: list[str]) -> tuple[dict[str, int], list[Items]]:
    """How many models of each kind there are, and each model's items in the order of the composition."""
    named = sum(group.count for group in listed.kinds)
    lines = _lines(listed, sheet, size) if _usual_counts(sheet, named or size) is not None else None
    if lines is None:
        notes.append("its models cannot be told apart: they have their usual wargear")
        return {}, []
    everybody = Counter({name: held.count for held in listed.items if (name := spelt(sheet, held.name))})
    found: list[Items] = []
    left: Counter[str] = Counter()
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
            notes += [f"{line.model} has {count} {item}, which the list does not say" for item, count in dealt.added.items()]
    notes += [f"{count} {item}: no model of it may have that beside the rest" for item, count in (left + everybody).items()]
    return {line.model: sum(group.count for group in groups) for line, groups in lines}, found


def _wanted(sheet: Datasheet, group: ListedModels) -> Items:
    """The items of a group in total, as the datasheet spells them."""
    wanted: Items = {}
    for held in group.items:
        name = spelt(sheet, held.name)
        if name:
            wanted[name] = wanted.get(name, 0) + held.count * (group.count if group.each else 1)
    return wanted


def _lines(listed: ListedUnit, sheet: Datasheet, size: int) -> list[tuple[Composition, list[ListedModels]]] | None:
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


def _undivided(listed: ListedUnit, sheet: Datasheet, size: int) -> list[tuple[Composition, list[ListedModels]]] | None:
    """A unit whose list does not tell kinds of models apart: the items go to the only kind, or nobody knows to whom."""
    usual = _usual_counts(sheet, size)
    if usual is None:
        return None
    filled = [line for line in sheet.composition if usual.get(line.model)]
    if len(filled) != 1:
        return None
    items = listed.kinds[0].items if listed.kinds else ()
    each = bool(listed.kinds) and listed.kinds[0].each
    return [(filled[0], [ListedModels(filled[0].model, size, items, each)])]


def _usual_counts(sheet: Datasheet, size: int) -> dict[str, int] | None:
    """How many of each kind a unit of that size has as a rule; None when it cannot have that size."""
    try:
        counts = next(distributions(sheet, size))
    except SizeError:
        return None
    return {line.model: count for line, count in zip(sheet.composition, counts, strict=True) if count}


def _usual_items(sheet: Datasheet, counts: dict[str, int]) -> list[Items]:
    """The default items of so many models of each kind."""
    own: list[Items] = []
    for line in sheet.composition:
        each = dict(Counter(spelt(sheet, item) for item in line.equipped))
        own += [each] * counts.get(line.model, 0)
    return own


def _enhancement(unit: ResolvedUnit, sheet: Datasheet, beside: list[Beside], detachments: Sequence[str]) -> Enhancement:
    """The Enhancement of a unit with its points: as printed, else of the library, else what the unit costs beyond its models."""
    name = unit.listed.enhancement
    own = {slug(each) for each in detachments}
    same = [each for each in beside if slug(each.name) == slug(name)]
    known = next((each for each in same if slug(each.detachment) in own), same[0] if len(same) == 1 else None)
    cost = unit.listed.enhancement_points
    if cost is None and known is not None:
        cost = known.cost
    if cost is None:
        try:
            cost = max(unit.listed.points - points(sheet, unit.size), 0)
        except SizeError:
            cost = 0
    if known is None:
        return Enhancement(name=name, points=cost)
    only = _ONLY.match(known.text)
    requires = tuple(words.casefold().strip() for words in only[1].split(" or ")) if only else ()
    return Enhancement(name=name, points=cost, detachment=known.detachment, requires=requires)


def _joined(made: list[_Made]) -> list[UnitSpec]:
    """The entries of the army: of units that the list attaches to each other the first that may leads, others stand alone."""
    groups: dict[int, list[_Made]] = {}
    for each in made:
        if each.listed.attached:
            groups.setdefault(each.listed.attached, []).append(each)
    gone: set[int] = set()
    for group in groups.values():
        body = next((each for each in group if each.listed.part == "bodyguard"), None)
        for leader in (each for each in group if each.listed.part == "leader"):
            if body is None or body.spec.leader or not may_lead(leader.sheet, body.sheet):
                why = "no unit to lead" if body is None else "two leaders" if body.spec.leader else "may not lead it"
                leader.notes.append(f"stands as a unit of its own: {why}")
                continue
            items = leader.spec.items[0] if leader.spec.items else {}
            body.spec = msgspec.structs.replace(
                body.spec,
                leader=leader.sheet.id,
                leader_items=items,
                enhancement=leader.spec.enhancement,
                warlord=body.spec.warlord or leader.spec.warlord,
            )
            gone.add(id(leader))
    return [each.spec for each in made if id(each) not in gone]


def _faction(printed: str, sheets: list[Datasheet]) -> str:
    """The army's faction: the printed one where a unit is of it, else that of most units."""
    wanted = slug(printed)
    for sheet in sheets:
        if wanted and wanted in map(slug, (sheet.faction, *sheet.faction_keywords)):
            return sheet.faction if wanted == slug(sheet.faction) else printed
    counts = Counter(sheet.faction for sheet in sheets)
    return counts.most_common(1)[0][0] if counts else printed
