"""Wargear options in English to options as data: a grammar of the usual phrasings.

It is conservative: a line is understood entirely or not at all. What it does not understand comes back with the reason, so that
nothing is dropped in silence. `who` reads the subject of the sentence, `choices` what is taken and given, `notes` footnotes.
"""

import re

import msgspec

from warbench.intake.options.choices import (
    MOST_CHOICES,
    Lock,
    choices,
    for_each,
    gives,
    lock,
    repeats,
    singles,
    swap,
    unlocked,
    within,
)
from warbench.intake.options.slips import corrected, usual
from warbench.intake.options.who import Who, both, if_equipped, owned, owner
from warbench.intake.text.items import NUMBER, Groups, NotUnderstood, Words, group, items_of, kind_of, number, singular_item
from warbench.intake.text.lines import folded, plain
from warbench.sheets.options import Choice, Items, Option

MOST_LETTERS = 4000
_FOR_EVERY = re.compile(rf"for every {NUMBER} (.{{1,60}}?) in (?:this|the|your) unit ?(?:[,:] ?|$)", re.IGNORECASE)
_IF_SIZE = re.compile(
    rf"if (?:this|the) unit contains {NUMBER} (?:(or more)|(or fewer|or less))? ?models ?(?:[,:] ?|$)", re.IGNORECASE
)
_FOR_EACH = re.compile(
    r"for each (.{1,60}) (?:this|that|the) model is equipped with, it can be equipped with (.*)", re.IGNORECASE | re.DOTALL
)
_ONCE = re.compile(
    r" ?\((?:duplicates are not allowed|to a maximum of (?:1|one) of each per unit)\)"
    r"|, to a maximum of (?:1|one) of each per unit"
)
_HAVE = re.compile(rf"(?:have|replace) (?:(?:{NUMBER} of |(each of ))?(?:its|their) |(?=\d))")
_HAVE_EACH = re.compile(r"have each (.{1,60}) (?:it is|they are) equipped with replaced with ")
_JOINTS = re.compile(r",? or can (?:each )?|, or (?=have |be )")
_UP_TO_OF = re.compile(rf"up to {NUMBER} of the following", re.IGNORECASE)
_RANGED = "ranged weapon"


class OptionReading(msgspec.Struct, frozen=True):
    """What one line of options says. Without options it was not understood, and ``reason`` says why.

    ``remarks`` are readings that are not plain from the text. ``other``: it is for other models than the line before.
    """

    options: tuple[Option, ...] = ()
    locks: tuple[Lock, ...] = ()
    reason: str = ""
    remarks: tuple[str, ...] = ()
    other: bool = False


class _Below(msgspec.Struct, frozen=True):
    """What a sentence refers to: the list below it, whether its items may be taken twice (None: it does not say)."""

    children: tuple[str, ...] = ()
    duplicates: bool | None = None


class _When(msgspec.Struct, frozen=True):
    """What stands before the sentence: for every so many models, of one kind; only in units of such a size."""

    per: int = 0
    kind: str = ""
    least: int = 0
    most: int = 0


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
    if any("*" in part or "\N{DAGGER}" in part for part in (text, *children)):
        return OptionReading(reason="a footnote bounds it")
    try:
        return _read(_tidy(text), tuple(_tidy(child) for child in children), words)
    except NotUnderstood as error:
        return OptionReading(reason=str(error))


def marked_items(child: str, words: Words) -> tuple[str, ...]:
    """The items that an entry of a list names; none when it is not understood."""
    locked: list[str] = []
    return tuple(part.item for part in group(_tidy(unlocked(_tidy(child), locked)), words) or ())


def _tidy(text: str) -> str:
    return usual(corrected(plain(text).strip().rstrip(".,; ").strip()))


def _read(text: str, children: tuple[str, ...], words: Words) -> OptionReading:
    when, rest = _when(text, words)
    if when != _When() and not rest:
        return _each_child(text, children, words)
    locked: list[str] = []
    rest, once = _ONCE.subn("", unlocked(rest, locked))
    rest, duplicates = repeats(rest.rstrip(": "))
    locks: list[Lock] = []
    if each := _FOR_EACH.fullmatch(rest):
        listed = gives(each[2], children, words, locks, duplicates=duplicates)
        who, ways = Who(), for_each(singular_item(each[1], words, several=False), listed, words)
    else:
        # "If this unit contains 10 models, it can have ...": the unit.
        rest = re.sub(r"^it (?=can )", "this unit ", rest) if when != _When() else rest
        who, ways = _sentence(rest, _Below(children, duplicates), words, locks)
    if once:
        ways = [msgspec.structs.replace(choice, limit=1) for choice in ways]
    caps = singles(children, words)
    option = msgspec.structs.replace(_option(who, when, list(within(ways, caps))), caps=caps)
    locks += [lock(item, option.choices) for item in locked]
    unsaid = duplicates is None and _UP_TO_OF.search(rest) is not None
    return OptionReading((option,), tuple(locks), remarks=tuple(_remarks(who, unsaid=unsaid)), other=who.other)


def _sentence(text: str, below: _Below, words: Words, locks: list[Lock]) -> tuple[Who, list[Choice]]:
    """Who may and what, of "... can ..."."""
    text, condition = if_equipped(text, words)
    if must := text.startswith("This model must be equipped with "):
        text = text.replace(" must ", " can ", 1)
    subject, found, predicate = text.partition(" can ")
    *front, last = [each.removeprefix("each ").removeprefix("also ") for each in _JOINTS.split(predicate)]
    if not found or any(" can " in each for each in (*front, last)) or "cannot" in text:
        raise NotUnderstood("it says two things at once" if found else 'no plain "... can ..."')
    if last in {"do one of the following", "do 1 of the following"} and not front:
        return both(owner(subject, words), condition), [swap(child, words) for child in below.children]
    who = Who()
    ways: list[Choice] = []
    for each, listed in [*((each, ()) for each in front), (last, below.children)]:
        who, takes, with_what = _predicate(subject, each, words)
        given = gives(with_what, listed, words, locks, duplicates=below.duplicates)
        ways += choices(takes, given, both(who, condition), words)
    return msgspec.structs.replace(both(who, condition), must=must), ways


