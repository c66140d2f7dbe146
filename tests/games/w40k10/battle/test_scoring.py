"""Objectives: who controls them, what stays controlled, and what they score."""

import msgspec
import pytest

from tests.games.w40k10.battle.kit import at, drive, mission, put, row, state_of
from warbench.games.w40k10.battle import scoring
from warbench.games.w40k10.battle.events import Held, Points
from warbench.games.w40k10.battle.missions import Objective, Scoring
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.state import State
from warbench.table.lattice import Place

HLF = "Hekaton Land Fortress"
KYN = "Hearthkyn Warriors"
MIDDLE = (22 * 254, 30 * 254)


def level(state: State) -> tuple[int, int]:
    return scoring.levels(state, state.mission.objectives[0])


def owner(state: State) -> int | None:
    return scoring.controller(state, state.mission.objectives[0])


# --- control ---


@pytest.mark.rule("C17")
def test_in_range_is_three_inches_across_and_five_up() -> None:
    state = state_of([KYN])
    edge = MIDDLE[0] + 3 * 254 + 200 + 140  # the marker is 40 mm across, the base 28 mm
    for place, count in (
        (Place(edge, MIDDLE[1]), 2),
        (Place(edge + 1, MIDDLE[1]), 0),
        (Place(*MIDDLE, 5 * 254), 2),
        (Place(*MIDDLE, 5 * 254 + 1), 0),
    ):
        put(state, "A1", [place])
        assert level(state) == (count, 0), place


@pytest.mark.rule("C17")
def test_the_higher_sum_controls_and_equal_sums_contest() -> None:
    state = state_of([HLF, KYN], ["Intercessor Squad"])
    put(state, "B1", row(3, 21, 31))
    assert (level(state), owner(state)) == ((0, 6), 1)
    put(state, "A1", [at(22, 28)])
    assert (level(state), owner(state)) == ((5, 6), 1)
    put(state, "A2", [at(20, 32)])
    assert (level(state), owner(state)) == ((7, 6), 0)
    put(state, "A2", [at(30, 32)])
    put(state, "B1", row(2, 21, 31))
    state.units["B1"].models.pop()
    put(state, "A1", [at(40, 28)])
    put(state, "A2", [at(22, 31)])
    assert (level(state), owner(state)) == ((2, 2), None)


@pytest.mark.rule("C17", "W-343")
def test_only_models_in_range_count_and_none_of_a_shocked_unit() -> None:
    state = state_of([KYN])
    put(state, "A1", [*row(2, 21, 30), *row(3, 30, 30)])
    assert level(state) == (4, 0)
    state.units["A1"].shocked = True
    assert (level(state), owner(state)) == ((0, 0), None)


def test_a_banner_adds_one_to_each_model_while_it_leads() -> None:
    state = state_of([KYN], [UnitSpec(datasheet="Terminator Squad", leader="Ancient in Terminator Armour")])
    put(state, "B1", [*row(5, 18, 30, 1.7), at(22, 32)])
    assert level(state) == (0, 12)
    state.units["B1"].models = state.units["B1"].models[:5]  # the Ancient is dead
    assert level(state) == (0, 5)


def test_what_such_a_unit_holds_stays_until_the_opponent_controls_it() -> None:
    state = state_of([KYN], ["Scout Squad"])
    put(state, "A1", row(3, 21, 30))
    (kept,) = drive(state, scoring.keep(state, 0)).all(Held)
    assert (kept.unit, kept.rule) == ("A1", "Luck Has. Need Keeps. Toil Earns")
    assert state.core.held == {"middle": 0}
    put(state, "A1", row(3, 1, 1))
    assert owner(state) == 0
    drive(state, scoring.let_go(state))
    assert owner(state) == 0
    put(state, "B1", row(1, 22, 30))
    drive(state, scoring.let_go(state))
    put(state, "B1", row(1, 1, 50))
    assert (state.core.held, owner(state)) == ({}, None)
    put(state, "B1", row(1, 22, 30))  # Scouts have no such ability
    drive(state, scoring.keep(state, 1))
    assert state.core.held == {}


# --- points ---

FIVE = tuple(Objective(name, 4 + 9 * index, 30) for index, name in enumerate("abcde"))


def field(rules: Scoring, held: str, theirs: str = "") -> State:
    """Player 0 holds some of five objectives with a Hekaton each, player 1 others with an Impulsor each."""
    on = msgspec.structs.replace(mission(), objectives=FIVE, scoring=rules)
    state = state_of([HLF] * 5, ["Impulsor"] * 5, on=on)
    for index, name in enumerate("abcde"):
        if name in held:
            put(state, f"A{index + 1}", [at(4 + 9 * index, 30, 90)])
        if name in theirs:
            put(state, f"B{index + 1}", [at(4 + 9 * index, 30)])
    return state


@pytest.mark.parametrize(
    ("rules", "held", "theirs", "points"),
    [
        (Scoring(each=5, most=15), "ab", "", (10, 0)),
        (Scoring(each=5, most=15), "abcd", "e", (15, 5)),
        (Scoring(each=4, most=12, more=3), "ab", "c", (11, 4)),
        (Scoring(each=4, most=12, more=3), "a", "c", (4, 4)),
        (Scoring(each=4, most=12, more=3), "", "", (0, 0)),
    ],
)
def test_objectives_score_by_the_mission_s_numbers(rules: Scoring, held: str, theirs: str, points: tuple[int, int]) -> None:
    state = field(rules, held, theirs)
    assert (scoring.points_for(state, 0), scoring.points_for(state, 1)) == points


@pytest.mark.parametrize(("player", "in_round", "points"), [(0, 1, 0), (0, 2, 5), (1, 2, 10), (0, 5, 5), (1, 4, 10), (1, 5, 0)])
def test_the_command_phases_score_from_round_two_and_the_second_player_ends_with_the_battle(
    player: int, in_round: int, points: int
) -> None:
    state = field(Scoring(each=5, most=15), "a", "bc")
    state.core.round = in_round
    drive(state, scoring.score_command(state, player))
    assert state.core.sides[player].vp == points


def test_the_second_player_scores_at_the_end_and_the_higher_score_wins() -> None:
    state = field(Scoring(each=5, most=15), "a", "bc")
    state.core.round = 5
    assert scoring.winner(state) is None
    done = drive(state, scoring.score_end(state))
    assert done.all(Points) == [Points(player=1, what="vp", by=10, why="objectives at the end")]
    assert scoring.winner(state) == 1
    state.core.sides[0].vp = 11
    assert scoring.winner(state) == 0
