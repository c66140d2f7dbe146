"""Tables to stand on, and the questions of battles put in one call: who sees whom, which set-ups are proposed."""

from collections.abc import Sequence

from warbench.table.field import Field
from warbench.table.lattice import table_size
from warbench.table.measure import Standing
from warbench.table.packing import Placement
from warbench.table.scene import Scene
from warbench.table.setups import Pick, Setups
from warbench.table.sight import PLAIN, View, blockers, corridor_obstacles, hides, sees_through
from warbench.table.units import SetupRule

TALL = table_size(44, 60)
LOW = table_size(44, 30)


def sees(field: Field, observer: Standing, target: Standing, view: View = PLAIN) -> bool:
    """Whether some part of a model is visible to another."""
    return unit_sees(field, (observer,), (target,), view)


def unit_sees(field: Field, observers: Sequence[Standing], targets: Sequence[Standing], view: View = PLAIN) -> bool:
    """Whether any model of a unit is visible to any of the observers."""
    return bool(seen(field, observers, targets, view))


def seen(field: Field, observers: Sequence[Standing], targets: Sequence[Standing], view: View = PLAIN) -> list[str]:
    """The names of the models of a unit that are visible to any of the observers."""
    obstacles, hidden = corridor_obstacles(field, observers, targets, view)
    if hidden:
        return []
    high = blockers(obstacles, observers, targets)
    return [target.name for target in targets if any(sees_through(observer, target, high) for observer in observers)]


def hidden_by(field: Field, observer: Standing, target: Standing, view: View = PLAIN) -> list[str]:
    """The names of what keeps a model from being fully visible to another; empty when it is."""
    obstacles, hidden = corridor_obstacles(field, (observer,), (target,), view)
    names = dict.fromkeys(obstacle.name for obstacle in obstacles)
    return [name for name in names if hidden or hides(observer, target, obstacles, {name})]


def proposals(scene: Scene, unit: Sequence[Standing], rule: SetupRule, pick: Pick) -> tuple[Placement, ...]:
    """The set-ups that are proposed, each once, the last resort if there is no other."""
    setups = Setups(scene, unit, rule, pick)
    found = (*(setups.at(number) for number in range(pick.limit)), setups.last)
    return tuple(dict.fromkeys(placement for placement in found if placement is not None))
