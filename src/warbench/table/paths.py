"""Judging the way of one model: how long it is, what it sweeps over, and where it ends.

Every sweep is compared exactly with the models, zones, walls and blocks near it, and with the table's edge.
"""

from collections.abc import Sequence
from itertools import pairwise

from warbench.table import convex
from warbench.table.errors import TableError
from warbench.table.field import Fault, Ground
from warbench.table.lattice import Place, inches_text, travel
from warbench.table.measure import Standing, colliding, core_of, engaged
from warbench.table.permits import MovePermit, MoveVerdict, Path
from warbench.table.scene import ENEMY, FRIEND, LARGE, PASSED, TARGET, Row, Scene
from warbench.table.ways import Sweep, leg_sweeps, path_length

OK = "ok"
"""The code of what is allowed."""


def _bars(group: int, permit: MovePermit) -> bool:
    """Whether models of a group may not be moved over."""
    if permit.fly or group == PASSED:
        return False
    if group == FRIEND:
        return not permit.over_friends
    if group == LARGE:
        return not permit.over_large
    return not permit.through_enemies


ZONED = (ENEMY, PASSED)
"""The groups in whose zone no move ends that is not made for it."""

_WHOM = {FRIEND: "friend", LARGE: "friend", ENEMY: "enemy", TARGET: "enemy"}


def _model_fault(name: str, sweep: Sweep, row: Row, permit: MovePermit, unmeasured: int) -> Fault | None:
    """Why a sweep may not pass a model, or None."""
    group, other = row.group, row.model
    core, diameter = sweep.core, sweep.diameter + other.base.diameter
    if _bars(group, permit) and row.low < sweep.high and sweep.low < row.top and convex.overlap(core, row.core, diameter):
        return Fault(f"through-{_WHOM[group]}", f"{name} would move through {other.name}")
    if group == ENEMY and permit.zone is not None and not permit.through_zones:
        rise = max(0, row.low - (sweep.high - unmeasured), sweep.low - (row.low + other.base.body))
        if rise <= permit.zone_height and convex.near(core, row.core, 2 * permit.zone + diameter):
            return Fault("through-zone", f"{name} would come within {inches_text(permit.zone)} of {other.name}")
    return None


def _terrain_fault(name: str, sweep: Sweep, ground: Ground, permit: MovePermit) -> Fault | None:
    """Why a sweep may not pass a piece of terrain, or None."""
    piece = ground.piece
    feet = sweep.low + permit.step
    if ground.panels and not any(word in piece.traits.breachable_by for word in permit.keywords):
        for a, b, low, high in ground.panels:
            if low < sweep.high and high > feet and convex.overlap(sweep.core, (a, b), sweep.diameter):
                return Fault("through-wall", f"{name} would move through a wall of {piece.name}")
    if piece.traits.solid and piece.height > feet and convex.overlap(sweep.core, piece.footprint, sweep.diameter):
        return Fault("through-solid", f"{name} would move through {piece.name}")
    return None


def _way_fault(scene: Scene, mover: Standing, path: Path, permit: MovePermit) -> Fault | None:
    """Why a path is no way on foot or through the air: its form alone."""
    base, name = mover.base, mover.name
    for a, b in pairwise(path):
        rise = abs(b.z - a.z)
        if b.z < 0:
            return Fault("bad-path", f"{name} would move below the table")
        if permit.fly:
            continue
        if rise > permit.step:
            if not permit.climb:
                return Fault("may-not-climb", f"{name} may not climb")
            if (a.x, a.y) != (b.x, b.y):
                return Fault("bad-path", f"{name} must climb straight up or down, not while moving across")
        if b.z and not scene.field.touches_level(core_of(base, b), base.diameter, b.z):
            return Fault("no-floor", f"{name} would walk on nothing, {inches_text(b.z)} above the table")
    return None


def judge_move(scene: Scene, mover: Standing, path: Path, permit: MovePermit) -> MoveVerdict:
    """Judge the way of one model: length, everything on the way, and the end. A model that stays may always stay.

    The mover itself is left out of the scene, by its name. Touching is no overlap; a zone's border belongs to the zone.

    Raises:
        TableError: the path does not begin where the model stands.
    """
    if not path or path[0] != mover.place:
        raise TableError("bad-path", f"{mover.name}: a path begins where the model stands")
    if len(path) == 1 or all(place == path[0] for place in path):
        return MoveVerdict(ok=True, code=OK, sentence="", length=0)
    base = mover.base
    if len(path) == 2 and _is_plain(scene, mover, path[1], permit):  # noqa: PLR2004 - one straight line
        return MoveVerdict(ok=True, code=OK, sentence="", length=travel(path[1].x - path[0].x, path[1].y - path[0].y))
    length = path_length(base, path, permit)
    if length > permit.limit:
        return _too_far(mover, length, permit)
    fault = _way_fault(scene, mover, path, permit)
    notes = _Notes()
    if fault is None:
        fault = _sweep_fault(scene, mover, path, permit, notes)
    length += sum(notes.slow.values())
    if fault is None and length > permit.limit:
        return _too_far(mover, length, permit)
    if fault is None:
        fault = end_fault(scene, mover.at(path[-1]), permit)
    crossed = tuple(notes.crossed)
    if fault is not None:
        return MoveVerdict(ok=False, code=fault.code, sentence=fault.sentence, length=length, crossed=crossed)
    return MoveVerdict(ok=True, code=OK, sentence="", length=length, crossed=crossed)


