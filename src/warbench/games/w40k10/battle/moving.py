"""The Movement phase: every unit in turn stays, moves, Advances, falls back or gets out; then Reinforcements arrive."""

from warbench.battle.asking import ask, name_of, rolled, unit_options
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.games.w40k10.battle.aircraft import AIRCRAFT_RULE, is_aircraft, is_held
from warbench.games.w40k10.battle.events import Began, Chose, Done, Ends, Marked, Said
from warbench.games.w40k10.battle.falling_back import fall_back, may_fall_back
from warbench.games.w40k10.battle.flying import fly
from warbench.games.w40k10.battle.moments import UnitMoment, windows
from warbench.games.w40k10.battle.moves import Move, throw
from warbench.games.w40k10.battle.passengers import STAY, disembark, may_leave, offer_boarding
from warbench.games.w40k10.battle.placing import is_engaged
from warbench.games.w40k10.battle.privileges import bonus as bonus_to
from warbench.games.w40k10.battle.privileges import fixed_advance
from warbench.games.w40k10.battle.reserves import reinforcement, waiting
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.battle.striding import stumble
from warbench.table.lattice import INCH

_TEXT = {
    "stationary": "Remain Stationary",
    "normal": "make a Normal move",
    "advance": "Advance",
    "fall back": "Fall Back",
}


def next_step(state: State) -> Procedure[None]:
    """The next unit's move, the next arrival, or the step between them."""
    step = state.core.step
    if step == "move":
        units = selectable(state)
        return _move_one(state, units) if units else _go_to(state, "reinforcements")
    if step == "reinforcements":
        units = waiting(state)
        return reinforcement(state, units) if units and "pass" not in state.core.done else _go_to(state, "last")
    return _finish(state) if step == "last" else _start(state)


def _go_to(state: State, step: str) -> Procedure[None]:
    yield Began(round=state.core.round, turn=state.active, phase="movement", step=step)


def _start(state: State) -> Procedure[None]:
    """Note who starts the phase embarked: only those may get out in it (W-181)."""
    for unit in state.units.values():
        if unit.where == "inside" and state.player(unit.id) == state.active:
            yield Marked(unit=unit.id, mark="began_inside", value=unit.inside, rule="W-181")
    yield from _go_to(state, "move")


def _finish(state: State) -> Procedure[None]:
    """The end of the phase, at which the opponent may react (W-258)."""
    yield from windows().open(state, "movement phase ends", [1 - state.active])
    yield Ends(moment="phase")
    yield Began(round=state.core.round, turn=state.active, phase="shooting")


# --- one unit ---


def may_select(state: State, key: str) -> Refusal | None:
    """Why a unit cannot be selected to move now, or None."""
    unit = state.units.get(key)
    if unit is None or state.player(key) != state.active:
        return Refusal("not-yours", f"{key!r} is no unit of the player whose turn it is")
    if key in state.core.done:
        return Refusal("has-moved", f"{name_of(state, key)} was selected already")
    if unit.where == "inside":
        return may_leave(state, unit)
    if unit.where != "table":
        return Refusal("not-on-table", f"{name_of(state, key)} is not on the battlefield")
    return None


def selectable(state: State) -> list[Unit]:
    """The units that are still to be selected: those on the battlefield, and passengers that may get out."""
    return [unit for key, unit in state.units.items() if may_select(state, key) is None]


def _move_one(state: State, units: list[Unit]) -> Procedure[None]:
    key = units[0].id
    if len(units) > 1:
        key = yield Ask(
            state.active,
            "unit",
            "which unit moves next?",
            lambda: unit_options(state, units),
            subject="movement",
            judge=lambda answer: may_select(state, answer),
        )
    unit = state.units[key]
    yield Chose(unit=key)
    if unit.where == "inside":
        yield from _passengers_turn(state, unit)
    else:
        yield from _act(state, unit)
    if unit.moved or unit.where != "table":
        yield Done(unit=key)
    yield Chose(unit="")


