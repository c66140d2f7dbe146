"""Reanimation Protocols: at the end of the own Command phase units regain lost wounds, and then destroyed models."""

from warbench.battle.asking import ask, name_of, roll, rolled
from warbench.battle.requests import Option, Procedure
from warbench.chance import faces_of_d6
from warbench.games.w40k10.battle.events import Mended
from warbench.games.w40k10.battle.faction_rules.having import bearers, rules_that
from warbench.games.w40k10.battle.returning import set_up_again
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.games.w40k10.unit_rules import REANIMATES


def reanimate(state: State, player: int) -> Procedure[None]:
    """Each of the player's units on the battlefield that may reanimates D3 wounds."""
    for rule in rules_that(state, player, REANIMATES):
        for unit in list(bearers(state, player, rule)):
            if _wounded(state, unit) or _is_short(unit):
                yield from _activate(state, unit, rule.name)


def _activate(state: State, unit: Unit, source: str) -> Procedure[None]:
    player = state.player(unit.id)
    (face,) = yield from roll(state, player, "reanimate", 1, unit.id)
    wounds = faces_of_d6(3, face)
    yield rolled(player, "reanimate", (face,), f"{wounds} wounds", unit.id, source)
    for _ in range(wounds):
        wounded = _wounded(state, unit)
        if wounded:
            options = [Option(model.id, f"{state.kind(model.id).name} ({model.id}), {model.wounds} wounds") for model in wounded]
            key = yield from ask(player, "reanimate", f"{name_of(state, unit.id)}: who regains a wound?", options, unit.id)
            yield Mended(model=key, wounds=1, source=source, rule=source)
        elif not _is_short(unit) or not (yield from _return_one(state, unit, source)):
            return


def _wounded(state: State, unit: Unit) -> list[Model]:
    return [model for model in unit.models if model.wounds < state.kind(model.id).wounds]


def _is_short(unit: Unit) -> bool:
    """Whether a unit is not at its Starting Strength."""
    return len(unit.models) < unit.starting


def _return_one(state: State, unit: Unit, source: str) -> Procedure[bool]:
    """One destroyed model returns with one wound; whether there was room for it. Its owner picks of which kind."""
    entry, parts, left = state.entry(unit.id), state.parts(unit), {model.id for model in unit.models}
    lost: dict[int, str] = {}
    for model, kind in entry.models:
        # A leader who was destroyed is no longer part of the unit, nor of its Starting Strength.
        if model not in left and entry.kinds[kind].side in parts:
            lost.setdefault(kind, model)
    options = [Option(model, f"{entry.kinds[kind].name} ({model})") for kind, model in lost.items()]
    if not options:
        return False
    key = yield from ask(state.player(unit.id), "reanimate", f"{name_of(state, unit.id)}: which model returns?", options, unit.id)
    return (yield from set_up_again(state, unit, key, source, wounds=1))
