"""Striding: moves over other models and through terrain, by abilities such as Super-heavy Walker.

Models that are not TITANIC and terrain up to 4 inches high are as good as not there in a Normal, Advance or Fall Back move. Some
may also go through what is higher: after that move a D6 is rolled, and on a 1 they are Battle-shocked.
"""

from collections.abc import Sequence

import msgspec

from warbench.battle.asking import name_of, roll, rolled
from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.events import Marked
from warbench.games.w40k10.battle.privileges import permits
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.unit_rules import STRIDES, STRIDES_HIGH, STRIDING
from warbench.table.lattice import INCH
from warbench.table.permits import MovePermit, Path, UnitRule
from warbench.table.scene import Scene
from warbench.table.units import judge_unit

MOVES = frozenset({"normal", "advance", "fall back"})

_LOW = 4 * INCH
_STUMBLES = 1
_IN_THE_WAY = frozenset({"through-wall", "through-solid"})


def strides(state: State, unit: Unit, how: str) -> bool:
    """Whether a unit strides over others in a move of a kind."""
    return how in MOVES and permits(state, unit, STRIDES)


def striding(state: State, unit: Unit, permit: MovePermit) -> MovePermit:
    """What a unit that strides may do on its way; that it ends near to no enemy holds as for all.

    Its scene tells TITANIC models from others (`placing.scene`): those alone are in its way.
    """
    high = permits(state, unit, STRIDES_HIGH)
    return msgspec.structs.replace(permit, over_large=False, through_zones=True, step=_LOW, over_terrain=high)


def stumble(state: State, unit: Unit, rule: UnitRule, paths: Sequence[Path]) -> Procedure[None]:
    """After a move: a D6 if it led through terrain that is higher than one strides over.

    Args:
        state: the battle.
        unit: who moves.
        rule: what the move had to fulfil.
        paths: the way of each model.
    """
    if not rule.permit.over_terrain or not _went_high(state, unit, rule, paths):
        return
    player = state.player(unit.id)
    (face,) = yield from roll(state, player, "striding", 1, unit.id)
    shocked = face <= _STUMBLES
    result = "Battle-shocked" if shocked else "unharmed"
    yield rolled(player, "striding", (face,), f"{name_of(state, unit.id)} is {result}", unit.id, STRIDING)
    if shocked:
        yield Marked(unit=unit.id, mark="shocked", value=True, rule=STRIDING)


def _went_high(state: State, unit: Unit, rule: UnitRule, paths: Sequence[Path]) -> bool:
    """Whether ways lead through terrain higher than one strides over, whoever else stands there."""
    walked = UnitRule(permit=msgspec.structs.replace(rule.permit, over_terrain=False, zone=None))
    alone = Scene(state.field)
    for model, path in zip(unit.models, paths, strict=True):
        shape = state.shapes_at([model], [path[0]])
        if judge_unit(alone, shape, [path], walked).code in _IN_THE_WAY:
            return True
    return False
