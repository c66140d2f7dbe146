"""The stages of a group's attacks before allocation: their means, and the damage before surplus is lost."""

from warbench.attack.law import Law, walk
from warbench.attack.target import Target
from warbench.attack.volley import Group
from warbench.chance import Dist
from warbench.chance.number import Number


def stage_means(group: Group, target: Target, *, exact: bool = False) -> dict[str, Number]:
    """The means of a group's stages before allocation: they ignore that the target may run out of models.

    What happens after allocation (unsaved attacks, damage) is there only when all models of the target answer alike; then
    ``struck`` is, the number that is allocated.
    """
    number = group.number(exact=exact).mean
    law = walk(group.sequence, len(group.strikes), exact)
    means: dict[str, Number] = {what: mean * number for what, mean in law.means.items()}
    alike = _alike(group, target, exact=exact)
    if alike is not None:
        waits = [law.mean(pool) * number for pool in range(len(group.strikes))]
        for strike, struck, waiting in zip(group.strikes, alike, waits, strict=True):  # what is fed grows before its turn
            for what, mean in struck.means.items():
                means[what] = means.get(what, 0) + mean * waiting
            damage = sum((struck.mean(pool) for pool in range(1 + len(strike.others))), 0)
            means["damage"] = means.get("damage", 0) + damage * waiting
            means["struck"] = means.get("struck", 0) + waiting
            for caused, fed in enumerate(strike.feeds, 1 + len(strike.others)):
                waits[fed] += struck.mean(caused) * waiting
        if _marks(group, target):
            del means["damage"]
    return means


def _marks(group: Group, target: Target) -> bool:
    """Whether a group's strikes may set marks: then what a strike does depends on those that are set."""
    orders = (order for strike in group.strikes for order in (strike.order, *strike.others))
    return any(order[0] >= target.standing for order in orders)


def damage_law(group: Group, target: Target, *, exact: bool = False) -> Dist | None:
    """The damage of a group's attacks before surplus is lost; None where the target's models answer differently."""
    alike = _alike(group, target, exact=exact)
    if alike is None or _marks(group, target):
        return None
    law = walk(group.sequence, len(group.strikes), exact)
    hurts = [Dist.constant(0, exact=exact)] * len(alike)
    for pool in reversed(range(len(alike))):
        strike = group.strikes[pool]
        mixed = []
        for counts, p in alike[pool].masses.items():
            done, caused = strike.parted(counts)
            further = [hurts[fed].times(n) for fed, n in zip(strike.feeds, caused, strict=True)]
            mixed.append((p, _sum([Dist.constant(sum(done), exact=exact), *further], exact=exact)))
        hurts[pool] = Dist.mix(mixed)
    one = Dist.mix(
        [
            (p, _sum([hurt.times(n) for hurt, n in zip(hurts, counts, strict=True)], exact=exact))
            for counts, p in law.masses.items()
        ]
    )
    return group.number(exact=exact).compound(one)


def _sum(parts: list[Dist], *, exact: bool) -> Dist:
    total = Dist.constant(0, exact=exact)
    for each in parts:
        total = total + each
    return total


def _alike(group: Group, target: Target, *, exact: bool) -> list[Law] | None:
    """For each pool, the law of a strike, when it is the same against every profile of the target."""
    out = []
    for strike in group.strikes:
        laws = [walk(strike.on(profile), strike.pools, exact) for profile in target.profiles]
        if any(law != laws[0] for law in laws[1:]):
            return None
        out.append(laws[0])
    return out
