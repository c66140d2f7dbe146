"""The smallest change that makes a Horus Heresy army legal: slots, points and passengers as sums that the solver keeps."""

from collections.abc import Sequence

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.heresy3.armies.charts import slot_of
from warbench.games.heresy3.armies.checking import HALF, QUARTER, check_army, faults_of
from warbench.games.heresy3.armies.detachments import detachments
from warbench.games.heresy3.armies.enlisting import enlist
from warbench.games.heresy3.armies.groups import room
from warbench.games.heresy3.armies.prime import LOGISTICAL_BENEFIT, ONCE, SPECIAL_ASSIGNMENT
from warbench.games.heresy3.armies.spec import ALLEGIANCES, ArmySpec, DetachmentSpec, UnitSpec
from warbench.games.heresy3.armies.units import Army, Unit
from warbench.games.heresy3.roles import CAPPED, COMMAND, HIGH_COMMAND
from warbench.muster.fixing import costs
from warbench.muster.fixing.choosing import Choices, Picked, Row, Sums, Variant
from warbench.muster.fixing.heresy3_charts import chart_rows, charts_of
from warbench.muster.fixing.heresy3_variants import Changed, Scope, alone, variants_of
from warbench.muster.fixing.mending import Mended, NoFix, mend

Entries = Sequence[tuple[int, UnitSpec]]
"""The units of the list, each with the place of its detachment."""

_PAIR = frozenset({"inside", "needs-keyword", "excluded-keyword", "no-transport", "join", "no-such-unit"})
_PLACED = frozenset({"no-slot", "no-prime-slot", "locked-detachment", "too-many-detachments", "no-such-detachment"})
_LESS = frozenset({"too-many-points", "capacity"})


def fix(spec: ArmySpec) -> Mended[ArmySpec] | NoFix:
    """A legal army that is as near to the list as there is.

    Raises:
        NoSolverError: when the solver is not installed.
    """
    if not check_army(spec):
        return Mended(spec=spec, steps=(), cost=0)
    named = _named(spec)
    if spec.allegiance.casefold() in ALLEGIANCES:
        return _fixed(named)
    found: list[Mended[ArmySpec]] = []
    for side in ALLEGIANCES:
        answer = _fixed(msgspec.structs.replace(named, allegiance=side))
        if isinstance(answer, Mended):
            steps = (f"the army is {side.title()}", *answer.steps)
            found.append(Mended(spec=answer.spec, steps=steps, cost=answer.cost + costs.ALLEGIANCE))
    return min(found, key=lambda each: each.cost, default=NoFix())


def _named(spec: ArmySpec) -> ArmySpec:
    """The army with every unit called as it is enlisted, so that names stay when units before them go."""
    taken: set[str] = set()
    found: list[DetachmentSpec] = []
    for detachment in spec.detachments:
        units: list[UnitSpec] = []
        for entry in detachment.units:
            wanted = entry.name or entry.datasheet
            name, number = wanted, 2
            while name in taken:
                name, number = f"{wanted} {number}", number + 1
            taken.add(name)
            units.append(entry if name == wanted else msgspec.structs.replace(entry, name=name))
        found.append(msgspec.structs.replace(detachment, units=tuple(units)))
    return msgspec.structs.replace(spec, detachments=tuple(found))


def _fixed(spec: ArmySpec) -> Mended[ArmySpec] | NoFix:
    codes = {fault.code for fault in check_army(spec)}
    army = enlist(spec)
    rows = {
        "points": Row(high=spec.limit),
        "capped": Row(high=spec.limit),
        "allied": Row(high=spec.limit),
        "warlord": Row(high=1),
    }
    variants: list[list[Variant]] = []
    entries: list[tuple[int, UnitSpec]] = [(place, entry) for place, each in enumerate(spec.detachments) for entry in each.units]
    for number, (place, entry) in enumerate(entries):
        kin = [other for other, each in enumerate(spec.detachments) if each.faction == spec.detachments[place].faction]
        scope = Scope(smaller=bool(codes & _LESS), others=tuple(kin) if codes & _PLACED else ())
        found: list[Variant] = []
        for each in variants_of(spec, place, entry, scope):
            sums = Sums(rows)
            if _add(sums, army, each, number, entries):
                units = () if each.entry is None else ((each.detachment, each.entry),)
                found.append(Variant(units=units, steps=each.steps, cost=each.cost, adds=sums.adds))
        variants.append(sorted(found, key=lambda variant: variant.cost))
    charts = [charts_of(spec, place, codes) for place in range(len(spec.detachments))]
    chart_rows(spec, rows)
    choices = Choices(variants=[*variants, *charts], rows=rows)

    def build(picked: Picked) -> ArmySpec:
        chosen = [found[which] for found, which in zip(choices.variants, picked, strict=True)]
        units = [pair for variant in chosen[: len(entries)] for pair in variant.units]
        kinds = [variant.units[0] if variant.units else None for variant in chosen[len(entries) :]]
        kept = (
            msgspec.structs.replace(each, kind=kind, units=tuple(unit for where, unit in units if where == place))
            for place, (each, kind) in enumerate(zip(spec.detachments, kinds, strict=True))
            if kind is not None
        )
        return msgspec.structs.replace(spec, detachments=tuple(kept))

    def check(built: ArmySpec) -> Sequence[Refusal]:
        return check_army(built)

    return mend(choices, build, check)


