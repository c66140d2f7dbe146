"""``warbench battle``, ``replay``, ``explain``, ``list`` and ``show`` of the second game."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.cli.helpers import refused, run, shown, told
from warbench.games.heresy3 import library

GAME = ("--game", "heresy3")
ARMIES = ("--armies", "imperial-fists-750", "mechanicum-750")
SMALL = ("battle", *GAME, *ARMIES, "--rounds", "2", "--policy", "random", "--mission", "salt-crossroads")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small battle with everything that a battle leaves behind."""
    folder = tmp_path_factory.mktemp("battle")
    words = (*SMALL, "--seed", "7", "--save", f"{folder}/a.json", "--svg", f"{folder}/a.svg", "--log", f"{folder}/a.log")
    (folder / "out.json").write_text(shown(*words, "--svg-each", f"{folder}/turns", "--json"))
    return folder


@pytest.fixture(scope="module")
def data(folder: Path) -> Any:
    return json.loads((folder / "out.json").read_text())


def test_the_save_names_its_game_and_a_replay_prints_the_same_summary(folder: Path, data: Any) -> None:
    assert json.loads((folder / "a.json").read_text())["game"] == "heresy3"
    assert told("replay", f"{folder}/a.json") == data
    assert list(data)[-1] == "hash"


def test_the_summary_has_the_frame_of_all_games_and_what_only_this_one_has(data: Any) -> None:
    assert (data["format"], data["game"], data["mission"], data["rounds"]) == (
        "warbench-battle-1",
        "heresy3",
        "salt-crossroads",
        2,
    )
    for each in data["sides"]:
        assert "command_points" not in each
        assert each["allotment"] >= 0
        assert 0 <= each["luck"]["percentile"] <= 100
    assert [each["allegiance"] for each in data["sides"]] == ["loyalist", "traitor"]
    assert set(data["objective_values"]) == set(data["objectives"])
    units = {unit["id"]: unit for unit in data["units"]}
    assert {unit["where"] for unit in units.values()} <= {"table", "inside", "reserve", "joined", "gone"}
    assert units["A2"]["where"] == "table"
    assert units["A4"]["wounds"] is None
    assert units["A4"]["hull_points"] >= 0
    assert units["B1"]["hull_points"] is None
    assert all(unit["controller"] == unit["side"] for unit in units.values() if unit["id"] not in {"A6", "B7"})
    assert all(unit["side"] is None for key, unit in units.items() if key.startswith("T"))
    assert all(isinstance(unit["statuses"], list) for unit in units.values())


def test_pictures_of_the_end_and_of_each_turn(folder: Path) -> None:
    turns = {"0-deployment.svg", "1-A.svg", "1-B.svg", "2-A.svg", "2-B.svg"}
    assert {file.name for file in (folder / "turns").iterdir()} == turns
    for file in (folder / "a.svg", *(folder / "turns").iterdir()):
        assert ET.parse(file).getroot().tag.endswith("svg")  # noqa: S314 -- our own picture


def test_the_log_numbers_events_and_names_rules(folder: Path) -> None:
    lines = (folder / "a.log").read_text().splitlines()
    assert all(line[:5].strip().isdecimal() for line in lines)
    assert any("is deployed at" in line and line.endswith("[H-034]") for line in lines)
    assert any("joins Breachers (A2)" in line and line.endswith("[H-235]") for line in lines)
    assert not any("type=" in line or "msgspec" in line for line in lines)


@pytest.mark.parametrize("width", [60, 100])
def test_on_screen_each_phase_has_a_line_and_the_hash_comes_last(data: Any, width: int) -> None:
    text = shown(*SMALL, "--seed", "7", width=width)
    assert "before the battle: " in text
    assert "after turn 1: A " in text
    assert "Reactions" in text
    assert text.splitlines()[-1] == f"hash {data['hash']}"
    assert max(map(len, text.splitlines())) <= width


def test_what_no_part_of_the_battle_carries_out_is_said_before_it_and_in_the_summary(data: Any) -> None:
    assert any("Battlements" in text for text in data["sides"][0]["not_checked"])
    assert "A: not modelled: " in shown(*SMALL, "--seed", "7")


def test_armies_of_one_allegiance_are_warned_of() -> None:
    found = told("battle", *GAME, "--armies", "imperial-fists-750", "imperial-fists-750", "--rounds", "1", "--policy", "random")
    assert any("(H-015)" in text for text in found["warnings"])


def test_a_battle_goes_on_where_it_was_stopped(folder: Path, tmp_path: Path) -> None:
    half = f"{tmp_path}/half.json"
    stopped = told("replay", f"{folder}/a.json", "--to", "30", "--save", half)
    on = told("battle", "--load", half, "--policy", "random", "--save", half)
    assert (stopped["answers"], stopped["over"], on["over"]) == (30, False, True)
    assert told("replay", half)["hash"] == on["hash"]


def test_a_save_of_another_game_than_the_one_that_was_named_is_refused(folder: Path) -> None:
    assert "--game: found 'w40k10', expected 'heresy3'" in refused("battle", "--load", f"{folder}/a.json", "--game", "w40k10")


def test_step_by_step_every_decision_is_shown(folder: Path, data: Any) -> None:
    text = shown("replay", f"{folder}/a.json", "--step", width=120)
    assert f"{data['answers']}. " in text
    assert text.splitlines()[-1] == f"hash {data['hash']}"


