"""Insane Bravery: a Battle-shock test is passed without dice, or passed after all."""

from collections.abc import Iterable

from warbench.battle.requests import Procedure, Refusal
from warbench.games.w40k10.battle.battle_shock import STEP
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.reactions.play import Play
from warbench.games.w40k10.battle.state import State

PASSED = "passed"
"""What it gives: the test is passed."""


class InsaneBravery(Play):
    """The Core one: just before the test, once a battle (W-231..W-233, X-60)."""

    which = "insane-bravery"
    at = ("before battle-shock",)
    timing = "W-231"
    limit = "W-233"

    def candidates(self, state: State, player: int, about: UnitMoment) -> Iterable[str]:  # noqa: ARG002
        """The unit that tests."""
        return (about.unit,)

    def objection(self, state: State, player: int, about: UnitMoment, key: str) -> Refusal | None:  # noqa: ARG002
        """It helps in the Battle-shock step alone (W-360)."""
        if state.core.step == STEP:
            return None
        return Refusal("wrong-time", f"{self.card.name} is for tests of the Battle-shock step", "W-360")

    def play(self, state: State, player: int, about: UnitMoment, key: str) -> Procedure[str]:  # noqa: ARG002
        """Nothing happens here: whoever tests goes by the answer."""
        yield from ()
        return PASSED


class BoardingBravery(InsaneBravery):
    """That of Boarding Actions: just after a failed test, again and again, for who would be Battle-shocked (W-235, W-237)."""

    which = "insane-bravery-boarding-actions"
    at = ("battle-shock failed",)
    timing = "W-234"
    affects_shocked = True
