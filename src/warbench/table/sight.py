"""Line of sight between models, by a fixed set of rays.

A model is seen at six points: over its centre and over the two corners of its outline that lie furthest to the left and to the
right of the line between both models' centres (a round base stands as a polygon), each at a quarter of its height and at its
top. It is visible if any ray from a point of the observer to one of its own is free, and fully visible if each of its points
has a ray that is free and passes no veil. Both sets are chosen alike, so that two models see each other or neither does, except
across a piece that blocks sight over its footprint: from wholly within it one sees out. Lines that touch a border are free.

Before any ray is drawn, the corridor between the models is looked at as a whole: if nothing is in it, all is visible; if a
blocking footprint parts it from side to side, nothing is. Both answers are exact.
"""

from collections.abc import Iterable, Sequence

import msgspec

from warbench.table.convex import Core, box_of, hull, meet, overlap
from warbench.table.field import Field
from warbench.table.lattice import Point
from warbench.table.measure import Standing, inside
from warbench.table.rays import Obstacle, bridges_of, crossings, obstacles_of, parts

Level = int
Samples = tuple[tuple[Point, ...], tuple[Level, Level]]
"""Three points seen from above, and the two levels at which each is looked at."""


class Sight(msgspec.Struct, frozen=True):
    """What one model sees of another: some of it, all of it, and the names of what hides the rest (terrain or models)."""

    visible: bool
    full: bool
    hidden_by: tuple[str, ...] = ()


FREE = Sight(visible=True, full=True)
"""Nothing is in the way."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one looks: ``models`` are other models in the way; with ``over`` footprints that block sight are looked over."""

    models: tuple[Standing, ...] = ()
    over: bool = False


PLAIN = View()
"""Terrain alone is in the way."""


def samples(model: Standing, dx: int, dy: int) -> Samples:
    """The points at which a model is looked at along a direction, and from which it looks."""
    outline = model.outline
    centre = (model.place.x, model.place.y)
    if dx == 0 and dy == 0:
        dx = 1
    left = max(outline, key=lambda point: (dx * point[1] - dy * point[0], point))
    right = max(outline, key=lambda point: (dy * point[0] - dx * point[1], point))
    z, height = model.place.z, model.base.height
    return (centre, left, right), (z + height // 4, z + height)


def corridor_obstacles(
    field: Field, observers: Sequence[Standing], targets: Sequence[Standing], view: View = PLAIN
) -> tuple[list[Obstacle], bool]:
    """What may be in the way between two groups of models, and whether it surely hides each of one from each of the other."""
    one = hull(point for model in observers for point in model.outline)
    other = hull(point for model in targets for point in model.outline)
    around = hull((*one, *other))
    found: list[Obstacle] = []
    for obstacle in _candidates(field, around, {model.name for model in (*observers, *targets)}, view):
        if not overlap(around, obstacle.area, 0):
            continue
        if obstacle.endless and parts(one, other, bridges_of(one, other, around), obstacle.area):
            return [obstacle], True
        found.append(obstacle)
    return found, False


def _candidates(field: Field, around: Core, both: set[str], view: View) -> Iterable[Obstacle]:
    for ground in field.near(box_of(around)):
        for obstacle in obstacles_of(ground):
            if not (view.over and obstacle.endless):
                yield obstacle
    for model in view.models:
        if model.name not in both:
            yield Obstacle(model.name, model.outline, model.place.z, model.top)


def look(field: Field, observer: Standing, target: Standing, view: View = PLAIN) -> Sight:
    """What a model sees of another."""
    obstacles, hidden = corridor_obstacles(field, (observer,), (target,), view)
    return _nothing(obstacles) if hidden else look_through(observer, target, obstacles)


def _nothing(obstacles: Sequence[Obstacle]) -> Sight:
    return Sight(visible=False, full=False, hidden_by=tuple(dict.fromkeys(obstacle.name for obstacle in obstacles)))


def look_through(observer: Standing, target: Standing, obstacles: Sequence[Obstacle]) -> Sight:
    """What a model sees of another past the given obstacles."""
    dx, dy = target.place.x - observer.place.x, target.place.y - observer.place.y
    eyes, eye_levels = samples(observer, dx, dy)
    spots, spot_levels = samples(target, dx, dy)
    around = hull((*eyes, *spots))
    there = [obstacle for obstacle in obstacles if len(around) == 1 or _in_way(observer, around, obstacle)]
    if not there:
        return FREE
    visible, full = False, True
    hiders: dict[str, None] = {}
    for spot in spots:
        lines = [crossings(eye, spot, there) for eye in eyes]
        for spot_level in spot_levels:
            clear = False
            here: dict[str, None] = {}
            for line in lines:
                for eye_level in eye_levels:
                    stopped = veiled = False
                    for crossing in line:
                        if crossing.stops(eye_level, spot_level):
                            here[crossing.obstacle.name] = None
                            veiled = True
                            stopped = stopped or not crossing.obstacle.veil
                    visible = visible or not stopped
                    clear = clear or not veiled
                if clear:
                    break
            if not clear:
                full = False
                hiders |= here
    return FREE if full else Sight(visible=visible, full=False, hidden_by=tuple(hiders))


def _in_way(observer: Standing, around: Core, obstacle: Obstacle) -> bool:
    """Whether an obstacle can matter to a ray: it reaches into their hull, and is no footprint that the observer sees out of."""
    flat = len(obstacle.area) == 2 or len(around) == 2  # noqa: PLR2004 - a wall, or a single line of rays
    if not (meet(around, obstacle.area) if flat else overlap(around, obstacle.area, 0)):
        return False
    return not (obstacle.endless and inside(observer, obstacle.area))


def sees(field: Field, observer: Standing, target: Standing, view: View = PLAIN) -> bool:
    """Whether some part of a model is visible to another."""
    return look(field, observer, target, view).visible


def unit_visible(field: Field, observers: Sequence[Standing], targets: Sequence[Standing], view: View = PLAIN) -> bool:
    """Whether any model of a unit is visible to any of the observers."""
    obstacles, hidden = corridor_obstacles(field, observers, targets, view)
    if hidden:
        return False
    return not obstacles or any(look_through(observer, target, obstacles).visible for observer in observers for target in targets)


def visible_models(field: Field, observer: Standing, targets: Sequence[Standing], view: View = PLAIN) -> tuple[str, ...]:
    """The names of those models of a unit that are visible to one observer, in the unit's order."""
    obstacles, hidden = corridor_obstacles(field, (observer,), targets, view)
    if hidden:
        return ()
    return tuple(target.name for target in targets if look_through(observer, target, obstacles).visible)


def unit_fully_visible(field: Field, observer: Standing, targets: Sequence[Standing], view: View = PLAIN) -> bool:
    """Whether every model of a unit is fully visible to one observer."""
    obstacles, hidden = corridor_obstacles(field, (observer,), targets, view)
    return not hidden and all(look_through(observer, target, obstacles).full for target in targets)
