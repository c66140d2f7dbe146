"""The smallest change that makes an army legal: every unit as it may be instead, one choice each, found by a solver.

Each game says what a unit could be instead and what may not be together; its own check of the whole army judges the answer.
"""

from warbench.muster.fixing.choosing import Choices, NoSolverError, Row, Variant
from warbench.muster.fixing.mending import Mended, NoFix, mend

__all__ = ["Choices", "Mended", "NoFix", "NoSolverError", "Row", "Variant", "mend"]
