"""From an army list to units: each with its models, their wargear, traits and points, and what is wrong with single units."""

from collections.abc import Iterator

from warbench.battle.requests import Refusal
from warbench.games.heresy3 import library
from warbench.games.heresy3.armies.factions import gained, list_of
from warbench.games.heresy3.armies.fitting import Model, fit
from warbench.games.heresy3.armies.outfits import Outfit, outfits
from warbench.games.heresy3.armies.prime import advantage_of, improved
from warbench.games.heresy3.armies.spec import ALLEGIANCES, ArmySpec, UnitSpec
from warbench.games.heresy3.armies.units import Army, Unit
from warbench.games.heresy3.question import ARMOURED
from warbench.games.heresy3.roles import FORTIFICATION
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.sizes import SizeError, points, priced_as, smallest


def enlist(spec: ArmySpec) -> Army:
    """The units of an army list, and every fault of single units. The army as a whole: see ``check_army``."""
    units: list[Unit] = []
    refusals: list[Refusal] = []
    for place, detachment in enumerate(spec.detachments):
        for entry in detachment.units:
            name = _name(label(spec, entry), {unit.name for unit in units})
            unit, faults = _enlisted(spec, place, detachment.faction or spec.faction, entry, name)
            refusals += faults
            if unit is not None:
                units.append(unit)
    return Army(spec=spec, units=tuple(units), refusals=tuple(refusals))


def sheet_for(spec: ArmySpec, name: str) -> Datasheet:
    """The datasheet of that name or id: the army's own, else a bundled one.

    Raises:
        UnknownDatasheet: naming the nearest.
    """
    wanted = library.slug(name)
    own = next((sheet for sheet in spec.sheets if wanted == sheet.id), None)
    own = own or next((sheet for sheet in spec.sheets if wanted == library.slug(sheet.name)), None)
    return own if own is not None else library.datasheet(name)


def offered(spec: ArmySpec, faction: str = "") -> tuple[Datasheet, ...]:
    """The datasheets that an army of this faction and allegiance may choose from, Fortifications included (H-016, H-021)."""
    known = {sheet.id: sheet for sheet in (*library.datasheets(), *spec.sheets)}
    return tuple(sheet for sheet in known.values() if not _barred(spec, sheet, faction or spec.faction))


def _enlisted(spec: ArmySpec, place: int, faction: str, entry: UnitSpec, name: str) -> tuple[Unit | None, list[Refusal]]:
    try:
        sheet = sheet_for(spec, entry.datasheet)
        barred = _barred(spec, sheet, faction)
        if barred:
            return None, barred
        size = entry.models if entry.models is not None else smallest(sheet)
        cost = points(priced_as(sheet, size, entry.points), size)
    except library.UnknownDatasheet as error:
        return None, [Refusal("no-such-datasheet", str(error), "H-016")]
    except SizeError as error:
        return None, [Refusal("unit-size", str(error), "H-016")]
    worn, extra, faults = outfits(sheet, entry, size)
    known = {model.name.casefold() for model in sheet.models}
    bare = next((outfit.kind for outfit in worn if outfit.kind.casefold() not in known), None)
    if bare is not None:
        # Other people's data has such datasheets.
        return None, [Refusal("no-profile", f"{sheet.name}: its datasheet has no profile of {bare}: it cannot fight", "H-016")]
    models: list[Model] = []
    for outfit in worn:
        model = _model(sheet, outfit, faction, spec.allegiance)
        faults += _upgrade_faults(sheet, model, outfit)
        models.append(model)
    prime = advantage_of(entry.prime) or entry.prime
    unit = Unit(
        name=name,
        sheet=sheet,
        detachment=place,
        faction="" if sheet.role == FORTIFICATION else faction,
        models=improved(tuple(models), prime),
        points=cost + extra,
        prime=prime,
        benefit=entry.benefit.casefold(),
        joins=entry.joins,
        inside=entry.inside,
        reserve=entry.reserve,
        warlord=entry.warlord,
    )
    return unit, faults


def _model(sheet: Datasheet, outfit: Outfit, faction: str, allegiance: str) -> Model:
    profile = sheet.model(outfit.kind)
    traits = gained(profile.traits, profile.type, faction, allegiance if allegiance.casefold() in ALLEGIANCES else "")
    return fit(sheet, outfit.kind, outfit.held(sheet), traits)


def _upgrade_faults(sheet: Datasheet, model: Model, outfit: Outfit) -> Iterator[Refusal]:
    for upgrade in outfit.upgrades:
        lacking = upgrade.lacking(sheet, model)
        if lacking:
            sentence = f"{sheet.name}: {model.name} cannot have {upgrade.name}: it lacks {lacking}"
            yield Refusal("upgrade", sentence, upgrade.rule)


def _barred(spec: ArmySpec, sheet: Datasheet, faction: str) -> list[Refusal]:
    """Why a datasheet may not be in the army at all; nothing when it may."""
    kinds = {model.type for model in sheet.models}
    if ARMOURED[1] in kinds:
        return [Refusal("building", f"{sheet.name} is a Building: it is set up as terrain and in no army", "H-252")]
    if FORTIFICATION in kinds:
        return []
    if not sheet.faction:
        return [Refusal("no-faction", f"{sheet.name} belongs to no Faction, as every model but a Fortification must", "H-011")]
    if sheet.faction.casefold() != list_of(faction).casefold():
        sentence = f"{sheet.name} is in the army list {sheet.faction}, not in that of {faction} ({list_of(faction)})"
        return [Refusal("other-list", sentence, "H-016")]
    declared = spec.allegiance.casefold()
    printed = {trait for model in sheet.models for trait in model.traits if trait in ALLEGIANCES}
    if declared in ALLEGIANCES and printed and declared not in printed:
        sentence = f"{sheet.name} is {' and '.join(sorted(printed)).title()}, the army is {declared.title()}"
        return [Refusal("allegiance", sentence, "H-012")]
    return []


def label(spec: ArmySpec, entry: UnitSpec) -> str:
    """What an entry is called: its name, else its datasheet as the list writes it; one of the list's own by its name."""
    own = next((sheet.name for sheet in spec.sheets if sheet.id == entry.datasheet), entry.datasheet)
    return entry.name or own


def _name(wanted: str, taken: set[str]) -> str:
    """The unit's name, with the next free number where a unit before has it."""
    if wanted not in taken:
        return wanted
    number = 2
    while f"{wanted} {number}" in taken:
        number += 1
    return f"{wanted} {number}"
