"""What is chosen by army rules: for the army in a turn or battle round, for a unit as it attacks, for all enemies at first."""

import pytest

from tests.driving import Driven, refused
from tests.games.w40k10.battle.faction_rules.kit import battle, blows, having, why
from tests.games.w40k10.battle.kit import drive, put, row
from warbench.games.w40k10.battle import command
from warbench.games.w40k10.battle.charging import can_declare
from warbench.games.w40k10.battle.events import ComesInForce, Ends, Threw, apply
from warbench.games.w40k10.battle.faction_rules.choices import choose_for_army, choose_for_unit, made_attacks
from warbench.games.w40k10.battle.faction_rules.forces import words
from warbench.games.w40k10.battle.fighting import fight
from warbench.games.w40k10.battle.privileges import number, pace
from warbench.games.w40k10.battle.shooting import shoot
from warbench.games.w40k10.battle.state import State
from warbench.table.lattice import INCH


def command_phase(state: State, *answers: str) -> Driven:
    state.core.phase, state.core.step = "command", ""
    return drive(state, command.next_step(state), list(answers))


def in_force(state: State, unit: str) -> tuple[str, ...]:
    return words(state, state.units[unit])


# --- Waaagh! ---


def orks(faction: str = "Orks") -> State:
    state = battle(faction, [having("waaagh")])
    put(state, "A1", row(5, 10, 20))
    put(state, "B1", row(5, 10, 21.5))
    return state


def test_a_waaagh_is_called_once_and_lasts_until_the_next_own_command_phase() -> None:
    state = orks()
    command_phase(state, "pass")
    assert in_force(state, "A1") == ()
    done = command_phase(state, "waaagh")
    assert [event.what.source for event in done.all(ComesInForce)] == ["Waaagh!"]
    assert (in_force(state, "A1"), in_force(state, "B1")) == (("waaagh",), ())
    state.core.turn = 1
    command_phase(state)
    assert in_force(state, "A1") == ("waaagh",)
    state.core.turn = 0
    command_phase(state)  # it is not asked again
    assert in_force(state, "A1") == ()


def test_during_a_waaagh_it_strikes_harder() -> None:
    state = orks()
    before = blows(state, "A1", "B1")
    command_phase(state, "waaagh")
    during = blows(state, "A1", "B1")
    assert (before.attacks.fixed, during.attacks.fixed) == (3, 4)
    assert "S4 against T4" in why(before, "Wound roll")
    assert "S5 against T4" in why(during, "Wound roll")


def test_during_a_waaagh_it_has_an_invulnerable_save() -> None:
    state = battle("Orks", [having("waaagh", "Scout Squad")], ["Redemptor Dreadnought"])
    put(state, "A1", row(5, 10, 20))
    put(state, "B1", row(1, 10, 23))
    assert why(blows(state, "B1", "A1"), "Saving throw").startswith("6+")
    command_phase(state, "waaagh")
    assert why(blows(state, "B1", "A1"), "Saving throw").startswith("5+ invulnerable save")


def test_during_a_waaagh_it_charges_after_an_advance() -> None:
    state = orks()
    state.units["A1"].moved = "advance"
    put(state, "B1", row(5, 10, 28))
    refusal = can_declare(state, state.units["A1"])
    assert refusal is not None
    assert refusal.code == "advanced"
    command_phase(state, "waaagh")
    assert can_declare(state, state.units["A1"]) is None


def test_only_armies_of_the_faction_call_it() -> None:
    state = orks("Space Marines")
    command_phase(state)
    assert state.core.sides[0].in_force == []


# --- Doctrina Imperatives ---


def mechanicus(apart: float) -> State:
    """Hellblasters of the Mechanicus, Intercessors of theirs (BATTLELINE) some inches behind them, enemies before them."""
    state = battle(
        "Adeptus Mechanicus",
        [
            having("doctrina-imperatives", "Hellblaster Squad", "adeptus mechanicus"),
            having("doctrina-imperatives", "Intercessor Squad", "adeptus mechanicus"),
        ],
    )
    put(state, "A1", row(5, 10, 20))
    put(state, "A2", row(5, 10, 20 - apart))
    put(state, "B1", row(5, 10, 21.5))
    return state


