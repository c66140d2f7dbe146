"""The Shooting Attack: who may shoot at whom, the eleven steps, and Return Fire in its place."""

from collections.abc import Callable

import pytest

from tests.driving import refusal
from tests.games.heresy3.battle.kit import (
    BUILDING,
    BUN,
    CANNON,
    CEN,
    GUN,
    HEAVY_BOLTER,
    LEG,
    MAN,
    RED,
    TANK,
    TOW,
    Probe,
    at,
    board,
    drive,
    phase,
    put,
    row,
    state_of,
    unit,
    with_,
)
from tests.games.heresy3.battle.shots import Y, armed, fire, gun, lost, removed, rolls, run, said, shooting, stand
from warbench.battle.requests import Ask, Refusal
from warbench.games.heresy3.battle import ending
from warbench.games.heresy3.battle.charging import can_charge
from warbench.games.heresy3.battle.events import (
    Allotment,
    Began,
    Done,
    Ends,
    Hurt,
    Marked,
    Removed,
    Said,
    SetUp,
    Spent,
    Status,
    Threw,
    apply,
)
from warbench.games.heresy3.battle.guns import Stance, guns_at, is_defensive
from warbench.games.heresy3.battle.moments import Targets
from warbench.games.heresy3.battle.shooting import eligible, next_step, shoot, targets
from warbench.games.heresy3.battle.state import Combat, Options, State
from warbench.games.heresy3.battle.targets import why_not

KIND_ONE = [6, 6]
SURE = gun(ap=2, strength=10)
"""Hits on 3+, wounds on 2+, no Armour Save."""


def code(refused: Refusal | None) -> tuple[str, str] | None:
    """A refusal as its code and rule."""
    return None if refused is None else (refused.code, refused.rule)


def first_ask(state: State, unit_id: str = "A1") -> Ask:
    """The question for a target."""
    done = fire(state, "none", unit=unit_id)
    return done.about("target")


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
        assert theirs not in [each.id for each in targets(state, state.units[mine])]
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


# --- weapons ---


def test_a_model_fires_one_weapon_unless_a_rule_allows_more() -> None:
    two = (gun(name="rifle"), gun(name="carbine", strength=5))
    state = shooting([armed(MAN, *two)], [LEG])
    done = fire(state, face=1)
    assert len(rolls(done, "hit")) == 1
    asked = done.about("weapons")
    assert [option.key for option in asked.options] == ["best", "prefer:rifle"]
    assert "carbine" in asked.options[0].text
    assert code(refusal(asked, "A1.1=rifle|carbine")) == ("too-many-weapons", "shooting-step-3")
    assert code(refusal(asked, "A1.1=lance")) == ("no-such-weapon", "shooting-step-3")
    assert code(refusal(asked, "B1.1=rifle")) == ("no-such-model", "shooting-step-2")
    assert refusal(asked, "A1.1=rifle") is None
    assert len(rolls(fire(shooting([armed(MAN, *two, rules=("Firing Protocols (2)",))], [LEG]), face=1), "hit")) == 2
    assert len(rolls(fire(shooting([armed(MAN, *two, words=("walker",))], [LEG]), face=1), "hit")) == 2
    pistols = (gun("Pistol", name="bolt pistol"), gun("Pistol", name="plasma pistol"))
    assert len(rolls(fire(shooting([armed(MAN, *pistols)], [LEG]), face=1), "hit")) == 2


def test_models_may_be_named_one_by_one_and_hold_their_fire() -> None:
    two = (gun(name="rifle"), gun(name="carbine", strength=5))
    state = shooting([unit((armed(MAN, *two), 3))], [LEG])
    done = fire(state, face=1, answers={"weapons": "A1.1=rifle;A1.2=carbine"})
    assert [len(faces) for faces in rolls(done, "hit")] == [1, 1]


def test_one_profile_of_a_weapon_is_used() -> None:
    both = (gun(name="launcher (frag)", item="launcher"), gun(name="launcher (krak)", strength=8, item="launcher"))
    state = shooting([armed(MAN, *both, rules=("Firing Protocols (2)",))], [LEG])
    done = fire(state, face=1)
    assert len(rolls(done, "hit")) == 1
    assert code(refusal(done.about("weapons"), "A1.1=launcher (frag)|launcher (krak)")) == ("used-twice", "shooting-step-3")


