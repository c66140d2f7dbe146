"""Reserves: who waits there, the tests, and the ways onto the battlefield."""

import pytest

from tests.driving import refused
from tests.games.heresy3.battle.kit import LEG, MAN, TANK, Probe, at, board, drive, key, phase, put, row, state_of, unit, with_
from warbench.battle.requests import Ask, Refusal
from warbench.games.heresy3.battle import deployment, moving, passengers, reserves
from warbench.games.heresy3.battle.charging import can_charge
from warbench.games.heresy3.battle.events import Began, Ends, Removed, Said, SetUp, TakenOff, apply
from warbench.games.heresy3.battle.roster import INCH, Entry, Kind
from warbench.games.heresy3.battle.shooting import eligible
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.targets import why_not
from warbench.table.lattice import Place
from warbench.table.measure import within

ONE = unit(MAN, name="one legionary")


def why(found: Refusal | None) -> tuple[str, str] | None:
    """Code and rule of a refusal."""
    return None if found is None else (found.code, found.rule)


def first(ask: Ask) -> str:
    """The first listed answer."""
    return ask.options[0].key


def waiting(*ours: Entry | Kind, enemy: Place | None = None, turn: int = 2) -> State:
    """Units of A in Reserves in its Reserves Sub-Phase; one legionary of B on the table."""
    state = state_of(ours, [ONE])
    for unit_ in state.units.values():
        if unit_.player == 0:
            unit_.where = "reserve"
    put(state, "B1", enemy or at(60, 40))
    phase(state, "movement", "reserves")
    state.core.round = turn
    return state


@pytest.mark.rule("H-088")
def test_units_in_reserves_are_selected_by_nobody() -> None:

    state = waiting(LEG)
    for player in (0, 1):
        phase(state, "movement", "move", player)
        assert "A1" not in [found.id for found in moving.selectable(state)]
        phase(state, "shooting", "attack", player)
        assert why(why_not(state, state.units["B1"], state.units["A1"])) == ("in-reserve", "H-088")
        assert eligible(state, state.units["A1"]) is not None
        phase(state, "assault", "charge", player)
        assert can_charge(state, state.units["A1"]) is not None
    phase(state, "movement", "move")
    assert why(moving.may_select(state, "A1")) == ("not-on-table", "H-088")


@pytest.mark.rule("H-089", "H-090")
def test_reserves_are_public_and_no_casualties() -> None:
    state = state_of([LEG])
    put(state, "A1", row(10, 10, 5))
    apply(state, TakenOff(unit="A1", where="reserve"))
    assert [found.id for found in reserves.in_reserve(state, 0)] == ["A1"]
    assert len(state.units["A1"].models) == 10
    assert [side.casualties for side in state.core.sides] == [[], []]
    phase(state, "movement", "reserves")
    done = drive(state, reserves.next_step(state), [], [1])
    assert done.all(Removed) == []
    assert [side.casualties for side in state.core.sides] == [[], []]


@pytest.mark.rule("H-091")
def test_a_unit_embarks_in_reserves_on_another_that_waits_there() -> None:
    state = waiting(LEG, TANK)
    drive(state, reserves.next_step(state), ["embark:A1:A2"])
    assert (state.units["A1"].where, state.units["A1"].inside) == ("inside", "A2")
    eleven = waiting(unit((MAN, 11)), TANK)
    assert why(passengers.may_embark(eleven, eleven.units["A1"], eleven.units["A2"])) == ("too-many", "H-210")
    there = waiting(LEG, TANK)
    put(there, "A2", at(20, 5))
    assert why(passengers.may_embark(there, there.units["A1"], there.units["A2"])) == ("not-there", "H-091")


@pytest.mark.rule("H-093")
def test_each_unit_takes_one_test_and_who_is_aboard_none() -> None:
    state = waiting(ONE, ONE, ONE)
    for name, face in (("A1", 2), ("A2", 3), ("A3", 1)):
        done = drive(state, reserves.next_step(state), ["pass"] if face >= 3 else [], [face])
        assert [(roll.purpose, roll.count) for roll in done.rolls] == [("reserves test", 1)]
        assert state.core.done[-1] == name
    done = drive(state, reserves.next_step(state))
    assert [event.step for event in done.all(Began)] == ["move"]
    carried = waiting(LEG, TANK)
    board(carried, "A1", "A2")
    drive(carried, reserves.next_step(carried), ["edge", first], [3])
    assert carried.units["A2"].where == "table"
    done = drive(carried, reserves.next_step(carried))
    assert done.rolls == []


