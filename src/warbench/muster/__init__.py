"""Army lists: read and written in our own form, costed, checked with reasons and advice, and mended by the smallest change.

What a list may say is the games' own; here is what serves both, and what each game adds for it.
"""

from warbench.muster.costing import Finding, Mustered, MusteredUnit
from warbench.muster.files import FORMAT, ArmyFile, ArmyFileError, Heresy3File, W40k10File, army_from_file, read_army_file
from warbench.muster.mustering import muster

__all__ = [
    "FORMAT",
    "ArmyFile",
    "ArmyFileError",
    "Finding",
    "Heresy3File",
    "Mustered",
    "MusteredUnit",
    "W40k10File",
    "army_from_file",
    "muster",
    "read_army_file",
]
