"""Before the first turn: Fortifications first, in their owner's zone; who may wait in Reserves."""

import pytest

from tests.driving import Driven, refusal
from tests.games.heresy3.battle.kit import BUN, LEG, MAN, TANK, TOW, at, drive, key, phase, play, state_of, unit, with_
from warbench.games.heresy3.battle import deployment
from warbench.games.heresy3.battle.bearing import facts_between
from warbench.games.heresy3.battle.deployment import not_ready, refusal_of_deployment, refusal_of_reserve
from warbench.games.heresy3.battle.events import Over, SetUp, TakenOff
from warbench.games.heresy3.battle.state import State


def before(state: State, step: str = "maps") -> State:
    """A battle that has not begun."""
    phase(state, "setup", step)
    state.core.round = 0
    return state


def deployed(done: Driven) -> list[str]:
    """The units in the order in which they were deployed."""
    return [event.unit for event in done.all(SetUp)]


@pytest.mark.rule("H-032", "H-036")
@pytest.mark.parametrize("scoring", ["heart", "none"])  # a core mission, and one without numbered steps
def test_zones_then_fortifications_then_anybody_else(scoring: str) -> None:
    state = before(state_of([BUN, LEG], [LEG], scoring=scoring))
    bun, leg = state.units["A1"], state.units["A2"]
    refused = refusal_of_deployment(state, bun)
    assert refused is not None
    assert (refused.code, refused.rule) == ("no-zones", "H-032")
    play(state, deployment.next_step, lambda: state.core.step == "fortifications", faces=[5, 3])
    refused = refusal_of_deployment(state, leg)
    assert refused is not None
    assert (refused.code, refused.rule) == ("fortifications-first", "H-032")
    assert refusal_of_deployment(state, bun) is None
    done = play(state, deployment.next_step, lambda: state.core.step == "first", faces=[2, 6])
    assert deployed(done)[0] == "A1"
    assert refusal_of_deployment(state, leg) is None
    assert sorted(deployed(done)) == ["A1", "A2", "B1"]


@pytest.mark.rule("H-033", "H-035")
def test_the_higher_zone_roll_deploys_all_its_fortifications_first() -> None:
    state = before(state_of([BUN, TOW], [BUN]))
    done = play(state, deployment.next_step, lambda: state.core.step == "fortifications", faces=[5, 3])
    play(state, deployment.next_step, lambda: state.units["A1"].where == "table")
    refused = refusal_of_deployment(state, state.units["B1"])
    assert refused is not None
    assert (refused.code, refused.rule) == ("not-your-turn", "H-033")
    done = play(state, deployment.next_step, lambda: state.core.step == "formations")
    assert deployed(done) == ["A2", "B1"]


@pytest.mark.rule("H-035")
@pytest.mark.parametrize(
    ("faces", "theirs", "order"),
    [([5, 3], [BUN, TOW], ["A1", "A2", "B1", "B2"]), ([3, 5], [BUN, TOW], ["B1", "B2", "A1", "A2"]), ([5, 3], [], ["A1", "A2"])],
)
def test_all_of_one_player_then_all_of_the_other(faces: list[int], theirs: list[object], order: list[str]) -> None:
    state = before(state_of([BUN, TOW], theirs))  # type: ignore[arg-type]
    done = play(state, deployment.next_step, lambda: state.core.step == "formations", faces=faces)
    assert deployed(done) == order


@pytest.mark.rule("H-034")
def test_a_fortification_stands_wholly_in_its_zone() -> None:
    state = before(state_of([BUN]), "fortifications")
    done = drive(state, deployment.next_step(state), [key(at(36, 9))])
    assert deployed(done) == ["A1"]
    (ask,) = done.asked
    refused = refusal(ask, key(at(36, 10)))
    assert refused is not None
    assert (refused.code, refused.rule) == ("outside-region", "H-034")


@pytest.mark.rule("H-025")
def test_a_fortification_never_waits_in_reserves_and_must_be_deployed() -> None:
    state = before(state_of([unit(BUN, reserve="reserve")]), "formations")
    refused = refusal_of_reserve(state, state.units["A1"])
    assert refused is not None
    assert (refused.code, refused.rule) == ("no-reserves", "H-025")
    done = drive(state, deployment.next_step(state))
    assert not done.all(TakenOff)
    refused = not_ready(state)
    assert refused is not None
    assert (refused.code, refused.rule) == ("not-deployed", "H-025")
    phase(state, "setup", "first")
    done = drive(state, deployment.next_step(state))
    assert "H-025" not in done.all(Over)[0].why
    assert "must be deployed" in done.all(Over)[0].why
    assert state.core.over
    assert state.core.round == 0


@pytest.mark.rule("H-274")
def test_nobody_waits_in_reserves_without_a_rule() -> None:
    state = before(state_of([LEG, unit((with_(MAN, rules=("Deep Strike",)), 5))]), "deploy")
    done = drive(state, deployment.next_step(state), [key(*[at(10 + 1.5 * n, 5) for n in range(10)])])
    (ask,) = done.asked
    refused = refusal(ask, "reserve")
    assert refused is not None
    assert (refused.code, refused.rule) == ("no-reserves", "H-274")
    done = drive(state, deployment.next_step(state), ["reserve"])
    assert state.units["A2"].where == "reserve"
    free = before(state_of([LEG], reserves=True), "deploy")
    drive(free, deployment.next_step(free), ["reserve"])
    assert free.units["A1"].where == "reserve"


def test_the_loser_of_the_roll_off_deploys_first_and_has_the_first_turn_unless_it_is_seized() -> None:
    state = before(state_of(), "order")
    done = play(state, deployment.next_step, lambda: state.core.step == "first", faces=[2, 5])
    assert deployed(done) == ["A1", "B1"]
    drive(state, deployment.next_step(state), faces=[6])
    assert (state.core.phase, state.core.turn, state.core.round) == ("start", 1, 1)


def test_a_vehicle_that_has_had_no_movement_phase_yet_has_not_moved() -> None:
    state = before(state_of([LEG], [TANK]), "deploy")
    play(state, deployment.next_step, lambda: state.core.step == "first")
    phase(state, "shooting", "attack")
    assert facts_between(state, state.units["A1"], state.units["B1"])["target_stationary"] is True
