"""The screen of a page that was read: its datasheet, its stratagems and rules, and what there is to say about the reading."""

from warbench.cli.paper import DIM, MARK, Column, Paper, Part, Span, count
from warbench.cli.sheet_view import show_sheet
from warbench.intake import Finding, PageReading
from warbench.intake.findings import of_group, still_missing
from warbench.intake.pages.reading import Stratagem

_GROUPS = (
    ("unread", "Not understood"),
    ("differs", "The page disagrees with bundled facts (the page is kept)"),
    ("missing", "The page lacks"),
    ("completed", "Completed from bundled facts"),
    ("repaired", "Repaired"),
    ("note", "Notes"),
)


def show_reading(paper: Paper, reading: PageReading, *, texts: bool = False) -> None:
    """Show a reading; with ``texts`` also the page's own words."""
    show_sheet(paper, reading.datasheet, reading.texts if texts else {})
    if reading.stratagems:
        _stratagems(paper, reading, texts=texts)
    if reading.detachment_abilities:
        paper.head("Detachment abilities")
        for ability in reading.detachment_abilities:
            paper.item(ability.name + (f" ({ability.detachment})" if ability.detachment else ""))
    if reading.rules:
        paper.head("Rules on the page", count(len(reading.rules), "section"))
        if texts:
            for section in reading.rules:
                paper.line(Span(section.heading, MARK), indent=2)
                for line in section.lines:
                    paper.line(line, indent=4)
        else:
            paper.line(", ".join(section.heading for section in reading.rules), indent=2)
    show_findings(paper, reading.findings)


def _stratagems(paper: Paper, reading: PageReading, *, texts: bool) -> None:
    paper.head("Stratagems on the page")
    if not texts:
        rows: list[list[Part]] = [[one.name, f"{one.cost} CP", one.group, Span(one.kind, DIM)] for one in reading.stratagems]
        paper.table([Column(), Column(right=True), Column(cuts=True), Column(cuts=True)], rows)
        return
    for one in reading.stratagems:
        paper.line(Span(one.name, MARK), f"  {one.cost} CP  {one.group}, {one.kind}", indent=2)
        paper.table([Column(), Column(wraps=True)], _told(one), indent=4)


def _told(one: Stratagem) -> list[list[Part]]:
    parts = (("when", one.when), ("target", one.target), ("effect", one.effect), ("restrictions", one.restrictions))
    return [[Span(name, DIM), text] for name, text in parts if text]


def show_findings(paper: Paper, findings: tuple[Finding, ...]) -> None:
    """Show what there is to say about a reading, by group."""
    unfilled = still_missing(findings)
    for group, title in _GROUPS:
        found = of_group(findings, group)
        if not found:
            continue
        paper.head(title)
        for finding in found:
            was_filled = finding.group == "missing" and finding not in unfilled
            paper.item(_said(finding) + (" (completed below)" if was_filled else ""))


def _said(finding: Finding) -> str:
    where = f"line {finding.line}: " if finding.line is not None else ""
    return f"{where}{finding.text.removeprefix('completed from bundled facts: ')}"
