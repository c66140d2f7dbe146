"""What a unit of Warhammer 40,000 could be instead, each with the steps that lead there and their cost."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import POINTS, may_lead, reserve_faults, unit_faults
from warbench.games.w40k10.battle.army_rules.standing import standing
from warbench.games.w40k10.battle.enhancements import enhancement_of
from warbench.games.w40k10.battle.equipping import RosterError, equipped, leader_equipped
from warbench.games.w40k10.battle.leaving import without_leader, without_retinue
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, UnitSpec, sheet_for
from warbench.games.w40k10.leaders import lacks_gear
from warbench.muster.building.w40k10_parts import items_of, with_items
from warbench.muster.fixing import costs
from warbench.muster.fixing.effort import Effort
from warbench.muster.fixing.w40k10_sizes import nearest_size, sizes_of
from warbench.muster.fixing.w40k10_steps import Step
from warbench.muster.fixing.wargear import Worn, exchanged, nearest_legal
from warbench.muster.w40k10.checking import entry_alone, with_usual
from warbench.muster.w40k10.warlord import warlord_faults
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.loadouts import check_loadout
from warbench.sheets.sizes import SizeError, smallest

_STRATEGIC = "strategic"


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A unit after some changes: the units that stand for it, as they come on a roster, the steps and their cost."""

    units: tuple[UnitSpec, ...] = ()
    entries: tuple[Entry, ...] = ()
    steps: tuple[str, ...] = ()
    cost: int = 0


def variants_of(
    spec: ArmySpec, unit: UnitSpec, alone: Entry | Refusal, effort: Effort, rides: Sequence[str] = ()
) -> Iterator[Changed]:
    """Everything that a unit could be and that is legal by itself, the unit as it is first, taken out last.

    Args:
        spec: the list.
        unit: a unit of it.
        alone: the unit by itself, or why it cannot be.
        effort: how much is tried.
        rides: the names of the transports that it could begin in instead of its own.

    Raises:
        NoSolverError: when wargear has to be exchanged and the solver is not installed.
    """
    before = alone.points if isinstance(alone, Entry) else _worth(spec, unit)
    try:
        body, *others = (sheet_for(spec, each) for each in unit.sheets)
    except library.UnknownDatasheet:
        body, others = None, []
    called = unit.datasheet if body is None else body.name
    name = alone.name if isinstance(alone, Entry) else unit.name or called
    leaders, retinues = others[: len(unit.leaders)], others[len(unit.leaders) :]
    if body is not None:
        ways = (
            sizes_of(unit, body, name),
            _leaders(leaders, retinues, name),
            _rides(unit, name, rides),
            _splits(unit, name),
            _reserves(unit, name),
            *_enhancements(unit, leaders, name),
            *_armed(unit, body, leaders, name),
            _warlords(unit, leaders, name),
        )
        fitted: Fitted = {}
        for steps in effort.choices(name, ways):
            yield from _changed(spec, unit, [step for step in steps if step.says], before, fitted)
    elif unit.leader or unit.retinues:
        yield from _changed(spec, unit, [_left(unit.sheets[1:], name)], before, {})
    yield Changed(steps=(f"take out {name}" + (f" ({before} points)" if before else ""),), cost=costs.OUT + before)


def _worth(spec: ArmySpec, unit: UnitSpec) -> int:
    """What a unit that cannot be as it is costs: its body and all that joined it with their usual wargear, its Enhancements.

    A size that it cannot have counts as the nearest that it can.
    """
    body = msgspec.structs.replace(unit, leader="", leader_items={}, leader_points=(), beside=(), retinues=(), enhancement="")
    with suppress(library.UnknownDatasheet):
        body = msgspec.structs.replace(body, models=nearest_size(body, sheet_for(spec, body.datasheet)))
    made = (entry_alone(spec, with_usual(each)) for each in (body, *_others_alone(unit)))
    borne = (enhancement_of(name, spec.enhancements) for name in unit.upgrades)
    bare = sum(entry.points for entry in made if isinstance(entry, Entry))
    return bare + sum(upgrade.points for upgrade in borne if upgrade is not None) if bare else 0


Fitted = dict[bytes, list[Worn] | None]
"""Legal wargear that was looked for already, by the models that have it: most changes leave wargear as it is."""


