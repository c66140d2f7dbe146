# ruff: noqa: E501 - a text is one line
"""Further phrasings: what is read of them, and that it acts in the odds and in battles."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.games.w40k10.battle.kit import at, drive, key, put, row, state_of
from tests.games.w40k10.battle.shots import fire, out_of_turn, questions, shooting, stand
from tests.intake.recogniser.kit import LEADER, SQUAD, lent, like, read
from tests.intake.recogniser.test_in_battle import ION, crew, led, named, objective
from tests.intake.recogniser.test_in_odds import ask
from tests.intake.recogniser.test_in_odds import numbers as settled
from warbench.games.w40k10.abilities import demise_of
from warbench.games.w40k10.answer import answer
from warbench.games.w40k10.battle import command, moving
from warbench.games.w40k10.battle.bearing import facts_between, unit_effects
from warbench.games.w40k10.battle.events import Destroyed, Points, Threw
from warbench.games.w40k10.battle.falling_back import is_hindered, who_tests
from warbench.games.w40k10.battle.moves import Move
from warbench.games.w40k10.battle.piling import consolidate, reach_of
from warbench.games.w40k10.battle.reactions.paying import pay
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.inquiry import Inquiry, question_of
from warbench.games.w40k10.library import datasheet
from warbench.games.w40k10.stratagems import stratagem
from warbench.rules.conditions import has, is_true
from warbench.rules.effects import AllowReroll, ChangeValue, Grant
from warbench.sheets.datasheet import Ability, Damaged
from warbench.table.lattice import INCH, Place

BOLTER = "Bolt rifle"
POINT_BACK = "Each time you target this unit with a Stratagem, roll one D6: on a 5+, you gain 1CP."
HINDERS = (
    "Each time an enemy unit (excluding MONSTERS and VEHICLES) within Engagement Range of this unit is selected to Fall Back, all models "
    "in that enemy unit must take a Desperate Escape test. When doing so, if that enemy unit is Battle-shocked, subtract 1 from each of "
    "those tests."
)


# --- reading ---


def test_weapons_of_who_charged_or_stood_still() -> None:
    charge = "Each time this model makes a Charge move, until the end of the turn, its melee weapons have the [LANCE] ability."
    assert read(charge).effects == (Grant(keyword="lance", attacks="melee", when=is_true("charged")),)
    of_unit = "Each time this model's unit makes a Charge move, until the end of the turn, melee weapons equipped by models in that unit have the [LANCE] ability."
    assert read(of_unit, LEADER).whole_unit
    shot = "Each time this model shoots its reef gun in your Shooting phase, provided it Remained Stationary this turn, that weapon has the [LETHAL HITS] ability."
    (effect,) = read(shot).effects
    assert (effect.weapon, effect.attacks) == ("Reef gun", "ranged")
    assert str(effect.when) == "stationary and (not (overwatch))"
    heavy = "Each time this model shoots in your Shooting phase, provided it Remained Stationary this turn, all [HEAVY] weapons equipped by models in this unit have the [LETHAL HITS] ability."
    assert "weapon keywords has heavy" in str(read(heavy).effects[0].when)


@pytest.mark.parametrize(
    "text",
    [
        "That weapon has the [LANCE] ability.",
        "Its melee weapons have the [LANCE] ability.",
        "Each time this unit makes a Charge move, until the end of the turn, its melee weapons have the [LANCE] ability.",
        "Each time you target this unit with a Stratagem, roll one D6: on a 2+, you gain 1CP.",
        'Each time this unit Consolidates, it can move up to 6" instead of up to 5".',
        "While this unit contains a Kelp Lord model, melee weapons equipped by models in this unit have the [LANCE] ability.",
        "While this unit contains a KELP model, melee weapons equipped by models in this unit have the [LANCE] ability.",
    ],
)
def test_what_is_not_wholly_plain_is_left_alone(text: str) -> None:
    assert read(text, SQUAD).effects == ()


def test_whose_an_objective_is_that_a_target_holds_is_asked_by_the_attacker() -> None:
    text = (
        "Each time this model makes an attack that targets an enemy unit, re-roll a Hit roll of 1 and, if that unit is within range of an "
        "objective marker you {} control, you can re-roll the Hit roll instead."
    )
    assert read(text.format("do not")).effects == (
        AllowReroll(roll="hit", which="ones"),
        AllowReroll(roll="hit", when=is_true("target_on_foreign_objective")),
    )
    assert read(text.format("do not").replace(" do not", "")).effects == (), "no fact says that the attacker controls it"


def test_a_kind_of_model_that_the_unit_must_contain() -> None:
    text = "While this unit contains a Reef Captain, melee weapons equipped by models in this unit have the [LANCE] ability."
    assert read(text, SQUAD).effects == (Grant(keyword="lance", attacks="melee", when=has("models_there", "reef captain")),)
    captain, guard = SQUAD.models
    officers = msgspec.structs.replace(SQUAD, models=(msgspec.structs.replace(captain, keywords=("officer",)), guard))
    by_word = "While this unit contains an OFFICER, each time an attack targets this unit, subtract 1 from the Hit roll."
    assert str(read(by_word, officers).effects[0].when) == "target models there has officer"
    lead = "While this unit is leading a unit and contains a KELP STRIDER model, models in that unit have a 5+ invulnerable save."
    caller = msgspec.structs.replace(LEADER, keywords=("infantry", "character"))
    assert str(read(lead, caller).effects[0].when) == "target led and target models there has kelp strider"


def test_slips_of_the_pen_that_leave_no_doubt() -> None:
    right = "Each time this model makes an attack, a successful unmodified Hit roll of 5+ scores a Critical Hit."
    assert read(right.replace("unmodified", "unmodifed")).effects == read(right).effects != ()
    fewer = "Each time an attack targets this model, subtract 1 from the Hit roll."
    assert read(fewer.replace(" from ", " form ")).effects == read(fewer).effects != ()


def test_an_items_own_model_is_its_bearer_where_it_stands_alone() -> None:
    text = "This model has a 4+ invulnerable save."
    assert read(text, kind="wargear", item="shell").effects == (ChangeValue("invulnerable", set=4, side="defender"),)
    assert read(text, SQUAD, kind="wargear", item="Pincer").effects == (), "which of them?"
    force = "While the bearer is leading a unit, models in that unit have a 5+ invulnerable save."
    assert read(force, LEADER, kind="wargear", item="shell").effects != ()
    assert read(force, LEADER).effects == (), "nobody bears anything"


# --- Fire Overwatch ---


SENTINEL = "Each time you target this unit with the Fire Overwatch Stratagem, hits are scored on unmodified Hit rolls of 5+ when resolving that Stratagem."


@pytest.mark.rule("W-253")
def test_overwatch_hits_on_less_whatever_the_skill_and_the_penalties() -> None:
    plain, sharp = datasheet("Intercessor Squad"), like("Intercessor Squad", "Reef Sentries", {"Undertow": SENTINEL})
    hits = [ask(one, overwatch=True).stage_means() for one in (plain, sharp)]
    assert hits[1]["hits"] == pytest.approx(2 * hits[0]["hits"])
    assert hits[1]["critical hits"] == pytest.approx(hits[0]["critical hits"]), "a 5 hits, and is no Critical Hit"
    usual = [ask(one).stage_means()["hits"] for one in (plain, sharp)]
    assert usual[0] == usual[1]
    stealthy = like("Intercessor Squad", "Reef Shades", {"Murk": "Models in this unit have the Stealth ability."})
    with lent(stealthy):
        assert settled(ask(sharp, "Reef Shades", overwatch=True), BOLTER)["Hit roll"] == "5+"


@pytest.mark.rule("W-253")
def test_overwatch_hits_on_less_in_a_battle() -> None:
    text = SENTINEL.replace("this unit", "this model")
    barge = like("Hekaton Land Fortress", named("Kelp Barge", text), {"Watch": text})
    with lent(barge):
        state = shooting([barge.name], None)
    stand(state, "B1", 10, 5)
    out_of_turn(state)
    for face, hits in ((5, True), (4, False)):
        state.units["A1"].shot = False
        done = fire(state, {ION: "B1"}, face=face, facts={"overwatch": True})
        assert any("wound" in event.purpose for event in done.all(Threw)) is hits


# --- who is there ---


def test_a_model_that_the_unit_must_contain_is_there_in_the_odds() -> None:
    theyn = "While this unit contains a Theyn, each time a model in this unit makes a ranged attack, add 1 to the Hit roll."
    wardens = like("Hearthkyn Warriors", "Reef Wardens", {"Undertow": theyn})
    (bolter,) = {weapon.name for weapon in wardens.weapons if weapon.name.startswith("Autoch-pattern bolter")}
    assert settled(ask(wardens), bolter)["Hit roll"] == "3+"
    assert settled(ask(datasheet("Hearthkyn Warriors")), bolter)["Hit roll"] == "4+"
    hidden = like(
        "Hearthkyn Warriors",
        "Reef Hiders",
        {"Murk": "While this unit contains a Theyn, each time an attack targets this unit, subtract 1 from the Hit roll."},
    )
    with lent(hidden):
        assert settled(ask(datasheet("Intercessor Squad"), "Reef Hiders"), BOLTER)["Hit roll"] == "4+"


def test_in_a_battle_it_ends_with_that_model() -> None:
    state = crew("While this unit contains a Theyn, each time an attack targets this unit, subtract 1 from the Hit roll.")
    unit, foe = state.units["A1"], state.units["B1"]
    theyn = next(model for model in unit.models if state.kind(model.id).name == "Theyn")

    def holds() -> bool:
        (effect,) = (one for one in unit_effects(state, unit, "defender", foe) if one.source == "Undertow")
        assert effect.when is not None
        return effect.when.holds(facts_between(state, foe, unit, frozenset(effect.when.facts())))

    assert holds()
    unit.models.remove(theyn)
    assert not holds()


# --- leaders ---


def test_what_is_for_a_leader_alone_does_not_reach_the_same_weapon_of_his_men() -> None:
    men = datasheet("Intercessor Squad")
    fists = next(weapon for weapon in men.weapons if weapon.name == "Close combat weapon")
    captain = like(
        "Captain",
        "Tide Captain",
        {"Current": "Each time this model makes a melee attack, add 1 to the Hit roll."},
        leads=("intercessor-squad",),
        weapons=(fists,),
        options=(),
    )
    line = msgspec.structs.replace(captain.composition[0], equipped=(fists.name,))
    captain = msgspec.structs.replace(captain, composition=(line,))
    with lent(captain):
        found = ask(men, kind="melee", leader=captain.name)
    assert settled(found, "Close combat weapon")["Hit roll"] == "3+"
    assert settled(found, "Close combat weapon of Tide Captain")["Hit roll"] == "2+"
    counts = {plan.weapon.name: plan.weapon.count for plan in found.plans}
    assert counts["Close combat weapon of Tide Captain"] == 1


def test_a_bracket_of_which_nobody_knows_what_it_does_is_named() -> None:
    sheet = msgspec.structs.replace(datasheet("Hekaton Land Fortress"), damaged=Damaged(5))
    assert "Damaged (Hekaton Land Fortress)" in answer(question_of(Inquiry(sheet=sheet, target="terminators"))).not_modelled


# --- the Command phase, stratagems ---


@pytest.mark.rule("C2")
@pytest.mark.parametrize(("face", "points"), [(4, 1), (5, 2)])
def test_a_stratagem_that_may_give_a_point_back_once_a_round(face: int, points: int) -> None:
    state = crew(POINT_BACK)
    state.core.sides[0].cp = 2
    drive(state, pay(state, 0, stratagem("insane bravery"), state.units["A2"]))
    assert state.core.sides[0].cp == 1, "for another unit nothing is rolled"
    state.core.sides[0].cp = 2
    drive(state, pay(state, 0, stratagem("insane bravery"), state.units["A1"]), faces=[face])
    assert state.core.sides[0].cp == points
    if points == 2:
        drive(state, pay(state, 0, stratagem("grenade"), state.units["A1"]))
        assert state.core.sides[0].cp == 1, "no second one in a round"


def starts(state: State, faces: Sequence[int] = ()) -> list[int]:
    """The Command phase of player 0 starts; the points that he gets."""
    state.core.phase, state.core.step = "command", ""
    done = drive(state, command.next_step(state), [], faces)
    return [event.by for event in done.all(Points) if event.player == 0]


@pytest.mark.rule("C2")
def test_a_command_point_while_the_model_is_on_the_battlefield() -> None:
    text = "At the start of your Command phase, if this model is on the battlefield, you gain 1CP."
    state = led(text)
    assert starts(state) == [1, 1], "of two such models one counts: at most one more a round"
    state = led(text)
    state.units["A2"].where = "reserve"
    state.units["A1"].models.pop()
    assert starts(state) == [1]


@pytest.mark.parametrize(("much", "faces", "left"), [("1 lost wound", [], 11), ("up to D3 lost wounds", [5], 13)])
def test_lost_wounds_come_back_as_the_own_command_phase_starts(much: str, faces: list[int], left: int) -> None:
    text = f"At the start of your Command phase, this model regains {much}."
    barge = like("Hekaton Land Fortress", named("Kelp Barge", text), {"Salve": text})
    with lent(barge):
        state = state_of([barge.name])
    put(state, "A1", [at(10, 10)])
    state.units["A1"].models[0].wounds = 10
    starts(state, faces)
    assert state.units["A1"].models[0].wounds == left
    state.units["A1"].models[0].wounds = state.kind("A1.1").wounds
    starts(state)
    assert state.units["A1"].models[0].wounds == state.kind("A1.1").wounds, "who has lost none gets none"


# --- moves ---


@pytest.mark.rule("W-315", "W-319")
def test_who_falls_back_from_it_must_test_with_every_model() -> None:
    state = crew(HINDERS)
    unit = state.units["B1"]
    put(state, "B1", [Place(place.x, place.y + 500) for place in row(5, 10, 10)])
    state.units["A2"].where = "gone"
    state.core.turn = 1
    assert is_hindered(state, unit)
    assert len(who_tests(state, unit, Move(state, unit, "fall back"), ())) == 5
    put(state, "B1", row(5, 10, 20))
    assert not is_hindered(state, unit), "nobody with it is beside them"


@pytest.mark.rule("W-319")
@pytest.mark.parametrize(("shocked", "lost"), [(False, 0), (True, 1)])
def test_who_is_shocked_beside_it_escapes_less_easily(*, shocked: bool, lost: int) -> None:
    state = crew(HINDERS)
    state.units["A2"].where = "gone"
    here = [Place(place.x, place.y + 500) for place in row(5, 10, 10)]
    put(state, "B1", here)
    state.units["B1"].shocked = shocked
    state.core.turn = 1
    away = key(*(Place(place.x, place.y + 5 * INCH) for place in here))
    answers = ["fall back", away, *(["B1.5"] if lost else [])]
    done = drive(state, moving.next_step(state), answers, [3, 4, 4, 4, 4])
    assert len(done.all(Destroyed)) == lost
    assert len(state.units["B1"].models) == 5 - lost


@pytest.mark.rule("C12")
def test_a_consolidation_farther_than_usual() -> None:
    state = crew('Each time this unit Consolidates, each model in this unit can move up to 6" instead of up to 3".')
    one, other = state.units["A1"], state.units["A2"]
    assert [reach_of(state, unit, "consolidate") for unit in (one, other)] == [6 * INCH, 3 * INCH]
    assert reach_of(state, one, "pile in") == 3 * INCH
    for unit, reaches in (("A1", True), ("A2", False)):
        put(state, "A1", row(1, 10, 10))
        put(state, "A2", row(1, 30, 10))
        put(state, "B1", row(1, 10 if unit == "A1" else 30, 16))
        done = drive(state, consolidate(state, state.units[unit]), ["hold"] if reaches else [])
        assert bool(done.asked) is reaches


# --- as a target ---


@pytest.mark.parametrize(("away", "may"), [(12, True), (12.1, False)])
def test_a_unit_that_may_be_shot_at_from_nearby_only(away: float, *, may: bool) -> None:
    text = 'This unit can only be selected as the target of a ranged attack if the attacking model is within 12".'
    hidden = like("Intercessor Squad", named("Reef Hiders", text), {"Murk": text})
    with lent(hidden):
        state = shooting(["Hekaton Land Fortress"], [hidden.name, "Intercessor Squad"])
    stand(state, "B1", away, 1)
    stand(state, "B2", away, 1, y=3 * INCH)
    targets = {option.key for option in questions(state)[""].options}
    assert ("B1" in targets, "B2" in targets) == (may, True)


def test_an_objective_that_the_attacker_does_not_control() -> None:
    text = (
        "Each time this model makes an attack that targets an enemy unit, re-roll a Hit roll of 1 and, if that unit is within range of an "
        "objective marker you do not control, you can re-roll the Hit roll instead."
    )
    for there in (False, True):
        barge = like("Hekaton Land Fortress", named("Kelp Barge", text), {"Spear": text})
        with lent(barge):
            state = shooting([barge.name], None)
        stand(state, "B1", 10, 5)
        if there:
            objective(state, "B1")
        done = fire(state, {ION: "B1"}, [], face=2)
        again = [event for event in done.all(Threw) if "again" in event.result or "again" in event.purpose]
        assert bool(again) is there


@pytest.mark.rule("W-144")
def test_a_deadly_demise_that_one_kind_of_model_has() -> None:
    ability = Ability("deadly-demise", "Deadly Demise", "core", "D6 (Reef Captain model only)")
    assert [demise_of(ability, model) for model in ("Reef Captain", "Reef Guard")] == ["D6", ""]
    assert demise_of(msgspec.structs.replace(ability, parameter="D6"), "Reef Guard") == "D6"


def test_an_item_that_gives_its_bearer_a_keyword() -> None:
    for word in ("SMOKE", "GRENADES"):
        found = read(f"The bearer has the {word} keyword.", SQUAD, kind="wargear", item="Pincer")
        assert found.effects == (Grant(word.casefold(), side="defender"),)
        assert (found.whole_unit, found.touches, found.summary) == (
            False,
            ("battle",),
            f"The model: has the keyword {word.casefold()}.",
        )
    assert read("The bearer's unit has the SMOKE keyword.", SQUAD, kind="wargear", item="Pincer").effects == ()
    assert read("The bearer has the PSYKER keyword.", SQUAD, kind="wargear", item="Pincer").effects == (), "attacks ask for it"
    assert read("This model has the SMOKE keyword.").effects == ()
