"""Horus Heresy armies from rosters: detachments, datasheets, wargear as kits, Prime Advantages, allegiance."""

from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from warbench.games.heresy3.armies.detachments import Class, Detachment, Slot, detachments
from warbench.games.heresy3.armies.enlisting import enlist
from warbench.games.heresy3.armies.factions import LEGIONS, LISTS, list_of
from warbench.games.heresy3.armies.kits import kits_for
from warbench.games.heresy3.armies.prime import LOGISTICAL_BENEFIT, advantage_of
from warbench.games.heresy3.armies.spec import ArmySpec, DetachmentSpec, UnitSpec
from warbench.games.heresy3.roles import FORTIFICATION, ROLES
from warbench.intake.armies.heresy3_wargear import carried
from warbench.intake.armies.imported import ImportedArmy, Pricing, price_note
from warbench.intake.armies.own import OwnSheets
from warbench.intake.armies.rosters import Placed, placed_of
from warbench.intake.catalogue.own_sheets import OwnSheet
from warbench.intake.catalogue.roster import RosterDetachment, RosterFile, RosterUnit
from warbench.intake.lists.naming import Names
from warbench.sheets.datasheet import Datasheet, Points
from warbench.sheets.finding import slug
from warbench.sheets.sizes import SizeError, points, smallest

_CLASSES: tuple[Class, ...] = ("auxiliary", "apex", "allied", "primary", "warlord", "lord of war")
_LB = "lb - "
_CHART = (" detachment", " force organization chart", " force organisation chart")

Load = Callable[[str], tuple[Datasheet, bool]]
"""The datasheet of an id, and whether it is bundled: any other is brought along by the army."""


class _Found(msgspec.Struct):
    """What is found on the way. ``origins`` are the ids of the datasheets that were found, empty for the roster's own."""

    pricing: Pricing
    sheets: OwnSheets
    whole: Mapping[str, Datasheet]
    known: dict[str, Datasheet] = {}
    charts: dict[str, Detachment] = {}
    origins: list[str] = []
    missing: list[str] = []
    notes: list[tuple[str, str]] = []


