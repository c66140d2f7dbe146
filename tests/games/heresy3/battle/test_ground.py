"""Difficult and Dangerous Terrain."""

import pytest

from tests.games.heresy3.battle.kit import MAN, TANK, at, drive, key, put, state_of, unit, with_
from warbench.games.heresy3.battle import ground, moving
from warbench.games.heresy3.battle.events import Ends, Ground, Threw, apply
from warbench.games.heresy3.battle.missions import Rubble, Zone
from warbench.games.heresy3.battle.roster import INCH
from warbench.games.heresy3.battle.state import State
from warbench.table.terrain import rectangle

BOG = rectangle(20 * INCH, 20 * INCH, 30 * INCH, 30 * INCH)
MARSH = Zone(name="marsh", kind="light", corners=BOG, dangerous=True)


def test_a_straight_way_through_is_slow_and_so_is_a_start_inside() -> None:
    state = state_of(zones=[Zone(name="bog", kind="medium", corners=BOG)])
    assert ground.slows(state, (at(10, 25), at(40, 25)), over=False)
    assert ground.slows(state, (at(25, 25), at(40, 25)), over=False)
    assert not ground.slows(state, (at(10, 19), at(40, 19)), over=False)
    assert not ground.slows(state, (at(10, 25), at(40, 25)), over=True)
    assert ground.slows(state, (at(10, 25), at(25, 25)), over=True)
    assert ground.slows(state, (at(10, 10), at(10, 25), at(21, 25)), over=False)
    assert ground.slows(state, (at(25, 25),), over=False)


def test_the_best_cover_of_several_zones_counts_and_new_ground_at_once() -> None:
    state = state_of(zones=[Zone(name="a", kind="light", corners=BOG), Zone(name="b", kind="heavy", corners=BOG)])
    found = ground.area(state, at(25, 25))
    assert found is not None
    assert found.kind == "heavy"
    assert ground.area(state, at(50, 25)) is None
    apply(state, Ground(zone=Zone(name="ruin", kind="medium", corners=rectangle(48 * INCH, 20 * INCH, 52 * INCH, 30 * INCH))))
    found = ground.area(state, at(50, 25))
    assert found is not None
    assert found.kind == "medium"


def test_move_through_cover_knows_neither_slow_nor_dangerous_ground() -> None:
    state = state_of([unit(with_(MAN, rules=["Move Through Cover"]), MAN), unit(MAN)], zones=[MARSH])
    paths = ((at(10, 25), at(21, 25)), (at(10, 27), at(21, 27)))
    assert ground.ignores_ground(state, state.units["A1"])
    assert ground.dangers(state, state.units["A1"], paths, over=False) == []
    assert ground.dangers(state, state.units["A2"], paths[:1], over=False) == ["A2.1"]


def dice_of(state: State, faces: list[int]) -> list[tuple[str, tuple[int, ...]]]:
    """What is rolled when A1's models test for Dangerous Terrain."""
    unit_ = state.units["A1"]
    done = drive(state, ground.dangerous(state, unit_, [model.id for model in unit_.models]), [], faces)
    return [(event.purpose, event.faces) for event in done.all(Threw)]


def test_an_invulnerable_save_is_the_only_one_and_vehicles_have_none() -> None:
    state = state_of([with_(MAN, wounds=2, invulnerable=5)])
    put(state, "A1", at(25, 25))
    assert dice_of(state, [1, 5]) == [("dangerous terrain", (1,)), ("save", (5,))]
    assert state.units["A1"].models[0].wounds == 2
    apply(state, Ends(moment="phase"))
    assert dice_of(state, [1, 4]) == [("dangerous terrain", (1,)), ("save", (4,))]
    assert state.units["A1"].models[0].wounds == 1
    assert dice_of(state, []) == []
    tank = state_of([with_(TANK, invulnerable=2)])
    put(tank, "A1", at(25, 25))
    assert dice_of(tank, [1]) == [("dangerous terrain", (1,))]
    assert tank.units["A1"].models[0].wounds == 5


def test_a_model_that_dies_in_the_marsh_is_removed() -> None:
    state = state_of([unit((MAN, 2))])
    put(state, "A1", [at(25, 25), at(25, 27)])
    assert dice_of(state, [1, 3]) == [("dangerous terrain", (1, 3))]
    assert [model.id for model in state.units["A1"].models] == ["A1.2"]
    assert state.core.sides[0].casualties == ["A1.1"]


@pytest.mark.parametrize("dangerous", [True, False])
def test_rubble_may_be_dangerous_too(dangerous: bool) -> None:
    state = state_of([MAN], rubble=[Rubble(name="rubble", corners=BOG, dangerous=dangerous)])
    put(state, "A1", at(10, 25))
    paths = ((at(10, 25), at(25, 25)),)
    assert ground.dangers(state, state.units["A1"], paths, over=False) == (["A1.1"] if dangerous else [])


@pytest.mark.parametrize(("words", "tests"), [((), 1), (("super-heavy",), 0)])
def test_super_heavies_mind_neither_difficult_nor_dangerous_ground(words: tuple[str, ...], tests: int) -> None:
    swamp = Zone(name="swamp", kind="light", corners=rectangle(22 * INCH, 18 * INCH, 40 * INCH, 30 * INCH), dangerous=True)
    state = state_of([with_(TANK, words=words)], zones=[swamp])
    put(state, "A1", at(15, 24))
    end = at(27, 24) if words else at(25, 24)
    done = drive(state, moving.next_step(state), ["A1", "move", key(end)], [2] * tests)
    assert done.dice("dangerous terrain") == tests
