"""Dice streams: every place in a battle has its own faces, fixed by the seed, the same on every machine."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol

from warbench.battle.requests import Roll

_FAIR = 252  # the largest multiple of six below 256: bytes from here on are left out, so that every face is as likely


class Dice(Protocol):
    """Gives the faces of a roll in a battle."""

    def faces(self, roll: Roll, ordinal: int) -> Sequence[int]:
        """The faces; ``ordinal`` counts the rolls at the same place."""
        ...


class Streams:
    """Seeded dice. The faces depend on the seed, the place and the ordinal, never on what was rolled elsewhere."""

    def __init__(self, seed: int | str) -> None:
        """Take the seed."""
        self.seed = str(seed)

    def faces(self, roll: Roll, ordinal: int) -> Sequence[int]:
        """``roll.count`` faces."""
        out: list[int] = []
        block = 0
        while len(out) < roll.count:
            key = f"{self.seed}|{roll.place}|{roll.purpose}|{ordinal}|{block}".encode()
            out += [byte % 6 + 1 for byte in hashlib.blake2b(key).digest() if byte < _FAIR]
            block += 1
        return out[: roll.count]


class ScriptedStreams:
    """Faces from a list for tests, then from another source; every roll is recorded as (purpose, faces)."""

    def __init__(self, faces: Iterable[int], then: Dice | None = None) -> None:
        """Take the script and what follows it (nothing: a roll beyond the script is an error)."""
        self._left = list(faces)
        self._then = then
        self.asked: list[tuple[str, tuple[int, ...]]] = []

    @property
    def left(self) -> int:
        """The faces not used yet."""
        return len(self._left)

    def faces(self, roll: Roll, ordinal: int) -> Sequence[int]:
        """The next faces.

        Raises:
            ValueError: when the script is at its end and nothing follows it.
        """
        if len(self._left) >= roll.count:
            out, self._left = self._left[: roll.count], self._left[roll.count :]
        elif self._then is not None and not self._left:
            out = list(self._then.faces(roll, ordinal))
        else:
            msg = f"dice: {roll.count} needed for {roll.purpose}, {len(self._left)} left in the script"
            raise ValueError(msg)
        self.asked.append((roll.purpose, tuple(out)))
        return out
