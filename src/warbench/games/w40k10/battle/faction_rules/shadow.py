"""Shadow in the Warp: once a battle, in a Command phase, all enemies on the battlefield test for Battle-shock."""

from warbench.battle.asking import PASS, ask
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.battle.battle_shock import take_test
from warbench.games.w40k10.battle.events import Used
from warbench.games.w40k10.battle.faction_rules.having import bearers, rules_that
from warbench.games.w40k10.battle.placing import in_reach
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.unit_rules import SHADOW
from warbench.table.lattice import INCH
from warbench.table.measure import within

_NEAR = 6 * INCH


def offer_shadow(state: State) -> Procedure[None]:
    """Ask each player who may unleash it whether he does now; it is offered before and after the Battle-shock step."""
    for player in (state.active, 1 - state.active):
        for rule in rules_that(state, player, SHADOW):
            if rule.id in state.core.sides[player].used_battle or not any(bearers(state, player, rule)):
                continue
            options = [Option("now", "unleash it now"), PASS]
            if (yield from ask(player, "army rule", f"{rule.name}?", options, rule.id)) == "now":
                yield Used(player=player, stratagem=rule.id)
                yield from _unleash(state, player)


def _unleash(state: State, player: int) -> Procedure[None]:
    for unit in list(state.on_table(1 - player)):
        yield from take_test(state, unit, -1 if _dreads(state, unit, player) else 0)


def _dreads(state: State, unit: Unit, player: int) -> bool:
    """Whether a unit is within 6 inches of a SYNAPSE unit of the player."""
    there = state.shapes(unit)
    return any(
        "synapse" in state.keywords(other)
        and in_reach(state, unit, other, _NEAR)
        and any(within(one, shape, _NEAR) for one in state.shapes(other) for shape in there)
        for other in state.on_table(player)
    )
