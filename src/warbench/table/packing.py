"""Packing: fitting a unit into whatever room there is, place by place, and the bounded search for any legal placement.

Models are put, one after another, on the spot of a grid nearest to a start that is legal, leaves the mates' circles free and is
linked with as many mates as coherency asks for. Circles about the outlines stand for them here: what is found is legal, but not
all that is legal is found.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

import msgspec

from warbench.table.bases import Base
from warbench.table.draw import Draw
from warbench.table.lattice import Place, Point
from warbench.table.measure import Standing
from warbench.table.paths import model_fault
from warbench.table.scene import Scene
from warbench.table.units import SetupRule, judge_setup

Placement = tuple[Standing, ...]
"""All models of a unit, each where it stands, in the unit's order."""

AROUND = 16
"""A packing looks this many grid steps around its start; for a large unit further."""

QUICK_PARTS = 2
"""Steps of the quick search's grid in the width of a base."""

STARTS = 12
"""So many spots are drawn, at most, as starts of a packing; those where no model may stand are passed over."""

SEARCH_SPOTS = 2_000
"""The thorough search looks at this many spots of the region at most, unless one for each base's width is more."""

SEARCH_STARTS = 60
"""It begins at this many of the legal ones at most, evenly chosen."""


@lru_cache(maxsize=64)
def spiral(steps: int) -> tuple[Point, ...]:
    """The points of a grid at most ``steps`` from (0, 0), the nearest first."""
    reach = range(-steps, steps + 1)
    points = [(x, y) for x in reach for y in reach if x * x + y * y <= steps * steps]
    return tuple(sorted(points, key=lambda point: (point[0] ** 2 + point[1] ** 2, point)))


_Spot = tuple[int, int, list[list[int]]]
"""A spot, and for each kind of model: how many mates were looked at, and how many it is linked with or `_TAKEN`."""

_TAKEN = -1


def _look(x: int, y: int, state: list[int], mates: Sequence[tuple[int, int, int, int]]) -> int:
    """Look at the mates that a spot was not compared with yet; how many it is linked with now, or `_TAKEN`."""
    seen, linked = state
    for x2, y2, apart, link in mates[seen:] if seen else mates:
        square = (x - x2) * (x - x2) + (y - y2) * (y - y2)
        if square < apart:
            linked = _TAKEN
            break
        if square <= link:
            linked += 1
    state[:] = len(mates), linked
    return linked


