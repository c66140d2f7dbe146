"""The HTML in a field of the export as plain text, and as lines where it breaks."""

import html
import re

from warbench.intake.lines import plain

_BREAK = re.compile(r"<(?:br|/?p|/?div|/?ul|/?ol|/li|/?tr|/?table|/?h\d)\b[^<>]{0,300}>", re.IGNORECASE)
_ENTRY = re.compile(r"<li\b[^<>]{0,300}>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]{0,500}>", re.IGNORECASE)
_SPACE = re.compile(r"\s+")
_LONE = re.compile(r"\n\N{BULLET}\s*\n\s*")
BULLET = "\N{BULLET} "


def text_of(field: str) -> str:
    """The text of a field on one line: no tags, straight quotes, single spaces."""
    return _SPACE.sub(" ", plain(html.unescape(_TAG.sub("", _ENTRY.sub(" ", _BREAK.sub(" ", field)))))).strip()


def lines_of(field: str) -> list[str]:
    """The lines of a field; an entry of a list begins with a bullet."""
    # A break right behind a bullet belongs to the page's layout.
    broken = _LONE.sub(f"\n{BULLET}", _BREAK.sub("\n", _ENTRY.sub(f"\n{BULLET}", field)))
    lines = (_SPACE.sub(" ", plain(html.unescape(_TAG.sub("", line)))).strip() for line in broken.split("\n"))
    return [line for line in lines if line and line != BULLET.strip()]


def words_of(field: str) -> str:
    """The text of a field for a reader: its lines one below the other."""
    return "\n".join(lines_of(field))
