"""Text lists of armies in the forms that players pass around, and what they name in the library."""

from typing import TYPE_CHECKING

from warbench.intake.lazily import handed_out

if TYPE_CHECKING:
    from warbench.intake.lists.army import Held, ListedArmy, ListedModels, ListedUnit
    from warbench.intake.lists.naming import Known, Names
    from warbench.intake.lists.reader import is_list, read_list
    from warbench.intake.lists.resolving import ResolvedArmy, ResolvedUnit, resolve

__all__ = [
    "Held",
    "Known",
    "ListedArmy",
    "ListedModels",
    "ListedUnit",
    "Names",
    "ResolvedArmy",
    "ResolvedUnit",
    "is_list",
    "read_list",
    "resolve",
]

__getattr__ = handed_out(
    __name__,
    {
        "army": ("Held", "ListedArmy", "ListedModels", "ListedUnit"),
        "naming": ("Known", "Names"),
        "reader": ("is_list", "read_list"),
        "resolving": ("ResolvedArmy", "ResolvedUnit", "resolve"),
    },
)