def test_a_combi_weapon_is_used_in_two_of_its_profiles_at_once() -> None:
    ways = [gun("Combi", name=f"combi ({way})", item="combi", strength=number) for number, way in enumerate(("a", "b", "c"), 4)]
    state = shooting([armed(MAN, *ways[:2])], [LEG])
    assert [len(faces) for faces in rolls(fire(state, face=1), "hit")] == [1, 1]
    state = shooting([armed(MAN, *ways)], [LEG])
    done = fire(state, face=1)
    assert len(rolls(done, "hit")) == 2
    assert code(refusal(done.about("weapons"), "A1.1=combi (a)|combi (b)|combi (c)")) == ("used-twice", "shooting-step-3")
    beside = shooting([armed(MAN, *ways[:2], gun(name="rifle", strength=9))], [LEG])
    done = fire(beside, face=1)
    assert len(rolls(done, "hit")) == 1
    assert refusal(done.about("weapons"), "A1.1=combi (a)|combi (b)") is None
    both = refusal(done.about("weapons"), "A1.1=combi (a)|rifle")
    assert code(both) == ("too-many-weapons", "shooting-step-3")


def test_the_profile_of_a_combi_weapon_that_runs_out_may_be_spared() -> None:
    ways = (gun("Combi", name="combi (bolter)", item="combi"), gun("Combi", "Limited (1)", name="combi (melta)", item="combi"))
    both = fire(shooting([armed(MAN, *ways)], [LEG]), face=1)
    assert [option.key for option in both.about("weapons").options] == ["best", "spare"]
    assert len(rolls(both, "hit")) == 2
    state = shooting([armed(MAN, *ways)], [LEG])
    spared = fire(state, face=1, answers={"weapons": "spare"})
    assert len(rolls(spared, "hit")) == 1
    assert spared.all(Spent) == []
    plain = fire(shooting([armed(MAN, gun(name="rifle"), gun("Limited (1)", name="carbine"))], [LEG]), face=1)
    assert code(refusal(plain.about("weapons"), "spare")) == ("no-such-model", "shooting-step-2")


def test_limited_weapons_run_out() -> None:
    state = shooting([armed(MAN, gun("Limited (1)"))], [LEG])
    assert len(rolls(fire(state, face=1), "hit")) == 1
    assert code(why_not(state, state.units["A1"], state.units["B1"])) == ("no-weapon", "shooting-step-3")


def test_melta_is_measured_for_each_model() -> None:
    melta = gun("Melta (6)", range=12, strength=8)
    state = shooting([unit((armed(MAN, melta), 2))], [TANK])
    put(state, "B1", at(20, Y + 12, 0))
    put(state, "A1", [at(20, Y), at(20, Y + 5)])
    done = fire(state, face=1)
    lines = [event.text for event in done.all(Said) if "gun at" in event.text]
    assert ["Armourbane" in line for line in lines] == [False, True]


def test_arcs_of_mounts() -> None:
    state = shooting(
        [armed(TANK, gun(name="hull gun", mount="hull"), gun(name="sponson", mount="sponson", count=2), gun(name="turret"))],
        [LEG],
    )
    put(state, "A1", at(30, Y, 0))

    def bearing(x: float, y: float) -> dict[str, int]:
        put(state, "B1", [at(x, y)])
        return {each.arm.name: each.count for each in guns_at(state, state.units["A1"], state.units["B1"], Stance())}

    assert bearing(45, Y) == {"hull gun": 1, "sponson": 2, "turret": 1}
    assert bearing(30, Y + 12) == {"sponson": 1, "turret": 1}
    assert bearing(18, Y + 1) == {"sponson": 1, "turret": 1}
    free = shooting([armed(TANK, gun(mount="hull"))], [LEG], options=Options(rulings={"firing-arcs": "all"}))
    put(free, "A1", at(30, Y, 0))
    assert len(guns_at(free, free.units["A1"], free.units["B1"], Stance())) == 1


# --- snap shots, defensive weapons ---


@pytest.mark.rule("H-225")
def test_routed_units_shoot_only_snap_shots() -> None:
    state = shooting([LEG], [LEG])
    assert "Hit Test 3+" in said(fire(state, face=1), "Hit Test")
    apply(state, Status(models=tuple(f"A1.{n}" for n in range(1, 11)), status="routed"))
    assert "Hit Test 5+" in said(fire(state, face=1), "Hit Test")


@pytest.mark.rule("H-269")
def test_routed_stops_nobody_from_shooting_and_being_shot_at_destroys_nobody() -> None:
    state = shooting([LEG], [LEG])
    apply(state, Status(models=tuple(f"A1.{n}" for n in range(1, 11)), status="routed"))
    assert [len(faces) for faces in rolls(fire(state, face=1), "hit")] == [10]
    phase(state, "shooting", "attack", 1)
    assert fire(state, "A1", unit="B1", face=1).value is True
    assert len(state.units["A1"].models) == 10


