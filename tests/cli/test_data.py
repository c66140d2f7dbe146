"""``warbench data``: import, update with a report, look-ups by the other commands, refusals."""

import hashlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.helpers import refused, run, shown, told
from tests.intake.export.invented import Tables, files, tables
from tests.real_data import Real
from warbench.cli.data_library import library_path
from warbench.games.w40k10 import library

LIST = "Tide Caller (60pts): Tide's call\nBrine Stryder (185pts)\n"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path / "data"))
    yield tmp_path / "data"
    library.register_source(None)


def write(folder: Path, lines: Tables) -> str:
    folder.mkdir(exist_ok=True)
    for file in files(lines):
        (folder / file.name).write_bytes(file.data)
    return str(folder)


@pytest.fixture
def export(tmp_path: Path) -> str:
    folder = write(tmp_path / "export", tables())
    assert "4 datasheets" in shown("data", "add", folder)
    return folder


def test_one_import_serves_odds_compare_and_show(export: str) -> None:
    assert export
    assert "Brine Strider" in shown("odds", "brine strider", "--into", "reef wardens tide", "--quick")
    assert "Brine Strider" in shown("compare", "brine strider", "--default", "--into", "tide caller")
    assert "splash" not in shown("show", "Brine Strider")
    assert "splash" in shown("show", "Brine Strider", "--texts")
    assert 'moves at least 20"' in shown("show", "Brine Strider", "--notes")
    assert told("show", "tide caller")["id"] == "tide-caller"


def test_what_no_rule_claims_is_named_in_the_answer(export: str) -> None:
    assert export
    assert "Spray (Brine Strider)" in shown("odds", "brine strider", "--into", "tide caller", "--quick", width=200)


def test_the_library_is_listed_and_searched(export: str) -> None:
    source = {"id": "csv-export-w40k10", "name": "10th edition CSV export", "edition": "2025-07-09", "origin": export}
    assert told("data", "list") == [{**source, "sheets": 4, "outdated": False}]
    assert [line["id"] for line in told("data", "list", "shore")] == ["reef-wardens-shore"]
    assert "csv-export-w40k10" in shown("data", "list")
    assert "holds 'nothing'" in refused("data", "list", "nothing")


