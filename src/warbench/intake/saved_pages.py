"""Saved datasheet pages as datasheets for the library: what the page says, with abilities that are understood in full."""

from pathlib import Path

import msgspec

from warbench.intake.completion import complete
from warbench.intake.page import read_page
from warbench.intake.recogniser import recognise
from warbench.intake.sources import Imported

_TOLD = ("unread", "repaired", "differs")


def saved_page(path: Path) -> Imported:
    """The datasheet of a saved page; bundled facts fill what the page lacks, where there are any.

    Raises:
        ReadError: for a page that cannot be read, or holds no datasheet.
    """
    reading = complete(read_page(path))
    sheet = recognise(msgspec.structs.replace(reading.datasheet, version=path.name), reading.texts)
    lacking = tuple(finding.text for finding in reading.still_missing)
    told = tuple(finding.text for finding in reading.findings if finding.group in _TOLD)
    return Imported(sheet, path.name, dict(reading.texts), tuple(dict.fromkeys((*lacking, *told))))
