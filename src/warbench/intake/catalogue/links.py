"""All files of a set together: every shared entry by its id, links followed across files, circles refused."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from warbench.intake.catalogue.decode import Document, decode
from warbench.intake.catalogue.tree import (
    Catalogue,
    Entry,
    EntryLink,
    ForceEntry,
    Group,
    Holder,
    InfoGroup,
    InfoLink,
    Profile,
    RosterTree,
    Rule,
)
from warbench.intake.sources import IntakeError, SourceFile

MOST_RECORDS = 2_000_000
"""Records of all files that are read together, tags and brackets counted; the real sets have about 600,000."""

MOST_TOTAL = 2_000_000
"""Entries, groups and links below all units together; the real sets reach about 500,000."""

MOST_NODES = 10_000
"""The most entries, groups and links below one entry, links followed; real units reach about 2,000."""

MOST_DEPTH = 100
"""The most levels below one entry, links followed; real units reach about 12."""

_ROOT = "\0"
"""Where the entries of a file itself hang; no link leads there."""

Target = Entry | Group | Profile | Rule | InfoGroup


class System(msgspec.Struct, frozen=True):
    """A game system with its catalogues: its id and name, its files, and what stands under each id.

    ``notes`` say what the files lack: catalogues and targets of links that are not among them.
    """

    id: str
    name: str
    root: Catalogue | None
    files: Mapping[str, str]
    catalogues: tuple[Catalogue, ...]
    targets: Mapping[str, Target]
    categories: Mapping[str, str]
    notes: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[Catalogue, ...]:
        """The game system itself, when it is there, and its catalogues."""
        return (self.root, *self.catalogues) if self.root else self.catalogues

    def entry(self, key: str) -> Entry | Group | None:
        """The entry or group of that id."""
        found = self.targets.get(key)
        return found if isinstance(found, Entry | Group) else None

    def imports(self, catalogue: Catalogue) -> Iterator[Catalogue]:
        """The catalogue and those whose root entries it takes in, each once, itself first."""
        by_id = {each.id: each for each in self.catalogues}
        seen = {catalogue.id}
        waiting = [catalogue]
        while waiting:
            current = waiting.pop(0)
            yield current
            for link in current.catalogue_links:
                if link.import_root_entries and link.target_id in by_id and link.target_id not in seen:
                    seen.add(link.target_id)
                    waiting.append(by_id[link.target_id])


class Catalogues(msgspec.Struct, frozen=True):
    """Every game system of the files that were read together."""

    systems: tuple[System, ...]


def read_catalogues(files: Iterable[SourceFile]) -> Catalogues:
    """Read the files of one or several sets together: XML, JSON or zip files of them, in any order, whatever they are called.

    Of two files with the same catalogue the one of the later revision is kept, and a note says so.

    Raises:
        IntakeError: naming the file: it cannot be read, is a roster, or its links lead in a circle or grow beyond all bounds.
    """
    groups: dict[str, list[Document]] = {}
    records = 0
    for file in files:
        for document in decode(file):
            tree = document.tree
            records += document.records
            if records > MOST_RECORDS:
                raise IntakeError(document.name, f"with it the files have more than {MOST_RECORDS:,} records together: refused")
            if isinstance(tree, RosterTree):
                raise IntakeError(document.name, "is a roster, expected a game system or a catalogue: warbench import reads it")
            groups.setdefault(tree.game_system_id or tree.id, []).append(document)
    return Catalogues(tuple(_system(key, documents) for key, documents in groups.items()))


def _system(key: str, documents: list[Document]) -> System:
    notes: list[str] = []
    kept = _latest(documents, notes)
    root = next((tree for _, tree in kept.values() if tree.is_game_system), None)
    catalogues = tuple(tree for _, tree in kept.values() if not tree.is_game_system)
    if root is None:
        notes.append(f"the game system {key!r} itself is not among the files")
    names = {tree.id: name for name, tree in kept.values()}
    index = _Index()
    for _, tree in kept.values():
        index.add(tree)
    _check(index, names)
    notes += _missing(catalogues, index, names)
    title = root.name if root else key
    return System(key, title, root, names, catalogues, index.targets, index.categories, tuple(dict.fromkeys(notes)))


def _latest(documents: list[Document], notes: list[str]) -> dict[str, tuple[str, Catalogue]]:
    """Each catalogue once, by its id, with its file's name; what is left out is noted."""
    kept: dict[str, tuple[str, Catalogue]] = {}
    for document in documents:
        tree = document.tree
        if isinstance(tree, RosterTree):
            continue
        other = kept.get(tree.id)
        if other is None or tree.revision > other[1].revision:
            kept[tree.id] = (document.name, tree)
        if other is not None:
            left, stays = (other[0], document.name) if kept[tree.id][1] is tree else (document.name, other[0])
            notes.append(f"{left}: the same catalogue as {stays}, which is kept: the later revision, or the first of the same")
    return kept


