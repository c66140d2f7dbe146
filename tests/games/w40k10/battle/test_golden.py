"""Recorded battles are replayed from their answers: the same lines, the same score, the same hash."""

import difflib

import pytest

from tools.golden import ANSWERS, FOLDER, RECORDINGS, Recording, answers_of, replay

SHOWN = 40
"""So many lines of a difference are shown."""


@pytest.mark.parametrize("recording", RECORDINGS, ids=[each.name for each in RECORDINGS])
def test_a_recorded_battle_goes_the_same_way_again(recording: Recording) -> None:
    text = (FOLDER / f"{recording.name}.txt").read_text(encoding="utf-8")
    again = replay(recording, answers_of(text))
    if again != text:
        lines = difflib.unified_diff(text.splitlines(), again.splitlines(), "recorded", "replayed", lineterm="", n=2)
        shown = "\n".join(list(lines)[:SHOWN])
        pytest.fail(f"the battle goes another way; if that is meant: python tools/golden.py --write\n{shown}", pytrace=False)


def test_there_are_no_other_recordings() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{recording.name}.txt" for recording in RECORDINGS}


def test_the_recordings_are_small_enough_to_read_and_say_the_rules() -> None:
    for path in FOLDER.iterdir():
        log = path.read_text(encoding="utf-8").partition(ANSWERS)[0]
        assert len(log.splitlines()) < 400, path.name
        assert log.count("[W-") > 20, path.name
