"""Resolving what waits, exactly: the law of the target's state beside the counts of attacks that are still to be allocated."""

from itertools import pairwise
from math import comb

from warbench.attack.law import Counts
from warbench.attack.target import Rows
from warbench.attack.volley import Resolve, Volley
from warbench.chance.number import Number

Vector = list[Number]
Waiting = dict[Counts, Vector]
"""The law of the state, by how many attacks wait in the pools that are not resolved yet."""

# A float branch with less than this probability is dropped, and what was dropped is added up and reported.
NEGLIGIBLE = 1e-16
# So many numbers may stand for the branches at once; beyond it the least likely ones are dropped as well.
MOST_NUMBERS = 1_500_000


def weigh(into: Vector, row: list[Number], chain: list[Vector]) -> None:
    """Add the states after 0, 1, ... events, each with its probability."""
    for p, moved in zip(row, chain, strict=False):
        if p:
            for state, q in enumerate(moved):
                if q:
                    into[state] += p * q


def resolve(waiting: Waiting, axis: int, rows: Rows) -> Waiting:
    """Allocate what waits on one axis: Horner's rule from the highest count down."""
    by_rest: dict[Counts, dict[int, Vector]] = {}
    for counts, vector in waiting.items():
        by_rest.setdefault((*counts[:axis], *counts[axis + 1 :]), {})[counts[axis]] = vector
    out: Waiting = {}
    for rest, vectors in by_rest.items():
        most = max(vectors)
        total = vectors[most]
        for n in range(most - 1, -1, -1):
            total = moved(total, rows)
            if n in vectors:
                total = [a + b for a, b in zip(total, vectors[n], strict=True)]
        out[rest] = total
    return out


def resolve_feeding(waiting: Waiting, axis: int, feeds: list[int], parts: dict[Counts, Rows]) -> Waiting:
    """Allocate what waits on one axis, where each strike may put more on the axes ``feeds``; as ``resolve`` else."""
    by_rest: dict[Counts, dict[int, Vector]] = {}
    for counts, vector in waiting.items():
        by_rest.setdefault((*counts[:axis], 0, *counts[axis + 1 :]), {})[counts[axis]] = vector
    out: Waiting = {}
    origin = (0,) * len(feeds)
    for rest, vectors in by_rest.items():
        most = max(vectors)
        total: dict[Counts, Vector] = {origin: vectors[most]}
        for n in range(most - 1, -1, -1):
            grown: dict[Counts, Vector] = {}
            for have, vector in total.items():
                for more, rows in parts.items():
                    _add_vector(grown, tuple(map(int.__add__, have, more)), moved(vector, rows))
            total = grown
            if n in vectors:
                _add_vector(total, origin, vectors[n])
        for have, vector in total.items():
            if any(vector):
                key = list(rest)
                for into, caused in zip(feeds, have, strict=True):
                    key[into] += caused
                del key[axis]
                _add_vector(out, tuple(key), vector)
    return out


def _add_vector(into: Waiting, key: Counts, vector: Vector) -> None:
    have = into.get(key)
    into[key] = list(vector) if have is None else [a + b for a, b in zip(have, vector, strict=True)]


def moved(vector: Vector, rows: Rows) -> Vector:
    """The law of the state after one more event."""
    out: Vector = [0] * len(vector)
    for state, p in enumerate(vector):
        if p:
            for after, q in rows[state]:
                out[after] += p * q
    return out


def prune(waiting: Waiting) -> tuple[Waiting, float]:
    """Leave out branches that cannot be seen in the result, and more when they are too many; also what was left out."""
    size = len(next(iter(waiting.values())))
    weights = {counts: float(sum(vector)) for counts, vector in waiting.items()}
    # Measured against all there is: a part of a law may weigh little as a whole.
    least = NEGLIGIBLE * sum(weights.values())
    kept = [counts for counts in waiting if weights[counts] > least] or list(waiting)
    room = MOST_NUMBERS // size
    if len(kept) > room:
        kept = sorted(kept, key=lambda counts: (-weights[counts], counts))[:room]
    keep = set(kept)
    lost = sum(weight for counts, weight in weights.items() if counts not in keep)
    return {counts: vector for counts, vector in waiting.items() if counts in keep}, lost


def part(waiting: Waiting, axis: int, share: Number) -> Waiting:
    """Split what waits on an axis in two: of each its share goes to the first of two axes, the rest to the second."""
    out: Waiting = {}
    for counts, vector in waiting.items():
        total = counts[axis]
        for mine in range(total + 1) if share != 1 else (total,):
            chance = comb(total, mine) * share**mine * (1 - share) ** (total - mine)
            if chance:
                out[*counts[:axis], mine, total - mine, *counts[axis + 1 :]] = [chance * p for p in vector]
    return out


def twins(volley: Volley, apart: int | None = None) -> dict[tuple[int, int], tuple[int, int]]:
    """For pools that are resolved one right after the other by equal strikes the first of them: they may be counted together.

    ``apart`` is a group whose strikes are not like others', although they look so.
    """
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for step, following in pairwise(volley.schedule):
        if not (isinstance(step, Resolve) and isinstance(following, Resolve)) or apart in {step.group, following.group}:
            continue
        groups = [volley.groups[each.group] for each in (step, following)]
        one, other = (group.strikes[each.pool] for group, each in zip(groups, (step, following), strict=True))
        if one == other and not one.feeds and not any(group.fed for group in groups):
            first = found.setdefault((step.group, step.pool), (step.group, step.pool))
            found[following.group, following.pool] = first
    return found


def joined(waiting: Waiting, into: int, axis: int) -> Waiting:
    """Count what waits on one axis with what waits on another before it."""
    out: Waiting = {}
    for counts, vector in waiting.items():
        key = list(counts)
        key[into] += key.pop(axis)
        _add_vector(out, tuple(key), vector)
    return out


def forget(waiting: Waiting, axis: int) -> Waiting:
    """Take out an axis on which nothing waits any more."""
    return {(*counts[:axis], *counts[axis + 1 :]): vector for counts, vector in waiting.items()}
