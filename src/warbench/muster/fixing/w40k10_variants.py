"""What a unit of Warhammer 40,000 could be instead, each with the steps that lead there and their cost."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import POINTS, reserve_faults, unit_faults
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, RosterError, UnitSpec, equipped
from warbench.muster.fixing import costs
from warbench.muster.fixing.wargear import Worn, exchanged, nearest_legal
from warbench.muster.w40k10 import entry_alone
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.loadouts import check_loadout
from warbench.sheets.sizes import SizeError, largest, points, smallest

_STRATEGIC = "strategic"


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A unit after some changes: the units that stand for it, as they come on a roster, the steps and their cost."""

    units: tuple[UnitSpec, ...] = ()
    entries: tuple[Entry, ...] = ()
    steps: tuple[str, ...] = ()
    cost: int = 0


class _Step(msgspec.Struct, frozen=True, kw_only=True):
    """One change of one thing: the fields that it sets, what it says, what it costs (its points come on top)."""

    sets: dict[str, Any] = {}
    says: str = ""
    cost: int = 0
    leader: str = "keep"


def variants_of(spec: ArmySpec, unit: UnitSpec, alone: Entry | Refusal) -> Iterator[Changed]:
    """Everything that a unit could be and that is legal by itself, the unit as it is first, taken out last.

    Args:
        spec: the list.
        unit: a unit of it.
        alone: the unit by itself, or why it cannot be.

    Raises:
        NoSolverError: when wargear has to be exchanged and the solver is not installed.
    """
    name = alone.name if isinstance(alone, Entry) else unit.name or unit.datasheet
    before = alone.points if isinstance(alone, Entry) else 0
    try:
        body = library.datasheet(unit.datasheet)
        leader = library.datasheet(unit.leader) if unit.leader else None
    except library.UnknownDatasheet:
        body, leader = None, None
    if body is not None:
        ways = (
            _sizes(unit, body, name),
            _leaders(leader, name),
            _places(unit, "inside", f"{name} begins outside {unit.inside}"),
            _places(unit, "split", f"{name} is not split"),
            _reserves(unit, name),
            _enhancements(unit, name),
            _warlords(unit, name),
        )
        for steps in product(*ways):
            taken = [step for step in steps if step.says]
            if len(taken) <= costs.MOST_CHANGES:
                yield from _changed(spec, unit, taken, before, leader)
    yield Changed(steps=(f"take out {name}" + (f" ({before} points)" if before else ""),), cost=costs.OUT + before)


def _changed(spec: ArmySpec, unit: UnitSpec, steps: list[_Step], before: int, leader: Datasheet | None) -> Iterator[Changed]:
    """The unit after the steps, where each unit that comes of it is legal by itself."""
    new = unit
    how = "keep"
    for step in steps:
        new = msgspec.structs.replace(new, **step.sets)
        how = step.leader if step.leader != "keep" else how
    units = _parted(new, how, leader)
    told = [step.says for step in steps]
    cost = sum(step.cost for step in steps)
    made: list[UnitSpec] = []
    entries: list[Entry] = []
    for each in units:
        fitted, exchanges = _fitted(each)
        made.append(fitted)
        told += exchanges
        cost += costs.EXCHANGE * len(exchanges)
        entry = entry_alone(spec, fitted)
        if isinstance(entry, Refusal) or any(unit_faults(spec, fitted)) or (fitted.inside and fitted.reserve):
            return
        if fitted.warlord and "character" not in entry.keywords:
            return
        waiting = msgspec.structs.replace(entry, reserve=fitted.reserve)
        if any(
            fault.code != "too-much-in-reserve" for _, fault in reserve_faults([waiting], max(POINTS, key=POINTS.__getitem__))
        ):
            return
        entries.append(entry)
    after = sum(entry.points for entry in entries)
    if before and after != before:
        cost += abs(after - before)
        told[-1] += f" ({after - before:+d} points)"
    yield Changed(units=tuple(made), entries=tuple(entries), steps=tuple(told), cost=cost)


def _parted(unit: UnitSpec, how: str, leader: Datasheet | None) -> tuple[UnitSpec, ...]:
    """The unit with its leader, or without, or both apart; what belongs to the leader goes with it."""
    if how == "keep" or leader is None:
        return (unit,)
    items = (unit.leader_items,) if unit.leader_items else ()
    lord = UnitSpec(datasheet=unit.leader, items=items, enhancement=unit.enhancement, warlord=unit.warlord)
    rest = msgspec.structs.replace(unit, leader="", leader_items={}, enhancement="", warlord=False)
    return {"apart": (rest, lord), "body": (rest,), "leader": (lord,)}[how]


