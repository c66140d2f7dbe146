"""Capturing Fortifications: when, by whom, with whom near; and what changes hands."""

import pytest

from tests.driving import Driven
from tests.games.heresy3.battle.kit import (
    BUILDING,
    BUN,
    GUN,
    KNIFE,
    LEG,
    MAN,
    RED,
    TANK,
    TOW,
    at,
    board,
    drive,
    phase,
    play,
    put,
    row,
    state_of,
    unit,
    with_,
)
from warbench.battle.requests import Ask, Procedure, Refusal
from warbench.games.heresy3.battle import moving, shooting
from warbench.games.heresy3.battle.capture import captures, refusal_of_capture
from warbench.games.heresy3.battle.events import Controlled, Points, Removed, UnitDestroyed
from warbench.games.heresy3.battle.game import Heresy3
from warbench.games.heresy3.battle.roster import Kind
from warbench.games.heresy3.battle.state import State


def scene(fort: Kind = BUN, *ours: object, theirs: tuple[object, ...] = ()) -> State:
    """B's Fortification with its near side on y 21; A's End Phase has begun."""
    state = state_of(ours or (LEG,), (fort, *theirs))  # type: ignore[arg-type]
    half = fort.base.corners[0][1] if fort.base.corners else 0
    put(state, "B1", at(36, 21 + abs(half) / 254))
    phase(state, "end", "effects")
    return state


def near(state: State, which: str, apart: float = 0.0) -> None:
    """Put a unit side by side so far below the Fortification."""
    radius = state.kind(state.units[which].models[0].id).base.outer / 2 / 254
    count = len(state.units[which].models)
    put(state, which, row(count, 36 - 0.7 * (count - 1), 21 - radius - apart, 1.4))


def code(state: State, player: int = 0, fort: str = "B1") -> tuple[str, str] | None:
    """Why a capture is refused, as code and rule."""
    found: Refusal | None = refusal_of_capture(state, player, state.units[fort])
    return None if found is None else (found.code, found.rule)


@pytest.mark.rule("H-065", "H-066", "H-067", "H-068")
@pytest.mark.parametrize(
    ("fort", "refused"),
    [
        (BUN, None),
        (TOW, None),
        (RED, None),
        (GUN, ("not-capturable", "H-067")),
        (with_(GUN, rules=("can be captured",)), None),
    ],
)
def test_bunkers_and_structures_can_be_captured_and_what_a_rule_lets(fort: Kind, refused: tuple[str, str] | None) -> None:
    state = scene(fort)
    near(state, "A1")
    assert code(state) == refused
    done = drive(state, captures(state), [] if refused else ["pass"])
    assert len(done.asked) == (0 if refused else 1)


@pytest.mark.rule("H-073")
def test_it_is_offered_once_to_the_active_player_as_the_effects_sub_phase_starts() -> None:
    state = scene()
    near(state, "A1")
    assert len(drive(state, captures(state), ["pass"]).asked) == 1
    phase(state, "start", "effects")
    assert code(state) == ("not-now", "H-073")
    phase(state, "end", "statuses")
    assert code(state) == ("not-now", "H-073")
    phase(state, "end", "effects", player=1)
    assert code(state) == ("not-now", "H-073")


@pytest.mark.rule("H-073")
def test_in_a_whole_battle_turn_it_is_offered_once_and_before_anything_else_of_the_end_phase() -> None:
    bare = unit((with_(MAN, arms=(KNIFE,)), 5))
    state = scene(BUN, bare, theirs=(bare,))
    near(state, "A1")
    put(state, "B2", row(5, 10, 44))
    phase(state, "start", "effects")
    game = Heresy3()

    def step(state: State) -> Procedure[None]:
        found = game.next(state)
        assert found is not None
        return found

    def offers(done: Driven) -> list[int]:
        return [ask.player for ask in done.asked if ask.about == "capture"]

    before = play(state, step, lambda: state.core.phase == "end")
    assert (offers(before), state.core.turn, state.core.step) == ([], 0, "effects")
    first = next(iter(step(state)))
    assert isinstance(first, Ask)
    assert (first.about, first.player) == ("capture", 0)
    ended = play(state, step, lambda: state.core.step != "effects", ["pass"])
    assert offers(ended) == [0]
    after = play(state, step, lambda: state.core.turn == 0 and state.core.phase == "end")
    assert offers(after) == []
    assert state.player("B1") == 1


@pytest.mark.rule("H-068")
def test_a_redoubt_shoots_and_holds_troops_as_both_of_its_sub_types_do() -> None:
    state = state_of([LEG], [RED, LEG])
    put(state, "B1", at(36, 30))
    put(state, "A1", row(10, 30, 10))
    put(state, "B2", [*row(5, 34, 34, 1.3), *row(5, 34, 35.2, 1.3)])
    assert set(state.kind("B1.1").numbers) == {"wounds", "ballistic_skill", "capacity"}
    phase(state, "movement", "move", player=1)
    drive(state, moving.next_step(state), ["embark:B2:B1"])
    assert state.units["B2"].inside == "B1"
    phase(state, "shooting", "attack", player=1)
    done = drive(state, shooting.next_step(state), ["B1", "A1"], [1])
    assert done.dice("hit") == 1


