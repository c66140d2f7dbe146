"""``warbench odds``: the screen, the JSON, options, scenario files, pages and pictures."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from tests.cli.helpers import GUN, HEKATON, MODELS, PAGE, SCENARIO, refused, run, shown, told
from warbench.cli.main import main
from warbench.games.w40k10.facts import FACTS

INTO = (HEKATON, "--into", "terminators")


def test_the_headline_names_both_and_says_what_happens() -> None:
    first, second, *_ = shown("odds", *INTO).splitlines()
    assert first == "Hekaton Land Fortress (225 pts) → Terminators (5 models, 15 wounds, 170 pts)"
    assert second.startswith("1.30 slain, 4.90 of 15 wounds lost; destroyed 0.1%")


def test_the_screen_has_its_parts_in_order() -> None:
    text = shown("odds", *INTO)
    parts = ["slain alone", "models slain", "Why these numbers", "What would change it", "And further", "Command Re-roll"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("target", ["terminators", "super-heavy", "led-infantry"])
def test_no_line_is_wider_than_the_terminal(width: int, target: str) -> None:
    text = shown("odds", HEKATON, "--into", target, width=width)
    longest = max(text.splitlines(), key=len)
    assert len(longest) <= max(width, 76), longest
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_a_hint_shows_the_option_to_type_and_it_does_what_it_says() -> None:
    text = shown("odds", *INTO)
    found = re.search(r"^ +(--tokens 1) +([0-9.]+)", text, re.MULTILINE)
    assert found
    assert shown("odds", *INTO, *found[1].split()).splitlines()[1].startswith(f"{found[2]} slain")


def test_a_single_model_is_told_by_its_wounds() -> None:
    text = shown("odds", HEKATON, "--into", "super-heavy")
    assert "of 22 wounds lost" in text.splitlines()[1]
    assert "wounds alone" in text
    assert "slain" not in text.splitlines()[1]


def test_many_values_are_grouped_and_all_of_it_stands_alone() -> None:
    text = shown("odds", HEKATON, "--into", "monster", "--quick")
    assert re.search(r"^ +8 \(all\) +", text, re.MULTILINE)
    text = shown("odds", HEKATON, "--into", "super-heavy", "--tokens", "2", "--quick")
    assert re.search(r"^ +\d+-\d+ +", text, re.MULTILINE)


def test_a_refused_weapon_says_why() -> None:
    text = shown("odds", *INTO, "--distance", "30")
    assert "Cyclic ion cannon does not attack: out of range" in text


def test_every_asked_fact_is_an_option() -> None:
    text = shown("odds", "--help")
    for fact in FACTS:
        if fact.asked:
            name = fact.name.replace("_", "-")
            assert f"--{name} " in text or f"--[no-]{name}" in text


def test_json_is_the_report() -> None:
    data = told("odds", *INTO)
    assert data["format"] == "warbench-odds-1"
    assert data["slain"] == pytest.approx(sum(n * p for n, p in enumerate(data["slain_pmf"])))
    assert data["switches"]
    assert "switches" not in told("odds", *INTO, "--quick")


def test_fractions_are_texts_in_json_and_add_up() -> None:
    data = told("odds", *INTO, "--weapon", "matr", "--fractions", "--quick")
    assert sum(map(Fraction, data["slain_pmf"])) == 1
    assert data["damage"] == "4/3"
    assert "- slain: 73699/531441" in shown("odds", *INTO, "--weapon", "matr", "--fractions", "--quick")


def test_weapons_are_kept_in_the_order_in_which_they_are_named() -> None:
    data = told("odds", *INTO, "--weapon", "twin bolt", "--weapon", "cyclic ion cannon", "--quick")
    assert [weapon["name"] for weapon in data["weapons"]] == ["Twin bolt cannon", "Cyclic ion cannon"]


def test_effects_stratagems_and_rulings_reach_the_answer() -> None:
    plain = told("odds", *INTO, "--quick")
    better = told("odds", *INTO, "--quick", "--effect", '{"kind": "roll", "roll": "hit", "by": 1}')
    assert better["hits"] > plain["hits"]
    assert told("odds", *INTO, "--quick", "--stratagem", "fire overwatch")["facts"]["overwatch"] is True
    assert "roll-cap=each" in shown("odds", *INTO, "--ruling", "roll-cap=each")
    assert "Rulings" not in shown("odds", *INTO)


def test_what_is_left_of_the_target() -> None:
    data = told("odds", *INTO, "--quick", "--target-models", "10", "--models-left", "4", "--wounds-left", "1")
    assert data["target"] | {"points": 0} == {
        "name": "Terminators", "points": 0, "starting_models": 10, "models": 4, "wounds": 10
    }  # fmt: skip


def test_melee_and_profiles_and_leaders() -> None:
    assert told("odds", "terminator-squad", "--into", "tank", "--melee", "--quick")["weapons"][0]["name"] == "Power fist"
    text = shown("odds", "hellblaster-squad", "--into", "tank", "--quick")
    assert "Plasma incinerator is used in its profile standard" in text
    assert "led by" in shown("odds", "hearthkyn", "--leader", "kahl", "--into", "tank", "--quick")


@pytest.mark.rule("W-113")
def test_what_hazardous_tests_may_cost() -> None:
    text = " ".join(shown("odds", "hellblaster-squad", "--into", "tank", "--profile", "supercharge").split())
    assert (
        "Hazardous, Plasma incinerator \N{EN DASH} supercharge: 5 tests, each fails on a 1 and costs 3 mortal wounds; 59.8% that"
        in text
    )


def test_not_modelled_is_named_and_strict_refuses(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text(json.dumps({**SCENARIO, "weapons": [{**GUN, "keywords": ["gloomy"]}]}))
    assert "weapon ability 'gloomy' of gun" in shown("odds", str(file))
    assert refused("odds", str(file), "--strict").endswith("--strict: not modelled: weapon ability 'gloomy' of gun")


def test_a_scenario_gives_one_answer_and_a_list_a_list(tmp_path: Path) -> None:
    one, many = tmp_path / "one.json", tmp_path / "many.json"
    one.write_text(json.dumps(SCENARIO))
    many.write_text(json.dumps([SCENARIO, {**SCENARIO, "title": "again"}]))
    single = told("odds", str(one), "--quick")
    first, second = told("odds", str(many), "--quick")
    assert first == single
    assert second == {"title": "again", **single}
    assert "again" in shown("odds", str(many), "--quick")


def test_a_scenario_from_the_standard_input_and_options_on_top() -> None:
    plain = told("odds", "-", "--quick", given=json.dumps(SCENARIO))
    better = told("odds", "-", "--quick", "--effect", '{"kind": "automatic", "roll": "hit"}', given=json.dumps(SCENARIO))
    assert (plain["hits"], better["hits"]) == (pytest.approx(8 / 3), 4)


def test_toml_scenarios(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    text = '[[scenarios]]\ngame = "w40k10"\nattacker = "hekaton-land-fortress"\ntarget = "tank"\n'
    file.write_text(text + text.replace("tank", "marines"))
    assert [answer["target"]["name"] for answer in told("odds", str(file), "--quick")] == [
        "Battle tank",
        "Power-armoured infantry",
    ]
    file.write_text(text.replace("[[scenarios]]\n", ""))
    assert told("odds", str(file), "--quick")["target"]["name"] == "Battle tank"


def test_the_shared_scenarios_answer_as_expected(shared: Path) -> None:
    file = shared / "rules" / "attack-scenarios.json"
    for scenario, data in zip(json.loads(file.read_text()), told("odds", str(file), "--quick"), strict=True):
        assert data["title"] == scenario["title"]
        _compare(scenario["expected"], data, scenario["title"])


def _compare(expected: Any, found: Any, where: str) -> None:
    if isinstance(expected, dict):
        for key, value in expected.items():
            _compare(value, found[key], f"{where}: {key}")
    elif isinstance(expected, list):
        assert len(expected) == len(found), where
        for index, value in enumerate(expected):
            _compare(value, found[index], f"{where}[{index}]")
    elif isinstance(expected, int | float):
        assert found == pytest.approx(expected, abs=1e-9, rel=0), where
    else:
        assert found == expected, where


def test_a_page_attacks_once_it_is_completed(shared: Path) -> None:
    page = shared / "pages" / PAGE
    text = shown("odds", str(page), "--into", "terminators")
    assert text.splitlines()[1] == shown("odds", *INTO).splitlines()[1]
    assert "completed from bundled ones" in text


def test_the_picture_is_well_formed_and_nothing_else_is_left(tmp_path: Path) -> None:
    file = tmp_path / "chart.svg"
    text = shown("odds", *INTO, "--quick", "--svg", str(file))
    assert text.endswith(f"Drawn: {file}\n") or str(file) in text.replace("\n", "")
    root = ET.parse(file).getroot()  # noqa: S314 -- our own picture
    assert root.get("role") == "img"
    assert [path.name for path in tmp_path.iterdir()] == ["chart.svg"]
    many = tmp_path / "many.json"
    many.write_text(json.dumps([SCENARIO, SCENARIO]))
    assert "expected one" in refused("odds", str(many), "--svg", str(file))


def test_an_unnamed_attacker_is_named_by_its_weapons(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps({**SCENARIO, "target": {"name": "Somebody", "models": [MODELS]}}))
    assert shown("odds", str(file)).startswith("gun → Somebody (5 models, 10 wounds)\n")


def test_letters_that_the_output_cannot_show_are_replaced() -> None:
    result = CliRunner(charset="ascii").invoke(main, ["odds", *INTO, "--quick"])
    assert result.exit_code == 0
    assert "-> Terminators" in result.stdout
    assert "####" in result.stdout


def test_colours_only_where_they_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run("odds", *INTO, "--quick").stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in run("odds", *INTO, "--quick").stdout
