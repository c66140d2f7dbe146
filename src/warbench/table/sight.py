"""Line of sight between models, by a fixed set of rays.

A model is seen at six points: over its centre and over the two corners of its outline that lie furthest to the left and to the
right of the line between both models' centres (a round base stands as a polygon), each at a quarter of its height and at its
top. It is visible if any ray from a point of the observer to one of its own is free, and fully visible if each of its points
has a ray that is free and passes no veil. Both sets are chosen alike, so that two models see each other or neither does, except
across a piece that blocks sight over its footprint: from wholly within it one sees out. Lines that touch a border are free.

Before any ray is drawn, the corridor between the models is looked at as a whole: if nothing is in it, all is visible; if a
blocking footprint parts it from side to side, nothing is. Both answers are exact.
"""

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from itertools import product

import msgspec

from warbench.table.bases import outline_at
from warbench.table.convex import Core, box_of, holds_point, hull
from warbench.table.field import Field
from warbench.table.lattice import FAR, Point
from warbench.table.measure import Standing, inside
from warbench.table.obstacles import Obstacle
from warbench.table.rays import Crossing, bridges_of, crossings, open_lines, parts, past, through_area
from warbench.table.terrain import rectangle

Level = int
Samples = tuple[tuple[Point, ...], tuple[Level, Level]]
"""Three points seen from above, and the two levels at which each is looked at."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one looks: ``models`` are other models in the way; ``over``: one looks over footprints that block or veil sight."""

    models: tuple[Standing, ...] = ()
    over: bool = False


PLAIN = View()
"""Terrain alone is in the way."""


