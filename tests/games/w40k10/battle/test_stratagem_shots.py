"""Fire Overwatch and Reactive Reprisal: when, who, at whom, and what a shot out of turn is worth."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tests.games.w40k10.battle.kit import at, barred, drive, key, mission, offered, put, row, state_of
from warbench.chance import Result
from warbench.games.w40k10.battle import moving
from warbench.games.w40k10.battle.charging import charge
from warbench.games.w40k10.battle.events import Destroyed, Ends, Hurt, Lasts, Moved, Points, Said, SetUp, apply
from warbench.games.w40k10.battle.moments import Targets, UnitMoment
from warbench.games.w40k10.battle.passengers import disembark
from warbench.games.w40k10.battle.placing import distance
from warbench.games.w40k10.battle.reactions.moves import RapidIngress
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
    state = state_of(
        ["Whirlwind"], factions=("Space Marines", "Space Marines"), on=mission(pieces=(wall,))
    )
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
    drive(state, watch, ["A1"] * 0, [1, *[1] * 40][:1] + [1] * 13, reactions=())
    apply(state, Ends(moment="phase"))
    state.core.phase = "charge"
    assert barred(state, USE, "move started", 0, UnitMoment("B1", "charge")) == ("used", "W-256")
    apply(state, Ends(moment="turn"))
    assert barred(state, USE, "move started", 0, UnitMoment("B1", "charge")) is None


# --- Fire Overwatch: what it does ---


@pytest.mark.rule("W-246", "W-251", "W-253", "W-254", "X-05")
def test_overwatch_when_an_enemy_begins_to_move() -> None:
    state = watched("Sagitaur") if False else watched()
    put(state, "B2", row(5, 28, 30))
    # B1 begins a Normal move: the Hekaton shoots at it alone. Cyclic ion cannon 1 attack rolled, MATR 6, twin bolt cannons 2 x 3.
    attacks, hits = [1], [[6, 5, 1, 1], [6, 5, 4, 3, 2, 1], [6, 5, 4, 3, 2, 1]]
    assert attacks
    assert hits
    done = drive(state, moving.next_step(state), ["B1", "normal", USE, "hold"], DICE, reactions=WATCH)
    assert {said.text.split(" at ")[1][:2] for said in done.all(Said) if " x " in said.text} == {"B1"}
    order = [type(event).__name__ for event in done.events]
    assert order.index("Used") < order.index("Lasts")
    assert state.core.sides[0].cp == 0


DICE = [1]


@pytest.mark.rule("W-362", "X-06")
def test_only_sixes_hit_for_the_rest_of_the_phase() -> None:
    state = watched()
    state.units["B1"].tokens = 2
    watch = FireOverwatch().resolve(state, "move ended", 0, UnitMoment("B1", "normal"), "A1")
    assert hit(state, "A1", "MATR autocannon", "B1") == F(4, 6)
    drive(state, watch, [], [1] * 14, reactions=())
    assert hit(state, "A1", "MATR autocannon", "B1") == F(1, 6)
    apply(state, Ends(moment="phase"))
    state.units["B1"].tokens = 0
    assert hit(state, "A1", "MATR autocannon", "B1") == F(1, 2)
