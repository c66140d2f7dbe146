"""The table of books: which book, edition, version and month the page is from (H-286)."""

import re

from warbench.intake.findings import Findings, shown
from warbench.intake.heresy3.outline import Section
from warbench.intake.heresy3.reading import Book
from warbench.intake.text.lines import Line, folded

HEADING = "books"

_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_DATE = re.compile(r"([A-Za-z]{3,9}) (\d{4})")
_EDITION = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_COLUMNS = ("book", "kind", "edition", "version", "last update")


def read_book(section: Section | None, findings: Findings) -> Book | None:
    """The first book of the table; None, and a finding, when the page has none or its row cannot be read."""
    if section is None:
        findings.add("missing.book", None, "the page does not say which book and version it is from")
        return None
    columns: list[str] = []
    for line in section.lines:
        cells = [folded(cell) for cell in line.cells]
        if "book" in cells and "version" in cells:
            columns = cells
        elif columns and len(line.cells) > 1:
            return _book(line, columns, findings)
        elif not line.is_row:
            findings.add("unread.book", line.number, f"belongs to no row of the table of books: {shown(line.text)}")
    findings.add("missing.book", section.line, "the table of books has no row with a version")
    return None


def _book(line: Line, columns: list[str], findings: Findings) -> Book | None:
    row = dict(zip(columns, line.cells, strict=False))
    name, kind, edition, version, updated = (row.get(column, "") for column in _COLUMNS)
    date, number = _DATE.fullmatch(updated), _EDITION.fullmatch(edition)
    month = date[1].casefold() if date else ""
    if number is None or date is None or month not in _MONTHS:
        findings.add("unread.book", line.number, f"the edition or the date of the book is not understood: {shown(line.text)}")
        return None
    return Book(
        name=name,
        kind=kind.casefold(),
        edition=int(number[1]),
        version=version,
        updated=f"{date[2]}-{_MONTHS.index(month) + 1:02d}",
        line=line.number,
    )
