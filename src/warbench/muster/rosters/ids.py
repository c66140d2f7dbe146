"""The ids of a roster: those of the catalogue's entries where the user's data knows them, else made-up ones.

Made-up ids begin with ``warbench``: a builder shows such selections and cannot tie them to its catalogue.
"""

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from warbench.games.w40k10.library import slug
from warbench.muster.rosters.profiles import units_of

if TYPE_CHECKING:
    from warbench.intake.catalogue.identities import CatalogueIds, NodeIds, SystemIds

Node = dict[str, Any]

UNKNOWN = "warbench"
_BETWEEN = "::"
_KINDS = ("", "auxiliary-", "apex-", "primary-")
_LENGTH = 16
_MOST_LEVELS = 6
"""So many levels below an entry are looked through: real ones have no more."""


class _Place(msgspec.Struct, frozen=True):
    """An entry on the way from the root: the links that led to it, and the id of the group that it stands in."""

    node: "NodeIds"
    way: tuple[str, ...] = ()
    group: str = ""

    @property
    def id(self) -> str:
        """As a roster has it."""
        return _BETWEEN.join((*self.way, self.node.id))


def identify(roster: Node, system: "SystemIds | None") -> None:
    """Write ids into a roster; it is changed in place.

    Args:
        roster: the tree, from the key ``roster`` on.
        system: the ids that the user's data knows; None: none.
    """
    if system is not None:
        _Writer(system).roster(roster)
    _fill(roster, "roster")


class _Writer:
    """Writes the ids of one game system."""

    def __init__(self, system: "SystemIds") -> None:
        self.system = system
        self.by_id = {each.id: each for each in system.catalogues}

    def roster(self, roster: Node) -> None:
        """The roster's own ids, then those of its forces and of its profiles' tables."""
        roster |= {
            "gameSystemId": self.system.id,
            "gameSystemName": self.system.name,
            "gameSystemRevision": self.system.revision,
        }
        for force in roster["forces"]:
            self._force(force)
        self._tables(roster)

    def _force(self, force: Node) -> None:
        names = [unit["name"] for unit in units_of([force])]
        catalogue = self._catalogue(force["catalogueName"], names)
        if catalogue is None:
            return
        force |= {"catalogueId": catalogue.id, "catalogueName": catalogue.name, "catalogueRevision": catalogue.revision}
        kinds = {slug(name): key for name, key in self.system.forces.items()}
        wanted = slug(force["name"])
        tried = (f"{before}{wanted}{after}" for before in _KINDS for after in ("", "-detachment"))
        found = next((kinds[name] for name in tried if name in kinds), None)
        force["entryId"] = found or next(iter(self.system.forces.values()), "")
        roots = self._roots(catalogue)
        for selection in force["selections"]:
            wanted = slug(selection["name"])
            same = [place for place in roots if slug(place.node.name) == wanted and bool(place.node.type)]
            if same:
                self._selection(selection, self._fullest(same, selection))
        for inner in force.get("forces", []):
            self._force(inner)

    def _catalogue(self, faction: str, names: list[str]) -> "CatalogueIds | None":
        """The catalogue of the faction that has most of the units, and of several the one that takes in least."""
        wanted, every = slug(faction), {slug(name) for name in names}
        own = [each for each in self.system.catalogues if slug(each.faction) == wanted or slug(each.name).endswith(wanted)]
        own = [each for each in own if not each.library] or own

        def rank(each: "CatalogueIds") -> tuple[int, int]:
            has = {slug(place.node.name) for place in self._roots(each)}
            return -len(every & has), len(each.imports)

        return min(own, key=rank, default=None)

    def _roots(self, catalogue: "CatalogueIds") -> list[_Place]:
        trees = [self.by_id[key] for key in catalogue.imports if key in self.by_id]
        system = self.by_id.get(self.system.id)
        trees += [system] if system is not None and system not in trees else []
        return [place for tree in trees for root in tree.roots for place in self._placed(root, (), "")]

    def _placed(self, number: int, way: tuple[str, ...], group: str) -> Iterator[_Place]:
        """The entry at a number; of a group the entries in it."""
        node = self.system.nodes[number]
        here = (*way, node.link) if node.link else way
        if node.type:
            yield _Place(node, here, group)
            return
        inner = _BETWEEN.join((*here, node.id))
        for below in node.below:
            yield from self._placed(below, here, inner)

    def _children(self, place: _Place) -> list[_Place]:
        return [each for number in place.node.below for each in self._placed(number, place.way, "")]

    def _selection(self, selection: Node, place: _Place) -> None:
        """A selection and all below it: what is found nowhere below the entry keeps no id."""
        selection["entryId"] = place.id
        if place.group:
            selection["entryGroupId"] = place.group
        if place.node.type == "model":
            _as_model(selection)
        for child in selection.get("selections", []):
            found = self._find(place, child)
            if found is not None:
                self._selection(child, found)
                if child["type"] == "upgrade":
                    child["type"] = found.node.type

    def _find(self, place: _Place, child: Node) -> _Place | None:
        """The nearest entry below of the child's name; of models of a name that which has most of what it holds."""
        wanted = slug(child["name"])
        is_model = child["type"] == "model"
        level = self._children(place)
        near: list[_Place] = []
        for _ in range(_MOST_LEVELS):
            same = [each for each in level if _is_called(each.node, wanted, is_model=is_model)]
            if same:
                exact = [each for each in same if slug(each.node.name) == wanted]
                return self._fullest(same if is_model else exact or same, child)
            near = near or [each for each in level if is_model and _is_near(each.node, wanted)]
            level = [below for each in level for below in self._children(each)]
        return self._fullest(near, child) if near else None

    def _fullest(self, places: list[_Place], selection: Node) -> _Place:
        held = {slug(each["name"]) for each in selection.get("selections", [])}

        def has(place: _Place) -> tuple[int, bool]:
            first = self._children(place)
            names = {slug(each.node.name) for each in (*first, *(below for each in first for below in self._children(each)))}
            # What stands in no group is what a model has of itself; in groups the same is listed once more for exchanges.
            return -len(held & names), bool(place.group)

        return min(places, key=has)

    def _tables(self, roster: Node) -> None:
        """The ids of categories, costs and tables of profiles, wherever they stand."""
        types = {each.name.casefold(): each for each in self.system.types}
        categories = {name.casefold(): (name, key) for name, key in self.system.categories.items()}
        costs = {"pts": "pts", **{name.casefold(): name for name in self.system.costs}}
        name = next((costs[each] for each in costs if each.startswith(("pts", "point"))), "pts")
        named = next((each for each in self.system.costs if each.casefold().startswith(("pts", "point"))), name)
        for node in _nodes(roster):
            for cost in (*node.get("costs", []), *node.get("costLimits", [])):
                cost |= {"name": named, "typeId": self.system.costs.get(named, UNKNOWN)}
            for category in node.get("categories", []):
                found = categories.get(category["name"].casefold())
                if found is not None:
                    category |= {"name": found[0], "entryId": found[1]}
            for profile in node.get("profiles", []):
                table = types.get(profile["typeName"].casefold())
                if table is not None:
                    profile |= {"typeId": table.id, "typeName": table.name}
                    for cell in profile.get("characteristics", []):
                        cell["typeId"] = table.columns.get(cell["name"], UNKNOWN)


