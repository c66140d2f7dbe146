"""Other people's files: saved pages become datasheets or rules, with all that is to be said about the reading.

What a file says is kept apart from what bundled facts fill in; nothing is dropped in silence.
"""

from warbench.intake.completion import bundled, complete
from warbench.intake.errors import ReadError
from warbench.intake.findings import Finding
from warbench.intake.heresy3 import RulesReading, fill
from warbench.intake.page import read_any, read_page
from warbench.intake.reading import DetachmentAbility, PageReading, RuleSection, Stratagem

__all__ = [
    "DetachmentAbility",
    "Finding",
    "PageReading",
    "ReadError",
    "RuleSection",
    "RulesReading",
    "Stratagem",
    "bundled",
    "complete",
    "fill",
    "read_any",
    "read_page",
]
