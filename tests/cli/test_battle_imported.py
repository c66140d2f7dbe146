"""Battles of armies whose datasheets the user imported: played, saved with their datasheets, replayed without the library."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.helpers import refused, shown, told
from tests.intake.export.invented import files, tables
from tests.real_data import Real
from warbench.cli.data_library import use_library
from warbench.games.heresy3.armies import army as heresy_army
from warbench.games.heresy3.armies.enlisting import sheet_for
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.guns import guns_of
from warbench.games.w40k10.battle.melee import melee_weapons
from warbench.games.w40k10.battle.roster import ArmySpec, Roster, UnitSpec
from warbench.intake.export import Export
from warbench.lab.proof.soak import soak
from warbench.muster import Heresy3File, army_from_file
from warbench.muster.files import to_json

UNITS = """
[[units]]
datasheet = "reef wardens tide"
models = 10
leader = "Tide Caller"
warlord = true

[[units]]
datasheet = "Brine Striders"
"""
TIDE = f'name = "High Tide"\nfaction = "Tide"\n{UNITS}'
CALLER = "Tide's call"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with an export of invented units in the library, and an army of them as TOML and as JSON."""
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path / "data"))
    export = tmp_path / "export"
    export.mkdir()
    lines = tables()
    lines["Datasheets_models.csv"][-1] = lines["Datasheets_models.csv"][-1].replace("|40mm|", "|a sea shell|")
    for file in files(lines):
        (export / file.name).write_bytes(file.data)
    shown("data", "add", str(export))
    (tmp_path / "tide.toml").write_text(TIDE, encoding="utf-8")
    shown("import", f"{tmp_path}/tide.toml", "--save", f"{tmp_path}/tide.json")
    yield tmp_path
    library.register_source(None)


def play(folder: Path, *armies: str) -> Any:
    words = ("--rounds", "1", "--policy", "random", "--seed", "5", "--save", f"{folder}/a.json")
    return told("battle", "--armies", *armies, *words)


def test_imported_datasheets_fight_and_the_save_stands_for_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = play(folder, f"{folder}/tide.toml", "votann-500")
    assert [unit["name"] for unit in data["units"]][:2] == ["Reef Wardens led by Tide Caller", "Brine Strider"]
    setup = json.loads((folder / "a.json").read_text(encoding="utf-8"))["setup"]
    assert [sheet["id"] for sheet in setup["sheets"]] == ["reef-wardens-tide", "tide-caller", "brine-strider"]
    monkeypatch.setenv("WARBENCH_DATA", str(folder / "nowhere"))
    library.register_source(None)
    assert told("replay", f"{folder}/a.json")["hash"] == data["hash"]
    assert told("battle", "--load", f"{folder}/a.json")["hash"] == data["hash"]


def test_an_army_file_in_json_fights_as_its_toml_does(folder: Path) -> None:
    assert play(folder, f"{folder}/tide.json", "votann-500") == play(folder, f"{folder}/tide.toml", "votann-500")


def test_what_is_left_out_or_stood_in_for_is_told(folder: Path) -> None:
    said = play(folder, f"{folder}/tide.toml", "votann-500")["sides"][0]["not_checked"]
    assert "Brine Strider: not modelled: Spray, Ebb" in said
    assert "Tide Caller: 'a sea shell' states no known size: taken as 32mm, the stand-in for any model" in said


def test_bundled_armies_bring_no_datasheets(folder: Path) -> None:
    play(folder, "marines-500", "votann-500")
    assert json.loads((folder / "a.json").read_text(encoding="utf-8"))["setup"]["sheets"] == []


def test_an_item_that_shoots_and_strikes_does_both() -> None:
    sheet = next(one.sheet for one in Export(files(tables())).sheets() if one.sheet.id == "tide-caller")
    army = ArmySpec(name="Alone", faction="Tide", units=(UnitSpec(datasheet="tide-caller"),))
    entry = Roster((army, ArmySpec(name="", faction="")), (sheet,)).units["A1"]
    assert [gun.name for gun in guns_of(entry, 0)] == [CALLER]
    assert [weapon.name for weapon in melee_weapons(entry, 0)] == [CALLER]
    assert [weapon.type for weapon in entry.kinds[0].weapons] == ["ranged", "melee"]