def may_move(scene: Scene, mover: Standing, path: Path, permit: MovePermit, *, may_stand: bool = False) -> bool:
    """Whether `judge_move` allows a path that begins where the model stands: asked in another order, the quickest first.

    ``may_stand``: it is known already that the model may end there.
    """
    end = path[-1]
    if len(path) == 2 and path[0] != end:  # noqa: PLR2004 - one straight line
        if _is_plain(scene, mover, end, permit):
            return True
    elif all(place == path[0] for place in path):
        return True
    length = path_length(mover.base, path, permit)
    if length > permit.limit or not (may_stand or may_end(scene, mover.at(end), permit)):
        return False
    if _way_fault(scene, mover, path, permit):
        return False
    notes = _Notes()
    return _sweep_fault(scene, mover, path, permit, notes) is None and length + sum(notes.slow.values()) <= permit.limit


def _too_far(mover: Standing, length: int, permit: MovePermit) -> MoveVerdict:
    sentence = f"{mover.name} would move {inches_text(length)}, more than its {inches_text(permit.limit)}"
    return MoveVerdict(ok=False, code="too-far", sentence=sentence, length=length)


class _Notes:
    """What a path crosses on its way: enemies by name, and slow terrain."""

    __slots__ = ("crossed", "slow")

    def __init__(self) -> None:
        self.crossed: list[str] = []
        self.slow: dict[str, int] = {}


def _sweep_fault(scene: Scene, mover: Standing, path: Path, permit: MovePermit, notes: _Notes) -> Fault | None:
    """Why something on the way forbids a path, or None; notes what it crosses."""
    for a, b in pairwise(path):
        if not _is_free(scene, mover, a, b, permit):
            fault = _leg_fault(scene, mover, (a, b), permit, notes)
            if fault is not None:
                return fault
    return None


def _is_free(scene: Scene, mover: Standing, a: Place, b: Place, permit: MovePermit) -> bool:
    """Whether nothing at all is near a leg, neither models nor terrain nor the table's edge."""
    half = (mover.base.outer + 1) // 2
    x0, y0, x1, y1 = min(a.x, b.x) - half, min(a.y, b.y) - half, max(a.x, b.x) + half, max(a.y, b.y) + half
    size = scene.field.size
    if x0 < 0 or y0 < 0 or x1 > size.width or y1 > size.depth or scene.field.is_near(x0, y0, x1, y1):
        return False
    zone = permit.zone or 0
    x0, y0, x1, y1 = x0 - zone, y0 - zone, x1 + zone, y1 + zone
    for row in scene.rows:
        if row[0] <= x1 and row[2] >= x0 and row[1] <= y1 and row[3] >= y0 and row[7].name != mover.name:
            return False
    return True


def _leg_fault(scene: Scene, mover: Standing, leg: tuple[Place, Place], permit: MovePermit, notes: _Notes) -> Fault | None:
    """Why something on one leg of the way forbids it, or None; notes what it crosses."""
    width, depth = scene.field.size.width, scene.field.size.depth
    for sweep in leg_sweeps(mover.base, *leg):
        _, _, x0, y0, x1, y1, _, _ = sweep
        if (x0 < 0 or y0 < 0 or x1 > width or y1 > depth) and not _inside_table(sweep, width, depth):
            return Fault("off-table", f"{mover.name} would leave the table")
        fault = _models_fault(scene.rows, mover, sweep, permit, notes.crossed)
        if fault is None and not (permit.fly or permit.over_terrain):
            fault = _grounds_fault(scene.field.near((x0, y0, x1, y1)), mover.name, sweep, permit, notes.slow)
        if fault is not None:
            return fault
    return None


