"""The bundled datasheets and target archetypes, found by name and read one file at a time."""

import functools
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable

from warbench.games.w40k10.characteristics import DataError, check, check_model
from warbench.games.w40k10.targets import Target, from_datasheet
from warbench.sheets.datasheet import Ability, Datasheet
from warbench.sheets.finding import UnknownDatasheet, find, forms, slug
from warbench.sheets.lending import Lender, Source
from warbench.sheets.shelf import Head, Shelf, convert, parse

__all__ = ["DataError", "Target", "UnknownDatasheet", "datasheet", "datasheets", "heads", "names", "read", "slug", "target"]

_FOLDER: Traversable = resources.files(__package__)


_LENDER = Lender()


def register_source(source: Source | None) -> None:
    """Look up what is not bundled in ``source`` as well, in place of the one before; None takes it away.

    Bundled datasheets come first: their abilities have effects.
    """
    _LENDER.register(source)


def datasheet(name: str) -> Datasheet:
    """The datasheet of that name or id: bundled, or of the registered source.

    Case, accents, apostrophes, spaces and hyphens do not matter; a plural, or a beginning or a word that only one datasheet
    has, is enough. Only that datasheet is read.

    Raises:
        UnknownDatasheet: naming the nearest names, or the several that fit.
        DataError: when its file is not a proper datasheet.
    """
    return lent(name) or _SHELF.find(name)


def lent(name: str) -> Datasheet | None:
    """The registered source's datasheet of that name; None where a bundled one is meant, or there is none.

    Raises:
        UnknownDatasheet: when the name fits several datasheets, or none.
    """
    return _LENDER.lent(name, _SHELF.ids, "datasheet")


def datasheets() -> tuple[Datasheet, ...]:
    """All bundled datasheets, by id."""
    return _SHELF.all()


def heads() -> tuple[Head, ...]:
    """What all bundled datasheets are called and whose they are, by id; none is read whole."""
    return _SHELF.heads()


@functools.cache
def digest() -> str:
    """A short hash of all bundled data: a saved battle of other data is told apart by it."""
    return _SHELF.digest(*(file for file in _FOLDER.iterdir() if file.name.endswith(".toml")))


def names() -> tuple[str, ...]:
    """The ids of the bundled datasheets, then of the target archetypes. Each is accepted by :func:`target`."""
    return (*_SHELF.ids, *_targets())


@functools.cache
def carriers(faction: str) -> tuple[Datasheet, ...]:
    """The faction's transports that do something for units that got out of them. Other files are not decoded."""
    named = (_FOLDER / "datasheets" / f"{key}.toml" for key in _SHELF.ids)
    found = (file.name.removesuffix(".toml") for file in named if b'affects = "passengers"' in file.read_bytes())
    return tuple(sheet for sheet in map(_SHELF.load, found) if sheet.faction == faction)


def target(name: str, size: int | None = None) -> Target:
    """A target by name: an archetype (``terminators``, ``super-heavy``) or a datasheet at ``size`` models.

    Without ``size`` an archetype has its own and a datasheet its smallest size. An archetype's size may be changed when all its
    models are alike.

    Raises:
        UnknownDatasheet: naming the nearest names.
        ValueError: when it cannot have that size.
    """
    aliases = _aliases()
    wanted = slug(name)
    known = tuple(dict.fromkeys([*aliases, *_SHELF.ids]))
    if (sheet := _LENDER.lent(name, known, "datasheet or target")) is not None:
        return from_datasheet(sheet, size)
    key = next((form for form in forms(wanted) if form in known), None)
    if key is None:
        key = find(name, known, "datasheet or target")
    if key in aliases:
        found = _targets()[aliases[key]]
        return found if size is None else found.resized(size)
    return from_datasheet(_SHELF.load(key), size)


def read(data: str | bytes, file: str) -> Datasheet:
    """A datasheet from the text of a TOML file. An ability with ``use`` is taken from the shared ones, with its parameter.

    Raises:
        DataError: naming ``file``, the place and what was expected.
    """
    plain = parse(data, file)
    abilities = plain.get("abilities")
    if isinstance(abilities, list):
        plain["abilities"] = [_shared_ability(entry, file) for entry in abilities]
    sheet = convert(plain, file, Datasheet)
    check(sheet, file)
    return sheet


@functools.cache
def _aliases() -> Mapping[str, str]:
    """The id of the target archetype for each id and alias."""
    return {alias: key for key, entry in _targets().items() for alias in (key, *map(slug, entry.aliases))}


@functools.cache
def _targets() -> Mapping[str, Target]:
    file = _FOLDER / "targets.toml"
    found = convert(parse(file.read_bytes(), file.name), file.name, dict[str, tuple[Target, ...]])
    targets = {entry.id: entry for entry in found["targets"]}
    for entry in targets.values():
        for group in entry.models:
            check_model(group.characteristics, f"targets[{entry.id}].models", file.name)
    return targets


def shared_ability(key: str, parameter: str = "") -> Ability | None:
    """The shared ability of that id (Deep Strike, Feel No Pain X, ...) with its parameter for the X; None when there is none."""
    if key not in _shared():
        return None
    return convert(_shared_ability({"use": key, "parameter": parameter}, "abilities.toml"), "abilities.toml", Ability)


@functools.cache
def _shared() -> Mapping[str, Mapping[str, object]]:
    file = _FOLDER / "abilities.toml"
    return {entry["id"]: entry for entry in parse(file.read_bytes(), file.name)["abilities"]}


def _shared_ability(entry: object, file: str) -> object:
    """The entry itself, or the shared ability that it uses, with its parameter for the X."""
    if not isinstance(entry, dict) or "use" not in entry:
        return entry
    found = _shared().get(entry["use"])
    if found is None:
        msg = f"{file}: abilities.use: found {entry['use']!r}, expected one of {', '.join(_shared())}"
        raise DataError(msg)
    own = {name: value for name, value in entry.items() if name != "use"}
    summary = str(found["summary"]).replace("{X}", str(own.get("parameter", "X")))
    return {**found, "summary": summary, **own}


_SHELF = Shelf(_FOLDER / "datasheets", read)
