"""The rows of a distribution: grouped when there are many values, with what never happens left out at the end."""

from collections.abc import Sequence
from typing import NamedTuple

from warbench.chance.number import Number

MOST_ROWS = 12
_NEVER = 5e-5


class Row(NamedTuple):
    """Values from ``low`` to ``high``: the probability of one of them, and of at least ``low``."""

    low: int
    high: int
    p: float
    at_least: float

    @property
    def label(self) -> str:
        """``3``, or ``4-5``."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def rows(pmf: Sequence[Number], most: int = MOST_ROWS) -> list[Row]:
    """The rows for a distribution over 0, 1, ...; the last value (all of it) keeps a row of its own when it can happen.

    Values beyond which hardly anything happens (less than 0.005 %) are one row together.
    """
    chances = [float(p) for p in pmf]
    top = len(chances) - 1
    tail = [sum(chances[n:]) for n in range(len(chances))]
    last = max((n for n, p in enumerate(tail) if p >= _NEVER), default=0)
    destroys = last == top and top > 0
    body = top if destroys else last + 1
    width = max(1, -(-(body - 1) // (most - 2))) if body > most else 1
    out = [_row(chances, tail, 0, 0)]
    out += [_row(chances, tail, low, min(low + width, body) - 1) for low in range(1, body, width)]
    if destroys:
        out.append(_row(chances, tail, top, top))
    elif last < top:
        out.append(_row(chances, tail, last + 1, top))
    return out


def _row(chances: list[float], tail: list[float], low: int, high: int) -> Row:
    return Row(low, high, sum(chances[low : high + 1]), min(tail[low], 1.0))
