"""What a procedure yields: a question for a player, dice to roll, a search, or an event that changes the state."""

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


class RefusedError(ValueError):
    """Something of a user's (an army list, a mission) that cannot be used; the message names it and every reason."""

    def __init__(self, name: str, refusals: tuple[Refusal, ...]) -> None:
        """Keep the reasons."""
        super().__init__(f"{name}: {'; '.join(map(told, refusals))}")
        self.refusals = refusals


def told(refusal: Refusal) -> str:
    """A refusal in a line: its code, its sentence, and the rule where there is one."""
    return f"{refusal.code}: {refusal.sentence}" + (f" ({refusal.rule})" if refusal.rule else "")


class IllegalAnswerError(ValueError):
    """An answer that is not legal. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry the refusal."""
        super().__init__(told(refusal))
        self.refusal = refusal


Draft = Callable[[], Option | None]
"""An option that takes a search to work out; None when the search finds that there is none."""


def once(draft: Draft) -> Draft:
    """The same draft, worked out once at most."""
    made: list[Option | None] = []

    def option() -> Option | None:
        if not made:
            made.append(draft())
        return made[0]

    return option


class Ask:
    """A question for a player. Its options are built only when somebody looks at them: a replay never does.

    An entry of the list may be a `Draft`: `options` works all of them out, `draw` only those that it picks.

    ``about`` is the kind of decision (``move``, ``target``); ``subject`` the unit or thing that it is about; ``matter`` what a
    window was opened for, in the game's own terms, for players that can read it. Passing is always an option of its own. With
    ``judge`` other answers than the listed ones are accepted too (any legal placement): it returns None for a legal one.
    """

    __slots__ = ("_build", "_entries", "_listed", "about", "judge", "matter", "player", "subject", "text")

    def __init__(  # noqa: PLR0913 -- a record
        self,
        player: int,
        about: str,
        text: str,
        options: Callable[[], Sequence[Option | Draft]],
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
        self._build = options
        self._entries: list[Option | Draft | None] | None = None
        self._listed: tuple[Option, ...] | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        """The listed answers, in a fixed order, each key once."""
        if self._listed is None:
            found: dict[str, Option] = {}
            for index in range(len(self._drafted())):
                option = self._at(index)
                if option is not None:
                    found.setdefault(option.key, option)
            self._listed = tuple(found.values())
        return self._listed

    def draw(self, below: Callable[[int], int]) -> Option:
        """One of the listed answers by chance, each entry of the list as likely as every other; no more drafts than needed.

        Args:
            below: gives a number from 0 to one less than what it is given, each as likely.

        Raises:
            ValueError: when there is nothing to choose from.
        """
        left = list(range(len(self._drafted())))
        while left:
            option = self._at(left.pop(below(len(left))))
            if option is not None:
                return option
        msg = f"{self.about}: nothing is listed"
        raise ValueError(msg)

    def _drafted(self) -> list[Option | Draft | None]:
        if self._entries is None:
            self._entries = list(self._build())
        return self._entries

    def _at(self, index: int) -> Option | None:
        """An entry of the list, worked out once."""
        entries = self._drafted()
        entry = entries[index]
        if entry is not None and not isinstance(entry, Option):
            entry = entries[index] = entry()
        return entry

    def check(self, key: str) -> None:
        """Accept a legal answer.

        Raises:
            IllegalAnswerError: for any other.
        """
        if self._drawn(key):
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

    def _drawn(self, key: str) -> bool:
        """Whether an answer was worked out already."""
        return any(isinstance(entry, Option) and entry.key == key for entry in self._entries or ())

    def _lists(self, key: str) -> bool:
        return any(option.key == key for option in self.options)


class Roll(msgspec.Struct, frozen=True):
    """Asks for the faces of ``count`` D6. ``place`` says where in the battle, so that each roll has a stream of its own."""

    player: int
    purpose: str
    count: int
    place: str


class Search:
    """Asks the table whether something can be done at all. The journal keeps the answer, so that a replay does not search."""

    __slots__ = ("finds",)

    def __init__(self, finds: Callable[[], bool]) -> None:
        """Take the search: it always gives the same answer in the same state."""
        self.finds = finds


class Event(msgspec.Struct, frozen=True, tag=True):
    """Something that happened. The only thing that changes a state; games define the kinds."""


Request = Ask | Roll | Search | Event
Procedure = Generator[Request, Any, T]
