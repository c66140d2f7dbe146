"""Armour Penetration Tests, glancing and penetrating hits, facings, the Vehicle Damage Table, fortifications, buildings."""

import pytest

from tests.games.heresy3.helpers import BUN, TANK, F, Spec, ask, blade, gun, law, legion, lost, mean, rolls, thrown, value
from warbench.attack.dice import ScriptedDice
from warbench.attack.exact import solve
from warbench.attack.rolled import roll
from warbench.attack.volley import Volley
from warbench.games.heresy3.plan import schedule

SURE: Spec = {"skill": None}
LANCE = gun(strength=9, damage=4, **SURE)
BUILDING: Spec = {"type": "building", "armour": 11, "hull_points": 10}


@pytest.mark.rule("H-037")
def test_a_fortification_counts_as_a_vehicle_when_it_is_a_target() -> None:
    only = {
        "kind": "forbid",
        "what": "target",
        "when": {"op": "not", "of": [{"op": "has", "fact": "target_types", "value": "vehicle"}]},
    }
    none = {"kind": "forbid", "what": "target", "when": {"op": "has", "fact": "target_types", "value": "vehicle"}}
    assert ask(gun(), BUN, effects=[only]).plans[0].refused == ()
    assert ask(gun(), BUN, effects=[none]).plans[0].refused
    assert ask(gun(), legion(), effects=[only]).plans[0].refused


@pytest.mark.rule("H-041", "H-043")
def test_a_fortification_loses_one_to_a_glance_and_the_damage_to_a_penetrating_hit() -> None:
    result = ask(LANCE, BUN)
    assert [lost(result, die) for die in range(1, 7)] == [0, 0, 1, 4, 4, 4]
    assert law(result) == {0: F(2, 6), 1: F(1, 6), 4: F(3, 6)}


@pytest.mark.rule("H-042", "H-109", "H-110")
def test_only_vehicles_roll_on_the_table() -> None:
    assert rolls(thrown(ask(LANCE, BUN), 3)) == [("penetration", (3,))]
    assert rolls(thrown(ask(LANCE, TANK), 3, 1)) == [("penetration", (3,)), ("vehicle damage table", (1,))]
    glance = ask(gun(strength=8, damage=3, **SURE), TANK)
    assert lost(glance, 4, 1) == 0
    # Three glances, three dice, after all else; in combat the same.
    for weapon in ({**LANCE, "firepower": 3}, blade(strength=9, damage=4, attacks=3, **SURE)):
        result = ask([weapon, {**LANCE, "name": "other"}], TANK)
        groups = result.outcome.volley.groups
        in_step_11 = Volley(groups, schedule(result.plans, at_end=True), result.target)
        played = roll(in_step_11, ScriptedDice((3, 3, 3, 2, 1, 3, 5)))
        assert rolls(played)[-3:] == [("vehicle damage table", (die,)) for die in (1, 3, 5)]
        # On a single vehicle it makes no difference when the table is rolled on, so the odds do not wait.
        at_the_end = solve(in_step_11, exact=True)
        assert at_the_end.wounds_lost == result.wounds_lost
        for state, (late, early) in enumerate(zip(at_the_end.states, result.outcome.states, strict=True)):
            assert late == early or result.target.slain(state)


def test_a_status_that_is_there_costs_a_hull_point() -> None:
    thrice = ask(gun(firepower=3, strength=9, damage=4, **SURE), TANK)
    assert lost(thrice, 3, 3, 3, 1, 3, 5) == 0
    assert lost(thrice, 3, 3, 3, 1, 2, 5) == 1
    assert lost(thrice, 3, 3, 3, 1, 2, 2) == 2
    held = ask(LANCE, TANK, target_statuses=["Pinned"])
    assert [lost(held, 3, die) for die in (1, 3, 6)] == [0, 1, 0]
    assert held.statuses == {"stunned": F(1, 18), "pinned": 0, "suppressed": F(1, 18)}
    assert ask(LANCE, BUN).statuses == {}


