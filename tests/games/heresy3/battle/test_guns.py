"""Which weapons a unit fires in a Shooting Attack, profiles, mounts, and the weapons of Fortifications."""

from tests.driving import refusal
from tests.games.heresy3.battle.kit import (
    BUILDING,
    GUN,
    HEAVY_BOLTER,
    LEG,
    MAN,
    RED,
    TANK,
    at,
    board,
    phase,
    put,
    state_of,
    unit,
    with_,
)
from tests.games.heresy3.battle.shots import Y, armed, code, fire, gun, lost, removed, rolls, said, shooting, stand
from warbench.games.heresy3.battle.events import (
    Marked,
    Said,
    SetUp,
    Spent,
)
from warbench.games.heresy3.battle.guns import Stance, guns_at
from warbench.games.heresy3.battle.moments import Targets
from warbench.games.heresy3.battle.shooting import eligible
from warbench.games.heresy3.battle.state import Options
from warbench.games.heresy3.battle.targets import why_not

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
