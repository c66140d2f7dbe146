"""The planner decides sensibly in small situations, and plays whole battles the same way every time."""

import msgspec
import pytest

from tests.games.w40k10.battle.kit import mission, put, row, state_of
from warbench.battle.driver import Battle
from warbench.battle.requests import Ask, Option
from warbench.games.w40k10.battle.army_files import army
from warbench.games.w40k10.battle.declaring import ask_targets
from warbench.games.w40k10.battle.game import Setup, W40k10
from warbench.games.w40k10.battle.mission_files import missions
from warbench.games.w40k10.battle.moments import DiceRolled, UnitMoment
from warbench.games.w40k10.battle.state import Options, State
from warbench.players import random_chooser, seat
from warbench.players.choosing import best, spots_of
from warbench.players.w40k10_ground import brawls, goal_of, reach_of
from warbench.players.w40k10_planner import planner
from warbench.players.w40k10_reactions import chance_of
from warbench.players.w40k10_worth import arsenal_of, melee, shooting


def asked(about: str, keys: list[str], subject: str = "", matter: object = None, player: int = 0) -> Ask:
    return Ask(player, about, "?", lambda: [Option(key, key) for key in keys], subject=subject, matter=matter)


def facing() -> State:
    """Hearthkyn 20 inches from two enemy units, one much harder to hurt."""
    state = state_of(["Hearthkyn Warriors"], ["Intercessor Squad", "Redemptor Dreadnought"])
    state.core.phase = "shooting"
    put(state, "A1", row(10, 10, 20))
    put(state, "B1", row(5, 10, 40))
    put(state, "B2", row(1, 25, 40))
    return state


def test_the_best_of_equals_is_the_first() -> None:
    assert best([(1.0, "a"), (2.0, "b"), (2.0 + 1e-12, "c")]) == "b"
    assert best([]) is None


def test_it_shoots_whom_it_hurts_most_by_the_exact_odds() -> None:
    state = facing()
    arsenal = arsenal_of(state, state.units["A1"])
    worth = {key: shooting(arsenal, key) for key in ("B1", "B2", "none")}
    assert worth["B1"] > worth["none"] == 0.0
    ask = next(ask_targets(arsenal))
    assert isinstance(ask, Ask)
    assert planner()(ask, state) == max(worth, key=lambda key: worth[key])


def test_fighting_is_worth_more_to_those_who_can() -> None:
    state = state_of(["Einhyr Hearthguard", "Hearthkyn Warriors"])
    for unit, y in (("A1", 20), ("A2", 30)):
        put(state, unit, row(5, 10, y))
    put(state, "B1", row(5, 10, 22))
    assert melee(state, state.units["A1"], state.units["B1"]) > melee(state, state.units["A2"], state.units["B1"]) > 0


def test_units_go_to_the_objective_and_stay_there() -> None:
    state = facing()
    unit = state.units["A1"]
    assert goal_of(state, unit) == (22.0, 30.0)
    how = asked("movement", ["stationary", "normal", "advance"], "A1")
    assert planner()(how, state) == "normal"
    put(state, "A1", row(10, 16, 30))
    assert planner()(how, state) == "stationary"


def test_who_is_far_from_everything_advances() -> None:
    state = facing()
    put(state, "A1", row(10, 10, 4))
    put(state, "B1", row(5, 10, 58))
    put(state, "B2", row(1, 25, 58))
    assert planner()(asked("movement", ["stationary", "normal", "advance"], "A1"), state) == "advance"


def test_shooters_keep_their_distance_and_brawlers_do_not() -> None:
    state = state_of(["Brôkhyr Thunderkyn", "Einhyr Hearthguard"])
    assert not brawls(state, state.units["A1"])
    assert brawls(state, state.units["A2"])
    assert reach_of(state, state.units["A1"]) > 12


def test_a_charge_is_declared_only_when_it_pays() -> None:
    state = state_of(["Einhyr Hearthguard", "Hearthkyn Warriors"], ["Intercessor Squad", "Redemptor Dreadnought"])
    state.core.phase = "charge"
    put(state, "A1", row(5, 10, 20))
    put(state, "A2", row(10, 10, 50))
    put(state, "B1", row(5, 10, 24))
    put(state, "B2", row(1, 20, 53))
    assert planner()(asked("unit", ["A1", "A2", "pass"], "charge"), state) == "A1"
    assert planner()(asked("unit", ["A2", "pass"], "charge"), state) == "pass"
    assert planner()(asked("charge target", ["B2", "B1"], "A1"), state) == "B1"


def test_a_charge_that_fails_is_rolled_again_while_there_are_points() -> None:
    state = state_of(["Einhyr Hearthguard"])
    put(state, "A1", row(5, 10, 20))
    put(state, "B1", row(5, 10, 27))
    state.core.sides[0].cp = 2
    keys = ["pass", "command-re-roll:again"]
    short = asked("react", keys, "dice rolled", DiceRolled("A1", "charge", faces=(1, 2)))
    long = asked("react", keys, "dice rolled", DiceRolled("A1", "charge", faces=(6, 5)))
    assert planner()(short, state) == "command-re-roll:again"
    assert planner()(long, state) == "pass"


def test_overwatch_is_fired_when_it_is_likely_to_do_something() -> None:
    state = facing()
    put(state, "B1", row(5, 10, 24))
    state.core.sides[0].cp = 1
    state.core.turn = 1
    ask = asked("react", ["pass", "fire-overwatch:A1"], "move ended", UnitMoment("B2", "normal"))
    assert planner()(ask, state) == "pass"


def test_the_odds_of_two_dice() -> None:
    assert [round(36 * chance_of(need)) for need in (2, 7, 12, 13)] == [36, 21, 1, 0]
    assert spots_of("254,508,0,0;508,508,0,0") == [(1.0, 2.0), (2.0, 2.0)]
    assert spots_of("hold") == []


@pytest.fixture(scope="module")
def battles() -> list[Battle[State]]:
    """The same small battle twice, planner against random play."""
    found = []
    for _ in range(2):
        place = next(each for each in missions() if each.battle_size == "incursion")
        armies = army("votann-500"), army("marines-500")
        battle: Battle[State] = Battle(W40k10(), Setup(mission=place, armies=armies, options=Options(rounds=3)), seed="planner")
        battle.play(seat(battle, [planner(), random_chooser("planner")]))
        found.append(battle)
    return found


def test_the_same_battle_every_time(battles: list[Battle[State]]) -> None:
    one, other = battles
    assert one.over
    assert one.hash == other.hash
    assert one.journal == other.journal


def test_it_holds_more_than_random_play(battles: list[Battle[State]]) -> None:
    ours, theirs = battles[0].state.core.sides
    assert ours.vp > theirs.vp


def test_missions_without_objectives_stop_nobody() -> None:
    state = state_of(["Hearthkyn Warriors"], on=mission())
    put(state, "A1", row(10, 10, 20))
    put(state, "B1", row(5, 10, 40))
    bare = msgspec.structs.replace(state.mission, objectives=())
    empty = State(state.roster, bare, state.field, state.core, state.options)
    assert goal_of(empty, empty.units["A1"]) is None
    assert planner()(asked("movement", ["stationary", "normal", "advance"], "A1"), empty) == "normal"
