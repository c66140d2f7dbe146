"""The Start Phase: Reaction allotments, what ends or happens at the start of a Player Turn."""

from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.allotment import allotment
from warbench.games.heresy3.battle.events import Allotment, Began, Ends
from warbench.games.heresy3.battle.generator import generators
from warbench.games.heresy3.battle.moments import windows
from warbench.games.heresy3.battle.rites import end_of_statuses
from warbench.games.heresy3.battle.state import State


def next_step(state: State) -> Procedure[None]:
    """The Effects Sub-Phase of the Start Phase."""
    return _effects(state)


def _effects(state: State) -> Procedure[None]:
    core = state.core
    points = allotment(state.options.points)
    # Only the Reactive player reacts: the Active one has nothing to spend (facts 12).
    yield Allotment(player=core.turn, to=0, why="he is the Active player", rule="allotment")
    yield Allotment(player=1 - core.turn, to=points, why="the Reaction allotment of a Player Turn", rule="allotment")
    yield Ends(moment=f"start {core.turn}")
    yield from end_of_statuses(state, core.turn)
    yield from generators(state, core.turn)
    yield from windows().open(state, "start effects", (core.turn,))
    yield Ends(moment="phase")
    yield Began(round=core.round, turn=core.turn, phase="movement", step="reserves")
