"""Rules shown through the phases as the driver plays them: where a rule is offered, asked for, paid for and ended."""

from collections.abc import Callable

import msgspec
import pytest

from tests.driving import Answer, Driven, asked, refusal
from tests.games.heresy3.battle.assault import carry, fights, line, rank
from tests.games.heresy3.battle.kit import (
    BOLT_PISTOL,
    BUILDING,
    BUN,
    CANNON,
    GUN,
    HEAVY_BOLTER,
    KNIFE,
    LEG,
    MAG,
    MAN,
    MELTA_BOMBS,
    RED,
    TANK,
    at,
    board,
    drive,
    first,
    key,
    offered,
    phase,
    put,
    row,
    state_of,
    unit,
    with_,
)
from tests.games.heresy3.battle.shots import armed, fire, gun, rolls, said, shooting
from warbench.battle.requests import Ask, Procedure
from warbench.games.heresy3.battle import charging, deployment, fighting, moving, reserves, starting
from warbench.games.heresy3.battle import shooting as shots
from warbench.games.heresy3.battle.allotment import may_react
from warbench.games.heresy3.battle.capture import refusal_of_capture
from warbench.games.heresy3.battle.events import Allotment, Controlled, Reacted, Said, SetUp, Threw, apply
from warbench.games.heresy3.battle.missions import Zone
from warbench.games.heresy3.battle.moments import UnitMoment
from warbench.games.heresy3.battle.passengers import fits, may_embark
from warbench.games.heresy3.battle.resolving import resolve_combat
from warbench.games.heresy3.battle.roster import Entry, Kind
from warbench.games.heresy3.battle.state import Options, State
from warbench.games.heresy3.battle.targets import eligible
from warbench.games.heresy3.rites import RITE_LIST
from warbench.table.measure import in_contact
from warbench.table.terrain import rectangle

INCH = 254
PASSED = (1, 1)
FOCUS = msgspec.structs.replace(MAG, items=tuple((rite.name, 1) for rite in RITE_LIST))
REDUCTOR, MYRMIDON = with_(MAN, words=("reductor",)), with_(MAN, words=("myrmidax",))


# --- rites ---


def circle(*ours: Entry, theirs: tuple[Entry | Kind, ...] = (LEG,)) -> State:
    """A Focus A1 with units of A and B within six inches."""
    state = state_of([FOCUS, *ours], theirs)
    put(state, "A1", at(36, 20))
    for number, which in enumerate(found for found in state.units if found[0] == "A" and found != "A1"):
        put(state, which, row(len(state.units[which].models), 30, 17 - 2 * number))
    put(state, "B1", at(43, 20) if len(state.units["B1"].models) == 1 else row(10, 30, 31))
    return state


def casting(state: State, rite: str, target: str, *answers: Answer, faces: tuple[int, ...] = PASSED) -> Driven:
    """A1 is selected to move, invokes a rite, and stays where it is; ``answers`` are for what the rite asks."""
    given: list[Answer] = ["A1", f"{rite}:A1.1@{target}", *answers, "stationary"]
    return drive(state, moving.next_step(state), given, faces, reactions=None)


def own_start(state: State, faces: tuple[int, ...]) -> Driven:
    """A's next Start Phase."""
    phase(state, "start", "effects")
    return drive(state, starting.next_step(state), [], faces, reactions=None)


