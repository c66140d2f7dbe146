"""A small stream of numbers that a seed fixes, the same on every machine and in every version of Python."""

from collections.abc import MutableSequence
from typing import TypeVar

_MASK = (1 << 64) - 1

Item = TypeVar("Item")


class Draw:
    """Whole numbers from a seed (the splitmix64 sequence). It proposes places; dice come from elsewhere."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        """Begin the stream of a seed."""
        self._state = seed & _MASK

    def below(self, limit: int) -> int:
        """The next number from 0 to ``limit`` - 1; 0 if the limit is not positive."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((mixed ^ (mixed >> 31)) * limit) >> 64 if limit > 0 else 0

    def between(self, low: int, high: int) -> int:
        """The next number from ``low`` to ``high``, both included; ``low`` if they are in the wrong order."""
        return low + self.below(high - low + 1)

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Bring items into a random order, in place."""
        for index in range(len(items) - 1, 0, -1):
            other = self.below(index + 1)
            items[index], items[other] = items[other], items[index]
