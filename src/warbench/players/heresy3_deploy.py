"""Where the Horus Heresy planner sets units up: each near what it is for, the enemy before it, with lines of sight."""

from collections.abc import Iterator
from functools import cache
from math import hypot

from warbench.battle.places import encode_places
from warbench.battle.requests import Ask
from warbench.games.heresy3.battle.combats import is_fort
from warbench.games.heresy3.battle.placing import coherency, is_hull
from warbench.games.heresy3.battle.roster import INCH
from warbench.games.heresy3.battle.state import State, Unit
from warbench.players.choosing import Spot, away, best, spots_of
from warbench.players.heresy3_ground import (
    brawls,
    here,
    is_gunner,
    job_of,
    mean,
    reach_of,
    spot_of,
    standing,
    zone_middle,
    zone_spot,
)
from warbench.table.convex import meet
from warbench.table.formations import formations
from warbench.table.headings import heading_of
from warbench.table.lattice import Place

_STEP, _OUT = 2.0, 18
_LOOKED_AT = 6
"""So many legal places are compared."""
_SEEN, _SHUT, _CLOSE = 1.5, 6.0, 10.0
_TRIES = 160
_DEPTH, _GUN_DEPTH, _FORT_DEPTH = 2.0, 7.0, 4.0
"""How far behind the border of the zone units stand, in inches."""

_WALLS = frozenset({"medium", "heavy"})


def deploy(ask: Ask, state: State) -> str:
    """A place in the deployment zone for a unit."""
    unit = state.units[ask.subject]
    return set_up(ask, state, unit, _wanted(state, unit))


def arrive(ask: Ask, state: State) -> str:
    """Where a unit comes in from Reserves, or gets out: the listed place that is nearest to what it is for."""
    unit = state.units[ask.subject]
    point = job_of(state, unit).point or _main(state, unit)
    found: str = best((-away(spots_of(option.key), point), option.key) for option in ask.options)
    return found


def set_up(ask: Ask, state: State, unit: Unit, wanted: Spot) -> str:
    """The legal place near a spot from which a unit sees most of what matters; of those listed where none is found."""
    spots = _marks(state, unit)
    ahead = min(spots, key=lambda mark: (hypot(mark[0] - wanted[0], mark[1] - wanted[1]), mark))
    scored: list[tuple[float, str]] = []
    for spot, key in _places(state, unit, wanted):
        if ask.judge is None or ask.judge(key) is not None:
            continue
        seen = sum(_clear(state, spot, mark) for mark in spots) if reach_of(state, unit) else 0
        shut = not is_fort(state, unit) and _is_shut_in(state, spot, ahead)
        scored.append((_SEEN * seen - _SHUT * shut - hypot(spot[0] - wanted[0], spot[1] - wanted[1]), key))
        if len(scored) == _LOOKED_AT:
            break
    listed = [option.key for option in ask.options if spots_of(option.key)] if not scored else []
    scored += [(-away(spots_of(key), wanted), key) for key in listed]
    found: str | None = best(scored)
    return found if found is not None else ask.options[0].key


def _places(state: State, unit: Unit, wanted: Spot) -> Iterator[tuple[Spot, str]]:
    """Answers that set a unit up about a spot, the nearest first, its front to the enemy."""
    bases = tuple(state.kind(model.id).base for model in unit.models)
    theirs = zone_middle(state, 1 - unit.player)
    heading = (heading_of(*_step(wanted, theirs)) + 22) // 45 * 45 % 360
    shapes = formations(bases, coherency(state, unit))[:2]
    for dx, dy in _spiral()[:_TRIES]:
        spot = wanted[0] + dx, wanted[1] + dy
        x, y = round(spot[0] * INCH), round(spot[1] * INCH)
        for offsets in shapes:
            places = [
                Place(x + a, y + b, 0, heading if not base.is_round else 0) for (a, b), base in zip(offsets, bases, strict=True)
            ]
            yield spot, encode_places(places)


