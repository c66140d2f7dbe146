"""What a Warhammer 40,000 army may get that it has not: somebody to lead it, a detachment that its faction has."""

import difflib

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, UnitSpec
from warbench.muster.building.naming import free_name
from warbench.muster.known import Known, factions_of
from warbench.muster.w40k10.checking import entry_alone, sheets_of
from warbench.muster.w40k10.offers import offered, written
from warbench.muster.w40k10.whole import detachment_faults
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.sizes import SizeError, points, smallest

_MOST_TRIED = 5
"""So many of the cheapest are tried; where none of these fits, dearer ones do not either but by chance."""


def lords_of(spec: ArmySpec, known: Known) -> list[tuple[UnitSpec, Entry]]:
    """The cheapest CHARACTERS of the army's faction that could be added to lead it, each a unit of its own, no EPIC HERO.

    Those that bring a faction keyword of their own, such as a Chapter, come behind those that do not.
    """
    shared = {word for sheet in sheets_of(spec) for word in sheet.faction_keywords}
    costed: list[tuple[int, int, str, Datasheet]] = []
    for sheet in offered(spec.faction, known):
        if "character" not in sheet.keywords or "epic hero" in sheet.keywords or sheet.warlord == "never" or sheet.must_join:
            continue
        if shared and not shared.intersection(sheet.faction_keywords):
            continue
        try:
            own = len(set(sheet.faction_keywords) - shared)
            costed.append((own, points(sheet, smallest(sheet)), sheet.id, sheet))
        except SizeError:
            continue
    found: list[tuple[UnitSpec, Entry]] = []
    for *_, sheet in sorted(costed, key=lambda each: each[:3]):
        name = free_name(sheet.name, [text for unit in spec.units for text in (unit.name, unit.datasheet)])
        unit = UnitSpec(datasheet=written(sheet), name=name, warlord=True)
        entry = entry_alone(spec, unit)
        if isinstance(entry, Entry):
            found.append((unit, entry))
        if len(found) == _MOST_TRIED:
            break
    return found


def other_detachment(spec: ArmySpec, known: Known) -> str:
    """The detachment that the army could have instead of its own: that most of its Enhancements are of, of the nearest name.

    Empty where its own is as it may be.
    """
    sheets = sheets_of(spec)
    if not any(detachment_faults(spec, sheets, known)):
        return ""
    factions = factions_of(spec, sheets)
    wanted = library.slug(spec.detachment)
    borne = {library.slug(name) for unit in spec.units for name in unit.upgrades}

    def rank(name: str) -> tuple[int, float, str]:
        own = {library.slug(each.name) for each in known.enhancements_of(factions, name)}
        return -len(borne & own), -difflib.SequenceMatcher(None, wanted, library.slug(name)).ratio(), name

    return min((each.name for each in known.detachments_of(factions)), key=rank)
