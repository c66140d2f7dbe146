"""Rosters: what was chosen, unit by unit, with its costs. ``.ros``, ``.rosz`` and JSON of the same tree, and kindred JSON."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from warbench.intake.catalogue.decode import decode
from warbench.intake.catalogue.evaluate import as_text
from warbench.intake.catalogue.factions import faction_of
from warbench.intake.catalogue.own_sheets import OwnSheet, own_sheet
from warbench.intake.catalogue.shares import all_points, cost_of, is_enhancement, is_item, whole
from warbench.intake.catalogue.tree import Catalogue, Chosen, RosterForce, RosterTree
from warbench.intake.sources import IntakeError, SourceFile
from warbench.intake.text.lines import plain
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.options import Items

_LIMIT = re.compile(r"\((\d{3,6}) points?", re.IGNORECASE)
_FACTION = "faction: "
_GAMES = (("10th edition", "w40k10"), ("horus heresy 3rd edition", "heresy3"))


class RosterModels(msgspec.Struct, frozen=True):
    """Models of a unit that are alike: what they are called, how many, and what all of them carry together."""

    name: str
    number: int
    wargear: tuple[Items, ...] = ()


class Enhancement(msgspec.Struct, frozen=True):
    """An enhancement that a unit has, and what it costs; the unit's points hold it."""

    name: str
    points: float = 0


class RosterUnit(msgspec.Struct, frozen=True):
    """A unit: its models, what stands at the unit itself, its points with all that is in it.

    ``keywords`` and ``faction_keywords`` are lower case. ``choices`` are selections that are neither wargear nor models.
    ``notes`` are what its player wrote about it, line by line. ``own`` is the datasheet that the roster itself carries for it,
    None when it carries none or not all of it.
    """

    name: str
    models: tuple[RosterModels, ...]
    points: float
    wargear: tuple[Items, ...] = ()
    keywords: tuple[str, ...] = ()
    faction_keywords: tuple[str, ...] = ()
    role: str = ""
    warlord: bool = False
    enhancements: tuple[Enhancement, ...] = ()
    choices: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    custom_name: str = ""
    entry_id: str = ""
    own: OwnSheet | None = None

    @property
    def size(self) -> int:
        """How many models it has."""
        return sum(group.number for group in self.models)


class RosterDetachment(msgspec.Struct, frozen=True):
    """A force or a detachment of a force: its units, and what was chosen for it as (choice, what was chosen)."""

    name: str
    catalogue: str
    units: tuple[RosterUnit, ...]
    choices: tuple[tuple[str, str], ...] = ()


class RosterFile(msgspec.Struct, frozen=True):
    """A roster. ``points`` are as printed, ``limit`` is None without one; ``game`` is empty when it is none that is known.

    ``sheets`` are datasheets that the file holds whole, by their ids: we write such files.
    ``notes`` say where the file does not agree with itself, and what was not understood.
    """

    name: str
    source: str
    game: str
    system: str
    detachments: tuple[RosterDetachment, ...]
    points: float | None = None
    limit: float | None = None
    builder: str = ""
    notes: tuple[str, ...] = ()
    sheets: Mapping[str, Datasheet] = {}

    @property
    def units(self) -> tuple[RosterUnit, ...]:
        """All units, in the order of the file."""
        return tuple(unit for detachment in self.detachments for unit in detachment.units)

    @property
    def total(self) -> float:
        """The points of all units together."""
        return sum(unit.points for unit in self.units)


def read_roster(data: bytes, name: str) -> RosterFile:
    """Read one roster.

    Args:
        data: the bytes of the file: XML, JSON, or a zip file with one of them.
        name: the file's name, for messages only.

    Raises:
        IntakeError: it cannot be read, is a catalogue, or is an archive of several rosters.
    """
    documents = list(decode(SourceFile(name, data)))
    if len(documents) != 1:
        raise IntakeError(name, f"holds {len(documents)} files, expected one roster")
    tree = documents[0].tree
    if isinstance(tree, Catalogue):
        raise IntakeError(name, "is a catalogue or game system, expected a roster: warbench data add FOLDER")
    return _roster(tree, documents[0].name)


def _roster(tree: RosterTree, source: str) -> RosterFile:
    game = next((game for words, game in _GAMES if words in tree.game_system_name.casefold()), "")
    notes: list[str] = []
    if not game and tree.game_system_name in {"", "Warhammer 40,000"}:
        game = "w40k10"
        notes.append(f"its game system {tree.game_system_name!r} names no edition: taken for Warhammer 40,000, 10th edition")
    elif not game:
        notes.append(f"of the game system {tree.game_system_name!r}, which is none that is played here")
    known = {plain(each.name).casefold(): each for each in reversed(list(_every(tree.forces))) if each.profiles}
    detachments = tuple(each for force in tree.forces for each in _detachments(force, _Book(game, known)))
    printed = cost_of(tree.costs)
    limit = cost_of(tree.cost_limits)
    if limit is None or limit < 0:
        sizes = (_LIMIT.search(value) for each in detachments for _, value in each.choices)
        limit = next((float(match[1]) for match in sizes if match), None)
    found = RosterFile(
        name=tree.name,
        source=source,
        game=game,
        system=tree.game_system_name,
        detachments=detachments,
        points=printed,
        limit=limit,
        builder=tree.generated_by,
        notes=tuple(notes),
        sheets={sheet.id: sheet for sheet in tree.warbench_sheets if sheet.game == game},
    )
    return checked(found, sum(all_points(chosen) for force in _forces(tree.forces) for chosen in force.selections))