def test_two_glances_exactly() -> None:
    """One glance gives a status; the second gives another two times in three, or costs a hull point."""
    result = ask(gun(firepower=2, strength=6, damage=4, **SURE), TANK)
    assert law(result) == {0: 1 - F(1, 36) * F(1, 3), 1: F(1, 36) * F(1, 3)}
    both = F(1, 36) * F(2, 9)
    assert result.statuses["stunned"] == F(10, 36) * F(1, 3) + F(1, 36) * (F(1, 9) + 2 * F(2, 9))
    assert both * 3 + F(1, 36) * F(3, 9) == F(1, 36)


def test_super_heavies_and_flyers_lose_a_hull_point_instead() -> None:
    for word in ("super-heavy", "flyer"):
        result = ask(LANCE, {**TANK, "keywords": [word]})
        assert rolls(thrown(result, 3)) == [("penetration", (3,))]
        assert lost(result, 3) == 1


@pytest.mark.rule("H-044")
def test_hull_points_end_at_0() -> None:
    assert law(ask({**LANCE, "strength": 20}, {**BUN, "hull_points_left": 2})) == {2: 1}
    five = ask({**LANCE, "strength": 20}, {**BUN, "hull_points_left": 5})
    assert law(five) == {4: 1}
    assert five.destroyed == 0


@pytest.mark.rule("H-111", "H-112")
def test_a_penetrating_hit_may_be_saved() -> None:
    result = ask(gun(strength=9, damage=3, **SURE), {**TANK, "invulnerable": 5})
    assert lost(result, 4, 5) == 0
    assert lost(result, 4, 4) == 3
    assert law(ask(gun(strength=20, damage=3, **SURE), TANK)) == {3: 1}


@pytest.mark.rule("H-267")
def test_each_penetrating_hit_is_saved_apart() -> None:
    result = ask(gun(firepower=3, strength=9, damage=1, **SURE), {**TANK, "invulnerable": 5})
    assert lost(result, 4, 4, 4, 5, 2, 6) == 1


def test_glancing_hits_are_not_saved_unless_ruled_so() -> None:
    target = {**BUN, "invulnerable": 5}
    assert law(ask(LANCE, target))[1] == F(1, 6)
    assert law(ask(LANCE, target, rulings={"glancing-save": "save"}))[1] == F(1, 6) * F(4, 6)


@pytest.mark.rule("H-113")
def test_armour_0_is_penetrated_without_dice() -> None:
    result = ask(gun(strength=1, **SURE), {**TANK, "armour": 0})
    assert rolls(thrown(result)) == []
    assert mean(result, "penetrating hits") == 1


@pytest.mark.rule("H-115", "H-116")
def test_armourbane_never_glances() -> None:
    result = ask(gun("Armourbane", strength=9, damage=3, **SURE), TANK)
    assert [lost(result, die) for die in (2, 3, 4)] == [0, 3, 3]
    forced = [{"kind": "on_result", "roll": "penetration", "on": "success", "convert": "glancing"}]
    bane = ask(gun("Armourbane", strength=9, damage=3, **SURE), TANK, effects=forced)
    assert rolls(thrown(bane, 5)) == [("penetration", (5,))]
    assert lost(bane, 5) == 3
    assert mean(ask(gun(strength=9, damage=3, **SURE), TANK, effects=forced), "glancing hits") == F(4, 6)


@pytest.mark.rule("H-085", "H-086")
def test_breacher_charges() -> None:
    result = ask({"name": "breacher charges"}, BUN)
    assert lost(result, 3, 5) == 5
    assert lost(result, 2) == 1
    assert lost(result, 1) == 0
    building = ask({"name": "breacher charges"}, BUILDING)
    assert mean(building, "hits") == 1
    assert rolls(thrown(building, 1)) == [("penetration", (1,))]
    later = ask({"name": "breacher charges"}, BUN, rulings={"breacher-damage": "D3+3"})
    assert max(law(later)) == 6
    assert min(loss for loss in law(later) if loss > 1) == 4


@pytest.mark.rule("H-281")
def test_each_breacher_hit_rolls_its_own_damage() -> None:
    assert lost(ask({"name": "breacher charges", "count": 2}, BUN), 6, 6, 2, 5) == 7


