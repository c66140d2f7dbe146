"""The text lists that players passed around: every one is read, adds up, and what differs is told."""

from pathlib import Path

import pytest

from tests.real_data import Real
from warbench.intake.lists import Known, ListedArmy, Names, read_list, resolve
from warbench.intake.sources import SourceFile
from warbench.intake.store import UserLibrary

EXPECTED = {
    "compactor_GWAPP-Sample-Alternate.txt": ("app", 20, 1990),
    "compactor_GWAPP-Sample-French.txt": ("app", 18, 2000),
    "compactor_v10_BCPSample.txt": ("app", 17, 2000),
    "compactor_v10_GWAPPSample.txt": ("app", 16, 1995),
    "compactor_v10_NRGWSample.txt": ("tournament", 16, 2000),
    "compactor_v10_WTCCompactSample.txt": ("tournament compact", 17, 1995),
    "compactor_v10_test.txt": ("app", 17, 2000),
    "listgrok_nr_nr1.txt": ("builder", 18, 1985),
    "listgrok_nr_nr1_gw.txt": ("tournament", 18, 1985),
    "listgrok_nr_nr1_short.txt": ("short", 18, 1985),
    "listgrok_nr_nr1_wtc.txt": ("tournament full", 18, 1985),
    "listgrok_official_app_example1.txt": ("app", 14, 1985),
}


@pytest.fixture(scope="session")
def rosters(shared: Path) -> Path:
    found = shared / "data" / "rosters"
    if not found.is_dir():
        pytest.skip(f"no lists at {found}")
    return found


def read(path: Path) -> ListedArmy:
    return read_list(SourceFile(path.name, path.read_bytes()))


@pytest.mark.parametrize("name", EXPECTED)
def test_every_list_adds_up_to_its_total(rosters: Path, name: str) -> None:
    army = read(rosters / name)
    dialect, units, total = EXPECTED[name]
    assert (army.dialect, len(army.units), army.sum) == (dialect, units, total)
    assert army.total in {total, None}
    assert army.unread == ()


def test_no_list_is_left_out(rosters: Path) -> None:
    assert {path.name for path in rosters.glob("*.txt")} == set(EXPECTED)
    others = sorted((rosters / "conformance-11e").rglob("*.txt"))
    assert len(others) >= 26
    for path in others:
        army = read(path)
        assert army.unread == ()
        assert army.units


def test_four_forms_of_one_list_say_the_same(rosters: Path) -> None:
    forms = [read(rosters / f"listgrok_nr_nr1{form}.txt") for form in ("", "_gw", "_short", "_wtc")]
    said = [[(unit.name, unit.points) for unit in army.units] for army in forms]
    assert said[1:] == said[:1] * 3


def test_every_unit_is_found_or_named_and_every_difference_is_told(rosters: Path, real_export: Real) -> None:
    sheets = {one.sheet.id: one.sheet for one in real_export.source.sheets}
    names = Names(Known(sheet.id, sheet.name, sheet.faction) for sheet in sheets.values())
    enhancements = UserLibrary(real_export.folder / "library.sqlite", "w40k10").beside("enhancement")
    missing: set[str] = set()
    for name in EXPECTED:
        army = resolve(read(rosters / name), names, sheets.__getitem__, enhancements)
        missing |= {unit.listed.name for unit in army.missing}
        for unit in army.units:
            if unit.expected != unit.listed.points:
                assert unit.notes
    # A unit of the next edition.
    assert missing == {"The Twin Lance"}
