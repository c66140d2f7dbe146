"""The HTML in a field of the export as plain text, and as lines where it breaks."""

import html
import re

from warbench.intake.text.lines import plain

_BREAK = re.compile(r"<(?:br|/?p|/?div|/?ul|/?ol|/li|/?tr|/?table|/?h\d)\b[^<>]{0,300}>", re.IGNORECASE)
_ENTRY = re.compile(r"<li\b[^<>]{0,300}>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]{0,500}>", re.IGNORECASE)
_SPACE = re.compile(r"\s+")
_LONE = re.compile(r"\n\N{BULLET}\s*\n\s*")
# Letters of another alphabet that look like ours: "\N{CYRILLIC CAPITAL LETTER ES}ombi-bolter".
_LOOKALIKES = str.maketrans(
    {
        "\N{CYRILLIC CAPITAL LETTER A}": "A",
        "\N{CYRILLIC CAPITAL LETTER ES}": "C",
        "\N{CYRILLIC CAPITAL LETTER IE}": "E",
        "\N{CYRILLIC CAPITAL LETTER O}": "O",
        "\N{CYRILLIC CAPITAL LETTER ER}": "P",
        "\N{CYRILLIC SMALL LETTER A}": "a",
        "\N{CYRILLIC SMALL LETTER ES}": "c",
        "\N{CYRILLIC SMALL LETTER IE}": "e",
        "\N{CYRILLIC SMALL LETTER O}": "o",
        "\N{CYRILLIC SMALL LETTER ER}": "p",
    }
)
_ALIKE = re.compile("[" + "".join(map(chr, _LOOKALIKES)) + "]")
BULLET = "\N{BULLET} "


def text_of(field: str) -> str:
    """The text of a field on one line: no tags, straight quotes, single spaces."""
    return _bare(_ENTRY.sub(" ", _BREAK.sub(" ", field)))


def lines_of(field: str) -> list[str]:
    """The lines of a field; an entry of a list begins with a bullet."""
    # A break right behind a bullet belongs to the page's layout.
    broken = _LONE.sub(f"\n{BULLET}", _BREAK.sub("\n", _ENTRY.sub(f"\n{BULLET}", field)))
    lines = map(_bare, broken.split("\n"))
    return [line for line in lines if line and line != BULLET.strip()]


def words_of(field: str) -> str:
    """The text of a field for a reader: its lines one below the other."""
    return "\n".join(lines_of(field))


def _bare(text: str) -> str:
    """The text without tags and entities, with our letters, straight quotes and single spaces."""
    found = plain(html.unescape(_TAG.sub("", text) if "<" in text else text))
    if not found.isascii():
        found = _ALIKE.sub(lambda letter: letter[0].translate(_LOOKALIKES), found)
    return _SPACE.sub(" ", found).strip()