def test_an_imperative_is_chosen_each_battle_round_by_whoever_comes_first() -> None:
    state = mechanicus(15)
    command_phase(state, "protector imperative")
    assert in_force(state, "A1") == ("protector imperative",)
    apply(state, Ends(moment="turn"))
    assert in_force(state, "A1") == ("protector imperative",)
    apply(state, Ends(moment="round"))
    assert in_force(state, "A1") == ()
    state.core.first, state.core.turn = 1, 1
    command_phase(state, "conqueror imperative")
    assert in_force(state, "A2")[0] == "conqueror imperative"


def test_the_conqueror_strikes_better_and_pierces_more_beside_battleline() -> None:
    state = mechanicus(15)
    assert "WS 3+" in why(blows(state, "A1", "B1"), "Hit roll")
    drive(state, choose_for_army(state, 0, "round"), ["conqueror imperative"])
    alone = blows(state, "A1", "B1")
    assert why(alone, "Hit roll").startswith("2+")
    assert "AP" not in why(alone, "Saving throw")
    for name in ("A1", "A2"):  # BATTLELINE itself, or within 6 inches of such a unit
        put(state, "A2", row(5, 10, 20 - 6))
        put(state, "B1", row(5, 10, 21.5 if name == "A1" else 15.5))
        assert "-1 AP" in why(blows(state, name, "B1"), "Saving throw")


def test_the_protector_is_harder_to_hit_in_melee_beside_battleline() -> None:
    state = mechanicus(15)
    drive(state, choose_for_army(state, 0, "round"), ["protector imperative"])
    assert why(blows(state, "B1", "A1"), "Hit roll").startswith("3+")
    put(state, "A2", row(5, 10, 15))
    assert why(blows(state, "B1", "A1"), "Hit roll").startswith("4+")


# --- Martial Ka'tah ---


def test_a_stance_must_be_chosen_and_lasts_for_the_attacks_alone() -> None:
    state = battle("Adeptus Custodes", [having("martial-katah")], phase="fight")
    put(state, "A1", row(5, 10, 20))
    put(state, "B1", row(5, 10, 21.5))
    unit = state.units["A1"]
    with refused("not-an-option"):
        drive(state, choose_for_unit(state, unit, "fight"), ["pass"])
    drive(state, choose_for_unit(state, unit, "fight"), ["dacatarai stance"])
    plan = blows(state, "A1", "B1")
    assert (plan.attack.sustained is not None, plan.attack.lethal) == (True, False)
    drive(state, made_attacks(state, unit))
    assert in_force(state, "A1") == ()
    drive(state, choose_for_unit(state, unit, "fight"), ["rendax stance"])
    plan = blows(state, "A1", "B1")
    assert (plan.attack.sustained is not None, plan.attack.lethal) == (False, True)
    assert blows(state, "B1", "A1").attack.lethal is False


# --- Dark Pacts ---


def heretics(phase: str) -> State:
    state = battle("Chaos Space Marines", [having("dark-pacts")], phase=phase)
    put(state, "A1", row(5, 10, 20))
    put(state, "B1", row(5, 10, 21.5 if phase == "fight" else 30))
    return state


@pytest.mark.parametrize("when", ["shoot", "fight"])
def test_a_pact_is_made_after_a_test_and_lasts_for_the_phase(when: str) -> None:
    state = heretics("fight")
    unit = state.units["A1"]
    drive(state, choose_for_unit(state, unit, "fight" if when == "fight" else "shoot"), ["pass"])
    assert in_force(state, "A1") == ()
    done = drive(state, choose_for_unit(state, unit, "fight"), ["test", "pact of lethal hits"], [3, 3])
    assert [event.result for event in done.all(Threw)] == ["6 of 6: passed"]
    assert blows(state, "A1", "B1").attack.lethal
    assert len(unit.models) == 5
    apply(state, Ends(moment="phase"))
    assert in_force(state, "A1") == ()


