"""The smallest change that makes a Warhammer 40,000 army legal: what may not be together, as sums that the solver keeps."""

from collections.abc import Sequence

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import POINTS, SHARE_IN_RESERVES, most_of, passengers_of
from warbench.games.w40k10.battle.enhancements import MOST
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, UnitSpec
from warbench.muster.fixing.choosing import Choices, Picked, Row, Sums, Variant
from warbench.muster.fixing.mending import Mended, NoFix, mend
from warbench.muster.fixing.w40k10_variants import Changed, variants_of
from warbench.muster.w40k10 import army_faults, entry_alone, likely_size
from warbench.sheets.transport import transport_places


def fix(spec: ArmySpec, battle_size: str = "") -> Mended[ArmySpec] | NoFix:
    """A legal army that is as near to the list as there is, for a battle size; without one, for what its points allow now.

    Raises:
        NoSolverError: when the solver is not installed.
    """
    alone = [entry_alone(spec, unit) for unit in spec.units]
    size = battle_size or likely_size(spec)
    if size not in POINTS:
        return NoFix(faults=tuple(fault for _, fault in army_faults(spec, size)))
    carriers = [_carrier(spec.units, alone, unit) for unit in spec.units]
    rows = {
        "points": Row(high=POINTS[size]),
        "warlord": Row(low=1, high=1),
        "enhancements": Row(high=MOST),
        "reserve": Row(high=POINTS[size] // SHARE_IN_RESERVES),
    }
    variants: list[list[Variant]] = []
    for place, unit in enumerate(spec.units):
        found: list[Variant] = []
        for each in variants_of(spec, unit, alone[place]):
            sums = Sums(rows)
            if _add(sums, each, place, carriers, alone):
                found.append(Variant(units=each.units, steps=each.steps, cost=each.cost, adds=sums.adds))
        variants.append(sorted(found, key=lambda variant: variant.cost))
    choices = Choices(variants=variants, rows=rows)

    def build(picked: Picked) -> ArmySpec:
        chosen = (variants[place][which] for place, which in enumerate(picked))
        return msgspec.structs.replace(spec, units=tuple(unit for variant in chosen for unit in variant.units))

    def check(built: ArmySpec) -> Sequence[Refusal]:
        return [fault for _, fault in army_faults(built, size)]

    return mend(choices, build, check)


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
    sums.add("warlord", int(unit.warlord))
    for sheet in entry.sheets:
        sums.add(f"copies of {sheet.id}", 1, most_of(sheet))
    if unit.enhancement:
        sums.add("enhancements", 1)
        sums.add(f"enhancement {library.slug(unit.enhancement)}", 1, 1)
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
