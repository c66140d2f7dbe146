"""Leaders and retinues in lists of Warhammer 40,000: they join the units that the list attaches them to, where they may."""

import msgspec

from warbench.games.w40k10.battle.roster import Lead, Retinue, UnitSpec
from warbench.games.w40k10.leaders import is_retinue, leaders_fault
from warbench.intake.lists.army import ListedUnit
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.sizes import smallest


class Made(msgspec.Struct):
    """A unit on its way into the army: the listed unit, its datasheet, its entry, what was not plain.

    ``origin`` is the id under which the datasheet was found, empty for the file's own.
    """

    listed: ListedUnit
    sheet: Datasheet
    spec: UnitSpec
    origin: str
    notes: list[str]


def joined(made: list[Made]) -> list[UnitSpec]:
    """The entries of the army: leaders and retinues that may join are in their units, others stand alone, with a note."""
    groups: dict[int, list[Made]] = {}
    for each in made:
        if each.listed.attached:
            groups.setdefault(each.listed.attached, []).append(each)
    gone: set[int] = set()
    for group in groups.values():
        body = next((each for each in group if each.listed.part == "bodyguard"), None)
        others = [each for each in group if each is not body]
        # A retinue joins whom a leader leads already.
        joining = [each for each in others if body is not None and _joins(each, body)]
        leaders: list[Made] = []
        retinues: list[Made] = []
        for each in (*(each for each in others if each not in joining), *joining):
            there = retinues if each in joining else leaders
            there.append(each)
            why = _barred(body, leaders, retinues)
            if body is None or why:
                each.notes.append(f"stands as a unit of its own: {why}")
                there.pop()
                continue
            body.spec = _joined(body.spec, each) if each in joining else _led(body.spec, each)
            gone.add(id(each))
    return [each.spec for each in made if id(each) not in gone]


def _joins(each: Made, body: Made) -> bool:
    return each.listed.part == "retinue" or is_retinue(each.sheet, body.sheet)


def _barred(body: Made | None, leaders: list[Made], retinues: list[Made]) -> str:
    """Why these may not lead a unit together or join it; empty when they may."""
    if body is None:
        return "no unit to lead"
    size = body.spec.models if body.spec.models is not None else smallest(body.sheet)
    worn = [leader.spec.items[0] if leader.spec.items else {} for leader in leaders]
    fault = leaders_fault(body.sheet, size, [leader.sheet for leader in leaders], [each.sheet for each in retinues], worn)
    return fault.sentence if fault is not None else ""


def _joined(body: UnitSpec, each: Made) -> UnitSpec:
    own = each.spec
    if own.kinds:
        each.notes.append("has its usual kinds of models in the unit that it joins")
    new = Retinue(datasheet=each.sheet.id, models=own.models, items=() if own.kinds else own.items, points=own.points)
    return msgspec.structs.replace(body, retinues=(*body.retinues, new))


def _led(body: UnitSpec, leader: Made) -> UnitSpec:
    own = leader.spec
    items = own.items[0] if own.items else {}
    if not body.leader:
        return msgspec.structs.replace(
            body,
            leader=leader.sheet.id,
            leader_items=items,
            leader_points=own.points,
            enhancement=own.enhancement,
            warlord=body.warlord or own.warlord,
        )
    further = Lead(datasheet=leader.sheet.id, items=items, points=own.points, enhancement=own.enhancement, warlord=own.warlord)
    return msgspec.structs.replace(body, beside=(*body.beside, further))
