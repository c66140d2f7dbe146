"""What this game supplies to be told, in one place."""

from warbench.games.heresy3.battle import events as happened
from warbench.games.heresy3.battle.game import Heresy3, setup_of
from warbench.games.heresy3.battle.roster import RosterError
from warbench.games.heresy3.battle.state import State
from warbench.lab.telling.heresy3.bundled import KIND_OF, armies, missions
from warbench.lab.telling.heresy3.caveats import caveats
from warbench.lab.telling.heresy3.drawing import drawing
from warbench.lab.telling.heresy3.setup import setup
from warbench.lab.telling.heresy3.summary import summary
from warbench.lab.telling.heresy3.tally import note
from warbench.lab.telling.heresy3.words import where, words
from warbench.lab.telling.teller import Teller
from warbench.lab.telling.told import Kinds
from warbench.players import Player

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


def _planner() -> Player:
    from warbench.players.heresy3_planner import planner  # noqa: PLC0415 -- it is not needed to tell of a battle

    return planner()


def _sense(purpose: str) -> int:
    """Low is good in Checks and Characteristic Tests, high in all other rolls, but for those of which nobody can say."""
    if purpose in UNCLEAR:
        return 0
    return -1 if purpose.endswith(_LOW) and purpose not in _HIGH_TESTS else 1


TELLER: Teller[State] = Teller(
    id="heresy3",
    title="The Horus Heresy: Age of Darkness, third edition",
    rounds=("battle turn", "turn"),
    budget=("allotment", "Reactions"),
    kind_of=KIND_OF,
    kinds=Kinds(
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
            happened.Mended,
            happened.Removed,
            happened.UnitDestroyed,
            happened.Moved,
            happened.SetUp,
        ),
    ),
    faults=(RosterError,),
    game=Heresy3,
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
