"""Where a unit may want to move: to near objectives, to or from the nearest enemy, into cover, to a transport."""

from typing import NamedTuple

from warbench.battle.asking import name_of
from warbench.games.heresy3.battle import ground
from warbench.games.heresy3.battle.measuring import gap
from warbench.games.heresy3.battle.placing import in_reach, is_hull, middle
from warbench.games.heresy3.battle.state import State, Unit
from warbench.table.headings import heading_of, stride
from warbench.table.lattice import INCH, Place, Point

_CLEAR = INCH // 10
"""So much room is left between a unit and a transport that it goes to."""

_WARY = 18 * INCH
"""Going away is proposed when the nearest enemy unit is at most this far, middle to middle."""

_OBJECTIVES = 2


class Aim(NamedTuple):
    """A point to go toward, and how that is said."""

    point: Point
    text: str


def aims(state: State, unit: Unit, limit: int) -> list[Aim]:
    """Where a unit may want to go that can move ``limit`` lattice units: at most six points."""
    x, y = middle(unit)

    def far(point: Point) -> int:
        return (point[0] - x) ** 2 + (point[1] - y) ** 2

    found: list[Aim] = []
    marks = [(objective.at, objective.id) for objective in state.mission.objectives]
    found += [Aim(point, f"toward {name}") for point, name in sorted(marks, key=lambda it: (far(it[0]), it[1]))[:_OBJECTIVES]]
    enemies = [(middle(enemy), enemy.id) for enemy in state.on_table(1 - unit.player)]
    if enemies:
        point, name = min(enemies, key=lambda each: (far(each[0]), each[1]))
        found.append(Aim(point, f"toward {name_of(state, name)}"))
        if 0 < far(point) <= _WARY * _WARY:
            dx, dy = stride(heading_of(x - point[0], y - point[1]), 2 * limit)
            found.append(Aim((x + dx, y + dy), "away from the nearest enemy"))
    if not is_hull(state, unit):
        found += _cover(state, (x, y), limit)
        found += _transports(state, unit, limit)
    return [aim for aim in found if aim.point != (x, y)]


def _cover(state: State, here: Point, limit: int) -> list[Aim]:
    """The middle of the nearest area terrain in reach, for who is in none."""
    x, y = here
    if ground.area(state, Place(x, y)) is not None:
        return []
    near: list[tuple[int, str, Point]] = []
    for zone in state.zones():
        xs, ys = [corner[0] for corner in zone.corners], [corner[1] for corner in zone.corners]
        point = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
        square = (point[0] - x) ** 2 + (point[1] - y) ** 2
        if square <= (2 * limit) ** 2:
            near.append((square, zone.name, point))
    return [Aim(point, f"into {name}") for _, name, point in sorted(near)[:1]]


def _transports(state: State, unit: Unit, limit: int) -> list[Aim]:
    """Up to the nearest transport in reach that has room for the unit."""
    from warbench.games.heresy3.battle.passengers import NEAR, fits  # noqa: PLC0415 -- disembarking moves units, which asks here

    x, y = middle(unit)
    for transport in state.on_table():
        if transport.player == 1 - unit.player or not is_hull(state, transport):
            continue
        if not in_reach(state, unit, transport, limit + NEAR) or fits(state, unit, transport) is not None:
            continue
        there = middle(transport)
        # Whatever the direction, a step shorter than the gap cannot end on the transport.
        step = (gap(state, unit, transport) or 0) - _CLEAR
        if step > 0 and there != (x, y):
            dx, dy = stride(heading_of(there[0] - x, there[1] - y), step)
            return [Aim((x + dx, y + dy), f"to {name_of(state, transport.id)}")]
    return []
