"""The odds of a volley as the planners ask for them: exact, or group by group where all together would take too long."""

from collections.abc import Iterator
from itertools import pairwise
from math import prod

import msgspec

from warbench.attack.exact import Outcome, solve
from warbench.attack.volley import Resolve, Throw, Volley

MOST_TOGETHER = 20_000
"""So many ways to share out what waits for later are followed at once; a squad in which everybody fights with another weapon has
millions."""


def reckoned(volley: Volley) -> Outcome:
    """The outcome of a volley; of a very mixed one as if each group were resolved to its end before the next is thrown."""
    if _together(volley) <= MOST_TOGETHER:
        return solve(volley)
    found: Outcome | None = None
    for each in _apart(volley):
        found = solve(each, start=None if found is None else found.states)
    return found if found is not None else solve(volley)


def _together(volley: Volley) -> int:
    """In how many ways attacks can wait in pools that are resolved later than right after their throw."""
    at_once = {
        (step.group, after.pool)
        for step, after in pairwise(volley.schedule)
        if isinstance(step, Throw) and isinstance(after, Resolve) and after.group == step.group
    }
    late = [step.group for step in volley.schedule if isinstance(step, Resolve) and (step.group, step.pool) not in at_once]
    return prod(volley.groups[index].number().support[-1] + 1 for index in dict.fromkeys(late))


def _apart(volley: Volley) -> Iterator[Volley]:
    for index, group in enumerate(volley.groups):
        steps = tuple(msgspec.structs.replace(step, group=0) for step in volley.schedule if step.group == index)
        yield msgspec.structs.replace(volley, groups=(group,), schedule=steps)
