"""Players and the seats they take at a battle."""

from collections.abc import Callable, Sequence
from typing import Any

from warbench.battle.driver import Battle, Chooser
from warbench.battle.requests import Ask

Player = Callable[[Ask, Any], str]
"""Answers a question about a battle's state with the key of an option, or with anything that the question's judge accepts."""


def seat(battle: Battle[Any], players: Sequence[Player]) -> list[Chooser]:
    """The players as choosers of a battle, in their order: each sees the state as it is when he is asked."""
    return [_seated(battle, player) for player in players]


def _seated(battle: Battle[Any], player: Player) -> Chooser:
    def choose(ask: Ask) -> str:
        # Going back makes another state: it is looked up every time.
        return player(ask, battle.state)

    return choose
