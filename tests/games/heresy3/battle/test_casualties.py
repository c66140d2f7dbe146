"""Casualties: Fortifications that fall, transports that burn, who gets out, what is kept and what ends."""

import pytest

from tests.driving import refused
from tests.games.heresy3.battle.kit import (
    BUILDING,
    BUN,
    CEN,
    LEG,
    MAN,
    TANK,
    at,
    board,
    drive,
    key,
    phase,
    put,
    row,
    state_of,
    unit,
    with_,
)
from tests.games.heresy3.battle.shots import armed, fire, gun, lost, removed, rolls, run, said, shooting
from warbench.battle.requests import Event
from warbench.games.heresy3.battle import moving
from warbench.games.heresy3.battle.casualties import remove
from warbench.games.heresy3.battle.cover import cover_of
from warbench.games.heresy3.battle.events import Ground, Hurt, Joined, Lasts, Removed, SetUp, Threw, UnitDestroyed, apply
from warbench.games.heresy3.battle.morale import next_step as morale
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.roster import INCH, Kind
from warbench.games.heresy3.battle.sight import can_see, lane
from warbench.games.heresy3.battle.state import Lasting, Options, State
from warbench.games.heresy3.battle.targets import has_target
from warbench.rules.effects import ChangeValue
from warbench.table.terrain import rectangle

LANCE = gun("Armourbane", name="lance", strength=9, ap=2, damage=4, range=48)
"""On BUN and TANK (Armour 12): penetrates on 3+."""
KILLS = [6, 6]
"""A hit, and a penetrating one."""


def bunker(points: int, kind: Kind = BUN, *, aboard: bool = False, gunner: Kind | None = None) -> State:
    """A1, a lone gunner, before B1 with so many Hull Points left; B2 aboard it."""
    state = shooting([armed(gunner or MAN, LANCE)], [kind, LEG], away=15)
    state.units["B1"].models[0].wounds = points
    if aboard:
        board(state, "B2", "B1")
    return state


def order(events: list[Event], *kinds: type[Event]) -> list[str]:
    """The kinds of the events among some, in order."""
    return [type(event).__name__ for event in events if isinstance(event, kinds)]


# --- Fortifications ---


@pytest.mark.rule("H-044")
def test_a_fortification_at_0_hull_points_is_removed() -> None:
    state = bunker(2)
    done = fire(state, faces=KILLS)
    assert lost(done) == 2  # not the Damage of 4
    assert removed(done) == ["B1.1"]
    assert state.units["B1"].where == "gone"
    assert state.core.sides[1].casualties == ["B1.1"]
    stands = bunker(5)
    assert removed(fire(stands, faces=KILLS)) == []
    assert (stands.units["B1"].where, stands.units["B1"].models[0].wounds) == ("table", 1)


@pytest.mark.rule("H-045")
def test_its_ruins_are_medium_area_terrain_of_the_same_footprint() -> None:
    state = bunker(2)
    put(state, "B1", at(36, 6, 0))
    done = fire(state, faces=KILLS)
    (ground,) = done.all(Ground)
    assert ground.zone.kind == "medium"
    assert set(ground.zone.corners) == set(rectangle(33 * INCH, 3 * INCH, 39 * INCH, 9 * INCH))
    walker = put(state, "B2", row(10, 34, 6, 0.4))
    assert cover_of(state, walker.models[0]) == 5
    assert ground.zone in list(state.zones())
    # Difficult: who begins in it moves 2 inches less.
    phase(state, "movement", "move", 1)
    put(state, "B2", at(36, 6))
    with refused("too-far", "difficult-terrain"):
        drive(state, moving.next_step(state), ["B2", "move", key(at(36, 11.1))])
    state.core.done.clear()
    drive(state, moving.next_step(state), ["B2", "move", key(at(36, 11))])
    assert state.units["B2"].models[0].place == at(36, 11)


@pytest.mark.rule("H-046", "H-255")
def test_who_is_aboard_disembarks_before_it_is_removed() -> None:
    state = bunker(2, aboard=True)
    done = fire(state, faces=[*KILLS, 1, 1])
    assert order(done.events, Hurt, SetUp, Removed, Ground) == ["Hurt", "SetUp", "Removed", "Ground"]
    (out,) = done.all(SetUp)
    assert (out.unit, out.how, len(out.places)) == ("B2", "disembark", 10)
    assert len(state.units["B2"].models) == 10


@pytest.mark.rule("H-047")
def test_they_make_a_panic_check_after_it_is_gone() -> None:
    for dice, routed in (((4, 5), True), ((3, 4), False)):
        state = bunker(2, aboard=True)
        done = fire(state, faces=[*KILLS, *dice])
        assert order(done.events, Removed, Threw)[-2:] == ["Removed", "Threw"]
        assert rolls(done, "leadership check") == [dice]
        assert ("routed" in state.statuses(state.units["B2"])) is routed


