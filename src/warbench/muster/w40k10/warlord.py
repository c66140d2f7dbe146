"""Who may be the Warlord of a Warhammer 40,000 army by his own datasheet: some cannot, some must where they are there."""

from collections.abc import Iterator

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec, sheet_for
from warbench.sheets.datasheet import Datasheet

_RULE = "C24"


def warlord_faults(spec: ArmySpec, unit: UnitSpec) -> Iterator[Refusal]:
    """Why the mark of the Warlord may not be where it is in a unit, or is not where it must be.

    Args:
        spec: the list.
        unit: a unit of it.
    """
    for sheet, is_lord in lords(spec, unit):
        if is_lord and sheet.warlord == "never":
            yield Refusal("cannot-be-warlord", f"{sheet.name} is the Warlord, and its datasheet says that it cannot be", _RULE)
        if not is_lord and sheet.warlord == "must":
            yield Refusal("must-be-warlord", f"{sheet.name} is not the Warlord, and its datasheet says that it must be", _RULE)


def lords(spec: ArmySpec, unit: UnitSpec) -> tuple[tuple[Datasheet, bool], ...]:
    """The datasheets of a unit, but for its retinues, and whether each has the mark; nothing where one is not known."""
    own = unit.warlord and not unit.leader
    first = [unit.warlord] if unit.leader else []
    marks = [own, *first, *(lead.warlord for lead in unit.beside)]
    try:
        return tuple((sheet_for(spec, name), mark) for name, mark in zip(unit.sheets, marks, strict=False))
    except library.UnknownDatasheet:
        return ()
