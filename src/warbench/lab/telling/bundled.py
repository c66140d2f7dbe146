"""What is bundled for battles of a game, in short; found by the game's id, and without the battle itself."""

from importlib import import_module
from typing import Any

from warbench.games import GAMES


def bundled(game: str) -> Any:  # noqa: ANN401 -- modules of different games are alike, not the same
    """The module of a game with ``armies()``, ``missions()`` and ``KIND_OF``, the word for what its missions differ in.

    Raises:
        KeyError: for a game that there is not.
    """
    if game not in GAMES:
        raise KeyError(game)
    return import_module(f"{__package__}.{game}.bundled")
