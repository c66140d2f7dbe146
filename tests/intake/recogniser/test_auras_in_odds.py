# ruff: noqa: E501 - a text is one line
"""Recognised auras in the odds: a unit's own, those of the other side by distance, and those of datasheets that are named."""

import pytest

from tests.intake.recogniser.kit import lent, like
from tests.intake.recogniser.test_in_odds import BOLTER, ask, because, numbers, squad
from warbench.games.w40k10.library import UnknownDatasheet
from warbench.games.w40k10.switches import switches
from warbench.rules.fields import ScenarioError

FRIENDS, ENEMIES = 'While a friendly INFANTRY unit is within 6" of this unit, ', 'While an enemy unit is within 6" of this unit, '
SHOOTS = "each time a model in that unit makes a ranged attack, "


def test_a_unit_is_always_within_its_own_aura() -> None:
    sheet = squad(FRIENDS + SHOOTS + "add 1 to the Hit roll.")
    assert numbers(ask(sheet), BOLTER)["Hit roll"] == "2+"
    assert "+1 Undertow" in because(ask(sheet), BOLTER, "Hit roll")
    assert ask(sheet).not_modelled == ()
    other = squad('While a friendly VEHICLE unit is within 6" of this unit, ' + SHOOTS + "add 1 to the Hit roll.")
    assert numbers(ask(other), BOLTER)["Hit roll"] == "3+", "it is no Vehicle itself"


def test_an_aura_over_enemies_reaches_the_target_by_distance() -> None:
    sheet = squad(ENEMIES + "subtract 1 from the Toughness characteristic of models in that unit.")
    for inches, wound in ((6, "4+"), (6.1, "5+")):
        assert numbers(ask(sheet, distance=inches), BOLTER)["Wound roll"] == wound
    melee = ask(sheet, kind="melee")
    assert numbers(melee, melee.plans[0].weapon.name)["Wound roll"] == "4+", "who fights is always near"


def test_an_aura_of_the_target_reaches_who_attacks_it_by_distance() -> None:
    target = like(
        "Hekaton Land Fortress",
        "Kelp Dimmer",
        {
            "Lantern (Aura)": 'While an enemy unit (excluding VEHICLES) is within 6" of this model, each time a model in that unit makes an attack, subtract 1 from the Hit roll.'
        },
    )
    plain = squad("Models in this unit have the Stealth ability.")
    with lent(target):
        for inches, hit in ((6, "4+"), (7, "3+")):
            assert numbers(ask(plain, target.name, distance=inches), BOLTER)["Hit roll"] == hit
        found = switches(ask(plain, target.name, distance=12))
        assert 6.0 in {other.value for one in found if one.name == "distance" for other in one.alternatives}


def test_an_aura_of_a_named_datasheet_is_taken_as_near_enough() -> None:
    lantern = like(
        "Hekaton Land Fortress",
        "Kelp Lantern",
        {"Lantern (Aura)": FRIENDS.replace("unit, ", "model, ") + SHOOTS + "add 1 to the Hit roll."},
    )
    plain = squad("Models in this unit have the Stealth ability.")
    with lent(lantern):
        assert numbers(ask(plain), BOLTER)["Hit roll"] == "3+"
        helped = ask(plain, auras=(lantern.name,))
        assert numbers(helped, BOLTER)["Hit roll"] == "2+"
        assert "+1 Lantern (Aura)" in because(helped, BOLTER, "Hit roll")
        assert helped.facts["auras"] == (lantern.name,)
        twice = ask(plain, auras=(lantern.name, lantern.name))
        assert because(twice, BOLTER, "Hit roll").count("+1 Lantern (Aura)") == 1, "one ability counts once"
        with pytest.raises(ScenarioError, match="does something in an attack at its army"):
            ask(plain, target_auras=(lantern.name,))


def test_an_aura_of_a_named_enemy_needs_no_distance() -> None:
    dimmer = like(
        "Hekaton Land Fortress",
        "Kelp Dimmer",
        {"Lantern (Aura)": ENEMIES.replace("unit, ", "model, ") + SHOOTS + "subtract 1 from the Hit roll."},
    )
    plain = squad("Models in this unit have the Stealth ability.")
    with lent(dimmer):
        assert numbers(ask(plain, target_auras=(dimmer.name,), distance=20), BOLTER)["Hit roll"] == "4+"


def test_an_aura_of_both_sides_counts_once_for_each() -> None:
    both = f"{FRIENDS.replace('unit, ', 'model, ')}models in that unit have the Feel No Pain 4+ ability, and {SHOOTS}add 1 to the Hit roll."
    tank = like("Hekaton Land Fortress", "Kelp Lantern", {"Lantern (Aura)": both.replace("INFANTRY", "VEHICLE")})
    lantern = like("Hekaton Land Fortress", "Kelp Lamp", {"Lantern (Aura)": both})
    plain = squad("Models in this unit have the Stealth ability.")
    with lent(tank, lantern):
        helped = ask(plain, tank.name, auras=(lantern.name,))
        assert numbers(helped, BOLTER)["Hit roll"] == "2+"
        assert numbers(helped, BOLTER)["Feel No Pain of Hekaton Land Fortress"] == "4+"


def test_a_named_datasheet_must_have_an_aura() -> None:
    plain = squad("Models in this unit have the Stealth ability.")
    with pytest.raises(ScenarioError, match=r"auras: found 'Intercessor Squad', expected a datasheet with an Aura"):
        ask(plain, auras=("Intercessor Squad",))
    with pytest.raises(UnknownDatasheet):
        ask(plain, auras=("Kelpie",))
