"""What a wargear option takes and gives: lists, inline items, counts, and the choices that they make together."""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, product

import msgspec

from warbench.intake.options.who import Who
from warbench.intake.text.items import NUMBER, Groups, NotUnderstood, Words, group, items_of, number, singular_item
from warbench.intake.text.lines import folded
from warbench.sheets.options import Cap, Choice, Items

MOST_CHOICES = 400
_LOCK = re.compile(
    r"(?: ?[(\[](?:[Tt]hat|[Tt]his|the) model's ([^()\[\]]{1,60}) cannot be replaced\.?[)\]]"
    r"|\. (?:That|This) model's ([^().]{1,60}) cannot be replaced)\.?$"
)
_REPEATS = re.compile(r",? \(?and (?:it )?can (?:take|have) duplicates?\)?$")
_NO_REPEATS = re.compile(
    r",? \(?but (?:it )?cannot (?:take duplicates|have duplicates|be equipped with duplicates)(?: of the same weapon)?\)?$"
)
_FOLLOWING = re.compile(
    rf"(?:(.{{1,80}}) and )?(?:either )?(?:one?|1|(any)(?: number)?|up to {NUMBER}) of ?the ?following"
    r"(?: options| weapons| items)?$"
)
_DIFFERENT = re.compile(
    rf"(?:(?:either )?(.{{1,80}}?),? or )?{NUMBER} different (?:weapons|options|items) from the following list", re.IGNORECASE
)
_NO_DUPLICATES = re.compile(r" ?\(it cannot take duplicates of this (?:piece|item) of wargear\)")
_UP_TO = re.compile(rf"up to {NUMBER} (?=\S)")
_SWAP = re.compile(r"replace (?:its |their |this model's )?(.{1,120}) with (.{1,200})", re.IGNORECASE)
_GAIN = re.compile(r"be equipped with (.{1,200})", re.IGNORECASE)


class Lock(msgspec.Struct, frozen=True):
    """The note "That model's X cannot be replaced": a model that has one of ``given`` keeps its ``item``.

    Without ``given`` it is the item that comes by the line itself.
    """

    item: str
    given: tuple[str, ...]


def unlocked(text: str, locks: list[str]) -> str:
    """The text without a note "that model's X cannot be replaced"; X is added to ``locks``."""
    match = _LOCK.search(text)
    if not match:
        return text
    locks.append(match[1] or match[2])
    return text[: match.start()]


def lock(item: str, choices: tuple[Choice, ...]) -> Lock:
    """The lock on an item beside what the choices give; where that is the item itself, it is the one that stays."""
    given = [part.item for choice in choices for part in choice.gives if folded(part.item) != folded(item)]
    return Lock(item, tuple(dict.fromkeys(given)))


def repeats(text: str) -> tuple[str, bool | None]:
    """The text without its note on duplicates, and whether they are allowed: None when it does not say."""
    for pattern, answer in ((_REPEATS, True), (_NO_REPEATS, False)):
        match = pattern.search(text)
        if match:
            return text[: match.start()], answer
    return text, None


def gives(text: str, children: tuple[str, ...], words: Words, locks: list[Lock], *, duplicates: bool | None) -> Groups:
    """The groups of items of which the user of the option gets one.

    Args:
        text: what stands behind "with".
        children: the items of the list below the sentence.
        words: what is known of the unit.
        locks: takes notes on items that may not be replaced.
        duplicates: whether the same may be taken twice; None when the line does not say.

    Raises:
        NotUnderstood: with the reason.
    """
    text = text.rstrip(": ")
    if different := _DIFFERENT.fullmatch(text):
        return _different(different, [_listed(child, words, locks) for child in children], words)
    match = _FOLLOWING.match(text)
    if match is None and children and text:
        raise NotUnderstood("a list below a sentence that does not say how many of it")
    if duplicates is not None and (match is None or match[3] is None):
        raise NotUnderstood("duplicates of one choice")
    if match is None and not children:
        return _inline(text, words)
    if not children:
        raise NotUnderstood("a list without items")
    return _from_list([_listed(child, words, locks) for child in children], match, words, duplicates=duplicates)


def _from_list(listed: list[tuple[Items, ...]], match: re.Match[str] | None, words: Words, *, duplicates: bool | None) -> Groups:
    if match and match[1]:
        front = group(match[1].removesuffix(","), words)
        if front is None or match[2] or match[3]:
            raise NotUnderstood(f"cannot tell which items {match[1]!r} are")
        listed = [(*front, *found) for found in listed]
    if match is None or not (match[2] or match[3]):
        return tuple(listed)
    most = len(listed) if match[2] else number(match[3]) or 1
    # Where nothing forbids duplicates they are allowed.
    return _several(listed, most, duplicates=bool(match[3]) if duplicates is None else duplicates)


def _different(match: re.Match[str], listed: list[tuple[Items, ...]], words: Words) -> Groups:
    """Read "1 X, or two different weapons from the following list"."""
    front = items_of(match[1], words) if match[1] else ()
    several = tuple(_sum(parts) for parts in combinations(listed, number(match[2]) or 1))
    if not several or len(several) > MOST_CHOICES:
        raise NotUnderstood(f"more than {MOST_CHOICES} choices" if several else "a list without items")
    return (*front, *several)


