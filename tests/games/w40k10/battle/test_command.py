"""The Command phase: Command points, the hunt's pay, Oath of Moment, Grim Efficiency, and the way through its steps."""

import msgspec
import pytest

from tests.driving import Driven, refused
from tests.games.w40k10.battle.kit import Probe, at, drive, fresh, mission, put, row
from warbench.games.w40k10.battle import command, oath, prey
from warbench.games.w40k10.battle.bearing import unit_effects
from warbench.games.w40k10.battle.command_abilities import as_it_ends, as_it_starts
from warbench.games.w40k10.battle.earning import gain
from warbench.games.w40k10.battle.events import Began, Lasts, Mended, Points, PreyPaid, Threw, UnitDestroyed, apply
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.state import Options, State
from warbench.games.w40k10.library import datasheet
from warbench.games.w40k10.unit_rules import REGAINS
from warbench.rules.effects import AllowReroll, ChangeRoll, Permit
from warbench.sheets.datasheet import Ability

KYN = UnitSpec(datasheet="Hearthkyn Warriors")


def battle(  # the command phase of player 0 in some round
    *,
    detachments: tuple[str, str] = ("Oathband", "Gladius Task Force"),
    ours: tuple[str, ...] = ("Sagitaur",),
    theirs: tuple[str, ...] = ("Intercessor Squad", "Scout Squad"),
    in_round: int = 1,
    turn: int = 0,
    options: Options | None = None,
) -> State:
    armies = (
        ArmySpec(
            name="One",
            faction="Leagues of Votann",
            detachment=detachments[0],
            units=tuple(UnitSpec(datasheet=name) for name in ours),
        ),
        ArmySpec(
            name="Other",
            faction="Space Marines",
            detachment=detachments[1],
            units=tuple(UnitSpec(datasheet=name) for name in theirs),
        ),
    )
    state = fresh(armies, mission(), options)
    state.core.round, state.core.turn, state.core.phase, state.core.step = in_round, turn, "command", ""
    return state


def step(state: State, answers: list[str] | None = None, faces: list[int] | None = None, probe: Probe | None = None) -> Driven:
    return drive(state, command.next_step(state), answers or [], faces or [], [probe] if probe else ())


def destroy(state: State, unit: str, by: str = "") -> None:
    state.units[unit].models.clear()
    state.units[unit].where = "gone"
    apply(state, UnitDestroyed(unit=unit, part=0, by=by))


# --- Command points ---


@pytest.mark.rule("C2")
def test_each_command_phase_gives_both_players_a_point() -> None:
    state = battle()
    step(state)
    assert [side.cp for side in state.core.sides] == [1, 1]
    for number in range(2, 11):
        state.core.step, state.core.turn = "", number % 2
        step(state)
    assert [side.cp for side in state.core.sides] == [10, 10]


@pytest.mark.rule("C2")
def test_other_gains_are_limited_to_one_a_battle_round() -> None:
    state = battle()
    first = drive(state, gain(state, 0, 1, "one", extra=True))
    second = drive(state, gain(state, 0, 1, "two", extra=True))
    assert (first.value, second.value, state.core.sides[0].cp) == (1, 0, 1)
    assert drive(state, gain(state, 1, 1, "other", extra=True)).value == 1


@pytest.mark.rule("C1")
def test_the_phase_goes_from_its_start_to_the_movement_phase() -> None:
    state = battle(ours=("Sagitaur",), in_round=3)
    steps = []
    while state.core.phase == "command":
        steps.append(state.core.step)
        done = step(state)
    assert steps == ["", "orders", "battle-shock"]
    assert done.all(Began) == [Began(round=3, turn=0, phase="movement")]


# --- Ruthless Efficiency pays ---


def hunted(in_round: int, **more: object) -> State:
    state = battle(theirs=("Intercessor Squad", "Scout Squad", "Impulsor"), in_round=in_round, **more)  # type: ignore[arg-type]
    for unit in ("B1", "B2"):
        state.units[unit].picked = True
    return state


