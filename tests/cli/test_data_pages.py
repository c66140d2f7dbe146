"""Saved datasheet pages in the library."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from tests.cli.helpers import ROOT, refused, shown, told
from tests.intake.catalogue.kit import SYSTEM, catalogue
from warbench.games.w40k10 import library

PAGES = ROOT / "tests" / "intake" / "pages"
STRIDER, SOURCE = "brine-strider.txt", "page-brine-strider-cohort"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path / "data"))
    copy(PAGES / STRIDER, tmp_path)
    yield tmp_path
    library.register_source(None)


def test_a_saved_page_is_a_source_and_its_datasheet_is_found(folder: Path) -> None:
    (report,) = told("data", "add", f"{folder}/{STRIDER}")
    assert (report["source"], report["datasheets"]) == (SOURCE, 1)
    assert told("data", "list")[0]["origin"] == f"{folder}/{STRIDER}"
    sheet = told("show", "Brine Strider")
    assert (sheet["id"], sheet["game"], sheet["version"]) == ("brine-strider-cohort", "w40k10", STRIDER)
    assert len(shown("show", "Brine Strider", "--notes")) > len(shown("show", "Brine Strider"))


@pytest.mark.parametrize("name", ["page", "page.dat", "page.html", "page.cat"])
def test_a_page_is_recognised_by_what_it_holds_and_not_by_its_name(folder: Path, name: str) -> None:
    (folder / STRIDER).rename(folder / name)
    (report,) = told("data", "add", f"{folder}/{name}")
    assert (report["source"], report["datasheets"]) == (SOURCE, 1)


@pytest.mark.parametrize("name", ["units", "units.txt", "units.html"])
def test_a_catalogue_is_recognised_by_what_it_holds_and_not_by_its_name(tmp_path: Path, name: str) -> None:
    (tmp_path / "system.txt").write_text(SYSTEM, encoding="utf-8")
    (tmp_path / name).write_text(catalogue(), encoding="utf-8")
    (report,) = told("data", "add", f"{tmp_path}/system.txt", f"{tmp_path}/{name}")
    assert report["source"].startswith("catalogue-")
    assert report["datasheets"]


def test_a_page_that_changed_is_told_by_update(folder: Path) -> None:
    shown("data", "add", f"{folder}/{STRIDER}")
    assert "Nothing changed." in shown("data", "update")
    page = folder / STRIDER
    page.write_text(page.read_text(encoding="utf-8").replace("| 5 models | 90 |", "| 5 models | 95 |"), encoding="utf-8")
    assert "points: 90 for 5, 180 for 10 -> 95 for 5, 180 for 10" in " ".join(shown("data", "update", width=200).split())
    assert f"Removed {SOURCE}" in shown("data", "remove", SOURCE)


def test_pages_that_are_no_source_are_refused(folder: Path) -> None:
    assert "holds rules of The Horus Heresy" in refused("data", "add", str(PAGES / "saltmarsh-works.txt"))
    copy(PAGES / "brine-strider.html", folder)
    both = (f"{folder}/{STRIDER}", f"{folder}/brine-strider.html")
    assert "pages of one datasheet, brine-strider-cohort" in refused("data", "add", *both)
    (folder / "letter.txt").write_text("Dear diary,\n", encoding="utf-8")
    assert "letter.txt" in refused("data", "add", f"{folder}/letter.txt")
    assert told("data", "list") == []


def test_of_a_folder_the_pages_without_a_datasheet_are_left_out_and_told(folder: Path) -> None:
    pages = folder / "pages"
    pages.mkdir()
    for name in (STRIDER, "saltmarsh-works.txt"):
        copy(PAGES / name, pages)
    (report,) = told("data", "add", str(pages))
    assert (report["source"], report["left_out"]) == (SOURCE, [f"{pages}/saltmarsh-works.txt"])
    assert "Not read:" in shown("data", "add", str(pages))


def test_an_army_list_is_sent_to_the_command_that_reads_it(folder: Path) -> None:
    (folder / "list.txt").write_text("Reef Wardens (90 pts)\n\nTide Caller (60 pts)\n", encoding="utf-8")
    assert "is an army list, expected a datasheet page: warbench import FILE" in refused("data", "add", f"{folder}/list.txt")
