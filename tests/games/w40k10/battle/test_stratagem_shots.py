"""Fire Overwatch and Reactive Reprisal: when, who, at whom, and what a shot out of turn is worth."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tests.games.w40k10.battle.kit import at, barred, drive, key, mission, put, row, state_of
from warbench.battle.requests import Ask
from warbench.chance import Result
from warbench.games.w40k10.battle import moving
from warbench.games.w40k10.battle.casualties import destroy
from warbench.games.w40k10.battle.charging import charge
from warbench.games.w40k10.battle.events import Destroyed, Ends, Lasts, Points, Said, SetUp, apply
from warbench.games.w40k10.battle.moments import Targets, UnitMoment
from warbench.games.w40k10.battle.passengers import disembark
from warbench.games.w40k10.battle.placing import distance
from warbench.games.w40k10.battle.reactions.moves import RapidIngress
from warbench.games.w40k10.battle.reactions.shields import VoidArmour
from warbench.games.w40k10.battle.reactions.shots import FireOverwatch, ReactiveReprisal
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import can_shoot_at, shoot
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.battle.volleys import Aimed, Declared, settle
from warbench.table.lattice import INCH, Place
from warbench.table.terrain import container, rectangle

F = Fraction
WATCH = (FireOverwatch(),)
USE = "fire-overwatch:A1"
OATHBAND = ("Oathband", "")
ONE_TO_SIX = [1, 2, 3, 4, 5, 6]
ALL_MISS = [1] * 18
"""The Hekaton's number of attacks, and the dice of all its weapons."""


def watched(ours: str = "Hekaton Land Fortress", away: float = 20, **more: Any) -> State:
    """The opponent's Movement phase: five Intercessors straight above the own unit, so far from it; 1CP."""
    state = state_of([ours, "Hearthkyn Warriors"], ["Intercessor Squad", "Intercessor Squad"], detachments=OATHBAND, **more)
    put(state, "A1", [at(20, 10)] if ours == "Hekaton Land Fortress" else row(len(state.units["A1"].models), 20, 10))
    put(state, "B1", row(5, 20, 40))
    gap = distance(state, state.units["A1"], state.units["B1"])
    down = gap - round(away * INCH)
    put(state, "B1", [Place(place.x, place.y - down) for place in row(5, 20, 40)])
    assert distance(state, state.units["A1"], state.units["B1"]) == round(away * INCH)
    state.core.turn, state.core.sides[0].cp = 1, 1
    return state


def hit(state: State, unit: str, weapon: str, target: str) -> Fraction:
    """The chance that an attack of a weapon hits now."""
    model = state.units[unit].models[-1].id
    found = next(each for each in state.kind(model).weapons if each.name == weapon)
    check = settle(state, state.units[unit], Aimed(target, (Declared(found, (model,)),))).plans[0].attack.hit
    assert check is not None
    return 1 - F(check.chance(Result.FAIL, exact=True))


# --- Fire Overwatch: when and who ---

TRIGGERS = [
    ("set up", "disembark"),
    *((moment, how) for how in ("normal", "advance", "fall back", "charge") for moment in ("move started", "move ended")),
]


@pytest.mark.rule("W-247")
@pytest.mark.parametrize(("moment", "how"), TRIGGERS)
def test_overwatch_at_a_set_up_and_at_both_ends_of_four_moves(moment: str, how: str) -> None:
    state = watched()
    state.core.phase = "charge" if how == "charge" else "movement"
    assert barred(state, USE, moment, 0, UnitMoment("B1", how)) is None
    assert barred(state, USE, moment, 0, UnitMoment("A2", how)) is not None


@pytest.mark.rule("W-246", "W-247")
@pytest.mark.parametrize(
    ("phase", "turn", "may"),
    [("movement", 1, True), ("charge", 1, True), ("shooting", 1, False), ("fight", 1, False), ("movement", 0, False)],
)
def test_overwatch_in_the_opponents_movement_and_charge_phase(phase: str, turn: int, may: bool) -> None:
    state = watched()
    state.core.phase, state.core.turn = phase, turn
    how = "pile in" if phase == "fight" else "normal"
    found = barred(state, USE, "move ended", 0, UnitMoment("B1", how))
    assert found == (None if may else ("wrong-time", "W-246"))


