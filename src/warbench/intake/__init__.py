"""Other people's files: datasheet pages saved as text or HTML become datasheets, with all that is to be said about the reading.

What a file says is kept apart from what bundled facts fill in; nothing is dropped in silence.
"""

from warbench.intake.completion import bundled, complete
from warbench.intake.errors import ReadError
from warbench.intake.findings import Finding
from warbench.intake.page import read_page
from warbench.intake.reading import DetachmentAbility, PageReading, RuleSection, Stratagem

__all__ = [
    "DetachmentAbility",
    "Finding",
    "PageReading",
    "ReadError",
    "RuleSection",
    "Stratagem",
    "bundled",
    "complete",
    "read_page",
]
