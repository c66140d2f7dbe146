"""A probability distribution over whole numbers, as an immutable value with an algebra."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Self

import msgspec

from warbench.chance.number import Number, all_exact, check_weights, convolve, is_whole, one, total, zero

# The widest distance between the lowest and the highest value: far beyond any game, and small enough to hold in memory.
MAX_SPAN = 1_000_000

# A float sum that should reach a level exactly may stop this far below it.
ROUNDING = 1e-12


class Dist(msgspec.Struct, frozen=True, cache_hash=True):
    """A distribution: ``probs[i]`` is the probability of the value ``low + i``.

    Build one with ``constant``, ``die``, ``of`` or ``mix``. The first and the last probability are never zero, so that
    equal distributions are equal values. All probabilities are floats, or all are Fractions (``exact``); the two kinds
    never mix and never compare as equal. Nothing is renormalised: what rounding loses stays visible.
    """

    low: int
    probs: tuple[Number, ...]
    exact: bool = False

    def __post_init__(self) -> None:
        """Refuse a value that could not equal another with the same probabilities."""
        if not self.probs or not self.probs[0] or not self.probs[-1]:
            raise ValueError(f"found probabilities {self.probs[:3]}..., expected the first and last to be above zero")
        if isinstance(self.probs[0], Fraction) is not self.exact:
            raise TypeError(f"found exact={self.exact} with {type(self.probs[0]).__name__} probabilities")

    # --- making ---

    @classmethod
    def constant(cls, n: int, *, exact: bool = False) -> Self:
        """The distribution that is always ``n``."""
        return cls(n, (one(exact=exact),), exact)

    @classmethod
    def die(cls, sides: int, *, exact: bool = False) -> Self:
        """A fair die with the faces 1 to ``sides``.

        Raises:
            ValueError: when there is not at least one side, or more than MAX_SPAN.
        """
        if not 1 <= sides <= MAX_SPAN:
            raise ValueError(f"found a die with {sides} sides, expected 1 to {MAX_SPAN}")
        return cls(1, (Fraction(1, sides) if exact else 1 / sides,) * sides, exact)

    @classmethod
    def of(cls, chances: Mapping[int, Number]) -> Self:
        """The distribution with the given probability for each value.

        Args:
            chances: value to probability. Fractions (or whole numbers) give an exact distribution, floats a float one.

        Raises:
            ValueError: when a probability is negative or not a number, or their sum is not 1 (exactly for Fractions,
                within TOLERANCE for floats).
            TypeError: when floats and Fractions are mixed, or a value is no whole number.
        """
        for n in chances:
            if not is_whole(n):
                raise TypeError(f"found the value {n!r}, expected a whole number")
        exact = all_exact(chances.values(), "probabilities")
        check_weights(list(chances.values()), "probabilities", exact=exact)
        return cls._gather(chances.items(), exact=exact)

    @classmethod
    def mix(cls, parts: Iterable[tuple[Number, "Dist"]]) -> Self:
        """One of several distributions, picked by chance.

        Args:
            parts: pairs of a weight (the probability of picking that part) and its distribution.

        Raises:
            ValueError: when a weight is negative, or the weights do not add up to 1.
            TypeError: when exact and float parts or weights are mixed.
        """
        listed = list(parts)
        exact = all_exact((weight for weight, _ in listed), "weights")
        check_weights([weight for weight, _ in listed], "weights", exact=exact)
        picked = [(weight, dist) for weight, dist in listed if weight]
        # Weights that are whole numbers (a single 1) go with either kind of distribution.
        if all(isinstance(weight, int) for weight, _ in picked):
            exact = picked[0][1].exact
        for _, dist in picked:
            if dist.exact is not exact:
                raise _mixed("mix", dist.exact, exact)
        return cls._gather(((n, w * p) for w, dist in picked for n, p in dist.items()), exact=exact)

    @classmethod
    def _gather(cls, terms: Iterable[tuple[int, Number]], *, exact: bool) -> Self:
        """Adds up the probabilities of each value."""
        sums: dict[int, Number] = {}
        for n, p in terms:
            if p:
                sums[n] = sums[n] + p if n in sums else p
        low, high = min(sums), max(sums)
        if high - low > MAX_SPAN:
            raise ValueError(f"found values from {low} to {high}, expected a span of at most {MAX_SPAN}")
        nothing = zero(exact=exact)
        kind = Fraction if exact else float
        return cls(low, tuple(kind(sums[n]) if n in sums else nothing for n in range(low, high + 1)), exact)

    @classmethod
    def _trim(cls, low: int, probs: Sequence[Number], *, exact: bool) -> Self:
        """Drops the zeros at both ends. Products of floats can be too small to be told from zero: those go too."""
        start, stop = 0, len(probs)
        while start < stop and not probs[start]:
            start += 1
        while stop > start and not probs[stop - 1]:
            stop -= 1
        return cls(low + start, tuple(probs[start:stop]), exact)

    # --- reading ---

    @property
    def high(self) -> int:
        """The highest possible value."""
        return self.low + len(self.probs) - 1

    @property
    def support(self) -> tuple[int, ...]:
        """The possible values, lowest first."""
        return tuple(n for n, _ in self.items())

    def items(self) -> Iterator[tuple[int, Number]]:
        """The possible values, lowest first, each with its probability (above zero)."""
        return ((n, p) for n, p in enumerate(self.probs, self.low) if p)

    def prob(self, n: int) -> Number:
        """P(X = n)."""
        i = n - self.low
        return self.probs[i] if 0 <= i < len(self.probs) else zero(exact=self.exact)

    def at_least(self, n: int) -> Number:
        """P(X >= n); exactly 1 where every value is."""
        return one(exact=self.exact) if n <= self.low else total(self.probs[n - self.low :], exact=self.exact)

    def at_most(self, n: int) -> Number:
        """P(X <= n); exactly 1 where every value is."""
        if n >= self.high:
            return one(exact=self.exact)
        return total(self.probs[: max(0, n - self.low + 1)], exact=self.exact)

    @property
    def cdf(self) -> tuple[Number, ...]:
        """Entry i is P(X <= low + i)."""
        sums: list[Number] = []
        reached = zero(exact=self.exact)
        for p in self.probs:
            reached += p
            sums.append(reached)
        return tuple(sums)

    def quantile(self, q: Number) -> int:
        """The smallest value n with P(X <= n) >= q.

        Args:
            q: a probability from 0 to 1. On floats a level counts as reached within ROUNDING.

        Raises:
            ValueError: when q is not between 0 and 1.
        """
        if not 0 <= q <= 1:
            raise ValueError(f"found the level {q}, expected a probability from 0 to 1")
        level = q if self.exact else q - ROUNDING
        return next((n for n, reached in enumerate(self.cdf, self.low) if reached >= level), self.high)

    @property
    def mean(self) -> Number:
        """The expected value."""
        return total((n * p for n, p in self.items()), exact=self.exact)

    @property
    def variance(self) -> Number:
        """The expected squared distance from the mean."""
        mean = self.mean
        return total(((n - mean) * (n - mean) * p for n, p in self.items()), exact=self.exact)

    @property
    def std(self) -> float:
        """The standard deviation: always a float."""
        return sqrt(self.variance)

    def to_float(self) -> "Dist":
        """The same distribution with float probabilities, each rounded on its own."""
        return Dist._trim(self.low, [float(p) for p in self.probs], exact=False) if self.exact else self

    # --- sums of independent values ---

    def __add__(self, other: "int | Dist") -> "Dist":
        """The sum with a number, or with an independent value."""
        if isinstance(other, int):
            return Dist(self.low + other, self.probs, self.exact)
        if not isinstance(other, Dist):
            return NotImplemented
        self._check_kind("add", other)
        if len(self.probs) == 1 and self.probs[0] == 1:
            return other + self.low
        if len(other.probs) == 1 and other.probs[0] == 1:
            return self + other.low
        return Dist._trim(self.low + other.low, convolve(self.probs, other.probs, exact=self.exact), exact=self.exact)

    def __radd__(self, other: int) -> "Dist":
        """A number plus this: lets the builtin ``sum`` work."""
        return self + other

    def times(self, n: int) -> "Dist":
        """The sum of ``n`` independent copies (not one copy times n: that is ``scale``).

        Raises:
            ValueError: when n is negative.
        """
        if n < 0:
            raise ValueError(f"found {n} copies, expected none or more")
        result: Dist | None = None
        power = self
        while n:
            if n & 1:
                result = power if result is None else result + power
            n >>= 1
            if n:
                power = power + power
        return Dist.constant(0, exact=self.exact) if result is None else result

    def compound(self, inner: "Dist") -> "Dist":
        """The sum of as many independent copies of ``inner`` as this says.

        Raises:
            ValueError: when this can be negative.
            TypeError: when one is exact and the other is not.
        """
        self._check_kind("compound", inner)
        self._check_count("compound")
        # Horner's scheme on the generating function: ((p_high * g + p_next) * g + ...), then g once for each copy that
        # is always there. `base` is the value that the first entry of `sums` stands for.
        base, sums = 0, [self.probs[-1]]
        for p in reversed(self.probs[:-1]):
            sums = convolve(sums, inner.probs, exact=self.exact)
            base += inner.low
            nothing = zero(exact=self.exact)
            if base > 0:
                base, sums = 0, [nothing] * base + sums
            sums += [nothing] * (1 - base - len(sums))
            sums[-base] += p
        spread = Dist._trim(base, sums, exact=self.exact)
        return spread + inner.times(self.low) if self.low else spread

    def thin(self, p: Number) -> "Dist":
        """How many of this many independent tries succeed, each with probability ``p``.

        Args:
            p: a probability from 0 to 1, of the distribution's own kind (0 and 1 may be whole numbers).

        Raises:
            ValueError: when p is no probability, or this can be negative.
            TypeError: when one is exact and the other is not.
        """
        self._check_count("thin")
        if not isinstance(p, int) and isinstance(p, Fraction) is not self.exact:
            raise _mixed("thin", self.exact, not self.exact)
        if not 0 <= p <= 1:
            raise ValueError(f"found the chance {p}, expected a probability from 0 to 1")
        if p in (0, 1):
            return self if p else Dist.constant(0, exact=self.exact)
        return self.compound(Dist(0, (1 - p, p), self.exact))

    # --- changing values ---

    def scale(self, k: int) -> "Dist":
        """Each value times ``k``."""
        return self.map(lambda n: n * k)

    def map(self, change: Callable[[int], int]) -> "Dist":
        """Each value replaced by ``change(value)``; chances of values that become equal add up."""
        return Dist._gather(((change(n), p) for n, p in self.items()), exact=self.exact)

    def reroll(self, keep: Callable[[int], bool] | Collection[int]) -> "Dist":
        """The value after throwing again, once, the results that are not kept (W-001, W-002, W-003).

        Args:
            keep: a function that says whether a value is kept; or the collection of the values that are thrown again.
        """
        again = (lambda n: not keep(n)) if callable(keep) else keep.__contains__
        p_again = total((p for n, p in self.items() if again(n)), exact=self.exact)
        kept = zero(exact=self.exact)
        chances = [p * p_again + (kept if again(n) else p) for n, p in enumerate(self.probs, self.low)]
        return Dist._trim(self.low, chances, exact=self.exact)

    # --- against another, independent value ---

    def highest(self, other: "Dist") -> "Dist":
        """The higher of two independent values."""
        self._check_kind("highest", other)
        return Dist._extreme(self, other, range(min(self.low, other.low), max(self.high, other.high) + 1))

    def lowest(self, other: "Dist") -> "Dist":
        """The lower of two independent values."""
        self._check_kind("lowest", other)
        return Dist._extreme(self, other, range(max(self.high, other.high), min(self.low, other.low) - 1, -1))

    @staticmethod
    def _extreme(a: "Dist", b: "Dist", order: range) -> "Dist":
        """The one of two values that comes last in the order: both there, or one there and the other before it."""
        before_a = before_b = zero(exact=a.exact)
        chances: list[Number] = []
        for n in order:
            p_a, p_b = a.prob(n), b.prob(n)
            chances.append(p_a * p_b + p_a * before_b + before_a * p_b)
            before_a += p_a
            before_b += p_b
        return Dist._trim(min(order), chances[:: order.step], exact=a.exact)

    def beats(self, other: "Dist") -> Number:
        """P(X > Y) for independent X (this) and Y (the other)."""
        self._check_kind("beats", other)
        return total((p * other.at_most(n - 1) for n, p in self.items()), exact=self.exact)

    def ties(self, other: "Dist") -> Number:
        """P(X = Y) for independent X (this) and Y (the other)."""
        self._check_kind("ties", other)
        return total((p * other.prob(n) for n, p in self.items()), exact=self.exact)

    def _check_kind(self, operation: str, other: "Dist") -> None:
        if self.exact is not other.exact:
            raise _mixed(operation, self.exact, other.exact)

    def _check_count(self, operation: str) -> None:
        if self.low < 0:
            raise ValueError(f"{operation}: found a count that can be {self.low}, expected none or more")


def _mixed(operation: str, *exact: bool) -> TypeError:
    kinds = tuple("exact (Fraction)" if one_exact else "float" for one_exact in exact)
    return TypeError(f"{operation}: found {kinds[0]} with {kinds[1]} operands, expected one kind; to_float() converts")
