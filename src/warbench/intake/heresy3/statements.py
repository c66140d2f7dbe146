"""The statements of a part: each of its paragraphs is tied to the rules of ours that stand for it, or named as not understood."""

import re

from warbench.intake.findings import Findings, listed, shown
from warbench.intake.heresy3.kinds import characteristics_of, kind_of, sort_of
from warbench.intake.heresy3.known import KnownPart, Sought, known, rule_ids
from warbench.intake.heresy3.outline import Section
from warbench.intake.heresy3.reading import Part, Statement
from warbench.intake.text.lines import Line, folded, plain

_NUMBER = re.compile(r"(?<![\w+-])[+-]?\d{1,6}(?:\+(?! ?\d)|%|\")?(?!\w)|\b\d?D[36]\b")
# The terms of the rules are printed with a capital; a paragraph without any only tells a story.
_TERM = re.compile(
    r"\b(?:Army|Armies|Attack|Characteristic|Combat|Detachment|Faction|Hit|Model|Phase|Player|Rule|Status|Test|Trait|Type|Unit|Weapon)"
    r"(?:s|es)?\b"
)
_LEAD_IN = re.compile(r"\b(?:following|either)\b")


def read_part(section: Section, lines: list[Line], sections: list[Section], findings: Findings) -> Part:
    """A part with its statements.

    Args:
        section: where it stands.
        lines: those of its lines that no other reader took.
        sections: all of the page: what a type gives its models may stand in another part.
        findings: takes what is not understood, what the part should say and does not, and numbers that are not ours.
    """
    kind = kind_of(section)
    part = known().find(section.heading, definition=_defines(section))
    statements: list[Statement] = []
    if part is None:
        text = f"no part of that heading is known: {shown(section.heading)}; its text is kept"
        findings.add("unread.part", section.line, text)
    else:
        statements = _statements(section, lines, part, findings)
    rules = dict.fromkeys(rule for statement in statements for rule in statement.rules)
    return Part(
        heading=section.heading,
        line=section.line,
        last_line=section.last_line,
        kind=kind,
        sort=sort_of(kind),
        known=part is not None,
        rules=tuple(sorted({**rules, **dict.fromkeys(rule_ids(part.rules) if part else ())})),
        statements=tuple(statements),
        characteristics=characteristics_of(section, sections),
    )


def say_missing_parts(sections: list[Section], findings: Findings) -> None:
    """Name the parts that the page should have and has not, all in one finding."""
    have = {(_defines(section), folded(section.heading)) for section in sections}
    sought = [(False, part.heading) for part in known().part] + [(True, part.heading) for part in known().definition]
    missing = [heading for defines, heading in sought if (defines, folded(heading)) not in have]
    if missing:
        findings.add("missing.part", None, f"the page has no part under these headings: {', '.join(missing)}")


def _defines(section: Section) -> bool:
    return section.style in {"definition", "row"}


def _statements(section: Section, lines: list[Line], part: KnownPart, findings: Findings) -> list[Statement]:
    open_ones = list(part.statements)
    statements: list[Statement] = []
    for index, line in enumerate(lines):
        if line.is_row:
            continue
        text = folded(line.text)
        made = [sought for sought in part.statements if sought.found_in(text)]
        open_ones = [sought for sought in open_ones if sought not in made]
        statements += (Statement(line.number, sought.ids, sought.words) for sought in made)
        if made:
            _compare_numbers(line, made, findings)
        elif not (_is_legend(line, index) or _is_lead_in(line)):
            findings.add("unread.statement", line.number, f"no rule of ours stands for this: {shown(line.text)}")
    for sought in open_ones:
        text = f"{section.heading}: the page does not say: {sought.words} ({', '.join(sought.ids)})"
        findings.add("missing.statement", section.line, text)
    return statements


def _compare_numbers(line: Line, made: list[Sought], findings: Findings) -> None:
    here, ours = _numbers(line.text), {number for sought in made for number in _numbers(sought.words)}
    if here != ours:
        ids = ", ".join(dict.fromkeys(name for sought in made for name in sought.ids))
        text = f"the page has the numbers {_said(here - ours)}, our rules {_said(ours - here)} ({ids})"
        findings.add("differs.numbers", line.number, text)


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(plain(text)))


def _said(numbers: set[str]) -> str:
    return listed(sorted(numbers)) or "none in their place"


def _is_legend(line: Line, index: int) -> bool:
    """Whether it is the story below a heading."""
    return index == 0 and not line.bullet and _TERM.search(line.text) is None


def _is_lead_in(line: Line) -> bool:
    """Whether it only leads into a list."""
    return line.text.endswith(":") and _LEAD_IN.search(line.text) is not None
