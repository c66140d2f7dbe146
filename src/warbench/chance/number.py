"""The two kinds of probability, float and Fraction, and the sums that every distribution is built from."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import fsum, lcm
from typing import TypeAlias, cast

Number: TypeAlias = float | Fraction

# From this many products on, numpy is many times faster although lists must be copied to arrays and back. Below it
# plain Python is used, so that small questions never pay for the import of numpy. The limit depends on the lengths
# alone: whether numpy happens to be loaded must not change the last digit of an answer.
LONG_CONVOLUTION = 1024

# How far float probabilities may be from adding up to one.
TOLERANCE = 1e-9


def zero(*, exact: bool) -> Number:
    """Nothing, as a Fraction when ``exact`` and as a float otherwise."""
    return Fraction(0) if exact else 0.0


def one(*, exact: bool) -> Number:
    """Certainty, as a Fraction when ``exact`` and as a float otherwise."""
    return Fraction(1) if exact else 1.0


def total(terms: Iterable[Number], *, exact: bool) -> Number:
    """The sum of the terms: exact for Fractions, rounded once at the end for floats."""
    return sum(terms, Fraction(0)) if exact else fsum(terms)


def is_whole(value: object) -> bool:
    """Whether the value is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def all_exact(numbers: Iterable[object], what: str) -> bool:
    """Whether the numbers are to be taken as Fractions. Whole numbers go with either kind.

    Args:
        numbers: probabilities or weights.
        what: what they are, for the error.

    Raises:
        TypeError: when floats and Fractions are mixed, or something is no number.
    """
    has_float = has_fraction = False
    for number in numbers:
        if isinstance(number, Fraction):
            has_fraction = True
        elif isinstance(number, float):
            has_float = True
        elif not is_whole(number):
            raise TypeError(f"{what}: found {number!r}, expected a float, a Fraction or a whole number")
    if has_float and has_fraction:
        raise TypeError(f"{what}: floats and Fractions are mixed; use one kind")
    return not has_float


def check_weights(weights: Sequence[Number], what: str, *, exact: bool) -> None:
    """Refuses what cannot be the probabilities of all cases.

    Args:
        weights: the probabilities, all floats (or whole numbers) or all Fractions (or whole numbers).
        what: what they are, for the error.
        exact: whether they are taken as Fractions; then their sum must be exactly 1, else within TOLERANCE.

    Raises:
        ValueError: when one is negative or not a number, or the sum is not 1.
    """
    for p in weights:
        if p < 0 or p != p:  # noqa: PLR0124 -- only "not a number" differs from itself
            raise ValueError(f"{what}: found {p}, expected zero or more")
    whole = total(weights, exact=exact)
    slack = 0 if exact else TOLERANCE
    if not 1 - slack <= whole <= 1 + slack:
        raise ValueError(f"{what}: found the sum {whole}, expected 1")


def convolve(a: Sequence[Number], b: Sequence[Number], *, exact: bool) -> list[Number]:
    """The coefficients of the product of two polynomials: entry k is the sum of ``a[i] * b[k - i]``.

    Everything is added up directly (no Fourier transform): terms that are not negative never give a negative sum.

    Args:
        a: coefficients, at least one, all floats or all Fractions.
        b: coefficients, at least one, of the same kind.
        exact: whether they are Fractions.
    """
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    if exact:
        return _convolve_fractions(cast("Sequence[Fraction]", short), cast("Sequence[Fraction]", long))
    if len(short) * len(long) >= LONG_CONVOLUTION:
        import numpy as np  # noqa: PLC0415 -- only long sums pay for the import

        return cast("list[Number]", np.convolve(cast("Sequence[float]", long), cast("Sequence[float]", short)).tolist())
    out: list[Number] = [0.0] * (len(short) + len(long) - 1)
    _accumulate(out, short, long)
    return out


def _convolve_fractions(short: Sequence[Fraction], long: Sequence[Fraction]) -> list[Number]:
    """The same over one common denominator: integers multiply without a greatest common divisor at every step."""
    short_below = lcm(*(p.denominator for p in short))
    long_below = lcm(*(p.denominator for p in long))
    sums = [0] * (len(short) + len(long) - 1)
    _accumulate(
        sums,
        [p.numerator * (short_below // p.denominator) for p in short],
        [p.numerator * (long_below // p.denominator) for p in long],
    )
    below = short_below * long_below
    return [Fraction(n, below) for n in sums]


def _accumulate(out: list, short: Sequence, long: Sequence) -> None:  # type: ignore[type-arg]
    for i, x in enumerate(short):
        if x:
            for k, y in enumerate(long, i):
                out[k] += x * y
