"""Datasheets that are not bundled, taken along: a battle of them can be saved and played again without what lent them."""

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.sheets.datasheet import Datasheet


def taken_along(armies: tuple[ArmySpec, ArmySpec]) -> tuple[tuple[ArmySpec, ArmySpec], tuple[Datasheet, ...]]:
    """Both armies with their units' lent datasheets named by id, and those datasheets.

    Raises:
        UnknownDatasheet: when there is no datasheet of a name.
    """
    sheets: dict[str, Datasheet] = {}

    def settled(unit: UnitSpec) -> UnitSpec:
        return msgspec.structs.replace(unit, datasheet=_named(unit.datasheet, sheets), leader=_named(unit.leader, sheets))

    one, other = (msgspec.structs.replace(army, units=tuple(map(settled, army.units))) for army in armies)
    return (one, other), tuple(sheets.values())


def _named(name: str, sheets: dict[str, Datasheet]) -> str:
    """The id of a lent datasheet, which is put among the others; any other name as it is."""
    found = library.lent(name) if name else None
    if found is None:
        return name
    sheets[found.id] = found
    return found.id
