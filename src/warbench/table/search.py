"""The bounded search for any legal move of a unit: the referee of "can it move so at all"."""

from collections.abc import Iterator, Sequence

from warbench.table.lattice import Place, Point
from warbench.table.measure import Standing
from warbench.table.moves import Goal, propose_moves
from warbench.table.packing import Packer
from warbench.table.paths import may_move, model_fault
from warbench.table.permits import Path, UnitRule
from warbench.table.regions import Rectangle
from warbench.table.routes import route
from warbench.table.scene import TARGET, Scene
from warbench.table.setups import Pick
from warbench.table.units import SetupRule, may_move_unit, paths_box

MOVE_PARTS = (2, 4)
"""The grids of the search: steps in the width of a base."""


class _MoveGrid(Packer):
    """The places that a unit's models can reach, as a grid around where they stand."""

    __slots__ = ("_move",)

    def __init__(self, scene: Scene, unit: Sequence[Standing], rule: UnitRule, parts: int) -> None:
        """Lay the grid over all that the unit can reach."""
        x0, y0, x1, y1 = paths_box(unit, [(model.place,) for model in unit], rule.permit.limit)
        size = scene.field.size
        region = Rectangle(max(0, x0), max(0, y0), min(size.width, x1), min(size.depth, y1))
        setup = SetupRule(region=region, coherency=rule.coherency, zone=rule.permit.zone)
        super().__init__(scene, unit, setup, unit[0].place.heading, parts)
        self._move = rule.permit
        self._alike = False
        self._kinds = list(range(len(unit)))
        self._bases = [model.base for model in unit]

    def _place(self, index: int, x: int, y: int) -> Place | None:
        model, field = self.unit[index], self._scene.field
        if (x, y) == (model.place.x, model.place.y):
            return model.place if model_fault(self._scene.rows, model, self._move) is None else None
        flat = Place(x, y, 0, model.place.heading)
        level = field.level_at(model.base, flat)
        place = Place(x, y, level, model.place.heading) if level else flat
        return place if may_move(self._scene, model, route(field, model, place, self._move), self._move) else None

    def orders(self) -> Iterator[list[Point]]:
        """The spots in which the models are put, nearest first: around the unit's middle, around each model, then row by row.

        Where each model stands comes first for itself, as a spot of its own.
        """
        stand = [(model.place.x, model.place.y) for model in self.unit]
        x0, y0, x1, y1 = self.box
        grid = [(x, y) for y in range(y0, y1 + 1, self.along) for x in range(x0, x1 + 1, self.across)]
        middle = sum(x for x, _ in stand) // len(stand), sum(y for _, y in stand) // len(stand)
        for x, y in dict.fromkeys((middle, *stand)):
            yield sorted((*stand, *grid), key=lambda spot: ((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))
        yield grid
        yield grid[::-1]


def exists_move(scene: Scene, unit: Sequence[Standing], rule: UnitRule) -> tuple[Path, ...] | None:
    """Legal paths of a unit that moves at least one model, or None if the bounded search finds none.

    Its bounds: the unit shifted as it stands in eight directions and away from enemies, moved into contact with targets if
    there are any, and its models put one by one on the spots of two grids, in the orders of `_MoveGrid.orders`, on straight
    ways at the headings that they have. It uses no chance: the same arguments give the same answer.
    """
    if not unit:
        return None
    goals = [Goal("contact")] if scene.models(TARGET) else []
    x, y = unit[0].place.x, unit[0].place.y
    far = 4 * rule.permit.limit + 4
    corners = ((far, 0), (0, far), (-far, 0), (0, -far), (far, far), (-far, far), (-far, -far), (far, -far))
    goals += [Goal("away"), *(Goal("toward", (x + dx, y + dy)) for dx, dy in corners)]
    for goal in goals:
        for move in propose_moves(scene, unit, goal, rule, Pick(seed=0, limit=1)):
            if any(len(path) > 1 for path in move.paths):
                return move.paths
    others = scene.without({model.name for model in unit})
    for parts in MOVE_PARTS:
        grid = _MoveGrid(others, unit, rule, parts)
        for order in grid.orders():
            ends = grid.fill(order)
            if ends is None:
                continue
            paths = tuple(
                route(others.field, model, end.place, rule.permit) if end.place != model.place else (model.place,)
                for model, end in zip(unit, ends, strict=True)
            )
            if any(len(path) > 1 for path in paths) and may_move_unit(others, unit, paths, rule):
                return paths
    return None
