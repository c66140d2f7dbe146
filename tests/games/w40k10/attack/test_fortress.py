"""Abilities of the Hekaton Land Fortress in an attack: scanner, Damaged, Eye of the Ancestors (W-162..W-171, W-196..W-201)."""

from typing import Any

import pytest

from tests.games.w40k10.attack.helpers import (
    MARINES,
    TANK,
    F,
    ask,
    automatic,
    change,
    fortress,
    grant,
    gun,
    mean,
    models,
    p_hit,
    p_wound,
    plus,
    unit,
)
from warbench.games.w40k10.library import datasheet
from warbench.rules.effects import ChangeRoll, Grant

MATR = fortress("MATR autocannon")
WHEELS = fortress("armoured wheels", kind="melee")
WARHEAD = fortress("Hekaton warhead")
TOUGH = models(5, toughness=8)


def saved(*items: str, **facts: Any) -> F:
    """The share of the first item's wounds that Sv3+ models save."""
    result = ask(fortress(*items), MARINES, **facts)
    first = [plan.weapon.name.casefold() for plan in result.plans].index(items[0].casefold())
    return 1 - F(mean(result, "unsaved", first)) / F(mean(result, "wounds", first))


# --- Pan spectral scanner ---


@pytest.mark.rule("W-162")
def test_the_scanner_gives_ranged_weapons_ignores_cover() -> None:
    assert saved("MATR autocannon", "pan spectral scanner", cover=True) == F(3, 6)


@pytest.mark.rule("W-163")
def test_the_scanner_gives_melee_weapons_nothing() -> None:
    # Only a save against AP-1 or worse would tell: cover does not count in melee anyway.
    for items in (["armoured wheels"], ["armoured wheels", "pan spectral scanner"]):
        result = ask(fortress(*items, kind="melee"), MARINES, change("ap", by=-1), cover=True)
        assert mean(result, "unsaved") == mean(result, "wounds") * F(3, 6)
    ranged = ask(fortress("MATR autocannon", "pan spectral scanner")).question.effects
    assert [effect.attacks for effect in ranged if isinstance(effect, Grant)] == ["ranged"]


@pytest.mark.rule("W-164", "X-36")
def test_without_the_scanner_no_weapon_ignores_cover() -> None:
    assert saved("MATR autocannon", "Hekaton warhead", cover=True) == F(4, 6)


# --- Damaged ---


@pytest.mark.rule("W-166", "X-54")
@pytest.mark.parametrize(("left", "chance"), [(1, F(1, 3)), (5, F(1, 3)), (6, F(1, 2)), (16, F(1, 2))])
def test_minus_one_to_hit_with_one_to_five_wounds_left(left: int, chance: F) -> None:
    assert p_hit(ask(MATR, attacker_wounds_left=left)) == chance


@pytest.mark.rule("W-167", "X-54")
def test_damaged_counts_in_melee_too() -> None:
    assert p_hit(ask(WHEELS, attacker_wounds_left=3)) == F(1, 3)


@pytest.mark.rule("W-169")
def test_damaged_and_a_hidden_target_are_no_worse_than_minus_one() -> None:
    assert p_hit(ask(WARHEAD, visible=False, attacker_wounds_left=5)) == F(1, 3)


@pytest.mark.rule("W-170")
def test_damaged_and_a_token_cancel() -> None:
    assert p_hit(ask(MATR, tokens=1, attacker_wounds_left=5)) == F(1, 2)


@pytest.mark.rule("W-171")
def test_damaged_touches_nothing_but_hit_rolls() -> None:
    whole, damaged = ask(MATR), ask(MATR, attacker_wounds_left=1)
    assert mean(damaged, "attacks") == mean(whole, "attacks") == 6
    assert p_wound(damaged) == p_wound(whole)
    bracket = datasheet("hekaton-land-fortress").damaged
    assert bracket is not None
    assert all(isinstance(effect, ChangeRoll) and effect.roll == "hit" for effect in bracket.effects)
    sure = (automatic("hit"), automatic("wound"))
    hull = models(1, toughness=12, save=2, wounds=16)
    assert [mean(ask(gun(), {**hull, "wounds_left": left}, *sure), "unsaved") for left in (1, 16)] == [F(1, 6)] * 2


# --- Eye of the Ancestors ---


@pytest.mark.parametrize(
    ("tokens", "hit", "wound", "unsaved"),
    [
        pytest.param(0, F(1, 2), F(1, 3), F(1, 2), marks=pytest.mark.rule("W-196", "W-198")),
        pytest.param(1, F(2, 3), F(1, 3), F(2, 3), marks=pytest.mark.rule("W-197", "W-198")),
        pytest.param(2, F(2, 3), F(1, 2), F(1), marks=pytest.mark.rule("W-198")),
    ],
)
def test_what_tokens_do(tokens: int, hit: F, wound: F, unsaved: F) -> None:
    result = ask(MATR, TOUGH, tokens=tokens)
    assert (p_hit(result), p_wound(result)) == (hit, wound)
    assert mean(result, "unsaved") == unsaved


@pytest.mark.rule("W-199")
def test_a_unit_without_the_ability_has_no_use_for_tokens() -> None:
    ally = ask(gun(strength=7), TOUGH, tokens=2)
    assert (p_hit(ally), p_wound(ally)) == (F(1, 2), F(1, 3))


@pytest.mark.rule("W-200")
def test_tokens_count_in_melee_too() -> None:
    assert p_hit(ask(WHEELS, tokens=1)) == F(2, 3)


@pytest.mark.rule("W-201")
def test_tokens_and_another_bonus_are_no_more_than_one() -> None:
    assert p_hit(ask(fortress("heavy magna-rail cannon"), TANK, stationary=True, tokens=1)) == F(2, 3)
    assert p_wound(ask(MATR, TOUGH, plus("wound", 1), tokens=2)) == F(1, 2)


# --- with what other rules give ---


@pytest.mark.rule("X-23")
def test_warrior_pride_on_the_wheels() -> None:
    assert mean(ask(WHEELS, MARINES, tokens=2, stratagems=("Warrior Pride",)), "unsaved") == F(20, 9)
    assert mean(ask(WHEELS, MARINES, tokens=1, stratagems=("Warrior Pride",)), "unsaved") == F(5, 3)
    assert mean(ask(WHEELS, MARINES), "unsaved") == F(5, 6)


# --- Fire Support ---

BLASTERS = unit("hearthkyn-warriors", "ion blaster")


@pytest.mark.rule("W-154")
def test_fire_support_lets_passengers_throw_wound_rolls_again() -> None:
    assert p_wound(ask(BLASTERS, TOUGH)) == F(1, 3)  # S5 against T8 needs 5+
    assert p_wound(ask(BLASTERS, TOUGH, fire_support=True)) == F(5, 9)


@pytest.mark.rule("W-157")
def test_fire_support_is_not_for_the_fortress_itself() -> None:
    assert p_wound(ask(MATR, TOUGH, fire_support=True)) == F(1, 3)


@pytest.mark.rule("W-160")
def test_fire_support_beside_twin_linked_is_one_reroll() -> None:
    result = ask(BLASTERS, models(5, toughness=5), grant("twin-linked"), fire_support=True)
    assert p_wound(result) == F(3, 4)
