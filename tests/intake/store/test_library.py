"""The user's data library: lookups, editions and their changes, and that a refused import changes nothing."""

import hashlib
import sqlite3
from pathlib import Path

import msgspec
import pytest

from tests.intake.export.invented import Tables, files, tables
from tests.real_data import Real
from warbench.games.w40k10 import library
from warbench.games.w40k10.library import UnknownDatasheet
from warbench.intake.export import Export
from warbench.intake.sources import Imported
from warbench.intake.store import Changes, LibraryError, NewSource, UserLibrary, compare_editions, put, remove
from warbench.sheets.datasheet import Points

SOURCE = NewSource("tide", "The tide's export", "2025-07-09", "/where/it/was")


def imported(lines: Tables) -> list[Imported]:
    return list(Export(files(lines)).sheets())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "deep" / "library.sqlite"
    export = Export(files(tables()))
    assert put(found, SOURCE, list(export.sheets()), tuple(export.beside())) == Changes()
    return found


def test_a_datasheet_is_found_by_id_or_by_name_with_its_texts(path: Path) -> None:
    own = UserLibrary(path)
    strider = own.stored("brine-strider")
    assert strider is not None
    assert strider.sheet == imported(tables())[0].sheet
    assert (strider.source, strider.texts["Ebb"]) == ("tide", "At the end of your Command phase, gain a token.")
    assert own.find("reef-wardens-shore") is not None
    assert own.find("nobody") is None
    assert own.ids() == ("brine-strider", "reef-wardens-shore", "reef-wardens-tide", "tide-caller")
    assert [one.name for one in own.beside("enhancement")] == ["Salt Crown"]
    assert [(one.id, one.sheets, one.origin) for one in own.sources()] == [("tide", 4, "/where/it/was")]


def test_several_that_differ_under_one_name_are_named_and_none_is_guessed(path: Path) -> None:
    with pytest.raises(UnknownDatasheet, match=r"reef-wardens-shore \(Shore\), reef-wardens-tide \(Tide\)"):
        UserLibrary(path).find("reef-wardens")


def test_several_that_say_the_same_are_one(tmp_path: Path) -> None:
    first = imported(tables())[3]
    twin = msgspec.structs.replace(first.sheet, id="tide-caller-shore", faction="Shore")
    own = msgspec.structs.replace(first.sheet, id="tide-caller-tide")
    path = tmp_path / "library.sqlite"
    put(path, SOURCE, [Imported(twin, "x"), Imported(own, "x")])
    found = UserLibrary(path).find("tide-caller")
    assert found is not None
    assert found.id == "tide-caller-tide"


def test_a_library_that_is_not_there_is_empty(tmp_path: Path) -> None:
    own = UserLibrary(tmp_path / "none.sqlite")
    assert (own.ids(), own.find("x"), own.sources(), own.lines()) == ((), None, [], [])
    assert not (tmp_path / "none.sqlite").exists()


def test_a_newer_edition_replaces_the_one_before_and_tells_what_changed(path: Path) -> None:
    newer = tables()
    newer["Datasheets_models_cost.csv"][1] = "1|1|1 model|170|"
    newer["Datasheets_models.csv"][1] = newer["Datasheets_models.csv"][1].replace("|12|7+|", "|13|7+|")
    newer["Datasheets_wargear.csv"][3] = "1|2|1||Twin oar|lance|Melee|Melee|4|3|7|-1|2|"
    newer["Datasheets.csv"].pop()
    changes = put(path, NewSource("tide", "The tide's export", "2025-11-14", "/elsewhere"), imported(newer))
    assert [(one.name, one.what, one.text) for one in changes.changes] == [
        ("Brine Strider", "points", "185 for 1 -> 170 for 1"),
        ("Brine Strider", "profile", "Brine Strider: wounds 12 -> 13"),
        ("Brine Strider", "weapon", "Twin oar: strength 6 -> 7, new ability lance"),
    ]
    assert (changes.added, changes.removed) == ((), ("Tide Caller (Tide)",))
    own = UserLibrary(path)
    strider = own.find("brine-strider")
    assert strider is not None
    assert strider.points == (Points(1, 170),)
    assert [one.edition for one in own.sources()] == ["2025-11-14"]


