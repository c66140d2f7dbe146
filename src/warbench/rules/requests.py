"""Requests: what a sequence of rules yields. A sequence never rolls; a reader answers, by odds, by dice or by drawing.

A sequence is a generator, a pure function of hashable arguments. It yields a ``Check`` (answered with its result), an
``Amount`` (answered with a number), a ``Repeat`` (answered with nothing, once the repeated sequence is through), a ``Score``
or a ``Put`` (answered with nothing).
"""

from collections.abc import Callable, Generator
from functools import lru_cache
from typing import Any

import msgspec

from warbench.chance import Check, Dice, Dist
from warbench.chance.number import Number


class Arithmetic(msgspec.Struct, frozen=True, cache_hash=True):
    """Changes to a rolled number, in the one order in which they apply: set, halve, multiply, divide, add, subtract.

    ``halvings`` round up each; ``divisor`` rounds down. ``add`` holds fixed numbers; what dice that are added have shown comes
    in when it is called. Subtracting never takes a number of at least ``floor`` below ``floor``; ``low`` is the least that the
    result can be.
    """

    set: int | None = None
    halvings: int = 0
    multiply: int = 1
    add: int = 0
    subtract: int = 0
    floor: int = 1
    low: int = 0
    divisor: int = 1

    def __call__(self, value: int, more: int = 0) -> int:
        """The changed number; ``more`` is what dice that are added have shown."""
        if self.set is not None:
            value = self.set
        for _ in range(self.halvings):
            value = (value + 1) // 2
        value = value * self.multiply // self.divisor + self.add + more
        if self.subtract:
            value = max(value - self.subtract, min(value, self.floor))
        return max(value, self.low)


PLAIN = Arithmetic()


class Amount(msgspec.Struct, frozen=True, cache_hash=True):
    """A number that is rolled: dice, the further dice that effects add, the changes, and which totals are rolled again once.

    ``again`` are totals of ``dice`` (before the changes) that its owner rolls again (W-358, W-359).
    """

    name: str
    dice: Dice
    extra: tuple[Dice, ...] = ()
    change: Arithmetic = PLAIN
    again: tuple[int, ...] = ()

    @property
    def fixed(self) -> int | None:
        """The number, when no die is rolled; None otherwise."""
        if not self.dice.is_fixed or any(not extra.is_fixed for extra in self.extra):
            return None
        return self.change(self.dice.plus, sum(extra.plus for extra in self.extra))

    def law(self, *, exact: bool = False) -> Dist:
        """The distribution of the changed number."""
        return _amount_law(self, exact)


@lru_cache(maxsize=4096)
def _amount_law(amount: Amount, exact: bool) -> Dist:  # noqa: FBT001 -- an argument of a cache
    law = amount.dice.dist(exact=exact)
    if amount.again:
        law = law.reroll(frozenset(amount.again))
    if not amount.extra:
        return law if amount.change == PLAIN else law.map(amount.change)
    more = amount.extra[0].dist(exact=exact)
    for extra in amount.extra[1:]:
        more = more + extra.dist(exact=exact)
    masses: dict[int, Number] = {}
    for value, p in law.items():
        for added, q in more.items():
            total = amount.change(value, added)
            masses[total] = masses.get(total, 0) + p * q
    return Dist.of(masses)


class Sequence(msgspec.Struct, frozen=True, cache_hash=True):
    """A sequence that has not begun: the generator function and its arguments. Equal ones give equal results."""

    function: Callable[..., "Steps"]
    args: tuple[Any, ...]

    def begin(self) -> "Steps":
        """A fresh generator."""
        return self.function(*self.args)


class Repeat(msgspec.Struct, frozen=True):
    """The same sequence ``times`` times, independently. A distribution's power for the exact reader, a batch for dice."""

    times: int
    sequence: Sequence


class Score(msgspec.Struct, frozen=True):
    """For the account of an attack, stage by stage: ``n`` more of ``what``. It changes nothing."""

    what: str
    n: int = 1


class Put(msgspec.Struct, frozen=True):
    """What a sequence achieves: ``n`` more in pool ``pool``. Attacks wait in pools for a model; damage is a pool as well."""

    pool: int
    n: int = 1


Request = Check | Amount | Repeat | Score | Put
Steps = Generator[Request, Any, None]
