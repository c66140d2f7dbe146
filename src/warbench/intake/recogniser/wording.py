"""An ability's text as the grammar takes it: lower case, one line, with its names marked (``@w[..]``, ``@k[..]``, ``@a[..]``).

Only names that are known are marked: the weapons of the datasheet, the keywords that the game has for everybody and those of the
datasheet itself, weapon abilities. What is not marked is no name to the grammar, so a text with it is not claimed.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from warbench.games.w40k10.keywords import read_keyword
from warbench.games.w40k10.unit_rules import WORDS
from warbench.intake.recogniser.auras import in_usual_words
from warbench.intake.text.lines import plain

COMMON = (
    "aircraft", "artillery", "battleline", "beast", "character", "chaos", "daemon", "drone", "epic hero", "fly", "fortification",
    "imperium", "infantry", "monster", "mounted", "psyker", "swarm", "titanic", "towering", "transport", "tyranids", "vehicle",
    "walker",
)  # fmt: skip
"""Keywords that datasheets of every faction have; a condition on one is understood wherever it stands."""

ACTING = frozenset(
    {"sustained hits", "lethal hits", "devastating wounds", "ignores cover", "lance", "twin-linked", "anti", "assault"}
)
"""The families of weapon abilities that act by themselves when they are granted."""

_SPACE = re.compile(r"\s+")
_CAPITALS = re.compile(r"\b[A-Z][A-Z'-]+(?: [A-Z][A-Z'-]+)*\b")
_SPELLED = re.compile(r"\b(Fly|Infantry|Vehicles?|Monsters?|Characters?|Mounted|Psykers?|Transport|Fortification)\b")
_ABILITY = re.compile(r"\[([^\[\]]{1,40})\]")
_PARTED = re.compile(r"(?<=[a-z])- (?=[a-z])")
_REACHED = re.compile(r"\b(friendly |enemy )([A-Z][A-Z'-]+(?: [A-Z][A-Z'-]+)*)(?= (?:units?|model)\b)")
"""Keywords of the units that an aura reaches may be those of others: what stands there in capitals is a keyword."""
_GIVEN = re.compile(rf"(?<=\bhas the )(?:{'|'.join(sorted(WORDS))})(?= keyword\b)", re.IGNORECASE)
"""A keyword that an item gives is none that the datasheet has already."""
_SELF = re.compile(r"\bthis @k\[(?:psyker|fortification|vehicle|monster|character)\](?! unit)")
_RIDE = re.compile(r"\bthis @k\[transport\]")
_JOINED = r"@k\[([^\]|]*)\](?: unit| model)?"
_OR = re.compile(rf"{_JOINED}(?:, {_JOINED})?(?:, {_JOINED})?,? (?:or|and) @k\[([^\]|]*)\]")
_BOTH = re.compile(r"@k\[([^\]|]*)\] @k\[([^\]|]*)\]")
_TWO = re.compile(r"@a\[([^\]]*)\] and @a\[([^\]]*)\]")
_SLIPS = (
    (re.compile(r"\bunmodifed\b"), "unmodified"),
    (re.compile(r"(?<=subtract \d) form(?= the\b)"), " from"),
    (re.compile(r"(?<=MONSTER) of(?= VEHICLE)"), " or"),
    (re.compile(r"(?<= roll) or(?= 1\b)"), " of"),
)
"""Slips of the pen in known sources, which leave no doubt of what is meant."""

_CONTAINED = re.compile(r"contains |this unit's ", re.IGNORECASE)
_NUMBERS = {"five": "5", "ten": "10"}
_WORD = re.compile(r"\b(?:five|ten)(?= or more models)")


def marked(text: str, weapons: Iterable[str], keywords: Iterable[str], models: Iterable[str] = ()) -> str:
    """The text in the form that the grammar takes.

    Args:
        text: the words of an ability, as the source prints them.
        weapons: the names of the datasheet's weapons, as they are printed.
        keywords: the datasheet's own keywords, lower case.
        models: the names of its kinds of model.
    """
    words = _SPACE.sub(" ", plain(text)).strip()
    words = _PARTED.sub("-", words)
    for slip, meant in _SLIPS:
        words = slip.sub(meant, words)
    names = frozenset((*COMMON, *keywords))
    words = _ABILITY.sub(lambda match: _marked_ability(match, names), words)
    pattern = _weapons(tuple(sorted({name.casefold() for name in weapons}, key=lambda name: (-len(name), name))))
    if pattern is not None:
        words = pattern.sub(lambda match: f"@w[{match[0].casefold()}]", words)
    words = _named_models(words, tuple(sorted(models, key=lambda name: (-len(name), name))))
    words = _GIVEN.sub(lambda match: f"@k[{match[0].casefold()}]", words)
    words = _CAPITALS.sub(lambda match: _marked_keywords(match, names), words)
    words = _REACHED.sub(lambda match: _marked_strangers(match, names), words)
    words = _SPELLED.sub(lambda match: f"@k[{_singular(match[1].casefold())}]", words).casefold()
    while _BOTH.search(words):
        words = _BOTH.sub(r"@k[\1+\2]", words)
    words = _OR.sub(lambda match: f"@k[{'|'.join(filter(None, match.groups()))}]", words)
    words = _TWO.sub(r"@a[\1|\2]", words)
    words = _WORD.sub(lambda match: _NUMBERS[match[0]], words)
    return in_usual_words(_RIDE.sub("this transport", _SELF.sub("this model", words)))


def _named_models(words: str, names: tuple[str, ...]) -> str:
    """The text with the kind of model marked that a unit must contain: one or several of it."""
    if not names or not _CONTAINED.search(words):
        return words
    return _models(names).sub(lambda match: f"{match[1] or ''}@m[{(match[2] or match[4]).casefold()}]", words)


@lru_cache(maxsize=64)
def _models(names: tuple[str, ...]) -> re.Pattern[str]:
    """Finds any of the models' names where a unit contains it, the longest first."""
    told = "|".join(re.escape(name) for name in names)
    return re.compile(
        rf"(?<=contains )((?:an? |one or more )?)({told})s?\b|(?<=this unit's )()({told})(?= model(?: is on|,))", re.IGNORECASE
    )


