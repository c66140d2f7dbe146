"""Proposals for moving a unit: a seeded, finite list of complete legal moves toward a point, away from enemies, or staying."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import nsmallest
from typing import Literal

import msgspec

from warbench.table.charges import contact_moves
from warbench.table.coherency import is_coherent
from warbench.table.draw import Draw
from warbench.table.headings import TURN, heading_of, stride, turn_between
from warbench.table.lattice import Place, Point, travel
from warbench.table.measure import Standing, colliding
from warbench.table.paths import may_move, model_fault
from warbench.table.permits import Path, UnitRule
from warbench.table.regions import Box
from warbench.table.routes import route
from warbench.table.scene import ENEMY, TARGET, Scene
from warbench.table.setups import Pick
from warbench.table.units import end_of_unit_fault, may_move_unit, paths_box, together_fault

Aim = Literal["hold", "toward", "away", "contact"]

FANS = ((0, 4), (0, 2), (25, 4), (-25, 4), (0, 3), (50, 4), (-50, 4), (0, 1), (90, 4), (-90, 4), (60, 2), (-60, 2), (180, 2))
"""Turns off the straight direction, in degrees, and quarters of the whole way: tried in this order."""

WOBBLE = 8
"""The seed turns every direction but the straight ones by up to so many degrees."""

MORE = 12
"""So many random directions and lengths are tried after that, if there are still fewer than `FEW` proposals."""

FEW = 3

REPAIRS = 3
"""If no more models than this, and no more than a third, cannot follow the unit, other places are tried for them."""

REPAIR_CALLS = 4
REPAIR_MATES = 3
REPAIR_TRIES = 16


class Goal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a move is for: to ``hold``, go ``toward`` a point, ``away`` from the nearest enemy, or into ``contact`` with a target.

    ``point`` in lattice units, for ``toward`` alone. A unit that reaches its point stops with its middle on it.
    """

    aim: Aim
    point: Point = (0, 0)


class UnitMove(msgspec.Struct, frozen=True):
    """A proposed move: what it is for, and a path for each model in the unit's order."""

    goal: Goal
    paths: tuple[Path, ...]

    @property
    def ends(self) -> tuple[Place, ...]:
        """Where the models end."""
        return tuple(path[-1] for path in self.paths)


