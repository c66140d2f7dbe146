"""The bundled datasheets and target archetypes, found by name and read one file at a time."""

import difflib
import functools
import hashlib
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from warbench.games.w40k10.characteristics import DataError, check, check_model
from warbench.games.w40k10.targets import Target, from_datasheet
from warbench.sheets.datasheet import Datasheet

__all__ = ["DataError", "Target", "UnknownDatasheet", "datasheet", "datasheets", "names", "read", "slug", "target"]

T = TypeVar("T")

_FOLDER: Traversable = resources.files(__package__)


class UnknownDatasheet(LookupError):  # noqa: N818 - it names what is unknown, as LookupError's own children do
    """No datasheet or target of that name, or several; the message names the nearest."""


def slug(name: str) -> str:
    """The id of a name: lower case, without accents and apostrophes, words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "").replace("'", ""))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", letters.casefold()).strip("-")


def datasheet(name: str) -> Datasheet:
    """The bundled datasheet of that name or id.

    Case, accents, apostrophes, spaces and hyphens do not matter; a plural, or a beginning or a word that only one datasheet
    has, is enough. Only that datasheet's file is read.

    Raises:
        UnknownDatasheet: naming the nearest names, or the several that fit.
        DataError: when its file is not a proper datasheet.
    """
    return _load(_find(name, _index(), "datasheet"))


def datasheets() -> tuple[Datasheet, ...]:
    """All bundled datasheets, by id."""
    return tuple(_load(key) for key in _index())


@functools.cache
def digest() -> str:
    """A short hash of all bundled data: a saved battle of other data is told apart by it."""
    found = hashlib.blake2b(digest_size=6)
    files = [*(_FOLDER / "datasheets").iterdir(), *(file for file in _FOLDER.iterdir() if file.name.endswith(".toml"))]
    for file in sorted(files, key=lambda file: file.name):
        found.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()


def names() -> tuple[str, ...]:
    """The ids of the bundled datasheets, then of the target archetypes. Each is accepted by :func:`target`."""
    return (*_index(), *_targets())


@functools.cache
def carriers(faction: str) -> tuple[Datasheet, ...]:
    """The faction's transports that do something for units that got out of them. Other files are not decoded."""
    named = (_FOLDER / "datasheets" / f"{key}.toml" for key in _index())
    found = (file.name.removesuffix(".toml") for file in named if b'affects = "passengers"' in file.read_bytes())
    return tuple(sheet for sheet in map(_load, found) if sheet.faction == faction)


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
    known = [*aliases, *_index()]
    key = next((form for form in _forms(wanted) if form in known), None)
    if key is None:
        key = _find(name, tuple(dict.fromkeys(known)), "datasheet or target")
    if key in aliases:
        found = _targets()[aliases[key]]
        return found if size is None else found.resized(size)
    return from_datasheet(_load(key), size)


def read(data: str | bytes, file: str) -> Datasheet:
    """A datasheet from the text of a TOML file. An ability with ``use`` is taken from the shared ones, with its parameter.

    Raises:
        DataError: naming ``file``, the place and what was expected.
    """
    plain = _parse(data, file)
    abilities = plain.get("abilities")
    if isinstance(abilities, list):
        plain["abilities"] = [_shared_ability(entry, file) for entry in abilities]
    sheet = _convert(plain, file, Datasheet)
    check(sheet, file)
    return sheet


@functools.cache
def _index() -> tuple[str, ...]:
    """The ids, from the names of the files: nothing is read."""
    files = (_FOLDER / "datasheets").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


@functools.cache
def _load(key: str) -> Datasheet:
    file = _FOLDER / "datasheets" / f"{key}.toml"
    sheet = read(file.read_bytes(), file.name)
    if sheet.id != key or slug(sheet.name) != key:
        msg = f"{file.name}: id and name: found {sheet.id!r} and {sheet.name!r}, expected both to give {key!r}"
        raise DataError(msg)
    return sheet


@functools.cache
def _aliases() -> Mapping[str, str]:
    """The id of the target archetype for each id and alias."""
    return {alias: key for key, entry in _targets().items() for alias in (key, *map(slug, entry.aliases))}


@functools.cache
def _targets() -> Mapping[str, Target]:
    file = _FOLDER / "targets.toml"
    found = _convert(_parse(file.read_bytes(), file.name), file.name, dict[str, tuple[Target, ...]])
    targets = {entry.id: entry for entry in found["targets"]}
    for entry in targets.values():
        for group in entry.models:
            check_model(group.characteristics, f"targets[{entry.id}].models", file.name)
    return targets


@functools.cache
def _shared() -> Mapping[str, Mapping[str, object]]:
    file = _FOLDER / "abilities.toml"
    return {entry["id"]: entry for entry in _parse(file.read_bytes(), file.name)["abilities"]}


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


def _parse(data: str | bytes, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode() if isinstance(data, bytes) else data)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"{file}: not readable as TOML: {error}"
        raise DataError(msg) from error


def _convert(plain: object, file: str, kind: type[T]) -> T:
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:  # its text ends with the path: "... - at `$.weapons[0].type`"
        msg = f"{file}: {error}"
        raise DataError(msg) from error


def _forms(wanted: str) -> list[str]:
    """The slug itself and what it may be the plural of."""
    forms = [wanted]
    if wanted.endswith("es"):
        forms.append(wanted[:-2])
    if wanted.endswith("s"):
        forms.append(wanted[:-1])
    return forms


def _find(name: str, known: tuple[str, ...], what: str) -> str:
    forms = _forms(slug(name))
    for form in forms:
        if form in known:
            return form
    near: list[str] = []
    for form in forms:
        if not form:
            continue
        near = [key for key in known if key.startswith(form)] or [key for key in known if form in key.split("-")]
        if len(near) == 1:
            return near[0]
        if near:
            msg = f"{name!r} fits several {what}s: {', '.join(near)}"
            raise UnknownDatasheet(msg)
    near = difflib.get_close_matches(forms[0], known, n=3, cutoff=0.5)
    if not near:
        words = {word: key for key in reversed(known) for word in key.split("-")}
        near = list(dict.fromkeys(words[word] for word in difflib.get_close_matches(forms[0], words, n=3, cutoff=0.7)))
    hint = f"; did you mean {' or '.join(near)}?" if near else f"; known: {', '.join(known)}"
    msg = f"unknown {what} {name!r}{hint}"
    raise UnknownDatasheet(msg)
