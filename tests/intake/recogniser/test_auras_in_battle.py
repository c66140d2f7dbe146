# ruff: noqa: E501 - a text is one line
"""Recognised auras act on the table: measured from their bearers, once for each unit, for friends or enemies."""

import pytest

from tests.games.w40k10.battle.kit import drive, put, row, state_of
from tests.games.w40k10.battle.shots import CYCLIC, fire, numbers, shooting, stand
from tests.intake.recogniser.kit import lent, like
from tests.intake.recogniser.test_in_battle import named
from warbench.games.w40k10.battle import battle_shock, scoring
from warbench.games.w40k10.battle.bearing import ignores_mortal_wounds, unit_effects
from warbench.games.w40k10.battle.charging import charge
from warbench.games.w40k10.battle.events import Threw
from warbench.games.w40k10.battle.moves import Move
from warbench.games.w40k10.battle.passengers import disembark
from warbench.games.w40k10.battle.placing import distance
from warbench.games.w40k10.battle.reactions.paying import pay, price
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import eligible_to_shoot
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.battle.targets import alone
from warbench.games.w40k10.stratagems import stratagem
from warbench.table.lattice import INCH, Place

CREW, HULL, FOES = "Hearthkyn Warriors", "Hekaton Land Fortress", "Intercessor Squad"
FRIENDS, ENEMIES = (
    'While a friendly INFANTRY unit is within 6" of this model, ',
    'While an enemy unit is within 6" of this model, ',
)


def beacon(text: str, *more: str) -> State:
    """A hull with an aura of that text (A1), a crew of ours (A2), its enemies (B1), far apart. ``more``: further hulls like it."""
    hull = like(HULL, named("Kelp Beacon", text), {"Lantern (Aura)": text})
    with lent(hull):
        state = state_of([hull.name, CREW, *(hull.name for _ in more)], [FOES])
    put(state, "A1", row(1, 10, 10))
    put(state, "A2", row(5, 20, 30))
    put(state, "B1", row(5, 30, 50))
    for number, _ in enumerate(more):
        put(state, f"A{number + 3}", row(1, 40, 10))
    return state


def near(state: State, unit: str, inches: float, to: str = "A1", model: int = 0) -> None:
    """Put a unit in a column above another one's ``model``, its first model exactly so many inches from that unit."""
    count = len(state.units[unit].models)
    start = state.units[to].models[model].place
    assert start is not None
    places = [Place(start.x, start.y + 20 * INCH + 400 * index) for index in range(count)]
    put(state, unit, places)
    gap = distance(state, state.units[to], state.units[unit]) - round(inches * INCH)
    put(state, unit, [Place(place.x, place.y - gap) for place in places])


def reached(state: State, unit: str) -> bool:
    """Whether the aura of the text does anything for a unit's attacks."""
    return any(effect.source == "Lantern (Aura)" for effect in unit_effects(state, state.units[unit], "attacker", None))


REROLL = "each time a model in that unit makes an attack, re-roll a Hit roll of 1."


@pytest.mark.parametrize(("inches", "within"), [(6, True), (6.1, False)])
def test_an_aura_reaches_units_of_which_a_model_is_near_enough(inches: float, *, within: bool) -> None:
    state = beacon(FRIENDS + REROLL)
    near(state, "A2", inches)
    assert reached(state, "A2") is within
    near(state, "B1", inches)
    assert not reached(state, "B1"), "no friend"
    assert not reached(state, "A1"), "the bearer is no Infantry"


def test_a_model_is_always_within_its_own_aura() -> None:
    state = beacon('While a friendly VEHICLE unit is within 6" of this model, ' + REROLL)
    assert reached(state, "A1")


@pytest.mark.parametrize(("inches", "within"), [(6, True), (6.1, False)])
def test_an_aura_over_enemies(inches: float, *, within: bool) -> None:
    state = beacon(ENEMIES + "each time a model in that unit makes an attack, subtract 1 from the Hit roll.")
    near(state, "B1", inches)
    near(state, "A2", inches)
    assert [reached(state, unit) for unit in ("A1", "A2", "B1")] == [False, False, within]


def test_who_is_excluded_feels_nothing() -> None:
    state = beacon(
        'While an enemy unit (excluding INFANTRY) is within 6" of this model, each time a model in that unit makes an attack, subtract 1 from the Hit roll.'
    )
    near(state, "B1", 1)
    assert not reached(state, "B1")


def test_one_ability_counts_once_from_however_many_bearers() -> None:
    state = beacon(ENEMIES + "worsen the Leadership characteristic of models in that unit by 1.", "another")
    near(state, "B1", 3)
    near(state, "A3", 1, to="B1")
    assert battle_shock.leadership(state, state.units["B1"]) == 6 + 1