def checked(roster: RosterFile, everything: float | None = None) -> RosterFile:
    """The roster with a note where its units do not come to what it prints.

    Args:
        roster: the roster.
        everything: the points of all selections, when something beside units may cost points.
    """
    notes = list(roster.notes)
    total = roster.total
    if everything is not None and everything != total:
        notes.append(f"{everything - total:g} points stand at choices that are no units")
        total = everything
    if roster.points is None:
        notes.append(f"prints no total; its units come to {total:g} points")
    elif roster.points != total:
        notes.append(
            f"prints {roster.points:g} points; its units come to {total:g}: {roster.points - total:+g} are not accounted for"
        )
    if not roster.units:
        notes.append("has no units")
    return msgspec.structs.replace(roster, notes=tuple(notes))


class _Book(msgspec.Struct, frozen=True):
    """What is the same for all units of a roster: the game, and a selection with profiles for each name."""

    game: str
    known: Mapping[str, Chosen]


def _every(forces: tuple[RosterForce, ...]) -> Iterator[Chosen]:
    for force in _forces(forces):
        for chosen in force.selections:
            yield chosen
            yield from _below(chosen)


def _forces(forces: tuple[RosterForce, ...]) -> Iterator[RosterForce]:
    for force in forces:
        yield force
        yield from _forces(force.forces)


def _detachments(force: RosterForce, book: _Book) -> Iterator[RosterDetachment]:
    for each in _forces((force,)):
        units = tuple(_unit(chosen, each, book) for chosen in each.selections if _is_unit(chosen))
        choices = tuple(pair for chosen in each.selections if not _is_unit(chosen) for pair in _choices(chosen))
        called = (("Called", each.custom_name),) if each.custom_name else ()
        yield RosterDetachment(each.name, plain(each.catalogue_name), units, (*called, *choices))


def _is_unit(chosen: Chosen) -> bool:
    if chosen.type in {"unit", "model"}:
        return True
    return not _is_configuration(chosen) and any(below.type == "model" for below in _below(chosen))


def _is_configuration(chosen: Chosen) -> bool:
    return any(each.name.casefold() == "configuration" for each in chosen.categories)


def _choices(chosen: Chosen) -> Iterator[tuple[str, str]]:
    leaves = [each.name for each in _below(chosen) if not each.selections]
    yield from ((chosen.name, leaf) for leaf in leaves) if leaves else ((chosen.name, ""),)


def _below(chosen: Chosen) -> Iterator[Chosen]:
    for child in chosen.selections:
        yield child
        yield from _below(child)


class _Gathered:
    """What is found in a unit while its selections are walked."""

    def __init__(self) -> None:
        self.models: list[RosterModels] = []
        self.enhancements: list[Enhancement] = []
        self.choices: list[str] = []
        self.warlord = False

    def holder(self, chosen: Chosen) -> None:
        """A selection with models in it, or a model; what it carries goes to the models, or to the unit."""
        carried: Counter[str] = Counter()
        for child in chosen.selections:
            self._child(child, carried)
        self.models.append(RosterModels(chosen.name, whole(chosen.number), _items(carried)))

    def rest(self, chosen: Chosen) -> Counter[str]:
        """What stands at the unit itself; models on the way are gathered."""
        carried: Counter[str] = Counter()
        for child in chosen.selections:
            self._child(child, carried)
        return carried

    def _child(self, chosen: Chosen, carried: Counter[str]) -> None:
        if chosen.type == "model":
            self.holder(chosen)
            return
        if chosen.name.casefold() == "warlord":
            self.warlord = True
        elif is_enhancement(chosen):
            self.enhancements.append(Enhancement(chosen.name, cost_of(chosen.costs) or 0))
        elif is_item(chosen):
            carried[plain(chosen.name)] += whole(chosen.number)
        elif not chosen.selections:
            self.choices.append(chosen.name)
        for child in chosen.selections:
            self._child(child, carried)


def _unit(chosen: Chosen, force: RosterForce, book: _Book) -> RosterUnit:
    found = _Gathered()
    at_unit: Counter[str] = Counter()
    if chosen.type == "model":
        found.holder(chosen)
    else:
        at_unit = found.rest(chosen)
        if not found.models:
            found.models.append(RosterModels(chosen.name, whole(chosen.number), _items(at_unit)))
            at_unit = Counter()
    words = [each.name.casefold() for each in chosen.categories]
    return RosterUnit(
        name=chosen.name,
        models=tuple(found.models),
        points=all_points(chosen),
        wargear=_items(at_unit),
        keywords=tuple(word for word in words if not word.startswith(_FACTION)),
        faction_keywords=tuple(word.removeprefix(_FACTION) for word in words if word.startswith(_FACTION)),
        role=next((each.name for each in chosen.categories if each.primary), ""),
        warlord=found.warlord or any(word == "warlord" for word in words),
        enhancements=tuple(found.enhancements),
        choices=tuple(dict.fromkeys(found.choices)),
        notes=tuple(line for text in chosen.custom_notes.splitlines() if (line := text.strip())),
        custom_name=chosen.custom_name,
        entry_id=chosen.entry_id,
        own=own_sheet(chosen, book.game, faction_of(force.catalogue_name), _version(force), book.known),
    )


def _version(force: RosterForce) -> str:
    revision = as_text(force.catalogue_revision)
    told = f"{plain(force.catalogue_name)} revision {revision}" if revision else plain(force.catalogue_name)
    return f"as the roster prints it ({told})" if told else "as the roster prints it"


def _items(carried: Counter[str]) -> tuple[Items, ...]:
    return tuple(Items(item, count) for item, count in carried.items())
