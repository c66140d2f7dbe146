"""Hit Tests: the tables, Snap Shots, Critical Hits, automatic hits."""

import pytest

from tests.games.heresy3.helpers import BUN, DOOMED, TANK, F, Spec, ask, blade, gun, law, legion, mean, rolls, thrown, value, why

ASSAULT: Spec = {"traits": ["Assault"]}


@pytest.mark.rule("H-264")
@pytest.mark.parametrize(("skill", "need"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 2), (9, 2)])
def test_ballistic_skill(skill: int, need: int) -> None:
    result = ask(gun(firepower=6, skill=skill), DOOMED)
    assert value(result, "Hit Test") == f"{need}+"
    assert mean(result, "hits") == 7 - need


@pytest.mark.parametrize(("skill", "critical"), [(5, 0), (6, 1), (7, 2), (8, 3), (9, 4)])
def test_a_high_ballistic_skill_hits_critically(skill: int, critical: int) -> None:
    result = ask(gun(firepower=6, skill=skill, strength=1), legion(save=7, toughness=9, wounds=2))
    assert mean(result, "critical hits") == critical
    # A Critical Hit wounds without a test, and does 1 Damage more.
    assert mean(result, "damage") == 2 * critical


def test_ballistic_skill_10_needs_no_die() -> None:
    result = ask(gun(skill=10, strength=1), legion(save=7, toughness=9, wounds=2))
    assert result.destroyed == 0
    assert law(result) == {2: 1}
    assert rolls(thrown(result)) == []


@pytest.mark.rule("H-170", "H-225")
@pytest.mark.parametrize(
    "facts",
    [
        {"snap_shots": True},
        {"intercept": True},
        {"volley": True},
        {"attacker_statuses": ["Routed"]},
        {"attacker_statuses": ["suppressed"]},
    ],
)
def test_snap_shots(facts: Spec) -> None:
    result = ask(gun(firepower=6, **ASSAULT), DOOMED, **facts)
    assert value(result, "Hit Test") == "5+"
    assert any(line.startswith("Snap Shot: ") for line in why(result, "Hit Test"))
    assert mean(result, "hits") == 2
    assert mean(ask(gun(firepower=6, **ASSAULT), DOOMED), "hits") == 4


def test_a_snap_shot_of_ballistic_skill_1_fails_without_a_die() -> None:
    result = ask(gun("Rending (2+)", skill=1), DOOMED, snap_shots=True)
    assert rolls(thrown(result)) == []
    assert mean(result, "hits") == 0


def test_no_critical_hits_by_the_table_in_snap_shots() -> None:
    assert mean(ask(gun(firepower=6, skill=9), DOOMED, snap_shots=True), "critical hits") == 0


@pytest.mark.rule("H-173")
def test_defensive_weapons_at_a_further_target() -> None:
    assert value(ask(gun(strength=5), DOOMED, further_target=True), "Hit Test") == "3+"
    assert value(ask(gun(strength=9), DOOMED, further_target=True), "Hit Test") == "5+"
    assert value(ask(gun(strength=9, traits=["Defensive"]), DOOMED, further_target=True), "Hit Test") == "3+"


@pytest.mark.rule("H-196")
def test_a_volley_is_made_with_assault_weapons() -> None:
    pistols = ask(gun(count=10, **ASSAULT), DOOMED, volley=True)
    assert mean(pistols, "attacks") == 10
    (plan,) = ask(gun(count=10), DOOMED, volley=True).plans
    assert plan.refused == ("a Volley Attack is made with Assault weapons (H-196): may not be used against this target",)


@pytest.mark.rule("H-175")
def test_no_shooting_with_ballistic_skill_0() -> None:
    flamer = gun("Template", skill=0, range=None)
    assert ask(flamer, DOOMED).plans[0].refused == ("Ballistic Skill 0: no Shooting Attacks (H-175)",)
    assert mean(ask({**flamer, "skill": 1}, DOOMED), "attacks") == 1
    lowered = ask(gun(skill=2), effects=[{"kind": "characteristic", "name": "skill", "by": -2}])
    assert lowered.plans[0].refused == ("Ballistic Skill 0: no Shooting Attacks (H-175)",)


@pytest.mark.parametrize(
    ("attacker", "defender", "need"),
    [(4, 4, 4), (5, 4, 3), (8, 4, 2), (4, 5, 5), (4, 7, 5), (4, 8, 6), (1, 10, 6), (10, 5, 2), (5, 9, 5), (6, 10, 5), (4, 0, 2)],
)
def test_weapon_skill(attacker: int, defender: int, need: int) -> None:
    result = ask(blade(attacks=6, skill=attacker), legion(30, save=7, weapon_skill=defender))
    assert value(result, "Hit Test") == f"{need}+"
    assert mean(result, "hits") == 7 - need


