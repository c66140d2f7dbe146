"""An army file costed and checked by its game."""

from warbench.muster import heresy3, w40k10
from warbench.muster.costing import Mustered
from warbench.muster.files import ArmyFile, W40k10File


def muster(file: ArmyFile) -> Mustered:
    """The army with its points and every finding; nothing is changed, and an illegal army is an answer, no error."""
    if isinstance(file, W40k10File):
        return w40k10.muster(file.army, file.battle_size)
    return heresy3.muster(file.army)
