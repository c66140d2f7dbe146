"""JSON and TOML texts as plain data, then as scenarios and effects; what is wrong names the line or the field."""

import difflib
import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any, TypeVar, get_args

import msgspec

from warbench.cli.errors import InputError
from warbench.cli.games import scenario_class
from warbench.games import GAMES
from warbench.games import part as module_of
from warbench.rules import conditions, effects
from warbench.sheets.shelf import plain_toml

T = TypeVar("T")

DEEPEST = 40
"""Nothing in a scenario is nested as deep as that."""

_AT = re.compile(r" - at `(?:key in )?\$?(?P<path>.*)`$")
_PART = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]")
_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
_CHOICES: dict[str, tuple[str, ...]] = {
    "game": GAMES,
    "type": ("ranged", "melee"),
    "kind": tuple(str(kind.__struct_config__.tag) for kind in get_args(effects.Effect)),
    "side": get_args(effects.Side),
    "attacks": get_args(effects.Scope),
    "which": get_args(effects.Reroll),
    "against": get_args(effects.Against),
    "op": get_args(conditions.Op),
    "on": ("critical", "success"),
}


def parse_json(text: str, name: str) -> Any:  # noqa: ANN401 -- any JSON
    """The data of a JSON text.

    Raises:
        InputError: naming the line and column, or the key that an object has twice.
    """
    try:
        data = json.loads(
            text, object_pairs_hook=lambda pairs: _object(pairs, name), parse_constant=lambda word: _constant(word, name)
        )
    except json.JSONDecodeError as error:
        raise InputError(f"{name}: line {error.lineno}, column {error.colno}: not readable as JSON: {error.msg}") from error
    except RecursionError:
        raise InputError(f"{name}: is nested too deep, expected at most {DEEPEST} levels") from None
    except ValueError as error:  # Python reads no whole number of more than some thousand digits
        raise InputError(f"{name}: found a number of thousands of digits, expected one that a game has") from error
    return _shallow(data, name)


def parse_toml(text: str, name: str) -> Any:  # noqa: ANN401 -- any TOML
    """The data of a TOML text.

    Raises:
        InputError: naming the line and column.
    """
    try:
        data = plain_toml(text)
    except RecursionError:
        raise InputError(f"{name}: is nested too deep, expected at most {DEEPEST} levels") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name}: not readable as TOML: {error}") from error
    except ValueError as error:  # Python reads no whole number of more than some thousand digits
        raise InputError(f"{name}: found a number of thousands of digits, expected one that a game has") from error
    return _shallow(data, name)


def _object(pairs: list[tuple[str, Any]], name: str) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"{name}: an object has the key {twice!r} twice")
    return found


def _constant(word: str, name: str) -> Any:  # noqa: ANN401 -- never returns
    raise InputError(f"{name}: found {word}, expected a number")


