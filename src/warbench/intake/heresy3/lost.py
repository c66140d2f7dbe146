"""What the page lost or only points to: stripped tables and lists, and tables that it names and does not print."""

import re

from warbench.intake.findings import Findings, listed, shown
from warbench.intake.heresy3.known import known
from warbench.intake.heresy3.outline import LEFTOVERS, Section
from warbench.intake.heresy3.reading import Part
from warbench.intake.text.lines import Line, folded

SLOTS = "battlefield fortifications detachment"

_CONTENTS = re.compile(r"contents [•*-] ")


def is_contents(line: Line) -> bool:
    """Whether a row is what is left of a table of contents."""
    return line.is_row and _CONTENTS.match(folded(line.text).strip("| ")) is not None


def take_lost(section: Section, findings: Findings) -> list[Line]:
    """The lines of a section without those that only mark what was lost; each of these is named in ``findings``."""
    rest: list[Line] = []
    for line in section.lines:
        if is_contents(line):
            entries = [entry.strip() for entry in line.text.strip("| ").split("•")[1:]]
            text = f"the table of contents has only: {listed(entries)}; the datasheets themselves are on no part of the page"
            findings.add("missing.contents", line.number, text)
        elif line.is_row and not any(line.cells):
            findings.add(*_empty_table(section, line))
        elif folded(line.text) in LEFTOVERS:
            findings.add("missing.army-list", line.number, f"the datasheets of {shown(section.heading)} are stripped")
        else:
            rest.append(line)
    return rest


def _empty_table(section: Section, line: Line) -> tuple[str, int, str]:
    if folded(section.heading).startswith("cybertheurgic rite:"):
        return "missing.rite-columns", line.number, f"{section.heading}: the table of Difficulty and Range is stripped"
    return "missing.table", line.number, f"a table under {shown(section.heading)} is stripped"


def say_lost(sections: list[Section], parts: list[Part], findings: Findings) -> None:
    """Name the headings that have nothing below them, and the tables that the page only names."""
    for section in sections:
        if section.lines or section.style == "list":
            continue
        if folded(section.heading) == SLOTS:
            text = "the picture of the Battlefield Fortifications Detachment with its slots is stripped"
            findings.add("missing.detachment-slots", section.line, text)
        else:
            findings.add("missing.rule-text", section.line, f"no text under the heading {shown(section.heading)}")
    headings = {folded(part.heading) for part in parts}
    for referred in known().referred:
        if folded(referred.name) in headings:
            continue
        pattern = re.compile(referred.sign)
        line = next((line for section in sections for line in section.lines if pattern.search(folded(line.text))), None)
        if line is not None:
            text = f"named and not printed: {referred.name}; to be had from {referred.have}"
            findings.add("missing.referred", line.number, text)
