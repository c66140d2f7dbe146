"""What a library file may hold: it may come from somebody else, and SQLite runs what the tables of a file say."""

import re
import sqlite3
from collections.abc import Sequence
from typing import Any

MOST_BYTES = 256 * 1024 * 1024
"""The largest library that is opened; one with three large sources has about 30 MB."""

MOST_VALUE = 4 * 1024 * 1024
"""The longest value of a column; the longest real one has some 100 kB."""

_TABLES = frozenset({"sources", "sheets", "beside"})
_WORKED_OUT = re.compile(r"\b(?:as|generated|virtual|check|default)\b", re.IGNORECASE)
_KINDS: dict[str, tuple[type, ...]] = {
    "data": (bytes, str),
    "texts": (bytes, str),
    "notes": (bytes, str),
    "cost": (int, type(None)),
    "sheets": (int,),
    "current": (int,),
}


def guard(library: sqlite3.Connection) -> str:
    """Set bounds for a library that was opened, and say what in it is not of a library; empty when all is.

    Raises:
        sqlite3.Error: for a file that is no database.
    """
    library.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_VALUE)
    library.execute("PRAGMA trusted_schema = OFF")
    for kind, name, said in library.execute("SELECT type, name, sql FROM sqlite_master"):
        # A view or a worked-out column runs whenever it is read, a trigger when it is written.
        if kind not in {"table", "index"} or (kind == "table" and name not in _TABLES) or _WORKED_OUT.search(said or ""):
            return f"{str(kind)[:20]} {str(name)[:40]!r}"
    return ""


def is_sound(columns: Sequence[Sequence[Any]], rows: Sequence[Sequence[Any]]) -> bool:
    """Whether every value is of its column's kind: SQLite keeps whatever was put in.

    Args:
        columns: the description of a cursor.
        rows: what it gave.
    """
    kinds = [_KINDS.get(column[0], (str,)) for column in columns]
    return all(isinstance(value, kind) for row in rows for value, kind in zip(row, kinds, strict=True))