@pytest.mark.rule("H-275")
def test_only_the_active_players_reserves_are_tested() -> None:
    state = state_of([ONE, ONE], [ONE, ONE, ONE])
    for unit_ in state.units.values():
        unit_.where = "reserve"
    for player, dice in ((0, 2), (1, 3)):
        phase(state, "movement", "reserves", player)
        rolled = 0
        while state.core.step == "reserves":
            waits = sum(found.player == player and found.id not in state.core.done for found in state.units.values())
            rolled += drive(state, reserves.next_step(state), [], [1] if waits else []).dice("reserves test")
        assert rolled == dice


@pytest.mark.rule("H-094")
def test_nobody_walks_off_the_table() -> None:
    state = state_of([ONE], [ONE])
    put(state, "A1", at(20, 5))
    put(state, "B1", at(60, 40))
    with refused("off-table", "H-094"):
        drive(state, moving.next_step(state), ["A1", "move", key(Place(20 * INCH, -INCH))])
    drive(state, moving.next_step(state), ["A1", "move", key(Place(20 * INCH, 160))])
    assert state.units["A1"].where == "table"
    with refused("no-flyer", "H-095"):
        state.core.done.clear()
        drive(state, moving.next_step(state), ["A1", "reserves"])


@pytest.mark.rule("H-095")
def test_flyers_alone_leave_the_table() -> None:
    state = state_of([with_(TANK, words=["flyer"]), TANK], [ONE])
    put(state, "A1", at(20, 20))
    put(state, "A2", at(40, 20))
    put(state, "B1", at(60, 40))
    drive(state, moving.next_step(state), ["A1", "reserves"])
    assert (state.units["A1"].where, state.units["A1"].aerial) == ("reserve", True)
    with refused("no-flyer", "H-095"):
        drive(state, moving.next_step(state), ["A2", "reserves"])
    assert state.units["A2"].where == "table"


def test_a_flyer_comes_back_harder_each_time() -> None:
    state = waiting(with_(TANK, words=["flyer"]))
    drive(state, reserves.next_step(state), ["edge", first], [3])
    assert state.units["A1"].where == "table"
    apply(state, TakenOff(unit="A1", where="reserve"))
    apply(state, Ends(moment="turn"))
    phase(state, "movement", "reserves")
    drive(state, reserves.next_step(state), [], [3])
    assert state.units["A1"].where == "reserve"
    phase(state, "movement", "reserves")
    drive(state, reserves.next_step(state), ["edge", first], [4])
    assert state.units["A1"].where == "table"


@pytest.mark.rule("H-274")
def test_without_a_rule_nobody_goes_into_reserves() -> None:
    state = state_of([LEG, unit(with_(MAN, rules=["Deep Strike"]))])
    found = deployment.refusal_of_reserve(state, state.units["A1"])
    assert why(found) == ("no-reserves", "H-274")
    assert deployment.refusal_of_reserve(state, state.units["A2"]) is None
    allowed = state_of([LEG], reserves=True)
    assert deployment.refusal_of_reserve(allowed, allowed.units["A1"]) is None


# --- ways onto the battlefield ---


def edge(x: float, y: float) -> str:
    """The answer that puts a single model there."""
    return key(at(x, y))


