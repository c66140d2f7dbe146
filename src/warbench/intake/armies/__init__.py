"""From lists and rosters, as they were read, to the games' own army lists; whatever cannot be taken over is named."""

from typing import TYPE_CHECKING

from warbench.intake.lazily import handed_out

if TYPE_CHECKING:
    from warbench.intake.armies.heresy3 import heresy3_army
    from warbench.intake.armies.heresy3_lists import heresy3_roster
    from warbench.intake.armies.imported import ImportedArmy, Pricing
    from warbench.intake.armies.rosters import listed_of
    from warbench.intake.armies.w40k10 import w40k10_army

__all__ = ["ImportedArmy", "Pricing", "heresy3_army", "heresy3_roster", "listed_of", "w40k10_army"]

__getattr__ = handed_out(
    __name__,
    {
        "heresy3": ("heresy3_army",),
        "heresy3_lists": ("heresy3_roster",),
        "imported": ("ImportedArmy", "Pricing"),
        "rosters": ("listed_of",),
        "w40k10": ("w40k10_army",),
    },
)