def test_a_library_that_an_older_program_wrote_is_told_and_read_anew(export: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert export
    assert "another version" not in shown("data", "list")
    monkeypatch.setattr("warbench.intake.store.library.fingerprint", lambda: "newer")
    monkeypatch.setattr("warbench.intake.store.writing.fingerprint", lambda: "newer")
    old = "Read by another version of Warbench: csv-export-w40k10. This one may understand more: warbench data update"
    assert old in shown("data", "list", width=120)
    assert old in shown("data", "coverage", width=120)
    assert told("data", "list")[0]["outdated"]
    assert "Nothing changed" in shown("data", "update")
    assert "another version" not in shown("data", "list")


def test_what_this_version_cannot_read_is_read_anew_by_an_update(export: str) -> None:
    assert export
    spoilt = sqlite3.connect(library_path())
    spoilt.execute("UPDATE sheets SET data = '[]' WHERE key = 'tide-caller'")
    spoilt.commit()
    spoilt.close()
    assert "import it again: warbench data update" in refused("show", "tide caller")
    text = shown("data", "update", width=120)
    assert "not compared: 1 datasheet that another version of Warbench wrote and this one cannot read" in text
    assert "new" not in text
    assert told("show", "tide caller")["id"] == "tide-caller"


def test_an_update_tells_what_changed(export: str) -> None:
    newer = tables()
    newer["Datasheets_models_cost.csv"][1] = "1|1|1 model|170|"
    write(Path(export), newer)
    text = shown("data", "update", width=120)
    assert "Brine Strider: points: 185 for 1 -> 170 for 1" in text
    assert "Nothing changed" in shown("data", "update", "csv-export-w40k10")
    (report,) = told("data", "update")
    assert (report["replaced"], report["changes"]) == ("2025-07-09", {"added": [], "removed": [], "changes": [], "unread": []})


def test_a_refused_import_leaves_the_library_untouched(export: str, data_folder: Path, tmp_path: Path) -> None:
    assert export
    before = hashlib.sha256((data_folder / "library.sqlite").read_bytes()).hexdigest()
    spoilt = tables()
    spoilt["Datasheets_models.csv"].append("5|1|x|")
    folder = write(tmp_path / "spoilt", spoilt)
    assert "the row ends after 3 of 13 bars" in refused("data", "add", folder)
    assert hashlib.sha256((data_folder / "library.sqlite").read_bytes()).hexdigest() == before


def test_a_source_is_removed(export: str) -> None:
    assert export
    assert "4 datasheets" in shown("data", "remove", "csv-export-w40k10")
    assert "is empty" in shown("data", "list")
    assert "the library is empty" in refused("data", "coverage")
    assert "the library is empty" in refused("data", "update")


def test_a_list_is_shown_with_what_is_not_found(export: str, tmp_path: Path) -> None:
    assert export
    path = tmp_path / "list.txt"
    path.write_text(LIST, encoding="utf-8")
    text = shown("data", "army", str(path), width=120)
    assert "Brine Stryder: no such datasheet; nearest: Brine Strider" in text
    found = told("data", "army", str(path))
    assert [unit["sheet"] for unit in found["units"]] == ["tide-caller", ""]


def test_coverage_counts_what_is_modelled(export: str) -> None:
    assert export
    answer = told("data", "coverage")
    assert answer["sources"] == {"csv-export-w40k10": 4}
    found = {one["group"]: one for one in answer["groups"]}
    assert (found["core abilities"]["printed"], found["core abilities"]["modelled"]) == (3, 3)
    assert found["weapon abilities"]["left_out"] == []
    assert (found["stratagems"]["printed"], found["stratagems"]["modelled"]) == (1, 0)
    assert "Spray (Brine Strider)" in found["other abilities"]["left_out"]
    assert "core abilities" in shown("data", "coverage")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("data", "add", "nowhere"), "nowhere: no such file or folder"),
        (("data", "update", "ebb"), "there is no source 'ebb': the library is empty"),
        (("data", "remove", "ebb"), "there is no source 'ebb': the library is empty"),
        (("data", "prefer", "ebb"), "there is no source 'ebb': the library is empty"),
        (("data", "army", "nowhere.txt"), "nowhere.txt: No such file"),
    ],
)
def test_what_is_not_there_is_refused(words: tuple[str, ...], reason: str) -> None:
    assert reason in refused(*words)


def test_what_is_no_data_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.dat").write_text("a herring", encoding="utf-8")
    assert "no kind of data that is known here" in refused("data", "add", str(tmp_path))
    (tmp_path / "notes.dat").rename(tmp_path / "notes.txt")
    assert "notes.txt: no datasheet found in it" in refused("data", "add", str(tmp_path))


def test_a_catalogue_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "herring.cat").write_text("<catalogue", encoding="utf-8")
    assert "herring.cat" in refused("data", "add", str(tmp_path))


def test_a_damaged_library_is_refused_by_every_command(data_folder: Path) -> None:
    data_folder.mkdir()
    (data_folder / "library.sqlite").write_bytes(b"herring" * 500)
    for words in (("data", "list"), ("odds", "brine strider", "--into", "terminators"), ("show", "brine strider")):
        assert "is no data library of Warbench" in refused(*words)
    assert run("odds", "terminator-squad", "--into", "terminators", "--quick").exit_code == 0


def test_the_whole_export_is_imported_and_used(real_export: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBENCH_DATA", str(real_export.folder))
    report = real_export.source.report
    assert (report["datasheets"], report["weapon_profiles"]) == (1676, 8956)
    assert report["rows_of_no_datasheet"]["weapons"] == 9095 - 8956
    assert "Canoptek Doomstalker" in shown("odds", "Canoptek Doomstalker", "--into", "Terminator Squad", "--quick")
    found = {one["group"]: one for one in told("data", "coverage")["groups"]}
    for group in ("core abilities", "weapon abilities"):
        assert found[group]["printed"] == found[group]["modelled"] + found[group]["part"] > 2000
    assert found["core abilities"]["printed"] == found["core abilities"]["modelled"]
    assert found["weapon abilities"]["part"] < 20
    # The recogniser's measure: 15 % of the other abilities in full.
    assert found["other abilities"]["modelled"] > 0.23 * found["other abilities"]["printed"]
