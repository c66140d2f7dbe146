"""``warbench import`` of rosters that carry their own profiles: armies that fight and cost what is printed, without a library."""

import base64
import json
from pathlib import Path

import pytest

from tests.cli.helpers import refused, run, shown, told
from tests.intake.invented_rosters import captain, heresy3_roster, squad, tactical, w40k10_roster
from warbench.cli.importing import Brought, brought
from warbench.games.heresy3.armies import army
from warbench.muster import ArmyFile, Heresy3File, W40k10File, muster
from warbench.muster.rosters.roster import as_json, as_xml
from warbench.muster.text_list import text_list

CHARTS = ("Crusade Primary Detachment", "Auxiliary - Harbour Watch")


@pytest.fixture(autouse=True)
def _empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No library at all."""
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path / "nothing"))


def saved(folder: Path, data: bytes | str, name: str) -> Path:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def tide(folder: Path) -> Path:
    return saved(folder, w40k10_roster(captain(), squad(), squad()), "tide.json")


def deck(folder: Path) -> Path:
    chosen = ((CHARTS[0], (tactical("Bosun", role="Command"), tactical())), (CHARTS[1], (tactical("Watch", role="Recon"),)))
    return saved(folder, heresy3_roster(*chosen), "deck.json")


def test_a_roster_is_an_army_of_its_own_datasheets_at_its_printed_points(tmp_path: Path) -> None:
    found = brought(str(tide(tmp_path)))
    army = muster(found.file)
    assert (found.missing, found.printed, army.points) == ((), 325, 325)
    assert [unit.points for unit in army.units] == [105, 110, 110]
    assert found.notes == (("", "datasheets: 3 of the file itself"),)
    # Two units that are alike are of one datasheet.
    assert [sheet.id for sheet in found.file.army.sheets] == ["gleaners-as-listed", "shoal-reeve-as-listed"]
    assert army.is_legal
    assert any("which sizes and wargear they may have is not checked" in line for line in army.not_modelled)


def test_toml_cannot_hold_datasheets_of_the_army(tmp_path: Path) -> None:
    assert "brings datasheets of its own, which TOML cannot hold" in refused("import", str(tide(tmp_path)), "--toml")


def test_what_an_army_brings_itself_is_counted_by_its_name(tmp_path: Path) -> None:
    plain = squad()
    plain["selections"].pop()
    path = saved(tmp_path, w40k10_roster(captain(), *([squad()] * 4), *([plain] * 3)), "many.json")
    assert [sheet.id for sheet in brought(str(path)).file.army.sheets][:2] == ["gleaners-as-listed", "gleaners-as-listed-2"]
    assert "Gleaners is there 7 times, expected at most 6" in run("muster", str(path)).output


@pytest.mark.parametrize("game", ["w40k10", "heresy3"])
def test_an_imported_roster_fights_to_the_end(game: str, tmp_path: Path) -> None:
    path = tide(tmp_path) if game == "w40k10" else deck(tmp_path)
    army = str(tmp_path / "army.json")
    shown("import", str(path), "--save", army)
    data = told("battle", "--game", game, "--armies", army, army, "--policy", "random", "--seed", "5")
    assert data["over"]


def same(one: ArmyFile, folder: Path, text: str, name: str) -> Brought:
    """Read an exported army back: it is the same."""
    again = brought(str(saved(folder, text, name)))
    assert again.file.army == one.army
    assert again.printed == muster(one).points
    return again


@pytest.mark.parametrize("game", ["w40k10", "heresy3"])
def test_a_roster_export_brings_the_datasheets_of_its_own_back(game: str, tmp_path: Path) -> None:
    found = brought(str(tide(tmp_path) if game == "w40k10" else deck(tmp_path)))
    same(found.file, tmp_path, as_json(found.file), "again.json")
    same(found.file, tmp_path, as_xml(found.file), "again.ros")


def test_xml_whose_own_datasheets_were_tampered_with_is_refused(tmp_path: Path) -> None:
    text = as_xml(brought(str(tide(tmp_path))).file)
    head, mark, rest = text.partition("<?warbench-sheets ")
    assert mark
    broken = saved(tmp_path, f"{head}{mark}??{rest[2:]}", "broken.ros")
    assert "warbench-sheets: is not as Warbench writes it" in refused("import", str(broken))
    wrong = base64.b64encode(b'{"warbenchSheets": [{"id": 3}]}').decode()
    other = saved(tmp_path, f"{head}{mark}{wrong}?>{rest.partition('?>')[2]}", "wrong.ros")
    assert "Expected `str`, got `int`" in refused("import", str(other))


def test_a_chart_that_is_not_known_is_taken_as_the_roster_fills_it(tmp_path: Path) -> None:
    found = brought(str(deck(tmp_path)))
    assert isinstance(found.file, Heresy3File)
    (chart,) = found.file.army.charts
    assert (chart.name, chart.kind, [(slot.role, slot.count) for slot in chart.slots]) == (
        "Harbour Watch",
        "auxiliary",
        [("recon", 1)],
    )
    assert ("", "Harbour Watch: this chart is not known here; its slots are taken as its units fill them") in found.notes
    army = muster(found.file)
    assert (army.is_legal, army.points) == (True, 180)
    assert {finding.code for finding in army.findings} == {"own-chart", "own-sheets"}


VOTANN = """Hold (220 Points)

