"""What units see of each other, and who has cover."""

import pytest

from tests.games.w40k10.battle.kit import mission, put
from tests.games.w40k10.battle.shots import MARINES, MATR, X, Y, fire, fortress, numbers, rolls, shooting, stand, walled
from warbench.games.w40k10.battle.events import Hurt
from warbench.games.w40k10.battle.sight import Outlook, covered
from warbench.table.lattice import INCH, Place
from warbench.table.terrain import rectangle, wood


@pytest.mark.rule("W-338")
def test_a_unit_is_visible_if_one_of_its_models_is() -> None:
    state = walled([fortress()])
    stand(state, "B1", 12, 5)
    shape = state.standing(state.units["A1"].models[0])
    assert not Outlook(state).sees("A1", "B1")
    state.units["B1"].models[-1].place = Place(X + 4 * INCH, Y + 12 * INCH)
    assert Outlook(state).sees("A1", "B1")
    assert [seen.name for seen in Outlook(state).seen_by("A1", shape, "B1")] == ["B1.5"]


@pytest.mark.rule("W-339")
def test_a_unit_of_which_nothing_is_seen_is_not_visible() -> None:
    state = walled([fortress()])
    stand(state, "B1", 12, 5)
    outlook = Outlook(state)
    assert not outlook.sees("A1", "B1")
    assert outlook.seen("A1", state.standing(state.units["A1"].models[0]), "B1", 100 * INCH) is None


def test_models_of_other_units_hide_what_is_behind_them_if_they_are_high_enough() -> None:
    state = shooting([fortress(), "Hekaton Land Fortress", "Hearthkyn Warriors"])
    stand(state, "B1", 20, 1)
    assert Outlook(state).sees("A1", "B1")
    put(state, "A3", [Place(X + 900 + 10 * INCH, Y + 300 * index) for index in range(-3, 4)])
    assert Outlook(state).sees("A1", "B1")
    put(state, "A2", [Place(X + 900 + 10 * INCH, Y, 0, 90)])
    assert not Outlook(state).sees("A1", "B1")
    # Its own unit's models hide nobody.
    both = Outlook(state)
    assert both.sees("A2", "B1")
    assert both.lane("A2", "B1").obstacles == []


def test_fully_visible_is_more_than_visible() -> None:
    state = walled([fortress()])
    stand(state, "B1", 12, 1, y=9 * INCH)
    unit, target = state.units["A1"], state.units["B1"]
    target.models[0].place = Place(X + 10 * INCH, Y + 13 * INCH + 100)
    assert Outlook(state).sees("A1", "B1")
    assert covered(state, unit, target) == {"B1.1"}
    target.models[0].place = Place(X + 4 * INCH, Y + 5 * INCH)
    assert Outlook(state).sees("A1", "B1")
    assert covered(state, unit, target) == frozenset()


def test_cover_counts_for_the_models_that_have_it() -> None:
    trees = wood("trees", rectangle(X + 10 * INCH, Y - 3 * INCH, X + 16 * INCH, Y + 3 * INCH))
    state = shooting([fortress(scan="Hekaton warhead")], on=mission(pieces=(trees,)))
    unit, target = state.units["A1"], state.units["B1"]
    put(state, "B1", [Place(X + 12 * INCH, Y), Place(X + 8 * INCH, Y)])
    assert covered(state, unit, target) == {"B1.1"}
    # AP-1 against Sv3+: 3+ in cover, 4+ in the open. The covered one is put forward: it dies, then the other's numbers count.
    done = fire(state, {MATR: "B1"}, [6] * 6 + [3] * 6 + [2, 3])
    said = numbers(done, MATR)
    assert "in cover 3+" in said
    assert rolls(done, "save") == [(2,), (3,)]
    assert target.where == "gone"
    assert not done.all(Hurt)


def test_one_shooter_that_does_not_see_it_fully_is_enough_for_cover() -> None:
    trees = wood("trees", rectangle(X + 2 * INCH, Y - 1 * INCH, X + 4 * INCH, Y + 1 * INCH))
    state = shooting(["Intercessor Squad"], ["Hearthkyn Warriors"], on=mission(pieces=(trees,)), factions=MARINES)
    stand(state, "B1", 8, 1)
    put(state, "A1", [Place(X, Y + 10 * INCH)])
    assert covered(state, state.units["A1"], state.units["B1"]) == frozenset()
    state = shooting(["Intercessor Squad"], ["Hearthkyn Warriors"], on=mission(pieces=(trees,)), factions=MARINES)
    stand(state, "B1", 8, 1)
    put(state, "A1", [Place(X, Y + 10 * INCH), Place(X, Y)])
    assert covered(state, state.units["A1"], state.units["B1"]) == {"B1.1"}
