"""``warbench odds`` with several leaders in a unit, attacking and attacked."""

import pytest

from tests.cli.helpers import refused, shown, told

INTO = ("Terminator Squad", "--into", "Intercessor Squad")
TWO = ("Intercessor Squad", "--leader", "Captain", "--leader", "Lieutenant", "--melee", "--into", "Terminator Squad")


def test_the_weapons_points_and_abilities_of_both_leaders_count() -> None:
    text = shown("odds", *TWO)
    assert text.startswith("Intercessor Squad led by Captain and Lieutenant (225 pts)")
    assert text.split("Why these numbers")[0].count("lose combat weapon") == 3


def test_the_second_leader_serves_the_unit_as_the_first_does() -> None:
    def wounds(*leaders: str) -> float:
        names = [word for leader in leaders for word in ("--leader", leader)]
        whole = told("odds", "Intercessor Squad", *names, "--melee", "--into", "Terminator Squad")
        found: float = whole["weapons"][0]["stages"]["wounds"]
        return found

    # The Lieutenant gives Lethal Hits to the squad: a sixth of its 15 attacks wound at once.
    assert wounds("Captain") == pytest.approx(15 * 2 / 3 / 3)
    assert wounds("Captain", "Lieutenant") == wounds("Lieutenant") == pytest.approx(15 * (1 / 6 + 1 / 2 / 3))


def test_a_target_has_several_leaders_too() -> None:
    led = ("--target-leader", "Captain in Terminator Armour", "--target-leader", "Ancient in Terminator Armour")
    text = " ".join(shown("odds", *TWO, *led).split())
    assert "Terminator Squad led by Captain in Terminator Armour and Ancient in Terminator Armour (7 models, 26 wounds" in text


@pytest.mark.parametrize(
    ("leaders", "why", "code"),
    [
        (("Captain", "Captain"), "Captain joins beside nobody", "may-not-join"),
        (("Captain", "Kahl"), "cannot lead Intercessor Squad", "may-not-lead"),
    ],
)
def test_leaders_who_may_not_join_together_are_refused_on_either_side(leaders: tuple[str, str], why: str, code: str) -> None:
    for asked, option in ((("Intercessor Squad", "--into", "Terminator Squad"), "--leader"), (INTO, "--target-leader")):
        said = refused("odds", *asked, *(word for leader in leaders for word in (option, leader)))
        assert why in said
        assert f"({code})" in said


def test_a_target_leader_who_is_no_character_and_one_alone_who_may_not_lead_are_refused() -> None:
    assert "(not-a-character)" in refused("odds", *INTO, "--target-leader", "Scout Squad")
    assert "(may-not-lead)" in refused("odds", *INTO, "--target-leader", "Kahl")


def test_a_target_that_is_no_datasheet_takes_any_character() -> None:
    text = " ".join(shown("odds", "Terminator Squad", "--into", "power-armoured-infantry", "--target-leader", "Captain").split())
    assert "led by Captain" in text