def _passengers_turn(state: State, unit: Unit) -> Procedure[None]:
    """Ask whether a unit gets out. If its transport has not moved, it is selected again to move (W-185)."""
    options = [Option("disembark", "get out"), Option(STAY, "stay inside")]
    text = f"{name_of(state, unit.id)}: disembark?"
    key = yield from ask(state.active, "disembark?", text, options, subject=unit.id)
    if key == "disembark":
        yield from disembark(state, unit)


def may_act(state: State, unit: Unit, how: str) -> Refusal | None:
    """Why a unit on the battlefield may not be moved in a way, or None (C6, W-186, W-313)."""
    name = name_of(state, unit.id)
    if how not in _TEXT:
        return Refusal("not-an-option", f"{how!r} is no way to move; there are: {', '.join(_TEXT)}")
    if is_aircraft(state, unit):
        only = Refusal("aircraft", f"{name} is AIRCRAFT: it makes Normal moves alone", AIRCRAFT_RULE)
        return None if how == "normal" else only
    if how == "stationary":
        stays = not unit.got_out_of
        return None if stays else Refusal("got-out", f"{name} got out of a transport: it cannot Remain Stationary", "W-186")
    if how != "fall back":
        held = Refusal("engaged", f"{name} is in Engagement Range: it may only Remain Stationary or Fall Back", "C6")
        return held if is_held(state, unit) else None
    if not is_engaged(state, unit):
        return Refusal("not-engaged", f"{name} is not in Engagement Range: it cannot Fall Back", "C6")
    return may_fall_back(state, unit)


def _act(state: State, unit: Unit) -> Procedure[None]:
    if is_aircraft(state, unit):  # there is nothing to choose
        yield from fly(state, unit)
        return
    how = yield Ask(
        state.active,
        "movement",
        f"{name_of(state, unit.id)}: what does it do?",
        lambda: [Option(key, text) for key, text in _TEXT.items() if may_act(state, unit, key) is None],
        subject=unit.id,
        judge=lambda answer: may_act(state, unit, answer),
    )
    if how == "stationary":
        yield Marked(unit=unit.id, mark="moved", value="stationary", rule="W-066")
    elif how == "fall back":
        yield from fall_back(state, unit)
    else:
        yield from _move(state, unit, how)


def _move(state: State, unit: Unit, how: str) -> Procedure[None]:
    """A Normal move or an Advance (W-305..W-310), and getting into a transport at its end."""
    player = state.player(unit.id)
    moment = UnitMoment(unit.id, how)
    bonus = 0
    if how == "advance":
        bonus = yield from _advance_roll(state, unit)
    rule = "W-305" if how == "normal" else "W-310"
    yield Marked(unit=unit.id, mark="moved", value=how, rule=rule)
    yield from windows().open(state, "move started", [1 - player], moment)
    if unit.where != "table":
        return
    move = Move(state, unit, how, bonus * INCH)
    paths = yield from move.ask(hold=True)
    if paths is not None:
        yield move.moved(paths, rule)
        yield from stumble(state, unit, move.rule, paths)
    yield from windows().open(state, "move ended", [1 - player], moment)
    if unit.where == "table":
        yield from offer_boarding(state, unit)


def _advance_roll(state: State, unit: Unit) -> Procedure[int]:
    """One die for the whole unit, added to its models' Movement until the phase ends (W-307, W-308, W-356)."""
    fixed = fixed_advance(state, unit)
    more = bonus_to(state, unit, "advance")
    if fixed is not None:
        yield Said(text=f'{name_of(state, unit.id)} Advances {fixed}" further without a roll', unit=unit.id, rule="W-307")
        return fixed
    face = yield from throw(state, unit, "advance")
    inches = max(0, face + more)
    yield rolled(state.player(unit.id), "advance", (face,), f'{inches}" further', unit.id, "W-307")
    return inches
