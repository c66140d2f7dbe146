"""The parts of a Warhammer 40,000 unit in a list: its body (0), its leaders from 1 on, its retinues; what each has and gets."""

import msgspec

from warbench.games.w40k10.battle.equipping import equipped, leader_equipped
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.muster.building.wargear import Worn
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.sizes import smallest


def items_of(unit: UnitSpec, part: int) -> tuple[dict[str, int], ...]:
    """The items that the list gives the models of a part; empty: the default."""
    leads = unit.leaders
    if not part:
        return unit.items
    if part <= len(leads):
        held = leads[part - 1].items
        return (held,) if held else ()
    return unit.retinues[part - len(leads) - 1].items


def worn(unit: UnitSpec, part: int, sheet: Datasheet) -> list[Worn]:
    """What the models of a part have; ``sheet`` is its datasheet.

    Raises:
        RosterError, SizeError: when the datasheet does not allow it.
    """
    held = items_of(unit, part)
    if not part:
        return equipped(sheet, unit.models or smallest(sheet), unit.kinds, held, "items")
    if part <= len(unit.leaders):
        return leader_equipped(sheet, held[0] if held else {}, "leader_items")
    own = unit.retinues[part - len(unit.leaders) - 1]
    return equipped(sheet, own.models or smallest(sheet), {}, held, "retinues: items")


def with_items(unit: UnitSpec, part: int, items: tuple[dict[str, int], ...]) -> UnitSpec:
    """The unit, the models of a part with these items."""
    heads = len(unit.leaders)
    if not part:
        return msgspec.structs.replace(unit, items=items)
    if part == 1 and heads:
        return msgspec.structs.replace(unit, leader_items=items[0])
    if part <= heads:
        beside = list(unit.beside)
        beside[part - 2] = msgspec.structs.replace(beside[part - 2], items=items[0])
        return msgspec.structs.replace(unit, beside=tuple(beside))
    retinues = list(unit.retinues)
    retinues[part - heads - 1] = msgspec.structs.replace(retinues[part - heads - 1], items=items)
    return msgspec.structs.replace(unit, retinues=tuple(retinues))


def with_enhancement(unit: UnitSpec, part: int | None, name: str) -> UnitSpec | None:
    """The unit with an Enhancement of a part; None means the first leader, else the body. None where that part can have none."""
    heads = len(unit.leaders)
    if part is None or part == min(heads, 1):
        return msgspec.structs.replace(unit, enhancement=name)
    if not 1 < part <= heads:
        return None
    beside = list(unit.beside)
    beside[part - 2] = msgspec.structs.replace(beside[part - 2], enhancement=name)
    return msgspec.structs.replace(unit, beside=tuple(beside))
