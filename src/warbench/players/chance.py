"""Random play: every listed option is as likely as every other."""

import hashlib
from collections.abc import Iterator
from typing import Any

from warbench.battle.requests import Ask
from warbench.players.seats import Player

_BYTES = 8
_RANGE = 1 << 8 * _BYTES


def random_chooser(seed: int | str) -> Player:
    """A player that picks uniformly among the listed options, and works out no more of them than it needs for that.

    The same seed gives the same choices for the same questions, on every machine; they have nothing to do with the battle's dice.
    """
    numbers = _numbers(str(seed))

    def below(count: int) -> int:
        # Beyond the largest multiple a number is left out, so that every one is as likely.
        limit = _RANGE - _RANGE % count
        return next(number for number in numbers if number < limit) % count

    def choose(ask: Ask, _state: Any) -> str:  # noqa: ANN401 -- states of any game
        return ask.draw(below).key

    return choose


def _numbers(seed: str) -> Iterator[int]:
    """An endless stream of 64-bit numbers, fixed by the seed."""
    block = 0
    while True:
        digest = hashlib.blake2b(f"choices|{seed}|{block}".encode()).digest()
        for start in range(0, len(digest), _BYTES):
            yield int.from_bytes(digest[start : start + _BYTES], "big")
        block += 1