@pytest.mark.rule("H-254")
def test_each_unit_aboard_gets_out_and_checks_for_itself() -> None:
    five = unit((MAN, 5))
    state = shooting([armed(MAN, LANCE)], [BUN, five, five], away=15)
    state.units["B1"].models[0].wounds = 2
    board(state, "B2", "B1")
    board(state, "B3", "B1")
    done = fire(state, faces=[*KILLS, 4, 5, 3, 3])
    assert [event.unit for event in done.all(SetUp)] == ["B2", "B3"]
    assert rolls(done, "leadership check") == [(4, 5), (3, 3)]
    assert state.statuses(state.units["B2"]) == ("routed",)
    assert state.statuses(state.units["B3"]) == ()


@pytest.mark.rule("H-222", "H-255")
def test_a_destroyed_transport_is_left_in_an_emergency() -> None:
    state = bunker(1, TANK, aboard=True)
    done = fire(state, faces=[*KILLS, 1, 1])
    assert order(done.events, Hurt, SetUp, Removed) == ["Hurt", "SetUp", "Removed"]
    (out,) = done.all(SetUp)
    assert (out.how, len(out.places)) == ("emergency", 10)
    assert rolls(done, "leadership check") == []
    assert rolls(done, "cool check") == [(1, 1)]


def test_by_the_ruling_a_destroyed_fortification_is_left_in_an_emergency() -> None:
    options = Options(rulings={"leaving-destroyed": "emergency"})
    state = shooting([armed(MAN, LANCE)], [BUN, LEG], away=15, options=options)
    state.units["B1"].models[0].wounds = 2
    board(state, "B2", "B1")
    done = fire(state, faces=[*KILLS, 1, 1, 1, 1])
    assert [event.how for event in done.all(SetUp)] == ["emergency"]
    assert [event.purpose for event in done.all(Threw)][2:] == ["cool check", "leadership check"]


def test_a_destroyed_building_is_left_in_an_emergency_and_leaves_ruins() -> None:
    state = shooting([armed(MAN, LANCE)], [LEG], terrain=[BUILDING])
    put(state, "T1", at(20, 36, 0))
    state.units["T1"].models[0].wounds = 1
    board(state, "B1", "T1")
    done = fire(state, "T1", [*KILLS, 1, 1])
    assert [event.how for event in done.all(SetUp)] == ["emergency"]
    assert [event.zone.kind for event in done.all(Ground)] == ["medium"]


@pytest.mark.rule("H-242")
def test_the_ruins_count_at_once() -> None:
    state = bunker(2, aboard=True)
    state.units["B1"].models[0].place = at(20, 35, 0)
    fire(state, faces=[*KILLS, 1, 1])
    came_out = state.units["B2"].models
    # The same phase: who stands in them has their cover; through 4 inches of them nobody sees, through 3 one does.
    came_out[0].place = at(20, 35)
    assert cover_of(state, came_out[0]) == 5
    (zone,) = state.core.zones
    assert zone.corners == rectangle(17 * INCH, 32 * INCH, 23 * INCH, 38 * INCH)
    unit, other = state.units["A1"], state.units["B2"]
    observer = unit.models[0]
    observer.place, came_out[0].place = at(20, 28), at(20, 36)
    assert not lane(state, unit, other).sees(state.standing(observer), state.standing(came_out[0]))
    came_out[0].place = at(20, 35)
    assert lane(state, unit, other).sees(state.standing(observer), state.standing(came_out[0]))


# --- what becomes of casualties ---


@pytest.mark.rule("H-218")
def test_nothing_else_moves() -> None:
    state = shooting([armed(MAN, gun(ap=2, strength=10))], [LEG])
    places = {model.id: model.place for model in state.units["B1"].models}
    terrain = state.field.pieces
    (gone,) = removed(fire(state, face=6))
    assert {model.id: model.place for model in state.units["B1"].models} == {
        model: place for model, place in places.items() if model != gone
    }
    assert state.field.pieces is terrain


@pytest.mark.rule("H-219", "H-221")
def test_a_casualty_is_apart_from_reserves_and_nobody_measures_to_it() -> None:
    state = shooting([armed(MAN, gun(ap=2, strength=10))], [unit((MAN, 1))])
    model = state.units["B1"].models[0]
    fire(state, face=6)
    assert state.core.sides[1].casualties == ["B1.1"]
    assert [key for key, found in state.units.items() if found.where == "reserve"] == []
    with pytest.raises(KeyError):
        state.model("B1.1")
    model.place = None
    with pytest.raises(ValueError, match="not on the battlefield"):
        state.standing(model)
    assert not can_see(state, state.units["A1"], state.units["B1"])
    assert not has_target(state, state.units["A1"])


