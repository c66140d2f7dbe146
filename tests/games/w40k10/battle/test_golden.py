"""Recorded battles are replayed from their answers: the same lines, the same score, the same hash."""

import pytest

from tests.golden import no_others, readable, same_again
from tools.golden import Recording, of_game

RECORDINGS = of_game("w40k10")


@pytest.mark.parametrize("recording", RECORDINGS, ids=[each.name for each in RECORDINGS])
def test_a_recorded_battle_goes_the_same_way_again(recording: Recording) -> None:
    assert same_again(recording).over


def test_there_are_no_other_recordings() -> None:
    no_others("w40k10")


def test_the_recordings_are_small_enough_to_read_and_say_the_rules() -> None:
    readable("w40k10", "W-")
