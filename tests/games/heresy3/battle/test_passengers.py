"""Passengers: who may embark, from where and when; getting out before or after a move; emergencies."""

import msgspec
import pytest

from tests.driving import refused
from tests.games.heresy3.battle.kit import (
    BUILDING,
    BUN,
    CEN,
    LEG,
    MAN,
    TANK,
    TOW,
    at,
    board,
    drive,
    key,
    phase,
    put,
    state_of,
    unit,
    with_,
)
from warbench.battle.requests import Ask, Procedure, Refusal
from warbench.games.heresy3.battle import casualties, moving, passengers
from warbench.games.heresy3.battle.events import Controlled, Hurt, Removed, SetUp, Status, apply
from warbench.games.heresy3.battle.outlets import outlets
from warbench.games.heresy3.battle.roster import INCH, Entry, Kind
from warbench.games.heresy3.battle.state import Options, State
from warbench.table.lattice import Place
from warbench.table.measure import CONTACT, colliding, in_contact, within

ONE = unit(MAN, name="one legionary")


def rank(count: int, x: float, y: float) -> list[Place]:
    """Models side by side, base to base with a hair between."""
    return [Place(round(x * INCH) + 330 * index, round(y * INCH)) for index in range(count)]


def ring(state: State, transport: str, inches: float) -> list[Place]:
    """Ten places so far from the long sides of a hull that looks along x."""
    hull = state.units[transport].models[0].place
    assert hull is not None
    half = state.kind(state.units[transport].models[0].id).base.corners[2][1]
    away = half + 160 + round(inches * INCH)
    return [Place(hull.x - 660 + 330 * index, hull.y + side * away) for side in (1, -1) for index in range(5)]


def why(found: Refusal | None) -> tuple[str, str] | None:
    """Code and rule of a refusal."""
    return None if found is None else (found.code, found.rule)


def may(state: State, which: str = "A1", transport: str = "A2") -> tuple[str, str] | None:
    """Why a unit may not embark, as code and rule."""
    return why(passengers.may_embark(state, state.units[which], state.units[transport]))


def fits(state: State, which: str = "A1", transport: str = "A2") -> tuple[str, str] | None:
    """Why a transport does not carry a unit, as code and rule."""
    return why(passengers.fits(state, state.units[which], state.units[transport]))


def beside(squad: Entry | Kind = LEG, carrier: Entry | Kind = TANK, inches: float = 1.9) -> State:
    """A unit of A at some distance from both long sides of a transport of A, in the middle of the table."""
    state = state_of([squad, carrier], [ONE])
    put(state, "A2", at(36, 24))
    put(state, "A1", ring(state, "A2", inches)[: len(state.units["A1"].models)])
    put(state, "B1", at(70, 46))
    return state


# --- getting in ---


@pytest.mark.rule("H-063")
def test_a_bunker_has_as_many_places_as_its_capacity() -> None:
    state = state_of([LEG, BUN, ONE], [ONE])
    put(state, "A2", at(36, 6))
    assert passengers.free_places(state, state.units["A2"]) == 10
    put(state, "A1", [*rank(5, 34, 10), *rank(5, 34, 11.3)])
    put(state, "A3", at(39.8, 6))
    assert may(state) is None
    drive(state, moving.next_step(state), ["embark:A1:A2"])
    assert state.units["A1"].where == "inside"
    assert passengers.free_places(state, state.units["A2"]) == 0
    assert fits(state, "A3") == ("occupied", "H-123")
    eleven = state_of([unit((MAN, 11)), BUN])
    put(eleven, "A2", at(36, 6))
    assert fits(eleven) == ("too-many", "H-063")