@pytest.mark.rule("H-148", "H-153")
@pytest.mark.parametrize(
    ("rite", "who", "choices", "status"),
    [
        ("deactivate-limiters", REDUCTOR, ["quicken", "fortify", "guide"], "quicken"),
        ("fury-of-ages", MYRMIDON, ["fortify", "guide"], "guide"),
    ],
)
def test_a_rite_lasts_from_the_move_to_the_next_own_start_phase(rite: str, who: Kind, choices: list[str], status: str) -> None:
    state = circle(unit((who, 3)), unit((MYRMIDON if who is REDUCTOR else REDUCTOR, 3)))
    state.units["A2"].locked = rite == "fury-of-ages"
    done = casting(state, rite, "A2", status)
    listed = [option.key for option in done.about("react").options]
    assert f"{rite}:A1.1@A2" in listed
    assert f"{rite}:A1.1@A3" not in listed
    assert [option.key for option in done.about("status").options] == choices
    assert [model.statuses for model in state.units["A2"].models] == [[status]] * 3
    phase(state, "start", "effects", 1)
    assert drive(state, starting.next_step(state), reactions=None).rolls == []
    assert [model.statuses for model in state.units["A2"].models] == [[status]] * 3
    ended = own_start(state, (6, 6, 6))
    assert [model.statuses for model in state.units["A2"].models] == [[]] * 3
    assert [event.unit for event in ended.all(Said) if "suffers Feedback" in event.text] == ["A2"]


@pytest.mark.rule("H-149")
@pytest.mark.parametrize("moment", ["before move", "before shooting", "before charge"])
def test_unseal_the_portal_is_offered_at_every_moment_for_rites(moment: str) -> None:
    state = state_of([FOCUS, TANK, unit((TANK, 2))], [LEG, BUN], terrain=[BUILDING])
    put(state, "A1", at(36, 20))
    put(state, "A2", at(33, 16))
    put(state, "A3", [at(30, 22), at(30, 26)])
    put(state, "B1", row(10, 30, 29))
    put(state, "B2", at(43, 20))
    put(state, "T1", at(40, 27))
    targets = [found.partition("@")[2] for found in offered(state, moment, 0, UnitMoment("A1")) if "unseal" in found]
    assert targets == ["A2", "B2", "T1"]


@pytest.mark.rule("H-150", "H-152")
def test_who_is_unsealed_touches_the_hull_or_a_mate_and_may_embark_again() -> None:
    state = circle(theirs=(BUN, LEG))
    board(state, "B2", "B1")
    done = casting(state, "unseal-the-portal", "B1", first, faces=(*PASSED, 3, 4))
    assert [(event.unit, event.how) for event in done.all(SetUp)] == [("B2", "emergency")]
    shapes, (hull,) = state.shapes(state.units["B2"]), state.shapes(state.units["B1"])
    assert all(
        in_contact(shape, hull) or any(in_contact(shape, mate) for mate in shapes if mate is not shape) for shape in shapes
    )
    assert any(in_contact(shape, hull) for shape in shapes)
    assert [found.lasting for found in state.units.values()] == [[]] * 3
    for found in state.units.values():
        found.embarked = found.disembarked = False
    state.units["A1"].models[0].place = at(5, 5)
    phase(state, "movement", "move", 1)
    drive(state, moving.next_step(state), ["embark:B2:B1"])
    assert state.units["B2"].inside == "B1"


# --- Return Fire ---


@pytest.mark.rule("H-160")
def test_the_volleys_of_a_charge_offer_no_return_fire() -> None:
    armed_man = with_(MAN, arms=(BOLT_PISTOL, KNIFE))
    state = state_of([unit((armed_man, 5))], [unit((armed_man, 5))])
    put(state, "A1", rank(5, 20, line(20)))
    put(state, "B1", rank(5, 20, line(26)))
    phase(state, "assault", "charge")
    dice = {"hit": (1,) * 10, "charge": (1, 1), "cool check": (1, 1)}
    procedure = charging.charge(state, state.units["A1"], state.units["B1"])
    done = carry(state, procedure, dice, None, set_up="hold", volley="fire", react="pass")
    offers = [option.key for ask in done.asked if ask.about == "react" for option in ask.options]
    assert offers == ["pass", "overwatch:B1"]


