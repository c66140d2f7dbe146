"""Setting units up, coherency, and who is near whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.driving import refused
from tests.games.heresy3.battle.kit import BUILDING, BUN, LEG, MAN, TANK, at, drive, key, put, row, state_of, unit, with_
from warbench.battle.requests import Ask
from warbench.games.heresy3.battle.events import SetUp
from warbench.games.heresy3.battle.measuring import gap
from warbench.games.heresy3.battle.placing import (
    ask_setup,
    coherent,
    drafted,
    in_reach,
    is_hull,
    middle,
    passes_over,
    scene,
    setup_rule,
    setups,
)
from warbench.games.heresy3.battle.roster import INCH
from warbench.games.heresy3.battle.state import State
from warbench.table.regions import Rectangle
from warbench.table.scene import ENEMY, FRIEND, LARGE, TARGET

ONE = unit(MAN, name="one legionary")


def test_coherency_is_one_group_at_two_inches_or_three_for_skirmishers() -> None:
    for words, gaps in (((), (2, 2.1)), (("skirmish",), (3, 3.1))):
        for inches, holds in zip(gaps, (True, False), strict=True):
            state = state_of([unit((with_(MAN, words=words), 4))])
            apart = inches + 320 / INCH
            put(state, "A1", row(4, 10, 10, apart))
            assert coherent(state, state.units["A1"]) is holds
    state = state_of([unit((MAN, 4))])
    put(state, "A1", [*row(2, 10, 10), *row(2, 30, 10)])
    assert not coherent(state, state.units["A1"])


def test_a_scene_knows_friends_hulls_enemies_and_targets() -> None:
    state = state_of([ONE, TANK, BUN], [ONE, ONE], terrain=[BUILDING])
    for index, name in enumerate(("A1", "A2", "A3", "B1", "B2", "T1")):
        put(state, name, at(5 + 10 * index, 20))
    there = scene(state, 0, targets={"B2"})
    names = {group: [model.name for model in there.models(group)] for group in (FRIEND, LARGE, ENEMY, TARGET)}
    assert names == {FRIEND: ["A1.1"], LARGE: ["A2.1", "A3.1", "T1.1"], ENEMY: ["B1.1"], TARGET: ["B2.1"]}
    assert [is_hull(state, state.units[name]) for name in ("A1", "A2", "A3", "T1")] == [False, True, True, True]
    assert middle(state.units["A2"]) == (15 * INCH, 20 * INCH)


def test_antigrav_passes_over_only_when_all_models_have_it() -> None:
    light = with_(MAN, words=["antigrav"])
    state = state_of([unit((light, 2)), unit(light, MAN)])
    assert passes_over(state, state.units["A1"])
    assert not passes_over(state, state.units["A2"])


def setting_up(state: State) -> list[str]:
    """The keys of the places that are proposed for A1 in the near left corner of the table."""
    rule = setup_rule(state, state.units["A1"], Rectangle(0, 0, 12 * INCH, 12 * INCH))
    found = (draft() for draft in drafted(setups(state, state.units["A1"], rule)))
    return [option.key for option in found if option is not None]


def test_proposed_set_ups_are_legal_and_the_same_each_time() -> None:
    state = state_of([LEG], [ONE])
    put(state, "B1", at(6, 6))
    keys = setting_up(state)
    assert keys == setting_up(state)
    assert keys
    unit_ = state.units["A1"]
    rule = setup_rule(state, unit_, Rectangle(0, 0, 12 * INCH, 12 * INCH))

    def look(ask: Ask) -> str:
        assert ask.judge is not None
        assert all(ask.judge(each) is None for each in keys)
        return keys[0]

    done = drive(state, ask_setup(state, 0, unit_, rule, "deploy", "deploy", "where?", source="H-034"), [look])
    assert [(event.how, event.rule, len(event.places)) for event in done.all(SetUp)] == [("deploy", "H-034", 10)]
    assert unit_.where == "table"


@pytest.mark.parametrize(
    ("places", "code", "rule"),
    [
        (row(10, 20, 20), "outside-region", "H-034"),
        ([*row(5, 1, 1.5), *row(5, 1, 10)], "out-of-coherency", "coherency"),
        ([*row(5, 1, 4), *row(5, 1, 5.4)], "in-zone", "H-102"),
        (row(9, 1, 1), "bad-placement", ""),
    ],
)
def test_where_a_unit_may_not_be_set_up(places: list[object], code: str, rule: str) -> None:
    state = state_of([LEG], [ONE])
    put(state, "B1", at(6, 7.5))
    unit_ = state.units["A1"]
    region = setup_rule(state, unit_, Rectangle(0, 0, 12 * INCH, 12 * INCH))
    with refused(code, rule):
        drive(state, ask_setup(state, 0, unit_, region, "deploy", "deploy", "where?", source="H-034"), [key(*places)])  # type: ignore[arg-type]  # places


def test_without_room_nothing_is_asked() -> None:
    state = state_of([LEG])
    rule = setup_rule(state, state.units["A1"], Rectangle(0, 0, INCH, INCH))
    done = drive(state, ask_setup(state, 0, state.units["A1"], rule, "deploy", "deploy", "where?"))
    assert done.value is None
    assert done.events == []


@given(x=st.integers(1, 71), y=st.integers(1, 47), distance=st.integers(0, 12))
def test_in_reach_never_says_no_to_units_that_are_near(x: int, y: int, distance: int) -> None:
    state = state_of([ONE], [ONE])
    put(state, "A1", at(36, 24))
    put(state, "B1", at(x, y))
    one, other = state.units["A1"], state.units["B1"]
    apart = gap(state, one, other)
    assert apart is not None
    if apart <= distance * INCH:
        assert in_reach(state, one, other, distance * INCH)
    if apart > (distance * 2 + 4) * INCH:
        assert not in_reach(state, one, other, distance * INCH)