def test_a_failed_test_costs_mortal_wounds_and_the_pact_is_made_all_the_same() -> None:
    state = heretics("fight")
    done = drive(state, choose_for_unit(state, state.units["A1"], "fight"), ["test", "pact of sustained hits"], [2, 3, 5])
    assert "3 mortal wounds" in [event.result for event in done.all(Threw)]
    assert sum(model.wounds for model in state.units["A1"].models) == 2 * 5 - 3
    assert blows(state, "A1", "B1").attack.sustained is not None


@pytest.mark.parametrize("phase", ["shooting", "fight"])
def test_a_unit_that_its_pact_destroys_neither_shoots_nor_fights(phase: str) -> None:
    state = heretics(phase)
    unit = state.units["A1"]
    del unit.models[1:]
    attacks = shoot(state, unit) if phase == "shooting" else fight(state, unit)
    done = drive(state, attacks, ["test"], [1, 1, 6])
    assert unit.where == "gone"
    assert not done.all(ComesInForce)
    assert done.dice("hit") == 0


# --- Nurgle's Gift ---


def plague(chosen: str, in_round: int = 1, apart: float = 3) -> State:
    state = battle("Death Guard", [having("nurgles-gift-aura")], phase="setup", in_round=in_round)
    put(state, "A1", row(5, 10, 20))
    put(state, "B1", row(5, 10, 20 + apart + 32 / 25.4))
    drive(state, choose_for_army(state, 0, "formations"), [chosen])
    return state


@pytest.mark.parametrize(("in_round", "reach"), [(1, 3), (2, 6), (3, 9), (5, 9)])
def test_the_contagion_reaches_farther_each_battle_round(in_round: int, reach: float) -> None:
    inside, outside = (plague("rattlejoint ague", in_round, reach + more) for more in (0, 0.1))
    assert "S4 against T3" in why(blows(inside, "A1", "B1"), "Wound roll")
    assert "S4 against T4" in why(blows(outside, "A1", "B1"), "Wound roll")
    assert why(blows(inside, "A1", "B1"), "Saving throw").startswith("4+")
    assert why(blows(outside, "A1", "B1"), "Saving throw").startswith("3+")


def test_the_plague_of_the_blight_spoils_the_attacks_of_the_afflicted() -> None:
    assert why(blows(plague("skullsquirm blight"), "B1", "A1"), "Hit roll").startswith("4+")
    assert why(blows(plague("rattlejoint ague"), "B1", "A1"), "Hit roll").startswith("3+")
    assert why(blows(plague("skullsquirm blight"), "A1", "B1"), "Hit roll").startswith("3+")


def test_the_soulrot_wears_movement_leadership_and_control_down_to_one() -> None:
    state = plague("scabrous soulrot")
    unit = state.units["B1"]
    assert pace(state, unit, 6 * INCH) == 5 * INCH
    assert number(state, unit, "leadership", 6) == 7
    assert [number(state, unit, "objective_control", base) for base in (3, 2, 1, 0)] == [2, 1, 1, 0]
    assert pace(state, state.units["A1"], 6 * INCH) == 6 * INCH


def test_a_plague_must_be_chosen_and_other_armies_spread_none() -> None:
    with refused("not-an-option"):
        plague("pass")
    state = battle("Chaos Space Marines", [having("nurgles-gift-aura")], phase="setup")
    put(state, "A1", row(5, 10, 20))
    put(state, "B1", row(5, 10, 21.5))
    drive(state, choose_for_army(state, 0, "formations"))
    assert "S4 against T4" in why(blows(state, "A1", "B1"), "Wound roll")
