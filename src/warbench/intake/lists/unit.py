"""The lines of one unit: its models with their items, its enhancement, whether it is the Warlord, whom it is attached to."""

import re

import msgspec

from warbench.intake.lists.army import Held, ListedModels, ListedUnit
from warbench.intake.lists.tree import Node, grown
from warbench.intake.lists.words import (
    ATTACHED,
    COUNTED,
    ENHANCEMENT,
    PRICED,
    SAID,
    UNIT,
    WITH,
    is_warlord,
    number,
    part_of,
    split_items,
)

_NESTED = re.compile(r"([^()]+?) ?\(([^()]+)\)$")
_MOST = 400
# A builder writes two entries without a space between them.
_GLUED = re.compile(r"(?<=upgrade)(?=[A-Z])|(?<=[a-z]rone)(?=[A-Z])")


class _Parts(msgspec.Struct):
    items: list[Held] = []
    kinds: list[ListedModels] = []
    enhancement: str = ""
    enhancement_points: int | None = None
    warlord: bool = False
    part: str = ""
    said: list[str] = []
    colons: bool = True


def read_unit(number_of_line: int, head: str, lines: list[tuple[int, str]], *, colons: bool = True) -> ListedUnit | None:
    """A unit from its first line and those below it; None when the first line is none of a unit.

    Args:
        number_of_line: where it stands, from 1.
        head: the first line.
        lines: those below it, with their numbers.
        colons: whether a line ``1x Sergeant: bolter`` is a model with its items (else an item of that name).
    """
    match = UNIT.fullmatch(head.strip())
    if match is None:
        return None
    parts = _Parts(colons=colons)
    _entries(match["items"] or "", parts, parts.items)
    for node in grown(lines)[:_MOST]:
        _root(node, parts)
    return ListedUnit(
        name=match["name"].strip(),
        points=number(match[4]),
        line=number_of_line,
        models=int(match["count"] or 0),
        kinds=tuple(parts.kinds),
        items=_summed(parts.items),
        enhancement=parts.enhancement,
        enhancement_points=parts.enhancement_points,
        warlord=parts.warlord,
        part=parts.part,
        said=tuple(parts.said),
    )


def _root(node: Node, parts: _Parts) -> None:
    if match := ATTACHED.fullmatch(node.text):
        parts.part = part_of(match[1])
        for child in node.children:
            _root(child, parts)
        return
    if SAID.fullmatch(node.text):
        parts.said.append(node.text)
        return
    if WITH.fullmatch(node.text):
        _with(node, parts, parts.items)
        return
    name, colon, rest = node.text.partition(": ")
    counted = COUNTED.fullmatch(name if colon else node.text)
    is_note = ENHANCEMENT.fullmatch(node.text) is not None or is_warlord(node.text)
    if is_note or not (node.children or (colon and counted and parts.colons)):
        _entries(node.text, parts, parts.items)
        return
    inside = _Parts()
    many = WITH.fullmatch(rest)
    _entries(many[2] or "" if many else rest, inside, inside.items)
    each = bool(colon)
    for child in node.children:
        if WITH.fullmatch(child.text):
            _with(child, inside, inside.items, several=True)
        else:
            _leaf(child, inside)
    parts.warlord = parts.warlord or inside.warlord
    parts.enhancement = parts.enhancement or inside.enhancement
    kind = counted[2] if counted else name
    parts.kinds.append(ListedModels(kind.strip(), int(counted[1]) if counted else 1, _summed(inside.items), each))


def _with(node: Node, parts: _Parts, items: list[Held], *, several: bool = False) -> None:
    """Read ``2 with A, 2x B``: what each of two models has; below a kind of model the counts become those of all."""
    match = WITH.fullmatch(node.text)
    if match is None:
        return
    times = int(match[1]) if several else 1
    held: list[Held] = []
    _entries(match[2] or "", parts, held)
    for child in node.children:
        _entries(child.text, parts, held)
    items += [Held(one.name, one.count * times) for one in held]


def _leaf(node: Node, parts: _Parts) -> None:
    _entries(node.text, parts, parts.items)
    for child in node.children:
        _leaf(child, parts)


def _entries(text: str, parts: _Parts, items: list[Held]) -> None:
    """The entries of a line: items, or notes (Warlord, an enhancement)."""
    if match := ENHANCEMENT.fullmatch(text.strip()):
        priced = PRICED.fullmatch(match[1])
        parts.enhancement = (priced[1] if priced else match[1]).strip()
        parts.enhancement_points = int(priced[2]) if priced else None
        return
    for entry in split_items(_GLUED.sub(", ", text)):
        if is_warlord(entry):
            parts.warlord = True
        elif priced := PRICED.fullmatch(entry):
            parts.enhancement, parts.enhancement_points = priced[1].strip(), int(priced[2])
        else:
            _item(entry, items)


def _item(entry: str, items: list[Held]) -> None:
    counted = COUNTED.fullmatch(entry)
    count, name = (int(counted[1]), counted[2]) if counted else (1, entry)
    nested = _NESTED.fullmatch(name)
    # An item with what belongs to it in brackets: a drone with its gun.
    for part in [nested[1], *split_items(nested[2])] if nested else [name]:
        inner = COUNTED.fullmatch(part)
        items.append(Held((inner[2] if inner else part).strip(), count * (int(inner[1]) if inner else 1)))


def _summed(items: list[Held]) -> tuple[Held, ...]:
    counts: dict[str, int] = {}
    for item in items:
        counts[item.name] = counts.get(item.name, 0) + item.count
    return tuple(Held(name, count) for name, count in counts.items())
