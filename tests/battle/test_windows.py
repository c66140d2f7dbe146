"""Windows: who is asked at a moment, with which options, and what comes back."""

from collections.abc import Sequence
from typing import Any

import pytest

from warbench.battle.requests import Ask, Draft, IllegalAnswerError, Option, Procedure, Refusal, Search
from warbench.battle.windows import Windows

State = dict[str, int]


class Twice:
    """May be used as often as the state says, by the players that it says."""

    id = "twice"
    moments = frozenset({"now", "later"})

    def options(self, state: State, moment: str, player: int, about: Any) -> Sequence[Option | Draft]:
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
            while isinstance(ask, Search):
                ask = steps.send(ask.finds())
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


class Seeking(Twice):
    """Its options take a search: which of the marks in the state is there."""

    id = "seeking"

    def options(self, state: State, moment: str, player: int, about: Any) -> Sequence[Option | Draft]:
        def draft(mark: str) -> Draft:
            def option() -> Option | None:
                state["looked"] = state.get("looked", 0) + 1
                return Option(mark, f"at {mark}") if state.get(mark) else None

            return option

        return [draft(mark) for mark in "abc"]


def test_what_takes_a_search_is_searched_for_only_until_there_is_something() -> None:
    state = {"b": 1, "c": 1, "0": 1}
    asked, found = run(Windows([Seeking()]).open(state, "now", [0], until=bool), ["seeking:c"])
    assert found == ["0c"]
    assert state["looked"] == 3  # a and b to know that there is something; c when it was answered
    assert [option.key for option in asked[0].options] == ["pass", "seeking:b", "seeking:c"]


def test_nothing_is_asked_when_the_search_finds_nothing() -> None:
    state: State = {}
    assert run(Windows([Seeking()]).open(state, "now", [0, 1]), []) == ([], [])
    assert state["looked"] == 6


def test_no_search_is_made_when_something_is_certain() -> None:
    state = {"0": 1}
    steps = Windows([Twice(), Seeking()]).open(state, "now", [0])
    ask = next(steps)
    assert isinstance(ask, Ask)
    assert "looked" not in state
    assert [option.key for option in ask.options] == ["pass", "twice:a", "twice:b"]
