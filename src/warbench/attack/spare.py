"""One re-roll to spare: a single die or number of a group that may be rolled again once, on the first result worth it.

The sequence is walked twice over: while the re-roll is unused, and with it used. A failed check is worth it, and an amount
below its mean. A die that was rolled again already is not rolled a third time (W-003).
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import msgspec

from warbench.attack.counts import Polynomial, multiply, polynomial, thinned
from warbench.attack.law import Counts, add_to, convolved, outcomes, runs, walk
from warbench.attack.volley import Group
from warbench.chance import Check, Dist, Result
from warbench.chance.number import Number, one
from warbench.rules.requests import Amount, Sequence


class Spare(msgspec.Struct, frozen=True, cache_hash=True):
    """The re-roll is kept for a roll (by the name of its request) of a group (by its index)."""

    group: int
    roll: str


class Split(NamedTuple):
    """What a sequence puts into its pools, by whether the re-roll is still there afterwards."""

    unused: dict[Counts, Number]
    used: dict[Counts, Number]


@lru_cache(maxsize=4096)
def walk_spare(sequence: Sequence, pools: int, roll: str, exact: bool) -> Split:  # noqa: FBT001 -- an argument of a cache
    """The law of one run of a sequence that begins with the re-roll there; see ``law.walk``."""

    def answers(request: Check | Amount, spent: bool) -> Iterable[tuple[int, Number, bool]]:  # noqa: FBT001 -- as law.Answers
        if request.name == roll and not spent:
            return outcomes_spare(request, exact=exact)
        return [(value, p, spent) for value, p in outcomes(request, exact=exact)]

    out = Split({}, {})
    for run in runs(sequence, pools, answers, exact=exact):
        here: dict[Counts, Number] = {run.counts: run.chance}
        unused, used = ({}, here) if run.spent else (here, {})
        for repeat in run.repeated:
            plain = walk(repeat.sequence, pools, exact).masses
            split = walk_spare(repeat.sequence, pools, roll, exact)
            for _ in range(repeat.times):
                used = convolved(used, plain)
                add_to(used, convolved(unused, split.used))
                unused = convolved(unused, split.unused)
        add_to(out.unused, unused)
        add_to(out.used, used)
    return out


def outcomes_spare(request: Check | Amount, *, exact: bool) -> list[tuple[int, Number, bool]]:
    """The answers of a request that may take the re-roll: (answer, probability, whether the re-roll was used)."""
    if isinstance(request, Amount):
        return _amount_spare(request, exact=exact)
    eligible = (
        sum(result == Result.FAIL and not again for result, again in zip(request.faces, request.reroll, strict=True))
        * (Dist.die(6, exact=exact).probs[0])
    )
    first = list(request.law(exact=exact))
    first[Result.FAIL] -= eligible
    second = msgspec.structs.replace(request, reroll=(False,) * 6).law(exact=exact)
    kept = [(int(result), p, False) for result, p in enumerate(first) if p > 0]
    return kept + [(int(result), eligible * p, True) for result, p in enumerate(second) if eligible * p]


def _amount_spare(amount: Amount, *, exact: bool) -> list[tuple[int, Number, bool]]:
    """Totals below the mean are rolled again, unless the amount's own re-roll was used on them."""
    dice = amount.dice.dist(exact=exact)
    # After its own re-roll nothing is left to roll again: only first totals that were kept are eligible.
    kept_low = [total for total, _ in dice.items() if total < amount.dice.mean and total not in amount.again]
    extras = Dist.constant(0, exact=exact)
    for extra in amount.extra:
        extras = extras + extra.dist(exact=exact)
    out: dict[tuple[int, bool], Number] = {}
    for total, p in dice.items():
        seconds = dice.items() if total in amount.again or total in kept_low else ((total, one(exact=exact)),)
        for second, q in seconds:
            for more, r in extras.items():
                key = (amount.change(second, more), total in kept_low)
                out[key] = out.get(key, 0) + p * q * r
    return [(value, p, used) for (value, used), p in out.items()]


def number_spare(group: Group, roll: str, *, exact: bool) -> tuple[Dist, bool]:
    """The distribution of a group's attacks when its number of attacks may be re-rolled once; whether that changes it."""
    if group.attacks.name != roll or group.attacks.fixed is not None:
        return group.number(exact=exact), False
    unused: dict[int, Number] = {0: one(exact=exact)}
    used: dict[int, Number] = {}
    plain = list(group.attacks.law(exact=exact).items())
    split = outcomes_spare(group.attacks, exact=exact)
    for _ in range(group.count):
        next_unused: dict[int, Number] = {}
        next_used: dict[int, Number] = {}
        for have, p in used.items():
            for more, q in plain:
                next_used[have + more] = next_used.get(have + more, 0) + p * q
        for have, p in unused.items():
            for more, q, now in split:
                into = next_used if now else next_unused
                into[have + more] = into.get(have + more, 0) + p * q
        unused, used = next_unused, next_used
    total = dict(unused)
    for value, p in used.items():
        total[value] = total.get(value, 0) + p
    return Dist.of(total), True


def pools_spare(group: Group, roll: str, nothing: tuple[Number, ...], most: int | None, *, exact: bool) -> Polynomial:
    """The joint law of a group's pools when one of its Hit, Wound or attack-number rolls may be re-rolled once."""
    pools = len(group.strikes)
    number, _ = number_spare(group, roll, exact=exact)
    plain = polynomial(thinned(walk(group.sequence, pools, exact).masses, nothing), most)
    split = walk_spare(group.sequence, pools, roll, exact)
    unused_one = polynomial(thinned(split.unused, nothing), most)
    used_one = polynomial(thinned(split.used, nothing), most)
    origin = (0,) * (pools - 1)
    unused: Polynomial = {origin: [one(exact=exact)]}
    used: Polynomial = {}
    total: Polynomial = {}
    for attacks in range(number.low + len(number.probs)):
        if attacks:
            used = _add(multiply(used, plain, most), multiply(unused, used_one, most))
            unused = multiply(unused, unused_one, most)
        if attacks >= number.low:
            share = number.probs[attacks - number.low]
            total = _add(total, _scale(_add(unused, used), share))
    return total


def _add(a: Polynomial, b: Polynomial) -> Polynomial:
    out = {later: list(row) for later, row in a.items()}
    for later, row in b.items():
        into = out.setdefault(later, [])
        into.extend([0] * (len(row) - len(into)))
        for n, p in enumerate(row):
            into[n] += p
    return out


def _scale(a: Polynomial, share: Number) -> Polynomial:
    return {later: [share * p for p in row] for later, row in a.items()}