@pytest.mark.rule("W-249")
@pytest.mark.parametrize(("away", "found"), [(24.0, None), (24.1, ("too-far", "W-249"))])
def test_overwatch_within_24_inches(away: float, found: object) -> None:
    assert barred(watched(away=away), USE, "move ended", 0, UnitMoment("B1", "normal")) == found


@pytest.mark.rule("W-249")
def test_overwatch_only_by_a_unit_that_may_shoot() -> None:
    state = watched()
    put(state, "A2", row(10, 20, 20))
    put(state, "B2", row(5, 20, 22))
    about = UnitMoment("B1", "normal")
    found = barred(state, "fire-overwatch:A2", "move ended", 0, about)
    assert found is not None
    assert found[1] == "C14"
    state.units["A1"].shot = True
    assert barred(state, USE, "move ended", 0, about) == ("has-shot", "C13")


@pytest.mark.rule("W-250")
def test_no_overwatch_at_what_cannot_be_seen_even_with_indirect_fire() -> None:
    wall = container("wall", rectangle(0, 30 * INCH, 44 * INCH, 31 * INCH), height=8 * INCH)
    state = state_of(["Whirlwind"], factions=("Space Marines", "Space Marines"), on=mission(pieces=(wall,)))
    put(state, "A1", [at(20, 22)])
    put(state, "B1", row(5, 20, 36))
    state.core.turn, state.core.sides[0].cp = 1, 1
    assert can_shoot_at(state, state.units["A1"], state.units["B1"]) is None
    assert barred(state, USE, "move ended", 0, UnitMoment("B1", "normal")) == ("not-visible", "W-250")


@pytest.mark.rule("W-252", "X-07")
def test_a_titanic_unit_fires_no_overwatch_but_may_be_shot_at() -> None:
    state = watched()
    for unit, found in (("A1", ("keywords", "W-352")), ("B1", None)):
        entry = state.roster.units[unit]
        titanic = tuple(msgspec.structs.replace(kind, keywords=kind.keywords | {"titanic"}) for kind in entry.kinds)
        state.roster.units[unit] = msgspec.structs.replace(entry, kinds=titanic)
        assert barred(state, USE, "move ended", 0, UnitMoment("B1", "normal")) == found
        state.roster.units[unit] = entry


@pytest.mark.rule("W-256", "X-08")
def test_overwatch_once_a_turn() -> None:
    state = watched()
    state.core.sides[0].cp = 3
    watch = FireOverwatch().resolve(state, "move ended", 0, UnitMoment("B1", "normal"), "A1")
    drive(state, watch, [], ALL_MISS, reactions=())
    apply(state, Ends(moment="phase"))
    state.core.phase = "charge"
    assert barred(state, USE, "move started", 0, UnitMoment("B1", "charge")) == ("used", "W-256")
    apply(state, Ends(moment="turn"))
    assert barred(state, USE, "move started", 0, UnitMoment("B1", "charge")) is None


# --- Fire Overwatch: what it does ---


@pytest.mark.rule("W-246", "W-251", "W-253", "W-254", "X-05")
def test_overwatch_at_a_unit_that_begins_to_move_only_sixes_hit() -> None:
    state = watched()
    put(state, "B2", row(5, 28, 30))
    # Cyclic ion cannon: 1+3 and 1 for Blast; MATR autocannon: 6; two twin bolt cannons: 3 each, a six is a Critical Hit.
    faces = [1, *[1, 2, 3, 4, 5], *ONE_TO_SIX, 1, *ONE_TO_SIX, 1, 1, 1, 1]
    done = drive(state, moving.next_step(state), ["B1", "normal", USE, "hold"], faces, reactions=WATCH)
    assert [(roll.purpose, roll.count) for roll in done.rolls] == [
        ("attacks", 1),
        ("hit", 5),
        ("hit", 6),
        ("wound", 1),
        ("hit", 6),
        ("wound", 2),
        ("wound again", 2),
    ]
    shots = [said.text for said in done.all(Said) if " x " in said.text]
    assert len(shots) == 3
    assert all(" at B1: " in text for text in shots)
    assert (state.core.sides[0].cp, done.all(Points)[0].by) == (0, -1)


@pytest.mark.rule("W-362", "X-06")
def test_only_sixes_hit_for_the_rest_of_the_phase() -> None:
    state = watched()
    state.units["B1"].tokens = 2
    watch = FireOverwatch().resolve(state, "move ended", 0, UnitMoment("B1", "normal"), "A1")
    assert hit(state, "A1", "MATR autocannon", "B1") == F(4, 6)
    drive(state, watch, [], ALL_MISS, reactions=())
    assert hit(state, "A1", "MATR autocannon", "B1") == F(1, 6)
    apply(state, Ends(moment="phase"))
    state.units["B1"].tokens = 0
    assert hit(state, "A1", "MATR autocannon", "B1") == F(1, 2)


