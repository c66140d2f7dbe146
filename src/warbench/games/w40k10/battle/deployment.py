"""Before the battle: attacker and defender, formations, the hunt's prey, deployment in turns, the first turn, Scouts.

The order and the numbers are those of the core rules as far as they are sure: the winner of the first roll-off attacks, the
defender deploys the first unit, the winner of the second roll-off has the first turn and scouts first.
"""

from collections.abc import Callable

from warbench.battle.asking import ask, name_of, roll, rolled, unit_options
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.battle import prey, scouts
from warbench.games.w40k10.battle.aircraft import AIRCRAFT_RULE
from warbench.games.w40k10.battle.army_files import boarding_faults, reserve_faults
from warbench.games.w40k10.battle.events import Began, Done, Ends, Marked, RollOff, Said, TakenOff
from warbench.games.w40k10.battle.faction_rules.choices import choose_for_army
from warbench.games.w40k10.battle.hovering import AIRCRAFT, HOVER
from warbench.games.w40k10.battle.placing import ask_setup, setup_rule
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.lattice import INCH
from warbench.table.layout import zone_outline
from warbench.table.measure import Marker
from warbench.table.regions import AnyOf, MoreThan, Region

AWAY = 9 * INCH
"""Infiltrators are set up more than this far from the enemy deployment zone and from every enemy model."""

FLIES = "fly"
"""The answer of an AIRCRAFT that does not hover."""

NO_ROOM = "no-room"
"""The ruling for a unit that cannot be deployed: it waits in Strategic Reserves, beyond their limit if need be."""


def next_step(state: State) -> Procedure[None]:
    """The next step before the battle, or the next unit of it."""
    return _STEPS[state.core.step](state)


def _began(state: State, step: str) -> Began:
    return Began(round=0, turn=state.core.first, phase="setup", step=step)


def _roll_off(state: State, what: str) -> Procedure[None]:
    """Both players roll until one shows more."""
    while True:
        faces: list[int] = []
        for player in (0, 1):
            faces += yield from roll(state, player, f"roll-off: {what}", 1)
        tie = faces[0] == faces[1]
        winner = int(faces[1] > faces[0])
        yield rolled(winner, f"roll-off: {what}", faces, "again" if tie else f"{'AB'[winner]} wins")
        if not tie:
            yield RollOff(what=what, player=winner)
            return


def _attacker(state: State) -> Procedure[None]:
    yield from _roll_off(state, "attacker")
    yield _began(state, "formations")


def _formations(state: State) -> Procedure[None]:
    """Who hovers, as the players say first; who begins in reserve or inside a transport, as the lists say.

    What a list may not say is refused and deployed. AIRCRAFT begin in Reserves, whatever it says.
    """
    for player in (0, 1):
        yield from _hover(state, player)
    for player in (0, 1):
        entries = [state.entry(entry.id) for entry in state.roster.of(player)]
        refused = dict([*boarding_faults(entries), *reserve_faults(entries, state.mission.battle_size)])
        for entry in entries:
            if entry.id in refused:
                refusal = refused[entry.id]
                what = "it begins in Reserves" if AIRCRAFT in entry.keywords else "it is deployed"
                yield Said(text=f"{refusal.code}: {refusal.sentence}; {what}", unit=entry.id, rule=refusal.rule)
            if AIRCRAFT in entry.keywords:
                yield TakenOff(unit=entry.id, where="reserve", rule=AIRCRAFT_RULE)
            elif entry.id in refused:
                continue
            elif entry.inside:
                yield TakenOff(unit=entry.id, where="inside", transport=entry.inside, rule="W-172")
            elif entry.reserve:
                yield TakenOff(unit=entry.id, where="reserve", rule="W-334" if entry.reserve == "deep strike" else "C15")
    for player in (0, 1):
        yield from choose_for_army(state, player, "formations")
    yield _began(state, "prey")


def _hover(state: State, player: int) -> Procedure[None]:
    """Ask of each AIRCRAFT with the ability whether it is in Hover mode until the battle ends."""
    for entry in state.roster.of(player):
        if entry.id in state.roster.hovering:
            text = f"{name_of(state, entry.id)}: in Hover mode?"
            options = [Option(HOVER, 'hover: it moves 20" and is no AIRCRAFT'), Option(FLIES, "fly as AIRCRAFT, from Reserves")]
            key = yield from ask(player, HOVER, text, options, subject=entry.id)
            if key == HOVER:
                yield Marked(unit=entry.id, mark="hovers", value=True, rule=HOVER)


def _prey(state: State) -> Procedure[None]:
    """The next pick of an army that hunts, the attacker's first (W-207)."""
    for player in (state.core.attacker, 1 - state.core.attacker):
        if prey.to_pick(state, player):
            return prey.pick(state, player)
    return _go_on(state, "deploy")


def _go_on(state: State, step: str) -> Procedure[None]:
    yield _began(state, step)


def zone_of(state: State, player: int) -> Region:
    """A player's deployment zone."""
    return state.mission.zones[0 if player == state.core.attacker else 1]


def region_of(state: State, unit: Unit) -> Region:
    """Where a unit may be deployed: wholly in its own zone, or for Infiltrators also far from the enemy's zone and models."""
    player = state.player(unit.id)
    own = zone_of(state, player)
    if not state.entry(unit.id).all_have("infiltrators"):
        return own
    theirs = Marker("enemy deployment zone", zone_outline(zone_of(state, 1 - player)))
    return AnyOf((own, MoreThan((theirs, *state.enemies_of(player)), AWAY)))


def _waiting(state: State, player: int) -> list[Unit]:
    return [unit for key, unit in state.units.items() if unit.where == "waiting" and state.player(key) == player]


def _deploy(state: State) -> Procedure[None]:
    """The next unit, of the players in turn while both have some; then the roll-off for the first turn."""
    done = state.core.done
    before = state.player(done[-1]) if done else state.core.attacker
    for player in (1 - before, before):
        units = _waiting(state, player)
        if units:
            return _deploy_one(state, player, units)
    return _go_on(state, "first turn")


def _deploy_one(state: State, player: int, units: list[Unit]) -> Procedure[None]:
    key = yield from ask(player, "deploy", "which unit is set up next?", unit_options(state, units))
    unit = state.units[key]
    name = name_of(state, key)
    rule = setup_rule(state, unit, region_of(state, unit))
    places = yield from ask_setup(state, player, unit, rule, "deployment", "deploy", f"{name}: set up where?", source="C1")
    if places is None:
        yield Said(text=f"{name} finds no room and waits in Strategic Reserves", unit=key, rule=NO_ROOM)
        yield TakenOff(unit=key, where="reserve", rule=NO_ROOM)
    yield Done(unit=key)


def _first_turn(state: State) -> Procedure[None]:
    yield from _roll_off(state, "first")
    yield _began(state, "scouts")


def _scouts(state: State) -> Procedure[None]:
    units = scouts.scouting(state)
    return scouts.scout(state, units) if units else _first_round(state)


def _first_round(state: State) -> Procedure[None]:
    yield Ends(moment="phase")
    yield Began(round=1, turn=state.core.first, phase="command")


_STEPS: dict[str, Callable[[State], Procedure[None]]] = {
    "muster": _attacker,
    "formations": _formations,
    "prey": _prey,
    "deploy": _deploy,
    "first turn": _first_turn,
    "scouts": _scouts,
}
