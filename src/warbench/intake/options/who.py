"""Who may use a wargear option, and whose items it takes: the subject of the sentence."""

import re

import msgspec

from warbench.intake.text.items import NUMBER, Groups, NotUnderstood, Words, items_of, kind_of, number
from warbench.sheets.options import Items

_OWNED = re.compile(r"'s |(?<=s)' ")
_SOME_OF = re.compile(
    rf"(any number of|each of|both of|up to {NUMBER} of|{NUMBER} of) ((?:this|each) model|the [A-Z].*)$", re.IGNORECASE
)
_CONDITION = re.compile(r" (?:(?:that|who) (?:is|are) )?(not )?equipped with ")
_IF_EQUIPPED = re.compile(r"if (.{1,60}) is (not )?equipped with (.{1,80}), it(s)? ", re.IGNORECASE)
_ALL = re.compile(r"all (?:of the )?", re.IGNORECASE)
_ANYONE = frozenset(
    {"this model", "the model", "each model", "every model", "any model", "any number of models", "any numbers of models"}
)


class Who(msgspec.Struct, frozen=True):
    """Who may use an option (see :class:`warbench.sheets.options.Option`), and how many of several equal items go.

    ``holds`` is what a model must have, all of it. ``exactly``: that many together.
    ``one_by_one``: each for itself, up to ``most`` (0: all that the model has). ``single``: the text names one such model without
    a number. ``other``: not the model of the line before.
    """

    model: str = ""
    limit: int = 0
    needs: tuple[str, ...] = ()
    holds: tuple[Items, ...] = ()
    excludes: tuple[str, ...] = ()
    exactly: int = 0
    one_by_one: bool = False
    most: int = 0
    together: bool = False
    must: bool = False
    single: bool = False
    other: bool = False


def owned(subject: str, words: Words) -> tuple[Who, Groups]:
    """The owner and the items that go, of a subject such as "1 Warrior's bolter and knife".

    Raises:
        NotUnderstood: with the reason.
    """
    for joint in _OWNED.finditer(subject):
        name = subject[: joint.start()]
        some = _SOME_OF.match(name)
        try:
            who = owner(some[4] if some else name, words)
        except NotUnderstood:
            # An apostrophe of the owner's or the item's own name: the next one may be the right one.
            continue
        if some:
            exactly = 2 if name.casefold().startswith("both") else number(some[3] or "") or 0
            most = number(some[2] or "") or 0
            who = msgspec.structs.replace(who, exactly=exactly, one_by_one=not exactly, most=most)
        return who, items_of(subject[joint.end() :], words)
    raise NotUnderstood("cannot tell whose item it is")


def owner(text: str, words: Words) -> Who:
    """Who may, of a subject such as "this model", "up to 2 Warriors" or "1 model equipped with a bolter".

    Raises:
        NotUnderstood: with the reason.
    """
    text = text.strip()
    who = Who()
    condition = _CONDITION.search(text)
    if condition:
        who = _condition(text[condition.end() :], words, negative=bool(condition[1]))
        text = text[: condition.start()]
    text = text.removesuffix(" in this unit").removesuffix(" in the unit")
    low = text.casefold()
    if low in _ANYONE:
        return who
    if low == "this unit":
        return msgspec.structs.replace(who, limit=1)
    if match := _ALL.match(text):
        model = "" if text[match.end() :] == "models" else _kind(text[match.end() :], words)
        return msgspec.structs.replace(who, model=model, together=True)
    limit, name = _counted(text, low, words)
    if name in {"model", "models"}:
        return msgspec.structs.replace(who, limit=limit)
    bare = name.removeprefix("other ")
    return msgspec.structs.replace(who, limit=limit, model=_kind(bare, words), single=name == text, other=bare != name)


def _kind(name: str, words: Words) -> str:
    kind = kind_of(name, words)
    if kind is None:
        raise NotUnderstood(f"{name!r} is no kind of model of this unit")
    return kind


def _counted(text: str, low: str, words: Words) -> tuple[int, str]:
    """How many may (0: any number), and the kind of model as printed."""
    if low.startswith(("any number of ", "any numbers of ")):
        return 0, text.partition(" of ")[2]
    first, _, rest = text.partition(" ")
    if low.startswith("up to "):
        first, _, rest = text[len("up to ") :].partition(" ")
        rest = rest.removeprefix("different ")
    count = number(first)
    if count and first.casefold() not in {"a", "an"}:
        return count, rest
    if first.casefold() in {"a", "an"}:
        # "An Attack Bike": where there is one at most, it is any.
        kind = kind_of(rest, words)
        if kind and sum(line.high for line in words.lines if line.answers(kind)) == 1:
            return 0, rest
    if first.casefold() in {"the", "each", "every"} and rest not in {"model", "models"}:
        return 0, rest
    if words.models and text in words.models:
        # "Trooper equipped with ...", without a number: one.
        return 1, text
    raise NotUnderstood(f"cannot tell who {text!r} is")


def if_equipped(text: str, words: Words) -> tuple[str, Who]:
    """Turn "If the Sergeant is equipped with a bolter, its knife can ..." into "The Sergeant's knife can ..." and a condition.

    Raises:
        NotUnderstood: when the condition is.
    """
    match = _IF_EQUIPPED.match(text)
    if not match:
        return text, Who()
    return match[1] + ("'s " if match[4] else " ") + text[match.end() :], _condition(match[3], words, negative=bool(match[2]))


def both(who: Who, condition: Who) -> Who:
    """Who may, with the condition of an "if" as well.

    Raises:
        NotUnderstood: when both ask for items.
    """
    if who.needs and condition.needs:
        raise NotUnderstood("it asks for several items at once")
    return msgspec.structs.replace(
        who,
        needs=who.needs or condition.needs,
        holds=(*who.holds, *condition.holds),
        excludes=(*who.excludes, *condition.excludes),
    )


def _condition(text: str, words: Words, *, negative: bool) -> Who:
    """Read "a bolter", "either a banner or a horn", "a bolter and a knife": what the model must have, or must not."""
    found = items_of(text.removeprefix("either ").strip(), words)
    if len(found) == 1 and not negative and (len(found[0]) > 1 or found[0][0].count > 1):
        return Who(holds=found[0])
    if any(len(items) > 1 or items[0].count > 1 for items in found):
        raise NotUnderstood("it asks for several items at once")
    names = tuple(items[0].item for items in found)
    return Who(excludes=names) if negative else Who(needs=names)
