"""From HTML to the lines of text that the other modules read: rows, list items, headings and paragraphs, scripts left out."""

import re
from collections.abc import Iterator
from pathlib import Path

from bs4 import BeautifulSoup
from bs4.element import NavigableString, Tag

from warbench.intake.errors import ReadError
from warbench.intake.text.lines import Line, clean

MOST_TAGS = 100_000
_BLOCKS = frozenset(
    {
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "br",
        "button",
        "caption",
        "center",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "option",
        "p",
        "pre",
        "section",
        "select",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
    }
)
_ARRANGED = frozenset({"table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6"})
_DROPPED = ("script", "style", "noscript", "template", "svg", "head")
# One tag whose quotes end before the next tag. Possessive: no way back, so the time is linear whatever the text.
_TAG = re.compile(r"""<(/?)([A-Za-z][A-Za-z0-9]*)(?:[^<>"']|"[^"<]*"|'[^'<]*')*+>""")
# One tag with HTML in its attributes, within bounds, because open quotes make it look far ahead.
_WIDE_TAG = re.compile(
    r"""<(/?)([A-Za-z][A-Za-z0-9]*)(?:[^<>"']{1,500}+|"[^"]{0,2000}+"|'[^']{0,2000}+'){0,60}+>""",
)
_MOST_WIDE_FAILURES = 1000
_DECLARATION = re.compile(r"<[!?][^<>]*>")


def html_lines(text: str, file: Path) -> list[Line]:
    """The lines of an HTML page, numbered as in the file (from 1); a table row is ``| cell | cell |``.

    Raises:
        ReadError: when it has more than ``MOST_TAGS`` tags.
    """
    text = _bare(text, file)
    return _Walker(BeautifulSoup(text, "html.parser")).lines


def _bare(text: str, file: Path) -> str:
    """The same page with nothing but bare tags and text, and the same lines.

    Parsers of HTML take quadratic time for some broken pages (open quotes, open comments). Nothing in attributes, comments or
    scripts is wanted here, so they go first, in linear time.
    """
    text = _cut(text, "<!--", "-->")
    for name in _DROPPED:
        text = _cut_element(text, name)
    parts: list[str] = []
    place = 0
    tags = 0
    failures = 0
    while (start := text.find("<", place)) >= 0:
        parts.append(text[place:start].replace(">", "&gt;"))
        match = _TAG.match(text, start)
        if match is None and failures < _MOST_WIDE_FAILURES:
            match = _WIDE_TAG.match(text, start)
            failures += match is None
        if match is not None:
            parts.append(f"<{match[1]}{match[2]}" + "\n" * match.group().count("\n") + ">")
        else:
            match = _DECLARATION.match(text, start)
            # What is no tag is text, but for declarations.
            parts.append("\n" * match.group().count("\n") if match else "&lt;")
        place = match.end() if match else start + 1
        tags += 1
        if tags > MOST_TAGS:
            raise ReadError(file, f"has more than {MOST_TAGS:,} HTML tags; a datasheet page has far fewer")
    parts.append(text[place:].replace(">", "&gt;"))
    return "".join(parts)


def _cut(text: str, start: str, stop: str) -> str:
    """The text without everything from each ``start`` to the next ``stop`` (or the end), newlines kept."""
    parts: list[str] = []
    place = 0
    while (found := text.find(start, place)) >= 0:
        parts.append(text[place:found])
        end = text.find(stop, found + len(start))
        end = len(text) if end < 0 else end + len(stop)
        parts.append("\n" * text.count("\n", found, end))
        place = end
    parts.append(text[place:])
    return "".join(parts)


def _cut_element(text: str, name: str) -> str:
    opening = re.compile(rf"<{name}(?=[\s>/])", re.IGNORECASE)
    closing = re.compile(rf"</{name}\s*+>", re.IGNORECASE)
    parts: list[str] = []
    place = 0
    while found := opening.search(text, place):
        end = closing.search(text, found.end())
        if end is None:
            # Never closed: only the tag itself goes, so that a page is not lost for one missing tag.
            break
        parts.append(text[place : found.start()])
        parts.append("\n" * text.count("\n", found.start(), end.end()))
        place = end.end()
    parts.append(text[place:])
    return "".join(parts)


