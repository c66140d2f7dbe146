"""The Movement phase through its procedures: how far, past whom, what dice are rolled, who may be selected."""

import pytest

from tests.driving import refused
from tests.games.w40k10.battle.kit import Probe, at, drive, key, mission, put, row, state_of
from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle import casualties, moving
from warbench.games.w40k10.battle.charging import can_declare
from warbench.games.w40k10.battle.events import Began, Ends, Moved, Threw, apply
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.moves import HOLD, Move
from warbench.games.w40k10.battle.placing import distance, engaged_with, is_engaged
from warbench.games.w40k10.battle.shooting import eligible_to_shoot
from warbench.games.w40k10.battle.state import State
from warbench.table.lattice import INCH, Place

HLF = "Hekaton Land Fortress"


def fortress() -> State:
    """A Hekaton Land Fortress that looks along the table's width, far from the enemy."""
    state = state_of([HLF])
    put(state, "A1", [at(10, 10)])
    put(state, "B1", row(5, 20, 50))
    return state


def carrier(gap: int) -> State:
    """An Impulsor whose straight way 12" along x passes an enemy model at ``gap`` lattice units, half-way."""
    state = state_of(["Impulsor"], factions=("Space Marines", "Space Marines"))
    put(state, "A1", [at(10, 20)])
    put(state, "B1", [Place(16 * INCH, 20 * INCH + 500 + 160 + gap)])
    return state


# --- how far ---


@pytest.mark.rule("W-305")
def test_a_normal_move_goes_as_far_as_the_movement_and_no_further() -> None:
    state = fortress()
    done = drive(state, moving.next_step(state), ["normal", key(at(20, 10))])
    assert [event.how for event in done.all(Moved)] == ["normal"]
    assert state.units["A1"].moved == "normal"
    with refused("too-far", "W-305"):
        state = fortress()
        drive(state, moving.next_step(state), ["normal", key(Place(20 * INCH + 26, 10 * INCH))])
    assert state.units["A1"].models[0].place == at(10, 10)


@pytest.mark.rule("W-307", "W-308")
def test_an_advance_adds_one_die_for_the_whole_unit() -> None:
    state = fortress()
    done = drive(state, moving.next_step(state), ["advance", key(at(24, 10))], [4])
    assert state.units["A1"].models[0].place == at(24, 10)
    assert [(event.purpose, event.faces) for event in done.all(Threw)] == [("advance", (4,))]
    with refused("too-far", "W-307"):
        state = fortress()
        drive(state, moving.next_step(state), ["advance", key(Place(24 * INCH + 26, 10 * INCH))], [4])
    state = state_of(["Einhyr Hearthguard"])
    put(state, "A1", row(5, 10, 10))
    put(state, "B1", row(5, 20, 50))
    done = drive(state, moving.next_step(state), ["advance", HOLD], [6])
    assert [roll.count for roll in done.rolls] == [1]


@pytest.mark.rule("W-356")
def test_the_bonus_of_an_advance_is_gone_when_the_phase_is() -> None:
    state = fortress()
    drive(state, moving.next_step(state), ["advance", key(at(24, 10))], [4])
    state.core.phase = "charge"
    later = Move(state, state.units["A1"], "normal")
    assert later.judge(key(at(34, 10))) is None
    refusal = later.judge(key(Place(34 * INCH + 26, 10 * INCH)))
    assert refusal is not None
    assert refusal.code == "too-far"


@pytest.mark.rule("W-310")
def test_who_advanced_neither_shoots_nor_charges_this_turn() -> None:
    state = state_of([HLF])
    unit = put(state, "A1", [at(10, 10)])
    put(state, "B1", row(5, 20, 10))
    drive(state, moving.next_step(state), ["advance", HOLD], [4])
    shooting_refusal, charge_refusal = eligible_to_shoot(state, unit), can_declare(state, unit)
    assert shooting_refusal is not None
    assert shooting_refusal.rule == "W-310"
    assert charge_refusal is not None
    assert charge_refusal.code == "advanced"
    apply(state, Ends(moment="turn"))
    assert eligible_to_shoot(state, unit) is None
    assert can_declare(state, unit) is None


def test_an_advance_roll_can_be_thrown_again_once() -> None:
    state = fortress()
    done = drive(state, moving.next_step(state), ["advance", "probe:use", key(at(26, 10))], [1, 6], [Probe("dice rolled")])
    assert [roll.purpose for roll in done.rolls] == ["advance", "advance"]
    assert [event.faces for event in done.all(Threw)] == [(1,), (6,)]


