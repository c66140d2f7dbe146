"""The user's data library: imported datasheets in one SQLite file, looked up by name. It is read here and never changed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from warbench.intake.belonging.homes import at_home
from warbench.intake.sources import Beside
from warbench.intake.store.precedence import Line, Order
from warbench.intake.store.readers import KIND, fingerprint
from warbench.intake.store.sound import MOST_BYTES, guard, is_sound
from warbench.sheets.datasheet import Datasheet, Weapon
from warbench.sheets.finding import SeveralOfName, first_few, parted

FORMAT = 1
"""The version of the library's tables; a library of another version is refused."""


class LibraryError(ValueError):
    """A library that cannot be used; the message names its file and the reason."""


class SourceInfo(msgspec.Struct, frozen=True):
    """A source of datasheets in the library: its id, what it is called, its edition, where it was read from, how many it has.

    ``outdated``: it was read by other readers than those of this version, which may understand more of it.
    """

    id: str
    name: str
    edition: str
    origin: str
    sheets: int
    outdated: bool = False


class Stored(msgspec.Struct, frozen=True):
    """A datasheet with what is to be known beside it: its source, the source's own words by ability, notes of the reader."""

    sheet: Datasheet
    source: str
    texts: dict[str, str]
    notes: tuple[str, ...]


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

    def ids(self, source: str = "") -> tuple[str, ...]:
        """The ids of the datasheets that names mean, by precedence; with ``source`` those of all its datasheets."""
        if not source:
            return tuple(line.id for line in self.order.preferred if ":" not in line.id)
        return tuple(line.key for line in self.order.lines if line.source == source)

    def names(self) -> tuple[str, ...]:
        """The ids of the sources that have datasheets of the game, in their order."""
        query = "SELECT id FROM sources WHERE EXISTS (SELECT 1 FROM sheets WHERE {} AND source = sources.id) ORDER BY place"
        return tuple(row[0] for row in self._rows(query.format(self._of_game), (self._game,)))

    @cached_property
    def order(self) -> Order:
        """All datasheets of the game by precedence."""
        query = (
            "SELECT sheets.key, slug, sheets.name, faction, source FROM sheets JOIN sources ON sources.id = source "
            "WHERE {} ORDER BY sources.place, sheets.key"
        )
        rows = self._rows(query.format(self._of_game), (self._game,))
        return Order(tuple(Line(*row) for row in rows))

    @property
    def _of_game(self) -> str:
        """The condition that a datasheet is of the game; written so that the index serves it."""
        return "game = ?1" if self._game else "?1 = ''"

    def find(self, wanted: str, source: str = "") -> Datasheet | None:
        """The datasheet of exactly that id, or the only one whose name has that slug; None when there is none.

        It is that of the first source that has one, or of the one source that is asked; or of that of ``SOURCE:ID``, and then its
        id is of that form too. Of several of one name that of its own faction stands for those that list it as an ally, and those
        that say the same of everything but their faction are one.

        Raises:
            SeveralOfName: when several that differ have the name; names their ids.
            LibraryError: when the file cannot be used.
        """
        stored = self.stored(wanted, source)
        if stored is None:
            return None
        named = parted(wanted)[0] if not source else ""
        return msgspec.structs.replace(stored.sheet, id=f"{named}:{stored.sheet.id}") if named else stored.sheet

    def stored(self, wanted: str, source: str = "") -> Stored | None:
        """What :meth:`find` finds, with what is kept beside it."""
        if not source:
            source, wanted = parted(wanted)
        rows = self._rows(
            "SELECT sheets.key, data, source, texts, notes FROM sheets JOIN sources ON sources.id = source "
            "WHERE (sheets.key = ?1 OR slug = ?1) AND ?2 IN ('', game) AND ?3 IN ('', source) "
            "ORDER BY sources.place, sheets.key != ?1, sheets.key",
            (wanted, self._game, source),
        )
        if not rows:
            return None
        if rows[0][0] != wanted:
            rows.insert(0, self._one_of(wanted, [row for row in rows if row[2] == rows[0][2]], source))
        _, data, found, texts, notes = rows[0]
        return self._stored(data, found, texts, notes)

    def everything(self) -> Iterator[Stored]:
        """Every datasheet of the game of every source, those of the source that comes first at the front."""
        rows = self._rows(
            "SELECT data, source, texts, notes FROM sheets JOIN sources ON sources.id = source WHERE ?1 IN ('', game) "
            "ORDER BY sources.place, sheets.key",
            (self._game,),
        )
        for data, source, texts, notes in rows:
            yield self._stored(data, source, texts, notes)

    def lines(self, words: str = "") -> list[Line]:
        """The datasheets of all sources whose name or faction holds the words, by faction and name, then by precedence."""
        return self.order.holding(words)

    def sources(self) -> list[SourceInfo]:
        """The sources, in the order in which they are looked into: as they were added, unless one was put first."""
        rows = self._rows(
            "SELECT id, name, edition, origin, (SELECT count(*) FROM sheets WHERE source = sources.id) AS sheets, "
            "(SELECT count(*) FROM beside WHERE source = sources.id AND kind = ?1 AND beside.name = ?2) AS current "
            "FROM sources ORDER BY place",
            (KIND, fingerprint()),
        )
        return [
            SourceInfo(key, name, edition, origin, sheets, outdated=not current)
            for key, name, edition, origin, sheets, current in rows
        ]

    def beside(self, kind: str, source: str = "") -> list[Beside]:
        """What sources, or the one that is named, have beside datasheets, that of the source that comes first at the front.

        ``kind`` is ``enhancement``, ``stratagem``, ``detachment``, ``detachment ability``, or a reader's own.
        """
        query = (
            "SELECT kind, beside.name, faction, detachment, cost, text FROM beside JOIN sources ON sources.id = source "
            "WHERE kind = ?1 AND ?2 IN ('', source) ORDER BY sources.place, beside.rowid"
        )
        rows = self._rows(query, (kind, source))
        return [Beside(*row) for row in rows]

    def _one_of(self, wanted: str, rows: list[_Row], source: str) -> _Row:
        """The row that stands for all of one name: of the faction that is the datasheet's own, else the first."""
        sheets = [self._sheet(row[1]) for row in rows]
        home = at_home(sheets)
        if home is not None:
            return rows[sheets.index(home)]
        if len({msgspec.json.encode(_apart_from_faction(sheet)) for sheet in sheets}) > 1:
            before = f"{source}:" if source else ""
            alike = len({sheet.faction for sheet in sheets}) == 1
            told = [f"{before}{sheet.id}{'' if alike else f' ({sheet.faction})'}" for sheet in sheets]
            msg = f"{wanted!r} fits several datasheets that differ: {first_few(told)}; use one of these ids"
            raise SeveralOfName(msg)
        own = (row for row, sheet in zip(rows, sheets, strict=True) if sheet.faction.casefold() in sheet.faction_keywords)
        return next(own, rows[0])

    def _stored(self, data: bytes, source: str, texts: bytes, notes: bytes) -> Stored:
        sheet = self._sheet(data)
        try:
            return Stored(sheet, source, _TEXTS.decode(texts), _NOTES.decode(notes))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            msg = f"{self.path}: what is kept beside {sheet.name!r} cannot be read ({error}); import it again"
            raise LibraryError(msg) from error

    def _sheet(self, data: bytes) -> Datasheet:
        try:
            return _SHEET.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            msg = f"{self.path}: holds a datasheet that this version cannot read ({error}); import it again: warbench data update"
            raise LibraryError(msg) from error

    def _rows(self, query: str, values: tuple[str, ...] = ()) -> list[_Row]:
        if self._open is None:
            if not self.path.exists():
                return []
            self._open = connect(self.path)
        try:
            with closing(self._open.execute(query, values)) as cursor:
                rows = cursor.fetchall()
                columns = cursor.description
        except (sqlite3.Error, UnicodeError) as error:
            msg = f"{self.path}: the data library is damaged ({error}); remove the file and import again"
            raise LibraryError(msg) from error
        if not is_sound(columns, rows):
            msg = f"{self.path}: the data library is damaged (values of another kind); remove the file and import again"
            raise LibraryError(msg)
        return rows


def connect(path: Path) -> sqlite3.Connection:
    """Open a library for reading.

    Raises:
        LibraryError: when it is no library, or one of another version.
    """
    try:
        if not path.is_file():
            msg = f"{path}: is no ordinary file, expected the data library"
            raise LibraryError(msg)
        if path.stat().st_size > MOST_BYTES:
            msg = f"{path}: is larger than {MOST_BYTES // 1024 // 1024} MB; no data library is"
            raise LibraryError(msg)
        found = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        strange = guard(found)
        version = found.execute("PRAGMA user_version").fetchone()[0]
        if not strange:
            found.execute("SELECT count(*) FROM sources").fetchone()
    except (sqlite3.Error, UnicodeError, OSError) as error:
        msg = f"{path}: is no data library of Warbench, or is damaged ({error}); remove the file and import again"
        raise LibraryError(msg) from error
    if strange:
        found.close()
        msg = f"{path}: is no data library of Warbench: it holds the {strange}; remove the file and import again"
        raise LibraryError(msg)
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