@pytest.mark.rule("W-210", "W-209")
@pytest.mark.parametrize(("in_round", "points"), [(1, 3), (2, 3), (3, 2), (4, 2), (5, 1)])
def test_the_sooner_a_picked_unit_dies_the_more_it_pays(in_round: int, points: int) -> None:
    state = hunted(in_round)
    destroy(state, "B1", "A1")
    done = step(state)
    assert [event.by for event in done.all(Points) if event.player == 0] == [1, points]
    assert state.core.sides[0].cp == 1 + points


@pytest.mark.rule("W-375")
def test_going_second_a_unit_that_died_in_the_first_turn_pays_three() -> None:
    state = hunted(1)
    state.core.first = 1
    destroy(state, "B1", "A1")
    step(state)
    assert state.core.sides[0].cp == 4


@pytest.mark.rule("X-43")
def test_a_unit_that_died_between_the_second_and_the_third_command_phase_pays_two() -> None:
    state = hunted(2)
    step(state)
    assert state.core.sides[0].cp == 1
    destroy(state, "B1", "A1")  # in the opponent's turn
    state.core.round, state.core.step = 3, ""
    step(state)
    assert state.core.sides[0].cp == 1 + 1 + 2


@pytest.mark.rule("W-209")
def test_nothing_is_paid_at_the_opponent_s_command_phase_nor_for_other_units() -> None:
    state = hunted(2, turn=1)
    destroy(state, "B1", "A1")
    step(state)
    assert [side.cp for side in state.core.sides] == [1, 1]
    state = hunted(2)
    destroy(state, "B3", "A1")  # it was not picked
    step(state)
    assert state.core.sides[0].cp == 1


@pytest.mark.rule("W-211")
def test_it_pays_once_a_battle() -> None:
    state = hunted(2)
    destroy(state, "B1", "A1")
    destroy(state, "B2", "A1")
    assert len(step(state).all(PreyPaid)) == 1
    state.core.round, state.core.step = 3, ""
    step(state)
    assert state.core.sides[0].cp == 1 + 3 + 1


@pytest.mark.rule("W-212", "X-42")
def test_its_points_are_outside_the_limit() -> None:
    state = hunted(2)
    destroy(state, "B1", "A1")
    assert drive(state, gain(state, 0, 1, "another source", extra=True)).value == 1
    step(state)
    assert state.core.sides[0].cp == 1 + 1 + 3
    assert state.core.sides[0].extra == 1
    state = hunted(2)
    destroy(state, "B1", "A1")
    step(state)
    assert drive(state, gain(state, 0, 1, "another source", extra=True)).value == 1


@pytest.mark.rule("W-213", "A4")
def test_any_cause_pays_unless_the_ruling_says_otherwise() -> None:
    own = Options(rulings={"prey-destroyed": "own"})
    for options, by, cp in ((None, "", 4), (None, "B1", 4), (own, "", 1), (own, "B3", 1), (own, "A1", 4)):
        state = hunted(2, options=options)
        destroy(state, "B1", by)
        step(state)
        assert state.core.sides[0].cp == cp, (options, by)


@pytest.mark.rule("W-351")
def test_without_the_oathband_nothing_is_paid() -> None:
    state = hunted(2, detachments=("Hearthfire Arsenal", "Gladius Task Force"))
    destroy(state, "B1", "A1")
    step(state)
    assert state.core.sides[0].cp == 1
    assert not prey.hunts(state, 1)


# --- Oath of Moment ---


def sworn(detachment: str = "Gladius Task Force") -> State:
    state = battle(detachments=("Oathband", detachment), turn=1, ours=("Sagitaur", "Hearthkyn Warriors"))
    step(state)
    step(state, ["A2"])
    return state


def test_the_oath_is_sworn_against_one_enemy_unit() -> None:
    state = sworn()
    for unit in ("B1", "B2"):
        found = unit_effects(state, state.units[unit], "attacker", state.units["A2"])
        gained = [effect for effect in found if effect.source == "Oath of Moment" and effect.when is None]
        assert [type(effect) for effect in gained] == [AllowReroll, ChangeRoll]
        other = unit_effects(state, state.units[unit], "attacker", state.units["A1"])
        assert not [effect for effect in other if effect.source == "Oath of Moment" and effect.when is None]
    assert state.units["A1"].lasting == state.units["A2"].lasting == []


