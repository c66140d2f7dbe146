"""Reactions: the allotment and what it pays for, who may react, and what each Reaction does."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tests.driving import Answer, Driven
from tests.games.heresy3.battle.kit import (
    AUT,
    BOLT_PISTOL,
    BUN,
    CANNON,
    CEN,
    GUN,
    HEAVY_BOLTER,
    MAG,
    MAN,
    RED,
    TANK,
    TOW,
    Probe,
    at,
    board,
    drive,
    first,
    offered,
    phase,
    put,
    row,
    state_of,
    unit,
    with_,
)
from warbench.battle.requests import Ask, Option, Procedure
from warbench.games.heresy3.battle import moving, reserves, starting
from warbench.games.heresy3.battle.allotment import allotment, may_react
from warbench.games.heresy3.battle.events import Allotment, Moved, Reacted, Removed, Threw
from warbench.games.heresy3.battle.moments import Targets, UnitMoment, windows
from warbench.games.heresy3.battle.reactions import REACTIONS
from warbench.games.heresy3.battle.roster import Entry, Kind
from warbench.games.heresy3.battle.state import Lasting, Options, State
from warbench.rules.effects import Permit

TEN = unit((MAN, 10))


def scene(theirs: Sequence[Entry | Kind], *, away: float = 10, ours: Sequence[Entry | Kind] = (TEN,), **more: object) -> State:
    """A's turn: A1 in a row at y 20, B's units in rows beyond it, ``away`` inches from middle to middle."""
    state = state_of(ours, theirs, **more)  # type: ignore[arg-type]
    put(state, "A1", row(len(state.units["A1"].models), 30, 20))
    for number, key in enumerate(key for key in state.units if key[0] == "B"):
        put(state, key, row(len(state.units[key].models), 30, 20 + away + 7 * number))
    phase(state, "shooting", "attack")
    return state


def last(ask: Ask) -> str:
    """The last listed answer."""
    return ask.options[-1].key


def open_at(state: State, moment: str, about: object, answers: Sequence[Answer], faces: Sequence[int] = ()) -> Driven:
    """Open a window for the Reactive player with the game's own reactions."""

    def procedure() -> Procedure[list[object]]:
        return (yield from windows().open(state, moment, (1,), about))

    return drive(state, procedure(), answers, faces, reactions=None)


SHOT = Targets("A1", ("B1",))
CAME = UnitMoment("A1", "edge")


@pytest.mark.parametrize(("points", "count"), [(750, 1), (1500, 1), (1501, 2), (3500, 2), (3501, 3), (5000, 3), (5001, 4)])
def test_the_allotment_grows_with_the_points_limit(points: int, count: int) -> None:
    assert allotment(points) == count


def test_each_player_turn_gives_the_reactive_player_his_allotment() -> None:
    state = state_of(options=Options(points=2000))
    put(state, "A1", row(10, 30, 10))
    put(state, "B1", row(10, 30, 40))
    phase(state, "start", "effects")
    drive(state, starting.next_step(state))
    assert [side.reactions for side in state.core.sides] == [0, 2]


@pytest.mark.rule("H-031", "H-062")
@pytest.mark.parametrize(("kind", "reactions"), [(TOW, []), (BUN, []), (GUN, ["return fire:B1"]), (RED, ["return fire:B1"])])
def test_only_an_emplacement_among_fortifications_returns_fire(kind: Kind, reactions: list[str]) -> None:
    state = scene([kind])
    assert offered(state, "weapons declared", 1, SHOT) == reactions


@pytest.mark.rule("H-062")
def test_an_emplacement_intercepts_but_neither_overwatches_nor_repositions() -> None:
    state = scene([GUN], away=8)
    assert offered(state, "arrived", 1, CAME) == ["intercept:B1"]
    phase(state, "movement", "move")
    assert offered(state, "move ended", 1, UnitMoment("A1", "move")) == []
    phase(state, "assault", "charge")
    assert offered(state, "volley", 1, SHOT) == []
    named = scene([GUN], options=Options(rulings={"interceptor-name": "none"}))
    assert offered(named, "arrived", 1, CAME) == []


@pytest.mark.rule("H-161", "H-162")
def test_return_fire_costs_one_when_it_is_declared_and_is_the_shot_units_alone() -> None:
    state = scene([TEN, TEN])
    state.core.sides[1].reactions = 1
    assert offered(state, "weapons declared", 1, SHOT) == ["return fire:B1"]
    done = open_at(state, "weapons declared", SHOT, ["return fire:B1"])
    assert done.value == [("return fire", "B1")]
    assert [type(event) for event in done.events] == [Allotment, Reacted]
    assert state.core.sides[1].reactions == 0
    state.units["B1"].reacted = False
    assert offered(state, "weapons declared", 1, SHOT) == []
    refused = may_react(state, state.units["B1"], "return fire")
    assert refused is not None
    assert refused.rule == "H-161"


@pytest.mark.rule("H-160")
def test_return_fire_is_not_offered_against_a_volley_of_a_charge() -> None:
    state = scene([TEN])
    phase(state, "assault", "charge")
    assert offered(state, "weapons declared", 1, SHOT) == []


