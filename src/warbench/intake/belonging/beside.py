"""Beside whom a leader joins a unit: a small grammar of the sentences that say so, at leaders and at units that take several.

A text is understood whole or not at all: then a note says so, and the leader joins beside nobody.
"""

import re
from collections.abc import Iterable, Mapping

import msgspec

from warbench.intake.belonging.gear import read_gear
from warbench.intake.text.sentences import flat, names_in
from warbench.sheets.datasheet import Datasheet, JoinsBeside, TakesLeaders

_PARTED = (
    r"(?:if (?:you do|it is|it does)|in such cases), ?(?:and |if )(?:that bodyguard|this) unit is destroyed, "
    r"the leader units attached to it become separate units,? with their original starting strengths?\.?"
)
_ELSE = (
    r"(?: if it is not possible to attach this model to a unit, "
    r"it does not take part in the battle and counts as having been destroyed\.?)?"
)
_ABOVE = r"one of the above units|the above unit|one of the units on the left|a unit it can lead(?: units)?|a unit"
_ONE_EACH = (
    r" \(you cannot attach more than one of the same leader to the same unit\)|"
    r" \(a unit cannot have two [^()]+ attached to it\)"
)
_BESIDE = re.compile(
    r"(?:if this model is not already attached to a unit, )?"
    r"(?:you (?:can|must) attach this (?:model|unit)(?: to)?|this model can be attached to) "
    rf"(?:{_ABOVE}|an? (?P<units>[a-z][a-z' -]+?)(?: unit)?),?(?: and can do so)? "
    r"even if (?P<whom>.+?) (?:has|have) (?:already )?been attached to (?:it|that unit)"
    rf"(?:{_ONE_EACH}|, but a unit can never include more than one (?P<never>.+?) model)?\. "
    rf"{_PARTED}{_ELSE}",
)
_TAKES = re.compile(
    r"if this unit has a starting strength of (?P<models>\d{1,3}), you can attach up to two leader units to it instead of one"
    r"(?: \(but only if one of those is an? (?P<needs>.+?) (?:unit|model)\)|"
    r"(?P<once>, provided those leaders are not duplicates(?: \([^()]*\))?))\. "
    rf"{_PARTED}",
)
_STARTS = (
    "if this model is not already attached",
    "you can attach this",
    "you must attach this",
    "this model can be attached to",
)
_MUST = re.compile(r"\byou must attach this (?:model|unit) to ")
_WHOM = re.compile(r"(?:(?P<several>one or more)(?: other)?|one other|one|an?)? ?(?P<names>.+?)(?: (?:models?|units?))?")
_NOT_UNDERSTOOD = "which leaders may join it together is not understood: {}"


def with_leaders(sheet: Datasheet, texts: Mapping[str, str], notes: list[str]) -> Datasheet:
    """The datasheet with what its texts say about leaders that join a unit together.

    Args:
        sheet: the datasheet.
        texts: its texts by name; that under ``Leader`` is about itself as a leader.
        notes: takes what was not understood or is not checked.
    """
    own = texts.get("Leader", "")
    beside = read_beside(own, notes)
    takes = read_takes((text for name, text in texts.items() if name != "Leader"), notes)
    bound = read_gear(sheet, own, notes)
    must = sheet.must_join or bool(_MUST.search(flat(own)))
    return msgspec.structs.replace(sheet, joins_beside=beside, takes_leaders=takes, must_join=must, leads_with=bound)


def read_beside(text: str, notes: list[str]) -> JoinsBeside | None:
    """Beside whom a leader joins, from the text of its Leader ability; None when it joins beside nobody.

    Args:
        text: the text.
        notes: takes what was not understood or is not checked.
    """
    plain = flat(text)
    at = plain.find("even if ")
    if at < 0:
        return None
    said = plain[max(0, *(plain.rfind(start, 0, at) for start in _STARTS)) :]
    found = _BESIDE.fullmatch(said)
    whom = _WHOM.fullmatch(found["whom"]) if found else None
    if found is None or whom is None:
        notes.append(_NOT_UNDERSTOOD.format(said))
        return None
    return JoinsBeside(
        # Every leader is a CHARACTER.
        whom=tuple("character" if name == "leader" else name for name in names_in(whom["names"])),
        units=names_in(found["units"]) if found["units"] else (),
        several=bool(whom["several"]),
        never=names_in(found["never"]) if found["never"] else (),
    )


def read_takes(texts: Iterable[str], notes: list[str]) -> TakesLeaders | None:
    """How many leaders a unit takes, from the texts of its abilities; None when it takes one as every unit does.

    Args:
        texts: the texts.
        notes: takes what was not understood.
    """
    for text in texts:
        plain = flat(text)
        if "up to two leader units" not in plain:
            continue
        found = _TAKES.fullmatch(plain)
        if found is not None:
            needs = names_in(found["needs"]) if found["needs"] else ()
            return TakesLeaders(most=2, models=int(found["models"]), needs=needs, twice=not found["once"])
        notes.append(_NOT_UNDERSTOOD.format(plain))
    return None
