"""What a roll of an attack came to, in words; and what the attacker owes after it."""

from typing import Any

from warbench.attack.rolled import Rolled
from warbench.chance import Result
from warbench.games.w40k10.answer import Answer
from warbench.games.w40k10.hazardous import owed

NUMBERS = {"hit": "Hit roll", "wound": "Wound roll", "save": "Saving throw", "feel no pain": "Feel No Pain"}
"""The settled number that each test is compared with, as the reasons name it."""


def told_results(result: Answer, entry: Rolled) -> list[str]:  # noqa: ARG001 -- as the other game's
    """What each die of a test came to: ``fail``, ``success`` or ``critical``."""
    return [Result(answer).name.lower() for answer in entry.answers]


def told_after(result: Answer) -> dict[str, Any]:
    """What this game says of an attack that was rolled beside what every game does."""
    return {"hazardous_tests": sum(owed(result.plans).values())}
