"""Changes to the user's data library: each is one transaction, so a refused import leaves the file as it was."""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from warbench.games.w40k10.library import slug
from warbench.intake.sources import Beside, Imported
from warbench.intake.store.changes import Changes, compare_editions
from warbench.intake.store.library import FORMAT, LibraryError, UserLibrary, connect
from warbench.intake.store.readers import KIND, fingerprint
from warbench.sheets.datasheet import Datasheet

if TYPE_CHECKING:
    from collections.abc import Iterator

_TABLES = """
CREATE TABLE IF NOT EXISTS sources (
    id TEXT PRIMARY KEY, place INTEGER NOT NULL, name TEXT NOT NULL, edition TEXT NOT NULL, origin TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sheets (
    source TEXT NOT NULL REFERENCES sources(id), key TEXT NOT NULL, slug TEXT NOT NULL, game TEXT NOT NULL, name TEXT NOT NULL,
    faction TEXT NOT NULL, data BLOB NOT NULL, texts BLOB NOT NULL, notes BLOB NOT NULL, PRIMARY KEY (source, key));
CREATE INDEX IF NOT EXISTS sheets_by_slug ON sheets(slug);
CREATE INDEX IF NOT EXISTS sheets_by_key ON sheets(key);
CREATE INDEX IF NOT EXISTS sheets_listed ON sheets(game, source, key, slug, name, faction);
CREATE TABLE IF NOT EXISTS beside (
    source TEXT NOT NULL REFERENCES sources(id), kind TEXT NOT NULL, name TEXT NOT NULL, faction TEXT NOT NULL,
    detachment TEXT NOT NULL, cost INTEGER, text TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS beside_by_kind ON beside(kind);
"""


class NewSource(msgspec.Struct, frozen=True):
    """What is put into the library: an id that stays the same from edition to edition, a name, the edition, and the path."""

    id: str
    name: str
    edition: str
    origin: str


def put(path: Path, source: NewSource, sheets: Sequence[Imported], beside: Iterable[Beside] = ()) -> Changes:
    """Put a source into the library in place of its former edition, and say what that changed.

    Args:
        path: the library's file; it is made when it is not there.
        source: what it is.
        sheets: all its datasheets, with ids that differ.
        beside: what it has beside them.

    Raises:
        LibraryError: when the file cannot be used or written, or two datasheets have one id. The library is as it was.
    """
    new = {one.sheet.id: one.sheet for one in sheets}
    if len(new) != len(sheets):
        twice = next(
            one.sheet.id for place, one in enumerate(sheets) if one.sheet.id in {other.sheet.id for other in sheets[:place]}
        )
        msg = f"{source.name}: two datasheets have the id {twice!r}; nothing was imported"
        raise LibraryError(msg)
    with _writing(path) as library:
        former = dict(_stored(library, source.id))
        old = {key: sheet for key, data in former.items() if (sheet := _readable(data)) is not None}
        place = _place(library, source.id)
        _delete(library, source.id)
        library.execute(
            "INSERT INTO sources VALUES (?, ?, ?, ?, ?)", (source.id, place, source.name, source.edition, source.origin)
        )
        library.executemany("INSERT INTO sheets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (_row(source.id, one) for one in sheets))
        library.executemany(
            "INSERT INTO beside VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                (source.id, one.kind, one.name, one.faction, one.detachment, one.cost, one.text)
                for one in (*beside, Beside(KIND, fingerprint()))
            ),
        )
    if not former:
        return Changes()
    # What cannot be compared is neither new nor the same.
    changes = compare_editions(old, {key: sheet for key, sheet in new.items() if key in old or key not in former})
    return msgspec.structs.replace(changes, unread=tuple(key for key in former if key not in old))


def remove(path: Path, source: str) -> int:
    """Take a source out of the library; how many datasheets went with it.

    Raises:
        LibraryError: when there is no such source; names those that there are. Or the file cannot be used.
    """
    gone = _known(path, source)
    with _writing(path) as found:
        _delete(found, source)
    return gone


def prefer(path: Path, source: str) -> None:
    """Put a source in front of all others: where several have a datasheet, its is taken.

    Raises:
        LibraryError: when there is no such source; names those that there are. Or the file cannot be used.
    """
    _known(path, source)
    with _writing(path) as found:
        found.execute("UPDATE sources SET place = (SELECT min(place) - 1 FROM sources) WHERE id = ?", (source,))


def _known(path: Path, source: str) -> int:
    """How many datasheets a source has.

    Raises:
        LibraryError: when there is no such source; names those that there are.
    """
    library = UserLibrary(path)
    known = {one.id: one.sheets for one in library.sources()}
    library.close()
    if source not in known:
        msg = f"{path}: no source {source!r}; there is {', '.join(known) or 'none'}"
        raise LibraryError(msg)
    return known[source]


def _row(source: str, one: Imported) -> tuple[str, str, str, str, str, str, bytes, bytes, bytes]:
    sheet = one.sheet
    encode = msgspec.json.encode
    return (
        source, sheet.id, slug(sheet.name), sheet.game, sheet.name, sheet.faction,
        encode(sheet), encode(one.ability_texts), encode(one.notes),
    )  # fmt: skip


def _stored(library: sqlite3.Connection, source: str) -> list[tuple[str, bytes]]:
    return library.execute("SELECT key, data FROM sheets WHERE source = ?", (source,)).fetchall()


def _readable(data: bytes) -> Datasheet | None:
    """A datasheet of the former edition; None where another version wrote it, and this one cannot read it."""
    try:
        return msgspec.json.decode(data, type=Datasheet)
    except (msgspec.DecodeError, UnicodeError, RecursionError, TypeError):
        return None


def _place(library: sqlite3.Connection, source: str) -> int:
    """The source's place in the order of looking up: the one it had, else behind all others."""
    found = library.execute("SELECT place FROM sources WHERE id = ?", (source,)).fetchone()
    if found:
        return int(found[0])
    return int(library.execute("SELECT coalesce(max(place), 0) + 1 FROM sources").fetchone()[0])


def _delete(library: sqlite3.Connection, source: str) -> None:
    library.execute("DELETE FROM sheets WHERE source = ?", (source,))
    library.execute("DELETE FROM beside WHERE source = ?", (source,))
    library.execute("DELETE FROM sources WHERE id = ?", (source,))


@contextmanager
def _writing(path: Path) -> "Iterator[sqlite3.Connection]":
    """The library in one transaction: all of it is kept, or nothing."""
    try:
        if path.exists():
            connect(path).close()
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, isolation_level=None)) as library:
            library.execute("BEGIN IMMEDIATE")
            try:
                for statement in _TABLES.split(";"):
                    library.execute(statement)
                yield library
                library.execute(f"PRAGMA user_version = {FORMAT}")
            except BaseException:
                library.execute("ROLLBACK")
                raise
            library.execute("COMMIT")
    except (OSError, sqlite3.Error) as error:
        msg = f"{path}: the data library cannot be written: {error}"
        raise LibraryError(msg) from error
