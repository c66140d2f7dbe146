"""One Fire Group or Strike Group: numbers from the models as they are, dice, the Target Model, what comes of it."""

import msgspec
import pytest

from tests.driving import Driven
from tests.games.heresy3.battle.kit import (
    BUILDING,
    BUN,
    CEN,
    LEG,
    MAN,
    MELTA_BOMBS,
    POWER_FIST,
    SGT,
    TANK,
    TOW,
    at,
    put,
    unit,
    with_,
)
from tests.games.heresy3.battle.shots import armed, fire, gun, lost, removed, rolls, run, said, shooting
from warbench.battle.requests import Ask, IllegalAnswerError
from warbench.games.heresy3.battle.arms import combined
from warbench.games.heresy3.battle.bearing import group_of
from warbench.games.heresy3.battle.events import Hurt, Lasts, Status, apply
from warbench.games.heresy3.battle.roster import Arm, Kind
from warbench.games.heresy3.battle.state import Lasting, State
from warbench.games.heresy3.battle.volleys import Declared, Outcome, resolve
from warbench.games.heresy3.models import types_of
from warbench.games.heresy3.question import Armour
from warbench.rules.conditions import has, is_false, is_true
from warbench.rules.effects import ChangeRoll, ChangeValue, Effect, Forbid, OnResult

TOUGH = with_(MAN, save=None, wounds=9)
"""Nine wounds, no save."""


def lasts(state: State, which: str, effect: Effect) -> None:
    """Put an effect on a unit for the rest of the battle."""
    apply(state, Lasts(unit=which, lasting=Lasting(effect=effect, until="battle", source="test")))


def fight(state: State, arm: Arm, *bearers: str, target: str = "B1", attacks: int | None = None, **script: object) -> Driven:
    """Models of A1 strike B1 with a melee weapon."""
    declared = Declared(arm, bearers or tuple(model.id for model in state.units["A1"].models))
    procedure = resolve(state, state.units["A1"], state.units[target], declared, melee=True, facts={}, attacks=attacks)
    return run(state, procedure, **script)  # type: ignore[arg-type]


def against(kind: Kind, *rules: str, strength: int = 4, damage: int | str = 1, ap: int = 7, face: int, bs: int = 4) -> Driven:
    """One shot at one model, all dice showing a face."""
    state = shooting([armed(MAN, gun(*rules, strength=strength, damage=damage, ap=ap), ballistic_skill=bs)], [kind])
    return fire(state, face=face)


# --- hit tests ---


@pytest.mark.rule("H-264")
@pytest.mark.parametrize(("skill", "need"), [(3, 4), (4, 3), (5, 2)])
def test_ballistic_skill_makes_hits_easier(skill: int, need: int) -> None:
    for face in range(1, 7):
        done = against(MAN, face=face, bs=skill)
        assert bool(rolls(done, "wound")) == (face >= need)


@pytest.mark.rule("H-265")
@pytest.mark.parametrize(("toughness", "need"), [(3, 3), (4, 4), (5, 5)])
def test_toughness_makes_wounds_harder(toughness: int, need: int) -> None:
    for face in range(1, 7):
        state = shooting([armed(MAN, gun())], [with_(TOUGH, toughness=toughness)])
        assert lost(fire(state, faces=[6, face])) == (face >= need)


@pytest.mark.rule("H-038")
def test_a_fortification_is_shot_at_as_a_vehicle_that_stands_still() -> None:
    state = shooting([armed(MAN, gun(strength=9))], [BUN], away=15)
    lasts(state, "A1", ChangeRoll(roll="hit", by=1, when=is_true("target_stationary")))
    assert "Hit Test 2+" in said(fire(state, face=1), "Hit Test")
    moved = shooting([armed(MAN, gun(strength=9))], [BUN], away=15)
    lasts(moved, "A1", ChangeRoll(roll="hit", by=1, when=is_false("target_stationary")))
    assert "Hit Test 3+" in said(fire(moved, face=1), "Hit Test")
    tank = shooting([armed(MAN, gun(strength=9))], [TANK], away=15)
    lasts(tank, "A1", ChangeRoll(roll="hit", by=1, when=is_true("target_stationary")))
    tank.units["B1"].models[0].began = at(20, 40)
    assert "Hit Test 3+" in said(fire(tank, face=1), "Hit Test")


