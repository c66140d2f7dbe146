"""Shooting: what follows from it, what others may do meanwhile, and shooting out of turn."""

import msgspec
import pytest

from tests.driving import refusal
from tests.games.w40k10.battle.kit import Probe, drive, fresh, mission, put
from tests.games.w40k10.battle.shots import (
    CYCLIC,
    MARINES,
    MATR,
    WARHEAD,
    X,
    Y,
    fire,
    fortress,
    numbers,
    out_of_turn,
    questions,
    rolls,
    shooting,
    squad,
    stand,
)
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.events import Ends, Lasts, Marked, Said, TakenOff, apply
from warbench.games.w40k10.battle.firing_deck import lendable
from warbench.games.w40k10.battle.moments import Targets
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.shooting import eligible_to_shoot, shoot
from warbench.games.w40k10.battle.state import State
from warbench.sheets.datasheet import Weapon
from warbench.table.lattice import Place

CREW = "Hearthkyn Warriors"
BOLTER = "Autoch-pattern bolter"
REROLL = "re-roll: best (Fire Support"
HIT_ONCE = [4, *[1] * 5, 1]
"""The MATR autocannon hits once and does not wound."""


def supported(**more: object) -> State:
    """A fortress (A1) and Hearthkyn Warriors (A2) that got out of it this turn, before two squads."""
    state = shooting([fortress(), CREW, fortress(), CREW], [squad(), squad()], **more)
    put(state, "A2", [Place(X, Y + 1500 + 400 * index) for index in range(3)])
    put(state, "A3", [Place(X, Y - 2500)])
    put(state, "A4", [Place(X, Y - 4000 + 400 * index) for index in range(3)])
    stand(state, "B1", 10, 5)
    stand(state, "B2", 10, 5, y=1000)
    state.units["A2"].got_out_of = "A1"
    state.units["A4"].got_out_of = "A3"
    return state


# --- Fire Support ---


@pytest.mark.rule("W-152", "W-154", "X-53")
def test_those_who_got_out_re_roll_wounds_against_the_marked_unit() -> None:
    state = supported()
    assert REROLL not in numbers(fire(state, {BOLTER: "B1"}, unit="A2", face=1), BOLTER)
    fire(state, {MATR: "B1"}, HIT_ONCE)
    done = fire(state, {BOLTER: "B1"}, [4, *[1] * 5, 1, 1], unit="A2")
    assert REROLL in numbers(done, BOLTER)


@pytest.mark.rule("W-153", "X-53")
def test_a_hit_that_was_saved_marks_and_a_miss_does_not() -> None:
    state = supported()
    done = fire(state, {MATR: "B1"}, [4, *[1] * 5, 3, 6])
    assert {event.lasting.against for event in done.all(Lasts)} == {"B1"}
    assert fire(supported(), {MATR: "B1"}, face=1).all(Lasts) == []


@pytest.mark.rule("A8")
def test_without_a_hit_nothing_is_picked() -> None:
    done = fire(supported(), "B1", face=1)
    assert [ask for ask in done.asked if ask.about == "fire support"] == []


@pytest.mark.rule("W-155", "W-156", "W-157", "W-158")
def test_it_serves_nobody_else_and_against_nobody_else() -> None:
    state = supported()
    done = fire(state, {MATR: "B1"}, HIT_ONCE)
    # A4 got out of another transport, and A1 is the transport itself.
    assert {event.unit for event in done.all(Lasts)} == {"A2"}
    assert REROLL not in numbers(fire(state, {MATR: "B1"}, face=1), MATR)
    assert REROLL not in numbers(fire(state, {BOLTER: "B2"}, unit="A2", face=1), BOLTER)
    # Who got out in an earlier turn has no such mark any more.
    state = supported()
    apply(state, Ends(moment="turn"))
    assert fire(state, {MATR: "B1"}, HIT_ONCE).all(Lasts) == []