@pytest.mark.rule("H-272")
def test_one_routed_model_makes_all_of_its_unit_snap() -> None:
    state = shooting([unit(CEN, (MAN, 10))], [LEG])
    apply(state, Status(models=("A1.1",), status="routed"))
    done = fire(state, face=1)
    assert sum(len(faces) for faces in rolls(done, "hit")) == 11
    assert "Hit Test 3+" not in said(done, "Hit Test")
    assert "Hit Test 5+" in said(done, "Hit Test")


@pytest.mark.rule("H-170")
def test_intercept_is_made_with_snap_shots() -> None:
    state = shooting([LEG], [LEG])
    done = fire(state, face=1, unit="B1", only="A1", reaction="intercept", facts={"intercept": True})
    assert "Hit Test 5+" in said(done, "Hit Test")


@pytest.mark.rule("H-171")
def test_vehicles_intercept_with_defensive_weapons() -> None:
    guns = (gun(name="lascannon", strength=9), gun(name="bolter", strength=5))
    state = shooting([LEG], [armed(TANK, *guns), armed(MAN, guns[0])])
    put(state, "B1", at(20, 35))
    put(state, "B2", at(40, 30))
    stance = Stance(reaction="intercept", facts=(("intercept", True),))
    assert [each.arm.name for each in guns_at(state, state.units["B1"], state.units["A1"], stance)] == ["bolter"]
    assert [each.arm.name for each in guns_at(state, state.units["B2"], state.units["A1"], stance)] == ["lascannon"]
    done = fire(state, face=1, unit="B1", only="A1", reaction="intercept", facts={"intercept": True})
    assert "bolter at" in said(done, "bolter")
    assert not any("lascannon" in event.text for event in done.all(Said))


@pytest.mark.rule("H-172")
def test_defensive_weapons() -> None:
    guns = [gun(strength=5), gun(strength=6), gun(strength=7), gun(strength=9, traits=("defensive",))]
    assert [is_defensive(TANK, each) for each in guns] == [True, True, False, True]
    assert not is_defensive(MAN, gun(strength=4))
    # The limit is a vehicle's: an infantry gun of any Strength fires.
    state = shooting([LEG], [armed(MAN, gun(strength=4))])
    assert len(guns_at(state, state.units["B1"], state.units["A1"], Stance(reaction="intercept"))) == 1


@pytest.mark.rule("H-277")
def test_an_emplacement_reacts_with_all_its_weapons_unless_the_ruling_says_otherwise() -> None:
    for reading, names in (("no", ["cannon", "heavy bolter"]), ("yes", ["heavy bolter"])):
        state = shooting([LEG], [GUN], away=20, options=Options(rulings={"emplacement-as-vehicle": reading}))
        stance = Stance(reaction="intercept", facts=(("intercept", True),))
        assert [each.arm.name for each in guns_at(state, state.units["B1"], state.units["A1"], stance)] == names


@pytest.mark.rule("H-173")
def test_at_a_further_target_only_defensive_weapons_need_not_snap() -> None:
    guns = (gun(name="big", strength=9), gun(name="small", strength=5), gun(name="main", strength=8))
    state = shooting([armed(TANK, *guns)], [LEG, LEG])
    stand(state, "B2", Y + 14)
    done = fire(state, face=1, answers={"weapons": own(["main"], ["big", "small"]), "further": "B2"})
    lines = [event.text for event in done.all(Said) if "Hit Test" in event.text]
    assert [(line.split()[2], "Hit Test 3+" in line) for line in lines] == [("main", True), ("big", False), ("small", True)]
    assert "Hit Test 5+" in said(done, "1 x big")
    assert state.units["A1"].shot_at == ["B1", "B2"]
    asked = next(ask for ask in done.asked if ask.about == "weapons")
    assert [option.key for option in asked.options] == ["best", "only:big", "only:small", "only:main"]


def own(*named: list[str]) -> Callable[[Ask], str]:
    """Answers that name the weapons of A1.1, attack after attack."""
    left = iter(named)
    return lambda ask: "A1.1=" + "|".join(next(left))


def test_infantry_does_not_split_its_fire() -> None:
    state = shooting([armed(MAN, gun(name="a"), gun(name="b"), rules=("Firing Protocols (2)",))], [LEG, LEG])
    stand(state, "B2", Y + 14)
    done = fire(state, face=1, answers={"further": "B2"})
    assert [ask.about for ask in done.asked].count("target") == 1


