"""Small grammars that several readers share: lists of types and traits, whole numbers."""

import re

_WORD = re.compile(r"\[?[A-Z][\w-]*(?: [A-Z][\w-]*)*\]?")
_CATEGORY = re.compile(r"(Type|Sub-Type|Trait)s?")
_WHOLE = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def named(text: str, *categories: str) -> tuple[str, ...]:
    """The names before Type, Sub-Type and Trait: "Walker Type or the Lacrymaerta or Reductor Trait" has three.

    Args:
        text: a clause without anything else of capitals in it.
        categories: only names of these; all when there are none.
    """
    found: list[str] = []
    waiting: list[str] = []
    for match in _WORD.finditer(text):
        words = match.group().split(" ")
        category = _CATEGORY.fullmatch(words[-1])
        if category is None:
            waiting.append(match.group())
            continue
        if words[:-1]:
            waiting.append(" ".join(words[:-1]))
        if not categories or category[1] in categories:
            found += waiting
        waiting = []
    return tuple(dict.fromkeys(found))


def whole(text: str) -> int | None:
    """A whole number in digits or as a small word; None when it is none."""
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) <= 6:  # noqa: PLR2004 -- no rule has a longer number
        return int(text)
    return _WHOLE.get(text.casefold())