def heresy3_army(roster: RosterFile, names: Names, load: Load, pricing: Pricing = "file") -> ImportedArmy[ArmySpec]:
    """The army of a roster.

    Args:
        roster: the roster as it was read.
        names: all datasheets that there are.
        load: the datasheet of an id.
        pricing: whose points the units have.
    """
    found = _Found(pricing, OwnSheets(), roster.sheets)
    found.notes += [("", note) for note in roster.notes]
    factions = [_faction(each.catalogue) for each in roster.detachments if each.catalogue]
    faction = factions[0] if factions else ""
    chosen = {name.casefold(): value for each in roster.detachments for name, value in each.choices}
    made = tuple(_detachment(each, faction, names, load, found) for each in roster.detachments if each.units)
    names_of_own = {slug(sheet.name) for sheet in found.sheets.all}
    for sheet in found.known.values():
        # Where the list has a printing of its own beside it, the one that is meant is brought along too.
        if slug(sheet.name) in names_of_own:
            found.sheets.take(sheet)
    army = ArmySpec(
        name=roster.name or "Army",
        faction=faction,
        allegiance=chosen.get("allegiance", "").casefold(),
        limit=_limit(roster, found),
        detachments=made,
        sheets=found.sheets.all,
        charts=tuple(found.charts.values()),
    )
    printed = round(roster.points if roster.points is not None else roster.total)
    return ImportedArmy(
        spec=army,
        missing=tuple(found.missing),
        notes=tuple(dict.fromkeys(found.notes)),
        printed=printed,
        origins=tuple(found.origins),
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
    own = _faction(each.catalogue) if each.catalogue else faction
    units = [_unit(unit, names, load, own, found) for unit in each.units]
    called = next((value for name, value in each.choices if name.casefold() == "called"), "")
    kind = _chart(each.name)
    if kind is None:
        chart = _own_chart(each)
        kind = chart.name
        found.charts.setdefault(kind.casefold(), chart)
        found.notes.append(("", f"{kind}: this chart is not known here; its slots are taken as its units fill them"))
    return DetachmentSpec(
        kind=kind,
        units=tuple(unit for unit in units if unit is not None),
        faction=own if own != faction else "",
        name=called,
    )


def _own_chart(each: RosterDetachment) -> Detachment:
    """A chart of a Legion or a rite as a roster shows it: a class, and slots for just the units that it has."""
    head, _, name = each.name.rpartition(" - ")
    kind: Class = next((word for word in _CLASSES if word in head.casefold()), "auxiliary")
    roles = Counter(unit.own.role for unit in each.units if unit.own is not None and unit.own.role)
    slots = tuple(Slot(role, count) for role, count in roles.items())
    return Detachment(name=name or each.name, kind=kind, slots=slots, note="as a roster fills it")


def _chart(name: str) -> str | None:
    """The chart that a force is: ``Auxiliary - Armoured Fist``, ``Crusade Primary Detachment``."""
    wanted = name.rpartition(" - ")[2].casefold()
    for ending in _CHART:
        wanted = wanted.removesuffix(ending)
    known = detachments().get(wanted)
    return known.name if known is not None else None


def _unit(unit: RosterUnit, names: Names, load: Load, faction: str, found: _Found) -> UnitSpec | None:
    """The unit on the datasheet of its name, or on the roster's own where that cannot hold it; None where there is neither."""
    whole = placed_of(unit, found.whole).sheet
    if whole is not None:
        found.sheets.take(whole)
        found.origins.append("")
        held = _on_known(unit, faction, whole, bundled=True)
        spec = _priced(unit, held, found.pricing)
        found.notes += [(unit.name, note) for note in held.notes]
        return spec
    named = names.find(unit.name, list_of(faction), faction)
    # What only looks like its name is not taken where the roster has its own.
    is_there = named.id and (named.how == "name" or unit.own is None)
    sheet, bundled = load(named.id) if is_there else (None, False)
    made = _on_known(unit, faction, sheet, bundled=bundled) if sheet is not None else None
    origin = named.id
    if unit.own is not None and made is not None and made.fault:
        made, origin = _on_later(unit, names, load, faction, made) or (made, origin)
    if unit.own is not None and (made is None or made.fault):
        why = f"the datasheet here does not fit ({made.fault}): the roster's own is taken" if made is not None else ""
        made = _on_own(unit, unit.own, faction, why, found)
        found.origins.append("")
    elif made is not None:
        if named.how != "name":
            made.notes.append(f"{unit.name!r} is taken for {made.sheet.name!r} ({made.sheet.id})")
        found.known[made.sheet.id] = made.sheet
        if made.brought:
            found.sheets.take(made.sheet)
        found.origins.append(origin)
    if made is None:
        found.missing.append(f"{unit.name} ({unit.points:g} points): {named.why}")
        return None
    spec = _priced(unit, made, found.pricing)
    found.notes += [(unit.name, note) for note in made.notes]
    return spec


def _on_later(unit: RosterUnit, names: Names, load: Load, faction: str, first: "_Made") -> "tuple[_Made, str] | None":
    """The unit on the first datasheet of a further source that can hold it, and its id; None where none can."""
    for other in names.later(names.find(unit.name, list_of(faction), faction).id):
        sheet, bundled = load(other.id)
        made = _on_known(unit, faction, sheet, bundled=bundled)
        if not made.fault:
            made.notes.append(f"the datasheet that comes first does not fit ({first.fault}): that of {other.source} is taken")
            return made, other.id
    return None


class _Made(msgspec.Struct):
    """A unit on a datasheet: its entry, what was not plain, and why the datasheet cannot hold it (empty when it can).

    ``points`` are what it costs on the datasheet, None when it cannot be costed.
    """

    sheet: Datasheet
    spec: UnitSpec
    notes: list[str]
    fault: str = ""
    brought: bool = False
    points: int | None = None


def _on_known(unit: RosterUnit, faction: str, sheet: Datasheet, *, bundled: bool) -> _Made:
    made = _Made(sheet, _spec(unit, sheet), [], brought=not bundled)
    try:
        held = carried(unit, sheet)
        made.spec = msgspec.structs.replace(made.spec, wargear=kits_for(sheet, unit.size, held.models, held.upgrades))
        made.notes = held.faults
    except SizeError as error:
        made.notes = [f"it has its usual wargear: {error}"]
    _cost(made, faction)
    made.fault = made.notes[0] if made.notes else ""
    return made


def _on_own(unit: RosterUnit, own: OwnSheet, faction: str, why: str, found: _Found) -> _Made:
    """The unit as the roster prints it."""
    listed = list_of(faction)
    sheet = own.sheet if own.sheet.role == FORTIFICATION else msgspec.structs.replace(own.sheet, faction=listed)
    sheet = found.sheets.add(sheet)
    kits = kits_for(sheet, len(own.models), own.models)
    made = _Made(sheet, msgspec.structs.replace(_spec(unit, sheet), wargear=kits), [why] if why else [])
    _cost(made, faction)
    return made


def _cost(made: _Made, faction: str) -> None:
    """What the unit costs by itself; why it may not be as it is becomes a note."""
    alone = DetachmentSpec(kind="", units=(made.spec,))
    army = enlist(ArmySpec(name="", faction=faction, sheets=(made.sheet,), detachments=(alone,)))
    made.notes += [refusal.sentence for refusal in army.refusals]
    made.points = army.points if army.units else None


def _spec(unit: RosterUnit, sheet: Datasheet) -> UnitSpec:
    where = placed_of(unit, {})
    prime, benefit = _prime(unit, where)
    return UnitSpec(
        # By its name, as players write it, where that means it alone.
        datasheet=sheet.name if slug(sheet.name) == sheet.id else sheet.id,
        name=where.name,
        models=unit.size if unit.size != smallest(sheet) else None,
        joins=where.joins,
        inside=where.inside,
        reserve=where.reserve,
        prime=prime,
        benefit=benefit,
        warlord=unit.warlord,
    )


def _priced(unit: RosterUnit, made: _Made, pricing: Pricing) -> UnitSpec:
    """The entry. Where the roster's points are not the datasheet's that is said, and perhaps the roster's are kept."""
    here, printed = made.points, round(unit.points)
    if here is None or here == printed or not printed:
        return made.spec
    made.notes.append(price_note(unit.size, printed, here, made.sheet.version))
    if pricing != "file":
        return made.spec
    row = Points(unit.size, points(made.sheet, unit.size) + printed - here)
    return msgspec.structs.replace(made.spec, points=(row,))


def _prime(unit: RosterUnit, where: Placed) -> tuple[str, str]:
    """The Prime Advantage of a unit and the role of the slot that it adds."""
    prime, benefit = where.prime, where.benefit
    for choice in unit.choices:
        if choice.casefold().startswith(_LB):
            role = choice[len(_LB) :].replace("-", " ").casefold()
            prime, benefit = LOGISTICAL_BENEFIT, next((each for each in ROLES if each == role), role)
        prime = prime or advantage_of(choice) or ""
    return prime, benefit
