"""The ids by which builders of rosters know what a set of catalogues holds: packed small, for rosters that are written later.

Entries are kept once each, wherever links lead to them. The id of an entry in a roster is the way to it: the ids of all links
from the root down, then its own, between double colons.
"""

import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterator

import msgspec

from warbench.intake.catalogue.factions import faction_of
from warbench.intake.catalogue.links import Catalogues, System, force_entries
from warbench.intake.catalogue.resolved import Reader, Resolved
from warbench.intake.catalogue.tree import Catalogue, Profile
from warbench.intake.sources import Beside

IDS = "catalogue ids"
"""The kind of these lines beside datasheets."""

MOST_BYTES = 256 * 1024 * 1024


class NodeIds(msgspec.Struct, frozen=True, array_like=True):
    """An entry or a group (then without a type) in one place: its name there, its id, its link's, the places of those below."""

    name: str
    type: str
    id: str
    link: str
    below: tuple[int, ...] = ()


class TypeIds(msgspec.Struct, frozen=True, array_like=True):
    """A table of profiles: its name, its id, the ids of its columns by their names."""

    name: str
    id: str
    columns: dict[str, str]


class CatalogueIds(msgspec.Struct, frozen=True):
    """A catalogue: its id, name, faction, revision, the catalogues whose root entries it has, itself first, its own roots."""

    id: str
    name: str
    faction: str
    revision: int
    library: bool
    imports: tuple[str, ...]
    roots: tuple[int, ...]


class SystemIds(msgspec.Struct, frozen=True):
    """A game system: its catalogues and entries; ids by name of its kinds of force, categories, costs and tables of profiles."""

    id: str
    name: str
    revision: int
    catalogues: tuple[CatalogueIds, ...]
    nodes: tuple[NodeIds, ...]
    forces: dict[str, str]
    categories: dict[str, str]
    costs: dict[str, str]
    types: tuple[TypeIds, ...]


def identities(catalogues: Catalogues) -> Iterator[Beside]:
    """The ids of each game system, as a line beside datasheets."""
    for system in catalogues.systems:
        yield Beside(IDS, system.name, "", system.id, None, packed(_system(system)))


def packed(ids: SystemIds) -> str:
    """The ids as a text."""
    return b85encode(zlib.compress(msgspec.json.encode(ids))).decode()


def unpacked(text: str) -> SystemIds:
    """The ids that a text holds.

    Raises:
        ValueError: when it holds none.
    """
    try:
        opened = zlib.decompressobj()
        data = opened.decompress(b85decode(text), MOST_BYTES)
        return msgspec.json.decode(data, type=SystemIds)
    except (zlib.error, msgspec.DecodeError) as error:
        raise ValueError(str(error)) from error


def _system(system: System) -> SystemIds:
    found = _Found(Reader(system))
    trees = (*((system.root,) if system.root is not None else ()), *system.catalogues)
    kept = tuple(_catalogue(system, tree, found) for tree in trees)
    return SystemIds(
        id=system.id,
        name=system.name,
        revision=int(system.root.revision) if system.root is not None else 0,
        catalogues=kept,
        nodes=tuple(found.nodes),
        forces={each.name: each.id for each in reversed(list(force_entries(system)))},
        categories={name: key for key, name in system.categories.items()},
        costs={each.name: each.id for tree in system.all for each in tree.cost_types},
        types=tuple(_types(system)),
    )


def _catalogue(system: System, tree: Catalogue, found: "_Found") -> CatalogueIds:
    return CatalogueIds(
        id=tree.id,
        name=tree.name,
        faction=faction_of(tree.name),
        revision=int(tree.revision),
        library=tree.library,
        imports=tuple(each.id for each in system.imports(tree)) if tree is not system.root else (tree.id,),
        roots=tuple(found.place(each) for each in found.reader.held(tree)),
    )


class _Found:
    """Entries as they are met: each place of an entry is kept once. Circles of links were refused when the files were read."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.nodes: list[NodeIds] = []
        self._places: dict[tuple[int, int], int] = {}

    def place(self, resolved: Resolved) -> int:
        """The place of an entry among the nodes; those below it come before it."""
        key = (id(resolved.target), id(resolved.link))
        if key not in self._places:
            below = tuple(self.place(each) for each in self.reader.children(resolved))
            link = resolved.link.id if resolved.link is not None else ""
            self.nodes.append(NodeIds(resolved.name, resolved.type, resolved.target.id, link, below))
            self._places[key] = len(self.nodes) - 1
        return self._places[key]


def _types(system: System) -> Iterator[TypeIds]:
    """The tables of profiles, with the columns that profiles of them have."""
    columns: dict[str, dict[str, str]] = {}
    for target in system.targets.values():
        if isinstance(target, Profile):
            columns.setdefault(target.type_id, {}).update({each.name: each.type_id for each in target.characteristics})
    for tree in system.all:
        yield from (TypeIds(each.name, each.id, columns.get(each.id, {})) for each in tree.profile_types)
