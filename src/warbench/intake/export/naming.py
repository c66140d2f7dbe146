"""Items that the export spells in two ways: a name that no weapon has, beside a weapon that nobody names."""

import difflib
from collections.abc import Iterable

import msgspec

from warbench.intake.text.lines import folded
from warbench.sheets.datasheet import Composition
from warbench.sheets.options import Items, Option

_ALIKE = 0.8


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known item that a misspelled name means: nearly the same letters, or the only one that has all its words or more."""
    keys = {_key(item): item for item in known}
    key = _key(name)
    if key in keys:
        return keys[key]
    near = difflib.get_close_matches(key, keys, n=1, cutoff=_ALIKE)
    if near:
        return keys[near[0]]
    words = set(key.split())
    inside = [item for other, item in keys.items() if words < set(other.split()) or words > set(other.split())]
    return inside[0] if len(inside) == 1 and len(words) > 1 else None


def mended(
    options: tuple[Option, ...], composition: tuple[Composition, ...], items: tuple[str, ...], notes: list[str]
) -> tuple[Option, ...]:
    """The options with misspelled items put right.

    What an option gives is taken for an item of the datasheet that nothing else names, what it takes for one that a model has.

    Args:
        options: as they were read.
        composition: with the default equipment.
        items: names of weapons and wargear of the datasheet.
        notes: takes what was put right.
    """
    equipped = {folded(item): item for line in composition for item in line.equipped}
    named = {folded(part.item) for option in options for choice in option.choices for part in (*choice.takes, *choice.gives)}
    known = {folded(item): item for item in items}
    orphans = [item for key, item in known.items() if key not in named and key not in equipped]
    given = [part.item for option in options for choice in option.choices for part in choice.gives]
    better: dict[str, str] = {}
    for key in dict.fromkeys([folded(item) for item in given]):
        if key not in known and key not in equipped and (meant := nearest(key, orphans)):
            better[key] = meant
    have = [*equipped.values(), *(better.get(folded(item), item) for item in given)]
    mine = {folded(item) for item in have}
    for takes in dict.fromkeys(choice.takes for option in options for choice in option.choices):
        keys = [folded(part.item) for part in takes]
        whole = _joined(takes) if len(takes) > 1 and not mine.intersection(keys) else ""
        if whole and (meant := nearest(whole, have)):
            better[whole] = meant
            continue
        for key in keys:
            if key not in mine and key not in better and (meant := nearest(key, have)) and folded(meant) not in named:
                better[key] = meant
    if not better:
        return options
    notes += [f"wargear option: {wrong!r} taken for {right!r}" for wrong, right in better.items() if folded(right) != wrong]
    return tuple(_mended(option, better) for option in options)


def _mended(option: Option, better: dict[str, str]) -> Option:
    choices = tuple(
        msgspec.structs.replace(choice, takes=_items(choice.takes, better), gives=_items(choice.gives, better))
        for choice in option.choices
    )
    names = {field: tuple(better.get(folded(item), item) for item in getattr(option, field)) for field in ("needs", "excludes")}
    return msgspec.structs.replace(option, choices=tuple(dict.fromkeys(choices)), **names)


def _items(parts: tuple[Items, ...], better: dict[str, str]) -> tuple[Items, ...]:
    if (whole := _joined(parts)) in better and len(parts) > 1:
        return (Items(better[whole]),)
    return tuple(Items(better.get(folded(part.item), part.item), part.count) for part in parts)


def _joined(parts: tuple[Items, ...]) -> str:
    """Several items as the one that has an "and" in its name."""
    return " and ".join(folded(part.item) for part in parts) if all(part.count == 1 for part in parts) else ""


def _key(name: str) -> str:
    return " ".join(folded(name).replace("-", " ").split())
