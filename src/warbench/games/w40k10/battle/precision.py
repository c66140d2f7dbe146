"""Precision in a battle: its owner says whether the attacks at an Attached unit are put on the characters (C22, ruling E4).

Of several characters he says who takes them first. When that one is gone those follow whom all who put their attacks on him see
(ruling E4); who does not see the first shoots without Precision.
"""

from collections.abc import Collection, Sequence

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.battle.guns import Fire
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.battle.targets import Arsenal


def is_attached(state: State, unit: Unit) -> bool:
    """Whether a unit has characters and others left, so that Precision can choose between them."""
    return len({is_character(state, model.id) for model in unit.models}) > 1


def is_character(state: State, model: str) -> bool:
    """Whether a model is a CHARACTER."""
    return "character" in state.kind(model).keywords


def ask_precision(state: State, unit: Unit, target: str, characters: Sequence[str]) -> Procedure[str]:
    """Ask whether a unit's attacks with Precision are put on the characters of its target, and on which of them first.

    Args:
        state: the battle.
        unit: the unit that attacks.
        target: the Attached unit that it attacks.
        characters: the models of it that can be picked out.

    Returns:
        The model that takes them first; empty when they are allocated as usual.
    """
    usual = Option("no", "as usual, the characters last")
    options = [Option(model, f"at {state.kind(model).name} ({model}) first") for model in characters]
    if len(characters) == 1:
        options = [Option("yes", "at the characters first")]
    text = f"{name_of(state, unit.id)}: its attacks with Precision at {name_of(state, target)}?"
    key = yield from ask(state.player(unit.id), "precision", text, [*options, usual], unit.id)
    return {"no": "", "yes": characters[0]}.get(key, key)


def precise_shots(arsenal: Arsenal, fires: list[Fire]) -> Procedure[dict[str, tuple[str, ...]]]:
    """Ask for each target whose characters could be picked out; who takes those attacks, in order, by target."""
    chosen: dict[str, tuple[str, ...]] = {}
    for target in dict.fromkeys(fire.target for fire in fires):
        sights = [picked_out(arsenal, fire) for fire in fires if fire.target == target]
        characters = [model.id for model in arsenal.state.units[target].models if any(model.id in seen for seen in sights)]
        if characters:
            first = yield from ask_precision(arsenal.state, arsenal.unit, target, characters)
            if first:
                chosen[target] = in_turn(first, characters, [seen for seen in sights if first in seen])
    return chosen


def in_turn(first: str, characters: Sequence[str], sights: Sequence[Collection[str]]) -> tuple[str, ...]:
    """Who takes attacks with Precision: the first, then the other characters that everybody sees who makes such attacks."""
    return (first, *(model for model in characters if model != first and all(model in seen for seen in sights)))


def picked_out(arsenal: Arsenal, fire: Fire) -> list[str]:
    """The characters of an Attached unit that the bearer of a weapon with Precision sees when it is shot at it (C22)."""
    state, target = arsenal.state, arsenal.state.units[fire.target]
    if not fire.has("precision") or not is_attached(state, target):
        return []
    seen = arsenal.outlook.seen_by(arsenal.unit.id, arsenal.shape(fire.armed.bearer), fire.target)
    return [shape.name for shape in seen if is_character(state, shape.name)]
