"""The outline of a page of rules: which lines stand under which heading. Nothing is judged here but headings."""

import re
from typing import Literal

import msgspec

from warbench.intake.findings import Findings, listed, shown
from warbench.intake.heresy3.known import known
from warbench.intake.text.glue import is_heading
from warbench.intake.text.lines import Line, folded, plain

Style = Literal["heading", "definition", "row", "list"]

INNER = ("process", "designer's note")
"""Headings inside a part."""
ROLES = (
    "high command",
    "command",
    "warlord",
    "lord of war",
    "retinue",
    "elites",
    "troops",
    "support",
    "recon",
    "fast attack",
    "heavy assault",
    "armour",
    "transport",
    "heavy transport",
    "war engine",
    "war-engine",
    "fortification",
)
"""Battlefield roles: the headings inside a list of datasheets."""
LEFTOVERS = ("datasheets collated",)
"""What a stripped list of datasheets leaves behind."""
LIST = re.compile(r"The (\[?[^.:]{1,60}?\]?) Trait is used in the following ([^.:]{1,60}?) datasheets ?:")

_DASH = re.compile(r" [\u2013\u2014] ")
_CONTENTS = re.compile(r"Contents (?=[•*-] )")
_TITLED = re.compile(r"([^:.]{1,40}): ([^:.]{1,60})")
_MOST_WORDS = 6
_MOST_LETTERS = 60


class Section(msgspec.Struct):
    """A heading and the lines below it."""

    heading: str
    line: int
    style: Style
    lines: list[Line] = []
    last_line: int = 0


class _Outline:
    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.sections: dict[tuple[str, str], Section] = {}
        self.current: Section | None = None

    def read(self, lines: list[Line]) -> list[Section]:
        for place, line in enumerate(lines):
            below = lines[place + 1] if place + 1 < len(lines) else None
            self._take(line, below)
        return list(self.sections.values())

    def _take(self, line: Line, below: Line | None) -> None:
        listed = LIST.fullmatch(line.text)
        defined = None if line.bullet else _definition(line)
        if listed:
            self._open(listed[1], line, "list")
        elif defined:
            name, text = defined
            self._open(name, line, "row" if line.is_row else "definition")
            self._add(Line(line.number, text))
        elif self.current is not None and self.current.style == "list" and _is_entry(line, below):
            self._add(line)
        elif folded(line.text) in INNER and not line.bullet and self.current is not None:
            self.current.last_line = line.number
        elif _is_heading(line):
            self._open(line.text, line, "heading")
        elif self.current is None:
            self.findings.add("unread.text", line.number, f"stands under no heading: {shown(line.text)}")
        else:
            self._add(line)

    def _open(self, heading: str, line: Line, style: Style) -> None:
        key = (style, folded(heading))
        before = self.sections.get(key)
        if before is not None:
            text = f"the heading {shown(heading)} of line {before.line} comes again: what is new there is added"
            self.findings.add("repaired.repeated-heading", line.number, text)
        self.current = self.sections.setdefault(key, Section(heading, line.number, style, last_line=line.number))

    def _add(self, line: Line) -> None:
        if self.current is not None:
            self.current.lines.append(line)
            self.current.last_line = max(self.current.last_line, line.number)


def outline(lines: list[Line], findings: Findings) -> list[Section]:
    """The sections of a page in the order of their first headings; a heading that comes again goes on with its section.

    A paragraph that a section has already is left out, and ``findings`` names it.
    """
    sections = _Outline(findings).read([piece for line in lines for piece in _parted(line)])
    for section in sections:
        if section.style != "list":
            section.lines = _each_once(section.lines, findings)
    return sections


def _parted(line: Line) -> list[Line]:
    """A table of contents that is glued to the text before it becomes a line of its own."""
    found = _CONTENTS.search(line.text)
    if found is None:
        return [line]
    text, rest = line.text[: found.start()].strip("| "), line.text[found.start() :]
    before = [msgspec.structs.replace(line, text=text)] if text else []
    # A mark in front keeps the entries a row, whatever is left of the table.
    return [*before, Line(line.number, rest if "|" in rest else f"| {rest}")]


def _definition(line: Line) -> tuple[str, str] | None:
    """The name and the text of a line such as ``Damage (D) - what it is``, printed with a dash; None when it is none."""
    text = line.text.strip("| ") if line.is_row else line.text
    found = _DASH.search(text[:_MOST_LETTERS])
    if found is None or "|" in text or not is_heading(Line(line.number, text[: found.start()])):
        return None
    return text[: found.start()], text[found.end() :]


def _is_entry(line: Line, below: Line | None) -> bool:
    """Whether a line in a list of datasheets goes on with it: a heading or a name, and not the heading of a text."""
    if line.bullet or line.is_row:
        return bool(line.bullet) and len(line.text) <= _MOST_LETTERS
    if known().find(line.text, definition=False) and folded(line.text) not in ROLES:
        return False
    if not _short(line.text) or ":" in line.text:
        return False
    return below is None or below.is_row or bool(below.bullet) or _is_heading(below) or _definition(below) is not None


def _is_heading(line: Line) -> bool:
    """Whether a line is a heading: known, or looking like one, or two such halves around a colon."""
    if line.bullet or line.is_row or len(line.text) > 2 * _MOST_LETTERS or folded(line.text) in LEFTOVERS:
        return False
    if known().find(line.text, definition=False) or is_heading(line):
        return True
    halves = _TITLED.fullmatch(line.text)
    if halves:
        return all(is_heading(Line(line.number, half)) for half in halves.groups())
    return _short(line.text)


def _short(text: str) -> bool:
    """A few words that begin with a capital and end no sentence."""
    words = text.split()
    return len(words) <= _MOST_WORDS and len(text) <= _MOST_LETTERS and text[:1].isupper() and text[-1] not in ".:;,!?"


def _each_once(lines: list[Line], findings: Findings) -> list[Line]:
    first: dict[str, int] = {}
    repeated: list[int] = []
    kept: list[Line] = []
    for line in lines:
        text = plain(line.text)
        # Rows without text are lost tables: each counts.
        if first.setdefault(text, line.number) == line.number or not text.strip("| "):
            kept.append(line)
        else:
            repeated.append(line.number)
    if repeated:
        numbers = listed([str(number) for number in dict.fromkeys(repeated)])
        findings.add("repaired.repeated", repeated[0], f"paragraphs that are printed again are read once: lines {numbers}")
    return kept
