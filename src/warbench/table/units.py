"""Judging a whole unit: its moves together, or its being set up."""

from collections.abc import Sequence

import msgspec

from warbench.table.coherency import Coherency, out_of_coherency
from warbench.table.contact import can_touch
from warbench.table.errors import TableError
from warbench.table.field import Fault
from warbench.table.measure import Standing, colliding, distance_up, engaged, in_contact
from warbench.table.paths import OK, judge_move, may_move, model_fault
from warbench.table.permits import MovePermit, MoveVerdict, Path, UnitRule, UnitVerdict
from warbench.table.regions import Anywhere, Box, Region
from warbench.table.scene import ENEMY, LARGE, TARGET, Scene


class SetupRule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a unit may be set up: all of its models in ``region``, in coherency, and out of the zones of enemies.

    ``zone`` and ``zone_height`` in lattice units, None: there is no zone; ``keywords``: on whose floors the models may stand.
    """

    region: Region = Anywhere()
    coherency: Coherency | None = None
    zone: int | None = None
    zone_height: int = 0
    keywords: tuple[str, ...] = ()

    @property
    def permit(self) -> MovePermit:
        """The same limits as a move's end has them."""
        return MovePermit(limit=0, zone=self.zone, zone_height=self.zone_height, keywords=self.keywords)


def judge_unit(scene: Scene, unit: Sequence[Standing], paths: Sequence[Path], rule: UnitRule) -> UnitVerdict:
    """Judge the moves of a unit: each model's way, then the unit's end. ``paths`` in the order of ``unit``.

    A unit may always stay; but once one of its models moves, those that stay must be free of zones too. The models are moved in
    order. They do not stand in each other's way, unless the permit bars large friends: then those before a model have moved and
    those after it have not.

    Raises:
        TableError: there is not one path for each model, or a path begins elsewhere than where its model stands.
    """
    if len(paths) != len(unit):
        raise TableError("bad-path", f"found {len(paths)} paths for {len(unit)} models, expected one for each")
    others = scene.without({model.name for model in unit})
    near = others.narrowed(paths_box(unit, paths, rule.permit.zone or 0))
    moves: list[MoveVerdict] = []
    ends: list[Standing] = []
    for index, (model, path) in enumerate(zip(unit, paths, strict=True)):
        seen = near if rule.permit.over_large else near.adding((*ends, *unit[index + 1 :]), LARGE)
        verdict = judge_move(seen, model, path, rule.permit)
        moves.append(verdict)
        if not verdict.ok:
            return UnitVerdict(ok=False, code=verdict.code, sentence=verdict.sentence, moves=tuple(moves))
        ends.append(model.at(path[-1]))
    fault = _stay_fault(near, unit, ends, rule.permit) or together_fault(ends, rule.coherency)
    fault = fault or end_of_unit_fault(others, unit, ends, rule)
    if fault is None and rule.contact:
        fault = _contact_fault(others, unit, ends, rule)
    if fault is not None:
        return UnitVerdict(ok=False, code=fault.code, sentence=fault.sentence, moves=tuple(moves))
    return UnitVerdict(ok=True, code=OK, sentence="", moves=tuple(moves))


def may_move_unit(scene: Scene, unit: Sequence[Standing], paths: Sequence[Path], rule: UnitRule) -> bool:
    """Whether `judge_unit` allows a unit's moves: asked in another order, the quickest first. The paths fit the models."""
    ends = [model.at(path[-1]) for model, path in zip(unit, paths, strict=True)]
    others = scene.without({model.name for model in unit})
    if end_of_unit_fault(others, unit, ends, rule) or together_fault(ends, rule.coherency):
        return False
    permit = rule.permit
    near = others.narrowed(paths_box(unit, paths, permit.zone or 0))
    for index, (model, path) in enumerate(zip(unit, paths, strict=True)):
        alone = permit.over_large or len(unit) == 1
        seen = near if alone else near.adding((*ends[:index], *unit[index + 1 :]), LARGE)
        if not may_move(seen, model, path, permit):
            return False
    if _stay_fault(near, unit, ends, permit):
        return False
    return not rule.contact or _contact_fault(others, unit, ends, rule) is None