def _is_called(node: "NodeIds", wanted: str, *, is_model: bool) -> bool:
    """Whether an entry is meant: models stand in catalogues with what they carry behind their name, choices with a number."""
    own = slug(node.name)
    if is_model:
        return node.type == "model" and (own == wanted or own.startswith((f"{wanted}-w-", f"{wanted}-with-", f"{wanted}s")))
    return node.type != "model" and (own == wanted or own.endswith(f"-{wanted}"))


def _is_near(node: "NodeIds", wanted: str) -> bool:
    """Whether a kind of model is called by some of the same words: ``Hearthguard`` and ``Einhyr Hearthguard w/ plasma gun``."""
    own, words = set(slug(node.name).split("-")), set(wanted.split("-"))
    return node.type == "model" and (words <= own or own <= words)


def _as_model(selection: Node) -> None:
    """A unit that is a single model in the catalogue: what its model holds stands at the unit itself."""
    models = [each for each in selection["selections"] if each["type"] == "model"]
    if selection["type"] != "unit" or len(models) != 1 or models[0]["number"] != 1:
        return
    (model,) = models
    place = selection["selections"].index(model)
    selection["selections"][place : place + 1] = model["selections"]
    selection["type"] = "model"
    selection["profiles"] = [*model.get("profiles", []), *selection.get("profiles", [])]


def _nodes(roster: Node) -> Iterator[Node]:
    """The roster, its forces and selections, those above first."""
    yield roster
    for key in ("forces", "selections"):
        for each in roster.get(key, []):
            yield from _nodes(each)


def _fill(node: Node, way: str) -> None:
    """Give everything that needs an id one of its own, made of its place."""
    node["id"] = hashlib.sha256(way.encode()).hexdigest()[:_LENGTH]
    needed = {"roster": ("gameSystemId",), "forces": ("entryId", "catalogueId")}.get(way.rpartition("/")[2].partition(" ")[0])
    for key in needed or ("entryId",):
        node.setdefault(key, f"{UNKNOWN}-{slug(node['name'])}")
    for key in ("forces", "selections", "categories", "profiles", "rules"):
        for place, each in enumerate(node.get(key, [])):
            below = f"{way}/{key} {place}"
            if key in {"forces", "selections", "categories"}:
                _fill(each, below)
                continue
            each["id"] = hashlib.sha256(below.encode()).hexdigest()[:_LENGTH]
            if key == "profiles":
                each.setdefault("typeId", f"{UNKNOWN}-{slug(each['typeName'])}")
                for cell in each.get("characteristics", []):
                    cell.setdefault("typeId", f"{UNKNOWN}-{slug(cell['name'])}")
