# ruff: noqa: E501 - a text is one line
"""Recognised abilities act in the battle: datasheets that are looked up by name, on the table, through the phases themselves."""

from collections.abc import Sequence
from zlib import crc32

import msgspec
import pytest

from tests.driving import Answer, Driven
from tests.games.w40k10.battle.kit import Probe, at, drive, key, put, row, state_of
from tests.games.w40k10.battle.shots import X, Y, fire, numbers, out_of_turn, shooting, stand
from tests.intake.recogniser.kit import lent, like
from warbench.games.w40k10.battle import battle_shock, moving, scoring
from warbench.games.w40k10.battle.army_files import has_deep_strike
from warbench.games.w40k10.battle.bearing import ignores_mortal_wounds
from warbench.games.w40k10.battle.charging import can_declare, charge
from warbench.games.w40k10.battle.command_abilities import as_it_starts
from warbench.games.w40k10.battle.events import Marked, Points, Said, Threw
from warbench.games.w40k10.battle.fighting import has_fights_first
from warbench.games.w40k10.battle.missions import Objective
from warbench.games.w40k10.battle.moves import HOLD
from warbench.games.w40k10.battle.passengers import disembark, may_leave
from warbench.games.w40k10.battle.reactions.paying import pay, spare
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import eligible_to_shoot
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.library import datasheet
from warbench.games.w40k10.stratagems import stratagem
from warbench.intake.recogniser import recognise
from warbench.players.w40k10_planner import planner
from warbench.sheets.datasheet import Ability
from warbench.table.lattice import INCH, Place

CREW, LEADER, FOES = "Hearthkyn Warriors", "Kahl", "Intercessor Squad"
ION, BOLTER = "Cyclic ion cannon", "Autoch-pattern bolter"


def named(name: str, text: str) -> str:
    """A name of its own for each text: a roster makes the entry of a unit once."""
    return f"{name} {crc32(text.encode())}"


def crew(text: str) -> State:
    """A unit (A1) with an ability of that text on the table, 10" before its enemies, and another like it without (A2)."""
    sheet = like(CREW, named("Reef Wardens", text), {"Undertow": text})
    with lent(sheet):
        state = state_of([sheet.name, CREW], [FOES])
    put(state, "A1", row(5, 10, 10))
    put(state, "A2", row(5, 30, 10))
    put(state, "B1", row(5, 20, 20))
    return state


def led(text: str) -> State:
    """A unit that a leader with an ability of that text leads (A1), and that leader alone (A2)."""
    caller = like(LEADER, named("Tide Caller", text), {"Current": text}, leads=("hearthkyn-warriors",))
    with lent(caller):
        state = state_of([UnitSpec(datasheet=CREW, leader=caller.name), caller.name], [FOES])
    put(state, "A1", row(len(state.units["A1"].models), 10, 10))
    put(state, "A2", row(1, 30, 10))
    put(state, "B1", row(5, 20, 20))
    return state


# --- moving, charging, shooting after it ---


@pytest.mark.parametrize(
    ("text", "after", "charges", "shoots"),
    [
        ("This unit is eligible to declare a charge in a turn in which it Advanced.", "advance", True, False),
        ("This unit is eligible to shoot in a turn in which it Fell Back.", "fall back", False, True),
        ("This unit is eligible to shoot and declare a charge in a turn in which it Fell Back.", "fall back", True, True),
        ("This unit is eligible to shoot and declare a charge in a turn in which it Fell Back.", "advance", False, False),
    ],
)
def test_what_a_unit_may_do_after_its_move(text: str, after: str, *, charges: bool, shoots: bool) -> None:
    state = crew(text)
    for unit in ("A1", "A2"):
        state.units[unit].moved = after
    assert (can_declare(state, state.units["A1"]) is None) is charges
    assert (eligible_to_shoot(state, state.units["A1"]) is None) is shoots
    assert can_declare(state, state.units["A2"]) is not None
    assert eligible_to_shoot(state, state.units["A2"]) is not None


@pytest.mark.parametrize("alone", [False, True])
def test_a_leader_gives_it_only_to_a_unit_that_he_leads(*, alone: bool) -> None:
    state = led("While this model is leading a unit, that unit is eligible to declare a charge in a turn in which it Advanced.")
    unit = state.units["A2" if alone else "A1"]
    unit.moved = "advance"
    assert (can_declare(state, unit) is None) is not alone
    if not alone:
        del unit.models[:-1]
        assert can_declare(state, unit) is not None, "those that he led are gone"


def advance(state: State, answers: Sequence[Answer], faces: Sequence[int]) -> Driven:
    """A1 Advances and stays where it stands; A2 is not there."""
    state.units["A2"].where = "reserve"
    return drive(state, moving.next_step(state), ["advance", *answers, HOLD], faces)