def test_without_a_codex_detachment_the_oath_helps_to_hit_alone() -> None:
    state = sworn("Wolf Jarls")
    assert [type(each.effect) for each in state.units["B1"].lasting] == [AllowReroll]
    assert not oath.codex(state, 1)


def test_the_oath_lasts_until_the_next_own_command_phase_and_must_be_sworn() -> None:
    state = sworn()
    state.core.step, state.core.turn = "", 0
    step(state)  # the opponent's
    assert state.units["B1"].lasting
    state.core.step, state.core.turn = "", 1
    step(state)
    assert not state.units["B1"].lasting
    with refused("not-an-option"):
        step(state, ["pass"])
    done = step(state, ["A1"])
    assert {event.lasting.against for event in done.all(Lasts)} == {"A1"}


def test_nobody_swears_against_the_last_enemy_unasked_for_and_votann_do_not_swear() -> None:
    state = battle(turn=1)
    step(state)
    assert step(state).asked == []  # one enemy unit: no question
    assert state.units["B1"].lasting[0].against == "A1"
    state = battle()
    step(state)
    assert step(state).all(Lasts) == []


# --- Grim Efficiency ---


def test_a_kahl_gives_a_unit_that_he_sees_a_token_once_a_round() -> None:
    state = battle(ours=("Kâhl",))
    put(state, "A1", [at(20, 10)])
    put(state, "B1", row(5, 20, 40))
    state.units["B2"].where = "reserve"
    step(state)
    done = step(state, ["B1"])
    assert [option.key for option in done.asked[0].options] == ["pass", "B1"]
    assert state.units["B1"].tokens == 1
    state.units["B1"].tokens, state.core.step = 2, "orders"
    assert step(state).asked == []  # there is no room for a third


# --- lost wounds that come back ---


def healed(when: str, much: str, *, leader: bool) -> State:
    """A squad led by a Captain; his ability, or one of the squad's own models, gives lost wounds back."""
    name = "Captain" if leader else "Intercessor Squad"
    heals = Ability(id="healer", name="Healer", kind="datasheet", effects=(Permit(what=REGAINS[when, much], side="defender"),))
    sheet = datasheet(name)
    sheet = msgspec.structs.replace(sheet, id="healers", abilities=(*sheet.abilities, heals))
    squad = UnitSpec(datasheet="Intercessor Squad" if leader else "healers", leader="healers" if leader else "Captain")
    army = ArmySpec(name="Ours", faction="Space Marines", units=(squad,), sheets=(sheet,))
    state = fresh((army, ArmySpec(name="Theirs", faction="Space Marines", units=(squad,), sheets=(sheet,))), mission())
    state.core.round, state.core.phase, state.core.step = 2, "command", ""
    put(state, "A1", row(6, 10, 10))
    put(state, "B1", row(6, 10, 50))
    for unit in ("A1", "B1"):
        for model in state.units[unit].models:
            model.wounds = 1
    return state


@pytest.mark.parametrize(("much", "faces", "back"), [("1", [], 1), ("D3", [6], 3)])
def test_a_leader_regains_lost_wounds_by_his_own_ability_and_his_squad_does_not(much: str, faces: list[int], back: int) -> None:
    state = healed("start", much, leader=True)
    done = drive(state, command.next_step(state), faces=faces)
    assert done.all(Mended) == [Mended(model="A1.6", wounds=back, source="Healer", rule="Healer")]
    assert [model.wounds for model in state.units["A1"].models] == [1] * 5 + [1 + back]
    assert {model.wounds for model in state.units["B1"].models} == {1}, "it is not their Command phase"
    assert {event.rule for event in done.all(Threw)} <= {"Healer"}


def test_nobody_regains_more_than_he_lost_nor_at_another_time() -> None:
    state = healed("start", "D3", leader=False)
    done = drive(state, command.next_step(state), faces=[6] * 5)
    assert [(event.model, event.wounds) for event in done.all(Mended)] == [(f"A1.{number}", 1) for number in range(1, 6)]
    assert state.model("A1.6").wounds == 1, "the leader has no such ability"
    late = healed("end", "1", leader=True)
    assert drive(late, as_it_starts(late, 0)).events == []
    assert [event.model for event in drive(late, as_it_ends(late, 0)).all(Mended)] == ["A1.6"]
