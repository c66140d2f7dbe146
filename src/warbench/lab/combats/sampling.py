"""A Combat fought over and over by the procedures of a battle, each time with dice of its own."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from warbench.battle.driver import Battle
from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.combats import side
from warbench.games.heresy3.battle.fighting import FOUGHT
from warbench.games.heresy3.battle.game import Heresy3
from warbench.games.heresy3.battle.resolving import total_points, winner_of
from warbench.games.heresy3.battle.returning import waiting
from warbench.games.heresy3.battle.state import State
from warbench.lab.combats.nearing import Nearing
from warbench.lab.combats.policy import decide

_RESOLVED = "resolved"
_OVER = frozenset({"aftermath first", "aftermath", "consolidate"})
"""Questions of the Aftermath: with the first of them a Combat is over, as far as it is sampled."""


class End(msgspec.Struct, frozen=True):
    """How a Combat ended: who won its resolution (None: a draw, or nobody is left), and what has become of each unit, in order.

    ``models`` and ``wounds`` are those lost; ``routed`` are units that got that status in it.
    """

    winner: int | None
    models: tuple[int, ...]
    wounds: tuple[int, ...]
    routed: tuple[bool, ...]


class Bout(Heresy3):
    """A battle that is one Combat: it begins where the Combat does, and is over with the Assault Phase at the latest."""

    def __init__(self, start: State) -> None:
        """Take the state in which the Combat begins."""
        super().__init__()
        self._bytes = self.begun(start).kept()
        self._nearing = Nearing()
        self.winner: int | None = None

    def begin(self, _setup: Any) -> State:  # noqa: ANN401 -- the kernel's signature: this game begins in one way only
        """The Combat as it begins."""
        self.winner = None
        return self.decode(self._bytes)

    def next(self, state: State) -> Procedure[None] | None:
        """The Combat's next procedure. Who wins it is noted before it is resolved: afterwards its units are no longer in it."""
        combat = state.core.combats[0]
        if combat.step == _RESOLVED:
            return None
        if state.core.step == "resolution" and combat.step == FOUGHT and next(waiting(state), None) is None:
            self.winner = _winner(state)
        following = super().next(state)
        return None if following is None else self._nearing.answered(following)


def _winner(state: State) -> int | None:
    """Who wins the resolution of the Combat as it stands: whoever alone has models left, else by Steps 1 and 2."""
    combat = state.core.combats[0]
    alive = [player for player in (0, 1) if any(state.living(unit) for unit in side(state, combat.units, player))]
    if len(alive) < len((0, 1)):
        return alive[0] if alive else None
    return winner_of(state, combat.units, total_points(state, combat.units, combat.points))


def bout(game: Bout, seed: str) -> Battle[State]:
    """The Combat fought once with the dice of a seed, to its resolution: a battle with its log and its state at the end."""
    battle = Battle(game, None, seed=seed)
    while (ask := battle.advance()) is not None and ask.about not in _OVER:
        battle.answer(decide(ask, battle.state))
    return battle


def ends(start: State, seed: str, units: Sequence[str]) -> Iterator[End]:
    """How the Combat ends, time after time without end; sample n (from 1) has the dice of the seed ``SEED/n``."""
    game = Bout(start)
    models = {key: len(start.units[key].models) for key in units}
    wounds = {key: _wounds(start, key) for key in units}
    before = {key: "routed" in start.statuses(start.units[key]) for key in units}
    number = 0
    while True:
        number += 1
        state = bout(game, f"{seed}/{number}").state
        yield End(
            winner=game.winner,
            models=tuple(models[key] - len(state.units[key].models) for key in units),
            wounds=tuple(wounds[key] - _wounds(state, key) for key in units),
            routed=tuple("routed" in state.statuses(state.units[key]) and not before[key] for key in units),
        )


def _wounds(state: State, key: str) -> int:
    return sum(model.wounds for model in state.units[key].models)