def test_an_advance_without_a_roll() -> None:
    state = crew(
        'Each time this unit Advances, do not make an Advance roll for it. Instead, until the end of the phase, add 6" to the Move '
        "characteristic of models in this unit."
    )
    state.units["A2"].where = "reserve"
    put(state, "B1", row(5, 40, 50))
    up = 6 * INCH + state.kind("A1.1").movement
    ends = [Place(place.x, place.y + up) for place in row(5, 10, 10)]
    done = drive(state, moving.next_step(state), ["advance", key(*ends)])
    assert done.rolls == []
    assert [model.place for model in state.units["A1"].models] == ends


def test_an_advance_roll_with_a_bonus_and_thrown_again() -> None:
    done = advance(crew("Add 1 to Advance and Charge rolls made for this unit."), [], [3])
    assert done.all(Threw)[-1].result == '4" further'
    done = advance(crew("You can re-roll Advance rolls made for this unit."), ["again"], [1, 5])
    assert [(event.faces, event.rule) for event in done.all(Threw)] == [((1,), "Undertow"), ((5,), "W-307")]
    assert [option.text for option in done.about("roll again").options] == ["keep 1", "roll again by Undertow"]


def test_a_charge_roll_with_a_bonus_and_thrown_again() -> None:
    state = crew("Add 2 to Charge rolls made for this unit.")
    state.core.phase = "charge"
    done = drive(state, charge(state, state.units["A1"], ["B1"]), [], [1, 2])
    assert done.all(Threw)[-1].result == '5"'
    state = crew("You can re-roll Charge rolls made for this unit.")
    state.core.phase = "charge"
    done = drive(state, charge(state, state.units["A1"], ["B1"]), ["again"], [1, 1, 1, 2])
    assert [(event.faces, event.result) for event in done.all(Threw)] == [((1, 1), "rolled again (Undertow)"), ((1, 2), '3"')]
    assert done.all(Marked) == []


def test_assault_that_a_leader_gives_lets_his_unit_shoot_after_an_advance() -> None:
    state = led("While this model is leading a unit, ranged weapons equipped by models in that unit have the [ASSAULT] ability.")
    state.core.phase, state.core.step = "shooting", ""
    for unit, may in (("A1", True), ("A2", False)):
        state.units[unit].moved = "advance"
        assert (eligible_to_shoot(state, state.units[unit]) is None) is may, unit


# --- fighting, holding, testing ---


def test_fights_first_by_a_leader() -> None:
    state = led("While this model is leading a unit, models in that unit have the Fights First ability.")
    assert [has_fights_first(state, state.units[unit]) for unit in ("A1", "A2")] == [True, False]


def test_deep_strike_by_a_leader() -> None:
    state = led("While this model is leading a unit, models in that unit have the Deep Strike ability.")
    assert [has_deep_strike(state.entry(unit)) for unit in ("A1", "A2")] == [True, False]


@pytest.mark.rule("C17")
def test_objective_control_of_a_whole_unit() -> None:
    state = crew("Add 1 to the Objective Control characteristic of models in this unit.")
    names = {unit: [model.id for model in state.units[unit].models] for unit in ("A1", "A2")}
    assert [scoring.objective_control(state, state.units[unit], models) for unit, models in names.items()] == [15, 10]
    state.units["A1"].shocked = True
    assert scoring.objective_control(state, state.units["A1"], names["A1"]) == 0


def test_an_ability_that_asks_who_controls_an_objective_does_not_ask_for_ever() -> None:
    state = crew(
        "While this unit is within range of an objective marker you control, models in this unit have a 5+ invulnerable save."
    )
    middle = state.mission.objectives[0]
    put(state, "A1", row(5, middle.x - 3, middle.y - 1))
    assert scoring.controller(state, middle) == 0
    names = [model.id for model in state.units["A1"].models]
    assert scoring.objective_control(state, state.units["A1"], names) == 10


@pytest.mark.rule("W-341")
@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("Models in this unit have a Leadership characteristic of 5+.", 5),
        ("Improve the Leadership characteristic of models in this unit by 1.", 6),
    ],
)
def test_leadership_of_a_whole_unit(text: str, need: int) -> None:
    state = crew(text)
    assert [battle_shock.leadership(state, state.units[unit]) for unit in ("A1", "A2")] == [need, 7]


def test_a_failed_battle_shock_test_is_thrown_again() -> None:
    state = crew("You can re-roll Battle-shock tests taken for this unit.")
    for answers, faces, passed in ((["again"], [1, 1, 6, 6], True), (["keep"], [1, 1], False), ([], [6, 6], True)):
        state.units["A1"].shocked = False
        done = drive(state, battle_shock.take_test(state, state.units["A1"]), answers, faces)
        assert done.value is passed


