"""Who joins a unit without leading it, and whose leaders a unit takes: a small grammar of the sentences that say so.

A text is understood whole or not at all: then a note says so, and nobody joins.
"""

import re
from collections.abc import Iterable

import msgspec

from warbench.intake.text.sentences import flat, names_in, sentences
from warbench.sheets.datasheet import Datasheet, JoinsUnit, LedAs

_ONCE = (
    r"an? .+? cannot have more than one (?P<one>.+?)(?: unit| model)? joined to it"
    r"(?: and cannot have both an? (?P<first>.+?) and an? (?P<second>.+?) unit joined to it)?"
)
_COUNTS = (
    r"(?:if it does, until the end of the battle, |for the rest of the battle, )?(?:every model in this unit|this model) "
    r"(?:then )?counts as (?:being )?part of that [^.,]+?(?: for the rest of the battle)?, "
    r"and (?:its|that [^.,]+?) starting strength is increased accordingly\.?"
)
_JOINS = re.compile(
    r"at the start of the declare battle formations step, (?:if this unit is not an attached unit, )?"
    r"this (?:unit|model) (?P<verb>can|must) join one (?:(?P<any>other unit)|(?P<units>[^.,()]+?)(?: unit)?) from your army"
    rf"(?: that is being led by an? (?P<led>[^.,()]+?)(?: model)?)?(?: \({_ONCE}\))?\. {_COUNTS}"
    # Exports cut long texts off; what follows is what happens to one that joins nobody.
    r"(?: if it is not possible to join .*)?"
)
_LED_AS = re.compile(
    r"if an? (?P<who>[^.,()]+?) from your army(?: with the leader ability)?(?: \(excluding (?P<never>[^()]+?)\))? "
    r"can be attached to (?P<units>[^.,()]+?), it can (?:instead |also )?be attached to this unit(?: instead)?\.?"
)
_SAYS_JOINS = re.compile(r"\bjoin(?:ed)? (?:one|to it)\b")
_SAYS_LED = re.compile(r"\bcan (?:instead |also )?be (?:attached to|led by)\b|\bmust attach\b.* to this unit")
_NOT_UNDERSTOOD = "whom it may join, or who may join it, is not understood: {}"


def with_retinues(sheet: Datasheet, texts: Iterable[str], notes: list[str]) -> Datasheet:
    """The datasheet with what its texts say of whom it joins as a retinue, and of whose leaders it takes.

    Args:
        sheet: the datasheet.
        texts: the texts of its abilities.
        notes: takes what was not understood.
    """
    joins, must, led_as = sheet.joins, sheet.must_join, list(sheet.led_as)
    for text in dict.fromkeys(map(flat, texts)):
        if _SAYS_JOINS.search(text):
            found = _JOINS.fullmatch(text)
            if found is None:
                notes.append(_NOT_UNDERSTOOD.format(text))
                continue
            joins, must = _joins(found), must or found["verb"] == "must"
            continue
        for sentence in sentences(text):
            if "this unit" in sentence and _SAYS_LED.search(sentence):
                one = _LED_AS.fullmatch(sentence)
                if one is None:
                    notes.append(_NOT_UNDERSTOOD.format(sentence))
                else:
                    led_as.append(_led_as(one))
    return msgspec.structs.replace(sheet, joins=joins, must_join=must, led_as=tuple(dict.fromkeys(led_as)))


def _joins(found: re.Match[str]) -> JoinsUnit:
    return JoinsUnit(
        units=names_in(found["units"]) if found["units"] else (),
        led_by=names_in(found["led"]) if found["led"] else (),
        never=tuple(dict.fromkeys(name for name in (found["one"], found["first"], found["second"]) if name)),
    )


def _led_as(found: re.Match[str]) -> LedAs:
    # "A unit", "a model": whoever leads.
    who = re.sub(r"(?:^| )(?:unit|model)$", "", found["who"])
    return LedAs(
        units=tuple(re.sub(r"^an? | unit$", "", name) for name in names_in(found["units"])),
        who=names_in(who),
        never=names_in(re.sub(r"(?<=hero) ?es$", "", found["never"])) if found["never"] else (),
    )
