"""Thrill Seekers: shooting and charging after an Advance or Fall Back, and whom such a unit leaves alone."""

import pytest

from tests.games.w40k10.battle.faction_rules.kit import battle, having
from tests.games.w40k10.battle.kit import drive, put, row
from warbench.games.w40k10.battle import command
from warbench.games.w40k10.battle.charging import can_declare
from warbench.games.w40k10.battle.events import Ends, apply
from warbench.games.w40k10.battle.faction_rules.haste import left_alone, note_targets
from warbench.games.w40k10.battle.shooting import can_shoot_at, eligible_to_shoot
from warbench.games.w40k10.battle.state import State

RULE = "thrill-seekers"


def thrilled(moved: str, faction: str = "Emperor's Children") -> State:
    """A unit that was engaged with the first of two enemies as its turn began, and another one beside it."""
    state = battle(
        faction, [having(RULE), having(RULE, "Hellblaster Squad")], ["Assault Intercessor Squad", "Scout Squad"], phase="command"
    )
    put(state, "A1", row(5, 10, 20))
    put(state, "A2", row(5, 25, 20))
    put(state, "B1", row(5, 10, 21.5))
    put(state, "B2", row(5, 18, 24))
    drive(state, command.next_step(state))
    put(state, "A1", row(5, 10, 15))
    state.units["A1"].moved = moved
    return state


@pytest.mark.parametrize("moved", ["advance", "fall back"])
def test_it_shoots_and_charges_but_not_those_that_it_was_engaged_with(moved: str) -> None:
    state = thrilled(moved)
    unit = state.units["A1"]
    assert eligible_to_shoot(state, unit) is None
    assert can_declare(state, unit) is None
    refusals = [can_shoot_at(state, unit, state.units["B1"]), can_declare(state, unit, state.units["B1"])]
    assert [refusal.code for refusal in refusals if refusal is not None] == ["in-haste", "in-haste"]
    assert can_shoot_at(state, unit, state.units["B2"]) is None
    apply(state, Ends(moment="turn"))
    unit.moved = moved
    assert left_alone(state, unit) == frozenset()


def test_nor_those_that_another_unit_targets_in_the_same_phase() -> None:
    state = thrilled("advance")
    one, other = state.units["A1"], state.units["A2"]
    other.moved = "advance"
    drive(state, note_targets(state, other, ["B2"]))
    assert left_alone(state, one) == {"B1", "B2"}
    assert left_alone(state, other) == frozenset(), "its own target"
    refusal = eligible_to_shoot(state, one)
    assert refusal is not None
    assert refusal.code == "no-target"
    apply(state, Ends(moment="phase"))
    assert left_alone(state, one) == {"B1"}


def test_who_moved_no_faster_than_usual_targets_whom_he_likes() -> None:
    state = thrilled("normal")
    drive(state, note_targets(state, state.units["A2"], ["B2"]))
    assert left_alone(state, state.units["A1"]) == frozenset()
    assert can_shoot_at(state, state.units["A1"], state.units["B1"]) is None


def test_other_armies_take_no_notice() -> None:
    state = thrilled("advance", "Chaos Space Marines")
    refusal = can_declare(state, state.units["A1"])
    assert refusal is not None
    assert refusal.code == "advanced"
    assert left_alone(state, state.units["A1"]) == frozenset()
    assert not any(unit.lasting for unit in state.units.values())
