"""The user's data library: imported datasheets in one SQLite file, looked up by name. It is read here and never changed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from warbench.games.w40k10.library import UnknownDatasheet
from warbench.intake.export.reader import Beside
from warbench.sheets.datasheet import Datasheet, Weapon

FORMAT = 1
"""The version of the library's tables; a library of another version is refused."""


class LibraryError(ValueError):
    """A library that cannot be used; the message names its file and the reason."""


class SourceInfo(msgspec.Struct, frozen=True):
    """A source of datasheets in the library: its id, what it is called, its edition, where it was read from, how many it has."""

    id: str
    name: str
    edition: str
    origin: str
    sheets: int


class Stored(msgspec.Struct, frozen=True):
    """A datasheet with what is to be known beside it: its source, the source's own words by ability, notes of the reader."""

    sheet: Datasheet
    source: str
    texts: dict[str, str]
    notes: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """A datasheet in a list: its id, name, faction and source."""

    id: str
    name: str
    faction: str
    source: str


_Row = tuple[Any, ...]
_SHEET = msgspec.json.Decoder(Datasheet)
_TEXTS = msgspec.json.Decoder(dict[str, str])
_NOTES = msgspec.json.Decoder(tuple[str, ...])


class UserLibrary:
    """The library of a file; one that is not there is empty."""

    def __init__(self, path: Path, game: str = "") -> None:
        """Take the file; it is opened when it is first asked. With ``game`` only that game's datasheets are found."""
        self.path = path
        self._game = game
        self._open: sqlite3.Connection | None = None

    def close(self) -> None:
        """Let the file go."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def ids(self) -> tuple[str, ...]:
        """The ids of all datasheets."""
        return tuple(
            row[0] for row in self._rows("SELECT DISTINCT key FROM sheets WHERE ?1 IN ('', game) ORDER BY key", (self._game,))
        )

    def find(self, wanted: str) -> Datasheet | None:
        """The datasheet of exactly that id, or the only one whose name has that slug; None when there is none.

        Several of one name that say the same of everything but their faction are one. Where several sources have it, the one that
        was added first is taken.

        Raises:
            UnknownDatasheet: when several that differ have the name; names their ids.
            LibraryError: when the file cannot be used.
        """
        stored = self.stored(wanted)
        return stored.sheet if stored is not None else None

    def stored(self, wanted: str) -> Stored | None:
        """What :meth:`find` finds, with what is kept beside it."""
        rows = self._rows(
            "SELECT sheets.key, data, source, texts, notes FROM sheets JOIN sources ON sources.id = source "
            "WHERE (sheets.key = ?1 OR slug = ?1) AND ?2 IN ('', game) ORDER BY sheets.key != ?1, sources.place, sheets.key",
            (wanted, self._game),
        )
        if not rows:
            return None
        if rows[0][0] != wanted:
            rows.insert(0, self._one_of(wanted, [row for row in rows if row[2] == rows[0][2]]))
        _, data, source, texts, notes = rows[0]
        return Stored(self._sheet(data), source, _TEXTS.decode(texts), _NOTES.decode(notes))

    def everything(self) -> Iterator[Stored]:
        """Every datasheet of every source."""
        for data, source, texts, notes in self._rows("SELECT data, source, texts, notes FROM sheets ORDER BY source, key"):
            yield Stored(self._sheet(data), source, _TEXTS.decode(texts), _NOTES.decode(notes))

    def lines(self, words: str = "") -> list[Line]:
        """The datasheets whose name or faction holds the words, by faction and name."""
        query = "SELECT key, name, faction, source FROM sheets WHERE ?1 IN ('', game) ORDER BY faction, name, key"
        rows = self._rows(query, (self._game,))
        low = words.casefold()
        return [Line(*row) for row in rows if low in row[1].casefold() or low in row[2].casefold()]

    def sources(self) -> list[SourceInfo]:
        """The sources, in the order in which they were added."""
        rows = self._rows(
            "SELECT id, name, edition, origin, (SELECT count(*) FROM sheets WHERE source = sources.id) "
            "FROM sources ORDER BY place"
        )
        return [SourceInfo(*row) for row in rows]

    def beside(self, kind: str) -> list[Beside]:
        """What sources have beside datasheets: ``enhancement``, ``stratagem``, ``detachment``, ``detachment ability``."""
        rows = self._rows("SELECT kind, name, faction, detachment, cost, text FROM beside WHERE kind = ? ORDER BY rowid", (kind,))
        return [Beside(*row) for row in rows]

    def _one_of(self, wanted: str, rows: list[_Row]) -> _Row:
        """The row that stands for all of one name: of the faction that is the datasheet's own, else the first."""
        sheets = [self._sheet(row[1]) for row in rows]
        if len({msgspec.json.encode(_apart_from_faction(sheet)) for sheet in sheets}) > 1:
            told = ", ".join(f"{sheet.id} ({sheet.faction})" for sheet in sheets)
            msg = f"{wanted!r} fits several datasheets that differ: {told}; use one of these ids"
            raise UnknownDatasheet(msg)
        own = (row for row, sheet in zip(rows, sheets, strict=True) if sheet.faction.casefold() in sheet.faction_keywords)
        return next(own, rows[0])

    def _sheet(self, data: bytes) -> Datasheet:
        try:
            return _SHEET.decode(data)
        except msgspec.DecodeError as error:
            msg = f"{self.path}: holds a datasheet that this version cannot read ({error}); import it again: warbench data update"
            raise LibraryError(msg) from error

    def _rows(self, query: str, values: tuple[str, ...] = ()) -> list[_Row]:
        if self._open is None:
            if not self.path.exists():
                return []
            self._open = connect(self.path)
        try:
            with closing(self._open.execute(query, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.DatabaseError as error:
            msg = f"{self.path}: the data library is damaged ({error}); remove the file and import again"
            raise LibraryError(msg) from error


def connect(path: Path) -> sqlite3.Connection:
    """Open a library for reading.

    Raises:
        LibraryError: when it is no library, or one of another version.
    """
    try:
        found = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        version = found.execute("PRAGMA user_version").fetchone()[0]
        found.execute("SELECT count(*) FROM sources").fetchone()
    except sqlite3.Error as error:
        msg = f"{path}: is no data library of Warbench, or is damaged ({error}); remove the file and import again"
        raise LibraryError(msg) from error
    if version != FORMAT:
        found.close()
        msg = f"{path}: a data library of version {version}, expected {FORMAT}; remove the file and import again"
        raise LibraryError(msg)
    return found


def _apart_from_faction(sheet: Datasheet) -> Datasheet:
    """What the datasheet says in play, whatever faction lists it, in one order."""
    blank: tuple[str, ...] = ()
    return msgspec.structs.replace(
        sheet,
        id="",
        faction="",
        keywords=tuple(sorted(sheet.keywords)),
        faction_keywords=blank,
        leads=blank,
        abilities=tuple(sorted((one for one in sheet.abilities if one.kind != "faction"), key=lambda one: one.id)),
        weapons=tuple(sorted(map(_ordered, sheet.weapons), key=lambda weapon: (weapon.type, weapon.name))),
        options=blank,
    )


def _ordered(weapon: Weapon) -> Weapon:
    profiles = (msgspec.structs.replace(one, abilities=tuple(sorted(one.abilities))) for one in weapon.profiles)
    return msgspec.structs.replace(weapon, name=weapon.name.casefold(), profiles=tuple(profiles))
