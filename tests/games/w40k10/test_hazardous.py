"""Hazardous tests: which model suffers, with dice and exactly; the two readers held together."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbench.attack.dice import ScriptedDice, ScriptError
from warbench.games.w40k10.answer import answer
from warbench.games.w40k10.hazardous import Bearer, candidates, odds, order, owed, resolve, suffer
from warbench.games.w40k10.scenario import Scenario, question_of
from warbench.rules.effects import Hazard

F = Fraction


def model(name: str = "gunner", wounds: int = 2, left: int | None = None, **more: Any) -> Bearer:
    return Bearer(name=name, wounds=wounds, wounds_left=wounds if left is None else left, **more)


def left(models: Sequence[Bearer]) -> list[int]:
    return [each.wounds_left for each in models]


# --- who suffers ---


@pytest.mark.rule("W-116", "X-28")
def test_a_wounded_bearer_first_even_a_character() -> None:
    unit = [model(), model("captain", 5, 3, character=True), model()]
    assert candidates(unit) == (1,)
    outcome = resolve(unit, 1, ScriptedDice([1]))
    assert left(outcome.models) == [2, 0, 2]


@pytest.mark.rule("W-117")
def test_a_wounded_model_without_such_a_weapon_does_not_count() -> None:
    unit = [model("sergeant", 2, 1, hazardous=False), model()]
    assert candidates(unit) == (1,)
    assert left(resolve(unit, 1, ScriptedDice([1])).models) == [1, 0]


@pytest.mark.rule("W-118")
def test_then_bearers_that_are_no_characters() -> None:
    assert candidates([model("captain", 5, character=True), model(), model()]) == (1, 2)


@pytest.mark.rule("W-119")
def test_a_character_when_no_one_else_can() -> None:
    assert candidates([model(hazardous=False), model("captain", 5, character=True)]) == (1,)


def test_nobody_is_left_to_suffer() -> None:
    unit = [model(left=0), model(hazardous=False)]
    assert candidates(unit) == ()
    outcome = resolve(unit, 2, ScriptedDice([1, 1]))
    assert (outcome.fails, outcome.suffered, outcome.models) == (2, (), tuple(unit))
    assert odds(unit, 2, exact=True).wounds_lost.mean == 0


# --- with dice ---


@pytest.mark.rule("W-113", "W-364", "W-112")
def test_five_bearers_five_dice_one_fail() -> None:
    dice = ScriptedDice([4, 1, 6, 2, 3])
    outcome = resolve([model(wounds=4)] * 5, 5, dice)
    assert dice.asked == [("hazardous", (4, 1, 6, 2, 3))]
    assert (outcome.faces, outcome.fails) == ((4, 1, 6, 2, 3), 1)
    assert left(outcome.models) == [1, 4, 4, 4, 4]
    assert (outcome.wounds_lost, outcome.models_lost) == (3, 0)


@pytest.mark.rule("W-115")
def test_fails_come_one_at_a_time() -> None:
    outcome = resolve([model("A", 3), model("B", 3)], 2, ScriptedDice([1, 1]))
    assert [(each.index, each.lost, each.destroyed) for each in outcome.suffered] == [(0, 3, True), (1, 3, True)]


@pytest.mark.rule("W-120", "X-29")
def test_the_second_fail_finds_the_wounded_one() -> None:
    outcome = resolve([model(wounds=4), model(), model()], 2, ScriptedDice([1, 1]))
    assert [(each.index, each.lost, each.wasted) for each in outcome.suffered] == [(0, 3, 0), (0, 1, 2)]
    assert left(outcome.models) == [0, 2, 2]


@pytest.mark.rule("W-121", "W-131")
def test_nothing_spills() -> None:
    outcome = resolve([model(wounds=1)] * 3, 1, ScriptedDice([1]))
    assert (outcome.models_lost, outcome.suffered[0].wasted) == (1, 2)


def test_the_owner_picks() -> None:
    outcome = resolve([model("A"), model("B")], 1, ScriptedDice([1]), choose=lambda _, among: among[-1])
    assert left(outcome.models) == [2, 0]
    with pytest.raises(ValueError, match="found the choice 5, expected one of 0, 1"):
        order([model("A"), model("B")], lambda _models, _among: 5)


def test_a_weapon_may_fail_on_more() -> None:
    assert resolve([model()] * 4, 4, ScriptedDice([1, 2, 3, 4]), fails_on=3).fails == 3
    assert odds([model()], 1, 3, exact=True).any_fail == F(1, 2)


def test_feel_no_pain_is_rolled_for_each_wound() -> None:
    dice = ScriptedDice([1, 5, 4, 6])
    outcome = resolve([model(wounds=4, feel_no_pain=5)], 1, dice)
    assert [purpose for purpose, _ in dice.asked] == ["hazardous", "feel no pain"]
    assert left(outcome.models) == [3]


def test_too_few_dice_and_bad_numbers() -> None:
    with pytest.raises(ScriptError, match="2 needed for hazardous, 1 left"):
        resolve([model()], 2, ScriptedDice([1]))
    with pytest.raises(ValueError, match="found -1 tests"):
        odds([model()], -1)
    with pytest.raises(ValueError, match="found the face 7"):
        odds([model()], 1, 7)
    with pytest.raises(ValueError, match="gunner: found 3 wounds left, expected 0 to 2"):
        model(left=3)


# --- exactly ---


@pytest.mark.rule("W-113")
def test_at_least_one_of_five_fails() -> None:
    assert odds([model()] * 5, 1, exact=True).any_fail == F(1, 6)
    assert odds([model()] * 5, 5, exact=True).any_fail == F(4651, 7776)
    assert odds([model()] * 5, 5).any_fail == pytest.approx(4651 / 7776, abs=1e-12)


def test_the_law_of_five_gunners() -> None:
    law = odds([model()] * 5, 5, exact=True)
    for n in range(6):
        assert law.models_lost.prob(n) == law.fails.prob(n) == comb(5, n) * F(1, 6) ** n * F(5, 6) ** (5 - n)
        assert law.wounds_lost.prob(2 * n) == law.fails.prob(n)


def test_feel_no_pain_in_the_odds() -> None:
    law = odds([model(wounds=4, feel_no_pain=5)], 1, exact=True)
    assert law.wounds_lost.mean == F(1, 6) * 3 * F(2, 3)
    assert law.wounds_lost.prob(3) == F(1, 6) * F(8, 27)
    assert law.models_lost.mean == 0


UNITS = st.lists(
    st.builds(
        lambda wounds, hurt, character, hazardous: model(
            "m", wounds, max(0, wounds - hurt), character=character, hazardous=hazardous
        ),
        st.integers(1, 5),
        st.sampled_from([0, 0, 0, 1, 2, 9]),
        st.booleans(),
        st.sampled_from([True, True, False]),
    ),
    max_size=5,
)


@given(UNITS, st.integers(0, 4), st.integers(1, 5))
def test_both_readers_follow_the_rule_step_by_step(unit: list[Bearer], tests: int, fails_on: int) -> None:
    # Every way that the dice can fall by fail and pass, weighed; each against the rule taken literally, one fail at a time.
    wounds: Counter[int] = Counter()
    models: Counter[int] = Counter()
    chances = {1: F(fails_on, 6), 6: F(6 - fails_on, 6)}
    for faces in product(chances, repeat=tests):
        after = tuple(unit)
        for face in faces:
            if face == 1 and (among := candidates(after)):
                after = suffer(after, among[0])
        played = resolve(unit, tests, ScriptedDice(faces), fails_on)
        assert played.models == after
        p = F(1)
        for face in faces:
            p *= chances[face]
        wounds[played.wounds_lost] += p  # type: ignore[assignment]
        models[played.models_lost] += p  # type: ignore[assignment]
    law = odds(unit, tests, fails_on, exact=True)
    assert dict(law.wounds_lost.items()) == dict(wounds)
    assert dict(law.models_lost.items()) == dict(models)


# --- how many tests are owed ---


def plans(*weapons: dict[str, Any], models: int = 5, **situation: Any) -> Any:
    plain = {"attacks": 1, "skill": 3, "strength": 8, "damage": 2, "range": 24}
    target = {"models": [{"count": models, "toughness": 4, "save": 3, "wounds": 1}]}
    asked = {"game": "w40k10", "target": target, "weapons": [{**plain, **each} for each in weapons], "situation": situation}
    return answer(question_of(msgspec.convert(asked, Scenario))).plans


@pytest.mark.rule("W-112")
def test_one_test_a_weapon() -> None:
    found = owed(plans({"count": 5, "keywords": ["hazardous"], "attacks": 2}, {"count": 3}))
    assert found == {Hazard(): 5}


@pytest.mark.rule("W-114", "X-30")
def test_it_is_owed_though_the_target_may_be_gone_before() -> None:
    first = {"count": 20, "attacks": 6, "skill": None}
    assert owed(plans(first, {"keywords": ["hazardous"]}, models=1)) == {Hazard(): 1}


@pytest.mark.rule("W-123")
def test_melee_weapons_too() -> None:
    assert owed(plans({"type": "melee", "range": None, "keywords": ["hazardous"]})) == {Hazard(): 1}


def test_none_for_a_weapon_that_may_not_attack_and_kinds_apart() -> None:
    assert owed(plans({"keywords": ["hazardous"]}, distance=30)) == {}
    found = owed(plans({"count": 2, "keywords": ["hazardous"]}, {"keywords": ["overcharge"]}))
    assert found == {Hazard(): 2, Hazard(fails_on=3): 1}
