"""The bundled datasheets, found by name and read one file at a time.

A datasheet names its weapons and wargear; those that it does not describe itself come from ``weapons.toml`` and ``wargear.toml``,
an ability with ``use`` from ``abilities.toml``. A name such as "turret mounted lascannon" is the lascannon on that mount.
"""

import functools
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from warbench.games.heresy3.characteristics import check, check_arms
from warbench.sheets.datasheet import Datasheet, Wargear, Weapon
from warbench.sheets.finding import UnknownDatasheet, slug
from warbench.sheets.lending import Lender, Source
from warbench.sheets.schema import DataError
from warbench.sheets.shelf import Head, Shelf, convert, parse

__all__ = [
    "DataError",
    "UnknownDatasheet",
    "datasheet",
    "datasheets",
    "digest",
    "gear",
    "heads",
    "lent",
    "names",
    "read",
    "register_source",
    "settled",
    "slug",
    "weapon",
]

_LENDER = Lender()
_FOLDER: Traversable = resources.files(__package__)
_MOUNTED = re.compile(r"(?P<mount>hull|hull \(rear\)|turret|sponson|pintle|centreline) mounted (?P<name>.+)", re.IGNORECASE)


def datasheet(name: str) -> Datasheet:
    """The datasheet of that name or id: bundled, or of the registered source. Only that datasheet is read.

    Case, accents, apostrophes, spaces and hyphens do not matter; a plural, or a beginning or a word that only one datasheet
    has, is enough.

    Raises:
        UnknownDatasheet: naming the nearest names, or the several that fit.
        DataError: when its file is not a proper datasheet.
    """
    return lent(name) or _SHELF.find(name)


def register_source(source: Source | None) -> None:
    """Look up what is not bundled in ``source`` as well, in place of the one before; None takes it away."""
    _LENDER.register(source)


def lent(name: str, known: tuple[str, ...] = (), what: str = "datasheet") -> Datasheet | None:
    """The registered source's datasheet of that name; None where a bundled one is meant, or one of ``known``, or nothing is lent.

    Raises:
        UnknownDatasheet: when the name fits several datasheets, or none.
    """
    return _LENDER.lent(name, known or _SHELF.ids, what)


def datasheets() -> tuple[Datasheet, ...]:
    """All bundled datasheets, by id."""
    return _SHELF.all()


def heads() -> tuple[Head, ...]:
    """What all bundled datasheets are called and whose they are, by id; none is read whole."""
    return _SHELF.heads()


def names() -> tuple[str, ...]:
    """The ids of the bundled datasheets."""
    return _SHELF.ids


@functools.cache
def digest() -> str:
    """A short hash of all bundled data: a saved battle of other data is told apart by it."""
    return _SHELF.digest(*(file for file in _FOLDER.iterdir() if file.name.endswith(".toml")))


def read(data: str | bytes, file: str) -> Datasheet:
    """A datasheet from the text of a TOML file.

    Raises:
        DataError: naming ``file``, the place and what was expected.
    """
    return settled(parse(data, file), file)


def settled(plain: Mapping[str, Any], file: str) -> Datasheet:
    """A datasheet from plain values, with the weapons, wargear and abilities that it only names, and checked.

    Raises:
        DataError: naming ``file``, the place and what was expected.
    """
    abilities = plain.get("abilities")
    if isinstance(abilities, list):
        plain = {**plain, "abilities": [_shared_ability(entry, file) for entry in abilities]}
    sheet = _filled(convert({"game": "heresy3", "faction": "", "keywords": [], **plain}, file, Datasheet))
    check(sheet, file, _noted())
    return sheet


def weapon(name: str) -> Weapon | None:
    """The weapon of that name that datasheets share, on its mount if the name says one; None when there is none."""
    known = _weapons()
    found = known.get(name.casefold())
    if found is not None:
        return found
    mounted = _MOUNTED.fullmatch(name)
    found = known.get(mounted["name"].casefold()) if mounted else None
    if found is None or mounted is None:
        return None
    return msgspec.structs.replace(found, name=name, mount=mounted["mount"].casefold())


def gear(name: str) -> Wargear | None:
    """The wargear of that name that datasheets share; None when there is none."""
    return _wargear().get(name.casefold())


class _Arsenal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of shared things holds."""

    weapons: tuple[Weapon, ...] = ()
    wargear: tuple[Wargear, ...] = ()


def _arsenal(file: str) -> _Arsenal:
    found = convert(parse((_FOLDER / file).read_bytes(), file), file, _Arsenal)
    check_arms(found.weapons, found.wargear, file, _noted())
    return found


@functools.cache
def _weapons() -> Mapping[str, Weapon]:
    return {entry.name.casefold(): entry for entry in _arsenal("weapons.toml").weapons}


@functools.cache
def _wargear() -> Mapping[str, Wargear]:
    return {entry.name.casefold(): entry for entry in _arsenal("wargear.toml").wargear}


def _filled(sheet: Datasheet) -> Datasheet:
    """The datasheet with the shared weapons and wargear that its models can have."""
    own = {arm.name.casefold() for arm in sheet.weapons} | {item.name.casefold() for item in sheet.wargear}
    own |= {ability.item.casefold() for ability in sheet.abilities}
    named: dict[str, str] = {}
    for item in _named(sheet):
        if item.casefold() not in own:
            named.setdefault(item.casefold(), item)
    weapons = [found for item in named.values() if (found := weapon(item)) is not None]
    wargear = [thing for item in named.values() if (thing := gear(item)) is not None]
    return msgspec.structs.replace(sheet, weapons=(*sheet.weapons, *weapons), wargear=(*sheet.wargear, *wargear))


def _named(sheet: Datasheet) -> Iterator[str]:
    for line in sheet.composition:
        yield from line.equipped
    for option in sheet.options:
        for choice in option.choices:
            yield from (part.item for part in (*choice.takes, *choice.gives))


@functools.cache
def _abilities() -> Mapping[str, Mapping[str, object]]:
    file = _FOLDER / "abilities.toml"
    return {entry["id"]: entry for entry in parse(file.read_bytes(), file.name)["abilities"]}


@functools.cache
def _noted() -> frozenset[str]:
    """The special rules of weapons and models that are known by name only, in lower case."""
    return frozenset(str(entry["name"]).casefold() for entry in _abilities().values() if entry.get("kind") == "weapon")


def _shared_ability(entry: object, file: str) -> object:
    """The entry itself, or the shared ability that it uses, with its parameter for the X."""
    if not isinstance(entry, dict) or "use" not in entry:
        return entry
    found = _abilities().get(entry["use"])
    if found is None:
        msg = f"{file}: abilities.use: found {entry['use']!r}, expected one of {', '.join(_abilities())}"
        raise DataError(msg)
    own = {name: value for name, value in entry.items() if name != "use"}
    summary = str(found["summary"]).replace("{X}", str(own.get("parameter", "X")))
    return {**found, "summary": summary, **own}


_SHELF = Shelf(_FOLDER / "datasheets", read)
