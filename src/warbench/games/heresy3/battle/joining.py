"""Joining and leaving: Command and Specialist models join units and leave them (H-030, H-092, H-235).

They do so in the Move Sub-Phase and in Reserves.
"""

from collections.abc import Iterator

from warbench.battle.asking import name_of
from warbench.battle.requests import Procedure, Refusal
from warbench.games.heresy3.battle.events import Done, Joined, Marked
from warbench.games.heresy3.battle.placing import SKIRMISH, coherency, in_reach
from warbench.games.heresy3.battle.roster import ARMOURED
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.battle.statuses import may_move
from warbench.games.heresy3.fellowship import strangers
from warbench.table.measure import engaged

_MARKS = ("moved", "arrived", "embarked", "shot", "charged", "reacted")
"""What a model that leaves takes along of what its unit did in this turn."""

JOINERS = frozenset({"command", "specialist"})
"""The Sub-Types whose models join units and leave them."""

_FAR = SKIRMISH.horizontal
_NO_COMPANY = frozenset({"fortification", *ARMOURED})


def may_join(state: State, model: Model, unit: Unit) -> Refusal | None:
    """Why a model may not join a unit now, or None (H-030, H-092, H-235)."""
    own = state.units[state.home(model.id)]
    name, host = state.kind(model.id).name, name_of(state, unit.id)
    words = state.types(unit)
    if "fortification" in words:
        return Refusal("fortification", f"{name}: nobody may join {host}", "H-030")
    if not JOINERS & state.kind(model.id).words:
        return Refusal("not-command", f"{name} has no Command or Specialist Sub-Type: it may not join units", "H-235")
    if words & _NO_COMPANY or own is unit or unit.player != own.player:
        return Refusal("no-host", f"{name} may not join {host}", "H-235")
    apart = strangers([state.kind(model.id).special_rules], [state.kind(mate.id).special_rules for mate in unit.models])
    if apart:
        return Refusal("no-host", f"{name} may not join {host}: {apart} is only for models that all have it", "H-235")
    if own.id != state.roster.unit_of[model.id]:
        return Refusal("joined", f"{name} must first leave the unit that it has joined", "H-235")
    return (
        _when(state, own, name)
        or _when(state, unit, name)
        or may_move(own, name_of(state, own.id))
        or _again(state, f"join:{model.id}", name)
        or _together(state, model, own, unit)
    )


def _when(state: State, unit: Unit, name: str) -> Refusal | None:
    """Why nobody may join or leave a unit at this moment, or None."""
    core = state.core
    if core.phase != "movement" or core.turn != unit.player:
        return Refusal("not-now", f"{name} may join or leave a unit in its own Movement Phase alone", "H-235")
    if {"move": "table", "reserves": "reserve"}.get(core.step) != unit.where:
        return Refusal("not-now", f"{name_of(state, unit.id)} is {unit.where}: nobody joins or leaves it now", "H-092")
    if unit.locked:
        return Refusal("locked", f"{name_of(state, unit.id)} is locked in combat", "H-104")
    return None


def _again(state: State, what: str, name: str) -> Refusal | None:
    """Why a model does not join, or leave, twice in a Sub-Phase: nobody goes to and fro for ever; or None."""
    if what in state.core.done:
        return Refusal("done-already", f"{name} did so in this Sub-Phase already", "H-235")
    return None


def _together(state: State, model: Model, own: Unit, unit: Unit) -> Refusal | None:
    """Why a model and a unit do not stand together, or have not done the same in this Sub-Phase, or None."""
    if own.where == "reserve":
        return None
    done = state.core.done
    if (own.id in done) != (unit.id in done) or own.arrived != unit.arrived:
        return Refusal("one-has-moved", f"of {own.id} and {unit.id} one has moved and the other has not", "H-235")
    rule, shape = coherency(state, unit), state.standing(model)
    if not any(engaged(shape, mate, rule.horizontal, rule.vertical) for mate in state.shapes(unit)):
        return Refusal("too-far", f"{state.kind(model.id).name} is not in coherency with {name_of(state, unit.id)}", "H-235")
    return None


def join(state: State, model: Model, unit: Unit) -> Procedure[None]:
    """A model joins a unit; that unit has moved if either has."""
    own = state.units[state.home(model.id)]
    moved = own.moved
    yield Joined(model=model.id, unit=unit.id, rule="H-235")
    yield Done(unit=f"join:{model.id}")
    if moved not in {"", "stationary", unit.moved} and unit.moved != "rushed":
        yield Marked(unit=unit.id, mark="moved", value=moved, rule="H-198")
    if own.disembarked and not unit.disembarked:  # its charge is Disordered then
        yield Marked(unit=unit.id, mark="out_of", value=own.out_of, rule="H-235")
        yield Marked(unit=unit.id, mark="disembarked", value=True, rule="H-235")


def may_leave(state: State, model: Model) -> Refusal | None:
    """Why a model may not leave its unit now, or None (H-092, H-235, H-273)."""
    unit = state.units[state.home(model.id)]
    kind = state.kind(model.id)
    if not JOINERS & kind.words:
        rule = "H-273" if "sergeant" in kind.words else "H-235"
        return Refusal("not-command", f"{kind.name} has no Command or Specialist Sub-Type: it may not leave its unit", rule)
    if unit.id == state.roster.unit_of[model.id]:
        return Refusal("own-unit", f"{kind.name} is in its own unit", "H-235")
    own = state.units[state.roster.unit_of[model.id]]
    if own.models and own.where != unit.where:
        return Refusal("elsewhere", f"the rest of its own unit is {own.where}: {kind.name} cannot go back to it", "H-235")
    if unit.disembarked:
        return Refusal("disembarked", f"{name_of(state, unit.id)} disembarked in this turn: nobody leaves it", "H-235")
    if unit.id in state.core.done and unit.where == "table":
        return Refusal("has-moved", f"{name_of(state, unit.id)} has moved already", "H-235")
    return (
        _when(state, unit, kind.name) or may_move(unit, name_of(state, unit.id)) or _again(state, f"leave:{model.id}", kind.name)
    )


def leave(state: State, model: Model) -> Procedure[None]:
    """A model leaves the unit that it has joined and is a unit of its own again."""
    old = state.units[state.home(model.id)]
    own = state.units[state.roster.unit_of[model.id]]
    yield Joined(model=model.id, unit=own.id, rule="H-235")
    yield Done(unit=f"leave:{model.id}")
    for mark in _MARKS:
        value = getattr(old, mark)
        if value != getattr(own, mark):
            yield Marked(unit=own.id, mark=mark, value=value, rule="H-235")


def joins(state: State, player: int) -> Iterator[tuple[Model, Unit]]:
    """Which models may join which units now."""
    for unit in state.units.values():
        if unit.player != player or unit.where not in {"table", "reserve"}:
            continue
        for model in unit.models:
            if JOINERS & state.kind(model.id).words:
                for other in state.units.values():
                    if other.where == unit.where and other.player == player and other is not unit:
                        near = other.where == "reserve" or in_reach(state, unit, other, _FAR)
                        if near and may_join(state, model, other) is None:
                            yield model, other


def leaves(state: State, player: int) -> Iterator[Model]:
    """Which models may leave the units that they have joined now."""
    for unit in state.units.values():
        if unit.player == player and unit.where in {"table", "reserve"}:
            for model in unit.models:
                if JOINERS & state.kind(model.id).words and may_leave(state, model) is None:
                    yield model
