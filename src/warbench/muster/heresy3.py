"""Armies of The Horus Heresy, costed and checked."""

from collections.abc import Iterator

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.heresy3.armies.checking import army_warnings, faults_of
from warbench.games.heresy3.armies.enlisting import enlist
from warbench.games.heresy3.armies.spec import ArmySpec, UnitSpec
from warbench.games.heresy3.armies.units import Army, Unit
from warbench.muster.advice import heresy3_advice
from warbench.muster.costing import Finding, Mustered, MusteredDetachment, MusteredUnit, grouped


def muster(spec: ArmySpec) -> Mustered:
    """The army with its points and findings."""
    army = enlist(spec)
    units = tuple(_units(spec, army))
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
            *(_finding(fault, army, units) for fault in faults_of(army)),
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
        ),
    )


def _finding(fault: Refusal, army: Army, units: tuple[MusteredUnit, ...]) -> Finding:
    """A fault with the unit that its sentence begins with, and what to do about it."""
    begins = [unit.name for unit in units if fault.sentence.startswith((f"{unit.name}:", f"{unit.name} "))]
    return Finding(
        code=fault.code,
        sentence=fault.sentence,
        rule=fault.rule,
        unit=max(begins, key=len, default=""),
        suggestion=heresy3_advice(fault, army),
    )


def _units(spec: ArmySpec, army: Army) -> Iterator[MusteredUnit]:
    """Every unit of the list in order; one that may not be in the army has neither models nor points."""
    enlisted = list(army.units)
    place = 0
    for number, detachment in enumerate(spec.detachments):
        for entry in detachment.units:
            place += 1
            made = _taken(enlisted, number, entry)
            yield _unit(place, number, entry, made)


def _taken(enlisted: list[Unit], detachment: int, entry: UnitSpec) -> Unit | None:
    """The next enlisted unit, when it is the one of this entry: those that are barred are missing."""
    wanted = entry.name or entry.datasheet
    if enlisted and enlisted[0].detachment == detachment and enlisted[0].name.startswith(wanted):
        return enlisted.pop(0)
    return None


def _unit(place: int, number: int, entry: UnitSpec, made: Unit | None) -> MusteredUnit:
    said = MusteredUnit(
        place=place,
        name=entry.name or entry.datasheet,
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
