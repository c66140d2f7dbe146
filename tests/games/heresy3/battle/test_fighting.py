"""The Fight Sub-Phase: initiative steps, Strike Groups, what may be used against what, and what a Fortification does in it."""

from collections.abc import Mapping, Sequence

import msgspec
import pytest

from tests.driving import Driven
from tests.games.heresy3.battle.assault import RADIUS, carry, fights, line, rank
from tests.games.heresy3.battle.kit import (
    BOLT_PISTOL,
    BREACHER_CHARGES,
    BUILDING,
    BUN,
    CEN,
    GUN,
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
    unit,
    with_,
)
from warbench.chance import Dice
from warbench.games.heresy3.battle import challenging, charging
from warbench.games.heresy3.battle.arms import combined, question_weapon
from warbench.games.heresy3.battle.challenging import may_challenge
from warbench.games.heresy3.battle.charging import can_charge
from warbench.games.heresy3.battle.combats import combats, contacts
from warbench.games.heresy3.battle.events import Hurt, Lasts, Marked, Removed, Said, Status, Threw, apply
from warbench.games.heresy3.battle.fighting import combat_round, next_step
from warbench.games.heresy3.battle.roster import Arm, Kind
from warbench.games.heresy3.battle.state import Lasting, State
from warbench.games.heresy3.battle.strikes import facts_of_fight, may_strike
from warbench.games.heresy3.battle.volley_attacks import can_volley
from warbench.games.heresy3.battle.wielding import barred, fighters, initiative, melee_arms, movement_of
from warbench.games.heresy3.question import Armour
from warbench.rules.effects import ChangeValue, OnResult

WALL = line(27) - RADIUS
"""The y of models that touch a hull whose near side lies at 27 inches."""


def at_wall(*kinds: Kind, hull: Kind = BUN, others: Sequence[Kind] = ()) -> State:
    """Models of A in contact with a hull of B in the middle of the table, in A's Fight Sub-Phase."""
    state = state_of((unit(*kinds),), (hull, *others))
    ys = [abs(y) for _, y in hull.base.corners]
    put(state, "B1", at(36, 27 + max(ys) / 254))
    put(state, "A1", rank(len(kinds), 36 - 0.65 * (len(kinds) - 1), WALL))
    phase(state, "assault", "fight")
    return state


def opposed(ours: Sequence[Kind], theirs: Sequence[Kind]) -> State:
    """Two ranks in base contact, model against model."""
    state = state_of((unit(*ours),), (unit(*theirs),))
    put(state, "A1", rank(len(ours), 20, line(20)))
    put(state, "B1", rank(len(theirs), 20, line(20) + 2 * RADIUS))
    phase(state, "assault", "fight")
    return state


def fight(
    state: State, dice: Mapping[str, Sequence[int]] | None = None, units: Sequence[str] = ("A1", "B1"), **answers: str
) -> Driven:
    """A round of the combat of these units."""
    return carry(state, combat_round(state, fights(state, *units)), dice, **answers)


def steps(done: Driven) -> list[str]:
    """The initiative steps of a round, in order."""
    return [event.text for event in done.all(Said) if event.text.startswith("initiative step")]


def thrown(done: Driven, purpose: str) -> list[tuple[int, ...]]:
    """The dice of a purpose, roll by roll."""
    return [event.faces for event in done.all(Threw) if event.purpose == purpose]


def hp(state: State, which: str = "B1") -> int:
    """The Hull Points of a hull."""
    return state.units[which].models[0].wounds


# --- Fortifications ---


@pytest.mark.rule("H-039")
def test_a_fortification_is_hit_automatically() -> None:
    state = at_wall(*[with_(MAN, attacks=2, strength=8)] * 5)
    done = fight(state, {"penetration": (1,) * 10})
    assert done.dice("hit") == 0
    assert done.dice("penetration") == 10


