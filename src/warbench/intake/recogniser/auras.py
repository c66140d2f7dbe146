"""What texts of auras say in turns of their own, in the words that other abilities use: one unit is near, and is "that unit"."""

import re

LONE = ("armiger", "war dog")
"""Keywords that only units of a single model have: their model is their unit."""

_NEAR = re.compile(r"\b(?:while|whilst) (?:a friendly|an enemy)\b")
_LONE = re.compile(rf"(?<=friendly )(@k\[(?:{'|'.join(LONE)})\]) model\b")
_THAT_LONE = re.compile(rf"that (?:(?:{'|'.join(LONE)}|@k\[(?:{'|'.join(LONE)})\]) )?model(?!\w)")
_UPON = re.compile(
    r"(each time your opponent targets) a unit from their army (with a stratagem), "
    r"if that unit (is within \d+\" of [a-z @\[\]']+), "
)
_TURNS = (
    (re.compile(r"that enemy unit\b"), "that unit"),
    (re.compile(r"that unit's ([a-z ]+) (characteristics?)\b"), r"the \1 \2 of models in that unit"),
    (re.compile(r"(?<=weapons )in that unit"), "equipped by models in that unit"),
    (re.compile(r"(?<=armour penetration)(?= of (?:melee|ranged) weapons)"), " characteristic"),
    (
        re.compile(r"( characteristic)( and subtract \d from the [a-z ]+ characteristic( of models in that unit))"),
        r"\1\3\2",
    ),
)


def in_usual_words(words: str) -> str:
    """A marked text of an aura in other abilities' words; any other text as it is."""
    words = _UPON.sub(r"while an enemy unit \3, \1 that unit \2, ", words)
    if not _NEAR.search(words):
        return words
    if _LONE.search(words):
        words = _THAT_LONE.sub("that unit", _LONE.sub(r"\1 unit", words))
    for turn, usual in _TURNS:
        words = turn.sub(usual, words)
    return words
