"""Transports: who fits, getting in, getting out, and getting out of one that is destroyed."""

from collections.abc import Sequence

import pytest

from tests.driving import Driven, refused
from tests.games.w40k10.battle.kit import Probe, at, drive, key, put, row, state_of
from warbench.battle.requests import Ask
from warbench.games.w40k10.battle import casualties, moving
from warbench.games.w40k10.battle.charging import can_declare
from warbench.games.w40k10.battle.events import Destroyed, Hurt, Moved, Said, SetUp, TakenOff
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.moves import HOLD
from warbench.games.w40k10.battle.passengers import has_room, inside, may_board, may_leave
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import eligible_to_shoot
from warbench.games.w40k10.battle.state import State
from warbench.table.lattice import INCH, Place

HLF = "Hekaton Land Fortress"
BESIDE = [*row(5, 17, 12.9), *row(5, 17, 14.2)]
"""Ten places wholly within 3" of the Fortress at 20", 10"."""


def loaded(*, began: bool = True) -> State:
    """A Fortress (A1) with ten Hearthkyn Warriors (A2) inside since the phase began."""
    state = state_of([HLF, "Hearthkyn Warriors", "Einhyr Hearthguard"])
    put(state, "A1", [at(20, 10)])
    put(state, "A3", row(5, 4, 4))
    put(state, "B1", row(5, 20, 50))
    board(state, "A2", began=began)
    return state


def board(state: State, unit: str, *, began: bool = True) -> None:
    found = state.units[unit]
    found.where, found.inside, found.began_inside = "inside", "A1", "A1" if began else ""
    for model in found.models:
        model.place = None


def get_out(state: State, places: Sequence[Place] = BESIDE) -> Driven:
    return drive(state, moving.next_step(state), ["A2", "disembark", key(*places)])


# --- who fits ---


@pytest.mark.rule("W-172", "W-177")
def test_twelve_infantry_fit_in_several_units() -> None:
    state = state_of([HLF, "Hearthkyn Warriors", "Hearthkyn Warriors"])
    put(state, "A1", [at(20, 10)])
    del state.units["A2"].models[5:]
    del state.units["A3"].models[7:]
    board(state, "A2")
    assert has_room(state, state.units["A3"], state.units["A1"]) is None
    board(state, "A3")
    assert [unit.id for unit in inside(state, state.units["A1"])] == ["A2", "A3"]
    state.units["A2"].where = state.units["A3"].where = "table"
    state = state_of([HLF, "Hearthkyn Warriors", "Hearthkyn Warriors"])
    board(state, "A2")
    del state.units["A3"].models[3:]
    refusal = has_room(state, state.units["A3"], state.units["A1"])
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("capacity", "W-172")


@pytest.mark.rule("W-173", "W-174", "W-175", "X-49")
@pytest.mark.parametrize(
    ("counts", "fits"),
    [
        ({"A2": 10, "A4": 1}, True),
        ({"A2": 10, "A4": 2}, False),
        ({"A3": 4}, True),
        ({"A3": 5}, False),
        ({"A3": 3, "A4": 1, "A2": 1}, True),
        ({"A3": 3, "A4": 1, "A2": 2}, False),
        ({"A3": 3, "A4": 2}, False),
        ({"A4": 6}, True),
        ({"A4": 7}, False),
    ],
)
def test_exo_armour_takes_two_places_and_an_exo_frame_three(counts: dict[str, int], fits: bool) -> None:
    big = UnitSpec(datasheet="Einhyr Hearthguard", models=10)
    frames = UnitSpec(datasheet="Brokhyr Thunderkyn", models=6)
    state = state_of([HLF, "Hearthkyn Warriors", frames, big])
    for unit, count in counts.items():
        del state.units[unit].models[count:]
    *first, last = counts
    for unit in first:
        board(state, unit)
    assert (has_room(state, state.units[last], state.units["A1"]) is None) is fits


@pytest.mark.rule("W-176")
@pytest.mark.parametrize("name", ["Hernkyn Pioneers", "Sagitaur"])
def test_only_infantry_fits(name: str) -> None:
    state = state_of([HLF, name])
    refusal = has_room(state, state.units["A2"], state.units["A1"])
    assert refusal is not None
    assert refusal.code == "needs-keyword"