@pytest.mark.rule("H-226")
@pytest.mark.parametrize("status", ["routed", "stunned"])
def test_nobody_reacts_who_is_routed_or_stunned(status: str) -> None:
    state = scene([TEN])
    assert state.core.sides[1].reactions == 2
    state.units["B1"].models[3].statuses = [status]
    assert offered(state, "weapons declared", 1, SHOT) == []
    assert offered(state, "arrived", 1, CAME) == []


@pytest.mark.rule("H-174")
def test_only_the_reactive_player_reacts() -> None:
    state = scene([TEN])
    assert offered(state, "weapons declared", 0, Targets("B1", ("A1",))) == []
    refused = may_react(state, state.units["A1"], "return fire")
    assert refused is not None
    assert refused.rule == "H-174"
    assert offered(state, "weapons declared", 1, SHOT) == ["return fire:B1"]
    for player in (0, 1):
        phase(state, "shooting", "attack", player=player)
        assert state.player("A1") == 0


def test_one_reaction_a_unit_and_turn_and_none_from_a_combat_or_a_transport() -> None:
    state = scene([TEN, TANK])
    state.units["B1"].reacted = True
    assert offered(state, "weapons declared", 1, SHOT) == []
    state.units["B1"].reacted = False
    state.units["B1"].locked = True
    assert offered(state, "weapons declared", 1, SHOT) == []
    state.units["B1"].locked = False
    board(state, "B1", "B2")
    assert offered(state, "weapons declared", 1, SHOT) == []


# --- Intercept ---


@pytest.mark.rule("H-167", "H-169", "H-170")
def test_intercept_costs_one_and_shoots_the_arriving_unit_with_snap_shots() -> None:
    state = scene([TEN], ours=[TEN, unit((MAN, 2))])
    put(state, "A2", row(2, 30, 25))
    done = open_at(state, "arrived", CAME, ["intercept:B1"], [1] * 10)
    assert done.all(Allotment)[0].to == 1
    assert [event.faces for event in done.all(Threw) if event.purpose == "hit"] == [(1,) * 10]
    assert "5+" in " ".join(getattr(event, "text", "") for event in done.events)
    assert "A2" not in " ".join(getattr(event, "text", "") for event in done.events)
    state.core.sides[1].reactions = 0
    state.units["B1"].reacted = False
    assert offered(state, "arrived", 1, CAME) == []


@pytest.mark.rule("H-168")
def test_the_interceptor_sees_at_least_one_model() -> None:
    from warbench.games.heresy3.battle.missions import Zone  # noqa: PLC0415
    from warbench.table.terrain import rectangle  # noqa: PLC0415

    hidden = Zone(name="wood", kind="heavy", corners=rectangle(20 * 254, 22 * 254, 60 * 254, 26 * 254))
    state = scene([TEN], zones=[hidden])
    assert offered(state, "arrived", 1, CAME) == []
    state.units["A1"].models[9].place = at(40, 27)
    assert offered(state, "arrived", 1, CAME) == ["intercept:B1"]


@pytest.mark.rule("H-276")
def test_one_intercept_gives_one_reacting_unit() -> None:
    state = scene([TEN, TEN])
    done = open_at(state, "arrived", CAME, ["intercept:B1", "pass"], [1] * 10)
    assert [event.unit for event in done.all(Reacted)] == ["B1"]
    assert state.core.sides[1].reactions == 1
    assert [option.key for option in done.asked[-1].options] == ["pass", "intercept:B2"]


@pytest.mark.rule("H-171", "H-277")
@pytest.mark.parametrize(
    ("kind", "rulings", "guns"),
    [
        (with_(TANK, arms=(CANNON, HEAVY_BOLTER)), {}, {"heavy bolter"}),
        (with_(GUN, arms=(CANNON, HEAVY_BOLTER)), {}, {"cannon", "heavy bolter"}),
        (with_(GUN, arms=(CANNON, HEAVY_BOLTER)), {"emplacement-as-vehicle": "yes"}, {"heavy bolter"}),
        (with_(MAN, arms=(CANNON,)), {}, {"cannon"}),
    ],
)
def test_vehicles_intercept_with_defensive_weapons_alone(kind: Kind, rulings: dict[str, str], guns: set[str]) -> None:
    from warbench.games.heresy3.battle.guns import Stance  # noqa: PLC0415
    from warbench.games.heresy3.battle.targets import target_guns  # noqa: PLC0415

    state = scene([kind], options=Options(rulings=rulings))
    phase(state, "movement", "reserves")
    stance = Stance(reaction="intercept")
    found = {gun.arm.name for gun in target_guns(state, state.units["B1"], state.units["A1"], stance)}
    assert found == guns


# --- the others ---