@pytest.mark.rule("H-064")
def test_a_bunker_takes_infantry_without_bulky_alone() -> None:
    state = state_of(
        [unit((with_(MAN, rules=["Bulky (2)"]), 2)), BUN, unit(with_(CEN)), unit((with_(MAN, rules=["Bulky (3)"]), 1))]
    )
    put(state, "A2", at(36, 6))
    assert passengers.free_places(state, state.units["A2"]) - 4 >= 4
    assert fits(state) == ("not-infantry", "H-064")
    assert fits(state, "A4") == ("not-infantry", "H-064")
    assert fits(state, "A3") is None
    walker = state_of([_typed("walker"), BUN, LEG])
    put(walker, "A2", at(36, 6))
    assert fits(walker) == ("not-infantry", "H-064")
    assert fits(walker, "A3") is None


def _typed(kind: str) -> Kind:
    return msgspec.structs.replace(MAN, type=kind)


@pytest.mark.rule("H-209")
@pytest.mark.parametrize("number", [0, None])
def test_without_capacity_nobody_embarks(number: int | None) -> None:
    state = beside(ONE, with_(TANK, capacity=number))
    assert may(state) == ("no-capacity", "H-209")
    tower = beside(ONE, TOW)
    assert may(tower) == ("no-capacity", "H-209")


@pytest.mark.rule("H-210")
def test_embarking_is_for_friends_that_fit_in_the_move_sub_phase() -> None:
    state = beside()
    drive(state, moving.next_step(state), ["embark:A1:A2"])
    assert (state.units["A1"].where, state.units["A1"].inside) == ("inside", "A2")
    eleven = state_of([unit((MAN, 11)), TANK], [ONE])
    put(eleven, "A2", at(36, 24))
    put(eleven, "A1", [*ring(eleven, "A2", 1.9), at(40, 24)])
    with refused("too-many", "H-210"):
        drive(eleven, moving.next_step(eleven), ["embark:A1:A2"])
    assert eleven.units["A1"].where == "table"
    later = beside()
    phase(later, "shooting", "attack")
    assert may(later) == ("not-now", "H-210")
    theirs = state_of([LEG], [TANK])
    put(theirs, "B1", at(36, 24))
    put(theirs, "A1", ring(theirs, "B1", 1.9))
    assert may(theirs, "A1", "B1") == ("not-friendly", "H-210")


@pytest.mark.rule("H-211")
def test_all_models_are_within_two_inches_of_an_access_point_now_or_at_the_start() -> None:
    assert may(beside(inches=1.9)) is None
    state = beside(inches=1.9)
    state.units["A1"].models[9].place = state.units["A1"].models[9].began = ring(state, "A2", 2.4)[9]
    assert may(state) == ("too-far", "H-211")
    gone = beside(inches=1.9)
    for model, place in zip(gone.units["A1"].models, ring(gone, "A2", 5), strict=True):
        model.place = place
    assert may(gone) is None
    for model in gone.units["A1"].models:
        model.began = model.place
    assert may(gone) == ("too-far", "H-211")
    closed = beside(carrier=msgspec.structs.replace(TANK, access=("rear",)), inches=1.9)
    assert may(closed) == ("too-far", "H-211")


@pytest.mark.rule("H-216")
def test_infantry_embark_and_disembark_and_nothing_else() -> None:
    state = beside()
    assert state.kind("A1.1").special_rules == ()
    drive(state, moving.next_step(state), ["embark:A1:A2"])
    phase(state, "movement", "move")
    state.units["A1"].embarked = False
    done = drive(state, moving.next_step(state), ["A2", "A1", first, "stationary"])
    assert state.units["A1"].where == "table"
    assert [event.how for event in done.all(SetUp)] == ["disembark"]
    walker = beside(_typed("walker"))
    put(walker, "A1", ring(walker, "A2", 1.9)[:1])
    assert may(walker) == ("not-infantry", "H-216")


def first(ask: Ask) -> str:
    """The first listed answer."""
    return ask.options[0].key