def test_from_the_own_edge_a_model_comes_as_far_as_it_moves() -> None:
    far = 7 + 160 / INCH
    state = waiting(ONE)
    probe = Probe()
    drive(state, reserves.next_step(state), ["edge", edge(20, far)], [3], [probe])
    assert (state.units["A1"].arrived, state.units["A1"].moved) == ("edge", "moved")
    assert [moment for moment, _, _ in probe.seen] == ["arrived", "move ended"]
    for further in (far + 0.05, 40):
        state = waiting(ONE)
        with refused("outside-region", "reserves-entry"):
            drive(state, reserves.next_step(state), ["edge", edge(20, further)], [3])
    slow = unit(with_(MAN, movement=5), MAN)
    state = waiting(slow)
    with refused("too-far", "reserves-entry"):
        drive(state, reserves.next_step(state), ["edge", key(at(20, far), at(20, far - 1.5))], [3])
    state = waiting(ONE)
    drive(state, reserves.next_step(state), ["edge rush", edge(20, far + 4)], [3])
    assert state.units["A1"].moved == "rushed"
    phase(state, "movement", "move")
    assert why(moving.may_select(state, "A1")) == ("has-moved", "H-093")


DROP = unit((with_(MAN, rules=["Deep Strike"]), 5))


def test_a_deep_strike_comes_down_anywhere_once_a_turn_from_turn_two() -> None:
    state = waiting(DROP, DROP)
    probe = Probe()
    drive(state, reserves.next_step(state), ["deep strike", key(*row(5, 30, 24, 1.4))], [3], [probe])
    assert [moment for moment, _, _ in probe.seen] == ["arrived"]
    assert state.units["A1"].arrived == "deep strike"
    assert why(reserves.may_deep_strike(state, state.units["A2"])) == ("one-a-turn", "deep-strike")
    early = waiting(DROP, turn=1)
    assert why(reserves.may_deep_strike(early, early.units["A1"])) == ("too-early", "deep-strike")
    plain = waiting(LEG)
    assert why(reserves.may_deep_strike(plain, plain.units["A1"])) == ("no-deep-strike", "deep-strike")


@pytest.mark.parametrize(
    ("places", "code"),
    [
        (row(5, 57.8, 40, 1.4), "in-zone"),
        (row(5, 30, 1.5, 1.4), "outside-region"),
        ([*row(4, 30, 24, 1.4), at(30, 28)], "out-of-coherency"),
    ],
)
def test_where_a_deep_strike_may_not_come_down(places: list[Place], code: str) -> None:
    state = waiting(DROP, enemy=at(60, 40))
    with refused(code):
        drive(state, reserves.next_step(state), ["deep strike", key(*places)], [3])


def test_a_deep_strike_does_not_scatter_over_the_table() -> None:
    state = waiting(unit((with_(MAN, rules=["Deep Strike"]), 9)))
    with refused("scattered", "deep-strike"):
        drive(state, reserves.next_step(state), ["deep strike", key(*row(9, 10, 24, 3.2))], [3])


def test_outflank_comes_from_any_edge_away_from_enemies() -> None:
    flank = unit(with_(MAN, rules=["Outflank"]))
    state = waiting(flank, enemy=at(4, 30))
    drive(state, reserves.next_step(state), ["outflank", edge(70, 24)], [3])
    assert state.units["A1"].arrived == "outflank"
    for answer, code in ((edge(2, 24), "too-near"), (edge(70, 40), "enemy-zone"), (edge(30, 24), "outside-region")):
        state = waiting(flank, enemy=at(4, 30))
        with refused(code, "outflank"):
            drive(state, reserves.next_step(state), ["outflank", answer], [3])


def test_proposed_places_are_legal_and_within_reach() -> None:
    state = waiting(LEG)
    asked: list[Ask] = []

    def look(ask: Ask) -> str:
        asked.append(ask)
        assert ask.judge is not None
        assert all(ask.judge(option.key) is None for option in ask.options)
        return ask.options[-1].key

    done = drive(state, reserves.next_step(state), ["edge", look], [3])
    assert len(asked[0].options) >= 2
    assert len(done.all(SetUp)[0].places) == 10
    shapes = state.shapes(state.units["A1"])
    assert all(any(within(one, two, 2 * INCH) for two in shapes if two is not one) for one in shapes)


def test_a_unit_that_finds_no_room_stays_in_reserves() -> None:
    state = waiting(unit((with_(TANK, movement=1), 20)))
    done = drive(state, reserves.next_step(state), ["edge"], [3])
    assert state.units["A1"].where == "reserve"
    assert [said.rule for said in done.all(Said)] == ["reserves-entry"]
