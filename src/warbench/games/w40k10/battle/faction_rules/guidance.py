"""For the Greater Good: Observer units mark Spotted units in the own Shooting phase, and all others are guided against those.

Who is an Observer is settled as the phase begins; each marks its unit at any time in the phase before it is selected to shoot.
Those that have not yet marked one are what is still to be done in the phase (``core.owed``).
"""

from collections.abc import Iterator

from warbench.battle.asking import PASS, ask, name_of, unit_options
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.battle.events import Began, ComesInForce, Owes
from warbench.games.w40k10.battle.faction_rules.having import bearers, rules_that
from warbench.games.w40k10.battle.sight import Outlook
from warbench.games.w40k10.battle.state import InForce, State, Unit
from warbench.games.w40k10.battle.targets import why_idle
from warbench.games.w40k10.faction_rules import FactionRule
from warbench.games.w40k10.unit_rules import OBSERVES

GUIDED, MARKERLIGHT = "guided", "markerlight"

_STEP = "observed"
_ENOUGH = Option("enough", "no more Observers")


def observe(state: State, player: int) -> Procedure[None]:
    """Ask what is to be asked before the player's next unit is selected to shoot: first for Observers, then for their marks."""
    for rule in rules_that(state, player, OBSERVES):
        if state.core.step != _STEP:
            yield from _appoint(state, player, rule)
        yield from _mark(state, player, rule)


def _appoint(state: State, player: int, rule: FactionRule) -> Procedure[None]:
    """Units become Observers, one after the other."""
    yield Began(round=state.core.round, turn=state.core.turn, phase=state.core.phase, step=_STEP)
    chosen: list[str] = []
    while left := [unit for unit in bearers(state, player, rule) if unit.id not in chosen]:
        text = f"{rule.name}: which unit becomes an Observer?"
        key = yield from ask(player, "observers", text, [*unit_options(state, left), _ENOUGH], rule.id)
        if key == _ENOUGH.key:
            break
        chosen.append(key)
    if chosen:
        yield Owes(units=tuple(chosen))


def _mark(state: State, player: int, rule: FactionRule) -> Procedure[None]:
    """Each Observer that may mark a unit now is asked for it; it may wait."""
    outlook = Outlook(state)
    for key in list(state.core.owed):
        unit = state.units[key]
        seen = list(_to_mark(state, unit, outlook))
        if not seen:
            continue
        text = f"{rule.name}: which unit does {name_of(state, key)} mark?"
        target = yield from ask(player, "spotted", text, [*unit_options(state, seen), PASS], key)
        if target != PASS.key:
            yield from _spot(state, unit, target, rule)


def _to_mark(state: State, unit: Unit, outlook: Outlook) -> Iterator[Unit]:
    """The enemy units that an Observer may mark: that it sees, and that are not marked in this phase."""
    if unit.shocked or "fortification" in state.keywords(unit) or why_idle(state, unit, outlook) is not None:
        return
    player = state.player(unit.id)
    marked = {each.against for each in state.core.sides[player].in_force if each.word == GUIDED}
    yield from (foe for foe in state.on_table(1 - player) if foe.id not in marked and outlook.sees(unit.id, foe.id))


def _spot(state: State, unit: Unit, target: str, rule: FactionRule) -> Procedure[None]:
    """Put it in force for all but the Observers: those who have still to mark, and those who have."""
    player, owed = state.player(unit.id), state.core.owed
    before = next((each.but_not for each in state.core.sides[player].in_force if each.word == GUIDED), ())
    observers = tuple(dict.fromkeys((*before, *owed)))
    for word in (GUIDED, MARKERLIGHT) if "markerlight" in state.keywords(unit) else (GUIDED,):
        what = InForce(word, "phase", rule.name, but_not=observers, against=target)
        yield ComesInForce(player=player, what=what, unit=unit.id, rule=rule.name)
    yield Owes(units=tuple(key for key in owed if key != unit.id))