@pytest.mark.rule("H-040")
def test_detonation_weapons_strike_a_fortification_which_counts_as_movement_0() -> None:
    state = at_wall(with_(MAN, arms=(KNIFE, MELTA_BOMBS)))
    bearer = state.units["A1"].models[0]
    assert [arm.name for arm in melee_arms(state, bearer, ["A1", "B1"])] == [KNIFE.name, "melta bombs"]
    assert movement_of(state, state.units["B1"].models[0]) == 0


@pytest.mark.rule("H-049")
def test_a_fortification_makes_no_attacks() -> None:
    state = at_wall(*[with_(MAN, strength=8)] * 3, hull=GUN)
    gun = state.units["B1"]
    assert not can_volley(state, gun, state.units["A1"])
    assert fighters(state, gun) == []
    assert may_challenge(state, ["A1", "B1"], gun.models[0]) is not None
    done = fight(state, {"penetration": (1,) * 3})
    assert {roll.player for roll in done.rolls} == {0}


@pytest.mark.rule("H-049")
def test_a_charged_fortification_neither_volleys_nor_fights_even_with_assault_weapons() -> None:
    state = state_of((unit((with_(MAN, strength=8), 2), with_(CEN, strength=8)),), (with_(GUN, arms=(BOLT_PISTOL, KNIFE)),))
    put(state, "B1", at(36, 30))
    put(state, "A1", rank(3, 35, WALL - line(4)))
    phase(state, "assault", "charge")
    answers = {"set_up": "hold", "volley": "fire"}
    charged = carry(state, charging.next_step(state), {"charge": (6, 1)}, reactions=None, **answers)
    assert contacts(state, state.units["A1"], state.units["B1"])
    assert [ask for ask in charged.asked if ask.player == 1] == []
    carry(state, charging.next_step(state))
    challenged = carry(state, challenging.next_step(state))
    assert (challenged.asked, state.core.step) == ([], "fight")
    done = carry(state, next_step(state), {"penetration": (1,) * 3})
    assert {roll.player for roll in (*charged.rolls, *done.rolls)} == {0}


@pytest.mark.rule("H-243")
def test_on_a_mixed_side_the_others_fight_and_either_may_be_struck() -> None:
    state = state_of((unit((MAN, 5)),), (BUN, unit((MAN, 5))))
    put(state, "B1", at(36, 30))
    put(state, "A1", rank(5, 33.4, WALL))
    put(state, "B2", rank(5, 33.4, WALL - 2 * RADIUS))
    phase(state, "assault", "fight")
    assert combats(state) == [["A1", "B1", "B2"]]
    # Strength 4 cannot hurt Armour 12: A's five hits on the wall are made without dice and come to nothing.
    done = fight(state, {"hit": (1,) * 5}, ("A1", "B1", "B2"), strike_target="B1")
    assert [option.key for option in done.about("strike target").options] == ["B1", "B2"]
    # The squad rolls 5 attack dice, the Fortification none.
    assert [(roll.player, roll.count) for roll in done.rolls if roll.purpose == "hit"] == [(1, 5)]


# --- breacher charges and Detonation ---

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


# --- Combat Initiative and steps ---


def test_impact_of_initiative_counts_for_who_charged_in_order() -> None:
    state = state_of([with_(MAN, rules=("Impact (I)",)), MAN], [MAN])
    for key in ("A1", "A2"):
        put(state, key, at(10 if key == "A1" else 20, 10))
        state.units[key].charged = True
    lance = msgspec.structs.replace(KNIFE, special_rules=("Impact (IM)",))
    ours, theirs = state.units["A1"].models[0], state.units["A2"].models[0]
    assert (initiative(state, ours, KNIFE), initiative(state, theirs, KNIFE)) == (5, 4)
    assert initiative(state, theirs, lance) == 5
    state.units["A1"].disordered = True
    assert initiative(state, ours, KNIFE) == 4


@pytest.mark.rule("H-096", "H-097")
def test_combat_initiative_is_the_current_initiative_with_the_weapons_modifier() -> None:
    state = opposed([MAN], [MAN])
    model = state.units["A1"].models[0]

    def score(by: str) -> int:
        return initiative(state, model, Arm(name="blade", type="melee", initiative=by))

    assert [score(by) for by in ("-3", "+2", "0", "I", "x2", "2")] == [1, 6, 0, 4, 8, 2]
    effect = ChangeValue(name="initiative", by=-1, side="defender")
    apply(state, Lasts(unit="A1", lasting=Lasting(effect=effect, until="turn", source="test")))
    assert score("+2") == 5


