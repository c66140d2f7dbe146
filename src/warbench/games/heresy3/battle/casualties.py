"""Casualties: models that are removed, with all that has to happen before and after.

Before a model goes it may explode, and whoever is aboard gets out; a Fortification leaves rubble where it stood, and those who
came out of it check for Panic.
"""

from collections.abc import Iterable

from warbench.battle.asking import name_of
from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.checks import check
from warbench.games.heresy3.battle.combats import relock
from warbench.games.heresy3.battle.events import Ground, Removed, UnitDestroyed
from warbench.games.heresy3.battle.explosions import explode
from warbench.games.heresy3.battle.glances import glance, glances
from warbench.games.heresy3.battle.harm import hurt
from warbench.games.heresy3.battle.missions import Zone
from warbench.games.heresy3.battle.passengers import disembark, emergency, inside
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.statuses import give
from warbench.games.heresy3.battle.vanguard import avenged, held_by
from warbench.games.heresy3.battle.victory import destroyed

__all__ = ["glance", "glances", "hurt", "panic", "remove"]

RUBBLE = frozenset({"fortification", "building"})
"""Types that leave Medium Area Terrain behind (H-045, facts 14)."""


def remove(state: State, models: Iterable[str], *, by: str = "", source: str = "", rule: str = "") -> Procedure[tuple[str, ...]]:
    """Remove models at 0 as Casualties, one after the other, and those that this brings to 0 (H-044..H-047, H-218..H-222, H-254).

    Args:
        state: the battle.
        models: the models that go, whatever they have left.
        by: the enemy unit that did it, empty when none did.
        source: what did it.
        rule: the rule that removes them, where it is not the usual one.

    Returns:
        All that were removed.
    """
    gone: list[str] = []
    waiting = list(dict.fromkeys(models))
    shaken: list[str] = []
    while waiting:
        model = waiting.pop(0)
        if not _here(state, model):
            continue
        unit = state.units[state.home(model)]
        if state.model(model).place is not None:
            # Who is aboard gets out before all else, and is there when it explodes (H-222).
            shaken += yield from _out(state, unit, model)
            waiting += yield from explode(state, unit, model, by)
            if not _here(state, model):
                continue
        yield from _take(state, model, by, source, rule)
        gone.append(model)
    for other in shaken:
        unit = state.units[other]
        if unit.where == "table" and unit.models:
            yield from panic(state, unit, "its Fortification was destroyed", rule="H-047")
    if gone and state.core.phase != "assault":  # the Assault Phase keeps its own book of who is locked
        yield from relock(state)
    return tuple(gone)


def _here(state: State, model: str) -> bool:
    """Whether a model is left."""
    try:
        state.home(model)
    except KeyError:
        return False
    return True


def _out(state: State, unit: Unit, model: str) -> Procedure[list[str]]:
    """Let those aboard get out of a model that goes; the units that then check for Panic.

    From a Fortification they Disembark (ruling leaving-destroyed), from any transport it is an emergency.
    """
    kind = state.kind(model)
    if not kind.numbers.get("capacity") or len(unit.models) > 1:
        return []
    orderly = kind.type == "fortification" and ruling(state, "leaving-destroyed") == "disembark"
    came_out: list[str] = []
    for other in list(inside(state, unit)):
        if orderly:
            yield from disembark(state, other, unit)
        else:
            yield from emergency(state, other, unit)
        if kind.type == "fortification":
            came_out.append(other.id)
    return came_out


def _take(state: State, model: str, by: str, source: str, rule: str) -> Procedure[None]:
    """Take a model off; what stood as a building lies as rubble."""
    kind, found = state.kind(model), state.model(model)
    unit = state.units[state.home(model)]
    own = state.units[state.roster.unit_of[model]]
    rubble = None
    if kind.type in RUBBLE and found.place is not None:
        corners = state.standing(found).outline
        rubble = Zone(name=f"ruins of {name_of(state, unit.id)}", kind="medium", corners=corners)
    objectives = held_by(state, unit) if by and len(unit.models) == 1 else []
    yield Removed(model=model, by=by, source=source, rule=rule or "H-219")
    if rubble is not None:
        yield Ground(zone=rubble)
    if not state.members(own.id):  # a unit is destroyed with the last model of its own, whoever has joined it
        yield from _destroyed(state, own, by)
    if not unit.models:
        yield from avenged(state, unit, objectives, by)


def _destroyed(state: State, unit: Unit, by: str) -> Procedure[None]:
    """The last model of a unit is gone; whoever did it may have achieved a secondary objective."""
    yield UnitDestroyed(unit=unit.id, by=by, rule="H-219")
    yield from destroyed(state, unit, by)


def panic(state: State, unit: Unit, why: str, *, penalty: int = 0, rule: str = "") -> Procedure[bool]:
    """A Panic Check: a Leadership Check, failing it gives Routed (facts 22, ruling panic-check); whether it was passed."""
    passed = yield from check(state, unit, "leadership", penalty=penalty, why=f"Panic Check: {why}", rule=rule)
    if not passed:
        yield from give(state, unit, "routed", source=why, rule=rule)
    return passed
