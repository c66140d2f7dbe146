"""Hazardous tests after attacks, and what failed ones cost."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.driving import Driven
from tests.games.w40k10.battle.kit import Probe, drive
from tests.games.w40k10.battle.shots import (
    MARINES,
    answered,
    at,
    fire,
    losses,
    out_of_turn,
    rolls,
    shooting,
    stand,
)
from warbench.battle.requests import Ask, Option, Procedure
from warbench.games.w40k10.battle.after_attacks import Failed, suffer
from warbench.games.w40k10.battle.events import Destroyed, Hurt, Threw
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import Shot, shoot
from warbench.games.w40k10.battle.state import State

PLASMA = "Plasma incinerator"
OVERCHARGED = {PLASMA: "B1/2"}


def hellblasters(leader: str = "") -> State:
    """Five Hellblasters with plasma incinerators, W2, ten inches from ten Hearthkyn Warriors."""
    state = shooting([UnitSpec(datasheet="Hellblaster Squad", leader=leader)], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 10)
    return state


def terminators() -> State:
    """Five Terminators led by a Librarian."""
    unit = UnitSpec(datasheet="Terminator Squad", leader="Librarian in Terminator Armour")
    return shooting([unit], ["Hearthkyn Warriors"], factions=MARINES)


def overcharge(state: State, tests: list[int], **more: Any) -> Driven:
    """They shoot supercharged, all miss, and roll their tests."""
    return fire(state, OVERCHARGED, [*[1] * 10, *tests], **more)


def failed(state: State, times: int, *bearers: str) -> list[Failed]:
    return [Failed("A1", 3, bearers or tuple(model.id for model in state.units["A1"].models))] * times


@pytest.mark.rule("W-112")
def test_one_test_a_weapon_after_all_attacks() -> None:
    done = overcharge(hellblasters(), [2, 3, 4, 5, 6])
    assert [event.purpose for event in done.all(Threw)] == ["hit", "hazardous"]
    assert rolls(done, "hazardous") == [(2, 3, 4, 5, 6)]


@pytest.mark.rule("W-113", "W-364")
def test_a_1_fails_and_costs_one_model_three_mortal_wounds() -> None:
    state = hellblasters()
    done = overcharge(state, [6, 1, 2, 3, 4], answers=["A1.2"])
    assert losses(done) == [("A1.2", "Hazardous")]
    assert len(state.units["A1"].models) == 4


@pytest.mark.rule("W-114", "X-30")
def test_the_test_is_owed_though_the_target_was_gone() -> None:
    state = shooting([UnitSpec(datasheet="Hellblaster Squad")], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 10, 1)
    # Ten hits, ten wounds, one model: one save is rolled, nine attacks find nobody.
    done = fire(state, OVERCHARGED, [*[6] * 10, *[6] * 10, 1, 2, 2, 2, 2, 2])
    assert state.units["B1"].where == "gone"
    assert len(rolls(done, "hazardous")[0]) == 5


@pytest.mark.rule("W-115", "W-121")
def test_failed_tests_are_handled_one_at_a_time() -> None:
    state = hellblasters()
    done = drive(state, suffer(state, failed(state, 2, "A1.2", "A1.3")), ["A1.2", "A1.3"])
    # Two wounds each, three mortal wounds each: what one has no wounds for is lost.
    assert [event.model for event in done.all(Destroyed)] == ["A1.2", "A1.3"]
    assert not done.all(Hurt)


@pytest.mark.rule("W-116", "X-28")
def test_a_wounded_bearer_comes_first_even_a_character() -> None:
    state = hellblasters(leader="Captain")
    captain = state.units["A1"].models[-1]
    captain.wounds = 4
    done = drive(state, suffer(state, failed(state, 1)))
    assert losses(done) == [(captain.id, "Hazardous")]
    assert captain.wounds == 1


@pytest.mark.rule("W-117")
def test_a_wounded_model_without_such_a_weapon_is_passed_over() -> None:
    state = shooting(
        [UnitSpec(datasheet="Terminator Squad", leader="Librarian in Terminator Armour")],
        ["Hearthkyn Warriors"],
        factions=MARINES,
    )
    sergeant, librarian = state.units["A1"].models[0], state.units["A1"].models[-1]
    sergeant.wounds = 1
    done = drive(state, suffer(state, failed(state, 1, librarian.id)))
    assert losses(done) == [(librarian.id, "Hazardous")]


@pytest.mark.rule("W-118")
def test_soldiers_come_before_characters() -> None:
    state = hellblasters(leader="Captain")
    captain = state.units["A1"].models[-1]
    asked: list[list[str]] = []

    def choose(ask: Ask) -> str:
        asked.append([option.key for option in ask.options])
        return asked[-1][0]

    drive(state, suffer(state, failed(state, 1)), [choose])
    assert captain.id not in asked[0]


@pytest.mark.rule("W-119")
def test_a_character_suffers_when_nobody_else_bears_one() -> None:
    state = shooting(
        [UnitSpec(datasheet="Terminator Squad", leader="Librarian in Terminator Armour")],
        ["Hearthkyn Warriors"],
        factions=MARINES,
    )
    librarian = state.units["A1"].models[-1]
    done = drive(state, suffer(state, failed(state, 1, librarian.id)))
    assert losses(done) == [(librarian.id, "Hazardous")]


@pytest.mark.rule("W-120", "X-29")
def test_the_second_fail_finds_the_bearer_that_the_first_wounded() -> None:
    state = hellblasters(leader="Captain")
    captain = state.units["A1"].models[-1]
    captain.wounds = 4
    others = [model.wounds for model in state.units["A1"].models[:-1]]
    done = drive(state, suffer(state, failed(state, 2)))
    assert losses(done) == [(captain.id, "Hazardous"), (captain.id, "Hazardous")]
    assert [event.wounds for event in done.all(Hurt)] == [3]
    assert [model.wounds for model in state.units["A1"].models] == others


@pytest.mark.rule("W-122")
def test_overwatch_in_the_charge_phase_is_suffered_later() -> None:
    state = hellblasters()
    out_of_turn(state, "charge")
    choose = at("B1/2")
    procedure = answered(shoot(state, state.units["A1"], only="B1", facts={"overwatch": True}), choose)
    done = drive(state, procedure, (), [*[1] * 10, 1, 2, 2, 2, 2])
    assert losses(done) == []
    assert isinstance(done.value, Shot)
    assert len(done.value.later) == 1
    # The charge move has ended: now it is suffered.
    assert losses(drive(state, suffer(state, done.value.later), ["A1.1"])) == [("A1.1", "Hazardous")]


@pytest.mark.rule("W-363")
def test_overwatch_in_the_movement_phase_is_suffered_at_once() -> None:
    state = hellblasters()
    out_of_turn(state, "movement")
    procedure = answered(shoot(state, state.units["A1"], only="B1", facts={"overwatch": True}), at("B1/2"))
    done = drive(state, procedure, ["A1.1"], [*[1] * 10, 1, 2, 2, 2, 2])
    assert losses(done) == [("A1.1", "Hazardous")]
    assert isinstance(done.value, Shot)
    assert done.value.later == ()


class Again(Probe):
    """Throws the second of the Hazardous tests again."""

    def options(self, state: State, moment: str, player: int, about: Any) -> Sequence[Option]:
        return super().options(state, moment, player, about) if getattr(about, "purpose", "") == "hazardous" else []


def second(_state: State, _about: Any) -> Procedure[int]:
    yield from ()
    return 1


@pytest.mark.rule("W-220")
def test_a_hazardous_test_may_be_rolled_again() -> None:
    reactions = [Again("dice rolled", second)]
    done = overcharge(hellblasters(), [6, 1, 6, 6, 6, 4], reactions=reactions, answers=["probe:use"])
    assert losses(done) == []
    assert rolls(done, "hazardous again") == [(6, 4, 6, 6, 6)]
