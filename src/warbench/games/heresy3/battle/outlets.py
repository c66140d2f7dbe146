"""Where passengers come out: the facings of a hull with Access Points, and places around it that touch them."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from warbench.games.heresy3.battle.placing import APART, scene
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.state import State, Unit
from warbench.table.bases import Base
from warbench.table.contact import contact_places, touching_offset
from warbench.table.convex import edges
from warbench.table.headings import TURN, heading_of, turned
from warbench.table.lattice import FAR, Place, Point
from warbench.table.measure import CONTACT, Marker, Standing, colliding, in_contact, within
from warbench.table.paths import model_fault
from warbench.table.permits import MovePermit
from warbench.table.scene import Scene

FACINGS = ("right", "front", "left", "rear")
"""The facings of a rectangular hull, in the order of the edges of its outline at heading 0."""

_STEP = 3
"""Places around a hull are looked at in every so many degrees."""


def outlets(state: State, transport: Unit, *, began: bool = False, everywhere: bool = False) -> list[Marker]:
    """The facings with an Access Point of a unit's models, as they stand now or as they did when the Movement Phase ``began``.

    ``everywhere``: all of the hull instead (an Emergency Disembarkation). A datasheet that names none, and a hull that is no
    rectangle, let people in and out on all sides (ruling access-points).
    """
    found: list[Marker] = []
    for model in transport.models:
        place = model.began if began else model.place
        if place is None:
            continue
        kind = state.kind(model.id)
        if not kind.access and not everywhere and ruling(state, "access-points") == "none":
            continue
        corners = [_moved(corner, place) for corner in kind.base.corners]
        if everywhere or len(corners) != len(FACINGS) or not kind.access:
            found.append(_whole(model.id, kind.base, place, corners))
            continue
        sides = dict(zip(FACINGS, edges(corners), strict=True))
        found += [Marker(f"{model.id} {facing}", sides[facing]) for facing in FACINGS if facing in kind.access]
    return found


def _whole(name: str, base: Base, place: Place, corners: Sequence[Point]) -> Marker:
    if corners:
        return Marker(name, Standing(name, base, place).core)
    return Marker(name, ((place.x, place.y),), base.diameter)


def _moved(corner: Point, place: Place) -> Point:
    x, y = turned(corner, place.heading)
    return place.x + x, place.y + y


def near_outlet(shapes: Sequence[Standing], facings: Sequence[Marker], reach: int) -> bool:
    """Whether each of some models is within ``reach`` lattice units of one of the facings."""
    return bool(shapes) and all(any(within(shape, facing, reach) for facing in facings) for shape in shapes)


class Ring:
    """The free places around a transport for the models of a unit: each touches one of the facings, and is legal for itself."""

    def __init__(self, state: State, unit: Unit, transport: Unit, facings: Sequence[Marker]) -> None:
        """Look at the battlefield as it is."""
        self.state = state
        self.unit = unit
        self.hulls = state.shapes(transport)
        self.facings = tuple(facings)
        self.scene: Scene = scene(state, unit.player)
        self.permit = MovePermit(limit=0, zone=APART, zone_height=FAR)
        self._legal: dict[tuple[Base, Place], bool] = {}

    def legal(self, shape: Standing) -> bool:
        """Whether a model may stand there, its mates apart."""
        return self.fault(shape) is None

    def fault(self, shape: Standing) -> str | None:
        """The code of why a model may not stand there, or None."""
        found = self.scene.field.stand_fault(shape) or model_fault(self.scene.rows, shape, self.permit)
        return found.code if found else None

    def touches(self, shape: Standing) -> bool:
        """Whether a model touches one of the facings."""
        return any(within(shape, facing, CONTACT) for facing in self.facings)

    def _spot(self, base: Base, hull: Standing, direction: int) -> Place | None:
        """Where a base touches a hull in a direction, or None."""
        offset = touching_offset(base, direction, hull.base, hull.place.heading, direction)
        if offset is None:
            return None
        return Place(hull.place.x + offset[0], hull.place.y + offset[1], hull.place.z, direction)

    def _holds(self, shape: Standing) -> bool:
        """Whether a model may stand there and touches one of the facings; asked once for each base and place."""
        key = (shape.base, shape.place)
        if key not in self._legal:
            self._legal[key] = self.touches(shape) and self.legal(shape)
        return self._legal[key]

    def _first(self, shape: Standing, start: int, mates: Sequence[Standing], reached: dict[Base, int]) -> Standing | None:
        """A model at the first free place around the transport, those nearest to a direction first.

        ``reached``: how far around the places for a base are known to be taken; they stay so while mates are added.
        """
        for turn in range(reached.get(shape.base, 0), TURN // 2 + 1, _STEP):
            reached[shape.base] = turn
            for direction in dict.fromkeys(((start + turn) % TURN, (start - turn) % TURN)):
                for hull in self.hulls:
                    place = self._spot(shape.base, hull, direction)
                    if place is not None:
                        there = shape.at(place)
                        # Where mates are is known sooner than what else is there.
                        if not any(colliding(there, mate) for mate in mates) and self._holds(there):
                            return there
        return None

    def starts(self) -> list[int]:
        """Directions in which to come out: toward the middle of the table, then to the sides, then away from it."""
        size, hull = self.state.field.size, self.hulls[0].place
        dx, dy = size.width // 2 - hull.x, size.depth // 2 - hull.y
        first = heading_of(dx, dy) if dx or dy else 0
        return [(first + turn) % TURN for turn in (0, 90, 270, 180)]

    def placed(self, start: int, more: Callable[[Standing, Sequence[Standing]], Iterator[Place]] | None = None) -> list[Standing]:
        """The unit's models put around a direction, in order, as many as find a place; they stay beside each other.

        ``more`` gives further places of a model beside its mates when there is none left around the transport.
        """
        found: list[Standing] = []
        reached: dict[Base, int] = {}
        for model in self.unit.models:
            shape = Standing(model.id, self.state.kind(model.id).base, Place(0, 0))
            taken = self._first(shape, start, found, reached)
            if taken is None and more is not None:
                taken = _first_free(shape, more(shape, found), found)
            if taken is None:
                break
            found.append(taken)
        return found

    def beside(self, shape: Standing, mates: Sequence[Standing]) -> Iterator[Place]:
        """Legal places of a model in contact with mates that are placed already."""
        for mate in mates:
            for place in contact_places(shape, mate):
                if self.legal(shape.at(place)):
                    yield place

    def chained(self, shapes: Sequence[Standing]) -> bool:
        """Whether each of some models touches the transport, or one that does, or one that touches that, and so on."""
        held = [shape for shape in shapes if self.touches(shape)]
        left = [shape for shape in shapes if not self.touches(shape)]
        while left:
            fresh = [shape for shape in left if any(in_contact(shape, other) for other in held)]
            if not fresh:
                return False
            held += fresh
            left = [shape for shape in left if shape not in fresh]
        return True


def _first_free(shape: Standing, places: Iterable[Place], mates: Sequence[Standing]) -> Standing | None:
    """A model at the first of some places where it collides with no mate."""
    for place in places:
        there = shape.at(place)
        if not any(colliding(there, mate) for mate in mates):
            return there
    return None
