"""Abilities that a unit uses when the Fight phase starts: Finest Hour, once a battle."""

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.battle.events import Marked
from warbench.games.w40k10.battle.state import State, Unit

_FINEST = "finest-hour"


def offer_finest_hour(state: State, unit: Unit) -> Procedure[None]:
    """Ask whether the bearer's one Finest Hour is now, for the rest of this Fight phase."""
    entry = state.entry(unit.id)
    if any(each.startswith(_FINEST) for each in unit.spent):
        return
    if not any(entry.ability(_FINEST, entry.kind(model.id).part) is not None for model in unit.models):
        return
    options = [Option("now", "in this phase"), Option("later", "keep it")]
    key = yield from ask(state.player(unit.id), "finest hour", f"{name_of(state, unit.id)}: use Finest Hour?", options, unit.id)
    if key == "now":
        yield Marked(unit=unit.id, mark="spent", value=[*unit.spent, _note(state)], rule="Finest Hour")


def finest_hour(state: State, unit: Unit) -> bool:
    """Whether this is a unit's Finest Hour."""
    return _note(state) in unit.spent


def _note(state: State) -> str:
    return f"{_FINEST} {state.core.round}.{state.core.turn}"
