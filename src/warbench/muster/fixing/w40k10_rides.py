"""Who begins in which transport of a Warhammer 40,000 list, as sums: also in another one than the list says."""

from collections.abc import Sequence

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.riding import passengers_of
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, UnitSpec, sheet_for
from warbench.games.w40k10.battle.splitting import splits
from warbench.muster.building.naming import free_name
from warbench.muster.fixing.choosing import Sums
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.transport import transport_places


class Carriers:
    """The transports of a list by the places of their units."""

    def __init__(self, spec: ArmySpec, alone: Sequence[Entry | Refusal]) -> None:
        """Look at the units of a list, each as it is by itself."""
        self._riders = [place for place, unit in enumerate(spec.units) if unit.inside or unit.split]
        self._sheets = [_sheet(spec, unit) for unit in spec.units]
        # A unit that cannot be as it is may be mended: its passengers wait for it.
        self._names = [
            made.name if isinstance(made, Entry) else unit.name or _called(spec, unit)
            for unit, made in zip(spec.units, alone, strict=True)
        ]
        pairs = zip(self._names, self._sheets, strict=True)
        self.names = tuple(name for name, sheet in pairs if sheet is not None and sheet.transport is not None)
        """What the transports are called."""

    def add(self, sums: Sums, unit: UnitSpec, entry: Entry, place: int) -> bool:
        """Add a passenger, or a unit that a transport splits; False where the transport cannot carry it."""
        carrier = self._place_of(unit.inside or unit.split, place)
        sheet = self._sheets[carrier] if carrier is not None else None
        if sheet is None:
            return False
        if unit.inside:
            seats = transport_places(sheet, passengers_of(entry))
            if any(refusal.code != "capacity" for refusal in seats.refusals):
                return False
            sums.add(f"seats of {carrier}", seats.taken)
        elif not splits(sheet, entry.sheets[0]):
            return False
        sums.add(f"ride of {place} in {carrier}", 1, 1)
        return True

    def bar(self, sums: Sums, carrier: int) -> None:
        """Nobody begins in the unit at that place."""
        for rider in self._riders:
            sums.add(f"ride of {rider} in {carrier}", 1, 1)

    def _place_of(self, name: str, rider: int) -> int | None:
        """The place of the first unit of that name, None where there is none but the passenger itself."""
        wanted = library.slug(name)
        for place, (called, sheet) in enumerate(zip(self._names, self._sheets, strict=True)):
            if sheet is not None and place != rider and wanted in {library.slug(called), sheet.id}:
                return place
        return None


def named_apart(spec: ArmySpec) -> ArmySpec:
    """The army with a name of its own for each unit, so that of two transports of one datasheet either can be meant."""
    taken: list[str] = []
    units: list[UnitSpec] = []
    for unit in spec.units:
        wanted = unit.name or _called(spec, unit)
        other = free_name(wanted, taken)
        taken.append(other or wanted)
        units.append(msgspec.structs.replace(unit, name=other) if other else unit)
    return msgspec.structs.replace(spec, units=tuple(units))


def _called(spec: ArmySpec, unit: UnitSpec) -> str:
    sheet = _sheet(spec, unit)
    return sheet.name if sheet is not None else unit.datasheet


def _sheet(spec: ArmySpec, unit: UnitSpec) -> Datasheet | None:
    try:
        return sheet_for(spec, unit.datasheet)
    except library.UnknownDatasheet:
        return None


def called_as_before(spec: ArmySpec, named: Sequence[UnitSpec], before: Sequence[UnitSpec]) -> ArmySpec:
    """The army without the names that were given to its units, but for those that somebody begins in.

    Args:
        spec: the army, of the units with given names.
        named: the units with given names.
        before: the same units as the list has them.
    """
    given = {new.name: old.name for new, old in zip(named, before, strict=True) if new.name != old.name}
    needed = {library.slug(name) for unit in spec.units for name in (unit.inside, unit.split)}
    units = (
        msgspec.structs.replace(unit, name=given[unit.name])
        if unit.name in given and library.slug(unit.name) not in needed
        else unit
        for unit in spec.units
    )
    return msgspec.structs.replace(spec, units=tuple(units))