@pytest.mark.rule("H-246")
def test_return_fire_of_a_captured_fortification_costs_its_new_owner() -> None:
    state = state_of([LEG], [with_(RED, arms=(CANNON,)), LEG])
    put(state, "B1", at(36, 20))
    put(state, "B2", row(10, 30, 38))
    apply(state, Controlled(unit="B1", player=0))
    phase(state, "shooting", "attack", 1)
    state.core.sides[0].reactions = 2
    state.core.sides[1].reactions = 0

    def shoots() -> Procedure[bool]:
        return (yield from shots.shoot(state, state.units["B2"], only="B1"))

    done = drive(state, shoots(), ["return fire:B1"], [1] * 10 + [1], reactions=None)
    assert [(event.player, event.to) for event in done.all(Allotment)] == [(0, 1)]
    assert [event.unit for event in done.all(Reacted)] == ["B1"]
    assert said(done, "Attacking Unit redoubt").endswith("Attacking Player A, Target Unit legionaries (B2)")


# --- Intercept ---


def arriving(*theirs: Kind | Entry, options: Options | None = None, zones: tuple[Zone, ...] = ()) -> State:
    """Ten models of A in Reserves; units of B across the table from where they come in."""
    state = state_of([LEG], theirs, options=options, zones=zones)
    state.units["A1"].where = "reserve"
    for number, which in enumerate(found for found in state.units if found[0] == "B"):
        count = len(state.units[which].models)
        put(state, which, row(count, 30, 20 + 6 * number) if count > 1 else at(36, 22 + 8 * number))
    phase(state, "movement", "reserves")
    return state


def come(state: State, *answers: Answer, faces: tuple[int, ...] = ()) -> Driven:
    """A1 passes its Reserves Test and comes in from its edge, all of it one inch from it."""
    there = key(*row(10, 30, 2))
    return drive(state, reserves.next_step(state), ["edge", there, *answers], [3, *faces], reactions=None)


@pytest.mark.rule("H-166", "H-167")
def test_an_arrival_offers_intercept_once_when_all_have_come() -> None:
    state = arriving(LEG)
    done = come(state, "intercept:B1", faces=(1,) * 10)
    arrived = next(index for index, event in enumerate(done.events) if isinstance(event, SetUp))
    paid = next(index for index, event in enumerate(done.events) if isinstance(event, Allotment))
    shot = next(index for index, event in enumerate(done.events) if isinstance(event, Threw) and event.purpose == "hit")
    assert arrived < paid < shot
    assert len(done.all(SetUp)[0].places) == 10
    assert done.all(Allotment)[0].to == 1
    offers = [[option.key for option in ask.options] for ask in done.asked if ask.about == "react"]
    assert offers[0] == ["pass", "intercept:B1"]
    assert not any("intercept" in found for offer in offers[1:] for found in offer)


@pytest.mark.rule("H-168")
def test_who_sees_none_of_the_arriving_unit_is_refused() -> None:
    wood = Zone(name="wood", kind="heavy", corners=rectangle(20 * INCH, 5 * INCH, 41 * INCH, 9 * INCH))
    state = arriving(unit((MAN, 1)), unit((MAN, 1)), zones=(wood,))
    put(state, "B1", at(30, 22))
    put(state, "B2", at(60, 10))
    asked: list[Ask] = []

    def passing(ask: Ask) -> str:
        asked.append(ask)
        return "pass"

    come(state, passing)
    assert [option.key for option in asked[0].options] == ["pass", "intercept:B2"]
    refused = refusal(asked[0], "intercept:B1")
    assert refused is not None
    assert (refused.code, refused.rule) == ("out-of-sight", "H-168")


