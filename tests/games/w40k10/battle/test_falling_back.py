"""Fall Back moves and Desperate Escape tests."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import msgspec
import pytest

from tests.driving import Answer, Driven, refused
from tests.games.w40k10.battle.kit import Probe, at, drive, key, put, row, state_of
from warbench.battle.requests import Ask, Event
from warbench.games.w40k10.battle import moving
from warbench.games.w40k10.battle.charging import can_declare
from warbench.games.w40k10.battle.events import Destroyed, Ends, Marked, Moved, Threw, apply
from warbench.games.w40k10.battle.falling_back import may_fall_back, who_tests
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.moves import Move
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import eligible_to_shoot
from warbench.games.w40k10.battle.state import State
from warbench.table.lattice import INCH, Place

HLF = "Hekaton Land Fortress"
SQUAD = row(5, 10, 20)
"""Five models in a line; each has an enemy 1" beyond it in `faced`."""


def faced(name: str = "Einhyr Hearthguard", enemies: int = 5) -> State:
    """A squad, and an enemy squad that stands right in front of its first models."""
    state = state_of([name])
    put(state, "A1", SQUAD)
    put(state, "B1", [Place(place.x, place.y + 500) for place in SQUAD[:enemies]])
    return state


def shifted(places: Sequence[Place], up: float) -> list[Place]:
    return [Place(place.x, place.y + round(up * INCH)) for place in places]


def back(state: State, answers: Sequence[Answer], faces: Sequence[int] = (), *reactions: Probe) -> Driven:
    return drive(state, moving.next_step(state), ["fall back", *answers], faces, reactions)


def fortress(enemies: Sequence[Place]) -> State:
    state = state_of([HLF])
    put(state, "A1", [at(10, 20, 90)])
    put(state, "B1", enemies)
    return state


AHEAD = [at(10, 24.5)]
"""An enemy in front of the Fortress, within 1"."""


# --- the move ---


@pytest.mark.rule("W-311")
def test_a_fall_back_goes_as_far_as_the_movement() -> None:
    state = fortress(AHEAD)
    back(state, [key(at(10, 10, 90))])
    assert state.units["A1"].models[0].place == at(10, 10, 90)
    assert state.units["A1"].moved == "fall back"
    with refused("too-far", "W-311"):
        back(fortress(AHEAD), [key(Place(10 * INCH, 10 * INCH - 26, 0, 90))])


@pytest.mark.rule("W-312", "W-303", "X-57")
def test_a_fall_back_may_pass_engagement_range_but_not_end_in_it() -> None:
    # A second enemy stands beside the way back: within 1" of it, not on it.
    beside = Place(10 * INCH + 550 + 160 + round(0.9 * INCH), 16 * INCH)
    state = fortress([*AHEAD, beside])
    done = back(state, [key(at(10, 10, 90))])
    assert state.units["A1"].models[0].place == at(10, 10, 90)
    assert not done.rolls
    with refused("in-zone", "W-312"):
        back(fortress([*AHEAD, beside]), [key(at(10, 14, 90))])
    with refused("in-zone", "W-312"):
        back(fortress(AHEAD), [key(at(10, 20, 90))])  # staying is no way out
    away = Place(10 * INCH, AHEAD[0].y - 160 - 900 - INCH - 1, 0, 90)
    back(fortress(AHEAD), [key(away)])


@pytest.mark.rule("W-314")
def test_who_fell_back_neither_shoots_nor_charges_this_turn() -> None:
    state = fortress(AHEAD)
    back(state, [key(at(10, 15, 90))])
    unit = state.units["A1"]
    shooting_refusal, charge_refusal = eligible_to_shoot(state, unit), can_declare(state, unit)
    assert shooting_refusal is not None
    assert shooting_refusal.rule == "W-314"
    assert charge_refusal is not None
    assert charge_refusal.code == "fell-back"
    apply(state, Ends(moment="turn"))
    assert eligible_to_shoot(state, unit) is None
    assert can_declare(state, unit) is None


@pytest.mark.rule("W-313")
def test_a_unit_that_finds_no_way_out_cannot_fall_back() -> None:
    state = state_of(["Kahl"], ["Intercessor Squad", "Intercessor Squad"])
    put(state, "A1", [at(2, 2)])
    ring = [at(x, y) for x, y in ((2, 4.3), (4.3, 2), (4.5, 4.5), (7, 2), (7, 4.5))]
    put(state, "B1", ring)
    put(state, "B2", [at(2, 7), at(4.5, 7), at(7, 7), at(9, 2), at(9, 5)])
    refusal = may_fall_back(state, state.units["A1"])
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("no-legal-end", "W-313")
    with refused("no-legal-end", "W-313"):
        back(state, [])
    assert state.units["A1"].models[0].place == at(2, 2)
    done = drive(state, moving.next_step(state), ["stationary"])
    assert [option.key for option in done.about("movement").options] == ["stationary"]


