"""Horus Heresy armies from rosters: detachments, datasheets, wargear as kits, Prime Advantages, allegiance."""

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

from warbench.games.heresy3.armies.detachments import detachments
from warbench.games.heresy3.armies.factions import LEGIONS, LISTS, list_of
from warbench.games.heresy3.armies.kits import kits_for
from warbench.games.heresy3.armies.prime import LOGISTICAL_BENEFIT, advantage_of
from warbench.games.heresy3.armies.spec import ArmySpec, DetachmentSpec, UnitSpec
from warbench.games.heresy3.armies.upgrades import upgrades
from warbench.games.heresy3.roles import ROLES
from warbench.games.w40k10.library import slug
from warbench.intake.armies.dealing import Items, deal, lines_named, possible, spelt
from warbench.intake.armies.imported import ImportedArmy
from warbench.intake.armies.rosters import Placed, placed_of
from warbench.intake.catalogue.roster import RosterDetachment, RosterFile, RosterModels, RosterUnit
from warbench.intake.lists.naming import Names
from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.sizes import SizeError, distributions, smallest

_DEFAULT = " (default)"
_LB = "lb - "
_CHART = (" detachment", " force organization chart", " force organisation chart")

Load = Callable[[str], tuple[Datasheet, bool]]
"""The datasheet of an id, and whether it is bundled: any other is brought along by the army."""


class _Found(msgspec.Struct):
    """What is found on the way. ``points`` are the printed ones of the units that are taken over, in order."""

    points: list[int] = []
    sheets: dict[str, Datasheet] = {}
    missing: list[str] = []
    notes: list[tuple[str, str]] = []


def heresy3_army(roster: RosterFile, names: Names, load: Load) -> ImportedArmy[ArmySpec]:
    """The army of a roster.

    Args:
        roster: the roster as it was read.
        names: all datasheets that there are.
        load: the datasheet of an id.
    """
    found = _Found()
    found.notes += [("", note) for note in roster.notes]
    factions = [_faction(each.catalogue) for each in roster.detachments if each.catalogue]
    faction = factions[0] if factions else ""
    chosen = {name.casefold(): value for each in roster.detachments for name, value in each.choices}
    made = tuple(_detachment(each, faction, names, load, found) for each in roster.detachments if each.units)
    army = ArmySpec(
        name=roster.name or "Army",
        faction=faction,
        allegiance=chosen.get("allegiance", "").casefold(),
        limit=_limit(roster, found),
        detachments=made,
        sheets=tuple(found.sheets.values()),
    )
    printed = round(roster.points if roster.points is not None else roster.total)
    return ImportedArmy(
        spec=army,
        missing=tuple(found.missing),
        notes=tuple(dict.fromkeys(found.notes)),
        printed=printed,
        unit_points=tuple(found.points),
    )


def _limit(roster: RosterFile, found: _Found) -> int:
    if roster.limit is not None and roster.limit > 0:
        return round(roster.limit)
    usual = ArmySpec(name="", faction="").limit
    found.notes.append(("", f"the roster says no points limit: {usual} is taken"))
    return usual


def _faction(catalogue: str) -> str:
    """The faction that a catalogue is of: ``I - Dark Angels``."""
    name = catalogue.rpartition(" - ")[2]
    return next((each for each in (*LEGIONS, *LISTS) if slug(each) == slug(name)), name)


def _detachment(each: RosterDetachment, faction: str, names: Names, load: Load, found: _Found) -> DetachmentSpec:
    kind = _chart(each.name)
    if kind is None:
        found.notes.append(("", f"no force organisation chart {each.name!r} is known"))
    own = _faction(each.catalogue) if each.catalogue else faction
    units = [_unit(unit, names, load, own, found) for unit in each.units]
    called = next((value for name, value in each.choices if name.casefold() == "called"), "")
    return DetachmentSpec(
        kind=kind or each.name,
        units=tuple(unit for unit in units if unit is not None),
        faction=own if own != faction else "",
        name=called,
    )


def _chart(name: str) -> str | None:
    """The chart that a force is: ``Auxiliary - Armoured Fist``, ``Crusade Primary Detachment``."""
    wanted = name.rpartition(" - ")[2].casefold()
    for ending in _CHART:
        wanted = wanted.removesuffix(ending)
    known = detachments().get(wanted)
    return known.name if known is not None else None


