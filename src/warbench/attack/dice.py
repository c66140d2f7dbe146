"""Dice sources: where the faces of a roll come from. Scripted ones for tests, seeded ones for play that can be repeated."""

import hashlib
import random
from collections.abc import Iterable, Sequence
from typing import Protocol


class DiceSource(Protocol):
    """Gives the faces of D6."""

    def roll(self, purpose: str, count: int) -> Sequence[int]:
        """``count`` faces of D6 for a named purpose."""
        ...


class ScriptError(ValueError):
    """The script of dice does not fit what is rolled."""


class ScriptedDice:
    """Faces from a list, consumed in order; ``asked`` records every roll as (purpose, faces)."""

    def __init__(self, faces: Iterable[int]) -> None:
        """Take the faces.

        Raises:
            ScriptError: for a face that no D6 has.
        """
        self._faces = list(faces)
        self._next = 0
        self.asked: list[tuple[str, tuple[int, ...]]] = []
        for face in self._faces:
            if not 1 <= face <= 6:  # noqa: PLR2004 -- a D6
                msg = f"dice: found {face}, expected 1 to 6"
                raise ScriptError(msg)

    @property
    def left(self) -> int:
        """How many faces were not used."""
        return len(self._faces) - self._next

    @property
    def used(self) -> int:
        """How many faces were used."""
        return self._next

    def roll(self, purpose: str, count: int) -> Sequence[int]:
        """The next faces.

        Raises:
            ScriptError: when the script is at its end.
        """
        if count > self.left:
            msg = f"dice: {count} needed for {purpose}, {self.left} left in the script"
            raise ScriptError(msg)
        faces = tuple(self._faces[self._next : self._next + count])
        self._next += count
        self.asked.append((purpose, faces))
        return faces


class SeededDice:
    """Faces from a seed: the same seed gives the same faces on every machine and Python version.

    Each purpose and occasion has a stream of its own, so that a change in one roll does not shift the others.
    """

    def __init__(self, seed: int | str) -> None:
        """Take the seed."""
        self._seed = str(seed)
        self._occasions: dict[str, int] = {}

    def roll(self, purpose: str, count: int) -> Sequence[int]:
        """``count`` faces."""
        occasion = self._occasions.get(purpose, 0)
        self._occasions[purpose] = occasion + 1
        key = hashlib.blake2b(f"{self._seed}/{purpose}/{occasion}".encode(), digest_size=16).digest()
        # random.Random(int).random() is documented to give the same sequence on every version; randrange is not.
        stream = random.Random(int.from_bytes(key, "big"))
        return tuple(int(stream.random() * 6) + 1 for _ in range(count))