@lru_cache(maxsize=64)
def _weapons(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """Finds any of the weapons' names, the longest first; not within another word or mark."""
    if not names:
        return None
    told = "|".join(re.escape(name) for name in names)
    return re.compile(rf"(?<![\w\[-])(?:{told})(?![\w\]-])", re.IGNORECASE)


def _marked_ability(match: re.Match[str], names: frozenset[str]) -> str:
    keyword = read_keyword(match[1])
    if keyword is None or keyword.family not in ACTING or (keyword.family == "anti" and keyword.x not in names):
        return match[0]
    return f"@a[{keyword.name.casefold()}]"


def _marked_keywords(match: re.Match[str], names: frozenset[str]) -> str:
    """Capitals as keywords, when all of them are known ones: the longest names first, several side by side if need be."""
    words = match[0].casefold().split()
    found: list[str] = []
    while words:
        for length in range(len(words), 0, -1):
            name = " ".join(words[:length])
            known = next((form for form in (name, _singular(name)) if form in names), None)
            if known is not None:
                found.append(known)
                words = words[length:]
                break
        else:
            return match[0]
    return " ".join(f"@k[{name}]" for name in found)


def _marked_strangers(match: re.Match[str], names: frozenset[str]) -> str:
    """Capitals as a keyword of others: not where a word of them is a known one, for then some of it is spelled in another way."""
    name = match[2].casefold()
    if any(word in names or _singular(word) in names for word in name.split()):
        return match[0]
    return f"{match[1]}@k[{name}]"


def _singular(name: str) -> str:
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name
