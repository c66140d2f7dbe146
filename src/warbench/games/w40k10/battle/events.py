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
from warbench.games.w40k10.battle.state import InForce, Lasting, Model, State, Unit
from warbench.table.lattice import Place

__all__ = [
    "EVENTS",
    "Began",
    "Chose",
    "ComesInForce",
    "Destroyed",
    "Done",
    "Ends",
    "Held",
    "Hurt",
    "Lasts",
    "Marked",
    "Mended",
    "Moved",
    "Over",
    "Owes",
    "Parted",
    "Points",
    "PreyPaid",
    "Returned",
    "RollOff",
    "Said",
    "SetUp",
    "TakenOff",
    "Threw",
    "UnitDestroyed",
    "Used",
    "apply",
    "say",
]


class Owes(Event, frozen=True, kw_only=True):
    """What is still to be done in this step, by unit, in order."""

    units: tuple[str, ...]


class Destroyed(Event, frozen=True, kw_only=True):
    """A model was destroyed and is taken off (W-047). ``by`` is the unit that did it, empty when no enemy did."""

    model: str
    by: str = ""
    source: str = ""
    rule: str = ""


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """The last model of a unit (or of one part of an Attached unit) was destroyed (W-048)."""

    unit: str
    part: int
    by: str = ""
    rule: str = ""


class Returned(Event, frozen=True, kw_only=True):
    """A destroyed model is back in its unit with so many wounds, where it was set up."""

    unit: str
    model: str
    wounds: int
    place: Place
    source: str = ""
    rule: str = ""


class Apart(msgspec.Struct, frozen=True):
    """A leader who becomes a unit of his own: its id, which part of the old unit he is, its Starting Strength."""

    unit: str
    part: int
    starting: int


class Parted(Event, frozen=True, kw_only=True):
    """An Attached unit is none any longer: what is left has its own Starting Strength, leaders beside each other part."""

    unit: str
    starting: int
    apart: tuple[Apart, ...] = ()
    rule: str = ""


class Points(Event, frozen=True, kw_only=True):
    """A player gained or spent Command points, or scored Victory points (``what``: cp, vp)."""

    player: int
    what: str
    by: int
    why: str
    extra: bool = False


class PreyPaid(Event, frozen=True, kw_only=True):
    """A player was paid for a unit that he had picked for Ruthless Efficiency: it happens once a battle (W-211)."""

    player: int


class Held(Event, frozen=True, kw_only=True):
    """An objective stays a player's although nobody is there, by an ability of a unit (None: it does no longer)."""

    objective: str
    player: int | None = None
    unit: str = ""
    rule: str = ""


class Used(Event, frozen=True, kw_only=True):
    """A player used a stratagem."""

    player: int
    stratagem: str
    unit: str = ""


class Lasts(Event, frozen=True, kw_only=True):
    """An effect took hold of a unit until a phase or turn ends."""

    unit: str
    lasting: Lasting


class ComesInForce(Event, frozen=True, kw_only=True):
    """An army rule put something in force for a player, by what one of his units did where ``unit`` says so."""

    player: int
    what: InForce
    unit: str = ""
    rule: str = ""


def _began(state: State, event: Began) -> None:
    core = state.core
    core.round, core.turn, core.phase, core.step = event.round, event.turn, event.phase, event.step
    core.done, core.owed, core.acting = [], [], ""


def _moved(state: State, event: Moved | SetUp) -> None:
    unit = state.units[event.unit]
    places = dict(event.places)
    for model in unit.models:
        if model.id in places:
            model.place = places[model.id]
    if isinstance(event, SetUp):
        unit.where, unit.inside = "table", ""


def _taken_off(state: State, event: TakenOff) -> None:
    unit = state.units[event.unit]
    unit.where, unit.inside = event.where, event.transport
    for model in unit.models:
        model.place = None


def _destroyed(state: State, event: Destroyed) -> None:
    unit = state.units[state.unit_of(event.model)]
    unit.models = [model for model in unit.models if model.id != event.model]
    if not unit.models:
        unit.where, unit.inside = "gone", ""


def _unit_destroyed(state: State, event: UnitDestroyed) -> None:
    unit = state.units[event.unit]
    unit.parts_lost.append(event.part)
    unit.lost_to = event.by


def _returned(state: State, event: Returned) -> None:
    unit = state.units[event.unit]
    order = [model for model, _ in state.entry(event.unit).models]
    unit.models.append(Model(event.model, event.wounds, event.place))
    unit.models.sort(key=lambda model: order.index(model.id))


