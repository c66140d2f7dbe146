"""The dice of the second opinion: odds as plain dictionaries of fractions, face by face."""

import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

SIXTH = Fraction(1, 6)
FACES = range(1, 7)
Odds = dict[Any, Fraction]
Faces = frozenset[int]


def spread(pairs: Iterator[tuple[Any, Fraction]]) -> Odds:
    """Add up the shares of what is the same."""
    out: Odds = defaultdict(Fraction)
    for value, share in pairs:
        if share:
            out[value] += share
    return dict(out)


def amount(text: int | str) -> Odds:
    """The odds of a sum such as 2D6+D3+1."""
    total: Odds = {0: Fraction(1)}
    for term in str(text).upper().replace(" ", "").replace("-", "+-").split("+"):
        found = re.fullmatch(r"(\d*)D([36])", term)
        if found:
            die = [face if found[2] == "6" else (face + 1) // 2 for face in FACES]
            for _ in range(int(found[1] or 1)):
                total = spread((n + value, p * SIXTH) for n, p in total.items() for value in die)
        else:
            total = spread((n + int(term), p) for n, p in total.items())
    return total


def again_below(odds: Odds, limit: Fraction) -> Odds:
    """Each total below the limit is rolled again, once."""
    return spread((new, p * q) for old, p in odds.items() for new, q in (odds.items() if old < limit else [(old, Fraction(1))]))


def mean(odds: Odds) -> Fraction:
    """The expected value."""
    return sum((n * p for n, p in odds.items()), Fraction(0))


def check(faces: tuple[str, ...], again: Faces) -> Odds:
    """The odds of miss, success and critical; the faces in ``again`` are thrown again, once."""
    return spread(
        (faces[second - 1], SIXTH * SIXTH) if first in again else (faces[first - 1], SIXTH * SIXTH)
        for first in FACES
        for second in FACES
    )