@pytest.mark.rule("H-037")
def test_rules_about_vehicles_count_for_fortifications_that_are_targets() -> None:
    vehicles = Forbid(what="target", when=has("target_types", "vehicle"), source="not at vehicles")
    state = shooting([armed(MAN, gun(strength=9))], [BUN], away=15)
    lasts(state, "A1", vehicles)
    assert fire(state, face=6).rolls == []
    macro = shooting([armed(MAN, gun("Macro", strength=9))], [BUN, LEG], away=15)
    assert [roll.purpose for roll in fire(macro, face=6).rolls] == ["hit", "penetration"]
    put(macro, "B2", [at(40, 30)])
    assert fire(macro, "B2", face=6).rolls == []


@pytest.mark.rule("H-039")
def test_in_combat_a_fortification_is_hit_automatically() -> None:
    state = shooting([LEG], [BUN], away=4)
    done = fight(state, POWER_FIST, face=1)
    assert rolls(done, "hit") == []
    assert [len(faces) for faces in rolls(done, "penetration")] == [10]
    assert done.value.hits == 10


@pytest.mark.rule("H-040")
def test_detonation_weapons_may_attack_it_for_its_movement_is_0() -> None:
    state = shooting([with_(MAN, attacks=3)], [BUN, MAN], away=4)
    assert group_of(state, state.units["B1"], state.units["B1"].models[0]).movement == 0
    done = fight(state, MELTA_BOMBS, faces=[3])
    assert (done.value.hits, lost(done)) == (1, 4)
    put(state, "B2", at(23, 20))
    refused = fight(state, MELTA_BOMBS, target="B2")
    assert isinstance(refused.value, Outcome)
    assert refused.value.refused == ("Detonation: may not be used against this target",)


# --- armour ---


@pytest.mark.rule("H-041", "H-043", "H-042")
def test_glancing_and_penetrating_hits_on_a_fortification() -> None:
    for die, points in ((2, 0), (3, 1), (5, 4)):
        state = shooting([armed(MAN, gun(strength=9, damage=4))], [BUN], away=15)
        done = fire(state, faces=[6, die])
        assert lost(done) == points
        assert done.dice("vehicle damage table") == 0
        assert state.units["B1"].models[0].wounds == 8 - points
    tank = shooting([armed(MAN, gun(strength=9, damage=4))], [TANK], away=15)
    assert fire(tank, faces=[6, 3, 1]).dice("vehicle damage table") == 1


@pytest.mark.rule("H-122")
def test_each_glance_on_a_building_costs_one_hull_point() -> None:
    state = shooting([armed(MAN, gun(shots=2, strength=9, damage=3))], [], terrain=[BUILDING])
    put(state, "T1", at(20, 36))
    done = fire(state, "T1", faces=[6, 6, 2, 2])
    assert lost(done) == 2
    assert state.units["T1"].models[0].wounds == 8
    assert done.dice("vehicle damage table") == 0


@pytest.mark.rule("H-111")
def test_a_penetrating_hit_may_be_saved() -> None:
    for die, left in ((5, 6), (4, 5)):
        state = shooting([armed(MAN, gun(strength=9))], [with_(TANK, invulnerable=5)], away=15)
        fire(state, faces=[6, 6, die])
        assert state.units["B1"].models[0].wounds == left


@pytest.mark.rule("H-112")
def test_unsaved_it_costs_hull_points_equal_to_the_damage() -> None:
    state = shooting([armed(MAN, gun(strength=9, damage=3))], [TANK], away=15)
    fire(state, faces=[6, 6])
    assert state.units["B1"].models[0].wounds == 3


@pytest.mark.rule("H-113")
def test_armour_0_is_penetrated_without_dice() -> None:
    paper = msgspec.structs.replace(TANK, armour=Armour(0, 0, 0))
    state = shooting([armed(MAN, gun(strength=1))], [paper], away=15)
    done = fire(state, faces=[6])
    assert (rolls(done, "penetration"), lost(done)) == ([], 1)


