"""The weapons of the Hekaton Land Fortress with the odds that their rows state (W-049..W-057)."""

import pytest

from tests.games.w40k10.attack.helpers import (
    MARINES,
    TANK,
    TEN_MARINES,
    F,
    Spec,
    ask,
    fortress,
    gun,
    mean,
    p_wound,
    refused,
)


def row(item: str, kind: str = "ranged") -> list[object]:
    """The row of the datasheet: range, attacks, skill, Strength, AP, damage, abilities."""
    weapon = ask(fortress(item, kind=kind)).question.weapons[0]
    numbers = [str(weapon.attacks), weapon.skill, weapon.strength, weapon.ap, str(weapon.damage)]
    return [weapon.range, *numbers, *weapon.keywords]


@pytest.mark.rule("W-049")
def test_cyclic_ion_cannon() -> None:
    assert row("cyclic ion cannon") == [24, "D6+3", 4, 9, -2, "2", "blast"]
    result = ask(fortress("cyclic ion cannon"), TEN_MARINES)
    assert mean(result, "attacks") == F(17, 2)
    assert mean(result, "unsaved") == F(85, 36)


@pytest.mark.rule("W-050")
def test_heavy_magna_rail_cannon() -> None:
    rail = fortress("heavy magna-rail cannon")
    assert row("heavy magna-rail cannon") == [30, "1", 4, 18, -4, "D6+6", "devastating wounds", "heavy"]
    assert mean(ask(rail, TANK), "damage") == F(133, 48)
    assert mean(ask(rail, TANK, stationary=True), "damage") == F(133, 36)


@pytest.mark.rule("W-051")
def test_hekaton_warhead() -> None:
    assert row("Hekaton warhead") == [36, "D6+3", 4, 7, -2, "2", "blast", "indirect fire", "one shot"]
    assert mean(ask(fortress("Hekaton warhead"), TEN_MARINES), "unsaved") == F(17, 9)


@pytest.mark.rule("W-052")
@pytest.mark.parametrize(("distance", "hits"), [(12.1, F(3)), (12, F(5, 3))])
def test_sp_heavy_conversion_beamer(distance: float, hits: F) -> None:
    assert row("SP heavy conversion beamer") == [24, "2", 4, 10, -2, "4", "conversion", "sustained hits D3"]
    assert mean(ask(fortress("SP heavy conversion beamer"), distance=distance), "hits") == hits


@pytest.mark.rule("W-053")
def test_matr_autocannon() -> None:
    assert row("MATR autocannon") == [24, "6", 4, 7, -1, "2"]
    result = ask(fortress("MATR autocannon"), TEN_MARINES)  # ten models: none of six attacks is wasted
    assert result.slain.mean == 1


@pytest.mark.rule("W-054")
def test_twin_bolt_cannon() -> None:
    assert row("twin bolt cannon") == [36, "3", 4, 6, -1, "2", "sustained hits 1", "twin-linked"]
    result = ask(fortress("twin bolt cannon"))
    assert [mean(result, stage) for stage in ("hits", "wounds", "unsaved")] == [2, F(16, 9), F(8, 9)]


@pytest.mark.rule("W-055")
def test_twin_ion_beamer() -> None:
    assert row("twin ion beamer") == [18, "3", 4, 7, -2, "1", "sustained hits D3", "twin-linked"]
    result = ask(fortress("twin ion beamer"))
    assert [mean(result, stage) for stage in ("hits", "wounds", "unsaved")] == [F(5, 2), F(20, 9), F(40, 27)]


@pytest.mark.rule("W-056")
def test_armoured_wheels() -> None:
    assert row("armoured wheels", "melee") == [None, "6", 4, 8, 0, "1"]
    assert mean(ask(fortress("armoured wheels", kind="melee")), "unsaved") == F(5, 6)


@pytest.mark.rule("W-057")
@pytest.mark.parametrize(("distance", "why"), [(18, ""), (18.1, "out of range")])
def test_a_ranged_weapon_reaches_as_far_as_its_range(distance: float, why: str) -> None:
    result = ask(fortress("twin ion beamer"), distance=distance)
    assert refused(result).startswith(why)
    assert bool(refused(result)) == bool(why)
    assert (result.wounds_lost.mean == 0) == bool(why)


def test_a_weapon_out_of_range_does_not_stop_the_others() -> None:
    both = ask(fortress("MATR autocannon", "twin ion beamer"), distance=20)
    alone = ask(fortress("MATR autocannon"), distance=20)
    assert [bool(plan.refused) for plan in both.plans] == [False, True]
    assert both.slain == alone.slain


@pytest.mark.rule("W-354")
@pytest.mark.parametrize(
    "written",
    [
        ("sustained hits 1", "twin-linked"),
        ("SUSTAINED HITS 1", "TWIN-LINKED"),
        ("Sustained Hits 1", "Twin-linked"),
        ("[SUSTAINED HITS 1]", " Twin-Linked "),
    ],
)
def test_the_case_of_an_ability_carries_no_meaning(written: tuple[str, ...]) -> None:
    bolt: Spec = gun(*written, attacks=3, strength=6, ap=-1, damage=2)
    result = ask(bolt, MARINES)
    assert result.not_modelled == ()
    assert mean(result, "hits") == 2
    assert p_wound(result) == F(8, 9)


def test_an_unknown_ability_is_named_and_not_ignored() -> None:
    assert ask(gun("sustained hitz 1")).not_modelled == ("weapon ability 'sustained hitz 1' of gun",)
