"""A scene: the field and the models on it, as one side sees them when it moves or sets up."""

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from warbench.table.convex import Core
from warbench.table.field import Field
from warbench.table.measure import Standing
from warbench.table.regions import Box

FRIEND, LARGE, ENEMY, TARGET, PASSED = range(5)


class Row(NamedTuple):
    """A model prepared for looking up: a box around it, the levels it fills, its group, and its core."""

    x0: int
    y0: int
    x1: int
    y1: int
    low: int
    top: int
    group: int
    model: Standing
    core: Core


@lru_cache(maxsize=16384)
def row_of(model: Standing, group: int) -> Row:
    """A model as a row of a scene."""
    place, base = model.place, model.base
    x, y, z = place.x, place.y, place.z
    radius = (base.outer + 1) // 2
    return Row(x - radius, y - radius, x + radius, y + radius, z, z + base.height, group, model, model.core)


class Scene:
    """The field and five groups of models; a model's name is unique among them.

    ``friends`` may be moved over, ``large`` are friends that only some may move over, ``enemies`` have a zone about them that
    most moves keep out of, ``targets`` are enemies whose zone may be entered. ``passed`` are enemies that are moved over, and
    through whose zone one moves, as if they were not there: but nobody ends in it. A moving unit may be among the friends: its
    own models never stand in its way.
    """

    __slots__ = ("field", "rows")

    def __init__(  # noqa: PLR0913 -- one argument a group
        self,
        field: Field,
        *,
        friends: Iterable[Standing] = (),
        large: Iterable[Standing] = (),
        enemies: Iterable[Standing] = (),
        targets: Iterable[Standing] = (),
        passed: Iterable[Standing] = (),
    ) -> None:
        """Prepare the models."""
        self.field = field
        groups = ((FRIEND, friends), (LARGE, large), (ENEMY, enemies), (TARGET, targets), (PASSED, passed))
        self.rows: Sequence[Row] = [row_of(model, group) for group, models in groups for model in models]

    def _with(self, rows: Sequence[Row]) -> "Scene":
        scene = Scene.__new__(Scene)
        scene.field = self.field
        scene.rows = rows
        return scene

    def without(self, names: Container[str]) -> "Scene":
        """The scene without some models."""
        return self._with([row for row in self.rows if row.model.name not in names])

    def adding(self, models: Iterable[Standing], group: int) -> "Scene":
        """The scene with more models of a group."""
        return self._with([*self.rows, *(row_of(model, group) for model in models)])

    def narrowed(self, box: Box) -> "Scene":
        """The scene with the models alone that may reach into ``box``."""
        a0, b0, a1, b1 = box
        return self._with([row for row in self.rows if row[0] <= a1 and row[2] >= a0 and row[1] <= b1 and row[3] >= b0])

    def models(self, *groups: int) -> tuple[Standing, ...]:
        """The models of some groups, in the scene's order."""
        return tuple(row.model for row in self.rows if row.group in groups)