@pytest.mark.rule("W-159")
def test_it_ends_with_the_phase_and_is_for_ranged_attacks() -> None:
    state = supported()
    done = fire(state, {MATR: "B1"}, HIT_ONCE)
    assert {event.lasting.effect.attacks for event in done.all(Lasts)} == {"ranged"}
    apply(state, Ends(moment="phase"))
    assert state.units["A2"].lasting == []


@pytest.mark.rule("W-160")
def test_it_gives_no_second_re_roll() -> None:
    state = supported()
    state.units["A3"].got_out_of = "A1"  # as if a twin-linked weapon had been aboard
    fire(state, {MATR: "B1"}, HIT_ONCE)
    # A hit, a failed wound thrown again: no third die.
    done = fire(state, {"Twin bolt cannon": "B1"}, [4, 1, 1, 1, 1, 1, 1, 1], unit="A3")
    assert [len(faces) for faces in rolls(done, "wound")] == [1]


@pytest.mark.rule("W-161", "C4")
@pytest.mark.parametrize("phase", ["movement", "shooting"])
def test_it_is_no_part_of_shooting_out_of_turn(phase: str) -> None:
    state = supported()
    gone = state.units["A2"].got_out_of
    out_of_turn(state, phase)
    assert gone == "A1"
    done = drive(state, shoot(state, state.units["A1"], only="B1"), (), [1, *[1] * 5, 4, *[1] * 5, 1, *[1] * 6])
    assert done.all(Lasts) == []


@pytest.mark.rule("W-369")
def test_it_marks_exactly_one_unit_after_split_fire() -> None:
    state = supported()
    faces = [1, 4, *[1] * 4, 1, 4, *[1] * 5, 1]
    done = fire(state, {CYCLIC: "B1", MATR: "B2"}, faces, answers=["B2"])
    ask = done.about("fire support")
    assert [option.key for option in ask.options] == ["B1", "B2"]
    assert refusal(ask, "B1;B2") is not None
    assert {event.lasting.against for event in done.all(Lasts)} == {"B2"}


# --- Firing Deck ---


def deck() -> State:
    """An Impulsor with Intercessors inside."""
    state = shooting(
        [UnitSpec(datasheet="Impulsor", name="boat"), UnitSpec(datasheet="Intercessor Squad", inside="boat")],
        [CREW],
        factions=MARINES,
    )
    apply(state, TakenOff(unit="A2", where="inside", transport="A1"))
    stand(state, "B1", 10)
    return state


def test_passengers_lend_their_weapons_and_do_not_shoot_themselves() -> None:
    state = deck()
    done = fire(state, "B1", face=1, answers=["lend"])
    assert [said.text.partition(" at ")[0] for said in done.all(Said)] == ["2 x Storm bolter", "5 x Bolt rifle"]
    assert [event.unit for event in done.all(Marked)] == ["A2"]
    assert state.units["A2"].shot
    # They have shot: nothing is left to lend.
    assert [ask.about for ask in fire(state, "B1", face=1).asked] == []


def test_passengers_may_keep_their_weapons() -> None:
    state = deck()
    done = fire(state, "B1", face=1, answers=["none"])
    assert [said.text.partition(" at ")[0] for said in done.all(Said)] == ["2 x Storm bolter"]
    assert not state.units["A2"].shot


@pytest.mark.rule("C4")
def test_passengers_lend_nothing_to_shots_out_of_turn() -> None:
    state = deck()
    out_of_turn(state)
    done = fire(state, "B1", face=1, only="B1", facts={"overwatch": True})
    assert [ask.about for ask in done.asked] == []
    assert [said.text.partition(" at ")[0] for said in done.all(Said)] == ["2 x Storm bolter"]
    assert not state.units["A2"].shot


def _once(weapon: Weapon) -> Weapon:
    profiles = tuple(msgspec.structs.replace(profile, abilities=("one shot",)) for profile in weapon.profiles)
    return msgspec.structs.replace(weapon, profiles=profiles)


