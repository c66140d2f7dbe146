"""The Resolution Sub-Phase: points, winners, the loser's Check; Fortifications on either side."""

from collections.abc import Sequence

import pytest

from tests.games.heresy3.battle.assault import RADIUS, carry, fights, line, rank
from tests.games.heresy3.battle.kit import BUN, CEN, LEG, MAN, SGT, TANK, at, phase, put, state_of, unit, with_
from warbench.games.heresy3.battle.events import Began, Fights, Said, Status
from warbench.games.heresy3.battle.resolving import next_step, resolve_combat, total_points, winner_of
from warbench.games.heresy3.battle.roster import Kind
from warbench.games.heresy3.battle.state import Options, State

WALL = line(27) - RADIUS
COMBAT = ["A1", "B1"]


def walls(*, squad: int = 0, count: int = 5) -> tuple[State, list[str]]:
    """A's squad in contact with B's Fortification, and with a squad of B if it has one; A's Resolution Sub-Phase."""
    state = state_of((unit((MAN, count)),), (BUN, unit((MAN, squad or 1))))
    put(state, "B1", at(36, 30))
    put(state, "A1", rank(count, 33.4, WALL))
    combat = ["A1", "B1"]
    if squad:
        put(state, "B2", rank(squad, 33.4, WALL - 2 * RADIUS))
        combat.append("B2")
    phase(state, "assault", "resolution")
    return state, combat


def opposed(ours: Sequence[Kind], theirs: Sequence[Kind]) -> State:
    """Two locked ranks in base contact."""
    state = state_of((unit(*ours),), (unit(*theirs),))
    put(state, "A1", rank(len(ours), 20, line(20)))
    put(state, "B1", rank(len(theirs), 20, line(20) + 2 * RADIUS))
    for unit_ in state.units.values():
        unit_.locked = True
    phase(state, "assault", "resolution")
    return state


@pytest.mark.rule("H-051")
def test_a_side_of_fortifications_alone_always_loses() -> None:
    state, combat = walls()
    done = carry(state, resolve_combat(state, combat, [0, 3]), aftermath="hold")
    assert done.value == 0


@pytest.mark.rule("H-278")
def test_against_fortifications_alone_there_is_no_draw() -> None:
    state, combat = walls()
    assert winner_of(state, combat, [0, 0]) == 0


@pytest.mark.rule("H-052")
def test_a_fortification_takes_no_panic_check() -> None:
    state, combat = walls()
    done = carry(state, resolve_combat(state, combat, [4, 0]), aftermath="hold")
    assert done.value == 0
    assert done.dice("leadership") == 0
    assert state.statuses(state.units["B1"]) == ()


@pytest.mark.rule("H-055")
@pytest.mark.parametrize(("points", "winner"), [([1, 3], 1), ([3, 1], 0), ([2, 2], None)])
def test_a_mixed_side_finds_its_winner_as_usual(points: list[int], winner: int | None) -> None:
    state, combat = walls(squad=4)
    # Five models on either side: nobody has most.
    assert total_points(state, combat, points) == points
    dice = {} if winner is None else {"leadership check": (1, 1)}
    done = carry(state, resolve_combat(state, combat, points), dice, aftermath="hold")
    assert done.value == winner


@pytest.mark.rule("H-279")
def test_on_a_losing_mixed_side_the_units_alone_check() -> None:
    state, combat = walls(squad=4)
    dice = {"leadership check": (2, 3)}  # Leadership 7 - 2
    done = carry(state, resolve_combat(state, combat, [3, 1]), dice, aftermath="hold")
    assert [(roll.player, roll.count) for roll in done.rolls] == [(1, 2)]
    assert state.statuses(state.units["B1"]) == ()
    assert state.statuses(state.units["B2"]) == ()


@pytest.mark.parametrize(
    ("ours", "theirs", "points"),
    [
        ([MAN] * 3, [MAN] * 2, [1, 0]),
        ([MAN] * 2, [MAN] * 2, [0, 0]),
        ([with_(CEN, words=("paragon",))], [MAN] * 2, [1, 0]),  # a Paragon counts its Wounds
    ],
)
def test_most_models_score_a_point(ours: Sequence[Kind], theirs: Sequence[Kind], points: list[int]) -> None:
    state = opposed(ours, theirs)
    assert total_points(state, COMBAT, [0, 0]) == points


