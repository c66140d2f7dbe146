"""Slips of the pen in lines of wargear options that have only one sense, put right, and other words for the usual ones."""

import re

_SLIPS = (
    (re.compile(r"replaced with equipped with "), "replaced with "),
    (re.compile(r"\bwith with\b"), "with"),
    (re.compile(r"\bcan replaced with\b"), "can be replaced with"),
    (re.compile(r"\bcan be replace with\b"), "can be replaced with"),
    (re.compile(r"\bcan be equipped (?=\d)"), "can be equipped with "),
    (re.compile(r"(can each have their .{1,80}) can be replaced with"), r"\1 replaced with"),
    (re.compile(r"^(This model's [^.]{1,80}(?<! be)) replaced with(?!.* can )"), r"\1 can be replaced with"),
    (re.compile(r"\bcan take duplicate$"), "can take duplicates"),
    (re.compile(r"\bThe some model\b"), "The same model"),
    (re.compile(r"\bone (?=1 )"), ""),
    (re.compile(r":{2,}"), ":"),
    (re.compile(r"following;"), "following:"),
    (re.compile(r"(\d) different (?=models\b)"), r"\1 "),
)
_OTHER_WORDS = (
    (re.compile(r"^All of the models\b"), "All models"),
    (re.compile(r"\bthis unit's (?=[A-Z])"), "the "),
    (re.compile(r" in addition to any other weapons(?=:?$)"), ""),
    (re.compile(r"\b(this|the) unit contains only (?=\d)"), r"\1 unit contains "),
)


def corrected(text: str) -> str:
    """The text without slips; unchanged when it has none."""
    for pattern, better in _SLIPS:
        text = pattern.sub(better, text)
    return text


def usual(text: str) -> str:
    """The text in the words that the grammar knows."""
    for pattern, better in _OTHER_WORDS:
        text = pattern.sub(better, text)
    return text