def test_every_kind_of_event_in_the_battle_can_be_explained(folder: Path, data: Any) -> None:
    found = told("explain", f"{folder}/a.json", "5")
    assert {"kind", "text", "rule", "data", "led_here", "at"} <= set(found)
    for number in (1, 2, data["events"] // 2, data["events"]):
        assert told("explain", f"{folder}/a.json", str(number))["event"] == number
    deployed = next(line for line in (folder / "a.log").read_text().splitlines() if "[H-034]" in line)[:5].strip()
    assert "The rule H-034 is in docs/rules/heresy3.md." in shown("explain", f"{folder}/a.json", deployed)


def test_dice_are_explained_by_the_numbers_behind_them(folder: Path) -> None:
    line = next(line for line in (folder / "a.log").read_text().splitlines() if " rolls hit for " in line)
    found = told("explain", f"{folder}/a.json", line[:5].strip())
    assert any("Hit Test" in each["text"] for each in found["reasons"])


def test_a_person_takes_a_side_and_sees_the_table() -> None:
    text = shown("battle", *GAME, *ARMIES, "--seed", "7", "--play", "A", "--policy", "random", given="t\nq\n", width=120)
    assert "The battle stands at before the battle" in text
    assert "A6 Firestorm Redoubt: 1 of 1 models, 8 Hull Points" in text
    assert ", worth 3: -" in text


def test_real_dice_are_asked_for() -> None:
    text = shown(*SMALL, "--dice", "typed", given="4\n2\n")
    assert "A rolls zone: 1 die? 4" in text


def test_the_planner_decides_unless_another_policy_is_named() -> None:
    text = shown("battle", *GAME, *ARMIES, "--rounds", "1", "--seed", "1", "--policy", "B=random")
    assert "points, planner" in text
    assert "points, random" in text


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("--armies", "imperial-fists-750", "nobody"), ("--armies", "'nobody'", "mechanicum-750", ".toml")),
        (("--armies", "imperial-fists-750", "none.toml"), ("none.toml: no such file",)),
        (("--mission", "nowhere"), ("'nowhere'", "no such mission", "foundry-yard")),
        (("--rounds", "0"), ("--rounds: found 0, expected 1 to",)),
        (("--ruling", "no-such=x"), ("no-such", "bunker-embarking")),
        (("--policy", "clever"), ("--policy", "'clever'")),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(words: tuple[str, ...], parts: tuple[str, ...]) -> None:
    text = refused("battle", *GAME, *words)
    assert all(part in text for part in parts), text


def test_an_army_file_that_is_not_legal_is_refused_with_its_rule(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "Mine"\nfaction = "Imperial Fists"\n')
    text = refused("battle", *GAME, "--armies", str(file), "mechanicum-750")
    assert "Mine: allegiance: " in text
    assert "H-013" in text


# --- list and show ---


@pytest.mark.parametrize("what", ["units", "targets", "rulings", "facts", "armies", "missions"])
@pytest.mark.parametrize("width", [80, 120])
def test_every_list_has_entries_that_fit(what: str, width: int) -> None:
    text = shown("list", what, *GAME, width=width)
    assert len(text.splitlines()) > 4
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.rule("H-193")
def test_the_list_of_special_rules_says_which_rules_each_changes() -> None:
    text = shown("list", "keywords", *GAME)
    assert "breaching: Wound Test, Armour Penetration" in text
    assert "assault vehicle: Charge, Disembark" in text


def test_the_lists_name_what_there_is_and_a_list_of_the_other_game_is_refused() -> None:
    assert "imperial-fists-750" in shown("list", "armies", *GAME)
    assert "foundry-yard" in shown("list", "missions", *GAME)
    assert "warbench list armies --game heresy3" in shown("list", *GAME)
    assert "heresy3 has no such list; it has: units" in refused("list", "stratagems", *GAME)


@pytest.mark.parametrize("key", [sheet.id for sheet in library.datasheets()])
def test_every_datasheet_can_be_shown(key: str) -> None:
    text = shown("show", key, "--texts")
    assert library.datasheet(key).name in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_datasheet_shows_its_types_numbers_and_prices() -> None:
    text = shown("show", "tactical squad")
    assert "M  WS  BS  S  T  W  I  A  LD  CL  WP  IN  SAV" in text
    assert "Legionary: infantry; [allegiance], [legiones astartes]; Line (2)" in text
    assert "10 models: 100 points, each more 10" in text
    assert "power fist" in text
    tank = shown("show", "predator", *GAME)
    assert "Front  Side  Rear  HP" in tank


def test_names_are_looked_for_in_the_libraries_of_both_games() -> None:
    assert told("show", "hekaton")["game"] == "w40k10"
    assert told("show", "firestorm redoubt")["game"] == "heresy3"
    assert told("show", "land-raider")["id"] == "land-raider"
    assert told("show", "land raider", *GAME)["id"] == "land-raider-carrier"


def test_a_name_that_fits_several_datasheets_is_refused_with_all_of_them() -> None:
    text = refused("show", "land")
    assert "land-raider" in text
    assert "land-raider-carrier" in text


def test_help_names_both_games() -> None:
    assert "[w40k10|heresy3]" in run("battle", "--help").stdout