@pytest.mark.rule("H-217")
def test_bulky_models_use_x_places() -> None:
    bulky = with_(MAN, rules=["Bulky (2)"])
    carrier = with_(TANK, capacity=6)
    state = state_of([unit((bulky, 3)), carrier, unit((bulky, 3), (MAN, 1)), unit((bulky, 2), (MAN, 2))])
    put(state, "A2", at(36, 24))
    assert fits(state) is None
    assert fits(state, "A3") == ("too-many", "H-210")
    assert fits(state, "A4") is None
    board(state, "A1", "A2")
    assert passengers.free_places(state, state.units["A2"]) == 0
    light = state_of([unit((bulky, 1)), with_(TANK, rules=["Light Transport"])])
    put(light, "A2", at(36, 24))
    assert fits(light) == ("bulky", "light-transport")


@pytest.mark.rule("H-022")
def test_a_fortification_belongs_to_a_player_and_a_building_to_nobody() -> None:
    state = state_of([BUN], [ONE], terrain=[BUILDING])
    put(state, "A1", at(36, 6))
    put(state, "T1", at(36, 24))
    put(state, "B1", at(36, 9.8))
    phase(state, "movement", "move", 1)
    assert (state.player("A1"), state.player("T1")) == (0, -1)
    with refused("not-friendly", "H-022"):
        drive(state, moving.next_step(state), ["embark:B1:A1"])
    put(state, "B1", at(36, 27.8))
    drive(state, moving.next_step(state), ["embark:B1:T1"])
    assert (state.units["B1"].where, state.units["B1"].inside) == ("inside", "T1")


@pytest.mark.rule("H-123")
def test_either_player_uses_a_building_one_unit_at_a_time() -> None:
    state = state_of([ONE, ONE], [ONE], terrain=[BUILDING])
    put(state, "T1", at(36, 24))
    put(state, "A1", at(36, 27.8))
    put(state, "A2", at(36, 20.2))
    put(state, "B1", at(32.2, 24))
    drive(state, moving.next_step(state), ["embark:A1:T1"])
    assert may(state, "A2", "T1") == ("occupied", "H-123")
    phase(state, "movement", "move", 1)
    assert may(state, "B1", "T1") == ("occupied", "H-123")
    phase(state, "movement", "move")
    state.units["A1"].embarked = False
    drive(state, moving.next_step(state), ["A1", first])
    assert state.units["A1"].where == "table"
    phase(state, "movement", "move", 1)
    assert may(state, "B1", "T1") is None


@pytest.mark.rule("H-246")
def test_a_captured_bunker_is_open_to_its_new_owner() -> None:
    state = state_of([ONE], [BUN, ONE])
    put(state, "B1", at(36, 42))
    put(state, "A1", at(36, 38.2))
    put(state, "B2", at(32.2, 42))
    assert may(state, "A1", "B1") == ("not-friendly", "H-022")
    apply(state, Controlled(unit="B1", player=0))
    assert may(state, "A1", "B1") is None
    phase(state, "movement", "move", 1)
    assert may(state, "B2", "B1") == ("not-friendly", "H-022")


def test_a_bunker_asks_for_no_faction_unless_the_ruling_says_so() -> None:
    squad, other = msgspec.structs.replace(LEG, faction="Fists"), msgspec.structs.replace(unit(TANK), faction="Hounds")
    state = state_of([squad, BUN, other])
    put(state, "A2", at(36, 6))
    put(state, "A3", at(36, 24))
    assert fits(state) is None
    assert fits(state, "A1", "A3") == ("other-faction", "transport-faction")
    core = state_of([squad, BUN], options=Options(rulings={"bunker-embarking": "core"}))
    put(core, "A2", at(36, 6))
    assert fits(core) == ("no-transport", "bunker-embarking")


# --- getting out ---


def loaded() -> State:
    """A tank with ten legionaries aboard since an earlier turn."""
    state = state_of([LEG, TANK], [ONE])
    put(state, "A2", at(36, 24))
    put(state, "B1", at(70, 46))
    board(state, "A1", "A2")
    return state


