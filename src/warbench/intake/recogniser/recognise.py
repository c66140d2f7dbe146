"""The hook: a datasheet as it was read, with the effects of those of its abilities whose texts are understood."""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache

import msgspec

from warbench.intake.recogniser.claims import claimed
from warbench.intake.recogniser.meaning import Meaning, meaning_of
from warbench.intake.recogniser.phrases import NotUnderstoodError
from warbench.intake.recogniser.wholes import selects, strides_of
from warbench.intake.recogniser.wording import marked
from warbench.sheets.datasheet import Ability, Datasheet

LONGEST = 600
"""No text that is understood is longer, so no longer one is looked at."""

_CHOICE = re.compile(
    r"\b(?:select|choose)\b[^.]{0,90}\babilit(?:y|ies)\b(?! that| of)|abilities (?:below|above|opposite|section)"
    r"|of the following abilities|\b(?:ability|abilities) (?:section|below)",
    re.IGNORECASE,
)

_OTHERS = frozenset({"datasheet", "wargear"})


def recognise(sheet: Datasheet, texts: Mapping[str, str], but_not: Collection[str] = ()) -> Datasheet:
    """The datasheet with effects for the abilities that are understood in full; those that have effects already stay.

    Core and faction abilities are known by name, so their texts are not looked at; but what Super-heavy Walker says, it
    says in several ways and under several names.

    Args:
        sheet: a datasheet of the 10th edition.
        texts: the source's own words by the name of the ability.
        but_not: the ids of abilities that do not act by themselves, whatever they say.
    """
    if any(_CHOICE.search(texts.get(ability.name, "")) for ability in sheet.abilities if ability.kind in _OTHERS):
        # One of its abilities hands out others of the page: which of them act is not plain from their own words.
        return sheet
    abilities = tuple(
        ability if ability.id in but_not else _recognised(ability, sheet, texts.get(ability.name, ""))
        for ability in sheet.abilities
    )
    return sheet if abilities == sheet.abilities else msgspec.structs.replace(sheet, abilities=abilities)


def _recognised(ability: Ability, sheet: Datasheet, text: str) -> Ability:
    if ability.acts or not text or len(text) > LONGEST:
        return ability
    if (strider := strides_of(ability, text)) is not None:
        return strider
    if ability.kind not in _OTHERS:
        return ability
    weapons, models = (weapon.name for weapon in sheet.weapons), (model.name for model in sheet.models)
    own = (word for model in sheet.models for word in model.keywords)
    words = marked(text, weapons, (*sheet.keywords, *sheet.faction_keywords, *own), models)
    meaning = selects(text) or _read(words)
    if meaning is None:
        return ability
    try:
        return claimed(ability, meaning, sheet)
    except NotUnderstoodError:
        return ability


@lru_cache(maxsize=4096)
def _read(words: str) -> Meaning | None:
    """What marked words mean; None when they are not understood. Many datasheets print the same."""
    # The parser is loaded when something is imported, not with every command that looks a datasheet up.
    from warbench.intake.recogniser.grammar import phrases_of  # noqa: PLC0415

    try:
        return meaning_of(phrases_of(words))
    except NotUnderstoodError:
        return None
