"""Lists of the datasheets that use a Trait, under the headings of an army list (H-285)."""

from warbench.intake.findings import Findings, listed
from warbench.intake.heresy3.known import known, rule_ids
from warbench.intake.heresy3.outline import LIST, ROLES, Section
from warbench.intake.heresy3.reading import TraitHeading, TraitList
from warbench.intake.text.lines import Line, folded


def read_trait_list(section: Section, line: Line, findings: Findings) -> TraitList:
    """The list of a section; ``line`` is the one that opens it. A list without datasheets is named in ``findings``."""
    opened = LIST.fullmatch(line.text)
    headings: list[TraitHeading] = []
    sheets: list[list[str]] = []
    loose: list[str] = []
    for entry in section.lines:
        if folded(entry.text) in ROLES:
            headings.append(TraitHeading(entry.text, entry.number))
            sheets.append([])
        else:
            (sheets[-1] if sheets else loose).append(entry.text)
    trait, army_list = (opened[1], opened[2]) if opened else (section.heading, "")
    if not any(sheets) and not loose:
        under = f" under {listed([heading.name for heading in headings])}" if headings else ""
        text = f"the datasheets that use the Trait {trait} are stripped from their list{under}"
        findings.add("missing.datasheet-list", section.line, text)
    if loose:
        findings.add("unread.datasheet-list", section.line, f"stands in the list of {trait} under no heading: {listed(loose)}")
    return TraitList(
        trait=trait,
        army_list=army_list,
        line=section.line,
        headings=tuple(
            TraitHeading(heading.name, heading.line, tuple(names)) for heading, names in zip(headings, sheets, strict=True)
        ),
        rules=rule_ids(known().traits.get(folded(trait), ())),
    )
