"""``warbench odds --both``: the screen, the JSON and the refusals of a sampled Combat."""

import pytest

from tests.cli.helpers import refused, shown, told

COMBAT = ("odds", "Breacher Squad", "--both", "--into", "Castellax Battle-Maniple")
FEW = ("--samples", "12", "--seed", "7")


def test_the_screen_says_that_it_is_sampled_how_often_and_with_which_seed() -> None:
    text = " ".join(shown(*COMBAT, *FEW, "--melee", "--charged", width=100).split())
    assert "Sampled, not exact: 12 samples with the seed 7; ± is the standard error" in text
    assert "Breacher Squad against Castellax Battle Maniple" in text
    assert "both sides striking, charged" in text
    assert "Breacher Squad wins the Combat: " in text
    assert "nobody declares a challenge" in text
    assert "at initiative" in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    assert all(len(line) <= max(width, 76) for line in shown(*COMBAT, *FEW, width=width).splitlines())


def test_the_json_holds_every_figure_with_its_standard_error() -> None:
    data = told(*COMBAT, *FEW)
    assert (data["format"], data["game"], data["sampled"]) == ("warbench-combat-1", "heresy3", True)
    assert (data["samples"], data["samples_wanted"], data["seed"]) == (12, 12, "7")
    (ours,), (theirs,) = data["attackers"], data["targets"]
    for unit in (ours, theirs):
        assert (
            {"value", "error"} == set(unit["slain"]) == set(unit["wounds_lost"]) == set(unit["destroyed"]) == set(unit["routed"])
        )
        assert len(unit["slain_pmf"]) == unit["models"] + 1
        assert len(unit["wounds_pmf"]) == unit["wounds"] + 1
        assert sum(unit["slain_pmf"]) == pytest.approx(1)
    assert data["attackers_win"]["value"] + data["targets_win"]["value"] + data["draw"]["value"] == pytest.approx(1)
    assert data == told(*COMBAT, *FEW)


def test_a_seed_is_taken_and_shown_where_none_is_given() -> None:
    data = told(*COMBAT, "--samples", "2")
    assert data["seed"].isdecimal()
    assert told(*COMBAT, "--samples", "2", "--seed", data["seed"]) == data


def test_loadouts_sizes_further_units_and_rulings_are_taken() -> None:
    data = told(
        *("odds", "Breacher Squad", "--both", "--into", "Firestorm Redoubt", "--loadout", "breacher charges"),
        *("--beside", "Tactical Squad", "--wounds-left", "3", *FEW, "--ruling", "fortification-count=none"),
    )
    assert [unit["name"] for unit in data["attackers"]] == ["Breacher Squad", "Tactical Squad"]
    assert data["attackers"][0]["strikes"][-1]["weapon"] == "breacher charges"
    assert data["targets"][0]["wounds"] == 3
    assert data["rulings"]["fortification-count"] == "none"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", "hekaton-land-fortress", "--both", "--into", "terminators"), "expected one of heresy3"),
        ((*COMBAT[:3], "--into", "marines"), "'marines' is a target without weapons"),
        ((*COMBAT[:3],), "--into is missing"),
        ((*COMBAT, "--distance", "3"), "found --distance beside it"),
        ((*COMBAT, "--weapon", "bolter"), "found --weapon beside it"),
        ((*COMBAT, "--turns", "2", "--fractions"), "--fractions, --turns: found beside --both"),
        ((*COMBAT, "--samples", "0"), "--samples"),
        (("odds", "Breacher Squad", "--melee", "--into", "Rhino", "--seed", "1"), "--seed: found without --both"),
        (("odds", "Rhino", "--both", "--into", "Breacher Squad"), "--both: Rhino makes no attacks"),
        ((*COMBAT, "--ruling", "no-such=x", "--samples", "1"), "no-such"),
        ((*COMBAT, "--target-models", "99"), "99"),
        (("odds", "scenario.json", "--both"), "expected the name of a datasheet"),
    ],
)
def test_what_a_whole_combat_cannot_be_asked_for_is_refused(words: tuple[str, ...], said: str) -> None:
    assert said in refused(*words)
