"""The exact reader: the law of the target's state after a volley, with every branch weighed by its probability."""

from collections.abc import Sequence as Series
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from warbench.attack.cases import cases
from warbench.attack.counts import Polynomial, compound, polynomial, thinned
from warbench.attack.law import Counts, walk
from warbench.attack.outcome import Outcome
from warbench.attack.resolving import (
    NEGLIGIBLE,
    Vector,
    Waiting,
    forget,
    joined,
    moved,
    part,
    prune,
    resolve,
    resolve_feeding,
    twins,
    weigh,
)
from warbench.attack.spare import Spare, pools_spare, walk_spare
from warbench.attack.target import Rows, Target
from warbench.attack.volley import Group, Resolve, Step, Strike, Throw, Volley
from warbench.chance.number import Number, one

__all__ = ["Outcome", "hurt_law", "solve"]

_UNPARTED = -1
"""Stands for a pool: what a group's attacks did that is not told apart by pools yet."""
_MANY_POOLS = 3


class Parted(NamedTuple):
    """A group each of whose attacks puts at most one thing into one pool: how many do, and how they share out."""

    number: list[Number]
    shares: tuple[tuple[int, Number], ...]


class Hurt(NamedTuple):
    """One event of a pool, given that it does something: its transitions, and how often an attack does nothing.

    ``sure``: every such event costs a wound. ``parts`` are the transitions of a strike that feeds other pools, by what it puts
    there; then ``rows`` is empty.
    """

    rows: Rows
    nothing: Number
    sure: bool
    parts: dict[Counts, Rows] = {}  # noqa: RUF012 -- never changed


def solve(volley: Volley, *, start: Series[Number] | None = None, spare: Spare | None = None, exact: bool = False) -> Outcome:
    """The exact outcome of a volley.

    Args:
        volley: groups, schedule and target.
        start: the law of the target's state before; without it the target is as it was given.
        spare: one re-roll that is kept for a roll of a group.
        exact: Fractions instead of floats (slower; for tests and for those who want them).

    Raises:
        ValueError: for a re-roll that is kept, beside strikes that cause further hits.
    """
    if spare is not None and any(group.fed for group in volley.groups):
        raise ValueError("a re-roll that is kept is not followed beside strikes that feed other pools")
    begin: Vector = list(start) if start is not None else [one(exact=exact), *[0] * (volley.target.size - 1)]
    found = [(share, *_solved(case, begin, spare, exact=exact)) for share, case in cases(volley, exact=exact)]
    if len(found) == 1:
        ((_, states, dropped),) = found
    else:
        weighed = ([share * p for p in states] for share, states, _ in found)
        states = [sum(each, 0) for each in zip(*weighed, strict=True)]
        dropped = sum(float(share) * lost for share, _, lost in found)
    return Outcome(volley, tuple(states), dropped, exact)


def _solved(volley: Volley, begin: Vector, spare: Spare | None, *, exact: bool) -> tuple[Vector, float]:
    """The law of the state at the end, and the probability of what was left out."""
    states, dropped = _Reader(volley, spare, exact=exact).run(begin)
    followed = sum(states, 0)
    if dropped and followed:
        # What was left out is spread over what was followed; ``dropped`` says how much that is.
        whole = sum(begin, 0)
        states = [p * whole / followed for p in states]
    return states, dropped


