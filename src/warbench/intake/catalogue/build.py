"""The selection that a builder makes when a unit is added: its least models, each with its default wargear; and larger ones."""

import re

from warbench.intake.catalogue.evaluate import Bounds, as_number, bounds, is_hidden, number, text
from warbench.intake.catalogue.resolved import Reader, Resolved
from warbench.intake.catalogue.selected import Force, Selected

_EXCHANGED = re.compile(r"\b(?:exchange|replace)", re.IGNORECASE)


def select(reader: Reader, resolved: Resolved, force: Force) -> Selected:
    """Add a unit to a force with all that must be selected, defaults where there is a choice."""
    unit = Selected(resolved, force)
    force.children.append(unit)
    fill(reader, unit)
    return unit


def fill(reader: Reader, at: Selected) -> None:
    """Select under a selection what its bounds and defaults ask for."""
    for child in reader.children(at.resolved):
        _fill(reader, at, child, ())


def chosen(at: Selected, resolved: Resolved, groups: tuple[Resolved, ...] = ()) -> float:
    """How many of an entry, or of a group's entries, are selected directly under a selection."""
    at.work.spend(len(at.children))
    if resolved.is_group:
        return sum(child.number for child in at.children if resolved in child.groups)
    return sum(child.number for child in at.children if child.resolved is resolved and child.groups == groups)


def add(reader: Reader, at: Selected, resolved: Resolved, groups: tuple[Resolved, ...], number: float) -> None:
    """Select so many more of an entry under a selection, each with its defaults."""
    at.work.spend(len(at.children))
    for child in at.children:
        if child.resolved is resolved and child.groups == groups:
            factor = (child.number + number) / child.number
            child.number += number
            for below in child.below():
                below.number *= factor
            return
    made = Selected(resolved, at, groups, number)
    at.children.append(made)
    fill(reader, made)


def room(at: Selected, resolved: Resolved, groups: tuple[Resolved, ...]) -> float:
    """How many more of an entry may be selected under a selection, by its own bounds and its groups'."""
    probe = Selected(resolved, at, groups)
    if is_hidden(probe):
        return 0
    found = float("inf")
    for each in (resolved, *groups):
        limit = _bounds(at, each, groups).high
        if limit is not None:
            found = min(found, limit * at.number - chosen(at, each, groups))
    return max(found, 0)


def default_first(reader: Reader, at: Selected, group: Resolved, members: tuple[Resolved, ...]) -> list[Resolved]:
    """The members of a group: what the force prefers, its default, what it says is exchanged, what all may have, what is free."""
    key = text(group.default_id, group.changes("defaultSelectionEntryId"), "defaultSelectionEntryId", Selected(group, at))
    prefer = at.force.prefer
    told = group.name.casefold() if _EXCHANGED.search(group.name) else ""
    return sorted(
        members,
        key=lambda each: (
            not (prefer & each.ids),
            not (key and _holds(reader, each, key)),
            not (told and each.name.casefold() in told),
            bounds(Selected(each, at, (group,))).in_unit is not None,
            each.is_group,
            any(value > 0 for value in each.costs.values()),
        ),
    )


def _holds(reader: Reader, each: Resolved, key: str) -> bool:
    """Whether an entry has the id, or a group has one in it that has."""
    return key in each.ids or (each.is_group and any(_holds(reader, inner, key) for inner in reader.children(each)))


def _bounds(at: Selected, each: Resolved, groups: tuple[Resolved, ...]) -> Bounds:
    place = groups.index(each) if each in groups else len(groups)
    return bounds(Selected(each, at, groups[:place]))


def least(reader: Reader, resolved: Resolved, limits: Bounds) -> int:
    """The fewest of an entry or of a group's entries. A default that "may be exchanged" is there, whatever the bound says."""
    key = resolved.default_id if resolved.is_group and limits.high != 0 else ""
    if limits.low or not key or not _EXCHANGED.search(resolved.name):
        return limits.low
    told = resolved.name.casefold()
    return int(any(key in each.ids and each.name.casefold() in told for each in reader.children(resolved)))


def _fill(reader: Reader, at: Selected, child: Resolved, groups: tuple[Resolved, ...]) -> None:
    probe = Selected(child, at, groups)
    if is_hidden(probe):
        return
    limits = bounds(probe)
    if not child.is_group:
        first = number(as_number(child.default_amount) or 0, child.changes("defaultAmount"), "defaultAmount", probe)
        amount = max(limits.low, int(first) if not groups or limits.low else 0)
        if limits.high is not None:
            amount = min(amount, limits.high)
        if amount > 0:
            add(reader, at, child, groups, amount * at.number)
        return
    inner = (*groups, child)
    members = reader.children(child)
    for member in members:
        _fill(reader, at, member, inner)
    for member in default_first(reader, at, child, members):
        lacks = least(reader, child, limits) * at.number - chosen(at, child)
        if lacks <= 0:
            return
        _take(reader, at, member, inner, lacks)


def _take(reader: Reader, at: Selected, member: Resolved, groups: tuple[Resolved, ...], lacks: float) -> None:
    """Select up to ``lacks`` of a member of a group; of a group within it, of its own members."""
    if not member.is_group:
        amount = min(lacks, room(at, member, groups))
        if amount > 0:
            add(reader, at, member, groups, amount)
        return
    if is_hidden(Selected(member, at, groups)):
        return
    before = chosen(at, member)
    inner = (*groups, member)
    for each in default_first(reader, at, member, reader.children(member)):
        still = lacks - (chosen(at, member) - before)
        if still <= 0:
            return
        _take(reader, at, each, inner, still)
