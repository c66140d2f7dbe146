"""Rapid Ingress, Ordered Retreat, Grenade: what is used in the Movement and Shooting phases beside attacks."""

import pytest

from tests.games.w40k10.battle.kit import at, barred, drive, mission, offered, put, row, state_of
from warbench.battle.requests import Ask
from warbench.games.w40k10.battle import moving, shooting
from warbench.games.w40k10.battle.charging import can_declare
from warbench.games.w40k10.battle.events import Destroyed, Ends, Marked, Points, SetUp, apply
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.placing import distance
from warbench.games.w40k10.battle.reactions.grenades import Grenade
from warbench.games.w40k10.battle.reactions.moves import OrderedRetreat, RapidIngress
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import eligible_to_shoot
from warbench.games.w40k10.battle.state import Options, State
from warbench.table.lattice import INCH, Place
from warbench.table.terrain import container, rectangle

OATHBAND = ("Oathband", "")


def first(ask: Ask) -> str:
    return ask.options[0].key


# --- Rapid Ingress ---

INGRESS = "rapid-ingress:A1"


def waiting(
    reserve: str = "deep strike", sheet: str = "Terminator Squad", leader: str = "", options: Options | None = None
) -> State:
    """The end of the opponent's Movement phase in round 2; a unit in Reserves, 1CP."""
    state = state_of([UnitSpec(datasheet=sheet, reserve=reserve, leader=leader), "Hearthkyn Warriors"], options=options)
    state.units["A1"].where = "reserve"
    put(state, "A2", row(5, 20, 10))
    put(state, "B1", row(5, 20, 50))
    state.core.turn, state.core.step, state.core.sides[0].cp = 1, "last", 1
    return state


@pytest.mark.rule("W-258", "W-259", "W-218")
def test_rapid_ingress_at_the_end_of_the_opponents_movement_phase() -> None:
    state = waiting()
    done = drive(state, moving.next_step(state), [INGRESS, first], reactions=(RapidIngress(),))
    assert done.all(SetUp)[0].unit == "A1"
    assert [event.by for event in done.all(Points)] == [-1]
    assert state.units["A1"].where == "table"
    assert state.core.phase == "shooting"


@pytest.mark.rule("W-258", "W-259")
def test_rapid_ingress_at_no_other_time_and_for_nobody_on_the_battlefield() -> None:
    state = waiting()
    assert offered(state, "movement phase ends", 0) == [INGRESS]
    assert barred(state, "rapid-ingress:A2", "movement phase ends", 0) == ("no-target", "W-258")
    assert barred(state, INGRESS, "move ended", 0, UnitMoment("B1")) == ("wrong-moment", "W-258")
    state.core.turn = 0
    assert barred(state, INGRESS, "movement phase ends", 0) == ("wrong-time", "W-258")


@pytest.mark.rule("W-259")
def test_rapid_ingress_needs_a_legal_place() -> None:
    state = state_of([UnitSpec(datasheet="Terminator Squad", reserve="deep strike")], on=mission(12, 12))
    state.units["A1"].where = "reserve"
    put(state, "B1", row(5, 2, 6, 2))
    state.core.turn, state.core.step, state.core.sides[0].cp = 1, "last", 1
    assert barred(state, INGRESS, "movement phase ends", 0) == ("no-room", "W-259")


@pytest.mark.rule("W-260")
def test_rapid_ingress_by_deep_strike_only_if_every_model_has_it() -> None:
    mixed = waiting("strategic", "Hearthkyn Warriors")
    done = drive(mixed, moving.next_step(mixed), [INGRESS, first], reactions=(RapidIngress(),))
    assert done.all(SetUp)[0].how == "strategic"
    assert all(ask.about != "arrival" for ask in done.asked)
    whole = waiting("strategic")
    done = drive(whole, moving.next_step(whole), [INGRESS, "deep strike", first], reactions=(RapidIngress(),))
    assert done.all(SetUp)[0].how == "deep strike"


@pytest.mark.rule("W-261")
def test_rapid_ingress_not_in_a_round_in_which_it_could_not_arrive() -> None:
    state = waiting()
    state.core.round = 1
    assert barred(state, INGRESS, "movement phase ends", 0) == ("too-early", "C16")
    early = waiting(options=Options(first_round_reserves=True))
    early.core.round = 1
    assert barred(early, INGRESS, "movement phase ends", 0) is None
    strategic = waiting("strategic", "Hearthkyn Warriors", options=Options(first_round_reserves=True))
    strategic.core.round = 1
    assert barred(strategic, INGRESS, "movement phase ends", 0) == ("too-early", "C15")


# --- Ordered Retreat ---

RETREAT = "ordered-retreat:A1"


def pinned(*, shocked: bool = False) -> State:
    """The own Movement phase: Hearthkyn of the Oathband, engaged with Intercessors; 1CP."""
    state = state_of(["Hearthkyn Warriors"], detachments=OATHBAND)
    put(state, "A1", row(5, 20, 20))
    put(state, "B1", row(5, 20, 21.6))
    state.core.sides[0].cp = 1
    state.units["A1"].shocked = shocked
    return state


def away(ask: Ask) -> str:
    return min((option.key for option in ask.options if option.key != "hold"), key=lambda each: int(each.split(",")[1]))


@pytest.mark.rule("W-275", "W-276")
def test_after_an_ordered_retreat_the_unit_may_shoot_and_charge() -> None:
    state = pinned()
    done = drive(state, moving.next_step(state), ["fall back", away, RETREAT], reactions=(OrderedRetreat(),))
    assert done.asked[-1].subject == "fell back"
    unit = state.units["A1"]
    assert unit.moved == "fall back"
    assert state.core.sides[0].cp == 0
    assert can_declare(state, unit) is None
    state.core.phase = "shooting"
    assert eligible_to_shoot(state, unit) is None
    apply(state, Ends(moment="turn"))
    assert not unit.free_hands


