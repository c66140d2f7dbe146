"""Windows: who is asked at a moment, with which options, and what comes back."""

from collections.abc import Sequence
from typing import Any

import pytest

from warbench.battle.requests import Ask, IllegalAnswerError, Option, Procedure, Refusal
from warbench.battle.windows import Windows

State = dict[str, int]


class Twice:
    """May be used as often as the state says, by the players that it says."""

    id = "twice"
    moments = frozenset({"now", "later"})

    def options(self, state: State, moment: str, player: int, about: Any) -> Sequence[Option]:
        return [Option("a", "one"), Option("b", "two")] if state.get(str(player), 0) else []

    def refusal(self, state: State, moment: str, player: int, about: Any, choice: str) -> Refusal | None:
        return None if state.get(str(player), 0) else Refusal("used", "it was used up", "T-3")

    def resolve(self, state: State, moment: str, player: int, about: Any, choice: str) -> Procedure[str]:
        state[str(player)] -= 1
        yield from ()
        return f"{player}{choice}"


def run(steps: Any, answers: list[str]) -> tuple[list[Ask], list[str]]:
    """Drive a window; the questions and what it gave."""
    asked: list[Ask] = []
    value = None
    while True:
        try:
            ask = steps.send(value)
        except StopIteration as done:
            assert not answers
            return asked, done.value
        asked.append(ask)
        value = answers.pop(0)
        ask.check(value)


def test_nothing_is_asked_when_nothing_can_be_done() -> None:
    windows = Windows([Twice()])
    assert run(windows.open({}, "now", [0, 1]), []) == ([], [])
    assert run(windows.open({"0": 1}, "never", [0, 1]), []) == ([], [])


def test_each_player_is_asked_until_he_passes_or_can_do_no_more() -> None:
    asked, found = run(Windows([Twice()]).open({"0": 2, "1": 5}, "now", [1, 0]), ["twice:a", "pass", "twice:b", "twice:a"])
    assert [ask.player for ask in asked] == [1, 1, 0, 0]
    assert found == ["1a", "0b", "0a"]
    assert [option.key for option in asked[0].options] == ["pass", "twice:a", "twice:b"]
    assert asked[0].subject == "now"


def test_a_window_ends_early_when_it_has_what_it_was_opened_for() -> None:
    asked, found = run(
        Windows([Twice()]).open({"0": 2, "1": 1}, "later", [0, 1], "dice", until=lambda got: got == "0b"), ["twice:b"]
    )
    assert len(asked) == 1
    assert asked[0].matter == "dice"
    assert found == ["0b"]


def test_what_is_not_offered_is_refused_with_the_reaction_s_own_reason() -> None:
    class Other(Twice):
        id = "other"

        def options(self, state: State, moment: str, player: int, about: Any) -> Sequence[Option]:
            return []

    steps = Windows([Twice(), Other()]).open({"0": 1}, "now", [0])
    ask = next(steps)
    for key, code in (("other:a", "not-an-option"), ("none:a", "unknown-reaction"), ("twice:c", "not-an-option")):
        with pytest.raises(IllegalAnswerError) as caught:
            ask.check(key)
        assert caught.value.refusal.code == code
