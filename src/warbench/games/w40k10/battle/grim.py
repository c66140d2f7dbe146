"""Grim Efficiency: once a battle round, in the Command phase, a Kâhl gives an enemy unit that he sees a Judgement token."""

from warbench.battle.asking import PASS, ask, unit_options
from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.events import Marked
from warbench.games.w40k10.battle.sight import Outlook
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.tokens import MOST_TOKENS, gain

ABILITY = "grim-efficiency"


def accuse(state: State, player: int) -> Procedure[None]:
    """Offer the units that one of the player's models with the ability sees and that have room for a token; he may decline."""
    seen = _seen(state, player)
    units = [unit for unit in state.on_table(1 - player) if unit.id in seen and unit.tokens < MOST_TOKENS]
    if not units:
        return
    text = "Grim Efficiency: which enemy unit gains a Judgement token?"
    key = yield from ask(player, ABILITY, text, [PASS, *unit_options(state, units)])
    if key != PASS.key:
        yield Marked(unit=key, mark="tokens", value=gain(state.units[key].tokens), rule=ABILITY)


def _seen(state: State, player: int) -> set[str]:
    outlook: Outlook | None = None
    found: set[str] = set()
    for unit in state.on_table(player):
        entry = state.entry(unit.id)
        for model in unit.models:
            if entry.ability(ABILITY, entry.kind(model.id).part) is None:
                continue
            outlook = outlook or Outlook(state)
            shape = state.standing(model)
            found |= {other.id for other in state.on_table(1 - player) if outlook.seen_by(unit.id, shape, other.id)}
    return found
