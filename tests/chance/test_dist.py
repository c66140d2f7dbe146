import itertools
import math
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbench.chance import Dist
from warbench.chance.dist import MAX_SPAN
from warbench.chance.number import LONG_CONVOLUTION, Number

D6 = Dist.die(6)
EXACT_D6 = Dist.die(6, exact=True)

WEIGHTS = st.dictionaries(st.integers(0, 9), st.integers(1, 20), min_size=1, max_size=6)
EXACT = WEIGHTS.map(lambda found: Dist.of({n: Fraction(w, sum(found.values())) for n, w in found.items()}))


def close(a: Dist, b: Dist) -> bool:
    values = range(min(a.low, b.low), max(a.high, b.high) + 1)
    return all(math.isclose(a.prob(n), b.prob(n), rel_tol=0, abs_tol=1e-12) for n in values)


# --- the algebra ---


@given(EXACT, EXACT, EXACT)
def test_sums_are_associative_and_commutative(a: Dist, b: Dist, c: Dist) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a


@given(EXACT, EXACT, st.integers(0, 5))
def test_floats_agree_with_fractions(a: Dist, b: Dist, n: int) -> None:
    operations: list[Callable[[Dist, Dist], Dist]] = [
        lambda x, y: x + y,
        lambda x, y: x.compound(y),
        lambda x, y: x.highest(y),
        lambda x, y: x.lowest(y),
        lambda x, _: x.times(n),
        lambda x, _: x.thin(Fraction(1, 3) if x.exact else 1 / 3),
        lambda x, _: x.reroll({n}),
    ]
    for operation in operations:
        exact, rounded = operation(a, b), operation(a.to_float(), b.to_float())
        assert close(exact.to_float(), rounded)
        assert sum(exact.probs) == 1
        assert all(p >= 0 for p in rounded.probs)
        assert math.isclose(exact.mean, rounded.mean, rel_tol=1e-12, abs_tol=1e-12)


def test_long_sums_agree_with_fractions() -> None:
    exact, rounded = EXACT_D6.times(60), D6.times(60)
    assert (len(D6.times(30).probs)) ** 2 > LONG_CONVOLUTION
    assert exact.support == rounded.support == tuple(range(60, 361))
    assert close(exact.to_float(), rounded)
    assert all(p > 0 for p in rounded.probs)


