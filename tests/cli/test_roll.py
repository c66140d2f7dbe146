"""``warbench roll``: the same attack with dice from a seed, a script or a person."""

import pytest

from tests.cli.helpers import HEKATON, refused, run, shown, told

INTO = ("roll", HEKATON, "--into", "terminators")
MATR = ("roll", HEKATON, "--into", "tank", "--weapon", "matr")


def test_the_same_seed_rolls_the_same() -> None:
    first, again, other = (told(*INTO, "--seed", seed) for seed in ("7", "7", "8"))
    assert first == again
    assert first["record"] != other["record"]


def test_without_a_seed_one_is_shown_that_repeats_the_roll() -> None:
    data = told(*INTO)
    assert told(*INTO, "--seed", data["seed"]) == data
    assert "--seed " in shown(*INTO)


def test_a_script_is_rolled_in_order() -> None:
    data = told(*MATR, "--dice", "446111 556, 1 1 2")
    hit, wound, *others = data["record"]
    assert hit["results"] == ["success", "success", "critical", "fail", "fail", "fail"]
    assert (wound["purpose"], wound["faces"]) == ("wound", [5, 5, 6])
    # One model: each attack is allocated to it, and saved, by itself.
    assert [each["results"] for each in others[::2]] == [["fail"], ["fail"], ["fail"]]
    assert [each["damage"] for each in others[1::2]] == [2, 2, 2]
    assert (data["wounds_lost"], data["slain"], data["models_left"], data["destroyed"]) == (6, 0, 1, False)


def test_luck_is_the_place_in_the_exact_distribution() -> None:
    luck = told(*INTO, "--seed", "7")["luck"]["wounds_lost"]
    assert luck["less"] + luck["same"] + luck["more"] == pytest.approx(1)
    odds = told("odds", HEKATON, "--into", "terminators", "--quick")
    assert luck["mean"] == pytest.approx(odds["wounds_lost"])


def test_the_screen_shows_faces_again_and_the_end() -> None:
    text = shown(*INTO, "--seed", "7")
    assert "→" in text.split("Result")[0].split("\n", 2)[2], "a Twin-linked die was thrown again"
    assert "of 15 wounds lost" in text
    assert "such volleys" in text


def test_dice_of_a_script_that_were_not_needed_are_counted() -> None:
    result = run(*MATR, "--dice", "1 1 1 1 1 1 4 4")
    assert result.exit_code == 0
    assert result.stderr == "warbench: 2 dice of the script were not needed\n"


def test_typed_dice_are_asked_for_again_until_they_fit() -> None:
    text = shown(*MATR, "--dice", "typed", given="4 4\n4 4 6 1 7 1\nx\n446111\n556\n1 1\n1\n1\n2\n")
    assert "MATR autocannon" in text
    assert "hit: 6 dice?" in text
    assert "found 2 faces, expected 6" in text
    assert "'7', expected faces from 1 to 6" in text
    assert "save: 1 die?" in text
    assert "6 of 13 wounds lost" in text


def test_typed_dice_as_json_ask_on_the_standard_error() -> None:
    result = run(*MATR, "--dice", "typed", "--json", given="111111\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("{")
    assert "hit: 6 dice?" in result.stderr


def test_typed_dice_that_end_too_early() -> None:
    result = run(*MATR, "--dice", "typed", given="446111\n")
    assert result.exit_code == 2
    assert result.stderr == "warbench: --dice typed: the input ended at wound, expected 3 faces\n"


def test_a_refused_weapon_is_named() -> None:
    assert "does not attack: out of range" in shown(*INTO, "--distance", "30", "--seed", "1")
    assert "expected faces" in refused(*INTO, "--dice", "0")
