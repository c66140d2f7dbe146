"""Proposals for a unit of which one model leads: it goes to a target by itself, the others after it.

`charges` moves models into contact by straight ways to places seen from the targets' centres. What that misses is sought here: a
unit that only just reaches, a long hull, a model that must turn first or go around something, and one that can reach the zone of
a target but not touch it.
"""

from collections.abc import Callable, Iterator, Sequence

from warbench.table.arrivals import Arrival, Arrivals
from warbench.table.charges import Plan, Ways
from warbench.table.coherency import is_coherent
from warbench.table.detours import detours
from warbench.table.lattice import INCH
from warbench.table.measure import Standing, colliding, distance_up, in_contact
from warbench.table.paths import may_move
from warbench.table.permits import Path, UnitRule
from warbench.table.routes import route
from warbench.table.scene import Scene

TRIES, EACH = 4, 1
"""So many ways of a leading model are followed up by the others, and of one and the same model so many."""

AROUND = 2
"""Ways around something are sought for so many models, as they face, of which straight ways to their ends are barred."""

BESIDES = tuple((turn, apart) for apart in (2, INCH, 2 * INCH - 2) for turn in range(0, 360, 30))
"""The same as `charges.BESIDES`, closer together: here there are few attempts."""

Legal = Callable[[tuple[Path, ...]], bool]
"""Whether the paths of all models are a legal move."""


def led_moves(scene: Scene, unit: Sequence[Standing], rule: UnitRule, legal: Legal) -> Iterator[tuple[Path, ...]]:
    """The first legal move of a unit that is found with one model in the lead, if any.

    Args:
        scene: the battlefield as the unit sees it; its own models may be among the friends.
        unit: the models.
        rule: what the move must fulfil; with ``engage`` the zone of a target is enough for the leader, else he must touch one.
        legal: whether the paths of all are a legal move: the game's own judge.
    """
    ways = Ways(scene, unit, rule)
    ends = Arrivals(ways, unit)
    tries: list[int] = []
    for index, path in _leaders(ends, tries):
        for paths in _after(ends, index, path):
            if legal(paths):
                yield paths
                return
        tries += [index] if len(unit) > 1 else []
        if len(tries) == TRIES:
            return


# --- the leader ---


def _leaders(arrivals: Arrivals, tries: Sequence[int]) -> Iterator[tuple[int, Path]]:
    """Models with legal ways to ends beside a target: straight ones, then ways around what bars those.

    ``tries`` are the models that led already, once for each time: of one no more than `EACH` ways are followed up.
    """
    ways, unit, permit = arrivals.ways, arrivals.unit, arrivals.ways.rule.permit
    barred: dict[tuple[int, int], list[Arrival]] = {}
    for end in arrivals.found(lambda index: tries.count(index) == EACH):
        model = unit[end.number]
        path = route(ways.near.field, model, end.place, permit)
        if may_move(ways.near, model, path, permit, may_stand=True):
            yield end.number, path
        elif end.place.z == model.place.z:
            barred.setdefault((end.number, end.place.heading), []).append(end)
    for (index, _), ends in list(barred.items())[:AROUND]:
        for path in detours(ways.near, unit[index], ends[0].shape, permit, [end.place for end in ends]):
            yield index, path
            if tries.count(index) == EACH:
                break


# --- the others ---


def _after(arrivals: Arrivals, lead: int, path: Path) -> Iterator[tuple[Path, ...]]:
    """Moves of all once one of them goes first: the others into contact after it, or else beside it."""
    unit, ways = arrivals.unit, arrivals.ways
    rule = ways.rule.coherency
    plan = Plan(ways, BESIDES, rule.needed(len(unit)) if rule is not None else 1)
    there = unit[lead].at(path[-1])
    plan.put(there, path)
    for model in sorted(unit, key=lambda mate: (distance_up(mate, there), mate.name)):
        if model.name != there.name:
            plan.move(model)
    if rule is not None and not is_coherent(plan.placed, rule):
        return
    paths = tuple(plan.paths[model.name] for model in unit)
    if not plan.waiting:
        yield paths
    if ways.rule.contact:
        yield _touching(ways, unit, paths)


def _touching(ways: Ways, unit: Sequence[Standing], paths: tuple[Path, ...]) -> tuple[Path, ...]:
    """The same moves, but that each model which could end in contact beside where its mates end does, as `contact.can_touch`."""
    found = list(paths)
    for index, model in enumerate(unit):
        ends = [mate.at(path[-1]) for mate, path in zip(unit, found, strict=True)]
        if not any(in_contact(ends[index], target) for target in ways.targets):
            path = _touch(ways, model, [*ends[:index], *ends[index + 1 :]])
            found[index] = path or found[index]
    return tuple(found)


def _touch(ways: Ways, model: Standing, mates: Sequence[Standing]) -> Path | None:
    """The first way of a model into contact beside where its mates end, if there is one."""
    rule = ways.rule.coherency
    for target in ways.targets:
        for place in ways.contacts(model, target):
            there = model.at(place)
            if any(colliding(there, mate) for mate in mates):
                continue
            path = ways.path(model, place)
            if path is not None and (rule is None or is_coherent([there, *mates], rule)):
                return path
    return None
