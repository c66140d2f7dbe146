"""What a wargear option says, in words: who may, under what conditions, and what each choice does."""

from collections.abc import Iterable, Sequence

from warbench.sheets.options import Cap, Choice, Items, Option


def who(option: Option, anyone: str = "any model") -> str:
    """Who may use an option and when: ``up to 1 Trooper for every 5 models, with gun, without axe``.

    Args:
        option: the option.
        anyone: what a model of no particular kind is called.
    """
    name = option.model or anyone
    if option.together:
        told = f"all {option.model or 'models'} or none"
    elif option.limit:
        told = f"up to {option.limit} {option.model or ('model' if option.limit == 1 else 'models')}" + _per(
            option.per, option.per_model
        )
    else:
        told = name
    if option.needs:
        told += f" with {' or '.join(option.needs)}"
    if option.excludes:
        told += f" without {' or '.join(option.excludes)}"
    return told + _sizes(option.least, option.most)


def choice(one: Choice) -> str:
    """What a choice does, as in ``You may ...``: ``exchange gun for beam``, ``take banner``; its price and bound behind it."""
    return alternatives((one,))


def gathered(choices: Iterable[Choice]) -> list[tuple[Choice, ...]]:
    """The choices in groups that give up the same and ask for the same, in the order of the first of each."""
    groups: dict[tuple[tuple[Items, ...], tuple[Items, ...]], list[Choice]] = {}
    for one in choices:
        groups.setdefault(sides(one)[:2], []).append(one)
    return [tuple(group) for group in groups.values()]


def alternatives(group: Sequence[Choice]) -> str:
    """A group of choices as one: ``exchange gun for one of: beam; axe and shield (+5 points)``."""
    keeps, takes, _ = sides(group[0])
    beside = f" beside {items(keeps)}" if keeps else ""
    if len(group) == 1:
        begin = f"exchange {items(takes)} for " if takes else "take "
        return begin + items(sides(group[0])[2]) + beside + _price(group[0])
    begin = f"exchange {items(takes)}{beside} for one of: " if takes else f"take one of{beside}: "
    return begin + "; ".join(items(sides(one)[2]) + _price(one) for one in group)


def _price(one: Choice) -> str:
    return (f" ({one.points:+d} point{'' if abs(one.points) == 1 else 's'})" if one.points else "") + bound(one)


def bound(one: Choice) -> str:
    """How many of the unit may choose it and who may not, in brackets; empty where nothing bounds it."""
    told = f" (at most {one.limit}{_per(one.per) if one.per else ' in the unit'})" if one.limit else ""
    return told + (f" (not with {' or '.join(one.excludes)})" if one.excludes else "")


def caps(option: Option) -> str:
    """What one model may have at most of, as the end of a sentence; empty where nothing bounds it."""
    return "; ".join(_cap(cap) for cap in option.caps)


def sides(one: Choice) -> tuple[tuple[Items, ...], tuple[Items, ...], tuple[Items, ...]]:
    """What a choice asks for and leaves, what it takes away, what it adds."""
    have = {part.item.casefold(): part.count for part in one.takes}
    come = {part.item.casefold(): part.count for part in one.gives}
    both = {item: min(count, come[item]) for item, count in have.items() if item in come}
    return (
        tuple(Items(part.item, both[part.item.casefold()]) for part in one.takes if part.item.casefold() in both),
        _less(one.takes, both),
        _less(one.gives, both),
    )


def items(parts: tuple[Items, ...]) -> str:
    """Items with their counts: ``gun and 2 knife``."""
    return " and ".join(part.item if part.count == 1 else f"{part.count} {part.item}" for part in parts) or "nothing"


def _less(parts: tuple[Items, ...], both: dict[str, int]) -> tuple[Items, ...]:
    rest = ((part.item, part.count - both.get(part.item.casefold(), 0)) for part in parts)
    return tuple(Items(item, count) for item, count in rest if count)


def _per(per: int, model: str = "") -> str:
    return f" for every {per} {model or 'models'}" if per else " of the unit"


def _sizes(least: int, most: int) -> str:
    if not least and not most:
        return ""
    if least == most:
        return f", in a unit of {least} models"
    return f", in a unit of {least} or more models" if not most else f", in a unit of {most} or fewer models"


def _cap(cap: Cap) -> str:
    if len(cap.items) == 1:
        return f"no model has more than {cap.most} {cap.items[0]}"
    return f"no model has more than {cap.most} of {', '.join(cap.items)}"
