"""What a game supplies so that its battles can be proved: what is played, how things are called when they fire, what there is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from importlib import import_module
from typing import Any, Protocol

import msgspec

from warbench.battle.game import Game
from warbench.battle.requests import Ask, Event

GAMES = ("w40k10", "heresy3")
"""The games whose battles can be proved, by id."""

Wishes = tuple[tuple[str, str], ...]
"""What a player is bent towards: (kind of question, beginning of a key or part of a text); the first wish first."""


class Thing(msgspec.Struct, frozen=True):
    """A rule object: its kind and name, the entry of the tally that shows that it fired, and why it cannot fire if it cannot."""

    kind: str
    name: str
    key: str
    reason: str = ""

    @property
    def id(self) -> str:
        """Kind and name."""
        return f"{self.kind} {self.name}"


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A small battle, and what each player wants.

    An option that fulfils one of the ``wishes`` is taken, the first wish first. Reactions are used only when wished for; where
    nothing is wished, something is done rather than nothing. ``shows`` are entries of the tally: the scenario is played with one
    seed after another until it has shown them all; ``first`` is the number of the seed to begin with, which saves time.
    """

    name: str
    first: int = 0
    wishes: Wishes = ()
    shows: tuple[str, ...] = ()

    def setup(self) -> Any:  # noqa: ANN401 -- each game has its own setup
        """The battle's setup."""
        raise NotImplementedError


class Part(Protocol):
    """A game, as the proof needs it.

    ``answers``: about how many a battle takes. ``common``: beginnings of the reactions that use up what random play can pay, so
    that others are never made. ``telling``: the kinds of question whose answers are rule objects by themselves (``chose KIND:
    KEY`` in the tally).
    """

    id: str
    answers: int
    common: tuple[str, ...]
    telling: frozenset[str]

    def game(self) -> Game[Any]:
        """The game as the kernel takes it."""
        ...

    def setup(self, index: int, *, large: bool) -> Any:  # noqa: ANN401 -- each game has its own setup
        """The setup of a battle of a soak: armies, missions and options take turns."""
        ...

    def between(self, index: int, one: Any, other: Any) -> Any:  # noqa: ANN401 -- each game has its own armies and setup
        """The setup of a battle between two armies that somebody brings: missions take turns."""
        ...

    def wishes(self, index: int) -> Wishes:
        """What the players of a battle of a soak are bent towards three times of four; nothing: their play is uniform."""
        ...

    def restored(self, data: Any) -> Any:  # noqa: ANN401 -- plain data, and each game's own setup
        """The setup of plain data, as a save holds it."""
        ...

    def names(self, state: Any, event: Event) -> Iterator[str]:  # noqa: ANN401 -- each game has its own state
        """What an event shows beside its kind and its rule, as entries of the tally. ``state`` is that at the battle's end."""
        ...

    def known(self) -> list[str]:
        """The entries of the tally that random battles should fill."""
        ...

    def listening(self, tally: Counter[str]) -> AbstractContextManager[None]:
        """Note, while it lasts, what the attacks of battles show: abilities and facts."""
        ...

    def wrong(self, ask: Ask, state: Any) -> Iterator[str]:  # noqa: ANN401 -- each game has its own state
        """Answers to a question that may be judged, most of them wrong: to see how they are refused."""
        ...

    def things(self) -> list[Thing]:
        """Every rule object, by kind."""
        ...

    def scenarios(self) -> Sequence[Scenario]:
        """The small battles for what random play seldom reaches."""
        ...


def part(game: str) -> Part:
    """The part of a game; only that game is imported.

    Raises:
        KeyError: for a game that there is not.
    """
    if game not in GAMES:
        raise KeyError(game)
    found: Part = import_module(f"{__package__}.{game}").PART
    return found
