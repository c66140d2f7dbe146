"""The files of the CSV export as tables: recognised by their columns, split at bars, within limits.

The export quotes nothing, so a quotation mark is a letter like any other; every row ends with a bar. A row that stops short of
its last bar goes on in the next line.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec

from warbench.intake.sources import IntakeError, SourceFile

Row = dict[str, str]

MOST_BYTES = 64 * 1024 * 1024
MOST_LETTERS = 200_000
MOST_ROWS = 500_000
_MARK = "\ufeff"
_ZIP = b"PK\x03\x04"
_SHOWN = 60

_COLUMNS: dict[str, frozenset[str]] = {
    "datasheets": frozenset({"id", "name", "faction_id", "source_id", "loadout", "transport", "damaged_w"}),
    "models": frozenset({"datasheet_id", "line", "name", "M", "T", "Sv", "inv_sv", "W", "Ld", "OC", "base_size"}),
    "weapons": frozenset({"datasheet_id", "line", "name", "description", "range", "type", "A", "BS_WS", "S", "AP", "D"}),
    "abilities": frozenset({"datasheet_id", "line", "ability_id", "name", "description", "type", "parameter"}),
    "keywords": frozenset({"datasheet_id", "keyword", "model", "is_faction_keyword"}),
    "costs": frozenset({"datasheet_id", "line", "description", "cost"}),
    "options": frozenset({"datasheet_id", "line", "button", "description"}),
    "leaders": frozenset({"leader_id", "attached_id"}),
    "enhancements": frozenset({"faction_id", "id", "name", "cost", "detachment", "description"}),
    "stratagems": frozenset({"faction_id", "id", "name", "cp_cost", "phase", "description"}),
    "detachment abilities": frozenset({"id", "faction_id", "name", "description", "detachment"}),
    "shared abilities": frozenset({"id", "name", "faction_id", "description"}),
    "detachments": frozenset({"id", "faction_id", "name", "type"}),
    "sources": frozenset({"id", "name", "edition", "errata_date"}),
    "factions": frozenset({"id", "name", "link"}),
    "last update": frozenset({"last_update"}),
    "composition": frozenset({"datasheet_id", "line", "description"}),
    "links": frozenset({"datasheet_id"}),
}
"""The columns by which a table is known. More columns may be there; the first table that fits is taken."""

NEEDED = ("datasheets", "models", "weapons", "abilities", "keywords", "costs", "composition", "factions")
"""Without these there are no datasheets."""

_UNREAD = frozenset({"links"})
"""Tables that only say which stratagem or enhancement is printed beside which datasheet."""


class Tables(msgspec.Struct, frozen=True):
    """The rows of every table by its kind, in the order of the files; a kind that is not there has none."""

    rows: dict[str, tuple[Row, ...]]

    def all(self, kind: str) -> tuple[Row, ...]:
        """Every row of a table."""
        return self.rows.get(kind, ())

    def by(self, kind: str, column: str) -> dict[str, list[Row]]:
        """The rows of a table by what one column says, each list in the order of the column ``line``."""
        found: dict[str, list[Row]] = {}
        for row in self.rows.get(kind, ()):
            found.setdefault(row[column], []).append(row)
        for rows in found.values():
            rows.sort(key=_place)
        return found


def kind_of(head: bytes) -> str | None:
    """The kind of table that a file begins with, by its first line; None when it is none of the export."""
    first = head.split(b"\n", 1)[0]
    try:
        columns = _columns(first.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return None
    return next((kind for kind, needed in _COLUMNS.items() if needed <= set(columns)), None) if len(columns) else None


def read_tables(files: Iterable[SourceFile]) -> Tables:
    """The tables of an export.

    Args:
        files: the files of one export, in any order and under any names. A file that is no table of it is left out.

    Raises:
        IntakeError: naming the file and the reason: too large, binary, packed, not UTF-8, a row with more fields than columns,
            the same table twice, or a table that datasheets need and that is not there.
    """
    rows: dict[str, tuple[Row, ...]] = {}
    names: dict[str, str] = {}
    first = ""
    for file in files:
        first = first or file.name
        _refuse(file)
        kind = kind_of(file.data[:4096])
        if kind is None:
            continue
        if kind in _UNREAD:
            continue
        if kind in rows:
            raise IntakeError(file.name, f"has the columns of {names[kind]}: one export has the table of {kind} once")
        rows[kind] = tuple(_rows(file))
        names[kind] = file.name
    lacks = [kind for kind in NEEDED if not rows.get(kind)]
    if lacks:
        raise IntakeError(
            first or "the export", f"an export needs tables with rows of {', '.join(NEEDED)}; there is none of {', '.join(lacks)}"
        )
    return Tables(rows)


def _refuse(file: SourceFile) -> None:
    if len(file.data) > MOST_BYTES:
        raise IntakeError(file.name, f"is larger than {MOST_BYTES // 1024 // 1024} MB; a table of the export is far smaller")
    if file.data.startswith(_ZIP):
        raise IntakeError(file.name, "is a zip archive, not a table; unpack it first")
    if b"\0" in file.data:
        raise IntakeError(file.name, "is binary: it has NUL bytes")


def _columns(line: str) -> list[str]:
    names = [name.strip() for name in line.rstrip("\r\n").split("|")]
    while names and not names[-1]:
        names.pop()
    return names


def _rows(file: SourceFile) -> Iterator[Row]:
    lines = _lines(file)
    _, head = next(lines)
    columns = _columns(head)
    bars = len(columns) - 1 if not head.rstrip().endswith("|") else len(columns)
    held, began, count = "", 0, 0
    for number, line in lines:
        if not held and not line.strip():
            continue
        held, began = (f"{held}\n{line}", began) if held else (line, number)
        if len(held) > MOST_LETTERS:
            raise IntakeError(file.name, f"line {began}: a row of more than {MOST_LETTERS:,} letters")
        have = held.count("|")
        if have < bars:
            continue
        if have > bars:
            raise IntakeError(
                file.name,
                f"line {began}: found {have} bars, expected {bars}, one behind each of: {', '.join(columns)}: {held[:_SHOWN]!r}",
            )
        yield dict(zip(columns, (field.strip() for field in held.split("|")), strict=False))
        held = ""
        count += 1
        if count > MOST_ROWS:
            raise IntakeError(file.name, f"has more than {MOST_ROWS:,} rows")
    if held:
        raise IntakeError(file.name, f"line {began}: the row ends after {held.count('|')} of {bars} bars: {held[:_SHOWN]!r}")


def _lines(file: SourceFile) -> Iterator[tuple[int, str]]:
    """The lines with their numbers from 1; the bytes are decoded line by line, so that a fault has its line."""
    start, number = 0, 1
    data = file.data
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        if end - start > MOST_LETTERS * 4:
            raise IntakeError(file.name, f"line {number}: is longer than {MOST_LETTERS:,} letters")
        try:
            text = data[start:end].decode("utf-8")
        except UnicodeDecodeError as error:
            byte = data[start + error.start]
            raise IntakeError(file.name, f"line {number}: found the byte 0x{byte:02x}, expected UTF-8 text") from error
        yield number, text.removeprefix(_MARK).rstrip("\r")
        start, number = end + 1, number + 1


_NUMBER = re.compile(r"\d{1,6}")


def _place(row: Row) -> int:
    line = row.get("line", "")
    return int(line) if _NUMBER.fullmatch(line) else 0
