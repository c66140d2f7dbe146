"""An army as the TOML that battles read: the fields of the list at the top, its units as tables."""

import json
from typing import Any

import msgspec

from warbench.muster.files import ArmyFile


class NoTomlError(ValueError):
    """An army that TOML cannot hold."""


def to_toml(file: ArmyFile) -> str:
    """The army as TOML.

    Raises:
        NoTomlError: when it brings datasheets of its own, whose empty values TOML cannot say; JSON can.
    """
    if file.army.sheets:
        raise NoTomlError(f"{file.army.name} brings datasheets of its own, which TOML cannot hold; write it as .json")
    return "\n".join(_table(msgspec.to_builtins(file.army), "")).lstrip("\n") + "\n"


def _table(plain: dict[str, Any], where: str) -> list[str]:
    """A table: its plain fields, then its arrays of tables; small tables stand on one line."""
    nested = {key: value for key, value in plain.items() if _is_tables(key, value)}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in plain.items() if key not in nested]
    for key, rows in nested.items():
        name = f"{where}{key}"
        for row in rows:
            lines += ["", f"[[{name}]]", *_table(row, f"{name}.")]
    return lines


def _is_tables(key: str, value: Any) -> bool:  # noqa: ANN401 -- any plain value
    return key in {"units", "detachments", "enhancements"} and isinstance(value, list | tuple) and bool(value)


def _value(value: Any) -> str:  # noqa: ANN401 -- any plain value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    # JSON's text is TOML's as well, but for DEL, which JSON leaves as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").isalnum() else _value(key)