def _parted(state: State, event: Parted) -> None:
    unit, core, entry = state.units[event.unit], state.core, state.entry(event.unit)
    unit.starting = event.starting
    for each in event.apart:
        leaves = [model for model in unit.models if entry.kind(model.id).side == each.part]
        unit.models = [model for model in unit.models if model not in leaves]
        # What the unit did and what weighs on it, its tokens too (W-205), holds for each that comes of it.
        core.units[each.unit] = msgspec.structs.replace(
            unit,
            id=each.unit,
            models=leaves,
            starting=each.starting,
            spent=[],
            struck=list(unit.struck),
            lasting=list(unit.lasting),
            parts_lost=[],
            lost_to="",
        )
        for listed in (core.done, core.owed):
            if unit.id in listed:
                listed.append(each.unit)
        for other in core.units.values():
            other.lasting += [
                msgspec.structs.replace(lasting, against=each.unit) for lasting in other.lasting if lasting.against == unit.id
            ]
        for side in core.sides:
            if side.in_force:
                side.in_force = [again for held in side.in_force for again in _parted_in_force(held, unit.id, each.unit)]


def _parted_in_force(held: InForce, whole: str, part: str) -> tuple[InForce, ...]:
    """What is in force when a leader becomes a unit of his own: it holds for him as for the unit that he was in."""
    with_part = msgspec.structs.replace(
        held,
        units=(*held.units, part) if whole in held.units else held.units,
        but_not=(*held.but_not, part) if whole in held.but_not else held.but_not,
    )
    return (with_part, msgspec.structs.replace(with_part, against=part)) if held.against == whole else (with_part,)


def _points(state: State, event: Points) -> None:
    side = state.core.sides[event.player]
    if event.what == "vp":
        side.vp += event.by
        return
    side.cp += event.by
    side.extra += event.by if event.extra else 0


def _held(state: State, event: Held) -> None:
    if event.player is None:
        state.core.held.pop(event.objective, None)
    else:
        state.core.held[event.objective] = event.player


def _used(state: State, event: Used) -> None:
    side = state.core.sides[event.player]
    for used in (side.used_phase, side.used_turn, side.used_battle):
        used.append(event.stratagem)


def _end_marks(unit: Unit, moment: str) -> None:
    """What a unit did in a phase or turn no longer counts."""
    if moment == "phase":
        unit.shot = unit.fought = False
        unit.struck = []
    elif moment == "turn":
        unit.moved, unit.began_inside, unit.got_out_of = "", "", ""
        unit.got_in = unit.cannot_charge = unit.charged = unit.fights_first = unit.free_hands = False


def _ends(state: State, event: Ends) -> None:
    for unit in state.units.values():
        if unit.lasting:
            unit.lasting = [each for each in unit.lasting if each.until != event.moment]
        if event.moment == "turn" and state.player(unit.id) == state.core.turn:
            unit.stood = unit.moved == "stationary"
        _end_marks(unit, event.moment)
    for side in state.core.sides:
        if side.in_force:
            side.in_force = [each for each in side.in_force if each.until != event.moment]
        if event.moment == "phase":
            side.used_phase = []
        elif event.moment == "turn":
            side.used_turn = []
        elif event.moment == "round":
            side.extra = 0
    if event.moment == "phase":
        state.core.rolls = {}


def _roll_off(state: State, event: RollOff) -> None:
    setattr(state.core, event.what, event.player)


def _over(state: State, _event: Over) -> None:
    state.core.over = True


_APPLY: dict[type, Callable[[State, Any], None]] = {
    Began: _began,
    Chose: lambda state, event: setattr(state.core, "acting", event.unit),
    Done: lambda state, event: state.core.done.append(event.unit),
    Owes: lambda state, event: setattr(state.core, "owed", list(event.units)),
    Marked: lambda state, event: setattr(state.units[event.unit], event.mark, event.value),
    Moved: _moved,
    SetUp: _moved,
    TakenOff: _taken_off,
    Hurt: hurt,
    Mended: mended,
    Destroyed: _destroyed,
    UnitDestroyed: _unit_destroyed,
    Returned: _returned,
    Parted: _parted,
    Points: _points,
    PreyPaid: lambda state, event: setattr(state.core.sides[event.player], "prey_paid", True),
    Held: _held,
    Used: _used,
    ComesInForce: lambda state, event: state.core.sides[event.player].in_force.append(event.what),
    Lasts: lambda state, event: state.units[event.unit].lasting.append(event.lasting),
    Ends: _ends,
    Threw: lambda _state, _event: None,
    Said: lambda _state, _event: None,
    RollOff: _roll_off,
    Over: _over,
}


def apply(state: State, event: Event) -> None:
    """Change the state by an event."""
    _APPLY[type(event)](state, event)


EVENTS = tuple(_APPLY)
"""Every kind of event."""


def say(event: Event) -> str:
    """A line for the log."""
    fields = {name: getattr(event, name) for name in type(event).__struct_fields__}
    return f"{type(event).__name__}: " + ", ".join(
        f"{name} {value}" for name, value in fields.items() if value not in ("", (), None)
    )
