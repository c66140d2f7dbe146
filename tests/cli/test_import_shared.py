"""Real rosters and lists of shared/data: every one totals to its printed points, with and without a library."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.helpers import run, shown, told
from tests.real_data import Real
from warbench.cli.importing import Brought, brought
from warbench.games.heresy3 import library as heresy3_library
from warbench.games.w40k10 import library
from warbench.muster import W40k10File, muster
from warbench.muster.rosters.roster import as_json
from warbench.muster.text_list import text_list

ROSTERS = {
    # Name: units, points, whether it is legal by itself.
    "bbe_Tau_1000.rosz": (13, 995, True),
    "bbe_Tyranids_1600_090624.rosz": (9, 1600, True),
    "bbe_army-composition.rosz": (6, 680, False),
    "bbe_primarch-selection.rosz": (6, 940, True),
    "ps_hh3_all_comers.rosz": (20, 2998, True),
    "ps_hh3_daemons.rosz": (12, 2998, True),
    "ps_hh3_small_game.rosz": (6, 747, True),
    "ps_ultramarines_10e.rosz": (10, 810, True),
    "ps_votann_10e.rosz": (8, 965, True),
}

LISTS = {
    # Name: units, leaders joined to them, points, printed points, units that the November 2025 export does not have.
    "compactor_GWAPP-Sample-Alternate.txt": (13, 6, 1785, 1990, ("The Twin Lance",)),
    "compactor_GWAPP-Sample-French.txt": (13, 4, 1795, 2000, ("The Twin Lance",)),
    "compactor_v10_BCPSample.txt": (17, 0, 2000, 2000, ()),
    "compactor_v10_GWAPPSample.txt": (16, 0, 1995, 1995, ()),
    "compactor_v10_NRGWSample.txt": (16, 0, 2000, 2000, ()),
    "compactor_v10_WTCCompactSample.txt": (17, 0, 1995, 1995, ()),
    "compactor_v10_test.txt": (17, 0, 2000, 2000, ()),
    "listgrok_nr_nr1.txt": (18, 0, 1985, 1985, ()),
    "listgrok_nr_nr1_gw.txt": (18, 0, 1985, 1985, ()),
    "listgrok_nr_nr1_short.txt": (18, 0, 1985, 1985, ()),
    "listgrok_nr_nr1_wtc.txt": (18, 0, 1985, 1985, ()),
    "listgrok_official_app_example1.txt": (14, 0, 1985, 1985, ()),
}


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    """The folder of rosters and lists."""
    found = shared / "data" / "rosters"
    if not found.is_dir():
        pytest.skip(f"no rosters at {found}")
    return found


@pytest.fixture
def _no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path / "nothing"))


@pytest.fixture
def _library(real_export: Real, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("WARBENCH_DATA", str(real_export.folder))
    yield
    library.register_source(None)
    heresy3_library.register_source(None)


def unit_by_unit(found: Brought) -> None:
    """What the file prints is what the army costs, but for units that are not in it; and each of those is named."""
    army = muster(found.file)
    assert all(unit.points is not None for unit in army.units)
    assert found.printed is not None
    lacking = sum(int(line.partition(" (")[2].partition(" points)")[0]) for line in found.missing)
    assert army.points + lacking == found.printed


@pytest.mark.usefixtures("_no_library")
@pytest.mark.parametrize("name", ROSTERS)
def test_a_roster_totals_to_its_printed_points_without_a_library(name: str, folder: Path) -> None:
    units, points, legal = ROSTERS[name]
    found = brought(str(folder / name))
    army = muster(found.file)
    assert (len(army.units), army.points, found.missing) == (units, points, ())
    unit_by_unit(found)
    assert army.is_legal == legal
    # Only one of them has nobody who could be the Warlord.
    assert legal or [fault.code for fault in army.faults] == ["warlord"]


@pytest.mark.usefixtures("_library")
@pytest.mark.parametrize("name", ROSTERS)
def test_a_roster_totals_to_its_printed_points_with_a_library_of_another_edition(name: str, folder: Path) -> None:
    units, points, _ = ROSTERS[name]
    found = brought(str(folder / name))
    army = muster(found.file)
    assert (len(army.units), army.points, found.missing) == (units, points, ())
    unit_by_unit(found)
    # Where the datasheets here cost something else, that is one line a unit, and then their points may be had.
    here = brought(str(folder / name), "library")
    differing = {unit for unit, note in here.notes if " in the file, " in note}
    assert differing or muster(here.file).points == points


@pytest.mark.usefixtures("_library")
@pytest.mark.parametrize("name", ["bbe_primarch-selection.rosz", "ps_votann_10e.rosz", "compactor_GWAPP-Sample-Alternate.txt"])
def test_import_and_muster_say_the_same_of_an_army(name: str, folder: Path, tmp_path: Path) -> None:
    (report,) = told("import", str(folder / name), "--save", str(tmp_path / "a.json"))
    assert run("muster", str(tmp_path / "a.json")).exit_code == (0 if report["legal"] else 1)
    # A detachment of another edition is known to be one only from the library.
    assert [fault["code"] for fault in report["findings"] if fault["kind"] == "fault"] == (
        [] if name.startswith("ps_") else ["no-such-detachment"]
    )


@pytest.mark.usefixtures("_library")
@pytest.mark.parametrize("name", ["gw-chaos-knights/input.gw.txt", "chaos-knights-houndpack/input.newrecruit-simple.txt"])
def test_of_allies_that_several_factions_list_those_are_taken_that_the_rules_let_in(name: str, folder: Path) -> None:
    found = brought(str(folder / "conformance-11e" / "roster" / name))
    army = muster(found.file)
    assert (found.missing, army.points) == ((), found.printed)
    assert isinstance(found.file, W40k10File)
    assert "nurglings-chaos-daemons" in {unit.datasheet for unit in found.file.army.units}
    assert not any("is taken" in note for unit, note in found.notes if unit == "Nurglings")
    # Their numbers are checked, and the CHARACTERS that the detachment makes of other units are known.
    assert not [finding for finding in army.findings if finding.code not in {"own-points", "no-detachment"}]


@pytest.mark.usefixtures("_library")
@pytest.mark.parametrize("name", LISTS)
def test_a_list_totals_to_its_printed_points(name: str, folder: Path) -> None:
    units, leaders, points, printed, lacking = LISTS[name]
    found = brought(str(folder / name))
    army = muster(found.file)
    joined = sum(len(unit.leaders) for unit in army.units)
    assert (len(army.units), joined, army.points, found.printed) == (units, leaders, points, printed)
    assert tuple(line.partition(" (")[0] for line in found.missing) == lacking
    unit_by_unit(found)
    assert sum(unit.warlord for unit in army.units) == 1


@pytest.mark.usefixtures("_no_library")
def test_a_roster_of_an_edition_that_is_not_played_is_told_and_refused(folder: Path, tmp_path: Path) -> None:
    result = run("import", str(folder / "ps_hh2_dark_angels.rosz"), "--save", str(tmp_path / "a.json"))
    assert result.exit_code == 2
    assert "Dark Angels ((HH V2) Horus Heresy (2022)), 16 units, 2795 points" in result.stdout
    assert "Lion El'Jonson: 1 model, 460 points" in result.stdout


@pytest.mark.usefixtures("_no_library")
@pytest.mark.parametrize(("game", "name"), [("w40k10", "ps_votann_10e.rosz"), ("heresy3", "ps_hh3_small_game.rosz")])
def test_a_real_roster_fights_to_the_end(game: str, name: str, folder: Path, tmp_path: Path) -> None:
    army = str(tmp_path / "army.json")
    shown("import", str(folder / name), "--save", army)
    assert told("battle", "--game", game, "--armies", army, army, "--policy", "random", "--seed", "3")["over"]


@pytest.mark.usefixtures("_no_library")
@pytest.mark.parametrize("name", ROSTERS)
def test_a_real_roster_survives_its_export(name: str, folder: Path, tmp_path: Path) -> None:
    found = brought(str(folder / name))
    path = tmp_path / "again.json"
    path.write_text(as_json(found.file), encoding="utf-8")
    again = brought(str(path))
    assert muster(again.file).units == muster(found.file).units
    assert again.file.army.sheets == found.file.army.sheets


@pytest.mark.usefixtures("_library")
@pytest.mark.parametrize("name", [name for name, row in LISTS.items() if not row[4]])
def test_a_real_list_survives_its_export(name: str, folder: Path, tmp_path: Path) -> None:
    found = brought(str(folder / name))
    path = tmp_path / "again.txt"
    path.write_text(text_list(muster(found.file)), encoding="utf-8")
    assert muster(brought(str(path)).file).units == muster(found.file).units