def _models_fault(rows: Sequence[Row], mover: Standing, sweep: Sweep, permit: MovePermit, crossed: list[str]) -> Fault | None:
    """Why a sweep may not pass the models of a scene, or None; notes the enemies that it moves over."""
    core, diameter, x0, y0, x1, y1, low, high = sweep
    zone = permit.zone if permit.zone is not None and not permit.through_zones else 0
    x0, y0, x1, y1 = x0 - zone, y0 - zone, x1 + zone, y1 + zone
    unmeasured = mover.base.height - mover.base.body
    for row in rows:
        if row[0] > x1 or row[2] < x0 or row[1] > y1 or row[3] < y0 or row.model.name == mover.name:
            continue
        fault = _model_fault(mover.name, sweep, row, permit, unmeasured)
        if fault is not None:
            return fault
        other = row.model
        fresh = ENEMY <= row.group <= TARGET and other.name not in crossed and row.low < high and low < row.top
        if fresh and convex.overlap(core, row.core, diameter + other.base.diameter):
            crossed.append(other.name)
    return None


def _grounds_fault(grounds: Sequence[Ground], name: str, sweep: Sweep, permit: MovePermit, slow: dict[str, int]) -> Fault | None:
    """Why a sweep may not pass some terrain, or None; notes the slow terrain that it enters."""
    for ground in grounds:
        fault = _terrain_fault(name, sweep, ground, permit)
        if fault is not None:
            return fault
        piece = ground.piece
        if piece.traits.slow and convex.overlap(sweep.core, piece.footprint, sweep.diameter):
            slow[piece.name] = piece.traits.slow
    return None


def _inside_table(sweep: Sweep, width: int, depth: int) -> bool:
    """Whether a sweep stays on the table, its border included."""
    x0, y0, x1, y1 = convex.box_of(sweep.core)
    radius = sweep.diameter
    return 2 * x0 >= radius and 2 * y0 >= radius and 2 * x1 + radius <= 2 * width and 2 * y1 + radius <= 2 * depth


def end_fault(scene: Scene, model: Standing, permit: MovePermit) -> Fault | None:
    """Why a model may not end its move where it stands now, or None."""
    fault = scene.field.stand_fault(model, permit.keywords)
    return fault or model_fault(scene.rows, model, permit)


def may_end(scene: Scene, model: Standing, permit: MovePermit) -> bool:
    """Whether `end_fault` finds nothing: models first, which are in the way most often."""
    return model_fault(scene.rows, model, permit) is None and scene.field.stand_fault(model, permit.keywords) is None


def model_fault(rows: Sequence[Row], model: Standing, permit: MovePermit) -> Fault | None:
    """Why a model may not end among other models: on one of them, or in the zone of an enemy."""
    base, place = model.base, model.place
    zone = permit.zone if permit.zone is not None and not permit.end_in_zones else None
    reach = (base.outer + 1) // 2 + (zone or 0)
    x, y, low = place.x, place.y, place.z
    x0, y0, x1, y1, high = x - reach, y - reach, x + reach, y + reach, low + base.height
    for row in rows:
        if row[0] > x1 or row[2] < x0 or row[1] > y1 or row[3] < y0:
            continue
        other = row[7]
        if other.name == model.name:
            continue
        if row[4] < high and low < row[5] and colliding(model, other):
            return Fault("on-model", f"{model.name} would end on {other.name}")
        if zone is not None and row[6] in ZONED and engaged(model, other, zone, permit.zone_height):
            return Fault("in-zone", f"{model.name} would end within {inches_text(zone)} of {other.name}")
    return None


def _is_plain(scene: Scene, mover: Standing, end: Place, permit: MovePermit) -> bool:
    """Whether a model surely moves straight along the table without a turn: in reach, and nothing near that could forbid it.

    A quick answer for the usual case; False means that the whole judgement is needed.
    """
    start, outer = mover.place, mover.base.outer
    x, y, x2, y2 = start.x, start.y, end.x, end.y
    dx, dy = x2 - x, y2 - y
    if start.z or end.z or start.heading != end.heading or dx * dx + dy * dy > permit.limit * permit.limit:
        return False
    half = (outer + 1) // 2
    x0, x1 = (x - half, x2 + half) if x < x2 else (x2 - half, x + half)
    y0, y1 = (y - half, y2 + half) if y < y2 else (y2 - half, y + half)
    size = scene.field.size
    if x0 < 0 or y0 < 0 or x1 > size.width or y1 > size.depth or scene.field.is_near(x0, y0, x1, y1):
        return False
    zone = permit.zone or 0
    a0, b0, a1, b1 = x0 - zone, y0 - zone, x1 + zone, y1 + zone
    for row in scene.rows:
        if row[0] > a1 or row[2] < a0 or row[1] > b1 or row[3] < b0 or row[7].name == mover.name:
            continue
        if not (permit.over_friends if row[6] == FRIEND else permit.over_large and row[6] == LARGE):
            return False
        other = row[7]
        dx, dy, reach = x2 - other.place.x, y2 - other.place.y, outer + other.base.outer
        if 4 * (dx * dx + dy * dy) < reach * reach:
            return False
    return True
