"""Precision in a battle: its owner says whether the attacks at an Attached unit are put on the characters (C22, ruling E4)."""

from warbench.battle.asking import ask
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.battle.guns import Fire
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.battle.targets import Arsenal
from warbench.games.w40k10.battle.tools import name_of


def is_attached(state: State, unit: Unit) -> bool:
    """Whether a unit has characters and others left, so that Precision can choose between them."""
    return len({"character" in state.kind(model.id).keywords for model in unit.models}) > 1


def ask_precision(state: State, unit: Unit, target: str) -> Procedure[bool]:
    """Ask whether a unit's attacks with Precision are put on the characters of its target."""
    options = [Option("yes", "at the characters first"), Option("no", "as usual, the characters last")]
    text = f"{name_of(state, unit.id)}: its attacks with Precision at {name_of(state, target)}?"
    return (yield from ask(state.player(unit.id), "precision", text, options, unit.id)) == "yes"


def precise_shots(arsenal: Arsenal, fires: list[Fire]) -> Procedure[frozenset[str]]:
    """Ask for each target whose characters could be picked out; the targets where they are."""
    chosen = []
    for target in dict.fromkeys(fire.target for fire in fires):
        if any(fire.target == target and picks_out(arsenal, fire) for fire in fires):
            found = yield from ask_precision(arsenal.state, arsenal.unit, target)
            chosen += [target] * found
    return frozenset(chosen)


def picks_out(arsenal: Arsenal, fire: Fire) -> bool:
    """Whether a weapon with Precision is shot at an Attached unit of which its bearer sees a character (C22)."""
    state, target = arsenal.state, arsenal.state.units[fire.target]
    if not fire.has("precision") or not is_attached(state, target):
        return False
    seen = arsenal.outlook.seen_by(arsenal.unit.id, arsenal.shape(fire.armed.bearer), fire.target)
    return any("character" in state.kind(shape.name).keywords for shape in seen)
