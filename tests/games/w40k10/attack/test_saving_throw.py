"""The saving throw (W-033..W-043), with the readings of A2, and what cover adds to it."""

import pytest

from tests.games.w40k10.attack.helpers import (
    F,
    ask,
    blade,
    change,
    fortress,
    gun,
    mean,
    models,
    p_saved,
    play,
    plus,
    reroll,
)


@pytest.mark.rule("W-033")
def test_one_save_for_each_wound() -> None:
    rolled = play(ask(gun(attacks=4), models(5)), 4, 4, 4, 4, 4, 4, 4, 4, 6, 6, 6, 6)
    assert rolled.dice_for("save") == (6, 6, 6, 6)


@pytest.mark.rule("W-034")
@pytest.mark.parametrize(("face", "lost"), [(4, 0), (3, 1)])
def test_the_die_plus_ap_against_the_save(face: int, lost: int) -> None:
    result = ask(gun(ap=-1), models(5, save=3))
    assert play(result, 4, 4, face).wounds_lost == lost
    assert p_saved(gun(ap=-1), models(5, save=3)) == F(1, 2)


@pytest.mark.rule("W-035")
def test_equal_to_the_save_passes() -> None:
    assert play(ask(gun(ap=-2), models(5, save=2)), 4, 4, 4).wounds_lost == 0
    assert p_saved(gun(ap=-2), models(5, save=2)) == F(3, 6)


@pytest.mark.rule("W-036")
def test_a_pass_ends_the_attack_without_damage() -> None:
    rolled = play(ask(gun(damage="D6"), models(5, save=3)), 4, 4, 3)
    assert rolled.wounds_lost == 0
    assert rolled.dice_for("damage") == ()


@pytest.mark.rule("W-037")
def test_a_failure_and_the_model_takes_the_damage() -> None:
    # D6+3 attacks of the cyclic ion cannon: die 1, and one of the four hits and wounds.
    result = ask(fortress("cyclic ion cannon"), models(1, save=3, wounds=3))
    rolled = play(result, 1, 4, 1, 1, 1, 3, 4)
    assert rolled.wounds_lost == 2
    assert rolled.slain == 0


@pytest.mark.rule("W-038")
@pytest.mark.parametrize(("first", "second", "lost"), [(4, 3, 1), (3, 4, 0)])
def test_the_save_of_the_model_that_the_attack_is_allocated_to(first: int, second: int, lost: int) -> None:
    result = ask(gun(ap=-1), [models(1, save=first), models(1, save=second)])
    assert play(result, 4, 4, 4).wounds_lost == lost


@pytest.mark.parametrize(
    ("save", "ap", "bonuses", "chance"),
    [
        pytest.param(2, 0, (1,), F(5, 6), marks=pytest.mark.rule("W-039", "X-20"), id="a 1 always fails"),
        pytest.param(3, -4, (), F(0), marks=pytest.mark.rule("W-040", "X-19"), id="a 6 does not always pass"),
        pytest.param(2, -4, (), F(1, 6), marks=pytest.mark.rule("W-040"), id="6 is enough"),
        pytest.param(4, 0, (1, 1), F(4, 6), marks=pytest.mark.rule("W-041", "X-21"), id="never better than +1"),
        pytest.param(2, -3, (-1,), F(1, 6), marks=pytest.mark.rule("W-042"), id="worse without limit"),
        pytest.param(2, -3, (-1, -1), F(0), marks=pytest.mark.rule("W-042"), id="worse still"),
    ],
)
def test_odds_of_the_armour_save(save: int, ap: int, bonuses: tuple[int, ...], chance: F) -> None:
    assert p_saved(gun(ap=ap), models(5, save=save), *(plus("save", by) for by in bonuses)) == chance


@pytest.mark.rule("W-042")
def test_ap_made_worse_for_the_target() -> None:
    assert p_saved(gun(ap=-3), models(5, save=2), change("ap", by=-1)) == F(1, 6)


@pytest.mark.rule("W-043")
def test_the_better_of_armour_and_invulnerable_save() -> None:
    shielded = models(5, save=3, invulnerable=5)
    assert p_saved(gun(ap=-4), shielded) == F(1, 3)
    assert p_saved(gun(ap=-1), shielded) == F(1, 2)


def test_a_bonus_to_saves_helps_the_invulnerable_save_and_cover_does_not() -> None:
    shielded = models(5, save=3, invulnerable=5)
    assert p_saved(gun(ap=-4), shielded, plus("save", 1)) == F(1, 2)
    assert p_saved(gun(ap=-4), shielded, cover=True) == F(1, 3)


@pytest.mark.parametrize(("ruling", "chance"), [("net", F(5, 6)), ("bonus", F(4, 6))])
def test_the_two_readings_of_a2(ruling: str, chance: F) -> None:
    # Sv3+ against AP-1 with two +1: is the AP inside the sum that is limited?
    found = p_saved(gun(ap=-1), models(5, save=3), plus("save", 1), plus("save", 1), rulings={"save-cap": ruling})
    assert found == chance


@pytest.mark.parametrize(
    ("save", "ap", "bare", "covered"),
    [(3, 0, F(4, 6), F(4, 6)), (2, 0, F(5, 6), F(5, 6)), (4, 0, F(3, 6), F(4, 6)), (3, -1, F(3, 6), F(4, 6))],
)
def test_the_benefit_of_cover(save: int, ap: int, bare: F, covered: F) -> None:
    target = models(5, save=save)
    assert p_saved(gun(ap=ap), target) == bare
    assert p_saved(gun(ap=ap), target, cover=True) == covered
    assert p_saved(blade(ap=ap), target, cover=True) == bare  # never against melee attacks


def test_cover_and_another_bonus_are_no_more_than_one() -> None:
    assert p_saved(gun(), models(5, save=5), plus("save", 1), cover=True) == F(1, 2)


def test_cover_goes_by_the_save_of_each_model() -> None:
    # AP0 in cover: no help to the Sv3+ model in front, help to the Sv4+ models behind it.
    result = ask(gun(attacks=2), [models(1, save=3, wounds=1), models(1, save=4, wounds=1)], cover=True)
    assert play(result, 4, 4, 4, 4, 2, 3).slain == 1


def test_a_failed_save_may_be_thrown_again() -> None:
    result = ask(gun(attacks=6), models(50, save=4, wounds=1), reroll("save", side="defender"))
    assert mean(result, "unsaved") == 6 * F(1, 2) * F(1, 2) * F(1, 4)


@pytest.mark.rule("X-22")
def test_ap_0_is_never_worsened_beyond_0() -> None:
    worse = {"stratagems": ("Void Armour",)}
    assert p_saved(gun(ap=0), models(5, save=3), **worse) == F(4, 6)
    assert p_saved(gun(ap=-2), models(5, save=3), **worse) == F(3, 6)
    assert p_saved(gun(ap=0), models(5, save=3), change("ap", by=1, side="defender")) == F(4, 6)
