"""Tank Shock and Heroic Intervention, after Charge moves."""

from fractions import Fraction
from math import comb

import pytest

from tests.driving import Driven
from tests.games.w40k10.battle.kit import at, barred, drive, offered, put, row, state_of
from warbench.battle.requests import Ask
from warbench.games.w40k10.battle.charging import charge
from warbench.games.w40k10.battle.events import Destroyed, Marked, Moved, Points, Said
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.placing import distance, is_engaged
from warbench.games.w40k10.battle.reactions.charges import HeroicIntervention, TankShock
from warbench.games.w40k10.battle.state import State
from warbench.table.lattice import INCH, Place

F = Fraction


def first(ask: Ask) -> str:
    return ask.options[0].key


# --- Tank Shock ---


def rammed() -> State:
    """The own Charge phase: a Hekaton stands between two units of Intercessors, engaged with both; 1CP."""
    state = state_of(["Hekaton Land Fortress"], ["Intercessor Squad", "Intercessor Squad", "Intercessor Squad"])
    put(state, "A1", [at(20, 20)])
    put(state, "B1", row(5, 17, 23))
    put(state, "B2", row(5, 17, 17))
    put(state, "B3", row(5, 17, 40))
    state.core.phase, state.core.step, state.core.sides[0].cp = "charge", "", 1
    return state


ABOUT = UnitMoment("A1", "charge", ("B1",))
SHOCK = "tank-shock:B1"


def shock(state: State, successes: int, target: str = "B1") -> Driven:
    """Use it, with so many dice that show a five."""
    play = TankShock().resolve(state, "charge move ended", 0, ABOUT, target)
    return drive(state, play, [], [5] * successes + [4] * (12 - successes))


@pytest.mark.rule("W-263", "W-265", "W-218")
def test_tank_shock_just_after_the_own_vehicles_charge() -> None:
    state = state_of(["Hekaton Land Fortress"])
    put(state, "A1", [at(20, 10)])
    put(state, "B1", row(5, 18, 19))
    state.core.phase, state.core.sides[0].cp = "charge", 1
    done = drive(
        state, charge(state, state.units["A1"], ("B1",)), [first, SHOCK], [6, 6, *[5] * 2, *[1] * 10], reactions=(TankShock(),)
    )
    assert [(roll.purpose, roll.count) for roll in done.rolls] == [("charge", 2), ("tank shock", 12)]
    assert done.asked[-1].subject == "charge move ended"
    assert (state.core.sides[0].cp, len(done.all(Destroyed))) == (0, 1)


@pytest.mark.rule("W-263")
def test_tank_shock_only_by_a_vehicle_that_charged_in_the_own_charge_phase() -> None:
    state = rammed()
    assert barred(state, SHOCK, "charge move ended", 0, ABOUT) is None
    assert barred(state, SHOCK, "move ended", 0, UnitMoment("A1", "normal")) == ("wrong-moment", "W-263")
    state.core.turn = 1
    assert barred(state, SHOCK, "charge move ended", 0, ABOUT) == ("wrong-time", "W-263")
    state.core.turn, state.core.phase = 0, "movement"
    assert barred(state, SHOCK, "charge move ended", 0, ABOUT) == ("wrong-time", "W-263")
    infantry = state_of(["Hearthkyn Warriors"])
    put(infantry, "A1", row(5, 17, 20))
    put(infantry, "B1", row(5, 17, 21.5))
    infantry.core.phase, infantry.core.sides[0].cp = "charge", 1
    assert barred(infantry, SHOCK, "charge move ended", 0, ABOUT) == ("keywords", "W-352")


@pytest.mark.rule("W-264", "W-373")
def test_tank_shock_harms_one_engaged_enemy() -> None:
    state = rammed()
    assert offered(state, "charge move ended", 0, ABOUT) == ["tank-shock:B1", "tank-shock:B2"]
    assert barred(state, "tank-shock:B3", "charge move ended", 0, ABOUT) == ("no-target", "W-263")
    shock(state, 4)
    assert [sum(model.wounds for model in state.units[unit].models) for unit in ("B1", "B2")] == [6, 10]


@pytest.mark.rule("W-266", "W-267", "W-268", "X-44")
def test_tank_shock_inflicts_six_mortal_wounds_at_most_and_they_spill() -> None:
    mean = F(0)
    for successes in range(13):
        state = rammed()
        done = shock(state, successes)
        assert done.value == min(successes, 6)
        mean += comb(12, successes) * F(1, 3) ** successes * F(2, 3) ** (12 - successes) * done.value
    assert mean == F(230902, 59049)
    assert sum(comb(12, k) * F(1, 3) ** k * F(2, 3) ** (12 - k) for k in range(6, 13)) == F(31483, 177147)
    state = rammed()
    assert len(shock(state, 8).all(Destroyed)) == 3


