"""Packing: fitting a unit into whatever room there is, place by place, and the bounded search for any legal placement.

Spots are tried on a grid over the region, each judged for itself; then models are put, one after another, on the free spot
nearest to a start that stays linked with a mate. Circles about the outlines stand for them here, so what is found is legal, but
not all that is legal is found.
"""

from collections.abc import Sequence
from math import isqrt

from warbench.table.bases import Base
from warbench.table.draw import Draw
from warbench.table.lattice import Place
from warbench.table.measure import Standing
from warbench.table.paths import model_fault
from warbench.table.regions import Box
from warbench.table.scene import Scene
from warbench.table.units import SetupRule, judge_setup

Placement = tuple[Standing, ...]
"""All models of a unit, each where it stands, in the unit's order."""

Spot = tuple[int, int, int]
"""A place for a centre and its level."""

SPOTS = 400
"""The quick search looks at about this many spots, `SEARCH_SPOTS` is the thorough one's number."""

SEARCH_SPOTS = 4_000
SEARCH_STARTS = 60
"""The thorough search begins at this many spots at most, evenly chosen among those found."""


def spots(scene: Scene, base: Base, rule: SetupRule, heading: int, limit: int) -> list[Spot]:
    """Where one model of a base may be set up: legal spots of a grid over the region, row by row.

    The grid is as fine as half the base's width, or a third for the thorough search, but never of many more than ``limit`` spots.
    """
    size = scene.field.size
    x0, y0, x1, y1 = rule.region.box(size)
    half = base.inner // 2
    x0, y0, x1, y1 = max(x0, half), max(y0, half), min(x1, size.width - half), min(y1, size.depth - half)
    if x0 > x1 or y0 > y1:
        return []
    finest = base.outer // (2 if limit <= SPOTS else 3)
    pitch = max(finest, isqrt((x1 - x0 + 1) * (y1 - y0 + 1) // limit), max(x1 - x0, y1 - y0) // limit, 1)
    permit = rule.permit
    region = rule.region.narrowed((x0 - base.outer, y0 - base.outer, x1 + base.outer, y1 + base.outer))
    found: list[Spot] = []
    for y in _steps(y0, y1, pitch):
        row = scene.narrowed(_grown((x0, y, x1, y), base.outer + (rule.zone or 0)))
        for x in _steps(x0, x1, pitch):
            place = Place(x, y, scene.field.level_at(base, Place(x, y)) if scene.field.grounds else 0, heading)
            model = Standing("", base, place)
            if (
                region.holds(model, size)
                and model_fault(row.rows, model, permit) is None
                and scene.field.stand_fault(model, rule.keywords) is None
            ):
                found.append((x, y, place.z))
    return found


def _steps(low: int, high: int, pitch: int) -> list[int]:
    """From ``low`` to ``high``, evenly, at most ``pitch`` apart, both ends included."""
    parts = max(1, -(-(high - low) // pitch))
    return [low + (high - low) * index // parts for index in range(parts + 1)] if high > low else [low]


def _grown(box: Box, margin: int) -> Box:
    return box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin


def pack(unit: Sequence[Standing], free: dict[Base, list[Spot]], start: Spot, rule: SetupRule, heading: int) -> Placement | None:
    """Put the models of a unit on spots, from a start outward; None if one finds no place.

    Each takes the spot nearest to the start that leaves the mates' circles free and, where coherency matters, is linked with a
    mate.
    """
    near = {
        base: sorted(found, key=lambda spot: ((spot[0] - start[0]) ** 2 + (spot[1] - start[1]) ** 2, spot))
        for base, found in free.items()
    }
    placed: list[tuple[int, int, int, int, int]] = []  # x, y, z, doubled outer and inner radius
    models: list[Standing] = []
    first = dict.fromkeys(near, 0)
    for model in unit:
        base = model.base
        ordered = near[base]
        for index in range(first[base], len(ordered)):
            spot = ordered[index]
            if _fits(spot, base, placed, rule):
                first[base] = 0 if rule.coherency else index + 1
                placed.append((*spot, base.outer, base.inner))
                models.append(model.at(Place(spot[0], spot[1], spot[2], heading)))
                break
        else:
            return None
    return tuple(models)


def _fits(spot: Spot, base: Base, placed: Sequence[tuple[int, int, int, int, int]], rule: SetupRule) -> bool:
    x, y, z = spot
    outer, inner, coherency = base.outer, base.inner, rule.coherency
    linked = coherency is None or not placed
    for px, py, pz, mate_outer, mate_inner in placed:
        square = 4 * ((x - px) ** 2 + (y - py) ** 2)
        if square < (outer + mate_outer) ** 2:
            return False
        if not linked and coherency is not None and abs(z - pz) <= coherency.vertical:
            linked = square <= (2 * coherency.horizontal + inner + mate_inner) ** 2
    return linked


def free_spots(scene: Scene, unit: Sequence[Standing], rule: SetupRule, heading: int, limit: int) -> dict[Base, list[Spot]]:
    """The spots of each kind of base in a unit."""
    return {base: spots(scene, base, rule, heading, limit) for base in dict.fromkeys(model.base for model in unit)}


def packings(  # noqa: PLR0913 - the search is called with all that it looks at
    scene: Scene, unit: Sequence[Standing], rule: SetupRule, *, heading: int, draw: Draw, wanted: int
) -> list[Placement]:
    """Up to ``wanted`` legal placements from starts that ``draw`` picks among the quick search's spots."""
    free = free_spots(scene, unit, rule, heading, SPOTS)
    if not unit or not all(free.values()):
        return []
    starts = list(free[unit[0].base])
    draw.shuffle(starts)
    found: list[Placement] = []
    for start in starts[: 2 * wanted]:
        placement = pack(unit, free, start, rule, heading)
        if placement is not None and judge_setup(scene, placement, rule).ok:
            found.append(placement)
            if len(found) == wanted:
                break
    return found


def exists_placement(scene: Scene, unit: Sequence[Standing], rule: SetupRule) -> Placement | None:
    """A legal placement of a unit, or None if the bounded search finds none. The referee of "can it be set up at all".

    Its bounds: the spots of `spots` with `SEARCH_SPOTS`, packed from at most `SEARCH_STARTS` of them, at each model's heading
    as it is and turned by a quarter if a base is no circle. It uses no chance: the same scene, unit and rule give the same
    answer.
    """
    others = scene.without({model.name for model in unit})
    if not unit:
        return ()
    turns = (0,) if all(model.base.is_round for model in unit) else (0, 90)
    for turn in turns:
        heading = (unit[0].place.heading + turn) % 360
        free = free_spots(others, unit, rule, heading, SEARCH_SPOTS)
        if not all(free.values()):
            continue
        starts = free[unit[0].base]
        step = max(1, len(starts) // SEARCH_STARTS)
        for start in starts[::step]:
            placement = pack(unit, free, start, rule, heading)
            if placement is not None and judge_setup(others, placement, rule).ok:
                return placement
    return None
