"""Breacher charges and other Detonation weapons: against what they may be used, and what they do."""

import msgspec
import pytest

from tests.games.heresy3.battle.assault import RADIUS, WALL, at_wall, fight, hp, line, opposed, rank, steps
from tests.games.heresy3.battle.kit import (
    BREACHER_CHARGES,
    BUILDING,
    BUN,
    KNIFE,
    MAN,
    MELTA_BOMBS,
    POWER_FIST,
    SGT,
    TANK,
    at,
    phase,
    put,
    state_of,
    with_,
)
from warbench.games.heresy3.battle.charging import can_charge
from warbench.games.heresy3.battle.events import Hurt, Said
from warbench.games.heresy3.battle.roster import Kind
from warbench.games.heresy3.battle.strikes import facts_of_fight
from warbench.games.heresy3.battle.wielding import barred, initiative, melee_arms
from warbench.games.heresy3.question import Armour

BREACHER = with_(SGT, arms=(POWER_FIST, BREACHER_CHARGES), attacks=4)


@pytest.mark.rule("H-082")
def test_breacher_charges_are_for_combats_against_walls_alone() -> None:
    offered = {}
    for hull in (BUN, TANK):
        state = at_wall(BREACHER, hull=hull)
        offered[hull.name] = "breacher charges" in [
            arm.name for arm in melee_arms(state, state.units["A1"].models[0], ["A1", "B1"])
        ]
    assert offered == {"bunker": True, "tank": False}
    declared = fight(at_wall(BREACHER), {"penetration": (1,)}, melee_weapon="breacher charges").about("melee weapon")
    assert [option.key for option in declared.options] == ["power fist", "breacher charges"]
    mixed = at_wall(BREACHER, others=(MAN,))
    put(mixed, "B2", rank(1, 36, WALL - 2 * RADIUS))
    found = barred(mixed, mixed.units["A1"].models[0], BREACHER_CHARGES, ["A1", "B1", "B2"])
    assert found is not None
    assert found.rule == "H-082"
    state = state_of((BREACHER,), terrain=(BUILDING,), theirs=())
    put(state, "T1", at(36, 30))
    put(state, "A1", rank(1, 36, WALL))
    state.units["A1"].charged = True
    assert barred(state, state.units["A1"].models[0], BREACHER_CHARGES, ["A1", "T1"]) is None


@pytest.mark.rule("H-083")
def test_breacher_charges_strike_at_initiative_0() -> None:
    state = at_wall(with_(SGT, arms=(BREACHER_CHARGES,)), with_(MAN, arms=(POWER_FIST,)))
    dice = {"penetration": (1, 1)}
    done = fight(state, dice, melee_weapon="breacher charges")
    assert steps(done) == ["initiative step 1", "initiative step 0"]
    state.units["A1"].models[0].statuses.append("stunned")
    assert initiative(state, state.units["A1"].models[0], BREACHER_CHARGES) == 0
    assert initiative(state, state.units["A1"].models[1], POWER_FIST) == 1


@pytest.mark.rule("H-084", "H-280")
def test_breacher_charges_make_one_attack_and_use_up_the_models_weapon() -> None:
    impact = msgspec.structs.replace(BREACHER_CHARGES, special_rules=("Impact (A)",))
    state = at_wall(with_(BREACHER, arms=(POWER_FIST, impact)))
    state.units["A1"].charged = True
    assert facts_of_fight(state, ["A1", "B1"], state.units["A1"])["charged"] is True
    done = fight(state, {"penetration": (1,)}, melee_weapon="breacher charges")
    assert done.dice("penetration") == 1
    assert [event.text for event in done.all(Said) if "power fist" in event.text] == []


@pytest.mark.rule("H-085")
def test_breacher_charges_hit_a_building_without_a_test() -> None:
    state = state_of((with_(BREACHER, arms=(BREACHER_CHARGES,)),), terrain=(BUILDING,), theirs=())
    put(state, "T1", at(36, 30))
    put(state, "A1", rank(1, 36, WALL))
    state.units["A1"].charged = True
    phase(state, "assault", "fight")
    done = fight(state, {"penetration": (1,)}, ("A1", "T1"))
    assert done.dice("hit") == 0
    assert done.dice("penetration") == 1  # armour 11: 10 and a 1 glance
    assert hp(state, "T1") == 9


