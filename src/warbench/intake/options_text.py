"""Wargear options in English to options as data: a grammar of the usual phrasings.

It is conservative: a line is understood entirely or not at all. What it does not understand comes back with the reason, so that
nothing is dropped in silence.
"""

import re
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

import msgspec

from warbench.intake.items_text import NUMBERS, Words, alternatives, group, model_name, number, singular_item
from warbench.intake.lines import folded, plain
from warbench.sheets.options import Choice, Items, Option

MOST_LETTERS = 4000
MOST_CHOICES = 400
_N = rf"(\d{{1,2}}|{'|'.join(NUMBERS)})"
_FOR_EVERY = re.compile(rf"for every {_N} models in (?:this|the|your) unit ?(?:[,:] ?|$)", re.IGNORECASE)
_IF_SIZE = re.compile(rf"if (?:this|the) unit contains {_N} (or more )?models ?[,:] ?", re.IGNORECASE)
_LOCK = re.compile(
    r"(?: ?[(\[](?:that|this|the) model's ([^()\[\]]{1,60}) cannot be replaced\.?[)\]]"
    r"|\. (?:That|This) model's ([^().]{1,60}) cannot be replaced)\.?$"
)
_ONCE = re.compile(
    r" ?\((?:duplicates are not allowed|to a maximum of (?:1|one) of each per unit)\)|, to a maximum of (?:1|one) of each per unit"
)
_REPEATS = re.compile(r",? \(?and (?:it )?can (?:take|have) duplicates?\)?$")
_NO_REPEATS = re.compile(
    r",? \(?but (?:it )?cannot (?:take duplicates|have duplicates|be equipped with duplicates)(?: of the same weapon)?\)?$"
)
_OWNED = re.compile(r"'s |(?<=s)' ")
_SOME_OF = re.compile(rf"(any number of|each of|both of|up to {_N} of|{_N} of) (this model)$", re.IGNORECASE)
_CONDITION = re.compile(r" (?:(?:that|who) (?:is|are) )?(not )?equipped with ")
_HAVE = re.compile(r"(?:have|replace) (?:its|their) ")
_IF_EQUIPPED = re.compile(r"if (.{1,60}) is (not )?equipped with (.{1,80}), it(s)? ", re.IGNORECASE)
_FOLLOWING = re.compile(
    rf"(?:(.{{1,80}}) and )?(?:either )?(?:one?|1|(any)(?: number)?|up to {_N}) of ?the ?following(?: options| weapons| items)?$"
)
_UP_TO = re.compile(rf"up to {_N} (?=\S)")
_SWAP = re.compile(r"replace (?:its |their |this model's )?(.{1,120}) with (.{1,200})", re.IGNORECASE)

_GAIN = re.compile(r"be equipped with (.{1,200})", re.IGNORECASE)


class Lock(msgspec.Struct, frozen=True):
    """ "That model's X cannot be replaced": a model that has one of ``given`` keeps its ``item``."""

    item: str
    given: tuple[str, ...]


class OptionReading(msgspec.Struct, frozen=True):
    """What one line of options says. Without options it was not understood, and ``reason`` says why."""

    options: tuple[Option, ...] = ()
    locks: tuple[Lock, ...] = ()
    reason: str = ""


class _NotUnderstood(Exception):  # noqa: N818 - control flow inside this module
    """The line is not understood; the message is the reason."""


class _Who(msgspec.Struct):
    """Who may use the option, and how many of several equal items go.

    ``exactly``: that many together. ``one_by_one``: each for itself, up to ``most`` (0: all that the model has).
    """

    model: str = ""
    limit: int = 0
    per: int = 0
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    exactly: int = 0
    one_by_one: bool = False
    most: int = 0


_Groups = tuple[tuple[Items, ...], ...]


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
    try:
        if len(text) + sum(map(len, children)) > MOST_LETTERS:
            raise _NotUnderstood("too long for an option")
        if any("*" in part or "†" in part for part in (text, *children)):
            raise _NotUnderstood("a footnote bounds it")
        return _read(_tidy(text), tuple(_tidy(child) for child in children), words)
    except _NotUnderstood as error:
        return OptionReading(reason=str(error))


def _tidy(text: str) -> str:
    return plain(text).strip().rstrip(".,; ").strip()


