"""The smallest change that makes a Horus Heresy army legal: slots, points and passengers as sums that the solver keeps."""

from collections.abc import Sequence

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.heresy3.armies.charts import opened, slot_of
from warbench.games.heresy3.armies.checking import HALF, QUARTER, check_army
from warbench.games.heresy3.armies.enlisting import enlist
from warbench.games.heresy3.armies.prime import LOGISTICAL_BENEFIT, ONCE, SPECIAL_ASSIGNMENT
from warbench.games.heresy3.armies.spec import ALLEGIANCES, ArmySpec, DetachmentSpec, UnitSpec
from warbench.games.heresy3.armies.units import Unit
from warbench.games.heresy3.roles import CAPPED, COMMAND, HIGH_COMMAND
from warbench.muster.fixing import costs
from warbench.muster.fixing.choosing import Choices, Picked, Row, Sums, Variant
from warbench.muster.fixing.effort import Effort
from warbench.muster.fixing.heresy3_additions import Addition, additions, holding, with_primary
from warbench.muster.fixing.heresy3_charts import chart_rows, charts_of
from warbench.muster.fixing.heresy3_rides import Rides
from warbench.muster.fixing.heresy3_variants import Changed, Scope, variants_of
from warbench.muster.fixing.mending import Mended, NoFix, mend
from warbench.muster.known import NOTHING, Known

_PLACED = frozenset({"no-slot", "no-prime-slot", "locked-detachment", "too-many-detachments", "no-such-detachment"})
_LESS = frozenset({"too-many-points", "capacity"})


def fix(spec: ArmySpec, known: Known = NOTHING) -> Mended[ArmySpec] | NoFix:
    """A legal army that is as near to the list as there is.

    Args:
        spec: the list.
        known: the imported datasheets that may be added.

    Raises:
        NoSolverError: when the solver is not installed.
    """
    if not check_army(spec):
        return Mended(spec=spec, steps=(), cost=0)
    named = _named(spec)
    declared = spec.allegiance.casefold() in ALLEGIANCES
    found: list[Mended[ArmySpec]] = []
    last = NoFix()
    for side in (spec.allegiance,) if declared else ALLEGIANCES:
        sided = msgspec.structs.replace(named, allegiance=side)
        answer = _fixed(sided, known, own=len(spec.detachments))
        if isinstance(answer, NoFix):
            # A Primary Detachment of its own, with a unit that is added.
            last = answer
            answer = _fixed(with_primary(sided), known, own=len(spec.detachments))
        if isinstance(answer, Mended):
            said = () if declared else (f"the army is {side.title()}",)
            cost = answer.cost + (0 if declared else costs.ALLEGIANCE)
            found.append(msgspec.structs.replace(answer, steps=(*said, *answer.steps), cost=cost))
    return min(found, key=lambda each: each.cost, default=last)


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


def _fixed(spec: ArmySpec, known: Known, own: int) -> Mended[ArmySpec] | NoFix:
    """The nearest legal army of a list in which every unit has a name; ``own`` of its detachments are not added."""
    codes = {fault.code for fault in check_army(spec)}
    rows = {
        "points": Row(high=spec.limit),
        "capped": Row(high=spec.limit),
        "allied": Row(high=spec.limit),
        "warlord": Row(high=1),
    }
    effort = Effort()
    variants: list[list[Variant]] = []
    entries: list[tuple[int, UnitSpec]] = [(place, entry) for place, each in enumerate(spec.detachments) for entry in each.units]
    extra = additions(spec, codes, known)
    promised = [each.entry.name for found in extra for each in found if each.unit.sheet.transport is not None]
    rides = Rides(enlist(spec), entries, promised)
    for number, (place, entry) in enumerate(entries):
        kin = [other for other, each in enumerate(spec.detachments) if each.faction == spec.detachments[place].faction]
        scope = Scope(
            smaller=bool(codes & _LESS),
            others=tuple(kin) if codes & _PLACED else (),
            rides=rides.carriers,
        )
        found: list[Variant] = []
        for each in variants_of(spec, place, entry, scope, effort):
            sums = Sums(rows)
            if _add(sums, rides, each, number):
                units = () if each.entry is None else ((each.detachment, each.entry),)
                found.append(Variant(units=units, steps=each.steps, cost=each.cost, adds=sums.adds))
        variants.append(sorted(found, key=lambda variant: variant.cost))
    charts = [charts_of(spec, place, codes, own) for place in range(len(spec.detachments))]
    chart_rows(spec, rows)
    more_units = [_added(spec, each, rows, rides) for each in extra]
    choices = Choices(variants=[*variants, *charts, *more_units], rows=rows)

    def build(picked: Picked) -> ArmySpec:
        chosen = [found[which] for found, which in zip(choices.variants, picked, strict=True)]
        more = [pair for variant in chosen[len(entries) + len(charts) :] for pair in variant.units]
        units = [*(pair for variant in chosen[: len(entries)] for pair in variant.units), *more]
        places = chosen[len(entries) : len(entries) + len(charts)]
        kinds = [variant.units[0] if variant.units else None for variant in places]
        kept = (
            msgspec.structs.replace(each, kind=kind, units=tuple(unit for where, unit in units if where == place))
            for place, (each, kind) in enumerate(zip(spec.detachments, kinds, strict=True))
            if kind is not None
        )
        whole = msgspec.structs.replace(spec, detachments=tuple(kept))
        return holding(whole, [entry.datasheet for _, entry in more], known) if more else whole

    def check(built: ArmySpec) -> Sequence[Refusal]:
        return check_army(built)

    return mend(choices, build, check, effort)


def _added(spec: ArmySpec, found: list[Addition], rows: dict[str, Row], rides: Rides) -> list[Variant]:
    """Nobody, or one of the units that could be added."""
    variants = [Variant(units=())]
    for each in found:
        sums = Sums(rows)
        _add_unit(sums, spec, each.unit, each.detachment)
        rides.promise(sums, each.entry.name)
        cost = costs.ADD + each.unit.points
        variants.append(Variant(units=((each.detachment, each.entry),), steps=(each.says,), cost=cost, adds=sums.adds))
    return variants


def _add(sums: Sums, rides: Rides, changed: Changed, number: int) -> bool:
    """Add what a variant of the unit at that place counts for; False where it cannot be."""
    rides.bar(sums, changed.entry, number)
    if changed.unit is None or changed.entry is None:
        return True
    _add_unit(sums, rides.army.spec, changed.unit, changed.detachment)
    if changed.unit.sheet.transport is not None:
        sums.add(f"seats of {number}", -changed.unit.sheet.transport.capacity)
    if changed.entry.inside or changed.entry.joins:
        return rides.add(sums, changed.unit, number)
    return True


def _add_unit(sums: Sums, spec: ArmySpec, unit: Unit, place: int) -> None:
    """Its points and the slot that it fills."""
    chart = spec.known_charts.get(spec.detachments[place].kind.casefold())
    sums.add("points", unit.points)
    sums.add("capped", QUARTER * unit.points if unit.role in CAPPED else 0)
    sums.add("allied", HALF * unit.points if chart is not None and chart.kind == "allied" else 0)
    sums.add("warlord", int(unit.warlord))
    sums.add(f"slots {place} {slot_of(unit)}", 1)
    sums.add(f"least {place} {slot_of(unit)}", -1)
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
        sums.add("unlocked", -(opened(unit) if unit.role == COMMAND else int(unit.role == HIGH_COMMAND)))