@pytest.mark.rule("C17")
def test_an_objective_that_stays_under_control() -> None:
    text = (
        "At the end of your Command phase, if this unit is within range of an objective marker you control, that objective marker "
        "remains under your control, even if you have no models within range of it, until your opponent controls it at the start or "
        "end of any turn."
    )
    for ability, stays in ((text, True), ("Models in this unit have the Fights First ability.", False)):
        state = crew(ability)
        put(state, "A1", row(2, 21, 30))
        drive(state, scoring.keep(state, 0))
        put(state, "A1", row(2, 10, 10))
        assert scoring.controlled(state) == {"middle": 0 if stays else None}


# --- transports ---


def ride(text: str, moved: str) -> State:
    """A transport with an ability of that text (A1) that made a move, a unit inside that began the phase there (A2)."""
    barge = like("Hekaton Land Fortress", named("Kelp Barge", text), {"Hatch": text})
    with lent(barge):
        state = state_of([barge.name, CREW], [FOES])
    put(state, "A1", [at(20, 10)])
    put(state, "B1", row(1, 40, 50))
    rider = state.units["A2"]
    rider.where, rider.inside, rider.began_inside = "inside", "A1", "A1"
    state.units["A1"].moved = moved
    return state


def test_who_gets_out_after_a_normal_move_may_charge() -> None:
    text = "Each time a unit disembarks from this model after it has made a Normal move, that unit is still eligible to declare a charge this turn."
    state = ride(text, "normal")
    drive(state, disembark(state, state.units["A2"]), [lambda ask: ask.options[0].key])
    assert state.units["A2"].cannot_charge is False


def test_units_get_out_after_an_advance_and_may_not_charge() -> None:
    text = (
        "Units can disembark from this TRANSPORT after it has Advanced. Units that do so count as having made a Normal move that "
        "phase, and cannot declare a charge in the same turn, but can otherwise act normally."
    )
    state = ride(text, "advance")
    assert may_leave(state, state.units["A2"]) is None
    drive(state, disembark(state, state.units["A2"]), [lambda ask: ask.options[0].key])
    assert state.units["A2"].cannot_charge is True
    other = ride("This model is eligible to shoot in a turn in which it Fell Back.", "advance")
    refused = may_leave(other, other.units["A2"])
    assert refused is not None
    assert refused.rule == "W-189"


# --- Command points ---


def test_a_cheaper_stratagem_once_a_battle_round_for_each_such_ability() -> None:
    state = led(
        "Once per battle round, one model from your army with this ability can use it when its unit is targeted with a Stratagem. If "
        "it does, reduce the CP cost of that use of that Stratagem by 1CP."
    )
    state.core.sides[0].cp = 3
    assert spare(state, 0) == {"A1", "A2"}
    drive(state, pay(state, 0, stratagem("insane bravery"), state.units["A1"]))
    assert state.core.sides[0].cp == 3
    assert spare(state, 0) == frozenset()
    drive(state, pay(state, 0, stratagem("insane bravery"), state.units["A2"]))
    assert state.core.sides[0].cp == 2
    state.core.round += 1
    assert spare(state, 0) == {"A1", "A2"}


def test_a_command_point_at_the_start_of_the_command_phase_says_by_what() -> None:
    state = crew("At the start of your Command phase, if this model is on the battlefield, you gain 1CP.")
    (gained,) = drive(state, as_it_starts(state, 0)).all(Points)
    assert (gained.by, gained.extra, gained.why) == (1, True, f"Undertow of {state.entry('A1').name} (A1)")


# --- damage outside attacks ---


def test_feel_no_pain_by_a_leader_ends_with_him() -> None:
    state = led("While this model is leading a unit, models in that unit have the Feel No Pain 5+ ability against mortal wounds.")
    unit = state.units["A1"]
    assert ignores_mortal_wounds(state, unit, unit.models[0].id) == 5
    alone = state.units["A2"]
    assert ignores_mortal_wounds(state, alone, alone.models[0].id) is None


# --- facts of attacks ---


def shooter(text: str) -> State:
    barge = like("Hekaton Land Fortress", named("Kelp Barge", text), {"Deluge": text})
    with lent(barge):
        return shooting([barge.name], None)


