"""What a game supplies so that its battles can be set up, shown, told, drawn and explained; found by the game's id."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, TypeVar

from warbench.battle.game import Game
from warbench.battle.requests import Event
from warbench.games import GAMES
from warbench.lab.telling.drawing import Drawing
from warbench.lab.telling.phases import Phase
from warbench.lab.telling.told import ArmyTold, Caveats, Kinds, MissionTold, Summary, Wish
from warbench.players import Player

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Teller(Generic[S]):
    """A game, as everything around a battle needs it. What all games share is made from what it tells.

    Attributes:
        id: the game's id.
        title: its name.
        rounds: what a battle round is called, long and short.
        budget: what a side spends, as a key of the summary and as the head of a column.
        kind_of: what missions differ in, as the head of a column.
        kinds: which of its events are what.
        faults: what beginning a battle raises for a setup that cannot be played.
        game: makes the game as the kernel takes it.
        setup: the setup of a wish; raises SetupError, and the game's own errors of armies, missions and rulings.
        restored: the setup of plain data, as a save holds it; raises msgspec.ValidationError for anything else.
        armies: the bundled army lists.
        missions: the bundled missions.
        planner: the computer player.
        where: where in the battle a state is.
        words: what happened, as a sentence; only names are taken from the state, so any state of the battle will do.
        note: takes an event into account in the tally of a phase.
        sense: whether a high face is good (1) or bad (-1) for who rolls for a purpose; 0 where nobody can say.
        summary: how a battle stands.
        caveats: what players should know about the armies of a battle.
        drawing: what is on the table, ready to be drawn.
    """

    id: str
    title: str
    rounds: tuple[str, str]
    budget: tuple[str, str]
    kind_of: str
    kinds: Kinds
    faults: tuple[type[Exception], ...]
    game: Callable[[], Game[S]]
    setup: Callable[[Wish], Any]
    restored: Callable[[Any], Any]
    armies: Callable[[], tuple[ArmyTold, ...]]
    missions: Callable[[], tuple[MissionTold, ...]]
    planner: Callable[[], Player]
    where: Callable[[S], str]
    words: Callable[[S, Event], str]
    note: Callable[[Phase, S, Event], None]
    sense: Callable[[str], int]
    summary: Callable[[Any, S], Summary]
    caveats: Callable[[Any, S], Caveats]
    drawing: Callable[[S, Summary], Drawing]


def teller(game: str) -> Teller[Any]:
    """The teller of a game; only that game is imported.

    Raises:
        KeyError: for a game that there is not.
    """
    if game not in GAMES:
        raise KeyError(game)
    found: Teller[Any] = import_module(f"{__package__}.{game}.telling").TELLER
    return found
