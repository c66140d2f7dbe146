"""Which game the names mean, and the options that each game brings along."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.helpers import HEKATON, SCENARIO, refused, shown, told
from tests.intake.export.invented import files, tables
from warbench.games.w40k10 import library

QUICK = ("--quick", "--json")


def game(*words: str) -> str:
    return str(json.loads(shown("odds", *words, *QUICK))["game"])


# --- by the names ---


def test_a_name_that_one_game_has_says_which_it_is() -> None:
    assert game("Heavy Support Squad", "--into", "marines") == "heresy3"
    assert game(HEKATON, "--into", "marines") == "w40k10"


def test_a_name_of_both_games_wants_the_game() -> None:
    both = refused("odds", "Predator", "--into", "marines")
    assert both == (
        "'Predator': found in several games: w40k10 (predator-destructor); heresy3 (predator); "
        "say which: --game w40k10 or --game heresy3"
    )
    assert refused("odds", "Land Raider", "--into", "marines").startswith("'Land Raider': found in several games")
    assert game("Predator", "--into", "marines", "--game", "heresy3") == "heresy3"
    assert game("Predator", "--into", "marines", "--game", "w40k10") == "w40k10"


def test_the_target_decides_where_the_attacker_does_not() -> None:
    assert game("Predator", "--into", "Rhino") == "heresy3"
    assert game("Predator", "--into", HEKATON) == "w40k10"


def test_the_others_decide_in_a_comparison() -> None:
    assert told("compare", "Predator", "Tactical Squad", "--default")["game"] == "heresy3"
    assert told("compare", "Predator", HEKATON, "--default")["game"] == "w40k10"
    assert told("compare", "Predator", "--default", "--into", "firestorm redoubt")["game"] == "heresy3"
    mixed = refused("compare", "Tactical Squad", HEKATON)
    assert mixed == "'Tactical Squad' is no datasheet of w40k10; tactical-squad is one of heresy3"


def test_a_name_that_no_game_has_gets_the_nearest_of_all() -> None:
    assert "did you mean heavy-support-squad" in refused("odds", "Hevy Suport Squad", "--into", "marines")
    assert refused("odds", "Tactical Squad", "--into", "marines", "--game", "w40k10") == (
        "'Tactical Squad' is no datasheet of w40k10; tactical-squad is one of heresy3"
    )


def test_a_game_that_there_is_not() -> None:
    assert "'epic' is not one of 'w40k10', 'heresy3'" in refused("odds", HEKATON, "--into", "marines", "--game", "epic")


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path / "data"))
    folder = tmp_path / "export"
    folder.mkdir()
    for file in files(tables()):
        (folder / file.name).write_bytes(file.data)
    shown("data", "add", str(folder))
    yield
    library.register_source(None)


@pytest.mark.usefixtures("imported")
def test_imported_datasheets_count_as_well() -> None:
    assert game("brine strider", "--into", "marines") == "w40k10"
    assert game("Heavy Support Squad", "--into", "marines") == "heresy3"
    assert "brine-strider" in refused("odds", "brine stridder", "--into", "marines")


def test_targets_are_listed_for_each_game() -> None:
    heresy = shown("list", "targets", "--game", "heresy3")
    assert "1 vehicle 13/12/10 HP5" in heresy
    assert "10 T4 3+ W1" in heresy
    assert "5 T5 2+ 4++ W3" in shown("list", "targets")
    assert refused("odds", "Tactical Squad").endswith("(see: warbench list targets --game heresy3)")


# --- options ---


def test_options_before_the_name_are_told_from_it() -> None:
    data = told("odds", "--cover", "5", "--facing", "side", "--models", "7", "Heavy Support Squad", "--into", "tank", "--quick")
    assert (data["game"], data["facts"]["cover"], data["facts"]["facing"]) == ("heresy3", 5, "side")


def test_help_lists_the_facts_of_the_game_that_is_meant() -> None:
    heresy, first = shown("odds", "Heavy Support Squad", "--help"), shown("odds", "--help")
    assert "--facing [front|side|rear]" in heresy
    assert "--target-statuses [stunned|pinned|suppressed|routed]" in heresy
    assert "--stratagem" not in heresy
    assert "--leader" in first
    assert "--facing [" not in first
    assert shown("odds", "--game", "heresy3", "--help") == heresy
    assert shown("compare", "--game", "heresy3", "--help").count("--facing") == 1
    # Nobody is asked which game is meant before he has read the help.
    assert shown("odds", "Predator", "--help") == first


def test_an_option_of_the_other_game_is_refused() -> None:
    said = refused("odds", "Heavy Support Squad", "--into", "marines", "--stratagem", "Smokescreen")
    assert "--stratagem" in said
    assert "--facing" in refused("odds", HEKATON, "--into", "marines", "--facing", "rear")
    assert "'left' is not one of" in refused("odds", "Heavy Support Squad", "--into", "tank", "--facing", "left")
    assert "cover: found 7" in refused("odds", "Heavy Support Squad", "--into", "tank", "--cover", "7")


def test_statuses_are_words_that_add_up() -> None:
    routed = told("odds", "Tactical Squad", "--into", "marines", "--attacker-statuses", "Routed", "--quick")
    assert routed["facts"]["attacker_statuses"] == ["routed"]
    assert routed["hits"] == pytest.approx(20 / 3)
    both = ("--target-statuses", "stunned", "--target-statuses", "pinned")
    data = told("odds", "Predator", "--into", "Rhino", *both, "--quick")
    assert data["facts"]["target_statuses"] == ["stunned", "pinned"]
    assert data["statuses"]["stunned"] == 0
    assert "'stuned' is not one of" in refused("odds", "Predator", "--into", "Rhino", "--target-statuses", "stuned")


def test_a_scenario_file_says_its_game_itself() -> None:
    assert told("odds", "-", "--quick", given=json.dumps(SCENARIO))["game"] == "w40k10"
    wrong = refused("odds", "-", "--game", "heresy3", given=json.dumps(SCENARIO))
    assert wrong == "--game: found 'heresy3', expected 'w40k10': standard input is of that game"


@pytest.mark.parametrize(("unit", "other"), [(HEKATON, "heresy3"), ("heavy-support-squad", "w40k10")])
def test_the_other_game_is_not_imported(unit: str, other: str) -> None:
    """Its facts alone are, to tell options and names apart."""
    code = (
        f"import sys; sys.argv[1:] = ['odds', '{unit}', '--into', 'marines', '--json']\nfrom warbench.cli.main import main\n"
        "try: main()\nexcept SystemExit: pass\nprint(*sys.modules, file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    found = [module for module in result.stderr.split() if module.startswith(f"warbench.games.{other}")]
    assert found == [f"warbench.games.{other}", f"warbench.games.{other}.facts"]
