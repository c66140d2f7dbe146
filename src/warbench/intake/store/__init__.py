"""The user's data library: what was imported, kept in one SQLite file outside the project."""

from warbench.intake.store.changes import Change, Changes, compare_editions
from warbench.intake.store.coverage import Covered, coverage
from warbench.intake.store.differences import Comparison, Difference, Pair, compare_sources, differences
from warbench.intake.store.library import LibraryError, SourceInfo, Stored, UserLibrary
from warbench.intake.store.writing import NewSource, put, remove

__all__ = [
    "Change",
    "Changes",
    "Comparison",
    "Covered",
    "Difference",
    "LibraryError",
    "NewSource",
    "Pair",
    "SourceInfo",
    "Stored",
    "UserLibrary",
    "compare_editions",
    "compare_sources",
    "coverage",
    "differences",
    "put",
    "remove",
]
