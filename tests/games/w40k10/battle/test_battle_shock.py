"""The Battle-shock step: who tests, against what, and how long it lasts."""

from typing import Any

import msgspec
import pytest

from tests.driving import Driven, refused
from tests.games.w40k10.battle.kit import Probe, at, drive, put, row, state_of
from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle import battle_shock, command
from warbench.games.w40k10.battle.events import Began, Done, Marked, Threw
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.scoring import levels
from warbench.games.w40k10.battle.state import State

HLF = "Hekaton Land Fortress"
KYN = "Hearthkyn Warriors"


def shaken(*units: UnitSpec | str, left: int = 4) -> State:
    """The Battle-shock step of player 0: each of his units has lost all but ``left`` models."""
    state = state_of(list(units))
    state.core.phase, state.core.step = "command", battle_shock.STEP
    for index, unit in enumerate(state.roster.of(0)):
        put(state, unit.id, row(min(left, len(unit.models)), 10, 10 + 6 * index))
    put(state, "B1", row(5, 20, 50))
    return state


def step(state: State, answers: list[str] | None = None, faces: list[int] | None = None, probe: Probe | None = None) -> Driven:
    return drive(state, command.next_step(state), answers or [], faces or [], [probe] if probe else ())


# --- who tests ---


@pytest.mark.rule("W-340")
def test_units_on_the_battlefield_below_half_test() -> None:
    state = shaken(KYN, KYN, KYN)
    put(state, "A2", [])  # in reserve, with its four models left
    state.units["A2"].where = "reserve"
    state.units["A3"].where = "inside"
    state.units["A3"].inside = "A1"
    assert [unit.id for unit in battle_shock.owing(state)] == ["A1"]
    state = shaken(KYN, left=5)  # half is not below half
    assert battle_shock.owing(state) == []


@pytest.mark.rule("W-340")
def test_the_opponent_does_not_test() -> None:
    state = shaken(KYN)
    put(state, "B1", row(1, 20, 50))
    assert [unit.id for unit in battle_shock.owing(state)] == ["A1"]


@pytest.mark.rule("W-350")
@pytest.mark.parametrize(("wounds", "tests"), [(7, True), (8, False)])
def test_a_single_model_is_below_half_by_its_wounds(wounds: int, tests: bool) -> None:
    state = shaken(HLF)
    state.units["A1"].models[0].wounds = wounds
    assert bool(battle_shock.owing(state)) is tests


@pytest.mark.rule("W-347")
def test_a_unit_that_another_rule_tells_to_test_does_so_once() -> None:
    state = shaken(KYN, KYN)
    put(state, "A2", row(4, 10, 16))
    state.core.owed = ["A1"]  # Below Starting Strength, and Below Half-strength as well
    step(state, ["A1"], [6, 6])
    step(state, [], [6, 6])
    assert state.core.done == ["A1", "A2"]
    assert battle_shock.owing(state) == []


@pytest.mark.rule("W-361", "W-349")
def test_no_test_is_left_out_and_the_movement_phase_follows_the_last() -> None:
    state = shaken(KYN, KYN, KYN)
    assert step(state, ["A2"], [6, 6]).all(Done) == [Done(unit="A2")]
    with refused("not-an-option"):
        step(state, ["pass"])
    with refused("not-an-option"):
        step(state, ["A2"])
    step(state, ["A3"], [6, 6])
    assert (state.core.phase, state.core.step) == ("command", battle_shock.STEP)
    step(state, [], [6, 6])
    done = step(state)
    assert done.all(Began) == [Began(round=2, turn=0, phase="movement")]


# --- the test ---


@pytest.mark.rule("W-341")
@pytest.mark.parametrize(("faces", "passed"), [((3, 4), True), ((3, 3), False)])
def test_two_dice_reach_the_leadership(faces: tuple[int, int], passed: bool) -> None:
    state = shaken(KYN)  # Leadership 7+
    done = step(state, [], list(faces))
    assert [(event.purpose, event.faces, event.rule) for event in done.all(Threw)] == [("battle-shock", faces, "W-341")]
    assert state.units["A1"].shocked is not passed


