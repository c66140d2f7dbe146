"""Choices that a player has in a volley, made for the best: faces to throw again, the firing order, how often to attack.

A *plan* here is whatever a game settles for one weapon; a game says how plans become a volley.
"""

from collections.abc import Callable, Iterator
from collections.abc import Sequence as Series
from itertools import count, islice, permutations, product
from math import factorial, prod
from typing import TypeVar

import msgspec

from warbench.attack.exact import Outcome, solve
from warbench.attack.target import Target
from warbench.attack.volley import Volley
from warbench.chance.number import Number, one

P = TypeVar("P")
VolleyOf = Callable[[Series[P], Target], Volley]

MOST_ORDERED = 6
"""Up to so many weapons every firing order is tried; beyond it the heuristic 'wasteful last' is used."""
MOST_BRANCHES = 500_000
"""Nor is every order tried where all of them together have more branches than this, by :func:`_branches`: seconds of work."""
MOST_UNITS = 40
LEVELS = (0.5, 0.75, 0.9)
_MOST_TOGETHER = 64
_SAME = 1e-12


def better(a: Outcome, b: Outcome) -> bool:
    """Whether ``a`` slays more on average than ``b``, or as many and takes more wounds; small differences are none."""
    slain = float(a.slain.mean) - float(b.slain.mean)
    if abs(slain) > _SAME:
        return slain > 0
    return float(a.wounds_lost.mean) - float(b.wounds_lost.mean) > _SAME


def best_of_each(
    options: Series[Series[P]], target: Target, volley_of: VolleyOf[P], dice_again: Callable[[P], int], *, exact: bool = False
) -> tuple[tuple[P, ...], Outcome]:
    """One of the options of each weapon: most models slain on average, then most wounds lost, then fewest dice thrown again.

    All weapons are weighed together while there are few combinations, else one weapon after the other.
    """

    def pick(trials: list[tuple[P, ...]]) -> tuple[tuple[P, ...], Outcome]:
        best: tuple[tuple[P, ...], Outcome] | None = None
        for trial in sorted(trials, key=lambda plans: sum(map(dice_again, plans))):
            outcome = solve(volley_of(trial, target), exact=exact)
            if best is None or better(outcome, best[1]):
                best = (trial, outcome)
        if best is None:
            msg = "nothing to choose from"
            raise ValueError(msg)
        return best

    if prod(len(each) for each in options) <= _MOST_TOGETHER:
        return pick([tuple(each) for each in product(*options)])
    chosen = [each[0] for each in options]
    outcome = solve(volley_of(chosen, target), exact=exact)
    for index, each in enumerate(options):
        if len(each) > 1:
            picked, outcome = pick([(*chosen[:index], option, *chosen[index + 1 :]) for option in each])
            chosen = list(picked)
    return tuple(chosen), outcome


class Firing(msgspec.Struct, frozen=True):
    """The best firing order found: weapon names in order, what it slays on average, and how it was found."""

    order: tuple[str, ...]
    slain: float
    wounds_lost: float
    worst_slain: float
    how: str


def best_order(firing: Series[P], target: Target, volley_of: VolleyOf[P]) -> Firing | None:
    """The order of the weapons that slays most; None when there is nothing to order.

    Beyond six weapons, or where the orders would take too long, the heuristic "wasteful last" is used: the weapons that lose the
    least damage to surplus first. The answer says so.
    """
    if len(firing) < 2:  # noqa: PLR2004 -- one has no order
        return None

    def wasted(plan: P) -> float:
        outcome = solve(volley_of([plan], target))
        return float(outcome.means[0].get("damage") or 0) - float(outcome.wounds_lost.mean)

    many = factorial(len(firing)) * _branches(volley_of(firing, target)) > MOST_BRANCHES
    if len(firing) <= MOST_ORDERED and not many:
        trials = [solve(volley_of(order, target)) for order in permutations(firing)]
        how = "every order was tried"
    else:
        alone = {id(plan): wasted(plan) for plan in firing}
        trials = [
            solve(volley_of(sorted(firing, key=lambda plan: alone[id(plan)]), target)),
            solve(volley_of(firing, target)),
        ]
        why = "more than six weapons" if len(firing) > MOST_ORDERED else "too many branches for every order"
        how = f"{why}: the order 'wasteful last', against the given one"
    best = worst = trials[0]
    for outcome in trials[1:]:
        if better(outcome, best):
            best = outcome
        if better(worst, outcome):
            worst = outcome
    names = tuple(group.name for group in best.volley.groups)
    return Firing(names, float(best.slain.mean), float(best.wounds_lost.mean), float(worst.slain.mean), how)


