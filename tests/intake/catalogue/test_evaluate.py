"""Modifiers, conditions, repeats and bounds, where they stand in a roster."""

import msgspec
import pytest

from warbench.intake.catalogue.evaluate import Bounds, bounds, changed_text, is_hidden, number, text
from warbench.intake.catalogue.resolved import Resolved
from warbench.intake.catalogue.selected import Force, Selected
from warbench.intake.catalogue.tree import Condition, ConditionGroup, Constraint, Entry, Group, Modifier, ModifierGroup, Repeat

ARMY = Force("army", frozenset({"detachment"}))


def selected(entry: Entry, parent: Selected | Force = ARMY, count: float = 1, *groups: Resolved) -> Selected:
    made = Selected(Resolved(entry), parent, groups, count)
    if isinstance(parent, Selected):
        parent.children.append(made)
    return made


def squad(count: float, *modifiers: Modifier, **more: object) -> Selected:
    unit = selected(msgspec.structs.replace(Entry(id="squad", type="unit", modifiers=modifiers), **more))
    model = selected(Entry(id="model", type="model"), unit, count)
    selected(Entry(id="gun", type="upgrade"), model, count)
    return unit


def value(at: Selected, start: float = 10) -> float:
    return number(start, at.resolved.changes("pts"), "pts", at)


@pytest.mark.parametrize(
    ("kind", "by", "expected"),
    [
        ("set", "3", 3),
        ("increment", 5, 15),
        ("decrement", "4", 6),
        ("multiply", 2, 20),
        ("divide", 4, 2.5),
        ("divide", 0, 10),
        ("floor", 12, 12),
        ("floor", 3, 10),
        ("ceil", 7, 7),
        ("unheard-of", 7, 10),
        ("set", "cheap", 10),
        ("increment", "1e999", 10),
    ],
)
def test_a_number_is_changed_by_each_kind(kind: str, by: str | float, expected: float) -> None:
    assert value(squad(5, Modifier(type=kind, field="pts", value=by))) == expected


def test_modifiers_apply_in_their_order_and_only_to_their_field() -> None:
    first, second = Modifier(type="increment", field="pts", value=5), Modifier(type="set", field="pts", value=2)
    other = Modifier(type="set", field="wounds", value=99)
    assert value(squad(5, first, other, second)) == 2
    assert value(squad(5, second, first)) == 7


def test_a_modifier_that_affects_others_is_not_the_entrys_own() -> None:
    assert value(squad(5, Modifier(type="set", field="pts", value=2, affects="self.entries.profiles.Unit"))) == 10


def when(kind: str, bar: float, child: str = "model", scope: str = "self", *, deep: bool = False) -> Condition:
    return Condition(type=kind, value=bar, child_id=child, scope=scope, include_child_selections=deep)


@pytest.mark.parametrize(
    ("kind", "bar", "holds"),
    [
        ("atLeast", 5, True),
        ("atLeast", 6, False),
        ("greaterThan", 4, True),
        ("greaterThan", 5, False),
        ("atMost", 5, True),
        ("atMost", 4, False),
        ("lessThan", 6, True),
        ("lessThan", 5, False),
        ("equalTo", 5, True),
        ("notEqualTo", 5, False),
        ("unheard-of", 5, False),
    ],
)
def test_a_count_is_compared(kind: str, bar: float, holds: bool) -> None:
    modifier = Modifier(type="set", field="pts", value=1, conditions=(when(kind, bar),))
    assert (value(squad(5, modifier)) == 1) is holds


def test_what_is_below_counts_only_when_asked() -> None:
    near, far = (
        Modifier(type="set", field="pts", value=1, conditions=(when("atLeast", 5, "gun", deep=deep),)) for deep in (False, True)
    )
    assert value(squad(5, near)) == 10
    assert value(squad(5, far)) == 1


@pytest.mark.parametrize(
    ("scope", "child", "holds"),
    [
        ("self", "squad", True),
        ("force", "detachment", True),
        ("primary-catalogue", "army", True),
        ("primary-catalogue", "other", False),
        ("ancestor", "army", True),
        ("root-entry", "squad", True),
        ("unit", "squad", True),
        ("model", "model", False),
        ("unit", "squad-category", False),
    ],
)
def test_instance_of_looks_where_the_scope_points(scope: str, child: str, holds: bool) -> None:
    unit = squad(5, Modifier(type="set", field="hidden", value="true", conditions=(when("instanceOf", 1, child, scope),)))
    other = squad(5, Modifier(type="set", field="hidden", value="true", conditions=(when("notInstanceOf", 1, child, scope),)))
    assert is_hidden(unit) is holds
    assert is_hidden(other) is not holds