@pytest.mark.parametrize(
    ("what", "prepare"),
    [
        ("that is below its Starting Strength", "loses"),
        ("that is Below Half-strength", "halves"),
        ("that is Battle-shocked", "shocks"),
        ("within range of an objective marker you do not control", "moves"),
    ],
)
def test_the_table_tells_what_the_target_is(what: str, prepare: str) -> None:
    for happens in (False, True):
        state = shooter(f"Each time this model makes a ranged attack that targets a unit {what}, add 1 to the Wound roll.")
        stand(state, "B1", 10, 4 if happens and prepare == "loses" else 2 if happens and prepare == "halves" else 5)
        state.units["B1"].starting = 5
        state.units["B1"].shocked = happens and prepare == "shocks"
        if happens and prepare == "moves":
            objective(state, "B1")
        assert ("+1 Deluge" in numbers(fire(state, {ION: "B1"}, face=1), ION)) is happens


def objective(state: State, unit: str) -> None:
    """Move the mission's objective under a unit."""
    place = state.units[unit].models[0].place
    assert place is not None
    state.mission = msgspec.structs.replace(state.mission, objectives=(Objective("middle", place.x / INCH, place.y / INCH),))


def test_half_range_splits_weapons_that_are_near_from_those_that_are_far() -> None:
    text = "Each time a model in this unit makes a ranged attack that targets a unit within half range, add 1 to the Wound roll."
    wardens = like(CREW, named("Reef Wardens", text), {"Deluge": text})
    with lent(wardens):
        state = shooting([wardens.name], None)
    bearers = [
        model for model in state.units["A1"].models if any(weapon.name == BOLTER for weapon in state.kind(model.id).weapons)
    ]
    state.units["A1"].models = bearers[:2]
    put(state, "A1", [Place(X, Y), Place(X - 4 * INCH, Y)])
    stand(state, "B1", 11, 5)
    done = fire(state, {BOLTER: "B1"}, face=1)
    lines = [event.text for event in done.all(Said) if f"x {BOLTER} at" in event.text]
    assert ["+1 Deluge" in text for text in lines] == [True, False]


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize(("end", "lasts"), [("start of your next Movement phase", True), ("end of the turn", False)])
def test_standing_still_lasts_into_the_opponents_turn_where_the_text_says_so(end: str, *, lasts: bool, own: bool) -> None:
    state = shooter(
        f"Each time this model Remains Stationary, until the {end}, add 1 to the Strength characteristic of ranged weapons equipped "
        "by this model."
    )
    stand(state, "B1", 10, 5)
    if not own:
        out_of_turn(state)
    state.units["A1"].moved, state.units["A1"].stood = ("stationary", False) if own else ("", True)
    assert ("+1 (Deluge)" in numbers(fire(state, {ION: "B1"}, face=1), ION)) is (own or lasts)


@pytest.mark.rule("W-003")
def test_a_die_that_an_ability_threw_again_is_offered_to_nobody_else() -> None:
    state = crew("You can re-roll Advance rolls made for this unit.")
    state.units["A2"].where = "reserve"
    for answer, offers in (("again", 0), ("keep", 1)):
        probe = Probe()
        state.core.done, state.units["A1"].moved = [], ""
        drive(state, moving.next_step(state), ["advance", answer, HOLD], [1, 5] if answer == "again" else [1], [probe])
        assert sum(moment == "dice rolled" for moment, _, _ in probe.seen) == offers


@pytest.mark.parametrize(("face", "wanted"), [(1, "again"), (3, "again"), (4, "keep")])
def test_the_computer_player_throws_poor_advances_again(face: int, wanted: str) -> None:
    state = crew("You can re-roll Advance rolls made for this unit.")
    done = advance(state, [lambda ask: planner()(ask, state)], [face, 6] if wanted == "again" else [face])
    assert len(done.rolls) == (2 if wanted == "again" else 1)


# --- keywords ---


def test_a_keyword_by_an_item_is_there_while_its_bearer_is() -> None:
    base = datasheet(FOES)
    harness = Ability("harness", "Harness", "wargear", item="harness")
    sheet = msgspec.structs.replace(base, id="kelp-smokers", name="Kelp Smokers", abilities=(*base.abilities, harness))
    sheet = msgspec.structs.replace(
        sheet,
        composition=tuple(
            msgspec.structs.replace(line, equipped=(*line.equipped, "harness") if number == 0 else line.equipped)
            for number, line in enumerate(sheet.composition)
        ),
        keywords=tuple(word for word in sheet.keywords if word != "smoke"),
    )
    sheet = recognise(sheet, {"Harness": "The bearer has the SMOKE keyword."})
    with lent(sheet):
        state = state_of([sheet.name], [CREW])
    put(state, "A1", row(5, 10, 10))
    unit = state.units["A1"]
    bearer = next(model for model in unit.models if "smoke" in state.kind(model.id).keywords)
    assert "smoke" in state.keywords(unit)
    unit.models.remove(bearer)
    assert "smoke" not in state.keywords(unit)