@pytest.mark.rule("W-275")
def test_without_it_or_at_another_time_it_may_not() -> None:
    state = pinned()
    drive(state, moving.next_step(state), ["fall back", away, "pass"], reactions=(OrderedRetreat(),))
    unit = state.units["A1"]
    assert can_declare(state, unit) is not None
    assert eligible_to_shoot(state, unit) is not None
    about = UnitMoment("A1", "fall back")
    assert barred(state, RETREAT, "move started", 0, about) == ("wrong-moment", "W-275")
    state.core.phase = "shooting"
    assert barred(state, RETREAT, "fell back", 0, about) == ("wrong-time", "W-275")


@pytest.mark.rule("W-277")
def test_an_ordered_retreat_comes_after_desperate_escape() -> None:
    state = pinned()
    put(state, "B1", row(5, 20, 21.6))
    over = [Place(model.place.x, model.place.y + round(4.2 * INCH)) for model in state.units["A1"].models if model.place]
    key = ";".join(f"{place.x},{place.y},{place.z},{place.heading}" for place in over)
    tests = [1, 6, 6, 6, 6]
    done = drive(
        state,
        moving.next_step(state),
        ["fall back", key, lambda ask: ask.options[-1].key, RETREAT],
        tests,
        reactions=(OrderedRetreat(),),
    )
    order = [type(event).__name__ for event in done.events]
    assert order.index("Destroyed") < order.index("Used")
    assert len(done.all(Destroyed)) == 1
    assert len(state.units["A1"].models) == 4


@pytest.mark.rule("W-278")
def test_no_ordered_retreat_for_a_battle_shocked_unit() -> None:
    state = pinned(shocked=True)
    done = drive(state, moving.next_step(state), ["fall back", away], [6] * 5, reactions=(OrderedRetreat(),))
    assert all(ask.about != "react" for ask in done.asked)
    assert state.core.sides[0].cp == 1
    assert barred(state, RETREAT, "fell back", 0, UnitMoment("A1", "fall back")) == ("battle-shocked", "W-345")


# --- Grenade (C25) ---

GRENADE = "grenade:A1"


def thrower(apart: float = 8.0, **more: object) -> State:
    """The own Shooting phase: Hearthkyn, and Intercessors straight above them so far away; 1CP."""
    state = state_of(["Hearthkyn Warriors", "Hearthkyn Warriors"], **more)  # type: ignore[arg-type]
    line = [Place(10 * INCH + 400 * index, 10 * INCH) for index in range(5)]
    put(state, "A1", line)
    put(state, "B1", [Place(place.x, place.y + 140 + 160 + round(apart * INCH)) for place in line])
    assert distance(state, state.units["A1"], state.units["B1"]) == round(apart * INCH)
    state.core.phase, state.core.step, state.core.sides[0].cp = "shooting", "", 1
    return state


@pytest.mark.rule("C25")
def test_grenade_through_the_shooting_phase() -> None:
    state = thrower()
    done = drive(state, shooting.next_step(state), [GRENADE, "finish"], [4, 5, 6, 3, 2, 1], reactions=(Grenade(),))
    assert [(roll.purpose, roll.count) for roll in done.rolls] == [("grenade", 6)]
    assert sum(model.wounds for model in state.units["B1"].models) == 10 - 3
    assert len(done.all(Destroyed)) == 1
    assert not state.units["A1"].shot
    assert [event.by for event in done.all(Points)] == [-1]


@pytest.mark.rule("C25")
@pytest.mark.parametrize(("apart", "found"), [(8.0, None), (8.1, ("no-target", "C25"))])
def test_grenade_within_eight_inches(apart: float, found: object) -> None:
    assert barred(thrower(apart), GRENADE, "own shooting", 0) == found


@pytest.mark.rule("C25")
@pytest.mark.parametrize(
    ("mark", "value", "found"),
    [
        ("shot", True, ("has-shot", "C25")),
        ("moved", "advance", ("has-moved", "C25")),
        ("moved", "fall back", ("has-moved", "C25")),
        ("moved", "normal", None),
        ("shocked", True, ("battle-shocked", "W-345")),
    ],
)
def test_grenade_by_a_unit_that_has_its_hands_free(mark: str, value: object, found: object) -> None:
    state = thrower()
    apply(state, Marked(unit="A1", mark=mark, value=value))
    assert barred(state, GRENADE, "own shooting", 0) == found


@pytest.mark.rule("C25")
def test_no_grenade_when_either_side_is_engaged_or_out_of_sight() -> None:
    state = thrower()
    put(state, "A2", [Place(10 * INCH, 10 * INCH + 300 + 8 * INCH + 350)])
    assert barred(state, GRENADE, "own shooting", 0) == ("no-target", "C25")
    assert barred(thrower(0.5), GRENADE, "own shooting", 0) == ("engaged", "C25")
    wall = container("wall", rectangle(0, 14 * INCH, 44 * INCH, 15 * INCH), height=6 * INCH)
    assert barred(thrower(on=mission(pieces=(wall,))), GRENADE, "own shooting", 0) == ("no-target", "C25")


def test_grenade_needs_the_keyword() -> None:
    state = state_of(["Hekaton Land Fortress"])
    put(state, "A1", [at(20, 10)])
    put(state, "B1", row(5, 20, 16))
    state.core.phase, state.core.sides[0].cp = "shooting", 1
    assert barred(state, GRENADE, "own shooting", 0) == ("keywords", "W-352")
