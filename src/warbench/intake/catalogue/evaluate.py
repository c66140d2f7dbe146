"""Modifiers, conditions, repeats and constraints, evaluated where they stand in a roster."""

import math
from collections.abc import Callable, Iterable, Iterator
from operator import eq, ge, gt, le, lt, ne

import msgspec

from warbench.intake.catalogue.resolved import Change
from warbench.intake.catalogue.selected import Force, Selected
from warbench.intake.catalogue.tree import (
    MOST,
    Condition,
    ConditionGroup,
    Constraint,
    Modifier,
    ModifierGroup,
    Repeat,
    Value,
)

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "atLeast": ge,
    "greaterThan": gt,
    "atMost": le,
    "lessThan": lt,
    "equalTo": eq,
    "notEqualTo": ne,
}
_TYPES = {
    "unit": ("unit",),
    "model": ("model",),
    "upgrade": ("upgrade",),
    "model-or-unit": ("model", "unit"),
    "unit-self": ("unit",),
    "model-self": ("model",),
}
_MOST_REPEATS = 10_000
_MOST_POWER = 20
_MOST_SELECTED = 1_000
"""No bound asks for more of one thing; real ones reach 100."""

Scope = Selected | Force


def changes_of(changes: Iterable[Change], field: str, at: Selected) -> Iterator[tuple[Modifier, int]]:
    """The modifiers of ``field`` that apply at a selection, each with how often; those that affect others are not its own."""
    for groups, modifier in changes:
        if modifier.field == field and not modifier.affects:
            times = times_applied(groups, modifier, at)
            if times:
                yield modifier, times


def times_applied(groups: tuple[ModifierGroup, ...], modifier: Modifier, at: Selected) -> int:
    """How often a modifier applies: 0 when a condition does not hold, 1 without repeats, at most a bound."""
    times = 1
    at.work.spend(1)
    for part in (*groups, modifier):
        if not all(holds(condition, at) for condition in part.conditions):
            return 0
        if not all(group_holds(group, at) for group in part.condition_groups):
            return 0
        if part.repeats:
            times *= sum(_repeated(repeat, at) for repeat in part.repeats)
    return min(times, _MOST_REPEATS)


def number(value: float, changes: Iterable[Change], field: str, at: Selected) -> float:
    """A number (a cost, a bound) after the modifiers that apply."""
    for modifier, times in changes_of(changes, field, at):
        by = as_number(modifier.value)
        if by is None:
            continue
        value = changed(value, modifier.type, by, times)
    return value


def changed(value: float, kind: str, by: float, times: int) -> float:
    """A number after one modifier applied so often: ``floor`` is the least that it may be, ``ceil`` the most."""
    change = _CHANGES.get(kind)
    return max(-MOST, min(MOST, change(value, by, times))) if change else value


_CHANGES: dict[str, Callable[[float, float, int], float]] = {
    "set": lambda _, by, __: by,
    "increment": lambda value, by, times: value + by * times,
    "decrement": lambda value, by, times: value - by * times,
    "multiply": lambda value, by, times: value * by ** min(times, _MOST_POWER),
    "divide": lambda value, by, times: value / by ** min(times, _MOST_POWER) if by else value,
    "floor": lambda value, by, _: max(value, by),
    "ceil": lambda value, by, _: min(value, by),
}


def flag(changes: Iterable[Change], field: str, at: Selected, *, value: bool) -> bool:
    """A truth value (``hidden``) after the modifiers that apply."""
    for modifier, _ in changes_of(changes, field, at):
        if modifier.type == "set":
            value = as_flag(modifier.value)
    return value


def text(value: str, changes: Iterable[Change], field: str, at: Selected) -> str:
    """A text (a name, a cell of a profile) after the modifiers that apply."""
    for modifier, times in changes_of(changes, field, at):
        value = changed_text(value, modifier, times)
    return value


def changed_text(value: str, modifier: Modifier, times: int) -> str:
    """A text after one modifier. Numbers in cells (``6"``, ``3+``) keep their signs when they are counted up or down."""
    new = as_text(modifier.value)
    if modifier.type == "replace":
        old = as_text(modifier.arg)
        return value.replace(old, new) if old else value
    joined = modifier.join if value else ""
    done = {"set": new, "append": f"{value}{joined}{new}", "prepend": f"{new}{joined}{value}"}.get(modifier.type)
    return done if done is not None else _counted(value, modifier, times)


def _counted(value: str, modifier: Modifier, times: int) -> str:
    digits = value.strip().strip('+"')
    by, old = as_number(modifier.value), as_number(digits)
    if by is None or old is None or modifier.type not in _CHANGES:
        return value
    return value.replace(digits, f"{changed(old, modifier.type, by, times):g}")


def as_number(value: Value) -> float | None:
    """The number that a value is; None when it is none, or not a finite one."""
    try:
        found = float(value) if value is not None else math.nan
    except ValueError:
        return None
    return found if math.isfinite(found) and abs(found) <= MOST else None


def as_flag(value: Value) -> bool:
    """The truth value that a value is."""
    return value is True or str(value).casefold() in {"true", "1"}