def samples(model: Standing, dx: int, dy: int) -> Samples:
    """The points at which a model is looked at along a direction, and from which it looks."""
    x, y, z, height = model.place.x, model.place.y, model.place.z, model.base.height
    if dx == 0 and dy == 0:
        dx = 1
    outline = outline_at(model.base, model.place.heading)
    offs = [dx * py - dy * px for px, py in outline]
    px, py = _outermost(outline, offs, max(offs))
    qx, qy = _outermost(outline, offs, min(offs))
    return ((x, y), (x + px, y + py), (x + qx, y + qy)), (z + height // 4, z + height)


def _outermost(outline: Core, offs: Sequence[int], off: int) -> Point:
    """The corner that lies so far to one side; of two the larger one."""
    if offs.count(off) == 1:
        return outline[offs.index(off)]
    return max(corner for corner, here in zip(outline, offs, strict=True) if here == off)


def corridor_obstacles(
    field: Field, observers: Sequence[Standing], targets: Sequence[Standing], view: View = PLAIN
) -> tuple[list[Obstacle], bool]:
    """What may be in the way between two groups of models, and whether it surely hides each of one from each of the other.

    The groups stand as the upright rectangles around them: what holds for these holds for all that is in them.
    """
    one, other = _box(observers), _box(targets)
    around = min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
    candidates = [obstacle for ground in field.near(around) for obstacle in ground.obstacles]
    if view.over:
        candidates = [obstacle for obstacle in candidates if not (obstacle.endless or obstacle.veil)]
    if view.models:
        both = {model.name for model in (*observers, *targets)}
        candidates.extend(_as_obstacle(model) for model in view.models if model.name not in both)
    if not candidates:
        return candidates, False
    ends = rectangle(*one), rectangle(*other)
    # Beside the corridor lies what is further to one side of the line between both middles than all of both rectangles.
    dx, dy = other[0] + other[2] - one[0] - one[2], other[1] + other[3] - one[1] - one[3]
    sides = [dx * y - dy * x for end in ends for x, y in end]
    right, left = min(sides), max(sides)
    bridges: list[tuple[Point, Point]] | None = None
    found: list[Obstacle] = []
    x0, y0, x1, y1 = around
    for obstacle in candidates:
        a0, b0, a1, b1 = obstacle.box
        if a0 > x1 or a1 < x0 or b0 > y1 or b1 < y0:
            continue
        sides = [dx * y - dy * x for x, y in obstacle.area]
        if max(sides) < right or min(sides) > left:
            continue
        if obstacle.endless:
            if bridges is None:
                bridges = bridges_of(*ends, hull((*ends[0], *ends[1])))
            if parts(*ends, bridges, obstacle.area):
                return [obstacle], True
        found.append(obstacle)
    return found, False


def blockers(obstacles: Iterable[Obstacle], observers: Sequence[Standing], targets: Sequence[Standing]) -> list[Obstacle]:
    """Those of some obstacles that matter to `sees_through` for each of some observers and each of some targets.

    Where nothing floats above the feet of all, the ray between two tops is free if any ray on the same line is; so what is no
    higher than the lowest top hides nobody.
    """
    solid = [obstacle for obstacle in obstacles if not obstacle.veil]
    feet = min((model.place.z for model in (*observers, *targets)), default=0)
    if any(obstacle.low > feet and not obstacle.endless for obstacle in solid):
        return solid
    lowest = min((model.top for model in (*observers, *targets)), default=0)
    return [obstacle for obstacle in solid if obstacle.endless or obstacle.high > lowest]


@lru_cache(maxsize=4096)
def _as_obstacle(model: Standing) -> Obstacle:
    outline = model.outline
    return Obstacle(model.name, outline, box_of(outline), model.place.z, model.top)


def _box(models: Sequence[Standing]) -> tuple[int, int, int, int]:
    """The upright rectangle around the circles about some models."""
    x0 = y0 = FAR * 2
    x1 = y1 = -FAR * 2
    for model in models:
        x, y, half = model.place.x, model.place.y, (model.base.outer + 1) // 2
        x0, y0 = min(x0, x - half), min(y0, y - half)
        x1, y1 = max(x1, x + half), max(y1, y + half)
    return x0, y0, x1, y1


def _samples(observer: Standing, target: Standing) -> tuple[Samples, Samples]:
    """The samples of two models as they see each other."""
    dx, dy = target.place.x - observer.place.x, target.place.y - observer.place.y
    return samples(observer, dx, dy), samples(target, dx, dy)


def _between(observer: Standing, eyes: Sequence[Point], spots: Sequence[Point], obstacles: Iterable[Obstacle]) -> list[Obstacle]:
    """The obstacles that a ray between the samples of two models may meet."""
    dx, dy = spots[0][0] - eyes[0][0], spots[0][1] - eyes[0][1]
    ends = (*eyes, *spots)
    x0, y0, x1, y1 = box_of(ends)
    offs = [dx * y - dy * x for x, y in ends]
    right, left = min(offs), max(offs)  # how far the rays reach to either side of the line between the centres
    there = []
    for obstacle in obstacles:
        a0, b0, a1, b1 = obstacle.box
        if a0 > x1 or a1 < x0 or b0 > y1 or b1 < y0:
            continue
        offs = [dx * y - dy * x for x, y in obstacle.area]
        if max(offs) < right or min(offs) > left:
            continue
        if obstacle.endless and holds_point(obstacle.area, eyes[0]) and inside(observer, obstacle.area):
            continue
        there.append(obstacle)
    return there


def sees_through(observer: Standing, target: Standing, obstacles: Sequence[Obstacle]) -> bool:
    """Whether a model sees any part of another past the given obstacles."""
    endless = [obstacle for obstacle in obstacles if obstacle.endless]
    others = [obstacle for obstacle in obstacles if not (obstacle.endless or obstacle.veil)]
    if _top_sees_top(observer, target, endless, others):
        return True  # the usual answer, quickly
    (eyes, eye_levels), (spots, spot_levels) = _samples(observer, target)
    lines = open_lines(eyes, spots, _between(observer, eyes, spots, endless))
    if not lines:
        return False
    # What stands below both models and above their tops stops whatever crosses it, as an endless obstacle does.
    low, high = min(eye_levels[0], spot_levels[0]), max(eye_levels[1], spot_levels[1])
    shut: list[Obstacle] = []
    rest: list[Obstacle] = []
    for obstacle in _between(observer, eyes, spots, others):
        (shut if obstacle.low <= low and obstacle.high > high else rest).append(obstacle)
    # Where nothing floats, no ray of a line is freer than that between the tops.
    floats = any(obstacle.low > low for obstacle in rest)
    all_levels = [(a, b) for b in reversed(spot_levels) for a in reversed(eye_levels)]
    levels = all_levels if floats else all_levels[:1]
    for eye, spot in past(lines, shut):
        line = crossings(eye, spot, rest)
        if not line or any(not any(crossing.stops(a, b) for crossing in line) for a, b in levels):
            return True
    return False


def _top_sees_top(observer: Standing, target: Standing, endless: Iterable[Obstacle], others: Sequence[Obstacle]) -> bool:
    """Whether the ray from the middle of one model's top to the other's is free; False where a footprint needs a closer look."""
    here, there = observer.place, target.place
    eye, spot = (here.x, here.y), (there.x, there.y)
    if any(through_area(eye, spot, obstacle.area) is not None for obstacle in endless):
        return False
    return not any(crossing.stops(observer.top, target.top) for crossing in crossings(eye, spot, others))


def hides(observer: Standing, target: Standing, obstacles: Sequence[Obstacle], names: Container[str]) -> bool:
    """Whether a model is not fully visible to another because of any of the obstacles with some names.

    It is so if some point of it has no ray that is free and passes no veil, and a named obstacle stops or veils one of its rays.
    """
    (eyes, eye_levels), (spots, spot_levels) = _samples(observer, target)
    there = _between(observer, eyes, spots, obstacles)
    for spot in spots if there else ():
        lines = [crossings(eye, spot, there) for eye in eyes]
        if any(_loses(lines, eye_levels, spot_level, names) for spot_level in spot_levels):
            return True
    return False


def _loses(lines: Iterable[Sequence[Crossing]], eye_levels: Sequence[Level], spot_level: Level, names: Container[str]) -> bool:
    """Whether no ray to a point is free of stops and veils, and an obstacle with one of some names is in the way of any."""
    named = False
    for line, eye_level in product(lines, eye_levels):
        way = [crossing.obstacle.name for crossing in line if crossing.stops(eye_level, spot_level)]
        if not way:
            return False
        named = named or any(name in names for name in way)
    return named
