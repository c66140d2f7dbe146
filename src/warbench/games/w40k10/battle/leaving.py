"""Leaders and retinues in army lists: one leaves the unit that he leads, or that it joined."""

import msgspec

from warbench.games.w40k10.battle.roster import UnitSpec


def without_retinue(unit: UnitSpec, place: int) -> tuple[UnitSpec, UnitSpec]:
    """A unit without one of its retinues, and that retinue as a unit of its own.

    Args:
        unit: the unit.
        place: which of its retinues, from 0.
    """
    gone = unit.retinues[place]
    alone = UnitSpec(datasheet=gone.datasheet, models=gone.models, items=gone.items, points=gone.points)
    return msgspec.structs.replace(unit, retinues=(*unit.retinues[:place], *unit.retinues[place + 1 :])), alone


def without_leader(unit: UnitSpec, place: int) -> tuple[UnitSpec, UnitSpec]:
    """A unit without one of its leaders, and that leader as a unit of his own; what is his goes with him.

    Args:
        unit: the unit.
        place: which of its leaders, from 0.
    """
    leads = unit.leaders
    gone = leads[place]
    # The mark of the unit is the first leader's.
    lord = gone.warlord or (place == 0 and unit.warlord)
    alone = UnitSpec(
        datasheet=gone.datasheet,
        items=(gone.items,) if gone.items else (),
        points=gone.points,
        enhancement=gone.enhancement,
        warlord=lord,
    )
    if place:
        return msgspec.structs.replace(unit, beside=(*leads[1:place], *leads[place + 1 :])), alone
    if len(leads) == 1:
        return msgspec.structs.replace(
            unit, leader="", leader_items={}, leader_points=(), beside=(), enhancement="", warlord=False
        ), alone
    first = leads[1]
    rest = msgspec.structs.replace(
        unit,
        leader=first.datasheet,
        leader_items=first.items,
        leader_points=first.points,
        beside=leads[2:],
        enhancement=first.enhancement,
        warlord=first.warlord,
    )
    return rest, alone
