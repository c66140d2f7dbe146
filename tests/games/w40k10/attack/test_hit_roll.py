"""The Hit roll (W-008..W-019) and Fire Overwatch (W-253..W-257)."""

import pytest

from tests.games.w40k10.attack.helpers import (
    DOOMED,
    MARINES,
    F,
    ask,
    fortress,
    gun,
    mean,
    models,
    p_critical_hit,
    p_hit,
    p_wound,
    play,
    plus,
)

MATR = fortress("MATR autocannon")
WHEELS = fortress("armoured wheels", kind="melee")


@pytest.mark.rule("W-008")
def test_one_die_for_each_attack() -> None:
    assert play(ask(MATR), 1, 1, 1, 1, 1, 1).dice.asked == [("hit", (1,) * 6)]


@pytest.mark.rule("W-009")
@pytest.mark.parametrize(("face", "hits"), [(4, 1), (3, 0)])
def test_ranged_attacks_compare_with_bs(face: int, hits: int) -> None:
    assert play(ask(MATR), face, 1, 1, 1, 1, 1, *(1,) * hits).score("hits") == hits
    assert p_hit(ask(MATR)) == F(1, 2)


@pytest.mark.rule("W-010")
@pytest.mark.parametrize(("face", "hits"), [(4, 1), (3, 0)])
def test_melee_attacks_compare_with_ws(face: int, hits: int) -> None:
    assert play(ask(WHEELS), face, 1, 1, 1, 1, 1, *(1,) * hits).score("hits") == hits
    assert p_hit(ask(WHEELS)) == F(1, 2)
    hit = next(reason for reason in ask(WHEELS).plans[0].reasons if reason.number == "Hit roll")
    assert hit.because[0] == "WS 4+"


@pytest.mark.rule("W-011", "W-012")
def test_each_success_is_one_hit_and_a_failure_ends_the_attack() -> None:
    rolled = play(ask(MATR), 4, 5, 6, 3, 2, 1, 1, 1, 1)
    assert rolled.score("hits") == 3
    assert rolled.dice_for("wound") == (1, 1, 1)


@pytest.mark.rule("W-013", "X-10")
def test_an_unmodified_six_always_hits() -> None:
    result = ask(gun(skill=6), DOOMED, plus("hit", -1))
    assert p_hit(result) == p_critical_hit(result) == mean(result, "hits") == F(1, 6)


@pytest.mark.rule("W-014", "X-10")
def test_an_unmodified_one_always_misses() -> None:
    assert p_hit(ask(gun(skill=2), DOOMED, plus("hit", 1))) == F(5, 6)


@pytest.mark.parametrize(
    ("modifiers", "chance"),
    [
        pytest.param((1, 1, 1), F(2, 3), marks=pytest.mark.rule("W-015"), id="never better than +1"),
        pytest.param((-1, -1), F(1, 3), marks=pytest.mark.rule("W-016"), id="never worse than -1"),
        pytest.param((1, 1, -1), F(2, 3), marks=pytest.mark.rule("W-017", "X-09"), id="the sum is limited: +1"),
        pytest.param((1, -1), F(1, 2), marks=pytest.mark.rule("W-017"), id="the sum is limited: 0"),
        pytest.param((1, -1, -1), F(1, 3), marks=pytest.mark.rule("W-017"), id="the sum is limited: -1"),
    ],
)
def test_the_sum_of_modifiers_is_limited(modifiers: tuple[int, ...], chance: F) -> None:
    result = ask(gun(attacks=6), DOOMED, *(plus("hit", by) for by in modifiers))
    assert p_hit(result) == mean(result, "hits") / 6 == chance


def test_the_other_reading_of_a1_limits_each_side() -> None:
    def chance(*modifiers: int) -> object:
        return p_hit(ask(gun(), DOOMED, *(plus("hit", by) for by in modifiers), rulings={"roll-cap": "each"}))

    assert chance(1, 1, -1) == F(1, 2)
    assert chance(1, -1, -1) == F(1, 2)
    assert chance(1, 1) == F(2, 3)
    assert chance(-1, -1) == F(1, 3)


@pytest.mark.rule("W-018", "X-11")
def test_a_five_with_plus_one_is_no_critical_hit() -> None:
    result = ask(gun("sustained hits 1"), MARINES, plus("hit", 1))
    rolled = play(result, 5, 1)
    assert rolled.score("hits") == 1
    assert rolled.score("critical hits") == 0
    assert p_critical_hit(result) == F(1, 6)


@pytest.mark.rule("W-019")
def test_a_six_with_minus_one_is_a_critical_hit() -> None:
    rolled = play(ask(gun("sustained hits 1"), MARINES, plus("hit", -1)), 6, 1, 1)
    assert rolled.score("hits") == 2
    assert rolled.score("critical hits") == 1


# --- Fire Overwatch ---


@pytest.mark.rule("W-253", "X-06")
@pytest.mark.parametrize(("skill", "modifiers"), [(2, (1,)), (6, (-1,)), (4, ()), (4, (1, 1)), (4, (-1, -1))])
def test_in_overwatch_only_a_six_hits(skill: int, modifiers: tuple[int, ...]) -> None:
    result = ask(gun(skill=skill), DOOMED, *(plus("hit", by) for by in modifiers), overwatch=True)
    assert p_hit(result) == mean(result, "hits") == F(1, 6)


@pytest.mark.rule("X-06")
def test_heavy_tokens_and_damaged_do_nothing_in_overwatch() -> None:
    rail = fortress("heavy magna-rail cannon")
    for facts in ({"stationary": True}, {"tokens": 2}, {"attacker_wounds_left": 5}, {}):
        assert p_hit(ask(rail, MARINES, overwatch=True, **facts)) == F(1, 6)


@pytest.mark.rule("W-254", "X-05")
def test_in_overwatch_the_six_is_a_critical_hit() -> None:
    result = ask(fortress("twin bolt cannon"), MARINES, overwatch=True)
    assert p_critical_hit(result) == F(1, 6)
    assert mean(result, "hits") == 1


@pytest.mark.rule("W-255")
def test_wounds_saves_and_blast_are_as_usual_in_overwatch() -> None:
    cyclic = ask(fortress("cyclic ion cannon"), models(10), overwatch=True)
    assert len(play(cyclic, 1, *(5,) * 6).dice_for("hit")) == 6
    bolt = ask(fortress("twin bolt cannon"), MARINES, overwatch=True)
    assert p_wound(bolt) == F(8, 9)
    rolled = play(bolt, 6, 1, 1, 4, 4, 6, 3)  # one critical, two wounds, two saves of 4+: the 3 fails
    assert rolled.wounds_lost == 2


@pytest.mark.rule("W-257")
def test_a_whole_fortress_in_overwatch() -> None:
    result = ask(
        fortress("cyclic ion cannon", "MATR autocannon", "twin bolt cannon", "twin bolt cannon"), models(4), overwatch=True
    )
    assert mean(result, "hits") == F(49, 12)
