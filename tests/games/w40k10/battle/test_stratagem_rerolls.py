"""Command Re-roll, Core and Boarding Actions: which rolls, whose, which dice, and what comes of it."""

from fractions import Fraction
from itertools import product

import pytest

from tests.driving import Driven
from tests.games.w40k10.battle.kit import barred, drive, offered, put, row, state_of
from warbench.attack.rolled import Batch
from warbench.battle.requests import Ask
from warbench.chance import settle
from warbench.games.w40k10.battle.battle_shock import take_test
from warbench.games.w40k10.battle.casualties import destroy
from warbench.games.w40k10.battle.charging import charge
from warbench.games.w40k10.battle.events import Destroyed, Moved
from warbench.games.w40k10.battle.moments import DiceRolled
from warbench.games.w40k10.battle.moving import next_step
from warbench.games.w40k10.battle.reactions.rerolls import BoardingReroll, CommandReroll
from warbench.games.w40k10.battle.shooting import shoot
from warbench.games.w40k10.battle.state import Options, State

NINE = ("hit", "wound", "damage", "save", "advance", "charge", "desperate escape", "hazardous", "attacks")
OTHERS = ("battle-shock", "deadly demise", "deadly demise wounds", "tank shock", "sustained hits", "feel no pain", "grenade")
BOARDING = Options(boarding_actions=True)
CHECK = settle("hit", need=4, critical=6).check


def duel(options: Options | None = None) -> State:
    """The Shooting phase of player 1: five Intercessors 20 inches from ten Hearthkyn Warriors; both have 1CP."""
    state = state_of(["Hearthkyn Warriors"], options=options)
    put(state, "A1", row(10, 10, 10))
    put(state, "B1", row(5, 10, 31))
    state.core.turn, state.core.phase, state.core.step = 1, "shooting", ""
    for side in state.core.sides:
        side.cp = 1
    return state


def batch(purpose: str, shown: tuple[int, ...], still: tuple[int, ...] | None = None) -> Batch:
    return Batch(purpose, 0, CHECK, shown, shown, tuple(range(len(shown))) if still is None else still)


def use(die: str, which: str = "command-re-roll") -> str:
    return f"{which}:{die}"


# --- which rolls ---


@pytest.mark.rule("W-220", "W-357")
@pytest.mark.parametrize("purpose", NINE)
@pytest.mark.parametrize("phase", ["command", "movement", "shooting", "charge", "fight"])
def test_nine_kinds_of_roll_in_any_phase_of_either_turn(purpose: str, phase: str) -> None:
    state = duel()
    state.core.phase = phase
    for turn in (0, 1):
        state.core.turn = turn
        assert offered(state, "dice rolled", 0, DiceRolled("A1", purpose, batch(purpose, (3,)))) == [use("0")]
        assert offered(state, "dice rolled", 0, DiceRolled("A1", purpose, faces=(3, 4))) == [use("again")]


@pytest.mark.rule("W-221", "X-16")
@pytest.mark.parametrize("purpose", OTHERS)
def test_no_other_kind_of_roll(purpose: str) -> None:
    about = DiceRolled("A1", purpose, batch(purpose, (3,)))
    assert barred(duel(), use("0"), "dice rolled", 0, about) == ("no-target", "W-220")


@pytest.mark.rule("W-221", "X-16")
def test_battle_shock_and_deadly_demise_ask_nobody() -> None:
    state = state_of(["Hekaton Land Fortress", "Hearthkyn Warriors"])
    put(state, "A1", row(1, 20, 10))
    put(state, "A2", row(2, 20, 16))
    for side in state.core.sides:
        side.cp = 5
    assert drive(state, take_test(state, state.units["A2"]), [], [1, 1], reactions=None).value is False
    done = drive(state, destroy(state, "A1.1"), [], [6, 1], reactions=None)
    assert len(done.rolls) == 2
    assert done.asked == []


@pytest.mark.rule("W-223", "W-230")
@pytest.mark.parametrize("purpose", NINE)
def test_only_for_ones_own_units(purpose: str) -> None:
    core, boarding = duel(), duel(BOARDING)
    about = DiceRolled("B1", purpose, batch(purpose, (3,)))
    mine = DiceRolled("A1", purpose, batch(purpose, (3,)))
    assert barred(core, use("0"), "dice rolled", 0, about) == ("not-yours", "W-220")
    other = "command-re-roll-boarding-actions"
    assert barred(boarding, use("0", other), "dice rolled", 0, about) == ("not-yours", "W-230")
    assert barred(boarding, use("0", other), "dice rolled", 0, mine) is None


@pytest.mark.rule("W-227", "X-17")
def test_not_for_a_battle_shocked_unit() -> None:
    state = duel()
    state.units["A1"].shocked = True
    for purpose in ("save", "desperate escape"):
        about = DiceRolled("A1", purpose, faces=(1,))
        assert barred(state, use("again"), "dice rolled", 0, about) == ("battle-shocked", "W-345")


@pytest.mark.rule("W-226", "X-13")
def test_not_for_a_die_that_was_thrown_again() -> None:
    state = duel()
    assert offered(state, "dice rolled", 0, DiceRolled("A1", "wound", batch("wound", (2,), ()))) == []
    several = DiceRolled("A1", "wound", batch("wound", (2, 5, 3), (1, 2)))
    assert offered(state, "dice rolled", 0, several) == [use("1"), use("2")]
    assert barred(state, use("0"), "dice rolled", 0, several) == ("no-target", "W-220")


