"""What is known to be wrong or missing: each test fails until it is mended, and then says so (xfail is strict)."""

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
WHOLE = "what is certain has the whole number 1 as its probability, which is then divided, or taken for exact beside floats"


@pytest.mark.xfail(reason=WHOLE, raises=(AssertionError, TypeError))
def test_exact_answers_with_mortal_wounds_are_fractions() -> None:
    law = ask(gun(skill=None), models(5), mortal_wounds("D3")).wounds_lost
    assert law.exact
    assert law.prob(0) == F(1, 2)


@pytest.mark.xfail(reason=WHOLE, raises=TypeError)
def test_the_law_of_damage_with_mortal_wounds() -> None:
    law = ask(gun(skill=None), models(5, save=7), mortal_wounds(1), exact=False).outcome.damage
    assert law is not None
    assert dict(law.items()) == {0: 0.5, 2: 0.5}


@pytest.mark.xfail(
    reason="dice that effects add are halved, multiplied and replaced along with the rest, unlike numbers they add"
)
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


@pytest.mark.xfail(reason="the damage die is thrown although the damage is set to a number")
def test_damage_that_is_set_takes_no_die() -> None:
    assert play(ask(gun(damage="D6"), HULL, *SURE, change("damage", set=1))).wounds_lost == 1


@pytest.mark.xfail(reason="when a plain hit comes before a critical, the wound dice are thrown in two batches")
def test_wound_dice_are_one_batch_whatever_the_order_of_the_hits() -> None:
    first = play(ask(gun("sustained hits D3", attacks=2)), 6, 4, 1, 1, 1, 1)
    second = play(ask(gun("sustained hits D3", attacks=2)), 4, 6, 1, 1, 1, 1)
    assert [(what, len(faces)) for what, faces in first.dice.asked] == [(what, len(faces)) for what, faces in second.dice.asked]


@pytest.mark.xfail(reason="two rules that each add mortal wounds: one of them is left out in silence")
def test_two_rules_that_add_mortal_wounds_both_count() -> None:
    rolled = play(ask(gun(), models(5), mortal_wounds(1, source="one"), mortal_wounds(1, source="other")), 4, 4, 6)
    assert rolled.wounds_lost == 2


@pytest.mark.xfail(reason="W-250: a hidden target may be shot at in Fire Overwatch with Indirect Fire")
def test_a_hidden_target_may_not_be_shot_in_overwatch() -> None:
    assert refused(ask(gun("indirect fire"), visible=False, overwatch=True))


@pytest.mark.xfail(reason="W-132: a character is named for a weapon without Precision, and nothing says that it does not count")
def test_naming_a_character_without_precision_is_refused_or_said() -> None:
    squad = [models(2, "infantry"), models(1, "infantry", "character", wounds=4)]
    result = ask(gun(), squad, precision=True)
    assert refused(result) or any("precision" in line.casefold() for reason in result.plans[0].reasons for line in reason.because)


@pytest.mark.xfail(reason="Rapid Fire and Melta of a weapon without a range never count, and nothing says so")
def test_half_range_of_a_weapon_without_a_range_is_named() -> None:
    result = ask(gun("melta 2", "rapid fire 1", range=None), distance=3)
    assert mean(result, "attacks") == 2 or result.not_modelled


@pytest.mark.xfail(reason="the words of a condition are compared by case, those of the target are lower case")
def test_the_case_of_a_keyword_in_a_condition_does_not_matter() -> None:
    when = {"op": "has", "fact": "target_keywords", "value": "INFANTRY"}
    assert p_hit(ask(gun(), MARINES, plus("hit", 1, when=when))) == F(2, 3)