def test_a_weapon_that_shoots_once_only_is_not_lent() -> None:
    whole = library.datasheet("Intercessor Squad")
    weapons = tuple(_once(weapon) if weapon.name == "Bolt rifle" else weapon for weapon in whole.weapons)
    sheet = msgspec.structs.replace(whole, id="single", name="Single", weapons=weapons)
    units = (UnitSpec(datasheet="Impulsor", name="boat"), UnitSpec(datasheet="single", inside="boat"))
    ours = ArmySpec(name="Ours", faction="Space Marines", units=units, sheets=(sheet,))
    state = fresh((ours, ArmySpec(name="Theirs", faction="Space Marines", units=(squad(),))), mission())
    state.core.round, state.core.phase = 2, "shooting"
    stand(state, "A1", 0)
    apply(state, TakenOff(unit="A2", where="inside", transport="A1"))
    stand(state, "B1", 10)
    assert [armed.gun.name for armed in lendable(state, state.units["A1"])] == ["Bolt pistol"] * 5


def test_who_is_embarked_does_not_shoot() -> None:
    state = deck()
    told = eligible_to_shoot(state, state.units["A2"])
    assert told is not None
    assert told.rule == "C18"


# --- windows ---


def test_the_opponent_may_react_to_targets_and_to_the_shots() -> None:
    state = shooting([fortress()], [squad(), squad()])
    stand(state, "B1", 10, 2)
    stand(state, "B2", 10, 2, y=1000)
    probe = Probe()
    fire(state, {CYCLIC: "B2", MATR: "B1"}, face=1, reactions=[probe])
    seen = [(moment, player, about) for moment, player, about in probe.seen if isinstance(about, Targets)]
    assert [(moment, player) for moment, player, _ in seen] == [("targets selected", 1), ("unit has shot", 1)]
    assert {about.targets for _, _, about in seen} == {("B2", "B1")}


def test_who_was_brought_below_half_strength_is_told() -> None:
    state = shooting([fortress()], [squad()])
    stand(state, "B1", 10, 3)
    probe = Probe()
    # Two of three (of five) are destroyed.
    fire(state, {MATR: "B1"}, [6, 6, 1, 1, 1, 1, 6, 6, 1, 1], reactions=[probe])
    assert [about.halved for moment, _, about in probe.seen if moment == "unit has shot"] == [("B1",)]


@pytest.mark.rule("W-370", "C4")
def test_nobody_reacts_to_overwatch() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 2)
    out_of_turn(state)
    probe = Probe()
    drive(state, shoot(state, state.units["A1"], only="B1", facts={"overwatch": True}), (), [1] * 17, [probe])
    assert {moment for moment, _, _ in probe.seen} == {"dice rolled"}


# --- out of turn ---


@pytest.mark.rule("W-082", "X-64")
def test_a_one_shot_weapon_is_spent_out_of_turn_too() -> None:
    state = shooting([fortress(scan=WARHEAD)])
    stand(state, "B1", 12)
    out_of_turn(state)
    fire(state, "B1", face=1, only="B1", facts={"overwatch": True})
    state.core.turn, state.core.phase = 0, "shooting"
    assert WARHEAD not in questions(state)


@pytest.mark.rule("W-251")
def test_out_of_turn_only_that_enemy_is_shot_at() -> None:
    state = shooting([fortress()], [squad(), squad()])
    stand(state, "B1", 10, 2)
    stand(state, "B2", 10, 2, y=1000)
    out_of_turn(state)
    done = fire(state, "B1", face=1, only="B1")
    assert [ask.about for ask in done.asked] == []
    assert done.value.targets == ("B1",)


@pytest.mark.rule("W-362")
def test_overwatch_binds_the_unit_until_the_phase_ends() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 1)
    out_of_turn(state)
    fire(state, "B1", face=1, only="B1", facts={"overwatch": True})
    done = fire(state, {MATR: "B1"}, [5] * 6)
    assert rolls(done, "wound") == []
    apply(state, Ends(moment="phase"))
    done = fire(state, {MATR: "B1"}, [4] * 6 + [1] * 6)
    assert len(rolls(done, "wound")[0]) == 6
