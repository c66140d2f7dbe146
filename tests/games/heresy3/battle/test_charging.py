"""The Charge Sub-Phase: who may charge whom, set-up moves, volleys, the Charge Roll, and charges that fail."""

import msgspec
import pytest

from tests.driving import refusal
from tests.games.heresy3.battle.assault import RADIUS, carry, line, rank
from tests.games.heresy3.battle.kit import (
    BOLT_PISTOL,
    BOLTER,
    BUILDING,
    BUN,
    CEN,
    GUN,
    KNIFE,
    LEG,
    MAN,
    ONE_SHOT,
    TANK,
    at,
    board,
    key,
    phase,
    put,
    row,
    state_of,
    unit,
    with_,
)
from warbench.battle.requests import Refusal
from warbench.games.heresy3.battle import charging, statuses
from warbench.games.heresy3.battle.charging import can_charge, charge, is_disordered, set_up_inches
from warbench.games.heresy3.battle.closing import Closing
from warbench.games.heresy3.battle.combats import contacts, engaged_models
from warbench.games.heresy3.battle.events import Fights, Moved, Reacted, Status, Threw
from warbench.games.heresy3.battle.guns import guns_at
from warbench.games.heresy3.battle.moves import Move
from warbench.games.heresy3.battle.roster import Kind
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.targets import why_not
from warbench.games.heresy3.battle.volley_attacks import VOLLEY, can_volley
from warbench.table.bases import round_base
from warbench.table.lattice import INCH

HOLD = "hold"


def scene(apart: float = 5, ours: Kind = MAN, theirs: Kind = MAN, count: int = 5) -> State:
    """Five models of A and five of B, so many inches apart, in A's Charge Sub-Phase."""
    state = state_of((unit((ours, count)),), (unit((theirs, count)),))
    put(state, "A1", rank(count, 20, line(20)))
    put(state, "B1", rank(count, 20, line(20) + 2 * RADIUS + line(apart)))
    phase(state, "assault", "charge")
    return state


def code(found: Refusal | None) -> tuple[str, str] | None:
    """A refusal as code and rule."""
    return None if found is None else (found.code, found.rule)


@pytest.mark.rule("H-048")
def test_a_fortification_is_charged_engaged_and_struck() -> None:
    state = state_of((LEG,), (BUN,))
    put(state, "B1", at(36, 30))
    put(state, "A1", rank(10, 30, line(22) - RADIUS))
    phase(state, "assault", "charge")
    done = carry(state, charge(state, state.units["A1"], state.units["B1"]), {"charge": (2, 6)}, set_up=HOLD)
    assert done.value is True
    front = contacts(state, state.units["A1"], state.units["B1"])
    assert front
    assert {model.id for model in front} <= {model.id for model in engaged_models(state, state.units["A1"], ["A1", "B1"])}


@pytest.mark.rule("H-101")
def test_a_charge_may_end_in_base_contact_and_a_move_may_not() -> None:
    state = scene(apart=5, count=1)
    done = carry(state, charge(state, state.units["A1"], state.units["B1"]), {"charge": (5, 1)}, set_up=HOLD)
    assert done.value is True
    assert state.units["A1"].models[0].place == rank(1, 20, line(25))[0]
    other = scene(apart=5, count=1)
    phase(other, "movement", "move")
    move = Move(other, other.units["A1"], "move", [line(7)])
    assert code(move.judge(key(rank(1, 20, line(25))[0]))) == ("through-zone", "H-102")


@pytest.mark.rule("H-232")
def test_a_routed_unit_cannot_charge_even_if_forced() -> None:
    state = scene(apart=4)
    for model in state.units["A1"].models:
        model.statuses.append("routed")
    assert code(can_charge(state, state.units["A1"], state.units["B1"])) == ("routed", "H-232")
    before = [model.place for model in state.units["A1"].models]
    forced = carry(state, charge(state, state.units["A1"], state.units["B1"]))
    assert forced.value is False
    assert [model.place for model in state.units["A1"].models] == before
    assert not forced.rolls


@pytest.mark.rule("H-272")
def test_one_routed_model_keeps_its_whole_unit_from_charging() -> None:
    state = state_of((unit((MAN, 10), (CEN, 1)),), (LEG,))
    put(state, "A1", row(11, 10, 20))
    put(state, "B1", row(10, 10, 25))
    phase(state, "assault", "charge")
    state.units["A1"].models[10].statuses.append("routed")
    assert statuses.may_react(state.units["A1"], "it") is not None
    assert statuses.may_move(state.units["A1"], "it") is not None
    assert code(can_charge(state, state.units["A1"], state.units["B1"])) == ("routed", "H-232")


