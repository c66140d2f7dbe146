"""A small page of rules in our own words, with the defects that real pages have."""

from pathlib import Path

from warbench.intake import RulesReading, fill, read_any

PAGE = (Path(__file__).parents[1] / "pages" / "saltmarsh-works.txt").read_text(encoding="utf-8")


def read(folder: Path, text: str = PAGE, *, raw: bool = True) -> RulesReading:
    """What is read from such a page."""
    page = folder / "page.txt"
    page.write_text(text, encoding="utf-8")
    reading = read_any(page)
    assert isinstance(reading, RulesReading)
    return reading if raw else fill(reading)


def changed(old: str, new: str, text: str = PAGE) -> str:
    """The page with one thing changed; it must be there."""
    assert old in text
    return text.replace(old, new)


def found(reading: RulesReading, code: str) -> list[tuple[int | None, str]]:
    """Line and text of the findings of a code."""
    return [(finding.line, finding.text) for finding in reading.findings if finding.code == code]


def line_of(words: str, text: str = PAGE) -> int:
    """The line, from 1, in which these words stand first."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)
