"""The smallest change that makes a Warhammer 40,000 army legal: what may not be together, as sums that the solver keeps."""

from collections.abc import Sequence

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import POINTS, SHARE_IN_RESERVES, most_of
from warbench.games.w40k10.battle.army_rules.standing import standing
from warbench.games.w40k10.battle.enhancements import MOST
from warbench.games.w40k10.battle.riding import capacity_of
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, UnitSpec
from warbench.muster.fixing import costs
from warbench.muster.fixing.choosing import Choices, Picked, Row, Sums, Variant
from warbench.muster.fixing.effort import Effort
from warbench.muster.fixing.mending import Mended, NoFix, mend
from warbench.muster.fixing.w40k10_additions import lords_of, other_detachment
from warbench.muster.fixing.w40k10_rides import Carriers, called_as_before, named_apart
from warbench.muster.fixing.w40k10_variants import Changed, variants_of
from warbench.muster.known import NOTHING, Known
from warbench.muster.w40k10.checking import army_faults, entry_alone, likely_size, sheets_of
from warbench.sheets.datasheet import Datasheet


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
    size = battle_size or likely_size(spec)
    faults = tuple(fault for _, fault in army_faults(spec, size, known))
    if size not in POINTS:
        return NoFix(faults=faults)
    given = spec
    if any(unit.inside for unit in spec.units):
        spec = named_apart(spec)
    alone = [entry_alone(spec, unit) for unit in spec.units]
    carriers = Carriers(spec, alone)
    rows = {
        "points": Row(high=POINTS[size]),
        "warlord": Row(low=1, high=1),
        "enhancements": Row(high=MOST),
        "reserve": Row(high=POINTS[size] // SHARE_IN_RESERVES),
        # With the keywords that the army's detachment gives them.
        **{_copies(sheet): Row(high=most_of(standing(spec).ruled(sheet))) for sheet in sheets_of(spec)},
    }
    effort = Effort()
    variants: list[list[Variant]] = []
    for place, unit in enumerate(spec.units):
        found: list[Variant] = []
        for each in variants_of(spec, unit, alone[place], effort, carriers.names):
            sums = Sums(rows)
            if _add(sums, each, place, carriers):
                found.append(Variant(units=each.units, steps=each.steps, cost=each.cost, adds=sums.adds))
        variants.append(sorted(found, key=lambda variant: variant.cost))
    variants.append(_lords(spec, known, rows))
    choices = Choices(variants=variants, rows=rows)

    def build(picked: Picked) -> ArmySpec:
        chosen = (variants[place][which] for place, which in enumerate(picked))
        whole = msgspec.structs.replace(spec, units=tuple(unit for variant in chosen for unit in variant.units))
        return called_as_before(whole, spec.units, given.units)

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


def _add(sums: Sums, changed: Changed, place: int, carriers: Carriers) -> bool:
    """Add what a variant of the unit at ``place`` counts for; False where it cannot be."""
    for unit, entry in zip(changed.units, changed.entries, strict=True):
        _add_unit(sums, unit, entry)
        if entry.sheets[0].transport is not None:
            sums.add(f"seats of {place}", -capacity_of(entry))
        if (unit.inside or unit.split) and not carriers.add(sums, unit, entry, place):
            return False
    if not changed.units or any(unit.inside for unit in changed.units):
        # A transport that is taken out, or is itself a passenger, carries nobody.
        carriers.bar(sums, place)
    return True


def _copies(sheet: Datasheet) -> str:
    return f"copies of {library.slug(sheet.name)}"


def _add_unit(sums: Sums, unit: UnitSpec, entry: Entry) -> None:
    sums.add("points", entry.points)
    sums.add("warlord", int(unit.has_warlord))
    for sheet in entry.sheets:
        sums.add(_copies(sheet), 1, most_of(sheet))
    for name in unit.upgrades:
        sums.add("enhancements", 1)
        sums.add(f"enhancement {library.slug(name)}", 1, 1)
    if unit.reserve == "strategic":
        sums.add("reserve", entry.points)
