"""Who may use a wargear option, and whose items it takes: the subject of the sentence."""

import re

import msgspec

from warbench.intake.items_text import NUMBER, Groups, NotUnderstood, Words, items_of, model_name, number

_OWNED = re.compile(r"'s |(?<=s)' ")
_SOME_OF = re.compile(rf"(any number of|each of|both of|up to {NUMBER} of|{NUMBER} of) (this model)$", re.IGNORECASE)
_CONDITION = re.compile(r" (?:(?:that|who) (?:is|are) )?(not )?equipped with ")
_IF_EQUIPPED = re.compile(r"if (.{1,60}) is (not )?equipped with (.{1,80}), it(s)? ", re.IGNORECASE)
_ANYONE = frozenset(
    {"this model", "the model", "each model", "every model", "any model", "any number of models", "any numbers of models"}
)


class Who(msgspec.Struct, frozen=True):
    """Who may use an option (see :class:`warbench.sheets.options.Option`), and how many of several equal items go.

    ``exactly``: that many together. ``one_by_one``: each for itself, up to ``most`` (0: all that the model has).
    """

    model: str = ""
    limit: int = 0
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    exactly: int = 0
    one_by_one: bool = False
    most: int = 0


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
    if subject.casefold().startswith("all "):
        raise NotUnderstood("all models or none: an option holds for each model by itself")
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
    limit, name = _counted(text, low)
    if name in {"model", "models"}:
        return msgspec.structs.replace(who, limit=limit)
    model = model_name(name, words)
    if model is None:
        raise NotUnderstood(f"{name!r} is no kind of model of this unit")
    return msgspec.structs.replace(who, limit=limit, model=model)


def _counted(text: str, low: str) -> tuple[int, str]:
    """How many may (0: any number), and the kind of model as printed."""
    if low.startswith("all "):
        raise NotUnderstood("all models or none: an option holds for each model by itself")
    if low.startswith(("any number of ", "any numbers of ")):
        return 0, text.partition(" of ")[2]
    first, _, rest = text.partition(" ")
    if low.startswith("up to "):
        first, _, rest = text[len("up to ") :].partition(" ")
        rest = rest.removeprefix("different ")
    count = number(first)
    if count and first.casefold() not in {"a", "an"}:
        return count, rest
    if first.casefold() not in {"the", "each", "every"} or rest in {"model", "models"}:
        raise NotUnderstood(f"cannot tell who {text!r} is")
    return 0, rest


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
    return msgspec.structs.replace(who, needs=who.needs or condition.needs, excludes=(*who.excludes, *condition.excludes))


def _condition(text: str, words: Words, *, negative: bool) -> Who:
    """Read "a bolter", "either a banner or a horn": what the model must have, or must not."""
    found = items_of(text.removeprefix("either ").strip(), words)
    if any(len(items) > 1 or items[0].count > 1 for items in found):
        raise NotUnderstood("it asks for several items at once")
    names = tuple(items[0].item for items in found)
    return Who(excludes=names) if negative else Who(needs=names)
