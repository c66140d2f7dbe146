"""The datasheets that a Warhammer 40,000 army of a faction may choose from, and how a list names one."""

from warbench.games.w40k10 import library
from warbench.muster.known import Known
from warbench.sheets.datasheet import Datasheet


def offered(faction: str, known: Known) -> tuple[Datasheet, ...]:
    """The datasheets that an army of a faction may choose from: bundled ones, then imported ones whose id is not bundled.

    A faction keyword (``Ultramarines``) stands for every list that has it.
    """
    wanted = library.slug(faction)

    def has(sheet: Datasheet) -> bool:
        return wanted in map(library.slug, (sheet.faction, *sheet.faction_keywords))

    lists = [each for each in known.factions if library.slug(each) == wanted]
    lists = lists or [each for each in known.factions if any(map(has, known.stock(each)))]
    bundled = library.datasheets()
    kept = {library.slug(each) for each in lists} | {library.slug(sheet.faction) for sheet in bundled if has(sheet)}
    own = {sheet.id: sheet for each in lists for sheet in known.stock(each)}
    own |= {sheet.id: sheet for sheet in bundled}
    order = [*(sheet.id for sheet in bundled), *own]
    return tuple(own[key] for key in dict.fromkeys(order) if library.slug(own[key].faction) in kept or has(own[key]))


def written(sheet: Datasheet) -> str:
    """How a list names a datasheet: by its name where that is enough, else by its id."""
    try:
        found = library.datasheet(sheet.name)
    except library.UnknownDatasheet:
        return sheet.id
    return sheet.name if found.id == sheet.id else sheet.id
