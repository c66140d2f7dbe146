"""Who rides in whom and who joins whom in a Horus Heresy list, as sums: looked up once, as every variant of every unit asks."""

from collections.abc import Sequence

from msgspec.structs import replace

from warbench.games.heresy3.armies.checking import faults_of
from warbench.games.heresy3.armies.groups import room
from warbench.games.heresy3.armies.spec import UnitSpec
from warbench.games.heresy3.armies.units import Army, Unit
from warbench.muster.fixing.choosing import Sums
from warbench.muster.fixing.heresy3_variants import alone
from warbench.sheets.finding import slug

Entries = Sequence[tuple[int, UnitSpec]]
"""The units of the list, each with the place of its detachment."""

_PAIR = frozenset({"inside", "needs-keyword", "excluded-keyword", "no-transport", "join", "no-such-unit"})

_MANY = 1000


class Rides:
    """The units of a list by their places, and who may begin in or join which."""

    def __init__(self, army: Army, entries: Entries, promised: Sequence[str] = ()) -> None:
        """Look at a list: as it is enlisted, its entries, and what transports are called that may be added to it."""
        self.army = army
        self._entries = entries
        self._promised = frozenset(promised)
        self._lone: dict[int, Unit | None] = {}
        self._found: dict[str, int | None] = {}
        self._inside = [place for place, (_, entry) in enumerate(entries) if entry.inside]
        self._joining = [place for place, (_, entry) in enumerate(entries) if entry.joins]
        made = [unit for place in range(len(entries)) if (unit := self._alone(place)) is not None]
        self.carriers = tuple(unit.name for unit in made if unit.sheet.transport is not None and not unit.is_fortification)
        """The names of the transports."""

    def bar(self, sums: Sums, entry: UnitSpec | None, number: int) -> None:
        """Who is taken out (None) is joined by nobody and carries nobody; nor does a transport inside another."""
        if entry is None or entry.inside:
            for rider in (*self._inside, *(self._joining if entry is None else ())):
                sums.add(f"ride of {rider} in {number}", 1, 1)

    def promise(self, sums: Sums, name: str) -> None:
        """Whoever wants to begin in a transport that is not there begins in the one of its name that is added."""
        sums.add(f"rides in {name}", -_MANY)

    def add(self, sums: Sums, unit: Unit, number: int) -> bool:
        """Add a unit that joins another or is inside it; False where it may not."""
        place = self._place_of(unit.inside or unit.joins)
        if place is None and unit.inside in self._promised:
            sums.add(f"rides in {unit.inside}", 1)
            return True
        target = self._alone(place) if place is not None and place != number else None
        if place is None or target is None:
            return False
        if any(fault.code in _PAIR for fault in faults_of(Army(spec=self.army.spec, units=(target, unit)))):
            return False
        sums.add(f"ride of {number} in {place}", 1, 1)
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
        """A unit of the list by itself, in its own detachment; one that cannot be as it is as it is usually: it may be mended."""
        if place not in self._lone:
            where, entry = self._entries[place]
            usual = replace(entry, models=None, wargear=())
            tried = (alone(self.army.spec, self.army.spec.detachments[where].faction, each).units for each in (entry, usual))
            made = next(filter(None, tried), ())
            self._lone[place] = replace(made[0], detachment=where) if made else None
        return self._lone[place]

    def _place_of(self, name: str) -> int | None:
        """The place of the unit of that name among the entries, or of the only one of its datasheet; None where there is none."""
        if name not in self._found:
            wanted = slug(name)
            names = [slug(entry.name or entry.datasheet) for _, entry in self._entries]
            made = [self._alone(place) for place in range(len(names))]
            by_sheet = [place for place, unit in enumerate(made) if unit is not None and unit.sheet.id == wanted]
            places = [names.index(wanted)] if wanted in names else by_sheet if len(by_sheet) == 1 else []
            self._found[name] = places[0] if places else None
        return self._found[name]
