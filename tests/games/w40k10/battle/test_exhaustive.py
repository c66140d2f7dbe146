"""Every rule object fires, in a few random battles or in a scenario, or is listed with the reason why it cannot."""

import pytest

from tests import exhaustive
from warbench.lab.proof.exhaustive import Found
from warbench.lab.proof.w40k10.objects import QUESTIONS, REFUSALS

GAME = "w40k10"


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


def test_every_kind_of_question_in_the_source_is_known() -> None:
    asked = exhaustive.questions_in_source(GAME)
    # The rest is named by a variable: a stratagem window, a set-up, a move of closing in.
    assert asked <= set(QUESTIONS)
    assert set(QUESTIONS) - asked <= {
        "arrive", "charge", "consolidate", "disembark", "grim-efficiency", "pile in", "react", "scouts",
    }  # fmt: skip


def test_every_code_with_which_the_table_refuses_a_move_is_known() -> None:
    assert exhaustive.table_codes() == set(REFUSALS)
