"""Other people's files: saved pages become datasheets or rules, with all that is to be said about the reading.

What a file says is kept apart from what bundled facts fill in; nothing is dropped in silence. The names below are imported when
they are first asked for: who looks a datasheet up needs none of the readers.
"""

from typing import TYPE_CHECKING

from warbench.intake.lazily import handed_out

if TYPE_CHECKING:
    from warbench.intake.errors import ReadError
    from warbench.intake.findings import Finding
    from warbench.intake.heresy3 import RulesReading, fill
    from warbench.intake.pages.completion import bundled, complete
    from warbench.intake.pages.page import read_any, read_page
    from warbench.intake.pages.reading import DetachmentAbility, PageReading, RuleSection, Stratagem

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

__getattr__ = handed_out(
    __name__,
    {
        "pages.completion": ("bundled", "complete"),
        "errors": ("ReadError",),
        "findings": ("Finding",),
        "heresy3": ("RulesReading", "fill"),
        "pages.page": ("read_any", "read_page"),
        "pages.reading": ("DetachmentAbility", "PageReading", "RuleSection", "Stratagem"),
    },
)