def test_numpy_is_imported_only_for_long_sums() -> None:
    code = (
        "import sys; from warbench.chance import Dist; Dist.die(6).times(8); print('numpy' in sys.modules);"
        "Dist.die(6).times(60); print('numpy' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["False", "True"]


def test_too_small_to_be_told_from_zero() -> None:
    rare = Dist.of({0: 1 - 1e-200, 1: 1e-200})
    assert (rare + rare).support == (0, 1)


# --- values ---


def test_equal_distributions_are_equal_values() -> None:
    one = Dist.of({1: Fraction(1, 2), 2: Fraction(1, 2), 3: Fraction(0)})
    assert one == Dist.die(2, exact=True)
    assert hash(one) == hash(Dist.die(2, exact=True))
    assert one != Dist.die(2)  # the same halves, yet a cache must not take one for the other


def test_immutable() -> None:
    with pytest.raises(AttributeError):
        D6.low = 2  # type: ignore[misc]


def test_whole_numbers_go_with_either_kind() -> None:
    assert Dist.of({4: 1}) == Dist.constant(4, exact=True)
    assert Dist.of({4: 1, 5: 0.0}) == Dist.constant(4)
    assert Dist.mix([(1, D6)]) == D6
    assert Dist.mix([(1, EXACT_D6), (0, EXACT_D6 + 1)]) == EXACT_D6


def test_to_float_keeps_floats() -> None:
    assert D6.to_float() is D6
    assert EXACT_D6.to_float() == D6


def test_sum_builtin() -> None:
    assert sum([EXACT_D6, EXACT_D6], start=Dist.constant(0, exact=True)) == EXACT_D6.times(2)
    assert sum([EXACT_D6, EXACT_D6]) == EXACT_D6.times(2)


# --- reading ---


def test_bounds_and_tails() -> None:
    assert (EXACT_D6.low, EXACT_D6.high, EXACT_D6.support) == (1, 6, (1, 2, 3, 4, 5, 6))
    assert [EXACT_D6.at_least(n) for n in (-5, 1, 4, 6, 7, 99)] == [1, 1, Fraction(1, 2), Fraction(1, 6), 0, 0]
    assert [EXACT_D6.at_most(n) for n in (-5, 0, 1, 3, 6, 99)] == [0, 0, Fraction(1, 6), Fraction(1, 2), 1, 1]
    assert list(EXACT_D6.scale(2).items()) == [(n, Fraction(1, 6)) for n in (2, 4, 6, 8, 10, 12)]


def test_answers_keep_their_kind() -> None:
    for dist, kind in ((D6, float), (EXACT_D6, Fraction)):
        numbers: list[Number] = [dist.prob(9), dist.at_least(0), dist.at_most(0), dist.mean, dist.variance, *dist.cdf]
        numbers += [dist.beats(dist), dist.ties(dist), dist.ties(dist + 9)]
        assert {type(number) for number in numbers} == {kind}
        assert type(dist.std) is float


def test_cdf_lines_up_with_the_values() -> None:
    assert EXACT_D6.cdf == tuple(Fraction(n, 6) for n in range(1, 7))
    assert EXACT_D6.cdf == tuple(itertools.accumulate(EXACT_D6.probs))


@pytest.mark.parametrize("die", [D6, EXACT_D6])
def test_quantiles(die: Dist) -> None:
    assert [die.quantile(q) for q in (0, 0.25, 0.5, 0.51, 0.9, 1)] == [1, 2, 3, 4, 6, 6]


def test_quantile_of_a_level_that_rounding_just_misses() -> None:
    tenth = Dist.of(dict.fromkeys(range(10), 0.1))
    assert tenth.cdf[-1] != 1
    assert [tenth.quantile(n / 10) for n in range(1, 11)] == list(range(10))


# --- what is refused ---


@pytest.mark.parametrize(
    ("chances", "says"),
    [
        ({}, "found the sum 0"),
        ({1: 0.5}, "found the sum 0.5, expected 1"),
        ({1: Fraction(1, 3), 2: Fraction(1, 3)}, "found the sum 2/3, expected 1"),
        ({1: 0.5, 2: 0.5 + 1e-8}, "expected 1"),
        ({1: Fraction(1, 2), 2: Fraction(1, 2) + Fraction(1, 10**12)}, "expected 1"),
        ({1: 1.5, 2: -0.5}, "found -0.5, expected zero or more"),
        ({1: math.nan}, "found nan"),
        ({1: math.inf}, "found the sum inf"),
        ({0: 0.5, MAX_SPAN + 1: 0.5}, "expected a span of at most"),
    ],
)
def test_no_distribution(chances: dict[int, Number], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Dist.of(chances)


@pytest.mark.parametrize(
    ("chances", "says"),
    [
        ({1: 0.5, 2: Fraction(1, 2)}, "floats and Fractions are mixed"),
        ({1: "1"}, "found '1', expected a float"),
        ({1: True}, "found True, expected a float"),
        ({1.5: 1.0}, "found the value 1.5, expected a whole number"),
        ({True: 1.0}, "found the value True, expected a whole number"),
    ],
)
def test_no_numbers(chances: dict[int, Number], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        Dist.of(chances)


@pytest.mark.parametrize(
    "mixing",
    [
        lambda: D6 + EXACT_D6,
        lambda: D6.compound(EXACT_D6),
        lambda: EXACT_D6.compound(D6),
        lambda: D6.thin(Fraction(1, 2)),
        lambda: EXACT_D6.thin(0.5),
        lambda: D6.highest(EXACT_D6),
        lambda: D6.lowest(EXACT_D6),
        lambda: D6.beats(EXACT_D6),
        lambda: D6.ties(EXACT_D6),
        lambda: Dist.mix([(0.5, D6), (0.5, EXACT_D6)]),
        lambda: Dist.mix([(Fraction(1, 2), D6), (Fraction(1, 2), D6)]),
    ],
)
def test_exact_and_float_do_not_mix(mixing: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"found (float|exact \(Fraction\)) with (float|exact \(Fraction\)) operands"):
        mixing()


@pytest.mark.parametrize(
    ("asking", "says"),
    [
        (lambda: Dist.die(0), "found a die with 0 sides"),
        (lambda: D6.times(-1), "found -1 copies"),
        (lambda: (D6 + -2).compound(D6), "found a count that can be -1"),
        (lambda: (D6 + -2).thin(0.5), "found a count that can be -1"),
        (lambda: D6.thin(1.5), "found the chance 1.5"),
        (lambda: D6.thin(-0.1), "found the chance -0.1"),
        (lambda: D6.quantile(1.1), "found the level 1.1"),
        (lambda: Dist.mix([]), "weights: found the sum 0"),
        (lambda: Dist.mix([(0.5, D6)]), "weights: found the sum 0.5"),
        (lambda: D6.scale(MAX_SPAN), "expected a span of at most"),
        (lambda: Dist(0, ()), "expected the first and last to be above zero"),
        (lambda: Dist(0, (0.0, 1.0)), "expected the first and last to be above zero"),
    ],
)
def test_out_of_bounds(asking: Callable[[], object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        asking()


def test_kind_must_be_told_truly() -> None:
    with pytest.raises(TypeError, match="found exact=False with Fraction"):
        Dist(0, (Fraction(1),))


def test_adding_something_else() -> None:
    with pytest.raises(TypeError):
        D6 + "1"  # type: ignore[operator]
