"""Of which faction a datasheet is where no rules are known: by its list and its keywords, and the keywords that allies share."""

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.roster import ArmySpec, sheet_for
from warbench.sheets.datasheet import Datasheet

ASTARTES = "adeptus astartes"
"""The faction keyword that all Chapters share; a Chapter's own stands beside it."""

CHAPTERS = frozenset(
    (
        *("black-templars", "blood-angels", "crimson-fists", "dark-angels", "deathwatch", "imperial-fists", "iron-hands"),
        *("raven-guard", "salamanders", "space-wolves", "ultramarines", "white-scars"),
    )
)
"""The Chapters: an army may be called by its Chapter."""

_ALLIANCES = ("chaos", "imperium")
"""Keywords by which units of several factions may stand in one army."""


def is_of(sheet: Datasheet, faction: str) -> bool:
    """Whether a datasheet is of a faction: its list's, or by a faction keyword. All Chapters may have what is of no other one."""
    wanted = library.slug(faction)
    own = set(map(library.slug, (sheet.faction, *sheet.faction_keywords)))
    return wanted in own or (wanted in CHAPTERS and library.slug(ASTARTES) in own)


def alliance(spec: ArmySpec, sheet: Datasheet) -> str:
    """The keyword by which a unit of another faction may be an ally: one that some unit of the army's own faction has too.

    Which allies are allowed, and how many, only the rules say: where these are not known, muster warns of such a unit.
    """
    shared = [word for word in _ALLIANCES if word in sheet.keywords or word in sheet.faction_keywords]
    if not shared or is_of(sheet, spec.faction):
        return ""
    for unit in spec.units:
        try:
            own = sheet_for(spec, unit.datasheet)
        except library.UnknownDatasheet:
            continue
        if is_of(own, spec.faction):
            return next((word for word in shared if word in own.keywords or word in own.faction_keywords), "")
    return ""
