"""Devastating Wounds (W-101..W-108), mortal wounds beside damage (W-124..W-132), characters and Precision."""

import pytest

from tests.games.w40k10.attack.helpers import (
    F,
    ask,
    automatic,
    change,
    critical,
    feel_no_pain,
    fortress,
    gun,
    mean,
    models,
    mortal_wounds,
    play,
)

RAIL = fortress("heavy magna-rail cannon")
ONE_MORE = mortal_wounds(1)
"""On a successful wound, 1 mortal wound in addition."""


@pytest.mark.rule("W-101")
def test_a_devastating_critical_allows_no_save() -> None:
    rolled = play(ask(RAIL, models(1, save=7, invulnerable=4, toughness=12, wounds=16)), 4, 6, 1)
    assert rolled.dice_for("save") == ()
    assert rolled.wounds_lost == 7


@pytest.mark.rule("W-102", "W-108")
@pytest.mark.parametrize(("damage", "faces", "lost"), [("D6+6", (1,), 7), (2, (), 2)])
def test_mortal_wounds_in_place_of_normal_damage(damage: int | str, faces: tuple[int, ...], lost: int) -> None:
    rolled = play(ask(gun("devastating wounds", damage=damage), models(1, save=2, wounds=16)), 4, 6, *faces)
    assert rolled.log == [("gun", "devastating", lost)]


@pytest.mark.rule("W-103")
def test_other_wounds_of_the_weapon_are_ordinary() -> None:
    rolled = play(ask(RAIL, models(1, toughness=12, save=2, wounds=16)), 4, 4, 5, 2)
    assert rolled.dice_for("save") == (5,)
    assert rolled.log == [("Heavy magna-rail cannon", "normal", 8)]


@pytest.mark.rule("W-104", "X-26")
def test_devastating_wounds_wait_for_all_other_attacks() -> None:
    result = ask(fortress("heavy magna-rail cannon", "MATR autocannon"), models(2))
    rolled = play(result, 4, 6, *(4, 1, 1, 1, 1, 1), 3, 1, 1)  # the last 1 is the damage of the cannon
    assert rolled.log == [("MATR autocannon", "normal", 2), ("Heavy magna-rail cannon", "devastating", 7)]
    assert rolled.slain == 2
    assert rolled.wounds_lost == 4  # of the 7 mortal wounds 5 are lost


@pytest.mark.rule("W-104", "X-26")
def test_the_order_matters_to_the_odds() -> None:
    # The lance surely is devastating (2 damage), the cannon does 3: cannon first kills, then two wounds on the next model.
    lance = gun("devastating wounds", name="lance", skill=None, strength=100, damage=2)
    cannon = gun(name="cannon", skill=None, damage=3)
    sure = (critical("wound", 2, weapon="lance"), automatic("wound", weapon="cannon"))
    result = ask([lance, cannon], models(2, save=7, wounds=3), *sure)
    assert dict(result.wounds_lost.items()) == {3: F(1, 6), 5: F(5, 6)}
    assert result.slain.mean == 1


@pytest.mark.rule("W-105", "X-27")
def test_damage_is_changed_before_it_becomes_mortal_wounds() -> None:
    result = ask(RAIL, models(1, toughness=12, save=2, wounds=16), change("damage", halve=True, side="defender"))
    rolled = play(result, 4, 6, 6)
    assert rolled.log == [("Heavy magna-rail cannon", "devastating", 6)]


@pytest.mark.rule("W-106", "X-24")
def test_mortal_wounds_of_a_devastating_attack_do_not_spill() -> None:
    ten = gun("devastating wounds", skill=None, damage=10)
    assert play(ask(ten, models(5)), 6).slain == 1
    assert play(ask({**ten, "attacks": 2}, models(5)), 6, 6).slain == 2
    assert ask({**ten, "attacks": 2}, models(5)).slain.high == 2


@pytest.mark.rule("W-107")
@pytest.mark.parametrize(("stationary", "chance"), [(False, F(1, 12)), (True, F(1, 9))])
def test_devastating_wounds_of_each_magna_rail_shot(stationary: bool, chance: F) -> None:
    assert mean(ask(RAIL, stationary=stationary), "critical wounds") == chance


# --- mortal wounds beside the damage ---


@pytest.mark.rule("W-124", "W-127")
def test_mortal_wounds_are_applied_one_by_one() -> None:
    rolled = play(ask(gun(), models(2), mortal_wounds(3)), 4, 4, 6)
    assert rolled.log == [("gun", "mortal", 1)] * 3
    assert rolled.slain == 1
    assert rolled.wounds_lost == 3
    assert rolled.dice_for("save") == (6,)  # for the attack itself; none for the mortal wounds


@pytest.mark.rule("W-125")
def test_mortal_wounds_find_the_wounded_model_first() -> None:
    rolled = play(ask(gun(), [models(2, wounds=2), models(2, wounds=2, wounds_left=1)], ONE_MORE), 4, 4, 6)
    assert rolled.slain == 1


@pytest.mark.rule("W-126")
def test_mortal_wounds_carry_on_to_other_models() -> None:
    rolled = play(ask(gun(), models(3), mortal_wounds(5)), 4, 4, 6)
    assert rolled.slain == 2
    assert rolled.wounds_lost == 5
    everyone = play(ask(gun(), models(2), mortal_wounds(9)), 4, 4, 6)
    assert everyone.slain == 2