@pytest.mark.parametrize(("reading", "points"), [("one", [0, 0]), ("none", [1, 0])])
def test_whether_a_fortification_counts_as_a_model_is_a_ruling(reading: str, points: list[int]) -> None:
    options = Options(rulings={"fortification-count": reading})
    state = state_of((unit((MAN, 5)),), (BUN, unit((MAN, 4))), options=options)
    put(state, "B1", at(36, 30))
    put(state, "A1", rank(5, 33.4, WALL))
    put(state, "B2", rank(4, 33.4, WALL - 2 * RADIUS))
    assert total_points(state, ["A1", "B1", "B2"], [0, 0]) == points


@pytest.mark.parametrize(("faces", "routed"), [((3, 3), True), ((2, 3), False)])
def test_the_loser_checks_once_with_the_difference_as_a_penalty(faces: tuple[int, int], routed: bool) -> None:
    state = opposed([MAN] * 3, [MAN] * 3)  # Leadership 7, difference 2: 5 or less
    done = carry(state, resolve_combat(state, COMBAT, [2, 0]), _with_flight(faces, routed=routed), aftermath="hold")
    assert done.value == 0
    assert bool([event for event in done.all(Status) if event.status == "routed"]) is routed


def _with_flight(faces: tuple[int, int], *, routed: bool) -> dict[str, Sequence[int]]:
    return {"leadership check": faces, **({"fall back": (1,)} if routed else {})}


def test_the_leadership_of_a_command_or_sergeant_model_may_be_used() -> None:
    state = opposed([MAN] * 3, [MAN, MAN, SGT])
    dice = {"leadership check": (3, 4)}  # 9 - 2
    done = carry(state, resolve_combat(state, COMBAT, [2, 0]), dice, check="B1.3", aftermath="hold")
    asked = done.about("check")
    assert [option.text for option in asked.options] == ["legionary (B1): 7", "sergeant of legionary (B1): 9"]
    assert state.statuses(state.units["B1"]) == ()


def test_units_that_are_routed_already_do_not_check_again() -> None:
    state = opposed([MAN] * 3, [MAN] * 3)
    for model in state.units["B1"].models:
        model.statuses.append("routed")
    done = carry(state, resolve_combat(state, COMBAT, [2, 0]), {"fall back": (1,)}, aftermath="hold")
    assert done.dice("leadership") == 0


def test_a_vehicle_alone_never_checks_and_only_holds() -> None:
    state = state_of((LEG,), (TANK,))
    put(state, "B1", at(36, 30))
    put(state, "A1", rank(10, 30, line(28.5) - RADIUS))
    phase(state, "assault", "resolution")
    done = carry(state, resolve_combat(state, COMBAT, [0, 0]), aftermath="hold")
    assert done.value == 0
    assert done.dice("leadership") == 0
    # The tank holds: nobody follows it. It has one option, and is not asked.
    assert [(ask.player, [option.key for option in ask.options]) for ask in done.asked if ask.about == "aftermath"] == [
        (0, ["hold", "fall back"])
    ]


def test_after_a_massacre_the_survivors_consolidate() -> None:
    state = opposed([MAN] * 3, [MAN] * 3)
    put(state, "B1", [])
    state.units["B1"].where = "gone"
    done = carry(state, resolve_combat(state, COMBAT, [3, 0]))
    assert done.value is None
    assert [ask.about for ask in done.asked] == ["consolidate"]
    assert not state.units["A1"].locked
    assert any("massacre" in event.text for event in done.all(Said))


def test_the_sub_phase_resolves_each_combat_and_ends_with_the_phase() -> None:
    state = opposed([MAN] * 3, [MAN] * 3)
    fights(state, "A1", "B1", step="fought")
    carry(state, next_step(state), aftermath="hold")
    assert state.core.combats[0].step == "resolved"
    done = carry(state, next_step(state))
    assert [event.phase for event in done.all(Began)] == ["end"]
    assert done.all(Fights)[-1].combats == ()
    assert state.units["A1"].locked
