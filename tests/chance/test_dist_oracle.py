"""Every operation on distributions against the same one in icepool, exactly."""

from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbench.chance import Dist

Pair = tuple[Dist, Any]


def as_fractions(die: Any) -> dict[int, Fraction]:
    return {n: die.probability(n) for n in die if die.probability(n)}


def ours(dist: Dist) -> dict[int, Fraction]:
    assert dist.exact
    return {n: Fraction(p) for n, p in dist.items()}


def pair(weights: dict[int, int]) -> Pair:
    """The distribution with these weights: ours and the oracle's."""
    whole = sum(weights.values())
    return Dist.of({n: Fraction(weight, whole) for n, weight in weights.items()}), icepool.Die(weights)


def pairs(low: int = -4, high: int = 6) -> st.SearchStrategy[Pair]:
    weights = st.dictionaries(st.integers(low, high), st.integers(1, 7), min_size=1, max_size=5)
    return weights.map(pair)


ANY = pairs()
COUNT = pairs(low=0, high=4)
CHANCES = st.fractions(0, 1, max_denominator=12)


@given(ANY, ANY)
def test_sum(a: Pair, b: Pair) -> None:
    assert ours(a[0] + b[0]) == as_fractions(a[1] + b[1])


@given(ANY, st.integers(-9, 9))
def test_shift(a: Pair, n: int) -> None:
    assert ours(a[0] + n) == ours(n + a[0]) == as_fractions(a[1] + n)


@given(ANY, st.integers(0, 6))
def test_times(a: Pair, n: int) -> None:
    assert ours(a[0].times(n)) == as_fractions(n @ a[1])


@given(ANY, st.integers(-3, 3))
def test_scale(a: Pair, k: int) -> None:
    assert ours(a[0].scale(k)) == as_fractions(a[1] * k)


@given(COUNT, ANY)
def test_compound(a: Pair, b: Pair) -> None:
    assert ours(a[0].compound(b[0])) == as_fractions(a[1] @ b[1])


@given(COUNT, CHANCES)
def test_thin(a: Pair, p: Fraction) -> None:
    coin = icepool.coin(p.numerator, p.denominator)
    assert ours(a[0].thin(p)) == as_fractions(a[1] @ coin)


@given(ANY)
def test_map(a: Pair) -> None:
    assert ours(a[0].map(lambda n: n * n // 2)) == as_fractions(a[1].map(lambda n: n * n // 2))


@given(ANY, ANY)
def test_extremes(a: Pair, b: Pair) -> None:
    assert ours(a[0].highest(b[0])) == as_fractions(icepool.highest(a[1], b[1]))
    assert ours(a[0].lowest(b[0])) == as_fractions(icepool.lowest(a[1], b[1]))


@given(ANY, ANY)
def test_comparisons(a: Pair, b: Pair) -> None:
    assert a[0].beats(b[0]) == (a[1] > b[1]).probability(True)
    assert a[0].ties(b[0]) == (a[1] - b[1]).probability(0)
    assert a[0].beats(b[0]) + b[0].beats(a[0]) + a[0].ties(b[0]) == 1


@given(ANY, st.sets(st.integers(-4, 6)))
def test_reroll(a: Pair, again: set[int]) -> None:
    expected = as_fractions(a[1].map(lambda n: a[1] if n in again else n))
    assert ours(a[0].reroll(again)) == expected
    assert ours(a[0].reroll(lambda n: n not in again)) == expected


@given(ANY, ANY, CHANCES)
def test_mix(a: Pair, b: Pair, p: Fraction) -> None:
    weights = [p.numerator, p.denominator - p.numerator]
    expected = icepool.Die([a[1], b[1]], times=weights)
    assert ours(Dist.mix([(p, a[0]), (1 - p, b[0])])) == as_fractions(expected)


@given(ANY, st.integers(-6, 8))
def test_tails(a: Pair, n: int) -> None:
    assert a[0].prob(n) == a[1].probability(n)
    assert a[0].at_least(n) == a[1].probability(">=", n)
    assert a[0].at_most(n) == a[1].probability("<=", n)


@given(ANY)
def test_moments(a: Pair) -> None:
    assert a[0].mean == a[1].mean()
    assert a[0].variance == a[1].variance()
    assert a[0].std == pytest.approx(a[1].standard_deviation())