def _inline(text: str, words: Words) -> Groups:
    match = _UP_TO.match(text)
    if match:
        one = group("1 " + text[match.end() :], words)
        several = group(f"2 {text[match.end() :]}", words)
        if one is None or several is None or len(one) != 1:
            raise NotUnderstood(f"cannot tell which items {text!r} are")
        return tuple((Items(several[0].item, count),) for count in range(1, (number(match[1]) or 1) + 1))
    return items_of(text.removeprefix("either "), words)


def _listed(child: str, words: Words, locks: list[Lock]) -> tuple[Items, ...]:
    locked: list[str] = []
    child = _NO_DUPLICATES.sub("", unlocked(child, locked)).strip()
    found = group(child, words)
    if found is None:
        raise NotUnderstood(f"cannot tell which items {child!r} are")
    locks += [lock(item, (Choice(found),)) for item in locked]
    return found


def singles(children: tuple[str, ...], words: Words) -> tuple[Cap, ...]:
    """The items of a list of which one model has one at most, as the list says of them."""
    found = [group(_NO_DUPLICATES.sub("", child), words) for child in children if _NO_DUPLICATES.search(child)]
    return tuple(Cap((part.item,)) for items in found for part in items or ())


def within(choices_of: Iterable[Choice], caps: tuple[Cap, ...]) -> tuple[Choice, ...]:
    """The choices that break none of these bounds by themselves."""
    return tuple(choice for choice in choices_of if all(_given(choice, cap) <= cap.most for cap in caps))


def _given(choice: Choice, cap: Cap) -> int:
    items = {folded(item) for item in cap.items}
    return sum(part.count for part in choice.gives if folded(part.item) in items)


def for_each(item: str, listed: Groups, words: Words) -> list[Choice]:
    """Read "For each X this model is equipped with, it can be equipped with one of ...": so many things as it has Xs.

    Raises:
        NotUnderstood: when it is not known how many it can have.
    """
    most = words.carried.get(folded(item), 0)
    if not most:
        raise NotUnderstood(f"it is not known how many {item!r} the model has")
    ways = _one_by_one(item, most, listed)
    return [msgspec.structs.replace(way, gives=_sum((way.takes, way.gives))) for way in ways]


def _several(listed: list[tuple[Items, ...]], most: int, *, duplicates: bool) -> Groups:
    """All ways to take 1 to ``most`` of the list, the small ones first."""
    pick = combinations_with_replacement if duplicates else combinations
    ways: list[tuple[Items, ...]] = []
    for count in range(1, most + 1):
        for parts in pick(listed, count):
            ways.append(_sum(parts))
            if len(ways) > MOST_CHOICES:
                raise NotUnderstood(f"more than {MOST_CHOICES} choices")
    return tuple(ways)


def _sum(parts: tuple[tuple[Items, ...], ...]) -> tuple[Items, ...]:
    counts: dict[str, int] = {}
    for part in parts:
        for items in part:
            counts[items.item] = counts.get(items.item, 0) + items.count
    return tuple(Items(item, count) for item, count in counts.items())


def choices(takes: Groups, given: Groups, who: Who, words: Words) -> list[Choice]:
    """All that one use of the option may do.

    Raises:
        NotUnderstood: when there are too many ways, or it is not known how many items the model has.
    """
    if not who.exactly and not who.one_by_one:
        if len(takes) * len(given) > MOST_CHOICES:
            raise NotUnderstood(f"more than {MOST_CHOICES} choices")
        return [Choice(gain, loss) for loss, gain in product(takes, given) if gain != loss]
    if len(takes) != 1 or len(takes[0]) != 1 or takes[0][0].count != 1:
        raise NotUnderstood("several kinds of item at once")
    item = singular_item(takes[0][0].item, words, several=True)
    if who.exactly:
        return [Choice(gain, (Items(item, who.exactly),)) for gain in given]
    most = who.most or words.carried.get(folded(item), 0)
    if not most:
        raise NotUnderstood(f"it is not known how many {item!r} the model has")
    return list(_one_by_one(item, most, given))


def _one_by_one(item: str, most: int, given: Groups) -> Iterator[Choice]:
    """Read "Each of this model's Xs can be replaced": any number of them, each with its own choice from the list."""
    for count in range(1, most + 1):
        for place, parts in enumerate(combinations_with_replacement(given, count)):
            if place > MOST_CHOICES:
                raise NotUnderstood(f"more than {MOST_CHOICES} choices")
            yield Choice(_sum(parts), (Items(item, count),))


def swap(child: str, words: Words) -> Choice:
    """Read "Replace 2 X with 2 Y" or "Be equipped with 1 Z" below "This model can do one of the following".

    Raises:
        NotUnderstood: with the reason.
    """
    match = _SWAP.fullmatch(child) or _GAIN.fullmatch(child)
    takes = () if match and match.re is _GAIN else group(match[1], words) if match else None
    gives = group(match[match.re.groups], words) if match else None
    if takes is None or gives is None:
        raise NotUnderstood(f"cannot tell what {child!r} does")
    return Choice(gives, takes)
