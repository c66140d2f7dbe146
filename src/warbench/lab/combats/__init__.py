"""A whole Combat of The Horus Heresy with both sides striking, answered by sampling: it is fought many times by a battle's rules.

``fight`` takes the units of both sides; ``odds`` answers one side's attacks exactly.
"""

from warbench.lab.combats.combat import SAMPLES, fight
from warbench.lab.combats.field import CombatError
from warbench.lab.combats.fighters import Fighter
from warbench.lab.combats.results import Figure, Fought, Sampled, Striking

__all__ = ["SAMPLES", "CombatError", "Fighter", "Figure", "Fought", "Sampled", "Striking", "fight"]