def _changed(spec: ArmySpec, unit: UnitSpec, steps: list[Step], before: int, known: Fitted) -> Iterator[Changed]:
    """The unit after the steps, where each unit that comes of it is legal by itself."""
    new = unit
    for step in steps:
        new = _set(new, step.sets)
    units = next((step.parts(new) for step in steps if step.parts is not None), (new,))
    # First what is quickly seen: wargear takes long to fit.
    if any(each.inside and each.reserve for each in units):
        return
    if any(fault for each in units for faults in (unit_faults, warlord_faults) for fault in faults(spec, each)):
        return
    told = [step.says for step in steps]
    cost = sum(step.cost for step in steps)
    made: list[UnitSpec] = []
    entries: list[Entry] = []
    for each in units:
        fitted, exchanges = _fitted(spec, each, known)
        made.append(fitted)
        told += exchanges
        cost += costs.EXCHANGE * len(exchanges)
        entry = entry_alone(spec, fitted)
        if isinstance(entry, Refusal):
            return
        if fitted.has_warlord and not any(may_lead(sheet, standing(spec)) for sheet in entry.sheets):
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


def _set(unit: UnitSpec, fields: dict[str, Any]) -> UnitSpec:
    """The unit with some fields set; those of ``beside`` are given by the place of a leader, each his fields."""
    beside = list(unit.beside)
    for place, own in fields.get("beside", {}).items():
        beside[place] = msgspec.structs.replace(beside[place], **own)
    return msgspec.structs.replace(unit, **{**fields, "beside": tuple(beside)})


def _fitted(spec: ArmySpec, unit: UnitSpec, known: Fitted) -> tuple[UnitSpec, list[str]]:
    """The unit with legal wargear, as near to its own as there is, and what is exchanged for that."""
    exchanges: list[str] = []
    for place, name in enumerate(unit.sheets):
        wanted = items_of(unit, place)
        if not wanted:
            continue
        try:
            sheet = sheet_for(spec, name)
            size = len(wanted) if place else unit.models or smallest(sheet)
            usual = equipped(sheet, size, {} if place else unit.kinds, (), "items")
        except (library.UnknownDatasheet, RosterError, SizeError):
            continue
        before = _carried(usual, wanted)
        if len(wanted) == len(usual) and not check_loadout(sheet, before):
            continue
        key = msgspec.msgpack.encode((sheet.id, before))
        if key not in known:
            known[key] = nearest_legal(sheet, before)
        after = known[key]
        if after is None:
            continue
        told = exchanged(before, after)
        exchanges += [f"{unit.name or sheet.name}: {text}" for text in told]
        worn = tuple(items for _, items in after)
        unit = with_items(unit, place, worn)
    return unit, exchanges


def _carried(usual: list[Worn], wanted: tuple[dict[str, int], ...]) -> list[Worn]:
    """The models with what the list gives them; models that it gives nothing have the default."""
    given = [*wanted[: len(usual)], *(items for _, items in usual[len(wanted) :])]
    return [(kind, dict(items)) for (kind, _), items in zip(usual, given, strict=True)]


def _leaders(leaders: list[Datasheet], retinues: list[Datasheet], name: str) -> list[Step]:
    """Each that joined the unit may leave it or be taken out; the unit may be taken out from under its leaders."""
    steps = [Step()]
    parting = [(leader, partial(without_leader, place=place)) for place, leader in enumerate(leaders)]
    parting += [(retinue, partial(without_retinue, place=place)) for place, retinue in enumerate(retinues)]
    for sheet, leaves in parting:
        steps += [
            Step(says=f"{sheet.name} leaves {name} and is a unit of its own", cost=costs.DETACH_LEADER, parts=leaves),
            Step(says=f"take {sheet.name} out of {name}", cost=costs.LEADER_OUT, parts=partial(_without, leaves=leaves)),
        ]
    if others := [*leaders, *retinues]:
        steps.append(_left([sheet.name for sheet in others], name))
    return steps


def _left(others: Sequence[str], name: str) -> Step:
    """All that joined the unit are left, and it is taken out."""
    return Step(says=f"take out {name}, but not {' and '.join(others)}", cost=costs.LEADER_OUT, parts=_others_alone)


def _without(unit: UnitSpec, leaves: Callable[[UnitSpec], tuple[UnitSpec, UnitSpec]]) -> tuple[UnitSpec, ...]:
    return leaves(unit)[:1]