@pytest.mark.rule("H-171", "H-277")
@pytest.mark.parametrize(
    ("kind", "rulings", "fired"),
    [
        (with_(TANK, arms=(CANNON, HEAVY_BOLTER)), {}, ["heavy bolter"]),
        (with_(MAN, arms=(CANNON,)), {}, ["cannon"]),
        (with_(GUN, arms=(CANNON, HEAVY_BOLTER)), {}, ["cannon", "heavy bolter"]),
        (with_(GUN, arms=(CANNON, HEAVY_BOLTER)), {"emplacement-as-vehicle": "yes"}, ["heavy bolter"]),
    ],
)
def test_what_an_interceptor_fires(kind: Kind, rulings: dict[str, str], fired: list[str]) -> None:
    state = arriving(kind, options=Options(rulings=rulings))
    shots_of = {"cannon": 1, "heavy bolter": 4}
    answers: list[Answer] = ["intercept:B1", *(["1"] if len(fired) > 1 else [])]
    faces = (1,) * sum(shots_of[name] for name in fired)
    done = come(state, *answers, faces=faces)
    told = [event.text.split(" at ")[0].removeprefix("1 x ") for event in done.all(Said) if " at legionaries (A1)" in event.text]
    assert sorted(told) == fired
    assert said(done, "Attacking Unit").endswith("Target Unit legionaries (A1)")


# --- fights ---


@pytest.mark.rule("H-176", "H-177")
@pytest.mark.parametrize(
    ("foes", "offered_too"),
    [
        ([with_(MAN, movement=None)] * 3, True),
        ([with_(MAN, movement=0)] * 3, True),
        ([with_(MAN, movement=0)] * 3 + [with_(MAN, movement=6)], False),
        ([MAN], False),
    ],
)
def test_detonation_is_offered_in_step_2_where_nobody_can_move(foes: list[Kind], offered_too: bool) -> None:
    bomber = with_(MAN, arms=(KNIFE, MELTA_BOMBS))
    state = state_of([unit((bomber, 10))], [unit(*((kind, 1) for kind in foes))])
    put(state, "A1", rank(10, 20, line(20)))
    put(state, "B1", rank(len(foes), 20, line(20) + 320))
    phase(state, "assault", "fight")
    fights(state, "A1", "B1")
    listed: list[list[str]] = []

    def knife(ask: Ask) -> str:
        listed.append([option.key for option in ask.options])
        return "basic close combat weapon"

    with pytest.raises(AssertionError, match="no dice left"):  # far enough: the weapons are declared
        carry(state, fighting.next_step(state), {}, melee_weapon=knife)
    assert [each for each in listed if "melta bombs" in each] == (
        [["basic close combat weapon", "melta bombs"]] if offered_too else []
    )


@pytest.mark.rule("H-278")
def test_a_draw_against_a_fortification_alone_is_a_win() -> None:
    state = state_of([LEG], [BUN])
    put(state, "B1", at(36, 30))
    put(state, "A1", rank(10, 33.4, line(27) - 160))
    phase(state, "assault", "resolution")
    done = carry(state, resolve_combat(state, ["A1", "B1"], [0, 0]), aftermath=first_of("hold"))
    assert done.value == 0
    assert "player A wins" in said(done, "Combat Resolution Points")
    assert done.rolls == []


def first_of(wanted: str) -> Callable[[Ask], str]:
    """Answers with an option that there is."""
    return lambda ask: next(option.key for option in ask.options if option.key == wanted)


@pytest.mark.rule("H-269")
def test_a_routed_unit_that_is_charged_is_not_destroyed_by_that() -> None:
    state = state_of([unit((MAN, 5))], [LEG])
    put(state, "A1", rank(5, 20, line(20)))
    put(state, "B1", rank(10, 20, line(20) + 320 + line(0.5)))
    for model in state.units["B1"].models:
        model.statuses = ["routed"]
    phase(state, "assault", "charge")
    procedure = charging.charge(state, state.units["A1"], state.units["B1"])
    done = carry(state, procedure, set_up=lambda ask: ask.options[1].key)
    assert done.value is True
    assert len(state.units["B1"].models) == 10
    assert state.units["B1"].where == "table"
    assert state.core.sides[1].casualties == []