class _Reader:
    """One reading of a volley. While a re-roll of damage is kept, every state stands twice: with it, and with it used."""

    def __init__(self, volley: Volley, spare: Spare | None, *, exact: bool) -> None:
        self.volley = volley
        self.exact = exact
        self.spare = spare
        self.doubled = spare is not None and _is_struck(volley.groups[spare.group], spare.roll, volley.target, exact=exact)
        self.waiting: Waiting = {}
        self.axes: list[tuple[int, int]] = []
        """What each place of the counts is: a group, and its pool."""
        self.shares: dict[int, dict[int, Number]] = {}
        """For groups whose attacks are not told apart yet, how they share out to the pools that are left."""
        self.twins = twins(volley, apart=spare.group if spare is not None and self.doubled else None)
        self.dropped = 0.0

    def run(self, begin: Vector) -> tuple[Vector, float]:
        """The law of the state at the end, and the probability of the branches that were left out."""
        size = self.volley.target.size
        self.waiting = {(): [*begin, *[0] * size] if self.doubled else begin}
        done_with_throw = False
        for step, following in pairwise((*self.volley.schedule, None)):
            if isinstance(step, Throw):
                done_with_throw = self._make(step.group, following)
            elif isinstance(step, Resolve) and not done_with_throw:
                self._allocate(step.group, step.pool)
            else:
                done_with_throw = False
        (states,) = self.waiting.values()
        if self.doubled:
            states = [kept + used for kept, used in zip(states[:size], states[size:], strict=True)]
        return states, self.dropped

    def _make(self, index: int, following: Step | None) -> bool:
        """Make a group's attacks; whether its first pool was resolved along with that."""
        group = self.volley.groups[index]
        parted = _parted(group, self.volley.target, self.exact) if self.spare is None else None
        if parted is not None:
            self.shares[index] = dict(parted.shares)
            self.waiting = self._throw_parted(self.waiting, index, parted)
            self.axes += [(index, _UNPARTED), *((index, pool) for pool in sorted(group.fed))]
            return False
        # What is resolved at once need not wait: the states are moved while the counts are weighed.
        at_once = following == Resolve(index, 0) and not group.strikes[0].feeds
        self.waiting = self._throw(self.waiting, index, at_once=at_once)
        self.axes += [(index, pool) for pool in range(at_once, len(group.strikes))]
        for pool in range(at_once, len(group.strikes)):
            self._join((index, pool))
        self._prune()
        return at_once

    def _join(self, own: tuple[int, int]) -> None:
        """Count what waits in a pool with what waits in another that is resolved just before or after it, in the same way."""
        other = next((axis for axis in self.axes if axis != own and self.twins.get(axis) == self.twins.get(own, own)), None)
        if other is not None:
            self.waiting = joined(self.waiting, self.axes.index(other), self.axes.index(own))
            self.axes.remove(own)

    def _allocate(self, index: int, pool: int) -> None:
        """Resolve what waits in a pool."""
        if pool in self.shares.get(index, {}):
            axis = self.axes.index((index, _UNPARTED))
            self.waiting = part(self.waiting, axis, _share(self.shares[index], pool))
            # When the last pool has its share, nothing is left that is not told apart.
            rest = [(index, _UNPARTED)] if self.shares[index] else []
            self.axes[axis : axis + 1] = [(index, pool), *rest]
            if not rest:
                self.waiting = forget(self.waiting, axis + 1)
        if (index, pool) not in self.axes:  # it was counted with another: all are resolved when the first of them is
            waits = next((one for one in self.axes if self.twins.get(one) == self.twins.get((index, pool))), None)
            if waits is None:
                return
            index, pool = waits
        axis = self.axes.index((index, pool))
        hurt = self._hurt(index, pool)
        if hurt.parts:
            feeds = [self.axes.index((index, fed)) for fed in self.volley.groups[index].strikes[pool].feeds]
            self.waiting = resolve_feeding(self.waiting, axis, feeds, hurt.parts)
            self._prune()
        else:
            self.waiting = resolve(self.waiting, axis, hurt.rows)
        del self.axes[axis]

    def _prune(self) -> None:
        if not self.exact:
            self.waiting, lost = prune(self.waiting)
            self.dropped += lost

    def _hurt(self, index: int, pool: int) -> Hurt:
        group = self.volley.groups[index]
        strike = group.strikes[pool]
        if not self.doubled or self.spare is None:
            return _hurt(strike, self.volley.target, self.exact, pool in group.fed)
        roll = self.spare.roll if self.spare.group == index else None
        return _hurt_doubled(strike, self.volley.target, roll, self.exact)

    def _pools(self, index: int) -> Polynomial:
        """The joint law of what a group's attacks put into the pools, counting only what has an effect.

        Where every such event costs the target a wound at least, counts beyond its wounds are left out: it is destroyed.
        """
        group, target = self.volley.groups[index], self.volley.target
        if self.spare is None or (self.spare.group != index and not self.doubled):
            return _pools(group, target, self.exact)
        hurts = [self._hurt(index, pool) for pool in range(len(group.strikes))]
        most = target.total if all(hurt.sure for hurt in hurts) else None
        nothing = tuple(hurt.nothing for hurt in hurts)
        if self.spare.group == index and not self.doubled:
            return pools_spare(group, self.spare.roll, nothing, most, exact=self.exact)
        return _pooled(group, nothing, most, exact=self.exact)

    def _cut(self, index: int) -> bool:
        """Whether a group's attacks can be so many that their counts are cut; without that, nothing is beyond them."""
        group = self.volley.groups[index]
        if self.volley.target.marks:
            return False
        most = max((sum(counts) for counts in walk(group.sequence, len(group.strikes), self.exact).masses), default=0)
        return most * group.number(exact=self.exact).high > self.volley.target.total

    def _throw_parted(self, waiting: Waiting, index: int, parted: Parted) -> Waiting:
        """Make a group's attacks, not told apart yet."""
        out: Waiting = {}
        still = (0,) * len(self.volley.groups[index].fed)
        beyond = 1 - sum(parted.number, 0) if self._cut(index) else 0
        for before, vector in waiting.items():
            for n, p in enumerate(parted.number):
                if p:
                    out[*before, n, *still] = [p * q for q in vector]
            if beyond > (0 if self.exact else NEGLIGIBLE):
                into = out.setdefault((*before, 0, *still), [0] * len(vector))
                into[-1] += beyond * sum(vector, 0)
        return out

    def _throw(self, waiting: Waiting, index: int, *, at_once: bool) -> Waiting:
        """Make a group's attacks; with ``at_once`` its first pool is resolved on the spot, the others wait."""
        counts = self._pools(index)
        rows = self._hurt(index, 0).rows
        pools = len(self.volley.groups[index].strikes)
        out: Waiting = {}
        beyond = 1 - sum((sum(row, 0) for row in counts.values()), 0) if self._cut(index) else 0
        longest = max((len(row) for row in counts.values()), default=0)
        for before, vector in waiting.items():
            if at_once:
                chain = [vector]
                for _ in range(longest - 1):
                    chain.append(moved(chain[-1], rows))
                for later, row in counts.items():
                    weigh(out.setdefault(before + later, [0] * len(vector)), row, chain)
            else:
                for later, row in counts.items():
                    for n, p in enumerate(row):
                        if p:
                            out[*before, n, *later] = [p * q for q in vector]
            if beyond > (0 if self.exact else NEGLIGIBLE):
                nobody_waits = (0,) * (len(before) + pools - at_once)
                into = out.setdefault(nobody_waits, [0] * len(vector))
                into[-1] += beyond * sum(vector, 0)
        return out


