"""Who may fire what at a unit: the guns of a unit, how it shoots (moved, as a reaction, through a Firing Point), range, sight."""

from collections.abc import Sequence

import msgspec

from warbench.games.heresy3.arms import rules_of
from warbench.games.heresy3.battle.arcs import arc_of, bearing_on
from warbench.games.heresy3.battle.arms import left, rule_of
from warbench.games.heresy3.battle.numbers import current, majority
from warbench.games.heresy3.battle.passengers import inside
from warbench.games.heresy3.battle.placing import in_reach
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.sight import lane
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.battle.statuses import hindered
from warbench.games.heresy3.kinds import ALWAYS_STILL
from warbench.games.heresy3.plan import TEMPLATE_RANGE
from warbench.games.heresy3.special_rules import RANGES, parts_of
from warbench.rules.conditions import Value
from warbench.table.lattice import FAR, INCH
from warbench.table.measure import Standing, distance_up

DEFENSIVE = 6
"""Weapons of a Vehicle up to this Strength are Defensive Weapons (H-172)."""

SWIFT = ("light", "rapid")
"""Units of these alone shoot after they rushed, as Snap Shots (facts 9)."""


class Stance(msgspec.Struct, frozen=True):
    """How a unit shoots: as which reaction ("" in its own attack), with which facts, what it has fired already.

    ``further``: a vehicle's further target. ``used``: weapons that fired before in this activation (model, item, arc). ``crew``:
    the unit inside whose weapons are fired through a Firing Point, at most ``most`` of them.
    """

    reaction: str = ""
    facts: tuple[tuple[str, Value], ...] = ()
    further: bool = False
    used: tuple[tuple[str, str, str], ...] = ()
    crew: str = ""
    most: int | None = None

    @property
    def given(self) -> dict[str, Value]:
        """The facts by name."""
        return dict(self.facts)

    @property
    def quiet(self) -> bool:
        """Whether the attack gives no statuses and no Panic: a reaction, or a volley of a charge (facts 12, 13)."""
        return bool(self.reaction) or self.given.get("volley") is True


class Gun(msgspec.Struct, frozen=True):
    """A weapon that a model may fire at a unit.

    ``eye`` is where it is measured from; ``count``: how many of it bear; ``distance`` to the nearest model that it sees, in
    lattice units rounded up; ``indirect``: without sight (Barrage); ``arc``: the arc of a Weapons Array that it fires into.
    """

    bearer: str
    arm: Arm
    eye: Standing
    count: int
    distance: int
    indirect: bool = False
    arc: str = ""

    @property
    def item(self) -> str:
        """The weapon that it is a way to use of."""
        return self.arm.item or self.arm.name

    @property
    def key(self) -> tuple[str, str, str]:
        """What marks it as used."""
        return self.bearer, self.item, self.arc


def controller(state: State, unit: Unit) -> int:
    """Who decides for a unit that shoots: its player, or for a Building that of the unit inside."""
    if unit.player >= 0:
        return unit.player
    return next((other.player for other in inside(state, unit)), 0)


def shooters(state: State, unit: Unit, stance: Stance) -> list[Model]:
    """The models that may fire: the living ones; in Return Fire those at 0 Wounds too (H-164); a Firing Point's crew."""
    if stance.crew:
        return list(state.units[stance.crew].models)
    return list(unit.models) if stance.reaction == "return fire" else state.living(unit)


def skill_of(state: State, unit: Unit, stance: Stance) -> int | None:
    """The Ballistic Skill that replaces the bearers' own: the majority's of who is inside (Firing Points, Buildings)."""
    if stance.crew:
        return majority(state, state.units[stance.crew], "ballistic_skill") or 0
    if "building" in state.types(unit):
        return max((majority(state, other, "ballistic_skill") or 0 for other in inside(state, unit)), default=0)
    return None


def guns_at(state: State, unit: Unit, target: Unit, stance: Stance) -> list[Gun]:
    """The weapons of a unit that may be fired at another, in the order of its models and their weapons (Steps 2 and 3)."""
    look = _Look(state, unit, target, stance)
    return (look.seeing() or look.blind()) if look.reaches else []


