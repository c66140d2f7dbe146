"""Texts of rules made plain for the grammars that read them whole: in one line, without marks, sentence by sentence."""

import re
from functools import lru_cache

from warbench.intake.text.lines import plain


@lru_cache(maxsize=128)  # several grammars look at the same texts, datasheet by datasheet
def flat(text: str) -> str:
    """A text in one line and lower case, without marks, its commas and full stops where they belong."""
    bare = re.sub(r"[*^\N{BLACK SQUARE}\N{BULLET}]", " ", plain(text).casefold())
    return re.sub(r" (?=[,.)])", "", re.sub(r"\s+", " ", bare)).strip()


def names_in(words: str) -> tuple[str, ...]:
    """The names of a list in words: ``one, another or a third``."""
    return tuple(name for part in re.split(r", or |, | or ", words) if (name := part.strip()))


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, each made plain."""
    return tuple(re.split(r"(?<=\.) ", flat(text)))