def _missing(catalogues: tuple[Catalogue, ...], index: "_Index", names: Mapping[str, str]) -> Iterator[str]:
    """What the files point to and do not hold."""
    for tree in catalogues:
        for link in tree.catalogue_links:
            if link.target_id not in names:
                yield f"{names[tree.id]}: uses the catalogue {link.name.strip()!r}, which is not among the files"
    for owner, name, target in index.links:
        if target not in index.targets and target not in index.categories:
            yield f"{names[owner]}: a link {name!r} leads to {target!r}, which is in none of the files"


class _Index:
    """Everything that a link may lead to, and who leads where."""

    def __init__(self) -> None:
        self.targets: dict[str, Target] = {}
        self.categories: dict[str, str] = {}
        self.edges: dict[str, list[str]] = {}
        self.owner: dict[str, str] = {}
        self.links: list[tuple[str, str, str]] = []
        self.roots: dict[str, None] = {}

    def add(self, tree: Catalogue) -> None:
        self.categories.update({entry.id: entry.name for entry in tree.category_entries})
        waiting: list[tuple[str, Holder | InfoGroup | EntryLink]] = [(_ROOT, tree)]
        self.roots |= dict.fromkeys(entry.id for entry in tree.selection_entries)
        self.roots |= dict.fromkeys(link.target_id for link in tree.entry_links)
        shared: tuple[Target, ...] = (
            *tree.shared_selection_entries,
            *tree.shared_selection_entry_groups,
            *tree.shared_info_groups,
            *tree.shared_profiles,
            *tree.shared_rules,
        )
        for target in shared:
            # A shared entry is what a link means, should something nested have the same id.
            self.targets[target.id] = target
            self.owner[target.id] = tree.id
            if isinstance(target, Holder | InfoGroup):
                waiting.append((target.id, target))
        while waiting:
            key, holder = waiting.pop()
            self._holder(tree.id, key, holder, waiting)

    def _holder(
        self, owner: str, key: str, holder: Holder | InfoGroup, waiting: list[tuple[str, Holder | InfoGroup | EntryLink]]
    ) -> None:
        edges = self.edges.setdefault(key, [])
        leaves: tuple[Profile | Rule, ...] = (*holder.profiles, *holder.rules)
        for leaf in leaves:
            self.targets.setdefault(leaf.id, leaf)
        inner: list[Entry | Group | InfoGroup] = [*holder.info_groups]
        if isinstance(holder, Holder):
            inner += [*holder.selection_entries, *holder.selection_entry_groups]
        for child in inner:
            self.targets.setdefault(child.id, child)
            edges.append(child.id)
            waiting.append((child.id, child))
            self.owner.setdefault(child.id, owner)
        links: list[EntryLink | InfoLink] = [*holder.info_links]
        if isinstance(holder, Holder):
            links += holder.entry_links
        for link in links:
            self.links.append((owner, link.name, link.target_id))
            edges.append(link.target_id)
            if isinstance(link, EntryLink):
                # What hangs at the link hangs below its owner.
                waiting.append((key, link))


def _check(index: _Index, names: Mapping[str, str]) -> None:
    """Refuse circles, and entries that grow beyond all bounds when their links are followed.

    Raises:
        IntakeError: naming the file and the entries.
    """
    sizes: dict[str, int] = {}
    depths: dict[str, int] = {}
    for start in index.edges:
        path: list[tuple[str, Iterator[str]]] = [(start, iter(index.edges[start]))] if start not in sizes else []
        active = {start: 0}
        while path:
            key, edges = path[-1]
            child = next((edge for edge in edges if edge in active or edge not in sizes), None)
            if child is None:
                path.pop()
                active.pop(key, None)
                below = index.edges.get(key, ())
                sizes[key] = 1 + sum(sizes.get(edge, 1) for edge in below)
                depths[key] = 1 + max((depths.get(edge, 1) for edge in below), default=0)
                if key != _ROOT and (sizes[key] > MOST_NODES or depths[key] > MOST_DEPTH):
                    where = names.get(index.owner.get(key, ""), "")
                    what = f"has more than {MOST_NODES} entries or {MOST_DEPTH} levels below it"
                    raise IntakeError(where, f"{_name(index, key)} {what}: refused")
            elif child in active:
                circle = [each for each, _ in path[active[child] :]] + [child]
                told = " -> ".join(_name(index, each) for each in circle)
                raise IntakeError(names.get(index.owner.get(child, ""), ""), f"its links lead in a circle: {told}")
            else:
                active[child] = len(path)
                path.append((child, iter(index.edges.get(child, ()))))
    total = sum(sizes.get(key, 1) for key in index.roots)
    if total > MOST_TOTAL:
        raise IntakeError(
            next(iter(names.values())), f"its units have {total:,} entries below them, at most {MOST_TOTAL:,} are read"
        )


def _name(index: _Index, key: str) -> str:
    target = index.targets.get(key)
    return repr(target.name if target else key)


def force_entries(system: System) -> Iterator[ForceEntry]:
    """Every kind of force of the game, those within others included."""
    waiting = [entry for tree in system.all for entry in tree.force_entries]
    while waiting:
        entry = waiting.pop(0)
        yield entry
        waiting[:0] = entry.force_entries
