"""The Move Sub-Phase through its procedures: how far, past whom, what counts as moved, who may be selected."""

import pytest

from tests.driving import refusal, refused
from tests.games.heresy3.battle.kit import (
    BUILDING,
    BUN,
    CEN,
    LEG,
    MAN,
    TANK,
    Probe,
    at,
    drive,
    key,
    phase,
    put,
    row,
    state_of,
    unit,
    with_,
)
from warbench.battle.requests import Refusal
from warbench.games.heresy3.battle import moving, routing, shooting
from warbench.games.heresy3.battle.allotment import may_react
from warbench.games.heresy3.battle.charging import can_charge
from warbench.games.heresy3.battle.cover import cover_of
from warbench.games.heresy3.battle.events import Began, Lasts, Moved, Said, Status, apply
from warbench.games.heresy3.battle.ground import area
from warbench.games.heresy3.battle.missions import Rubble, Zone
from warbench.games.heresy3.battle.moments import UnitMoment
from warbench.games.heresy3.battle.moves import HOLD, Move, has_moved, limits, may_change_place, move
from warbench.games.heresy3.battle.roster import INCH
from warbench.games.heresy3.battle.shooting import eligible
from warbench.games.heresy3.battle.state import Lasting, State
from warbench.rules.effects import ChangeValue
from warbench.table.lattice import Place
from warbench.table.measure import in_contact
from warbench.table.terrain import Piece, Traits, rectangle

ONE = unit(MAN, name="one legionary")


def zone(kind: str, x0: float, y0: float, x1: float, y1: float, *, dangerous: bool = False) -> Zone:
    """A rectangular zone of area terrain, in inches."""
    corners = rectangle(*(round(value * INCH) for value in (x0, y0, x1, y1)))
    return Zone(name=f"{kind} zone", kind=kind, corners=corners, dangerous=dangerous)  # type: ignore[arg-type]  # one of three words


def wall(x: float, y0: float, y1: float) -> Piece:
    """A thin impassable wall."""
    return Piece(
        "wall",
        "wall",
        rectangle(round(x * INCH) - 10, round(y0 * INCH), round(x * INCH) + 10, round(y1 * INCH)),
        1000,
        Traits(solid=True),
    )


def way(*places: Place) -> str:
    """The answer that moves a single model by a way of several legs."""
    return ">".join(key(place) for place in places)


def lone(x: float = 20, y: float = 20, **more: object) -> State:
    """One legionary of A at a place, one of B far away."""
    state = state_of([ONE], [ONE], **more)  # type: ignore[arg-type]  # whatever a state takes
    put(state, "A1", at(x, y))
    put(state, "B1", at(70, 46))
    return state


def judged(state: State, answer: str, how: str = "move", which: str = "A1") -> Refusal | None:
    """What the question "move" says to an answer."""
    unit_ = state.units[which]
    return Move(state, unit_, how, limits(state, unit_, how)).judge(answer)


# --- how far ---


@pytest.mark.rule("H-263")
def test_a_model_moves_as_far_as_its_movement_and_no_further() -> None:
    state = lone()
    done = drive(state, moving.next_step(state), ["A1", "move", key(at(27, 20))])
    assert state.units["A1"].models[0].place == at(27, 20)
    assert state.units["A1"].moved == "moved"
    assert [event.how for event in done.all(Moved)] == ["move"]
    state = lone()
    with refused("too-far", "H-263"):
        drive(state, moving.next_step(state), ["A1", "move", key(at(27.1, 20))])
    assert state.units["A1"].models[0].place == at(20, 20)


def test_a_rush_goes_movement_and_initiative() -> None:
    state = lone()
    assert judged(state, key(at(31, 20)), "rush") is None
    assert why(judged(state, key(at(31.1, 20)), "rush")) == ("too-far", "H-263")
    drive(state, moving.next_step(state), ["A1", "rush", key(at(31, 20))])
    assert state.units["A1"].moved == "rushed"


def why(found: Refusal | None) -> tuple[str, str] | None:
    """Code and rule of a refusal."""
    return None if found is None else (found.code, found.rule)