def test_reposition_moves_by_the_initiative_when_an_enemy_ends_a_move_near_and_in_sight() -> None:
    state = scene([TEN, TEN], away=10)
    phase(state, "movement", "move")
    about = UnitMoment("A1", "move")
    assert offered(state, "move ended", 1, about) == ["reposition:B1"]  # B2 is beyond 12 inches
    before = [model.place for model in state.units["B1"].models]
    done = open_at(state, "move ended", about, ["reposition:B1", last])
    moved = done.all(Moved)
    assert [event.how for event in moved] == ["reposition"]
    for (_, after), start in zip(moved[0].places, before, strict=True):
        assert start is not None
        assert (after.x - start.x) ** 2 + (after.y - start.y) ** 2 <= (4 * 254) ** 2


def test_overwatch_shoots_at_full_skill_in_place_of_a_volley() -> None:
    state = scene([TEN])
    phase(state, "assault", "charge")
    done = open_at(state, "volley", SHOT, ["overwatch:B1"], [1] * 10)
    assert done.value == [True]
    assert "3+" in " ".join(getattr(event, "text", "") for event in done.events)


def test_light_units_evade() -> None:
    light = msgspec.structs.replace(MAN, subtypes=frozenset({"light"}))
    state = scene([unit((light, 5)), TEN])
    phase(state, "assault", "charge")
    assert offered(state, "volley ended", 1, SHOT) == ["evade:B1"]
    assert offered(state, "volley ended", 1, Targets("A1", ("B2",))) == []
    done = open_at(state, "volley ended", SHOT, ["evade:B1", last])
    assert [event.how for event in done.all(Moved)] == ["evade"]


def test_a_character_intervenes_when_no_challenge_was_declared() -> None:
    state = scene([unit(CEN), TEN])
    phase(state, "assault", "challenge")
    state.units["B1"].locked = True
    about = Targets("A1", ("A1", "B1", "B2"))
    assert offered(state, "challenge passed", 1, about) == ["heroic intervention:B1"]
    done = open_at(state, "challenge passed", about, ["heroic intervention:B1"])
    assert done.value == [("heroic intervention", "B1.1")]


@pytest.mark.parametrize(("face", "hero_left"), [(6, True), (1, False)])
def test_death_or_glory_stops_the_vehicle_or_costs_the_hero(face: int, hero_left: bool) -> None:
    fist = msgspec.structs.replace(BOLT_PISTOL, name="lance", strength=9)
    weak = msgspec.structs.replace(with_(TANK, arms=()), numbers={**TANK.numbers, "wounds": 1})
    state = scene([unit((with_(MAN, arms=(fist,)), 5))], ours=[weak])
    phase(state, "movement", "move")
    about = UnitMoment("A1", "move", ("B1",))
    done = open_at(state, "moved through", about, ["death or glory:B1"], [face])
    gone = [event.model for event in done.all(Removed)]
    assert gone == (["A1.1"] if hero_left else ["B1.1"])


def test_every_reaction_and_rite_has_a_name_of_its_own() -> None:
    names = [reaction.id for reaction in REACTIONS]
    assert len(names) == len(set(names))


class Counting(Probe):
    """Notes at each arrival how many models of the unit stand on the battlefield."""

    def __init__(self) -> None:
        super().__init__()
        self.placed: list[int] = []

    def options(self, state: State, moment: str, player: int, about: Any) -> Sequence[Option]:
        if moment == "arrived":
            self.placed.append(sum(model.place is not None for model in state.units[about.unit].models))
        return super().options(state, moment, player, about)


@pytest.mark.rule("H-166")
def test_intercept_is_offered_once_when_the_last_model_has_come_and_not_to_a_plain_move() -> None:
    state = state_of([TEN, unit((MAN, 5))], [TEN])
    state.units["A1"].where = "reserve"
    put(state, "A2", row(5, 10, 20))
    put(state, "B1", row(10, 30, 30))
    phase(state, "movement", "reserves")
    probe = Counting()
    drive(state, reserves.arrive(state, state.units["A1"]), ["edge", first], reactions=[probe])
    assert probe.placed == [10]
    phase(state, "movement", "move")
    quiet = Probe()
    drive(state, moving.next_step(state), ["A2", "move", last], reactions=[quiet])
    assert [moment for moment, _, _ in quiet.seen if moment == "arrived"] == []


@pytest.mark.parametrize(
    ("items", "free", "reactions"),
    [((), False, []), ((), True, ["return fire:B1"]), (("cortex controller",), False, ["return fire:B1"])],
)
def test_automata_react_only_with_a_cortex_controller_or_by_programming_interrupt(
    items: tuple[str, ...], free: bool, reactions: list[str]
) -> None:
    priest = msgspec.structs.replace(MAG, items=tuple((item, 1) for item in items))
    state = scene([unit((AUT, 4), priest)])
    if free:
        state.units["B1"].lasting = [Lasting(effect=Permit(what="free reaction"), until="", source="Programming Interrupt")]
    assert offered(state, "weapons declared", 1, SHOT) == reactions


def test_flyers_make_no_reactions() -> None:
    state = scene([with_(TANK, words=("flyer",))])
    assert offered(state, "weapons declared", 1, SHOT) == []
