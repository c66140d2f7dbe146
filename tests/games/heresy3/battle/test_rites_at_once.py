"""Cybertheurgic rites that work at once: Cogitator Purge, Chastise, Omega, Unseal the Portal."""

import pytest

from tests.driving import refusal
from tests.games.heresy3.battle.assault import carry
from tests.games.heresy3.battle.invoking import (
    FAILED,
    FOUR,
    LACRYMAERTA,
    PASSED,
    RITES,
    cast,
    feedbacks,
    held,
    magos,
    mark,
    scene,
    why,
)
from tests.games.heresy3.battle.kit import (
    BUN,
    LEG,
    MAN,
    TANK,
    TOW,
    at,
    board,
    drive,
    offered,
    phase,
    put,
    row,
    state_of,
    unit,
)
from warbench.games.heresy3.battle import charging, ending, moving
from warbench.games.heresy3.battle.events import Hurt, Removed, SetUp
from warbench.games.heresy3.battle.moments import UnitMoment
from warbench.games.heresy3.battle.rites import end_of_statuses, invoke
from warbench.games.heresy3.battle.roster import Entry
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.targets import why_not


@pytest.mark.rule("H-130", "H-132")
def test_cogitator_purge_strips_cybertheurgic_statuses_alone() -> None:
    state = scene([], [FOUR, TANK])
    mark(state, "B1", "quicken", "guide")
    cast(state, "cogitator-purge", "B1", faces=[*PASSED, *[6] * 8])
    assert held(state, "B1") == [[]] * 4
    mark(state, "B2", "fortify", "stunned")
    cast(state, "cogitator-purge", "B2", faces=[*PASSED, 3])
    assert "fortify" not in held(state, "B2")[0]
    assert "stunned" in held(state, "B2")[0]
    assert [unit.lasting for unit in state.units.values()] == [[]] * len(state.units)


@pytest.mark.rule("H-131")
@pytest.mark.parametrize(("statuses", "dice", "wounds"), [((), 0, 0), (("quicken",), 4, 4), (("quicken", "guide"), 8, 8)])
def test_feedback_of_the_purge_depends_on_how_many_went(statuses: tuple[str, ...], dice: int, wounds: int) -> None:
    state = scene([], [FOUR])
    mark(state, "B1", *statuses)
    done = cast(state, "cogitator-purge", "B1", faces=[*PASSED, *[1] * dice])
    assert sum(event.wounds for event in done.all(Hurt)) == wounds
    assert done.dice("save") == dice


@pytest.mark.rule("H-134", "H-247")
@pytest.mark.parametrize("status", ["stunned", "suppressed"])
def test_chastise_gives_all_models_stunned_or_suppressed(status: str) -> None:
    state = scene([], [LEG])
    done = cast(state, "chastise-the-machine-spirit", "B1", [status])
    asked = done.about("status")
    assert (asked.player, [option.key for option in asked.options]) == (0, ["stunned", "suppressed"])
    assert refusal(asked, "pinned") is not None
    assert held(state, "B1") == [[status]] * 10
    assert state.units["B1"].lasting == []
    phase(state, "start", "effects", player=0)
    assert feedbacks(drive(state, end_of_statuses(state, 0))) == []


@pytest.mark.rule("H-135")
def test_a_failed_chastise_costs_the_units_own_feedback() -> None:
    state = state_of([unit(magos(), (MAN, 3))], [LEG])
    put(state, "A1", row(4, 36, 20))
    put(state, "B1", row(10, 30, 28))
    done = cast(state, "chastise-the-machine-spirit", "B1", faces=[*FAILED, 6, 6, 6, 6])
    assert held(state, "B1") == [[]] * 10
    assert feedbacks(done) == ["A1"]
    assert done.dice("armour save") == 4
    state.core.sides[0].used = []
    assert feedbacks(cast(state, "chastise-the-machine-spirit", "B1", ["stunned"])) == []


