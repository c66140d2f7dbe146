"""The rule texts below the datasheet: sections by heading, repeated paragraphs once, stripped tables and lists named."""

import re

import msgspec

from warbench.intake.findings import Findings, shown
from warbench.intake.pages.reading import DetachmentAbility, RuleSection, Stratagem
from warbench.intake.pages.stratagems import Stratagems
from warbench.intake.text.glue import ROLES, is_heading
from warbench.intake.text.lines import Line, folded, plain

_LIST = re.compile(r"the (?:.{0,80} )?keywords? (?:is|are) used in the following .{1,80}:")
# "If your Army Faction is , each time", "The and INFANTRY keywords": a link was stripped and left a hole.
_HOLE = re.compile(r"\b(?:is|a|the|one|friendly|from|each) ,|\b[Tt]he (?:and [A-Z]+ )?keywords? (?:is|are) used")
_LONG = 60
_TABLES = {
    "wound roll": ("missing.wound-table", "the table of Strength against Toughness (W-020) is stripped"),
    "eye of the ancestors": ("missing.judgement-table", "the table of bonuses by Judgement tokens (W-191) is stripped"),
    "ruthless efficiency": ("missing.cp-table", "the table of CP by Command phase (W-207) is stripped"),
}
_DETACHMENT = " Detachment"


class Rules(msgspec.Struct, frozen=True):
    """What stands below the datasheet."""

    sections: tuple[RuleSection, ...]
    stratagems: tuple[Stratagem, ...]
    detachment_abilities: tuple[DetachmentAbility, ...]


class _Open(msgspec.Struct):
    """A section while it is read."""

    heading: str
    line: int
    lines: list[str]
    long: set[str]


class _Reader:
    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.sections: dict[str, _Open] = {}
        self.stratagems = Stratagems(findings)
        self.abilities: list[DetachmentAbility] = []
        self.long: dict[str, int] = {}
        self.current: _Open | None = None

    def read(self, lines: list[Line], *, detachment: bool) -> None:
        """Read a run of lines; with ``detachment`` it begins with names of detachment abilities."""
        self.current = None
        place = 0
        while detachment and place < len(lines) and self._is_name(lines, place):
            self.abilities.append(DetachmentAbility(lines[place].text, line=lines[place].number))
            place += 1
        while place < len(lines):
            line = lines[place]
            if self.stratagems.starts(lines, place):
                place = self.stratagems.take(lines, place)
                self.current = None
                continue
            place += 1
            if self._is_role(line):
                self._add(line)
            elif is_heading(line):
                self._heading(line)
            elif _LIST.fullmatch(folded(line.text)):
                self._open(line)
                self._hole(line)
            else:
                self._line(line)

    @staticmethod
    def _is_name(lines: list[Line], place: int) -> bool:
        """A heading directly above another heading (or at the end) is a name alone, without a text of its own here."""
        return (
            is_heading(lines[place])
            and not Stratagems.starts(lines, place)
            and (place + 1 == len(lines) or is_heading(lines[place + 1]))
        )

    def _is_role(self, line: Line) -> bool:
        """A battlefield role is a sub-heading inside a list of datasheets."""
        inside = self.current is not None and (bool(_LIST.fullmatch(folded(self.current.heading))) or self._is_army_list())
        return inside and folded(line.text) in ROLES

    def _is_army_list(self) -> bool:
        return self.current is not None and folded(self.current.heading) == "army list"

    def _heading(self, line: Line) -> None:
        text = line.text
        if text.endswith(_DETACHMENT) and self.current is not None and not self.current.lines:
            self._detachment(self.current.heading, text.removesuffix(_DETACHMENT))
            self.current.lines.append(text)
            return
        self._open(line)

    def _detachment(self, name: str, detachment: str) -> None:
        self.abilities = [
            msgspec.structs.replace(ability, detachment=detachment) if folded(ability.name) == folded(name) else ability
            for ability in self.abilities
        ]

    def _open(self, line: Line) -> None:
        key = folded(line.text)
        known = self.sections.get(key)
        if known:
            text = f"the heading {shown(line.text)} of line {known.line} comes again: its text goes on there"
            self.findings.add("repaired.repeated-heading", line.number, text)
        self.current = self.sections.setdefault(key, _Open(line.text, line.number, [], set()))

    def _line(self, line: Line) -> None:
        if self.current is None:
            self.findings.add("unread.text", line.number, f"stands under no heading: {shown(line.text)}")
            return
        if line.is_row and not any(line.cells):
            self._table(line, self.current)
            return
        text = plain(line.text)
        first = self.long.setdefault(text, line.number) if len(text) >= _LONG else line.number
        if text in self.current.long and first != line.number:
            self.findings.add("repaired.repeated", line.number, f"this paragraph stands in line {first} too: loaded once")
            return
        if first != line.number:
            text = f"this paragraph stands in line {first} too, under another heading: kept under both"
            self.findings.add("note.repeated", line.number, text)
        self.current.long.add(text)
        self._hole(line)
        self._add(line)

    def _add(self, line: Line) -> None:
        if self.current is not None:
            self.current.lines.append(("- " if line.bullet else "") + plain(line.text))

    def _table(self, line: Line, section: _Open) -> None:
        code, text = _TABLES.get(
            folded(section.heading), ("missing.table", f"a table under {shown(section.heading)} is stripped")
        )
        self.findings.add(code, line.number, text)

    def _hole(self, line: Line) -> None:
        if _HOLE.search(line.text):
            text = f"a word is stripped, probably a faction keyword: {shown(line.text)}"
            self.findings.add("missing.faction-word", line.number, text)

    def finish(self) -> Rules:
        """Name lists and sections that are empty, and hand everything out."""
        for section in self.sections.values():
            named = [text for text in section.lines if folded(text) not in ROLES]
            if _LIST.fullmatch(folded(section.heading)) and not named:
                text = f"the list of datasheets is stripped: {shown(section.heading)}"
                self.findings.add("missing.keyword-list", section.line, text)
            elif not section.lines:
                self.findings.add("missing.rule-text", section.line, f"no text under the heading {shown(section.heading)}")
        sections = tuple(RuleSection(part.heading, part.line, tuple(part.lines)) for part in self.sections.values())
        return Rules(sections, self.stratagems.all(), tuple(self.abilities))


def read_rules(runs: list[tuple[bool, tuple[Line, ...]]], findings: Findings) -> Rules:
    """The rule texts of a page.

    Args:
        runs: stretches of lines, each with whether it stands below DETACHMENT ABILITY.
        findings: takes defects (stripped tables, empty lists, holes) and repairs (repeated paragraphs).
    """
    reader = _Reader(findings)
    for detachment, lines in runs:
        reader.read(list(lines), detachment=detachment)
    return reader.finish()