@pytest.mark.rule("H-117", "H-040")
def test_melta_bombs() -> None:
    result = ask({"name": "melta bombs"}, BUN)
    assert mean(result, "attacks") == 1
    assert lost(result, 3) == 4
    assert law(result) == {0: F(2, 6), 4: F(4, 6)}


@pytest.mark.rule("H-176", "H-177", "H-178")
def test_what_detonation_weapons_may_attack() -> None:
    bombs: Spec = {"name": "melta bombs", "count": 10}
    gun_crew = legion(3, movement=0)
    assert ask(bombs, TANK).plans[0].refused == ()
    assert ask(bombs, BUILDING).plans[0].refused == ()
    assert ask(bombs, {**gun_crew, "movement": "-"}).plans[0].refused == ()
    assert ask(bombs, gun_crew, legion(1, movement=6)).plans[0].refused
    assert ask(bombs, legion()).plans[0].refused
    assert ask(bombs, gun_crew, rulings={"detonation-immobile": "vehicles"}).plans[0].refused


@pytest.mark.rule("H-122")
def test_buildings_lose_one_to_each_glance() -> None:
    result = ask(gun(firepower=2, strength=8, damage=3, **SURE), BUILDING)
    played = thrown(result, 3, 3)
    assert result.target.wounds_lost(played.state) == 2
    assert rolls(played) == [("penetration", (3, 3))]


def test_facings() -> None:
    tank = {**TANK, "armour": {"front": 13, "side": 12, "rear": 10}}
    assert value(ask(gun(strength=9), tank), "Armour Penetration Test") == "4 glances, 5+ penetrates"
    assert value(ask(gun(strength=9), tank, facing="side"), "Armour Penetration Test") == "3 glances, 4+ penetrates"
    assert (
        value(ask(gun("Barrage (1)", strength=9), tank, visible=False), "Armour Penetration Test") == "3 glances, 4+ penetrates"
    )
    assert value(ask(blade(strength=9), tank), "Armour Penetration Test") == "1 glances, 2+ penetrates"
    assert value(ask(blade(strength=9), tank, challenge=True), "Armour Penetration Test") == "4 glances, 5+ penetrates"


def test_what_cannot_and_what_must_penetrate() -> None:
    assert value(ask(gun(strength=5), TANK), "Armour Penetration Test") == "cannot penetrate"
    assert value(ask(gun(strength=6), TANK), "Armour Penetration Test") == "6 glances"
    assert value(ask(gun(strength=12), TANK), "Armour Penetration Test") == "1+ penetrates"
    strict = ask(gun(strength=20, **SURE), TANK, rulings={"penetration-of-1": "fails"})
    assert mean(strict, "penetrating hits") == F(5, 6)


def test_critical_hits_on_armour() -> None:
    weapon = gun("Critical Hit (2+)", strength=20, damage=2)
    assert law(ask(weapon, {**TANK, "hull_points": 12})) == {0: F(2, 6), 3: F(4, 6)}
    assert law(ask(weapon, {**TANK, "hull_points": 12}, rulings={"critical-armour": "none"})) == {0: F(2, 6), 2: F(4, 6)}


def test_wounding_rules_do_nothing_to_armour() -> None:
    plain = law(ask(gun(strength=9, damage=2), TANK))
    ruled = gun("Rending (2+)", "Breaching (2+)", "Shred (2+)", "Poisoned (2+)", "Deflagrate (9)", strength=9, damage=2)
    assert law(ask(ruled, TANK)) == plain
    assert law(ask(ruled, BUN)) == law(ask(gun(strength=9, damage=2), BUN))


def test_a_unit_of_vehicles_shares_its_status() -> None:
    pair = {**TANK, "count": 2, "hull_points": 1}
    result = ask(gun(firepower=2, strength=9, damage=1, **SURE), pair)
    # A penetrating hit destroys the first; the glance gives a status to the unit, and costs nothing.
    assert lost(result, 4, 3, 1) == 1
    assert lost(result, 3, 3, 1, 2) == 1