Leagues of Votann
Oathband
Incursion (1,000 Points)

OTHER DATASHEETS

Kahl (70 Points)
  \N{BULLET} Warlord
  \N{BULLET} Begins in: deep strike

Hearthkyn Warriors (140 Points)
  \N{BULLET} 1x Theyn
     \N{WHITE BULLET} 1x Autoch-pattern bolter
  \N{BULLET} 29x Hearthkyn Warrior
     \N{WHITE BULLET} 29x Autoch-pattern bolter

Sagitaur (110 Points)
  \N{BULLET} Called: Old Mule
"""


def test_a_list_has_its_printed_points_or_on_demand_those_of_the_datasheets(tmp_path: Path) -> None:
    path = saved(tmp_path, VOTANN.replace("29x", "9x"), "list.txt")
    kept, here = brought(str(path)), brought(str(path), "library")
    note = "110 points for 1 model in the file, 115 by the datasheet here (index, points of July 2025)"
    for found in (kept, here):
        assert ("Sagitaur", note) in found.notes
    assert [unit.points for unit in muster(kept.file).units] == [70, 140, 110]
    assert [unit.points for unit in muster(here.file).units] == [70, 100, 115]
    assert "points; printed 220, 65 more here" in run("import", str(path), "--points", "library").stderr


def test_the_printed_points_are_for_the_printed_size_only(tmp_path: Path) -> None:
    found = brought(str(saved(tmp_path, VOTANN.replace("29x", "9x"), "list.txt")))
    assert isinstance(found.file, W40k10File)
    rows = {unit.datasheet: [(row.models, row.points) for row in unit.points] for unit in found.file.army.units}
    assert rows == {"kahl": [], "hearthkyn-warriors": [(10, 140)], "sagitaur": [(1, 110)]}


def test_a_size_of_another_edition_is_fielded_as_the_list_has_it(tmp_path: Path) -> None:
    found = brought(str(saved(tmp_path, VOTANN, "list.txt")))
    assert isinstance(found.file, W40k10File)
    told_so = "the datasheet here does not allow 30 models: they are fielded as the list has them, unchecked"
    assert ("Hearthkyn Warriors", told_so) in found.notes
    crowd = muster(found.file).units[1]
    assert (crowd.models, crowd.points) == (30, 140)
    # By the points of the datasheets there is no such unit.
    assert muster(brought(str(tmp_path / "list.txt"), "library").file).units[1].points is None


def test_where_a_unit_begins_and_what_it_is_called_is_read_from_a_list(tmp_path: Path) -> None:
    found = brought(str(saved(tmp_path, VOTANN, "list.txt")))
    assert isinstance(found.file, W40k10File)
    assert [(unit.reserve, unit.name) for unit in found.file.army.units] == [("deep strike", ""), ("", ""), ("", "Old Mule")]


@pytest.mark.parametrize("name", ["imperial-fists-750", "imperial-fists-2000", "mechanicum-750", "mechanicum-2000"])
def test_a_text_list_of_the_horus_heresy_is_read_back_as_the_same_army(name: str, tmp_path: Path) -> None:
    file = Heresy3File(army=army(name))
    again = brought(str(saved(tmp_path, text_list(muster(file)), "list.txt")))
    assert (again.kind, again.missing) == ("text list", ())
    assert muster(again.file) == muster(file)


def test_a_roster_of_another_game_is_told_and_refused(tmp_path: Path) -> None:
    data = json.loads(w40k10_roster(captain()))
    data["roster"]["gameSystemName"] = "Chess"
    path = saved(tmp_path, json.dumps(data), "chess.json")
    result = run("import", str(path), "--save", str(tmp_path / "a.json"))
    assert result.exit_code == 2
    assert "roster, High Water (Chess), 1 units, 105 points" in result.stdout
    assert "Shoal Reeve: 1 model, 105 points" in result.stdout
    assert "a roster of 'Chess'; expected one of a game that is played here" in result.stderr
    assert "a roster of 'Chess'" in refused("muster", str(path))
