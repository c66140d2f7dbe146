"""The attack sequence of the third edition, stated once: Hit Test, Wound or Armour Penetration Test, save, mitigation, damage.

The exact reader, the rolled one and the sampled one all read these generators. A check's classes above failure are *kinds*:
the first is a plain result, each further one a result that special rules have made something of, which is set aside as a
pool of its own and resolved apart.
"""

import msgspec

from warbench.chance import Check, Result
from warbench.games.heresy3.tables import VEHICLE_DAMAGE
from warbench.rules.requests import Amount, Put, Repeat, Score, Sequence, Steps

DAMAGE, CAUSED = 0, 1
"""The pools of a strike: what the model loses, and what the strike causes beside: a further hit, or one of the statuses."""
PLAIN = 1
"""The class of a result that nothing was made of."""


class Wounding(msgspec.Struct, frozen=True, cache_hash=True):
    """What one hit of a kind does: its Wound or Armour Penetration Test, and the pool of each class above failure.

    ``test`` None succeeds without dice, as the first class. ``named`` is the stage that each class is counted in. ``breaker``
    is a further die for each result whose pool it can change to that of ``broken``.
    """

    test: Check | None
    pools: tuple[int, ...]
    named: tuple[str, ...] = ()
    breaker: Check | None = None
    broken: tuple[int, ...] = ()


class AttackPlan(msgspec.Struct, frozen=True, cache_hash=True):
    """The numbers of one attack. ``hit`` None hits without dice, as ``kinds[0]``.

    ``kinds`` belong to the classes of the Hit Test; ``critical`` says which are Critical Hits. A hit that a marker or template
    makes counts once for each of the ``under`` models; ``scattered`` are the hits of a miss.
    """

    hit: Check | None
    kinds: tuple[Wounding, ...]
    critical: tuple[bool, ...]
    under: int = 1
    scattered: int = 0


class StrikePlan(msgspec.Struct, frozen=True, cache_hash=True):
    """The numbers of one allocated wound or hit. A check of None is not allowed. ``spreads``: it causes a further hit."""

    save: Check | None
    mitigation: Check | None
    damage: Amount
    spreads: bool = False


def attack(plan: AttackPlan) -> Steps:
    """One attack, up to the wounds and hits that it puts up for allocation (H-038, H-039, H-085, H-264)."""
    yield Score("attacks")
    kind = PLAIN if plan.hit is None else (yield plan.hit)
    hits = plan.under
    if kind == Result.FAIL:
        kind, hits = PLAIN, plan.scattered
    elif plan.critical[kind - 1]:
        yield Score("critical hits", hits)
    if hits:
        yield Score("hits", hits)
        yield Repeat(hits, Sequence(wounding, (plan.kinds[kind - 1],)))


def wounding(hit: Wounding) -> Steps:
    """One hit: a Wound Test (H-186, H-187, H-265), or an Armour Penetration Test (H-041, H-043, H-115, H-267)."""
    kind = PLAIN if hit.test is None else (yield hit.test)
    if kind == Result.FAIL:
        return
    yield Score("wounds")
    if hit.named:
        yield Score(hit.named[kind - 1])
    pool = hit.pools[kind - 1]
    if hit.breaker is not None and hit.broken[kind - 1] != pool and (yield hit.breaker) != Result.FAIL:
        pool = hit.broken[kind - 1]
    yield Put(pool)


def strike(plan: StrikePlan) -> Steps:
    """One wound or penetrating hit on a model: one save, one mitigation test, then the damage (H-111, H-112, H-191, H-240)."""
    if plan.save is not None and (yield plan.save) != Result.FAIL:
        return
    if plan.mitigation is not None and (yield plan.mitigation) != Result.FAIL:
        return
    yield Score("unsaved")
    if plan.spreads:
        yield Put(CAUSED)
    yield Put(DAMAGE, (yield plan.damage))


def spread(test: Check | None, plan: StrikePlan) -> Steps:
    """One further hit that an unsaved wound caused: its own Wound Test, then as any other wound."""
    if test is None or (yield test) != Result.FAIL:
        yield from strike(plan)


def glance(save: Check | None, lost: int = 1) -> Steps:
    """One glancing hit that costs Hull Points whatever its Damage: one, or as many as are ``lost`` (H-041, H-122)."""
    if save is not None and (yield save) != Result.FAIL:
        return
    yield Score("unsaved")
    yield Put(DAMAGE, lost)


def glance_on_table(save: Check | None, table: Check, lost: int = 0) -> Steps:
    """One glancing hit on a vehicle: no damage, a roll on the Vehicle Damage Table instead (H-109, H-110).

    The status is marked; where it is marked already, the order of its strike goes on to a Hull Point. ``lost``: Hull Points that
    it costs all the same (Third-Line).
    """
    if save is not None and (yield save) != Result.FAIL:
        return
    yield Score("unsaved")
    result = yield table
    yield Score(VEHICLE_DAMAGE[result - 1])
    yield Put(CAUSED + result - 1)
    if lost:
        yield Put(DAMAGE, lost)
