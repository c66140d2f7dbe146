"""Datasheets that are not bundled, taken along: a battle of them can be saved and played again without what lent them."""

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.sheets.datasheet import Datasheet


def taken_along(armies: tuple[ArmySpec, ArmySpec]) -> tuple[tuple[ArmySpec, ArmySpec], tuple[Datasheet, ...]]:
    """Both armies with their units' lent datasheets named by id, and those datasheets. Armies' own stay where they are.

    Raises:
        UnknownDatasheet: when there is no datasheet of a name.
    """
    sheets: dict[str, Datasheet] = {}

    def settled(army: ArmySpec, unit: UnitSpec) -> UnitSpec:
        own = {sheet.id for sheet in army.sheets}

        def named(name: str) -> str:
            return name if name in own else _named(name, sheets)

        beside = tuple(msgspec.structs.replace(lead, datasheet=named(lead.datasheet)) for lead in unit.beside)
        retinues = tuple(msgspec.structs.replace(each, datasheet=named(each.datasheet)) for each in unit.retinues)
        return msgspec.structs.replace(
            unit, datasheet=named(unit.datasheet), leader=named(unit.leader), beside=beside, retinues=retinues
        )

    one, other = (msgspec.structs.replace(army, units=tuple(settled(army, unit) for unit in army.units)) for army in armies)
    return (one, other), tuple(sheets.values())


def _named(name: str, sheets: dict[str, Datasheet]) -> str:
    """The id of a lent datasheet, which is put among the others; any other name as it is."""
    found = library.lent(name) if name else None
    if found is None:
        return name
    sheets[found.id] = found
    return found.id
