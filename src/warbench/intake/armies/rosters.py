"""A roster as a list: the same units, so that both are looked up and turned into armies by one way."""

import re

import msgspec

from warbench.intake.catalogue.roster import RosterFile, RosterUnit
from warbench.intake.lists.army import Held, ListedArmy, ListedModels, ListedUnit

_ATTACHED = re.compile(r"attached unit (\d{1,3})( \(leader\))?", re.IGNORECASE)


class Placed(msgspec.Struct, frozen=True):
    """What a roster says of a unit that a list has no place for: its name, where it begins, its Prime Advantage."""

    name: str = ""
    inside: str = ""
    split: str = ""
    reserve: str = ""
    joins: str = ""
    prime: str = ""
    benefit: str = ""


_WORDS = {
    "begins inside: ": "inside",
    "split by: ": "split",
    "begins in: ": "reserve",
    "joins: ": "joins",
    "prime advantage: ": "prime",
    "added slot: ": "benefit",
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
    return listed, tuple(placed_of(unit) for unit in units)


def _unit(unit: RosterUnit, place: int) -> ListedUnit:
    attached = next((match for text in unit.choices if (match := _ATTACHED.fullmatch(text))), None)
    extra = unit.enhancements[0] if unit.enhancements else None
    return ListedUnit(
        name=unit.name,
        points=round(unit.points),
        line=place,
        section=unit.role,
        models=unit.size,
        kinds=tuple(
            ListedModels(group.name, group.number, tuple(Held(item.item, item.count) for item in group.wargear))
            for group in unit.models
        ),
        items=tuple(Held(item.item, item.count) for item in unit.wargear),
        enhancement=extra.name if extra is not None else "",
        enhancement_points=round(extra.points) if extra is not None else None,
        warlord=unit.warlord,
        attached=int(attached[1]) if attached else 0,
        part="" if attached is None else "leader" if attached[2] else "bodyguard",
    )


def placed_of(unit: RosterUnit) -> Placed:
    """What a unit's selections say of where it begins, and its own name."""
    said: dict[str, str] = {}
    for text in unit.choices:
        for words, field in _WORDS.items():
            if text.casefold().startswith(words):
                said[field] = text[len(words) :]
    return Placed(name=unit.custom_name, **said)