def _read(text: str, children: tuple[str, ...], words: Words) -> OptionReading:
    who = _Who()
    match = _FOR_EVERY.match(text)
    if match:
        who.per = number(match[1]) or 0
    else:
        match = _IF_SIZE.match(text)
        if match:
            who.per = _size(match, words)
    rest = text[match.end() :] if match else text
    if match and not rest:
        return _each_child(text, children, words)
    locks: list[str] = []
    rest = _unlocked(rest, locks)
    rest, once = _ONCE.subn("", rest)
    rest, repeats = _repeats(rest.rstrip(": "))
    rest = _if_equipped(rest, who, words)
    subject, found, predicate = rest.partition(" can ")
    if who.per and subject == "it":
        subject = "this unit"
    if not found or " can " in predicate or "cannot" in rest:
        raise _NotUnderstood('no plain "... can ..."' if not found else "it says two things at once")
    predicate = predicate.removeprefix("each ").removeprefix("also ")
    choices: list[Choice] = []
    given: list[Lock] = []
    if predicate in {"do one of the following", "do 1 of the following"}:
        _owner(subject, who, words)
        choices = [_swap(child, words) for child in children]
    else:
        takes, gives_text = _predicate(subject, predicate, who, words)
        gives = _gives(gives_text, children, repeats, words, given)
        choices = _choices(takes, gives, who, words)
    if who.per and not who.limit:
        raise _NotUnderstood('"for every" without a number of models')
    if not choices:
        raise _NotUnderstood("a list without items")
    if len(choices) > MOST_CHOICES:
        raise _NotUnderstood(f"more than {MOST_CHOICES} choices")
    if once:
        choices = [msgspec.structs.replace(choice, limit=1) for choice in choices]
    unique = tuple(dict.fromkeys(choices))
    taken = {folded(part.item) for choice in unique for part in choice.takes}
    # "Equipped with an X can have its X replaced": taking it says as much.
    needs = () if who.needs and all(folded(item) in taken for item in who.needs) else who.needs
    option = Option(unique, who.model, who.limit, who.per, needs, who.excludes)
    given += [_lock(item, unique) for item in locks]
    return OptionReading((option,), tuple(given))


def _size(match: re.Match[str], words: Words) -> int:
    """ "If this unit contains 10 models": the same as "for every 10 models" where the unit has never twice as many."""
    size = number(match[1]) or 0
    fits = words.largest == size or (match[2] is not None and size <= words.largest < 2 * size)
    if not fits:
        raise _NotUnderstood("it depends on the size of the unit")
    return size


def _if_equipped(text: str, who: _Who, words: Words) -> str:
    """ "If the Sergeant is equipped with a bolter, its knife can ..." as "The Sergeant's knife can ..." with a condition."""
    match = _IF_EQUIPPED.match(text)
    if not match:
        return text
    _conditions(match[3], who, words, negative=bool(match[2]))
    return match[1] + ("'s " if match[4] else " ") + text[match.end() :]


def _each_child(text: str, children: tuple[str, ...], words: Words) -> OptionReading:
    """ "For every 5 models in this unit:" with a list of sentences."""
    front = text.rstrip(": ") + ", "
    readings = [_read(front + child[:1].lower() + child[1:], (), words) for child in children]
    if not readings:
        raise _NotUnderstood("a list without items")
    return OptionReading(
        tuple(option for reading in readings for option in reading.options),
        tuple(lock for reading in readings for lock in reading.locks),
    )


def _unlocked(text: str, locks: list[str]) -> str:
    match = _LOCK.search(text)
    if not match:
        return text
    locks.append(match[1] or match[2])
    return text[: match.start()]


def _lock(item: str, choices: tuple[Choice, ...]) -> Lock:
    given = [part.item for choice in choices for part in choice.gives if folded(part.item) != folded(item)]
    if not given:
        raise _NotUnderstood("what may not be replaced is all that is given")
    return Lock(item, tuple(dict.fromkeys(given)))


def _repeats(text: str) -> tuple[str, bool | None]:
    """Whether the same may be taken twice: said, denied, or None when the line does not say."""
    for pattern, answer in ((_REPEATS, True), (_NO_REPEATS, False)):
        match = pattern.search(text)
        if match:
            return text[: match.start()], answer
    return text, None


