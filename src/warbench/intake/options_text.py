"""Wargear options in English to options as data: a grammar of the usual phrasings.

It is conservative: a line is understood entirely or not at all. What it does not understand comes back with the reason, so that
nothing is dropped in silence. `options_who` reads the subject of the sentence, `options_choices` what is taken and given.
"""

import re

import msgspec

from warbench.intake.items_text import NUMBER, Groups, NotUnderstood, Words, items_of, number
from warbench.intake.lines import folded, plain
from warbench.intake.options_choices import MOST_CHOICES, Lock, choices, gives, lock, repeats, swap, unlocked
from warbench.intake.options_who import Who, both, if_equipped, owned, owner
from warbench.sheets.options import Choice, Option

MOST_LETTERS = 4000
_FOR_EVERY = re.compile(rf"for every {NUMBER} models in (?:this|the|your) unit ?(?:[,:] ?|$)", re.IGNORECASE)
_IF_SIZE = re.compile(rf"if (?:this|the) unit contains {NUMBER} (or more )?models ?[,:] ?", re.IGNORECASE)
_ONCE = re.compile(
    r" ?\((?:duplicates are not allowed|to a maximum of (?:1|one) of each per unit)\)"
    r"|, to a maximum of (?:1|one) of each per unit"
)
_HAVE = re.compile(r"(?:have|replace) (?:its|their) ")


class OptionReading(msgspec.Struct, frozen=True):
    """What one line of options says. Without options it was not understood, and ``reason`` says why."""

    options: tuple[Option, ...] = ()
    locks: tuple[Lock, ...] = ()
    reason: str = ""


def read_option(text: str, children: tuple[str, ...] = (), words: Words = Words()) -> OptionReading:  # noqa: B008 - frozen
    """One line of wargear options with the list below it.

    Args:
        text: the sentence, with or without its full stop.
        children: the items of the list below it, without bullets.
        words: what is known of the unit: names of wargear and models, default equipment.

    Returns:
        One option, or several for a line such as "For every 5 models:" with a list of sentences; none with a reason when
        the line is not understood entirely.
    """
    if len(text) + sum(map(len, children)) > MOST_LETTERS:
        return OptionReading(reason="too long for an option")
    if any("*" in part or "†" in part for part in (text, *children)):
        return OptionReading(reason="a footnote bounds it")
    try:
        return _read(_tidy(text), tuple(_tidy(child) for child in children), words)
    except NotUnderstood as error:
        return OptionReading(reason=str(error))


def _tidy(text: str) -> str:
    return plain(text).strip().rstrip(".,; ").strip()


def _read(text: str, children: tuple[str, ...], words: Words) -> OptionReading:
    per, rest = _per(text, words)
    if per and not rest:
        return _each_child(text, children, words)
    locked: list[str] = []
    rest, once = _ONCE.subn("", unlocked(rest, locked))
    rest, duplicates = repeats(rest.rstrip(": "))
    rest, condition = if_equipped(rest, words)
    subject, found, predicate = rest.partition(" can ")
    if not found or " can " in predicate or "cannot" in rest:
        raise NotUnderstood("it says two things at once" if found else 'no plain "... can ..."')
    if per and subject == "it":
        subject = "this unit"
    predicate = predicate.removeprefix("each ").removeprefix("also ")
    locks: list[Lock] = []
    if predicate in {"do one of the following", "do 1 of the following"}:
        who = owner(subject, words)
        ways = [swap(child, words) for child in children]
    else:
        who, takes, with_what = _predicate(subject, predicate, words)
        ways = choices(takes, gives(with_what, children, words, locks, duplicates=duplicates), who, words)
    option = _option(both(who, condition), per, ways, once=bool(once))
    return OptionReading((option,), (*locks, *(lock(item, option.choices) for item in locked)))


def _option(who: Who, per: int, ways: list[Choice], *, once: bool) -> Option:
    if per and not who.limit:
        raise NotUnderstood('"for every" without a number of models')
    if not ways or len(ways) > MOST_CHOICES:
        raise NotUnderstood(f"more than {MOST_CHOICES} choices" if ways else "a list without items")
    if once:
        ways = [msgspec.structs.replace(choice, limit=1) for choice in ways]
    wanted = {folded(item) for item in who.needs}
    # "Equipped with an X can have its X replaced": taking it says as much.
    said = all(any(folded(part.item) in wanted for part in choice.takes) for choice in ways)
    needs = () if said else who.needs
    return Option(tuple(dict.fromkeys(ways)), who.model, who.limit, per, needs, who.excludes)


def _per(text: str, words: Words) -> tuple[int, str]:
    """The 5 of "For every 5 models in this unit, ..." (0 without it) and the rest of the sentence."""
    match = _FOR_EVERY.match(text)
    if match:
        return number(match[1]) or 0, text[match.end() :]
    match = _IF_SIZE.match(text)
    return (_size(match, words), text[match.end() :]) if match else (0, text)


def _size(match: re.Match[str], words: Words) -> int:
    """Read "If this unit contains 10 models" as "for every 10 models", where the unit has never twice as many."""
    size = number(match[1]) or 0
    fits = words.largest == size or (match[2] is not None and size <= words.largest < 2 * size)
    if not fits:
        raise NotUnderstood("it depends on the size of the unit")
    return size


def _each_child(text: str, children: tuple[str, ...], words: Words) -> OptionReading:
    """Read "For every 5 models in this unit:" with a list of sentences."""
    front = text.rstrip(": ") + ", "
    readings = [_read(front + child[:1].lower() + child[1:], (), words) for child in children]
    if not readings:
        raise NotUnderstood("a list without items")
    return OptionReading(
        tuple(option for reading in readings for option in reading.options),
        tuple(lock for reading in readings for lock in reading.locks),
    )


def _predicate(subject: str, predicate: str, words: Words) -> tuple[Who, Groups, str]:
    """Who may, the items that go (one empty group when none do), and the text of what comes."""
    for start in ("be replaced with", "be replaced by"):
        if predicate.startswith(start):
            who, takes = owned(subject, words)
            return who, takes, predicate.removeprefix(start).strip()
    who = owner(subject, words)
    for start in ("be equipped with", "have 1 ", "have one "):
        # "This unit can have 1 drone" says the same.
        if predicate.startswith(start) and " replaced " not in predicate:
            return who, ((),), predicate.removeprefix("be equipped with").removeprefix("have ").strip()
    match = _HAVE.match(predicate)
    joint = " with " if predicate.startswith("replace ") else " replaced "
    items, found, with_what = predicate[match.end() :].partition(joint) if match else ("", "", "")
    if not found:
        raise NotUnderstood('no "equipped with", "replaced with" or "replace ... with"')
    return who, items_of(items, words), with_what.removeprefix("with").strip()
