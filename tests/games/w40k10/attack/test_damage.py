"""Damage and destruction (W-044..W-048), changed damage, Feel No Pain, and Below Half-strength (W-350)."""

import pytest

from tests.games.w40k10.attack.helpers import (
    F,
    ask,
    automatic,
    change,
    feel_no_pain,
    fortress,
    gun,
    models,
    play,
)

SURE = (automatic("hit"), automatic("wound"))
RAIL = fortress("heavy magna-rail cannon")


@pytest.mark.rule("W-044")
def test_a_failed_save_costs_the_damage_of_the_weapon() -> None:
    rolled = play(ask(fortress("MATR autocannon"), models(1, wounds=3)), 4, 1, 1, 1, 1, 1, 3, 1)
    assert rolled.wounds_lost == 2
    assert rolled.slain == 0


@pytest.mark.rule("W-045")
def test_damage_is_rolled_for_each_attack_that_does_damage() -> None:
    one = play(ask(RAIL, "hekaton-land-fortress"), 4, 3, 5, 4)
    assert one.wounds_lost == 10  # 16 to 6
    saved = play(ask(RAIL, "hekaton-land-fortress"), 4, 3, 6)
    assert saved.dice_for("damage") == ()
    devastating = play(ask(RAIL, "hekaton-land-fortress"), 4, 6, 1)
    assert devastating.dice_for("save") == ()
    assert devastating.wounds_lost == 7
    both = play(ask(gun(attacks=2, damage="D6+6"), models(2, save=7, wounds=12), *SURE), 1, 6)
    assert both.dice_for("damage") == (1, 6)
    assert both.wounds_lost == 7 + 5  # the second finishes the model that has 5 left


@pytest.mark.rule("W-046", "W-047")
def test_surplus_damage_is_lost_and_the_model_is_removed() -> None:
    rolled = play(ask(gun(damage="D6+6"), models(5, save=7), *SURE), 6)
    assert rolled.log == [("gun", "normal", 12)]
    assert rolled.wounds_lost == 2
    assert rolled.slain == 1


@pytest.mark.rule("W-047")
@pytest.mark.parametrize(("damage", "slain"), [(1, 0), (2, 1), (3, 1)])
def test_a_model_at_zero_wounds_is_removed(damage: int, slain: int) -> None:
    assert ask(gun(damage=damage), models(2, save=7), *SURE).slain.mean == slain


@pytest.mark.rule("W-048")
def test_a_unit_is_destroyed_with_its_last_model() -> None:
    def sure(shots: int) -> object:
        return ask(gun(attacks=shots), models(5, save=7, wounds=1), *SURE).destroyed

    assert [sure(shots) for shots in (4, 5, 6)] == [0, 1, 1]
    random = ask(gun(attacks=6), models(5, save=7, wounds=1), automatic("hit"))
    assert random.destroyed == random.slain.prob(5) == F(7, 64)  # five or six wounds of six, on 4+


@pytest.mark.parametrize(
    ("changes", "lost"),
    [
        ((change("damage", by=-1),), (1, 1, 2, 3, 4, 5)),
        ((change("damage", halve=True),), (1, 1, 2, 2, 3, 3)),
        ((change("damage", by=-1), change("damage", halve=True)), (1, 1, 1, 1, 2, 2)),
        ((change("damage", multiply=2), change("damage", by=1), change("damage", halve=True)), (3, 3, 5, 5, 7, 7)),
        ((change("damage", by=2),), (3, 4, 5, 6, 7, 8)),
        ((change("damage", set=1),), (1, 1, 1, 1, 1, 1)),
        ((change("damage", set=0),), (0, 0, 0, 0, 0, 0)),
        ((change("damage", set=0), change("damage", by=-1)), (0, 0, 0, 0, 0, 0)),
        ((change("damage", set=0), change("damage", by=1)), (1, 1, 1, 1, 1, 1)),
    ],
)
def test_changes_to_damage_in_their_one_order(changes: tuple[dict[str, object], ...], lost: tuple[int, ...]) -> None:
    for order in (changes, changes[::-1]):
        law = ask(gun(damage="D6"), models(1, save=7, wounds=20), *SURE, *order).wounds_lost
        assert dict(law.items()) == {n: F(lost.count(n), 6) for n in lost}


def test_feel_no_pain_is_rolled_for_each_point() -> None:
    rolled = play(ask(gun(damage=3), models(2, save=7, wounds=3), *SURE, feel_no_pain(5)), 5, 4, 6)
    assert rolled.wounds_lost == 1
    law = ask(gun(damage=3), models(2, save=7, wounds=3), *SURE, feel_no_pain(5)).wounds_lost
    assert dict(law.items()) == {0: F(1, 27), 1: F(6, 27), 2: F(12, 27), 3: F(8, 27)}


def test_only_the_best_feel_no_pain_is_used() -> None:
    target = models(1, save=7, wounds=1, feel_no_pain=6)
    assert ask(gun(), target, *SURE, feel_no_pain(5), feel_no_pain(5)).slain.mean == F(2, 3)


def test_feel_no_pain_against_mortal_wounds_only() -> None:
    target = models(1, save=7, wounds=1)
    weapon = gun("devastating wounds", skill=None, strength=8)  # 2+ to wound, and of five wounds one is critical
    assert ask(weapon, target, feel_no_pain(4, "mortal")).slain.mean == F(4, 6) + F(1, 6) * F(1, 2)
    assert ask(weapon, target, feel_no_pain(4)).slain.mean == F(5, 6) * F(1, 2)


@pytest.mark.parametrize(("keywords", "chance"), [((), F(1)), (("psychic",), F(1, 2))])
def test_feel_no_pain_against_psychic_attacks_only(keywords: tuple[str, ...], chance: F) -> None:
    assert ask(gun(*keywords), models(1, save=7, wounds=1), *SURE, feel_no_pain(4, "psychic")).slain.mean == chance


@pytest.mark.rule("W-350")
@pytest.mark.parametrize(("damage", "halved"), [(8, 0), (9, 1), (16, 1)])
def test_below_half_strength_of_one_model_goes_by_its_wounds(damage: int, halved: int) -> None:
    result = ask(gun(damage=damage, ap=-9), "hekaton-land-fortress", *SURE)  # 16 wounds: 8 left is half, 7 is below
    assert result.halved == halved


@pytest.mark.parametrize(("shots", "halved"), [(2, 0), (3, 1)])
def test_below_half_strength_of_a_unit_goes_by_its_models(shots: int, halved: int) -> None:
    assert ask(gun(attacks=shots), models(5, save=7, wounds=1), *SURE).halved == halved


def test_below_half_strength_counts_from_the_starting_strength() -> None:
    depleted = {"models": [models(3, save=7, wounds=1)], "starting_models": 5}  # two of five are gone already
    assert ask(gun(), depleted, *SURE).halved == 1
    assert ask(gun(), models(3, save=7, wounds=1), *SURE).halved == 0