@pytest.mark.rule("W-178", "W-179", "W-180")
def test_the_keywords_of_the_fortress_in_a_battle() -> None:
    state = state_of([HLF])
    words = state.keywords(state.units["A1"])
    assert {"vehicle", "transport", "hekaton land fortress", "votann", "leagues of votann"} <= words
    assert not words & {"walker", "titanic", "fly", "infantry"}


# --- getting out ---


@pytest.mark.rule("W-182")
def test_a_unit_gets_out_wholly_within_three_inches() -> None:
    state = loaded()
    with refused("outside-region", "W-182"):
        get_out(state, [*BESIDE[:9], at(23, 14.8)])
    assert state.units["A2"].where == "inside"
    done = get_out(state)
    assert done.all(SetUp)[0].how == "disembark"
    assert state.units["A2"].where == "table"
    assert state.units["A2"].got_out_of == "A1"


@pytest.mark.rule("W-183", "W-303")
def test_nobody_gets_out_into_engagement_range() -> None:
    for gap, ok in ((INCH, False), (INCH + 26, True)):
        state = loaded()
        x, y = 17 * INCH, round(14.2 * INCH)
        put(state, "B1", [Place(x, y + 140 + 160 + gap)])
        if ok:
            get_out(state)
        else:
            with refused("in-zone", "W-303"):
                get_out(state)


@pytest.mark.rule("W-184")
def test_without_room_for_all_the_unit_stays_inside() -> None:
    state = loaded()
    # The Fortress in a corner, ringed by enemies that leave room for nobody.
    state.units["A1"].models[0].place = at(4, 3)
    put(state, "B1", [at(2, 8), at(6, 8), at(10, 7), at(10, 3), at(10, 1)])
    done = drive(state, moving.next_step(state), ["A2", "disembark"])
    assert state.units["A2"].where == "inside"
    assert [event.rule for event in done.all(Said)] == ["W-184"]
    assert not done.all(SetUp)


@pytest.mark.rule("W-185", "W-186", "W-190", "X-50")
def test_out_before_the_transport_moves_the_unit_acts_but_may_not_stay_still() -> None:
    state = loaded()
    get_out(state)
    assert state.units["A2"].moved == ""
    assert not state.units["A2"].cannot_charge
    with refused("got-out", "W-186"):
        drive(state, moving.next_step(state), ["A2", "stationary"])
    out = [Place(place.x, place.y + 5 * INCH) for place in BESIDE]
    drive(state, moving.next_step(state), ["A2", "normal", key(*out)])
    assert state.units["A2"].moved == "normal"
    assert not state.units["A2"].cannot_charge
    drive(state, moving.next_step(state), ["A1", "normal", key(at(30, 10))])
    assert state.units["A1"].models[0].place == at(30, 10)


@pytest.mark.rule("W-185", "W-070")
def test_out_of_a_transport_that_stands_still_the_unit_may_advance() -> None:
    state = loaded()
    drive(state, moving.next_step(state), ["A1", "stationary"])
    get_out(state)
    with refused("got-out", "W-186"):
        drive(state, moving.next_step(state), ["A2", "stationary"])
    drive(state, moving.next_step(state), ["A2", "advance", HOLD], [3])
    assert state.units["A2"].moved == "advance"  # not stationary: no bonus for Heavy


@pytest.mark.rule("W-187", "W-188", "X-50")
def test_after_the_transport_moved_the_unit_counts_as_moved_and_may_not_charge() -> None:
    state = loaded()
    drive(state, moving.next_step(state), ["A1", "normal", key(at(20, 10))])
    get_out(state)
    assert state.units["A2"].moved == "normal"
    assert state.units["A2"].cannot_charge
    refusal = moving.may_select(state, "A2")
    assert refusal is not None
    assert refusal.code == "has-moved"


