"""The outline of a datasheet page: which lines belong to which part. Nothing is judged here."""

import re
from collections.abc import Iterator

import msgspec

from warbench.intake.text.lines import Line, folded

TABLES = ("ranged weapons", "melee weapons")
_WHOLE = {
    "ranged weapons": "ranged weapons",
    "melee weapons": "melee weapons",
    "wargear options": "wargear options",
    "abilities": "abilities",
    "wargear abilities": "wargear abilities",
    "unit composition": "unit composition",
    "transport": "transport",
    "leader": "leader",
    "stratagems": "stratagems",
    "detachment ability": "detachment ability",
    "detachment abilities": "detachment ability",
}
_STARTS = {
    "damaged": re.compile(r"damaged ?[:-]"),
    "keywords": re.compile(r"keywords ?[:-]|keywords$"),
    "faction keywords": re.compile(r"faction keywords ?[:-]|faction keywords$"),
}
# Behind these headings come rule texts, whose own headings may read like those above.
_RULES = ("stratagems", "detachment ability")
_STILL_IN_RULES = (*TABLES, "wargear options", "unit composition")
_KEYWORD_LINE = re.compile(r"[^a-z.:!?]*")


class Section(msgspec.Struct, frozen=True):
    """A part of the page: its key, the line with its heading, and the lines below."""

    key: str
    heading: Line
    body: tuple[Line, ...]


class Outline(msgspec.Struct, frozen=True):
    """A page in parts: what stands before the first part, the parts by key, parts that came twice, and the rule texts."""

    head: tuple[Line, ...]
    sections: dict[str, Section]
    repeated: tuple[Section, ...]
    rest: tuple[Line, ...]

    def body(self, key: str) -> tuple[Line, ...]:
        """The lines of a part, none when the page has no such part."""
        section = self.sections.get(key)
        return section.body if section else ()


def outline(lines: list[Line]) -> Outline:
    """Part the lines of a page by the headings of a datasheet."""
    head: list[Line] = []
    rest: list[Line] = []
    sections: dict[str, Section] = {}
    repeated: list[Section] = []
    for key, heading, body in _runs(lines):
        if heading is None:
            (head if key == "head" else rest).extend(body)
            continue
        section = Section(key, heading, tuple(body))
        if key in sections:
            repeated.append(section)
        else:
            sections[key] = section
    return Outline(tuple(head), sections, tuple(repeated), tuple(rest))


def _runs(lines: list[Line]) -> Iterator[tuple[str, Line | None, list[Line]]]:
    key, heading, body = "head", None, list[Line]()
    in_rules = False
    for line in lines:
        found = section_key(line)
        if in_rules and found not in _RULES and not (found in _STILL_IN_RULES and (line.is_row or line.text.isupper())):
            found = ""
        if found:
            yield key, heading, body
            key, heading, body = found, line, []
            in_rules = in_rules or found in _RULES
        elif key in {"keywords", "faction keywords"} and not _is_keyword_line(line):
            yield key, heading, body
            key, heading, body = "rest", None, [line]
        else:
            body.append(line)
    yield key, heading, body


def section_key(line: Line) -> str:
    """The key of the part that this line opens; empty when it opens none."""
    if line.bullet:
        return ""
    cells = line.cells
    text = folded(cells[0]).rstrip(": ") if cells else ""
    if line.is_row and text not in TABLES and len(cells) > 1:
        return ""
    if text in _WHOLE:
        return _WHOLE[text]
    whole = folded(line.text).strip("| ")
    return next((key for key, start in _STARTS.items() if start.match(whole)), "")


def _is_keyword_line(line: Line) -> bool:
    """Lines below KEYWORDS belong to it while they are nothing but capitals and commas."""
    return not line.bullet and _KEYWORD_LINE.fullmatch(line.text) is not None
