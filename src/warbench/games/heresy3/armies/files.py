"""Army lists as files: the bundled ones, and other people's by path."""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from warbench.battle.requests import Refusal, RefusedError
from warbench.games.heresy3 import library
from warbench.games.heresy3.armies.checking import check_army
from warbench.games.heresy3.armies.spec import ArmySpec
from warbench.sheets.schema import DataError
from warbench.sheets.shelf import convert, parse

_FOLDER: Traversable = resources.files(__package__) / "lists"


class ArmyError(RefusedError):
    """An army list that cannot be read or is not legal; the message names the list and every reason."""


def army(name: str) -> ArmySpec:
    """The army list of that name: a bundled one by id or name, or the path of a TOML file.

    Raises:
        ArmyError: it is not there, cannot be read, or is not legal.
        OSError: a file cannot be read.
    """
    path = Path(name)
    found = read_army(path.read_text(encoding="utf-8"), path.name) if path.suffix == ".toml" else _bundled(name)
    refusals = check_army(found)
    if refusals:
        raise ArmyError(found.name, refusals)
    return found


def armies() -> tuple[str, ...]:
    """The ids of the bundled army lists."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")))


def read_army(text: str, file: str) -> ArmySpec:
    """The army list of a file's text, not checked yet. Its own datasheets may name shared weapons and wargear.

    Raises:
        ArmyError: it is no TOML, or says something that no army list says.
    """
    try:
        plain: dict[str, Any] = parse(text, file)
        sheets = plain.pop("sheets", [])
        own = tuple(library.settled(entry, file) for entry in sheets) if isinstance(sheets, list) else sheets
        return convert({**plain, "sheets": own}, file, ArmySpec)
    except DataError as error:
        raise ArmyError(file, (Refusal("bad-file", str(error)),)) from error


def _bundled(name: str) -> ArmySpec:
    wanted = library.slug(name)
    for key in armies():
        found = read_army((_FOLDER / f"{key}.toml").read_text(encoding="utf-8"), f"{key}.toml")
        if wanted in {key, library.slug(found.name)}:
            return found
    sentence = f"there is no such army; there are: {', '.join(armies())}, or the path of a .toml file"
    raise ArmyError(repr(name), (Refusal("no-such-army", sentence),))