@pytest.mark.rule("H-114")
@pytest.mark.parametrize(("ap", "by", "is_now"), [(4, -1, "AP 3"), (4, 1, "AP 5"), (2, -1, "AP 2"), (6, 1, "AP -")])
def test_changes_of_armour_penetration(ap: int, by: int, is_now: str) -> None:
    state = shooting([armed(MAN, gun(ap=ap))], [MAN])
    lasts(state, "A1", ChangeValue(name="ap", by=by))
    assert f"{is_now} (" in said(fire(state, face=1), "AP")


@pytest.mark.rule("H-115")
def test_armourbane_penetrates_at_the_armour_value() -> None:
    for die, points in ((2, 0), (3, 3), (4, 3)):
        state = shooting([armed(MAN, gun("Armourbane", strength=9, damage=3))], [TANK], away=15)
        assert lost(fire(state, faces=[6, die])) == points


@pytest.mark.rule("H-116")
def test_armourbane_never_glances_even_when_it_is_told_to() -> None:
    state = shooting([armed(MAN, gun("Armourbane", strength=9, damage=3))], [TANK], away=15)
    lasts(state, "A1", OnResult(roll="penetration", on="success", convert="glancing"))
    done = fire(state, faces=[6, 5])
    assert (lost(done), done.dice("vehicle damage table")) == (3, 0)
    plain = shooting([armed(MAN, gun(strength=9, damage=3))], [TANK], away=15)
    lasts(plain, "A1", OnResult(roll="penetration", on="success", convert="glancing"))
    assert fire(plain, faces=[6, 5, 1]).dice("vehicle damage table") == 1


@pytest.mark.rule("H-267")
def test_each_penetrating_hit_is_saved_and_counted_apart() -> None:
    state = shooting([armed(MAN, gun(shots=3, strength=9))], [with_(TANK, invulnerable=5)], away=15)
    done = fire(state, faces=[6, 6, 6, 6, 6, 6, 5, 2, 6])
    assert rolls(done, "save") == [(5,), (2,), (6,)]
    assert state.units["B1"].models[0].wounds == 5


def test_in_combat_the_rear_is_struck_and_from_afar_the_facing_that_most_stand_before() -> None:
    boxed = msgspec.structs.replace(TANK, armour=Armour(14, 12, 10))
    state = shooting([LEG], [boxed])
    assert "Armour 10 (rear)" in said(fight(state, POWER_FIST, face=1), "Armour")
    for heading, facing in ((270, "Armour 14 (front)"), (90, "Armour 10 (rear)"), (0, "Armour 12 (side)")):
        put(state, "B1", at(26, 30, heading))
        assert facing in said(fire(state, face=1), "Armour")


def test_the_targets_player_chooses_between_facings_that_equally_many_see() -> None:
    boxed = msgspec.structs.replace(TANK, armour=Armour(14, 12, 10))
    state = shooting([unit((armed(MAN, gun(strength=9)), 2))], [boxed])
    put(state, "B1", at(30, 30, 270))
    put(state, "A1", [at(30, 22), at(22, 30)])
    done = fire(state, face=1, answers={"facing": "side"})
    assert done.about("facing").player == 1
    assert [option.key for option in done.about("facing").options] == ["front", "side"]
    assert "Armour 12 (side)" in said(done, "Armour")


# --- wounds, saves, damage ---


@pytest.mark.rule("H-186")
def test_toughness_0_is_wounded_without_dice_and_triggers_variable_rules() -> None:
    state = shooting([armed(MAN, gun("Breaching (6+)", shots=3, strength=3))], [with_(TOUGH, toughness=0, save=3)])
    done = fire(state, faces=[6, 6, 6])
    assert (rolls(done, "wound"), lost(done)) == ([], 3)  # AP 2: no Armour Save


