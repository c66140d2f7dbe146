"""Every rule object fires, in a few random battles or in a scenario, or is listed with the reason why it cannot."""

import pytest

from tests import exhaustive
from warbench.lab.proof.exhaustive import Found
from warbench.lab.proof.heresy3.named import QUESTIONS, REASONS, REFUSALS

GAME = "heresy3"


@pytest.fixture(scope="module")
def found() -> Found:
    return exhaustive.played(GAME)


def test_every_rule_object_fires_or_has_a_reason(found: Found) -> None:
    exhaustive.all_fire_or_have_a_reason(found)


def test_each_scenario_shows_what_it_is_for(found: Found) -> None:
    exhaustive.scenarios_show_what_they_are_for(found)


def test_the_page_lists_every_rule_object_and_nothing_else() -> None:
    exhaustive.page_is_complete(GAME)


def test_the_page_says_what_never_fired() -> None:
    exhaustive.page_tells(GAME)


def test_every_reason_is_of_a_rule_object(found: Found) -> None:
    assert set(REASONS) <= {thing.id for thing in found.things()}


def test_every_kind_of_question_in_the_source_is_known() -> None:
    asked = exhaustive.questions_in_source(GAME)
    # The rest is named by a variable: a window, a set-up, moves of closing in and leaving, challenges, weapons that are dealt.
    assert asked <= set(QUESTIONS)
    assert set(QUESTIONS) - asked <= {
        "accept challenge", "arrive", "challenge", "charge", "consolidate", "disengage", "melee weapon", "morale", "move",
        "pile in", "pursue", "react", "set up", "strike target",
    }  # fmt: skip


def test_every_code_of_a_refusal_is_known() -> None:
    codes = exhaustive.table_codes() | exhaustive.refusals_in_source("games/heresy3/battle", leave="mission_files.py")
    windows = {"bad-placement", "not-an-option", "unknown-reaction"}
    assert codes | windows == set(REFUSALS)
