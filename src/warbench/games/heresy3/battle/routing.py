"""The Rout Sub-Phase, and falling back at any time: away to the own battlefield edge (facts 9; H-228..H-231, H-270).

A loser may fall back in the Resolution Sub-Phase and again in the next Rout Sub-Phase (H-234).
"""

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from warbench.battle.asking import name_of, roll, rolled
from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle import ground, statuses
from warbench.games.heresy3.battle.checks import check
from warbench.games.heresy3.battle.events import Began, Done, Ends, Marked, Moved, Said
from warbench.games.heresy3.battle.moves import Surroundings, surroundings
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.placing import APART, box_around, move_permit, passes_over
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.table.headings import heading_of, stride
from warbench.table.lattice import INCH, Place, Point, travel
from warbench.table.measure import CONTACT, Marker, Standing, distance_down, within
from warbench.table.paths import may_move
from warbench.table.permits import Path
from warbench.table.scene import FRIEND

_TURNS = (0, 30, -30, 60, -60)
"""Directions off the straight one that are tried where the straight way is barred."""

_STEP = 64
_ASIDE = 5 * INCH
"""Somebody whose way is barred goes less than this to the side to get around."""
_CLOSE = 2 * INCH
"""So near to where the straight way would end nobody looks for another."""
_FAST = frozenset({"cavalry"})


def next_step(state: State) -> Procedure[None]:
    """The next Routed unit falls back, without being asked; or the Shooting Phase (H-228)."""
    for unit in state.on_table(state.active):
        if statuses.has(unit, "routed") and not unit.locked and unit.id not in state.core.done:
            return _fall_back(state, unit)
    return _finish(state)


def _finish(state: State) -> Procedure[None]:
    yield Ends(moment="phase")
    yield Began(round=state.core.round, turn=state.active, phase="shooting", step="attack")


def _fall_back(state: State, unit: Unit) -> Procedure[None]:
    yield Done(unit=unit.id)
    yield from fall_back(state, unit)


def home_edge(state: State, player: int) -> Marker:
    """The battlefield edge that lies in a player's deployment zone."""
    return Marker("own edge", state.mission.home_edges[state.core.zone_of[player]])


def fall_back(state: State, unit: Unit, *, dice: int = 0) -> Procedure[None]:
    """A unit falls back: each model its Initiative and one roll for all, straight to the own edge, where it stops.

    Whoever comes to the edge, and did not begin there, brings its unit to a Leadership Check after all have moved: failed, it is
    gone; passed, it loses Routed and is Suppressed. Gives no status by itself.

    Args:
        state: the battle.
        unit: who falls back.
        dice: how many dice are rolled for the distance; 0: one, two for Cavalry.
    """
    edge = home_edge(state, unit.player)
    began = [within(shape, edge, CONTACT) for shape in state.shapes(unit)]
    # Irregulars are gone at any edge that one of them comes to (C1).
    loose = any(state.kind(model.id).has("irregulars") is not None for model in unit.models)
    bordered = _at_borders(state, unit) if loose else set()
    if all(began):
        yield Said(text=f"{name_of(state, unit.id)} is at its own edge and stays", unit=unit.id, rule="H-229")
        yield Marked(unit=unit.id, mark="moved", value="stationary", rule="H-229")
        return
    faces = yield from roll(state, unit.player, "fall back", dice or (2 if state.types(unit) & _FAST else 1), unit.id)
    yield rolled(unit.player, "fall back", faces, f'Initiative and {sum(faces)}"', unit.id, "H-228")
    paths = Retreat(state, unit, edge).paths(sum(faces))
    ends = tuple((model.id, path[-1]) for model, path in zip(unit.models, paths, strict=True))
    yield Moved(unit=unit.id, how="fall back", places=ends, rule="H-228")
    yield Marked(unit=unit.id, mark="moved", value="fell back", rule="H-228")
    over = passes_over(state, unit)
    yield from ground.dangerous(state, unit, ground.dangers(state, unit, paths, over=over))
    if unit.where != "table":
        return
    came = not any(began) and any(within(shape, edge, CONTACT) for shape in state.shapes(unit))
    if came or (loose and not _at_borders(state, unit) <= bordered):
        yield from _at_the_edge(state, unit, loose=loose)


def _at_borders(state: State, unit: Unit) -> set[tuple[str, int]]:
    """Which models of a unit touch which edges of the battlefield."""
    width, depth = state.field.size.width, state.field.size.depth
    corners = ((0, 0), (width, 0), (width, depth), (0, depth))
    edges = [Marker("edge", ends) for ends in pairwise((*corners, corners[0]))]
    shapes = zip(unit.models, state.shapes(unit), strict=True)
    return {(model.id, at) for model, shape in shapes for at, edge in enumerate(edges) if within(shape, edge, CONTACT)}