def test_its_owner_then_its_opponent_may_react_to_a_fall_back() -> None:
    state, probe = fortress(AHEAD), Probe()
    back(state, [key(at(10, 10, 90))], [], probe)
    moment = UnitMoment("A1", "fall back")
    assert probe.seen == [("move started", 1, moment), ("fell back", 0, moment), ("move ended", 1, moment)]


def test_every_proposal_to_fall_back_is_legal() -> None:
    state = faced()
    move = Move(state, state.units["A1"], "fall back")
    assert move.proposals
    assert all(move.judge(proposal.key) is None for proposal in move.proposals)


# --- Desperate Escape ---


@pytest.mark.rule("W-315", "W-318", "W-355")
def test_each_model_that_passes_over_enemies_is_tested_before_anybody_moves() -> None:
    state = faced(enemies=3)
    done = back(state, [key(*shifted(SQUAD, 4.5))], [3, 4, 5])
    tests = [event for event in done.all(Threw) if event.purpose == "desperate escape"]
    assert len(tests) == 3
    kinds: list[type[Event]] = [type(event) for event in done.events if isinstance(event, Threw | Destroyed | Moved)]
    assert kinds == [Threw, Threw, Threw, Moved]
    state = faced(enemies=3)
    done = back(state, [key(*shifted(SQUAD, 4.5)), "A1.5"], [3, 2, 5])
    kinds = [type(event) for event in done.events if isinstance(event, Threw | Destroyed | Moved)]
    assert kinds == [Threw, Threw, Threw, Destroyed, Moved]


@pytest.mark.rule("W-319")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_one_or_two_loses_a_model_of_the_owners_choice(face: int) -> None:
    state = faced(enemies=1)
    choice = ["A1.5"] if face < 3 else []
    done = back(state, [key(*shifted(SQUAD, 4.5)), *choice], [face])
    lost = [event.model for event in done.all(Destroyed)]
    assert lost == choice  # A1.1 was tested, A1.5 is lost
    if lost:
        with refused("not-in-unit", "W-319"):
            back(faced(enemies=1), [key(*shifted(SQUAD, 4.5)), "B1.1"], [1])


@pytest.mark.rule("W-317", "W-344")
def test_a_battle_shocked_unit_tests_for_every_model() -> None:
    state = faced()
    state.units["A1"].shocked = True
    done = back(state, [key(*shifted(SQUAD, -5)), "A1.1", "A1.2"], [1, 2, 3, 4, 5])
    assert len(done.rolls) == 5
    assert [model.id for model in state.units["A1"].models] == ["A1.3", "A1.4", "A1.5"]


@pytest.mark.rule("W-321")
def test_five_battle_shocked_models_lose_five_thirds_of_a_model() -> None:
    mean, nobody = Fraction(0), Fraction(0)
    for faces in product((2, 3), repeat=5):  # a 2 stands for the faces that lose a model, a 3 for those that do not
        state = faced()
        state.units["A1"].shocked = True
        first = [lambda ask: ask.options[0].key] * min(faces.count(2), 4)  # the last model needs no choice
        back(state, [key(*shifted(SQUAD, -5)), *first], faces)
        lost = 5 - len(state.units["A1"].models)
        chance = Fraction(1, 3) ** faces.count(2) * Fraction(2, 3) ** faces.count(3)
        mean += chance * lost
        nobody += chance * (lost == 0)
    assert mean == Fraction(5, 3)
    assert nobody == Fraction(32, 243)


@pytest.mark.rule("W-320", "X-56")
def test_a_model_takes_one_test_a_phase() -> None:
    state = faced()
    state.units["A1"].shocked = True
    done = back(state, [key(*shifted(SQUAD, 4.5))], [3, 3, 3, 3, 3])  # Battle-shocked, and all pass enemies
    assert len(done.rolls) == 5


@pytest.mark.rule("W-316", "W-317", "X-56")
def test_flying_models_pass_freely_unless_battle_shocked() -> None:
    for shocked, tests in ((False, 0), (True, 3)):
        state = state_of(["Hernkyn Pioneers"])
        unit = put(state, "A1", row(3, 10, 20, 4))
        unit.shocked = shocked
        put(state, "B1", [at(10, 22.3), at(14, 22.3), at(18, 22.3)])
        done = back(state, [key(*row(3, 10, 28, 4))], [6] * tests)
        assert len(done.rolls) == tests
        assert unit.models[0].place == at(10, 28)


