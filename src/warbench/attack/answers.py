"""What every game's answer to an attack question has: the target, the exact outcome, and the settings that led to it."""

import msgspec

from warbench.attack.exact import Outcome
from warbench.attack.target import Target
from warbench.chance import Dist
from warbench.chance.number import Number
from warbench.rules.conditions import Value


class Solved(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """An attack question that was solved.

    ``outcome`` is the law of the target's state, ``facts`` every fact as it was settled, ``rulings`` every reading that was used.
    """

    target: Target
    outcome: Outcome
    facts: dict[str, Value]
    rulings: dict[str, str]

    @property
    def slain(self) -> Dist:
        """Models destroyed."""
        return self.outcome.slain

    @property
    def wounds_lost(self) -> Dist:
        """Wounds (or what stands for them) that the target's models really lose."""
        return self.outcome.wounds_lost

    @property
    def destroyed(self) -> Number:
        """The probability that no model is left."""
        return self.outcome.destroyed
