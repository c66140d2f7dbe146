"""The sampled reader: draws from the exact law, for battles played ten thousand times over."""

from bisect import bisect_right
from itertools import accumulate

from warbench.attack.exact import Outcome, solve
from warbench.attack.volley import Volley


class Sampler:
    """Draws final states of a volley's target. Make it once, draw as often as needed."""

    def __init__(self, volley: Volley, outcome: Outcome | None = None) -> None:
        """Take a volley, and its exact outcome when it is known already."""
        solved = outcome or solve(volley)
        self._states = [state for state, p in enumerate(solved.states) if p]
        self._steps = list(accumulate(float(solved.states[state]) for state in self._states))

    def draw(self, uniform: float) -> int:
        """The state that belongs to a number drawn evenly from [0, 1).

        Raises:
            ValueError: for a number outside that range.
        """
        if not 0 <= uniform < 1:
            msg = f"found {uniform}, expected a number from 0 to below 1"
            raise ValueError(msg)
        # Rounding may leave the last step a little off one: the number is measured against what there is.
        at = bisect_right(self._steps, uniform * self._steps[-1])
        return self._states[min(at, len(self._states) - 1)]