def blade(by: str, name: str = "blade") -> Arm:
    """A weapon with an Initiative Modifier."""
    return Arm(name=f"{name} {by}", type="melee", initiative=by)


@pytest.mark.rule("H-098")
def test_initiative_steps_run_from_the_highest_to_the_lowest() -> None:
    state = opposed([with_(MAN, arms=(blade(by),)) for by in ("1", "10", "5", "9")], [MAN] * 4)
    state.units["B1"].models[0].statuses.append("stunned")
    done = fight(state, {"hit": (1,) * 8})
    assert steps(done) == [f"initiative step {score}" for score in (10, 9, 5, 1)]


@pytest.mark.rule("H-099")
def test_only_models_of_the_step_strike_in_it() -> None:
    slow, quick = with_(MAN, arms=(blade("4"),)), with_(MAN, arms=(blade("5"),))
    state = opposed([quick, quick, quick, slow, slow], [with_(MAN, attacks=0)] * 5)
    done = fight(state, {"hit": (1,) * 5})
    assert steps(done) == ["initiative step 5", "initiative step 4"]
    assert [len(faces) for faces in thrown(done, "hit")] == [3, 2]


@pytest.mark.rule("H-100")
def test_who_is_removed_before_its_step_does_not_strike() -> None:
    slow = with_(MAN, arms=(blade("3"),), save=7)
    state = opposed([slow, slow], [MAN])
    dice = {"hit": (6, 1), "wound": (6,)}
    done = fight(state, dice, target_model="A1.1")
    # B strikes in step 4 and slays one; of the two in step 3 one die is rolled.
    assert [len(faces) for faces in thrown(done, "hit")] == [1, 1]
    assert [event.model for event in done.all(Removed)] == ["A1.1"]


def test_who_falls_in_a_step_strikes_in_it_all_the_same() -> None:
    bare = with_(MAN, save=7)
    state = opposed([bare], [bare])
    dice = {"hit": (6, 6), "wound": (6, 6)}
    done = fight(state, dice)
    assert sorted(event.model for event in done.all(Removed)) == ["A1.1", "B1.1"]
    assert done.value.points == [1, 1]


def test_the_reactive_player_declares_weapons_first() -> None:
    two = with_(MAN, arms=(KNIFE, POWER_FIST))
    state = opposed([two] * 2, [two] * 2)
    done = fight(state, {"hit": (1,) * 4}, melee_weapon="power fist=1;basic close combat weapon=1")
    assert [ask.player for ask in done.asked if ask.about == "melee weapon"] == [1, 0]
    assert steps(done) == ["initiative step 4", "initiative step 1"]


# --- characteristics and weapons ---


@pytest.mark.rule("H-187")
def test_strength_0_wounds_nobody_whatever_the_weapon() -> None:
    arm = Arm(name="ram", type="melee", strength_by="9", special_rules=("Breaching (2+)",))
    state = opposed([with_(MAN, arms=(arm,), strength=0, attacks=3)], [with_(MAN, attacks=0)])
    done = fight(state, {"hit": (6, 6, 6)})
    assert done.dice("wound") == 0
    assert done.dice("save") == 0
    assert not done.all(Hurt)


@pytest.mark.rule("H-188")
def test_weapons_of_am_0_cannot_strike_and_the_letter_changes_nothing() -> None:
    none, plain = Arm(name="stump", type="melee", attacks_by="0"), Arm(name="blade", type="melee")
    state = opposed([with_(MAN, arms=(none, plain), attacks=4)], [with_(MAN, attacks=0)])
    model = state.units["A1"].models[0]
    found = barred(state, model, none, ["A1", "B1"])
    assert found is not None
    assert (found.code, found.rule) == ("no-attacks", "H-188")
    assert [arm.name for arm in melee_arms(state, model, ["A1", "B1"])] == ["blade"]
    assert fight(state, {"hit": (1,) * 4}).dice("hit") == 4


