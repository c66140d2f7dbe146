"""Proposals for a unit of which one model leads: it goes to a target by itself, the others after it.

`charges` moves models into contact by straight ways to places seen from the targets' centres. What that misses is sought here: a
unit that only just reaches, a long hull, a model that must turn first or go around something, and one that can reach the zone of
a target but not touch it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from warbench.table.charges import Plan, Ways
from warbench.table.contact import can_touch, contact_places
from warbench.table.headings import heading_of, stride
from warbench.table.lattice import INCH, Place, travel
from warbench.table.measure import Standing, distance_up, in_contact, within
from warbench.table.paths import may_end, may_move
from warbench.table.permits import Path, UnitRule
from warbench.table.routes import route
from warbench.table.scene import TARGET, Scene
from warbench.table.straight import nearest_points, straight_contact, straight_place

NEAREST, AROUND = 8, 3
"""So many pairs of a model and a target, the nearest, are tried straight, and so many of them by ways around."""

MOST = 200
"""So many ends of a leading model are looked at."""

TRIES, EACH = 5, 2
"""So many ways of a leading model are followed up by the others, and of one and the same model so many."""

BESIDE = INCH // 2
"""A way around something leads so far out from where it ends, or by two and four times that to a side."""

FAN = tuple(side * turn for turn in range(2, 31, 2) for side in (1, -1))
"""Degrees off the shortest way at which a zone is sought."""

_WITHIN = 2
"""Places at a zone's border are taken so far inside it: they are on a lattice."""

BESIDES = tuple((turn, apart) for apart in (2, INCH, 2 * INCH - _WITHIN) for turn in range(0, 360, 30))
"""The same as `charges.BESIDES`, closer together: here there are few attempts."""

Legal = Callable[[tuple[Path, ...]], bool]
"""Whether the paths of all models are a legal move."""


def led_moves(scene: Scene, unit: Sequence[Standing], rule: UnitRule, legal: Legal) -> Iterator[tuple[Path, ...]]:
    """The first legal move of a unit that is found with one model in the lead, if any.

    Args:
        scene: the battlefield as the unit sees it; its own models may be among the friends.
        unit: the models.
        rule: what the move must fulfil; with ``engage`` the zone of a target is enough for the leader, else he must touch one.
        legal: whether the paths of all are a legal move: the game's own judge.
    """
    others = scene.without({model.name for model in unit})
    ways = Ways(scene, unit, rule)
    tries: list[int] = []
    for index, end in islice(_ends(ways, unit), MOST):
        path = None if tries.count(index) == EACH else _way(ways, unit[index], end, alone=len(unit) == 1)
        if path is None:
            continue
        for paths in _after(others, unit, index, path, ways):
            if legal(paths):
                yield paths
                return
        tries += [index] if len(unit) > 1 else []
        if len(tries) == TRIES:
            return


# --- the leader ---


class _End(NamedTuple):
    """Where a model could end, and whether ways around something lead there."""

    place: Place
    around: bool


def _ends(ways: Ways, unit: Sequence[Standing]) -> Iterator[tuple[int, _End]]:
    """Ends of single models beside the targets nearest to them: those straight ahead, then those around; not judged yet."""
    targets, permit = ways.targets, ways.rule.permit
    zone = (permit.zone or 0) if ways.rule.engage else 0
    pairs = [
        (ways.gaps[model.name, target.name], index, at) for index, model in enumerate(unit) for at, target in enumerate(targets)
    ]
    near = [(index, targets[at]) for gap, index, at in sorted(pairs)[:NEAREST] if gap <= permit.limit + zone]
    for around in (False, True):
        for index, target in near[:AROUND] if around else near:
            for shape in _turned(unit[index], target):
                room = permit.limit - (permit.pivot_cost if shape is not unit[index] else 0)
                for place in (_beside if around else _straight)(shape, target, room, zone):
                    yield index, _End(place, around)


def _way(ways: Ways, model: Standing, end: _End, *, alone: bool) -> Path | None:
    """A legal way of a model to an end, or None; of one that is ``alone`` also if it would not engage all that must be."""
    permit, start, place = ways.rule.permit, model.place, end.place
    if travel(place.x - start.x, place.y - start.y) > permit.limit:
        return None
    there = model.at(place)
    if not may_end(ways.near, there, permit) or (alone and _misses(ways, there)):
        return None
    for path in _paths(ways, model, end):
        if may_move(ways.near, model, path, permit, may_stand=True):
            return path
    return None