@pytest.mark.rule("W-363")
def test_hazardous_wounds_of_overwatch_come_before_the_move_goes_on() -> None:
    state = state_of(["Hellblaster Squad"], factions=("Space Marines", "Space Marines"))
    put(state, "A1", row(2, 20, 10))
    put(state, "B1", row(5, 20, 30))
    state.core.turn, state.core.sides[0].cp = 1, 1

    def ahead(ask: Ask) -> str:
        return next(option.key for option in ask.options if option.key != "hold")

    # Two plasma incinerators, supercharged: four misses, two Hazardous tests, one of them failed.
    faces = [1, 1, 1, 1, 1, 6]
    done = drive(state, moving.next_step(state), ["normal", USE, "B1/2", "A1.1", ahead], faces, reactions=WATCH)
    order = [type(event).__name__ for event in done.events]
    assert order.index("Destroyed") < order.index("Moved")
    assert done.all(Destroyed)[0].source == "Hazardous"


@pytest.mark.rule("W-248", "X-52")
def test_overwatch_at_passengers_that_get_out_20_inches_away() -> None:
    theirs = ["Impulsor", "Intercessor Squad"]
    state = state_of(["Hekaton Land Fortress"], theirs)
    put(state, "A1", [at(20, 10)])
    put(state, "B1", [at(20, 34.05)])
    riders = state.units["B2"]
    riders.where, riders.inside, riders.began_inside = "inside", "B1", "B1"
    state.core.turn, state.core.sides[0].cp = 1, 1

    beside = key(at(22.7, 33), at(24.2, 33.2), at(22.7, 34.5), at(24.2, 34.7), at(22.7, 36))
    done = drive(state, disembark(state, riders), [beside, USE], ALL_MISS, reactions=WATCH)
    assert done.all(SetUp)[0].how == "disembark"
    assert 20 * INCH <= distance(state, state.units["A1"], riders) < 21 * INCH
    assert done.asked[-1].subject == "set up"
    assert all(roll.player == 0 for roll in done.rolls)


@pytest.mark.rule("W-122", "W-246", "W-247")
def test_overwatch_at_a_charge_as_it_begins() -> None:
    state = watched(away=4)
    state.core.phase = "charge"
    done = drive(
        state,
        charge(state, state.units["B1"], ("A1",)),
        [USE, lambda ask: ask.options[0].key],
        [6, 6, *ALL_MISS],
        reactions=WATCH,
    )
    order = [type(event).__name__ for event in done.events]
    assert order.index("Used") < order.index("Moved")


@pytest.mark.rule("W-262", "X-62")
def test_no_overwatch_at_a_unit_that_arrives_by_rapid_ingress() -> None:
    reserve = UnitSpec(datasheet="Terminator Squad", reserve="deep strike")
    state = state_of(["Hekaton Land Fortress"], [reserve])
    put(state, "A1", [at(20, 10)])
    state.units["B1"].where = "reserve"
    state.core.step = "last"
    for side in state.core.sides:
        side.cp = 1
    done = drive(
        state,
        moving.next_step(state),
        ["rapid-ingress:B1", lambda ask: ask.options[0].key],
        reactions=(RapidIngress(), FireOverwatch()),
    )
    assert done.all(SetUp)
    assert {ask.player for ask in done.asked} == {1}
    assert barred(state, USE, "set up", 0, UnitMoment("B1", "deep strike")) == ("wrong-time", "W-246")


# --- Reactive Reprisal ---

BACK = "reactive-reprisal:A1"


def fired_at(tokens: int = 1) -> State:
    """The opponent's Shooting phase: Intercessors with tokens, 20 inches from a Hekaton of the Oathband that has 2CP."""
    state = watched()
    state.core.phase, state.core.step, state.core.sides[0].cp = "shooting", "", 2
    state.units["B1"].tokens = tokens
    return state


AIM = Targets("B1", ("A1",))