@pytest.mark.parametrize("gone", ["inside", "reserve", "gone"])
def test_who_is_not_on_the_battlefield_has_no_aura(gone: str) -> None:
    state = beacon(FRIENDS + REROLL)
    near(state, "A2", 1)
    assert reached(state, "A2")
    state.units["A1"].where = gone
    if gone == "gone":
        state.units["A1"].models.clear()
    assert not reached(state, "A2")


def test_who_is_not_on_the_battlefield_feels_none() -> None:
    state = beacon(FRIENDS + REROLL)
    near(state, "A2", 1)
    state.units["A2"].where = "inside"
    assert not reached(state, "A2")


def test_an_aura_is_measured_from_its_bearer_and_ends_with_him() -> None:
    caller = like("Kahl", named("Tide Caller", REROLL), {"Lantern (Aura)": FRIENDS + REROLL}, leads=("hearthkyn-warriors",))
    with lent(caller):
        state = state_of([UnitSpec(datasheet=CREW, leader=caller.name), CREW], [FOES])
    put(state, "A1", row(len(state.units["A1"].models), 10, 10))
    put(state, "A2", row(5, 30, 30))
    put(state, "B1", row(5, 30, 50))
    near(state, "A2", 1)
    assert [reached(state, unit) for unit in ("A1", "A2")] == [True, False], "he stands at the other end of his own unit"
    near(state, "A2", 6, model=-1)
    assert [reached(state, unit) for unit in ("A1", "A2")] == [True, True]
    del state.units["A1"].models[-1]
    assert [reached(state, unit) for unit in ("A1", "A2")] == [False, False]


def test_wholly_within_is_asked_of_every_model() -> None:
    state = beacon('While a friendly INFANTRY unit is wholly within 6" of this model, ' + REROLL)
    near(state, "A2", 1)
    assert not reached(state, "A2"), "the last ones stand too far away"
    put(state, "A2", [model.place for model in state.units["A2"].models[:2] if model.place is not None])
    assert reached(state, "A2")


# --- what it does, through the rules themselves ---


def shooter(text: str) -> State:
    """A hull that shoots (A1), with an aura of that text on another (A2) beside it."""
    hull = like(HULL, named("Kelp Beacon", text), {"Lantern (Aura)": text})
    with lent(hull):
        state = shooting([HULL, hull.name], None)
    stand(state, "B1", 10, 5)
    near(state, "A2", 5)
    return state


def test_an_attack_within_an_aura() -> None:
    state = shooter(
        'While a friendly VEHICLE unit is within 6" of this model, each time a model in that unit makes a ranged attack, add 1 to the Hit roll.'
    )
    assert "+1 Lantern (Aura)" in numbers(fire(state, {CYCLIC: "B1"}, face=1), CYCLIC)
    state.units["A1"].shot = False
    near(state, "A2", 7)
    assert "Lantern" not in numbers(fire(state, {CYCLIC: "B1"}, face=1), CYCLIC)


def test_an_attack_at_who_is_within_an_aura() -> None:
    state = shooter(ENEMIES + "subtract 1 from the Toughness characteristic of models in that unit.")
    assert "T4:" in numbers(fire(state, {CYCLIC: "B1"}, face=1), CYCLIC)
    state.units["A1"].shot = False
    near(state, "A2", 6, to="B1")
    assert "T3:" in numbers(fire(state, {CYCLIC: "B1"}, face=1), CYCLIC)


def test_assault_within_an_aura_lets_a_unit_shoot_after_an_advance() -> None:
    state = beacon(FRIENDS + "ranged weapons equipped by models in that unit have the [ASSAULT] ability.")
    state.core.phase, state.core.step = "shooting", ""
    unit = state.units["A2"]
    unit.moved = "advance"
    near(state, "A2", 6)
    put(state, "B1", row(5, 30, 20))
    assert eligible_to_shoot(state, unit) is None
    near(state, "A2", 7)
    assert eligible_to_shoot(state, unit) is not None


def test_feel_no_pain_within_an_aura_helps_against_mortal_wounds() -> None:
    state = beacon(FRIENDS + "models in that unit have the Feel No Pain 5+ ability against mortal wounds.")
    for inches, on in ((6, 5), (7, None)):
        near(state, "A2", inches)
        assert ignores_mortal_wounds(state, state.units["A2"], "A2.1") == on


