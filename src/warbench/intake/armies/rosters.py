"""A roster as a list: the same units, so that both are looked up and turned into armies by one way."""

import re
from collections.abc import Iterable, Mapping

import msgspec

from warbench.intake.catalogue.own_sheets import OwnSheet
from warbench.intake.catalogue.roster import RosterFile, RosterUnit
from warbench.intake.lists.army import Held, ListedArmy, ListedModels, ListedUnit
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.options import Items

_ATTACHED = re.compile(r"attached unit (\d{1,3})(?: \((leader|retinue)\))?", re.IGNORECASE)


class Placed(msgspec.Struct, frozen=True):
    """What a roster says of a unit that a list has no place for: its name, where it begins, its Prime Advantage.

    ``sheet`` is its datasheet where the file holds it whole, ``own`` the one that its profiles make.
    """

    name: str = ""
    inside: str = ""
    split: str = ""
    reserve: str = ""
    joins: str = ""
    prime: str = ""
    benefit: str = ""
    datasheet: str = ""
    sheet: Datasheet | None = None
    own: OwnSheet | None = None


_WORDS = {
    "begins inside: ": "inside",
    "split by: ": "split",
    "begins in: ": "reserve",
    "joins: ": "joins",
    "prime advantage: ": "prime",
    "added slot: ": "benefit",
    "called: ": "name",
    "own datasheet: ": "datasheet",
}


def listed_of(roster: RosterFile) -> tuple[ListedArmy, tuple[Placed, ...]]:
    """The roster as a list, and what the list has no place for, unit by unit."""
    detachments = [
        value for each in roster.detachments for name, value in each.choices if name.casefold().startswith("detachment")
    ]
    factions = [each.catalogue.rpartition(" - ")[2] for each in roster.detachments if each.catalogue]
    factions += [value for each in roster.detachments for name, value in each.choices if name.casefold() == "faction"]
    units = roster.units
    listed = ListedArmy(
        dialect="roster",
        name=roster.name,
        faction=factions[0] if factions else "",
        detachments=tuple(dict.fromkeys(each for each in detachments if each)),
        total=None if roster.points is None else round(roster.points),
        limit=None if roster.limit is None else round(roster.limit),
        units=tuple(_unit(unit, place) for place, unit in enumerate(units, 1)),
    )
    return listed, tuple(placed_of(unit, roster.sheets) for unit in units)


def _unit(unit: RosterUnit, place: int) -> ListedUnit:
    attached = next((match for text in (*unit.choices, *unit.notes) if (match := _ATTACHED.fullmatch(text))), None)
    extra = unit.enhancements[0] if unit.enhancements else None
    return ListedUnit(
        name=unit.name,
        points=round(unit.points),
        line=place,
        section=unit.role,
        models=unit.size,
        kinds=tuple(ListedModels(group.name, group.number, _held(group.wargear, unit)) for group in unit.models),
        items=_held(unit.wargear, unit),
        enhancement=extra.name if extra is not None else "",
        enhancement_points=round(extra.points) if extra is not None else None,
        warlord=unit.warlord,
        attached=int(attached[1]) if attached else 0,
        part="" if attached is None else (attached[2] or "bodyguard").casefold(),
    )


def _held(wargear: Iterable[Items], unit: RosterUnit) -> tuple[Held, ...]:
    """Items under the names of their weapons where the roster prints these, as datasheets have them."""
    own = unit.own.items if unit.own is not None else {}
    return tuple(Held(name, item.count) for item in wargear for name in own.get(item.item, ()) or (item.item,))


def placed_of(unit: RosterUnit, sheets: Mapping[str, Datasheet]) -> Placed:
    """What a unit's selections and notes say of where it begins, its own name; its datasheet where the file holds it whole."""
    said = said_of((*unit.choices, *unit.notes))
    sheet = sheets.get(said.get("datasheet", ""))
    return Placed(**{"name": unit.custom_name, **said}, sheet=sheet, own=unit.own)


def said_of(texts: Iterable[str]) -> dict[str, str]:
    """What lines say of a unit (``Begins inside: Rhino``), by the field of :class:`Placed`."""
    said: dict[str, str] = {}
    for text in texts:
        for words, field in _WORDS.items():
            if text.casefold().startswith(words):
                said[field] = text[len(words) :]
    return said