def _unit(unit: RosterUnit, names: Names, load: Load, faction: str, found: _Found) -> UnitSpec | None:
    named = names.find(unit.name, list_of(faction))
    if not named.id:
        near = f"; nearest: {', '.join(named.nearest)}" if named.nearest else ""
        found.missing.append(f"{unit.name} ({unit.points:g} points): no such datasheet{near}")
        return None
    sheet, bundled = load(named.id)
    if not bundled:
        found.sheets.setdefault(sheet.id, sheet)
    notes: list[str] = []
    if named.how != "name":
        notes.append(f"{unit.name!r} is taken for {sheet.name!r} ({sheet.id})")
    where = placed_of(unit)
    prime, benefit = _prime(unit, where)
    spec = UnitSpec(
        datasheet=sheet.name,
        name=where.name,
        models=unit.size if unit.size != smallest(sheet) else None,
        joins=where.joins,
        inside=where.inside,
        reserve=where.reserve,
        prime=prime,
        benefit=benefit,
        warlord=unit.warlord,
    )
    try:
        models, extras = _carried(unit, sheet, notes)
        spec = msgspec.structs.replace(spec, wargear=kits_for(sheet, unit.size, models, extras))
    except SizeError as error:
        notes.append(f"it has its usual wargear: {error}")
    found.notes += [(unit.name, note) for note in notes]
    found.points.append(round(unit.points))
    return spec


def _prime(unit: RosterUnit, where: Placed) -> tuple[str, str]:
    """The Prime Advantage of a unit and the role of the slot that it adds."""
    prime, benefit = where.prime, where.benefit
    for choice in unit.choices:
        if choice.casefold().startswith(_LB):
            role = choice[len(_LB) :].replace("-", " ").casefold()
            prime, benefit = LOGISTICAL_BENEFIT, next((each for each in ROLES if each == role), role)
        prime = prime or advantage_of(choice) or ""
    return prime, benefit


def _carried(unit: RosterUnit, sheet: Datasheet, notes: list[str]) -> tuple[list[Items], list[list[str]]]:
    """Each model's items, and its upgrades, in the order of the usual models.

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
    models: list[Items] = []
    extras: list[list[str]] = []
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
            own, more = _wanted(sheet, group)
            for item in unit.wargear:
                name = spelt(sheet, _plain(item.item))
                if name not in possible(sheet, line) or name in own or (name in bounded and item.item not in unplaced):
                    continue
                # What stands at the unit itself all its models have, but for what only some may have.
                own[name] = item.count if name in bounded else group.number * max(item.count // unit.size, 1)
                unplaced.pop(item.item, None)
            dealt = deal(sheet, line, group.number, own)
            models += dealt.models
            extras += [more] * group.number
            notes += [f"{count} {item}: no model of it may have that beside the rest" for item, count in dealt.left.items()]
            notes += [f"{line.model} has {count} {item}, which the roster does not say" for item, count in dealt.added.items()]
    notes += [f"it has no {item!r}" for item in dict.fromkeys(_unknown(unit, sheet, unplaced))]
    return models, extras


def _line(sheet: Datasheet, name: str) -> Composition | None:
    found = next(lines_named(sheet, name), None)
    return sheet.composition[0] if found is None and len(sheet.composition) == 1 else found


def _wanted(sheet: Datasheet, group: RosterModels) -> tuple[Items, list[str]]:
    """The items of a group in total, as the datasheet spells them, and the upgrades that each of its models has."""
    wanted: Items = {}
    more: list[str] = []
    for item in group.wargear:
        name = spelt(sheet, _plain(item.item))
        upgrade = upgrades().get(_plain(item.item).casefold())
        if name:
            wanted[name] = wanted.get(name, 0) + item.count
        elif upgrade is not None:
            more.append(upgrade.name)
    return wanted, more


def _unknown(unit: RosterUnit, sheet: Datasheet, unplaced: Counter[str]) -> Iterator[str]:
    yield from unplaced
    for group in unit.models:
        for item in group.wargear:
            if not spelt(sheet, _plain(item.item)) and _plain(item.item).casefold() not in upgrades():
                yield item.item


def _plain(name: str) -> str:
    return name.removesuffix(_DEFAULT)