@pytest.mark.rule("W-185", "W-188", "X-50")
@pytest.mark.parametrize("first", [[], ["A1", "stationary"], ["A1", "normal", HOLD]])
def test_who_got_out_shoots_and_charges_unless_the_transport_moved(first: list[str]) -> None:
    state = loaded()
    put(state, "B1", row(5, 17, 24))
    if first:
        drive(state, moving.next_step(state), first)
    get_out(state)
    unit = state.units["A2"]
    assert eligible_to_shoot(state, unit) is None
    refusal = can_declare(state, unit)
    assert (refusal is not None) is ("normal" in first)
    assert refusal is None or refusal.code == "may-not-charge"


@pytest.mark.rule("W-189", "X-50")
def test_nobody_gets_out_after_an_advance_or_a_fall_back() -> None:
    state = loaded()
    drive(state, moving.next_step(state), ["A1", "advance", HOLD], [2])
    refusal = may_leave(state, state.units["A2"])
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("transport-moved", "W-189")
    assert [unit.id for unit in moving.selectable(state)] == ["A3"]
    state = loaded()
    put(state, "B1", [at(20, 13.5)])
    drive(state, moving.next_step(state), ["A1", "fall back", key(at(20, 6))])
    refusal = may_leave(state, state.units["A2"])
    assert refusal is not None
    assert refusal.rule == "W-189"


@pytest.mark.rule("W-181")
def test_a_unit_that_got_in_in_this_phase_may_not_get_out() -> None:
    state = loaded(began=False)
    refusal = may_leave(state, state.units["A2"])
    assert refusal is not None
    assert refusal.rule == "W-181"
    state.core.step = ""
    drive(state, moving.next_step(state))  # the phase begins
    assert may_leave(state, state.units["A2"]) is None


@pytest.mark.rule("X-52")
def test_getting_out_is_being_set_up_to_those_who_watch() -> None:
    state, probe = loaded(), Probe()
    drive(state, moving.next_step(state), ["A2", "disembark", key(*BESIDE)], reactions=[probe])
    assert ("set up", 1, UnitMoment("A2", "disembark")) in probe.seen


def test_a_unit_may_stay_inside() -> None:
    state = loaded()
    drive(state, moving.next_step(state), ["A2", "stay"])
    assert state.units["A2"].where == "inside"
    with refused("has-moved"):
        drive(state, moving.next_step(state), ["A2"])


def test_the_ramp_of_a_land_raider_lets_passengers_charge() -> None:
    state = state_of(["Land Raider", "Intercessor Squad"], factions=("Space Marines", "Space Marines"))
    put(state, "A1", [at(20, 10)])
    put(state, "B1", row(5, 20, 50))
    board(state, "A2")
    drive(state, moving.next_step(state), ["A1", "normal", HOLD])
    drive(state, moving.next_step(state), ["disembark", key(*row(5, 17, 13.5))])
    assert state.units["A2"].moved == "normal"
    assert not state.units["A2"].cannot_charge


# --- getting in ---


@pytest.mark.rule("C18")
def test_after_a_move_a_unit_near_a_transport_gets_in() -> None:
    state = state_of([HLF, "Hearthkyn Warriors"])
    put(state, "A1", [at(20, 10)])
    put(state, "A2", [*row(5, 17, 17), *row(5, 17, 18.3)])
    put(state, "B1", row(5, 20, 50))
    drive(state, moving.next_step(state), ["A2", "normal", key(*BESIDE), "A1"])
    unit = state.units["A2"]
    assert (unit.where, unit.inside, unit.got_in) == ("inside", "A1", True)
    assert all(model.place is None for model in unit.models)
    refusal = may_leave(state, unit)
    assert refusal is not None
    assert refusal.rule == "W-181"


@pytest.mark.rule("C18")
def test_no_getting_in_for_who_got_out_or_stands_too_far_away() -> None:
    state = loaded()
    get_out(state)
    refusal = may_board(state, state.units["A2"], state.units["A1"])
    assert refusal is not None
    assert refusal.code == "got-out"
    done = drive(state, moving.next_step(state), ["A2", "normal", HOLD])
    assert not done.all(TakenOff)
    state = state_of([HLF, "Hearthkyn Warriors"])
    put(state, "A1", [at(20, 10)])
    put(state, "A2", [*BESIDE[:9], at(23, 17)])
    put(state, "B1", row(5, 20, 50))
    drive(state, moving.next_step(state), ["A2", "normal", HOLD])  # one model is more than 3" away: nothing is asked
    assert state.units["A2"].where == "table"


