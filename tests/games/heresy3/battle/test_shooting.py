"""The Shooting Attack: who may shoot, and at whom."""

import pytest

from tests.driving import refusal
from tests.games.heresy3.battle.kit import (
    BUILDING,
    BUN,
    CANNON,
    GUN,
    LEG,
    MAN,
    RED,
    TANK,
    TOW,
    at,
    board,
    drive,
    phase,
    put,
    row,
    unit,
    with_,
)
from tests.games.heresy3.battle.shots import Y, armed, code, fire, first_ask, gun, rolls, run, said, shooting, stand
from warbench.battle.requests import Ask
from warbench.games.heresy3.battle import ending
from warbench.games.heresy3.battle.charging import can_charge
from warbench.games.heresy3.battle.guns import Stance, guns_at
from warbench.games.heresy3.battle.shooting import eligible, next_step, shoot
from warbench.games.heresy3.battle.state import Combat, State
from warbench.games.heresy3.battle.targets import why_not

# --- who may shoot ---


@pytest.mark.rule("H-061")
def test_an_emplacement_shoots_and_a_structure_does_not() -> None:
    state = shooting([GUN, TOW], [LEG], away=20)
    put(state, "A2", at(40, Y))
    done = fire(state, face=1)
    assert "Hit Test 5+ (BS 2)" in said(done, "Hit Test")
    assert done.value is True
    assert code(eligible(state, state.units["A2"])) == ("cannot-shoot", "H-283")
    assert drive(state, shoot(state, state.units["A2"])).value is False


@pytest.mark.rule("H-253")
def test_a_fortification_without_a_sub_type_cannot_shoot() -> None:
    bare = with_(BUN)
    plain = type(bare)(
        name="wall", type="fortification", numbers={"wounds": 8}, armour=bare.armour, base=bare.base, weapons=(CANNON,)
    )
    state = shooting([plain], [LEG], away=20)
    assert code(eligible(state, state.units["A1"])) == ("cannot-shoot", "H-253")


@pytest.mark.rule("H-283")
def test_a_structure_carries_no_weapons_and_cannot_shoot() -> None:
    state = shooting([TOW], [LEG], away=20)
    assert state.kind("A1.1").weapons == ()
    assert code(eligible(state, state.units["A1"])) == ("cannot-shoot", "H-283")


@pytest.mark.rule("H-175")
def test_ballistic_skill_0_makes_no_attacks_at_all() -> None:
    flamer = gun("Template", range=None)
    for skill, shots in ((0, 0), (1, 1)):
        state = shooting([armed(MAN, flamer, ballistic_skill=skill)], [MAN], away=3)
        assert (code(eligible(state, state.units["A1"])) == ("no-skill", "H-175")) is (skill == 0)
        assert len(rolls(fire(state, face=4), "wound")) == shots


@pytest.mark.rule("H-104")
def test_a_locked_unit_cannot_be_chosen_to_shoot() -> None:
    state = shooting([LEG, LEG], [LEG])
    stand(state, "A2", Y - 3)
    state.units["A1"].locked = True
    asked = run(state, next_step(state), answers={"unit": "finish"}).about("unit")
    assert code(refusal(asked, "A1")) == ("locked", "H-104")
    assert [option.key for option in asked.options] == ["A2", "finish"]


def test_who_rushed_or_is_embarked_does_not_shoot() -> None:
    state = shooting([LEG, LEG, TANK], [LEG])
    put(state, "A3", at(60, 20))
    board(state, "A2", "A3")
    state.units["A1"].moved = "rushed"
    assert code(eligible(state, state.units["A1"])) == ("rushed", "shooting-rushed")
    assert code(eligible(state, state.units["A2"])) == ("embarked", "shooting-embarked")
    light = shooting([with_(MAN, words=("light",))], [LEG])
    light.units["A1"].moved = "rushed"
    assert "Hit Test 5+" in said(fire(light, face=1), "Snap Shot")


@pytest.mark.rule("H-069")
def test_who_controls_a_captured_emplacement_fires_it() -> None:
    state = shooting([LEG], [RED, LEG], away=20)
    put(state, "B2", [at(30, 46), at(31.5, 46)])
    put(state, "B1", at(24, 36, 90))
    put(state, "A1", row(10, 21, 33 - 160 / 254, 1.3))
    phase(state, "end", "effects")
    drive(state, ending.next_step(state), ["capture"])
    phase(state, "shooting", "attack")
    asked = run(state, next_step(state), answers={"unit": "finish"}).about("unit")
    assert "B1" in [option.key for option in asked.options]
    assert "cannon" in said(fire(state, "B2", face=1, unit="B1"), "cannon at")
    phase(state, "shooting", "attack", player=1)
    asked = run(state, next_step(state), answers={"unit": "finish"}).about("unit")
    assert code(refusal(asked, "B1")) == ("not-yours", "H-174")