def test_heavy_models_and_slow_vehicles_do_not_rush_and_light_ones_go_further() -> None:
    state = state_of(
        [unit(with_(MAN, words=["heavy"])), unit(with_(MAN, words=["light"])), TANK, unit(with_(TANK, words=["rapid"]))]
    )
    for index, name in enumerate(("A1", "A2", "A3", "A4")):
        put(state, name, at(10 + 15 * index, 20))
    codes = [why(moving.may_act(state, state.units[name], "rush")) for name in ("A1", "A2", "A3", "A4")]
    assert codes == [("heavy", "rush"), None, ("vehicle", "rush"), None]
    assert limits(state, state.units["A2"], "rush") == [13 * INCH]
    assert limits(state, state.units["A4"], "rush") == [18 * INCH]
    mixed = state_of([unit(with_(MAN, words=["light"]), MAN)])
    assert limits(mixed, mixed.units["A1"], "rush") == [11 * INCH] * 2


@pytest.mark.rule("H-199")
def test_what_counts_is_the_distance_from_start_to_end() -> None:
    state = lone(20, 20)
    state.units["A1"].models[0].place = at(20, 20)
    there = way(at(20, 25), at(23, 24))
    mover = Move(state, state.units["A1"], "move", [5 * INCH])
    assert mover.judge(there) is None
    (path,) = mover.paths(there)
    (shape,) = state.shapes(state.units["A1"])
    whole = mover.verdict([path]).moves[0].length
    assert whole > 8 * INCH
    assert mover.counted(shape, path, whole) == 5 * INCH
    shorter = Move(state, state.units["A1"], "move", [5 * INCH - 1])
    assert why(shorter.judge(there)) == ("too-far", "H-263")


@pytest.mark.rule("H-200")
def test_around_impassable_terrain_the_way_counts() -> None:
    there = way(at(23, 24), at(26, 20))
    for pieces, counts in (((wall(23, 18, 22.5),), 10), ((), 6)):
        state = lone(20, 20, pieces=pieces)
        mover = Move(state, state.units["A1"], "move", [counts * INCH])
        assert mover.judge(there) is None
        less = Move(state, state.units["A1"], "move", [counts * INCH - 1])
        assert why(less.judge(there)) == ("too-far", "H-263")
    assert why(judged(lone(20, 20, pieces=(wall(23, 18, 22.5),)), key(at(26, 20)))) == (
        "through-solid",
        "line-of-movement",
    )


# --- what counts as moved ---


@pytest.mark.rule("H-198")
def test_one_model_that_ends_elsewhere_makes_the_unit_moved() -> None:
    state = state_of()
    places = row(10, 10, 20)
    put(state, "A1", places)
    drive(state, moving.next_step(state), ["A1", "move", key(*places[:9], at(23.5, 21))])
    assert state.units["A1"].moved == "moved"
    state = state_of()
    put(state, "A1", places)
    back = ";".join(way(Place(place.x, place.y + 3 * INCH), place) for place in places)
    drive(state, moving.next_step(state), ["A1", "move", back])
    assert state.units["A1"].moved == "stationary"
    assert not has_moved(state.units["A1"])


@pytest.mark.rule("H-201")
def test_who_only_pivots_is_stationary() -> None:
    state = state_of([TANK, LEG])
    put(state, "A1", at(10, 10))
    put(state, "A2", row(10, 30, 30))
    drive(state, moving.next_step(state), ["A1", "move", key(at(10, 10, 90))])
    assert state.units["A1"].models[0].place == at(10, 10, 90)
    assert state.units["A1"].moved == "stationary"
    drive(state, moving.next_step(state), ["A2", "move", key(at(30, 30.5), *row(9, 31.5, 30))])
    assert state.units["A2"].moved == "moved"
    state.core.done.clear()
    drive(state, moving.next_step(state), ["A1", "stationary"])
    assert state.units["A1"].moved == "stationary"


@pytest.mark.rule("H-010", "H-245")
def test_units_of_two_detachments_and_of_two_factions_move_in_one_turn() -> None:
    state = state_of([LEG, LEG, unit(with_(MAN, words=["mechanicum"]))])
    for index, name in enumerate(("A1", "A2")):
        put(state, name, row(10, 10, 10 + 10 * index))
    put(state, "A3", at(50, 10))
    for index, name in enumerate(("A1", "A2")):
        drive(state, moving.next_step(state), [name, "move", key(*row(10, 10, 17 + 10 * index))])
    drive(state, moving.next_step(state), ["A3", "move", key(at(50, 17))])
    assert [state.units[name].models[0].place for name in ("A1", "A2", "A3")] == [at(10, 17), at(10, 27), at(50, 17)]
    put(state, "B1", row(10, 20, 30))
    phase(state, "shooting", "attack")
    for name, shots in (("A1", 10), ("A2", 10), ("A3", 1)):
        dice = [1] * shots
        done = drive(state, shooting.next_step(state), [name, "B1"], dice)
        assert done.dice("hit") == shots