@pytest.mark.rule("H-074")
def test_an_own_model_that_is_not_routed_touches_it() -> None:
    state = scene(BUN, LEG, unit(MAN))
    near(state, "A1")
    for model in state.units["A1"].models:
        model.statuses = ["routed"]
    assert code(state) == ("no-contact", "H-074")
    put(state, "A2", [at(36, 27 + 0.63)])
    assert code(state) is None
    put(state, "A2", [at(36, 27 + 0.63 + 0.5)])
    assert code(state) == ("no-contact", "H-074")


@pytest.mark.rule("H-075")
@pytest.mark.parametrize(("apart", "refused"), [(5.9, True), (6.0, True), (6.1, False)])
def test_no_model_of_the_controller_is_within_6_inches(apart: float, refused: bool) -> None:
    state = scene(BUN, LEG, theirs=(unit(MAN),))
    near(state, "A1")
    put(state, "B2", [at(36, 27 + 0.63 + apart)])
    assert code(state) == (("defended", "H-075") if refused else None)


@pytest.mark.rule("H-257")
def test_whatever_it_is_a_model_of_the_controller_bars_the_capture() -> None:
    state = scene(BUN, LEG, theirs=(unit(MAN), TOW, TANK))
    near(state, "A1")
    put(state, "B2", [at(36, 27 + 0.63 + 4)])
    state.units["B2"].models[0].statuses = ["routed"]
    assert code(state) == ("defended", "H-075")
    state.units["B2"].where, state.units["B2"].models[0].place = "reserve", None
    put(state, "B3", at(36, 27 + 5 + 2))
    assert code(state) == ("defended", "H-075")
    state.units["B3"].where, state.units["B3"].models[0].place = "reserve", None
    put(state, "B4", at(36, 27 + 7 + 1.5))  # its hull lies along x
    assert code(state) is None


@pytest.mark.rule("H-076")
def test_nobody_is_embarked_on_it() -> None:
    state = scene(BUN, LEG, theirs=(unit(MAN),))
    near(state, "A1")
    board(state, "B2", "B1")
    assert code(state) == ("garrisoned", "H-076")
    put(state, "B2", [at(36, 27 + 0.63 + 7)])
    state.units["B2"].inside = ""
    assert code(state) is None


@pytest.mark.rule("H-077", "H-070", "H-071")
def test_capturing_is_the_active_players_choice_and_destroys_and_scores_nothing() -> None:
    state = scene()
    near(state, "A1")
    state.core.sides[0].vp, state.core.sides[1].vp = 3, 2
    drive(state, captures(state), ["pass"])
    assert state.player("B1") == 1
    done = drive(state, captures(state), ["capture"])
    assert state.player("B1") == 0
    assert done.events == done.all(Controlled)
    assert not done.all(UnitDestroyed)
    assert not done.all(Removed)
    assert state.core.sides[1].casualties == []
    assert (state.core.sides[0].vp, state.core.sides[1].vp) == (3, 2)
    assert state.units["B1"].where == "table"


@pytest.mark.rule("H-072")
def test_a_mission_may_give_points_for_a_capture() -> None:
    state = state_of([LEG], [BUN], capture_points=1)
    put(state, "B1", at(36, 24))
    phase(state, "end", "effects")
    near(state, "A1")
    state.core.sides[0].vp, state.core.sides[1].vp = 3, 2
    done = drive(state, captures(state), ["capture"])
    assert [event.by for event in done.all(Points)] == [1]
    assert (state.core.sides[0].vp, state.core.sides[1].vp) == (4, 2)


@pytest.mark.rule("H-079")
def test_it_changes_hands_again_and_again() -> None:
    state = scene(BUN, LEG, theirs=(LEG,))
    controllers = []
    for player in (0, 1, 0):
        phase(state, "end", "effects", player=player)
        own, other = ("A1", "B2") if player == 0 else ("B2", "A1")
        near(state, own)
        put(state, other, row(10, 10, 40))
        drive(state, captures(state), ["capture"])
        controllers.append(state.player("B1"))
    assert controllers == [0, 1, 0]


@pytest.mark.rule("H-258")
def test_any_model_that_is_not_routed_makes_the_contact() -> None:
    state = scene(BUN, LEG, TANK)
    put(state, "A2", at(36, 21 - 2.5, 90))
    assert code(state) is None
    state.units["A2"].where, state.units["A2"].models[0].place = "reserve", None
    near(state, "A1")
    for model in state.units["A1"].models:
        model.statuses = ["pinned"]
    assert code(state) is None
    for model in state.units["A1"].models:
        model.statuses = ["routed"]
    assert code(state) == ("no-contact", "H-074")


@pytest.mark.rule("H-118")
def test_nobody_can_control_a_building() -> None:
    state = state_of([LEG], terrain=[BUILDING])
    put(state, "T1", at(36, 24))
    near(state, "A1")
    phase(state, "end", "effects")
    assert state.player("T1") == -1
    assert code(state, fort="T1") == ("no-fortification", "H-118")
    assert drive(state, captures(state)).asked == []