# --- the steps, and Return Fire ---


@pytest.mark.rule("H-262")
def test_names_of_an_attack() -> None:
    state = shooting([LEG], [LEG])
    done = fire(state, face=1)
    assert said(done, "Attacking Unit").endswith("Unit legionaries (A1), Attacking Player A, Target Unit legionaries (B1)")
    done = fire(state, face=1, reactions=None, answers={"react": "return fire:B1"})
    lines = [event.text for event in done.all(Said) if "Attacking Unit" in event.text]
    assert lines[1].endswith("Unit legionaries (B1), Attacking Player B, Target Unit legionaries (A1)")


@pytest.mark.rule("H-031")
def test_a_structure_does_not_react_and_an_emplacement_does() -> None:
    for kind, offers in ((TOW, []), (GUN, [["pass", "return fire:B1"]])):
        state = shooting([LEG], [kind], away=15)
        done = fire(state, face=1, reactions=None, answers={"react": "pass"})
        assert [[option.key for option in ask.options] for ask in done.asked if ask.about == "react"] == offers


@pytest.mark.rule("H-160")
def test_return_fire_is_offered_once_in_step_3() -> None:
    state = shooting([LEG], [LEG])
    probe = Probe()
    done = fire(state, face=1, reactions=[probe])
    assert [(moment, player) for moment, player, _ in probe.seen if moment == "weapons declared"] == [("weapons declared", 1)]
    done = fire(state, face=1, reactions=None, answers={"react": "pass"})
    offers = [ask for ask in done.asked if ask.about == "react"]
    assert [[option.key for option in ask.options] for ask in offers] == [["pass", "return fire:B1"]]
    # A volley in the Assault Phase opens no such window.
    phase(state, "assault", "charge")
    probe = Probe()
    fire(state, face=1, reactions=[probe], only="B1", facts={"volley": True})
    assert probe.seen == []


@pytest.mark.rule("H-161")
def test_it_is_paid_before_any_shot() -> None:
    state = shooting([LEG], [LEG])
    state.core.sides[1].reactions = 1
    done = fire(state, face=1, reactions=None, answers={"react": "return fire:B1"})
    order = [type(event).__name__ for event in done.events if isinstance(event, Allotment | Threw)]
    assert order[0] == "Allotment"
    assert (state.core.sides[1].reactions, len(order)) == (0, 3)
    state.units["B1"].reacted = False
    assert [ask.about for ask in fire(state, face=1, reactions=None).asked] == ["target"]


@pytest.mark.rule("H-162")
def test_it_is_for_the_unit_that_is_shot_at_the_one_that_shoots() -> None:
    state = shooting([LEG, LEG], [LEG, LEG])
    stand(state, "A2", Y - 3)
    stand(state, "B2", Y + 14)
    done = fire(state, face=1, reactions=None, answers={"react": "return fire:B1"})
    assert [option.key for option in done.about("react").options] == ["pass", "return fire:B1"]
    assert [line for line in (event.text for event in done.all(Said)) if "Target Unit legionaries (A2)" in line] == []
    assert [ask.about for ask in done.asked] == ["target", "react"]


@pytest.mark.rule("H-163", "H-164", "H-165")
def test_return_fire_comes_before_step_11_with_the_models_at_0() -> None:
    state = shooting([unit((armed(MAN, SURE), 10))], [unit((armed(MAN, SURE), 10))])
    # X hits with 4 and wounds with all; Y, all ten of it, hits with 2.
    faces = [*[6] * 4, *[1] * 6, *[6] * 4, *[6] * 2, *[1] * 8, *[6] * 2]
    done = fire(state, faces=faces, reactions=None, answers={"react": "return fire:B1"})
    assert [(event.purpose, len(event.faces)) for event in done.all(Threw)] == [
        ("hit", 10),
        ("wound", 4),
        ("hit", 10),
        ("wound", 2),
    ]
    told = [event for event in done.events if isinstance(event, Hurt | Removed)]
    assert [(type(event).__name__, event.model[:2]) for event in told] == [
        *[("Hurt", "B1")] * 4,
        *[("Hurt", "A1")] * 2,
        *[("Removed", "A1")] * 2,
        *[("Removed", "B1")] * 4,
    ]
    assert done.dice("leadership") == 0


def test_a_reaction_leaves_no_marks_for_morale() -> None:
    state = shooting([unit((armed(MAN, SURE), 4))], [unit((armed(MAN, gun("Pinning (1)", ap=2, strength=10)), 4))])
    fire(state, faces=[*[1] * 4, *[6] * 4, *[6] * 4], reactions=None, answers={"react": "return fire:B1"})
    assert state.units["A1"].morale == []
    assert state.units["A1"].where == "gone"