@pytest.mark.rule("H-220")
def test_what_comes_from_a_casualty_or_aims_at_it_ends() -> None:
    state = shooting([armed(MAN, gun(ap=2, strength=10))], [unit(CEN, (MAN, 4))])
    squad = state.units["B1"]
    squad.models[0].wounds = 1
    up = ChangeValue(name="leadership", by=1, side="defender")
    apply(state, Lasts(unit="B1", lasting=Lasting(effect=up, until="battle", source="aura", bearer="B1.1")))
    apply(state, Lasts(unit="B1", lasting=Lasting(effect=up, until="battle", source="blessing", model="B1.1")))
    assert current(state, squad.models[1], "leadership") == 8
    fire(state, face=6, answers={"target model": "B1.1"})
    assert current(state, squad.models[0], "leadership") == 7
    assert squad.lasting == []


@pytest.mark.rule("H-223")
def test_casualties_are_open_to_both_players_at_any_time() -> None:
    state = shooting([armed(MAN, gun(shots=4, ap=2, strength=10))], [LEG])
    assert len(removed(fire(state, face=6))) == 4
    phase(state, "shooting", "attack", 1)
    state.units["A1"].models[0].place = at(20, 20)
    run(state, remove(state, [model.id for model in state.units["B1"].models[:2]]))
    for turn in (0, 1):
        state.core.turn = turn
        assert len(state.core.sides[1].casualties) == 6


@pytest.mark.rule("H-268")
def test_each_removal_is_told_before_the_next_check() -> None:
    state = shooting([armed(MAN, gun(shots=3, ap=2, strength=10))], [LEG])
    done = fire(state, face=6)
    assert len(done.all(Removed)) == 3
    checks = run(state, morale(state), face=1)
    assert [event.purpose for event in checks.all(Threw)] == ["leadership check"]
    assert checks.all(Removed) == []


def test_the_last_model_takes_its_unit_along() -> None:
    state = shooting([armed(MAN, gun(ap=2, strength=10))], [unit((MAN, 1))])
    done = fire(state, face=6)
    assert [(event.unit, event.by) for event in done.all(UnitDestroyed)] == [("B1", "A1")]


# --- explosions ---


def test_a_model_may_explode_before_it_is_removed() -> None:
    tank = with_(TANK, rules=("Explodes (4+)",))
    state = shooting([armed(MAN, LANCE), LEG], [tank, LEG], away=15)
    state.units["B1"].models[0].wounds = 1
    put(state, "B2", row(10, 20, 40))
    put(state, "A2", row(10, 20, 2))
    # It explodes on 4+; B2 is near: six hits S8 without Hit Tests wound on 2+, three are saved.
    done = fire(state, faces=[*KILLS, 4, 2, 2, 2, 2, 2, 2, 3, 3, 3, 1, 1, 1])
    assert rolls(done, "explodes") == [(4,)]
    assert rolls(done, "wound") == [(2,) * 6]
    assert removed(done)[0] == "B1.1"
    assert len(removed(done)) == 4
    assert said(done, "explosion at").startswith("1 x explosion at legionaries (B2): Firepower 6")
    quiet = shooting([armed(MAN, LANCE)], [tank], away=15)
    quiet.units["B1"].models[0].wounds = 1
    assert rolls(fire(quiet, faces=[*KILLS, 3]), "explodes") == [(3,)]


@pytest.mark.rule("H-222")
def test_who_is_aboard_gets_out_before_it_explodes() -> None:
    state = bunker(1, with_(TANK, rules=("Explodes (4+)",)), aboard=True)
    # Out (Cool Check passed), then it explodes beside them: six hits, none of which wounds.
    done = fire(state, faces=[*KILLS, 1, 1, 4, *[1] * 6])
    assert order(done.events, SetUp, Removed) == ["SetUp", "Removed"]
    assert [event.purpose for event in done.all(Threw)][2:] == ["cool check", "explodes", "wound"]
    assert said(done, "explosion at").startswith("1 x explosion at legionaries (B2): Firepower 6")


def test_a_unit_is_destroyed_with_its_own_last_model_whoever_has_joined_it() -> None:
    state = shooting([armed(MAN, gun(ap=2, strength=10))], [unit((MAN, 1)), CEN], away=10)
    state.units["B2"].where = "table"
    state.units["B2"].models[0].place = at(20, 31.5)
    apply(state, Joined(model="B2.1", unit="B1"))
    done = fire(state, face=6, answers={"target model": "B1.1"})
    assert [event.unit for event in done.all(UnitDestroyed)] == ["B1"]
    assert [model.id for model in state.units["B1"].models] == ["B2.1"]
    last = drive(state, remove(state, ["B2.1"], by="A1"))
    assert [event.unit for event in last.all(UnitDestroyed)] == ["B2"]


def test_remove_takes_models_that_are_not_on_the_table() -> None:
    state = state_of([BUN, LEG], [LEG])
    put(state, "A1", at(36, 6))
    board(state, "A2", "A1")
    assert removed(drive(state, remove(state, ["A2.1", "A2.1"]))) == ["A2.1"]