@pytest.mark.rule("H-249")
def test_chastise_may_be_tried_on_a_fortification_but_does_not_stick() -> None:
    state = scene([], [TOW])
    assert why(state, "chastise-the-machine-spirit", "B1") is None
    cast(state, "chastise-the-machine-spirit", "B1", ["stunned"])
    assert held(state, "B1") == [[]]
    done = cast(state, "chastise-the-machine-spirit", "B1", faces=[*FAILED, 6])
    assert feedbacks(done) == ["A1"]


def combat(ours: Entry, *others: Entry) -> State:
    """A Lacrymaerta unit A2 in a combat with the enemy B1; A3 fights beside it, B2 stands apart."""
    state = state_of([magos(), ours, *others], [LEG, LEG])
    put(state, "A1", at(36, 14))
    base = 320 / 254
    put(state, "A2", [at(30 + index * base, 20) for index in range(len(state.units["A2"].models))])
    put(state, "B1", [at(30 + index * base, 20 + base) for index in range(10)])
    if "A3" in state.units:
        put(state, "A3", [at(30 + index * base, 20 + 2 * base) for index in range(len(state.units["A3"].models))])
    put(state, "B2", row(10, 10, 40))
    for key in ("A2", "B1", "A3"):
        if key in state.units:
            state.units[key].locked = True
    phase(state, "shooting", "attack")
    return state


@pytest.mark.rule("H-143")
def test_omega_is_for_locked_lacrymaerta_with_a_status() -> None:
    state = combat(unit((LACRYMAERTA, 5)))
    assert why(state, "omega-protocols", "A2") == ("no-status", "H-143")
    mark(state, "A2", "fortify")
    assert why(state, "omega-protocols", "A2") is None
    state.units["A2"].locked = False
    assert why(state, "omega-protocols", "A2") == ("not-locked", "H-143")


@pytest.mark.rule("H-144", "H-147")
def test_omega_strips_all_statuses_with_one_feedback() -> None:
    state = combat(unit((LACRYMAERTA, 5)))
    mark(state, "A2", "fortify", "quicken")
    done = cast(state, "omega-protocols", "A2", faces=[*PASSED, *[6] * 5])
    assert held(state, "A2") == [[]] * 5
    assert feedbacks(done) == ["A2"]
    assert done.dice("armour save") == 5
    assert [unit.lasting for unit in state.units.values()] == [[]] * len(state.units)


@pytest.mark.rule("H-145", "H-146")
def test_omega_hits_the_rest_of_the_combat_twice_for_each_model_lost() -> None:
    state = combat(unit((LACRYMAERTA, 5)), unit((MAN, 4)))
    mark(state, "A2", "fortify")
    # Feedback: 3 of 5 fail their save; 6 hits S6 on B1 and A3 (T4: 2+), saves against AP 5 by 3+.
    faces = [*PASSED, 1, 1, 1, 6, 6, *[2] * 6, 1, 1, *[6] * 4, *[1] * 6]
    done = drive(
        state,
        invoke(state, RITES["omega-protocols"], state.model("A1.1"), state.units["A2"]),
        faces=faces,
    )
    assert len([event for event in done.all(Removed) if event.model.startswith("A2")]) == 3
    wound_dice = [roll.count for roll in done.rolls if roll.purpose == "wound"]
    assert wound_dice == [6, 6]
    assert (
        len([event for event in done.all(Removed) if event.model.startswith("B")])
        + len([event for event in done.all(Removed) if event.model.startswith("A3")])
        == 2
    )
    assert [len(state.units[key].models) for key in ("B2",)] == [10]
    # H-146: the combat that is fought afterwards begins without points.
    phase(state, "assault", "charge")
    carry(state, charging.next_step(state), unit="pass")
    assert [(fight.units, fight.points) for fight in state.core.combats] == [(["A2", "A3", "B1"], [0, 0])]
    quiet = combat(unit((LACRYMAERTA, 5)))
    mark(quiet, "A2", "fortify")
    done = cast(quiet, "omega-protocols", "A2", faces=[*PASSED, *[6] * 5])
    assert done.dice("wound") == 0


