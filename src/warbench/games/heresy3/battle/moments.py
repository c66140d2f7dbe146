"""The moments at which players may react or invoke, what each is about, and the windows with all that can be done."""

from functools import cache

import msgspec

from warbench.battle.windows import Windows
from warbench.games.heresy3.battle.state import State

MOMENTS = (
    "start effects",  # about None: the Active player, Effects Sub-Phase of the Start Phase
    "before move",  # about UnitMoment: the Active player, before his unit moves (rites)
    "before shooting",  # about UnitMoment: the Active player, before his unit makes a Shooting Attack (rites)
    "before charge",  # about UnitMoment: the Active player, before his unit declares a charge (rites)
    "move ended",  # about UnitMoment: the Reactive player (Reposition)
    "moved through",  # about UnitMoment, others = units moved through: the Reactive player (Death or Glory)
    "arrived",  # about UnitMoment: the Reactive player, last model placed and its moves made (Intercept, H-166)
    "weapons declared",  # about Targets: the Reactive player, Step 3 of a Shooting Attack (Return Fire, H-160)
    "volley",  # about Targets (unit = charger): the Reactive player, Step 4 of a charge (Overwatch)
    "volley ended",  # about Targets (unit = charger): the Reactive player (Evade)
    "challenge passed",  # about Targets (combat's units): the Reactive player, the Active one declared none (Heroic Intervention)
)


class UnitMoment(msgspec.Struct, frozen=True):
    """The moment is about a unit; ``how`` is the kind of move or set-up where there is one, ``others`` further units."""

    unit: str
    how: str = ""
    others: tuple[str, ...] = ()


class Targets(msgspec.Struct, frozen=True):
    """A unit that attacks or charges, and the units at which it does."""

    unit: str
    targets: tuple[str, ...]


@cache
def windows() -> Windows[State]:
    """The windows of the game, with every reaction and rite. Made once, on first use: reactions need the procedures."""
    from warbench.games.heresy3.battle.reactions import REACTIONS  # noqa: PLC0415 -- they use the procedures that open windows

    return Windows(REACTIONS)
