"""The Fight Sub-Phase: initiative steps, Strike Groups, and what a Fortification does in it."""

import msgspec
import pytest

from tests.games.heresy3.battle.assault import (
    RADIUS,
    WALL,
    at_wall,
    carry,
    fight,
    fights,
    fist,
    line,
    opposed,
    rank,
    steps,
    thrown,
)
from tests.games.heresy3.battle.kit import (
    BOLT_PISTOL,
    BREACHER_CHARGES,
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
from warbench.games.heresy3.battle import challenging, charging
from warbench.games.heresy3.battle.challenging import may_challenge
from warbench.games.heresy3.battle.combats import combats, contacts
from warbench.games.heresy3.battle.events import Lasts, Marked, Removed, apply
from warbench.games.heresy3.battle.fighting import combat_round, next_step
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import Lasting
from warbench.games.heresy3.battle.strikes import facts_of_fight
from warbench.games.heresy3.battle.volley_attacks import can_volley
from warbench.games.heresy3.battle.wielding import fighters, initiative, melee_arms, movement_of
from warbench.rules.effects import ChangeValue

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
