"""What the tests of recorded battles share: each goes the same way again, is small enough to read, and says the rules."""

import difflib
from typing import Any

import pytest

from tools.golden import ANSWERS, Recording, folder, of_game, replay, text_of
from warbench.battle.driver import Battle

SHOWN = 40
"""So many lines of a difference are shown."""
LONGEST = 400
FEWEST_RULES = 20


def same_again(recording: Recording) -> Battle[Any]:
    """Replay a recording and compare it; the battle."""
    text = recording.path.read_text(encoding="utf-8")
    battle = replay(recording, text)
    again = text_of(recording, battle)
    if again != text:
        lines = difflib.unified_diff(text.splitlines(), again.splitlines(), "recorded", "replayed", lineterm="", n=2)
        shown = "\n".join(list(lines)[:SHOWN])
        pytest.fail(f"the battle goes another way; if that is meant: python tools/golden.py --write\n{shown}", pytrace=False)
    return battle


def no_others(game: str) -> None:
    """There are no recordings but those that are listed."""
    assert {path.name for path in folder(game).iterdir()} == {recording.path.name for recording in of_game(game)}


def readable(game: str, rule: str) -> None:
    """Each recording is small enough to read, and names rules whose ids begin so."""
    for path in folder(game).iterdir():
        log = path.read_text(encoding="utf-8").partition(ANSWERS)[0]
        assert len(log.splitlines()) < LONGEST, path.name
        assert log.count(f"[{rule}") > FEWEST_RULES, path.name