def _others_alone(unit: UnitSpec) -> tuple[UnitSpec, ...]:
    """All that joined the unit, each as a unit of its own."""
    found: list[UnitSpec] = []
    for part in (without_leader,) * len(unit.leaders) + (without_retinue,) * len(unit.retinues):
        unit, alone = part(unit, 0)
        found.append(alone)
    return tuple(found)


def _rides(unit: UnitSpec, name: str, rides: Sequence[str]) -> list[Step]:
    """The unit begins where it does, in another transport, or outside."""
    if not unit.inside:
        return [Step()]
    others = [each for each in rides if library.slug(each) not in {library.slug(unit.inside), library.slug(name)}]
    return [
        Step(),
        *(
            Step(sets={"inside": each}, says=f"{name} begins inside {each}, not {unit.inside}", cost=costs.OTHER_RIDE)
            for each in others
        ),
        Step(sets={"inside": ""}, says=f"{name} begins outside {unit.inside}", cost=costs.BEGIN_ELSEWHERE),
    ]


def _splits(unit: UnitSpec, name: str) -> list[Step]:
    if not unit.split:
        return [Step()]
    return [Step(), Step(sets={"split": ""}, says=f"{name} is not split", cost=costs.BEGIN_ELSEWHERE)]


def _reserves(unit: UnitSpec, name: str) -> list[Step]:
    if not unit.reserve:
        return [Step()]
    out = Step(sets={"reserve": ""}, says=f"{name} begins on the battlefield, not in reserve", cost=costs.BEGIN_ELSEWHERE)
    if unit.reserve == _STRATEGIC:
        return [Step(), out]
    other = Step(sets={"reserve": _STRATEGIC}, says=f"{name} waits in Strategic Reserves", cost=costs.OTHER_RESERVE)
    return [Step(), other, out]


def _enhancements(unit: UnitSpec, leaders: list[Datasheet], name: str) -> Iterator[list[Step]]:
    """Each Enhancement of the unit may be left out."""
    borne: list[tuple[str, str, dict[str, Any]]] = [(unit.enhancement, name, {"enhancement": ""})]
    borne += [
        (lead.enhancement, f"{leader.name} in {name}", {"beside": {place: {"enhancement": ""}}})
        for place, (lead, leader) in enumerate(zip(unit.beside, leaders[1:], strict=False))
    ]
    for upgrade, who, sets in borne:
        if upgrade:
            yield [Step(), Step(sets=sets, says=f"{who} goes without {upgrade}", cost=costs.ENHANCEMENT)]


def _armed(unit: UnitSpec, body: Datasheet, leaders: list[Datasheet], name: str) -> Iterator[list[Step]]:
    """Each leader that may not lead the unit with its wargear takes what it needs for that."""
    for place, (lead, leader) in enumerate(zip(unit.leaders, leaders, strict=True)):
        bound = lacks_gear(leader, body, lead.items)
        if bound is None:
            continue
        before = leader_equipped(leader, {}, "") if not lead.items else [(leader.composition[0].model, lead.items)]
        ways = [after for item in bound.items if (after := nearest_legal(leader, before, item)) is not None]
        steps = [Step()]
        for after in ways:
            items = after[0][1]
            sets = {"beside": {place - 1: {"items": items}}} if place else {"leader_items": items}
            told = exchanged(before, after)
            says = f"{leader.name} in {name}: {told[0].partition(': ')[2]}"
            steps.append(Step(sets=sets, says=says, cost=costs.EXCHANGE))
        yield steps


def _warlords(unit: UnitSpec, leaders: list[Datasheet], name: str) -> list[Step]:
    """The mark of the Warlord goes, or comes to the unit's first leader, or to another whose datasheet has a word on it."""
    steps = [Step()]
    nobody: dict[str, Any] = {"warlord": False, "beside": {place: {"warlord": False} for place in range(len(unit.beside))}}
    cost = costs.MARK_WARLORD + (costs.LEAVE_WARLORD if unit.has_warlord else 0)
    if unit.has_warlord:
        steps.append(Step(sets=nobody, says=f"{name} is not the Warlord", cost=costs.LEAVE_WARLORD))
    else:
        steps.append(Step(sets={"warlord": True}, says=f"{name} is the Warlord", cost=cost))
    if any(leader.warlord for leader in leaders):
        for place, leader in enumerate(leaders):
            marks = nobody["beside"] | ({place - 1: {"warlord": True}} if place else {})
            sets = {"warlord": not place, "beside": marks}
            steps.append(Step(sets=sets, says=f"{leader.name} in {name} is the Warlord", cost=cost))
    return steps