def touching(state: State) -> bool:
    """Whether every model of A1 touches a facing of its transport, and none another."""
    shapes = state.shapes(state.units["A1"])
    facings = outlets(state, state.units["A2"])
    apart = not any(colliding(one, two) for index, one in enumerate(shapes) for two in shapes[:index])
    return apart and all(any(within(shape, facing, CONTACT) for facing in facings) for shape in shapes)


@pytest.mark.rule("H-212")
def test_who_embarked_in_this_phase_stays_aboard() -> None:
    state = beside()
    drive(state, moving.next_step(state), ["embark:A1:A2"])
    assert why(passengers.may_disembark(state, state.units["A1"])) == ("embarked-this-phase", "H-212")
    done = drive(state, moving.next_step(state), ["A2", "stationary"])
    assert "disembark" not in [ask.about for ask in done.asked]
    state = loaded()
    assert passengers.may_disembark(state, state.units["A1"]) is None
    done = drive(state, moving.next_step(state), ["A2", "A1", first, "stationary"])
    assert len(done.all(SetUp)[0].places) == 10
    assert touching(state)


@pytest.mark.rule("H-102")
@pytest.mark.parametrize(("gap", "code"), [(0.8, "in-zone"), (1.0, "in-zone"), (1.2, None)])
def test_nobody_gets_out_within_an_inch_of_a_friend_in_a_combat(gap: float, code: str | None) -> None:
    state = state_of([unit((MAN, 1)), TANK, ONE], [ONE])
    put(state, "A2", at(36, 24))
    board(state, "A1", "A2")
    out = Place(36 * INCH, 24 * INCH + 381 + 160)
    put(state, "A3", Place(out.x, out.y + 320 + round(gap * INCH)))
    put(state, "B1", Place(out.x, out.y + 640 + round(gap * INCH)))
    for name in ("A3", "B1"):
        state.units[name].locked = True
    answers = ["A2", "A1", key(out)]
    if code is None:
        drive(state, moving.next_step(state), [*answers, "stationary"])
        assert state.units["A1"].models[0].place == out
    else:
        with refused(code, "H-102"):
            drive(state, moving.next_step(state), answers)


def test_a_rapid_transport_that_let_somebody_out_does_not_rush() -> None:
    state = state_of([LEG, with_(TANK, words=["rapid"])], [ONE])
    put(state, "A2", at(36, 24))
    put(state, "B1", at(70, 46))
    board(state, "A1", "A2")
    with refused("let-out", "rapid"):
        drive(state, moving.next_step(state), ["A2", "A1", first, "rush"])


@pytest.mark.rule("H-213")
def test_nobody_gets_out_in_the_middle_of_a_move() -> None:
    state = loaded()
    drive(state, moving.next_step(state), ["A2", "pass", "move", key(at(39, 24)), "A1", first])
    assert why(moving.may_select(state, "A2")) == ("has-moved", "H-213")
    state = loaded()
    drive(state, moving.next_step(state), ["A2", "A1", first, "move", key(at(30, 24))])
    assert state.units["A2"].models[0].place == at(30, 24)
    assert state.units["A1"].where == "table"


@pytest.mark.rule("H-214")
def test_a_transport_that_moved_and_let_somebody_out_moves_no_further() -> None:
    state = loaded()
    drive(state, moving.next_step(state), ["A2", "pass", "move", key(at(42, 24)), "A1", first])
    assert touching(state)
    with refused("has-moved"):
        drive(state, moving.next_step(state), ["A2"])
    assert state.units["A2"].models[0].place == at(42, 24)
    assert moving.may_select(state, "A1") is None


@pytest.mark.rule("H-215")
def test_a_transport_at_rest_may_still_move_when_somebody_got_out() -> None:
    state = loaded()
    drive(state, moving.next_step(state), ["A2", "A1", first, "move", key(at(48, 24))])
    assert state.units["A2"].models[0].place == at(48, 24)
    assert state.units["A2"].moved == "moved"
    before = [model.place for model in state.units["A1"].models]
    drive(state, moving.next_step(state), ["A1", "move", key(*(Place(p.x, p.y + 7 * INCH) for p in before if p))])
    assert state.units["A1"].moved == "moved"


