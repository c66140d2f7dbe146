"""The Wound roll (W-020..W-032)."""

import pytest

from tests.games.w40k10.attack.helpers import DOOMED, F, ask, fortress, gun, mean, models, p_critical_wound, p_wound, play, plus


@pytest.mark.rule("W-020")
def test_one_die_for_each_hit() -> None:
    rolled = play(ask(fortress("MATR autocannon"), models(5)), 4, 4, 4, 4, 4, 1, *(1,) * 5)
    assert rolled.score("hits") == 5
    assert rolled.dice_for("wound") == (1,) * 5


@pytest.mark.parametrize(
    ("strength", "toughness", "chance"),
    [
        pytest.param(8, 4, F(5, 6), marks=pytest.mark.rule("W-021")),
        pytest.param(10, 5, F(5, 6), marks=pytest.mark.rule("W-021", "X-18")),
        pytest.param(7, 4, F(4, 6), marks=pytest.mark.rule("W-022")),
        pytest.param(9, 5, F(4, 6), marks=pytest.mark.rule("W-022", "X-18")),
        pytest.param(7, 7, F(3, 6), marks=pytest.mark.rule("W-023")),
        pytest.param(7, 8, F(2, 6), marks=pytest.mark.rule("W-024")),
        pytest.param(7, 13, F(2, 6), marks=pytest.mark.rule("W-024", "X-18")),
        pytest.param(6, 11, F(2, 6), marks=pytest.mark.rule("X-18")),
        pytest.param(7, 14, F(1, 6), marks=pytest.mark.rule("W-025", "X-18")),
        pytest.param(6, 12, F(1, 6), marks=pytest.mark.rule("W-025", "X-18")),
        pytest.param(6, 13, F(1, 6), marks=pytest.mark.rule("W-025")),
    ],
)
def test_strength_against_toughness(strength: int, toughness: int, chance: F) -> None:
    result = ask(gun(strength=strength), models(5, toughness=toughness))
    assert p_wound(result) == mean(result, "wounds") / mean(result, "hits") == chance


@pytest.mark.rule("W-026")
def test_at_or_above_the_need_wounds_and_a_failure_ends_the_attack() -> None:
    result = ask(gun(strength=7), models(5, toughness=7))
    assert play(result, 4, 4, 6).dice_for("save") == (6,)
    assert play(result, 4, 3).dice_for("save") == ()


@pytest.mark.rule("W-027")
def test_an_unmodified_six_always_wounds() -> None:
    result = ask(gun(strength=6), models(5, toughness=12), plus("wound", -1))
    assert p_wound(result) == p_critical_wound(result) == F(1, 6)


@pytest.mark.rule("W-028")
def test_an_unmodified_one_never_wounds() -> None:
    assert p_wound(ask(gun(strength=8), DOOMED, plus("wound", 1))) == F(5, 6)


@pytest.mark.parametrize(
    ("strength", "modifiers", "chance"),
    [
        pytest.param(7, (1, 1), F(1, 2), marks=pytest.mark.rule("W-029"), id="need 5+, twice +1"),
        pytest.param(8, (-1, -1), F(1, 3), marks=pytest.mark.rule("W-030"), id="need 4+, twice -1"),
        pytest.param(8, (1, -1), F(1, 2), marks=pytest.mark.rule("W-031"), id="need 4+, +1 and -1"),
        pytest.param(8, (1, 1, -1), F(2, 3), marks=pytest.mark.rule("W-031"), id="need 4+, the sum is limited"),
    ],
)
def test_the_sum_of_modifiers_is_limited(strength: int, modifiers: tuple[int, ...], chance: F) -> None:
    assert p_wound(ask(gun(strength=strength), models(5, toughness=8), *(plus("wound", by) for by in modifiers))) == chance


@pytest.mark.rule("W-032", "X-11")
def test_a_five_with_plus_one_is_no_critical_wound() -> None:
    # Two tokens give the magna-rail cannon +1 to wound: the 5 is a plain wound, and a save is rolled.
    result = ask(fortress("heavy magna-rail cannon"), models(1, toughness=12, save=2, wounds=16), tokens=2)
    rolled = play(result, 4, 5, 6)
    assert rolled.score("critical wounds") == 0
    assert rolled.dice_for("save") == (6,)
    assert rolled.wounds_lost == 0
