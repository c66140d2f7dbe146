"""Where a model could end that goes to a target by itself: straight ahead, a little off that, or at another side of it."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from warbench.table.bases import Base
from warbench.table.charges import Ways
from warbench.table.contact import TOUCH, contact_places
from warbench.table.crowd import Crowd
from warbench.table.headings import TURN, heading_of, stride
from warbench.table.lattice import Place, travel
from warbench.table.measure import Standing, distance_up, engaged, within
from warbench.table.paths import may_end
from warbench.table.straight import nearest_points, straight_contact, straight_place

NEAREST, SIDES, EACH = 8, 3, 3
"""So many pairs of a model and a target, the nearest, are looked at straight ahead, and so many of them at every side.

Of one and the same model there are so many at most."""

MOST = 200
"""So many ends are judged: those in reach, with nobody plainly on them, where the model would engage whom it must."""

FAN = tuple(side * turn for turn in range(2, 31, 2) for side in (1, -1))
"""Degrees off the shortest way at which a zone is sought."""

ASIDE = (0, 5, -5)
"""Degrees to either side of a place in contact at which the zone beyond it is sought."""

_WITHIN = 2
"""Places at a zone's border are taken so far inside it: they are on a lattice."""


class Arrival(NamedTuple):
    """An end at which a model may stand: its number in its unit, itself as it would face on the way, and where."""

    number: int
    shape: Standing
    place: Place


class Arrivals:
    """The ends of a unit's models at its targets. ``looked`` counts those that were judged."""

    __slots__ = ("_crowds", "_groups", "looked", "unit", "ways", "zone")

    def __init__(self, ways: Ways, unit: Sequence[Standing]) -> None:
        """Take what is known of the unit's ways, and its models."""
        self.ways = ways
        self.unit = unit
        self.zone = (ways.rule.permit.zone or 0) if ways.rule.engage else 0
        self.looked = 0
        self._crowds: dict[tuple[Base, str], Crowd] = {}
        # A model by itself must engage every group.
        groups = ways.rule.engage if len(unit) == 1 else ()
        self._groups = [[target for target in ways.targets if target.name in group] for group in groups]

    def found(self, done: Callable[[int], bool]) -> Iterator[Arrival]:
        """The ends that are in reach and at which a model may stand: those straight ahead of all pairs, then those at the sides.

        ``done`` says of which models, by their number in the unit, no more ends are wanted.
        """
        near = self._near()
        seen: set[tuple[int, Place]] = set()
        for sides in (False, True):
            for index, target in near[:SIDES] if sides else near:
                for shape in _turned(self.unit[index], target):
                    for place in self.places(index, shape, target, sides=sides):
                        if done(index):
                            break
                        if (index, place) in seen:
                            continue
                        seen.add((index, place))
                        if self.looked == MOST:
                            return
                        self.looked += 1
                        if may_end(self.ways.near, shape.at(place), self.ways.rule.permit):
                            yield Arrival(index, shape, place)

    def _near(self) -> list[tuple[int, Standing]]:
        """The nearest pairs of a model and a target that it could reach if nothing were in its way, few of one model."""
        gaps, targets, most = self.ways.gaps, self.ways.targets, self.ways.rule.permit.limit + self.zone
        pairs = sorted(
            (gap, index, at)
            for index, model in enumerate(self.unit)
            for at, target in enumerate(targets)
            if (gap := gaps[model.name, target.name]) <= most and self._helps(model, target)
        )
        found: list[tuple[int, Standing]] = []
        counts = [0] * len(self.unit)
        for _, index, at in pairs:
            if counts[index] < EACH:
                counts[index] += 1
                found.append((index, targets[at]))
        return found[:NEAREST]

    def _helps(self, model: Standing, target: Standing) -> bool:
        """Whether somebody at a target could engage every group: none that a model by itself needs is too far from it."""
        span = model.base.outer + 2 * self.zone
        return all(
            target in group or any(within(target, each, span) for each in group)
            for group in (self._groups if len(self._groups) > 1 else ())
        )

    def places(self, index: int, shape: Standing, target: Standing, *, sides: bool) -> Iterator[Place]:
        """The places in reach of a model that faces so, in contact with a target or in its zone, with nobody plainly on them."""
        permit = self.ways.rule.permit
        room = permit.limit - (permit.pivot_cost if shape is not self.unit[index] else 0)
        x, y = shape.place.x, shape.place.y
        crowd, zone = self._crowd(shape.base, target), self.zone
        # Round bases on one level are compared as measuring does it, but without its calls: most places are turned down here.
        plain = bool(shape.base.diameter and target.base.diameter) and len(self._groups) < 2  # noqa: PLR2004 -- one group
        tx, ty, tz = target.place.x, target.place.y, target.place.z
        reach = (2 * zone + shape.base.outer + target.base.outer) ** 2
        for place in (_beside if sides else _straight)(shape, target, room, self.zone):
            dx, dy = place.x - x, place.y - y
            if dx * dx + dy * dy > room * room or crowd.bars(place):
                continue
            if plain and place.z == tz and zone:
                if 4 * ((place.x - tx) ** 2 + (place.y - ty) ** 2) <= reach:
                    yield place
            elif self._engages(shape.at(place), target):
                yield place

    def _crowd(self, base: Base, target: Standing) -> Crowd:
        """Who stands where a base would stand at a target."""
        key = base, target.name
        found = self._crowds.get(key)
        if found is None:
            whole = self._crowds.get((base, ""))
            if whole is None:
                whole = self._crowds[base, ""] = Crowd.of(self.ways.near, base, self.ways.rule.permit)
            far = (base.outer + target.base.outer) // 2 + self.zone + TOUCH
            found = self._crowds[key] = whole.about(target.place, far)
        return found

    def _engages(self, there: Standing, target: Standing) -> bool:
        """Whether a model would engage a target; by itself one of every group."""
        zone, height = self.zone, self.ways.rule.permit.zone_height
        if not zone:
            return True
        if len(self._groups) < 2:  # noqa: PLR2004 -- no further group
            return engaged(there, target, zone, height)
        for group in self._groups:
            for each in group:
                if engaged(there, each, zone, height):
                    break
            else:
                return False
        return True