def _predicate(subject: str, predicate: str, who: _Who, words: Words) -> tuple[_Groups, str]:
    """The items that go (one empty group when none do) and the text of what comes."""
    for start in ("be replaced with", "be replaced by"):
        if predicate.startswith(start):
            return _owned(subject, who, words), predicate.removeprefix(start).strip()
    _owner(subject, who, words)
    for start in ("be equipped with", "have 1 ", "have one "):
        # "This unit can have 1 drone" says the same.
        if predicate.startswith(start) and " replaced " not in predicate:
            return ((),), predicate.removeprefix("be equipped with").removeprefix("have ").strip()
    match = _HAVE.match(predicate)
    joint = " with " if predicate.startswith("replace ") else " replaced "
    takes, found, gives = predicate[match.end() :].partition(joint) if match else ("", "", "")
    gives = gives.removeprefix("with").strip()
    if not found:
        raise _NotUnderstood('no "equipped with", "replaced with" or "replace ... with"')
    return _takes(takes, words), gives


def _takes(text: str, words: Words) -> _Groups:
    found = alternatives(text, words)
    if found is None:
        raise _NotUnderstood(f"cannot tell which items {text!r} are")
    return found


def _owned(subject: str, who: _Who, words: Words) -> _Groups:
    """ "1 Warrior's bolter and knife": the owner and the items that go."""
    for joint in _OWNED.finditer(subject):
        owner = subject[: joint.start()]
        some = _SOME_OF.match(owner)
        if some:
            who.exactly = 2 if owner.casefold().startswith("both") else number(some[3] or "") or 0
            who.one_by_one = not who.exactly
            who.most = number(some[2] or "") or 0
            owner = some[4]
        try:
            _owner(owner, who, words)
        except _NotUnderstood:
            continue
        return _takes(subject[joint.end() :], words)
    raise _NotUnderstood("cannot tell whose item it is")


def _owner(text: str, who: _Who, words: Words) -> None:
    """Fill in who may: "this model", "any number of models", "up to 2 Warriors", "1 model equipped with a bolter"."""
    text = text.strip()
    condition = _CONDITION.search(text)
    if condition:
        _conditions(text[condition.end() :], who, words, negative=bool(condition[1]))
        text = text[: condition.start()]
    for end in (" in this unit", " in the unit"):
        text = text.removesuffix(end)
    low = text.casefold()
    if low.startswith("all "):
        raise _NotUnderstood("all models or none: an option holds for each model by itself")
    if low in {
        "this model",
        "the model",
        "each model",
        "every model",
        "any number of models",
        "any numbers of models",
        "any model",
    }:
        return
    if low == "this unit":
        who.limit = 1
        return
    first, _, rest = text.partition(" ")
    if low.startswith("up to "):
        first, _, rest = text[len("up to ") :].partition(" ")
        rest = rest.removeprefix("different ")
    count = number(first)
    if count and first.casefold() not in {"a", "an"}:
        who.limit = count
    elif low.startswith(("any number of ", "any numbers of ")):
        rest = text.partition(" of ")[2]
    elif first.casefold() not in {"the", "each", "every"}:
        raise _NotUnderstood(f"cannot tell who {text!r} is")
    if rest in {"model", "models"}:
        if first.casefold() == "the":
            raise _NotUnderstood(f"cannot tell who {text!r} is")
        return
    model = model_name(rest, words)
    if model is None:
        raise _NotUnderstood(f"{rest!r} is no kind of model of this unit")
    who.model = model


def _conditions(text: str, who: _Who, words: Words, *, negative: bool) -> None:
    """ "equipped with a bolter", "not equipped with either a banner or a horn"."""
    found = _takes(text.removeprefix("either ").strip(), words)
    if any(len(items) > 1 or items[0].count > 1 for items in found):
        raise _NotUnderstood("it asks for several items at once")
    names = tuple(items[0].item for items in found)
    if negative:
        who.excludes = names
    else:
        who.needs = names


