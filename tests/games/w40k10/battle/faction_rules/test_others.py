"""Army rules beside those that are chosen: Synapse, Shadow in the Warp, Reanimation Protocols, For the Greater Good."""

import msgspec
import pytest

from tests.driving import Driven
from tests.games.w40k10.battle.faction_rules.kit import battle, blows, having, why
from tests.games.w40k10.battle.kit import at, drive, key, put, row
from warbench.games.w40k10.battle.battle_shock import take_test
from warbench.games.w40k10.battle.events import ComesInForce, Ends, Marked, Mended, Owes, Returned, Threw, Used, apply
from warbench.games.w40k10.battle.faction_rules.forces import words
from warbench.games.w40k10.battle.faction_rules.gate import offer_gate
from warbench.games.w40k10.battle.faction_rules.guidance import observe
from warbench.games.w40k10.battle.faction_rules.reanimation import reanimate
from warbench.games.w40k10.battle.faction_rules.shadow import offer_shadow
from warbench.games.w40k10.battle.fighting import next_step
from warbench.games.w40k10.battle.reserves import may_arrive, methods
from warbench.games.w40k10.battle.state import State

BASE = 32 / 25.4
"""Across a model of these units, in inches."""

# --- Synapse and Shadow in the Warp ---


def swarm(apart: float, rule: str = "synapse") -> State:
    """A unit of the swarm, a SYNAPSE unit so many inches behind it, an enemy before it."""
    state = battle("Tyranids", [having(rule), having(rule, "Hellblaster Squad", "synapse")])
    put(state, "A1", row(5, 10, 20))
    put(state, "A2", row(5, 10, 20 - BASE - apart))
    put(state, "B1", row(5, 10, 21.5))
    return state


@pytest.mark.parametrize(("apart", "strength", "dice"), [(6, 5, 3), (6.1, 4, 2)])
def test_within_synapse_range_blows_are_stronger_and_tests_take_three_dice(apart: float, strength: int, dice: int) -> None:
    state = swarm(apart)
    assert f"S{strength} against T4" in why(blows(state, "A1", "B1"), "Wound roll")
    done = drive(state, take_test(state, state.units["A1"]), faces=[2] * dice)
    assert (done.dice("battle-shock"), state.units["A1"].shocked) == (dice, dice == 2)


def test_a_synapse_unit_is_always_in_range_and_another_army_has_none() -> None:
    assert words(swarm(20), swarm(20).units["A2"]) == ("synapse range",)
    state = battle("Genestealer Cults", [having("synapse", "Intercessor Squad", "synapse")])
    put(state, "A1", row(5, 10, 20))
    assert words(state, state.units["A1"]) == ()


def test_the_shadow_makes_all_enemies_test_once_and_more_so_near_synapse() -> None:
    state = battle(
        "Tyranids", [having("shadow-in-the-warp", "Intercessor Squad", "synapse")], ["Scout Squad", "Assault Intercessor Squad"]
    )
    put(state, "A1", row(5, 10, 20))
    put(state, "B1", row(5, 10, 20 + BASE + 6.1))
    put(state, "B2", row(5, 10, 20 - BASE - 6))
    drive(state, offer_shadow(state), ["pass"])
    state.core.turn = 1  # it may be the opponent's Command phase
    done = drive(state, offer_shadow(state), ["now"], [3, 3, 3, 3])
    assert [event.result for event in done.all(Threw)] == ["6 of 6: passed", "6-1 of 6: failed"]
    assert [event.unit for event in done.all(Marked)] == ["B2"]
    assert [event.stratagem for event in done.all(Used)] == ["shadow-in-the-warp"]
    assert not drive(state, offer_shadow(state)).asked


def test_nobody_on_the_battlefield_unleashes_no_shadow() -> None:
    state = battle("Tyranids", [having("shadow-in-the-warp")])
    assert not drive(state, offer_shadow(state)).asked


# --- Reanimation Protocols ---


def necrons(left: int, wounds: int = 2) -> State:
    """So many of five models of two wounds each, the first of which has these left."""
    state = battle("Necrons", [having("reanimation-protocols")])
    put(state, "A1", row(left, 10, 20))
    state.units["A1"].models[0].wounds = wounds
    return state


def test_first_wounds_are_regained_and_then_a_model_returns_with_one() -> None:
    state = necrons(3, wounds=1)
    done = drive(state, reanimate(state, 0), [key(at(14.5, 20))], [5])
    assert [event.result for event in done.all(Threw)] == ["3 wounds"]
    assert [(event.model, event.wounds) for event in done.all(Mended)] == [("A1.1", 1), ("A1.4", 1)]
    assert [(event.model, event.wounds) for event in done.all(Returned)] == [("A1.4", 1)]
    assert [model.wounds for model in state.units["A1"].models] == [2, 2, 2, 2]