@pytest.mark.rule("H-119")
@pytest.mark.parametrize("player", [0, 1])
def test_anybody_may_shoot_at_a_building_and_charge_it(player: int) -> None:
    state = state_of((LEG,), (LEG,), terrain=(BUILDING,))
    which = ("A1", "B1")[player]
    put(state, "T1", at(36, 30))
    put(state, which, rank(10, 30, line(21) - RADIUS))
    phase(state, "shooting", "attack", player)
    assert why_not(state, state.units[which], state.units["T1"]) is None
    phase(state, "assault", "charge", player)
    assert can_charge(state, state.units[which], state.units["T1"]) is None
    done = carry(state, charge(state, state.units[which], state.units["T1"]), {"charge": (6, 6)}, set_up=HOLD)
    assert done.value is True
    assert not state.units[which].locked
    carry(state, charging.next_step(state))
    assert [combat.units for combat in state.core.combats] == [sorted([which, "T1"], key=list(state.units).index)]


@pytest.mark.rule("H-196")
@pytest.mark.parametrize(("arm", "fire"), [(BOLT_PISTOL, 10), (ONE_SHOT, 0), (BOLTER, 0)])
def test_only_assault_weapons_fire_in_a_volley(arm: object, fire: int) -> None:
    state = scene(apart=5, ours=with_(MAN, arms=(arm, KNIFE)), count=10)  # type: ignore[arg-type]
    ours, theirs = state.units["A1"], state.units["B1"]
    assert len(guns_at(state, ours, theirs, VOLLEY)) == fire
    assert can_volley(state, ours, theirs) is bool(fire)
    dice = {"hit": (4,) * fire, "charge": (1, 1), "cool check": (1, 1)}
    done = carry(state, charge(state, ours, theirs), dice, set_up=HOLD)
    # BS 4 as Snap Shots needs 5+: ten 4s miss.
    assert done.dice("hit") == fire


def test_either_side_may_leave_its_volley_out() -> None:
    pistols = with_(MAN, arms=(BOLT_PISTOL, KNIFE))
    state = scene(apart=5, ours=pistols, theirs=pistols)
    dice = {"charge": (6, 1)}
    done = carry(state, charge(state, state.units["A1"], state.units["B1"]), dice, set_up=HOLD, volley=HOLD)
    assert [ask.player for ask in done.asked if ask.about == "volley"] == [0, 1]
    assert done.value is True


def test_the_charger_shoots_before_the_target() -> None:
    pistols = with_(MAN, arms=(BOLT_PISTOL, KNIFE))
    state = scene(apart=5, ours=pistols, theirs=pistols, count=2)
    dice = {"hit": (5, 1, 1), "wound": (6,), "save": (1,), "charge": (6, 1)}
    done = carry(state, charge(state, state.units["A1"], state.units["B1"]), dice, set_up=HOLD)
    # One of B is gone before B's volley: three hit dice in all.
    assert [event.faces for event in done.all(Threw) if event.purpose == "hit"] == [(5, 1), (1,)]


def test_nobody_volleys_at_or_from_a_unit_that_is_locked_with_others() -> None:
    pistols = with_(MAN, arms=(BOLT_PISTOL, KNIFE))
    state = scene(apart=5, ours=pistols, theirs=pistols)
    state.units["B1"].locked = True
    done = carry(state, charge(state, state.units["A1"], state.units["B1"]), {"charge": (6, 1)}, reactions=None, set_up=HOLD)
    assert done.dice("hit") == 0
    assert not [ask for ask in done.asked if ask.about in {"volley", "react"}]


def test_overwatch_takes_the_place_of_the_targets_volley() -> None:
    both = with_(MAN, arms=(BOLT_PISTOL, ONE_SHOT, KNIFE))
    state = scene(apart=5, theirs=both, count=1)
    dice = {"hit": (3,), "wound": (1,), "charge": (6, 1)}
    done = carry(
        state,
        charge(state, state.units["A1"], state.units["B1"]),
        dice,
        reactions=None,
        react=["overwatch:B1"],
        set_up=HOLD,
    )
    assert [event.reaction for event in done.all(Reacted)] == ["overwatch"]
    # BS 4 at its full skill: a 3 hits; no second shot as a volley.
    assert done.dice("hit") == 1
    assert done.value is True


