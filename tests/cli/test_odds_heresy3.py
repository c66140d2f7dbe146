"""``warbench odds`` for the second game: by name, with scenario files, and with those of both games together."""

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
    assert set(first) - set(second) == {"halved", "critical_wounds", "selected"}
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
        (
            {"situation": {"target_statuses": ["stuned"]}},
            "target_statuses: found ('stuned',), expected a list of these: stunned, pinned, suppressed, routed",
        ),
    ],
)
def test_what_cannot_be_asked(change: dict[str, Any], said: str) -> None:
    assert said in refused("odds", "-", given=json.dumps({**SHOT, **change}))


def test_what_belongs_to_the_other_game() -> None:
    assert "heresy3 has no stratagems" in refused("odds", "-", "--stratagem", "Smokescreen", given=json.dumps(SHOT))
    assert "--stratagem" in refused("odds", "-", "--game", "heresy3", "--stratagem", "Smokescreen", given=json.dumps(SHOT))
    wrong = refused("odds", "-", "--game", "w40k10", given=json.dumps(SHOT))
    assert wrong == "--game: found 'w40k10', expected 'heresy3': standard input is of that game"


def test_a_file_takes_the_facts_of_its_game_as_options_when_it_is_said() -> None:
    side = told("odds", "-", "--quick", "--game", "heresy3", "--facing", "rear", "--cover", "5", given=json.dumps(SHOT))
    assert (side["facts"]["facing"], side["facts"]["cover"]) == ("rear", 5)


def test_strict_names_what_is_not_modelled() -> None:
    spec = {**SHOT, "weapons": [{**GUN, "special_rules": ["Gets Hot"]}]}
    assert "special rule 'Gets Hot' of gun" in refused("odds", "-", "--strict", given=json.dumps(spec))


# --- by name ---

SUPPORT = ("odds", "Heavy Support Squad", "--into", "Predator")
BREACH = ("odds", "Breacher Squad", "--melee", "--into", "Firestorm Redoubt", "--loadout", "breacher charges")


def test_a_datasheet_into_a_datasheet() -> None:
    data = told(*SUPPORT, "--distance", "24", "--quick")
    assert (data["attacker"], data["target"]["name"]) == ({"name": "Heavy Support Squad", "points": 175}, "Predator")
    assert data["weapons"][0]["count"] == 5
    assert data["wounds_lost"] == pytest.approx(5 / 3, abs=1e-2)
    assert told(*SUPPORT, "--models", "10", "--quick")["weapons"][0]["count"] == 10


@pytest.mark.parametrize(
    ("words", "hull_points"),
    [
        (("--facing", "side"), 5 * 2 / 3 * 4 / 6),
        (("--cover", "4"), 5 * 2 / 3 * 3 / 6 / 2),
        (("--snap-shots",), 5 * 2 / 6 * 3 / 6),
        (("--stationary",), 2 * 5 * 2 / 3 * 3 / 6),
        (("--distance", "49"), 0),
    ],
)
def test_facts_are_options(words: tuple[str, ...], hull_points: float) -> None:
    data = told(*SUPPORT, *words, "--quick")
    assert data["weapons"][0].get("stages", {"damage": 0})["damage"] == pytest.approx(hull_points)


def test_hints_are_options_to_type() -> None:
    text = shown(*SUPPORT, "--cover", "5", width=100)
    for part in ("--facing rear", "no --cover", "--stationary", "5 hull points, 100 pts", "hull points alone", "Smokescreen"):
        assert part in text
    assert '"facing"' not in text


def test_wargear_profiles_and_single_weapons_are_chosen_as_in_the_first_game() -> None:
    text = shown(*SUPPORT, "--loadout", "5 missile launcher", "--quick", width=120)
    assert "equipped with 5 bolt pistol" in text
    assert "missile launcher is used in its profile krak; otherwise: --profile frag" in text
    assert "missile launcher (frag)" in shown(*SUPPORT, "--loadout", "5 missile launcher", "--profile", "frag", "--quick")
    assert told(*SUPPORT, "--weapon", "bolt pistol", "--quick")["weapons"][0]["name"] == "bolt pistol"
    assert "no legal loadout of 5 Heavy Support Squad has 6 lascannon" in refused(*SUPPORT, "--loadout", "6 lascannon")
    assert "--target-models: marines cannot have 0 models" in refused(
        "odds", "Tactical Squad", "--into", "marines", "--game", "heresy3", "--target-models", "0"
    )


