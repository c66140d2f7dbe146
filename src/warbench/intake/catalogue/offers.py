"""From pools of wargear to the options of a datasheet: what goes, what comes, how often, and what bounds it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import comb

import msgspec

from warbench.intake.catalogue.armoury import PRICE, Kit, items
from warbench.intake.catalogue.pools import Pick, Pool
from warbench.intake.findings import listed
from warbench.sheets.options import Cap, Choice, Items, Option

MOST_WAYS = 5_000
"""A pool with more ways to pick from it is told in words and not checked: a check tries them all."""


class Bearer(msgspec.Struct, frozen=True):
    """Who chooses: the kind of model (empty: any), how many of them may, what each must have and may not have."""

    model: str = ""
    limit: int = 0
    per: int = 0
    most: int = 0
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    together: bool = False


def choice(default: Kit, other: Kit, limit: int = 0) -> Choice:
    """From one set of items to another: what goes and what comes."""
    return Choice(_items(other - default), _items(default - other), limit, other[PRICE] - default[PRICE])


def offers(pool: Pool, bearer: Bearer, around: Iterable[Pool]) -> Iterator[Option]:
    """The options of a pool: what it has at first against another pick, and further picks; then what stands below a pick.

    Args:
        pool: the pool.
        bearer: whose it is.
        around: the other pools of the same bearer; an item that they have too is not bounded by this pool alone.
    """
    first = len(pool.default)
    more = pool.high - first
    defaults = list({frozenset(kit.items()): kit for kit in pool.default}.values())
    swaps = [
        _limited(choice(kit, pick.kit), pick, bearer)
        for kit in defaults
        for pick in pool.picks
        if dict(items(pick.kit)) != dict(items(kit))
    ]
    if pool.low < first:
        swaps += [choice(kit, Counter()) for kit in defaults if any(items(kit))]
    further = [_limited(choice(Counter(), pick.kit), pick, bearer) for pick in pool.picks if any(items(pick.kit))]
    if comb(len(pool.picks) + pool.high, pool.high) > MOST_WAYS:
        names = listed(tuple(" and ".join(item for item, _ in items(pick.kit)) for pick in pool.picks))
        yield Option((), bearer.model, text=f"{pool.name}: {pool.low} to {pool.high} of {names}")
    else:
        others = {item for other in around for pick in other.picks for item, _ in items(pick.kit)}
        caps = tuple(_caps(pool, others))
        for choices, times in ((swaps, first), (further, more)):
            if choices and times > 0:
                yield _option(tuple(choices), bearer, times, caps)
    for pick in pool.picks:
        mark = next((item for item, _ in items(pick.kit)), "")
        within = msgspec.structs.replace(bearer, needs=(mark,) if mark else bearer.needs)
        for inner in pick.inner:
            yield from offers(inner, within, ())


def _option(choices: tuple[Choice, ...], bearer: Bearer, times: int, caps: tuple[Cap, ...]) -> Option:
    return Option(
        choices,
        bearer.model,
        bearer.limit,
        bearer.per,
        bearer.needs,
        bearer.excludes,
        together=bearer.together,
        caps=caps,
        times=times,
    )


def _limited(one: Choice, pick: Pick, bearer: Bearer) -> Choice:
    bound = pick.limit if not bearer.most or pick.limit < bearer.most else 0
    return msgspec.structs.replace(one, limit=bound) if bound and one.gives else one


def _caps(pool: Pool, others: set[str]) -> Iterator[Cap]:
    """The bounds of a part of the picks, by an item that each of them has and no other pick has."""
    for cap in pool.caps:
        outside = {
            item for place, pick in enumerate(pool.picks) if place not in cap.places for item, _ in items(pick.kit)
        } | others
        marks = [
            next(((item, count) for item, count in items(pool.picks[place].kit) if item not in outside), None)
            for place in cap.places
        ]
        if all(mark is not None and mark[1] == 1 for mark in marks):
            yield Cap(tuple(dict.fromkeys(mark[0] for mark in marks if mark is not None)), cap.most)


def _items(kit: Kit) -> tuple[Items, ...]:
    return tuple(Items(item, count) for item, count in items(kit))