def test_who_regains_a_wound_is_chosen_where_several_lost_some() -> None:
    state = necrons(5, wounds=1)
    state.units["A1"].models[3].wounds = 1
    drive(state, reanimate(state, 0), ["A1.4"], [1])
    assert [model.wounds for model in state.units["A1"].models] == [1, 2, 2, 2, 2]


def test_whole_units_and_those_off_the_battlefield_do_not_reanimate() -> None:
    state = necrons(5)
    assert not drive(state, reanimate(state, 0)).all(Threw)
    state = necrons(3)
    state.units["A1"].where = "reserve"
    assert not drive(state, reanimate(state, 0)).all(Threw)


# --- For the Greater Good ---


def tau() -> State:
    """Two units that shoot, the second with MARKERLIGHT, and two enemies that both see."""
    state = battle(
        "T'au Empire",
        [having("for-the-greater-good"), having("for-the-greater-good", "Hellblaster Squad", "markerlight")],
        ["Assault Intercessor Squad", "Scout Squad"],
        phase="shooting",
    )
    for unit, x, y in (("A1", 5, 10), ("A2", 25, 10), ("B1", 5, 30), ("B2", 25, 30)):
        put(state, unit, row(5, x, y))
    return state


def observed(state: State, *answers: str) -> Driven:
    return drive(state, observe(state, 0), list(answers))


def against(state: State, unit: str, target: str) -> tuple[str, ...]:
    return words(state, state.units[unit], target)


def test_an_observer_marks_a_unit_and_all_but_observers_are_guided_against_it() -> None:
    state = tau()
    observed(state, "A2", "enough", "B1")
    assert against(state, "A1", "B1") == ("guided", "markerlight")
    assert against(state, "A1", "B2") == against(state, "A2", "B1") == words(state, state.units["A1"]) == ()
    apply(state, Ends(moment="phase"))
    assert against(state, "A1", "B1") == ()


def test_without_markerlight_cover_still_counts_and_each_enemy_is_marked_once() -> None:
    state = tau()
    done = observed(state, "A1", "A2", "B1", "B2")
    assert [question.about for question in done.asked][-2:] == ["spotted", "spotted"]
    assert [option.key for option in done.asked[-1].options] == ["B2", "pass"]
    assert [event.what.word for event in done.all(ComesInForce)] == ["guided", "guided", "markerlight"]
    assert against(state, "A1", "B2") == ()  # an Observer is not guided


def test_an_observer_may_wait_until_it_is_selected_to_shoot_itself() -> None:
    state = tau()
    observed(state, "A2", "enough", "pass")
    assert state.core.owed == ["A2"]
    assert observed(state, "pass").all(Owes) == []
    state.units["A2"].shot = True
    assert not observed(state).asked


def test_battle_shocked_observers_mark_nobody() -> None:
    state = tau()
    state.units["A2"].shocked = True
    assert [question.about for question in observed(state, "A2", "enough").asked] == ["observers", "observers"]


# --- Gate of Infinity ---


def knights(size: str) -> State:
    """Four units with the gate, the last of them engaged; it is the end of the opponent's Fight phase."""
    state = battle("Grey Knights", [having("gate-of-infinity")] * 4, ["Assault Intercessor Squad"], phase="fight", in_round=2)
    state.mission = msgspec.structs.replace(state.mission, battle_size=size)
    state.core.turn, state.core.step = 1, "remaining"
    for number, x in enumerate((5, 15, 25, 35), 1):
        put(state, f"A{number}", row(5, x, 20))
    put(state, "B1", row(5, 35, 21.5))
    for unit in state.units.values():
        unit.fought = True
    return state


@pytest.mark.parametrize(("size", "answers"), [("incursion", ["A1", "A3"]), ("strike force", ["A1", "A3", "A2"])])
def test_so_many_units_leave_by_the_gate_as_the_battle_size_allows(size: str, answers: list[str]) -> None:
    state = knights(size)
    done = drive(state, next_step(state), answers)
    assert [option.key for option in done.asked[0].options] == ["A1", "A2", "A3", "enough"]
    assert {key for key, unit in state.units.items() if unit.where == "reserve"} == set(answers)
    assert state.core.phase == "end"


def test_who_left_by_the_gate_comes_back_from_strategic_reserves() -> None:
    state = knights("incursion")
    drive(state, next_step(state), ["A1", "enough"])
    apply(state, Ends(moment="turn"))
    assert methods(state, state.units["A1"]) == ["strategic"]
    assert may_arrive(state, state.units["A1"], "strategic") is None
    assert not state.units["A2"].withdrawn
    assert not drive(state, offer_gate(state, 1)).asked, "the other army has no gate"