def _branches(volley: Volley) -> int:
    """About how many numbers one reading of a volley keeps: for each state of the target what may wait to be resolved later."""
    late: dict[object, int] = {}
    for group in volley.groups:
        for strike in group.strikes[1:]:
            late[strike] = late.get(strike, 0) + group.number().high
    return volley.target.size * prod(1 + min(high, volley.target.total) for high in late.values())


class UnitsNeeded(msgspec.Struct, frozen=True):
    """How many such units, one after the other, destroy the target with a probability; None: more than MOST_UNITS.

    ``chances[n - 1]`` is the probability that n units have destroyed it.
    """

    needed: tuple[tuple[float, int | None], ...]
    chances: tuple[float, ...]


def repeated(
    target: Target, plans: Callable[[int, int], tuple[P, ...]], volley_of: VolleyOf[P], *, exact: bool = False
) -> Iterator[Outcome]:
    """The outcome after one attack, two, three, ... on the same target, without end.

    Args:
        target: the target.
        plans: the plans of an attack, by its number (from 1) and the models that are slain by then: what depends on the models
            that are left is settled anew.
        volley_of: how plans become a volley.
        exact: Fractions instead of floats.
    """
    law: list[Number] = [one(exact=exact), *[0] * (target.size - 1)]
    slain_at = [target.slain(state) for state in range(target.size)]
    dropped = 0.0
    for number in count(1):
        parts: dict[tuple[P, ...], list[Number]] = {}
        known: dict[int, tuple[P, ...]] = {}
        for state, p in enumerate(law):
            if p:
                slain = slain_at[state]
                if slain not in known:
                    known[slain] = plans(number, slain)
                parts.setdefault(known[slain], [0] * target.size)[state] = p
        law = [0] * target.size
        for chosen, part in parts.items():
            moved = solve(volley_of(chosen, target), start=part, exact=exact)
            law = [a + b for a, b in zip(law, moved.states, strict=True)]
            dropped += moved.dropped
        yield Outcome(Volley((), (), target), tuple(law), dropped, exact)


def units_needed(
    target: Target, plans: tuple[P, ...], after: Callable[[int], tuple[P, ...]], volley_of: VolleyOf[P]
) -> UnitsNeeded:
    """Let the same unit attack again and again until the target is destroyed with the highest of the levels.

    Args:
        target: the target.
        plans: the plans against all of it.
        after: the plans once so many of its models are slain.
        volley_of: how plans become a volley.
    """
    known: dict[int, tuple[P, ...]] = {0: plans}

    def of(_: int, slain: int) -> tuple[P, ...]:
        if slain not in known:
            known[slain] = after(slain)
        return known[slain]

    chances: list[float] = []
    for outcome in islice(repeated(target, of, volley_of), MOST_UNITS):
        chances.append(float(outcome.destroyed))
        if chances[-1] >= max(LEVELS) or (len(chances) > 1 and chances[-1] <= chances[-2]):
            break
    needed = tuple((level, next((n for n, p in enumerate(chances, 1) if p >= level), None)) for level in LEVELS)
    return UnitsNeeded(needed, tuple(chances))
