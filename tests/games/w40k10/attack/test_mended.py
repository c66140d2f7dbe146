"""What was once wrong: found by these tests and mended since."""

import pytest

from tests.games.w40k10.attack.helpers import (
    MARINES,
    F,
    ask,
    automatic,
    change,
    gun,
    mean,
    models,
    mortal_wounds,
    p_hit,
    play,
    plus,
    refused,
)

SURE = (automatic("hit"), automatic("wound"))
HULL = models(1, save=7, wounds=20)


def test_exact_answers_with_mortal_wounds_are_fractions() -> None:
    law = ask(gun(skill=None), models(5), mortal_wounds("D3")).wounds_lost
    assert law.exact
    assert law.prob(0) == F(1, 2)


def test_the_law_of_damage_with_mortal_wounds() -> None:
    law = ask(gun(skill=None), models(5, save=7), mortal_wounds(1), exact=False).outcome.damage
    assert law is not None
    assert dict(law.items()) == {0: 0.5, 2: 0.5}


@pytest.mark.parametrize(
    ("damage", "effects", "lost"),
    [
        (4, (change("damage", halve=True),), (3, 4, 5)),
        (1, (change("damage", multiply=2),), (3, 4, 5)),
        (6, (change("damage", set=1),), (2, 3, 4)),
    ],
)
def test_dice_that_are_added_are_added_last(damage: int, effects: tuple[dict[str, object], ...], lost: tuple[int, ...]) -> None:
    law = ask(gun(damage=damage), HULL, *SURE, change("damage", by="D3"), *effects).wounds_lost
    assert tuple(n for n, _ in law.items()) == lost


def test_damage_that_is_set_takes_no_die() -> None:
    assert play(ask(gun(damage="D6"), HULL, *SURE, change("damage", set=1))).wounds_lost == 1


def test_wound_dice_are_one_batch_whatever_the_order_of_the_hits() -> None:
    first = play(ask(gun("sustained hits D3", attacks=2)), 6, 4, 1, 1, 1, 1)
    second = play(ask(gun("sustained hits D3", attacks=2)), 4, 6, 1, 1, 1, 1)
    assert [(what, len(faces)) for what, faces in first.dice.asked] == [(what, len(faces)) for what, faces in second.dice.asked]


@pytest.mark.rule("W-128")
def test_two_rules_that_add_mortal_wounds_both_count() -> None:
    rolled = play(ask(gun(), models(5), mortal_wounds(1, source="one"), mortal_wounds(1, source="other")), 4, 4, 6)
    assert rolled.wounds_lost == 2


@pytest.mark.rule("W-250")
def test_a_hidden_target_may_not_be_shot_in_overwatch() -> None:
    assert refused(ask(gun("indirect fire"), visible=False, overwatch=True))
    assert not refused(ask(gun("indirect fire"), visible=False))


@pytest.mark.rule("W-132")
def test_naming_a_character_without_precision_is_refused_or_said() -> None:
    squad = [models(2, "infantry"), models(1, "infantry", "character", wounds=4)]
    result = ask(gun(), squad, precision=True)
    assert refused(result) or any("precision" in line.casefold() for reason in result.plans[0].reasons for line in reason.because)


def test_half_range_of_a_weapon_without_a_range_is_named() -> None:
    result = ask(gun("melta 2", "rapid fire 1", range=None), distance=3)
    assert mean(result, "attacks") == 2 or result.not_modelled


def test_the_case_of_a_keyword_in_a_condition_does_not_matter() -> None:
    when = {"op": "has", "fact": "target_keywords", "value": "INFANTRY"}
    assert p_hit(ask(gun(), MARINES, plus("hit", 1, when=when))) == F(2, 3)
