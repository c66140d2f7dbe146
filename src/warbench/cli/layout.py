"""Text in lines and tables: wrapped, aligned and cut to a width. Pieces of text carry a style, which takes no room."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_WORDS = re.compile(r"\s+|\S+")
_LEAST = 12
_BETWEEN = 2


class Span(NamedTuple):
    """A piece of text in one style."""

    text: str
    style: str = ""


Line = list[Span]
Part = str | tuple[str, str]
"""What a line or a cell is made of: a text, or a text and its style (a Span)."""


class Column(NamedTuple):
    """A column of a table: where its text stands, and whether a text that is too long is wrapped, or cut, or may not be.

    A head may have several lines.
    """

    head: str = ""
    right: bool = False
    wraps: bool = False
    cuts: bool = False
    least: int = 0


def width_of(text: str) -> int:
    """The columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def wrap(parts: Sequence[Part], width: int) -> list[Line]:
    """The parts as lines of at most ``width`` columns, broken between words; a longer word is broken anywhere."""
    lines: list[Line] = [[]]
    used = 0
    space: Span | None = None
    for word in _words(parts):
        if word.text.isspace():
            space = word
            continue
        text = word.text
        gap = width_of(space.text) if space and used else 0
        if used and used + gap + width_of(text) > width:
            lines.append([])
            used = gap = 0
        if gap and space:
            lines[-1].append(space)
            used += gap
        while width_of(text) > width - used:
            lines[-1].append(Span(text[: width - used], word.style))
            text = text[width - used :]
            lines.append([])
            used = 0
        lines[-1].append(Span(text, word.style))
        used += width_of(text)
        space = None
    return [_joined(line) for line in lines]


def _joined(line: Line) -> Line:
    """The line with neighbours of one style as one piece."""
    out: Line = []
    for span in line:
        if out and out[-1].style == span.style:
            out[-1] = Span(out[-1].text + span.text, span.style)
        else:
            out.append(span)
    return out


def _words(parts: Sequence[Part]) -> Iterator[Span]:
    for part in parts:
        text, style = (part, "") if isinstance(part, str) else part
        for found in _WORDS.findall(text):
            yield Span(found, style)


def cut(text: str, width: int, dots: str) -> str:
    """The text, or as much of its beginning as fits, with dots."""
    if width_of(text) <= width:
        return text
    while text and width_of(text) > width - len(dots):
        text = text[:-1]
    return text.rstrip() + dots


def table(
    columns: Sequence[Column], rows: Sequence[Sequence[Part]], width: int, *, dots: str = "…", head: str = ""
) -> list[Line]:
    """The rows as lines of at most ``width`` columns, with a line of heads in the style ``head`` when there are any."""
    cells = [[Span(part) if isinstance(part, str) else Span(*part) for part in row] for row in rows]
    widths = _widths(columns, cells, width)
    lines: list[Line] = []
    heads = [column.head.split("\n") for column in columns]
    for number in range(max(map(len, heads)) if any(column.head for column in columns) else 0):
        shown = [Span(texts[number] if number < len(texts) else "", head) for texts in heads]
        lines += _row([column._replace(wraps=False) for column in columns], shown, widths, dots)
    for row in cells:
        lines += _row(columns, row, widths, dots)
    return lines


def _widths(columns: Sequence[Column], cells: Sequence[Sequence[Span]], width: int) -> list[int]:
    """What each column needs; those that can be wrapped or cut share what the others leave."""
    natural = [
        max(column.least, *map(width_of, column.head.split("\n")), max((width_of(row[index].text) for row in cells), default=0))
        for index, column in enumerate(columns)
    ]
    soft = [index for index, column in enumerate(columns) if column.wraps or column.cuts]
    over = sum(natural) + _BETWEEN * (len(columns) - 1) - width
    # The last columns give way first, but at first only half of what they have.
    for least in ([max(_LEAST, n // 2) for n in natural], [_LEAST] * len(natural)):
        for index in reversed(soft):
            less = max(0, min(over, natural[index] - least[index]))
            natural[index] -= less
            over -= less
    return natural


def _row(columns: Sequence[Column], row: Sequence[Span], widths: Sequence[int], dots: str) -> list[Line]:
    shown: list[list[Line]] = []
    for column, span, width in zip(columns, row, widths, strict=True):
        if column.wraps:
            shown.append(wrap([span], width))
        else:
            shown.append([[Span(cut(span.text, width, dots) if column.cuts else span.text, span.style)]])
    lines = []
    for number in range(max(map(len, shown), default=0)):
        line: Line = []
        for column, cell, width in zip(columns, shown, widths, strict=True):
            spans = cell[number] if number < len(cell) else []
            fill = " " * max(0, width - sum(width_of(span.text) for span in spans))
            line += [Span(fill), *spans] if column.right else [*spans, Span(fill)]
            line.append(Span(" " * _BETWEEN))
        lines.append(line)
    return lines