@pytest.mark.rule("C18")
def test_who_carries_others_gets_in_nowhere() -> None:
    # Some transports carry vehicles; one that is full of men stays outside.
    state = loaded()
    refusal = may_board(state, state.units["A1"], state.units["A3"])
    assert refusal is not None
    assert refusal.code == "carries-others"


def test_a_transport_in_reach_is_among_the_proposals() -> None:
    state = state_of([HLF, "Hearthkyn Warriors"])
    put(state, "A1", [at(20, 10)])
    put(state, "A2", [*row(5, 17, 17), *row(5, 17, 18.3)])
    put(state, "B1", row(5, 20, 50))

    def to_board(ask: Ask) -> str:
        return next(option.key for option in ask.options if "board" in option.text)

    done = drive(state, moving.next_step(state), ["A2", "normal", to_board, "A1"])
    assert done.all(Moved)
    assert state.units["A2"].inside == "A1"


# --- a transport is destroyed ---


def blow_up(state: State, answers: Sequence[str], faces: Sequence[int]) -> Driven:
    return drive(state, casualties.destroy(state, "A1.1", by="B1"), answers, faces)


@pytest.mark.rule("C19", "X-47")
def test_passengers_of_a_destroyed_transport_get_out_and_may_be_hurt() -> None:
    state = loaded()
    # Deadly Demise on a 6 for D6 mortal wounds to units near: passengers are not yet among them, and one dies by its own roll.
    done = blow_up(state, [key(*BESIDE)], [6, 1, 2, 3, 4, 5, 6, 2, 3, 4, 5])
    unit = state.units["A2"]
    assert unit.where == "table"
    assert len(unit.models) == 9
    assert unit.shocked
    assert unit.cannot_charge
    assert (unit.moved, unit.got_out_of) == ("normal", "A1")
    assert state.units["A1"].where == "gone"
    destroyed = [event.model for event in done.all(Destroyed)]
    assert destroyed[-1] == "A1.1"
    assert not done.all(Hurt)


@pytest.mark.rule("C19")
def test_passengers_are_not_set_up_in_engagement_range() -> None:
    state = loaded()
    put(state, "B1", [at(17, 16)])
    with refused("in-zone", "W-303"):
        blow_up(state, [key(*BESIDE)], [1])


@pytest.mark.rule("C20")
def test_without_room_near_passengers_get_out_further_away_at_a_greater_risk() -> None:
    state = loaded()
    state.units["A1"].models[0].place = at(4, 3)
    put(state, "B1", [at(2, 7.2), at(6, 7.2), at(9.5, 6.5), at(9.7, 3), at(9.7, 1)])
    answers = [lambda ask: ask.options[0].key]
    done = drive(state, casualties.destroy(state, "A1.1", by="B1"), answers, [1, 1, 2, 3, 4, 4, 4, 4, 4, 4, 6])
    assert done.all(SetUp)[0].rule == "C20"
    assert len(state.units["A2"].models) == 7


@pytest.mark.rule("C20", "W-304")
def test_models_without_any_place_are_destroyed() -> None:
    state = state_of([HLF, "Hearthkyn Warriors"], [UnitSpec(datasheet="Intercessor Squad", models=10), "Intercessor Squad"])
    put(state, "A1", [at(4, 3)])
    ring = [at(x, y) for x, y in ((1, 7), (4, 7), (7, 7), (9.5, 6), (9.7, 3), (9.7, 1), (1, 10), (4, 10), (7, 10), (10, 10))]
    put(state, "B1", ring)
    put(state, "B2", [at(12, 8), at(12.5, 5.5), at(12.5, 3), at(12.5, 1)])
    board(state, "A2")
    done = blow_up(state, [], [1])
    assert state.units["A2"].where == "gone"
    assert {event.rule for event in done.all(Destroyed) if event.model.startswith("A2")} == {"W-304"}
    assert state.units["A1"].where == "gone"
