"""The smallest change that makes a Warhammer 40,000 army legal: what may not be together, as sums that the solver keeps."""

from collections.abc import Sequence

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import POINTS, SHARE_IN_RESERVES, most_of, passengers_of
from warbench.games.w40k10.battle.enhancements import MOST
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, UnitSpec
from warbench.muster.fixing import costs
from warbench.muster.fixing.choosing import Choices, Picked, Row, Sums, Variant
from warbench.muster.fixing.effort import Effort
from warbench.muster.fixing.mending import Mended, NoFix, mend
from warbench.muster.fixing.w40k10_additions import lords_of, other_detachment
from warbench.muster.fixing.w40k10_variants import Changed, variants_of
from warbench.muster.known import NOTHING, Known
from warbench.muster.w40k10.checking import army_faults, entry_alone, likely_size
from warbench.sheets.transport import transport_places


def fix(spec: ArmySpec, battle_size: str = "", known: Known = NOTHING) -> Mended[ArmySpec] | NoFix:
    """A legal army that is as near to the list as there is, for a battle size; without one, for what its points allow now.

    Args:
        spec: the list.
        battle_size: the battle that it must be legal for.
        known: what is known beside datasheets, and the imported datasheets that may be added.

    Raises:
        NoSolverError: when the solver is not installed.
    """
    other = other_detachment(spec, known)
    if not other:
        return _fixed(spec, battle_size, known)
    found = _fixed(msgspec.structs.replace(spec, detachment=other), battle_size, known)
    if isinstance(found, NoFix):
        return found
    step = f"the detachment of the army becomes {other}"
    return msgspec.structs.replace(found, steps=(step, *found.steps), cost=found.cost + costs.OTHER_CHART)


def _fixed(spec: ArmySpec, battle_size: str, known: Known) -> Mended[ArmySpec] | NoFix:
    if not army_faults(spec, battle_size or likely_size(spec), known):
        return Mended(spec=spec, steps=(), cost=0)
    alone = [entry_alone(spec, unit) for unit in spec.units]
    size = battle_size or likely_size(spec)
    if size not in POINTS:
        return NoFix(faults=tuple(fault for _, fault in army_faults(spec, size, known)))
    carriers = [_carrier(spec.units, alone, unit) for unit in spec.units]
    rows = {
        "points": Row(high=POINTS[size]),
        "warlord": Row(low=1, high=1),
        "enhancements": Row(high=MOST),
        "reserve": Row(high=POINTS[size] // SHARE_IN_RESERVES),
    }
    effort = Effort()
    variants: list[list[Variant]] = []
    for place, unit in enumerate(spec.units):
        found: list[Variant] = []
        for each in variants_of(spec, unit, alone[place], effort):
            sums = Sums(rows)
            if _add(sums, each, place, carriers, alone):
                found.append(Variant(units=each.units, steps=each.steps, cost=each.cost, adds=sums.adds))
        variants.append(sorted(found, key=lambda variant: variant.cost))
    variants.append(_lords(spec, known, rows))
    choices = Choices(variants=variants, rows=rows)

    def build(picked: Picked) -> ArmySpec:
        chosen = (variants[place][which] for place, which in enumerate(picked))
        return msgspec.structs.replace(spec, units=tuple(unit for variant in chosen for unit in variant.units))

    def check(built: ArmySpec) -> Sequence[Refusal]:
        return [fault for _, fault in army_faults(built, size, known)]

    return mend(choices, build, check, effort)


def _lords(spec: ArmySpec, known: Known, rows: dict[str, Row]) -> list[Variant]:
    """Nobody, or a CHARACTER that is added to lead the army."""
    found = [Variant(units=())]
    for unit, entry in lords_of(spec, known):
        sums = Sums(rows)
        _add_unit(sums, unit, entry)
        step = f"add {entry.name} as the Warlord ({entry.points} points)"
        found.append(Variant(units=(unit,), steps=(step,), cost=costs.ADD + entry.points, adds=sums.adds))
    return found


def _carrier(units: tuple[UnitSpec, ...], alone: Sequence[Entry | Refusal], unit: UnitSpec) -> int | None:
    """The place of the transport that a unit begins in, or that splits it."""
    wanted = library.slug(unit.inside or unit.split)
    if not wanted:
        return None
    for place, made in enumerate(alone):
        if isinstance(made, Entry) and units[place] is not unit and wanted in {library.slug(made.name), made.sheets[0].id}:
            return place
    return None


def _add(sums: Sums, changed: Changed, place: int, carriers: Sequence[int | None], alone: Sequence[Entry | Refusal]) -> bool:
    """Add what a variant of the unit at ``place`` counts for; False where it cannot be."""
    for unit, entry in zip(changed.units, changed.entries, strict=True):
        _add_unit(sums, unit, entry)
        if entry.sheets[0].transport is not None:
            sums.add(f"seats of {place}", -entry.sheets[0].transport.capacity)
        if (unit.inside or unit.split) and not _add_ride(sums, unit, entry, place, (carriers[place], alone)):
            return False
    for rider, carrier in enumerate(carriers):
        # A transport that is taken out, or is itself a passenger, carries nobody.
        if carrier == place and (not changed.units or any(unit.inside for unit in changed.units)):
            sums.add(f"ride of {rider}", 1, 1)
    return True


def _add_unit(sums: Sums, unit: UnitSpec, entry: Entry) -> None:
    sums.add("points", entry.points)
    sums.add("warlord", int(unit.has_warlord))
    for sheet in entry.sheets:
        sums.add(f"copies of {library.slug(sheet.name)}", 1, most_of(sheet))
    for name in unit.upgrades:
        sums.add("enhancements", 1)
        sums.add(f"enhancement {library.slug(name)}", 1, 1)
    if unit.reserve == "strategic":
        sums.add("reserve", entry.points)


def _add_ride(sums: Sums, unit: UnitSpec, entry: Entry, place: int, ride: tuple[int | None, Sequence[Entry | Refusal]]) -> bool:
    """Add a passenger, or a unit that a transport splits; False where the transport cannot carry it."""
    carrier, alone = ride
    made = alone[carrier] if carrier is not None else None
    if not isinstance(made, Entry):
        return False
    if unit.inside:
        seats = transport_places(made.sheets[0], passengers_of(entry))
        if any(refusal.code != "capacity" for refusal in seats.refusals):
            return False
        sums.add(f"seats of {carrier}", seats.taken)
    sums.add(f"ride of {place}", 1, 1)
    return True
