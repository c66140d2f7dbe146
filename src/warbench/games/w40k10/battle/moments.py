"""The moments at which players may react, what each is about, and the windows with all reactions of the game."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from warbench.battle.windows import Windows
from warbench.games.w40k10.battle.state import State

MOMENTS = (
    "dice rolled",  # about DiceRolled: a batch of an attack, an Advance, Charge, Desperate Escape or Hazardous roll (W-220)
    "before battle-shock",  # about UnitMoment: the owner, just before the test (W-231)
    "battle-shock failed",  # about UnitMoment: the owner, just after (W-234)
    "move started",  # about UnitMoment: the opponent, when an enemy unit starts a move (W-247)
    "move ended",  # about UnitMoment: the opponent, when it ends one
    "set up",  # about UnitMoment: the opponent, when an enemy unit was set up
    "fell back",  # about UnitMoment: the owner, just after a unit fell back (W-275)
    "movement phase ends",  # about None: the opponent (W-258)
    "own shooting",  # about None: the active player, before each unit is selected to shoot (W-238, W-279, Grenade)
    "targets selected",  # about Targets: the opponent of the attacker, once targets are selected (W-291, C26, C27)
    "unit has shot",  # about Targets: the opponent, when its attacks are resolved (W-285)
    "charge move ended",  # about UnitMoment: both players: Tank Shock, Heroic Intervention (W-263, W-269)
    "selected to fight",  # about UnitMoment: the owner (C28, W-297)
    "unit has fought",  # about UnitMoment: the opponent, after an enemy unit has fought (W-243)
)


class UnitMoment(msgspec.Struct, frozen=True):
    """The moment is about a unit; ``how`` is the kind of move or set-up where there is one, ``others`` further units.

    ``halved``: units that its attacks brought Below Half-strength (`not_halved` before, and no longer).
    """

    unit: str
    how: str = ""
    others: tuple[str, ...] = ()
    halved: tuple[str, ...] = ()


class DiceRolled(msgspec.Struct, frozen=True):
    """Dice were rolled for a unit. ``purpose`` is one of the nine of W-220; ``batch`` is there when they belong to an attack.

    A reaction that throws again returns, for a batch, the index of the die, else True.
    """

    unit: str
    purpose: str
    batch: Any = None
    faces: tuple[int, ...] = ()


class Targets(msgspec.Struct, frozen=True):
    """A unit that attacks, the units that it selected as targets, and those that its attacks brought Below Half-strength."""

    unit: str
    targets: tuple[str, ...]
    halved: tuple[str, ...] = ()


def not_halved(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """Those of some units that are not Below Half-strength: asked before and after attacks, it tells whom they brought there."""
    return tuple(key for key in units if not state.below_half(state.units[key]))


@cache
def windows() -> Windows[State]:
    """The windows of the game, with every reaction. Made once, on first use: reactions need the procedures."""
    from warbench.games.w40k10.battle.reactions import REACTIONS  # noqa: PLC0415 -- they use the procedures that open windows

    return Windows(REACTIONS)
