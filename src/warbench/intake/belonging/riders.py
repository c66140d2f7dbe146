"""Who may ride in a transport, from the sentence that gives its capacity: keywords that are all needed, or one of several.

Alternatives ("A INFANTRY or A MOUNTED") become needs that must all hold: A, and "infantry or mounted".
"""

import itertools
import re
from math import prod

_TYPES = frozenset({"infantry", "mounted", "vehicle", "monster", "beast", "beasts", "swarm", "character", "walker", "bikers"})
_FOOT = ("infantry",)
# "1 X or 2 Y", "20 X and 1 Y", and the names of a list.
_BETWEEN = re.compile(r",? or |, | and ")
_NO_NAMES = re.compile(r"\b(?:models?|units?|of|from|the following|all)\b|[\d:]")
_IN_LIST = re.compile(r",? (?:or|and) |, ", re.IGNORECASE)
_MODELS = re.compile(r" models?\b", re.IGNORECASE)
# In lower case: "THE HERMIT" is a name.
_ARTICLE = re.compile(r"^(?:the|each) ")
_WOUNDS = re.compile(r" with a .+")
_MOST_NEEDS = 30


def capitals(text: str) -> list[str]:
    """The keywords in a sentence: runs of words in capitals, in lower case; "<FACTION>" stands for the army's own."""
    runs: list[str] = []
    run: list[str] = []
    for word in [*text.replace(",", " , ").split(), ""]:
        bare = word.strip("().:")
        if len(bare) > 1 and bare.isupper() and not bare.startswith("<"):
            run.append(bare.casefold())
        elif run:
            # "LEAGUES OF VOTANN INFANTRY" are a name and a type, "... INFANTRY CHARACTER" a name and two types.
            types: list[str] = []
            while len(run) > 1 and run[-1] in _TYPES:
                types.insert(0, run.pop())
            runs += [" ".join(run), *types]
            run = []
    return runs


def names_of(text: str) -> list[str]:
    """The names in a list, in lower case: "A, B or the C models" are a, b and c, capitals or not."""
    parts = _IN_LIST.split(_MODELS.sub("", text))
    return [name for part in parts if (name := _ARTICLE.sub("", part.strip(" .^")).casefold())]


def needs_of(text: str) -> tuple[str, ...]:
    """The keywords that a rider needs, each of them, "a or b" being either; empty where the text does not say it.

    Args:
        text: what stands after the number: " A INFANTRY or B models".
    """
    text = _WOUNDS.sub("", text)
    if not capitals(text):
        # Some texts write no keyword in capitals.
        text = _NO_NAMES.sub(" ", text).upper().replace(" OR ", " or ").replace(" AND ", " and ")
    options = [tuple(found) for part in _BETWEEN.split(text) if (found := capitals(part))]
    if len(options) > 1 and _types(options[-1]) == _FOOT and not any(map(_types, options[:-1])):
        # "A or B INFANTRY": both are.
        options = [(*option, *_FOOT) for option in options[:-1]] + options[-1:]
    return _all_of(options) if options else ()


def _types(option: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in option if word in _TYPES)


def _all_of(options: list[tuple[str, ...]]) -> tuple[str, ...]:
    """One of several options, each several keywords, as keywords that are all needed; empty where these would be too many."""
    shared = [word for word in options[0] if all(word in option for option in options)]
    rest = [[word for word in option if word not in shared] for option in options]
    if not all(rest):
        return tuple(dict.fromkeys(shared))
    if prod(map(len, rest)) > _MOST_NEEDS:
        return ()
    either = (" or ".join(dict.fromkeys(words)) for words in itertools.product(*rest))
    return tuple(dict.fromkeys((*shared, *either)))
