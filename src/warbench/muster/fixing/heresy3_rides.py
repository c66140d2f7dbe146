"""Who rides in whom and who joins whom in a Horus Heresy list, as sums: looked up once, as every variant of every unit asks."""

from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from warbench.games.heresy3.armies.checking import faults_of
from warbench.games.heresy3.armies.groups import room
from warbench.games.heresy3.armies.spec import UnitSpec
from warbench.games.heresy3.armies.units import Army, Unit
from warbench.muster.fixing.choosing import Sums
from warbench.muster.fixing.heresy3_variants import alone

Entries = Sequence[tuple[int, UnitSpec]]
"""The units of the list, each with the place of its detachment."""

_PAIR = frozenset({"inside", "needs-keyword", "excluded-keyword", "no-transport", "join", "no-such-unit"})


class Rides:
    """The units of a list by their places, and who begins in or joins which."""

    def __init__(self, army: Army, entries: Entries) -> None:
        """Look at a list: as it is enlisted, and its entries."""
        self.army = army
        self._entries = entries
        self._lone: dict[int, Unit | None] = {}
        self._found: dict[str, int | None] = {}

    @cached_property
    def _riders(self) -> dict[int | None, list[int]]:
        found: dict[int | None, list[int]] = {}
        for rider, (_, entry) in enumerate(self._entries):
            found.setdefault(self._place_of(entry.inside or entry.joins), []).append(rider)
        return found

    def riders_of(self, place: int) -> list[int]:
        """The places of those that begin in the unit at a place, or join it."""
        return self._riders.get(place, [])

    def is_inside(self, rider: int) -> bool:
        """Whether a unit begins in another, as the list has it."""
        return bool(self._entries[rider][1].inside)

    def add(self, sums: Sums, unit: Unit, number: int) -> bool:
        """Add a unit that joins another or is inside it; False where it may not."""
        place = self._place_of(unit.inside or unit.joins)
        target = self._alone(place) if place is not None and place != number else None
        if place is None or target is None:
            return False
        if any(fault.code in _PAIR for fault in faults_of(Army(spec=self.army.spec, units=(target, unit)))):
            return False
        sums.add(f"ride of {number}", 1, 1)
        if unit.inside:
            sums.add(f"seats of {place}", room(target, [unit]).taken)
            if not any("super-heavy" in model.keywords for model in target.models):
                sums.add(f"aboard {place}", 1, 1)
            return True
        carrier = self._place_of(target.inside)
        above = self._alone(carrier) if carrier is not None else None
        if above is not None:
            # Whoever joins a passenger rides with it.
            sums.add(f"seats of {carrier}", room(above, [unit]).taken)
        return True

    def _alone(self, place: int) -> Unit | None:
        """A unit of the list by itself, in its own detachment."""
        if place not in self._lone:
            where, entry = self._entries[place]
            made = alone(self.army.spec, self.army.spec.detachments[where].faction, entry).units
            self._lone[place] = replace(made[0], detachment=where) if made else None
        return self._lone[place]

    def _place_of(self, name: str) -> int | None:
        """The place of the unit of that name among the entries; None for no name and for a unit that is not there."""
        if name not in self._found:
            found = self.army.unit(name) if name else None
            names = [entry.name or entry.datasheet for _, entry in self._entries]
            self._found[name] = names.index(found.name) if found is not None and found.name in names else None
        return self._found[name]
