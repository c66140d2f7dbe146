"""How lucky a side was with its dice: where their sum lies among all sums that so many fair dice could have shown.

Every D6 that a side threw counts once, whatever it was thrown for; a die thrown again is another die. The game says of which
rolls high is good, of which low (a die counts there as much as it lacks to 7), and of which nobody can say: those are left out.
The percentile says how often fair dice sum to less (and half of the times that they sum to the same): 50 is neither lucky nor
unlucky. It says how well the dice fell, not how much hung on each.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import msgspec
import numpy as np

from warbench.battle.requests import Roll

_AGAIN = " again"
_BOTH = 7
"""A face and the one below it on the die."""


class Luck(msgspec.Struct, frozen=True):
    """The dice of a side for one purpose, or for all (``purpose`` empty).

    ``mean`` is that of the faces as they fell (0 without dice), ``percentile`` from 0 to 100.
    """

    purpose: str
    dice: int
    mean: float
    percentile: float


def luck(rolls: Iterable[tuple[Roll, Sequence[int]]], player: int, sense: Callable[[str], int]) -> tuple[Luck, ...]:
    """How lucky a side was: over all its dice first, then purpose by purpose in the order of their first roll.

    Args:
        rolls: the rolls of a battle with their faces (``Battle.rolls``).
        player: the side.
        sense: for a roll's purpose 1 where high is good for who throws, -1 where low is, 0 where nobody can say.
    """
    by_purpose: dict[str, list[int]] = {}
    for roll, faces in rolls:
        if roll.player == player and sense(purpose := roll.purpose.removesuffix(_AGAIN)):
            by_purpose.setdefault(purpose, []).extend(faces)
    each = [(purpose, faces, _score(faces, sense(purpose))) for purpose, faces in by_purpose.items()]
    every = [face for _, faces, _ in each for face in faces]
    return (
        _luck("", every, sum(score for _, _, score in each)),
        *(_luck(purpose, faces, score) for purpose, faces, score in each),
    )


def _score(faces: Sequence[int], sense: int) -> int:
    """The sum of some faces, turned around where low is good."""
    return sum(faces) if sense > 0 else _BOTH * len(faces) - sum(faces)


def _luck(purpose: str, faces: Sequence[int], score: int) -> Luck:
    if not faces:
        return Luck(purpose, 0, 0.0, 50.0)
    return Luck(purpose, len(faces), round(sum(faces) / len(faces), 4), round(100 * percentile(len(faces), score), 2))


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