def test_a_unit_shoots_once_and_the_sub_phase_ends() -> None:
    state = shooting([LEG], [LEG])
    done = run(state, next_step(state), answers={"unit": "A1", "target": "B1"}, face=1)
    assert [event.unit for event in done.all(Done)] == ["A1"]
    assert state.units["A1"].shot
    ended = run(state, next_step(state))
    assert [(event.phase, event.step) for event in ended.all(Began)] == [("shooting", "morale")]
    assert ended.all(Ends) == []


def test_holding_fire_is_a_choice() -> None:
    state = shooting([LEG], [LEG])
    done = run(state, next_step(state), answers={"unit": "A1", "target": "none"})
    assert done.rolls == []
    assert [event.unit for event in done.all(Done)] == ["A1"]
    assert not state.units["A1"].shot


def test_stationary_counts_for_heavy_weapons() -> None:
    heavy = armed(MAN, gun("Heavy (FP)", shots=2))
    for moved, shots in (("", 3), ("stationary", 3), ("moved", 2)):
        state = shooting([heavy], [LEG])
        state.units["A1"].moved = moved
        assert len(rolls(fire(state, face=1), "hit")[0]) == shots
    state = shooting([LEG], [heavy])
    state.units["B1"].moved = "moved"
    assert len(rolls(fire(state, face=1, unit="B1", only="A1", reaction="return fire"), "hit")[0]) == 3


# --- fortifications that shoot ---


def test_a_firing_point_fires_the_weapons_of_who_is_inside() -> None:
    redoubt = with_(RED, rules=("Firing Point (3)",))
    state = shooting([redoubt, LEG], [LEG, LEG], away=20)
    stand(state, "B2", Y + 22)
    board(state, "A2", "A1")
    done = fire(state, face=1, answers={"further": "B2"})
    lines = [event.text for event in done.all(Said) if "Hit Test" in event.text]
    assert [line.split(" at ")[0] for line in lines] == ["1 x cannon", "3 x gun"]
    assert "Hit Test 5+ (BS 4" in lines[1]
    assert code(refusal(done.about("weapons"), ";".join(f"A2.{n}=gun" for n in range(1, 5)))) == (
        "too-many-weapons",
        "firing-point",
    )


def test_a_weapons_array_fires_once_into_each_arc_and_does_not_snap() -> None:
    array = armed(GUN, gun("Weapons Array", name="array", range=36, strength=9), ballistic_skill=4)
    state = shooting([array], [LEG, LEG], away=14)
    put(state, "A1", at(30, Y, 0))
    put(state, "B1", [at(45, Y)])
    put(state, "B2", [at(30, Y + 14)])
    done = fire(state, face=1, answers={"further": "B2"})
    lines = [event.text for event in done.all(Said) if "Hit Test" in event.text]
    assert len(lines) == 2
    assert all("Hit Test 3+" in line for line in lines)
    put(state, "B2", [at(45, Y + 2)])
    assert [ask.about for ask in fire(state, face=1, answers={"further": "B2"}).asked].count("target") == 1


def test_macro_weapons_do_not_react() -> None:
    state = shooting([TANK], [armed(MAN, gun("Macro"))])
    assert guns_at(state, state.units["B1"], state.units["A1"], Stance(reaction="return fire")) == []
    assert len(guns_at(state, state.units["B1"], state.units["A1"], Stance())) == 1


def test_who_is_inside_a_building_fires_its_weapons() -> None:
    tower = armed(BUILDING, HEAVY_BOLTER)
    state = shooting([LEG], [LEG], away=24, terrain=[tower])
    put(state, "T1", at(40, 30))
    assert code(eligible(state, state.units["T1"])) == ("uncontrolled", "H-118")
    board(state, "B1", "T1")
    phase(state, "shooting", "attack", 1)
    done = fire(state, "A1", unit="T1", face=1)
    assert "(BS 4)" in said(done, "heavy bolter at")
    assert {roll.player for roll in done.rolls} == {1}


def test_nothing_is_left_of_an_attack_but_marks() -> None:
    state = shooting([LEG], [LEG])
    done = fire(state, face=1)
    assert [event.mark for event in done.all(Marked)] == ["shot", "shot_at"]
    assert (lost(done), removed(done), done.all(SetUp)) == (0, [], [])
    assert state_of().units["A1"].shot is False
    assert Targets("A1", ("B1",)).targets == ("B1",)
