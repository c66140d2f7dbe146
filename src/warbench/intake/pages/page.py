"""Reading a page: recognise the game, then hand the lines to that game's reader."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from warbench.intake import heresy3
from warbench.intake.errors import ReadError
from warbench.intake.findings import Findings
from warbench.intake.heresy3.reading import RulesReading
from warbench.intake.pages import w40k10
from warbench.intake.pages.reading import PageReading
from warbench.intake.text.lines import Line, folded, load

Reading = PageReading | RulesReading
"""What a page may hold: a datasheet with what is printed around it, or rules."""
Reader = Callable[[list[Line], Path, Findings], Reading]


class Format(msgspec.Struct, frozen=True):
    """A kind of page: the words that give it away, how many different ones it takes, and its reader."""

    game: str
    signs: tuple[str, ...]
    enough: int
    read: Reader


# The first that fits reads the page. The words of the other game's page do not occur on a datasheet of this one.
FORMATS = (
    Format(
        "heresy3",
        ("horus heresy", "hull points", "allegiance", "legiones astartes", "tactical status", "battlefield role", "reactions"),
        3,
        heresy3.read,
    ),
    Format("w40k10", (), 0, w40k10.read),
)


def read_any(path: str | Path) -> Reading:
    """Read a page that was saved as text or HTML: a datasheet (Warhammer 40,000), or rules (The Horus Heresy).

    Returns:
        What the page states, and findings: what lacks, what was repaired, what was not understood. Nothing is filled in from
        elsewhere: :func:`warbench.intake.pages.completion.complete` and :func:`warbench.intake.heresy3.fill` do that.

    Raises:
        ReadError: naming the file and the reason: no readable file (missing, a folder, empty, binary, too large), or neither a
            datasheet nor rules in it.
    """
    file = Path(path)
    findings = Findings()
    lines = load(file, findings)
    text = folded("\n".join(line.text for line in lines))
    for kind in FORMATS:
        if sum(sign in text for sign in kind.signs) >= kind.enough:
            return kind.read(lines, file, findings)
    raise ReadError(file, "is a page of no known game")


def read_page(path: str | Path) -> PageReading:
    """Read a page with a datasheet, saved as text or HTML.

    Raises:
        ReadError: as :func:`read_any`, and for a page that holds rules and no datasheet.
    """
    reading = read_any(path)
    if isinstance(reading, RulesReading):
        raise ReadError(path, "holds rules of The Horus Heresy (3rd edition) and no datasheet; warbench read shows them")
    return reading
