"""Text lists of The Horus Heresy as rosters, so that both become armies by one way."""

import re

from warbench.intake.catalogue.roster import RosterDetachment, RosterFile, RosterModels, RosterUnit
from warbench.intake.lists.army import Held, ListedArmy, ListedUnit
from warbench.sheets.options import Items

_HEADING = re.compile(r"([^:\[\]]+?)(?:: ([^\[\]]+?))?(?: \[([^\[\]]+)\])?")


def heresy3_roster(listed: ListedArmy, name: str) -> RosterFile:
    """The list as a roster. A detachment's heading is its chart, perhaps its own name, perhaps its faction in brackets.

    Args:
        listed: the list.
        name: the file's name, for messages.
    """
    notes = [f"line {number} is not understood: {text!r}" for number, text in listed.unread]
    if listed.total is not None and listed.total != listed.sum:
        notes.append(f"the units add up to {listed.sum} points, the list says {listed.total}")
    return RosterFile(
        name=listed.name,
        source=name,
        game="heresy3",
        system="",
        detachments=tuple(_detachment(listed, place, heading) for place, heading in enumerate(listed.detachments)),
        points=None if listed.total is None else float(listed.total),
        limit=None if listed.limit is None else float(listed.limit),
        notes=tuple(notes),
    )


def _detachment(listed: ListedArmy, place: int, heading: str) -> RosterDetachment:
    match = _HEADING.fullmatch(heading)
    kind, called, faction = match.groups() if match else (heading, None, None)
    choices = [("Allegiance", listed.allegiance)] if listed.allegiance else []
    choices += [("Called", called)] if called else []
    units = tuple(_unit(unit) for unit in listed.units if unit.detachment == place)
    return RosterDetachment(kind, faction or listed.faction, units, tuple(choices))


def _unit(unit: ListedUnit) -> RosterUnit:
    groups = tuple(RosterModels(kind.name, kind.count, _items(kind.items, kind.count if kind.each else 1)) for kind in unit.kinds)
    at_unit = _items(unit.items)
    return RosterUnit(
        name=unit.name,
        models=groups or (RosterModels(unit.name, max(unit.models, 1), at_unit),),
        points=unit.points,
        wargear=at_unit if groups else (),
        warlord=unit.warlord,
        choices=unit.said,
    )


def _items(held: tuple[Held, ...], times: int = 1) -> tuple[Items, ...]:
    return tuple(Items(each.name, each.count * times) for each in held)