def _gives(
    text: str,
    children: tuple[str, ...],
    repeats: bool | None,
    words: Words,
    locks: list[Lock],  # noqa: FBT001
) -> _Groups:
    """The groups of items of which the user of the option gets one."""
    text = text.rstrip(": ")
    match = _FOLLOWING.match(text)
    if match is None and children and (text or len(children) > 1):
        raise _NotUnderstood("a list below a sentence that does not say how many of it")
    if children and (match is None or match[3] is None) and repeats is not None:
        raise _NotUnderstood("duplicates of one choice")
    if match is None and not children:
        return _inline(text, words)
    if not children:
        raise _NotUnderstood("a list without items")
    listed = [_listed(child, words, locks) for child in children]
    if match and match[1]:
        front = group(match[1].removesuffix(","), words)
        if front is None or match[2] or match[3]:
            raise _NotUnderstood(f"cannot tell which items {match[1]!r} are")
        listed = [(*front, *found) for found in listed]
    if match is None or not (match[2] or match[3]):
        return tuple(listed)
    most = len(listed) if match[2] else number(match[3]) or 1
    if most > 1 and match[3] and repeats is None:
        raise _NotUnderstood("it does not say whether duplicates are allowed")
    return _several(listed, most, repeats=bool(repeats))


def _inline(text: str, words: Words) -> _Groups:
    match = _UP_TO.match(text)
    if match:
        one = group("1 " + text[match.end() :], words)
        several = group(f"2 {text[match.end() :]}", words)
        if one is None or several is None or len(one) != 1:
            raise _NotUnderstood(f"cannot tell which items {text!r} are")
        return tuple((Items(several[0].item, count),) for count in range(1, (number(match[1]) or 1) + 1))
    return _takes(text.removeprefix("either "), words)


def _listed(child: str, words: Words, locks: list[Lock]) -> tuple[Items, ...]:
    locked: list[str] = []
    child = _unlocked(child, locked).strip()
    found = group(child, words)
    if found is None:
        raise _NotUnderstood(f"cannot tell which items {child!r} are")
    locks += [_lock(item, (Choice(found),)) for item in locked]
    return found


def _several(listed: list[tuple[Items, ...]], most: int, *, repeats: bool) -> _Groups:
    """All ways to take 1 to ``most`` of the list, the small ones first."""
    pick = combinations_with_replacement if repeats else combinations
    ways: list[tuple[Items, ...]] = []
    for count in range(1, most + 1):
        for parts in pick(listed, count):
            ways.append(_sum(parts))
            if len(ways) > MOST_CHOICES:
                raise _NotUnderstood(f"more than {MOST_CHOICES} choices")
    return tuple(ways)


def _sum(parts: tuple[tuple[Items, ...], ...]) -> tuple[Items, ...]:
    counts: dict[str, int] = {}
    for part in parts:
        for items in part:
            counts[items.item] = counts.get(items.item, 0) + items.count
    return tuple(Items(item, count) for item, count in counts.items())


def _choices(takes: _Groups, gives: _Groups, who: _Who, words: Words) -> list[Choice]:
    if not who.exactly and not who.one_by_one:
        if len(takes) * len(gives) > MOST_CHOICES:
            raise _NotUnderstood(f"more than {MOST_CHOICES} choices")
        return [Choice(given, taken) for taken, given in product(takes, gives)]
    if len(takes) != 1 or len(takes[0]) != 1 or takes[0][0].count != 1:
        raise _NotUnderstood("several kinds of item at once")
    item = singular_item(takes[0][0].item, words, several=True)
    if who.exactly:
        return [Choice(given, (Items(item, who.exactly),)) for given in gives]
    most = who.most or words.carried.get(folded(item), 0)
    if not most:
        raise _NotUnderstood(f"it is not known how many {item!r} the model has")
    return list(_one_by_one(item, most, gives))


def _one_by_one(item: str, most: int, gives: _Groups) -> Iterator[Choice]:
    """ "Each of this model's Xs can be replaced": any number of them, each with its own choice from the list."""
    for count in range(1, most + 1):
        for place, parts in enumerate(combinations_with_replacement(gives, count)):
            if place > MOST_CHOICES:
                raise _NotUnderstood(f"more than {MOST_CHOICES} choices")
            yield Choice(_sum(parts), (Items(item, count),))


def _swap(child: str, words: Words) -> Choice:
    """ "Replace 2 X with 2 Y" or "Be equipped with 1 Z" below "This model can do one of the following"."""
    match = _SWAP.fullmatch(child) or _GAIN.fullmatch(child)
    takes = () if match and match.re is _GAIN else group(match[1], words) if match else None
    gives = group(match[match.re.groups], words) if match else None
    if takes is None or gives is None:
        raise _NotUnderstood(f"cannot tell what {child!r} does")
    return Choice(gives, takes)