def _walk(soup: BeautifulSoup) -> Iterator[tuple[Tag | NavigableString, bool]]:
    """Every text and tag in the order of the page, a tag again with True when it ends.

    Not recursive: a page may nest deeper than Python's stack.
    """
    stack: list[tuple[Tag | NavigableString, bool]] = [(soup, False)]
    while stack:
        node, leaving = stack.pop()
        yield node, leaving
        if isinstance(node, Tag) and not leaving:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node.contents) if isinstance(child, Tag | NavigableString))


def _arranging(soup: BeautifulSoup) -> set[int]:
    """The rows (by identity) that only arrange the page: they have a table, a list or a heading inside."""
    found: set[int] = set()
    rows: list[int] = []
    for node, leaving in _walk(soup):
        if not isinstance(node, Tag):
            continue
        if node.name == "tr":
            rows.pop() if leaving else rows.append(id(node))
        elif node.name in _ARRANGED and not leaving:
            # The rows around it are all of the kind; further out they are marked already.
            for row in reversed(rows):
                if row in found:
                    break
                found.add(row)
    return found


class _Walker:
    """Writes the lines of a page."""

    def __init__(self, soup: BeautifulSoup) -> None:
        self.lines: list[Line] = []
        self._text: list[str] = []
        self._number = 1
        self._cells: list[list[str] | None] = []  # one entry for each open row; None: an outer row that holds a table
        self._depth = 0
        self._item = False
        self._arranging = _arranging(soup)
        for node, leaving in _walk(soup):
            if isinstance(node, NavigableString):
                self._text.append(str(node).replace("\n", " "))
            elif leaving:
                self._leave(node.name)
            else:
                self._number = node.sourceline or self._number
                self._enter(node)
        self._flush()

    def _enter(self, node: Tag) -> None:
        name = node.name
        if name in {"td", "th"} and self._row is not None:
            self._cell()
            return
        if name == "tr" and self._row is not None:
            # A row that was never closed ends where the next begins.
            self._end_row()
            self._cells.append(None)
        elif name in _BLOCKS:
            self._block()
        if name in {"ul", "ol"}:
            self._depth += 1
        elif name == "li":
            self._item = True
        elif name == "tr":
            self._cells.append(None if id(node) in self._arranging else [])

    def _leave(self, name: str) -> None:
        if name in {"td", "th"} and self._row is not None:
            self._cell(ends=True)
            return
        if name in _BLOCKS and name != "tr":
            self._block()
        if name in {"ul", "ol"}:
            self._depth = max(0, self._depth - 1)
        elif name == "li":
            self._item = False
        elif name == "tr" and self._cells:
            self._end_row()

    @property
    def _row(self) -> list[str] | None:
        return self._cells[-1] if self._cells else None

    def _cell(self, *, ends: bool = False) -> None:
        """A cell begins or ends: what was gathered is a cell; nothing is one only at its end."""
        text = " ".join("".join(self._text).split()).replace("|", "/")
        self._text.clear()
        if self._row is not None and (text or ends):
            self._row.append(text)

    def _end_row(self) -> None:
        row = self._cells.pop()
        if row is None:
            self._flush()
            return
        self._cells.append(row)
        self._cell()
        self._cells.pop()
        if row:
            self._add("| " + " | ".join(row) + " |")

    def _block(self) -> None:
        if self._row is not None:
            self._text.append(" ")
        else:
            self._flush()

    def _flush(self) -> None:
        text = "".join(self._text)
        self._text.clear()
        self._add(text)

    def _add(self, text: str) -> None:
        line = clean(self._number, text, max(0, self._depth - 1))
        if line is None:
            return
        if self._item and not line.bullet and not line.is_row:
            line = Line(line.number, line.text, "-", line.depth)
            self._item = False
        self.lines.append(line)
