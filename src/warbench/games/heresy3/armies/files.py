"""Army lists as files: the bundled ones, and other people's by path."""

from importlib import resources
from pathlib import Path
from typing import Any

from warbench.battle.bundled import Bundle
from warbench.battle.requests import Refusal, RefusedError
from warbench.games.heresy3 import library
from warbench.games.heresy3.armies.checking import check_army
from warbench.games.heresy3.armies.spec import ArmySpec
from warbench.sheets.schema import DataError
from warbench.sheets.shelf import convert, parse


class ArmyError(RefusedError):
    """An army list that cannot be read or is not legal; the message names the list and every reason."""


def army(name: str) -> ArmySpec:
    """The army list of that name: a bundled one by id or name, or the path of a TOML file.

    Raises:
        ArmyError: it is not there, cannot be read, or is not legal.
        OSError: a file cannot be read.
    """
    path = Path(name)
    found = read_army(path.read_text(encoding="utf-8"), path.name) if path.suffix == ".toml" else _BUNDLE.find(name)
    refusals = check_army(found)
    if refusals:
        raise ArmyError(found.name, refusals)
    return found


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


_BUNDLE = Bundle(resources.files(__package__) / "lists", "army", read_army, ArmyError, ", or the path of a .toml file")


def armies() -> tuple[str, ...]:
    """The ids of the bundled army lists."""
    return _BUNDLE.ids
