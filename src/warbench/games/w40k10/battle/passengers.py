"""Passengers: getting into a transport, getting out of it, and getting out of one that is destroyed."""

from warbench.battle.asking import ask, name_of, roll, rolled
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.w40k10.battle.army_files import has_deep_strike
from warbench.games.w40k10.battle.events import Marked, Said, TakenOff
from warbench.games.w40k10.battle.moments import UnitMoment, windows
from warbench.games.w40k10.battle.placing import ask_setup, setup_rule
from warbench.games.w40k10.battle.privileges import permits
from warbench.games.w40k10.battle.riding import passengers_of, room_in
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.unit_rules import CHARGE_FROM_ABOVE, CHARGE_FROM_INSIDE, LEAVE_ADVANCED
from warbench.sheets.transport import Passengers
from warbench.table.lattice import INCH
from warbench.table.measure import Standing, within
from warbench.table.regions import WhollyWithin

NEAR = 3 * INCH
"""How near to a transport its passengers get in and out (W-182, C18)."""

EMERGENCY = 6 * INCH
"""How near to a destroyed transport its passengers are set up when there is no room nearer (C20)."""

STAY = "stay"
_MAY_LEAVE = frozenset({"", "stationary", "normal"})


def inside(state: State, transport: Unit) -> list[Unit]:
    """The units embarked in a transport, in order."""
    return [unit for unit in state.units.values() if unit.where == "inside" and unit.inside == transport.id]


def aboard(state: State, unit: Unit) -> list[Passengers]:
    """The models that a unit has left, as passengers."""
    return passengers_of(state.entry(unit.id), [model.id for model in unit.models])


def has_room(state: State, unit: Unit, transport: Unit) -> Refusal | None:
    """Why a unit does not fit into a transport beside those that are inside (W-172..W-177); None when it does."""
    groups = [group for other in (*inside(state, transport), unit) for group in aboard(state, other)]
    refusals = room_in(state.entry(transport.id), groups).refusals
    return Refusal(refusals[0].code, refusals[0].text, "W-172") if refusals else None


def may_board(state: State, unit: Unit, transport: Unit) -> Refusal | None:
    """Why a unit may not get into a transport once it stands near enough, or None (C18)."""
    if unit.got_out_of:
        return Refusal("got-out", f"{name_of(state, unit.id)} got out of a transport in this phase", "C18")
    if inside(state, unit):
        return Refusal("carries-others", f"{name_of(state, unit.id)} has passengers: they get out before it gets in", "C18")
    return has_room(state, unit, transport)


def offer_boarding(state: State, unit: Unit) -> Procedure[None]:
    """After a move: ask whether a unit gets into a transport near all of its models (C18)."""
    near = [transport for transport in state.on_table(state.player(unit.id)) if _all_near(state, unit, transport)]
    open_to = [transport for transport in near if may_board(state, unit, transport) is None]
    if not open_to:
        return
    options = [Option(STAY, "stay outside"), *(Option(each.id, f"get into {name_of(state, each.id)}") for each in open_to)]
    text = f"{name_of(state, unit.id)}: embark?"
    key = yield from ask(state.player(unit.id), "embark", text, options, subject=unit.id)
    if key != STAY:
        yield from embark(unit, state.units[key])


def embark(unit: Unit, transport: Unit) -> Procedure[None]:
    """A unit gets into a transport (C18)."""
    yield TakenOff(unit=unit.id, where="inside", transport=transport.id, rule="C18")
    yield Marked(unit=unit.id, mark="got_in", value=True, rule="C18")


def _all_near(state: State, unit: Unit, transport: Unit) -> bool:
    if transport is unit or state.entry(transport.id).sheets[0].transport is None:
        return False
    hulls = state.shapes(transport)
    return all(any(within(shape, hull, NEAR) for hull in hulls) for shape in state.shapes(unit))


def may_leave(state: State, unit: Unit) -> Refusal | None:
    """Why an embarked unit may not get out in its Movement phase, or None (W-181, W-189, W-190, X-50)."""
    transport = state.units[unit.inside]
    name = name_of(state, unit.id)
    if unit.got_in or unit.began_inside != unit.inside:
        return Refusal("embarked-this-phase", f"{name} did not start the phase embarked", "W-181")
    if transport.where != "table":
        return Refusal("not-on-table", f"{name} is inside a transport that is not on the battlefield", "W-182")
    if transport.moved not in _MAY_LEAVE and not (transport.moved == "advance" and _lets_out(state, transport)):
        return Refusal("transport-moved", f"{name} cannot get out: its transport made the move {transport.moved!r}", "W-189")
    return None


