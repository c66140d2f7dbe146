"""From lists and rosters, as they were read, to the games' own army lists; whatever cannot be taken over is named."""

from warbench.intake.armies.heresy3 import heresy3_army
from warbench.intake.armies.imported import ImportedArmy
from warbench.intake.armies.rosters import listed_of
from warbench.intake.armies.w40k10 import w40k10_army

__all__ = ["ImportedArmy", "heresy3_army", "listed_of", "w40k10_army"]
