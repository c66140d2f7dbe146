"""What a game supplies to the kernel."""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from warbench.battle.board import BattleState
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


B = TypeVar("B", bound=BattleState[Any, Any, Any, Any])


class BoardGame(Generic[B]):
    """What a game inherits whose states are `BattleState`: of one battle at a time, the one that was begun last."""

    def __init__(self) -> None:
        """Before a battle is begun."""
        self._begun: B | None = None

    def begun(self, state: B) -> B:
        """Note the state of a battle that begins: all that are decoded from now on are of this battle."""
        self._begun = state
        return state

    def ordinal(self, state: B, place: str) -> int:
        """How many rolls there were at a place before this one."""
        rolls: dict[str, int] = state.core.rolls
        count = rolls.get(place, 0)
        rolls[place] = count + 1
        return count

    def encode(self, state: B) -> bytes:
        """The part of the state that changes."""
        return state.kept()

    def decode(self, data: bytes) -> B:
        """The state of some bytes, of the battle that was begun last.

        Raises:
            ValueError: when none was begun.
        """
        if self._begun is None:
            msg = "no battle was begun"
            raise ValueError(msg)
        return self._begun.restored(data)