@pytest.mark.rule("H-143")
def test_omega_is_offered_in_the_charge_sub_phase_once_others_have_charged_under_a_status() -> None:
    state = state_of([magos(), unit((LACRYMAERTA, 5))], [unit((MAN, 5)), LEG])
    put(state, "A1", at(36, 20))
    put(state, "A2", row(5, 36, 20 + 4, 1.3))
    put(state, "B1", row(5, 36, 20 + 8, 1.3))
    put(state, "B2", row(10, 14, 22))
    mark(state, "A2", "fortify")
    phase(state, "assault", "charge")
    asked = carry(
        state, charging.next_step(state), {"charge": (6, 6)}, reactions=None, unit="A2", charge_target="B1", set_up="hold"
    )
    assert state.units["A2"].locked
    assert not any("omega" in option.key for ask in asked.asked for option in ask.options)
    dice = {"intelligence check": PASSED, "armour save": (6,) * 5, "charge": (1, 1), "cool check": (1, 1)}
    omega = "omega-protocols:A1.1@A2"
    done = carry(state, charging.next_step(state), dice, reactions=None, unit="A1", react=[omega], set_up="hold")
    assert omega in [option.key for option in done.asked[1].options]
    assert held(state, "A2") == [[]] * 5


@pytest.mark.rule("H-145")
def test_omega_glances_roll_on_the_table_for_a_vehicle_in_the_combat() -> None:
    state = state_of([magos(), unit((LACRYMAERTA, 3))], [unit((MAN, 3)), TANK])
    put(state, "A1", at(36, 14))
    base = 320 / 254
    put(state, "A2", [at(30 + index * base, 20) for index in range(3)])
    put(state, "B1", [at(30 + index * base, 20 + base) for index in range(3)])
    put(state, "B2", at(31, 20 - 160 / 254 - 1.5))
    for key in ("A2", "B1"):
        state.units[key].locked = True
    phase(state, "shooting", "attack")
    mark(state, "A2", "fortify")
    # One of three is lost: two hits on each. B1: two failed Wound Tests; the tank, Armour 12: a 6 glances, a 5 does nothing.
    done = cast(state, "omega-protocols", "A2", faces=[*PASSED, 1, 6, 6, 1, 1, 6, 5, 1])
    assert [roll.count for roll in done.rolls if roll.purpose == "penetration"] == [2]
    assert state.statuses(state.units["B2"]) == ("stunned",)


def test_whom_omega_leaves_without_an_enemy_is_locked_no_more() -> None:
    state = combat(unit(LACRYMAERTA))
    mark(state, "A2", "fortify")
    cast(state, "omega-protocols", "A2", faces=[*PASSED, 1, *[1] * 2])
    assert state.units["A2"].where == "gone"
    assert not state.units["B1"].locked
    phase(state, "shooting", "attack")
    assert why_not(state, state.units["A1"], state.units["B1"]) is None


@pytest.mark.rule("H-029", "H-150", "H-151", "H-152")
def test_unseal_the_portal_turns_everybody_out_and_strikes_a_fortification() -> None:
    state = scene([], [BUN, LEG])
    put(state, "B1", at(43, 20))
    board(state, "B2", "B1")
    assert "unseal-the-portal:A1.1@B1" in offered(state, "before move", 0, UnitMoment("A1"))
    done = cast(state, "unseal-the-portal", "B1", [lambda ask: ask.options[0].key], [*PASSED, 3, 4])  # type: ignore[list-item]
    out = [event for event in done.all(SetUp) if event.unit == "B2"]
    assert [event.how for event in out] == ["emergency"]
    assert len(out[0].places) == 10
    assert state.units["B2"].where == "table"
    assert feedbacks(done) == ["B1"]
    assert state.units["B1"].models[0].wounds == 7
    assert [unit.lasting for unit in state.units.values()] == [[]] * len(state.units)
    # H-152: in its next Move Sub-Phase the unit may go in again.
    phase(state, "end", "effects", player=0)
    drive(state, ending.next_step(state))
    phase(state, "movement", "move", player=1)
    drive(state, moving.next_step(state), ["embark:B2:B1"])
    assert state.units["B2"].where == "inside"
