"""Proposals for moving into contact: each model to a target if it can, the others as near as coherency lets them."""

from collections.abc import Iterator, Sequence

from warbench.table.contact import contact_places
from warbench.table.draw import Draw
from warbench.table.headings import heading_of, stride
from warbench.table.lattice import Place
from warbench.table.measure import CONTACT, Standing, colliding, distance_up, engaged, in_contact, within
from warbench.table.paths import may_move
from warbench.table.permits import Path, UnitRule
from warbench.table.routes import route
from warbench.table.scene import TARGET, Scene
from warbench.table.setups import Pick
from warbench.table.units import may_move_unit, paths_box

PLANS = 4
"""So many orders of models and targets are tried for each proposal wanted."""

TARGETS = 3
"""A model tries to touch this many targets, the nearest first."""


BESIDES = tuple((direction, 2) for direction in range(0, 360, 45))
"""Where a model is sought a place beside a mate: the direction from him, and how far apart they stand, in lattice units."""


class Ways:
    """What does not depend on the mates of a model, and so is the same in each attempt: kept by model and place or target.

    ``near`` is the battlefield about the unit, without it; ``gaps`` are the distances of models and targets, by their names.
    """

    __slots__ = ("_paths", "_places", "_touching", "gaps", "near", "rule", "targets")

    def __init__(self, scene: Scene, unit: Sequence[Standing], rule: UnitRule) -> None:
        """Look at what the unit can reach at most."""
        others = scene.without({model.name for model in unit})
        reach = rule.permit.limit + (rule.permit.zone or 0)
        self.near = others.narrowed(paths_box(unit, [(model.place,) for model in unit], reach))
        self.rule = rule
        self.targets = scene.models(TARGET)
        self.gaps = {(model.name, target.name): distance_up(model, target) for model in unit for target in self.targets}
        self._paths: dict[tuple[str, Place], Path | None] = {}
        self._places: dict[tuple[str, str], list[Place]] = {}
        self._touching: dict[str, bool] = {}

    def path(self, model: Standing, place: Place) -> Path | None:
        """The way of a model to a place, None if it may not go there."""
        key = (model.name, place)
        if key not in self._paths:
            path = route(self.near.field, model, place, self.rule.permit)
            self._paths[key] = path if may_move(self.near, model, path, self.rule.permit) else None
        return self._paths[key]

    def contacts(self, model: Standing, target: Standing) -> list[Place]:
        """The places in contact with a target that are in a straight line's reach."""
        key = (model.name, target.name)
        found = self._places.get(key)
        if found is None:
            reach = self.rule.permit.limit
            near = within(model, target, reach + CONTACT)
            found = self._places[key] = list(contact_places(model, target, reach=reach)) if near else []
        return found

    def touches(self, model: Standing) -> bool:
        """Whether a model is in contact with a target already."""
        found = self._touching.get(model.name)
        if found is None:
            found = self._touching[model.name] = any(in_contact(model, target) for target in self.targets)
        return found