@lru_cache(maxsize=4096)
def _parted(group: Group, target: Target, exact: bool) -> Parted | None:  # noqa: FBT001 -- an argument of a cache
    """The group's attacks counted together, where that is possible and worth while: with several pools, and no more to follow.

    Of many pools the joint law is large. Where an attack ends in one of them, it is enough to know how many attacks have not
    been told apart yet: of those, each pool in its turn takes a binomial share.
    """
    own = [pool for pool in range(len(group.strikes)) if pool not in group.fed]
    if len(own) < _MANY_POOLS:
        return None
    hurts = [_hurt(strike, target, exact, pool in group.fed) for pool, strike in enumerate(group.strikes)]
    masses = thinned(walk(group.sequence, len(group.strikes), exact).masses, tuple(hurt.nothing for hurt in hurts))
    if any(sum(counts) > 1 for counts in masses):
        return None
    shares = tuple((pool, sum((p for counts, p in masses.items() if counts[pool]), 0)) for pool in own)
    one_of = sum((share for _, share in shares), 0)
    most = target.total if not target.marks and all(hurts[pool].sure for pool in own) else None
    law = compound({(): [1 - one_of, one_of]}, group.number(exact=exact), most, 1)
    return Parted(law[()], shares)


def _share(left: dict[int, Number], pool: int) -> Number:
    """How many of the attacks that are not told apart yet the pool takes; it takes them out of ``left``."""
    total = sum(left.values(), 0)
    mine = left.pop(pool)
    if not left or not total:
        return 1
    return mine / total


def hurt_law(strike: Strike, profile: int, *, exact: bool) -> dict[int, Number]:
    """The damage that one attack of a pool does to a model of a profile, by points."""
    out: dict[int, Number] = {}
    for counts, p in walk(strike.on(profile), strike.pools, exact).masses.items():
        points = sum(strike.parted(counts)[0])
        out[points] = out.get(points, 0) + p
    return out


