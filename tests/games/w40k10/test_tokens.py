"""Judgement tokens and Ruthless Efficiency: how many, for whom, and what a destroyed prey pays."""

from typing import Any, cast

import pytest

from warbench.games.w40k10.tokens import MOST_TOKENS, gain, gains_token, merge, pay, picks


def given(**other: object) -> bool:
    plain = {"killer_is_enemy_unit": True, "whole_unit_destroyed": True, "army_faction": "LEAGUES OF VOTANN"}
    return gains_token(**{**plain, **other})  # type: ignore[arg-type]


@pytest.mark.rule("W-192", "W-194", "X-41")
def test_each_unit_destroyed_gives_one_up_to_two() -> None:
    tokens, seen = 0, []
    for _ in range(3):
        tokens = gain(tokens)
        seen.append(tokens)
    assert seen == [1, 2, 2]
    assert gain(0, 5) == gain(1, 2) == MOST_TOKENS == 2
    assert gain(1, 0) == 1


@pytest.mark.rule("W-191")
def test_the_army_faction_counts() -> None:
    assert given()
    assert given(army_faction="Leagues of Votann ")
    assert not given(army_faction="Adeptus Astartes")


@pytest.mark.rule("W-193")
def test_models_alone_give_none() -> None:
    assert not given(whole_unit_destroyed=False)


@pytest.mark.rule("W-368")
def test_only_an_enemy_unit_gains_one() -> None:
    assert not given(killer_is_enemy_unit=False)


def test_a_killer_that_is_gone_gains_none() -> None:
    assert not given(killer_on_battlefield=False)


@pytest.mark.rule("W-206", "X-40")
@pytest.mark.parametrize(("a", "b", "together"), [(2, 1, 2), (1, 0, 1), (1, 1, 1), (0, 0, 0), (1, 2, 2)])
def test_the_higher_number_holds(a: int, b: int, together: int) -> None:
    assert merge(a, b) == together


@pytest.mark.rule("W-207")
@pytest.mark.parametrize(("size", "number"), [("incursion", 2), ("strike force", 4), ("onslaught", 6)])
def test_how_many_are_picked(size: str, number: int) -> None:
    assert picks(size, 10) == number  # type: ignore[arg-type]


@pytest.mark.rule("W-214")
def test_a_small_enemy_is_picked_whole() -> None:
    assert picks("strike force", 3) == 3


@pytest.mark.rule("W-210")
def test_early_prey_pays_more() -> None:
    assert [pay(number) for number in range(1, 6)] == [3, 3, 2, 2, 1]


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (lambda: gain(3), "tokens: found 3, expected 0 to 2"),
        (lambda: gain(1, -1), "by: found -1"),
        (lambda: merge(0, -1), "tokens: found -1"),
        (lambda: pay(0), "found number 0, expected 1 to 5"),
        (lambda: pay(6), "found number 6"),
        (lambda: picks(cast("Any", "apocalypse"), 3), "found 'apocalypse', expected one of incursion, strike force, onslaught"),
        (lambda: picks("incursion", -1), "enemy units: found -1"),
    ],
)
def test_impossible_numbers_are_refused(refused: object, said: str) -> None:
    assert callable(refused)
    with pytest.raises(ValueError, match=said):
        refused()
