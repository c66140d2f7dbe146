"""Footnotes of wargear options: what a note such as "* Maximum 1 per model." bounds, and what that changes in the options.

Like the rest of the grammar it is conservative: a note is understood entirely or not at all.
"""

import re
from collections.abc import Iterator

import msgspec

from warbench.intake.text.items import NUMBER, NotUnderstood, Words, alternatives, number
from warbench.intake.text.lines import folded
from warbench.sheets.options import Cap

_TIMES = {"once": 1, "twice": 2, "three times": 3}
_OFTEN = rf"more than ({'|'.join(_TIMES)})"
_SAME = "you cannot select the same (?:weapon|option)(?: from this list)?"
_MARKS = re.compile(r"\*+|\N{DAGGER}+|\N{DOUBLE DAGGER}+")
_NOTE = re.compile(r"(\*+|\N{DAGGER}+|\N{DOUBLE DAGGER}+) ?(.*)", re.DOTALL)

_REMARKS = re.compile(r"(?:the rules for .{1,80} can be found on .*|designer's note:.*)", re.IGNORECASE)
_KEEP = re.compile(r"(?:that|this) (?:model's )?(.{1,60}?) cannot (?:then )?be replaced", re.IGNORECASE)
_PER_UNIT = re.compile(
    rf"{_SAME} {_OFTEN} per unit"
    rf"(?:,? unless (?:it|this unit) contains {NUMBER} models, in which case {_SAME} {_OFTEN} per unit)?",
    re.IGNORECASE,
)
_EACH_ONCE = re.compile(r"you can only select each of these (?:options|weapons) once per unit", re.IGNORECASE)
_PER_MODELS = re.compile(rf"to a maximum of {NUMBER} per {NUMBER} models in (?:this|the) unit", re.IGNORECASE)
_EITHER = re.compile(
    r"(?:(?:a|the same) model can only take one of these options"
    r"|these options cannot be taken on the same model"
    r"|you cannot select both of these options for the same model"
    r"|the same model cannot be equipped with more than one of these wargear options)"
    r"(?:, and cannot be equipped with (.{1,120}))?",
    re.IGNORECASE,
)
_SINGLE = re.compile(
    r"(?:maximum (?:1|one) per model"
    r"|(?:this|each) model cannot have duplicates of these (?:pieces|items) of wargear)",
    re.IGNORECASE,
)
_RANGED = re.compile(rf"(?:this|each) model cannot be equipped with more than {NUMBER} ranged weapons?", re.IGNORECASE)
_PISTOL = re.compile(
    r"this model can only be equipped with two ranged weapons if one of them is a pistol \(and it can only have one pistol\)",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"this model can only be equipped with two ranged weapons if one of them is (.{1,60}) and the other is (?:either )?(.{1,90})",
    re.IGNORECASE,
)
_BOTH = re.compile(r"(?:no|this) model (?:can|cannot) be equipped with both (.{1,120}?)(?: at the same time)?", re.IGNORECASE)
_MOST = re.compile(rf"(?:this model|it) cannot be equipped with more than {NUMBER} (.{{1,60}})", re.IGNORECASE)


class Note(msgspec.Struct, frozen=True):
    """What a footnote says of the lines or items that bear its mark.

    ``keep``: an item that is not replaced beside them (``weapon``: they themselves are not). ``limit`` of each in the unit, for
    every ``per`` models. ``either``: a model uses one of the lines only, and has none of ``barred``. ``single``: a model has one
    of each at most. ``caps`` bound a model's items. A note without any of these bounds nothing.
    """

    keep: str = ""
    limit: int = 0
    per: int = 0
    either: bool = False
    barred: tuple[str, ...] = ()
    single: bool = False
    caps: tuple[Cap, ...] = ()


def unmarked(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without the marks of footnotes, and the marks that it had."""
    return _MARKS.sub("", text), tuple(dict.fromkeys(_MARKS.findall(text)))


def note_of(text: str) -> tuple[str, str] | None:
    """The mark and the text of a footnote; None when the line is none."""
    match = _NOTE.fullmatch(text)
    return (match[1], match[2].strip()) if match else None


def read_note(text: str, words: Words) -> Note:
    """What a footnote says.

    Args:
        text: the note without its mark.
        words: what is known of the unit; its ranged weapons and pistols for notes about these.

    Raises:
        NotUnderstood: when it is not understood.
    """
    text = text.strip().rstrip(". ")
    if _REMARKS.fullmatch(text):
        return Note()
    if match := _PER_UNIT.fullmatch(text):
        note = _per_unit(match, words)
    elif _EACH_ONCE.fullmatch(text):
        note = Note(limit=1)
    elif match := _PER_MODELS.fullmatch(text):
        note = Note(limit=number(match[1]) or 1, per=number(match[2]) or 1)
    elif match := _EITHER.fullmatch(text):
        note = Note(either=True, barred=_named(match[1], words) if match[1] else ())
    elif _SINGLE.fullmatch(text):
        note = Note(single=True)
    elif match := _KEEP.fullmatch(text):
        note = Note(keep=match[1])
    else:
        note = Note(caps=tuple(_caps(text, words)))
    return note


def _per_unit(match: re.Match[str], words: Words) -> Note:
    once = _TIMES[match[1].casefold()]
    if match[2] is None:
        return Note(limit=once)
    size, often = number(match[2]) or 1, _TIMES[match[3].casefold()]
    # "Once, in a unit of 20 twice": once for every 10, as long as no unit is smaller than 10.
    per = size // often
    if often % once or words.smallest < per or words.largest > size:
        raise NotUnderstood("a bound that does not grow with the unit")
    return Note(limit=once, per=per * once)


def _caps(text: str, words: Words) -> Iterator[Cap]:
    pistols, ranged = words.pistols, words.ranged
    if _PISTOL.fullmatch(text):
        yield from _checked(Cap(pistols, 1), Cap(tuple(item for item in ranged if item not in pistols), 1))
    elif match := _PAIR.fullmatch(text):
        one, other = _named(match[1], words), _named(match[2], words)
        mates = {folded(item) for item in (*one, *other)}
        rest = tuple(item for item in ranged if folded(item) not in mates)
        yield from _checked(Cap((*one, *rest), 1), Cap((*other, *rest), 1))
    elif match := _RANGED.fullmatch(text):
        yield from _checked(Cap(ranged, number(match[1]) or 1))
    else:
        for sentence in re.split(r"\. (?=This|It|No)|, and (?=it cannot)", text):
            if match := _BOTH.fullmatch(sentence):
                yield from _checked(Cap(_named(match[1], words), 1))
            elif match := _MOST.fullmatch(sentence):
                yield from _checked(Cap(_named(match[2], words), number(match[1]) or 1))
            else:
                raise NotUnderstood(f"cannot tell what the note {sentence!r} bounds")


def _checked(*caps: Cap) -> Iterator[Cap]:
    if not all(cap.items for cap in caps):
        raise NotUnderstood("a note about weapons of a kind that are not known")
    yield from caps


def _named(text: str, words: Words) -> tuple[str, ...]:
    """The items of "a X and a Y", "either X or Y"."""
    found = alternatives(text.removeprefix("either "), words)
    if found is None or any(part.count > 1 for items in found for part in items):
        raise NotUnderstood(f"cannot tell which items {text!r} are")
    return tuple(part.item for items in found for part in items)
