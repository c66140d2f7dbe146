"""Wound Tests, characteristics and their changes, saves, mitigation, damage."""

import pytest

from tests.games.heresy3.helpers import DOOMED, TANK, F, Spec, ask, blade, gun, law, legion, lost, mean, rolls, thrown, value, why

SURE: Spec = {"skill": None}


@pytest.mark.rule("H-265", "H-266")
@pytest.mark.parametrize(("strength", "toughness", "need"), [(4, 3, 3), (4, 4, 4), (4, 5, 5), (3, 4, 5), (5, 4, 3)])
def test_strength_against_toughness(strength: int, toughness: int, need: int) -> None:
    result = ask(blade(attacks=6, strength=strength, **SURE), legion(30, toughness=toughness, save=7))
    assert value(result, "Wound Test") == f"{need}+"
    assert mean(result, "wounds") == 7 - need


@pytest.mark.parametrize(("strength", "chance"), [(10, F(5, 6)), (6, F(5, 6)), (2, F(1, 6)), (1, F(1, 6)), (0, 0)])
def test_the_ends_of_the_wound_table(strength: int, chance: F) -> None:
    assert mean(ask(gun(strength=strength, **SURE), DOOMED), "wounds") == chance


def test_strength_four_below_cannot_wound() -> None:
    result = ask(gun(strength=4, **SURE), legion(30, toughness=8))
    assert mean(result, "wounds") == 0
    assert value(result, "Wound Test") == "never by number"


def test_the_toughness_of_most_models_the_highest_of_equals() -> None:
    assert value(ask(gun(), legion(3), legion(2, toughness=6)), "Wound Test") == "4+"
    assert value(ask(gun(), legion(2), legion(2, toughness=5)), "Wound Test") == "5+"


@pytest.mark.rule("H-186")
def test_toughness_0_is_wounded_without_dice() -> None:
    result = ask(gun("Breaching (6+)", firepower=3, strength=3, ap=5, **SURE), legion(30, toughness=0, save=3))
    assert mean(result, "wounds") == 3
    assert rolls(thrown(result)) == []
    assert law(result) == {3: 1}  # AP 2: no saves


@pytest.mark.rule("H-187", "H-189")
def test_strength_0_fails_without_dice() -> None:
    result = ask(blade("Breaching (2+)", attacks=3, strength=0, **SURE), DOOMED)
    assert mean(result, "hits") == 3
    assert rolls(thrown(result)) == []
    assert mean(result, "wounds") == 0
    assert value(ask(blade(strength=4, **SURE), DOOMED), "Wound Test") == "4+"


@pytest.mark.rule("H-181", "H-182", "H-183", "H-179")
@pytest.mark.parametrize(
    ("base", "changes", "expected"),
    [
        (4, [], 4),
        (4, [{"by": 1}], 5),
        (4, [{"multiply": 2}, {"by": 1}], 9),
        (4, [{"multiply": 2}, {"by": -1}], 7),
        (4, [{"multiply": 2}, {"halve": True}, {"halve": True}, {"by": 1}], 3),
        (4, [{"by": 3}, {"by": -1}], 6),
        (1, [{"by": -3}, {"by": 3}], 1),
        (4, [{"multiply": 2}, {"by": 1}, {"set": 2}], 2),
        (4, [{"set": 2}], 2),
        (5, [{"halve": True}], 2),
    ],
)
def test_several_changes_at_once(base: int, changes: list[Spec], expected: int) -> None:
    effects = [{"kind": "characteristic", "name": "strength", **change} for change in changes]
    for order in (effects, effects[::-1]):
        result = ask(gun(strength=base), effects=order)
        assert why(result, "Wound Test")[0] == f"Strength {expected} against Toughness 4"
        damage = ask(
            gun(damage=base, **SURE), legion(1, wounds=20, save=7), effects=[{**each, "name": "damage"} for each in order]
        )
        assert max(law(damage)) == expected


@pytest.mark.rule("H-114")
@pytest.mark.parametrize(("ap", "by", "expected"), [(4, -1, "3"), (4, 1, "5"), (2, -1, "2"), (6, 1, "-"), (None, -1, "6")])
def test_armour_penetration_is_changed_as_saves_are(ap: int | None, by: int, expected: str) -> None:
    result = ask(gun(ap=ap), effects=[{"kind": "characteristic", "name": "ap", "by": by}])
    assert value(result, "AP") == expected


