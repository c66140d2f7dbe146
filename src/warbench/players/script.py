"""A player that gives answers from a list."""

from collections.abc import Iterable
from typing import Any

from warbench.battle.requests import Ask
from warbench.players.seats import Player


class ScriptEndError(ValueError):
    """The script is at its end and another answer is wanted; the message names the question."""


def scripted(answers: Iterable[str], then: Player | None = None) -> Player:
    """A player that gives the answers in order, then lets another player decide.

    The player raises ScriptEndError when the answers are used up and nobody follows.
    """
    left = iter(answers)

    def choose(ask: Ask, state: Any) -> str:  # noqa: ANN401 -- states of any game
        for answer in left:
            return answer
        if then is None:
            msg = f"script: no answer left for {ask.about!r} ({ask.text})"
            raise ScriptEndError(msg)
        return then(ask, state)

    return choose
