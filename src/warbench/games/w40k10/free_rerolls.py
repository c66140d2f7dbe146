"""Free re-rolls where the whole volley is not weighed: the faces that do most for one attack, found once and kept.

They are what a battle lists first when it asks the attacker, and what computer players reckon with. A battle settles hundreds of
volleys at ever different targets; weighing each as a whole (``best.best_rerolls``) costs an exact solution a candidate. What one
attack gains on average does not depend on the target's losses, so it is looked up. The two disagree only where damage is wasted
on a target that is nearly gone.
"""

from functools import lru_cache

import msgspec

from warbench.attack.law import walk
from warbench.attack.volley import Strike
from warbench.games.w40k10.plan import Plan, choices
from warbench.games.w40k10.sequence import AttackPlan, attack
from warbench.rules.requests import Sequence

_SAME = 1e-9


_MOST = 4096
_found: dict[tuple[AttackPlan, tuple[Strike, ...], tuple[str, ...]], AttackPlan] = {}


def with_free_rerolls(plan: Plan) -> Plan:
    """The plan with its free re-rolls settled: the most damage of one attack on average, then the fewest dice thrown again."""
    key = (plan.attack, plan.strikes, plan.free)
    if key not in _found:
        if len(_found) >= _MOST:
            _found.clear()
        # The choices come with the fewest dice first, and max takes the first of equals.
        _found[key] = max(choices(plan), key=lambda choice: round(_worth(choice.attack, plan.strikes) / _SAME)).attack
    return msgspec.structs.replace(plan, attack=_found[key])


def _worth(plan: AttackPlan, strikes: tuple[Strike, ...]) -> float:
    """The damage of one attack on average, on the target's first kind of model."""
    law = walk(Sequence(attack, (plan,)), len(strikes), exact=False)
    return sum(float(law.mean(pool)) * _damage(strike.by_profile[0][1]) for pool, strike in enumerate(strikes))


@lru_cache(maxsize=2048)
def _damage(strike: Sequence) -> float:
    return float(walk(strike, 1, exact=False).mean(0))