class Packer:
    """A unit to be set up in a region: a grid over it, and what is known of its spots."""

    __slots__ = (
        "_alike",
        "_bases",
        "_kinds",
        "_known",
        "_link",
        "_need",
        "_permit",
        "_rule",
        "_scene",
        "_steps",
        "across",
        "along",
        "box",
        "heading",
        "unit",
    )

    def __init__(self, scene: Scene, unit: Sequence[Standing], rule: SetupRule, heading: int, parts: int) -> None:
        """Lay the grid: ``parts`` steps in the width of a base or a little more, from border to border; 0 for one base apart.

        The scene holds none of the unit's models.
        """
        self.unit = tuple(unit)
        self.heading = heading
        size = scene.field.size
        half = min(model.base.inner for model in unit) // 2
        x0, y0, x1, y1 = rule.region.box(size)
        self.box = x0 + half, y0 + half, x1 - half, y1 - half  # where a centre may be
        if parts:
            finest = -(-max(model.base.inner for model in unit) // parts)
            width, depth = x1 - x0 - 2 * half, y1 - y0 - 2 * half
            self.across = max(1, width // max(2, -(-width // finest)))
            self.along = max(1, depth // max(2, -(-depth // finest)))
        else:
            self.across = self.along = max(model.base.outer for model in unit)
        margin = max(model.base.outer for model in unit) + (rule.zone or 0)
        around = (x0 - margin, y0 - margin, x1 + margin, y1 + margin)
        self._scene = scene.narrowed(around)
        self._rule = msgspec.structs.replace(rule, region=rule.region.narrowed(around))
        self._permit = rule.permit
        self._known: dict[tuple[int, int, int], Place | None] = {}
        bases = list(dict.fromkeys(model.base for model in unit))
        self._kinds = [bases.index(model.base) for model in unit]
        self._alike = len(bases) == 1
        self._bases = bases
        self._need = rule.coherency.needed(len(unit)) if rule.coherency else 0
        self._link = 2 * rule.coherency.horizontal if rule.coherency else 0
        self._steps = AROUND + len(unit) // 4

    @property
    def empty(self) -> bool:
        """Whether the region has no room for a model."""
        x0, y0, x1, y1 = self.box
        return x0 > x1 or y0 > y1

    def spot(self, index: int, x: int, y: int) -> Place | None:
        """The place of a model at a spot, or None if it may not stand there."""
        key = (x, y, self._kinds[index])
        if key not in self._known:
            self._known[key] = self._place(index, x, y)
        return self._known[key]

    def _place(self, index: int, x: int, y: int) -> Place | None:
        model, field, rule = self.unit[index], self._scene.field, self._rule
        place = Place(x, y, 0, self.heading)
        level = field.level_at(model.base, place)
        there = model.at(Place(x, y, level, self.heading) if level else place)
        if not rule.region.holds(there, field.size) or model_fault(self._scene.rows, there, self._permit) is not None:
            return None
        return there.place if field.stand_fault(there, rule.keywords) is None else None

    @property
    def count(self) -> int:
        """How many spots the grid has."""
        x0, y0, x1, y1 = self.box
        return 0 if self.empty else ((x1 - x0) // self.across + 1) * ((y1 - y0) // self.along + 1)

    def legal(self) -> list[Point]:
        """All spots of the grid where the first model may stand, row by row."""
        x0, y0, x1, y1 = self.box
        grid = [(x, y) for y in range(y0, y1 + 1, self.along) for x in range(x0, x1 + 1, self.across)]
        return [spot for spot in grid if self.spot(0, *spot) is not None]

    def draw(self, draw: Draw) -> Point:
        """A spot of the grid by chance."""
        x0, y0, x1, y1 = self.box
        column, row = draw.below((x1 - x0) // self.across + 1), draw.below((y1 - y0) // self.along + 1)
        return x0 + column * self.across, y0 + row * self.along

    def around(self, start: Point) -> Iterator[Point]:
        """The spots of the grid around a start within the box, the nearest first (counted in steps)."""
        (x, y), across, along = start, self.across, self.along
        x0, y0, x1, y1 = self.box
        for dx, dy in spiral(self._steps):
            spot = x + dx * across, y + dy * along
            if x0 <= spot[0] <= x1 and y0 <= spot[1] <= y1:
                yield spot

    def pack(self, start: Point) -> Placement | None:
        """Put all models around a start; None if one finds no place."""
        return self.fill(self.around(start))

    def fill(self, spots: Iterable[Point]) -> Placement | None:
        """Put each model on the first of some spots that is free, legal and linked with a mate; None if one finds no place.

        A spot that was passed over is kept with what was found of it, so that only new mates are looked at again.
        """
        placed: list[Standing] = []
        mates: list[list[tuple[int, int, int, int]]] = [[] for _ in self._bases]
        fresh = self._fresh(spots)
        waiting: list[_Spot] = []
        for index, model in enumerate(self.unit):
            kind, passed = self._kinds[index], []  # free, but not linked or not for this model
            here, older = mates[kind], iter(waiting)
            needed, count = min(self._need, len(placed)), len(placed)
            for spot in chain(older, fresh):
                x, y, states = spot
                state = states[kind]
                linked = state[1] if state[0] == count or state[1] == _TAKEN else _look(x, y, state, here)
                if linked >= needed:
                    place = self.spot(index, x, y)
                    if place is not None:
                        placed.append(model.at(place))
                        self._note(model.base, place, mates)
                        break
                    if not self._alike:
                        passed.append(spot)
                elif linked >= 0 or not self._alike:
                    passed.append(spot)
            else:
                return None
            waiting = [*passed, *older]
        return tuple(placed)

    def _fresh(self, spots: Iterable[Point]) -> Iterator[_Spot]:
        kinds = range(len(self._bases))
        for x, y in spots:
            yield x, y, [[0, 0] for _ in kinds] if len(kinds) > 1 else [[0, 0]]

    def _note(self, base: Base, place: Place, mates: Sequence[list[tuple[int, int, int, int]]]) -> None:
        """Note a mate for each kind of model: where it is, and within which squared distances one overlaps and is linked."""
        for other, rows in zip(self._bases, mates, strict=True):
            apart, link = other.outer + base.outer, self._link + other.inner + base.inner
            rows.append((place.x, place.y, -(-apart * apart // 4), link * link // 4))


def packed(scene: Scene, packer: Packer, rule: SetupRule, draw: Draw) -> Placement | None:
    """A legal placement packed around a start that ``draw`` picks, or None; the scene holds none of the unit's models."""
    if packer.empty:
        return None
    for _ in range(STARTS):
        start = packer.draw(draw)
        if packer.spot(0, *start) is None:
            continue
        placement = packer.pack(start)
        if placement is not None and judge_setup(scene, placement, rule).ok:
            return placement
    return None


def exists_placement(scene: Scene, unit: Sequence[Standing], rule: SetupRule) -> Placement | None:
    """A legal placement of a unit, or None if the bounded search finds none. The referee of "can it be set up at all".

    Its bounds: a grid one base wide; then a grid with four steps in the width of the widest base, or fewer where it would have
    more than `SEARCH_SPOTS` spots. Either is filled row by row and column by column, the second also around at most
    `SEARCH_STARTS` of the spots where the first model may stand; at the first model's heading, and turned by a quarter if a base
    is no circle. It uses no chance: the same scene, unit and rule give the same answer.
    """
    if not unit:
        return ()
    others = scene.without({model.name for model in unit})
    for turn in (0,) if all(model.base.is_round for model in unit) else (0, 90):
        heading = (unit[0].place.heading + turn) % 360
        whole = Packer(others, unit, rule, heading, 0)
        for placement in chain(_filled(whole, 0), _filled(_finest(others, unit, rule, heading), SEARCH_STARTS)):
            if judge_setup(others, placement, rule).ok:
                return placement
    return None


def _finest(scene: Scene, unit: Sequence[Standing], rule: SetupRule, heading: int) -> Packer:
    """The finest grid that does not have too many spots."""
    grids = (Packer(scene, unit, rule, heading, parts) for parts in (4, 3, 2))
    return next((grid for grid in grids if grid.count <= SEARCH_SPOTS), Packer(scene, unit, rule, heading, 1))


def _filled(packer: Packer, starts: int) -> Iterator[Placement]:
    """What a grid gives, filled in each order; coherency and the rest are still to be judged."""
    if packer.empty:
        return
    legal = packer.legal()
    around = map(packer.around, legal[:: max(1, len(legal) // starts)]) if starts else ()
    for order in (legal, sorted(legal), *around):
        placement = packer.fill(order)
        if placement is not None:
            yield placement
