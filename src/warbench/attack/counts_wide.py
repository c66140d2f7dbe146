"""The same powers of polynomials for long work, on numpy arrays: one axis a pool, shifted and added, never transformed.

Adding only products of probabilities keeps every digit; a Fourier transform would blur the small ones.
"""

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warbench.attack.law import Counts
from warbench.chance import Dist
from warbench.chance.number import Number

Array = NDArray[np.float64]


def compound_wide(one: dict[Counts, list[Number]], times: Dist, most: int | None) -> dict[Counts, list[Number]]:
    """What ``counts.compound`` gives, for floats: see there."""
    pools = len(next(iter(one))) + 1
    attacks = times.low + len(times.probs) - 1
    tops = [max(later[pool] for later in one) for pool in range(pools - 1)]
    first = max(len(row) - 1 for row in one.values())
    # Axes in the order of the pools, the first pool last: rows stay contiguous.
    shape = tuple(min(top * attacks, most if most is not None else top * attacks) + 1 for top in (*tops, first))
    terms = [((*later, n), float(p)) for later, row in one.items() for n, p in enumerate(row) if p]
    total = np.zeros(shape)
    origin = (0,) * pools
    total[origin] = float(times.probs[-1])
    reach = [0] * pools
    steps: list[Number] = [*times.probs[-2::-1], *([0.0] * times.low)]
    for chance in steps:
        reach = [min(size - 1, at + top) for size, at, top in zip(shape, reach, (*tops, first), strict=True)]
        total = _times(total, terms, reach)
        total[origin] += float(chance)
    if most is not None:
        total[sum(np.indices(shape, sparse=True)) > most] = 0.0
    out: dict[Counts, list[Number]] = {}
    for later in product(*(range(size) for size in shape[:-1])):
        row: Any = total[later]
        if row.any():
            out[later] = row[: int(np.flatnonzero(row)[-1]) + 1].tolist()
    return out


def _times(total: Array, terms: list[tuple[Counts, float]], reach: list[int]) -> Array:
    """One more factor: the sum of shifted copies, within the part that can be reached."""
    out = np.zeros_like(total)
    for shift, p in terms:
        if any(by > at for by, at in zip(shift, reach, strict=True)):
            continue
        into = tuple(slice(by, at + 1) for by, at in zip(shift, reach, strict=True))
        taken = tuple(slice(0, at + 1 - by) for by, at in zip(shift, reach, strict=True))
        out[into] += p * total[taken]
    return out
