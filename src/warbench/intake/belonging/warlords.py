"""Whether a model may lead the army, or has to, and whether it may have Enhancements: the sentences that say so."""

import re
from collections.abc import Iterable

import msgspec

from warbench.intake.text.sentences import sentences
from warbench.sheets.datasheet import Datasheet

_NEVER = re.compile(
    r"this model cannot be (?:selected (?:as|to be) )?your warlord(?P<more> and cannot be given enhancements)?\.?"
)
_BARE = re.compile(r"this model cannot be given enhancements\.?")
_MUST = re.compile(r"if this (?:model|unit) is in your army, (?:it|its [^.,]+? model) must be your warlord\.?")
_BINDS = re.compile(r"\b(?:cannot|must)\b")
_LORD = "your warlord"


def with_warlord(sheet: Datasheet, texts: Iterable[str], notes: list[str]) -> Datasheet:
    """The datasheet with what its texts say of it as the Warlord.

    Args:
        sheet: the datasheet.
        texts: the texts of its abilities.
        notes: takes what was not understood.
    """
    for sentence in (each for text in texts for each in sentences(text)):
        if never := _NEVER.fullmatch(sentence):
            sheet = msgspec.structs.replace(sheet, warlord="never", unenhanced=sheet.unenhanced or bool(never["more"]))
        elif _BARE.fullmatch(sentence):
            sheet = msgspec.structs.replace(sheet, unenhanced=True)
        elif _MUST.fullmatch(sentence):
            sheet = msgspec.structs.replace(sheet, warlord="must")
        elif _BINDS.search(sentence.rpartition(_LORD)[0]):
            notes.append(f"whether it may lead the army is not understood: {sentence}")
    return sheet