def test_a_fight_against_a_fortification_turn_after_turn() -> None:
    data = told(*BREACH, "--turns", "3", "--quick")
    assert [(each["count"], each["name"]) for each in data["weapons"]] == [(9, "krak grenades"), (1, "breacher charges")]
    first, second, third = (turn["destroyed"] for turn in data["turns"])
    assert first == pytest.approx(data["destroyed"])
    assert 0 < first < second < third < 1
    longer = told(*BREACH)
    assert longer["destroyed_by_units"][:3] == pytest.approx([first, second, third])
    assert "Turn after turn" in shown(*BREACH, "--turns", "2", "--quick")
    bombs = told(*BREACH[:-1], "melta bombs", "--turns", "3", "--quick")
    assert bombs["weapons"][-1]["name"] == "melta bombs"
    assert "1<=x<=20" in refused(*BREACH, "--turns", "0")


def test_breacher_charges_only_by_their_name() -> None:
    data = told(*BREACH, "--weapon", "breacher charges", "--quick")
    assert [each["name"] for each in data["weapons"]] == ["breacher charges"]
    # A Damage of a D6 on 3+, a Hull Point on a 2.
    assert data["wounds_lost"] == pytest.approx(4 / 6 * 3.5 + 1 / 6)


def test_what_is_not_modelled_is_refused_when_strict() -> None:
    assert "--strict: not modelled: Smokescreen (Predator)" in refused(*SUPPORT, "--strict")


def test_a_picture_by_name(tmp_path: Path) -> None:
    file = tmp_path / "breach.svg"
    shown(*BREACH, "--quick", "--svg", str(file))
    assert "Breacher Squad into Firestorm Redoubt" in file.read_text()


def test_fractions_by_name() -> None:
    data = told(*BREACH, "--weapon", "breacher charges", "--turns", "1", "--quick", "--fractions")
    assert (data["wounds_lost"], data["turns"][0]["wounds_lost"]) == ("5/2", "5/2")


def test_a_scenario_file_may_name_units() -> None:
    by_name = told(*SUPPORT, "--distance", "24", "--quick")
    spec: dict[str, Any] = {"game": "heresy3", "attacker": "Heavy Support Squad", "target": "Predator"}
    data = told("odds", "-", "--quick", given=json.dumps({**spec, "situation": {"distance": 24}}))
    assert data["wounds_pmf"] == by_name["wounds_pmf"]
    assert (data["attacker"], data["not_modelled"]) == (by_name["attacker"], by_name["not_modelled"])
    own = told("odds", "-", "--quick", given=json.dumps({**spec, "weapons": [GUN]}))
    assert [weapon["name"] for weapon in own["weapons"]] == ["gun"]
    squad = {"datasheet": "Tactical Squad", "models": 15}
    kit = {"bolter": 11, "bolt pistol": 11, "frag grenades": 11, "krak grenades": 11, "boarding shield": 11}
    armed = {"datasheet": "Breacher Squad", "models": 11, "loadout": kit, "kind": "melee"}
    assert told("odds", "-", "--quick", given=json.dumps({**spec, "attacker": armed, "target": squad}))["target"]["models"] == 15


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"attacker": None}, "weapons: found 'none', expected at least one weapon, or an attacker"),
        ({"attacker": "Tactical Sqad"}, "did you mean tactical-squad"),
        ({"attacker": {"datasheet": "Tactical Squad", "loadout": ["lascannon"]}}, "no legal loadout of 10 Tactical Squad"),
        ({"target": {"datasheet": "Predator", "models": [TANK]}}, "target.models: found 'groups', expected a number of models"),
        ({"target": {"models": 3}}, "target.models: found 3, expected a list of groups, or a 'datasheet' beside it"),
        ({"target": {"datasheet": "Predator", "models": 2}}, "Predator: a unit has exactly 1 models, not 2"),
    ],
)
def test_units_that_a_file_cannot_name(change: dict[str, Any], said: str) -> None:
    spec = {"game": "heresy3", "attacker": "Tactical Squad", "target": "marines", **change}
    assert said in refused("odds", "-", given=json.dumps(spec))