@pytest.mark.rule("W-221", "X-16")
def test_tank_shock_dice_are_not_rolled_again() -> None:
    state = rammed()
    state.core.sides[0].cp = 5
    play = TankShock().resolve(state, "charge move ended", 0, ABOUT, "B1")
    assert drive(state, play, [], [1] * 12, reactions=None).asked == []


# --- Heroic Intervention ---

HERO = "heroic-intervention:A1"
CHARGED = UnitMoment("B1", "charge", ("A2",))


def beside(away: float, hero: str = "Einhyr Hearthguard") -> State:
    """The opponent's Charge phase: Intercessors have charged A2; the hero stands straight below them, so far away; 1CP."""
    state = state_of([hero, "Hearthkyn Warriors"])
    line = [Place(20 * INCH + 400 * index, 30 * INCH) for index in range(3)]
    put(state, "B1", line)
    put(state, "A2", [Place(place.x, place.y + 140 + 160 + 100) for place in line])
    put(state, "A1", [Place(place.x, 10 * INCH) for place in line[: len(state.units["A1"].models)]])
    up = distance(state, state.units["A1"], state.units["B1"]) - round(away * INCH)
    put(state, "A1", [Place(place.x, 10 * INCH + up) for place in line[: len(state.units["A1"].models)]])
    assert distance(state, state.units["A1"], state.units["B1"]) == round(away * INCH)
    state.core.phase, state.core.turn, state.core.sides[0].cp = "charge", 1, 1
    return state


@pytest.mark.rule("W-270", "W-374")
@pytest.mark.parametrize(("away", "found"), [(6.0, None), (6.1, ("too-far", "W-270"))])
def test_heroic_intervention_within_six_inches_by_a_unit_that_was_not_charged(away: float, found: object) -> None:
    assert barred(beside(away), HERO, "charge move ended", 0, CHARGED) == found


@pytest.mark.rule("W-270")
def test_no_heroic_intervention_by_a_unit_that_is_engaged() -> None:
    state = beside(6.0)
    assert is_engaged(state, state.units["A2"])
    assert barred(state, "heroic-intervention:A2", "charge move ended", 0, CHARGED) == ("engaged", "C9")


@pytest.mark.rule("W-269")
def test_heroic_intervention_in_the_opponents_charge_phase_alone() -> None:
    state = beside(5.0)
    assert barred(state, HERO, "charge move ended", 0, UnitMoment("A2", "charge")) == ("no-target", "W-269")
    assert barred(state, HERO, "move ended", 0, CHARGED) == ("wrong-moment", "W-269")
    state.core.turn = 0
    assert barred(state, HERO, "charge move ended", 0, CHARGED) == ("wrong-time", "W-269")
    state.core.turn, state.core.phase = 1, "fight"
    assert barred(state, HERO, "charge move ended", 0, CHARGED) == ("wrong-time", "W-269")


@pytest.mark.rule("W-273", "X-45")
@pytest.mark.parametrize(("hero", "found"), [("Hekaton Land Fortress", ("keywords", "W-352")), ("Redemptor Dreadnought", None)])
def test_of_vehicles_only_walkers_intervene(hero: str, found: object) -> None:
    assert barred(beside(5.0, hero), HERO, "charge move ended", 0, CHARGED) == found


@pytest.mark.rule("W-269", "W-271", "W-272", "W-274", "X-46")
@pytest.mark.parametrize(("faces", "reaches"), [((3, 2), True), ((2, 2), False)])
def test_heroic_intervention_is_a_charge_at_that_enemy_without_the_bonus(faces: tuple[int, int], reaches: bool) -> None:
    state = beside(6.0)
    put(state, "A1", [place for model in state.units["A1"].models[1:2] if (place := model.place)])
    play = HeroicIntervention().resolve(state, "charge move ended", 0, CHARGED, "A1")

    def into(ask: Ask) -> str:
        assert ask.player == 0
        return ask.options[0].key

    done = drive(state, play, [into] if reaches else [], list(faces))
    assert done.value is reaches
    assert done.all(Points)[0].by == -1
    assert [mark.mark for mark in done.all(Marked)] == (["charged"] if reaches else [])
    assert state.units["A1"].fights_first is False
    assert len(done.all(Moved)) == int(reaches)
    assert is_engaged(state, state.units["A1"]) is reaches
    assert [said.rule for said in done.all(Said)] == ([] if reaches else ["W-329"])


@pytest.mark.rule("W-269", "W-374")
def test_heroic_intervention_after_the_enemys_charge_move() -> None:
    state = beside(5.0)
    put(state, "B1", [Place(20 * INCH + 400 * index, 28 * INCH) for index in range(3)])
    charging = charge(state, state.units["B1"], ("A2",))
    done = drive(state, charging, [first, HERO, first], [6, 6, 6, 6], reactions=(HeroicIntervention(),))
    assert [moved.unit for moved in done.all(Moved)] == ["B1", "A1"]
    assert state.units["B1"].fights_first
    assert not state.units["A1"].fights_first
