"""What this game supplies to be told, in one place."""

from importlib import import_module
from typing import Any

from warbench.battle.requests import Event
from warbench.games.heresy3.armies import armies, army, enlist
from warbench.games.heresy3.battle import events as happened
from warbench.games.heresy3.battle.game import Heresy3, Setup, setup_of
from warbench.games.heresy3.battle.mission_files import missions
from warbench.games.heresy3.battle.roster import RosterError
from warbench.games.heresy3.battle.state import State
from warbench.lab.telling.drawing import Drawing
from warbench.lab.telling.heresy3.caveats import caveats
from warbench.lab.telling.heresy3.drawing import drawing
from warbench.lab.telling.heresy3.setup import setup
from warbench.lab.telling.heresy3.summary import summary
from warbench.lab.telling.heresy3.tally import note
from warbench.lab.telling.heresy3.words import where, words
from warbench.lab.telling.phases import Phase
from warbench.lab.telling.teller import NoPlannerError, Teller
from warbench.lab.telling.told import ArmyTold, Caveats, Kinds, MissionTold, Summary, Wish
from warbench.players import Player
from warbench.table.lattice import INCH

_PLANNER = "warbench.players.heresy3_planner"

UNCLEAR = frozenset(
    {
        "zone",
        "deployment",
        "scatter",
        "scatter direction",
        "explodes",
        "fall back",
        "vehicle damage table",
        "void shield generator",
    }
)
"""Rolls of which nobody can say whether a high face is good for who throws it."""

_LOW = (" check", " test")
_HIGH_TESTS = frozenset({"reserves test", "repair test"})


class Telling:
    """The Horus Heresy: Age of Darkness, third edition."""

    id = "heresy3"
    title = "The Horus Heresy: Age of Darkness, third edition"
    rounds = ("battle turn", "turn")
    budget = ("allotment", "Reactions")
    kind_of = "scoring"
    kinds = Kinds(
        began=happened.Began,
        over=happened.Over,
        chose=happened.Chose,
        done=happened.Done,
        said=happened.Said,
        bookkeeping=(happened.Done, happened.Chose, happened.Ends, happened.Fights, happened.Tested),
        causes=(
            happened.Threw,
            happened.Reacted,
            happened.Noted,
            happened.Status,
            happened.Hurt,
            happened.Removed,
            happened.Moved,
            happened.SetUp,
        ),
    )
    faults: tuple[type[Exception], ...] = (RosterError,)

    def game(self) -> Heresy3:
        """The game as the kernel takes it."""
        return Heresy3()

    def setup(self, wish: Wish) -> Setup:
        """The setup of a wish."""
        return setup(wish)

    def restored(self, data: Any) -> Setup:  # noqa: ANN401 -- plain data
        """The setup of plain data."""
        return setup_of(data)

    def armies(self) -> tuple[ArmyTold, ...]:
        """The bundled army lists."""
        return tuple(_army(name) for name in armies())

    def missions(self) -> tuple[MissionTold, ...]:
        """The bundled missions."""
        return tuple(
            MissionTold(
                id=each.id,
                name=each.name,
                kind=each.scoring,
                width=each.size.width / INCH,
                depth=each.size.depth / INCH,
                about=each.summary or each.name,
            )
            for each in missions()
        )

    def planner(self) -> Player:
        """The computer player.

        Raises:
            NoPlannerError: when this installation has none.
        """
        try:
            module = import_module(_PLANNER)
        except ModuleNotFoundError as error:
            if error.name != _PLANNER:
                raise
            msg = f"there is no computer player that plans in {self.id} ({_PLANNER} is not installed)"
            raise NoPlannerError(msg) from error
        found: Player = module.planner()
        return found

    def where(self, state: State) -> str:
        """Where in the battle a state is."""
        return where(state)

    def words(self, state: State, event: Event) -> str:
        """What happened, as a sentence."""
        return words(state, event)

    def note(self, phase: Phase, state: State, event: Event) -> None:
        """Take an event into account in the tally of a phase."""
        note(phase, state, event)

    def sense(self, purpose: str) -> int:
        """Low is good in Checks and Characteristic Tests, high in all other rolls, but for those of which nobody can say."""
        if purpose in UNCLEAR:
            return 0
        return -1 if purpose.endswith(_LOW) and purpose not in _HIGH_TESTS else 1

    def summary(self, setup: Setup, state: State) -> Summary:
        """How a battle stands."""
        return summary(setup, state)

    def caveats(self, setup: Setup, state: State) -> Caveats:
        """What players should know about the armies."""
        return caveats(setup, state)

    def drawing(self, state: State, summary: Summary) -> Drawing:
        """What is on the table."""
        return drawing(state, summary)


def _army(name: str) -> ArmyTold:
    found = enlist(army(name))
    spec = found.spec
    return ArmyTold(id=name, name=spec.name, faction=spec.faction, points=found.points, units=len(found.units))


TELLER: Teller[State] = Telling()
"""The teller of this game."""