@pytest.mark.rule("H-187", "H-189")
def test_strength_0_fails_without_dice() -> None:
    weak = with_(MAN, strength=0, attacks=3)
    nine = Arm(name="club", type="melee", strength_by="9", special_rules=("Breaching (2+)",))
    done = fight(shooting([weak], [TOUGH]), nine, faces=[6, 6, 6])
    assert (done.value.hits, rolls(done, "wound"), lost(done)) == (3, [], 0)
    none = Arm(name="feather", type="melee", strength_by="0")
    done = fight(shooting([with_(MAN, attacks=3)], [TOUGH]), none, faces=[6, 6, 6])
    assert (rolls(done, "wound"), lost(done)) == ([], 0)
    plain = Arm(name="sword", type="melee")
    assert "Strength 4 against" in said(fight(shooting([MAN], [TOUGH]), plain, face=1), "Wound Test")


@pytest.mark.rule("H-241")
def test_modifiers_of_melee_weapons() -> None:
    assert [combined(4, by) for by in ("+4", "9", "S", "-3", "I", "x2", "1")] == [8, 9, 4, 1, 4, 8, 1]
    state = shooting([with_(MAN, attacks=4)], [TOUGH])
    once = Arm(name="maul", type="melee", attacks_by="1", strength_by="+4")
    done = fight(state, once, face=1)
    assert rolls(done, "hit") == [(1,)]
    assert "Strength 8 against" in said(done, "Wound Test")
    with pytest.raises(ValueError, match="modifier"):
        combined(4, "four")


@pytest.mark.rule("H-190")
def test_damage_0_never_hurts() -> None:
    assert lost(against(TOUGH, "Armourbane", strength=10, damage=0, ap=1, face=6)) == 0
    state = shooting([armed(MAN, gun("Armourbane", strength=10, damage=0))], [TANK], away=15)
    assert lost(fire(state, face=6)) == 0


@pytest.mark.rule("H-191")
def test_damage_is_lost_when_the_save_fails() -> None:
    for save, left in ((1, 1), (3, 3)):
        state = shooting([armed(MAN, gun(damage=2, ap=5))], [with_(MAN, wounds=3)])
        fire(state, faces=[6, 6, save])
        assert state.units["B1"].models[0].wounds == left
    state = shooting([armed(MAN, gun(damage=2, strength=9))], [TANK], away=15)
    fire(state, faces=[6, 6])
    assert state.units["B1"].models[0].wounds == 4


@pytest.mark.rule("H-240")
def test_armour_penetration_says_whether_there_is_an_armour_test() -> None:
    for ap, dice in ((3, 0), (4, 1), (2, 0)):
        assert against(MAN, ap=ap, face=6).dice("save") == dice
    state = shooting([armed(MAN, gun(ap=2))], [with_(MAN, invulnerable=5)])
    done = fire(state, face=6)
    assert done.dice("save") == 1
    assert "Invulnerable Save 5+" in said(done, "Saving Throw")


# --- the Target Model ---


def test_like_models_take_their_wounds_without_a_question() -> None:
    state = shooting([LEG], [LEG])
    done = fire(state, face=6)
    assert [ask.about for ask in done.asked] == ["target"]


def test_the_owner_says_which_model_falls_where_they_differ() -> None:
    state = shooting([armed(MAN, gun(ap=2, strength=10))], [unit((MAN, 9), SGT)])
    listed: list[str] = []

    def sergeant(ask: Ask) -> str:
        listed.extend(option.text.partition(" (")[0] for option in ask.options)
        return "B1.10"

    done = fire(state, face=6, answers={"target model": sergeant})
    assert removed(done) == ["B1.10"]
    assert listed == ["legionary", "sergeant"]
    asked = done.about("target model")
    assert asked.player == 1
    with pytest.raises(IllegalAnswerError, match="cannot be the Target Model"):
        asked.check("A1.1")


def test_a_wounded_model_comes_first_unless_it_is_command() -> None:
    brute = with_(MAN, wounds=2)
    state = shooting([armed(MAN, gun(ap=2, strength=10))], [unit((brute, 3), SGT)])
    state.units["B1"].models[1].wounds = 1
    assert removed(fire(state, face=6)) == ["B1.2"]
    free = shooting([armed(MAN, gun(ap=2, strength=10))], [unit((MAN, 3), CEN)])
    free.units["B1"].models[3].wounds = 1
    assert removed(fire(free, face=6, answers={"target model": "B1.1"})) == ["B1.1"]


