# ruff: noqa: E501 - a text is one line
"""Recognised abilities act in the odds: the same question with and without them, through the path that users take."""

from collections.abc import Mapping

import msgspec
import pytest

from tests.intake.recogniser.kit import lent, like
from warbench.games.w40k10.answer import Answer, answer
from warbench.games.w40k10.inquiry import Inquiry, question_of
from warbench.games.w40k10.library import datasheet
from warbench.games.w40k10.plan import Plan
from warbench.games.w40k10.question import Question
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect
from warbench.sheets.datasheet import Datasheet

SQUAD, LEADER, BOLTER = "Intercessor Squad", "Captain", "Bolt rifle"


def ask(sheet: Datasheet, target: str = "terminators", *, kind: str = "ranged", leader: str = "", **facts: Value) -> Answer:
    """The odds of a datasheet's unit against a target."""
    return answer(question_of(Inquiry(sheet=sheet, target=target, kind=kind, leaders=(leader,) if leader else (), facts=facts)))


def numbers(result: Answer, weapon: str) -> dict[str, str]:
    """The settled numbers of a weapon by name."""
    plan = next(plan for plan in result.plans if plan.weapon.name == weapon)
    return _numbers(plan)


def _numbers(plan: Plan) -> dict[str, str]:
    return {reason.number: reason.value for reason in plan.reasons}


def because(result: Answer, weapon: str, number: str) -> tuple[str, ...]:
    """What is behind a number of a weapon."""
    plan = next(plan for plan in result.plans if plan.weapon.name == weapon)
    return next(reason.because for reason in plan.reasons if reason.number == number)


def squad(text: str) -> Datasheet:
    return like(SQUAD, "Reef Squad", {"Undertow": text})


def test_a_bonus_against_some_targets_only() -> None:
    sheet = squad("Each time a model in this unit makes an attack that targets a VEHICLE unit, add 1 to the Hit roll.")
    assert numbers(ask(sheet, "heavy-tank"), BOLTER)["Hit roll"] == "2+"
    assert numbers(ask(sheet), BOLTER)["Hit roll"] == "3+"
    assert "+1 Undertow" in because(ask(sheet, "heavy-tank"), BOLTER, "Hit roll")
    assert ask(sheet).not_modelled == ()


def test_half_range_is_that_of_each_weapon() -> None:
    sheet = squad(
        "Each time a model in this unit makes a ranged attack that targets a unit within half range, add 1 to the Wound roll."
    )
    for inches, bolter in ((12, "4+"), (12.1, "5+")):
        assert numbers(ask(sheet, distance=inches), BOLTER)["Wound roll"] == bolter


@pytest.mark.parametrize(("left", "hit", "wound"), [(5, "3+", "5+"), (4, "2+", "5+"), (3, "2+", "5+"), (2, "2+", "4+")])
def test_what_is_left_of_the_target_says_whether_it_is_below_its_strength(left: int, hit: str, wound: str) -> None:
    sheet = squad(
        "Each time a model in this unit makes an attack that targets a unit that is below its Starting Strength, add 1 to the Hit roll. "
        "If that target is Below Half-strength, add 1 to the Wound roll as well."
    )
    found = answer(question_of(Inquiry(sheet=sheet, target="terminators", models_left=left)))
    assert (numbers(found, BOLTER)["Hit roll"], numbers(found, BOLTER)["Wound roll"]) == (hit, wound)
    assert numbers(ask(sheet, target_below_half_strength=True, target_below_starting_strength=True), BOLTER)["Wound roll"] == "4+"


def test_a_grant_within_half_range() -> None:
    sheet = squad(
        "Ranged weapons equipped by models in this unit have the [SUSTAINED HITS 1] ability while targeting an enemy unit within half range."
    )
    near, far = (ask(sheet, distance=inches).stage_means()["hits"] for inches in (12, 13))
    assert near is not None
    assert far is not None
    assert near > far


def test_penalties_are_ignored_and_bonuses_are_not() -> None:
    sheet = squad("Each time a model in this unit makes a ranged attack, you can ignore any or all modifiers to the Hit roll.")
    hidden = {"kind": "grant", "keyword": "stealth", "side": "defender"}
    plain = datasheet(SQUAD)
    for one, hit in ((plain, "4+"), (sheet, "3+")):
        found = answer(_with(question_of(Inquiry(sheet=one, target="terminators")), hidden))
        assert numbers(found, BOLTER)["Hit roll"] == hit
    steady = answer(_with(question_of(Inquiry(sheet=sheet, target="terminators")), {"kind": "roll", "roll": "hit", "by": 1}))
    assert numbers(steady, BOLTER)["Hit roll"] == "2+"


