"""Whom attacks are allocated to: who must take them, and when the owner of the models is asked."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.driving import Driven, refusal
from tests.games.w40k10.battle.kit import Probe, drive, mission
from tests.games.w40k10.battle.shots import (
    MARINES,
    MATR,
    RAIL,
    fire,
    fortress,
    keys,
    losses,
    rolls,
    shooting,
    squad,
    stand,
)
from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.casualties import mortal_wounds
from warbench.games.w40k10.battle.events import Destroyed, Ends, Hurt, apply
from warbench.games.w40k10.battle.missions import Mission, Objective
from warbench.games.w40k10.battle.moments import DiceRolled
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.state import State
from warbench.players.w40k10_planner import planner
from warbench.table.lattice import INCH

ONE_WOUND = [6, 1, 1, 1, 1, 1, 6]
"""The MATR autocannon hits and wounds once."""
SAVED, FAILED = 6, 1


def facing(models: int = 5, **more: Any) -> State:
    """A Hekaton Land Fortress and Intercessors 10 inches away: B1.1 is the sergeant."""
    state = shooting([fortress(RAIL)], **more)
    stand(state, "B1", 10, models)
    return state


def shot(state: State, dice: list[int], named: list[str] | None = None) -> Driven:
    return fire(state, {MATR: "B1"}, dice, losses=named or [])


def test_the_defender_is_asked_which_kind_takes_the_attacks() -> None:
    done = shot(facing(), [*ONE_WOUND, FAILED], ["B1.1"])
    (ask,) = done.allotted
    assert (ask.player, ask.subject, ask.about) == (1, "B1", "allocate")
    assert keys(ask) == ["B1.5,B1.2,B1.4,B1.3", "B1.1"]
    assert "Intercessor Sergeant with" in ask.options[1].text
    assert losses(done) == [("B1.1", MATR)]


def test_any_model_may_be_named_and_nothing_else() -> None:
    done = shot(facing(), [*ONE_WOUND, FAILED], ["B1.3"])
    assert losses(done) == [("B1.3", MATR)]
    (ask,) = done.allotted
    for answer, code in (("B1.9", "not-in-unit"), ("", "not-in-unit"), ("B1.4,B1.4", "named-twice")):
        told = refusal(ask, answer)
        assert told is not None
        assert told.code == code


@pytest.mark.rule("W-038")
def test_the_save_is_that_of_the_model_that_was_named() -> None:
    # The Theyn's crest gives a 4+ invulnerable save, the Warriors save on 5+ against AP-1: a 4 saves the Theyn alone.
    for named, lost in (("B1.1", 0), ("B1.2", 1)):
        state = shooting([fortress()], ["Hearthkyn Warriors"], factions=("Leagues of Votann", "Leagues of Votann"))
        stand(state, "B1", 10, 3)
        done = shot(state, [*ONE_WOUND, 4], [named])
        assert len(done.all(Destroyed)) == lost


def test_what_was_named_stands_until_it_is_gone_then_the_owner_is_asked_again() -> None:
    state = facing()
    wounds = [6, 6, 1, 1, 1, 1, 6, 6]
    # Two wounds of D2 at two models that were named; the sergeant was not.
    done = shot(state, [*wounds, FAILED, FAILED], ["B1.4,B1.2"])
    assert [model for model, _ in losses(done)] == ["B1.4", "B1.2"]
    # One that was named, then the order that holds where nothing is said.
    done = shot(facing(), [*wounds, FAILED, FAILED], ["B1.1"])
    assert [model for model, _ in losses(done)] == ["B1.1", "B1.5"]


def test_it_is_asked_for_each_weapon_when_nobody_named_is_left() -> None:
    done = fire(facing(), {RAIL: "B1", MATR: "B1"}, [4, 3, 1, *ONE_WOUND, FAILED], losses=["B1.2", "B1.1"])
    assert losses(done) == [("B1.2", RAIL), ("B1.1", MATR)]
    # With a kind that is not used up, nobody is asked twice.
    done = fire(facing(), {RAIL: "B1", MATR: "B1"}, [4, 3, 1, *ONE_WOUND, FAILED], losses=["B1.2,B1.3"])
    assert losses(done) == [("B1.2", RAIL), ("B1.3", MATR)]
    assert len(done.allotted) == 1


@pytest.mark.rule("W-125")
def test_a_wounded_model_takes_the_next_attack_and_nobody_is_asked() -> None:
    state = facing()
    state.units["B1"].models[2].wounds = 1
    done = shot(state, [*ONE_WOUND, FAILED])
    assert losses(done) == [("B1.3", MATR)]
    assert not done.allotted


def test_with_more_attacks_than_that_the_owner_says_who_comes_after_it() -> None:
    state = facing()
    state.units["B1"].models[2].wounds = 1
    done = shot(state, [6, 6, 1, 1, 1, 1, 6, 6, FAILED, FAILED], ["B1.1"])
    assert [model for model, _ in losses(done)] == ["B1.3", "B1.1"]
    assert keys(done.allotted[0]) == ["B1.5,B1.2,B1.4", "B1.1"]


def test_of_two_wounded_models_one_is_chosen_first() -> None:
    state = facing()
    for index in (0, 2):
        state.units["B1"].models[index].wounds = 1
    done = shot(state, [*ONE_WOUND, FAILED], ["B1.1"])
    assert keys(done.allotted[0]) == ["B1.3", "B1.1"]
    assert losses(done) == [("B1.1", MATR)]


def test_a_model_that_saved_itself_takes_the_next_attack_of_the_phase() -> None:
    state = facing()
    shot(state, [*ONE_WOUND, SAVED], ["B1.1"])
    assert state.units["B1"].struck == ["B1.1"]
    done = shot(state, [*ONE_WOUND, FAILED])
    assert not done.allotted
    assert losses(done) == [("B1.1", MATR)]


def test_what_something_else_wounds_meanwhile_takes_the_next_attack() -> None:
    state = facing()

    def explode(_state: State, _about: DiceRolled) -> Procedure[None]:
        yield Hurt(model="B1.4", wounds=1)

    done = fire(state, {MATR: "B1"}, [*ONE_WOUND, FAILED], answers=["probe:use"], reactions=[Probe("dice rolled", explode)])
    assert [model for model, _ in losses(done)] == ["B1.4", "B1.4"]
    assert not done.allotted


def test_in_the_next_phase_another_may_take_it() -> None:
    state = facing()
    shot(state, [*ONE_WOUND, SAVED], ["B1.1"])
    apply(state, Ends(moment="phase"))
    done = shot(state, [*ONE_WOUND, FAILED], ["B1.2"])
    assert losses(done) == [("B1.2", MATR)]


def test_within_a_volley_it_takes_the_attacks_of_the_next_weapon() -> None:
    state = facing()
    # With an invulnerable save the rail cannon's attack is saved; the autocannon strikes the same model.
    state.roster.units["B1"] = armoured(state)
    done = fire(state, {RAIL: "B1", MATR: "B1"}, [4, 3, SAVED, *ONE_WOUND, FAILED], losses=["B1.1"])
    assert losses(done) == [("B1.1", MATR)]


def armoured(state: State) -> Any:
    """The roster's entry of B1 with a 4+ invulnerable save."""
    entry = state.entry("B1")
    return replace(entry, kinds=tuple(replace(kind, invulnerable=4) for kind in entry.kinds))


