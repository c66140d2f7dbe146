"""What units see of each other, how far apart they are, and who has the Benefit of Cover.

The table judges every line. One looks past the models of one's own unit and of the unit that is looked at; any other model hides
what is behind it, as terrain does. A model that is no higher than both ends cannot stop the line between their tops, so most are
never asked about. What was found is kept by places: the same pair is not traced twice while nobody moves.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from warbench.games.w40k10.battle.hovering import AIRCRAFT
from warbench.games.w40k10.battle.placing import ENGAGED, engaged_with
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.cover import is_covered
from warbench.table.field import Field
from warbench.table.measure import Standing, distance_up
from warbench.table.regions import Box
from warbench.table.shadow import shadowed
from warbench.table.sight import View, blockers, corridor_obstacles, sees_through

Shapes = tuple[Standing, ...]

_TOGETHER = 60
"""From so many pairs on it pays to look at them together (measured: below, rays one by one are faster)."""


class Lane:
    """All that stands between two units, and what their models see of each other past it."""

    __slots__ = ("_blockers", "_groups", "_seen", "hidden", "obstacles")

    def __init__(self, field: Field, here: Shapes, there: Shapes, view: View) -> None:
        """Look at the corridor between the two; ``hidden``: surely nobody sees anybody."""
        self.obstacles, self.hidden = corridor_obstacles(field, here, there, view)
        self._blockers = () if self.hidden else blockers(self.obstacles, here, there)
        self._groups: tuple[Shapes, Shapes] | None = (here, there)
        self._seen: dict[tuple[str, str], bool] = {}

    def sees(self, model: Standing, other: Standing) -> bool:
        """Whether a model of the first unit sees one of the second."""
        if not self._blockers:
            return not self.hidden
        key = (model.name, other.name)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = sees_through(model, other, self._blockers)
            if not found and self._groups is not None:
                # Who does not see one mostly does not see the others either: then all are looked at together.
                self._note_shadows(*self._groups)
                self._groups = None
        return found

    def _note_shadows(self, here: Shapes, there: Shapes) -> None:
        if len(here) * len(there) < _TOGETHER:
            return
        for model, row in zip(here, shadowed(here, there, self._blockers).tolist(), strict=True):
            self._seen.update(((model.name, other.name), False) for other, hidden in zip(there, row, strict=True) if hidden)


@lru_cache(maxsize=4096)
def _lane(field: Field, here: Shapes, there: Shapes, between: Shapes, over: bool) -> Lane:  # noqa: FBT001 -- it keys what is kept
    return Lane(field, here, there, View(models=between, over=over))


class Outlook:
    """The battlefield as it stands now, to be looked over: make a new one when models moved or were destroyed."""

    def __init__(self, state: State) -> None:
        """Take the places of all models."""
        self.state = state
        self.shapes: dict[str, Shapes] = {unit.id: tuple(state.shapes(unit)) for unit in state.on_table()}
        self.boxes = {unit: _unit_box(shapes) for unit, shapes in self.shapes.items()}
        tall = ((shape.top, unit, shape) for unit, shapes in self.shapes.items() for shape in shapes)
        self._tall = sorted(tall, key=lambda each: -each[0])
        self._near: dict[tuple[str, str], list[tuple[int, Standing]]] = {}
        self._lanes: dict[tuple[str, str], Lane] = {}
        self._engaged: dict[str, tuple[str, ...]] = {}

    def apart(self, unit: str, other: str, distance: int) -> bool:
        """Whether two units are surely further apart than a distance (lattice units), by the rectangles around them."""
        a, b = self.boxes[unit], self.boxes[other]
        return a[0] - b[2] > distance or b[0] - a[2] > distance or a[1] - b[3] > distance or b[1] - a[3] > distance

    def engaged(self, unit: str) -> tuple[str, ...]:
        """The enemy units in Engagement Range of a unit."""
        found = self._engaged.get(unit)
        if found is None:
            player = self.state.player(unit)
            near = any(self.state.player(other) != player and not self.apart(unit, other, ENGAGED[0]) for other in self.shapes)
            found = tuple(other.id for other in engaged_with(self.state, self.state.units[unit])) if near else ()
            self._engaged[unit] = found
        return found

    def distance(self, model: Standing, unit: str) -> int:
        """From a model to the nearest model of a unit, in lattice units rounded up."""
        return self._by_distance(model, unit)[0][0]

    def seen(self, unit: str, model: Standing, other: str, reach: int) -> int | None:
        """From a model of ``unit`` to the nearest model of another that it sees within ``reach``; None when there is none.

        Lattice units, rounded up.
        """
        by_distance = self._by_distance(model, other)
        if by_distance[0][0] > reach:
            return None
        lane = self.lane(unit, other)
        if lane.hidden:
            return None
        return next((away for away, shape in by_distance if away <= reach and lane.sees(model, shape)), None)

    def sees_from(self, unit: str, model: Standing, other: str) -> bool:
        """Whether a model of a unit sees any model of another, however far away (W-338)."""
        lane = self.lane(unit, other)
        return not lane.hidden and any(lane.sees(model, shape) for _, shape in self._by_distance(model, other))

    def sees(self, unit: str, other: str) -> bool:
        """Whether any model of a unit sees any of another (W-338, W-339)."""
        return any(self.sees_from(unit, model, other) for model in self.shapes[unit])

    def seen_by(self, unit: str, model: Standing, other: str) -> Shapes:
        """The models of another unit that a model sees."""
        lane = self.lane(unit, other)
        return tuple(shape for shape in self.shapes[other] if lane.sees(model, shape))

    def lane(self, unit: str, other: str) -> Lane:
        """What stands between two units and may hide models of one wholly from those of the other."""
        found = self._lanes.get((unit, other))
        if found is None:
            # The lines between the tops of two models pass over everything that is no higher than the lower of them.
            low = min(min(shape.top for shape in self.shapes[each]) for each in (unit, other))
            between = self._between(unit, other, low)
            over = _looks_over(self.state, unit, other)
            found = self._lanes[unit, other] = _lane(self.state.field, self.shapes[unit], self.shapes[other], between, over)
        return found

    def _between(self, unit: str, other: str, low: int) -> Shapes:
        """The models of further units that stand between two and reach above a level."""
        a, b = self.boxes[unit], self.boxes[other]
        box = min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
        found: list[Standing] = []
        for top, owner, shape in self._tall:
            if top <= low:
                break
            if owner not in {unit, other} and _meets(shape, box):
                found.append(shape)
        return tuple(found)

    def _by_distance(self, model: Standing, unit: str) -> list[tuple[int, Standing]]:
        """The models of a unit by their distance from a model."""
        key = (model.name, unit)
        found = self._near.get(key)
        if found is None:
            found = [(_apart(model, shape), shape) for shape in self.shapes[unit]]
            if len(found) > 1:
                found.sort(key=_first)
            self._near[key] = found
        return found


def _first(each: tuple[int, Standing]) -> int:
    return each[0]


def covered(state: State, unit: Unit, target: Unit) -> frozenset[str]:
    """The models of a target that have the Benefit of Cover against a unit: inside terrain, or not fully seen because of it."""
    there = tuple(state.shapes(target))
    here = tuple(state.shapes(unit))
    if not state.field.near(_box((*here, *there))):
        return frozenset()
    words = {model.id: _upper(state.kind(model.id).keywords) for model in target.models}
    over = _looks_over(state, unit.id, target.id)
    return frozenset(shape.name for shape in there if _covered(state.field, here, shape, words[shape.name], over))


def _looks_over(state: State, unit: str, other: str) -> bool:
    """Whether ruins and woods hide neither of two units from the other by their footprints: one of them is AIRCRAFT."""
    return any(AIRCRAFT in state.entry(each).keywords for each in (unit, other))


@lru_cache(maxsize=8192)
def _covered(field: Field, here: Shapes, shape: Standing, keywords: tuple[str, ...], over: bool) -> bool:  # noqa: FBT001
    return bool(here) and is_covered(field, here, shape, keywords, View(over=over))


@lru_cache(maxsize=256)
def _upper(keywords: frozenset[str]) -> tuple[str, ...]:
    """Keywords as terrain names them."""
    return tuple(sorted(word.upper() for word in keywords))


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
    return _measured(one, other)


_measured = lru_cache(maxsize=16384)(distance_up)


def _box(shapes: Sequence[Standing]) -> Box:
    xs = [shape.place.x for shape in shapes]
    ys = [shape.place.y for shape in shapes]
    radius = max(shape.base.outer for shape in shapes) // 2 + 1
    return min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius


_unit_box = lru_cache(maxsize=4096)(_box)


def _meets(shape: Standing, box: Box) -> bool:
    radius = shape.base.outer // 2 + 1
    x, y = shape.place.x, shape.place.y
    return x + radius >= box[0] and x - radius <= box[2] and y + radius >= box[1] and y - radius <= box[3]
