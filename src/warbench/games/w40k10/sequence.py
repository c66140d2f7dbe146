"""The attack sequence of the tenth edition, stated once: Hit roll, Wound roll, saving throw, damage (W-008..W-048).

The exact reader, the rolled one and the sampled one all read these generators. An attack puts what needs a model into pools;
a strike is what one of them does to the model it is allocated to.
"""

import msgspec

from warbench.attack.volley import Group, Resolve, Step, Throw
from warbench.chance import Check, Result
from warbench.rules.requests import Amount, Put, Repeat, Score, Sequence, Steps

WOUNDS, DEVASTATING, MORTAL = range(3)
"""The pools of an attack: wounds that allow a save, Devastating Wounds criticals, mortal wounds beside the damage."""
DAMAGE = 0
"""The pool of a strike."""


class AttackPlan(msgspec.Struct, frozen=True, cache_hash=True):
    """The numbers of one attack. A check of None succeeds without dice, so it is never critical.

    ``mortal``: mortal wounds beside the damage, and whether they need a Critical Wound.
    """

    hit: Check | None
    wound: Check | None
    sustained: Amount | None = None
    lethal: bool = False
    devastating: bool = False
    mortal: tuple[tuple[Amount, bool], ...] = ()


class StrikePlan(msgspec.Struct, frozen=True, cache_hash=True):
    """The numbers of one allocated attack. A save of None: none is allowed. ``ignore`` is Feel No Pain."""

    save: Check | None
    damage: Amount
    ignore: Check | None = None


def attack(plan: AttackPlan) -> Steps:
    """One attack, up to the wounds that it puts up for allocation (W-008..W-014, W-091..W-096)."""
    yield Score("attacks")
    hit = Result.SUCCESS if plan.hit is None else (yield plan.hit)
    if hit == Result.FAIL:
        return
    rolled = 1
    if hit == Result.CRITICAL:
        yield Score("critical hits")
        if plan.sustained:
            rolled += yield plan.sustained
    yield Score("hits", rolled)
    if hit == Result.CRITICAL and plan.lethal:
        rolled -= 1
        yield from _wounded(plan, Result.SUCCESS)
    yield Repeat(rolled, Sequence(wound, (plan,)))


def wound(plan: AttackPlan) -> Steps:
    """One hit that rolls to wound (W-020..W-028)."""
    result = Result.SUCCESS if plan.wound is None else (yield plan.wound)
    if result != Result.FAIL:
        yield from _wounded(plan, result)


def _wounded(plan: AttackPlan, result: int) -> Steps:
    critical = result == Result.CRITICAL
    yield Score("wounds")
    if critical:
        yield Score("critical wounds")
    for amount, needs_critical in plan.mortal:
        if critical or not needs_critical:
            yield Put(MORTAL, (yield amount))
    # W-101, W-104: no save, and allocated only after everything else.
    yield Put(DEVASTATING if critical and plan.devastating else WOUNDS)


def strike(plan: StrikePlan) -> Steps:
    """One attack allocated to a model: the saving throw, the damage, Feel No Pain for each point (W-033..W-045)."""
    if plan.save is not None and (yield plan.save) != Result.FAIL:
        return
    yield Score("unsaved")
    points = yield plan.damage
    yield from _suffer(points, plan.ignore)


def mortal_wound(ignore: Check | None) -> Steps:
    """One mortal wound beside an attack's damage: no save, and it goes on to the next model by itself (W-124..W-130)."""
    yield from _suffer(1, ignore)


def _suffer(points: int, ignore: Check | None) -> Steps:
    if ignore is None:
        yield Put(DAMAGE, points)
    else:
        yield Repeat(points, Sequence(suffer, (ignore,)))


def suffer(ignore: Check) -> Steps:
    """One point of damage that may be ignored."""
    if (yield ignore) == Result.FAIL:
        yield Put(DAMAGE)


def schedule(groups: tuple[Group, ...]) -> tuple[Step, ...]:
    """Weapons in firing order; Devastating Wounds after all other attacks (W-104), mortal wounds beside damage last (W-130)."""
    steps: list[Step] = []
    for index in range(len(groups)):
        steps += [Throw(index), Resolve(index, WOUNDS)]
    for pool in (DEVASTATING, MORTAL):
        steps += [Resolve(index, pool) for index, group in enumerate(groups) if len(group.strikes) > pool]
    return tuple(steps)