def test_dice_that_show_the_same_are_offered_once() -> None:
    about = DiceRolled("A1", "hit", batch("hit", (2, 6, 2, 1, 6)))
    assert offered(duel(), "dice rolled", 0, about) == [use("0"), use("1"), use("3")]


# --- through an attack ---

HITS = [3, 3, 3, 3, 3, 3, *[1] * 14]
"""Of twenty dice: five bolt rifles, each with two attacks more against a single target."""

ONLY = (CommandReroll(), BoardingReroll())
WOUNDS = [5, 5, 5, 5, 5, 1]


@pytest.mark.rule("W-224", "W-222")
def test_of_saves_rolled_together_exactly_one_is_rolled_again() -> None:
    state = duel()
    state.core.sides[1].cp = 0
    faces = [*HITS, 5, 5, 5, 5, 5, 5, *[2, 2, 2, 6, 6, 6], 6]

    def choose(ask: Ask) -> str:
        assert ask.player == 0
        assert [option.key for option in ask.options] == ["pass", use("0"), use("3")]
        return use("0")

    done = drive(state, shoot(state, state.units["B1"], only="A1"), [choose], faces, reactions=ONLY)
    assert [roll.count for roll in done.rolls if roll.purpose.startswith("save")] == [6, 1]
    assert len(done.all(Destroyed)) == 2
    assert state.core.sides[0].cp == 0


@pytest.mark.rule("W-222")
def test_each_roll_is_offered_just_after_it_and_no_earlier_one() -> None:
    state = duel()
    state.core.sides[0].cp = 0
    faces = [*HITS, *WOUNDS, 5, *[6, 6, 6, 6, 6, 6]]
    done = drive(state, shoot(state, state.units["B1"], only="A1"), ["pass", use("5")], faces, reactions=ONLY)
    assert [ask.player for ask in done.asked] == [1, 1]
    assert "hit" in done.asked[0].options[1].text
    assert all("wound" in option.text for option in done.asked[1].options[1:])
    assert [roll.purpose for roll in done.rolls] == ["hit", "wound", "wound again", "save"]


@pytest.mark.rule("W-357")
def test_the_defender_rolls_a_save_again_in_the_opponents_phase() -> None:
    state = duel()
    state.core.sides[1].cp = 0
    done = drive(state, shoot(state, state.units["B1"], only="A1"), [use("0")], [3, *[1] * 19, 5, 2, 6], reactions=ONLY)
    assert state.active == 1
    assert not done.all(Destroyed)


# --- moves ---


def test_an_advance_is_rolled_again() -> None:
    state = state_of(["Hearthkyn Warriors"])
    put(state, "A1", row(5, 10, 10))
    put(state, "B1", row(5, 10, 50))
    state.core.sides[0].cp = 1

    def farthest(ask: Ask) -> str:
        return max((option.key for option in ask.options[1:]), key=lambda each: int(each.split(",")[1]))

    done = drive(state, next_step(state), ["advance", use("again"), farthest], [1, 6], reactions=None)
    assert [roll.purpose for roll in done.rolls] == ["advance", "advance"]
    before, after = 10 * 254, done.all(Moved)[0].places[0][1].y
    assert 5 * 254 + 254 < after - before <= 11 * 254


@pytest.mark.rule("W-225", "X-15")
def test_both_dice_of_a_charge_are_rolled_again() -> None:
    state = state_of(["Hearthkyn Warriors"])
    put(state, "A1", row(5, 10, 10))
    put(state, "B1", row(5, 10, 21))
    state.core.phase, state.core.sides[0].cp = "charge", 1

    def only_all(ask: Ask) -> str:
        assert [option.key for option in ask.options] == ["pass", use("again")]
        return use("again")

    done: Driven = drive(state, charge(state, state.units["A1"], ("B1",)), [only_all], [5, 2, 1, 1], reactions=None)
    assert [(roll.purpose, roll.count) for roll in done.rolls] == [("charge", 2), ("charge", 2)]
    nine = Fraction(sum(a + b >= 9 for a, b in product(range(1, 7), repeat=2)), 36)
    assert nine + (1 - nine) * nine == Fraction(155, 324)


# --- Boarding Actions ---


@pytest.mark.rule("W-229", "A9")
def test_in_boarding_actions_the_die_is_named_before_the_throw() -> None:
    other = "command-re-roll-boarding-actions"
    about = DiceRolled("A1", "save", batch("save", (4, 2, 1)))
    assert offered(duel(BOARDING), "dice rolled", 0, about) == [use("0", other)]
    assert offered(duel(BOARDING), "dice rolled", 0, DiceRolled("A1", "wound", batch("wound", (4, 2), (1,)))) == []
    assert offered(duel(BOARDING), "dice rolled", 0, DiceRolled("A1", "charge", faces=(1, 2))) == [use("again", other)]
    free = duel(Options(boarding_actions=True, rulings={"boarding-re-roll": "any"}))
    assert offered(free, "dice rolled", 0, about) == [use("0", other), use("1", other), use("2", other)]


@pytest.mark.rule("W-228")
def test_in_boarding_actions_it_is_an_epic_deed_and_does_the_same() -> None:
    state = duel(BOARDING)
    state.core.sides[1].cp = 0
    faces = [3, 3, *[1] * 18, 5, 5, 2, 2, 6]
    which = use("0", "command-re-roll-boarding-actions")
    done = drive(state, shoot(state, state.units["B1"], only="A1"), [which], faces, reactions=ONLY)
    assert len(done.all(Destroyed)) == 1
    assert state.core.sides[0].cp == 0
