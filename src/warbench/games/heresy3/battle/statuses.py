"""Tactical and Cybertheurgic Statuses: who can have them, how they come and go, and what they forbid (facts 11, 18)."""

from collections.abc import Iterable

from warbench.battle.asking import name_of
from warbench.battle.requests import Procedure, Refusal
from warbench.games.heresy3.battle.events import Said, Status
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.rites import FORTIFY, GUIDE, QUICKEN

TACTICAL = ("pinned", "suppressed", "stunned", "routed")
CYBERTHEURGIC = (QUICKEN, FORTIFY, GUIDE)
DISGRACED = "disgraced"
PURE_THOUGHT = "rite of pure thought"

_NO_TACTICAL = frozenset({"automata", "fortification", "building", "flyer"})
_NEVER = frozenset({"fortification", "building"})


def immune(state: State, model: Model, status: str) -> bool:
    """Whether a model can never have a status: H-027, H-028, and facts 11 (Automata, Vehicles and Routed, Flyers)."""
    words = state.kind(model.id).words
    if words & _NEVER:
        return True
    if status in CYBERTHEURGIC:
        return False
    return bool(words & _NO_TACTICAL) or (status == "routed" and "vehicle" in words)


def has(unit: Unit, *statuses: str) -> bool:
    """Whether any model of a unit has one of some statuses: one is enough for its whole unit (H-272)."""
    return any(status in model.statuses for model in unit.models for status in statuses)


def hindered(unit: Unit) -> bool:
    """Whether a unit has any Tactical Status."""
    return has(unit, *TACTICAL)


def give(  # noqa: PLR0913 -- who gets what, and why
    state: State, unit: Unit, status: str, *, source: str = "", rule: str = "", models: Iterable[str] | None = None
) -> Procedure[bool]:
    """Give all models of a unit (or some) a status; whether any gained it. Routed wipes the other Tactical Statuses.

    Models that are immune are left out, with a line in the log (H-027).
    """
    chosen = [model for model in unit.models if models is None or model.id in set(models)]
    able = [model for model in chosen if not immune(state, model, status)]
    if not able:
        yield Said(text=f"{name_of(state, unit.id)} is immune to {status.capitalize()}", unit=unit.id, rule="H-027")
        return False
    if status == "routed":
        for other in TACTICAL[:-1]:
            held = tuple(model.id for model in able if other in model.statuses)
            if held:
                yield Status(models=held, status=other, gone=True, source="Routed", rule=rule)
    new = tuple(model.id for model in able if status not in model.statuses)
    if new:
        yield Status(models=new, status=status, source=source, rule=rule)
    return bool(new)


def lift(state: State, unit: Unit, *statuses: str, source: str = "", rule: str = "") -> Procedure[tuple[str, ...]]:
    """Take statuses off all models of a unit; which of them any model had (H-271)."""
    del state
    gone: list[str] = []
    for status in statuses:
        held = tuple(model.id for model in unit.models if status in model.statuses)
        if held:
            gone.append(status)
            yield Status(models=held, status=status, gone=True, source=source, rule=rule)
    return tuple(gone)


def is_thoughtless(state: State, unit: Unit) -> bool:
    """Whether a model of a unit is bound by the Rite of Pure Thought (C1): no Reactions, no Volley Attacks, no pursuit."""
    return any(state.kind(model.id).has(PURE_THOUGHT) is not None for model in unit.models)


def may_move(unit: Unit, name: str) -> Refusal | None:
    """Why a unit's statuses keep it from moving in the Move Sub-Phase (H-227), or None."""
    if has(unit, "routed"):
        return Refusal("routed", f"{name} is Routed and cannot move in the Move Sub-Phase", "H-227")
    if has(unit, "pinned"):
        return Refusal("pinned", f"{name} is Pinned", "status-pinned")
    return None


def may_react(unit: Unit, name: str) -> Refusal | None:
    """Why a unit's statuses keep it from reacting (H-226), or None."""
    if has(unit, "routed"):
        return Refusal("routed", f"{name} is Routed: no Reactions", "H-226")
    if has(unit, "stunned"):
        return Refusal("stunned", f"{name} is Stunned: no Reactions", "status-stunned")
    return None


def may_charge(unit: Unit, name: str) -> Refusal | None:
    """Why a unit's statuses keep it from charging (H-232), or None."""
    if has(unit, "routed"):
        return Refusal("routed", f"{name} is Routed and cannot charge", "H-232")
    if has(unit, "pinned"):
        return Refusal("pinned", f"{name} is Pinned and cannot charge", "status-pinned")
    return None