def test_a_refused_import_leaves_the_library_as_it_was(path: Path) -> None:
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    sheets = imported(tables())
    with pytest.raises(LibraryError, match="two datasheets have the id 'brine-strider'"):
        put(path, SOURCE, [*sheets, sheets[0]])

    def breaks_off() -> "object":
        yield from ()
        msg = "the reader broke off"
        raise RuntimeError(msg)

    with pytest.raises(RuntimeError):
        put(path, SOURCE, sheets[:1], breaks_off())  # type: ignore[arg-type]  # what it yields does not matter
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
    assert len(UserLibrary(path).ids()) == 4


def test_a_source_is_removed_and_an_unknown_one_refused(path: Path) -> None:
    with pytest.raises(LibraryError, match="no source 'ebb'; there is tide"):
        remove(path, "ebb")
    assert remove(path, "tide") == 4
    assert UserLibrary(path).ids() == ()


def test_a_file_that_is_no_library_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    path.write_bytes(b"no database at all, but long enough to be taken for one" * 40)
    before = path.read_bytes()
    for use in (lambda: UserLibrary(path).ids(), lambda: put(path, SOURCE, imported(tables()))):
        with pytest.raises(LibraryError, match="is no data library of Warbench"):
            use()
    assert path.read_bytes() == before


def test_a_library_of_another_version_is_refused(path: Path) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    with pytest.raises(LibraryError, match="version 99, expected 1"):
        UserLibrary(path).ids()


def test_a_datasheet_of_another_version_is_refused(path: Path) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE sheets SET data = '{\"colour\": 1}'")
    raw.close()
    with pytest.raises(LibraryError, match="import it again"):
        UserLibrary(path).find("brine-strider")


def test_names_that_are_not_bundled_are_looked_up_in_the_registered_source(path: Path) -> None:
    library.register_source(UserLibrary(path))
    try:
        assert library.datasheet("Brine Strider").id == "brine-strider"
        assert library.datasheet("strider").id == "brine-strider"
        assert library.target("brine striders").datasheet == "brine-strider"
        assert library.datasheet("Terminator Squad").version.startswith("codex")
        with pytest.raises(UnknownDatasheet, match="brine-strider"):
            library.datasheet("brine stryder")
    finally:
        library.register_source(None)
    with pytest.raises(UnknownDatasheet):
        library.datasheet("Brine Strider")


@pytest.mark.parametrize("key", ["canoptek-doomstalker", "ghazghkull-thraka", "custodian-guard", "warlord-titan", "nobody"])
def test_a_lookup_in_the_whole_export_goes_straight_to_its_rows(real_export: Real, key: str) -> None:
    own = UserLibrary(real_export.folder / "library.sqlite")
    assert own.sources()[0].sheets == 1676
    steps: list[None] = []
    assert own._open is not None
    own._open.set_progress_handler(lambda: steps.append(None), 10)
    found = own.find(key)
    assert (found is not None) is (key != "nobody")
    # Steps of SQLite's machine, by tens; one look at every row would take thousands.
    assert len(steps) < 50
    own.close()


def test_a_game_sees_its_own_datasheets_only(path: Path) -> None:
    other = UserLibrary(path, "heresy3")
    assert (other.ids(), other.find("brine-strider"), other.lines()) == ((), None, [])
    assert len(UserLibrary(path, "w40k10").lines()) == 4


def test_of_many_prices_a_change_tells_the_first_and_the_last() -> None:
    before = imported(tables())[0].sheet
    rows = tuple(Points(size, 10 * size) for size in range(5, 11))
    (change,) = compare_editions({"a": before}, {"a": msgspec.structs.replace(before, points=rows)}).changes
    assert change.text == "185 for 1 -> 50 for 5, 60 for 6, ..., 100 for 10"