def _fitted(unit: UnitSpec) -> tuple[UnitSpec, list[str]]:
    """The unit with legal wargear, as near to its own as there is, and what is exchanged for that."""
    exchanges: list[str] = []
    for field, name in (("items", unit.datasheet), ("leader_items", unit.leader)):
        wanted = unit.items if field == "items" else (unit.leader_items,) if unit.leader_items else ()
        if not wanted or not name:
            continue
        try:
            sheet = library.datasheet(name)
            size = len(wanted) if field == "leader_items" else unit.models or smallest(sheet)
            usual = equipped(sheet, size, unit.kinds if field == "items" else {}, (), field)
        except (library.UnknownDatasheet, RosterError, SizeError):
            continue
        before = _carried(usual, wanted)
        if len(wanted) == len(usual) and not check_loadout(sheet, before):
            continue
        after = nearest_legal(sheet, before)
        if after is None:
            continue
        told = exchanged(before, after)
        exchanges += [f"{unit.name or sheet.name}: {text}" for text in told]
        worn = tuple(items for _, items in after)
        sets: dict[str, Any] = {"items": worn} if field == "items" else {"leader_items": worn[0]}
        unit = msgspec.structs.replace(unit, **sets)
    return unit, exchanges


def _carried(usual: list[Worn], wanted: tuple[dict[str, int], ...]) -> list[Worn]:
    """The models with what the list gives them; models that it gives nothing have the default."""
    given = [*wanted[: len(usual)], *(items for _, items in usual[len(wanted) :])]
    return [(kind, dict(items)) for (kind, _), items in zip(usual, given, strict=True)]


def _sizes(unit: UnitSpec, body: Datasheet, name: str) -> list[_Step]:
    """The sizes that points are printed for, and the smallest and largest."""
    size = unit.models if unit.models is not None else smallest(body)
    low, high = smallest(body), largest(body)
    wanted = [low, *(row.models for row in body.points), high]
    steps = [_Step()]
    if unit.kinds and sum(unit.kinds.values()) != size:
        steps.append(_Step(sets={"kinds": {}}, says=f"{name} has its usual kinds of models", cost=costs.EXCHANGE))
    for count in dict.fromkeys(sorted((each for each in wanted if low <= each <= high), key=lambda each: abs(each - size))):
        if count == size or not _is_priced(body, count):
            continue
        verb = "shrink" if count < size else "grow"
        sets: dict[str, Any] = {"models": count, "kinds": {}}
        if unit.items:
            sets["items"] = unit.items[:count]
        steps.append(_Step(sets=sets, says=f"{verb} {name} from {size} to {count} models", cost=costs.RESIZE + abs(count - size)))
    return steps


def _is_priced(sheet: Datasheet, size: int) -> bool:
    try:
        points(sheet, size)
    except SizeError:
        return False
    return True


def _leaders(leader: Datasheet | None, name: str) -> list[_Step]:
    if leader is None:
        return [_Step()]
    return [
        _Step(),
        _Step(says=f"{leader.name} leaves {name} and is a unit of its own", cost=costs.DETACH_LEADER, leader="apart"),
        _Step(says=f"take {leader.name} out of {name}", cost=costs.LEADER_OUT, leader="body"),
        _Step(says=f"take out {name}, but not {leader.name}", cost=costs.LEADER_OUT, leader="leader"),
    ]


def _places(unit: UnitSpec, field: str, says: str) -> list[_Step]:
    if not getattr(unit, field):
        return [_Step()]
    return [_Step(), _Step(sets={field: ""}, says=says, cost=costs.BEGIN_ELSEWHERE)]


def _reserves(unit: UnitSpec, name: str) -> list[_Step]:
    if not unit.reserve:
        return [_Step()]
    out = _Step(sets={"reserve": ""}, says=f"{name} begins on the battlefield, not in reserve", cost=costs.BEGIN_ELSEWHERE)
    if unit.reserve == _STRATEGIC:
        return [_Step(), out]
    other = _Step(sets={"reserve": _STRATEGIC}, says=f"{name} waits in Strategic Reserves", cost=costs.OTHER_RESERVE)
    return [_Step(), other, out]


def _enhancements(unit: UnitSpec, name: str) -> list[_Step]:
    if not unit.enhancement:
        return [_Step()]
    says = f"{name} goes without {unit.enhancement}"
    return [_Step(), _Step(sets={"enhancement": ""}, says=says, cost=costs.ENHANCEMENT)]


def _warlords(unit: UnitSpec, name: str) -> list[_Step]:
    if unit.warlord:
        return [_Step(), _Step(sets={"warlord": False}, says=f"{name} is not the Warlord", cost=costs.LEAVE_WARLORD)]
    return [_Step(), _Step(sets={"warlord": True}, says=f"{name} is the Warlord", cost=costs.MARK_WARLORD)]
