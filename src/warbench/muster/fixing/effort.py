"""How much is tried before the search is broken off: far more than real armies need, and where it is cut, that is told."""

import heapq
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Protocol, TypeVar

MOST_CHANGES = 1000
"""So many changes of one unit are looked at, the cheapest first where there are more."""

MOST_CHECKS = 600
"""So often the whole army is checked."""


class Costed(Protocol):
    """Something that costs something."""

    @property
    def cost(self) -> int:
        """How large a change it is."""


_Way = TypeVar("_Way", bound=Costed)


class Effort:
    """The work of one search: what was cut short, and how many checks are left."""

    def __init__(self) -> None:
        """Begin with nothing done."""
        self.notes: list[str] = []
        self._checks = MOST_CHECKS

    @property
    def is_spent(self) -> bool:
        """Whether no check of the army is left."""
        return self._checks <= 0

    def checked(self) -> None:
        """Count a check of the whole army."""
        self._checks -= 1

    def choices(self, name: str, things: Sequence[Sequence[_Way]], most: int = MOST_CHANGES) -> Iterator[tuple[_Way, ...]]:
        """Every choice of one way for each thing; where there are too many the cheapest, and that is noted.

        Args:
            name: what is to be changed.
            things: the ways of each thing.
            most: how many are looked at.
        """
        if prod(map(len, things)) <= most:
            yield from product(*things)
            return
        note = f"{name}: it could be changed in very many ways; only the {most} smallest changes were looked at"
        if note not in self.notes:
            self.notes.append(note)
        yield from _cheapest([sorted(ways, key=lambda way: way.cost) for ways in things], most)


def _cheapest(things: Sequence[Sequence[_Way]], most: int) -> Iterator[tuple[_Way, ...]]:
    """The cheapest choices, one after the other; the ways of each thing come cheapest first."""
    start = (0,) * len(things)
    waiting = [(sum(ways[0].cost for ways in things), start)]
    seen = {start}
    for _ in range(most):
        cost, places = heapq.heappop(waiting)
        yield tuple(ways[place] for ways, place in zip(things, places, strict=True))
        for which, ways in enumerate(things):
            place = places[which] + 1
            after = (*places[:which], place, *places[which + 1 :])
            if place < len(ways) and after not in seen:
                seen.add(after)
                heapq.heappush(waiting, (cost + ways[place].cost - ways[place - 1].cost, after))
