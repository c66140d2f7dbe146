"""Dealing models that are alike over several choices."""

import pytest

from tests.driving import refusal
from tests.games.heresy3.battle.kit import LEG, drive, state_of
from warbench.battle.requests import Option
from warbench.games.heresy3.battle.dealing import deal

MODELS = ["A1.1", "A1.2", "A1.3"]
CHOICES = [Option("blade", "a blade"), Option("fist", "a fist")]


def dealt(answer: str) -> dict[str, str]:
    """What each model takes by an answer."""
    found: dict[str, str] = drive(state_of((LEG,)), deal(0, "melee weapon", "which?", MODELS, CHOICES), [answer]).value
    return found


def test_all_take_one_choice_or_so_many_each() -> None:
    assert dealt("fist") == dict.fromkeys(MODELS, "fist")
    assert dealt("blade=1;fist=2") == {"A1.1": "blade", "A1.2": "fist", "A1.3": "fist"}


def test_a_single_choice_is_taken_without_asking() -> None:
    done = drive(state_of((LEG,)), deal(0, "melee weapon", "which?", MODELS, CHOICES[:1]))
    assert done.asked == []
    assert done.value == dict.fromkeys(MODELS, "blade")


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("club", "expected one of blade, fist"),
        ("blade=1;fist=1", "found 2 models"),
        ("blade=x;fist=2", "expected a number of models for blade"),
        ("club=3", "expected one of blade, fist"),
    ],
)
def test_other_divisions_are_refused_with_what_was_expected(answer: str, says: str) -> None:
    done = drive(state_of((LEG,)), deal(0, "melee weapon", "which?", MODELS, CHOICES, rule="fight-step-2"), ["fist"])
    found = refusal(done.asked[0], answer)
    assert found is not None
    assert (found.code, found.rule) == ("bad-division", "fight-step-2")
    assert says in found.sentence