@pytest.mark.rule("W-365")
def test_mortal_wounds_stop_when_the_unit_is_gone() -> None:
    rolled = play(ask(gun(), models(2), mortal_wounds(9)), 4, 4, 6)
    assert rolled.wounds_lost == 4
    assert len(rolled.log) == 4


@pytest.mark.rule("W-128")
def test_mortal_wounds_in_addition_take_no_dice() -> None:
    rolled = play(ask(gun(), models(5), ONE_MORE), 4, 4, 1)
    assert rolled.wounds_lost == 2
    assert rolled.dice.used == 3


@pytest.mark.rule("W-129")
def test_mortal_wounds_stay_when_the_damage_is_saved() -> None:
    rolled = play(ask(gun(), models(5, save=3), ONE_MORE), 4, 4, 6)
    assert rolled.log == [("gun", "mortal", 1)]


@pytest.mark.rule("W-130")
def test_normal_damage_of_all_attacks_goes_first() -> None:
    rolled = play(ask(gun(attacks=2), models(3, wounds=1), ONE_MORE), 4, 4, 4, 4, 1, 1)
    assert [kind for _, kind, _ in rolled.log] == ["normal", "normal", "mortal"]
    assert rolled.slain == 3  # the second mortal wound finds nobody


@pytest.mark.rule("W-130")
def test_mortal_wounds_wait_for_the_other_weapons_too() -> None:
    pair = [gun(name="first"), gun(name="second")]
    rolled = play(ask(pair, models(5), mortal_wounds(1, weapon="first")), 4, 4, 1, 4, 4, 1)
    assert rolled.log == [("first", "normal", 1), ("second", "normal", 1), ("first", "mortal", 1)]


def test_mortal_wounds_of_a_random_number() -> None:
    rolled = play(ask(gun(), models(5), mortal_wounds("D3")), 4, 4, 5, 6)
    assert rolled.wounds_lost == 3


def test_mortal_wounds_on_criticals_only() -> None:
    result = ask(gun(), models(5, save=2), mortal_wounds(1, on="critical"))
    assert play(result, 4, 4, 6).wounds_lost == 0
    assert play(result, 4, 6, 6).wounds_lost == 1


def test_feel_no_pain_against_mortal_wounds_beside_the_damage() -> None:
    result = ask(gun(), models(5), ONE_MORE, feel_no_pain(5, "mortal"))
    assert play(result, 4, 4, 1, 5).log == [("gun", "normal", 1)]
    assert play(result, 4, 4, 1, 4).wounds_lost == 2


# --- allocation: wounded models, characters, Precision ---

SQUAD = models(2, "infantry", save=7, wounds=1)
CAPTAIN = models(1, "infantry", "character", save=7, wounds=4)
SURE = (automatic("hit"), automatic("wound"))


@pytest.mark.parametrize("order", [[SQUAD, CAPTAIN], [CAPTAIN, SQUAD]])
def test_characters_are_last_whatever_the_order(order: list[dict[str, object]]) -> None:
    result = ask(gun(attacks=3), order, *SURE)
    assert result.slain.mean == 2
    assert result.wounds_lost.mean == 3


def test_the_wound_roll_uses_the_toughness_of_the_soldiers() -> None:
    hardy = {**CAPTAIN, "toughness": 8}
    assert mean(ask(gun(attacks=6), [hardy, SQUAD]), "wounds") == F(3, 2)
    assert mean(ask(gun(attacks=6), [hardy]), "wounds") == F(1, 2)


@pytest.mark.parametrize(
    ("keywords", "named", "squad"),
    [
        pytest.param(("precision",), True, 0, marks=pytest.mark.rule("W-132"), id="named"),
        pytest.param(("precision",), False, 1, marks=pytest.mark.rule("W-132"), id="not named"),
        pytest.param((), True, 1, id="a weapon without Precision"),
    ],
)
def test_precision_puts_mortal_wounds_on_a_character(keywords: tuple[str, ...], named: bool, squad: int) -> None:
    armoured = [{**SQUAD, "save": 2}, {**CAPTAIN, "save": 2}]
    rolled = play(ask(gun(*keywords), armoured, ONE_MORE, precision=named), 4, 4, 6)
    assert rolled.wounds_lost == 1
    assert rolled.slain == squad  # a soldier has one wound, the captain four


def test_precision_goes_on_to_the_soldiers_when_the_character_is_dead() -> None:
    result = ask(gun("precision", attacks=2, damage=9), [SQUAD, CAPTAIN], *SURE, precision=True)
    assert result.slain.mean == 2
    assert result.wounds_lost.mean == 5


def test_attacks_without_precision_leave_the_wounded_character_alone() -> None:
    sniper = gun("precision", name="sniper", damage=3)
    rifles = gun(name="rifles", attacks=3)
    result = ask([sniper, rifles], [SQUAD, CAPTAIN], *SURE, precision=True)
    # Three damage on the captain, two soldiers die, the last attack finds the captain's last wound.
    assert result.destroyed == 1
    assert ask([sniper, {**rifles, "attacks": 2}], [SQUAD, CAPTAIN], *SURE, precision=True).slain.mean == 2
