"""Arriving from reserve: Deep Strike, Strategic Reserves, when and where."""

import pytest

from tests.driving import Driven, refused
from tests.games.w40k10.battle.kit import Probe, at, drive, key, put, row, state_of
from warbench.games.w40k10.battle import moving
from warbench.games.w40k10.battle.events import SetUp, TakenOff, apply
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.reserves import may_arrive, methods, waiting
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.state import Options, State
from warbench.table.lattice import INCH, Place

ENEMY = at(22, 40)


def held(reserve: str = "deep strike", *, datasheet: str = "Terminator Squad", rounds: int = 2, early: bool = False) -> State:
    """A unit in reserve (A1), and one enemy model at 22", 40"."""
    spec = UnitSpec(datasheet=datasheet, reserve=reserve)
    state = state_of([spec], factions=("Space Marines", "Space Marines"), options=Options(first_round_reserves=early))
    state.units["A1"].where = "reserve"
    state.core.step, state.core.round = "reinforcements", rounds
    put(state, "B1", [ENEMY])
    return state


def arrive(state: State, *answers: str, reactions: tuple[Probe, ...] = ()) -> Driven:
    return drive(state, moving.next_step(state), ["A1", *answers], reactions=reactions)


@pytest.mark.rule("W-335", "C16")
def test_units_arrive_in_the_reinforcements_step_and_count_as_moved() -> None:
    state, probe = held(), Probe()
    done = arrive(state, key(*row(5, 5, 5, 2)), reactions=(probe,))
    assert [event.how for event in done.all(SetUp)] == ["deep strike"]
    assert state.units["A1"].where == "table"
    assert state.units["A1"].moved == "normal"
    assert probe.seen == [("set up", 1, UnitMoment("A1", "deep strike"))]
    state = held()
    state.core.step = "move"
    assert moving.selectable(state) == []
    assert moving.may_select(state, "A1") is not None
    state = held()
    state.core.turn = 1
    assert waiting(state) == []


@pytest.mark.rule("W-336")
def test_deep_strike_is_more_than_nine_inches_from_enemies_seen_from_above() -> None:
    def line(gap: int, z: int = 0) -> str:
        first = Place(ENEMY.x - 160 - 200 - gap, ENEMY.y, z)
        return key(*(Place(first.x - index * 2 * INCH, first.y, z) for index in range(5)))

    with refused("outside-region", "W-336"):
        arrive(held(), line(9 * INCH))
    arrive(held(), line(9 * INCH + 1))
    # 8" across and 6" up: the height does not count.
    state = held()
    state.units["B1"].models[0].place = Place(ENEMY.x, ENEMY.y, 6 * INCH)
    with refused("outside-region", "W-336"):
        arrive(state, line(8 * INCH))


@pytest.mark.rule("W-334")
def test_every_model_must_have_deep_strike() -> None:
    state = held()
    assert methods(state, state.units["A1"]) == ["deep strike"]
    mixed = held("strategic", datasheet="Intercessor Squad")
    assert methods(mixed, mixed.units["A1"]) == ["strategic"]
    refusal = may_arrive(mixed, mixed.units["A1"], "deep strike")
    assert refusal is not None
    assert refusal.rule == "W-334"


@pytest.mark.rule("W-337")
@pytest.mark.parametrize(("how", "places"), [("deep strike", row(5, 18, 20, 2)), ("strategic", row(5, 18, 4, 2))])
def test_from_strategic_reserves_a_unit_with_deep_strike_picks_either_way(how: str, places: list[Place]) -> None:
    done = arrive(held("strategic"), how, key(*places))
    assert done.all(SetUp)[0].how == how


@pytest.mark.rule("C15")
def test_strategic_reserves_come_from_an_edge_and_until_round_three_not_in_the_enemy_zone() -> None:
    for rounds in (2, 3):
        with refused("outside-region", "C15"):
            arrive(held("strategic", rounds=rounds, datasheet="Intercessor Squad"), key(*row(5, 18, 7)))
        arrive(held("strategic", rounds=rounds, datasheet="Intercessor Squad"), key(*row(5, 18, 5)))
    zone = row(5, 1, 58)  # in the enemy's deployment zone, at the far edge, more than 9" from the enemy
    with refused("outside-region", "C15"):
        arrive(held("strategic", rounds=2, datasheet="Intercessor Squad"), key(*zone))
    arrive(held("strategic", rounds=3, datasheet="Intercessor Squad"), key(*zone))
    with refused("outside-region", "C15"):
        state = held("strategic", rounds=3, datasheet="Intercessor Squad")
        state.units["B1"].models[0].place = at(20, 12)
        arrive(state, key(*row(5, 18, 5)))


@pytest.mark.rule("C15", "C16")
def test_nobody_arrives_in_the_first_round() -> None:
    for reserve in ("deep strike", "strategic"):
        state = held(reserve, rounds=1)
        refusal = may_arrive(state, state.units["A1"])
        assert refusal is not None
        assert refusal.code == "too-early"
        assert waiting(state) == []
    assert waiting(held(rounds=1, early=True))
    assert not waiting(held("strategic", datasheet="Intercessor Squad", rounds=1, early=True))


def test_a_unit_may_wait() -> None:
    state = held()
    drive(state, moving.next_step(state), ["pass"])
    drive(state, moving.next_step(state))
    assert state.core.step == "last"
    assert state.units["A1"].where == "reserve"


@pytest.mark.rule("W-203", "W-204", "X-40")
def test_judgement_tokens_are_kept_in_reserve() -> None:
    state = held()
    put(state, "A1", row(5, 5, 5, 2)).tokens = 2
    apply(state, TakenOff(unit="A1", where="reserve"))
    assert (state.units["A1"].where, state.units["A1"].tokens) == ("reserve", 2)
    arrive(state, key(*row(5, 5, 5, 2)))
    assert state.units["A1"].tokens == 2


def test_what_is_proposed_is_legal() -> None:
    for reserve in ("deep strike", "strategic"):
        state = held(reserve)
        how = ["strategic"] if reserve == "strategic" else []
        done = drive(state, moving.next_step(state), ["A1", *how, lambda ask: ask.options[-1].key])
        ask = done.about("arrive")
        assert 1 < len(ask.options) <= 6
        assert state.units["A1"].where == "table"
