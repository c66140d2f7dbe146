"""Gate of Infinity: at the end of the opponent's Fight phase some units leave the battlefield for Strategic Reserves."""

from warbench.battle.asking import ask, unit_options
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.battle.events import Marked, TakenOff
from warbench.games.w40k10.battle.faction_rules.having import bearers, has_throughout, rules_that
from warbench.games.w40k10.battle.placing import is_engaged
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.unit_rules import WITHDRAWS

_MOST = {"incursion": 2, "strike force": 3, "onslaught": 4}
"""How many units may leave at once, by battle size."""

_ENOUGH = Option("enough", "nobody else leaves")


def offer_gate(state: State, player: int) -> Procedure[None]:
    """Ask the player, whose opponent's Fight phase ends, which of his units leave: whole units, and nobody who is engaged."""
    for rule in rules_that(state, player, WITHDRAWS):
        able = [
            unit for unit in bearers(state, player, rule) if has_throughout(state, unit, rule) and not is_engaged(state, unit)
        ]
        chosen: list[str] = []
        while len(chosen) < min(_MOST[state.mission.battle_size], len(able)):
            left = [unit for unit in able if unit.id not in chosen]
            key = yield from ask(
                player, "withdraw", f"{rule.name}: which unit leaves?", [*unit_options(state, left), _ENOUGH], rule.id
            )
            if key == _ENOUGH.key:
                break
            chosen.append(key)
        for key in chosen:
            yield TakenOff(unit=key, where="reserve", rule=rule.name)
            yield Marked(unit=key, mark="withdrawn", value=True, rule=rule.name)
