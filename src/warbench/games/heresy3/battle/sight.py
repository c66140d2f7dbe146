"""Line of sight (facts 9): straight lines, stopped by terrain pieces and hulls, never by other models; and by area terrain.

Medium Area Terrain stops a line that runs through more than 3 inches of it (H-205). Heavy stops any, also from within and into
it; Light none (H-206). What was found is kept by places: the same pair is not traced twice while nobody moves.
"""

from functools import lru_cache

from warbench.games.heresy3.battle.missions import Zone
from warbench.games.heresy3.battle.roster import ARMOURED
from warbench.games.heresy3.battle.state import State, Unit
from warbench.table.areas import Patch, patch, sees_past
from warbench.table.convex import holds_point
from warbench.table.field import Field
from warbench.table.lattice import INCH
from warbench.table.measure import Standing
from warbench.table.regions import Box
from warbench.table.sight import View, blockers, corridor_obstacles

Shapes = tuple[Standing, ...]

_DEPTH = {"medium": 3 * INCH, "heavy": 0}
"""How deep a line may run through each class of area terrain (lattice units); through Light as deep as it likes."""


class Lane:
    """All that stands between two units, and what their models see of each other past it."""

    __slots__ = ("_obstacles", "_patches", "_seen", "_thickets", "hidden")

    def __init__(self, field: Field, here: Shapes, there: Shapes, hulls: Shapes, zones: tuple[Zone, ...]) -> None:
        """Look at the corridor between the two; ``hidden``: surely nobody sees anybody."""
        obstacles, self.hidden = corridor_obstacles(field, here, there, View(models=hulls))
        self._obstacles = blockers(obstacles, here, there)
        self._patches = [_patch_of(zone) for zone in zones]
        self._thickets = [zone.corners for zone in zones if zone.kind == "heavy"]
        self._seen: dict[tuple[str, str], bool] = {}

    def sees(self, model: Standing, other: Standing) -> bool:
        """Whether a model of the first unit sees one of the second."""
        if self.hidden:
            return False
        if not self._obstacles and not self._patches:
            return True
        key = model.name, other.name
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = not self._lost(model, other) and sees_past(model, other, self._obstacles, self._patches)
        return found

    def _lost(self, *models: Standing) -> bool:
        """Whether one of two models is in Heavy Area Terrain."""
        return any(holds_point(zone, (model.place.x, model.place.y)) for zone in self._thickets for model in models)


@lru_cache(maxsize=1024)
def _patch_of(zone: Zone) -> Patch:
    return patch(zone.corners, _DEPTH[zone.kind])


@lru_cache(maxsize=4096)
def _lane(field: Field, here: Shapes, there: Shapes, hulls: Shapes, zones: tuple[Zone, ...]) -> Lane:
    return Lane(field, here, there, hulls, zones)


def lane(state: State, unit: Unit, other: Unit) -> Lane:
    """What lies between two units on the battlefield."""
    here, there = tuple(state.shapes(unit)), tuple(state.shapes(other))
    a, b = _box(here), _box(there)
    around = min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
    hulls = tuple(
        shape
        for each in state.on_table()
        if each is not unit and each is not other and _is_hull(state, each)
        for shape in state.shapes(each)
        if _near(shape, around)
    )
    zones = tuple(zone for zone in state.zones() if zone.kind in _DEPTH and _meet(_patch_of(zone).box, around))
    return _lane(state.field, here, there, hulls, zones)


def _is_hull(state: State, unit: Unit) -> bool:
    return any(kind.type in ARMOURED for kind in state.entry(unit.id).kinds)


@lru_cache(maxsize=8192)
def _box(shapes: Shapes) -> Box:
    xs = [shape.place.x for shape in shapes]
    ys = [shape.place.y for shape in shapes]
    radius = max(shape.base.outer for shape in shapes) // 2 + 1
    return min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius


def _near(shape: Standing, box: Box) -> bool:
    radius = shape.base.outer // 2 + 1
    x, y = shape.place.x, shape.place.y
    return x + radius >= box[0] and x - radius <= box[2] and y + radius >= box[1] and y - radius <= box[3]


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def can_see(state: State, unit: Unit, target: Unit) -> bool:
    """Whether any living model of a unit sees a living model of another; what is not on the battlefield sees nobody (H-221)."""
    if unit.where != "table" or target.where != "table":
        return False
    between = lane(state, unit, target)
    if between.hidden:
        return False
    eyes = [state.standing(model) for model in state.living(unit)]
    return any(between.sees(eye, state.standing(model)) for model in state.living(target) for eye in eyes)