@pytest.mark.rule("H-240")
def test_armour_saves_against_armour_penetration() -> None:
    assert value(ask(gun(ap=3)), "Saving Throw") == "none"
    assert why(ask(gun(ap=3)), "Saving Throw") == ("AP 3 ignores Armour Save 3+",)
    assert value(ask(gun(ap=4)), "Saving Throw") == "3+"
    invulnerable = ask(gun(ap=2, **SURE), legion(invulnerable=5))
    assert value(invulnerable, "Saving Throw") == "5+"
    assert rolls(thrown(invulnerable, 4, 5)) == [("wound", (4,)), ("save", (5,))]
    assert rolls(thrown(ask(gun(ap=3, **SURE)), 4)) == [("wound", (4,))]
    assert rolls(thrown(ask(gun(ap=4, **SURE)), 4, 3)) == [("wound", (4,)), ("save", (3,))]


def test_the_best_save_is_taken() -> None:
    assert value(ask(gun(ap=4), legion(invulnerable=5), cover=4), "Saving Throw") == "3+"
    covered = ask(gun(ap=3), legion(invulnerable=5), cover=4)
    assert value(covered, "Saving Throw") == "4+"
    assert "better than Invulnerable Save 5+" in why(covered, "Saving Throw")
    assert value(ask(gun(ap=3), legion(), cover=4, overwatch=True), "Saving Throw") == "none"
    assert value(ask(blade(ap=3), legion(), cover=4), "Saving Throw") == "none"


@pytest.mark.rule("H-191")
def test_damage_is_lost_on_a_failed_save() -> None:
    result = ask(gun(damage=2, **SURE), legion(1, wounds=3))
    assert lost(result, 4, 2) == 2
    assert lost(result, 4, 3) == 0
    vehicle = ask(gun(strength=10, damage=2, **SURE), TANK)
    assert lost(vehicle, 5) == 2


def test_surplus_damage_is_lost() -> None:
    result = ask(gun(firepower=2, strength=10, damage=3, skill=10), legion(3, toughness=1, wounds=2, save=7))
    assert law(result) == {4: 1}
    assert law(result, "slain") == {2: 1}


@pytest.mark.rule("H-190")
def test_damage_0_never_does_any() -> None:
    assert law(ask(gun("Armourbane", "Shred (2+)", strength=10, ap=1, damage=0, **SURE), legion(1, wounds=3))) == {0: 1}
    assert law(ask(gun("Critical Hit (2+)", strength=10, damage=0), TANK)) == {0: 1}


def test_one_mitigation_test_the_best() -> None:
    target = legion(1, save=7, wounds=3, feel_no_pain=5, shrouded=4)
    shot = ask(gun(damage=3, strength=4, **SURE), target)
    assert law(shot) == {0: F(3, 4), 3: F(1, 4)}
    assert mean(shot, "unsaved") == F(1, 4)
    assert law(ask(blade(damage=3, **SURE), target)) == {0: F(4, 6), 3: F(2, 6)}
    assert law(ask(gun(damage=3, **SURE), target, overwatch=True)) == {0: F(4, 6), 3: F(2, 6)}
    # It is made after the save, for the wound and not for its points.
    assert rolls(thrown(ask(gun(damage=3, **SURE), legion(1, wounds=3, feel_no_pain=5)), 4, 2, 4)) == [
        ("wound", (4,)),
        ("save", (2,)),
        ("damage mitigation", (4,)),
    ]


def test_eternal_warrior() -> None:
    sure: Spec = {"strength": 10, "skill": 10}
    target = legion(1, toughness=1, save=7, wounds=9, eternal_warrior=2)
    assert law(ask(gun(damage=3, **sure), target)) == {2: 1}  # a Critical Hit does 4
    assert law(ask(gun(damage=1, **sure), target)) == {1: 1}
    granted = [{"kind": "grant", "keyword": "Eternal Warrior (3)", "side": "defender"}]
    assert law(ask(gun(damage=3, **sure), target, effects=granted)) == {1: 1}


def test_kinds_of_models_answer_for_themselves_and_the_wounded_come_first() -> None:
    target = legion(1, save=2, wounds=2), legion(1, save=7, wounds=2, wounds_left=1)
    result = ask(gun(firepower=2, skill=10), *target)
    # Critical Hits of 2 Damage: the wounded model has no save and comes first, the other saves on 2+.
    assert lost(result, 1) == 3
    assert law(result) == {1: F(5, 6), 3: F(1, 6)}
    picked = legion(1, save=2, wounds=2), legion(1, save=7, wounds=2, wounds_left=1, keywords=["command"])
    assert law(ask(gun(skill=10), *picked)) == {0: F(5, 6), 2: F(1, 6)}


@pytest.mark.rule("H-224")
def test_a_quarter_of_the_models_lost() -> None:
    """2 of 8 are a quarter, 2 of 9 are not."""
    sure = gun(firepower=2, skill=10)
    assert ask(sure, legion(8, save=7)).quarter_lost == 1
    assert ask(sure, legion(9, save=7)).quarter_lost == 0
