"""Armies of Warhammer 40,000, costed and checked: every unit by itself, then all that are as they may be together."""

from collections.abc import Iterator, Sequence

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import POINTS, entry_faults, not_checked, size_for, unit_faults
from warbench.games.w40k10.battle.army_rules.standing import standing
from warbench.games.w40k10.battle.enhancements import enhancement_of
from warbench.games.w40k10.battle.equipping import RosterError
from warbench.games.w40k10.battle.leaving import without_leader, without_retinue
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, Roster, UnitSpec, sheet_for
from warbench.muster.advice import w40k10_advice
from warbench.muster.costing import Finding, Mustered, MusteredDetachment, MusteredLeader, MusteredUnit, grouped
from warbench.muster.known import NOTHING, Known, completed
from warbench.muster.own_points import own_points
from warbench.muster.w40k10.warlord import warlord_faults
from warbench.muster.w40k10.whole import chapter_faults, detachment_faults, unknown, unknown_upgrades, warnings
from warbench.rules.fields import ScenarioError
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.sizes import SizeError

_NOBODY = ArmySpec(name="", faction="")

Fault = tuple[int | None, Refusal]
"""A reason, and the place of its unit in the list, from 0; None for the army as a whole."""


def muster(spec: ArmySpec, battle_size: str = "", known: Known = NOTHING) -> Mustered:
    """The army with its points and findings.

    Args:
        spec: the list.
        battle_size: the battle that it must be legal for; empty: the smallest that its points allow.
        known: what is known beside datasheets.
    """
    spec = completed(spec, sheets_of(spec), known)
    alone = [entry_alone(spec, unit) for unit in spec.units]
    entries = [each for each in alone if isinstance(each, Entry)]
    total = sum(entry.points for entry in entries)
    size = battle_size or likely_size(spec)
    found = army_faults(spec, size, known)
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
    together = _together(spec, range(len(spec.units)), found)
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
        findings=(*findings, *warnings(spec, together, known), *own_points(_priced(spec, alone), total, "C23")),
        not_modelled=(
            *unknown(spec, sheets_of(spec), known),
            # A Dedicated Transport with nobody inside is a warning of its own.
            *not_checked(spec, together, idle=False),
        ),
    )


def _priced(spec: ArmySpec, alone: Sequence[Entry | Refusal]) -> Iterator[tuple[str, int, int]]:
    """The units with points of the list's own: what each costs with them, and without."""
    for unit, made in zip(spec.units, alone, strict=True):
        leads = tuple(msgspec.structs.replace(each, points=()) for each in unit.beside)
        joined = tuple(msgspec.structs.replace(each, points=()) for each in unit.retinues)
        plain = msgspec.structs.replace(unit, points=(), leader_points=(), beside=leads, retinues=joined)
        if plain != unit and isinstance(made, Entry):
            without = entry_alone(spec, plain)
            if isinstance(without, Entry):
                yield made.name, made.points, without.points


def sheets_of(spec: ArmySpec) -> tuple[Datasheet, ...]:
    """The datasheets of all units and leaders that there are, each once."""
    found: dict[str, Datasheet] = {}
    for name in dict.fromkeys(name for unit in spec.units for name in unit.sheets):
        try:
            sheet = sheet_for(spec, name)
        except library.UnknownDatasheet:
            continue
        found.setdefault(sheet.id, sheet)
    return tuple(found.values())


def army_faults(spec: ArmySpec, battle_size: str = "", known: Known = NOTHING) -> list[Fault]:
    """Everything that is wrong with an army, units that cannot be as they are left out of what is looked at together."""
    sheets = sheets_of(spec)
    spec = completed(spec, sheets, known)
    whole: list[Fault] = [(None, fault) for fault in detachment_faults(spec, sheets, known)]
    if not spec.units:
        return [(None, Refusal("no-units", f"{spec.name} has no units", "C24")), *whole]
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
        if fault.code == "warlord" and bad and sum(unit.has_warlord for unit in spec.units) == 1 and not _has_lord(entries):
            continue
        found.append((_place(key, [place for place in places if place not in bad]), fault))
    stands = standing(spec)
    own = [(entry.name, tuple(filter(stands.is_native, entry.sheets) if stands.keyword else entry.sheets)) for entry in entries]
    chapters = chapter_faults(own, spec.faction)
    lords = [(place, fault) for place, unit in enumerate(spec.units) for fault in warlord_faults(spec, unit)]
    upgrades = [(place, fault) for place, unit in enumerate(spec.units) for fault in unknown_upgrades(spec, unit, sheets, known)]
    return [*found, *lords, *upgrades, *whole, *((None, fault) for fault in chapters)]


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
    plain = map(with_usual, spec.units)
    pairs = [(entry_alone(spec, unit), entry_alone(spec, usual)) for unit, usual in zip(spec.units, plain, strict=True)]
    found = (made if isinstance(made, Entry) else usual for made, usual in pairs)
    return size_for(sum(each.points for each in found if isinstance(each, Entry)))


def with_usual(unit: UnitSpec) -> UnitSpec:
    """A unit with its usual wargear and without Enhancements, its leaders likewise."""
    beside = tuple(msgspec.structs.replace(lead, items={}, enhancement="") for lead in unit.beside)
    joined = tuple(msgspec.structs.replace(each, items=()) for each in unit.retinues)
    return msgspec.structs.replace(unit, kinds={}, items=(), leader_items={}, enhancement="", beside=beside, retinues=joined)


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
        own_sheet=_own(spec, unit.datasheet),
        leaders=(
            *(MusteredLeader(datasheet=lead.datasheet, enhancement=lead.enhancement) for lead in unit.leaders),
            *(MusteredLeader(datasheet=each.datasheet, retinue=True) for each in unit.retinues),
        ),
        enhancement="" if unit.leaders else unit.enhancement,
        warlord=unit.has_warlord,
        inside=unit.inside,
        split=unit.split,
        reserve=unit.reserve,
    )
    if isinstance(made, Refusal):
        return said
    kinds = (made.kinds[kind] for _, kind in made.models)
    return msgspec.structs.replace(
        said,
        datasheet=made.sheets[0].name,
        models=len(made.models),
        points=made.points,
        leaders=tuple(_leaders(spec, unit, made)),
        enhancement_points=0 if unit.leaders else _upgrade_points(spec, unit.enhancement),
        groups=grouped((kind.name, kind.part, kind.items) for kind in kinds),
    )


def _own(spec: ArmySpec, name: str) -> str:
    """The id of a datasheet that the army brings itself; empty for any other."""
    return name if any(sheet.id == name for sheet in spec.sheets) else ""


def _leaders(spec: ArmySpec, unit: UnitSpec, made: Entry) -> Iterator[MusteredLeader]:
    """The leaders and retinues of a unit, each as it would stand alone."""
    rest = unit
    for place, sheet in enumerate(made.sheets[1:]):
        retinue = place >= len(unit.leaders)
        rest, lord = without_retinue(rest, 0) if retinue else without_leader(rest, 0)
        alone = entry_alone(spec, lord)
        yield MusteredLeader(
            datasheet=sheet.name,
            own_sheet=_own(spec, lord.datasheet),
            points=alone.points if isinstance(alone, Entry) else 0,
            enhancement=lord.enhancement,
            enhancement_points=_upgrade_points(spec, lord.enhancement),
            warlord=lord.warlord,
            retinue=retinue,
        )


def _upgrade_points(spec: ArmySpec, name: str) -> int:
    upgrade = enhancement_of(name, spec.enhancements) if name else None
    return upgrade.points if upgrade is not None else 0