def test_without_the_import_the_army_is_refused_with_its_names(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBENCH_DATA", str(folder / "nowhere"))
    text = TIDE.replace("Brine Striders", "Brine Gliders").replace("reef wardens tide", "reef wanderers")
    (folder / "tide.toml").write_text(text, encoding="utf-8")
    assert "reef wanderers" in refused("battle", "--armies", f"{folder}/tide.toml", "votann-500")


def test_an_army_file_of_another_game_is_refused(folder: Path) -> None:
    (folder / "fists.json").write_text(to_json(Heresy3File(army=heresy_army("imperial-fists-750"))), encoding="utf-8")
    said = refused("battle", "--armies", f"{folder}/fists.json", "votann-500")
    assert "is an army of heresy3" in said
    assert "--game heresy3" in said


def test_a_heresy_army_file_brings_its_own_datasheets(folder: Path) -> None:
    army = heresy_army("imperial-fists-750")
    name = army.units[0].datasheet
    own = msgspec.structs.replace(sheet_for(army, name), id="tide-guard", name="Tide Guard")
    first = army.detachments[0]
    units = (msgspec.structs.replace(first.units[0], datasheet="Tide Guard"), *first.units[1:])
    changed = msgspec.structs.replace(
        army, sheets=(own,), detachments=(msgspec.structs.replace(first, units=units), *army.detachments[1:])
    )
    (folder / "own.json").write_text(to_json(Heresy3File(army=changed)), encoding="utf-8")
    words = ("--rounds", "1", "--policy", "random", "--seed", "5", "--save", f"{folder}/h.json")
    data = told("battle", "--game", "heresy3", "--armies", f"{folder}/own.json", "mechanicum-750", *words)
    assert any("Tide Guard" in unit["name"] for unit in data["units"])
    assert told("replay", f"{folder}/h.json")["hash"] == data["hash"]


def test_two_armies_of_the_real_export_play_and_replay(
    folder: Path, real_export: Real, shared_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARBENCH_DATA", str(real_export.folder))
    rosters = ("bbe_Tyranids_1600_090624.rosz", "listgrok_official_app_example1.txt")
    for number, name in enumerate(rosters):
        shown("import", str(shared_data / "rosters" / name), "--save", f"{folder}/{number}.json")
    data = play(folder, f"{folder}/0.json", f"{folder}/1.json")
    assert data["over"]
    assert len(data["units"]) > 20
    monkeypatch.setenv("WARBENCH_DATA", str(folder / "nowhere"))
    library.register_source(None)
    assert told("replay", f"{folder}/a.json")["hash"] == data["hash"]


def test_aircraft_transports_and_army_rules_of_the_real_export_hold_in_every_state(
    folder: Path, real_export: Real, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARBENCH_DATA", str(real_export.folder))
    marked = ("--faction", "Chaos Space Marines", "--game", "w40k10", "--detachment", "Pactbound Zealots")
    units = (
        "--add",
        "Chaos Lord",
        "--add",
        "Heldrake",
        "--add",
        "Legionaries x2",
        "--add",
        "Chaos Rhino",
        "--warlord",
        "Chaos Lord",
    )
    joined = ("--lead", "Chaos Lord: Legionaries", "--inside", "Legionaries 2: Chaos Rhino")
    shown("muster", "new", *marked, *units, *joined, "--save", f"{folder}/chaos.json")
    tombs = ("--faction", "Necrons", "--detachment", "Awakened Dynasty")
    crypt = ("--add", "Overlord", "--add", "Night Scythe", "--add", "Necron Warriors", "--warlord", "Overlord")
    shown("muster", "new", *tombs, *crypt, "--save", f"{folder}/tombs.json")
    use_library()
    armies = [army_from_file(f"{folder}/{name}.json").army for name in ("chaos", "tombs")]
    played = soak("w40k10", [0, 1], seed="imported", probes=3, save_every=1, armies=armies)
    assert played.faults == []
    assert played.hashes
    assert {"ask hover", "ask army rule", "event TakenOff"} <= {name for name, times in played.fired.items() if times}