class Plan:
    """One attempt: models are moved one by one, each judged where it ends."""

    __slots__ = ("besides", "links", "near", "paths", "placed", "rule", "targets", "waiting", "ways")

    def __init__(self, ways: Ways, besides: Sequence[tuple[int, int]] = BESIDES, links: int = 1) -> None:
        """Begin with nobody moved.

        Args:
            ways: what is known of the unit.
            besides: where places beside a mate are, by direction and distance.
            links: how many mates a model must end near, as far as there are so many yet.
        """
        self.besides = besides
        self.links = links
        self.ways = ways
        self.near = ways.near
        self.rule = rule = ways.rule
        self.targets = ways.targets
        self.placed: list[Standing] = []
        self.paths: dict[str, Path] = {}
        self.waiting = list(rule.engage)  # groups that nobody is engaged with yet

    def _take(self, model: Standing, place: Place) -> bool:
        """Move a model to a place if that is legal beside those already moved."""
        there = model.at(place)
        for mate in self.placed:
            if colliding(there, mate):
                return False
        if not self._linked(there):
            return False
        path = self.ways.path(model, place)
        if path is None:
            return False
        self.put(there, path)
        return True

    def put(self, there: Standing, path: Path) -> None:
        """Note that a model ends somewhere, whatever speaks against it."""
        self.placed.append(there)
        self.paths[there.name] = path
        if self.waiting:
            zone, height = self.rule.permit.zone or 0, self.rule.permit.zone_height
            touched = {target.name for target in self.targets if engaged(there, target, zone, height)}
            self.waiting = [group for group in self.waiting if touched.isdisjoint(group)]

    def _linked(self, there: Standing) -> bool:
        rule = self.rule.coherency
        if rule is None or not self.placed:
            return True
        across, up = rule.horizontal, rule.vertical
        wanted = min(self.links, len(self.placed))
        for mate in self.placed:
            if engaged(there, mate, across, up):
                wanted -= 1
                if not wanted:
                    return True
        return False

    def move(self, model: Standing) -> None:
        """Move one model: into contact with a preferred target, or near one, or not at all."""
        preferred = self._preferred(model)
        if self.ways.touches(model):
            self.put(model, (model.place,))
            return
        for target in preferred[:TARGETS]:
            for place in self.ways.contacts(model, target):
                if self._take(model, place):
                    return
        if not any(self._take(model, place) for place in self._approaches(model, preferred[0])):
            self.put(model, (model.place,))

    def _preferred(self, model: Standing) -> list[Standing]:
        """The targets in the order in which a model seeks them: of groups that nobody is engaged with first, then the nearest."""
        waiting = {name for group in self.waiting for name in group}
        return sorted(self.targets, key=lambda it: (it.name not in waiting, self.ways.gaps[model.name, it.name], it.name))

    def _approaches(self, model: Standing, target: Standing) -> Iterator[Place]:
        """Places nearer to a target than the model stands: on the straight line and beside mates, the nearest first."""
        place, goal, reach = model.place, target.place, self.rule.permit.limit
        room = distance_up(model, target)
        found = []
        dx, dy = goal.x - place.x, goal.y - place.y
        if dx or dy:
            heading = heading_of(dx, dy)
            for part in (4, 3, 2, 1):
                x, y = stride(heading, max(0, min(reach - 1, room)) * part // 4)
                found.append((place.x + x, place.y + y))
        for mate in self.placed:
            touching = (model.base.outer + mate.base.outer) // 2
            for direction, apart in self.besides:
                x, y = stride(direction, touching + apart)
                spot = mate.place.x + x, mate.place.y + y
                if (spot[0] - place.x) ** 2 + (spot[1] - place.y) ** 2 <= reach * reach:
                    found.append(spot)
        found.sort(key=lambda spot: ((spot[0] - goal.x) ** 2 + (spot[1] - goal.y) ** 2, spot))
        for x, y in found:
            there = Place(x, y, 0, place.heading)
            level = self.near.field.level_at(model.base, there) if self.near.field.grounds else 0
            there = Place(x, y, level, place.heading) if level else there
            if distance_up(model.at(there), target) < room:
                yield there


def contact_moves(scene: Scene, unit: Sequence[Standing], rule: UnitRule, pick: Pick) -> Iterator[tuple[Path, ...]]:
    """Paths of a unit into contact with the scene's targets, at most ``pick.limit`` different ones, all legal by `judge_unit`.

    Models move nearest first; the first of them each take a group of ``rule.engage`` that nobody is engaged with yet. Later
    attempts change the order of models and targets by the seed. Ways are straight; contact is sought at the places of
    `contact_places`.
    """
    targets = scene.models(TARGET)
    if not targets:
        return
    others = scene.without({model.name for model in unit})
    draw = Draw(pick.seed)
    ways = Ways(scene, unit, rule)
    nearest_first = sorted(unit, key=lambda model: (min(ways.gaps[model.name, target.name] for target in targets), model.name))
    found = 0
    orders: set[tuple[Standing, ...]] = set()
    judged: set[tuple[Path, ...]] = set()
    for attempt in range(PLANS * pick.limit):
        order = list(nearest_first)
        if attempt:
            draw.shuffle(order)
        if attempt >= PLANS and not found:
            break
        if tuple(order) in orders:  # it would end as it did
            continue
        orders.add(tuple(order))
        plan = Plan(ways)
        for model in order:
            plan.move(model)
        paths = tuple(plan.paths[model.name] for model in unit)
        if paths not in judged and may_move_unit(others, unit, paths, rule):
            found += 1
            yield paths
            if found == pick.limit:
                break
        judged.add(paths)
