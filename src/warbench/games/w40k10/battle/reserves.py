"""Reserves: who may arrive when, where, and the Reinforcements step of the Movement phase."""

from collections.abc import Sequence

from warbench.battle.asking import PASS, ask, name_of, unit_options
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.w40k10.battle.aircraft import AIRCRAFT_RULE, is_aircraft
from warbench.games.w40k10.battle.army_files import has_deep_strike
from warbench.games.w40k10.battle.events import Done, Marked, Said
from warbench.games.w40k10.battle.flying import ready_to_fly
from warbench.games.w40k10.battle.moments import UnitMoment, windows
from warbench.games.w40k10.battle.placing import EVERYWHERE, ask_setup, setup_rule
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.lattice import INCH
from warbench.table.regions import AllOf, Area, EdgeStrip, MoreThan, Outside, Rectangle, Region

AWAY = 9 * INCH
"""Arriving units are set up more than this far from every enemy model, horizontally (W-336, C15)."""

EDGE = 6 * INCH
_METHODS = {"deep strike": "Deep Strike", "strategic": "from a table edge"}


def methods(state: State, unit: Unit) -> list[str]:
    """How a unit in reserve may be set up: by Deep Strike if all its models have it, from an edge if it is in Strategic Reserves.

    A unit with both is set up as its owner likes (W-334, W-337). AIRCRAFT count as in Strategic Reserves.
    """
    entry = state.entry(unit.id)
    found = ["deep strike"] if has_deep_strike(entry) else []
    only = entry.reserve == "deep strike" and not unit.withdrawn and not is_aircraft(state, unit)
    return found if only else [*found, "strategic"]


def may_arrive(state: State, unit: Unit, how: str = "") -> Refusal | None:
    """Why a unit may not arrive in this battle round (in some way), or None (C15, C16, W-376)."""
    name = name_of(state, unit.id)
    if unit.where != "reserve":
        return Refusal("not-in-reserve", f"{name} is not in reserve")
    if unit.moved:
        return Refusal("just-left", f"{name} left the battlefield this turn: it arrives in a later one", AIRCRAFT_RULE)
    ways = methods(state, unit)
    if how and how not in ways:
        return Refusal("no-deep-strike", f"{name} cannot arrive by {how}", "W-334")
    if state.core.round < 2:
        if not state.options.first_round_reserves:
            return Refusal("too-early", f"{name} cannot arrive in the first battle round", "C16")
        if "deep strike" not in ways or how == "strategic":
            return Refusal(
                "too-early", f"{name} arrives from Strategic Reserves in the second battle round at the earliest", "C15"
            )
    return None


def waiting(state: State) -> list[Unit]:
    """The active player's units that may arrive in this step and were not looked at yet."""
    return [
        unit
        for key, unit in state.units.items()
        if state.player(key) == state.active and key not in state.core.done and may_arrive(state, unit) is None
    ]


def reinforcement(state: State, units: Sequence[Unit]) -> Procedure[None]:
    """Ask which unit arrives next, or whether the others wait (W-335)."""
    options = [PASS, *unit_options(state, units)]
    key = yield from ask(state.active, "reinforcements", "which unit arrives?", options, subject="movement")
    if key != PASS.key:
        yield from arrive(state, state.units[key])
    yield Done(unit=key)


def arrive(state: State, unit: Unit) -> Procedure[bool]:
    """Set a unit up from reserve; whether there was room. It counts as having made a Normal move (C16)."""
    player = state.player(unit.id)
    ways = [how for how in methods(state, unit) if may_arrive(state, unit, how) is None]
    options = [Option(how, _METHODS[how]) for how in ways]
    how = yield from ask(player, "arrival", f"{name_of(state, unit.id)}: how does it arrive?", options, subject=unit.id)
    source = "W-336" if how == "deep strike" else "C15"
    rule = setup_rule(state, unit, region_of(state, player, how))
    text = f"{name_of(state, unit.id)}: set up where?"
    turned = ready_to_fly(state, unit, rule) if is_aircraft(state, unit) else None
    places = yield from ask_setup(state, player, unit, rule, how, "arrive", text, source=source, turned=turned)
    if places is None:
        yield Said(text=f"{name_of(state, unit.id)} finds no room to arrive by {how}", unit=unit.id, rule=source)
        return False
    yield Marked(unit=unit.id, mark="moved", value="normal", rule="C16")
    if player == state.active:  # set up in the opponent's phase (Rapid Ingress): nobody may react to that (W-248)
        yield from windows().open(state, "set up", [1 - player], UnitMoment(unit.id, how))
    return True


def region_of(state: State, player: int, how: str) -> Region:
    """Where a unit that arrives may stand: far from enemies; from Strategic Reserves also near an edge (C15, W-336)."""
    enemies = tuple(state.enemies_of(player))
    far = MoreThan(enemies, AWAY) if enemies else EVERYWHERE
    if how == "deep strike":
        return far
    parts: tuple[Region, ...] = (EdgeStrip(EDGE), far)
    if state.core.round < 3:
        theirs = state.mission.zones[1 if player == state.core.attacker else 0]
        parts = (*parts, outside(theirs))
    return AllOf(parts)


def outside(zone: Region) -> Region:
    """Where no part of a model is in a deployment zone.

    Raises:
        ValueError: for a zone that is no rectangle and no area.
    """
    if isinstance(zone, Rectangle | Area):
        return Outside(zone)
    msg = f"found a deployment zone of kind {type(zone).__name__}, expected a rectangle or an area"
    raise ValueError(msg)
