"""Saved datasheet pages as datasheets for the library: what the page says, with abilities that are understood in full."""

from pathlib import Path

import msgspec

from warbench.intake.pages.completion import complete
from warbench.intake.pages.page import read_page
from warbench.intake.pages.reading import PageReading
from warbench.intake.recogniser import recognise
from warbench.intake.sources import Imported
from warbench.intake.unmodelled import with_the_rest_named
from warbench.sheets.datasheet import Datasheet

_TOLD = ("unread", "repaired", "differs")


def understood(reading: PageReading) -> Datasheet:
    """The datasheet of a page with effects for the abilities whose texts are understood, and a mark on the others."""
    return with_the_rest_named(recognise(reading.datasheet, reading.texts), reading.texts)


def saved_page(path: Path) -> Imported:
    """The datasheet of a saved page; bundled facts fill what the page lacks, where there are any.

    Raises:
        ReadError: for a page that cannot be read, or holds no datasheet.
    """
    reading = complete(read_page(path))
    sheet = msgspec.structs.replace(understood(reading), version=path.name)
    lacking = tuple(finding.text for finding in reading.still_missing)
    told = tuple(finding.text for finding in reading.findings if finding.group in _TOLD)
    return Imported(sheet, path.name, dict(reading.texts), tuple(dict.fromkeys((*lacking, *told))))
