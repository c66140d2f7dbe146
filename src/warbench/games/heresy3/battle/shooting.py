"""Shooting: the Attack Sub-Phase, and the eleven steps of a Shooting Attack, also out of turn (facts 8; H-159..H-165).

A vehicle may split its fire: each further target is an attack of its own (H-173). So does a Weapons Array, once into each arc.
Who is inside a Fortification with a Firing Point fires through it as one more attack.
"""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from warbench.battle.asking import name_of
from warbench.battle.requests import Ask, Draft, Option, Procedure, Refusal
from warbench.games.heresy3.battle.aftermath import Stray, finish, resolve_strays, strays
from warbench.games.heresy3.battle.arms import left, rule_of
from warbench.games.heresy3.battle.declaring import FireGroup, declare, facts_for, fire_groups, pick_group
from warbench.games.heresy3.battle.events import Began, Chose, Done, Marked, Said, Spent
from warbench.games.heresy3.battle.facings import fix_facing
from warbench.games.heresy3.battle.guns import Gun, Stance, controller, skill_of
from warbench.games.heresy3.battle.markers import needs_marker, place_marker
from warbench.games.heresy3.battle.moments import Targets, UnitMoment, windows
from warbench.games.heresy3.battle.passengers import inside
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.targets import (
    eligible,
    enemies,
    has_target,
    in_combat,
    is_target,
    target_guns,
    why_not,
)
from warbench.games.heresy3.battle.volleys import Declared, Outcome, resolve
from warbench.rules.conditions import Value

__all__ = ["eligible", "next_step", "shoot"]

FINISH, HOLD = "finish", "none"


# --- the Attack Sub-Phase ---


def next_step(state: State) -> Procedure[None]:
    """The next unit's Shooting Attacks, or the end of the sub-phase."""
    player = state.active
    units = [unit for unit in candidates(state, player) if unit.id not in state.core.done]
    key = FINISH
    if any(why_idle(state, unit) is None for unit in units):
        key = yield Ask(
            player,
            "unit",
            "which unit shoots next?",
            lambda: [
                *_drafts(state, units, lambda unit: why_idle(state, unit) is None),
                Option(FINISH, "finish the Attack Sub-Phase"),
            ],
            subject="shooting",
            judge=lambda answer: _judge(state, answer),
        )
    if key == FINISH:
        yield Began(round=state.core.round, turn=player, phase="shooting", step="morale")
        return
    yield Chose(unit=key)
    yield from windows().open(state, "before shooting", (player,), UnitMoment(key))
    if why_idle(state, state.units[key]) is None:
        yield from shoot(state, state.units[key])
    yield Done(unit=key)
    yield Chose(unit="")


def candidates(state: State, player: int) -> list[Unit]:
    """The units that a player may let shoot: his own, and Buildings with his units inside."""
    return [
        unit
        for unit in state.on_table()
        if unit.player == player or (unit.player < 0 and any(other.player == player for other in inside(state, unit)))
    ]


def _drafts(state: State, units: Iterable[Unit], fits: Callable[[Unit], bool]) -> list[Draft]:
    """Units as options, each looked at only when somebody looks at it."""

    def draft(unit: Unit) -> Draft:
        return lambda: Option(unit.id, name_of(state, unit.id)) if fits(unit) else None

    return [draft(unit) for unit in units]