def test_worse_skills_are_ignored_where_the_text_says_so() -> None:
    both = squad(
        "Each time a model in this unit makes a ranged attack, you can ignore any or all modifiers to that attack's Ballistic Skill "
        "characteristic and any or all modifiers to the Hit roll."
    )
    rolls = squad("Each time a model in this unit makes a ranged attack, you can ignore any or all modifiers to the Hit roll.")
    worse = {"kind": "characteristic", "name": "skill", "by": 1, "side": "defender"}
    for sheet, hit in ((both, "3+"), (rolls, "4+")):
        found = answer(_with(question_of(Inquiry(sheet=sheet, target="terminators")), worse))
        assert numbers(found, BOLTER)["Hit roll"] == hit


def test_weapons_with_extra_attacks_keep_their_number() -> None:
    text = "Add 2 to the Attacks characteristic of melee weapons equipped by this model."
    base = datasheet("Redemptor Dreadnought")
    fist = next(weapon for weapon in base.weapons if weapon.type == "melee")
    extra = msgspec.structs.replace(
        fist,
        name="Tail",
        profiles=tuple(msgspec.structs.replace(profile, abilities=("extra attacks",)) for profile in fist.profiles),
    )
    line = base.composition[0]
    sheet = like(
        base.name,
        "Kelp Strider",
        {"Frenzy": text},
        weapons=(*base.weapons, extra),
        composition=(msgspec.structs.replace(line, equipped=(*line.equipped, "Tail")),),
    )
    plain = fist.profiles[0].characteristics["attacks"]
    found = ask(sheet, kind="melee")
    assert {plan.weapon.name: str(plan.attacks.dice) for plan in found.plans} == {fist.name: str(plain), "Tail": str(plain)}
    assert [
        ("+2 (Frenzy)" in reason.because) for plan in found.plans for reason in plan.reasons if reason.number == "Attacks"
    ] == [plan.weapon.name == fist.name for plan in found.plans]


@pytest.mark.parametrize(("leads", "hit"), [(True, "2+"), (False, "3+")])
def test_a_leader_serves_the_unit_that_he_leads(*, leads: bool, hit: str) -> None:
    text = "While this model is leading a unit, each time a model in that unit makes a ranged attack, add 1 to the Hit roll."
    caller = like(LEADER, "Tide Caller", {"Current": text})
    with lent(caller):
        found = ask(datasheet(SQUAD), leader=caller.name if leads else "")
    assert numbers(found, BOLTER)["Hit roll"] == hit


@pytest.mark.parametrize("attacks", ["melee", "ranged"])
def test_what_serves_every_model_of_a_unit_serves_its_leader_too(attacks: str) -> None:
    unit = squad(f"Each time a model in this unit makes a {attacks} attack, add 1 to the Wound roll.")
    lone = like(LEADER, "Tide Caller", {}, leads=("reef-squad",))
    hook = msgspec.structs.replace(next(weapon for weapon in lone.weapons if weapon.type == "melee"), name="Hook")
    line = msgspec.structs.replace(lone.composition[0], equipped=("Hook",))
    captain = msgspec.structs.replace(lone, weapons=(*lone.weapons, hook), composition=(line,))
    with lent(unit, captain):
        found = ask(unit, kind="melee", leader=captain.name)
    assert ("+1 Undertow" in because(found, "Hook", "Wound roll")) is (attacks == "melee")


def test_a_targets_abilities_act_on_attacks_at_it() -> None:
    base = ask(datasheet(SQUAD), SQUAD).wounds_lost.mean
    for text in (
        "Each time an attack targets this unit, subtract 1 from the Wound roll.",
        "Models in this unit have the Feel No Pain 5+ ability.",
        "Models in this unit have the Benefit of Cover.",
        "Models in this unit have a 2+ invulnerable save.",
    ):
        with lent(squad(text)):
            assert ask(datasheet(SQUAD), "Reef Squad").wounds_lost.mean < base, text


def test_what_acts_outside_attacks_asks_nothing_of_the_odds() -> None:
    sheet = squad("This unit is eligible to shoot and declare a charge in a turn in which it Fell Back.")
    question = question_of(Inquiry(sheet=sheet, target="terminators"))
    assert [effect for effect in question.effects if effect.source == "Undertow"] == []
    assert question.not_modelled == ()


def _with(question: Question, effect: Mapping[str, object]) -> Question:
    """The question with one more effect."""
    more: Effect = msgspec.convert(effect, type=Effect)
    return msgspec.structs.replace(question, effects=(*question.effects, more))
