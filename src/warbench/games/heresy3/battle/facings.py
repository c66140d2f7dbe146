"""Which facing of a hull is struck: the side that most of the attacking models stand before (facts 6)."""

from collections import Counter
from collections.abc import Sequence

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.games.heresy3.battle.bearing import struck_models
from warbench.games.heresy3.battle.state import State, Unit
from warbench.table.facing import side_towards
from warbench.table.measure import Standing

SIDES = ("side", "front", "side", "rear")
"""The facing of each edge of a rectangle, as `side_towards` counts them: right, front, left, rear."""


def facing_towards(state: State, target: Unit, one: Standing) -> str:
    """The facing of a target that a model stands before."""
    found = facings(state, target, (one,))
    return found[0] if found else "front"


def facings(state: State, target: Unit, attackers: Sequence[Standing]) -> list[str]:
    """The facings that most of some models stand before, several when equally many do; empty for what has no hull.

    Of several vehicles in a unit each attacker looks at the nearest.
    """
    hulls = [state.standing(model) for model in struck_models(state, target) if state.kind(model.id).armoured]
    hulls = [hull for hull in hulls if not hull.base.is_round]
    if not hulls:
        return []
    counts: Counter[str] = Counter()
    for one in attackers:
        x, y = one.place.x, one.place.y
        hull = min(hulls, key=lambda each: ((each.place.x - x) ** 2 + (each.place.y - y) ** 2, each.name))
        if (hull.place.x, hull.place.y) != (x, y):
            counts[SIDES[side_towards(hull, (x, y)) % len(SIDES)]] += 1
    most = max(counts.values(), default=0)
    return [facing for facing in ("front", "side", "rear") if counts[facing] == most and most]


def fix_facing(state: State, target: Unit, attackers: Sequence[Standing], player: int) -> Procedure[str]:
    """The facing that is struck, fixed in Step 2; of several that equally many see the target's player chooses.

    ``player`` is the attacker; for what nobody controls his opponent chooses.
    """
    open_to = facings(state, target, attackers)
    if not open_to:
        return "front"
    options = [Option(facing, f"the {facing}") for facing in open_to]
    chooser = target.player if target.player >= 0 else 1 - player
    return (yield from ask(chooser, "facing", f"{name_of(state, target.id)}: which facing is struck?", options, target.id))
