"""Pile-in moves: models that touch no enemy of their combat close in by their Initiative (facts 13)."""

from collections.abc import Sequence

from warbench.battle.requests import Procedure, Search
from warbench.games.heresy3.battle.closing import Closing
from warbench.games.heresy3.battle.combats import contacts, foes, is_fort
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.placing import is_hull
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.table.lattice import INCH


def loose(state: State, unit: Unit, combat: Sequence[str]) -> list[Model]:
    """The living models of a unit that touch no enemy of the combat."""
    held = {model.id for foe in foes(state, combat, unit) for model in contacts(state, unit, foe)}
    return [model for model in state.living(unit) if model.id not in held]


def pile_in(state: State, unit: Unit, combat: Sequence[str], models: Sequence[Model] | None = None) -> Procedure[None]:
    """Models of a unit that touch no enemy of the combat move by their Initiative, into base contact or nearer.

    Args:
        state: the battle.
        unit: who piles in.
        combat: the units of the combat: their models are whom it may come to.
        models: which of its models, all if not given.
    """
    if unit.where != "table" or is_hull(state, unit) or is_fort(state, unit):
        return
    enemies = [foe for foe in foes(state, combat, unit) if state.living(foe)]
    wanted = None if models is None else {model.id for model in models}
    free = [model for model in loose(state, unit, combat) if wanted is None or model.id in wanted]
    by_reach: dict[int, list[Model]] = {}
    for model in free:
        if not current(state, model, "movement"):  # H-185: it cannot change its position at all
            continue
        by_reach.setdefault((current(state, model, "initiative") or 0) * INCH, []).append(model)
    for reach, movers in by_reach.items():
        closing = Closing(state, unit, "pile in", reach, enemies, movers=movers)
        if not reach or not (yield Search(closing.exists)):
            continue
        paths = yield from closing.ask()
        if paths is not None:
            yield from closing.go(paths)
