"""Armies of Warhammer 40,000, costed and checked: every unit by itself, then all that are as they may be together."""

from collections.abc import Iterator

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import POINTS, entry_faults, not_checked, size_for, unit_faults
from warbench.games.w40k10.battle.enhancements import enhancement_of
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, Roster, RosterError, UnitSpec
from warbench.muster.advice import w40k10_advice
from warbench.muster.costing import Finding, Mustered, MusteredDetachment, MusteredUnit, grouped
from warbench.rules.fields import ScenarioError
from warbench.sheets.sizes import SizeError

_NOBODY = ArmySpec(name="", faction="")

Fault = tuple[int | None, Refusal]
"""A reason, and the place of its unit in the list, from 0; None for the army as a whole."""


def muster(spec: ArmySpec, battle_size: str = "") -> Mustered:
    """The army with its points and findings.

    Args:
        spec: the list.
        battle_size: the battle that it must be legal for; empty: the smallest that its points allow.
    """
    alone = [entry_alone(spec, unit) for unit in spec.units]
    entries = [each for each in alone if isinstance(each, Entry)]
    total = sum(entry.points for entry in entries)
    size = battle_size or likely_size(spec)
    found = army_faults(spec, size)
    names = [_name(unit, each) for unit, each in zip(spec.units, alone, strict=True)]
    findings = [
        Finding(
            code=fault.code,
            sentence=fault.sentence,
            rule=fault.rule,
            unit="" if place is None else names[place],
            suggestion=w40k10_advice(fault.code, spec, entries, size, total),
        )
        for place, fault in found
    ]
    return Mustered(
        game="w40k10",
        name=spec.name,
        faction=spec.faction,
        allegiance="",
        detachments=(MusteredDetachment(spec.detachment),) if spec.detachment else (),
        size=size,
        limit=POINTS.get(size, 0),
        points=total,
        units=tuple(_unit(place, spec, *each) for place, each in enumerate(zip(spec.units, alone, names, strict=True), 1)),
        findings=(*findings, *_warnings(spec)),
        not_modelled=not_checked(spec, _together(spec, range(len(spec.units)), found)),
    )


def army_faults(spec: ArmySpec, battle_size: str = "") -> list[Fault]:
    """Everything that is wrong with an army, units that cannot be as they are left out of what is looked at together."""
    if not spec.units:
        return [(None, Refusal("no-units", f"{spec.name} has no units"))]
    found: list[Fault] = []
    for place, unit in enumerate(spec.units):
        faults = list(unit_faults(spec, unit))
        if not faults:
            made = entry_alone(spec, unit)
            faults = [made] if isinstance(made, Refusal) else list(_place_faults(spec, place))
        found += [(place, fault) for fault in faults]
    places = range(len(spec.units))
    entries = _together(spec, places, found)
    bad = {place for place, _ in found}
    for key, fault in entry_faults(spec, entries, battle_size):
        # Where a unit is left out, a Warlord that seems to be missing may be there.
        if fault.code == "warlord" and bad and sum(unit.warlord for unit in spec.units) == 1 and not _has_lord(entries):
            continue
        found.append((_place(key, [place for place in places if place not in bad]), fault))
    return found


def entry_alone(spec: ArmySpec, unit: UnitSpec) -> Entry | Refusal:
    """A unit by itself, whole and wherever it begins; or why it cannot be."""
    single = msgspec.structs.replace(spec, units=(msgspec.structs.replace(unit, inside="", split=""),))
    try:
        return Roster((single, _NOBODY)).units["A1"]
    except SizeError as error:
        return Refusal("unit-size", str(error), "W-134")
    except library.UnknownDatasheet as error:
        return Refusal("no-such-datasheet", str(error))
    except (RosterError, ScenarioError) as error:
        return Refusal("bad-unit", str(error), "W-137")


def likely_size(spec: ArmySpec) -> str:
    """The smallest battle that allows the army, units that cannot be as they are counted with their usual wargear."""
    plain = (msgspec.structs.replace(unit, kinds={}, items=(), leader_items={}, enhancement="") for unit in spec.units)
    pairs = [(entry_alone(spec, unit), entry_alone(spec, usual)) for unit, usual in zip(spec.units, plain, strict=True)]
    found = (made if isinstance(made, Entry) else usual for made, usual in pairs)
    return size_for(sum(each.points for each in found if isinstance(each, Entry)))


def _place_faults(spec: ArmySpec, place: int) -> Iterator[Refusal]:
    """A transport that the list does not have."""
    unit = spec.units[place]
    if not unit.inside and not unit.split:
        return
    others = [
        msgspec.structs.replace(each, inside="", split="") if number != place else each for number, each in enumerate(spec.units)
    ]
    fine = [each for number, each in enumerate(others) if number == place or isinstance(entry_alone(spec, each), Entry)]
    try:
        Roster((msgspec.structs.replace(spec, units=tuple(fine)), _NOBODY))
    except (RosterError, SizeError) as error:
        yield Refusal("no-such-transport", str(error), "W-172")


def _together(spec: ArmySpec, places: range, found: list[Fault]) -> list[Entry]:
    """The units without a fault of their own, as they are in the army. What is inside a unit with a fault stands beside it."""
    bad = {place for place, _ in found}
    fine = [spec.units[place] for place in places if place not in bad]
    while True:
        try:
            return Roster((msgspec.structs.replace(spec, units=tuple(fine)), _NOBODY)).of(0)
        except RosterError:
            fine = [msgspec.structs.replace(unit, inside="", split="") for unit in fine]


def _place(key: str, places: list[int]) -> int | None:
    """The place in the list of an entry's id: ``A3``, or ``A3b`` for a second half."""
    return places[int(key[1:].rstrip("b")) - 1] if key else None


def _has_lord(entries: list[Entry]) -> bool:
    return any(entry.warlord for entry in entries)


def _name(unit: UnitSpec, made: Entry | Refusal) -> str:
    return made.name if isinstance(made, Entry) else unit.name or unit.datasheet


def _unit(place: int, spec: ArmySpec, unit: UnitSpec, made: Entry | Refusal, name: str) -> MusteredUnit:
    said = MusteredUnit(
        place=place,
        name=name,
        called=unit.name,
        datasheet=unit.datasheet,
        leader=unit.leader,
        enhancement=unit.enhancement,
        warlord=unit.warlord,
        inside=unit.inside,
        split=unit.split,
        reserve=unit.reserve,
    )
    if isinstance(made, Refusal):
        return said
    body, leader = made.sheets[0], made.sheets[1] if len(made.sheets) > 1 else None
    alone = entry_alone(spec, msgspec.structs.replace(unit, leader="", leader_items={}, enhancement="", warlord=False))
    rest = alone.points if isinstance(alone, Entry) else made.points
    upgrade = enhancement_of(unit.enhancement, spec.enhancements) if unit.enhancement else None
    kinds = (made.kinds[kind] for _, kind in made.models)
    return msgspec.structs.replace(
        said,
        datasheet=body.name,
        models=len(made.models),
        points=made.points,
        leader=leader.name if leader is not None else "",
        leader_points=made.points - rest if leader is not None else 0,
        enhancement_points=upgrade.points if upgrade is not None else 0,
        groups=grouped((kind.name, bool(kind.part), kind.items) for kind in kinds),
    )


def _warnings(spec: ArmySpec) -> Iterator[Finding]:
    """What is legal, and that players should know."""
    if not spec.detachment:
        yield Finding(
            code="no-detachment",
            sentence=f"{spec.name} names no detachment",
            rule="C24",
            suggestion="name the detachment of the army: detachment = ...",
            kind="warning",
        )