def test_a_light_target_evades_out_of_range_and_the_charge_fails() -> None:
    state = scene(apart=5, theirs=with_(MAN, words=("light",)), count=1)
    away = rank(1, 20, line(20) + 2 * RADIUS + line(9))[0]
    done = carry(
        state,
        charge(state, state.units["A1"], state.units["B1"]),
        {"cool check": (6, 5)},
        reactions=None,
        react=["pass", "evade:B1"],
        move=key(away),
        set_up=HOLD,
    )
    assert done.value is False
    assert done.dice("charge") == 0
    assert statuses.has(state.units["A1"], "stunned")


@pytest.mark.parametrize(
    ("kind", "inches"),
    [
        (with_(MAN, movement=3, initiative=3), 1),
        (with_(MAN, movement=4, initiative=3), 2),
        (MAN, 3),  # M 7 and I 4
        (with_(MAN, movement=8, initiative=5), 4),
        (with_(MAN, movement=10, initiative=4), 5),
        (with_(MAN, movement=14, initiative=6), 6),
        (with_(MAN, words=("heavy",)), 2),  # M alone
    ],
)
def test_the_set_up_move_is_by_initiative_and_movement(kind: Kind, inches: int) -> None:
    state = scene(apart=10, ours=kind, count=1)
    assert set_up_inches(state, state.units["A1"]) == {"A1.1": inches}


def test_a_set_up_move_goes_its_whole_length_and_may_complete_the_charge() -> None:
    state = scene(apart=3, count=1)
    there = key(rank(1, 20, line(23))[0])
    done = carry(state, charge(state, state.units["A1"], state.units["B1"]), reactions=None, set_up=there)
    assert done.value is True
    assert not done.rolls  # no volleys, no Overwatch, no Charge Roll
    assert state.units["A1"].locked
    assert state.units["B1"].locked
    short = scene(apart=9, count=1)
    dice = {"charge": (1, 1), "cool check": (1, 1)}
    done = carry(short, charge(short, short.units["A1"], short.units["B1"]), dice)
    asked = done.about("set up")
    assert [event.how for event in done.all(Moved)] == []  # "hold" is listed first
    found = refusal(asked, key(rank(1, 20, line(22))[0]))
    assert found is not None
    assert found.code == "too-short"
    assert refusal(asked, key(rank(1, 20, line(23))[0])) is None


@pytest.mark.parametrize(("faces", "reaches"), [((5, 2), True), ((4, 4), False)])
def test_the_charge_roll_is_the_higher_of_two_dice(faces: tuple[int, int], reaches: bool) -> None:
    state = scene(apart=4.5, count=3)  # a fraction rounds up: 5 inches
    dice = {"charge": faces, **({} if reaches else {"cool check": (4, 4)})}
    done = carry(state, charge(state, state.units["A1"], state.units["B1"]), dice, set_up=HOLD)
    assert done.value is reaches
    assert statuses.has(state.units["A1"], "stunned") is not reaches  # Cool 7, 8 on the dice
    assert state.units["A1"].charged is reaches


def test_a_charge_that_finds_no_room_for_contact_fails() -> None:
    state = scene(apart=5, count=1)
    ring = [at(20 + x, 26.26 + y) for x, y in ((0, -1.27), (1.27, -0.3), (-1.27, -0.3), (0.9, 0.9), (-0.9, 0.9))]
    other = state_of((unit((MAN, 1)), unit((MAN, 5))), (unit((MAN, 1)),))
    put(other, "A1", state.units["A1"].models[0].place or at(0, 0))
    put(other, "B1", at(20, 26.26))
    put(other, "A2", ring)
    phase(other, "assault", "charge")
    dice = {"charge": (6, 6), "cool check": (1, 1)}
    done = carry(other, charge(other, other.units["A1"], other.units["B1"]), dice, set_up=HOLD)
    assert done.value is False
    assert not done.all(Moved)


