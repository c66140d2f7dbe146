"""What cannot be asked is refused, with the field, what was found and what was expected."""

from typing import Any

import pytest

from tests.games.heresy3.helpers import BUN, Spec, ask, gun, legion
from warbench.rules.facts import FactError
from warbench.rules.fields import ScenarioError
from warbench.rules.rulings import RulingError


@pytest.mark.parametrize(
    ("weapon", "target", "said"),
    [
        (gun(ap=7), legion(), "weapons[0].ap: found 7"),
        (gun(attacks=1), legion(), "weapons[0].firepower: found 1, expected exactly one of firepower and attacks"),
        ({"name": "gun"}, legion(), "weapons[0].strength: found None"),
        (gun(), {"type": "fortification", "armour": 12}, "target.models[0].hull_points: found None"),
        (gun(), {**BUN, "toughness": 4}, "target.models[0].toughness: found 4, expected nothing"),
        (gun(), legion(armour=12), "target.models[0].armour: found 12, expected nothing"),
        (gun(), legion(type="monster"), "target.models[0].type: found 'monster', expected one of infantry"),
        (gun(), legion(wounds_left=2), "wounds_left: found 2"),
        (gun(firepower=900, count=4), legion(), "at most 3000 attacks"),
        (gun(), legion(600), "target.models[0].count: found 600, expected a whole number from 1 to 500"),
    ],
)
def test_numbers_that_nothing_has(weapon: Spec, target: Spec, said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        ask(weapon, target)
    assert said in str(caught.value)


def test_vehicles_beside_others() -> None:
    with pytest.raises(ScenarioError, match="models with Armour only, or without only"):
        ask(gun(), BUN, legion())


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ({"kind": "hazard"}, "effects[0].kind: found 'hazard', expected one of reroll"),
        ({"kind": "permit", "what": "character"}, "effects[0].kind: found 'permit'"),
        ({"kind": "critical", "roll": "wound", "on": 5}, "effects[0].roll: found 'wound', expected one of hit"),
        ({"kind": "on_result", "roll": "hit", "on": "critical", "add": 1}, "effects[0].on: found 'hit on critical'"),
        ({"kind": "on_result", "roll": "wound", "on": "face", "ap": 2}, "effects[0].at: found None"),
        ({"kind": "on_result", "roll": "hit", "on": "face", "at": 5, "ap": 2}, "effects[0].ap: found 2"),
        ({"kind": "on_result", "roll": "hit", "on": "face", "at": 5}, "found 'nothing'"),
        ({"kind": "grant", "keyword": "sustained hits 1"}, "expected a special rule of this game"),
        ({"kind": "grant", "keyword": "Rending (5+)", "side": "defender"}, "expected one of feel no pain (X)"),
        ({"kind": "characteristic", "name": "strength", "by": "D6"}, "strength is not rolled"),
        ({"kind": "characteristic", "name": "leadership", "by": 1}, "effects[0].name: found 'leadership'"),
        ({"kind": "characteristic", "name": "invulnerable", "by": 1}, "it can be set, not changed"),
        ({"kind": "feel_no_pain", "on": 5, "against": "psychic"}, "effects[0].against: found 'psychic'"),
        ({"kind": "roll", "roll": "hit", "by": 1, "weapon": "axe"}, "effects[0].weapon: found 'axe', expected one of gun"),
    ],
)
def test_effects_that_this_game_does_not_have(effect: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        ask(gun(), effects=[effect])
    assert said in str(caught.value)


def test_facts_and_rulings() -> None:
    with pytest.raises(FactError, match="cover: found True, expected a whole number from 2 to 6"):
        ask(gun(), cover=True)
    with pytest.raises(FactError, match="facing: found 'top', expected one of front, side, rear"):
        ask(gun(), facing="top")
    with pytest.raises(FactError, match="unknown fact 'tokens'"):
        ask(gun(), tokens=1)
    with pytest.raises(RulingError, match="ruling set-aside: found 'never'"):
        ask(gun(), rulings={"set-aside": "never"})


def test_effects_that_this_game_has() -> None:
    effects = [
        {"kind": "on_result", "roll": "wound", "on": "face", "at": 6, "damage": 1},
        {"kind": "on_result", "roll": "hit", "on": "face", "at": 6, "succeed": "wound"},
        {"kind": "feel_no_pain", "on": 6, "side": "defender"},
        {"kind": "automatic", "roll": "hit"},
        {"kind": "forbid", "what": "cover"},
        {"kind": "grant", "keyword": "snap shots"},
    ]
    assert ask(gun(), effects=effects).not_modelled == ()
