"""The end of a turn, of a battle round and of the battle: coherency, whose turn is next, units that never arrived."""

from warbench.battle.asking import name_of
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.games.w40k10.battle.casualties import destroy
from warbench.games.w40k10.battle.events import Began, Ends, Over
from warbench.games.w40k10.battle.placing import COHERENCY
from warbench.games.w40k10.battle.scoring import score_end
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.coherency import is_coherent, out_of_coherency, removals


def next_step(state: State) -> Procedure[None]:
    """Coherency of the next unit that lacks it, or the end of the turn."""
    apart = next((unit for unit in state.on_table() if not holds_together(state, unit)), None)
    return _close_ranks(state, apart) if apart is not None else _turn_over(state)


def holds_together(state: State, unit: Unit) -> bool:
    """Whether a unit on the battlefield is in Unit Coherency (C5)."""
    return len(unit.models) < 2 or is_coherent(state.shapes(unit), COHERENCY)


def _close_ranks(state: State, unit: Unit) -> Procedure[None]:
    """The owner removes models one by one until the unit is in coherency; nothing is triggered by that (C5)."""
    player = state.player(unit.id)

    def judge(key: str) -> Refusal | None:
        if any(model.id == key for model in unit.models):
            return None
        return Refusal("not-in-unit", f"{key!r} is no model of {name_of(state, unit.id)}", "C5")

    def options() -> list[Option]:
        shapes = state.shapes(unit)
        listed = dict.fromkeys((*removals(shapes, COHERENCY), *out_of_coherency(shapes, COHERENCY)))
        return [Option(model, f"{state.kind(model).name} ({model})") for model in listed]

    while unit.models and not holds_together(state, unit):
        text = f"{name_of(state, unit.id)} is out of coherency: which model is removed?"
        model = yield Ask(player, "coherency", text, options, subject=unit.id, judge=judge)
        yield from destroy(state, model, source="coherency", rule="C5", quiet=True)


def _turn_over(state: State) -> Procedure[None]:
    """On to the other player, to the next battle round, or to the end of the battle (C1)."""
    core = state.core
    yield Ends(moment="turn")
    if core.turn == core.first:
        yield Began(round=core.round, turn=1 - core.turn, phase="command")
        return
    yield Ends(moment="round")
    if core.round < state.options.rounds:
        yield Began(round=core.round + 1, turn=core.first, phase="command")
        return
    for unit in list(state.units.values()):
        if unit.where == "reserve":
            yield from _never_arrived(state, unit)
    yield from score_end(state)
    yield Over(why=f"battle round {core.round} is over")


def _never_arrived(state: State, unit: Unit) -> Procedure[None]:
    """A unit still in reserve counts as destroyed, with its passengers (C16)."""
    for model in list(unit.models):
        yield from destroy(state, model.id, source="never arriving", rule="C16", quiet=True)
