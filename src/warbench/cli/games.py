"""The games whose questions are asked here, and what each does with one: only the game that is asked for is imported."""

from importlib import import_module
from typing import Any

GAMES = ("w40k10", "heresy3")
"""The games, as scenario files name them; the first is the one whose units can be named as well."""

_SCENARIOS = {"w40k10": "Scenario", "heresy3": "HeresyScenario"}


def part(game: str, module: str) -> Any:  # noqa: ANN401 -- modules of different games are alike, not the same
    """A module of a game: ``scenario``, ``answer``, ``report``, ``checks``, ``rulings``."""
    return import_module(f"warbench.games.{game}.{module}")


def game_of(question: object) -> str:
    """The game that a question or an answer is of."""
    return type(question).__module__.split(".")[2]


def scenario_class(game: str) -> Any:  # noqa: ANN401 -- a class of either game
    """What a scenario of the game is read into."""
    return getattr(part(game, "scenario"), _SCENARIOS[game])
