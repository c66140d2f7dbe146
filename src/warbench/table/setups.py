"""Proposals for setting a unit up: a seeded, finite list of complete legal placements in a region."""

from collections.abc import Sequence
from functools import cached_property, lru_cache

import msgspec

from warbench.table.bases import Base, round_base
from warbench.table.draw import Draw
from warbench.table.formations import formations, reach_of
from warbench.table.headings import heading_of
from warbench.table.lattice import Place, Point, TableSize
from warbench.table.measure import Standing, on_table
from warbench.table.packing import QUICK_PARTS, Packer, Placement, exists_placement, packed
from warbench.table.paths import model_fault
from warbench.table.regions import Region
from warbench.table.scene import Scene
from warbench.table.units import SetupRule

TRIES = 5
"""Formations are tried at this many random spots for each proposal."""


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """How many proposals are wanted at most, the seed that they come from, and the heading of models set up (degrees)."""

    seed: int
    limit: int = 8
    heading: int = 0


@lru_cache(maxsize=1024)
def _circle(diameter: int, height: int, body: int) -> Base:
    return msgspec.structs.replace(round_base(diameter, height), body=body)


class _Ground:
    """The scene around a region, and whether a formation may stand at a spot of it."""

    __slots__ = ("body", "box", "permit", "rule", "scene", "tallest", "widest")

    def __init__(self, scene: Scene, unit: Sequence[Standing], rule: SetupRule) -> None:
        size = scene.field.size
        self.widest = max(model.base.outer for model in unit)
        self.tallest = max(model.base.height for model in unit)
        self.body = max(model.base.body for model in unit)
        margin = self.widest + (rule.zone or 0)
        x0, y0, x1, y1 = rule.region.box(size)
        half = min(model.base.inner for model in unit) // 2
        self.box = x0 + half, y0 + half, x1 - half, y1 - half  # where a centre may be
        around = (x0 - margin, y0 - margin, x1 + margin, y1 + margin)
        self.scene = scene.narrowed(around)
        self.rule = msgspec.structs.replace(rule, region=rule.region.narrowed(around))
        self.permit = rule.permit

    def place(self, unit: Sequence[Standing], offsets: tuple[Point, ...], spot: Point, heading: int) -> Placement | None:
        """The unit in a formation about a spot, or None if that is not legal."""
        (x, y), field = spot, self.scene.field
        reach = reach_of(offsets, self.widest)
        half = reach // 2 + 1
        if not field.is_near(x - half, y - half, x + half, y + half) and self._holds_all(x, y, reach):
            return tuple(
                Standing(model.name, model.base, Place(x + dx, y + dy, 0, heading))
                for model, (dx, dy) in zip(unit, offsets, strict=True)
            )
        placement = []
        for model, (dx, dy) in zip(unit, offsets, strict=True):
            place = Place(x + dx, y + dy, 0, heading)
            level = field.level_at(model.base, place)
            there = Standing(model.name, model.base, Place(x + dx, y + dy, level, heading) if level else place)
            if (
                not self.rule.region.holds(there, field.size)
                or model_fault(self.scene.rows, there, self.permit) is not None
                or field.stand_fault(there, self.rule.keywords) is not None
            ):
                return None
            placement.append(there)
        return tuple(placement)

    def _holds_all(self, x: int, y: int, reach: int) -> bool:
        """Whether a circle around the whole formation may stand there: what holds for it holds for each model in it."""
        region, size = self.rule.region, self.scene.field.size
        whole = Standing("", _circle(reach, self.tallest, self.body), Place(x, y))
        return on_table(whole, size) and region.holds(whole, size) and model_fault(self.scene.rows, whole, self.permit) is None


class Setups:
    """The legal placements of a unit in a region that are proposed, worked out one by one.

    Where the unit's models stand so far does not matter. The same scene, unit, rule and pick give the same placements, in
    whatever order they are asked for.
    """

    def __init__(self, scene: Scene, unit: Sequence[Standing], rule: SetupRule, pick: Pick) -> None:
        """Take the question; nothing is searched for yet."""
        self._scene = scene
        self._unit = tuple(unit)
        self._rule = rule
        self._pick = pick
        self._known: dict[int, Placement | None] = {}

    @cached_property
    def _others(self) -> Scene:
        return self._scene.without({model.name for model in self._unit})

    @cached_property
    def _ground(self) -> _Ground:
        return _Ground(self._others, self._unit, self._rule)

    @cached_property
    def _packer(self) -> Packer:
        return Packer(self._ground.scene, self._unit, self._ground.rule, self._pick.heading, QUICK_PARTS)

    @cached_property
    def last(self) -> Placement | None:
        """What `exists_placement` finds where no proposal of the list is found; None where there is one."""
        if any(self.at(number) is not None for number in range(self._pick.limit)):
            return None
        return exists_placement(self._others, self._unit, self._rule)

    def exists(self) -> bool:
        """Whether a legal placement is found at all."""
        return any(self.at(number) is not None for number in range(self._pick.limit)) or self.last is not None

    def at(self, number: int) -> Placement | None:
        """The proposal of a number (from 0), in coherency: a formation at a random spot of the region, else a packing.

        None where a few attempts find nothing.
        """
        if number not in self._known:
            draw = Draw(self._pick.seed + number)
            self._known[number] = self._formed(draw) or packed(self._ground.scene, self._packer, self._ground.rule, draw)
        return self._known[number]

    def _formed(self, draw: Draw) -> Placement | None:
        x0, y0, x1, y1 = self._ground.box
        heading = self._pick.heading
        shapes = formations(tuple(model.base for model in self._unit), self._rule.coherency, heading)
        if not shapes or x0 > x1 or y0 > y1:
            return None
        for _ in range(TRIES):
            offsets, spot = shapes[draw.below(len(shapes))], (draw.between(x0, x1), draw.between(y0, y1))
            placement = self._ground.place(self._unit, offsets, spot, heading)
            if placement is not None:
                return placement
        return None


def facing_middle(region: Region, size: TableSize) -> int:
    """The right angle (degrees) that looks from the middle of a region to the middle of the table."""
    x0, y0, x1, y1 = region.box(size)
    dx, dy = size.width - x0 - x1, size.depth - y0 - y1
    return (heading_of(dx, dy) + 45) // 90 * 90 % 360 if dx or dy else 0