def _paths(ways: Ways, model: Standing, end: _End) -> Iterator[Path]:
    """The straight way, and ways by a point a little off the end or to a side of the straight one."""
    start, place = model.place, end.place
    yield route(ways.near.field, model, place, ways.rule.permit)
    if not end.around or place.z != start.z or (place.x, place.y) == (start.x, start.y):
        return
    ahead = heading_of(place.x - start.x, place.y - start.y)
    halfway = Place((start.x + place.x) // 2, (start.y + place.y) // 2, place.z, place.heading)
    for far in (2 * BESIDE, -2 * BESIDE, 4 * BESIDE, -4 * BESIDE):
        yield start, _off(halfway, ahead + 90, far), place
    for turn in (90, -90, 180):
        yield start, _off(place, ahead + turn, BESIDE), place


def _misses(ways: Ways, there: Standing) -> bool:
    """Whether a model would not engage all that must be engaged."""
    plan = Plan(ways)
    plan.put(there, ())
    return bool(plan.waiting)


def _turned(model: Standing, target: Standing) -> Iterator[Standing]:
    """A model as it faces; on a base that is not round also with its front or a side to the target."""
    yield model
    (x, y), (px, py) = nearest_points(model.core, target.core)
    if model.base.is_round or (x, y) == (px, py):
        return
    ahead = heading_of(px - x, py - y)
    for heading in (ahead, (ahead + 90) % 360):
        if heading != model.place.heading:
            yield model.at(msgspec.structs.replace(model.place, heading=heading))


def _straight(shape: Standing, target: Standing, room: int, zone: int) -> Iterator[Place]:
    """The end of the shortest way: in contact; where a zone is enough also others in it, ahead and a little off."""
    place = straight_contact(shape, target)
    if place is not None:
        yield place
    gap = distance_up(shape, target)
    (x, y), (px, py) = nearest_points(shape.core, target.core)
    if not zone or (x, y) == (px, py):
        return
    for length in dict.fromkeys((min(gap, room), gap - zone // 2, gap - zone + _WITHIN)):
        there = straight_place(shape, target, length) if 0 < length <= room else None
        if there is not None:
            yield there
    ahead = heading_of(px - x, py - y)
    for turn in FAN:
        there = _off(shape.place, ahead + turn, min(room, gap))
        if within(shape.at(there), target, zone):
            yield there


def _beside(shape: Standing, target: Standing, room: int, zone: int) -> Iterator[Place]:
    """Places all around a target: in contact, and where a zone is enough also in its middle and at its border."""
    x, y = target.place.x, target.place.y
    for touching in contact_places(shape, target, reach=room + zone):
        out = heading_of(touching.x - x, touching.y - y)
        for apart in (0, zone // 2, zone - _WITHIN) if zone else (0,):
            yield _off(touching, out, apart)


def _off(place: Place, heading: int, length: int) -> Place:
    """A place so far away along a heading; it faces as before."""
    x, y = stride(heading, length)
    return Place(place.x + x, place.y + y, place.z, place.heading)


# --- the others ---


def _after(scene: Scene, unit: Sequence[Standing], lead: int, path: Path, ways: Ways) -> Iterator[tuple[Path, ...]]:
    """Moves of all once one of them goes first: the others into contact after it, or else beside it."""
    rule = ways.rule.coherency
    plan = Plan(ways, BESIDES, rule.needed(len(unit)) if rule is not None else 1)
    there = unit[lead].at(path[-1])
    plan.put(there, path)
    for model in sorted(unit, key=lambda mate: (distance_up(mate, there), mate.name)):
        if model.name != there.name:
            plan.move(model)
    paths = tuple(plan.paths[model.name] for model in unit)
    yield paths
    if ways.rule.contact:
        yield _touching(scene, unit, paths, ways.rule)


def _touching(scene: Scene, unit: Sequence[Standing], paths: tuple[Path, ...], rule: UnitRule) -> tuple[Path, ...]:
    """The same moves, but that each model which could end in contact beside where its mates end does."""
    targets = scene.models(TARGET)
    found = list(paths)
    for index, model in enumerate(unit):
        ends = [mate.at(path[-1]) for mate, path in zip(unit, found, strict=True)]
        if not any(in_contact(ends[index], target) for target in targets):
            place = can_touch(scene, model, [*ends[:index], *ends[index + 1 :]], rule)
            if place is not None:
                found[index] = (model.place, place)
    return tuple(found)
