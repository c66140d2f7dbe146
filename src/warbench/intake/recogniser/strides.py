"""Striding: texts by which a model walks over others and through terrain, understood phrase by phrase, with nothing left over.

They stand on datasheets under many names, and as the rule Super-heavy Walker of several factions and of the catalogues.
"""

import re

import msgspec

from warbench.games.w40k10.unit_rules import STRIDES, STRIDES_HIGH, STRIDING
from warbench.rules.effects import Permit
from warbench.sheets.datasheet import Ability

_WHEN = r"each time (?:this model|a model with this ability) makes an? normal, advance or fall back move"
_MODELS = r"(?:other )?models \(excluding titanic models\)"
_LOW = r'(?:sections of )?terrain features that are 4" or less in height'
_HIGH = r'(?:sections of )?terrain features that are more than 4" in height'
_NEAR = r"it can move within engagement range of enemy models"
_END = r"(?:but )?cannot end that move within engagement range of them"
_RISK = r"(?:but )?if it does, after it has moved, roll one d6: on a 1, (?:that|this) model is battle-shocked"
_PHRASES = {
    "over": rf"{_WHEN}, it can move over {_MODELS} and {_LOW} as if they were not there",
    "through": rf"{_WHEN}, it can move through {_MODELS} and {_LOW}",
    "doing": r"when doing so",
    "near": rf"{_NEAR}, {_END}",
    "high": rf"it can also move through {_HIGH}, {_RISK}",
}
_PHRASE = {name: re.compile(phrase) for name, phrase in _PHRASES.items()}

_WHOLE = {
    ("over",): (STRIDES,),
    ("through", "doing", "near", "high"): (STRIDES, STRIDES_HIGH),
}
_BEHEADED = ("near", "high")
"""What one export prints of the rule: without its beginning, which its name says."""

_MARKUP = re.compile(r"\*\*|\^\^|<[^>]{0,200}>")
_PARTS = re.compile(r"(?<!d6)[.:](?=\s|$|it\b)|\s[-■•▪]\s|[■•▪]|(?<=them)(?=it\b)")
_SPACE = re.compile(r"\s+")


_SUMMARY = {
    STRIDES: 'In Normal, Advance and Fall Back moves it passes over models that are not Titanic and terrain up to 4" high.',
    STRIDES_HIGH: "It also goes through higher terrain: then it is Battle-shocked on a D6 of 1.",
}


def strides_of(ability: Ability, text: str) -> Ability | None:
    """An ability with what it permits, if its whole text consists of these phrases; None for any other.

    Args:
        ability: the ability.
        text: the source's own words.
    """
    words = _SPACE.sub(" ", _MARKUP.sub("", text)).casefold().replace("\N{RIGHT DOUBLE QUOTATION MARK}", '"')
    parts = [part.strip(" .:-") for part in _PARTS.split(words)]
    said = tuple(_name_of(part) for part in parts if part)
    if ability.id == STRIDING and said == _BEHEADED:
        said = ("through", "doing", *said)
    what = _WHOLE.get(said)
    if what is None:
        return None
    effects = tuple(Permit(what=each, side="defender") for each in what)
    summary = " ".join(_SUMMARY[each] for each in what)
    return msgspec.structs.replace(ability, effects=effects, summary=summary, touches=("movement",))


def _name_of(part: str) -> str:
    """Which phrase a part of a text is; empty for none of them."""
    return next((name for name, phrase in _PHRASE.items() if phrase.fullmatch(part)), "")
