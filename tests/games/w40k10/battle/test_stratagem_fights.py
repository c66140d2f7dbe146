"""Counter-offensive, Newfound Nemesis and Explosive Clearance."""

import pytest

from tests.driving import Driven
from tests.games.w40k10.battle.kit import barred, drive, mission, offered, put, row, state_of
from warbench.games.w40k10.battle import fighting
from warbench.games.w40k10.battle.aiming import CLEARANCE
from warbench.games.w40k10.battle.events import Chose, Ends, Lasts, Marked, Points, apply
from warbench.games.w40k10.battle.fighting import FIRST
from warbench.games.w40k10.battle.moments import Targets, UnitMoment
from warbench.games.w40k10.battle.reactions import REACTIONS
from warbench.games.w40k10.battle.reactions.fights import BoardingCounterOffensive, CounterOffensive, NewfoundNemesis
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import shoot
from warbench.games.w40k10.battle.state import Options, State
from warbench.table.lattice import INCH, Place
from warbench.table.terrain import container, rectangle

# --- Counter-offensive ---


def melee(*, boarding: bool = False) -> State:
    """The turn of player 1, whose Intercessors B1 and B2 have charged A1 and A2 and stand in base contact; both have 2CP."""
    ours = ["Hearthkyn Warriors", "Hearthkyn Warriors", "Hearthkyn Warriors"]
    state = state_of(ours, ["Intercessor Squad"] * 2, options=Options(boarding_actions=boarding))
    for number, x in ((1, 10), (2, 30)):
        put(state, f"A{number}", [Place(x * INCH + 400 * index, 10 * INCH) for index in range(2)])
        put(state, f"B{number}", [Place(x * INCH + 400 * index, 10 * INCH + 300) for index in range(2)])
        charger = state.units[f"B{number}"]
        charger.charged = charger.fights_first = True
    put(state, "A3", row(2, 10, 50))
    state.core.phase, state.core.step, state.core.turn = "fight", FIRST, 1
    for side in state.core.sides:
        side.cp = 2
    return state


def fights(state: State, *answers: str) -> Driven:
    """The next fight; every attack misses."""
    picked = fighting.next_step(state)
    reactions = (CounterOffensive(), BoardingCounterOffensive())
    count = 6 if answers and answers[0].startswith("B") else 2
    return drive(state, picked, list(answers), [1] * count, reactions=reactions)


@pytest.mark.rule("W-243", "W-244", "W-245")
@pytest.mark.parametrize("boarding", [False, True])
def test_after_an_enemy_has_fought_an_engaged_unit_fights_next(boarding: bool) -> None:
    state = melee(boarding=boarding)
    which = "counter-offensive" + "-boarding-actions" * boarding
    done = fights(state, "B1", f"{which}:A2")
    assert [option.key for option in done.asked[-1].options] == ["pass", f"{which}:A1", f"{which}:A2"]
    assert done.all(Points)[0].by == -2
    # B2 has Fights First and A2 has not: A2 fights next all the same.
    done = fights(state, "pass")
    assert done.all(Chose)[0].unit == "A2"


FOUGHT = UnitMoment("B1", others=("A1",))


@pytest.mark.rule("W-243")
def test_counter_offensive_before_any_enemy_has_fought_is_refused() -> None:
    state = melee()
    assert barred(state, "counter-offensive:A1", "selected to fight", 0, UnitMoment("A1")) == ("wrong-moment", "W-243")
    assert barred(state, "counter-offensive:A1", "unit has fought", 0, UnitMoment("A2")) == ("no-target", "W-243")
    state.core.phase = "charge"
    assert barred(state, "counter-offensive:A1", "unit has fought", 0, FOUGHT) == ("wrong-time", "W-243")


@pytest.mark.rule("W-244", "W-218")
def test_counter_offensive_by_an_engaged_unit_that_has_not_fought() -> None:
    state = melee()
    assert barred(state, "counter-offensive:A1", "unit has fought", 0, FOUGHT) is None
    state.units["A1"].fought = True
    assert barred(state, "counter-offensive:A1", "unit has fought", 0, FOUGHT) == ("has-fought", "W-244")
    assert barred(state, "counter-offensive:A3", "unit has fought", 0, FOUGHT) == ("not-engaged", "W-244")
    state.core.sides[0].cp = 1
    assert barred(state, "counter-offensive:A2", "unit has fought", 0, FOUGHT) == ("no-points", "W-218")


# --- Newfound Nemesis (M9) ---

NEMESIS = "newfound-nemesis:A1"


def thinned(left: int = 5, *, warlord: bool = False) -> State:
    """The opponent's Shooting phase: of ten Hearthkyn of the Oathband some are left, five Intercessors shoot at them; 1CP."""
    ours: list[UnitSpec | str] = [UnitSpec(datasheet="Hearthkyn Warriors", warlord=warlord), "Hekaton Land Fortress"]
    state = state_of(ours, detachments=("Oathband", ""))
    put(state, "A1", row(left, 10, 10))
    put(state, "A2", row(1, 30, 10))
    put(state, "B1", row(5, 10, 31))
    state.core.turn, state.core.phase, state.core.step, state.core.sides[0].cp = 1, "shooting", "", 1
    return state


ONE_DIES = [3, *[1] * 19, 5, 1]


@pytest.mark.parametrize(("warlord", "answers", "tokens"), [(False, [], 1), (True, ["1"], 1), (True, ["2"], 2)])
def test_a_unit_brought_below_half_strength_marks_its_nemesis(warlord: bool, answers: list[str], tokens: int) -> None:
    state = thinned(warlord=warlord)
    done = drive(state, shoot(state, state.units["B1"], only="A1"), [NEMESIS, *answers], ONE_DIES, reactions=(NewfoundNemesis(),))
    assert done.all(Marked)[-1].mark == "tokens"
    assert state.units["B1"].tokens == tokens
    assert state.core.sides[0].cp == 0