class Mover:
    """A unit about to move: what is near it, and what of its rule is already known to hold."""

    __slots__ = ("box", "coherent", "core", "far", "flat", "middle", "near", "repairs", "rule", "size", "turns", "unit")

    def __init__(self, scene: Scene, unit: Sequence[Standing], rule: UnitRule) -> None:
        """Look at what the unit can reach at most."""
        self.unit = tuple(unit)
        self.rule = rule
        self.far = scene.without({model.name for model in unit})
        margin = rule.permit.limit + (rule.permit.zone or 0)
        self.near = self.far.narrowed(paths_box(unit, [(model.place,) for model in unit], margin))
        xs, ys = [model.place.x for model in unit], [model.place.y for model in unit]
        self.middle = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
        self.core = inner_box(unit)
        self.box = paths_box(unit, [(model.place,) for model in unit], 0)
        self.flat = all(model.place.z == 0 for model in unit)
        self.size = (2 * scene.field.size.width, 2 * scene.field.size.depth)
        self.coherent = rule.coherency is None or is_coherent(unit, rule.coherency)
        self.repairs = REPAIR_CALLS
        self.turns = any(not model.base.is_round for model in unit)

    def shifted(self, dx: int, dy: int, heading: int | None) -> tuple[Path, ...] | None:
        """Every model moved alike, turned to a heading if one is given; repaired if a few cannot follow; None if not legal.

        Most attempts fail where a model ends, so the ends are looked at before any way.
        """
        permit, field = self.rule.permit, self.near.field
        x0, y0, x1, y1 = self.core
        inside = x0 + 2 * dx >= 0 and y0 + 2 * dy >= 0 and x1 + 2 * dx <= self.size[0] and y1 + 2 * dy <= self.size[1]
        if not (self._spare or inside):  # a circle in one of the bases would leave the table
            return None
        ends = []
        for model in self.unit:
            place = model.place
            facing = place.heading if heading is None or model.base.is_round else heading
            ends.append(Place(place.x + dx, place.y + dy, place.z, facing))
        x0, y0, x1, y1 = self.box
        x2, y2, x3, y3 = x0 + dx, y0 + dy, x1 + dx, y1 + dy
        open_end = self.flat and 2 * x2 >= 0 and 2 * y2 >= 0 and 2 * x3 <= self.size[0] and 2 * y3 <= self.size[1]
        open_end = open_end and not field.is_near(x2, y2, x3, y3)
        x0, y0, x1, y1 = min(x0, x2), min(y0, y2), max(x1, x3), max(y1, y3)
        rough = field.is_near(x0, y0, x1, y1)
        if rough and not open_end:
            ends = [self._on_ground(model, end) for model, end in zip(self.unit, ends, strict=True)]
        if self.rule.engage and not self._spare and self._misses(ends):
            return None
        fallen = self._fallen(ends, (x2, y2, x3, y3), open_end=open_end)
        if len(fallen) > self._spare:
            return None
        zone = permit.zone or 0
        here = self.near.narrowed((x0 - zone, y0 - zone, x1 + zone, y1 + zone))
        if rough:
            paths = tuple(route(field, model, end, permit) for model, end in zip(self.unit, ends, strict=True))
        else:
            paths = tuple((model.place, end) for model, end in zip(self.unit, ends, strict=True))
            wide = x0 >= 0 and y0 >= 0 and 2 * x1 <= self.size[0] and 2 * y1 <= self.size[1]
            alone = permit.over_large or len(paths) == 1  # else mates could bar each other's way
            if open_end and wide and alone and not here.rows and heading is None:
                legal = travel(dx, dy) <= permit.limit and self._whole(paths, known=True)
                return paths if legal else None
        return self._judged(here, paths, fallen)

    def _misses(self, ends: Sequence[Place]) -> bool:
        """Whether the unit would not end where it must as a whole; of a move in which nobody may end elsewhere."""
        there = [model.at(end) for model, end in zip(self.unit, ends, strict=True)]
        return end_of_unit_fault(self.far, self.unit, there, self.rule) is not None

    def _fallen(self, ends: Sequence[Place], box: Box, *, open_end: bool) -> list[int]:
        """The models that may not stand at their ends, as far as `_spare` lets them be counted.

        ``box`` holds the ends; with ``open_end`` it lies on the table, away from all terrain.
        """
        permit, zone, spare = self.rule.permit, self.rule.permit.zone or 0, self._spare
        x0, y0, x1, y1 = box[0] - zone, box[1] - zone, box[2] + zone, box[3] + zone
        rows = [row for row in self.near.rows if row[0] <= x1 and row[2] >= x0 and row[1] <= y1 and row[3] >= y0]
        found: list[int] = []
        if open_end and not rows:
            return found
        for index, (model, end) in enumerate(zip(self.unit, ends, strict=True)):
            there = model.at(end)
            if model_fault(rows, there, permit) or not (open_end or self.near.field.stand_fault(there, permit.keywords) is None):
                found.append(index)
                if len(found) > spare:
                    break
        return found

    @property
    def _spare(self) -> int:
        """How many models may be unable to follow."""
        return min(REPAIRS, len(self.unit) // 3) if self.repairs and self.rule.permit.over_large else 0

    def _on_ground(self, model: Standing, end: Place) -> Place:
        """A place on the top that it lies on, or on the table."""
        level = self.near.field.level_at(model.base, end)
        return end if level == end.z else Place(end.x, end.y, level, end.heading)

    def _whole(self, paths: tuple[Path, ...], *, known: bool) -> bool:
        """Whether the unit's end is legal as a whole; ``known``: the models stand to each other as they did."""
        rule = self.rule
        if not (known and self.coherent) or rule.engage or rule.closer or rule.contact:
            ends = [model.at(path[-1]) for model, path in zip(self.unit, paths, strict=True)]
            if together_fault(ends, rule.coherency) or end_of_unit_fault(self.far, self.unit, ends, rule):
                return False
            return not rule.contact or may_move_unit(self.far, self.unit, paths, rule)
        return True

    def _judged(self, here: Scene, paths: tuple[Path, ...], fallen: Sequence[int]) -> tuple[Path, ...] | None:
        """Paths as they are if all are legal, repaired if all but a few are, else None.

        ``here`` is what is near them; the models ``fallen`` cannot end theirs, the others can.
        """
        permit = self.rule.permit
        if not permit.over_large:
            return paths if may_move_unit(self.far, self.unit, paths, self.rule) else None
        stuck: list[int] = []
        spare = self._spare
        for index, (model, path) in enumerate(zip(self.unit, paths, strict=True)):
            if index in fallen or not may_move(here, model, path, permit, may_stand=True):
                stuck.append(index)
                if len(stuck) > spare:
                    return None
        if stuck:
            self.repairs -= 1
            repaired = self._repaired(paths, stuck)
            if repaired is None:
                return None
            paths = repaired
        same = not stuck and all(path[0].z == path[-1].z and path[0].heading == path[-1].heading for path in paths)
        return paths if self._whole(paths, known=same) else None

    def _repaired(self, paths: tuple[Path, ...], stuck: Sequence[int]) -> tuple[Path, ...] | None:
        """Other ends for the models that cannot follow: on their way, or beside a mate that can."""
        permit, field = self.rule.permit, self.near.field
        fixed = list(paths)
        ends = [self.unit[index].at(path[-1]) for index, path in enumerate(paths) if index not in stuck]
        for index in stuck:
            model = self.unit[index]
            x, y, reach = model.place.x, model.place.y, permit.limit
            for place in _other_ends(model, paths[index][-1], ends):
                if (place.x - x) ** 2 + (place.y - y) ** 2 > reach * reach:
                    continue
                there = model.at(self._on_ground(model, place))
                path = route(field, model, there.place, permit) if there.place != model.place else (model.place,)
                stays = there.place == model.place
                if any(colliding(there, mate) for mate in ends) or (stays and model_fault(self.near.rows, there, permit)):
                    continue
                if may_move(self.near, model, path, permit):
                    fixed[index] = path
                    ends.append(there)
                    break
            else:
                return None
        return tuple(fixed)


def inner_box(unit: Sequence[Standing]) -> Box:
    """The rectangle around the circles that lie in the bases of a unit at every heading, in half units."""
    rows = [(2 * it.place.x, 2 * it.place.y, it.base.inner) for it in unit]
    return (
        min(x - inner for x, _, inner in rows),
        min(y - inner for _, y, inner in rows),
        max(x + inner for x, _, inner in rows),
        max(y + inner for _, y, inner in rows),
    )


def _other_ends(model: Standing, end: Place, mates: Sequence[Standing]) -> Iterator[Place]:
    """Places near ``end``: parts of the way there, and beside the mates around it; the nearest first, its own place last."""
    start = model.place
    dx, dy = end.x - start.x, end.y - start.y
    found = [(start.x + dx * part // 4, start.y + dy * part // 4) for part in (3, 2, 1)]
    near = nsmallest(REPAIR_MATES, mates, key=lambda it: ((it.place.x - end.x) ** 2 + (it.place.y - end.y) ** 2, it.name))
    for mate in near:
        apart = (model.base.outer + mate.base.outer) // 2 + 13
        for direction in range(0, TURN, 45):
            x, y = stride(direction, apart)
            found.append((mate.place.x + x, mate.place.y + y))
    found.sort(key=lambda spot: ((spot[0] - end.x) ** 2 + (spot[1] - end.y) ** 2, spot))
    for x, y in found[:REPAIR_TRIES]:
        yield Place(x, y, 0, end.heading)
    yield start


@lru_cache(maxsize=2)
def _mover(scene: Scene, unit: tuple[Standing, ...], rule: UnitRule) -> Mover:
    """A unit about to move; kept while moves of it for one goal after another are proposed (a scene never changes)."""
    return Mover(scene, unit, rule)


def _direction(mover: Mover, goal: Goal) -> tuple[int, int] | None:
    """The heading of a goal and how far to go at most; None if there is no direction to go."""
    x, y = mover.middle
    limit = mover.rule.permit.limit
    if goal.aim == "toward":
        dx, dy = goal.point[0] - x, goal.point[1] - y
        return (heading_of(dx, dy), min(limit, travel(dx, dy))) if dx or dy else None
    enemies = mover.far.models(ENEMY, TARGET)
    if not enemies:
        return None
    nearest = min(enemies, key=lambda it: ((it.place.x - x) ** 2 + (it.place.y - y) ** 2, it.name)).place
    dx, dy = x - nearest.x, y - nearest.y
    return (heading_of(dx, dy), limit) if dx or dy else None


def _steps(mover: Mover, goal: Goal, draw: Draw) -> Iterator[tuple[Point, int | None, bool]]:
    """The moves to try for a goal: how far across, the heading to turn to if bases can turn, and whether it is one of `MORE`."""
    aim = _direction(mover, goal)
    if aim is None:
        return
    straight, far = aim
    permit = mover.rule.permit
    for turn, quarters in FANS:
        heading = straight + turn + (draw.between(-WOBBLE, WOBBLE) if turn else 0)
        length = far * quarters // 4
        if not turn and goal.aim == "toward" and far < permit.limit and quarters == 4:  # noqa: PLR2004 - the whole way
            x, y = mover.middle
            yield (goal.point[0] - x, goal.point[1] - y), None, False
        else:
            yield _shortened(heading, length), None, False
        if mover.turns and not turn:
            turned = any(abs(turn_between(model.place.heading, heading)) > permit.free_turn for model in mover.unit)
            rest = min(length, permit.limit - (permit.pivot_cost if turned else 0))
            if rest > 0:
                yield _shortened(heading, rest), heading % TURN, False
    for _ in range(MORE):
        yield _shortened(straight + draw.between(-135, 135), draw.between(far // 8, far)), None, True


def _shortened(heading: int, length: int) -> Point:
    """A step along a heading, never longer than ``length`` when its root is rounded up."""
    for shorter in range(length, 0, -1):
        step = stride(heading, shorter)
        if travel(*step) <= length:
            return step
    return 0, 0


def propose_moves(scene: Scene, unit: Sequence[Standing], goal: Goal, rule: UnitRule, pick: Pick) -> tuple[UnitMove, ...]:
    """Legal moves of a unit for a goal, at most ``pick.limit`` of them: those of `seek_moves`."""
    return tuple(seek_moves(scene, unit, goal, rule, pick))


def seek_moves(scene: Scene, unit: Sequence[Standing], goal: Goal, rule: UnitRule, pick: Pick) -> Iterator[UnitMove]:
    """Legal moves of a unit for a goal, one by one, the plainest first; each passes `units.judge_unit`.

    ``hold`` gives the one move that moves nobody. ``toward`` and ``away`` shift the unit as it stands, straight and then by other
    angles and lengths; up to `REPAIRS` models that cannot follow find another place. ``contact``: see `charges`. The same
    arguments give the same moves, at most ``pick.limit`` of them; ``pick.heading`` does not matter.
    """
    if not unit or pick.limit < 1:
        return
    if goal.aim == "contact":
        for paths in contact_moves(scene, unit, rule, pick):
            yield UnitMove(goal, paths)
        return
    if goal.aim == "hold":
        paths = tuple((model.place,) for model in unit)
        if may_move_unit(scene, unit, paths, rule):
            yield UnitMove(goal, paths)
        return
    for paths in _shifts(scene, unit, goal, rule, pick):
        yield UnitMove(goal, paths)


def _shifts(scene: Scene, unit: Sequence[Standing], goal: Goal, rule: UnitRule, pick: Pick) -> Iterator[tuple[Path, ...]]:
    """The different legal paths of a unit that is shifted for a goal, at most ``pick.limit``."""
    mover = _mover(scene, tuple(unit), rule)
    mover.repairs = REPAIR_CALLS
    found: set[tuple[Path, ...]] = set()
    tried: set[tuple[int, int, int | None]] = set()
    for step, heading, more in _steps(mover, goal, Draw(pick.seed)):
        if more and len(found) >= min(FEW, pick.limit):
            break
        if step == (0, 0) or (*step, heading) in tried:
            continue
        tried.add((*step, heading))
        shifted = mover.shifted(*step, heading)
        if shifted is not None and shifted not in found:
            found.add(shifted)
            yield shifted
            if len(found) == pick.limit:
                break
