"""What a procedure yields: a question for a player, dice to roll, or an event that changes the state."""

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class Option(msgspec.Struct, frozen=True):
    """One answer that can be given: its key (what the journal holds) and what it says to a person."""

    key: str
    text: str


class Refusal(msgspec.Struct, frozen=True):
    """Why an answer is not legal: a code for machines and a sentence for people, with the rule where there is one."""

    code: str
    sentence: str
    rule: str = ""


class IllegalAnswerError(ValueError):
    """An answer that is not legal. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry the refusal."""
        super().__init__(f"{refusal.code}: {refusal.sentence}" + (f" ({refusal.rule})" if refusal.rule else ""))
        self.refusal = refusal


class Ask:
    """A question for a player. Its options are built only when somebody looks at them: a replay never does.

    ``about`` is the kind of decision (``move``, ``target``); ``subject`` the unit or thing that it is about; ``matter`` what a
    window was opened for, in the game's own terms, for players that can read it. Passing is always an option of its own. With
    ``judge`` other answers than the listed ones are accepted too (any legal placement): it returns None for a legal one.
    """

    __slots__ = ("_listed", "_options", "about", "judge", "matter", "player", "subject", "text")

    def __init__(  # noqa: PLR0913 -- a record
        self,
        player: int,
        about: str,
        text: str,
        options: Callable[[], Sequence[Option]],
        *,
        subject: str = "",
        judge: Callable[[str], Refusal | None] | None = None,
        matter: object = None,
    ) -> None:
        """Take the question."""
        self.player = player
        self.about = about
        self.text = text
        self.subject = subject
        self.judge = judge
        self.matter = matter
        self._options = options
        self._listed: tuple[Option, ...] | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        """The listed answers, in a fixed order."""
        if self._listed is None:
            self._listed = tuple(self._options())
        return self._listed

    def check(self, key: str) -> None:
        """Accept a legal answer.

        Raises:
            IllegalAnswerError: for any other.
        """
        if self._listed is not None and self._lists(key):
            return
        if self.judge is not None:
            # A judge is exact and needs no list: it is asked before one is built.
            refusal = self.judge(key)
            if refusal is None or self._lists(key):
                return
            raise IllegalAnswerError(refusal)
        if not self._lists(key):
            known = ", ".join(option.key for option in self.options[:12])
            raise IllegalAnswerError(Refusal("not-an-option", f"{key!r} is no answer to {self.about!r}; there are: {known}"))

    def _lists(self, key: str) -> bool:
        return any(option.key == key for option in self.options)


class Roll(msgspec.Struct, frozen=True):
    """Asks for the faces of ``count`` D6. ``place`` says where in the battle, so that each roll has a stream of its own."""

    player: int
    purpose: str
    count: int
    place: str


class Event(msgspec.Struct, frozen=True, tag=True):
    """Something that happened. The only thing that changes a state; games define the kinds."""


Request = Ask | Roll | Event
Procedure = Generator[Request, Any, T]
