"""Luck: where a sum of dice lies among all sums, by exact counts."""

from fractions import Fraction
from itertools import product

import pytest

from warbench.battle.requests import Roll
from warbench.lab.luck import luck, percentile
from warbench.lab.telling import teller

HIGH = teller("w40k10").sense


def rolls(*each: tuple[int, str, tuple[int, ...]]) -> list[tuple[Roll, tuple[int, ...]]]:
    return [(Roll(player, purpose, len(faces), "here"), faces) for player, purpose, faces in each]


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_percentiles_are_those_of_all_outcomes(dice: int) -> None:
    sums = [sum(faces) for faces in product(range(1, 7), repeat=dice)]
    for total in range(dice, 6 * dice + 1):
        below = sum(each < total for each in sums)
        same = sum(each == total for each in sums)
        assert percentile(dice, total) == pytest.approx(float(Fraction(2 * below + same, 2 * len(sums))))


def test_many_dice_are_as_lucky_as_they_should_be() -> None:
    assert percentile(1000, 3500) == pytest.approx(0.5)
    assert percentile(1000, 3607) == pytest.approx(0.976, abs=0.001)


def test_each_side_has_its_own_dice_by_purpose_and_together() -> None:
    every, hit, save = luck(rolls((0, "hit", (6, 6)), (1, "hit", (1, 1)), (0, "save", (1,)), (0, "hit again", (6,))), 0, HIGH)
    assert (every.purpose, every.dice, every.mean) == ("", 4, 4.75)
    assert (hit.purpose, hit.dice, hit.mean, hit.percentile) == ("hit", 3, 6.0, 99.77)
    assert (save.purpose, save.dice, save.percentile) == ("save", 1, 8.33)


def test_dice_of_which_nobody_knows_whether_high_is_good_are_left_out() -> None:
    assert luck(rolls((0, "roll-off: first", (6,)), (0, "deadly demise", (6,))), 0, HIGH)[0].dice == 0


def test_without_dice_nobody_is_lucky() -> None:
    (every,) = luck([], 0, HIGH)
    assert (every.dice, every.mean, every.percentile) == (0, 0.0, 50.0)


def test_where_low_is_good_a_die_counts_as_much_as_it_lacks_to_seven() -> None:
    sense = teller("heresy3").sense
    every, check, save = luck(rolls((0, "cool check", (1, 1)), (0, "armour save", (6,)), (0, "scatter", (6, 6))), 0, sense)
    assert (check.purpose, check.mean, check.percentile) == ("cool check", 1.0, 98.61)
    assert (save.purpose, save.percentile) == ("armour save", 91.67)
    assert (every.dice, every.percentile) == (3, 99.77)


@pytest.mark.parametrize(
    ("purpose", "sense"),
    [("hit", 1), ("reserves test", 1), ("repair test", 1), ("leadership check", -1), ("initiative test", -1), ("explodes", 0)],
)
def test_the_second_game_says_of_each_roll_whether_high_is_good(purpose: str, sense: int) -> None:
    assert teller("heresy3").sense(purpose) == sense
