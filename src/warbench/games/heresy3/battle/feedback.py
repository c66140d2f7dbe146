"""Feedback: what a unit suffers when a Cybertheurgic Status leaves it, or a rite goes wrong (facts 18)."""

from warbench.battle.asking import name_of, roll, rolled
from warbench.battle.requests import Procedure
from warbench.chance import Check, Result
from warbench.games.heresy3.battle.casualties import remove
from warbench.games.heresy3.battle.events import Hurt, Said
from warbench.games.heresy3.battle.glances import glances
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.saves import mitigation_check
from warbench.games.heresy3.trials import numbered

_SOURCE = "Feedback"


def feedback(state: State, unit: Unit, *, each: int = 1, why: str, rule: str) -> Procedure[tuple[str, ...]]:
    """Every model suffers ``each`` wounds, AP -, Damage 1, without a Wound Test; only Armour Saves and Damage Mitigation help.

    What has an Armour Value takes one glancing hit instead (H-151; ruling fortification-feedback). The models that it cost.
    """
    yield Said(text=f"{name_of(state, unit.id)} suffers Feedback: {why}", unit=unit.id, rule=rule)
    if unit.where != "table":
        return ()
    armoured = any(state.kind(model.id).armoured for model in unit.models)
    if armoured:
        if "fortification" in state.types(unit) and ruling(state, "fortification-feedback") == "none":
            return ()
        return (
            yield from remove(state, (yield from glances(state, unit, 1, player=max(unit.player, 0))), source=_SOURCE, rule=rule)
        )
    fallen: list[str] = []
    for model in state.living(unit):
        fallen += [model.id] * (yield from _suffer(state, unit, model, each, rule))
    return (yield from remove(state, fallen, source=_SOURCE, rule=rule))


def _suffer(state: State, unit: Unit, model: Model, wounds: int, rule: str) -> Procedure[bool]:
    """One model's wounds; whether it is now at 0. Wounds beyond its last are not rolled for."""
    save = current(state, model, "save")
    armour = numbered("armour save", save, []).check if save is not None else None
    ignored = state.kind(model.id).has("feel no pain")
    mitigation = mitigation_check(int(ignored.rstrip("+"))) if ignored else None
    for _ in range(wounds):
        if (yield from _stopped(state, unit, armour, rule)) or (yield from _stopped(state, unit, mitigation, rule)):
            continue
        yield Hurt(model=model.id, wounds=1, source=_SOURCE, rule=rule)
        if model.wounds <= 0:
            return True
    return False


def _stopped(state: State, unit: Unit, check: Check | None, rule: str) -> Procedure[bool]:
    """Whether a save or a Damage Mitigation Test stops one wound."""
    if check is None:
        return False
    player = max(unit.player, 0)
    (face,) = yield from roll(state, player, check.name, 1, unit.id)
    stopped = check.result_of(face) != Result.FAIL
    yield rolled(player, check.name, (face,), f"{_SOURCE}: {'saved' if stopped else 'not saved'}", unit.id, rule)
    return stopped