@pytest.mark.parametrize("left", [4, 6])
def test_no_nemesis_for_a_unit_that_was_or_is_not_there(left: int) -> None:
    state = thinned(left)
    done = drive(state, shoot(state, state.units["B1"], only="A1"), [], ONE_DIES, reactions=(NewfoundNemesis(),))
    assert done.asked == []


def test_nemesis_needs_infantry_or_mounted_and_an_enemy_that_is_left() -> None:
    state = thinned()
    about = Targets("B1", ("A1", "A2"), ("A1", "A2"))
    assert offered(state, "unit has shot", 0, about) == [NEMESIS]
    assert barred(state, "newfound-nemesis:A2", "unit has shot", 0, about) == ("keywords", "W-352")
    state.units["B1"].tokens = 2
    assert barred(state, NEMESIS, "unit has shot", 0, about) is None
    state.units["B1"].where = "gone"
    assert barred(state, NEMESIS, "unit has shot", 0, about) == ("no-target", "M9")


def test_a_nemesis_never_has_more_tokens_than_a_unit_can_have() -> None:
    state = thinned(warlord=True)
    state.units["B1"].tokens = 1
    drive(state, shoot(state, state.units["B1"], only="A1"), [NEMESIS, "2"], ONE_DIES, reactions=(NewfoundNemesis(),))
    assert state.units["B1"].tokens == 2


# --- Explosive Clearance ---

CLEAR = "explosive-clearance:A1"


def boarding(**rulings: str) -> State:
    """The own Shooting phase of a Boarding Action: Hearthguard with grenade launchers, and Warriors without; 1CP."""
    switched = {name.replace("_", "-"): reading for name, reading in rulings.items()}
    options = Options(boarding_actions=True, rulings=switched)
    state = state_of(["Einhyr Hearthguard", "Hearthkyn Warriors"], options=options)
    put(state, "A1", row(5, 10, 10))
    put(state, "A2", row(5, 25, 10))
    put(state, "B1", row(5, 10, 25))
    state.core.phase, state.core.step, state.core.sides[0].cp = "shooting", "", 1
    return state


def clear(state: State, *answers: str) -> Driven:
    play = next(each for each in REACTIONS if each.id == "explosive-clearance")
    return drive(state, play.resolve(state, "own shooting", 0, None, "A1"), list(answers))


@pytest.mark.rule("W-238", "W-239")
def test_explosive_clearance_for_a_unit_with_blast_that_has_not_shot() -> None:
    state = boarding()
    assert offered(state, "own shooting", 0) == [CLEAR]
    assert barred(state, "explosive-clearance:A2", "own shooting", 0) == ("no-blast", "W-239")
    state.units["A1"].shot = True
    assert barred(state, CLEAR, "own shooting", 0) == ("has-shot", "W-238")
    core = boarding()
    core.options = Options()
    assert barred(core, CLEAR, "own shooting", 0) == ("not-in-this-army", "W-219")


@pytest.mark.rule("W-239", "A7")
def test_explosive_clearance_serves_one_model_until_the_phase_ends() -> None:
    state = boarding()
    (lasts,) = clear(state, "A1.3").all(Lasts)
    assert (lasts.lasting.model, getattr(lasts.lasting.effect, "what", "")) == ("A1.3", CLEARANCE)
    apply(state, Ends(moment="phase"))
    assert state.units["A1"].lasting == []
    whole = boarding(explosive_clearance="unit")
    assert clear(whole).all(Lasts)[0].lasting.model == ""


def half_hidden() -> State:
    """Two Hearthguard with Blast face ten Hearthkyn (+2 for Blast), of whom a wall hides all but four from both."""
    wall = container("wall", rectangle(0, 18 * INCH, 30 * INCH, 19 * INCH), height=6 * INCH)
    state = state_of(
        ["Einhyr Hearthguard"],
        ["Hearthkyn Warriors"],
        on=mission(pieces=(wall,)),
        options=Options(boarding_actions=True),
    )
    put(state, "A1", row(2, 33, 10))
    hidden = [Place(10 * INCH + 300 * index, 20 * INCH) for index in range(6)]
    put(state, "B1", [*hidden, *(Place(33 * INCH + 300 * index, 20 * INCH) for index in range(4))])
    state.core.phase, state.core.step, state.core.sides[0].cp = "shooting", "", 1
    return state


def launched(state: State, faces: list[int]) -> list[int]:
    """The attacks of each grenade launcher, one after the other, when each rolls a 1."""
    answers = ["split", "none", "B1"]
    done = drive(state, shoot(state, state.units["A1"]), answers, faces, reactions=())
    return [roll.count for roll in done.rolls if roll.purpose == "hit"]


@pytest.mark.rule("W-240", "W-242", "A7")
def test_blast_counts_what_the_model_sees_but_for_the_one_that_clears() -> None:
    assert launched(half_hidden(), [1, 1, 1, 1]) == [2]
    state = half_hidden()
    clear(state, "A1.2")
    assert sorted(launched(state, [1] * 6)) == [1, 3]


@pytest.mark.rule("W-241")
def test_attacks_that_clear_are_allocated_to_hidden_models_too() -> None:
    state = half_hidden()
    put(state, "A1", row(1, 33, 10))
    clear(state)
    # Six and two attacks: eight hits, eight wounds, no save: twice as many fall as can be seen.
    faces = [6, *[3] * 8, *[5] * 8, *[1] * 8]
    drive(state, shoot(state, state.units["A1"]), ["split", "none", "B1"], faces, reactions=())
    assert len(state.units["B1"].models) == 10 - 8