def _at_the_edge(state: State, unit: Unit, *, loose: bool) -> Procedure[None]:
    """The Leadership Check of a unit that came to its own edge (H-230, H-231); Irregulars (``loose``) are gone without one."""
    from warbench.games.heresy3.battle.casualties import remove  # noqa: PLC0415 -- it sets passengers out, who move

    passed = not loose and (yield from check(state, unit, "leadership", why="at the own edge", rule="H-230"))
    if not passed:
        yield from remove(state, [model.id for model in unit.models], rule="H-230")
        return
    yield from statuses.lift(state, unit, "routed", source="at the own edge", rule="H-231")
    yield from statuses.give(state, unit, "suppressed", source="at the own edge", rule="H-231")


class Retreat:
    """Where the models of a unit come that falls back: the first is the one nearest to the edge, each goes as far as it can."""

    def __init__(self, state: State, unit: Unit, edge: Marker) -> None:
        """Look at the battlefield."""
        self.state = state
        self.unit = unit
        self.edge = edge
        self.around: Surroundings = surroundings(state, unit)
        self.scene = self.around.scene
        self.permit = move_permit(state, unit, 0)
        self.over = passes_over(state, unit)
        self.free = ground.not_slowed(state, unit)

    def paths(self, roll: int) -> tuple[Path, ...]:
        """The way of each model, in the unit's order; ``roll`` in inches is added to each Initiative."""
        shapes = dict(zip((model.id for model in self.unit.models), self.state.shapes(self.unit), strict=True))
        most = max(INCH * ((current(self.state, model, "initiative") or 0) + roll) for model in self.unit.models)
        self.scene = self.around.scene.narrowed(box_around(self.state, self.unit, most + APART))
        order = sorted(self.unit.models, key=lambda model: (distance_down(shapes[model.id], self.edge), model.id))
        found: dict[str, Path] = {}
        for model in order:
            mates = [
                shapes[other].at(found[other][-1]) if other in found else shapes[other] for other in shapes if other != model.id
            ]
            found[model.id] = self._path(model, shapes[model.id], mates, roll)
        return tuple(found[model.id] for model in self.unit.models)

    def _path(self, model: Model, shape: Standing, mates: list[Standing], roll: int) -> Path:
        inches = (current(self.state, model, "initiative") or 0) + roll
        limit = min(INCH * inches, distance_down(shape, self.edge))
        here = shape.place
        x, y = nearest_of((here.x, here.y), self.edge.core)
        if limit <= 0 or (x, y) == (here.x, here.y):
            return (here,)
        scene = self.scene.adding(mates, FRIEND)
        permit = msgspec.structs.replace(self.permit, limit=limit)
        straight = heading_of(x - here.x, y - here.y)
        best: Path = (here,)
        gone, room = 0, distance_down(shape, self.edge)
        for ways in self._tries(here, straight, limit):
            for path in ways:
                nearer = room - distance_down(shape.at(path[-1]), self.edge)
                if nearer <= gone:
                    break
                if self._fits(shape, path, INCH * inches) and may_move(scene, shape, path, permit):
                    best, gone = path, nearer
                    break
            if gone >= limit // 2 or limit - gone < _CLOSE:
                break
        return best

    @staticmethod
    def _tries(here: Place, straight: int, limit: int) -> Iterator[Iterator[Path]]:
        """Ways to try, the longest first of each kind: straight to the edge, off to the sides, and around to the sides."""

        def onward(place: Place, heading: int, length: int) -> Place:
            dx, dy = stride(heading % 360, length)
            return Place(place.x + dx, place.y + dy, place.z, place.heading)

        for turn in _TURNS:
            yield ((here, onward(here, straight + turn, length)) for length in _lengths(limit))
        for aside in range(INCH, min(limit, _ASIDE), INCH):
            for turn in (90, -90):
                bend = onward(here, straight + turn, aside)
                yield ((here, bend, onward(bend, straight, length)) for length in _lengths(limit - aside))

    def _fits(self, shape: Standing, path: Path, most: int) -> bool:
        """Whether a way is short enough for the ground on it, and ends apart from whom it began near to."""
        end = shape.at(path[-1])
        if any(within(end, other, APART) for other in self.around.apart):
            return False
        long = sum(travel(b.x - a.x, b.y - a.y) for a, b in pairwise(path)) > most - ground.SLOWED
        return not long or self.free or not ground.slows(self.state, path, over=self.over)


def _lengths(limit: int) -> Iterator[int]:
    """Lengths to try, the longest first."""
    yield limit
    yield from range(limit - limit % _STEP, 0, -_STEP)


def nearest_of(point: Point, segment: tuple[Point, ...]) -> Point:
    """The point of a segment nearest to another point, rounded to the lattice."""
    (ax, ay), (bx, by) = segment
    ex, ey = bx - ax, by - ay
    length = ex * ex + ey * ey
    along = min(max((point[0] - ax) * ex + (point[1] - ay) * ey, 0), length)
    return ax + (2 * ex * along + length) // (2 * length), ay + (2 * ey * along + length) // (2 * length)