def test_vehicles_have_weapon_skill_1() -> None:
    assert value(ask(blade(skill=2), TANK), "Hit Test") == "2+"


def test_most_models_weapon_skill_counts() -> None:
    target = legion(3, weapon_skill=4), legion(2, weapon_skill=8)
    assert value(ask(blade(), *target), "Hit Test") == "4+"
    even = legion(2, weapon_skill=4), legion(2, weapon_skill=8)
    assert value(ask(blade(), *even), "Hit Test") == "6+"
    assert value(ask(blade(), *even, rulings={"equal-weapon-skill": "lowest"}), "Hit Test") == "4+"


@pytest.mark.rule("H-039")
def test_a_fortification_is_hit_automatically_in_combat() -> None:
    result = ask(blade(attacks=10, strength=6), BUN)
    assert mean(result, "hits") == 10
    assert rolls(thrown(result, *[1] * 10)) == [("penetration", (1,) * 10)]
    building = {**BUN, "type": "building"}
    assert value(ask(blade(), building), "Hit Test") == "2+"
    assert value(ask(blade(), building, rulings={"building-in-combat": "sure"}), "Hit Test") == "automatic"


@pytest.mark.rule("H-038")
def test_a_fortification_is_attacked_as_a_vehicle_that_has_not_moved() -> None:
    still = {
        "kind": "roll",
        "roll": "hit",
        "by": 1,
        "when": {
            "op": "all",
            "of": [
                {"op": "has", "fact": "target_types", "value": "vehicle"},
                {"op": "is", "fact": "target_stationary", "value": True},
            ],
        },
    }
    moved = {**still, "when": {"op": "is", "fact": "target_stationary", "value": False}}
    assert value(ask(gun(), BUN, effects=[still]), "Hit Test") == "2+"
    assert value(ask(gun(), BUN), "Hit Test") == "3+"
    assert value(ask(gun(), BUN, effects=[moved]), "Hit Test") == "3+"
    assert value(ask(gun(), TANK, effects=[still]), "Hit Test") == "3+"


def test_a_natural_1_misses_whatever_the_modifier() -> None:
    better = ask(gun(firepower=6, skill=5), DOOMED, effects=[{"kind": "roll", "roll": "hit", "by": 3}])
    assert mean(better, "hits") == 5
    worse = ask(gun(firepower=6, skill=1), DOOMED, effects=[{"kind": "roll", "roll": "hit", "by": -1}])
    assert mean(worse, "hits") == 0


def test_re_rolls() -> None:
    ones = ask(gun(firepower=6), DOOMED, effects=[{"kind": "reroll", "roll": "hit", "which": "ones"}])
    assert mean(ones, "hits") == 6 * F(4, 6) * F(7, 6)
    best = ask(gun(firepower=6), DOOMED, effects=[{"kind": "reroll", "roll": "hit", "which": "best"}])
    assert mean(best, "hits") == 6 * (1 - F(1, 9))
    # The choice can be more than the failures: only a Rending hit does anything here.
    rending = ask(
        gun("Rending (6+)", firepower=6, strength=1),
        legion(30, toughness=9, save=7),
        effects=[{"kind": "reroll", "roll": "hit", "which": "best"}],
    )
    assert mean(rending, "wounds") == 6 * (F(1, 6) + F(5, 6) * F(1, 6))


@pytest.mark.rule("H-103")
def test_who_may_not_be_shot() -> None:
    assert "H-103" in ask(gun(), target_engaged=True).plans[0].refused[0]
    assert "H-104" in ask(gun(), engaged=True).plans[0].refused[0]
    assert "seen" in ask(gun(), visible=False).plans[0].refused[0]
    assert ask(gun("Barrage (1)"), visible=False).plans[0].refused == ()
    assert ask(blade(), engaged=True, target_engaged=True).plans[0].refused == ()


def test_range_counts_whole_inches() -> None:
    assert ask(gun(), distance=24).plans[0].refused == ()
    assert ask(gun(), distance=23.1).plans[0].refused == ()
    assert ask(gun(), distance=24.1).plans[0].refused == ('out of range: 25" is beyond 24"',)
    melta = gun("Melta (6)", strength=8, damage=3)
    assert mean(ask(melta, TANK, distance=6.1), "penetrating hits") == F(2, 3) * F(2, 6)
    assert mean(ask(melta, TANK, distance=6.1, rulings={"inches": "exact"}), "penetrating hits") == F(2, 3) * F(2, 6)
    assert mean(ask(melta, TANK, distance=5.5), "penetrating hits") == F(2, 3) * F(3, 6)


def test_flyers() -> None:
    flyer = {**TANK, "keywords": ["flyer"]}
    assert value(ask(gun(), flyer), "Hit Test") == "5+"
    assert value(ask(gun("Skyfire"), flyer), "Hit Test") == "3+"