def as_text(value: Value) -> str:
    """The value as files write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else str(value)


def group_holds(group: ConditionGroup, at: Selected) -> bool:
    """Whether a group of conditions holds. An empty one does."""
    if not group.conditions and not group.condition_groups:
        return True
    found = _each(group, at)
    if group.type == "or":
        return any(found)
    if group.type == "count":
        return sum(found) >= group.min
    return all(found)


def _each(group: ConditionGroup, at: Selected) -> Iterator[bool]:
    yield from (holds(condition, at) for condition in group.conditions)
    yield from (group_holds(inner, at) for inner in group.condition_groups)


def holds(condition: Condition, at: Selected) -> bool:
    """Whether a condition holds at a selection."""
    at.work.spend(1)
    if condition.type in {"instanceOf", "notInstanceOf"}:
        found = any(_is(scope, condition) for scope in _scopes(condition.scope, at))
        return found == (condition.type == "instanceOf")
    compare = _COMPARE.get(condition.type)
    return compare is not None and compare(count(condition, at), condition.value)


def count(query: Condition | Constraint | Repeat, at: Selected) -> float:
    """What a condition or repeat counts: selections, forces, or a cost."""
    scope = next(iter(_scopes(query.scope, at)), None)
    if scope is None:
        return 0
    if query.field == "forces":
        force = scope if isinstance(scope, Force) else scope.force
        return float(_is_force(force, query.child_id))
    if query.field.startswith("limit::"):
        return -1
    found = (each for each in _within(scope, deep=query.include_child_selections) if each.matches(query.child_id))
    if query.field == "selections":
        return sum(each.number for each in found)
    return sum(each.resolved.costs.get(query.field, 0) * each.number for each in found)


def _within(scope: Scope, *, deep: bool) -> Iterator[Selected]:
    if isinstance(scope, Selected) and scope.resolved.is_group:
        own = [child for child in scope.parent.children if scope.resolved.ids & child.ids]
    else:
        own = scope.children
    steps = 0
    for child in own:
        steps += 1
        yield child
        if deep:
            for each in child.below():
                steps += 1
                yield each
    scope.work.spend(steps)


def _repeated(repeat: Repeat, at: Selected) -> int:
    if repeat.value <= 0:
        return 0
    share = count(repeat, at) / repeat.value
    return int((math.ceil(share) if repeat.round_up else math.floor(share)) * repeat.repeats)


def _scopes(scope: str, at: Selected) -> Iterator[Scope]:
    """Where a scope points, from a selection; nothing when there is no such thing above it."""
    match scope:
        case "self":
            yield at
        case "parent":
            yield at.parent
        case "force" | "roster" | "primary-catalogue":
            yield at.force
        case "ancestor":
            yield from list(at.line())[1:]
            yield at.force
        case "root-entry":
            yield list(at.line())[-1]
        case _:
            types = _TYPES.get(scope)
            for each in at.line():
                if each.resolved.type in types if types else (scope in each.ids or scope in each.categories):
                    yield each
                    return
            if scope in at.force.entry_ids or scope == at.force.catalogue_id:
                yield at.force


def scope_of(scope: str, at: Selected) -> Scope | None:
    """The selection or the force that a scope means, from a selection; None when there is no such thing above it."""
    return next(iter(_scopes(scope, at)), None)


def _is(scope: Scope, condition: Condition) -> bool:
    if isinstance(scope, Force):
        return _is_force(scope, condition.child_id)
    return scope.matches(condition.child_id)


def _is_force(force: Force, key: str) -> bool:
    return not key or key in {"any", force.catalogue_id} or key in force.entry_ids


class Bounds(msgspec.Struct, frozen=True):
    """How many of something there may be: under its parent, and in its whole unit. None is no upper bound."""

    low: int
    high: int | None
    in_unit: int | None = None


def bounds(at: Selected) -> Bounds:
    """The bounds of an entry or a group where it stands, after modifiers."""
    low, high, in_unit = 0, None, None
    for constraint in at.resolved.constraints:
        if constraint.field != "selections":
            continue
        value = number(constraint.value, at.resolved.changes(constraint.id), constraint.id, at)
        if value < 0:
            continue
        if constraint.percent_value:
            value = value * count(constraint, at) / 100
        bound = min(math.ceil(value) if constraint.type == "min" else int(value), _MOST_SELECTED)
        here = constraint.scope == "parent" or _is_around(constraint.scope, at)
        if constraint.type == "min" and (here or _is_unit_above(constraint.scope, at)):
            low = max(low, bound)
        elif constraint.type == "max" and (here or constraint.scope == "self"):
            high = bound if high is None else min(high, bound)
        elif constraint.type == "max" and constraint.scope not in {"roster", "force"}:
            in_unit = bound if in_unit is None else min(in_unit, bound)
    return Bounds(low, high, in_unit)


def _is_around(scope: str, at: Selected) -> bool:
    """Whether a scope names the parent, or a group between."""
    above = at.parent.resolved.ids if isinstance(at.parent, Selected) else frozenset[str]()
    return scope in above or any(scope in group.ids for group in at.groups)


def _is_unit_above(scope: str, at: Selected) -> bool:
    """Whether a scope means the unit, and that is what holds the entry."""
    return scope in {"unit", "root-entry"} and isinstance(at.parent, Selected) and at.parent.resolved.type == "unit"


def is_hidden(at: Selected) -> bool:
    """Whether an entry or a group is hidden where it stands."""
    return flag(at.resolved.changes("hidden"), "hidden", at, value=at.resolved.hidden)


def cost(at: Selected, type_id: str) -> float:
    """What a selection costs by itself and with all that is selected under it."""
    own = number(at.resolved.costs.get(type_id, 0), at.resolved.changes(type_id), type_id, at) * at.number
    return own + sum(cost(child, type_id) for child in at.children)