@pytest.mark.rule("H-192")
def test_who_may_charge_after_a_rush_is_among_those_that_are_asked_for() -> None:
    swift = with_(MAN, rules=("May charge after Rush",))
    state = state_of([unit((MAN, 3)), unit((swift, 3))], [LEG])
    put(state, "A1", row(3, 20, 20))
    put(state, "A2", row(3, 26, 20))
    put(state, "B1", row(10, 20, 24))
    phase(state, "assault", "charge")
    for which in ("A1", "A2"):
        state.units[which].moved = "rushed"
    ask = next(iter(charging.next_step(state)))
    assert isinstance(ask, Ask)
    assert [option.key for option in ask.options] == ["A2", "pass"]
    refused = refusal(ask, "A1")
    assert refused is not None
    assert (refused.code, refused.rule) == ("rushed", "H-192")


# --- cover, deployment, what has no sub-type ---


@pytest.mark.rule("H-203")
@pytest.mark.parametrize(("kind", "save"), [("light", "6+"), ("medium", "5+"), ("heavy", "4+")])
def test_the_cover_save_of_each_class_is_rolled(kind: str, save: str) -> None:
    zone = Zone(name="zone", kind=kind, corners=rectangle(15 * INCH, 29 * INCH, 25 * INCH, 32 * INCH))  # type: ignore[arg-type]
    mortar = gun('Blast (3")', "Barrage (1)", ap=2, strength=10)
    state = shooting([armed(MAN, mortar)], [unit((MAN, 1))], zones=[zone])
    put(state, "B1", at(20, 30))
    done = fire(state, face=int(save[0]))
    assert f"Cover Save {save}" in said(done, "Saving Throw")
    outside = shooting([armed(MAN, gun(ap=2, strength=10))], [unit((MAN, 1))], zones=[zone])
    put(outside, "B1", at(20, 28.5))
    assert rolls(fire(outside, face=6), "save") == []


@pytest.mark.rule("H-245")
def test_nobody_deploys_or_moves_a_unit_that_is_in_no_army() -> None:
    state = state_of([LEG])
    phase(state, "setup", "deploy")
    state.core.round = 0
    ask = asked(deployment.next_step(state))
    assert ask.subject == "A1"
    assert refusal(ask, "A9") is not None
    assert [found for found in state.units if found not in {"A1", "B1"}] == []
    put(state, "A1", row(10, 10, 5))
    phase(state, "movement", "move")
    ask = asked(moving.next_step(state))
    refused = refusal(ask, "A9")
    assert refused is not None
    assert (refused.code, refused.rule) == ("not-yours", "H-174")


@pytest.mark.rule("H-253")
def test_a_fortification_without_a_sub_type_does_nothing_at_all() -> None:
    bare = msgspec.structs.replace(BUN, subtypes=frozenset(), numbers={"wounds": 8}, weapons=(CANNON,))
    state = state_of([bare, LEG], [LEG])
    put(state, "A1", at(36, 20))
    put(state, "A2", rank(10, 33, line(17) - 160 - 20))
    put(state, "B1", rank(10, 33, line(23) + 160))
    phase(state, "shooting", "attack")
    shot = eligible(state, state.units["A1"])
    phase(state, "movement", "move")
    embarked = may_embark(state, state.units["A2"], state.units["A1"])
    assert fits(state, state.units["A2"], state.units["A1"]) == embarked
    phase(state, "movement", "reserves", 1)
    reacted = may_react(state, state.units["A1"], "intercept")
    phase(state, "end", "effects", 1)
    captured = refusal_of_capture(state, 1, state.units["A1"])
    found = [(each.code, each.rule) for each in (shot, reacted, embarked, captured) if each is not None]
    assert found == [
        ("cannot-shoot", "H-253"),
        ("no-reactions", "H-031"),
        ("no-capacity", "H-209"),
        ("not-capturable", "H-067"),
    ]
