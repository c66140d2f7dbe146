"""Dice notation: amounts such as ``2D6+3``, read, written and weighed."""

import re
from fractions import Fraction
from functools import lru_cache

import msgspec

from warbench.chance.dist import Dist
from warbench.chance.number import is_whole

MAX_DICE = 100
MAX_PLUS = 1000

# Longer than any amount that keeps to the limits above; checked before anything else looks at the text.
MAX_TEXT = 40

SIDES = (6, 3)

_TERM = re.compile(r"\s*(?:(?P<count>[0-9]*)\s*[dD](?P<sides>[0-9]+)|(?P<plus>[0-9]+))\s*")


class DiceError(ValueError):
    """An amount that cannot be read; says what was found and what was expected."""


class Dice(msgspec.Struct, frozen=True, cache_hash=True):
    """A sum of dice and a constant (W-007): ``rolls`` holds pairs of a count and a number of sides.

    The rolls are kept in one order, larger dice first, equal dice together, so that equal amounts are equal values.
    """

    rolls: tuple[tuple[int, int], ...]
    plus: int

    def __post_init__(self) -> None:
        """Bring the rolls into their order and check the limits.

        Raises:
            DiceError: when a die has other sides than 3 or 6, there are too many dice, the constant is too large, or
                the amount could be negative.
        """
        for count, sides in self.rolls:
            if sides not in SIDES:
                raise DiceError(f"found a D{sides}, expected a D3 or a D6")
            if count < 1:
                raise DiceError(f"found {count} D{sides}, expected at least one die")
        # Neither number is printed: text for one of many thousand digits is an error of its own in Python.
        if sum(count for count, _ in self.rolls) > MAX_DICE:
            raise DiceError(f"found more than {MAX_DICE} dice, expected at most that many")
        if not -MAX_PLUS <= self.plus <= MAX_PLUS:
            raise DiceError(f"found a constant beyond {MAX_PLUS}, expected at most that")
        counts = ((sum(count for count, found in self.rolls if found == sides), sides) for sides in SIDES)
        msgspec.structs.force_setattr(self, "rolls", tuple(roll for roll in counts if roll[0]))
        if self.minimum < 0:
            raise DiceError(f"found {self}, which could be {self.minimum}; expected an amount that is never negative")

    @staticmethod
    def parse(text: str | int) -> "Dice":
        """The amount that a text or a whole number states.

        Args:
            text: such as ``D6+3``, ``2D6``, ``d6 + 3``, ``D6+D3`` or ``3``; or a whole number.

        Raises:
            DiceError: says what was found and what was expected.
        """
        # The type is checked before the cache is asked: True, 1 and 1.0 are the same key.
        if not isinstance(text, str):
            if not is_whole(text):
                raise DiceError(f"found {text!r}, expected dice such as 'D6+3' or a whole number")
            return Dice((), int(text))
        if len(text) > MAX_TEXT:
            raise DiceError(f"found {text[:MAX_TEXT]!r} and more, expected at most {MAX_TEXT} characters")
        return _parse(text)

    def __str__(self) -> str:
        """The amount as text, such as ``2D6+D3+1``; ``parse`` gives the same amount back."""
        terms = "+".join(f"{count if count > 1 else ''}D{sides}" for count, sides in self.rolls)
        if not terms:
            return str(self.plus)
        return f"{terms}{self.plus:+d}" if self.plus else terms

    @property
    def minimum(self) -> int:
        """The least possible amount."""
        return sum(count for count, _ in self.rolls) + self.plus

    @property
    def maximum(self) -> int:
        """The greatest possible amount."""
        return sum(count * sides for count, sides in self.rolls) + self.plus

    @property
    def mean(self) -> Fraction:
        """The expected amount (W-006: the mean of a D3 is 2; W-007)."""
        return sum((Fraction(count * (sides + 1), 2) for count, sides in self.rolls), Fraction(self.plus))

    @property
    def is_fixed(self) -> bool:
        """Whether no die is thrown."""
        return not self.rolls

    def dist(self, *, exact: bool = False) -> Dist:
        """The distribution of the amount, with Fractions when ``exact``. Worked out once for each amount."""
        return _dist(self, exact=exact)


def faces_of_d6(sides: int, face: int) -> int:
    """What a die with 3 or 6 sides shows when it is thrown as a D6: a D3 is a D6 halved, rounding up (W-006).

    Args:
        sides: 3 or 6.
        face: what the D6 shows, 1 to 6.

    Raises:
        DiceError: when the sides or the face are not among these.
    """
    if sides not in SIDES or not 1 <= face <= 6:  # noqa: PLR2004
        raise DiceError(f"found a D{sides} and the face {face}, expected a D3 or a D6 and a face from 1 to 6")
    return face if sides == 6 else (face + 1) // 2  # noqa: PLR2004


@lru_cache(maxsize=4096)
def _parse(text: str) -> Dice:
    """Terms with a sign between them. Only constants may be taken away: dice are always added."""
    rolls: list[tuple[int, int]] = []
    plus = 0
    at, sign = 0, 1
    while True:
        term = _TERM.match(text, at)
        if term is None:
            raise _unreadable(text, at)
        if term["sides"] is None:
            plus += sign * int(term["plus"])
        elif sign < 0:
            raise DiceError(f"found {text!r}, which takes away dice; expected dice only to be added")
        else:
            rolls.append((int(term["count"] or 1), int(term["sides"])))
        at = term.end()
        if at == len(text):
            break
        if text[at] not in "+-":
            raise _unreadable(text, at)
        sign = 1 if text[at] == "+" else -1
        at += 1
    try:
        return Dice(tuple(rolls), plus)
    except DiceError as error:
        raise DiceError(f"in {text!r}: {error}") from None


def _unreadable(text: str, at: int) -> DiceError:
    where = f" at {text[at:].strip()!r}" if 0 < at < len(text) else ""
    return DiceError(f"found {text!r}, unreadable{where}; expected dice such as 'D6+3' or a whole number")


@lru_cache(maxsize=1024)
def _dist(dice: Dice, *, exact: bool) -> Dist:
    result = Dist.constant(dice.plus, exact=exact)
    for count, sides in dice.rolls:
        result = result + Dist.die(sides, exact=exact).times(count)
    return result
