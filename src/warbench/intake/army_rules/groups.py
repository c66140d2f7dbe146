"""Whom a rule means: keywords in capitals, parted by commas and "or", with what is excluded; and the entries of its lists."""

import re

from warbench.games.w40k10.battle.army_rules.rules import Group
from warbench.intake.text.sentences import names_in

_WORD = r"[A-Z\u00c0-\u00de][A-Z\u00c0-\u00de'\-]*[A-Z\u00c0-\u00de]"
KEY = rf"{_WORD}(?: {_WORD})*"
"""Keywords in a row."""

KEYS = rf"{KEY}(?:(?:, | and/or |,? and |,? or ){KEY})*"
"""Several rows of keywords, of which each or any is meant."""

EXCLUDING = rf"(?: [(\[]excluding (?P<never>{KEYS})(?: units| models)?[)\]])"
"""Who is left out."""

_PARTS = re.compile(r", and |, or | and/or |, | and | or ")
_SEE = re.compile(r" \(see [^()]+\)$")
_UNITS = re.compile(r" (?:units?|models?)$")
_HEROES = re.compile(r"\bheroes\b")
_MOST_LETTERS = 60


def rows_of(text: str) -> tuple[str, ...]:
    """The rows of keywords of such a text, in lower case."""
    return tuple(_row(each) for each in _PARTS.split(text) if each)


def group_of(text: str, never: str | None = None, beside: str = "") -> Group:
    """A group of those keywords, without others; ``beside`` are keywords that all of them have as well."""
    before = f"{_row(beside)} " if beside else ""
    return Group(tuple(f"{before}{each}" for each in rows_of(text)), rows_of(never) if never else ())


def listed(items: tuple[str, ...], beside: str = "") -> Group | None:
    """A group of the entries of a list, keywords or names of datasheets; None when an entry is something else."""
    names = [_UNITS.sub("", _SEE.sub("", each.strip(" .;"))) for each in items]
    if not names or any(not _is_name(name) for name in names):
        return None
    before = f"{_row(beside)} " if beside else ""
    return Group(tuple(f"{before}{_row(name)}" for name in names))


def parted(text: str) -> tuple[str, ...]:
    """The entries of a list in one line, parted by semicolons, else by commas."""
    return tuple(each.strip() for each in text.split(";")) if ";" in text else names_in(text)


def _is_name(name: str) -> bool:
    return 1 < len(name) <= _MOST_LETTERS and name[0].isupper() and not re.search(r"[.:,|]", name)


def _row(text: str) -> str:
    return _HEROES.sub("hero", text.casefold()).strip()