# --- roll and compare ---


@pytest.mark.rule("H-086")
def test_the_dice_of_breacher_charges() -> None:
    roll = ("roll", *BREACH[1:], "--weapon", "breacher charges", "--dice")
    assert [told(*roll, dice)["wounds_lost"] for dice in ("3 5", "2", "1")] == [5, 1, 0]
    assert [each["purpose"] for each in told(*roll, "3 5")["record"] if each["kind"] == "roll"] == ["penetration", "damage"]


@pytest.mark.rule("H-085")
def test_breacher_charges_hit_without_dice() -> None:
    roll = ("roll", "Breacher Squad", "--melee", "--into", "Medium Building", "--loadout", "breacher charges")
    data = told(*roll, "--weapon", "breacher charges", "--dice", "1")
    assert data["stages"][0]["hits"] == 1
    assert "hit" not in {each.get("purpose") for each in data["record"]}


def test_a_roll_says_what_each_die_came_to() -> None:
    tank = ("roll", "Predator", "--into", "Rhino", "--weapon", "predator cannon", "--dice")
    data = told(*tank, "1 3 6 4 5 2")
    hit, penetration, struck, table = data["record"]
    assert hit["results"] == ["fail", "success", "success"]
    assert penetration["results"] == ["glancing", "penetrating"]
    assert struck["wounds_lost"] == 2
    assert (table["purpose"], table["results"]) == ("vehicle damage table", ["stunned"])
    text = shown(*tank, "1 3 6 4 5 2", width=120)
    for part in ("4 glances, 5+ penetrates", "1 glancing, 1 penetrating", "1 stunned", "2 of 5 hull points lost"):
        assert part in text


def test_the_same_seed_rolls_the_same() -> None:
    first, again, other = (told("roll", *SUPPORT[1:], "--seed", seed) for seed in ("7", "7", "8"))
    assert first == again
    assert first["game"] == "heresy3"
    assert first["record"] != other["record"]
    assert "hazardous_tests" not in first


def test_typed_dice() -> None:
    text = shown("roll", *BREACH[1:], "--weapon", "breacher charges", "--dice", "typed", given="3\n5\n")
    assert "penetration: 1 die?" in text
    assert "5 of 8 hull points lost" in text


def test_units_side_by_side() -> None:
    data = told("compare", "Tactical Squad", "Heavy Support Squad", "--default", "--into", "marines", "--into", "Predator")
    assert (data["game"], [row["points"] for row in data["rows"]]) == ("heresy3", [100, 175])
    assert [target["best"] for target in data["targets"]] == ["Tactical Squad (10)", "Heavy Support Squad (5)"]
    single = told(*SUPPORT, "--quick")
    cell = data["rows"][1]["cells"][1]
    assert (cell["wounds_lost"], cell["destroyed"]) == (pytest.approx(single["wounds_lost"]), pytest.approx(single["destroyed"]))
    assert cell["points_removed"] == pytest.approx(100 * single["wounds_lost"] / 5)


def test_loadouts_side_by_side_against_one_of_each_kind() -> None:
    text = shown("compare", "Heavy Support Squad", "--loadout", "5 autocannon", "--loadout", "5 plasma cannon", width=160)
    assert "5 autocannon" in text
    assert all(name in text for name in ("Terminators", "Dreadnought", "Fortification"))
    melee = told("compare", "Breacher Squad", "--melee", "--default", "--into", "Firestorm Redoubt")
    assert melee["rows"][0]["cells"][0]["wounds_lost"] > 1
    idle = told("compare", "Rhino", "--game", "heresy3", "--melee", "--default")
    assert idle["rows"][0]["note"] == "no melee weapons"


def test_loadouts_that_attack_alike_are_one_row() -> None:
    words = ("compare", "Heavy Support Squad", "--into", "Predator", "--limit", "4", "--measure", "wounds")
    assert len(told(*words)["rows"]) == 4
    merged = told(*words, "--merge")["rows"]
    assert [row["alike"] for row in merged] == [["chainsword"], ["chainsword, heavy bolter"]]