@pytest.mark.rule("C8")
def test_a_hull_pays_two_inches_to_turn_and_a_round_base_nothing() -> None:
    turned = Move(fortress(), fortress().units["A1"], "normal")
    assert turned.judge(key(at(18, 10, 90))) is None
    refusal = turned.judge(key(Place(18 * INCH + 26, 10 * INCH, 0, 90)))
    assert refusal is not None
    assert refusal.code == "too-far"
    state = carrier(5 * INCH)
    assert Move(state, state.units["A1"], "normal").judge(key(at(22, 20, 90))) is None


def test_models_of_one_unit_move_by_their_own_movement() -> None:
    state = state_of(["Einhyr Hearthguard"], ["Intercessor Squad"])
    unit = put(state, "A1", row(5, 10, 10))
    put(state, "B1", row(5, 20, 50))
    limit = state.kind(unit.models[0].id).movement
    move = Move(state, unit, "normal")
    assert move.judge(key(*(Place(place.x, place.y + limit) for place in row(5, 10, 10)))) is None
    assert all(move.judge(proposal.key) is None for proposal in move.proposals)
    assert move.proposals


# --- past whom ---


@pytest.mark.rule("W-306", "W-309", "X-57")
@pytest.mark.parametrize(("how", "faces", "rule"), [("normal", [], "W-306"), ("advance", [1], "W-309")])
def test_no_move_but_a_fall_back_passes_within_engagement_range(how: str, faces: list[int], rule: str) -> None:
    near, clear = round(0.9 * INCH), round(1.1 * INCH) + 1
    with refused("through-zone", rule):
        state = carrier(near)
        drive(state, moving.next_step(state), [how, key(at(22, 20))], faces)
    state = carrier(clear)
    drive(state, moving.next_step(state), [how, key(at(22, 20))], faces)
    assert distance(state, state.units["A1"], state.units["B1"]) > 3 * INCH


@pytest.mark.rule("W-303")
@pytest.mark.parametrize(("how", "faces"), [("normal", []), ("advance", [1])])
def test_no_move_ends_within_engagement_range(how: str, faces: list[int]) -> None:
    state = state_of(["Impulsor"], factions=("Space Marines", "Space Marines"))
    put(state, "A1", [at(10, 20)])
    put(state, "B1", [at(22, 20)])
    touching = 22 * INCH - 500 - 160
    with refused("through-zone"):
        drive(state, moving.next_step(state), [how, key(Place(touching - INCH, 20 * INCH))], faces)
    state.units["A1"].moved, state.core.done = "", []
    drive(state, moving.next_step(state), [how, key(Place(touching - INCH - 1, 20 * INCH))], faces)
    assert not is_engaged(state, state.units["A1"])


@pytest.mark.rule("W-355")
@pytest.mark.parametrize(("how", "faces"), [("normal", []), ("advance", [1])])
def test_no_move_but_a_fall_back_passes_over_enemy_models(how: str, faces: list[int]) -> None:
    state = state_of(["Impulsor"], factions=("Space Marines", "Space Marines"))
    put(state, "A1", [at(10, 20)])
    put(state, "B1", [at(16, 20)])
    with refused("through-enemy", "W-355"):
        drive(state, moving.next_step(state), [how, key(at(22, 20))], faces)


@pytest.mark.rule("C7")
def test_friends_are_passed_but_vehicles_do_not_pass_vehicles() -> None:
    state = state_of([HLF, "Sagitaur", "Hearthkyn Warriors"])
    put(state, "A1", [at(10, 20)])
    put(state, "A2", [at(10, 29)])
    put(state, "A3", row(5, 4, 24))
    put(state, "B1", row(5, 20, 50))
    with refused("through-friend", "C7"):
        drive(state, moving.next_step(state), ["A2", "normal", key(at(10, 17.5))])
    over = [Place(place.x, place.y - 4 * INCH) for place in row(5, 4, 24)]
    assert Move(state, state.units["A3"], "normal").judge(key(*over)) is not None  # it would end on the vehicle
    state.core.done, state.core.acting = [], ""
    state.units["A2"].where = "reserve"
    drive(state, moving.next_step(state), ["A1", "normal", key(at(10, 28))])
    assert state.units["A1"].models[0].place == at(10, 28)


@pytest.mark.rule("C5")
def test_a_move_ends_in_coherency() -> None:
    state = state_of(["Einhyr Hearthguard"])
    put(state, "A1", row(5, 10, 10))
    put(state, "B1", row(5, 20, 50))
    places = row(5, 10, 10)
    with refused("out-of-coherency", "C5"):
        drive(state, moving.next_step(state), ["normal", key(at(10, 14), *places[1:])])


