"""Hazardous: which model a failed test strikes, and how many tests a unit owes. They are rolled in `battle/test_hazards.py`."""

from typing import Any

import msgspec
import pytest

from warbench.games.w40k10.answer import answer
from warbench.games.w40k10.hazardous import Bearer, candidates, owed
from warbench.games.w40k10.scenario import Scenario, question_of
from warbench.rules.effects import Hazard


def model(wounds: int = 2, left: int | None = None, **more: Any) -> Bearer:
    return Bearer(wounds=wounds, wounds_left=wounds if left is None else left, **more)


# --- who suffers ---


@pytest.mark.rule("W-116", "X-28")
def test_a_wounded_bearer_first_even_a_character() -> None:
    assert candidates([model(), model(5, 3, character=True), model()]) == (1,)


@pytest.mark.rule("W-117")
def test_a_wounded_model_without_such_a_weapon_does_not_count() -> None:
    assert candidates([model(2, 1, hazardous=False), model()]) == (1,)


@pytest.mark.rule("W-118")
def test_then_bearers_that_are_no_characters() -> None:
    assert candidates([model(5, character=True), model(), model()]) == (1, 2)


@pytest.mark.rule("W-119")
def test_a_character_when_no_one_else_can() -> None:
    assert candidates([model(hazardous=False), model(5, character=True)]) == (1,)


def test_nobody_is_left_to_suffer() -> None:
    assert candidates([model(left=0), model(hazardous=False)]) == ()


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
