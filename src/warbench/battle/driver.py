"""The driver: runs a game's procedures, answers them from players and dice, keeps the journal, goes back and branches."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from warbench.battle.game import Game
from warbench.battle.requests import Ask, Event, Procedure, Roll, Search
from warbench.battle.streams import Dice, Streams

S = TypeVar("S")
Chooser = Callable[[Ask], str]
"""Answers a question with the key of an option (or any answer that its judge accepts)."""


class Answered(msgspec.Struct, frozen=True, tag="a"):
    """A journal entry: an answer."""

    key: str


class Thrown(msgspec.Struct, frozen=True, tag="d"):
    """A journal entry: the faces of a roll."""

    faces: tuple[int, ...]


class Found(msgspec.Struct, frozen=True, tag="s"):
    """A journal entry: what a search came to."""

    yes: bool


Entry = Answered | Thrown | Found


class Happened(msgspec.Struct, frozen=True):
    """An entry of the log: an event, and how many journal entries there were when it happened."""

    event: Event
    after: int


class Checkpoint(msgspec.Struct, frozen=True):
    """A place to go back to: the state's bytes, and how long journal and log were."""

    state: bytes
    entries: int
    logged: int


class JournalError(ValueError):
    """A journal that does not fit its battle; the message names the entry."""


class Battle(Generic[S]):
    """A battle under way: the state, the question that waits for an answer, the journal and the log.

    ``watch`` is called after every event (an invariant checker, a live summary).
    """

    def __init__(self, game: Game[S], setup: Any, *, seed: int | str = 0, dice: Dice | None = None) -> None:  # noqa: ANN401
        """Begin a battle and go on to the first question.

        Args:
            game: the game.
            setup: what the game begins with.
            seed: of the dice.
            dice: another source of dice than the seeded one.
        """
        self.game = game
        self.setup = setup
        self.seed = seed
        self.dice: Dice = dice if dice is not None else Streams(seed)
        self.watch: Callable[[Battle[S], Event], None] | None = None
        self.journal: list[Entry] = []
        self.log: list[Happened] = []
        self.rolls: list[tuple[Roll, tuple[int, ...]]] = []
        self.checkpoints: list[Checkpoint] = []
        self.pending: Ask | None = None
        self.over = False
        self.state = game.begin(setup)
        self._steps: Procedure[None] | None = None
        self._script: Sequence[Entry] = ()
        self._at = 0

    # --- going on ---

    def advance(self) -> Ask | None:
        """Go on to the next question: dice are rolled and events applied on the way. None when the battle is over."""
        if self.pending is None and not self.over:
            self._run(None)
        return self.pending

    def answer(self, key: str) -> Ask | None:
        """Answer the question that waits, and go on to the next one.

        Raises:
            IllegalAnswerError: when the answer is not legal; nothing has changed.
            ValueError: when no question waits.
        """
        ask = self.advance()
        if ask is None:
            msg = "the battle is over: nothing is asked"
            raise ValueError(msg)
        ask.check(key)
        self.journal.append(Answered(key))
        self.pending = None
        self._run(key)
        return self.pending

    def play(self, choosers: Sequence[Chooser], *, most: int | None = None) -> None:
        """Let choosers, one for each player, answer until the battle is over (or ``most`` answers were given)."""
        given = 0
        while (ask := self.advance()) is not None and (most is None or given < most):
            self.answer(choosers[ask.player](ask))
            given += 1

    def _run(self, value: Any) -> None:  # noqa: ANN401 -- what a procedure is sent
        """Drive procedures until a question must wait."""
        while True:
            if self._steps is None:
                self.checkpoints.append(Checkpoint(self.game.encode(self.state), len(self.journal), len(self.log)))
                self._steps = self.game.next(self.state)
                value = None
                if self._steps is None:
                    self.over = True
                    return
            try:
                request = self._steps.send(value)
            except StopIteration:
                self._steps = None
                continue
            if isinstance(request, Event):
                self.game.apply(self.state, request)
                self.log.append(Happened(request, len(self.journal)))
                value = None
                if self.watch is not None:
                    self.watch(self, request)
            elif isinstance(request, Roll):
                value = self._faces(request)
            elif isinstance(request, Search):
                value = self._recorded(Found).yes if self._at < len(self._script) else request.finds()
                self.journal.append(Found(value))
            elif self._at < len(self._script):
                value = self._recorded(Answered).key
                self.journal.append(Answered(value))
            else:
                self.pending = request
                return

    def _faces(self, roll: Roll) -> tuple[int, ...]:
        ordinal = self.game.ordinal(self.state, f"{roll.place}|{roll.purpose}")
        if self._at < len(self._script):
            faces: tuple[int, ...] = self._recorded(Thrown).faces
            if len(faces) != roll.count:
                msg = f"journal entry {self._at}: found {len(faces)} dice, expected {roll.count} for {roll.purpose}"
                raise JournalError(msg)
        else:
            faces = tuple(self.dice.faces(roll, ordinal))
        self.journal.append(Thrown(faces))
        self.rolls.append((roll, faces))
        return faces

    def _recorded(self, kind: type[Any]) -> Any:  # noqa: ANN401 -- an entry of that kind
        entry = self._script[self._at]
        self._at += 1
        if not isinstance(entry, kind):
            msg = f"journal entry {self._at}: found {type(entry).__name__.lower()}, expected {kind.__name__.lower()}"
            raise JournalError(msg)
        return entry

    # --- going back ---

    def replay(self, entries: Sequence[Entry]) -> None:
        """Follow recorded entries from here; option lists are not built.

        Raises:
            JournalError: naming the entry that does not fit.
        """
        self._script, self._at = entries, 0
        try:
            if self.pending is not None and entries:
                self.pending = None
                first = self._recorded(Answered)
                self.journal.append(first)
                self._run(first.key)
            else:
                self.advance()
            if self._at < len(entries):
                msg = f"journal entry {self._at + 1}: the battle is over, nothing is asked"
                raise JournalError(msg)
        # A replay checks no answer: what does not fit shows where a procedure looks it up (in a search, as a RuntimeError).
        except (LookupError, AttributeError, TypeError, ValueError, ArithmeticError, RuntimeError) as error:
            if isinstance(error, JournalError):
                raise
            msg = f"journal entry {self._at}: does not fit the battle ({error})"
            raise JournalError(msg) from error
        finally:
            self._script, self._at = (), 0

    def back_to(self, entries: int) -> None:
        """Go back to when the journal had that many entries: the last checkpoint before, and the entries since.

        Raises:
            ValueError: when the journal never had so many.
        """
        if not 0 <= entries <= len(self.journal):
            msg = f"found {entries}, expected 0 to {len(self.journal)} journal entries"
            raise ValueError(msg)
        while len(self.checkpoints) > 1 and self.checkpoints[-1].entries > entries:
            self.checkpoints.pop()
        point = self.checkpoints.pop()
        again = self.journal[point.entries : entries]
        self._begin_at(point, self)
        self.replay(again)

    def undo(self, answers: int = 1) -> None:
        """Take back the last answers. The dice stay as they are for the same decisions.

        Raises:
            ValueError: when fewer answers were given.
        """
        places = [index for index, entry in enumerate(self.journal) if isinstance(entry, Answered)]
        if not 1 <= answers <= len(places):
            msg = f"undo: found {answers} answers to take back, expected 1 to {len(places)}"
            raise ValueError(msg)
        self.back_to(places[-answers])

    def branch(self, seed: int | str) -> "Battle[S]":
        """A second battle from here on, with fresh dice: a planner cannot foresee the dice of this one."""
        other: Battle[S] = Battle(self.game, self.setup, seed=seed)
        if not self.checkpoints:
            return other
        point = self.checkpoints[-1]
        other.checkpoints = self.checkpoints[:-1]
        other._begin_at(point, self)
        other.replay(self.journal[point.entries :])
        return other

    def _begin_at(self, point: Checkpoint, of: "Battle[S]") -> None:
        """Take over a battle's past up to a checkpoint."""
        self.state = self.game.decode(point.state)
        thrown = sum(isinstance(entry, Thrown) for entry in of.journal[: point.entries])
        self.journal, self.log, self.rolls = of.journal[: point.entries], of.log[: point.logged], of.rolls[:thrown]
        self._steps, self.pending, self.over = None, None, False

    # --- what it is ---

    @property
    def hash(self) -> str:
        """The hash of the state: equal states have equal hashes, on every machine."""
        return hashlib.blake2b(self.game.encode(self.state), digest_size=16).hexdigest()

    def hashes(self) -> list[tuple[int, str]]:
        """For each checkpoint, the journal's length and the state's hash there."""
        return [(point.entries, hashlib.blake2b(point.state, digest_size=8).hexdigest()) for point in self.checkpoints]
