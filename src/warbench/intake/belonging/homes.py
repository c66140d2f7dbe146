"""Which of several datasheets of one name is the unit's own, and which are the same unit as an ally of other factions."""

from collections.abc import Sequence

from warbench.sheets.datasheet import Datasheet


def at_home(sheets: Sequence[Datasheet]) -> Datasheet | None:
    """The datasheet whose faction keywords all the others have beside more of their own; None when there is no such one.

    Sources list a unit once more in each army that may take it as an ally, some without all that it has.
    """
    for sheet in sheets:
        own = set(sheet.faction_keywords)
        if own and all(own < set(other.faction_keywords) for other in sheets if other is not sheet):
            return sheet
    return None
