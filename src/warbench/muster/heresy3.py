"""Armies of The Horus Heresy, costed and checked."""

from collections.abc import Iterator

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.heresy3.armies.charts import FACTS
from warbench.games.heresy3.armies.checking import army_warnings, faults_of
from warbench.games.heresy3.armies.enlisting import enlist, label
from warbench.games.heresy3.armies.spec import ArmySpec, UnitSpec
from warbench.games.heresy3.armies.units import Army, Unit
from warbench.muster.advice import heresy3_advice
from warbench.muster.costing import Finding, Mustered, MusteredDetachment, MusteredUnit, grouped
from warbench.muster.own_points import own_points


def muster(spec: ArmySpec) -> Mustered:
    """The army with its points and findings."""
    army = enlist(spec)
    units = tuple(_units(spec, army))
    owners = {id(fault): unit.name for fault, unit in zip(army.refusals, _owners(spec, units), strict=True)}
    return Mustered(
        game="heresy3",
        name=spec.name,
        faction=spec.faction,
        allegiance=spec.allegiance,
        detachments=tuple(MusteredDetachment(each.kind, each.faction, each.name) for each in spec.detachments),
        size="",
        limit=spec.limit,
        points=army.points,
        units=units,
        findings=(
            *(_finding(fault, army, units, owners.get(id(fault), "")) for fault in faults_of(army)),
            *(
                Finding(
                    code=warned.code,
                    sentence=warned.sentence,
                    rule=warned.rule,
                    suggestion="nothing need be done; agree with the other player",
                    kind="warning",
                )
                for warned in army_warnings(spec)
            ),
            *own_points(_priced(spec, army), army.points, FACTS),
        ),
    )


def _priced(spec: ArmySpec, army: Army) -> Iterator[tuple[str, int, int]]:
    """The units: what each costs in the list, and without points of the list's own."""
    if not any(unit.points for each in spec.detachments for unit in each.units):
        return
    plain = tuple(
        msgspec.structs.replace(each, units=tuple(msgspec.structs.replace(unit, points=()) for unit in each.units))
        for each in spec.detachments
    )
    without = enlist(msgspec.structs.replace(spec, detachments=plain))
    if len(without.units) == len(army.units):
        yield from ((unit.name, unit.points, other.points) for unit, other in zip(army.units, without.units, strict=True))


def _owners(spec: ArmySpec, units: tuple[MusteredUnit, ...]) -> Iterator[MusteredUnit]:
    """The unit of each fault that single units have, in order: unit by unit."""
    entries = ((detachment, entry) for detachment in spec.detachments for entry in detachment.units)
    for unit, (detachment, entry) in zip(units, entries, strict=True):
        alone = enlist(msgspec.structs.replace(spec, detachments=(msgspec.structs.replace(detachment, units=(entry,)),)))
        yield from (unit for _ in alone.refusals)


def _finding(fault: Refusal, army: Army, units: tuple[MusteredUnit, ...], owner: str) -> Finding:
    """A fault with the unit whose it is, or that its sentence begins with, and what to do about it."""
    begins = [unit.name for unit in units if fault.sentence.startswith((f"{unit.name}:", f"{unit.name} "))]
    return Finding(
        code=fault.code,
        sentence=fault.sentence,
        rule=fault.rule,
        unit=owner or max(begins, key=len, default=""),
        suggestion=heresy3_advice(fault, army),
    )


def _units(spec: ArmySpec, army: Army) -> Iterator[MusteredUnit]:
    """Every unit of the list in order; one that may not be in the army has neither models nor points."""
    enlisted = list(army.units)
    place = 0
    for number, detachment in enumerate(spec.detachments):
        for entry in detachment.units:
            place += 1
            made = _taken(enlisted, number, label(spec, entry))
            yield _unit(place, spec, number, entry, made)


def _taken(enlisted: list[Unit], detachment: int, wanted: str) -> Unit | None:
    """The next enlisted unit, when it is the one of the entry of that name: those that are barred are missing."""
    if enlisted and enlisted[0].detachment == detachment and enlisted[0].name.startswith(wanted):
        return enlisted.pop(0)
    return None


def _unit(place: int, spec: ArmySpec, number: int, entry: UnitSpec, made: Unit | None) -> MusteredUnit:
    said = MusteredUnit(
        place=place,
        name=label(spec, entry),
        own_sheet=entry.datasheet if any(sheet.id == entry.datasheet for sheet in spec.sheets) else "",
        called=entry.name,
        datasheet=entry.datasheet,
        detachment=number,
        warlord=entry.warlord,
        joins=entry.joins,
        inside=entry.inside,
        reserve=entry.reserve,
        prime=entry.prime,
        benefit=entry.benefit,
    )
    if made is None:
        return said
    return msgspec.structs.replace(
        said,
        name=made.name,
        datasheet=made.sheet.name,
        models=len(made.models),
        points=made.points,
        role=made.role,
        groups=grouped((model.name, False, model.items) for model in made.models),
    )
