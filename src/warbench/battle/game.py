"""What a game supplies to the kernel."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from warbench.battle.requests import Event, Procedure

S = TypeVar("S")


class Game(Protocol[S]):
    """A game: how a battle begins, what comes next, how events change the state.

    Between two procedures that ``next`` returns, the state alone says where the battle is: that is a checkpoint.
    """

    id: str
    version: str

    def begin(self, setup: Any) -> S:  # noqa: ANN401 -- each game has its own setup
        """The starting state of a setup, before anything is decided."""
        ...

    def next(self, state: S) -> Procedure[None] | None:
        """The next procedure; None when the battle is over."""
        ...

    def apply(self, state: S, event: Event) -> None:
        """Change the state by an event."""
        ...

    def ordinal(self, state: S, place: str) -> int:
        """Count a roll at a place: how many there were before. The count is part of the state, so that undo keeps the dice."""
        ...

    def encode(self, state: S) -> bytes:
        """The state as bytes: equal states give equal bytes, on every machine."""
        ...

    def decode(self, data: bytes) -> S:
        """The state of some bytes."""
        ...

    def problems(self, state: S) -> Sequence[str]:
        """What is wrong with a state that should be legal; empty when nothing is."""
        ...
