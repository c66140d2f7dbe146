"""What units see of each other, how far apart they are, and who has the Benefit of Cover.

The table judges every line. One looks past the models of one's own unit and of the unit that is looked at; any other model hides
what is behind it, as terrain does. A model that is no higher than both ends cannot stop the line between their tops, so most are
never asked about. What was found is kept by places: the same pair is not traced twice while nobody moves.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.convex import box_of
from warbench.table.cover import covers
from warbench.table.field import Field
from warbench.table.measure import Standing, distance_up
from warbench.table.rays import Obstacle, crossings, obstacles_of
from warbench.table.regions import Box
from warbench.table.sight import View, corridor_obstacles, look, unit_fully_visible

Shapes = tuple[Standing, ...]


class Outlook:
    """The battlefield as it stands now, to be looked over: make a new one when models moved or were destroyed."""

    def __init__(self, state: State) -> None:
        """Take the places of all models."""
        self.state = state
        self.shapes: dict[str, Shapes] = {unit.id: tuple(state.shapes(unit)) for unit in state.on_table()}
        self._tall = sorted(
            ((shape.top, unit, shape) for unit, shapes in self.shapes.items() for shape in shapes), key=lambda each: -each[0]
        )
        self._near: dict[tuple[str, str], list[tuple[int, Standing]]] = {}
        self._blockers: dict[tuple[str, str], Shapes] = {}
        self._hidden: dict[tuple[str, str], bool] = {}

    def distance(self, model: Standing, unit: str) -> int:
        """From a model to the nearest model of a unit, in lattice units rounded up."""
        return self._by_distance(model, unit)[0][0]

    def seen(self, unit: str, model: Standing, other: str, reach: int) -> int | None:
        """From a model of ``unit`` to the nearest model of another that it sees within ``reach``; None when there is none.

        Lattice units, rounded up.
        """
        blockers = self.blockers(unit, other)
        field = self.state.field
        for number, (away, shape) in enumerate(self._by_distance(model, other)):
            if away > reach:
                return None
            if sees(field, model, shape, blockers):
                return away
            if number == 0 and (self._parted(unit, other) or _parted(field, (model,), self.shapes[other])):
                return None
        return None

    def sees(self, unit: str, other: str) -> bool:
        """Whether any model of a unit sees any of another, however far away (W-338, W-339)."""
        far = sum((self.state.field.size.width, self.state.field.size.depth))
        return any(self.seen(unit, model, other, far) is not None for model in self.shapes[unit])

    def seen_by(self, unit: str, model: Standing, other: str) -> Shapes:
        """The models of another unit that a model sees."""
        blockers = self.blockers(unit, other)
        return tuple(shape for shape in self.shapes[other] if sees(self.state.field, model, shape, blockers))

    def sees_all(self, unit: str, model: Standing, other: str) -> bool:
        """Whether another unit is fully visible to a model: every part of each of its models."""
        low = min(shape.place.z for shape in (model, *self.shapes[other]))
        view = View(models=self._between(unit, other, low))
        return unit_fully_visible(self.state.field, model, self.shapes[other], view)

    def blockers(self, unit: str, other: str) -> Shapes:
        """The models of further units between two that may hide one from the other."""
        found = self._blockers.get((unit, other))
        if found is None:
            # The lines between the tops of two models pass over everything that is no higher than the lower of them.
            low = min(min(shape.top for shape in self.shapes[each]) for each in (unit, other))
            found = self._blockers[unit, other] = self._between(unit, other, low)
        return found

    def _between(self, unit: str, other: str, low: int) -> Shapes:
        found: list[Standing] = []
        box: Box | None = None
        for top, owner, shape in self._tall:
            if top <= low:
                break
            if owner in {unit, other}:
                continue
            if box is None:
                box = _box((*self.shapes[unit], *self.shapes[other]))
            if _meets(shape, box):
                found.append(shape)
        return tuple(found)

    def _parted(self, unit: str, other: str) -> bool:
        found = self._hidden.get((unit, other))
        if found is None:
            found = self._hidden[unit, other] = _parted(self.state.field, self.shapes[unit], self.shapes[other])
        return found

    def _by_distance(self, model: Standing, unit: str) -> list[tuple[int, Standing]]:
        """The models of a unit by their distance from a model."""
        key = (model.name, unit)
        found = self._near.get(key)
        if found is None:
            found = self._near[key] = [(_apart(model, shape), shape) for shape in self.shapes[unit]]
            found.sort(key=lambda each: (each[0], each[1].name))
        return found


def sees(field: Field, model: Standing, other: Standing, blockers: Shapes = ()) -> bool:
    """Whether a model sees another, past models that may hide it."""
    box = _box((model, other))
    between = tuple(shape for shape in blockers if _meets(shape, box)) if blockers else ()
    return _sees(field, model, other, between)


@lru_cache(maxsize=32768)
def _sees(field: Field, model: Standing, other: Standing, between: Shapes) -> bool:
    obstacles = [obstacle for ground in field.near(_box((model, other))) for obstacle in obstacles_of(ground)]
    obstacles += [Obstacle(shape.name, shape.outline, shape.place.z, shape.top) for shape in between]
    if not obstacles:
        return True
    # One of the rays that the table would try: mostly it is free, and then the others need not be looked at.
    start, end = (model.place.x, model.place.y), (other.place.x, other.place.y)
    if start != end and not any(
        not crossing.obstacle.veil and crossing.stops(model.top, other.top) for crossing in crossings(start, end, obstacles)
    ):
        return True
    return look(field, model, other, View(models=between)).visible


@lru_cache(maxsize=16384)
def _parted(field: Field, models: Shapes, others: Shapes) -> bool:
    """Whether terrain surely hides each of some models from each of others."""
    return corridor_obstacles(field, models, others)[1]


def covered(state: State, unit: Unit, target: Unit) -> frozenset[str]:
    """The models of a target that have the Benefit of Cover against a unit: inside terrain, or not fully seen because of it."""
    there = tuple(state.shapes(target))
    here = tuple(state.shapes(unit))
    if not state.field.near(_box((*here, *there))):
        return frozenset()
    words = {model.id: _upper(state.kind(model.id).keywords) for model in target.models}
    return frozenset(shape.name for shape in there if _covered(state.field, here, shape, words[shape.name]))


@lru_cache(maxsize=8192)
def _covered(field: Field, here: Shapes, shape: Standing, keywords: tuple[str, ...]) -> bool:
    if not field.near(_box((*here, shape))):
        return False
    # Seen by one as by several: one observer that does not see it fully is enough, so the first that settles it ends it.
    return any(covers(field, (observer,), shape, keywords) for observer in here)


@lru_cache(maxsize=256)
def _upper(keywords: frozenset[str]) -> tuple[str, ...]:
    """Keywords as terrain names them."""
    return tuple(sorted(word.upper() for word in keywords))


def visible_units(state: State, unit: Unit) -> list[Unit]:
    """The enemy units that some model of a unit sees (W-338)."""
    outlook = Outlook(state)
    return [other for other in state.on_table(1 - state.player(unit.id)) if outlook.sees(unit.id, other.id)]


def _apart(one: Standing, other: Standing) -> int:
    """The distance between two models, in lattice units rounded up."""
    a, b = one.base.diameter, other.base.diameter
    if a and b:
        dx, dy = one.place.x - other.place.x, one.place.y - other.place.y
        square, radii = 4 * (dx * dx + dy * dy), a + b
        if square <= radii * radii:
            return 0
        doubled = isqrt(square - 1) + 1 - radii
        return (doubled + 1) // 2
    return distance_up(one, other)


def _box(shapes: Sequence[Standing]) -> Box:
    x0, y0, x1, y1 = box_of([(shape.place.x, shape.place.y) for shape in shapes])
    radius = max(shape.base.outer for shape in shapes) // 2 + 1
    return x0 - radius, y0 - radius, x1 + radius, y1 + radius


def _meets(shape: Standing, box: Box) -> bool:
    radius = shape.base.outer // 2 + 1
    x, y = shape.place.x, shape.place.y
    return x + radius >= box[0] and x - radius <= box[2] and y + radius >= box[1] and y - radius <= box[3]