@pytest.mark.parametrize(
    ("how", "refused"),
    [
        ("rushed", ("rushed", "H-192")),
        ("locked", ("locked", "H-104")),
        ("pinned", ("pinned", "status-pinned")),
        ("deep strike", ("arrived", "facts-10")),
        ("far", ("too-far", "charge-step-2")),
        ("still", ("movement-0", "H-185")),
        ("plain", None),
    ],
)
def test_who_may_not_charge(how: str, refused: tuple[str, str] | None) -> None:
    state = scene(apart=12.1 if how == "far" else 11, ours=with_(MAN, movement=0) if how == "still" else MAN)
    unit_ = state.units["A1"]
    if how == "rushed":
        unit_.moved = "rushed"
    elif how == "locked":
        unit_.locked = True
    elif how == "pinned":
        unit_.models[0].statuses.append("pinned")
    elif how == "deep strike":
        unit_.arrived = how
    assert code(can_charge(state, unit_, state.units["B1"])) == refused


@pytest.mark.rule("H-192")
def test_a_special_rule_beats_the_rule_that_who_rushed_does_not_charge() -> None:
    state = scene()
    state.units["A1"].moved = "rushed"
    assert code(can_charge(state, state.units["A1"], state.units["B1"])) == ("rushed", "H-192")
    swift = scene(ours=with_(MAN, rules=("May charge after Rush",)))
    swift.units["A1"].moved = "rushed"
    assert can_charge(swift, swift.units["A1"], swift.units["B1"]) is None


def test_vehicles_never_charge_and_fortifications_do_not_either() -> None:
    for kind in (TANK, GUN):
        state = state_of((kind,), (LEG,))
        put(state, "A1", at(20, 20))
        put(state, "B1", row(10, 18, 26))
        phase(state, "assault", "charge")
        assert code(can_charge(state, state.units["A1"], state.units["B1"])) == ("never-charges", "charge")


@pytest.mark.parametrize(("rule", "disordered"), [((), True), (("Assault Vehicle",), False)])
def test_who_disembarked_charges_disordered_unless_from_an_assault_vehicle(rule: tuple[str, ...], disordered: bool) -> None:
    from warbench.games.heresy3.battle.passengers import disembark  # noqa: PLC0415 -- for this test alone

    state = state_of((unit((MAN, 5)), with_(TANK, rules=rule)), (LEG,))
    put(state, "A2", at(30, 20))
    put(state, "B1", row(10, 25, 30))
    board(state, "A1", "A2")
    phase(state, "movement", "move")
    carry(state, disembark(state, state.units["A1"], state.units["A2"]))
    phase(state, "assault", "charge")
    assert is_disordered(state, state.units["A1"]) is disordered


def test_a_disordered_charge_has_no_set_up_move_and_no_volley() -> None:
    pistols = with_(MAN, arms=(BOLT_PISTOL, KNIFE))
    state = scene(apart=3, ours=pistols, theirs=pistols, count=1)
    state.units["A1"].models[0].statuses.append("suppressed")
    dice = {"hit": (1,), "charge": (6, 1)}
    done = carry(state, charge(state, state.units["A1"], state.units["B1"]), dice)
    # The one volley is the target's.
    assert [ask.player for ask in done.asked if ask.about == "volley"] == [1]
    assert not [ask for ask in done.asked if ask.about == "set up"]
    assert state.units["A1"].disordered


def test_the_sub_phase_asks_until_nobody_charges_and_then_knows_the_combats() -> None:
    state = scene(apart=3)
    dice = {"charge": (6, 1)}
    done = carry(state, charging.next_step(state), dice, set_up=HOLD)
    assert [ask.about for ask in done.asked][:2] == ["unit", "charge target"]
    assert state.core.done == ["A1"]
    ended = carry(state, charging.next_step(state))
    assert [combat.units for combat in ended.all(Fights)[0].combats] == [["A1", "B1"]]
    assert state.core.step == "challenge"
    assert not ended.all(Status)


def test_a_charge_goes_around_a_friend_who_stands_on_the_shortest_way() -> None:
    big = msgspec.structs.replace(MAN, base=round_base(600))
    state = state_of([unit((big, 2)), unit(msgspec.structs.replace(CEN, base=round_base(500)))], [unit(MAN)])
    put(state, "A1", [at(31.6, 21.3), at(29.2, 21.3)])
    put(state, "A2", at(34.4, 23.6))
    put(state, "B1", [at(36, 24)])
    phase(state, "assault", "charge")
    closing = Closing(state, state.units["A1"], "charge", 6 * INCH, [state.units["B1"]])
    assert closing.exists()
    paths = closing.way(0)
    assert paths is not None
    assert closing.refusal(paths) is None
    assert len(paths[0]) == 3  # by way of a point beside the foe
