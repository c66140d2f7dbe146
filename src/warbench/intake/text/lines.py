"""From a file to clean lines: encodings, limits, bullets, table rows. Every way of saving a page ends in the same lines."""

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

import msgspec

from warbench.intake.errors import ReadError
from warbench.intake.findings import Findings

MOST_BYTES = 8 * 1024 * 1024
MOST_LINE = 1024 * 1024
MOST_LINES = 200_000
_MANY_TAGS = 3
_HTML_TAG = re.compile(r"<(?:html|body|head|table|div|ul|tr|td|p|h[1-6])[ >]", re.IGNORECASE)
_BULLETS = re.compile(r"(?:[-•◦▪■*]|\u2013) +")
_SPACES = re.compile(r"[ \t]+")
_STRAIGHT = str.maketrans(
    {
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{MODIFIER LETTER APOSTROPHE}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{DOUBLE PRIME}": '"',
        "\N{NON-BREAKING HYPHEN}": "-",
        "\N{HYPHEN}": "-",
        "\N{MINUS SIGN}": "-",
    }
)
# Few letters of a long text are changed: they are sought, as `str.translate` looks every one up.
_CROOKED = re.compile("[" + "".join(map(chr, _STRAIGHT)) + "]")
# Spaces of all widths become one kind; what has no width goes.
_PLAIN = {0xA0: " ", 0x2007: " ", 0x202F: " ", 0x2009: " ", 0xFEFF: None, 0x200B: None, 0x200C: None, 0x200D: None, 0xAD: None}


class Line(msgspec.Struct, frozen=True):
    """One line of a page without its bullet: its number in the file (from 1), its text, its bullet (or "") and its depth.

    ``depth`` counts how far it is indented or nested, 0 for the margin. ``glued`` is a line that was printed without a break
    behind the one before.
    """

    number: int
    text: str
    bullet: str = ""
    depth: int = 0
    glued: bool = False

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return "|" in self.text

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a row, without the empty ones at its end; one cell when it is no row, none when it is blank."""
        text = self.text.removeprefix("|")
        cells = [cell.strip() for cell in text.split("|")]
        while cells and not cells[-1]:
            cells.pop()
        return tuple(cells)


def load(path: str | Path, findings: Findings) -> list[Line]:
    """The lines of a text or HTML file, blank ones left out.

    UTF-8 is expected, with or without a byte order mark; anything else is taken for Windows-1252, and a finding says so.

    Raises:
        ReadError: naming the file and the reason: missing, a folder, empty, binary, or larger than the limits.
    """
    file = Path(path)
    text = _decode(_bytes(file), file, findings)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    raw = text.split("\n")
    if len(raw) > MOST_LINES:
        raise ReadError(file, f"has more than {MOST_LINES:,} lines; a datasheet page has a few hundred")
    for number, line in enumerate(raw, 1):
        if len(line) > MOST_LINE:
            raise ReadError(file, f"line {number} is longer than {MOST_LINE:,} characters; this is no saved page")
    if is_html(file, text):
        # Beautiful Soup is slow to import, and most pages are text.
        from warbench.intake.text.markup import html_lines  # noqa: PLC0415

        lines = html_lines(text, file)
    else:
        lines = text_lines(raw)
    if not lines:
        raise ReadError(file, "is empty")
    return lines


def is_html(file: Path, text: str) -> bool:
    """Whether to read the file as HTML: it begins like HTML or has several HTML tags; one that is named so needs a single tag.

    A page that was saved as text under such a name has none, and is read as the text that it is.
    """
    start = text[:2000].lstrip().casefold()
    if start.startswith(("<!doctype html", "<html")):
        return True
    enough = 1 if file.suffix.casefold() in {".html", ".htm", ".xhtml"} else _MANY_TAGS
    found = _HTML_TAG.finditer(text)
    return sum(1 for _, _ in zip(range(enough), found, strict=False)) == enough


def text_lines(raw: list[str]) -> list[Line]:
    """The clean lines of plain text, numbered from 1."""
    return [line for number, text in enumerate(raw, 1) if (line := clean(number, text)) is not None]


def clean(number: int, text: str, depth: int | None = None) -> Line | None:
    """One clean line: bullet apart, spaces alike, no control characters; None when nothing is left."""
    text = text.translate(_PLAIN)
    if not text.isprintable():
        text = "".join(" " if unicodedata.category(letter) in {"Cc", "Zl", "Zp"} else letter for letter in text)
    indent = len(text) - len(text.lstrip())
    text = _SPACES.sub(" ", text).strip()
    bullet = _BULLETS.match(text)
    if bullet:
        text = text[bullet.end() :]
    if not text:
        return None
    mark = "" if bullet is None else "*" if bullet.group().startswith("*") else "-"
    return Line(number, text, mark, (indent + 1) // 2 if depth is None else depth)


def plain(text: str) -> str:
    """The text with straight quotes and hyphens and single spaces, for comparing and for grammars."""
    if not text.isascii():
        text = _CROOKED.sub(lambda found: found[0].translate(_STRAIGHT), text)
    return _SPACES.sub(" ", text.replace("''", '"')).strip()


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """The text as names are compared: plain, dashes alike, no case."""
    text = plain(text).replace("\N{EN DASH}", "-").replace("\N{EM DASH}", "-")
    return text.casefold()


def _bytes(file: Path) -> bytes:
    try:
        if file.is_dir():
            raise ReadError(file, "is a folder, not a page saved as text or HTML")
        if not file.exists():
            raise ReadError(file, "does not exist")
        if not file.is_file():
            raise ReadError(file, "is no ordinary file")
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, ReadError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise ReadError(file, f"cannot be read: {reason}") from error
    if len(data) > MOST_BYTES:
        raise ReadError(file, f"is larger than {MOST_BYTES // 1024 // 1024} MB; a saved page is far smaller")
    if not data.strip():
        raise ReadError(file, "is empty")
    if b"\0" in data:
        hint = " (UTF-16 text? save it as UTF-8)" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else ""
        raise ReadError(file, f"is binary: it has NUL bytes{hint}")
    return data


def _decode(data: bytes, file: Path, findings: Findings) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        findings.add("note.encoding", line, f"{file.name} is not UTF-8: read as Windows-1252")
        return data.decode("cp1252", errors="replace")