@pytest.mark.rule("H-086")
@pytest.mark.parametrize(("die", "damage", "left", "glance"), [(3, (5,), 3, False), (2, (), 7, True), (1, (), 8, False)])
def test_breacher_charges_have_strength_10_and_damage_d6(die: int, damage: tuple[int, ...], left: int, glance: bool) -> None:
    state = at_wall(with_(SGT, arms=(BREACHER_CHARGES,)))
    done = fight(state, {"penetration": (die,), "damage": damage})
    assert hp(state) == left
    assert done.dice("vehicle damage table") == 0
    assert [event.wounds for event in done.all(Hurt)] == ([1] if glance else list(damage))


@pytest.mark.rule("H-281")
def test_each_breacher_hit_rolls_its_own_damage() -> None:
    state = at_wall(*[with_(SGT, arms=(BREACHER_CHARGES,))] * 2)
    fight(state, {"penetration": (6, 6), "damage": (2, 5)})
    assert hp(state) == 1


@pytest.mark.rule("H-117")
def test_melta_bombs_bring_down_walls() -> None:
    state = at_wall(with_(MAN, arms=(KNIFE, MELTA_BOMBS), attacks=3))
    done = fight(state, {"penetration": (3,)}, melee_weapon="melta bombs")
    assert steps(done) == ["initiative step 1"]
    assert done.dice("penetration") == 1
    assert hp(state) == 4
    assert MELTA_BOMBS.traits == ()


STILL = with_(MAN, movement=0)


@pytest.mark.rule("H-176")
def test_detonation_is_offered_where_all_enemies_are_vehicles_or_do_not_move() -> None:
    bomber = with_(MAN, arms=(KNIFE, MELTA_BOMBS))
    tank = at_wall(bomber, hull=TANK)
    assert barred(tank, tank.units["A1"].models[0], MELTA_BOMBS, ["A1", "B1"]) is None
    battery = opposed([bomber], [with_(MAN, movement=None)])
    assert barred(battery, battery.units["A1"].models[0], MELTA_BOMBS, ["A1", "B1"]) is None
    mixed = at_wall(bomber, hull=TANK, others=(MAN,))
    put(mixed, "B2", rank(1, 36, WALL - 2 * RADIUS))
    found = barred(mixed, mixed.units["A1"].models[0], MELTA_BOMBS, ["A1", "B1", "B2"])
    assert found is not None
    assert (found.code, found.rule) == ("moving-enemy", "H-176")


@pytest.mark.rule("H-177")
def test_one_enemy_that_moves_bars_all_detonation_weapons() -> None:
    users = [with_(MAN, arms=(KNIFE, MELTA_BOMBS))] * 10
    state = opposed(users, [STILL, STILL, STILL, with_(MAN, movement=6)])
    offered = [
        model.id
        for model in state.units["A1"].models
        if "melta bombs" in [arm.name for arm in melee_arms(state, model, ["A1", "B1"])]
    ]
    assert offered == []


WALL_PIECE = Kind(name="wall", type="terrain", numbers={"wounds": 3}, armour=Armour(10, 10, 10), base=BUILDING.base)
HEDGE = Kind(name="hedge", type="terrain", numbers={"wounds": 3}, base=BUILDING.base)


@pytest.mark.rule("H-178")
@pytest.mark.parametrize(
    ("piece", "legal"),
    [(BUILDING, True), (WALL_PIECE, True), (HEDGE, False)],
)
def test_detonation_weapons_strike_buildings_and_terrain_that_can_be_damaged(piece: Kind, legal: bool) -> None:
    state = state_of((with_(MAN, arms=(KNIFE, MELTA_BOMBS)),), terrain=(piece,), theirs=())
    put(state, "T1", at(36, 30))
    put(state, "A1", rank(1, 36, WALL - line(3)))
    phase(state, "assault", "charge")
    refused = can_charge(state, state.units["A1"], state.units["T1"])
    assert (refused is None) is legal
    if refused is not None:
        assert refused.rule == "H-178"
    put(state, "A1", rank(1, 36, WALL))
    state.units["A1"].charged = True
    assert (barred(state, state.units["A1"].models[0], MELTA_BOMBS, ["A1", "T1"]) is None) is legal
    if legal:
        phase(state, "assault", "fight")
        # Strength 9 with Armourbane needs no dice against Armour 10.
        dice = {"hit": (6,), "penetration": (3,)} if piece is BUILDING else {"hit": (6,)}
        fight(state, dice, ("A1", "T1"), melee_weapon="melta bombs")
        assert state.units["T1"].where == ("table" if piece is BUILDING else "gone")
