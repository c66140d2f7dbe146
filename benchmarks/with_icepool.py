"""The same attacks in icepool, as somebody who knows the library well would write them.

icepool keeps exact whole-number weights, so its answers carry no rounding; Warbench's ``exact=True`` is its like. In the
workloads all damage follows one law and all models are alike, so the attacks that do damage need only be counted.
"""

from typing import Any

import icepool
from workloads import Workload, dice

_FACES = 6


def slain(workload: Workload) -> Any:  # noqa: ANN401 -- icepool ships no types
    """The distribution of models slain, as an icepool Die."""
    return lost(workload).map(lambda wounds: wounds // workload.wounds)


def lost(workload: Workload) -> Any:  # noqa: ANN401 -- icepool ships no types
    """The distribution of wounds lost, as an icepool Die."""
    hurts = _attack(workload)
    events = _dice(workload.attack_dice) @ hurts
    damage = _damage(workload)
    total = workload.models * workload.wounds

    def struck(state: int) -> Any:  # noqa: ANN401 -- icepool ships no types
        """The state after one more event: what is too much for the model that is hit is lost."""
        if state == total:
            return state
        left = workload.wounds - state % workload.wounds
        return damage.map(lambda points: state + min(points, left))

    # The states after 0, 1, ... events; the answer is their mixture by the number of events.
    after = [icepool.Die([0])]
    for _ in range(events.max_outcome()):
        after.append(after[-1].map(struck) if after[-1].min_outcome() < total else after[-1])
    return events.map(lambda count: after[count])


def _attack(workload: Workload) -> Any:  # noqa: ANN401 -- icepool ships no types
    """How many events of damage one attack leads to."""
    fails = icepool.d(_FACES) < workload.saves_on
    unsaved = fails.map({True: 1, False: 0})

    def wounded(face: int) -> Any:  # noqa: ANN401 -- icepool ships no types
        if face == _FACES and "devastating wounds" in workload.keywords:
            return 1
        return unsaved if face == _FACES or (face >= workload.wounds_on and face > 1) else 0

    wound = icepool.d(_FACES).map(wounded)
    more = workload.sustained_dice

    def hit(face: int) -> Any:  # noqa: ANN401 -- icepool ships no types
        if face == _FACES:
            first = unsaved if "lethal hits" in workload.keywords else wound
            return first + _dice(more) @ wound if more else first
        return wound if face >= workload.skill and face > 1 else 0

    return icepool.d(_FACES).map(hit)


def _damage(workload: Workload) -> Any:  # noqa: ANN401 -- icepool ships no types
    """The damage of one event after Feel No Pain."""
    rolled = _dice(dice(workload.damage))
    if workload.feel_no_pain is None:
        return rolled
    return rolled @ (icepool.d(_FACES) < workload.feel_no_pain).map({True: 1, False: 0})


def _dice(thrown: tuple[int, int, int]) -> Any:  # noqa: ANN401 -- icepool ships no types
    """Dice as (how many, their sides, what is added)."""
    count, sides, plus = thrown
    return count @ icepool.d(sides) + plus if count else icepool.Die([plus])