def _remarks(who: Who, *, unsaid: bool) -> list[str]:
    found = ["does not say how many models: taken as one"] if who.single else []
    return [*found, "does not say whether one thing may be taken twice: taken as allowed"] if unsaid else found


def _option(who: Who, when: _When, ways: list[Choice]) -> Option:
    if when.per and not who.limit:
        raise NotUnderstood('"for every" without a number of models')
    if not ways or len(ways) > MOST_CHOICES:
        raise NotUnderstood(f"more than {MOST_CHOICES} choices" if ways else "a list without items")
    if who.holds:
        ways = [_holding(choice, who.holds) for choice in ways]
    wanted = {folded(item) for item in who.needs}
    # "Equipped with an X can have its X replaced": taking it says as much.
    said = all(any(folded(part.item) in wanted for part in choice.takes) for choice in ways)
    return Option(
        tuple(dict.fromkeys(ways)),
        who.model,
        who.limit,
        when.per,
        needs=() if said else who.needs,
        excludes=who.excludes,
        per_model=when.kind,
        least=when.least,
        most=when.most,
        together=who.together,
        must=who.must,
    )


def _holding(choice: Choice, holds: tuple[Items, ...]) -> Choice:
    """A choice of a model that must have several things: it keeps them."""
    taken = {folded(part.item) for part in choice.takes}
    extra = tuple(part for part in holds if folded(part.item) not in taken)
    if any(part.count > 1 and folded(part.item) in taken for part in holds):
        raise NotUnderstood("it asks for several of what it takes")
    return msgspec.structs.replace(choice, takes=(*choice.takes, *extra), gives=(*extra, *choice.gives))


def _when(text: str, words: Words) -> tuple[_When, str]:
    """What stands before the sentence, and the sentence."""
    if match := _FOR_EVERY.match(text):
        kind = "" if match[2].casefold() in {"model", "models"} else _one_kind(match[2], words)
        return _When(number(match[1]) or 0, kind), text[match.end() :]
    if match := _IF_SIZE.match(text):
        size = number(match[1]) or 0
        if words.largest and not match[3] and size > words.largest:
            raise NotUnderstood("no unit is of that size")
        least, most = (0, size) if match[3] else (size, 0 if match[2] else size)
        return _When(least=least, most=most), text[match.end() :]
    return _When(), text


def _one_kind(name: str, words: Words) -> str:
    kind = kind_of(name, words)
    if kind is None:
        raise NotUnderstood(f"{name!r} is no kind of model of this unit")
    return kind


def _each_child(text: str, children: tuple[str, ...], words: Words) -> OptionReading:
    """Read "For every 5 models in this unit:" with a list of sentences."""
    front = text.rstrip(": ") + ", "
    readings = [_read(front + child[:1].lower() + child[1:], (), words) for child in children]
    if not readings:
        raise NotUnderstood("a list without items")
    return OptionReading(
        tuple(option for reading in readings for option in reading.options),
        tuple(lock for reading in readings for lock in reading.locks),
        remarks=tuple(remark for reading in readings for remark in reading.remarks),
    )


def _predicate(subject: str, predicate: str, words: Words) -> tuple[Who, Groups, str]:
    """Who may, the items that go (one empty group when none do), and the text of what comes."""
    for start in ("be replaced with", "be replaced by"):
        if predicate.startswith(start):
            who, takes = owned(subject, words)
            return who, _ranged(takes, words), predicate.removeprefix(start).strip()
    who = owner(subject, words)
    for start in ("be equipped with", "have 1 ", "have one "):
        # "This unit can have 1 drone" says the same.
        if predicate.startswith(start) and " replaced " not in predicate:
            return who, ((),), predicate.removeprefix("be equipped with").removeprefix("have ").strip()
    if match := _HAVE_EACH.match(predicate):
        return msgspec.structs.replace(who, one_by_one=True), items_of(match[1], words), predicate[match.end() :].strip()
    match = _HAVE.match(predicate)
    joint = " with " if predicate.startswith("replace ") else " replaced "
    items, found, with_what = predicate[match.end() :].partition(joint) if match else ("", "", "")
    if not found and match and predicate.startswith("replace ") and predicate.endswith(" with"):
        items, found, with_what = predicate[match.end() :].removesuffix(" with"), " with", ""
    if not found or match is None:
        raise NotUnderstood('no "equipped with", "replaced with" or "replace ... with"')
    exactly = number(match[1]) or 0 if match[1] else 0
    who = msgspec.structs.replace(who, exactly=exactly, one_by_one=bool(match[2]))
    return who, _ranged(items_of(items, words), words), with_what.removeprefix("with").strip()


def _ranged(takes: Groups, words: Words) -> Groups:
    """Any ranged weapon that the model can have, where that is what goes."""
    if takes != ((Items(_RANGED),),) or _RANGED in words.items:
        return takes
    carried = tuple((Items(weapon),) for weapon in words.ranged if words.carried.get(folded(weapon)))
    if not carried:
        raise NotUnderstood("it is not known which ranged weapons the model has")
    return carried
