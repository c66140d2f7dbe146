"""What this game supplies to be told, in one place."""

from warbench.games.w40k10.battle import events as happened
from warbench.games.w40k10.battle.equipping import RosterError
from warbench.games.w40k10.battle.game import W40k10, setup_of
from warbench.games.w40k10.battle.state import State
from warbench.lab.telling.teller import Teller
from warbench.lab.telling.told import Kinds
from warbench.lab.telling.w40k10.bundled import KIND_OF, armies, missions
from warbench.lab.telling.w40k10.drawing import drawing
from warbench.lab.telling.w40k10.setup import setup
from warbench.lab.telling.w40k10.summary import caveats, summary
from warbench.lab.telling.w40k10.tally import note
from warbench.lab.telling.w40k10.words import where, words
from warbench.players import Player

UNCLEAR = frozenset({"deadly demise", "deadly demise wounds", "roll-off: attacker", "roll-off: first"})
"""Rolls of which nobody can say whether a high face is good for who throws it."""


def _planner() -> Player:
    from warbench.players.w40k10_planner import planner  # noqa: PLC0415 -- it is not needed to tell of a battle

    return planner()


def _sense(purpose: str) -> int:
    """High is good, but for what nobody can say of."""
    return int(purpose not in UNCLEAR)


TELLER: Teller[State] = Teller(
    id="w40k10",
    title="Warhammer 40,000, tenth edition",
    rounds=("battle round", "round"),
    budget=("command_points", "CP"),
    kind_of=KIND_OF,
    kinds=Kinds(
        began=happened.Began,
        over=happened.Over,
        chose=happened.Chose,
        done=happened.Done,
        said=happened.Said,
        bookkeeping=(happened.Done, happened.Chose, happened.Owes, happened.Ends),
        causes=(
            happened.Threw,
            happened.Used,
            happened.ComesInForce,
            happened.Hurt,
            happened.Mended,
            happened.Destroyed,
            happened.UnitDestroyed,
            happened.Moved,
            happened.SetUp,
        ),
    ),
    faults=(RosterError,),
    game=W40k10,
    setup=setup,
    restored=setup_of,
    armies=armies,
    missions=missions,
    planner=_planner,
    where=where,
    words=words,
    note=note,
    sense=_sense,
    summary=summary,
    caveats=caveats,
    drawing=drawing,
)
"""What this game supplies to be told, in one place."""
