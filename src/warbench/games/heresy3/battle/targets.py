"""Who may shoot, and at whom: Steps 1 and 2 of a Shooting Attack (facts 8; H-088, H-103, H-104, H-159).

A Routed unit may shoot (H-269), and units of different detachments do not hinder each other (H-010).
"""

from collections.abc import Iterator

from warbench.battle.asking import name_of
from warbench.battle.requests import Refusal
from warbench.games.heresy3.battle.guns import SWIFT, Gun, Stance, controller, guns_at, has_guns, shooters, skill_of
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.passengers import inside
from warbench.games.heresy3.battle.placing import middle
from warbench.games.heresy3.battle.sight import can_see
from warbench.games.heresy3.battle.state import State, Unit

PLAIN = Stance()
"""A unit's own Shooting Attack."""


def eligible(state: State, unit: Unit, stance: Stance = PLAIN) -> Refusal | None:
    """Why a unit may not make a Shooting Attack now, whatever the target; None when it may."""
    return next(_faults(state, unit, stance), None)


def _faults(state: State, unit: Unit, stance: Stance) -> Iterator[Refusal]:
    name, words = name_of(state, unit.id), state.types(unit)
    if unit.where == "inside":
        yield Refusal("embarked", f"{name} is embarked", "shooting-embarked")
    if unit.where == "reserve":
        yield Refusal("in-reserve", f"{name} is in Reserves", "H-088")
    if unit.where != "table":
        yield Refusal("not-on-table", f"{name} is not on the battlefield", "shooting-step-1")
    if unit.locked:
        yield Refusal("locked", f"{name} is locked in combat", "H-104")
    if unit.player < 0 and not ("building" in words and inside(state, unit)):
        yield Refusal("uncontrolled", f"nobody controls {name}", "H-118")
    skilled = any("ballistic_skill" in state.kind(model.id).numbers for model in unit.models)
    if "fortification" in words and not skilled and not stance.crew:
        rule = "H-283" if "structure" in words else "H-061" if words & {"bunker", "emplacement"} else "H-253"
        yield Refusal("cannot-shoot", f"{name} has no Ballistic Skill: it makes no Shooting Attacks", rule)
    if not stance.reaction and unit.moved == "rushed" and not state.every(unit, SWIFT):
        yield Refusal("rushed", f"{name} has rushed", "shooting-rushed")
    armed = [
        model
        for model in (shooters(state, unit, stance) if unit.where == "table" else ())
        if any(arm.type != "melee" for arm in state.kind(model.id).weapons)
    ]
    if not armed:
        yield Refusal("no-weapon", f"{name} has no ranged weapon", "shooting-step-3")
    if skill_of(state, unit, stance) is None and not any(current(state, model, "ballistic_skill") for model in armed):
        yield Refusal("no-skill", f"{name}: Ballistic Skill 0 makes no Shooting Attacks", "H-175")


def enemies(state: State, unit: Unit) -> list[Unit]:
    """The units on the battlefield that are not the own side's: enemies, and Buildings, which nobody controls (H-078, H-119)."""
    player = controller(state, unit)
    return [other for other in state.on_table() if other.player != player and other is not unit]


def in_combat(state: State, unit: Unit) -> bool:
    """Whether a unit is in a combat (H-103)."""
    return unit.locked or any(unit.id in combat.units for combat in state.core.combats)


def why_not(state: State, unit: Unit, target: Unit, stance: Stance = PLAIN) -> Refusal | None:
    """Why a unit may not shoot at another; None when it may (Steps 1 and 2)."""
    refusal = next(_bars(state, unit, target), None)
    if refusal is not None or has_guns(state, unit, target, stance):
        return refusal
    name = name_of(state, target.id)
    if not stance.crew and not can_see(state, unit, target):
        return Refusal("not-visible", f"{name_of(state, unit.id)} sees no model of {name}", "shooting-step-2")
    return Refusal("no-weapon", f"no weapon of {name_of(state, unit.id)} that may be fired reaches {name}", "shooting-step-3")


def _bars(state: State, unit: Unit, target: Unit) -> Iterator[Refusal]:
    name = name_of(state, target.id)
    if target.where == "reserve":
        yield Refusal("in-reserve", f"{name} is in Reserves", "H-088")
    if target.where == "inside":
        yield Refusal("target-embarked", f"{name} is embarked", "shooting-step-1")
    if target.where != "table" or not state.living(target):
        yield Refusal("not-on-table", f"{name} is not on the battlefield", "H-221")
    if target.player == controller(state, unit) or target is unit:
        yield Refusal("not-enemy", f"{name} is no enemy unit", "H-159")
    if in_combat(state, target):
        yield Refusal("in-combat", f"{name} is in a combat", "H-103")


def target_guns(state: State, unit: Unit, target: Unit, stance: Stance = PLAIN) -> list[Gun]:
    """The weapons of a unit that may be fired at another, whoever that is; empty when it is no target."""
    if in_combat(state, target):
        return []
    return guns_at(state, unit, target, stance)


def is_target(state: State, unit: Unit, target: Unit, stance: Stance = PLAIN) -> bool:
    """Whether an enemy of a unit is one that it may shoot at."""
    return not in_combat(state, target) and has_guns(state, unit, target, stance)


def has_target(state: State, unit: Unit, stance: Stance = PLAIN) -> bool:
    """Whether there is any unit that it may shoot at; the nearest are looked at first."""
    x, y = middle(unit)

    def far(other: Unit) -> int:
        there = middle(other)
        return (there[0] - x) ** 2 + (there[1] - y) ** 2

    return any(is_target(state, unit, other, stance) for other in sorted(enemies(state, unit), key=far))
