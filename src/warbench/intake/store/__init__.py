"""The user's data library: what was imported, kept in one SQLite file outside the project.

The coverage of a library has a module of its own, :mod:`warbench.intake.store.coverage`: it needs the rules of a game.
"""

from typing import TYPE_CHECKING

from warbench.intake.lazily import handed_out

if TYPE_CHECKING:
    from warbench.intake.store.changes import Change, Changes, compare_editions
    from warbench.intake.store.differences import Comparison, Difference, Pair, compare_sources
    from warbench.intake.store.library import LibraryError, SourceInfo, Stored, UserLibrary
    from warbench.intake.store.precedence import Line, Order
    from warbench.intake.store.writing import NewSource, prefer, put, remove

__all__ = [
    "Change",
    "Changes",
    "Comparison",
    "Difference",
    "LibraryError",
    "Line",
    "NewSource",
    "Order",
    "Pair",
    "SourceInfo",
    "Stored",
    "UserLibrary",
    "compare_editions",
    "compare_sources",
    "prefer",
    "put",
    "remove",
]

__getattr__ = handed_out(
    __name__,
    {
        "changes": ("Change", "Changes", "compare_editions"),
        "differences": ("Comparison", "Difference", "Pair", "compare_sources"),
        "library": ("LibraryError", "SourceInfo", "Stored", "UserLibrary"),
        "precedence": ("Line", "Order"),
        "writing": ("NewSource", "prefer", "put", "remove"),
    },
)
