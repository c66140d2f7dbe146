"""The law of one sequence: every branch walked with its probability, repeated parts raised to a power."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from warbench.chance import Check
from warbench.chance.number import Number
from warbench.rules.requests import Amount, Put, Repeat, Score, Sequence

Counts = tuple[int, ...]


class Law(NamedTuple):
    """What one run of a sequence puts into its pools (probability by counts) and scores on average."""

    masses: dict[Counts, Number]
    means: dict[str, Number]

    def mean(self, pool: int) -> Number:
        """The expected number in a pool."""
        return sum((p * counts[pool] for counts, p in self.masses.items()), 0)


@lru_cache(maxsize=65536)
def walk(sequence: Sequence, pools: int, exact: bool = False) -> Law:  # noqa: FBT001, FBT002 -- an argument of a cache
    """The exact law of one run of a sequence.

    Generators cannot be copied, so each branch runs anew from the start with the answers that lead to it: the trees are small.

    Args:
        sequence: what to run.
        pools: how many pools it puts into.
        exact: Fractions instead of floats.
    """
    masses: dict[Counts, Number] = {}
    means: dict[str, Number] = {}
    branches: list[tuple[tuple[int, ...], Number]] = [((), 1)]
    while branches:
        answers, chance = branches.pop()
        steps = sequence.begin()
        counts = [0] * pools
        repeated: list[Repeat] = []
        scores: list[Score] = []
        asked = 0
        answer: int | None = None
        while True:
            try:
                request = steps.send(answer)
            except StopIteration:
                _close(masses, means, chance, tuple(counts), scores, [(r.times, walk(r.sequence, pools, exact)) for r in repeated])
                break
            answer = None
            if isinstance(request, Score):
                scores.append(request)
            elif isinstance(request, Put):
                counts[request.pool] += request.n
            elif isinstance(request, Repeat):
                repeated.append(request)
            elif asked < len(answers):
                answer = answers[asked]
                asked += 1
            else:
                branches.extend(((*answers, value), chance * p) for value, p in outcomes(request, exact=exact))
                break
    return Law(masses, means)


def outcomes(request: Check | Amount, *, exact: bool) -> Iterable[tuple[int, Number]]:
    """The answers that a request can get, with their probabilities."""
    if isinstance(request, Check):
        return [(int(result), p) for result, p in enumerate(request.law(exact=exact)) if p]
    return request.law(exact=exact).items()


def _close(
    masses: dict[Counts, Number],
    means: dict[str, Number],
    chance: Number,
    counts: Counts,
    scores: list[Score],
    repeated: list[tuple[int, Law]],
) -> None:
    """Add a finished branch: its own counts together with those of the repeated parts."""
    for score in scores:
        means[score.what] = means.get(score.what, 0) + chance * score.n
    found: dict[Counts, Number] = {counts: chance}
    for times, law in repeated:
        for what, mean in law.means.items():
            means[what] = means.get(what, 0) + chance * times * mean
        for _ in range(times):
            found = _sum(found, law.masses)
    for key, p in found.items():
        masses[key] = masses.get(key, 0) + p


def _sum(a: dict[Counts, Number], b: dict[Counts, Number]) -> dict[Counts, Number]:
    """The law of the sum of two independent counts."""
    out: dict[Counts, Number] = {}
    for left, p in a.items():
        for right, q in b.items():
            key = tuple(map(int.__add__, left, right))
            out[key] = out.get(key, 0) + p * q
    return out
