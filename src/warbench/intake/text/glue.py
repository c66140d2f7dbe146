"""Lines that lost a break: a sentence, bullet or heading printed straight behind a full stop is a line of its own."""

import re

from warbench.intake.findings import Findings, shown
from warbench.intake.text.lines import Line

# "...this attack.Hazardous", "...below:- Incursion", "...(see below).If": an end of a sentence with no space behind it.
_END = r"(?:(?<=[a-z0-9)\]\"'\u2019\u201d][.!?])|(?<=[A-Z][A-Z]\.))"
_JOIN = re.compile(rf"{_END}(?=[\u2018\u201c\"(\[]?[A-Z][A-Za-z ])|(?:{_END}|(?<=[a-z)\]]:))(?=- \S)")
_MOST_WORDS = 10
_MOST_LETTERS = 80
_SMALL = frozenset(
    {
        "a",
        "an",
        "and",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "of",
        "on",
        "or",
        "the",
        "to",
        "when",
        "with",
        "your",
        "your's",
        "de",
        "la",
    }
)
_NUMBERED = re.compile(r"\d+\. ")
_ROLES = (
    "Battleline",
    "Characters",
    "Character",
    "Epic Heroes",
    "Dedicated Transports",
    "Dedicated Transport",
    "Fortifications",
    "Allied units",
    "Other",
)
ROLES = frozenset(role.casefold() for role in _ROLES)
"""Battlefield roles: the sub-headings of a list of datasheets."""


def unglue(lines: list[Line], findings: Findings) -> list[Line]:
    """The lines with every lost break put back; the pieces keep the number of their line. Findings name each such line."""
    parted: list[Line] = []
    numbers: list[int] = []
    for line in lines:
        pieces = [line.text] if line.is_row else _pieces(line.text)
        parted.append(Line(line.number, pieces[0].strip(), line.bullet, line.depth))
        for piece in pieces[1:]:
            bullet = piece.startswith("- ")
            text = piece.removeprefix("- ").strip()
            if text:
                parted.append(Line(line.number, text, "-" if bullet else "", line.depth, glued=True))
        rest = [piece for piece in pieces[1:] if piece.strip()]
        if rest and is_heading(Line(line.number, rest[-1])):
            text = f"the heading {shown(rest.pop())} is glued to the text before it: parted"
            findings.add("repaired.glued-heading", line.number, text)
        if rest:
            numbers.append(line.number)
    if numbers:
        text = "sentences or list items are glued to the text before them: parted; lines " + ", ".join(map(str, numbers))
        findings.add("repaired.glued-text", numbers[0], text)
    return parted


def is_heading(line: Line) -> bool:
    """Whether the line looks like a heading: a few capitalised words without an end of a sentence."""
    text = _NUMBERED.sub("", line.text, count=1)
    if line.bullet or line.is_row or len(text) > _MOST_LETTERS or not text[:1].isalnum():
        return False
    if text[-1] in ".:;,!?" or any(mark in text for mark in (". ", ": ", "; ")):
        return False
    words = text.replace("/", " ").split()
    if len(words) > _MOST_WORDS or not any(letter.isalpha() for letter in text):
        return False
    return text[0].isupper() and all(not word[0].islower() or word.strip("()") in _SMALL for word in words)


def _pieces(text: str) -> list[str]:
    for role in _ROLES:
        # "collatedBattleline": a role behind a word, without even a full stop.
        if text.endswith(role) and len(text) > len(role) and text[-len(role) - 1].islower():
            return [*_JOIN.split(text[: -len(role)]), role]
    return _JOIN.split(text)
