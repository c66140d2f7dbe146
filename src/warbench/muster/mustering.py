"""An army file costed and checked by its game."""

from warbench.muster import heresy3
from warbench.muster.costing import Mustered
from warbench.muster.files import ArmyFile, W40k10File
from warbench.muster.known import NOTHING, Known
from warbench.muster.w40k10 import checking


def muster(file: ArmyFile, known: Known = NOTHING) -> Mustered:
    """The army with its points and every finding; nothing is changed, and an illegal army is an answer, no error.

    Args:
        file: the army.
        known: what the user's data says beside datasheets; without it some things cannot be checked, and that is said.
    """
    if isinstance(file, W40k10File):
        return checking.muster(file.army, file.battle_size, known)
    return heresy3.muster(file.army)