def _shallow(data: Any, name: str) -> Any:  # noqa: ANN401 -- any JSON
    """The data itself, unless it is nested too deep: readers further on call themselves for each level."""
    level = [data]
    for _ in range(DEEPEST):
        level = [
            part
            for each in level
            if isinstance(each, dict | list)
            for part in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return _whole(data, name)
    raise InputError(f"{name}: is nested too deep, expected at most {DEEPEST} levels")


def _whole(data: Any, name: str) -> Any:  # noqa: ANN401 -- any JSON
    """The data itself, unless it has halves of letters: JSON can escape them, and no text can hold them."""
    try:
        json.dumps(data, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise InputError(f"{name}: found half of a letter, {half}, expected whole ones") from error
    return data


def scenarios(data: Any, name: str) -> tuple[list[tuple[str, str, Any]], bool]:  # noqa: ANN401 -- any JSON
    """The scenarios of a file, each with the words that locate it and its game, and whether they were a list.

    A list is a JSON list, or the key ``scenarios`` (TOML has no lists at its top).

    Raises:
        InputError: naming the field, what was found and what was expected.
    """
    if isinstance(data, dict) and "scenarios" in data:
        others = [key for key in data if key != "scenarios"]
        if others:
            raise InputError(f"{name}: found {others[0]!r} beside 'scenarios', expected nothing beside it")
        data = data["scenarios"]
    if not isinstance(data, list):
        return [_scenario(data, name)], False
    if not data:
        raise InputError(f"{name}: found an empty list, expected at least one scenario")
    out = []
    for number, entry in enumerate(data, 1):
        out.append(_scenario(entry, f"{name}: scenario {number}"))
    return out, True


def _scenario(data: Any, where: str) -> tuple[str, str, Any]:  # noqa: ANN401 -- any JSON
    """A scenario is read as one of the game that it names; what names none is read as one of the first, which says so."""
    named = data.get("game") if isinstance(data, dict) else None
    game = named if named in GAMES else GAMES[0]
    return where, game, convert(data, scenario_class(game), where)


# A union is no class to a type checker, though msgspec takes it.
_EFFECT: Any = effects.Effect


def effect(text: str, name: str) -> effects.Effect:
    """The effect of a JSON text.

    Raises:
        InputError: naming the field, what was found and what was expected.
    """
    found: effects.Effect = convert(parse_json(text, name), _EFFECT, name)
    return found


def convert(data: Any, kind: type[T], name: str) -> T:  # noqa: ANN401 -- any JSON
    """The data as a value of that kind.

    Raises:
        InputError: naming the field, what was found and what was expected.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise InputError(f"{name}: {_explained(str(error), data)}") from error


def _explained(text: str, data: Any) -> str:  # noqa: ANN401 -- any JSON
    """What msgspec says, with the field first and the value that was found there."""
    at = _AT.search(text)
    path = at["path"] if at else ""
    said = text[: at.start()] if at else text
    where = path.removeprefix(".").replace("[...]", " (one of its values)")
    prefix = f"{where}: " if where else ""
    field = path.rpartition(".")[2].partition("[")[0]
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", said):
        return f"{prefix}unknown field {unknown[1]!r}{_near(unknown[1])}"
    if missing := re.fullmatch(r"Object missing required field `(.*)`", said):
        return f"{prefix}the field {missing[1]!r} is missing"
    if expected := re.fullmatch(r"Expected `(.*)`, got `(.*)`", said):
        words = " or ".join(_WORDS.get(part, part) for part in expected[1].split(" | "))
        return f"{prefix}found {_found(data, path, _WORDS.get(expected[2], expected[2]))}, expected {words}"
    if said.startswith(("Invalid enum value", "Invalid value")) and field in _CHOICES:
        return f"{prefix}found {_found(data, path, 'another')}, expected one of {', '.join(_CHOICES[field])}"
    return f"{prefix}{said[:1].lower()}{said[1:]}"


def _found(data: Any, path: str, otherwise: str) -> str:  # noqa: ANN401 -- any JSON
    """The value at a path, shown when it is short; otherwise what kind of value it is."""
    for part in _PART.finditer(path):
        key: Any = part["name"] if part["name"] is not None else int(part["index"])
        try:
            data = data[key]
        except (LookupError, TypeError):
            return otherwise
    if isinstance(data, dict | list):
        return otherwise
    return json.dumps(data, ensure_ascii=False, default=str)


def _near(field: str) -> str:
    near = difflib.get_close_matches(field, set(_fields()), n=2)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _fields() -> Iterator[str]:
    """The names of all fields that a scenario can have."""
    specs = [kind for game in GAMES for kind in vars(module_of(game, "scenario")).values() if _is_spec(kind)]
    for kind in (*specs, *get_args(effects.Effect), effects.Per, conditions.Condition):
        yield from (field.encode_name for field in msgspec.structs.fields(kind))


def _is_spec(kind: object) -> bool:
    """Whether it is a class that scenarios are read into: those refuse fields that they do not know."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_config__.forbid_unknown_fields
