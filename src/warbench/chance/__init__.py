"""Exact probability of dice: distributions, dice notation, and checks with a target number, a re-roll and a critical.

Every probability comes as a float or, on request, as a Fraction; the two never mix.
"""

from warbench.chance.check import (
    Check,
    Modifier,
    Reroll,
    Result,
    TargetNumber,
    candidates,
    faces_for,
    settle,
)
from warbench.chance.dice import MAX_DICE, Dice, DiceError, faces_of_d6
from warbench.chance.dist import Dist
from warbench.chance.number import Number

__all__ = [
    "MAX_DICE",
    "Check",
    "Dice",
    "DiceError",
    "Dist",
    "Modifier",
    "Number",
    "Reroll",
    "Result",
    "TargetNumber",
    "candidates",
    "faces_for",
    "faces_of_d6",
    "settle",
]