def test_objective_control_within_an_aura_is_never_below_none() -> None:
    state = beacon(
        'While an enemy unit is within 3" of this model, subtract 1 from the Objective Control characteristic of models in that unit.'
    )
    names = [model.id for model in state.units["B1"].models]
    before = scoring.objective_control(state, state.units["B1"], names)
    near(state, "B1", 3)
    assert scoring.objective_control(state, state.units["B1"], names) == before - len(names)
    twice = beacon(
        'While an enemy unit is within 3" of this model, subtract 4 from the Objective Control characteristic of models in that unit.'
    )
    near(twice, "B1", 3)
    assert scoring.objective_control(twice, twice.units["B1"], names) == 0


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (FRIENDS + 'add 2" to the Move characteristic of models in that unit.', 2),
        (
            'While a friendly INFANTRY unit is within 3" of this model, add 2" to the Move characteristic of models in that unit.',
            0,
        ),
    ],
)
def test_movement_within_an_aura(text: str, change: int) -> None:
    state = beacon(text)
    near(state, "A2", 6)
    assert Move(state, state.units["A2"], "normal").rule.permit.limit == state.kind("A2.1").movement + change * INCH


def test_a_charge_roll_within_an_aura() -> None:
    state = beacon(FRIENDS + "add 1 to Advance and Charge rolls made for that unit.")
    near(state, "A2", 6)
    near(state, "B1", 10, to="A2")
    state.core.phase = "charge"
    done = drive(state, charge(state, state.units["A2"], ["B1"]), [], [1, 2])
    assert done.all(Threw)[-1].result == '4"'


@pytest.mark.parametrize(("inches", "result"), [(6, "6-1 of 6: failed"), (6.1, "6 of 6: passed")])
def test_a_battle_shock_test_within_an_aura(inches: float, result: str) -> None:
    state = beacon(ENEMIES + "each time that unit takes a Battle-shock or Leadership test, subtract 1 from the result.")
    near(state, "B1", inches)
    done = drive(state, battle_shock.take_test(state, state.units["B1"]), [], [3, 3])
    assert done.all(Threw)[-1].result == result


def test_who_has_losses_within_an_aura_must_test() -> None:
    state = beacon(
        ENEMIES
        + "in the Battle-shock step of your opponent's Command phase, if that enemy unit is below its Starting Strength, it must take a Battle-shock test."
    )
    state.core.turn = 1
    near(state, "B1", 6)
    assert battle_shock.owing(state) == []
    put(state, "B1", [model.place for model in state.units["B1"].models[:4] if model.place is not None])
    assert [unit.id for unit in battle_shock.owing(state)] == ["B1"]
    near(state, "B1", 7)
    assert battle_shock.owing(state) == []


def test_a_stratagem_for_a_unit_within_an_aura_costs_more() -> None:
    state = beacon(
        'Each time your opponent targets a unit from their army with a Stratagem, if that unit is within 12" of this model, increase the cost of that use of that Stratagem by 1CP.'
    )
    card, unit = stratagem("insane bravery"), state.units["B1"]
    assert price(state, card, unit) == 1
    near(state, "B1", 12)
    state.core.sides[1].cp = 3
    assert price(state, card, unit) == 2
    drive(state, pay(state, 1, card, unit))
    assert state.core.sides[1].cp == 1


@pytest.mark.parametrize(("inches", "lone"), [(3, True), (3.1, False)])
def test_a_lone_operative_while_others_are_near(inches: float, *, lone: bool) -> None:
    state = beacon(
        'While this model is within 3" of one or more friendly INFANTRY units, this model has the Lone Operative ability.'
    )
    near(state, "A2", inches)
    assert alone(state, state.units["A1"]) is lone
    assert not alone(state, state.units["A2"]), "those beside it are none"
    near(state, "B1", 1)
    near(state, "A2", 20)
    assert not alone(state, state.units["A1"]), "its enemies are no company"


@pytest.mark.parametrize("strikes", [True, False])
def test_only_who_has_deep_strike_may_charge_out_of_it(*, strikes: bool) -> None:
    text = "Each time a unit with the Deep Strike ability disembarks from this model after it has made a Normal move, that unit is still eligible to declare a charge this turn."
    barge = like(HULL, named("Kelp Barge", text), {"Hatch": text})
    other = (
        "Models in this unit have the Deep Strike ability." if strikes else "Models in this unit have the Fights First ability."
    )
    rider = like(CREW, named("Kelp Divers", other), {"Dive": other})
    with lent(barge, rider):
        state = state_of([barge.name, rider.name], [FOES])
    put(state, "A1", row(1, 20, 10))
    put(state, "B1", row(1, 40, 50))
    unit = state.units["A2"]
    unit.where, unit.inside, unit.began_inside = "inside", "A1", "A1"
    state.units["A1"].moved = "normal"
    drive(state, disembark(state, unit), [lambda ask: ask.options[0].key])
    assert unit.cannot_charge is not strikes
