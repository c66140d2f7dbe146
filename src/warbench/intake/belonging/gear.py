"""With which wargear a leader may lead some of its units: a small grammar of the sentences that say so.

A sentence is understood whole, with units that the leader leads and items that its datasheet has, or not at all: then a note
says so, and nothing is checked.
"""

import re
from collections.abc import Iterable, Iterator

from warbench.intake.text.sentences import names_in, sentences
from warbench.sheets.datasheet import Datasheet, LeadsWith
from warbench.sheets.finding import slug

_TO = r"(?:be attached to|lead) (?P<units>[^.,]+?)"
_HAS = r"(?:this model|it) is equipped with (?P<items>[^.,]+?)"
_CLAUSE = re.compile(rf"(?:cannot {_TO} unless|can only {_TO.replace('units', 'only')} (?:if|while)) {_HAS}")
_STARTS = tuple(f"this model {verb} {what} " for verb in ("cannot", "can only") for what in ("be attached to", "lead"))
_WHO = "this model "
_AND = ", and "
_ARTICLE = re.compile(r"^(?:an?|the) | units?$")
_NOT_UNDERSTOOD = "whom it may lead, and with what, is not checked: {}"


def read_gear(sheet: Datasheet, text: str, notes: list[str]) -> tuple[LeadsWith, ...]:
    """The units that a leader may lead with some wargear only.

    Args:
        sheet: the leader's datasheet.
        text: what is said of it as a leader.
        notes: takes the sentences that were not understood.
    """
    found: list[LeadsWith] = []
    for sentence in sentences(text):
        if not sentence.startswith(_STARTS):
            continue
        own = _read(sentence, sheet)
        if not own:
            notes.append(_NOT_UNDERSTOOD.format(sentence))
        found += own
    return tuple(found)


def _read(sentence: str, sheet: Datasheet) -> list[LeadsWith]:
    """The clauses of a sentence; none where one of them is not understood."""
    found: list[LeadsWith] = []
    for clause in sentence.removeprefix(_WHO).rstrip(".").split(_AND):
        match = _CLAUSE.fullmatch(clause)
        if match is None:
            return []
        units = _known(match["units"] or match["only"], sheet.leads)
        items = _known(match["items"], _items(sheet))
        if not units or not items:
            return []
        found.append(LeadsWith(units=units, items=items))
    return found


def _known(words: str, known: Iterable[str]) -> tuple[str, ...]:
    """The names of a list in words as they are known; none where one of them is not."""
    spelled = {slug(name): name for name in known}
    keys = [slug(_ARTICLE.sub("", name)) for name in names_in(words)]
    return tuple(spelled[key] for key in keys) if all(key in spelled for key in keys) else ()


def _items(sheet: Datasheet) -> Iterator[str]:
    """The names of everything that the leader may have."""
    yield from (weapon.name for weapon in sheet.weapons)
    yield from (item.name for item in sheet.wargear)
    yield from (ability.item for ability in sheet.abilities if ability.item)