@pytest.mark.rule("W-341", "X-61")
def test_the_best_leadership_of_the_models_left_counts() -> None:
    state = shaken(UnitSpec(datasheet=KYN, leader="Kâhl"), left=11)
    entry = state.entry("A1")
    # No bundled leader betters the unit that it leads: this Kâhl has 6+.
    kinds = tuple(msgspec.structs.replace(kind, leadership=7 - kind.part) for kind in entry.kinds)
    state.roster.units["A1"] = msgspec.structs.replace(entry, kinds=kinds)
    ways = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    led = battle_shock.leadership(state, state.units["A1"])
    assert (led, sum(sum(faces) >= led for faces in ways)) == (6, 26)  # 13/18
    put(state, "A1", row(4, 10, 10))  # the Kâhl is dead
    alone = battle_shock.leadership(state, state.units["A1"])
    assert (alone, sum(sum(faces) >= alone for faces in ways)) == (7, 21)  # 7/12
    step(state, [], [3, 3])
    assert state.units["A1"].shocked


@pytest.mark.rule("W-342", "W-348")
def test_a_failed_test_holds_until_the_next_own_command_phase() -> None:
    state = shaken(UnitSpec(datasheet=KYN, leader="Kâhl"))
    step(state, [], [1, 1])
    assert state.units["A1"].shocked  # the unit: all of its models, the leader's with them
    state.core.phase, state.core.step, state.core.turn = "command", "", 1
    step(state)
    assert state.units["A1"].shocked
    state.core.phase, state.core.step, state.core.turn = "command", "", 0
    done = step(state)
    assert done.all(Marked) == [Marked(unit="A1", mark="shocked", value=False, rule="W-342")]
    assert not state.units["A1"].shocked


@pytest.mark.rule("W-343")
def test_the_objective_control_of_a_shocked_unit_is_nought() -> None:
    state = shaken(HLF)
    put(state, "A1", [at(22, 32)])
    objective = state.mission.objectives[0]
    assert levels(state, objective) == (5, 0)
    state.units["A1"].models[0].wounds = 3
    step(state, [], [2, 1])
    assert levels(state, objective) == (0, 0)


# --- reactions ---


def _passes(state: State, about: Any) -> Procedure[str]:
    yield from ()
    return "passed"


@pytest.mark.rule("W-231", "W-232")
def test_before_the_dice_a_test_can_be_passed_without_them() -> None:
    state = shaken(KYN)
    probe = Probe("before battle-shock", _passes)
    done = step(state, ["probe:use"], [], probe)
    assert done.rolls == []
    assert not state.units["A1"].shocked
    assert [moment for moment, _, _ in probe.seen] == ["before battle-shock"]


@pytest.mark.rule("W-234", "W-236")
def test_after_a_failed_test_it_can_count_as_passed() -> None:
    state = shaken(KYN)
    step(state, ["probe:use"], [1, 2], Probe("battle-shock failed", _passes))
    assert not state.units["A1"].shocked
    state = shaken(KYN)
    probe = Probe("battle-shock failed", _passes)
    step(state, [], [6, 2], probe)  # passed: nothing is offered
    assert "battle-shock failed" not in [moment for moment, _, _ in probe.seen]


@pytest.mark.rule("W-360")
def test_outside_the_step_nothing_is_offered() -> None:
    state = shaken(KYN)
    state.core.phase, state.core.step = "shooting", ""
    probe = Probe("before battle-shock", _passes)
    done = drive(state, battle_shock.take_test(state, state.units["A1"]), [], [1, 1], [probe])
    assert done.value is False
    assert state.units["A1"].shocked
    assert probe.seen == []
