"""Events: everything that can happen to a state, each a small frozen struct with what it changes. ``rule`` says why."""

from collections.abc import Callable
from typing import Any

import msgspec

from warbench.battle.happenings import (
    Began,
    Chose,
    Done,
    Ends,
    Hurt,
    Marked,
    Mended,
    Moved,
    Over,
    RollOff,
    Said,
    SetUp,
    TakenOff,
    Threw,
    hurt,
    mended,
)
from warbench.battle.requests import Event
from warbench.games.heresy3.battle.missions import Zone
from warbench.games.heresy3.battle.state import Combat, Lasting, State
from warbench.table.lattice import Place

__all__ = [
    "EVENTS",
    "Allotment",
    "Began",
    "Chose",
    "Controlled",
    "Done",
    "Ends",
    "Fights",
    "Ground",
    "Hurt",
    "Joined",
    "Lasts",
    "Lifted",
    "Marked",
    "Mended",
    "Moved",
    "Noted",
    "Over",
    "Points",
    "Reacted",
    "Removed",
    "Returned",
    "RollOff",
    "Said",
    "SetAside",
    "SetUp",
    "Spent",
    "Status",
    "TakenOff",
    "Tested",
    "Threw",
    "UnitDestroyed",
    "Worth",
    "apply",
]


class Joined(Event, frozen=True, kw_only=True):
    """A model joined another unit, or left one for its own (H-235)."""

    model: str
    unit: str
    rule: str = "H-235"


class Removed(Event, frozen=True, kw_only=True):
    """A model was Removed as a Casualty: kept apart, open to both players, for good (H-218, H-219, H-223, H-268)."""

    model: str
    by: str = ""
    source: str = ""
    rule: str = "H-219"


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """The last model of a unit was removed. ``by`` is the unit that did it, empty when no enemy did."""

    unit: str
    by: str = ""
    rule: str = ""


class Status(Event, frozen=True, kw_only=True):
    """Models gained a status (``gone``: lost it)."""

    models: tuple[str, ...]
    status: str
    gone: bool = False
    source: str = ""
    rule: str = ""


class Spent(Event, frozen=True, kw_only=True):
    """A model used something that it has a limited number of times."""

    model: str
    what: str
    rule: str = ""


class Controlled(Event, frozen=True, kw_only=True):
    """A unit is controlled by another player from now on (H-069)."""

    unit: str
    player: int
    rule: str = "H-069"


class Ground(Event, frozen=True, kw_only=True):
    """Area terrain came up on the battlefield (H-045)."""

    zone: Zone
    rule: str = "H-045"


class Points(Event, frozen=True, kw_only=True):
    """A player scored Victory Points."""

    player: int
    by: int
    why: str
    rule: str = ""


class Allotment(Event, frozen=True, kw_only=True):
    """A player's Reaction allotment changed (``to``: what it is now)."""

    player: int
    to: int
    why: str
    rule: str = ""


class Reacted(Event, frozen=True, kw_only=True):
    """A unit makes a Reaction, which was paid for."""

    unit: str
    reaction: str
    rule: str = ""


class Noted(Event, frozen=True, kw_only=True):
    """A player used something that he has once (a field of ``state.Side`` that is a list: secondaries, used)."""

    player: int
    what: str
    value: str
    rule: str = ""


class Worth(Event, frozen=True, kw_only=True):
    """An objective is worth something else from now on."""

    objective: str
    value: int
    rule: str = ""


class Fights(Event, frozen=True, kw_only=True):
    """The combats of this Assault Phase, as they now are (H-238)."""

    combats: tuple[Combat, ...]
    rule: str = "H-238"


class SetAside(Event, frozen=True, kw_only=True):
    """Models were taken off the battlefield to fight a challenge; they return in the Resolution Sub-Phase."""

    models: tuple[str, ...]
    rule: str = "challenge"


class Returned(Event, frozen=True, kw_only=True):
    """A model returned from a challenge to its unit."""

    model: str
    place: Place
    rule: str = "challenge"


class Tested(Event, frozen=True, kw_only=True):
    """Models took their Dangerous Terrain Test of this phase."""

    models: tuple[str, ...]
    rule: str = "dangerous-terrain"


class Lasts(Event, frozen=True, kw_only=True):
    """An effect took hold of a unit."""

    unit: str
    lasting: Lasting


class Lifted(Event, frozen=True, kw_only=True):
    """Effects on a unit from one source ended."""

    unit: str
    source: str
    rule: str = ""


def _began(state: State, event: Began) -> None:
    core = state.core
    core.round, core.turn, core.phase, core.step = event.round, event.turn, event.phase, event.step
    core.done, core.acting = [], ""
    if event.phase == "movement" and event.step == "reserves":
        # H-198, H-199: moved or not is told from where each model stood when the Movement Phase began.
        for unit in state.units.values():
            if unit.player == event.turn:
                for model in unit.models:
                    model.began = model.place


def _moved(state: State, event: Moved | SetUp) -> None:
    unit = state.units[event.unit]
    places = dict(event.places)
    for model in unit.models:
        if model.id in places:
            model.place = places[model.id]
            if event.how == "deploy":  # who has had no Movement Phase yet has not moved (H-198)
                model.began = model.place
    if isinstance(event, SetUp):
        unit.out_of = unit.inside
        unit.where, unit.inside = "table", ""


