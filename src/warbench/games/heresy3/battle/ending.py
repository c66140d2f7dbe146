"""The End Phase: effects (captures first), removal of statuses, victory; then the next Player Turn or the end of the battle."""

from warbench.battle.asking import roll, rolled
from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.capture import captures
from warbench.games.heresy3.battle.checks import check
from warbench.games.heresy3.battle.events import Allotment, Began, Done, Ends, Over, Points
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.statuses import DISGRACED, has, lift
from warbench.games.heresy3.battle.victory import final_points, holds_field, turn_points, worn

_SIX = 6
_SUDDEN_DEATH = 3


def next_step(state: State) -> Procedure[None]:
    """The next sub-phase of the End Phase, or the next unit of its Statuses Sub-Phase."""
    return {"effects": _effects, "statuses": _statuses, "victory": _victory}[state.core.step](state)


def _effects(state: State) -> Procedure[None]:
    """Captures as the sub-phase starts (H-073); then what lasted this turn ends, and unspent Reactions are lost (facts 1).

    Whoever was Disgraced in this turn is so no longer, on either side (facts 11).
    """
    core = state.core
    yield from captures(state)
    for unit in list(state.units.values()):
        yield from lift(state, unit, DISGRACED, source="the End Phase", rule="disgraced")
    yield Allotment(player=1 - core.turn, to=0, why="unspent Reactions are lost", rule="allotment")
    yield Ends(moment="turn")
    yield Began(round=core.round, turn=core.turn, phase="end", step="statuses")


# --- statuses ---


def _statuses(state: State) -> Procedure[None]:
    """The Active player's units try to shake off their Tactical Statuses, one after the other (facts 11)."""
    core = state.core
    for unit in state.on_table(core.turn):
        if unit.id not in core.done and has(unit, "pinned", "suppressed", "stunned", "routed"):
            yield from _recover(state, unit)
            yield Done(unit=unit.id)
            return
    yield Began(round=core.round, turn=core.turn, phase="end", step="victory")


def _recover(state: State, unit: Unit) -> Procedure[None]:
    if "vehicle" in state.types(unit):
        yield from _repair(state, unit)
        return
    for status in ("routed", "pinned", "suppressed", "stunned"):
        if has(unit, status):
            characteristic = "leadership" if status == "routed" else "cool"
            why = f"to lose {status.capitalize()}"
            if (yield from check(state, unit, characteristic, why=why, rule="statuses-sub-phase")):
                yield from lift(state, unit, status, source="passed Check", rule="statuses-sub-phase")


def _repair(state: State, unit: Unit) -> Procedure[None]:
    """A Repair Test for each vehicle: a 6 (or Auto-repair's number) removes one status (facts 6)."""
    for model in list(unit.models):
        held = next((status for status in ("stunned", "suppressed", "pinned") if status in model.statuses), None)
        if held is None:
            continue
        needed = int((state.kind(model.id).has("auto-repair") or str(_SIX)).rstrip("+"))
        (face,) = yield from roll(state, unit.player, "repair test", 1, unit.id)
        result = f"{face} against {needed}+: {'repaired' if face >= needed else 'not repaired'}"
        yield rolled(unit.player, "repair test", (face,), result, unit.id, "repair")
        if face >= needed:
            yield from lift(state, unit, held, source="Repair Test", rule="repair")


# --- victory ---


def _victory(state: State) -> Procedure[None]:
    core = state.core
    for player, points, why, rule in turn_points(state):
        yield Points(player=player, by=points, why=why, rule=rule)
    yield from worn(state)
    yield Ends(moment="phase")
    last_of_round = core.turn != core.first
    if last_of_round:
        yield Ends(moment="battle turn")
        left = [holds_field(state, player) for player in (0, 1)]
        if not all(left):
            if any(left):
                yield Points(player=left.index(True), by=_SUDDEN_DEATH, why="Sudden Death", rule="sudden-death")
            yield from _over(state, "a side has nobody left on the battlefield or to come")
            return
        if core.round >= state.mission.turns:
            yield from _over(state, f"battle turn {core.round} was the last")
            return
    yield Began(round=core.round + last_of_round, turn=1 - core.turn, phase="start", step="effects")


def _over(state: State, why: str) -> Procedure[None]:
    for player, points, reason, rule in final_points(state):
        yield Points(player=player, by=points, why=reason, rule=rule)
    yield Over(why=why)
