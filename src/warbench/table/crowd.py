"""A quick first look at places for a base: which of them somebody stands on, or keeps everybody away from, for certain."""

from math import isqrt

from warbench.table.bases import Base
from warbench.table.lattice import Place
from warbench.table.permits import MovePermit
from warbench.table.scene import ENEMY, Scene

_Circle = tuple[int, int, int, int, int]
"""Twice the place of its centre, the square of twice its radius, and from which level up to which it counts."""


class Crowd:
    """The models near a move as circles within which no centre of a base may come to rest."""

    __slots__ = ("_circles",)

    def __init__(self, circles: list[_Circle]) -> None:
        """Take the circles."""
        self._circles = circles

    @classmethod
    def of(cls, scene: Scene, base: Base, permit: MovePermit) -> "Crowd":
        """The circles of who is there.

        Args:
            scene: the models, without those that move.
            base: what is to be put down.
            permit: whether it may end in the zones of enemies.
        """
        zone = None if permit.end_in_zones else permit.zone
        circles: list[_Circle] = []
        for row in scene.rows:
            other, low = row.model, row.low
            x, y, inner = 2 * other.place.x, 2 * other.place.y, base.inner + other.base.inner
            circles.append((x, y, inner * inner, low, row.top))
            if zone is not None and row.group == ENEMY:
                # On one level, where the gap is none; at just that distance it is in the zone.
                circles.append((x, y, (inner + 2 * zone) ** 2 + 1, low, low + 1))
        return cls(circles)

    def about(self, place: Place, far: int) -> "Crowd":
        """The same for places alone that are at most so far from one, in lattice units."""
        x, y = 2 * place.x, 2 * place.y
        return Crowd(
            [each for each in self._circles if (each[0] - x) ** 2 + (each[1] - y) ** 2 <= (2 * far + isqrt(each[2]) + 1) ** 2]
        )

    def bars(self, place: Place) -> bool:
        """Whether a base whose centre is there cannot end its move; False says nothing."""
        x, y, z = 2 * place.x, 2 * place.y, place.z
        for cx, cy, square, low, top in self._circles:
            dx, dy = cx - x, cy - y
            if dx * dx + dy * dy < square and low <= z < top:
                return True
        return False
