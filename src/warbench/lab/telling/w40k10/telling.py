"""What this game supplies to be told, in one place."""

from typing import Any

from warbench.battle.requests import Event
from warbench.games.w40k10.battle import events as happened
from warbench.games.w40k10.battle.army_files import armies, army
from warbench.games.w40k10.battle.game import Setup, W40k10, setup_of
from warbench.games.w40k10.battle.mission_files import missions
from warbench.games.w40k10.battle.roster import ArmySpec, Roster, RosterError
from warbench.games.w40k10.battle.state import State
from warbench.lab.telling.drawing import Drawing
from warbench.lab.telling.phases import Phase
from warbench.lab.telling.teller import Teller
from warbench.lab.telling.told import ArmyTold, Caveats, Kinds, MissionTold, Summary, Wish
from warbench.lab.telling.w40k10.drawing import drawing
from warbench.lab.telling.w40k10.setup import setup
from warbench.lab.telling.w40k10.summary import caveats, summary
from warbench.lab.telling.w40k10.tally import note
from warbench.lab.telling.w40k10.words import where, words
from warbench.players import Player

UNCLEAR = frozenset({"deadly demise", "deadly demise wounds", "roll-off: attacker", "roll-off: first"})
"""Rolls of which nobody can say whether a high face is good for who throws it."""


class Telling:
    """Warhammer 40,000, tenth edition."""

    id = "w40k10"
    title = "Warhammer 40,000, tenth edition"
    rounds = ("battle round", "round")
    budget = ("command_points", "CP")
    kind_of = "battle size"
    kinds = Kinds(
        began=happened.Began,
        over=happened.Over,
        chose=happened.Chose,
        done=happened.Done,
        said=happened.Said,
        bookkeeping=(happened.Done, happened.Chose, happened.Owes, happened.Ends),
        causes=(happened.Threw, happened.Used, happened.Hurt, happened.Destroyed, happened.Moved, happened.SetUp),
    )
    faults: tuple[type[Exception], ...] = (RosterError,)

    def game(self) -> W40k10:
        """The game as the kernel takes it."""
        return W40k10()

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
                kind=each.battle_size,
                width=each.width,
                depth=each.depth,
                about=each.summary or each.name,
            )
            for each in missions()
        )

    def planner(self) -> Player:
        """The computer player."""
        from warbench.players.w40k10_planner import planner  # noqa: PLC0415 -- it is not needed to tell of a battle

        return planner()

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
        """High is good, but for what nobody can say of."""
        return int(purpose not in UNCLEAR)

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
    spec = army(name)
    entries = Roster((spec, ArmySpec(name="", faction=""))).of(0)
    points = sum(entry.points for entry in entries)
    return ArmyTold(id=name, name=spec.name, faction=spec.faction, points=points, units=len(entries))


TELLER: Teller[State] = Telling()
"""The teller of this game."""