def _add(sums: Sums, army: Army, changed: Changed, number: int, entries: Entries) -> bool:
    """Add what a variant of the unit at that place counts for; False where it cannot be."""
    for rider, (_, entry) in enumerate(entries):
        target = _place_of(army, entries, entry.inside or entry.joins)
        if target == number and (changed.entry is None or (entry.inside and changed.entry.inside)):
            # Who is taken out is joined by nobody and carries nobody; nor does a transport inside another.
            sums.add(f"ride of {rider}", 1, 1)
    if changed.unit is None or changed.entry is None:
        return True
    _add_unit(sums, army.spec, changed.unit, changed.detachment)
    if changed.unit.sheet.transport is not None:
        sums.add(f"seats of {number}", -changed.unit.sheet.transport.capacity)
    if changed.entry.inside or changed.entry.joins:
        return _add_ride(sums, army, changed.unit, number, entries)
    return True


def _add_unit(sums: Sums, spec: ArmySpec, unit: Unit, place: int) -> None:
    """Its points and the slot that it fills."""
    chart = detachments().get(spec.detachments[place].kind.casefold())
    sums.add("points", unit.points)
    sums.add("capped", QUARTER * unit.points if unit.role in CAPPED else 0)
    sums.add("allied", HALF * unit.points if chart is not None and chart.kind == "allied" else 0)
    sums.add("warlord", int(unit.warlord))
    sums.add(f"slots {place} {slot_of(unit)}", 1)
    sums.add(f"units {place}", 1)
    sums.add(f"filled {place}", -1)
    if unit.prime:
        sums.add(f"prime {place} {slot_of(unit)}", 1)
        if unit.prime in ONCE:
            sums.add(f"{unit.prime} {place}", 1, 1)
        if unit.prime == LOGISTICAL_BENEFIT:
            sums.add(f"slots {place} {unit.benefit}", -1)
    if chart is not None and chart.kind in {"primary", "allied"} and unit.prime != SPECIAL_ASSIGNMENT:
        sums.add("apex", -int(unit.role == HIGH_COMMAND))
        sums.add("unlocked", -int(unit.role in {HIGH_COMMAND, COMMAND}))


def _add_ride(sums: Sums, army: Army, unit: Unit, number: int, entries: Entries) -> bool:
    """Add a unit that joins another or is inside it; False where it may not."""
    place = _place_of(army, entries, unit.inside or unit.joins)
    target = _lone(army.spec, entries[place]) if place is not None and place != number else None
    if place is None or target is None:
        return False
    if any(fault.code in _PAIR for fault in faults_of(Army(spec=army.spec, units=(target, unit)))):
        return False
    sums.add(f"ride of {number}", 1, 1)
    if unit.inside:
        sums.add(f"seats of {place}", room(target, [unit]).taken)
        if not any("super-heavy" in model.keywords for model in target.models):
            sums.add(f"aboard {place}", 1, 1)
        return True
    carrier = _place_of(army, entries, target.inside)
    above = _lone(army.spec, entries[carrier]) if carrier is not None else None
    if above is not None:
        # Whoever joins a passenger rides with it.
        sums.add(f"seats of {carrier}", room(above, [unit]).taken)
    return True


def _lone(spec: ArmySpec, placed: tuple[int, UnitSpec]) -> Unit | None:
    """A unit of the list by itself, in its own detachment."""
    place, entry = placed
    made = alone(spec, spec.detachments[place].faction, entry).units
    return msgspec.structs.replace(made[0], detachment=place) if made else None


def _place_of(army: Army, entries: Entries, name: str) -> int | None:
    """The place of the unit of that name among the entries; None for no name and for a unit that is not there."""
    found = army.unit(name) if name else None
    if found is None:
        return None
    return next((place for place, (_, entry) in enumerate(entries) if (entry.name or entry.datasheet) == found.name), None)