@pytest.mark.rule("H-189")
@pytest.mark.parametrize(("by", "wounds"), [("0", 0), ("S", 3)])
def test_weapons_of_sm_0_wound_nobody_and_the_letter_changes_nothing(by: str, wounds: int) -> None:
    arm = Arm(name="rod", type="melee", strength_by=by)
    state = opposed([with_(MAN, arms=(arm,), attacks=3)], [with_(MAN, attacks=0)])
    done = fight(state, {"hit": (6, 6, 6), "wound": (3,) * wounds})
    assert done.dice("wound") == wounds  # S 4 against T 4 needs 4: three 3s fail


@pytest.mark.rule("H-241")
def test_modifiers_of_melee_weapons() -> None:
    model = with_(MAN, attacks=4)
    state = opposed([model], [MAN])
    bearer = state.units["A1"].models[0]

    def settled(**profile: str) -> tuple[int, int, int]:
        arm = Arm(name="thing", type="melee", **profile)  # type: ignore[arg-type]
        weapon = question_weapon(state, bearer, arm)
        return weapon.attacks.maximum, weapon.strength, initiative(state, bearer, arm)

    assert settled(attacks_by="1") == (1, 4, 4)
    assert settled(strength_by="+4") == (4, 8, 4)
    assert settled(strength_by="9") == (4, 9, 4)
    assert settled(initiative="I") == (4, 4, 4)
    assert combined(4, "I") == 4


@pytest.mark.rule("H-265")
@pytest.mark.parametrize(("toughness", "need"), [(3, 3), (4, 4), (5, 5)])
def test_a_higher_toughness_makes_wounds_harder(toughness: int, need: int) -> None:
    assert wounds_on(4, toughness) == need


@pytest.mark.rule("H-266")
@pytest.mark.parametrize(("strength", "need"), [(3, 5), (4, 4), (5, 3)])
def test_a_higher_strength_makes_wounds_easier(strength: int, need: int) -> None:
    assert wounds_on(strength, 4) == need


def wounds_on(strength: int, toughness: int) -> int:
    """The lowest face that wounds in a fight."""
    for face in range(1, 7):
        state = opposed([with_(MAN, strength=strength)], [with_(MAN, toughness=toughness, attacks=0, save=7)])
        try:
            done = fight(state, {"hit": (6,), "wound": (face,)})
        except AssertionError:
            continue
        if done.all(Hurt):
            return face
    return 7


# --- vehicles in combat ---


def fist(strength: str, damage: int = 3, rules: tuple[str, ...] = (), attacks: int = 1) -> Kind:
    """A model with a weapon of a fixed Strength."""
    arm = Arm(name="fist", type="melee", strength_by=strength, damage=Dice.parse(damage), special_rules=rules)
    return with_(MAN, arms=(arm,), attacks=attacks)


@pytest.mark.rule("H-109", "H-110")
def test_each_glancing_hit_in_combat_rolls_on_the_table_in_step_10_and_does_no_damage() -> None:
    state = at_wall(fist("8", attacks=3), hull=TANK)
    dice = {"hit": (6, 6, 6), "penetration": (4, 4, 4), "vehicle damage table": (1, 3, 5)}
    done = fight(state, dice)
    assert hp(state) == 6
    assert [roll.player for roll in done.rolls if roll.purpose == "vehicle damage table"] == [0, 0, 0]
    order = [event.purpose for event in done.all(Threw)]
    assert order == ["hit", "penetration", *["vehicle damage table"] * 3]
    assert [event.status for event in done.all(Status)] == ["stunned", "pinned", "suppressed"]


@pytest.mark.rule("H-111", "H-112")
@pytest.mark.parametrize(("save", "left"), [(5, 6), (4, 3)])
def test_a_penetrating_hit_in_combat_may_be_saved_or_costs_its_damage(save: int, left: int) -> None:
    state = at_wall(fist("8"), hull=with_(TANK, invulnerable=5))
    fight(state, {"hit": (6,), "penetration": (5,), "save": (save,)})
    assert hp(state) == left