@pytest.mark.parametrize("melee", [False, True])
def test_a_wounded_paragon_may_be_spared_from_shots_and_not_from_blows(melee: bool) -> None:
    hero = with_(CEN, words=("paragon",), save=None)
    state = shooting([armed(MAN, gun(ap=2, strength=10))], [unit((MAN, 3), msgspec.structs.replace(hero, subtypes=frozenset()))])
    state.units["B1"].models[3].wounds = 1
    if melee:
        blow = Arm(name="club", type="melee", strength_by="10", ap=2)
        done = fight(state, blow, face=6)
        assert done.value.slain == ("B1.4",)
    else:
        assert removed(fire(state, face=6, answers={"target model": "B1.1"})) == ["B1.1"]


def test_more_wounds_than_one_kind_can_take_ask_for_the_next_kind() -> None:
    state = shooting([armed(MAN, gun(shots=3, ap=2, strength=10))], [unit((MAN, 1), (SGT, 1), (CEN, 1))])
    picks = iter(["B1.2", "B1.1"])
    done = fire(state, face=6, answers={"target model": lambda _: next(picks)})
    assert [event.model for event in done.all(Hurt)] == ["B1.2", "B1.1", "B1.3"]


def test_precision_lets_the_attacker_pick() -> None:
    state = shooting([armed(MAN, gun("Precision (6+)", shots=2, ap=2, strength=10))], [unit((MAN, 3), SGT)])
    done = fire(state, faces=[6, 3, 6, 6], answers={"precision": "B1.4"})
    assert done.about("precision").player == 0
    # The plain hit goes to the others, the Precision hit to the sergeant.
    assert (len(removed(done)), "B1.4" in removed(done)) == (2, True)


def test_a_paragons_hits_are_the_attackers_to_put() -> None:
    primarch = msgspec.structs.replace(armed(MAN, gun(ap=2, strength=10)), type="paragon")
    state = shooting([primarch], [unit((MAN, 3), SGT)])
    done = fire(state, face=6, answers={"target model": "B1.4"})
    assert done.about("target model").player == 0
    assert removed(done) == ["B1.4"]


def test_for_a_building_the_attackers_opponent_decides_and_rolls() -> None:
    state = shooting([armed(MAN, gun(strength=10))], [], terrain=[with_(BUILDING, invulnerable=2)])
    put(state, "T1", at(20, 36))
    done = fire(state, "T1", face=6)
    assert [(roll.purpose, roll.player) for roll in done.rolls] == [("hit", 0), ("penetration", 0), ("save", 1)]


def test_models_at_0_wait_and_take_no_more() -> None:
    state = shooting([armed(MAN, gun(shots=4, ap=2, strength=10))], [unit((MAN, 2))])
    done = fire(state, face=6)
    assert [event.wounds for event in done.all(Hurt)] == [1, 1]
    assert len(removed(done)) == 2


# --- numbers as they are now ---


def test_statuses_and_effects_count_when_the_dice_are_rolled() -> None:
    state = shooting([armed(MAN, gun())], [MAN])
    apply(state, Status(models=("A1.1",), status="guide"))
    apply(state, Status(models=("B1.1",), status="fortify"))
    line = said(fire(state, face=1), "Hit Test")
    assert "Hit Test 2+ (BS 5)" in line
    assert "Strength 4 against Toughness 5" in line


def test_the_words_of_a_target_are_those_of_its_models() -> None:
    state = shooting([LEG], [TOW])
    tower = group_of(state, state.units["B1"], state.units["B1"].models[0])
    assert types_of([tower]) == ("fortification", "vehicle", "structure")


def test_unknown_rules_are_named_in_the_log() -> None:
    state = shooting([armed(MAN, gun("Twin-linked"))], [with_(MAN, rules=("Glowing",))])
    line = said(fire(state, face=1), "not modelled")
    assert "special rule 'Twin-linked' of gun" in line
    assert "special rule 'Glowing' of the target" in line