# --- near enemies and combats ---


@pytest.mark.rule("H-101")
def test_a_move_ends_in_contact_with_nobody() -> None:
    state = lone(20, 20)
    put(state, "B1", at(25, 20))
    touching = Place(25 * INCH - 320, 20 * INCH)
    assert in_contact(state.standing(state.units["A1"].models[0]).at(touching), state.shapes(state.units["B1"])[0])
    found = judged(state, key(touching))
    assert found is not None
    assert found.code in {"in-zone", "through-zone"}


@pytest.mark.rule("H-102")
def test_nobody_ends_within_an_inch_of_a_combat_or_crosses_it() -> None:
    state = state_of([ONE, ONE], [ONE])
    put(state, "A1", at(20, 20))
    put(state, "A2", at(25, 20))
    put(state, "B1", Place(25 * INCH, 20 * INCH + 320))
    for name in ("A2", "B1"):
        state.units[name].locked = True

    def gap(inches: float) -> str:
        return key(Place(25 * INCH - 320 - round(inches * INCH), 20 * INCH))

    assert why(judged(state, gap(0.8))) == ("through-zone", "H-102")
    assert why(judged(state, gap(1.0))) == ("through-zone", "H-102")
    assert judged(state, gap(1.2)) is None
    across = judged(state, key(at(31, 20)), "rush")
    assert why(across) in {
        ("through-friend", "line-of-movement"),
        ("through-enemy", "line-of-movement"),
        ("through-zone", "H-102"),
    }


def test_who_touches_a_fortification_may_go_away_from_it() -> None:
    state = state_of([ONE], [BUN])
    put(state, "B1", at(36, 39))
    put(state, "A1", Place(36 * INCH, 36 * INCH - 160))
    assert judged(state, key(Place(36 * INCH, 29 * INCH - 160))) is None
    assert why(judged(state, key(Place(36 * INCH, 35 * INCH - 160)))) == ("in-zone", "H-102")
    assert why(judged(state, key(at(36, 43)), "rush")) == ("through-enemy", "line-of-movement")


def test_hulls_of_friends_bar_the_way_and_friends_on_foot_do_not() -> None:
    state = state_of([ONE, BUN, ONE])
    put(state, "A1", at(20, 6))
    put(state, "A2", at(25, 6))
    put(state, "A3", at(20, 8))
    assert why(judged(state, key(at(30, 6)), "rush")) == ("through-enemy", "line-of-movement")
    assert judged(state, key(at(20, 10))) is None


@pytest.mark.rule("H-104")
def test_a_locked_unit_is_not_selected_to_move() -> None:
    state = lone()
    state.units["A1"].locked = True
    put(state, "B1", Place(20 * INCH, 20 * INCH + 320))
    assert why(moving.may_select(state, "A1")) == ("locked", "H-104")
    assert why(eligible(state, state.units["A1"])) == ("locked", "H-104")
    assert why(can_charge(state, state.units["A1"])) == ("locked", "H-104")
    done = drive(state, moving.next_step(state))
    assert [event.step for event in done.all(Began)] == ["rout"]


@pytest.mark.rule("H-174")
def test_in_the_turn_of_one_player_the_other_moves_nobody() -> None:
    state = lone()
    ask = next(iter(moving.next_step(state)))
    assert why(refusal(ask, "B1")) == ("not-yours", "H-174")  # type: ignore[arg-type]  # the first request is a question


# --- who does not move ---


def _push(state: State, which: str) -> list[tuple[str, str]]:
    """What three effects that would move a unit come to."""
    found = []
    for how, limit in (("move", 6 * INCH), ("redeploy", 20 * INCH), ("push", INCH)):
        done = drive(state, move(state, state.units[which], how, limit))
        assert done.value is False
        found += [(said.unit, said.rule) for said in done.all(Said)]
    return found


@pytest.mark.rule("H-024")
def test_nothing_moves_a_fortification() -> None:
    state = state_of([BUN])
    put(state, "A1", at(36, 6))
    assert _push(state, "A1") == [("A1", "H-024")] * 3
    assert state.units["A1"].models[0].place == at(36, 6)
    assert why(moving.may_select(state, "A1")) == ("never-moves", "H-024")