def has_guns(state: State, unit: Unit, target: Unit, stance: Stance) -> bool:
    """Whether a unit may fire any weapon at another: `guns_at`, but no further than the first that is found."""
    look = _Look(state, unit, target, stance)
    return look.reaches and (look.easily() or bool(look.seeing() or look.blind()))


class _Look:
    """What a unit could fire at another: its models with their weapons, and the models of the target."""

    def __init__(self, state: State, unit: Unit, target: Unit, stance: Stance) -> None:
        self.stance = stance
        self.reaches = unit.where == "table" and target.where == "table"
        if not self.reaches:
            return
        self.there = [state.standing(model) for model in state.living(target)]
        self.armed = _armed(state, unit, stance) if self.there else []
        self.still = is_still(state, unit, stance) and not hindered(unit)
        reaches = [reach_of(arm, still=self.still) for _, _, arms in self.armed for arm in arms]
        self.furthest = FAR if None in reaches else max((reach for reach in reaches if reach is not None), default=0)
        self.reaches = bool(self.armed) and in_reach(state, unit, target, self.furthest)
        if self.reaches:
            self.lane = lane(state, unit, target)
            self.arcs = ruling(state, "firing-arcs") == "mounts"

    def easily(self) -> bool:
        """Whether some model may fire at the nearest that it sees: nearly always that settles it."""
        if self.lane.hidden:
            return False
        for model, eye, arms in self.armed:
            first = next((each for each in _within(eye, self.there, self.furthest) if self.lane.sees(eye, each[1])), None)
            if first is not None and any(self._bearing(model, arm, eye, [first]) for arm in arms):
                return True
        return False

    def seeing(self) -> list[Gun]:
        """All that may be fired by models that see one of the target."""
        if self.lane.hidden:
            return []
        found: list[Gun] = []
        for model, eye, arms in self.armed:
            seen = [each for each in _within(eye, self.there, self.furthest) if self.lane.sees(eye, each[1])]
            found += [gun for arm in arms if seen for gun in self._bearing(model, arm, eye, seen)]
        return found

    def blind(self) -> list[Gun]:
        """What may be fired without sight (Barrage): only by a unit that sees no model of the target at all, and not to react."""
        lobbed = [(model, eye, arm) for model, eye, arms in self.armed for arm in arms if rule_of(arm, "barrage") is not None]
        if not lobbed or self.stance.reaction:
            return []
        if any(self.lane.sees(eye, shape) for _, eye, _ in self.armed for shape in self.there):
            return []
        return [
            msgspec.structs.replace(gun, indirect=True)
            for model, eye, arm in lobbed
            for gun in self._bearing(model, arm, eye, _within(eye, self.there, self.furthest))
        ]

    def _bearing(self, model: Model, arm: Arm, eye: Standing, seen: Sequence["Seen"]) -> list[Gun]:
        reach = reach_of(arm, still=self.still)
        return _bearing(model, arm, eye, seen, self.stance, reach=reach, arcs=self.arcs)


Seen = tuple[int, Standing]
"""A model and how far away it is, in lattice units rounded up."""


def _within(eye: Standing, there: Sequence[Standing], reach: int) -> list[Seen]:
    """Those of some models that are within reach, the nearest first."""
    x, y = eye.place.x, eye.place.y
    found: list[Seen] = []
    for shape in there:
        dx, dy, wide = shape.place.x - x, shape.place.y - y, 2 * reach + shape.base.outer + eye.base.outer
        if 4 * (dx * dx + dy * dy) <= wide * wide:
            away = distance_up(eye, shape)
            if away <= reach:
                found.append((away, shape))
    found.sort(key=lambda each: each[0])
    return found


def _armed(state: State, unit: Unit, stance: Stance) -> list[tuple[Model, Standing, list[Arm]]]:
    """The models that may fire, where each is measured from, and the weapons that it may fire now, whatever the target."""
    hull = state.standing(unit.models[0]) if stance.crew else None
    skill = skill_of(state, unit, stance)
    found: list[tuple[Model, Standing, list[Arm]]] = []
    for model in shooters(state, unit, stance):
        if not (current(state, model, "ballistic_skill") if skill is None else skill):
            continue  # H-175
        limited = bool(stance.reaction) and _limited(state, model)
        arms = [arm for arm in state.kind(model.id).weapons if _may_fire(state, model, arm, stance, limited=limited)]
        if arms:
            found.append((model, hull or state.standing(model), arms))
    return found