@pytest.mark.rule("W-285", "W-286", "W-288", "W-218")
def test_reprisal_by_a_target_against_an_enemy_with_tokens() -> None:
    state = fired_at()
    assert barred(state, BACK, "unit has shot", 0, AIM) is None
    assert barred(state, BACK, "unit has shot", 0, Targets("B1", ("A2",))) == ("no-target", "W-285")
    state.core.sides[0].cp = 1
    assert barred(state, BACK, "unit has shot", 0, AIM) == ("no-points", "W-218")
    assert barred(fired_at(tokens=0), BACK, "unit has shot", 0, AIM) == ("no-token", "W-285")
    far = fired_at()
    put(far, "B1", row(5, 20, 59))
    assert barred(far, BACK, "unit has shot", 0, AIM) == ("out-of-range", "W-057")


@pytest.mark.rule("W-285", "W-370")
@pytest.mark.parametrize(("phase", "turn"), [("movement", 0), ("shooting", 0), ("fight", 1)])
def test_reprisal_in_the_opponents_shooting_phase_alone(phase: str, turn: int) -> None:
    state = fired_at()
    state.core.phase, state.core.turn = phase, turn
    assert barred(state, BACK, "unit has shot", 0, AIM) == ("wrong-time", "W-285")


@pytest.mark.rule("W-370")
def test_enemy_overwatch_opens_neither_reprisal_nor_void_armour() -> None:
    state = fired_at(2)
    state.core.phase, state.core.turn = "movement", 0
    state.core.sides[0].cp = 5
    watch = FireOverwatch().resolve(state, "move ended", 1, UnitMoment("A1", "normal"), "B1")
    done = drive(state, watch, [], [1] * 20, reactions=(*WATCH, ReactiveReprisal(), VoidArmour()))
    assert done.asked == []


@pytest.mark.rule("W-286", "W-287", "W-289", "X-63")
def test_reprisal_shoots_back_at_that_enemy_alone_with_its_own_skill() -> None:
    state = fired_at(1)
    put(state, "B2", row(5, 28, 30))
    assert hit(state, "A1", "MATR autocannon", "B1") == F(2, 3)
    # Twenty shots that all miss, then the answer: a 3 hits, for the token.
    back = [1, *[1] * 5, 3, *[1] * 5, 1, *[1] * 6]
    done = drive(state, shoot(state, state.units["B1"], only="A1"), [BACK], [*[1] * 20, *back], reactions=(ReactiveReprisal(),))
    shots = [said.text for said in done.all(Said) if " x " in said.text and said.unit == "A1"]
    assert all(" at B1: " in text for text in shots)
    assert [(roll.purpose, roll.count) for roll in done.rolls if roll.player == 0][-4:] == [
        ("hit", 5),
        ("hit", 6),
        ("wound", 1),
        ("hit", 6),
    ]
    assert not done.all(Lasts)
    assert state.core.sides[0].cp == 0


@pytest.mark.rule("W-290", "X-63")
def test_a_token_from_those_very_attacks_counts() -> None:
    state = fired_at(0)
    put(state, "A2", row(1, 20, 20))
    # The last Warrior dies: B1 earns its first token, and the Hekaton, which was a target too, may answer.
    about = Targets("B1", ("A2", "A1"))
    assert barred(state, BACK, "unit has shot", 0, about) == ("no-token", "W-285")
    drive(state, destroy(state, "A2.1", by="B1"), [], [], reactions=())
    assert state.units["B1"].tokens == 1
    assert barred(state, BACK, "unit has shot", 0, about) is None


@pytest.mark.rule("A3")
def test_reprisal_has_no_bonus_for_heavy() -> None:
    rail = {
        "armoured wheels": 1,
        "heavy magna-rail cannon": 1,
        "MATR autocannon": 1,
        "pan spectral scanner": 1,
        "twin bolt cannon": 2,
    }
    state = state_of([UnitSpec(datasheet="Hekaton Land Fortress", items=(rail,))], detachments=OATHBAND)
    put(state, "A1", [at(20, 10)])
    put(state, "B1", row(5, 20, 38))
    state.core.turn, state.core.phase, state.core.step, state.core.sides[0].cp = 1, "shooting", "", 2
    state.units["A1"].moved = "stationary"
    # The rail cannon's 3 would hit if Heavy helped (a token would help as well, so there is none); then two twin bolt cannons.
    back = ReactiveReprisal().resolve(state, "unit has shot", 0, AIM, "A1")
    done = drive(state, back, [], [3, *[1] * 6])
    assert [(roll.purpose, roll.count) for roll in done.rolls] == [("hit", 1), ("hit", 6)]