def test_a_scope_may_be_an_entry_above_by_its_id() -> None:
    unit = squad(7)
    model = unit.children[0]
    deep = Modifier(type="set", field="pts", value=1, conditions=(when("equalTo", 7, "model", "unit"),))
    gun = selected(Entry(id="other-gun", type="upgrade", modifiers=(deep,)), model)
    assert value(gun) == 1


@pytest.mark.parametrize(
    ("kind", "bars", "holds"),
    [
        ("and", (5, 5), True),
        ("and", (5, 6), False),
        ("or", (6, 5), True),
        ("or", (6, 7), False),
        ("count", (5, 4, 9), True),
        ("count", (5, 9, 9), False),
        ("and", (), True),
        ("or", (), True),
    ],
)
def test_conditions_are_joined(kind: str, bars: tuple[float, ...], holds: bool) -> None:
    group = ConditionGroup(type=kind, min=2, conditions=tuple(when("atLeast", bar) for bar in bars))
    nested = ConditionGroup(condition_groups=(group,))
    assert (value(squad(5, Modifier(type="set", field="pts", value=1, condition_groups=(nested,)))) == 1) is holds


def test_a_group_of_modifiers_has_common_conditions() -> None:
    inner = ModifierGroup(modifiers=(Modifier(type="increment", field="pts", value=1),), conditions=(when("atLeast", 5),))
    outer = ModifierGroup(modifier_groups=(inner,), conditions=(when("atMost", 9),))
    assert value(squad(5, modifier_groups=(outer,))) == 11
    assert value(squad(10, modifier_groups=(outer,))) == 10
    assert value(squad(4, modifier_groups=(outer,))) == 10


@pytest.mark.parametrize(
    ("count", "every", "up", "expected"),
    [(5, 1, False, 20), (5, 2, False, 14), (5, 2, True, 16), (5, 0, False, 10), (0.5, 1, True, 12)],
)
def test_a_modifier_repeats_for_every_so_many(count: float, every: float, up: bool, expected: float) -> None:
    repeat = Repeat(value=every, repeats=1, scope="self", child_id="model", round_up=up)
    assert value(squad(count, Modifier(type="increment", field="pts", value=2, repeats=(repeat,)))) == expected


def test_a_name_is_appended_to_replaced_or_set() -> None:
    unit = squad(
        5, Modifier(type="append", field="name", value="(big)"), Modifier(type="prepend", field="name", value="Very", join="-")
    )
    assert text("Squad", unit.resolved.changes("name"), "name", unit) == "Very-Squad (big)"
    assert changed_text("Bulky (X)", Modifier(type="replace", value="2", arg="X"), 1) == "Bulky (2)"
    assert changed_text("same", Modifier(type="replace", value="2"), 1) == "same"


@pytest.mark.parametrize(
    ("cell", "kind", "expected"),
    [('6"', "increment", '8"'), ("3+", "decrement", "1+"), ("D6", "increment", "D6"), ("4", "set", "2")],
)
def test_numbers_in_cells_keep_their_signs(cell: str, kind: str, expected: str) -> None:
    assert changed_text(cell, Modifier(type=kind, value="2"), 1) == expected


def test_bounds_are_the_narrowest_after_modifiers() -> None:
    raised = Modifier(type="set", field="b", value=4, conditions=(when("atLeast", 5, "model", "unit"),))
    limits = (
        Constraint(id="a", type="min", value=1),
        Constraint(id="b", type="max", value=2),
        Constraint(id="c", type="max", value=9),
        Constraint(id="d", type="max", value=-1),
        Constraint(id="e", type="max", value=3, scope="unit"),
        Constraint(id="f", type="max", value=3, scope="roster"),
        Constraint(id="g", type="max", value=1, field="pts"),
    )
    entry = Entry(id="e", type="upgrade", constraints=limits, modifiers=(raised,))
    assert bounds(Selected(Resolved(entry), squad(4))) == Bounds(1, 2, 3)
    assert bounds(Selected(Resolved(entry), squad(5))) == Bounds(1, 4, 3)


def test_a_bound_may_name_the_group_or_entry_around_it() -> None:
    group = Resolved(Group(id="g", name="Wolves"))
    entry = Entry(
        id="e",
        type="model",
        constraints=(Constraint(id="a", type="min", value=3, scope="g"), Constraint(id="b", type="max", value=6, scope="squad")),
    )
    assert bounds(Selected(Resolved(entry), squad(1), (group,))) == Bounds(3, 6, None)
