"""Straight runs: a model goes straight ahead, so far at least and as far as it likes, and may then turn on the spot.

The way of such a model is where it stands, where it comes to with the same heading, and, if it turns, the same spot once more.
What else its move must fulfil is for a permit to say, as of every move.
"""

from collections.abc import Iterator, Sequence

import msgspec

from warbench.table.errors import TableError
from warbench.table.field import Fault
from warbench.table.headings import COSINE, SCALE, SINE, TURN, heading_of, stride, turn_between
from warbench.table.lattice import INCH, Place, Point, TableSize, inches_text, travel
from warbench.table.measure import Standing, on_table
from warbench.table.permits import Path, UnitRule
from warbench.table.scene import Scene
from warbench.table.units import may_move_unit

ASIDE = 2
"""So many lattice units (0.2 mm) a spot may lie beside the line straight ahead: few spots of the lattice lie on it."""

_STEP = INCH
"""Other lengths are tried in steps of this, those nearest to the length that is wanted first."""


class Run(msgspec.Struct, frozen=True):
    """What a straight run must fulfil: at least ``least`` lattice units ahead, then a turn of at most ``turn`` degrees."""

    least: int
    turn: int


class RunGoal(msgspec.Struct, frozen=True):
    """What a straight run is for: how far to go, in lattice units, and the point to face at its end (None: straight on)."""

    length: int
    face: Point | None = None


def run_path(mover: Standing, end: Place) -> Path:
    """The way of a model straight to a spot, with the heading that it has, and then turned to the heading of ``end``."""
    there = msgspec.structs.replace(end, heading=mover.place.heading)
    return (mover.place, there) if end == there else (mover.place, there, end)


def run_fault(mover: Standing, path: Path, run: Run) -> Fault | None:
    """Why a way is no straight run, or None: its form alone, not what is in its way.

    Args:
        mover: the model where it stands.
        path: its way, beginning there.
        run: what it must fulfil.
    """
    start, name = mover.place, mover.name
    there = path[1] if len(path) > 1 else start
    if len(path) > 3 or there.heading != start.heading or any((each.x, each.y) != (there.x, there.y) for each in path[2:]):  # noqa: PLR2004 - start, spot, turn
        return Fault("not-straight", f"{name} goes straight ahead, and turns only where it ends")
    dx, dy = there.x - start.x, there.y - start.y
    across, along = _against(start.heading, dx, dy)
    if along < 0 or abs(across) > ASIDE * SCALE:
        return Fault("not-straight", f"{name} would not go straight ahead, along its heading of {start.heading} degrees")
    if travel(dx, dy) < run.least:
        sentence = f"{name} would go {inches_text(travel(dx, dy))} straight ahead, less than {inches_text(run.least)}"
        return Fault("too-short", sentence)
    turn = abs(turn_between(start.heading, path[-1].heading))
    if turn > run.turn:
        return Fault("turned-too-far", f"{name} would turn by {turn} degrees, more than {run.turn}")
    return None


def _against(heading: int, dx: int, dy: int) -> tuple[int, int]:
    """How far a step leads beside a heading and along it, times the length of a direction vector."""
    cosine, sine = COSINE[heading], SINE[heading]
    return cosine * dy - sine * dx, cosine * dx + sine * dy


def room_ahead(mover: Standing, size: TableSize) -> int:
    """How far a model can go straight ahead, in lattice units, before its outline crosses the edge of the table."""
    low, high = 0, size.width + size.depth
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if on_table(mover.at(ahead(mover.place, middle)), size) else (low, middle - 1)
    return low


def ahead(place: Place, length: int) -> Place:
    """The spot so many lattice units straight ahead of a place, with the same heading."""
    dx, dy = stride(place.heading, length)
    return Place(place.x + dx, place.y + dy, place.z, place.heading)


def along(unit: Sequence[Standing], point: Point) -> int:
    """How far straight ahead the first model of a unit is when it has a point beside it, in lattice units; below 0 behind it."""
    place = unit[0].place
    return _against(place.heading, point[0] - place.x, point[1] - place.y)[1] // SCALE


def propose_run(scene: Scene, unit: Sequence[Standing], rule: UnitRule, run: Run, goal: RunGoal) -> tuple[Path, ...] | None:
    """A legal straight run of all models of a unit alike, as near to its goal as is found; None where none is.

    Each length is tried with the turn first, as far as it may turn toward the point, and then without one.
    """
    room = min(room_ahead(model, scene.field.size) for model in unit)
    for length in _lengths(goal.length, run.least, room):
        faces = (goal.face, None) if goal.face is not None else (None,)
        for face in faces:
            paths = tuple(_way(scene, model, length, run, face) for model in unit)
            legal = all(run_fault(model, path, run) is None for model, path in zip(unit, paths, strict=True))
            if legal and may_move_unit(scene, unit, paths, rule):
                return paths
    return None


def _lengths(wanted: int, least: int, room: int) -> Iterator[int]:
    """The lengths to try: the one that is wanted, as far as it can be had, then others around it."""
    # A stride is cut to the lattice: a little more than the least is surely enough.
    least += ASIDE
    if room < least:
        return
    first = min(max(wanted, least), room)
    yield first
    for step in range(_STEP, room - least + 1, _STEP):
        for length in (first + step, first - step):
            if least <= length <= room:
                yield length


def _way(scene: Scene, model: Standing, length: int, run: Run, face: Point | None) -> Path:
    spot = ahead(model.place, length)
    heading = spot.heading if face is None else _turned(spot, run.turn, face)
    level = scene.field.level_at(model.base, msgspec.structs.replace(spot, heading=heading))
    return run_path(model, Place(spot.x, spot.y, level, heading))


def _turned(spot: Place, most: int, face: Point) -> int:
    """The heading toward a point, as far as the turn may lead."""
    try:
        wanted = heading_of(face[0] - spot.x, face[1] - spot.y)
    except TableError:
        return spot.heading
    turn = turn_between(spot.heading, wanted)
    return (spot.heading + max(-most, min(most, turn))) % TURN
