"""Joint laws of counts as polynomials: how many attacks end in each pool, to the power of how many attacks there are.

A polynomial is kept by the counts of its *later* pools: ``{(d,): [p0, p1, ...]}`` holds, for ``d`` in the later pool, the
probabilities of 0, 1, ... in the first. Products are cut at a total of ``most`` where that many are sure to finish the target:
what is cut off is found again as one minus the sum.
"""

from math import comb

from warbench.attack.law import Counts
from warbench.chance import Dist
from warbench.chance import number as numbers
from warbench.chance.number import Number

Polynomial = dict[Counts, list[Number]]

# From this many products on numpy is worth its import and its copying.
MANY_PRODUCTS = 20_000


def thinned(masses: dict[Counts, Number], nothing: tuple[Number, ...]) -> dict[Counts, Number]:
    """Forget what has no effect: each one in pool ``k`` is dropped with probability ``nothing[k]``."""
    out = masses
    for pool, idle in enumerate(nothing):
        if not idle:
            continue
        kept: dict[Counts, Number] = {}
        for counts, p in out.items():
            n = counts[pool]
            for m in range(n + 1):
                share = comb(n, m) * idle ** (n - m) * (1 - idle) ** m
                if share:
                    key = (*counts[:pool], m, *counts[pool + 1 :])
                    kept[key] = kept.get(key, 0) + p * share
        out = kept
    return out


def polynomial(masses: dict[Counts, Number], most: int | None) -> Polynomial:
    """The masses by later pools, cut at a total of ``most``."""
    out: Polynomial = {}
    for counts, p in masses.items():
        if most is not None and sum(counts) > most:
            continue
        row = out.setdefault(counts[1:], [])
        row.extend([0] * (counts[0] + 1 - len(row)))
        row[counts[0]] += p
    return out


def multiply(a: Polynomial, b: Polynomial, most: int | None) -> Polynomial:
    """The product, cut at a total of ``most``."""
    out: Polynomial = {}
    for later_a, row_a in a.items():
        for later_b, row_b in b.items():
            later = tuple(map(int.__add__, later_a, later_b))
            room = None if most is None else most - sum(later)
            if room is not None and room < 0:
                continue
            width = len(row_a) + len(row_b) - 1
            if room is not None:
                width = min(width, room + 1)
            row = out.get(later)
            if row is None:
                row = out[later] = [0] * width
            elif len(row) < width:
                row.extend([0] * (width - len(row)))
            _add_product(row, row_a, row_b, width)
    return out


def _add_product(row: list[Number], a: list[Number], b: list[Number], width: int) -> None:
    if len(a) > len(b):
        a, b = b, a
    for i, p in enumerate(a[:width]):
        if p:
            end = min(width, i + len(b))
            row[i:end] = [have + p * q for have, q in zip(row[i:end], b, strict=False)]


def compound(one: Polynomial, times: Dist, most: int | None, pools: int) -> Polynomial:
    """The law of the sum of a random number of independent ones: Horner's rule over the number of attacks.

    Args:
        one: what one attack puts into the pools.
        times: the distribution of the number of attacks.
        most: where products are cut; None for nowhere.
        pools: how many pools there are.
    """
    unit: Polynomial = {(0,) * (pools - 1): [numbers.one(exact=times.exact)]}
    if not one:
        # One attack is sure to finish the target: only no attack at all leaves anything to count.
        return _scaled(unit, times.prob(0))
    if _work(one, times, most) > MANY_PRODUCTS and not times.exact:
        from warbench.attack.counts_wide import compound_wide  # noqa: PLC0415 -- numpy is for long work only

        return compound_wide(one, times, most)
    least, chances = times.low, times.probs
    # The part below the least number of attacks is a plain power; Horner's rule adds the random rest.
    total = _scaled(unit, chances[-1])
    for chance in chances[-2::-1]:
        total = multiply(total, one, most)
        for later, row in _scaled(unit, chance).items():
            kept = total.setdefault(later, [0])
            kept[0] += row[0]
    return multiply(total, power(one, least, most), most) if least else total


def power(one: Polynomial, n: int, most: int | None) -> Polynomial:
    """The n-th power, n at least 1: one factor at a time while factors are short, else by squaring."""
    result: Polynomial | None = None
    factor = one
    while True:
        if n & 1:
            result = factor if result is None else multiply(result, factor, most)
        n >>= 1
        if not n:
            break
        factor = multiply(factor, factor, most)
    if result is None:
        msg = "the power of a polynomial needs n of at least 1"
        raise ValueError(msg)
    return result


def _scaled(unit: Polynomial, chance: Number) -> Polynomial:
    return {later: [chance * p for p in row] for later, row in unit.items()}


def _work(one: Polynomial, times: Dist, most: int | None) -> int:
    """About how many products the power takes."""
    terms = sum(len(row) for row in one.values())
    attacks = times.low + len(times.probs) - 1
    depth = max(sum(later) + len(row) - 1 for later, row in one.items()) * attacks
    if most is not None:
        depth = min(depth, most)
    pools = len(next(iter(one))) + 1
    return attacks * terms * int(max(1, depth) ** pools) // (2 if pools > 1 else 1)
