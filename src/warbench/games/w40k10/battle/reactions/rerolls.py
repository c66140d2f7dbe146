"""Command Re-roll: one die, or one roll that is a sum of dice, is thrown again just after it was rolled."""

from collections.abc import Iterable
from typing import Any

from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.moments import DiceRolled
from warbench.games.w40k10.battle.reactions.play import Play, reading
from warbench.games.w40k10.battle.state import State, Unit

NINE = frozenset({"hit", "wound", "damage", "save", "advance", "charge", "desperate escape", "hazardous", "attacks"})
"""The rolls that it may be used for, in any phase, and no other (W-220, W-221, W-357, X-15, X-16)."""

AGAIN = "again"
"""The answer that throws again what is a roll of its own: both dice of a Charge, the die of an Advance."""


class CommandReroll(Play):
    """The Core one. Gives the index of the die for a batch of an attack, else True.

    Dice of a batch that show the same face are alike: one of each face is offered.
    """

    which = "command-re-roll"
    at = ("dice rolled",)
    timing = "W-220"

    def candidates(self, state: State, player: int, about: DiceRolled) -> Iterable[str]:  # noqa: ARG002
        """The dice not thrown again yet (W-224, W-226, X-13), of an own unit not Battle-shocked (W-223, W-227, X-17)."""
        if about.purpose not in NINE:
            return ()
        if about.batch is None:
            return (AGAIN,)
        first: dict[int, int] = {}
        for index in self._open(state, about.batch):
            first.setdefault(about.batch.shown[index], index)
        return [str(index) for index in first.values()]

    def _open(self, state: State, batch: Any) -> tuple[int, ...]:  # noqa: ANN401, ARG002 -- a Batch of the rolled reader
        found: tuple[int, ...] = batch.open
        return found

    def unit_of(self, state: State, about: DiceRolled, key: str) -> Unit:  # noqa: ARG002
        """The unit whose roll it is."""
        return state.units[about.unit]

    def text(self, state: State, about: DiceRolled, key: str) -> str:  # noqa: ARG002
        """Which roll is made again."""
        if key == AGAIN:
            return f"the {about.purpose} roll {' + '.join(map(str, about.faces))} again"
        return f"a {about.purpose} roll of {about.batch.shown[int(key)]} again"

    def play(self, state: State, player: int, about: DiceRolled, key: str) -> Procedure[int | bool]:  # noqa: ARG002
        """Nothing happens here: whoever rolled throws again."""
        yield from ()
        return True if key == AGAIN else int(key)


class BoardingReroll(CommandReroll):
    """That of Boarding Actions: it knows no dice that are rolled together, so the die must have been named (W-228..W-230).

    No die differs from another before it is thrown. So the first of a batch is the one that was named (ruling
    ``boarding-re-roll``, A9).
    """

    which = "command-re-roll-boarding-actions"
    timing = "W-230"

    def _open(self, state: State, batch: Any) -> tuple[int, ...]:  # noqa: ANN401
        found: tuple[int, ...] = batch.open
        if reading(state, "boarding-re-roll") == "any":
            return found
        return found[:1] if found[:1] == (0,) else ()