@pytest.mark.rule("H-113")
def test_every_hit_on_armour_0_penetrates() -> None:
    state = at_wall(fist("1"), hull=msgspec.structs.replace(TANK, armour=Armour(12, 12, 0)))
    done = fight(state, {"hit": (6,)})
    assert done.dice("penetration") == 0
    assert hp(state) == 3


@pytest.mark.rule("H-116")
def test_what_would_glance_with_armourbane_penetrates() -> None:
    for rules, left, table in ((("Armourbane",), 3, ()), ((), 6, (1,))):
        state = at_wall(fist("9", damage=3, rules=rules), hull=TANK)
        effect = OnResult(roll="penetration", on="success", convert="glancing")
        apply(state, Lasts(unit="A1", lasting=Lasting(effect=effect, until="turn", source="test")))
        dice = {"hit": (6,), "penetration": (5,), "vehicle damage table": table}
        done = fight(state, dice)
        assert done.dice("vehicle damage table") == len(table)
        assert hp(state) == left


def test_detonation_weapons_strike_only_what_they_may() -> None:
    state = at_wall(with_(MAN, arms=(MELTA_BOMBS,)), hull=TANK, others=(MAN,))
    put(state, "B2", rank(1, 36, WALL - 2 * RADIUS))
    assert may_strike(state, MELTA_BOMBS, "B1")
    assert not may_strike(state, MELTA_BOMBS, "B2")
    assert may_strike(state, KNIFE, "B2")


# --- the rest of a round ---


def test_losses_count_for_the_other_side() -> None:
    state = opposed([MAN, MAN], [with_(MAN, save=7, attacks=0)] * 2)
    dice = {"hit": (6, 6), "wound": (6, 6)}
    carry(state, combat_round(state, fights(state, "A1", "B1")), dice)
    other = opposed([MAN, MAN], [with_(MAN, save=7, attacks=0)] * 2)
    fights(other, "A1", "B1", points=(1, 0))
    carry(other, next_step(other), dice)
    assert other.core.combats[0].points == [3, 0]
    assert other.core.combats[0].step == "fought"


def test_the_charge_bonus_is_for_an_orderly_charge() -> None:
    state = opposed([MAN], [MAN, MAN])
    ours = state.units["A1"]
    ours.charged = True
    assert facts_of_fight(state, ["A1", "B1"], ours) == {"charged": True, "outnumbered": True, "challenge": False}
    ours.disordered = True
    assert facts_of_fight(state, ["A1", "B1"], ours)["charged"] is False
    assert facts_of_fight(state, ["A1", "B1"], state.units["B1"])["outnumbered"] is False


def test_the_active_player_picks_among_the_strike_groups_at_his_unit() -> None:
    state = opposed([with_(MAN, save=7)], [with_(MAN, arms=(POWER_FIST,)), CEN])
    state.units["B1"].models[1].statuses.append("stunned")
    state.units["A1"].models[0].wounds = 1
    dice = {"hit": (1, 1, 1)}
    done = fight(state, dice)
    asked = done.about("strike group")
    assert asked.player == 0
    assert len(asked.options) == 2


def test_a_wall_that_lost_hull_points_is_marked_for_its_garrison() -> None:
    state = at_wall(fist("10"))
    done = fight(state, {"penetration": (3,)})
    assert [(event.mark, event.value) for event in done.all(Marked)] == [("breached", "hull")]
    bombs = at_wall(with_(SGT, arms=(BREACHER_CHARGES,)))
    fight(bombs, {"penetration": (2,)})
    assert bombs.units["B1"].breached == "bombs"


def test_of_hulls_a_knight_alone_strikes() -> None:
    knight = msgspec.structs.replace(
        with_(TANK, weapon_skill=4, strength=8, initiative=4, attacks=4), name="knight", subtypes=frozenset({"knight"})
    )
    state = state_of([knight, TANK])
    assert [model.id for model in fighters(state, state.units["A1"])] == ["A1.1"]
    assert fighters(state, state.units["A2"]) == []
