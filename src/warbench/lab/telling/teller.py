"""What a game supplies so that its battles can be set up, shown, told, drawn and explained; found by the game's id."""

from importlib import import_module
from typing import Any, Protocol, TypeVar

from warbench.battle.game import Game
from warbench.battle.requests import Event
from warbench.games import GAMES
from warbench.lab.telling.drawing import Drawing
from warbench.lab.telling.phases import Phase
from warbench.lab.telling.told import ArmyTold, Caveats, Kinds, MissionTold, Summary, Wish
from warbench.players import Player

S = TypeVar("S")


class Teller(Protocol[S]):
    """A game, as everything around a battle needs it. What all games share is made from what it tells.

    ``rounds``: what a battle round is called, long and short. ``budget``: what a side spends, as a key of the summary and as the
    head of a column. ``kind_of``: what missions differ in, as the head of a column. ``faults``: what beginning a battle raises
    for a setup that cannot be played.
    """

    id: str
    title: str
    rounds: tuple[str, str]
    budget: tuple[str, str]
    kind_of: str
    kinds: Kinds
    faults: tuple[type[Exception], ...]

    def game(self) -> Game[S]:
        """The game as the kernel takes it."""
        ...

    def setup(self, wish: Wish) -> Any:  # noqa: ANN401 -- each game has its own setup
        """The setup of a wish.

        Raises:
            SetupError, and the game's own errors of armies, missions and rulings: for what cannot be played.
        """
        ...

    def restored(self, data: Any) -> Any:  # noqa: ANN401 -- plain data, and each game's own setup
        """The setup of plain data, as a save holds it.

        Raises:
            msgspec.ValidationError: for anything else.
        """
        ...

    def armies(self) -> tuple[ArmyTold, ...]:
        """The bundled army lists."""
        ...

    def missions(self) -> tuple[MissionTold, ...]:
        """The bundled missions."""
        ...

    def planner(self) -> Player:
        """The computer player of the game.

        Raises:
            NoPlannerError: when it has none.
        """
        ...

    def where(self, state: S) -> str:
        """Where in the battle a state is."""
        ...

    def words(self, state: S, event: Event) -> str:
        """What happened, as a sentence. Only names are taken from the state, so any state of the battle will do."""
        ...

    def note(self, phase: Phase, state: S, event: Event) -> None:
        """Take an event into account in the tally of a phase."""
        ...

    def sense(self, purpose: str) -> int:
        """Whether a high face is good (1) or bad (-1) for who rolls for a purpose; 0 where nobody can say."""
        ...

    def summary(self, setup: Any, state: S) -> Summary:  # noqa: ANN401 -- each game has its own setup
        """How a battle stands."""
        ...

    def caveats(self, setup: Any, state: S) -> Caveats:  # noqa: ANN401 -- each game has its own setup
        """What players should know about the armies of a battle."""
        ...

    def drawing(self, state: S, summary: Summary) -> Drawing:
        """What is on the table, ready to be drawn."""
        ...


class NoPlannerError(ValueError):
    """A game without a computer player that plans."""


def teller(game: str) -> Teller[Any]:
    """The teller of a game; only that game is imported.

    Raises:
        KeyError: for a game that there is not.
    """
    if game not in GAMES:
        raise KeyError(game)
    found: Teller[Any] = import_module(f"{__package__}.{game}").TELLER
    return found
