"""What kind of part it is, and what a type gives its models: read from how the page speaks of it."""

import re

from warbench.intake.heresy3.outline import Section
from warbench.intake.heresy3.reading import PartKind, Sort
from warbench.intake.text.lines import folded, plain

_HAS = re.compile(r"\b(?:has|have) (?:an?|the) ([^.]{1,120}?) Characteristics?\b")
_BETWEEN = re.compile(r", | and ")
_LETTERS = re.compile(r".+ \([A-Z]{1,2}\)")
_TITLES: dict[str, PartKind] = {"cybertheurgic rite": "rite", "new wargear": "wargear"}
_NAMED: tuple[tuple[str, PartKind], ...] = (
    ("special rule", "special rule"),
    ("sub-type", "sub-type"),
    ("type", "type"),
    ("status", "status"),
)


def kind_of(section: Section) -> PartKind:
    """The kind of a part: by its heading, by the labels below it, or by what its own text calls it (H-284)."""
    if section.style == "row":
        return "battlefield role"
    if section.style == "definition":
        measured = _LETTERS.fullmatch(section.heading) or any("This Characteristic" in line.text for line in section.lines)
        return "characteristic" if measured else "rule"
    heading = folded(section.heading)
    titled = _TITLES.get(heading.partition(": ")[0])
    if titled is not None:
        return titled
    texts = [folded(line.text) for line in section.lines]
    if {"trigger", "cost"} <= {text.partition(":")[0] for text in texts}:
        return "reaction"
    if any(is_profile_head(line.cells) for line in section.lines if line.is_row):
        return "wargear"
    return _called(heading, texts)


def sort_of(kind: PartKind) -> Sort:
    """Rule or Special Rule; empty for rites and wargear, of which the page does not say it (H-284)."""
    if kind == "special rule":
        return "special rule"
    return "" if kind in {"rite", "wargear"} else "rule"


def is_profile_head(cells: tuple[str, ...]) -> bool:
    """Whether these are the columns of a table of melee weapons."""
    return {"im", "am", "sm", "ap", "d"} <= {folded(cell) for cell in cells}


def characteristics_of(section: Section, sections: list[Section]) -> tuple[str, ...]:
    """The characteristics that a type or sub-type gives its models, as its own part or any other says it."""
    if kind_of(section) not in {"type", "sub-type"}:
        return ()
    own = {id(line) for line in section.lines}
    bearer = f"with the {folded(section.heading)} "
    lines = (line for each in sections for line in each.lines if id(line) in own or bearer in folded(line.text))
    found = (match for line in lines for match in _HAS.findall(plain(line.text)))
    return tuple(dict.fromkeys(name.strip() for match in found for name in _BETWEEN.split(match) if name.strip()))


def _called(heading: str, texts: list[str]) -> PartKind:
    for word, kind in _NAMED:
        names = (f"the {heading} {word}", *(("with this special rule",) if kind == "special rule" else ()))
        if any(name in text for name in names for text in texts):
            return kind
    # A whole type may be introduced by its plural.
    if any(f"{heading} are a special type of model" in text for text in texts):
        return "type"
    owned = re.compile(rf"\bmodels? with (?:an? )?{re.escape(heading)}\b")
    return "wargear" if any(owned.search(text) for text in texts) else "rule"