def _turned(model: Standing, target: Standing) -> Iterator[Standing]:
    """A model as it faces; on a base that is not round also with its front or a side to the target."""
    yield model
    (x, y), (px, py) = nearest_points(model.core, target.core)
    if model.base.is_round or (x, y) == (px, py):
        return
    ahead = heading_of(px - x, py - y)
    for heading in (ahead, (ahead + 90) % TURN):
        if heading != model.place.heading:
            yield model.at(msgspec.structs.replace(model.place, heading=heading))


def _straight(shape: Standing, target: Standing, room: int, zone: int) -> Iterator[Place]:
    """The end of the shortest way: in contact; where a zone is enough also others in it, ahead and a little off."""
    near = nearest_points(shape.core, target.core)
    place = straight_contact(shape, target, near)
    if place is not None:
        yield place
    if not zone or near[0] == near[1]:
        return
    gap = distance_up(shape, target)
    for length in dict.fromkeys((min(gap, room), gap - zone // 2, gap - zone + _WITHIN)):
        there = straight_place(shape, near, length) if 0 < length <= room else None
        if there is not None:
            yield there
    ahead = heading_of(near[1][0] - near[0][0], near[1][1] - near[0][1])
    for turn in FAN:
        yield off(shape.place, ahead + turn, min(room, gap))


def _beside(shape: Standing, target: Standing, room: int, zone: int) -> Iterator[Place]:
    """Places all around a target: in contact, and where a zone is enough also in its middle and at its border."""
    x, y = target.place.x, target.place.y
    for touching in contact_places(shape, target, reach=room + zone):
        yield touching
        if not zone:
            continue
        dx, dy = touching.x - x, touching.y - y
        out, far = heading_of(dx, dy), travel(dx, dy)
        for turn in ASIDE:
            for apart in (zone // 2, zone - _WITHIN):
                sx, sy = stride(out + turn, far + apart)
                yield Place(x + sx, y + sy, touching.z, touching.heading)


def off(place: Place, heading: int, length: int) -> Place:
    """A place so far away along a heading; it faces as before."""
    x, y = stride(heading, length)
    return Place(place.x + x, place.y + y, place.z, place.heading)