@pytest.mark.rule("H-121")
def test_nothing_moves_a_building() -> None:
    state = state_of([ONE], terrain=[BUILDING])
    put(state, "T1", at(20, 20))
    assert _push(state, "T1") == [("T1", "H-121")] * 3
    assert state.units["T1"].models[0].place == at(20, 20)


@pytest.mark.rule("H-185")
def test_movement_0_forbids_every_change_of_position() -> None:
    state = lone()
    apply(state, Lasts(unit="A1", lasting=Lasting(effect=ChangeValue(name="movement", set=0), until="phase", source="mire")))
    assert why(moving.may_select(state, "A1")) == ("movement-0", "H-185")
    for how, limit in (("move", INCH), ("rush", 5 * INCH), ("free move", 3 * INCH)):
        done = drive(state, move(state, state.units["A1"], how, limit))
        assert [said.rule for said in done.all(Said)] == ["H-185"]
    state.units["A1"].lasting.clear()
    apply(state, Lasts(unit="A1", lasting=Lasting(effect=ChangeValue(name="movement", set=1), until="phase", source="mire")))
    assert may_change_place(state, state.units["A1"]) is None
    drive(state, moving.next_step(state), ["A1", "move", key(at(21, 20))])
    assert state.units["A1"].models[0].place == at(21, 20)


@pytest.mark.rule("H-227")
def test_a_routed_unit_does_not_move_in_the_move_sub_phase() -> None:
    state = lone()
    apply(state, Status(models=("A1.1",), status="routed"))
    assert why(moving.may_select(state, "A1")) == ("routed", "H-227")
    done = drive(state, move(state, state.units["A1"], "rush", 11 * INCH))
    assert done.value is False
    assert [said.rule for said in done.all(Said)] == ["H-227"]
    assert state.units["A1"].models[0].place == at(20, 20)


@pytest.mark.rule("H-272")
def test_one_routed_model_keeps_its_whole_unit_from_moving() -> None:
    state = state_of([unit((MAN, 10), (CEN, 1))])
    put(state, "A1", row(11, 10, 20))
    apply(state, Status(models=("A1.11",), status="routed"))
    assert why(moving.may_select(state, "A1")) == ("routed", "H-227")
    assert why(can_charge(state, state.units["A1"])) == ("routed", "H-232")
    state.core.turn = 1
    assert why(may_react(state, state.units["A1"], "reposition")) == ("routed", "H-226")


# --- ground ---


@pytest.mark.rule("H-202")
def test_a_model_whose_centre_is_inside_is_in_area_terrain_and_may_stand_there() -> None:
    state = lone(20, 20, zones=[zone("medium", 22, 18, 30, 22)])
    assert judged(state, key(at(25, 20))) is None
    inside, outside = area(state, at(22, 20)), area(state, at(21.9, 20))
    assert inside is not None
    assert inside.kind == "medium"
    assert outside is None
    drive(state, moving.next_step(state), ["A1", "move", key(at(25, 20))])
    assert area(state, at(25, 20)) is not None


@pytest.mark.rule("H-204")
@pytest.mark.parametrize("kind", ["light", "medium", "heavy"])
def test_all_area_terrain_slows(kind: str) -> None:
    state = lone(20, 20, zones=[zone(kind, 22, 18, 30, 22)])
    assert judged(state, key(at(25, 20))) is None
    assert why(judged(state, key(at(25.1, 20)))) == ("too-far", "difficult-terrain")
    assert judged(state, key(at(13, 20))) is None


@pytest.mark.rule("H-208")
def test_rubble_slows_as_well_and_is_no_area_terrain() -> None:
    rubble = Rubble(name="rubble", corners=rectangle(22 * INCH, 18 * INCH, 30 * INCH, 22 * INCH))
    state = lone(20, 20, rubble=[rubble])
    assert judged(state, key(at(25, 20))) is None
    assert why(judged(state, key(at(25.1, 20)))) == ("too-far", "difficult-terrain")
    assert area(state, at(25, 20)) is None
    put(state, "A1", at(25, 20))
    assert cover_of(state, state.units["A1"].models[0]) is None
    both = lone(20, 20, rubble=[rubble], zones=[zone("medium", 22, 18, 30, 22)])
    put(both, "A1", at(25, 20))
    assert cover_of(both, both.units["A1"].models[0]) == 5


