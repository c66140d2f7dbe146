"""The reader of a page of rules of The Horus Heresy, 3rd edition: puts the parts together."""

from pathlib import Path

from warbench.intake.errors import ReadError
from warbench.intake.findings import Findings
from warbench.intake.heresy3 import book
from warbench.intake.heresy3.kinds import kind_of
from warbench.intake.heresy3.lost import say_lost, take_lost
from warbench.intake.heresy3.outline import Section, outline
from warbench.intake.heresy3.reactions import read_reaction, say_misprints, say_undefined
from warbench.intake.heresy3.reading import FORMAT, Part, Passage, RulesReading, TraitList
from warbench.intake.heresy3.rites import COSTS, read_costs, read_rite
from warbench.intake.heresy3.statements import read_part, say_missing_parts
from warbench.intake.heresy3.trait_lists import read_trait_list
from warbench.intake.heresy3.wargear import read_wargear
from warbench.intake.text.glue import unglue
from warbench.intake.text.lines import Line, folded

GAME = "heresy3"
LEAST_KNOWN = 3
MOST_SECTIONS = 2_000
LOOKED_FOR = (
    'rules such as "Fortification", "Emplacement", "Cybertheurgic Rite: ...", a table of books (Book, Kind, Edition, Version)'
)


def read(lines: list[Line], file: Path, findings: Findings) -> RulesReading:
    """What a page of rules holds: its parts, and rites, wargear, reactions and lists as data.

    Raises:
        ReadError: when hardly a part of it is known, or when it has more headings than any page.
    """
    openings = {line.number: line for line in lines}
    sections = outline(unglue(lines, findings), findings)
    if len(sections) > MOST_SECTIONS:
        raise ReadError(file, f"has more than {MOST_SECTIONS:,} headings; a page of rules has about a hundred")
    tables = [section for section in sections if section.style != "list"]
    books = next((section for section in tables if folded(section.heading) == book.HEADING), None)
    tables = [section for section in tables if section is not books]
    # Each section's lines without the marks of lost tables; those marks are named once.
    kept = [Section(one.heading, one.line, one.style, take_lost(one, findings), one.last_line) for one in tables]
    rites = [read_rite(section, findings) for section in kept if kind_of(section) == "rite"]
    parts: list[Part] = []
    for section in kept:
        rest = section.lines
        if folded(section.heading) == COSTS:
            rites, rest = read_costs(section, rites, findings)
        parts.append(read_part(section, rest, kept, findings))
    if sum(part.known for part in parts) < LEAST_KNOWN:
        raise ReadError(
            file, f"is a page of The Horus Heresy (3rd edition), but no rules are found in it; looked for {LOOKED_FOR}"
        )
    reactions = tuple(read_reaction(section, findings) for section in kept if kind_of(section) == "reaction")
    say_undefined(kept, reactions, findings)
    say_misprints(kept, findings)
    say_missing_parts(kept, findings)
    say_lost(tables, parts, findings)
    return RulesReading(
        format=FORMAT,
        source=str(file),
        game=GAME,
        title=sections[0].heading,
        book=book.read_book(books, findings),
        parts=tuple(parts),
        rites=tuple(rites),
        wargear=read_wargear([section for section in kept if kind_of(section) == "wargear"], findings),
        reactions=reactions,
        trait_lists=_lists(sections, openings, findings),
        texts=tuple(Passage(one.heading, one.line, tuple(line.text for line in one.lines)) for one in kept if one.lines),
        findings=findings.all(),
    )


def _lists(sections: list[Section], openings: dict[int, Line], findings: Findings) -> tuple[TraitList, ...]:
    lists = (section for section in sections if section.style == "list")
    return tuple(read_trait_list(section, openings[section.line], findings) for section in lists)
