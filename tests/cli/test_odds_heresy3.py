"""``warbench odds`` with scenario files of the second game, and of both games together."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import SCENARIO, refused, shown, told

GUN: dict[str, Any] = {"name": "gun", "firepower": 6, "skill": 4, "strength": 9, "ap": 2, "damage": 2, "range": 48}
TANK: dict[str, Any] = {"type": "vehicle", "armour": {"front": 13, "side": 12, "rear": 10}, "hull_points": 8}
SHOT: dict[str, Any] = {"game": "heresy3", "title": "At a tank", "weapons": [GUN], "target": {"name": "tank", "models": [TANK]}}


def test_the_screen_says_what_happens_and_why() -> None:
    text = shown("odds", "-", given=json.dumps(SHOT), width=100)
    for part in ("At a tank", "tank (1 model, 8 hull points)", "hull points lost", "stunned", "Hit Test", "BS 4", "FP 6"):
        assert part in text
    assert "Strength 9 against Armour 13 (front)" in text
    assert '"facing": "rear"' in text
    assert "Command Re-roll" not in text


def test_exact_numbers_and_rulings_are_shown() -> None:
    spec = {**SHOT, "rulings": {"glancing-save": "save"}}
    text = shown("odds", "-", "--fractions", "--quick", given=json.dumps(spec))
    assert "destroyed: " in text
    assert "glancing-save=save" in text


def test_a_list_of_both_games() -> None:
    first, second = told("odds", "-", "--quick", given=json.dumps([SCENARIO, SHOT]))
    assert (first["game"], second["game"]) == ("w40k10", "heresy3")
    assert second["title"] == "At a tank"
    assert set(second["statuses"]) == {"stunned", "pinned", "suppressed"}
    assert set(first) - set(second) == {"halved", "critical_wounds"}
    assert "halved" in first
    text = shown("odds", "-", "--quick", given=json.dumps([SCENARIO, SHOT]))
    assert "below half strength" in text
    assert "hull points lost" in text


def test_every_shared_scenario_has_an_answer(shared: Path) -> None:
    file = shared / "rules/attack-scenarios-heresy3.json"
    expected = json.loads(file.read_text(encoding="utf-8"))
    for one, scenario in zip(told("odds", str(file), "--quick"), expected, strict=True):
        assert one["slain_pmf"] == pytest.approx(scenario["expected"]["slain_pmf"], abs=1e-9)


def test_a_toml_file(tmp_path: Path) -> None:
    file = tmp_path / "bombs.toml"
    file.write_text(
        'game = "heresy3"\n[[weapons]]\nname = "melta bombs"\n[target]\n[[target.models]]\n'
        'type = "fortification"\narmour = 12\nhull_points = 8\n'
    )
    assert told("odds", str(file))["weapons"][0]["special_rules"] == ["Armourbane", "Detonation"]


def test_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "tank.svg"
    shown("odds", "-", "--svg", str(file), given=json.dumps(SHOT))
    assert "gun into tank" in file.read_text()


def test_effects_and_rulings_of_the_command_line() -> None:
    effect = '{"kind": "grant", "keyword": "Armourbane"}'
    told_with = told("odds", "-", "--quick", "--effect", effect, given=json.dumps(SHOT))
    assert told_with["glancing_hits"] == 0
    told_by = told("odds", "-", "--quick", "--ruling", "penetration-of-1=fails", given=json.dumps(SHOT))
    assert told_by["rulings"]["penetration-of-1"] == "fails"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "heresy4"}, 'game: found "heresy4", expected one of w40k10, heresy3'),
        ({"weapons": [{**GUN, "keywords": []}]}, "unknown field 'keywords'"),
        ({"weapons": [{**GUN, "ap": -2}]}, "weapons[0].ap: found -2, expected a whole number from 1 to 6"),
        ({"situation": {"tokens": 1}}, "unknown fact 'tokens'"),
        ({"stratagems": ["Smokescreen"]}, "unknown field 'stratagems'"),
    ],
)
def test_what_cannot_be_asked(change: dict[str, Any], said: str) -> None:
    assert said in refused("odds", "-", given=json.dumps({**SHOT, **change}))


def test_what_belongs_to_the_other_game() -> None:
    assert "heresy3 has no stratagems" in refused("odds", "-", "--stratagem", "Smokescreen", given=json.dumps(SHOT))
    assert "expected one of w40k10" in refused("roll", "-", given=json.dumps(SHOT))


def test_strict_names_what_is_not_modelled() -> None:
    spec = {**SHOT, "weapons": [{**GUN, "special_rules": ["Gets Hot"]}]}
    assert "special rule 'Gets Hot' of gun" in refused("odds", "-", "--strict", given=json.dumps(spec))