def test_dangerous_ground_wounds_on_a_1_once_a_phase() -> None:
    state = state_of([unit((with_(MAN, wounds=2), 3))], zones=[zone("light", 22, 18, 30, 30, dangerous=True)])
    put(state, "A1", row(3, 18, 20))
    done = drive(state, moving.next_step(state), ["A1", "move", key(*row(3, 22.5, 20))], [1, 2, 1])
    assert [model.wounds for model in state.units["A1"].models] == [1, 2, 1]
    assert done.dice("dangerous terrain") == 3
    again = drive(state, move(state, state.units["A1"], "step", 5 * INCH), [key(*row(3, 22.5, 21))])
    assert again.dice("dangerous terrain") == 0


def test_antigrav_units_pass_over_everything_and_mind_only_where_they_begin_and_end() -> None:
    state = lone(20, 20, zones=[zone("heavy", 22, 18, 24, 22, dangerous=True)], pieces=[wall(25, 0, 48)])
    assert why(judged(state, key(at(26.5, 20)))) == ("through-solid", "line-of-movement")
    state = state_of(
        [unit(with_(MAN, words=["antigrav"]))], zones=[zone("heavy", 22, 18, 24, 22, dangerous=True)], pieces=[wall(25, 0, 48)]
    )
    put(state, "A1", at(20, 20))
    put(state, "B1", [at(25.8, 21 + index) for index in (2, 4)])
    done = drive(state, moving.next_step(state), ["A1", "move", key(at(27, 20))])
    assert done.rolls == []
    assert state.units["A1"].models[0].place == at(27, 20)


# --- coherency ---


def test_a_move_that_ends_out_of_coherency_suppresses() -> None:
    state = state_of()
    places = row(10, 10, 20)
    put(state, "A1", places)
    drive(state, moving.next_step(state), ["A1", "move", key(*places[:9], at(23.5, 24))])
    assert {status for model in state.units["A1"].models for status in model.statuses} == {"suppressed"}
    gathered = state_of()
    put(gathered, "A1", [*places[:9], at(23.5, 24)])
    ask = Move(gathered, gathered.units["A1"], "move", limits(gathered, gathered.units["A1"], "move")).proposals()
    option = ask[0]()
    assert option is not None
    assert judged(gathered, option.key) is None


# --- vehicles ---


def test_a_vehicle_runs_over_infantry_and_not_over_hulls() -> None:
    state = state_of([TANK], [LEG, BUN])
    put(state, "A1", at(10, 24))
    put(state, "B1", [at(15, 19 + index * 1.4) for index in range(10)])
    put(state, "B2", at(60, 24))
    probe = Probe()
    done = drive(state, moving.next_step(state), ["A1", "move", key(at(22, 24))], [3, 6, 2, 1, 2, 5], [probe])
    assert ("moved through", 1, UnitMoment("A1", "move", ("B1",))) in probe.seen
    assert len(state.units["B1"].models) == 9
    assert done.dice("moved through") == 1
    state = state_of([TANK], [BUN])
    put(state, "A1", at(10, 24))
    put(state, "B1", at(17, 24))
    assert why(judged(state, key(at(22, 24)))) == ("through-friend", "line-of-movement")


# --- the step itself ---


def test_moments_open_before_and_after_a_move() -> None:
    state = lone()
    probe = Probe()
    drive(state, moving.next_step(state), ["A1", "move", key(at(22, 20))], [], [probe])
    assert [(moment, player) for moment, player, _ in probe.seen] == [("before move", 0), ("move ended", 1)]
    state = lone()
    probe = Probe()
    drive(state, moving.next_step(state), ["A1", "move", HOLD], [], [probe])
    assert [moment for moment, _, _ in probe.seen] == ["before move"]
    assert state.units["A1"].moved == "stationary"


def test_a_unit_is_selected_once_and_the_player_may_end_the_step() -> None:
    state = lone()
    drive(state, moving.next_step(state), ["A1", "stationary"])
    assert why(moving.may_select(state, "A1")) == ("has-moved", "H-213")
    done = drive(state, moving.next_step(state))
    assert [event.step for event in done.all(Began)] == ["rout"]
    done = drive(state, routing.next_step(state))
    assert [(event.phase, event.step) for event in done.all(Began)] == [("shooting", "attack")]


def test_proposals_are_legal() -> None:
    state = state_of([LEG], [LEG], zones=[zone("medium", 14, 22, 22, 28)])
    put(state, "A1", row(10, 10, 20))
    put(state, "B1", row(10, 10, 34))
    mover = Move(state, state.units["A1"], "move", limits(state, state.units["A1"], "move"))
    options = [option for draft in mover.proposals() if (option := draft()) is not None]
    assert len(options) >= 3
    assert all(mover.judge(option.key) is None for option in options)