# --- at whom ---


@pytest.mark.rule("H-159")
def test_one_attack_is_made_at_one_enemy_unit() -> None:
    state = shooting([LEG, LEG], [LEG, LEG])
    stand(state, "A2", Y - 3)
    stand(state, "B2", Y + 14)
    asked = first_ask(state)
    assert code(refusal(asked, "B1,B2")) == ("one-target", "H-159")
    assert code(refusal(asked, "A2")) == ("not-enemy", "H-159")
    assert [option.key for option in asked.options] == ["B1", "B2", "none"]
    assert [len(faces) for faces in rolls(fire(state, face=1), "hit")] == [10]


@pytest.mark.rule("H-078")
def test_a_captured_fortification_is_an_enemy_of_its_old_owner() -> None:
    state = shooting([LEG], [BUN, LEG], away=14)
    stand(state, "B2", Y + 16)
    state.units["B1"].player = 0
    assert code(refusal(first_ask(state), "B1")) == ("not-enemy", "H-159")
    assert refusal(first_ask(state, "B2"), "B1") is None
    stand(state, "A1", Y + 8)
    stand(state, "B2", Y + 20)
    for player, unit_, refused in ((1, "B2", None), (0, "A1", ("no-enemy", "charge-step-1"))):
        phase(state, "assault", "charge", player)
        found = can_charge(state, state.units[unit_], state.units["B1"])
        assert code(found) == refused


@pytest.mark.rule("H-088")
def test_a_unit_in_reserve_is_no_target_and_does_not_shoot() -> None:
    state = shooting([LEG, LEG], [LEG, LEG])
    for which in ("A2", "B2"):
        state.units[which].where = "reserve"
    for mine, theirs in (("A1", "B2"), ("B1", "A2")):
        assert code(refusal(first_ask(state, mine), theirs)) == ("in-reserve", "H-088")
        assert code(why_not(state, state.units[mine], state.units[theirs])) == ("in-reserve", "H-088")
    for turn, which in ((0, "A2"), (1, "B2")):
        phase(state, "shooting", "attack", turn)
        asked = run(state, next_step(state), answers={"unit": "finish"}).about("unit")
        assert code(refusal(asked, which)) == ("in-reserve", "H-088")
        assert which not in [option.key for option in asked.options]


@pytest.mark.rule("H-103")
def test_a_unit_in_a_combat_is_no_target() -> None:
    state = shooting([LEG, LEG], [LEG, LEG])
    put(state, "A2", [at(20, Y + 11)])
    state.core.combats = [Combat(units=["A2", "B1"])]
    assert code(refusal(first_ask_of(state, "B1"), "B1")) == ("in-combat", "H-103")
    state.core.combats, state.units["B1"].locked = [], True
    assert code(why_not(state, state.units["A1"], state.units["B1"])) == ("in-combat", "H-103")


def first_ask_of(state: State, blocked: str) -> Ask:
    """The question for a target where one unit is none: another enemy stands in sight."""
    stand(state, "B2", Y + 14)
    asked = first_ask(state)
    assert blocked not in [option.key for option in asked.options]
    return asked


@pytest.mark.rule("H-119")
def test_both_players_may_shoot_at_a_building() -> None:
    state = shooting([LEG], [LEG], away=24, terrain=[BUILDING])
    put(state, "T1", at(20, Y + 9))
    for mine in ("A1", "B1"):
        assert "T1" in [option.key for option in first_ask(state, mine).options]
    assert len(rolls(fire(state, "T1", face=3), "hit")) == 1


@pytest.mark.rule("H-178")
def test_a_building_may_be_shot_at_with_what_is_in_range() -> None:
    state = shooting([armed(MAN, gun(range=12))], [], terrain=[BUILDING])
    put(state, "T1", at(20, Y + 9))
    assert why_not(state, state.units["A1"], state.units["T1"]) is None
    put(state, "T1", at(20, Y + 16))
    assert code(why_not(state, state.units["A1"], state.units["T1"])) == ("no-weapon", "shooting-step-3")


def test_only_models_that_see_the_target_in_range_fire() -> None:
    state = shooting([unit((armed(MAN, gun(range=12)), 3))], [MAN])
    put(state, "A1", [at(20, Y), at(20, Y - 2), at(20, Y - 5)])
    assert [gun.bearer for gun in guns_at(state, state.units["A1"], state.units["B1"], Stance())] == ["A1.1", "A1.2"]
    assert [len(faces) for faces in rolls(fire(state, face=1), "hit")] == [2]


def test_minimum_range() -> None:
    far = gun(range=100, minimum=24)
    state = shooting([armed(MAN, far)], [MAN], away=20)
    assert code(why_not(state, state.units["A1"], state.units["B1"])) == ("no-weapon", "shooting-step-3")
    stand(state, "B1", Y + 27)
    assert why_not(state, state.units["A1"], state.units["B1"]) is None