def _may_fire(state: State, model: Model, arm: Arm, stance: Stance, *, limited: bool) -> bool:
    if arm.type == "melee" or (arm.special_rules and left(state, model, arm) == 0):
        return False
    if stance.crew and rule_of(arm, "overload") is not None:
        return False
    if stance.given.get("volley") is True and "assault" not in arm.traits:
        return False
    if stance.reaction and rule_of(arm, "macro") is not None:
        return False
    if stance.reaction == "intercept" and rule_of(arm, "rapid tracking") is not None:
        return True
    return not limited or _is_light(arm)


def _is_light(arm: Arm) -> bool:
    """Whether a Vehicle's weapon is a Defensive Weapon: of Strength 6 or less, or designated so (H-172)."""
    return arm.strength <= DEFENSIVE or "defensive" in arm.traits


def _limited(state: State, model: Model) -> bool:
    """Whether a model reacts with Defensive Weapons alone: a Vehicle; an Emplacement only by the ruling (H-171, H-277)."""
    words = state.kind(model.id).words
    return "vehicle" in words or ("emplacement" in words and ruling(state, "emplacement-as-vehicle") == "yes")


def _bearing(  # noqa: PLR0913 -- who, with what, from where, at whom
    model: Model, arm: Arm, eye: Standing, seen: Sequence[Seen], stance: Stance, *, reach: int | None, arcs: bool
) -> list[Gun]:
    """A weapon as it bears on the models that are seen; of a Weapons Array that in the arc of most of them."""
    if rule_of(arm, "weapons array") is None:
        by_arc = [("", list(seen))]
    else:
        parted: dict[str, list[Seen]] = {}
        for each in seen:
            parted.setdefault(arc_of(eye, each[1]), []).append(each)
        by_arc = sorted(parted.items(), key=lambda each: -len(each[1]))
    for arc, shapes in by_arc:
        distance = min((away for away, _ in shapes), default=FAR)
        if (reach is not None and distance > reach) or (arm.minimum is not None and distance < arm.minimum * INCH):
            continue
        count = bearing_on(arm, eye, [shape for _, shape in shapes]) if arcs and arm.mount else arm.count
        gun = Gun(model.id, arm, eye, count, distance, arc=arc)
        if count and gun.key not in stance.used:
            return [gun]
    return []


def reach_of(arm: Arm, *, still: bool = False) -> int | None:
    """How far a weapon reaches in lattice units; a Template has a range of its own; None for no limit.

    ``still``: whether its bearers have the benefits of being Stationary, which double the range of Ordnance (R).
    """
    if arm.range is not None:
        named = {part for rule in rules_of(arm) if rule.family == "ordnance" for part in parts_of(rule)}
        return arm.range * INCH * (2 if still and not named.isdisjoint(RANGES) else 1)
    template = rule_of(arm, "template")
    return None if template is None else TEMPLATE_RANGE[bool(template.x)] * INCH


def at_once(state: State, model: Model) -> int | None:
    """How many weapons a model may fire in one Shooting Attack; None for all that it has (Step 3; facts 19)."""
    return state.kind(model.id).at_once


def is_still(state: State, unit: Unit, stance: Stance) -> bool:
    """Whether a unit has the benefits of being Stationary: it did not move, reacts, or is Stable (facts 12, 19)."""
    if stance.reaction or state.every(unit, ALWAYS_STILL):
        return True
    return unit.moved in {"", "stationary"} and not unit.arrived and not unit.disembarked


def snaps(unit: Unit, stance: Stance) -> bool:
    """Whether all its attacks are Snap Shots for what it did; statuses and the target count in the plan (H-170, H-225)."""
    if stance.crew:
        return True
    return not stance.reaction and unit.moved == "rushed"
