"""Our own army files: JSON of the form ``warbench-army-1`` for either game, and the TOML that battles read."""

import re
import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from warbench.games.heresy3.armies.spec import ArmySpec as HeresySpec
from warbench.games.heresy3.armies.spec import UnitSpec as HeresyUnit
from warbench.games.w40k10.battle.roster import ArmySpec
from warbench.games.w40k10.battle.roster import UnitSpec as W40k10Unit
from warbench.sheets.schema import DataError
from warbench.sheets.shelf import plain_toml

FORMAT: Literal["warbench-army-1"] = "warbench-army-1"

BattleSize = Literal["", "incursion", "strike force", "onslaught"]
SIZES: tuple[BattleSize, ...] = ("", "incursion", "strike force", "onslaught")

MOST_BYTES = 4 * 1024 * 1024
MOST_UNITS = 200
MOST_LETTERS = 200
MOST_MODELS = 1000
"""Bounds on what a file may hold: real lists stay far below them."""

SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"


_CHOICES = {"format": (FORMAT,), "game": ("w40k10", "heresy3"), "battle_size": SIZES[1:]}
"""The fields that have one of some words."""

_AT = re.compile(r"at `\$\.(\w+)`")


class ArmyFileError(ValueError):
    """A file that is no army; the message names the file, the field, what was found and what was expected."""


class W40k10File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="game", tag="w40k10"):
    """An army of Warhammer 40,000. ``battle_size``: incursion, strike force or onslaught; empty: as its points are."""

    format: Literal["warbench-army-1"] = FORMAT
    battle_size: BattleSize = ""
    army: ArmySpec


class Heresy3File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="game", tag="heresy3"):
    """An army of The Horus Heresy; its points limit stands in the army itself."""

    format: Literal["warbench-army-1"] = FORMAT
    army: HeresySpec


ArmyFile = W40k10File | Heresy3File


def army_from_file(path: str | Path) -> ArmyFile:
    """The army of a file of our own, ``.json`` or ``.toml``, not checked yet.

    Raises:
        ArmyFileError: it cannot be read, is too large, or says something that no army says.
    """
    file = Path(path)
    try:
        if file.exists() and not file.is_file():
            raise ArmyFileError(f"{path}: is no ordinary file")
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise ArmyFileError(f"{path}: {error.strerror or error}") from error
    return read_army_file(data, str(path))


def read_army_file(data: bytes, name: str) -> ArmyFile:
    """The army of a file's bytes: JSON begins with a brace, everything else is read as TOML.

    Args:
        data: what the file holds.
        name: its name, for messages.

    Raises:
        ArmyFileError: for what is no army.
    """
    if len(data) > MOST_BYTES:
        raise ArmyFileError(f"{name}: is larger than {MOST_BYTES // 1024 // 1024} MB; an army has a few kilobytes")
    try:
        text = data.decode("utf-8-sig")
        is_json = text.lstrip().startswith("{")
        found: ArmyFile = msgspec.json.decode(text, type=ArmyFile) if is_json else _from_toml(plain_toml(text), name)
    except UnicodeDecodeError as error:
        raise ArmyFileError(f"{name}: found the byte 0x{data[error.start]:02x}, expected UTF-8 text") from error
    except RecursionError:
        raise ArmyFileError(f"{name}: has too many levels: refused") from None
    except tomllib.TOMLDecodeError as error:
        raise ArmyFileError(f"{name}: is neither JSON nor TOML: {error}") from error
    except (msgspec.DecodeError, DataError) as error:
        raise ArmyFileError(f"{name}: {_with_choices(str(error))}") from error
    except ValueError:  # Python reads no whole number of more than some thousand digits
        raise ArmyFileError(f"{name}: has a number of thousands of digits, expected one that a game has") from None
    _bounded(found, name)
    return found


def _with_choices(message: str) -> str:
    """What is wrong with a field, and what it may be where it is one of some words."""
    found = _AT.search(message)
    words = _CHOICES.get(found[1], ()) if found else ()
    return f"{message}; expected {' or '.join(map(repr, words))}" if words else message


def _from_toml(plain: dict[str, Any], name: str) -> ArmyFile:
    """The army of a TOML file: its fields stand at the top; what it has says of which game it is, unless ``game`` does."""
    fields = dict(plain)
    game = fields.pop("game", "heresy3" if "detachments" in fields else "w40k10")
    outer: dict[str, Any] = {key: fields.pop(key) for key in ("format", "battle_size") if key in fields}
    if game == "heresy3" and isinstance(fields.get("sheets"), list):
        from warbench.games.heresy3.library import settled  # noqa: PLC0415 -- only an army with datasheets of its own needs it

        fields["sheets"] = tuple(msgspec.to_builtins(settled(each, name)) for each in fields["sheets"])
    whole: dict[str, Any] = {"game": game, **outer, "army": fields}
    found: ArmyFile = msgspec.convert(whole, ArmyFile)
    return found


def _bounded(file: ArmyFile, name: str) -> None:
    """Refuse an army beyond the bounds.

    Raises:
        ArmyFileError: naming what is too much.
    """
    units: tuple[W40k10Unit | HeresyUnit, ...] = file.army.units
    if len(units) > MOST_UNITS:
        raise ArmyFileError(f"{name}: units: found {len(units)}, expected at most {MOST_UNITS}")
    for place, unit in enumerate(units, 1):
        if unit.models is not None and not 0 < unit.models <= MOST_MODELS:
            raise ArmyFileError(f"{name}: units[{place}].models: found {unit.models}, expected 1 to {MOST_MODELS}")
        for text in (unit.datasheet, unit.name, unit.inside):
            if len(text) > MOST_LETTERS:
                raise ArmyFileError(
                    f"{name}: units[{place}]: found a name of {len(text)} letters, expected at most {MOST_LETTERS}"
                )
    if isinstance(file, Heresy3File) and len(file.army.detachments) > MOST_UNITS:
        count = len(file.army.detachments)
        raise ArmyFileError(f"{name}: detachments: found {count}, expected at most {MOST_UNITS}")


def to_json(file: ArmyFile) -> str:
    """The file as JSON, for reading and for keeping."""
    return msgspec.json.format(msgspec.json.encode(file), indent=2).decode() + "\n"


def army_schema() -> dict[str, Any]:
    """The JSON Schema of army files (docs/army.schema.json)."""
    (either,), parts = msgspec.json.schema_components([ArmyFile], ref_template="#/$defs/{name}")
    schema = {
        "$schema": SCHEMA_ID,
        "title": "Warbench army",
        "description": f"An army list of the form {FORMAT}, for either game.",
        **either,
        "$defs": parts,
    }
    # As the file has it: defaults that are tuples become lists.
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema))
    return found