def why_idle(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot be selected to shoot now; None when it, or who is inside it, has something to shoot at."""
    if unit.id in state.core.done:
        return Refusal("has-shot", f"{name_of(state, unit.id)} has shot in this sub-phase", "shooting-once")
    refusal = eligible(state, unit)
    if refusal is None and has_target(state, unit):
        return None
    through = firing_point(state, unit)
    if through is not None and eligible(state, unit, through) is None and has_target(state, unit, through):
        return None
    return refusal or Refusal("no-target", f"{name_of(state, unit.id)} has nothing to shoot at", "shooting-step-1")


def _judge(state: State, answer: str) -> Refusal | None:
    """Why a unit cannot be selected to shoot now, or None."""
    if answer == FINISH:
        return None
    unit = state.units.get(answer)
    if unit is None:
        return Refusal("no-such-unit", f"there is no unit {answer!r}")
    if unit.where == "inside":
        return eligible(state, unit)
    if unit.where == "table" and unit not in candidates(state, state.active):
        return Refusal("not-yours", f"{name_of(state, answer)} is not controlled by the Active player", "H-174")
    return why_idle(state, unit)


# --- Shooting Attacks ---


def shoot(
    state: State, unit: Unit, *, only: str | Unit | None = None, facts: Mapping[str, Value] | None = None, reaction: str = ""
) -> Procedure[bool]:
    """All Shooting Attacks of a unit's activation; out of turn the one that a reaction allows. Whether it shot at all.

    Args:
        state: the battle.
        unit: the unit.
        only: the one unit that it may shoot at.
        facts: facts that hold for its attacks (``overwatch``, ``intercept``, ``volley``).
        reaction: ``return fire``, ``intercept`` or ``overwatch``: no statuses and no Panic; Vehicles use Defensive Weapons.
    """
    stance = Stance(reaction=reaction, facts=tuple((facts or {}).items()))
    target = only.id if isinstance(only, Unit) else only
    if eligible(state, unit, stance) is not None:
        return False if stance.quiet or target is not None else (yield from _through(state, unit))
    fired = yield from attack(state, unit, stance, target)
    shot = bool(fired)
    if stance.quiet or target is not None:
        return shot
    while fired and _splits(state, unit):
        stance = msgspec.structs.replace(stance, further=True, used=(*stance.used, *(gun.key for gun in fired)))
        if unit.where != "table" or not state.living(unit) or not has_target(state, unit, stance):
            break
        fired = yield from attack(state, unit, stance, None)
    through = yield from _through(state, unit)
    return shot or through


def _splits(state: State, unit: Unit) -> bool:
    """Whether a unit may attack several units: a Vehicle (H-173), or one with a Weapons Array."""
    if "vehicle" in state.types(unit):
        return True
    return any(rule_of(arm, "weapons array") is not None for model in unit.models for arm in state.kind(model.id).weapons)


def _elsewhere(state: State, unit: Unit, target: Unit, stance: Stance) -> bool:
    """Whether a unit may fire at another unit as well in this activation."""
    if stance.crew or not _splits(state, unit):
        return False
    return any(other is not target and is_target(state, unit, other, stance) for other in enemies(state, unit))


def firing_point(state: State, unit: Unit) -> Stance | None:
    """How the unit inside fires through a Firing Point (X): at most X weapons, as Snap Shots; None where there is none."""
    if unit.where != "table" or not unit.models:
        return None
    value = state.kind(unit.models[0].id).has("firing point")
    crew = inside(state, unit) if value else []
    if not value or not crew:
        return None
    return Stance(crew=crew[0].id, most=min(int(value), len(crew[0].models)))


def _through(state: State, unit: Unit) -> Procedure[bool]:
    """The additional attack through a Firing Point."""
    stance = firing_point(state, unit)
    if stance is None or eligible(state, unit, stance) is not None or not has_target(state, unit, stance):
        return False
    return bool((yield from attack(state, unit, stance, None)))


def attack(state: State, unit: Unit, stance: Stance, only: str | None) -> Procedure[list[Gun]]:
    """One Shooting Attack, step by step; the weapons that were fired."""
    # Steps 1 and 2: the Target Unit, and whether it can be seen.
    target = yield from _target(state, unit, stance, only)
    if target is None:
        return []
    guns = target_guns(state, unit, target, stance)
    # Step 3: weapons; Return Fire is declared now.
    fired = yield from declare(state, unit, target, guns, stance, splits=only is None and _elsewhere(state, unit, target, stance))
    if not fired:
        return []
    player = controller(state, unit)
    yield Said(text=_names(state, unit, target, stance), unit=unit.id, rule="H-262")
    facing = "front"
    if any(state.kind(model.id).armoured for model in target.models):
        facing = yield from fix_facing(state, target, [gun.eye for gun in fired], controller(state, unit))
    yield from _spend(state, fired)
    answers: list[object] = []
    if not stance.quiet and state.core.phase == "shooting":
        answers = yield from windows().open(state, "weapons declared", (1 - player,), Targets(unit.id, (target.id,)))
    # Steps 4 to 10: Fire Groups, one after the other.
    started = [model.id for model in state.living(target)]
    outcomes, found = yield from _groups(state, unit, target, stance, fired, facing)
    # Step 11, but a Return Fire comes before it (H-163).
    for answer in answers:
        if isinstance(answer, tuple) and answer[0] == "return fire":
            yield from shoot(state, state.units[answer[1]], only=unit.id, reaction="return fire")
    yield from finish(state, unit, target, outcomes, started, quiet=stance.quiet)
    yield from resolve_strays(state, unit, found, stance.given, quiet=stance.quiet)
    if not stance.quiet:
        yield Marked(unit=unit.id, mark="shot", value=True, rule="shooting-once")
        yield Marked(unit=unit.id, mark="shot_at", value=[*unit.shot_at, target.id], rule="H-159")
    return fired


def _target(state: State, unit: Unit, stance: Stance, only: str | None) -> Procedure[Unit | None]:
    """Steps 1 and 2: choose the Target Unit; None to hold fire."""
    if only is not None:
        target = state.units[only]
        refusal = why_not(state, unit, target, stance)
        if refusal is not None:
            yield Said(text=refusal.sentence, unit=unit.id, rule=refusal.rule)
        return target if refusal is None else None
    who = state.units[stance.crew] if stance.crew else unit

    def options() -> list[Option | Draft]:
        found = _drafts(state, enemies(state, unit), lambda other: is_target(state, unit, other, stance))
        return [*found, Option(HOLD, "hold fire")]

    def judge(answer: str) -> Refusal | None:
        if answer == HOLD:
            return None
        parts = answer.split(",")
        if len(parts) > 1:
            return Refusal("one-target", "a Shooting Attack is made at one unit", "H-159")
        if answer not in state.units:
            return Refusal("no-such-unit", f"there is no unit {answer!r}")
        return why_not(state, unit, state.units[answer], stance)

    text = f"{name_of(state, who.id)}: shoot at which unit?"
    key = yield Ask(controller(state, who), "target", text, options, subject=unit.id, judge=judge, matter=stance)
    return None if key == HOLD else state.units[key]


def _names(state: State, unit: Unit, target: Unit, stance: Stance) -> str:
    """Who is who in the attack (H-262)."""
    side = "AB"[controller(state, unit)]
    how = f" ({stance.reaction})" if stance.reaction else " (Firing Point)" if stance.crew else ""
    attacking, struck = name_of(state, unit.id), name_of(state, target.id)
    return f"Shooting Attack{how}: Attacking Unit {attacking}, Attacking Player {side}, Target Unit {struck}"


def _spend(state: State, fired: list[Gun]) -> Procedure[None]:
    """Weapons of a limited number of uses are used now, hit or miss."""
    for gun in fired:
        model = state.model(gun.bearer)
        if left(state, model, gun.arm) is not None:
            yield Spent(model=gun.bearer, what=gun.arm.name, rule="special-limited")


def _groups(  # noqa: PLR0913, PLR0917 -- an attack under way
    state: State, unit: Unit, target: Unit, stance: Stance, fired: list[Gun], facing: str
) -> Procedure[tuple[list[Outcome], list[Stray]]]:
    """Resolve the Fire Groups in the order that the attacker picks, while the target has models left (Steps 5 to 10)."""
    waiting = fire_groups(fired)
    outcomes: list[Outcome] = []
    found: list[Stray] = []
    while waiting and state.living(target):
        group = yield from pick_group(state, unit, controller(state, unit), waiting)
        waiting.remove(group)
        facts = {**facts_for(state, unit, stance, group.guns), "facing": facing, "target_engaged": in_combat(state, target)}
        if all(state.kind(gun.bearer).has("firestorm") is not None for gun in group.guns):
            facts["volley"] = False  # Firestorm: its Volley Attacks need not be Snap Shots (C1)
        placed = None
        if needs_marker(group):
            placed = yield from place_marker(state, unit, target, group)
            if placed is None:
                yield Said(text=f"{group.name}: its Template cannot be laid", unit=unit.id, rule="special-template")
                continue
        for part in _parts(group):
            declared = Declared(
                part.guns[0].arm,
                tuple(gun.bearer for gun in part.guns),
                count_each=part.guns[0].count,
                placed=placed,
                skill=skill_of(state, unit, stance),
            )
            outcome = yield from resolve(state, unit, target, declared, melee=False, facts=facts)
            outcomes.append(outcome)
            found += strays(part.guns[0].arm, part.guns[0].bearer, unit.id, outcome)
    return outcomes, found


def _parts(group: FireGroup) -> list[FireGroup]:
    """A Fire Group by how many of the weapon each model fires."""
    by_count: dict[int, list[Gun]] = {}
    for gun in group.guns:
        by_count.setdefault(gun.count, []).append(gun)
    return [FireGroup(tuple(guns)) for guns in by_count.values()]
