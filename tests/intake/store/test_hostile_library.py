"""A library file that somebody else made: SQLite would run what its tables say; such a file is refused."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.intake.export.invented import files, tables
from warbench.intake.export import Export
from warbench.intake.store import LibraryError, NewSource, UserLibrary, put
from warbench.intake.store import library as limits

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id FROM n"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "library.sqlite"
    put(path, NewSource("export", "Export", "2025", "somewhere"), list(Export(files(tables())).sheets()))
    return path


def spoil(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def everything(path: Path) -> None:
    library = UserLibrary(path, "w40k10")
    library.sources()
    library.lines("e")
    library.find("brine-strider")
    list(library.everything())
    library.beside("stratagem")


STATEMENTS: dict[str, tuple[str, ...]] = {
    "an endless view": ("ALTER TABLE sources RENAME TO others", f"CREATE VIEW sources AS {ENDLESS}"),
    "a trigger": ("CREATE TRIGGER t AFTER INSERT ON sheets BEGIN DELETE FROM sources; END",),
    "a column that is worked out": ("ALTER TABLE beside ADD COLUMN more TEXT GENERATED ALWAYS AS (hex(zeroblob(9)))",),
    "a table of its own": ("CREATE TABLE more (x TEXT)",),
    "names that are no text": ("UPDATE sheets SET name = x'00ff'",),
    "a cost that is no number": ("INSERT INTO beside VALUES ('export', 'stratagem', 'a', 'b', 'c', x'00', 'd')",),
    "text that is no UTF-8": ("UPDATE sources SET name = CAST(x'ff' AS TEXT)",),
    "a datasheet that is none": ("UPDATE sheets SET data = x'5b5d'",),
    "a datasheet that is a number": ("UPDATE sheets SET data = 7",),
    "a deep datasheet": ("UPDATE sheets SET data = CAST(replace(hex(zeroblob(5000)), '00', '[[') AS BLOB)",),
    "words that are none": ("UPDATE sheets SET texts = x'ff'",),
    "notes that are none": ("UPDATE sheets SET notes = '{}'",),
    "a long value": ("UPDATE sheets SET data = zeroblob(5000000)",),
    "a lost table": ("DROP TABLE beside",),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_strange_library_is_refused_with_its_name(library: Path, name: str) -> None:
    everything(library)
    spoil(library, *STATEMENTS[name])
    before = library.read_bytes()
    with pytest.raises(LibraryError, match=r"library\.sqlite: "):
        everything(library)
    assert library.read_bytes() == before


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def linked_to(target: str) -> Callable[[Path], None]:
    def link(path: Path) -> None:
        path.unlink()
        path.symlink_to(target)

    return link


OTHERS: dict[str, Callable[[Path], object]] = {
    "no database": lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(5000)),
    "half of one": lambda path: path.write_bytes(path.read_bytes()[:6000]),
    "a folder": a_folder,
    "a device": linked_to("/dev/zero"),
    "a circle": linked_to("library.sqlite"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_no_library_is_refused_or_empty(library: Path, name: str) -> None:
    OTHERS[name](library)
    if name == "a circle":
        assert UserLibrary(library).sources() == []
        return
    with pytest.raises(LibraryError, match=r"library\.sqlite: "):
        everything(library)
    with pytest.raises(LibraryError, match=r"library\.sqlite: "):
        put(library, NewSource("x", "X", "", ""), ())


def test_a_library_beyond_all_sizes_is_not_opened(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BYTES", 1000)
    with pytest.raises(LibraryError, match="larger than"):
        UserLibrary(library).sources()
