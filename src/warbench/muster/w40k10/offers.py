"""The datasheets that a Warhammer 40,000 army of a faction may choose from, and how a list names one."""

from collections.abc import Iterable

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_rules.factions import ASTARTES
from warbench.games.w40k10.battle.army_rules.standing import standing
from warbench.games.w40k10.battle.roster import ArmySpec
from warbench.muster.known import Known
from warbench.muster.w40k10.checking import sheets_of
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import forms


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


def named(text: str, spec: ArmySpec) -> Datasheet:
    """The datasheet of a name: of several that have it in different lists the only one that rules let into the army.

    Raises:
        UnknownDatasheet: as :func:`warbench.games.w40k10.library.datasheet`.
    """
    stands = standing(spec)
    found: dict[str, Datasheet] = {}
    for name in stands.known.lists:
        try:
            # Of several of one name the id says the list.
            sheet = library.datasheet(f"{text} {name}")
        except library.UnknownDatasheet:
            continue
        if library.slug(sheet.name) in forms(library.slug(text)) and stands.include(sheet) is not None:
            found[sheet.id] = sheet
    return next(iter(found.values())) if len(found) == 1 else library.datasheet(text)


def of_chapter(found: Datasheet, own: Iterable[Datasheet], spec: ArmySpec) -> Datasheet:
    """Of several datasheets of one name in the army's list that of its Chapter, else the one that all Chapters may have.

    Args:
        found: one of them.
        own: the datasheets of the list.
        spec: the army: its Chapter is its faction, else its detachment's, else that of a unit that it has.
    """
    alike = [sheet for sheet in own if library.slug(sheet.name) == library.slug(found.name)]
    words = [set(sheet.faction_keywords) for sheet in alike]
    chapter = _chapter(spec) if any(ASTARTES in each for each in words) else ""
    mine = [sheet for sheet, each in zip(alike, words, strict=True) if chapter in each]
    shared = [sheet for sheet, each in zip(alike, words, strict=True) if each == {ASTARTES}]
    return next(iter((*mine, *shared)), found)


def _chapter(spec: ArmySpec) -> str:
    words = (word for sheet in sheets_of(spec) if ASTARTES in sheet.faction_keywords for word in sheet.faction_keywords)
    return standing(spec).chapter or next((word for word in words if word != ASTARTES), "")


def written(sheet: Datasheet) -> str:
    """How a list names a datasheet: by its name where that is enough, else by its id."""
    try:
        found = library.datasheet(sheet.name)
    except library.UnknownDatasheet:
        return sheet.id
    return sheet.name if found.id == sheet.id else sheet.id
