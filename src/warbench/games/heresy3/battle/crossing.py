"""Vehicles that move through enemy units: who is in the way, and what it does to them (facts 9)."""

from warbench.battle.asking import roll, rolled
from warbench.battle.requests import Procedure
from warbench.chance import Dice
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import State, Unit
from warbench.table.permits import UnitVerdict

RULE = "moved-through"
_STRENGTH = 6
_RAM = 3
"""What a Shock Ram adds to the hits (C1)."""


def crossed(state: State, unit: Unit, verdict: UnitVerdict) -> tuple[str, ...]:
    """The enemy units that a move of vehicles goes through, in order, each once."""
    if "vehicle" not in state.types(unit):
        return ()
    return tuple(dict.fromkeys(state.home(name) for move in verdict.moves for name in move.crossed))


def run_over(state: State, unit: Unit, others: tuple[str, ...]) -> Procedure[None]:
    """Each unit that was moved through takes D6 hits at Strength 6 without AP, which its controller allocates."""
    from warbench.games.heresy3.battle.casualties import remove  # noqa: PLC0415 -- it sets passengers out, who move
    from warbench.games.heresy3.battle.volleys import Declared, resolve  # noqa: PLC0415 -- it removes models too

    for key in others:
        target = state.units[key]
        if target.where != "table" or unit.where != "table":
            continue
        (face,) = yield from roll(state, unit.player, "moved through", 1, unit.id)
        hits = face + (_RAM if state.kind(unit.models[0].id).has("shock ram") is not None else 0)
        yield rolled(unit.player, "moved through", (face,), f"{hits} hits on {key}", unit.id, RULE)
        arm = Arm(name="its weight", type="ranged", attacks=Dice.parse(hits), strength=_STRENGTH, special_rules=("Template",))
        declared = Declared(arm=arm, bearers=(unit.models[0].id,))
        outcome = yield from resolve(state, unit, target, declared, melee=False, facts={}, attacks=hits)
        if outcome.slain:
            yield from remove(state, list(outcome.slain), by=unit.id, rule=RULE)
