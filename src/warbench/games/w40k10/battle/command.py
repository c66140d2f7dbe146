"""The Command phase: Command points, army rules, Battle-shock tests, Victory points (C1, C2, W-340..W-350)."""

from collections.abc import Callable

from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle import battle_shock, command_abilities, grim, oath, prey, scoring
from warbench.games.w40k10.battle.earning import gain
from warbench.games.w40k10.battle.events import Began, Ends
from warbench.games.w40k10.battle.faction_rules.choices import choose_for_army
from warbench.games.w40k10.battle.faction_rules.haste import note_engaged
from warbench.games.w40k10.battle.faction_rules.reanimation import reanimate
from warbench.games.w40k10.battle.faction_rules.shadow import offer_shadow
from warbench.games.w40k10.battle.scoring import score_end
from warbench.games.w40k10.battle.state import State

__all__ = ["next_step", "score_end"]


def next_step(state: State) -> Procedure[None]:
    """The next step of the phase, or the next test of its Battle-shock step."""
    return _STEPS[state.core.step](state)


def _began(state: State, step: str) -> Began:
    return Began(round=state.core.round, turn=state.core.turn, phase="command", step=step)


def _start(state: State) -> Procedure[None]:
    """What ends when the phase begins, what both players get, what the hunt pays."""
    player = state.active
    if player == state.core.first:
        for each in (player, 1 - player):
            yield from choose_for_army(state, each, "round")
    yield from note_engaged(state, player)
    yield Ends(moment=oath.until_command(player))
    yield from battle_shock.recover(state, player)
    yield from scoring.let_go(state)
    for each in (player, 1 - player):
        yield from gain(state, each, 1, "Command phase")
    yield from prey.pay_out(state, player)
    yield from command_abilities.as_it_starts(state, player)
    yield from choose_for_army(state, player, "command")
    yield _began(state, "orders")


def _orders(state: State) -> Procedure[None]:
    """Army rules and abilities of the Command phase."""
    yield from oath.swear(state, state.active)
    yield from grim.accuse(state, state.active)
    yield from offer_shadow(state)
    yield _began(state, battle_shock.STEP)


def _battle_shock(state: State) -> Procedure[None]:
    """The next test, or what comes when all are taken (W-349)."""
    units = battle_shock.owing(state)
    return battle_shock.next_test(state, units) if units else _finish(state)


def _finish(state: State) -> Procedure[None]:
    """The end of the phase: objectives that stay, Victory points, then on to the Movement phase."""
    player = state.active
    yield from offer_shadow(state)
    yield from command_abilities.as_it_ends(state, player)
    yield from reanimate(state, player)
    yield from scoring.keep(state, player)
    yield from scoring.score_command(state, player)
    yield Ends(moment="phase")
    yield Began(round=state.core.round, turn=state.core.turn, phase="movement")


_STEPS: dict[str, Callable[[State], Procedure[None]]] = {
    "": _start,
    "orders": _orders,
    battle_shock.STEP: _battle_shock,
}