def test_only_places_in_contact_with_an_access_point_are_taken() -> None:
    state = loaded()
    asked: list[Ask] = []

    def off(ask: Ask) -> str:
        asked.append(ask)
        return key(*rank(10, 20, 30))

    with refused("no-contact", "H-212"):
        drive(state, moving.next_step(state), ["A2", "A1", off])
    assert len(asked[0].options) >= 2
    assert all(asked[0].judge is not None and asked[0].judge(option.key) is None for option in asked[0].options)


# --- emergencies ---


@pytest.mark.rule("H-222")
def test_who_is_aboard_a_destroyed_transport_gets_out_first() -> None:
    state = loaded()
    state.units["A2"].models[0].wounds = 1

    def destroyed() -> Procedure[None]:
        yield from casualties.hurt(state, "A2.1", 1, by="B1")
        yield from casualties.remove(state, ["A2.1"], by="B1")

    done = drive(state, destroyed(), [first], [3, 4])
    kinds = [(type(event), getattr(event, "how", "")) for event in done.events if isinstance(event, Hurt | SetUp | Removed)]
    assert kinds == [(Hurt, ""), (SetUp, "emergency"), (Removed, "")]
    assert len(done.all(SetUp)[0].places) == 10
    assert len(state.units["A1"].models) == 10
    assert not state.statuses(state.units["A1"])


def test_a_failed_check_pins_and_who_finds_no_place_is_lost() -> None:
    state = loaded()
    done = drive(state, passengers.emergency(state, state.units["A1"], state.units["A2"]), [first], [6, 4])
    assert state.statuses(state.units["A1"]) == ("pinned",)
    assert done.all(Status)
    crowded = state_of([unit((MAN, 3)), TANK], [unit((MAN, 60))])
    put(crowded, "A2", at(2.5, 1.5))
    board(crowded, "A1", "A2")
    ring_of = [Place(1270 + 160 + 300 + 60, 330 * index + 160) for index in range(4)]
    ring_of += [Place(160 + 330 * index, 762 + 160 + 300 + 60) for index in range(4)]
    put(crowded, "B1", ring_of)
    assert not passengers.can_leave(crowded, crowded.units["A1"], crowded.units["A2"])
    drive(crowded, passengers.disembark(crowded, crowded.units["A1"], crowded.units["A2"]))
    assert crowded.units["A1"].where == "gone"
    assert crowded.core.sides[0].casualties == ["A1.1", "A1.2", "A1.3"]


def test_models_touch_the_hull_or_each_other_in_an_emergency() -> None:
    state = state_of([unit((MAN, 30)), with_(TANK, capacity=30)], [ONE])
    put(state, "A2", at(36, 24))
    board(state, "A1", "A2")
    drive(state, passengers.emergency(state, state.units["A1"], state.units["A2"]), [first], [1, 1])
    shapes = state.shapes(state.units["A1"])
    (hull,) = state.shapes(state.units["A2"])
    assert len(shapes) == 30
    assert sum(in_contact(shape, hull) for shape in shapes) < 30
    assert all(any(in_contact(one, two) for two in (hull, *shapes) if two is not one) for one in shapes)


def test_a_transport_without_access_points_is_open_on_all_sides_or_by_the_ruling_nowhere() -> None:
    closed = msgspec.structs.replace(TANK, access=())
    assert may(beside(carrier=closed)) is None
    state = state_of([LEG, closed], options=Options(rulings={"access-points": "none"}))
    put(state, "A2", at(36, 24))
    put(state, "A1", ring(state, "A2", 1.9))
    assert may(state) == ("too-far", "H-211")


def test_who_is_aboard_a_pinned_transport_gets_out_for_himself() -> None:
    state = loaded()
    apply(state, Status(models=("A2.1",), status="pinned"))
    drive(state, moving.next_step(state), ["A1", first])
    assert touching(state)