def test_nobody_is_asked_about_models_that_are_alike() -> None:
    state = facing()
    del state.units["B1"].models[0]  # without the sergeant
    done = shot(state, [*ONE_WOUND, FAILED])
    assert not done.allotted
    assert losses(done) == [("B1.2", MATR)]


def at_the_end_of_the_line(state: State) -> Mission:
    """A mission whose objective only the outermost of the Intercessors is in range of."""
    place = state.units["B1"].models[-1].place
    assert place is not None
    field = mission()
    return Mission(
        "test", "Test", "strike force", 44, 60, field.zones, (Objective("end", place.x / INCH + 3.2, place.y / INCH),), ()
    )


def test_models_alike_are_told_apart_by_what_they_hold() -> None:
    plain = facing()
    state = facing(on=at_the_end_of_the_line(plain))
    del state.units["B1"].models[0]
    done = shot(state, [*ONE_WOUND, FAILED], ["B1.5"])
    assert keys(done.allotted[0]) == ["B1.2,B1.3,B1.4", "B1.5"]
    assert [", at end" in option.text for option in done.allotted[0].options] == [False, True]
    assert losses(done) == [("B1.5", MATR)]


def test_an_attached_character_cannot_be_named_while_others_are_left() -> None:
    state = shooting([fortress()], [UnitSpec(datasheet="Intercessor Squad", leader="Captain")])
    stand(state, "B1", 10, 6)
    done = shot(state, [*ONE_WOUND, FAILED], ["B1.1"])
    told = refusal(done.allotted[0], "B1.6")
    assert told is not None
    assert told.code == "not-yet"


@pytest.mark.rule("W-125")
def test_mortal_wounds_are_allocated_by_the_owner_too() -> None:
    state = facing()
    done = drive(state, mortal_wounds(state, "B1", 3), losses=["B1.1"])
    assert [(type(event), event.model) for event in done.events if isinstance(event, Hurt | Destroyed)] == [
        (Hurt, "B1.1"),
        (Destroyed, "B1.1"),
        (Hurt, "B1.2"),
    ]
    assert len(done.allotted) == 1


def test_the_saves_of_a_weapon_are_rolled_together_whatever_was_named() -> None:
    done = shot(facing(), [6, 6, 6, 1, 1, 1, 6, 6, 6, SAVED, SAVED, FAILED], ["B1.1"])
    assert rolls(done, "save") == [(SAVED, SAVED, FAILED)]
    assert [model for model, _ in losses(done)] == ["B1.1"]


def test_the_planner_loses_the_worst_armed_first() -> None:
    state = shooting([fortress()], ["Hearthkyn Warriors"], factions=("Leagues of Votann", "Leagues of Votann"))
    stand(state, "B1", 10, 10)
    ask = shot(state, [*ONE_WOUND, SAVED], ["B1.1"]).allotted[0]
    key = planner()(ask, state)
    assert "B1.1" not in key.split(",")


def test_it_is_asked_once_of_the_owner_of_the_models_whoever_shoots() -> None:
    state = shooting([squad()], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 8, 5)
    done = fire(state, {"Bolt rifle": "B1"}, face=5)
    assert [ask.player for ask in done.allotted] == [1]