def test_an_answer_may_go_around_a_corner() -> None:
    state = state_of(["Impulsor"], factions=("Space Marines", "Space Marines"))
    put(state, "A1", [at(10, 20)])
    put(state, "B1", [at(14, 20)])
    bend = f"{key(at(11, 15))}>{key(at(16, 15))}"
    drive(state, moving.next_step(state), ["normal", bend])
    assert state.units["A1"].models[0].place == at(16, 15)


@pytest.mark.parametrize("answer", ["", "1,2,3", "1,2,3,360", "a,b,c,d", "1,2,3,4;5,6,7,8", "9" * 30_000, "999999,1,0,0"])
def test_garbage_is_no_placement(answer: str) -> None:
    state = fortress()
    with refused("bad-placement"):
        drive(state, moving.next_step(state), ["normal", answer])


# --- Engagement Range ---


@pytest.mark.rule("W-301", "W-302")
@pytest.mark.parametrize(
    ("across", "up", "inside"),
    [(INCH, 0, True), (INCH + 3, 0, False), (INCH, 5 * INCH, True), (INCH // 2, 5 * INCH + 25, False), (0, 0, True)],
)
def test_engagement_range_is_one_inch_across_and_five_up_for_both(across: int, up: int, inside: bool) -> None:
    state = state_of(["Einhyr Champion"], ["Captain"])
    ours = put(state, "A1", [at(10, 10)])
    theirs = put(state, "B1", [Place(10 * INCH + 400 + across, 10 * INCH, up)])
    assert is_engaged(state, ours) is inside
    assert is_engaged(state, theirs) is inside
    assert engaged_with(state, ours) == ([theirs] if inside else [])


@pytest.mark.rule("C6")
def test_an_engaged_unit_stays_or_falls_back() -> None:
    state = fortress()
    put(state, "B1", [at(10, 13.5)])
    for how in ("normal", "advance"):
        with refused("engaged", "C6"):
            drive(state, moving.next_step(state), [how])
    done = drive(state, moving.next_step(state), ["stationary"])
    assert [option.key for option in done.about("movement").options] == ["stationary", "fall back"]
    state = fortress()
    with refused("not-engaged", "C6"):
        drive(state, moving.next_step(state), ["fall back"])


# --- the phase ---


def test_every_unit_is_selected_once_then_the_phase_goes_on() -> None:
    state = state_of([HLF, "Sagitaur"])
    state.core.step = ""
    put(state, "A1", [at(10, 10)])
    put(state, "A2", [at(30, 10)])
    put(state, "B1", row(5, 20, 50))
    probe = Probe()
    drive(state, moving.next_step(state))
    assert state.core.step == "move"
    drive(state, moving.next_step(state), ["A2", "stationary"])
    with refused("not-yours"):
        state.core.done = []
        drive(state, moving.next_step(state), ["B1"])
    state.core.done = ["A2"]
    drive(state, moving.next_step(state), ["stationary"])
    drive(state, moving.next_step(state))
    assert state.core.step == "reinforcements"
    drive(state, moving.next_step(state))
    done = drive(state, moving.next_step(state), reactions=[probe])
    assert probe.seen == [("movement phase ends", 1, None)]
    assert done.all(Ends) == [Ends(moment="phase")]
    assert done.all(Began) == [Began(round=2, turn=0, phase="shooting")]


@pytest.mark.parametrize("how", ["normal", "advance"])
def test_the_opponent_may_react_when_a_move_starts_and_ends(how: str) -> None:
    state, probe = fortress(), Probe()
    drive(state, moving.next_step(state), [how, HOLD], [3] if how == "advance" else [], [probe])
    moment = UnitMoment("A1", how)
    assert [seen for seen in probe.seen if seen[0].startswith("move")] == [("move started", 1, moment), ("move ended", 1, moment)]


def test_a_unit_destroyed_as_its_move_starts_does_not_move() -> None:
    def destroy(state: State, _about: object) -> Procedure[None]:
        yield from casualties.destroy(state, "A1.1", by="B1")

    state = fortress()
    done = drive(state, moving.next_step(state), ["normal", "probe:use"], [3], [Probe("move started", destroy)])
    assert state.units["A1"].where == "gone"
    assert not done.all(Moved)
    assert state.core.done == ["A1"]


def test_a_small_table_offers_moves_in_bounds() -> None:
    state = state_of([HLF], on=mission(20, 20))
    put(state, "A1", [at(10, 5, 90)])
    put(state, "B1", row(5, 6, 18))
    move = Move(state, state.units["A1"], "normal")
    assert all(move.judge(proposal.key) is None for proposal in move.proposals)