def _lets_out(state: State, transport: Unit) -> bool:
    """Whether units may get out of it after it Advanced (Assault Vehicle)."""
    return permits(state, transport, LEAVE_ADVANCED)


def disembark(state: State, unit: Unit) -> Procedure[bool]:
    """A unit gets out of its transport, all of it or none (W-182..W-184); whether it did.

    What it may still do hangs on what its transport did (W-185..W-188).
    """
    transport = state.units[unit.inside]
    player = state.player(unit.id)
    rule = setup_rule(state, unit, WhollyWithin(tuple(state.shapes(transport)), NEAR))
    text = f"{name_of(state, unit.id)}: get out where?"
    places = yield from ask_setup(state, player, unit, rule, "disembark", "disembark", text, source="W-182")
    if places is None:
        yield Said(text=f"{name_of(state, unit.id)} finds no room to get out", unit=unit.id, rule="W-184")
        return False
    yield Marked(unit=unit.id, mark="got_out_of", value=transport.id, rule="W-181")
    if transport.moved in {"normal", "advance"}:
        yield Marked(unit=unit.id, mark="moved", value="normal", rule="W-187")
        if transport.moved != "normal" or not _may_charge_from(state, transport, unit):
            yield Marked(unit=unit.id, mark="cannot_charge", value=True, rule="W-188")
    # Getting out is being set up: Overwatch may be fired at it.
    yield from windows().open(state, "set up", [1 - player], UnitMoment(unit.id, "disembark"))
    return True


def _may_charge_from(state: State, transport: Unit, unit: Unit) -> bool:
    """Whether an ability of a transport lets a unit charge that got out after its Normal move."""
    if permits(state, transport, CHARGE_FROM_INSIDE):
        return True
    return permits(state, transport, CHARGE_FROM_ABOVE) and has_deep_strike(state.entry(unit.id))


# --- a transport is destroyed ---


def turn_out(state: State, unit: Unit, model: str) -> Procedure[None]:
    """The model of a unit is about to be taken off: if it is a transport, its passengers get out first (C19, C20, X-47)."""
    riders = inside(state, unit)
    if not riders or len(unit.models) > 1:
        return
    place = state.model(model).place
    hull = None if place is None else Standing(model, state.kind(model).base, place)
    for rider in riders:
        yield from _bail_out(state, rider, unit, hull)


def _bail_out(state: State, unit: Unit, transport: Unit, hull: Standing | None) -> Procedure[None]:
    from warbench.games.w40k10.battle.casualties import destroy, mortal_wounds  # noqa: PLC0415 -- it calls turn_out

    if hull is None:
        # The transport itself never arrived, and with it nobody inside.
        for model in list(unit.models):
            yield from destroy(state, model.id, source="never arriving", rule="C16", quiet=True)
        return
    rule, worst = "C19", 1
    if not (yield from _set_up_near(state, unit, hull, NEAR)):
        rule, worst = "C20", 3
        while not (yield from _set_up_near(state, unit, hull, EMERGENCY)):
            yield from destroy(state, _left_behind(state, unit), source="no room to get out", rule="W-304")
            if not unit.models:
                return
    player = state.player(unit.id)
    faces = yield from roll(state, player, "destroyed transport", len(unit.models), unit.id)
    wounds = sum(face <= worst for face in faces)
    yield rolled(player, "destroyed transport", faces, f"{wounds} mortal wounds", unit.id, rule)
    for mark, value in (("got_out_of", transport.id), ("shocked", True), ("moved", "normal"), ("cannot_charge", True)):
        yield Marked(unit=unit.id, mark=mark, value=value, rule="C19")
    yield from mortal_wounds(state, unit.id, wounds, source="destroyed transport", rule=rule)


def _set_up_near(state: State, unit: Unit, hull: Standing, reach: int) -> Procedure[bool]:
    rule = setup_rule(state, unit, WhollyWithin((hull,), reach))
    text = f"{name_of(state, unit.id)}: its transport is destroyed, get out where?"
    source = "C19" if reach == NEAR else "C20"
    places = yield from ask_setup(
        state, state.player(unit.id), unit, rule, "destroyed transport", "disembark", text, source=source
    )
    return places is not None


def _left_behind(state: State, unit: Unit) -> str:
    """Who finds no place in an emergency: the last model, characters after all others."""
    return min(reversed(unit.models), key=lambda model: "character" in state.kind(model.id).keywords).id
