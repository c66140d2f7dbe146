"""Ruthless Efficiency in a battle: the Oathband's picks before it, and what a picked unit's destruction pays (W-207..W-214)."""

from typing import cast

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.battle.earning import gain
from warbench.games.w40k10.battle.events import Marked, PreyPaid
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.library import slug
from warbench.games.w40k10.rulings import RULINGS
from warbench.games.w40k10.tokens import ARMY_FACTION, START_TOKENS, BattleSize, pay, picks


def hunts(state: State, player: int) -> bool:
    """Whether a player's army has the rule: it comes with the Oathband detachment only (W-351)."""
    army = state.roster.armies[player]
    return slug(army.detachment) == "oathband" and army.faction.casefold().strip() == ARMY_FACTION


def to_pick(state: State, player: int) -> int:
    """How many enemy units a player has still to pick (W-207, W-214)."""
    if not hunts(state, player):
        return 0
    prey = _enemies(state, player)
    size = cast("BattleSize", state.mission.battle_size)
    return picks(size, len(prey)) - sum(unit.picked for unit in prey)


def pick(state: State, player: int) -> Procedure[None]:
    """Pick one more enemy unit; all that are left where there are no more than must be picked (W-214).

    A picked unit starts with its tokens (W-208).
    """
    left = [unit for unit in _enemies(state, player) if not unit.picked]
    if len(left) > to_pick(state, player):
        options = [Option(unit.id, name_of(state, unit.id)) for unit in left]
        key = yield from ask(player, "prey", "Ruthless Efficiency: which enemy unit is picked?", options)
        left = [state.units[key]]
    for unit in left:
        yield Marked(unit=unit.id, mark="picked", value=True, rule="W-207")
        yield Marked(unit=unit.id, mark="tokens", value=START_TOKENS, rule="W-208")


def pay_out(state: State, player: int) -> Procedure[None]:
    """At the start of the own Command phase: Command points for the first picked unit found destroyed (W-209..W-213, W-375).

    They are outside the limit of one a battle round (W-212, X-42, X-43). The player's own Command
    phases have the numbers of the rounds.
    """
    if state.core.sides[player].prey_paid or not hunts(state, player):
        return
    reading = RULINGS.settle(state.options.rulings)["prey-destroyed"]
    for unit in _enemies(state, player):
        if not (unit.picked and unit.where == "gone"):
            continue
        if reading == "own" and not (unit.lost_to and state.player(unit.lost_to) == player):
            continue
        yield PreyPaid(player=player)
        why = f"Ruthless Efficiency: {name_of(state, unit.id)} is destroyed"
        yield from gain(state, player, pay(min(state.core.round, 5)), why, extra=True, exempt=True)
        return


def _enemies(state: State, player: int) -> list[Unit]:
    return [unit for key, unit in state.units.items() if state.player(key) != player]
