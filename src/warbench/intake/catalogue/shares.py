"""Who carries what in a unit of a roster: what stands at a group of models or at the unit, shared out to single models."""

import re
from collections.abc import Iterator, Mapping

import msgspec

from warbench.intake.catalogue.evaluate import as_number
from warbench.intake.catalogue.tree import Chosen, Cost
from warbench.intake.text.lines import plain

MOST_MODELS = 200
"""A unit of more models is not looked at; real ones reach 60."""

_POINTS = re.compile(r"p(?:oin)?ts?(?:\(s\))?", re.IGNORECASE)
_WEAPON = re.compile(r"weapon", re.IGNORECASE)
_ENHANCEMENT = re.compile(r"enhancement", re.IGNORECASE)
_NO_RULES = re.compile(r"prime benefit|detachment|show/hide", re.IGNORECASE)


class Carrier(msgspec.Struct):
    """Models that are alike: the selection that they are, how many, and what each of them has of each selection of wargear."""

    model: Chosen
    number: int
    items: list[tuple[Chosen, int]] = []


def cost_of(costs: tuple[Cost, ...]) -> float | None:
    """The points among the costs of a selection; None when it has none."""
    return next((cost.value for cost in costs if _POINTS.fullmatch(cost.name.strip())), None)


def all_points(chosen: Chosen) -> float:
    """The points of a selection with everything under it."""
    return (cost_of(chosen.costs) or 0) + sum(all_points(child) for child in chosen.selections)


def points_of(unit: Chosen) -> float:
    """The points of a unit with its wargear, without its Enhancements."""
    own = cost_of(unit.costs) or 0
    return own + sum(points_of(child) for child in unit.selections if not is_enhancement(child))


def whole(number: float) -> int:
    """The number of a selection; nothing below 0."""
    return max(round(as_number(number) or 0), 0)


def is_item(chosen: Chosen) -> bool:
    """Whether a selection is something carried: a weapon or an item with an ability, by its profiles or its category."""
    if any(_WEAPON.search(each.name) for each in chosen.categories):
        return True
    tables = _tables(chosen)
    return (
        bool(tables) and not _ENHANCEMENT.search(chosen.group) and not (tables == {"Abilities"} and bool(cost_of(chosen.costs)))
    )


def is_enhancement(chosen: Chosen) -> bool:
    """Whether a selection is an Enhancement: by its group, or as an ability that costs points."""
    priced = bool(cost_of(chosen.costs)) and not chosen.selections and _tables(chosen) == {"Abilities"}
    return is_extra(chosen.name, chosen.group) or (chosen.type not in {"model", "unit"} and priced)


def is_extra(name: str, group: str) -> bool:
    """Whether a name or the group of a selection says that it is no wargear: an Enhancement, the Warlord's mark."""
    return bool(_ENHANCEMENT.search(group)) or name.casefold() == "warlord"


def is_choice(chosen: Chosen) -> bool:
    """Whether a selection is no wargear but gives rules to what it stands at."""
    return (
        chosen.type not in {"model", "unit"}
        and bool(chosen.rules)
        and not chosen.profiles
        and not is_enhancement(chosen)
        and not _NO_RULES.search(f"{chosen.group} {chosen.name}")
    )


def _tables(chosen: Chosen) -> set[str]:
    return {profile.type_name for profile in chosen.profiles}


class _Group(msgspec.Struct, eq=False):
    """Models of one selection with what all of them have together."""

    model: Chosen
    number: int
    items: list[tuple[Chosen, int]]


def carriers(unit: Chosen, known: Mapping[str, Chosen], *, everybody: bool) -> list[Carrier]:
    """The models of a unit, those alike together; none when there are too many, or no models at all.

    Args:
        unit: the unit.
        known: selections with profiles, for those whose profile is printed elsewhere.
        everybody: whether one of something that stands at the unit is had by every model (else by one).
    """
    groups: list[_Group] = []
    if unit.type == "model":
        groups.append(_Group(unit, whole(unit.number), []))
        _walk(unit, groups[0], groups, known, everybody=everybody)
    else:
        _walk(unit, None, groups, known, everybody=everybody)
    if not 0 < sum(group.number for group in groups) <= MOST_MODELS:
        return []
    if unit.type == "model" and groups[0].number != 1:
        return []
    return [carrier for group in groups for carrier in _alike(group)]


def _walk(at: Chosen, holder: _Group | None, groups: list[_Group], known: Mapping[str, Chosen], *, everybody: bool) -> None:
    """Gather the models below a selection; what stands at no model goes to those below the same selection."""
    first = len(groups)
    loose: list[tuple[Chosen, int]] = []
    for child in at.selections:
        if child.type == "model":
            group = _Group(child, whole(child.number), [])
            if group.number:
                groups.append(group)
            _walk(child, group, groups, known, everybody=everybody)
            continue
        if is_enhancement(child):
            continue
        item = child if child.profiles else known.get(plain(child.name).casefold())
        if item is not None and whole(child.number):
            item = msgspec.structs.replace(item, name=child.name)
            (loose if holder is None else holder.items).append((item, whole(child.number)))
        _walk(child, holder, groups, known, everybody=everybody)
    if holder is None:
        _share(loose, groups[first:], everybody=everybody)


def _share(loose: list[tuple[Chosen, int]], groups: list[_Group], *, everybody: bool) -> None:
    models = sum(group.number for group in groups)
    bare = not any(group.items for group in groups)
    for item, total in loose if models else ():
        if bare or total >= models or (everybody and total == 1):
            for group in groups:
                group.items.append((item, group.number * max(total // models, 1)))
            continue
        # As many as there are models of one kind, such as a gun for each carriage, belong to these.
        fitting = [group for group in groups if group.number == total and not group.items]
        fitting = fitting or [max(groups, key=lambda group: group.number)]
        fitting[0].items.append((item, total))


def _alike(group: _Group) -> Iterator[Carrier]:
    """The models of a group in the order in which what not all of them have is dealt out, one after another."""
    each: list[dict[int, int]] = [{} for _ in range(group.number)]
    turn = 0
    for place, (_, total) in enumerate(group.items):
        share, rest = divmod(total, group.number)
        for model in each:
            if share:
                model[place] = share
        for _ in range(rest):
            model = each[turn % group.number]
            model[place] = model.get(place, 0) + 1
            turn += 1
    kinds: list[tuple[dict[int, int], int]] = []
    for model in each:
        found = next((number for number, (kind, _) in enumerate(kinds) if kind == model), None)
        if found is None:
            kinds.append((model, 1))
        else:
            kinds[found] = (model, kinds[found][1] + 1)
    # The commonest first: the others are what its options make of it.
    for kind, number in sorted(kinds, key=lambda pair: -pair[1]):
        yield Carrier(group.model, number, [(group.items[place][0], count) for place, count in kind.items()])