@cache
def _spiral() -> tuple[Spot, ...]:
    """Steps away from a spot, the shortest first."""
    steps = [(x * _STEP, y * _STEP) for x in range(-_OUT, _OUT + 1) for y in range(-_OUT, _OUT + 1)]
    return tuple(sorted(steps, key=lambda step: (step[0] ** 2 + step[1] ** 2, step)))


def _step(one: Spot, other: Spot) -> tuple[int, int]:
    dx, dy = round((other[0] - one[0]) * INCH), round((other[1] - one[1]) * INCH)
    return (dx, dy) if dx or dy else (0, 1)


def _main(state: State, unit: Unit) -> Spot:
    """The objective that matters most for who stays in his zone; the middle of the table where there is none."""
    home = zone_middle(state, unit.player)
    size = state.field.size
    middle = size.width / 2 / INCH, size.depth / 2 / INCH
    found: Spot | None = best(
        (each.value * 6.0 - hypot(spot_of(each)[0] - home[0], spot_of(each)[1] - home[1]), spot_of(each))
        for each in state.mission.objectives
    )
    return found if found is not None else middle


def _marks(state: State, unit: Unit) -> list[Spot]:
    """What a shooter wants to see: the objectives, and the enemies that are there already, or the middle of their zone."""
    enemies = [mean(standing(enemy)) for enemy in state.on_table(1 - unit.player)]
    return [spot_of(each) for each in state.mission.objectives] + (enemies or [zone_middle(state, 1 - unit.player)])


def _clear(state: State, one: Spot, other: Spot) -> bool:
    """Whether nothing that stops sight lies between two spots: solid pieces, thick area terrain."""
    line = tuple((round(x * INCH), round(y * INCH)) for x, y in (one, other))
    walls = [piece.footprint for piece in state.mission.pieces]
    walls += [zone.corners for zone in state.zones() if zone.kind in _WALLS]
    return not any(meet(line, corners) for corners in walls)


def _is_shut_in(state: State, one: Spot, other: Spot) -> bool:
    """Whether a hull stands close before a spot, on the way to another."""
    length = max(hypot(other[0] - one[0], other[1] - one[1]), 1.0)
    share = min(1.0, _CLOSE / length)
    end = one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
    line = tuple((round(x * INCH), round(y * INCH)) for x, y in (one, end))
    hulls = [shape for each in state.on_table() if is_hull(state, each) for shape in state.shapes(each)]
    return any(meet(line, shape.core) for shape in hulls)


def _wanted(state: State, unit: Unit) -> Spot:
    """Where a unit wants to begin: Fortifications and who fights at the front, long guns further back, spread over objectives."""
    if is_fort(state, unit):
        return zone_spot(state, unit.player, _share_of(state, unit), _FORT_DEPTH)
    job = job_of(state, unit)
    point = job.point if job.what == "objective" and job.point is not None else _share_of(state, unit)
    return zone_spot(state, unit.player, point, _GUN_DEPTH if is_gunner(state, unit) and not brawls(state, unit) else _DEPTH)


def _share_of(state: State, unit: Unit) -> Spot:
    """The objective that fewest of the own units of this kind stand for yet, the most valuable and nearest of those."""
    home = zone_middle(state, unit.player)
    fort = is_fort(state, unit)
    others = [mean(here(state, each)) for each in state.on_table(unit.player) if is_fort(state, each) == fort]
    marks = [(spot_of(each), each.value) for each in state.mission.objectives]
    if not marks:
        return _main(state, unit)
    counts = dict.fromkeys((spot for spot, _ in marks), 0)
    for other in others:
        nearest = min(counts, key=lambda spot: ((spot[0] - other[0]) ** 2 + (spot[1] - other[1]) ** 2, spot))
        counts[nearest] += 1

    def score(spot: Spot, value: int) -> float:
        return value / (1 + counts[spot]) - hypot(spot[0] - home[0], spot[1] - home[1]) / 24

    found: Spot = best((score(spot, value), spot) for spot, value in marks)
    return found
