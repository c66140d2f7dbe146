"""The games: each is a package that plugs into the kernel. Neither game imports the other.

Whoever serves both asks for a game's modules by name, so that only the game that is asked for is imported.
"""

from importlib import import_module
from typing import Any

GAMES = ("w40k10", "heresy3")
"""The games, as scenario files name them."""


def part(game: str, module: str) -> Any:  # noqa: ANN401 -- modules of different games are alike, not the same
    """A module of a game: ``scenario``, ``answer``, ``report``, ``checks``, ``rulings``, ``facts``, ``inquiry``."""
    return import_module(f"warbench.games.{game}.{module}")


def game_of(question: object) -> str:
    """The game that a question or an answer is of."""
    return type(question).__module__.split(".")[2]
