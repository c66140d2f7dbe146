"""Abilities that bear on a charge: rolling it again, and what strikes the enemy once the Charge move has ended."""

from collections.abc import Sequence

from warbench.battle.asking import ask, name_of, roll, rolled, unit_options
from warbench.battle.requests import Option, Procedure
from warbench.chance import faces_of_d6
from warbench.games.w40k10.battle.casualties import mortal_wounds
from warbench.games.w40k10.battle.placing import ENGAGED, engaged_with
from warbench.games.w40k10.battle.privileges import may_reroll
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.measure import engaged

_IMPACT = "mass-driver-accelerators"


def rolls_again(state: State, unit: Unit, faces: Sequence[int]) -> Procedure[str]:
    """Ask whether an ability of the unit is used to roll again: which one is, empty when none."""
    source = may_reroll(state, unit, "charge")
    if not source:
        return ""
    options = [Option("keep", f'keep {sum(faces)}"'), Option("again", f"roll both dice again by {source}")]
    text = f"{name_of(state, unit.id)}: roll the charge again?"
    key = yield from ask(state.player(unit.id), "charge again", text, options, unit.id)
    return source if key == "again" else ""


def impact(state: State, unit: Unit) -> Procedure[None]:
    """Mass Driver Accelerators: after its Charge move the bearer strikes an enemy unit in its Engagement Range."""
    player, entry = state.player(unit.id), state.entry(unit.id)
    bearer = next((model for model in unit.models if entry.ability(_IMPACT, entry.kind(model.id).part) is not None), None)
    if bearer is None:
        return
    shape = state.standing(bearer)
    near = [foe for foe in engaged_with(state, unit) if any(engaged(shape, other, *ENGAGED) for other in state.shapes(foe))]
    if not near:
        return
    text = f"{name_of(state, unit.id)}: whom do its Mass Driver Accelerators strike?"
    target = yield from ask(player, "impact", text, unit_options(state, near), unit.id)
    (face,) = yield from roll(state, player, "impact", 1, unit.id)
    wounds = 0
    if face > 1:
        (second,) = yield from roll(state, player, "impact wounds", 1, unit.id)
        wounds = faces_of_d6(3, second) + (3 if face == 6 else 0)
    yield rolled(player, "impact", (face,), f"{wounds} mortal wounds", unit.id, "Mass Driver Accelerators")
    yield from mortal_wounds(state, target, wounds, by=unit.id, source="Mass Driver Accelerators", rule="W-124")
