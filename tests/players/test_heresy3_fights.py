"""How the Horus Heresy planner fights: charges, challenges, weapons, the end of a combat."""

import pytest

from tests.games.heresy3.battle.kit import (
    BREACHER_CHARGES,
    BUN,
    CEN,
    KNIFE,
    MAN,
    MELTA_BOMBS,
    POWER_FIST,
    at,
    board,
    phase,
    put,
    row,
    state_of,
    with_,
)
from tests.players.heresy3_kit import asked, paid
from warbench.battle.requests import Ask, Option
from warbench.games.heresy3.battle.state import Combat, State
from warbench.players.heresy3_fights import best_charge, charge_worth, reaches
from warbench.players.heresy3_planner import planner
from warbench.players.heresy3_worth import edge, fight

BRUTE = with_(MAN, arms=[POWER_FIST], attacks=4, wounds=2, save=2)


def charge(apart: float, *, ours: int = 5) -> State:
    """Brutes before common men, so far apart."""
    state = state_of([paid(200, (BRUTE, ours))], [paid(100, (with_(MAN, arms=[KNIFE]), 5))])
    phase(state, "assault", "charge")
    put(state, "A1", row(ours, 20, 10))
    put(state, "B1", row(5, 20, 10 + apart + 320 / 254))
    return state


@pytest.mark.parametrize(("apart", "expected"), [(2.5, 1.0), (9.0, 1 - 25 / 36), (8.0, 1 - 16 / 36), (11.0, 0.0)])
def test_the_chance_of_a_charge_is_that_of_the_higher_die_after_the_set_up_move(apart: float, expected: float) -> None:
    state = charge(apart)
    assert reaches(state, state.units["A1"], state.units["B1"]) == pytest.approx(expected)


def test_the_strong_charge_the_weak_and_not_the_other_way_round() -> None:
    state = charge(3)
    ours, theirs = state.units["A1"], state.units["B1"]
    assert fight(state, ours, theirs, charged=True) > 0 > fight(state, theirs, ours, charged=True)
    assert best_charge(state, ours)[1] == "B1"
    assert charge_worth(state, theirs, ours) < 0
    assert planner()(asked("unit", ["A1", "pass"], "charge"), state) == "A1"
    state.core.turn = 1
    assert planner()(asked("unit", ["B1", "pass"], "charge", player=1), state) == "pass"


def test_a_way_with_more_models_in_contact_is_better_than_staying() -> None:
    ask = Ask(0, "pile in", "?", lambda: [Option("hold", "stay"), Option("a", "2 of 5 models"), Option("b", "4 of 5 models")])
    assert planner()(ask, state_of()) == "b"


# --- challenges ---


def duel() -> State:
    state = state_of([paid(150, with_(CEN, arms=[POWER_FIST], attacks=5, weapon_skill=6))], [paid(80, with_(CEN, wounds=2))])
    phase(state, "assault", "challenge")
    put(state, "A1", at(20, 20))
    put(state, "B1", at(20, 20 + 320 / 254))
    state.core.combats = [Combat(["A1", "B1"], [0, 0])]
    return state


def test_the_better_champion_challenges_and_the_worse_one_refuses() -> None:
    state = duel()
    combat = ["A1", "B1"]
    assert edge(state, state.model("A1.1"), state.model("B1.1"), combat) > 0
    assert planner()(asked("challenge", ["A1.1", "pass"], "A1"), state) == "A1.1"
    assert planner()(asked("challenge", ["B1.1", "pass"], "A1", player=1), state) == "pass"
    answer = Ask(
        1, "accept challenge", "Centurion (A1.1) declares a challenge: who accepts?",
        lambda: [Option("B1.1", ""), Option("refuse", "")], subject="A1",
    )  # fmt: skip
    assert planner()(answer, state) == "refuse"


def test_gambits_go_by_who_is_ahead() -> None:
    state = duel()
    keys = ["none", "seize the initiative", "guard up", "withdraw", "finishing blow"]
    for key in ("A1.1", "B1.1"):
        model = state.model(key)
        model.aside = model.place
    assert planner()(asked("gambit", keys, "A1"), state) in {"finishing blow", "seize the initiative"}
    assert planner()(asked("gambit", keys, "B1", player=1), state) == "guard up"
    assert planner()(asked("challenge goes on", ["glory", "again"], "A1"), state) == "again"
    assert planner()(asked("challenge goes on", ["glory", "again"], "B1", player=1), state) == "glory"
    state.model("B1.1").wounds = 1
    assert planner()(asked("withdraw", ["withdraw", "stay"], "B1", player=1), state) == "withdraw"
    assert planner()(asked("withdraw", ["withdraw", "stay"], "A1"), state) == "stay"


# --- walls ---


def storm(*, garrison: bool) -> State:
    """Breachers in contact with an enemy bunker."""
    kind = with_(MAN, arms=[KNIFE, MELTA_BOMBS, BREACHER_CHARGES])
    state = state_of([paid(150, (kind, 1))], [paid(200, BUN), paid(100, (MAN, 5))])
    phase(state, "assault", "fight")
    put(state, "A1", at(20, 20))
    put(state, "B1", at(20, 20 + 3 + 160 / 254))
    if garrison:
        board(state, "B2", "B1")
    else:
        put(state, "B2", row(5, 20, 46))
    state.core.combats = [Combat(["A1", "B1"], [0, 0])]
    return state


@pytest.mark.parametrize(("garrison", "bombs"), [(True, True), (False, False)])
def test_bombs_are_for_garrisons_and_what_can_be_captured_is_left_whole(garrison: bool, bombs: bool) -> None:
    state = storm(garrison=garrison)
    arms = [KNIFE.name, "melta bombs", "breacher charges"]
    chosen = planner()(asked("melee weapon", arms, "A1", matter=("A1.1",)), state)
    assert (chosen != KNIFE.name) == bombs


def test_a_bunker_that_is_to_be_captured_is_not_left() -> None:
    options = ["hold", "fall back", "consolidate"]
    assert planner()(asked("aftermath", options, "A1"), storm(garrison=False)) == "hold"
    assert planner()(asked("aftermath", options, "A1"), storm(garrison=True)) == "consolidate"


def test_a_free_bunker_is_worth_a_charge() -> None:
    kind = with_(MAN, arms=[KNIFE])
    state = state_of([paid(150, (kind, 5))], [paid(200, BUN), paid(100, (MAN, 5))])
    phase(state, "assault", "charge")
    put(state, "A1", row(5, 18, 20))
    put(state, "B1", at(20, 27))
    put(state, "B2", row(5, 60, 46))
    free = charge_worth(state, state.units["A1"], state.units["B1"])
    put(state, "B2", row(5, 18, 33))
    assert free > 30 > charge_worth(state, state.units["A1"], state.units["B1"])
    assert planner()(asked("charge target", ["B1"], "A1"), state) == "B1"