def _stay_fault(scene: Scene, unit: Sequence[Standing], ends: Sequence[Standing], permit: MovePermit) -> Fault | None:
    """Why a model may not stay where it is while mates move, or None."""
    still = [after for before, after in zip(unit, ends, strict=True) if before.place == after.place]
    if len(still) == len(unit):
        return None
    faults = (model_fault(scene.rows, model, permit) for model in still)
    return next((fault for fault in faults if fault is not None), None)


def paths_box(unit: Sequence[Standing], paths: Sequence[Path], margin: int) -> Box:
    """An upright rectangle around all that some models sweep over, larger by ``margin`` lattice units."""
    radius = max((model.base.outer for model in unit), default=0) // 2 + 1 + margin
    xs = [place.x for path in paths for place in path]
    ys = [place.y for path in paths for place in path]
    if not xs:
        return 0, 0, 0, 0
    return min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius


def together_fault(ends: Sequence[Standing], rule: Coherency | None) -> Fault | None:
    """Why the models of a unit may not stand so beside each other: two in one place, or out of coherency."""
    for index, one in enumerate(ends):
        for other in ends[:index]:
            if colliding(one, other):
                return Fault("on-model", f"{one.name} would end on {other.name}")
    if rule is not None:
        broken = out_of_coherency(ends, rule)
        if broken:
            return Fault("out-of-coherency", f"{', '.join(broken)} would be out of coherency")
    return None


def end_of_unit_fault(scene: Scene, unit: Sequence[Standing], ends: Sequence[Standing], rule: UnitRule) -> Fault | None:
    """Why a unit's end is refused as a whole: a group that is not engaged, or a model that did not come nearer."""
    if rule.engage:
        enemies = {model.name: model for model in scene.models(ENEMY, TARGET)}
        zone, height = rule.permit.zone or 0, rule.permit.zone_height
        for group in rule.engage:
            there = [enemies[name] for name in group if name in enemies]
            if not any(engaged(model, enemy, zone, height) for model in ends for enemy in there):
                return Fault("not-engaged", f"nobody would be engaged with {', '.join(group) or 'an empty group'}")
    if rule.closer:
        targets = scene.models(TARGET)
        for before, after in zip(unit, ends, strict=True):
            if before.place != after.place and not _comes_nearer(before, after, targets):
                return Fault("not-closer", f"{after.name} would not end nearer to the nearest target")
    return None


def _comes_nearer(before: Standing, after: Standing, targets: Sequence[Standing]) -> bool:
    """Whether a model ends nearer to the target that was nearest; in lattice units rounded up, contact counts as nearer."""
    if not targets:
        return False
    nearest = min(targets, key=lambda target: (distance_up(before, target), target.name))
    return distance_up(after, nearest) < distance_up(before, nearest)


def _contact_fault(scene: Scene, unit: Sequence[Standing], ends: Sequence[Standing], rule: UnitRule) -> Fault | None:
    targets = scene.models(TARGET)
    for index, (before, after) in enumerate(zip(unit, ends, strict=True)):
        if any(in_contact(after, target) for target in targets):
            continue
        mates = [*ends[:index], *ends[index + 1 :]]
        place = can_touch(scene, before, mates, rule)
        if place is not None:
            return Fault("contact-missed", f"{after.name} could end in base contact, at {place.x}, {place.y}")
    return None


def judge_setup(scene: Scene, unit: Sequence[Standing], rule: SetupRule) -> UnitVerdict:
    """Judge a unit set up where its models stand: on the table, in the region, on nobody, out of zones, in coherency."""
    others = scene.without({model.name for model in unit})
    size, permit = scene.field.size, rule.permit
    for model in unit:
        fault = scene.field.stand_fault(model, rule.keywords) or model_fault(others.rows, model, permit)
        if fault is None and not rule.region.holds(model, size):
            fault = Fault("outside-region", f"{model.name} would stand outside the region")
        if fault is not None:
            return UnitVerdict(ok=False, code=fault.code, sentence=fault.sentence)
    fault = together_fault(unit, rule.coherency)
    if fault is not None:
        return UnitVerdict(ok=False, code=fault.code, sentence=fault.sentence)
    return UnitVerdict(ok=True, code=OK, sentence="")