def _taken_off(state: State, event: TakenOff) -> None:
    unit = state.units[event.unit]
    unit.where, unit.inside = event.where, event.transport
    for model in unit.models:
        model.place = None


def _joined(state: State, event: Joined) -> None:
    old = state.units[state.home(event.model)]
    new = state.units[event.unit]
    where, inside = old.where, old.inside
    model = state.model(event.model)
    old.models = [each for each in old.models if each.id != event.model]
    if not new.models:  # its own unit, of which everybody was elsewhere
        new.where, new.inside = where, inside
    new.models.append(model)
    state.rehome(event.model, event.unit)
    if not old.models:
        old.where, old.inside = "joined" if state.members(old.id) else "gone", ""


def _removed(state: State, event: Removed) -> None:
    unit = state.units[state.home(event.model)]
    owner = state.roster.units[state.roster.unit_of[event.model]].player
    unit.models = [model for model in unit.models if model.id != event.model]
    state.rehome(event.model, None)
    if owner >= 0:
        state.core.sides[owner].casualties.append(event.model)
    if not unit.models:
        unit.where, unit.inside, unit.locked = "gone", "", False
    own = state.units[state.roster.unit_of[event.model]]
    if own.where == "joined" and not state.members(own.id):
        own.where = "gone"
    for each in state.units.values():  # H-220: what came from it ends at once
        if each.lasting:
            each.lasting = [lasting for lasting in each.lasting if event.model not in {lasting.bearer, lasting.model}]


def _status(state: State, event: Status) -> None:
    for key in event.models:
        model = state.model(key)
        if event.gone:
            model.statuses = [status for status in model.statuses if status != event.status]
        elif event.status not in model.statuses:
            model.statuses.append(event.status)


def _noted(state: State, event: Noted) -> None:
    getattr(state.core.sides[event.player], event.what).append(event.value)


def _fights(state: State, event: Fights) -> None:
    # The event stays as it was: the state gets combats of its own.
    state.core.combats = [Combat(list(each.units), list(each.points), each.step) for each in event.combats]


def _set_aside(state: State, event: SetAside) -> None:
    for key in event.models:
        model = state.model(key)
        model.aside, model.place = model.place, None


def _returned(state: State, event: Returned) -> None:
    model = state.model(event.model)
    model.aside, model.place = None, event.place


def _lasts(state: State, event: Lasts) -> None:
    core = state.core
    since = f"{core.round}.{core.turn}.{core.phase}.{core.step}"
    state.units[event.unit].lasting.append(msgspec.structs.replace(event.lasting, since=since))


def _lifted(state: State, event: Lifted) -> None:
    unit = state.units[event.unit]
    unit.lasting = [lasting for lasting in unit.lasting if lasting.source != event.source]


def _ends(state: State, event: Ends) -> None:
    core = state.core
    for unit in state.units.values():
        if unit.lasting:
            unit.lasting = [each for each in unit.lasting if each.until != event.moment]
        if event.moment == "turn":
            unit.moved, unit.arrived, unit.breached, unit.out_of = "", "", "", ""
            unit.embarked = unit.disembarked = unit.shot = unit.charged = unit.disordered = unit.reacted = False
            unit.shot_at = []
    if event.moment == "turn":
        core.combats = []
    elif event.moment == "battle turn":
        for side in core.sides:
            side.used = []
    elif event.moment == "phase":
        core.rolls = {}
        core.tested = []


def _roll_off(state: State, event: RollOff) -> None:
    if event.what == "zone":
        state.core.zone_of = [0, 1] if event.player == 0 else [1, 0]
    else:
        state.core.first = event.player


_APPLY: dict[type, Callable[[State, Any], None]] = {
    Began: _began,
    Chose: lambda state, event: setattr(state.core, "acting", event.unit),
    Done: lambda state, event: state.core.done.append(event.unit),
    Marked: lambda state, event: setattr(state.units[event.unit], event.mark, event.value),
    Moved: _moved,
    SetUp: _moved,
    TakenOff: _taken_off,
    Joined: _joined,
    Hurt: hurt,
    Mended: mended,
    Removed: _removed,
    UnitDestroyed: lambda state, event: setattr(state.units[event.unit], "lost_to", event.by),
    Status: _status,
    Spent: lambda state, event: state.model(event.model).spent.append(event.what),
    Controlled: lambda state, event: setattr(state.units[event.unit], "player", event.player),
    Ground: lambda state, event: state.core.zones.append(event.zone),
    Points: lambda state, event: setattr(state.core.sides[event.player], "vp", state.core.sides[event.player].vp + event.by),
    Allotment: lambda state, event: setattr(state.core.sides[event.player], "reactions", event.to),
    Reacted: lambda state, event: setattr(state.units[event.unit], "reacted", True),
    Noted: _noted,
    Worth: lambda state, event: state.core.values.__setitem__(event.objective, event.value),
    Fights: _fights,
    SetAside: _set_aside,
    Returned: _returned,
    Lasts: _lasts,
    Tested: lambda state, event: state.core.tested.extend(event.models),
    Lifted: _lifted,
    Ends: _ends,
    Threw: lambda _state, _event: None,
    Said: lambda _state, _event: None,
    RollOff: _roll_off,
    Over: lambda state, _event: setattr(state.core, "over", True),
}


def apply(state: State, event: Event) -> None:
    """Change the state by an event."""
    _APPLY[type(event)](state, event)


EVENTS = tuple(_APPLY)
"""Every kind of event."""
