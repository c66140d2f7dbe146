"""The Move Sub-Phase: units in any order stay, move, rush, get in and out, join and leave, until their player ends it."""

from functools import partial

from warbench.battle.asking import PASS, name_of, unit_options
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.games.heresy3.battle import company, passengers, statuses
from warbench.games.heresy3.battle.events import Began, Chose, Done, Marked, TakenOff
from warbench.games.heresy3.battle.moments import UnitMoment, windows
from warbench.games.heresy3.battle.moves import has_moved, limits, may_change_place, move
from warbench.games.heresy3.battle.reserves import may_go_into_reserves
from warbench.games.heresy3.battle.routing import fall_back
from warbench.games.heresy3.battle.state import State, Unit

__all__ = ["END", "fall_back", "has_moved", "may_act", "may_select", "move", "next_step", "selectable"]

END = Option("end", "end the Move Sub-Phase")

_TEXT = {
    "stationary": "remain Stationary",
    "move": "move",
    "rush": "rush",
    "reserves": "leave the battlefield into Aerial Reserves",
}


def next_step(state: State) -> Procedure[None]:
    """The next unit's move, or whatever else its player does; or the Rout Sub-Phase."""
    if selectable(state) or next(company.on_table(state), None) is not None:
        return _choose(state)
    return _end(state)


def _end(state: State) -> Procedure[None]:
    yield Began(round=state.core.round, turn=state.active, phase="movement", step="rout")


# --- what may be chosen ---


def may_select(state: State, key: str) -> Refusal | None:
    """Why a unit cannot be selected to move now, or None (H-088, H-104, H-174, H-227)."""
    unit = state.units.get(key)
    if unit is None or unit.player != state.active:
        return Refusal("not-yours", f"{key!r} is no unit of the Active player", "H-174")
    name = name_of(state, key)
    if key in state.core.done:
        return Refusal("has-moved", f"{name} was selected already", "H-213")
    if unit.where == "inside" and not _is_mover(state, state.units[unit.inside]):
        return passengers.may_disembark(state, unit)
    return _not_there(unit, name) or may_change_place(state, unit) or statuses.may_move(unit, name)


def _not_there(unit: Unit, name: str) -> Refusal | None:
    """Why where a unit is, or how it came there, keeps it from being selected, or None."""
    if unit.where != "table":
        return Refusal("not-on-table", f"{name} is not on the battlefield", "H-088")
    if unit.locked:
        return Refusal("locked", f"{name} is locked in combat", "H-104")
    if unit.arrived:
        return Refusal("has-moved", f"{name} came from Reserves in this turn", "H-093")
    return None


def _is_mover(state: State, unit: Unit) -> bool:
    """Whether a transport is one that can move now: whoever is aboard another is selected for himself."""
    hindered = may_change_place(state, unit) or statuses.may_move(unit, "")
    return "vehicle" in state.types(unit) and hindered is None


def selectable(state: State) -> list[Unit]:
    """The units that may be selected now."""
    return [unit for key, unit in state.units.items() if unit.player == state.active and may_select(state, key) is None]


def _refusal(state: State, key: str) -> Refusal | None:
    """Why an answer to "unit" is refused, or None."""
    if ":" in key:
        return company.refusal(state, key)
    return None if key == END.key else may_select(state, key)


def _choose(state: State) -> Procedure[None]:
    """Ask what the Active player does next, and do it."""
    key = yield Ask(
        state.active,
        "unit",
        "which unit moves next?",
        lambda: [*unit_options(state, selectable(state)), *company.on_table(state), END],
        subject="movement",
        judge=lambda answer: _refusal(state, answer),
    )
    if key == END.key:
        yield from _end(state)
    elif ":" in key:
        yield from company.change(state, key)
    else:
        yield from _one(state, state.units[key])


# --- one unit ---


def _one(state: State, unit: Unit) -> Procedure[None]:
    """A unit that was selected: who is aboard may get out first, then it moves, then who is still aboard may (H-212..H-215)."""
    yield Chose(unit=unit.id)
    if unit.where == "inside":
        yield from passengers.disembark(state, unit, state.units[unit.inside])
        yield Chose(unit="")
        return
    yield from _let_out(state, unit)
    yield from windows().open(state, "before move", [unit.player], UnitMoment(unit.id))
    if unit.where == "table" and may_select(state, unit.id) is None:
        yield from _act(state, unit)
    if unit.where == "table" and unit.moved == "moved":
        yield from _let_out(state, unit)
    yield Done(unit=unit.id)
    yield Chose(unit="")


def _let_out(state: State, transport: Unit) -> Procedure[None]:
    """Ask which of those aboard disembark now, until none does."""
    while True:
        able = [unit for unit in passengers.inside(state, transport) if passengers.may_disembark(state, unit) is None]
        if not able:
            return

        def judge(key: str) -> Refusal | None:
            unit = state.units.get(key)
            if key == PASS.key:
                return None
            if unit is None or unit.inside != transport.id:
                return Refusal("not-aboard", f"{key!r} is not aboard {name_of(state, transport.id)}", "H-212")
            return passengers.may_disembark(state, unit)

        options = (Option(PASS.key, "nobody gets out"), *unit_options(state, able))
        text = f"{name_of(state, transport.id)}: who disembarks?"
        key = yield Ask(transport.player, "disembark", text, partial(list, options), subject=transport.id, judge=judge)
        if key == PASS.key:
            return
        yield from passengers.disembark(state, state.units[key], transport)


def may_act(state: State, unit: Unit, how: str) -> Refusal | None:
    """Why a unit that is selected may not move in a way, or None (facts 9; H-094, H-095)."""
    name = name_of(state, unit.id)
    if how not in _TEXT:
        return Refusal("not-an-option", f"{how!r} is no way to move; there are: {', '.join(_TEXT)}")
    if how == "reserves":
        return may_go_into_reserves(state, unit)
    if how == "rush":
        words = [state.kind(model.id).words for model in unit.models]
        if any("heavy" in each for each in words):
            return Refusal("heavy", f"{name} has a Heavy model: it cannot rush", "rush")
        if any("vehicle" in each and "rapid" not in each for each in words):
            return Refusal("vehicle", f"{name} is a Vehicle that is not Rapid: it cannot rush", "rush")
        if any(other.out_of == unit.id for other in state.units.values()):
            return Refusal("let-out", f"{name} let somebody out in this turn: it cannot rush", "rapid")
    return None


def _act(state: State, unit: Unit) -> Procedure[None]:
    how = yield Ask(
        unit.player,
        "move kind",
        f"{name_of(state, unit.id)}: what does it do?",
        lambda: [Option(key, text) for key, text in _TEXT.items() if may_act(state, unit, key) is None],
        subject=unit.id,
        judge=lambda answer: may_act(state, unit, answer),
    )
    if how == "stationary":
        yield Marked(unit=unit.id, mark="moved", value="stationary", rule="H-201")
    elif how == "reserves":
        yield TakenOff(unit=unit.id, where="reserve", rule="H-095")
        yield Marked(unit=unit.id, mark="aerial", value=True, rule="H-095")
    else:
        moved = yield from move(state, unit, how, limits(state, unit, how))
        if unit.where != "table":
            return
        mark = "rushed" if how == "rush" else "moved" if has_moved(unit) else "stationary"
        yield Marked(unit=unit.id, mark="moved", value=mark, rule="H-198")
        if moved:
            yield from windows().open(state, "move ended", [1 - unit.player], UnitMoment(unit.id, how))
