"""Every unit of the catalogues as a datasheet, each once, as it is in an army of its own faction."""

from collections.abc import Callable, Iterator, Mapping

from warbench.games.heresy3.armies.factions import list_of
from warbench.intake.catalogue import heresy3, w40k10
from warbench.intake.catalogue.assembly import Read
from warbench.intake.catalogue.evaluate import is_hidden
from warbench.intake.catalogue.factions import faction_of
from warbench.intake.catalogue.links import Catalogues, System, force_entries
from warbench.intake.catalogue.resolved import Reader, Resolved
from warbench.intake.catalogue.selected import Force, Selected, Work
from warbench.intake.catalogue.tree import Catalogue
from warbench.intake.sources import Imported

_Reads = Callable[[Reader, Resolved, Force, str, str], Read]

HIDDEN = "hidden in every army unless a choice of the roster shows it (Legends, allies)"

_OF_NOBODY = "Unaligned Forces"
"""The faction of what a game system itself holds, for every army."""


def datasheets_of(catalogues: Catalogues) -> list[Imported]:
    """The datasheets of every game system among the catalogues whose game is known, in the order of the files."""
    return [imported for system in catalogues.systems for imported in _sheets(system)]


def _sheets(system: System) -> Iterator[Imported]:
    game = _game(system)
    if game is None:
        return
    reader = Reader(system)
    work = Work(next(iter(system.files.values()), system.name))
    kinds = frozenset([each.id for each in force_entries(system)][:1])
    homes = {entry.id: tree.id for tree in system.all for entry in (*tree.shared_selection_entries, *tree.selection_entries)}
    places: dict[str, list[tuple[Catalogue, Catalogue, Resolved]]] = {}
    for catalogue in (*system.catalogues, *((system.root,) if system.root else ())):
        armies = [catalogue] if not catalogue.library else _armies(system, catalogue)
        for resolved in reader.held(catalogue):
            if resolved.type in {"unit", "model"}:
                there = places.setdefault(resolved.target.id, [])
                there += [(catalogue, army, resolved) for army in armies]
    for there in places.values():
        catalogue, army, resolved = _best(there, kinds, homes, work)
        source = f"{system.files[catalogue.id]}, revision {catalogue.revision:g}"
        version = f"{system.name}, {' '.join(catalogue.name.split())} revision {catalogue.revision:g}"
        faction = _OF_NOBODY if catalogue is system.root else faction_of(catalogue.name)
        # A Legion's units are in the army list of all Legions (H-016).
        faction = list_of(faction) if game is heresy3.read_sheet else faction
        read = game(reader, resolved, Force(army.id, kinds, work=work), faction, version)
        hidden = is_hidden(Selected(resolved, Force(army.id, kinds, work=work)))
        notes = (*read.notes, HIDDEN) if hidden else read.notes
        yield Imported(read.sheet, source, read.texts, notes)


def _game(system: System) -> _Reads | None:
    """The reader of the system's game, by the tables that it has; None when none knows it."""
    tables = {kind.name for tree in system.all for kind in tree.profile_types}
    if {"Unit", "Ranged Weapons", "Melee Weapons"} <= tables:
        return w40k10.read_sheet
    if {"Profile", "Vehicle", "Ranged Weapon", "Melee Weapon"} <= tables:
        return heresy3.read_sheet
    return None


def _armies(system: System, library: Catalogue) -> list[Catalogue]:
    """The catalogues that take in a library's units. What several take in is seen first by itself, as all have it."""
    found = [each for each in system.catalogues if not each.library and library in system.imports(each)]
    return found if len(found) == 1 else [library, *found]


def _best(
    there: list[tuple[Catalogue, Catalogue, Resolved]], kinds: frozenset[str], homes: Mapping[str, str], work: Work
) -> tuple[Catalogue, Catalogue, Resolved]:
    """Where a unit is at home: where it is not hidden, the army's catalogue that states it, any army's own before a library."""

    def rank(place: tuple[Catalogue, Catalogue, Resolved]) -> tuple[bool, bool, bool]:
        catalogue, army, resolved = place
        hidden = is_hidden(Selected(resolved, Force(army.id, kinds, work=work)))
        return hidden, catalogue.library, homes.get(resolved.target.id) != catalogue.id

    return min(there, key=rank)
