"""How lucky a side was with its dice: where their sum lies among all sums that so many fair dice could have shown.

Every D6 that a side threw counts once, whatever it was thrown for; a die thrown again is another die. High is good in all rolls
but those of ``UNCLEAR``, which are left out. The percentile says how often fair dice sum to less (and half of the
times that they sum to the same): 50 is neither lucky nor unlucky. It says how high the dice fell, not how much hung on each.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
import numpy as np

from warbench.battle.requests import Roll

UNCLEAR = frozenset({"deadly demise", "deadly demise wounds", "roll-off: attacker", "roll-off: first"})
"""Rolls of which nobody can say whether a high face is good for who throws it."""

MEAN = 3.5
_AGAIN = " again"


class Luck(msgspec.Struct, frozen=True):
    """The dice of a side for one purpose, or for all (``purpose`` empty).

    ``mean`` is that of the faces (0 without dice), ``percentile`` from 0 to 100.
    """

    purpose: str
    dice: int
    mean: float
    percentile: float


def luck(rolls: Iterable[tuple[Roll, Sequence[int]]], player: int) -> tuple[Luck, ...]:
    """How lucky a side was: over all its dice first, then purpose by purpose in the order of their first roll.

    Args:
        rolls: the rolls of a battle with their faces (``Battle.rolls``).
        player: the side.
    """
    by_purpose: dict[str, list[int]] = {}
    for roll, faces in rolls:
        if roll.player == player and roll.purpose not in UNCLEAR:
            by_purpose.setdefault(roll.purpose.removesuffix(_AGAIN), []).extend(faces)
    every = [face for faces in by_purpose.values() for face in faces]
    return (_luck("", every), *(_luck(purpose, faces) for purpose, faces in by_purpose.items()))


def _luck(purpose: str, faces: Sequence[int]) -> Luck:
    if not faces:
        return Luck(purpose, 0, 0.0, 50.0)
    total = sum(faces)
    return Luck(purpose, len(faces), round(total / len(faces), 4), round(100 * percentile(len(faces), total), 2))


def percentile(dice: int, total: int) -> float:
    """How often so many fair D6 sum to less than ``total``, and half of the times that they sum to exactly that."""
    law = _sums(dice)
    index = total - dice
    return float(law[:index].sum() + law[index] / 2)


@lru_cache(maxsize=256)
def _sums(dice: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """The probabilities of the sums of so many D6, from all ones up."""
    one = np.full(6, 1 / 6)
    law = np.ones(1)
    power = one
    while dice:
        if dice & 1:
            law = np.convolve(law, power)
        power = np.convolve(power, power)
        dice >>= 1
    return law
