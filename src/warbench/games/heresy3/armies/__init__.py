"""Army lists of the third edition: read, costed and checked, with the reason and the rule for everything that is not legal.

``army`` reads a list, ``check_army`` says whether it is legal, ``enlist`` makes its units and their models.
"""

from warbench.games.heresy3.armies.checking import Warned, army_warnings, check_army
from warbench.games.heresy3.armies.enlisting import enlist
from warbench.games.heresy3.armies.files import ArmyError, armies, army, read_army
from warbench.games.heresy3.armies.spec import ArmySpec, DetachmentSpec, Kit, UnitSpec
from warbench.games.heresy3.armies.units import Army, Unit

__all__ = [
    "Army",
    "ArmyError",
    "ArmySpec",
    "DetachmentSpec",
    "Kit",
    "Unit",
    "UnitSpec",
    "Warned",
    "armies",
    "army",
    "army_warnings",
    "check_army",
    "enlist",
    "read_army",
]
