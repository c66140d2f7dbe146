"""The law of one sequence: every branch walked with its probability, repeated parts raised to a power."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from warbench.chance import Check
from warbench.chance.number import Number, one
from warbench.rules.requests import Amount, Put, Repeat, Score, Sequence

Counts = tuple[int, ...]


class Law(NamedTuple):
    """What one run of a sequence puts into its pools (probability by counts) and scores on average."""

    masses: dict[Counts, Number]
    means: dict[str, Number]

    def mean(self, pool: int) -> Number:
        """The expected number in a pool."""
        return sum((p * counts[pool] for counts, p in self.masses.items()), 0)


class Run(NamedTuple):
    """One way that a sequence can go: its probability, what it put into the pools itself, what it scored and repeated.

    ``spent`` says whether a re-roll that was to spare has been used (see ``spare``); it stays False where there is none.
    """

    chance: Number
    counts: Counts
    scores: list[Score]
    repeated: list[Repeat]
    spent: bool


Answers = Callable[[Check | Amount, bool], Iterable[tuple[int, Number, bool]]]
"""Given a request and whether the spare re-roll is spent: the answers, their probabilities, and whether it is spent then."""


def runs(sequence: Sequence, pools: int, answers: Answers, *, exact: bool) -> Iterator[Run]:
    """Every way that one run of a sequence can go.

    Generators cannot be copied, so each branch runs anew from the start with the answers that lead to it: the trees are small.
    """
    branches: list[tuple[tuple[int, ...], Number, bool]] = [((), one(exact=exact), False)]
    while branches:
        given, chance, spent = branches.pop()
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
                yield Run(chance, tuple(counts), scores, repeated, spent)
                break
            answer = None
            if isinstance(request, Score):
                scores.append(request)
            elif isinstance(request, Put):
                counts[request.pool] += request.n
            elif isinstance(request, Repeat):
                repeated.append(request)
            elif asked < len(given):
                answer = given[asked]
                asked += 1
            else:
                branches.extend(((*given, value), chance * p, now) for value, p, now in answers(request, spent))
                break


def outcomes(request: Check | Amount, *, exact: bool) -> Iterable[tuple[int, Number]]:
    """The answers that a request can get, with their probabilities."""
    if isinstance(request, Check):
        return [(int(result), p) for result, p in enumerate(request.law(exact=exact)) if p]
    return request.law(exact=exact).items()


@lru_cache(maxsize=65536)
def walk(sequence: Sequence, pools: int, exact: bool = False) -> Law:  # noqa: FBT001, FBT002 -- an argument of a cache
    """The exact law of one run of a sequence.

    Args:
        sequence: what to run.
        pools: how many pools it puts into.
        exact: Fractions instead of floats.
    """
    masses: dict[Counts, Number] = {}
    means: dict[str, Number] = {}
    steps = runs(sequence, pools, lambda request, _: [(*each, False) for each in outcomes(request, exact=exact)], exact=exact)
    for run in steps:
        for score in run.scores:
            means[score.what] = means.get(score.what, 0) + run.chance * score.n
        found: dict[Counts, Number] = {run.counts: run.chance}
        for repeat in run.repeated:
            law = walk(repeat.sequence, pools, exact)
            for what, mean in law.means.items():
                means[what] = means.get(what, 0) + run.chance * repeat.times * mean
            for _ in range(repeat.times):
                found = convolved(found, law.masses)
        add_to(masses, found)
    return Law(masses, means)


def convolved(a: dict[Counts, Number], b: dict[Counts, Number]) -> dict[Counts, Number]:
    """The law of the sum of two independent counts."""
    out: dict[Counts, Number] = {}
    for left, p in a.items():
        for right, q in b.items():
            key = tuple(map(int.__add__, left, right))
            out[key] = out.get(key, 0) + p * q
    return out


def add_to(into: dict[Counts, Number], more: dict[Counts, Number]) -> None:
    """Add masses to others, in place."""
    for key, p in more.items():
        into[key] = into.get(key, 0) + p