@pytest.mark.rule("W-316")
def test_titanic_models_pass_freely() -> None:
    state = faced()
    unit = state.units["A1"]
    move = Move(state, unit, "fall back")
    paths = move.paths(key(*shifted(SQUAD, 4.5)))
    assert len(who_tests(state, unit, move, paths)) == 5
    entry = state.entry("A1")
    # No bundled datasheet is TITANIC: the word is added to this one.
    kinds = tuple(msgspec.structs.replace(kind, keywords=kind.keywords | {"titanic"}) for kind in entry.kinds)
    state.roster.units["A1"] = msgspec.structs.replace(entry, kinds=kinds)
    assert who_tests(state, unit, move, paths) == []


@pytest.mark.rule("W-322", "X-55", "W-179")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_the_fortress_may_be_lost_as_it_rolls_over_a_model(face: int) -> None:
    state = fortress([at(10, 24.4)])
    lost = face < 3
    # Its Deadly Demise is rolled when it is lost: a 1 does nothing.
    done = back(state, [key(at(10, 30, 90))], [face, 1] if lost else [face])
    assert (state.units["A1"].where == "gone") is lost
    assert [roll.purpose for roll in done.rolls] == ["desperate escape", "deadly demise"][: 1 + lost]
    assert bool(done.all(Moved)) is not lost


@pytest.mark.rule("W-322")
def test_with_a_command_re_roll_the_fortress_is_lost_once_in_nine() -> None:
    lost = 0
    for first, second in product(range(1, 7), repeat=2):
        state = fortress([at(10, 24.4)])
        again = first < 3
        faces = [first, *([second] if again else []), *([1] if again and second < 3 else [])]
        back(state, [key(at(10, 30, 90)), "probe:use" if again else "pass"], faces, Probe("dice rolled"))
        lost += state.units["A1"].where == "gone"
    assert Fraction(lost, 36) == Fraction(1, 9)


@pytest.mark.rule("W-322")
@pytest.mark.parametrize("shocked", [False, True])
def test_a_battle_shocked_fortress_gets_no_command_re_roll(shocked: bool) -> None:
    state = fortress([at(10, 24.4)])
    state.core.sides[0].cp = 1
    state.units["A1"].shocked = shocked
    answers = ["fall back", key(at(10, 30, 90)), *([] if shocked else ["pass"])]
    done = drive(state, moving.next_step(state), answers, [1, 1], reactions=None)
    assert [ask.about for ask in done.asked].count("react") == (not shocked)
    assert state.units["A1"].where == "gone"


def test_after_losses_a_plan_that_no_longer_holds_is_made_anew_without_new_crossings() -> None:
    state = faced(enemies=1)
    # The plan spreads the squad along a line: without its fourth model the fifth would be out of coherency.
    spread = [Place(place.x + index * 51, place.y + round(4.5 * INCH)) for index, place in enumerate(SQUAD)]
    move = Move(state, state.units["A1"], "fall back")
    assert move.judge(key(*spread)) is None

    def others(ask: Ask) -> str:
        assert ask.judge is not None
        left = [model.id for model in state.units["A1"].models]
        assert left == ["A1.1", "A1.2", "A1.3", "A1.5"]
        return ask.options[0].key

    back(state, [key(*spread), "A1.4", others], [1])
    assert len(state.units["A1"].models) == 4


# --- Target Priority ---


def lieutenants() -> State:
    """Intercessors led by a Lieutenant, engaged with Hearthkyn Warriors."""
    spec = UnitSpec(datasheet="Intercessor Squad", leader="Lieutenant")
    state = state_of([spec], ["Hearthkyn Warriors"], factions=("Space Marines", "Leagues of Votann"))
    put(state, "A1", row(6, 10, 20))
    put(state, "B1", row(6, 10, 21.9))
    return state


def farthest(ask: Ask) -> str:
    return min((option.key for option in ask.options), key=lambda each: int(each.split(",")[1]))


def test_a_unit_that_a_lieutenant_leads_shoots_and_charges_after_a_fall_back() -> None:
    state = lieutenants()
    done = back(state, [farthest])
    assert [(event.mark, event.rule) for event in done.all(Marked)] == [("moved", "W-314"), ("free_hands", "target-priority")]
    unit = state.units["A1"]
    assert can_declare(state, unit) is None
    state.core.phase = "shooting"
    assert eligible_to_shoot(state, unit) is None
    apply(state, Ends(moment="turn"))
    assert not unit.free_hands


@pytest.mark.parametrize("left", [(0, 5), (5, 6)])
def test_a_lieutenant_alone_or_a_unit_that_lost_him_does_not(left: tuple[int, int]) -> None:
    state = lieutenants()
    state.units["A1"].models[:] = state.units["A1"].models[slice(*left)]
    done = back(state, [farthest])
    assert [event.mark for event in done.all(Marked)] == ["moved"]
    refusal = eligible_to_shoot(state, state.units["A1"])
    assert refusal is not None
    assert refusal.rule == "W-314"