@lru_cache(maxsize=4096)
def _hurt(strike: Strike, target: Target, exact: bool, whole: bool = False) -> Hurt:  # noqa: FBT001, FBT002 -- arguments of a cache
    """The transitions of one event. Attacks that surely do nothing are taken out of the count, not carried as transitions.

    ``whole``: nothing is taken out, because the count comes from other strikes.
    """
    laws = {profile: walk(strike.on(profile), strike.pools, exact).masses for profile in target.profiles}
    still = (0,) * strike.pools
    nothing = 0 if whole else min((law.get(still, 0) for law in laws.values()), default=one(exact=exact))
    if nothing >= 1:
        return Hurt([[(state, 1)] for state in range(target.size)], 1, sure=True)
    sure = True
    parts: dict[Counts, dict[int, dict[Counts, Number]]] = {}
    for profile, law in laws.items():
        idle: Number = 0
        for counts, p in law.items():
            share = ((p - nothing) if counts == still else p) / (1 - nothing)
            if counts == still and share <= (0 if exact else NEGLIGIBLE):
                continue
            idle += 0 if counts[0] else share
            done, caused = strike.parted(counts)
            parts.setdefault(caused, {}).setdefault(profile, {})[done] = share
        sure = sure and not idle
    if not strike.feeds:
        return Hurt(_rows(target, parts[()], strike), nothing, sure)
    rows = {fed: _rows(target, by_profile, strike, stays=not any(fed)) for fed, by_profile in parts.items()}
    rows.setdefault((0,) * len(strike.feeds), _rows(target, {}, strike))
    return Hurt([], nothing, sure, rows)


def _rows(target: Target, by_profile: dict[int, dict[Counts, Number]], strike: Strike, *, stays: bool = True) -> Rows:
    """The transitions of one event, from what it does by profile; where nobody is left nothing changes, or nothing is."""
    positions = target.positions(strike.order)
    if not strike.others:
        laws = {profile: {done[0]: p for done, p in by_profile.get(profile, {}).items()} for profile in target.profiles}
        found = target.rows(laws, strike.order)
        return found if stays else [[] if at is None else row for row, at in zip(found, positions, strict=True)]
    rows: Rows = []
    for state, at in enumerate(positions):
        if at is None:
            rows.append([(state, 1)] if stays else [])
            continue
        row: dict[int, Number] = {}
        for done, p in by_profile.get(at.profile, {}).items():
            after = strike.done(target, state, done)
            row[after] = row.get(after, 0) + p
        rows.append(list(row.items()))
    return rows


@lru_cache(maxsize=4096)
def _pools(group: Group, target: Target, exact: bool) -> Polynomial:  # noqa: FBT001 -- an argument of a cache
    hurts = [_hurt(strike, target, exact, pool in group.fed) for pool, strike in enumerate(group.strikes)]
    # With a mark there is more than one state in which nobody is left: nothing is cut.
    sure = not target.marks and all(hurt.sure for pool, hurt in enumerate(hurts) if pool not in group.fed)
    return _pooled(group, tuple(hurt.nothing for hurt in hurts), target.total if sure else None, exact=exact)


def _pooled(group: Group, nothing: tuple[Number, ...], most: int | None, *, exact: bool) -> Polynomial:
    pools = len(group.strikes)
    law = walk(group.sequence, pools, exact)
    return compound(polynomial(thinned(law.masses, nothing), most), group.number(exact=exact), most, pools)


def _is_struck(group: Group, roll: str, target: Target, *, exact: bool) -> bool:
    """Whether the roll is made once an attack is allocated (so that its re-roll depends on the target's state)."""
    return any(walk_spare(strike.on(profile), 1, roll, exact).used for strike in group.strikes for profile in target.profiles)


@lru_cache(maxsize=1024)
def _hurt_doubled(strike: Strike, target: Target, roll: str | None, exact: bool) -> Hurt:  # noqa: FBT001 -- an argument of a cache
    """The transitions when every state stands twice: first with the re-roll there, then with it used."""
    used: dict[int, dict[int, Number]] = {}
    kept: dict[int, dict[int, Number]] = {}
    spent: dict[int, dict[int, Number]] = {}
    for profile in target.profiles:
        used[profile] = hurt_law(strike, profile, exact=exact)
        if roll is None:
            kept[profile], spent[profile] = used[profile], {}
        else:
            split = walk_spare(strike.on(profile), 1, roll, exact)
            kept[profile] = {counts[0]: p for counts, p in split.unused.items()}
            spent[profile] = {counts[0]: p for counts, p in split.used.items()}
    size = target.size
    plain = target.rows(used, strike.order)
    rows = [
        [*still, *((after + size, p) for after, p in now)]
        for still, now in zip(target.rows(kept, strike.order), target.rows(spent, strike.order), strict=True)
    ]
    # With nobody left nothing happens any more: the re-roll stays where it is.
    rows[size - 1] = [(size - 1, 1)]
    rows += [[(after + size, p) for after, p in row] for row in plain]
    return Hurt(rows, 0, sure=False)
