"""Dice and re-rolls as they show in an attack (W-001..W-007, W-358, W-359)."""

import pytest

from tests.games.w40k10.attack.helpers import (
    DOOMED,
    TEN_MARINES,
    F,
    ask,
    automatic,
    change,
    feel_no_pain,
    fortress,
    gun,
    mean,
    models,
    mortal_wounds,
    p_critical_wound,
    p_hit,
    p_wound,
    play,
    plus,
    reroll,
)
from warbench.attack.dice import ScriptError

FISHING = gun("twin-linked", "devastating wounds")
"""Against a good save only criticals are worth much: plain successes are thrown again too."""


@pytest.mark.rule("W-001", "W-098")
def test_a_success_may_be_thrown_again_and_the_worse_result_counts() -> None:
    result = ask(FISHING, models(save=2))
    assert play(result, 4, 4, 2).score("wounds") == 0  # a hit, a wound on 4, thrown again: 2
    assert play(result, 4, 4, 6).score("critical wounds") == 1


@pytest.mark.rule("W-002")
def test_a_sum_of_dice_is_thrown_again_in_full() -> None:
    result = ask(gun(attacks="2D6"), DOOMED, reroll("attacks"))
    rolled = play(result, 5, 1, 2, 1, *(1,) * 3)  # 5 and 1 are below the mean: both dice again, though one was a 5
    assert rolled.score("attacks") == 3
    assert rolled.dice.asked[:2] == [("attacks", (5, 1)), ("attacks again", (2, 1))]


@pytest.mark.rule("W-003", "W-160", "X-13")
def test_no_die_is_thrown_a_third_time_whatever_allows_it() -> None:
    # Twin-linked, Fire Support and one more: a wound on 4+ has 3/4, never 7/8.
    result = ask(gun("twin-linked"), DOOMED, reroll("wound", source="Fire Support"), reroll("wound", "best"))
    assert p_wound(result) == mean(result, "wounds") / mean(result, "hits") == F(3, 4)
    assert play(result, 4, 3, 3).score("wounds") == 0
    with pytest.raises(ScriptError, match="2 needed for wound, 1 left"):
        play(ask(gun("twin-linked", attacks=2), DOOMED), 4, 4, 3)


@pytest.mark.rule("W-004")
def test_rerolls_come_before_modifiers() -> None:
    result = ask(gun(), DOOMED, plus("hit", -1), reroll("hit"))
    assert p_hit(result) == mean(result, "hits") == F(5, 9)
    rolled = play(result, 4, 5, 1)  # a 4 is seen to fail with -1 and is thrown again; the 5 keeps its -1 and hits
    assert rolled.dice_for("hit again") == (5,)
    assert rolled.score("hits") == 1


@pytest.mark.rule("W-005", "X-12")
def test_a_six_that_is_thrown_again_is_no_critical() -> None:
    # No save and Feel No Pain against mortal wounds only: a critical is the worst wound, so it is thrown again.
    result = ask(gun("twin-linked", "devastating wounds"), models(save=7), feel_no_pain(2, "mortal"))
    rolled = play(result, 4, 6, 4)
    assert rolled.score("wounds") == 1
    assert rolled.score("critical wounds") == 0
    assert rolled.log == [("gun", "normal", 1)]
    assert play(result, 4, 6, 2).score("wounds") == 0


@pytest.mark.rule("W-005", "X-12")
def test_a_two_thrown_again_into_a_six_is_a_critical() -> None:
    result = ask(gun("sustained hits 1"), models(save=7), reroll("hit"))
    rolled = play(result, 2, 6, 1, 1)
    assert rolled.score("critical hits") == 1
    assert rolled.score("hits") == 2


@pytest.mark.rule("W-006")
@pytest.mark.parametrize(("face", "extra"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_is_a_d6_halved_rounding_up(face: int, extra: int) -> None:
    result = ask(gun("sustained hits D3"), DOOMED)
    assert play(result, 6, face, *(1,) * (1 + extra)).score("hits") == 1 + extra


@pytest.mark.rule("W-006")
def test_the_mean_of_a_d3_is_two() -> None:
    assert mean(ask(gun("sustained hits D3"), DOOMED), "hits") == F(1, 2) + F(1, 6) * 2


@pytest.mark.rule("W-007")
@pytest.mark.parametrize(("dice", "low", "high", "middle"), [("D6+3", 4, 9, F(13, 2)), ("D6+6", 7, 12, F(19, 2))])
def test_a_constant_is_added_after_the_die(dice: str, low: int, high: int, middle: F) -> None:
    damage = ask(gun(damage=dice), models(1, save=7, wounds=20), automatic("hit"), automatic("wound")).wounds_lost
    assert dict(damage.items()) == dict.fromkeys(range(low, high + 1), F(1, 6))
    assert mean(ask(gun(attacks=dice), DOOMED), "attacks") == middle == damage.mean


@pytest.mark.rule("W-358")
def test_the_number_of_attacks_thrown_again_then_the_constant_and_blast() -> None:
    plain = ask(fortress("cyclic ion cannon"), TEN_MARINES)
    again = ask(fortress("cyclic ion cannon"), TEN_MARINES, reroll("attacks", "best"))
    assert mean(plain, "attacks") == F(17, 2)
    assert mean(again, "attacks") == F(37, 4)
    assert play(again, 1, 6, *(1,) * 11).score("attacks") == 11
    assert play(again, 4, *(1,) * 9).score("attacks") == 9  # a 4 is above the mean and stays


@pytest.mark.rule("W-359")
def test_random_damage_thrown_again_then_the_constant() -> None:
    tank = models(1, save=7, toughness=12, wounds=16)
    rail = fortress("heavy magna-rail cannon")
    sure = (automatic("hit"), automatic("wound"))
    assert ask(rail, tank, *sure).wounds_lost.mean == F(19, 2)
    again = ask(rail, tank, *sure, reroll("damage", "best"))
    assert again.wounds_lost.mean == F(41, 4)
    assert play(again, 3, 2).wounds_lost == 8  # 3 is thrown again, into a worse 2: it counts


def test_fishing_for_criticals_has_eleven_in_thirty_six() -> None:
    assert p_critical_wound(ask(FISHING, models(save=2))) == F(11, 36)


# --- a free re-roll: the best use of it ---


def test_a_free_reroll_is_used_to_slay_models_rather_than_to_wound_them() -> None:
    # Only a critical wound kills: one point of damage, and two mortal wounds. Keeping plain wounds would cost more wounds.
    result = ask(gun("twin-linked", skill=None), models(1, save=7, wounds=3), mortal_wounds(2, on="critical"), exact=False)
    assert p_critical_wound(result) == F(11, 36)
    assert result.slain.mean == pytest.approx(11 / 36)
    failures = ask(gun(skill=None), models(1, save=7, wounds=3), mortal_wounds(2, on="critical"), reroll("wound"), exact=False)
    assert failures.slain.mean == pytest.approx(1 / 4)
    assert failures.wounds_lost.mean > result.wounds_lost.mean


def test_a_free_reroll_that_changes_nothing_is_not_used() -> None:
    result = ask(gun("twin-linked", skill=None), models(5), change("damage", set=0))
    assert play(result, 1).dice.asked == [("wound", (1,))]
