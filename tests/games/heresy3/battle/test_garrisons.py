"""Garrisons of Fortifications that were damaged in a fight."""

from collections.abc import Mapping, Sequence

import pytest

from tests.driving import Driven
from tests.games.heresy3.battle.assault import RADIUS, carry, fights, line, rank
from tests.games.heresy3.battle.kit import (
    BREACHER_CHARGES,
    BUN,
    KNIFE,
    MAN,
    MELTA_BOMBS,
    SGT,
    at,
    board,
    phase,
    put,
    state_of,
    unit,
    with_,
)
from warbench.games.heresy3.battle.events import Said, SetUp, Threw
from warbench.games.heresy3.battle.fighting import next_step as fight_step
from warbench.games.heresy3.battle.garrisons import garrisons
from warbench.games.heresy3.battle.resolving import next_step
from warbench.games.heresy3.battle.roster import Kind
from warbench.games.heresy3.battle.state import State

WALL = line(27) - RADIUS


def held(*strikers: Kind, inside: int = 10, squads: int = 1) -> State:
    """A's models at B's Fortification, with squads inside; A's Fight Sub-Phase."""
    state = state_of((unit(*strikers),), (BUN, *[unit((MAN, inside or 1))] * squads))
    put(state, "B1", at(36, 30))
    put(state, "A1", rank(len(strikers), 36 - 0.65 * (len(strikers) - 1), WALL))
    if inside:
        for number in range(2, 2 + squads):
            board(state, f"B{number}", "B1")
    phase(state, "assault", "fight")
    fights(state, "A1", "B1")
    return state


def storm(state: State, fight: Mapping[str, Sequence[int]], after: Mapping[str, Sequence[int]]) -> Driven:
    """The fight, and the resolution of the combat."""
    carry(state, fight_step(state), fight)
    state.core.step = "resolution"
    return carry(state, next_step(state), after, aftermath="hold")


FIST = with_(MAN, strength=10)


@pytest.mark.rule("H-057")
def test_a_damaged_fortification_with_a_garrison_rolls_after_all_aftermath() -> None:
    state = held(FIST)
    done = storm(state, {"penetration": (3,)}, {"garrison": (6,)})
    assert state.units["B1"].models[0].wounds == 7
    rolls = [roll for roll in done.rolls if roll.purpose == "garrison"]
    assert [(roll.player, roll.count) for roll in rolls] == [(1, 1)]
    log = [type(event).__name__ if not isinstance(event, Threw) else event.purpose for event in done.events]
    last = max(index for index, event in enumerate(done.events) if isinstance(event, Said) and event.rule.startswith("aftermath"))
    assert log.index("garrison") > last
    unhurt = held(FIST)
    assert storm(unhurt, {"penetration": (1,)}, {}).dice("garrison") == 0
    empty = held(FIST, inside=0)
    assert storm(empty, {"penetration": (3,)}, {}).dice("garrison") == 0


@pytest.mark.rule("H-058")
@pytest.mark.parametrize(
    ("strikers", "dice", "die", "final"),
    [
        ([FIST], {"penetration": (3,)}, 2, 2),
        ([with_(SGT, arms=(BREACHER_CHARGES,))], {"penetration": (2,)}, 2, 1),
        ([with_(MAN, arms=(MELTA_BOMBS,)), with_(SGT, arms=(BREACHER_CHARGES,))], {"penetration": (2, 2)}, 3, 2),
    ],
)
def test_bombs_make_the_roll_worse_by_one_whoever_used_them(
    strikers: list[Kind], dice: Mapping[str, Sequence[int]], die: int, final: int
) -> None:
    state = held(*strikers)
    after: dict[str, Sequence[int]] = {"garrison": (die,)}
    if final < 2:
        after["leadership check"] = (1, 1)
    done = storm(state, dice, after)
    told = [event.result for event in done.all(Threw) if event.purpose == "garrison"]
    assert told[0].startswith(f"{final}:")


@pytest.mark.rule("H-059")
@pytest.mark.parametrize("die", [1, 2])
def test_under_two_the_garrison_comes_out_and_checks_for_panic(die: int) -> None:
    state = held(FIST)
    out = die == 1
    after: dict[str, Sequence[int]] = {"garrison": (die,)}
    if out:
        after["leadership check"] = (1, 1)
    done = storm(state, {"penetration": (3,)}, after)
    garrison = state.units["B2"]
    assert garrison.where == ("table" if out else "inside")
    assert [event.how for event in done.all(SetUp)] == (["disembark"] if out else [])
    assert sum(model.place is not None for model in garrison.models) == (10 if out else 0)
    assert done.dice("leadership check") == (2 if out else 0)


def ringed(state: State, *, gap: bool) -> None:
    """Put A's models all around the Fortification, with room on one side or none."""
    spots = []
    for index in range(7):
        x = 32.3 + 1.25 * index
        spots += [at(x, 26.3), at(x, 33.7)]
        if index < 6:
            y = 26.85 + 1.25 * index
            spots.append(at(32.3, y))
            if not gap:
                spots.append(at(39.7, y))
    put(state, "A1", spots)


@pytest.mark.rule("H-060")
def test_with_no_way_out_the_owner_may_leave_the_garrison_inside() -> None:
    state = held(*[MAN] * 40)
    ringed(state, gap=False)
    state.units["B1"].breached = "hull"
    done = carry(state, garrisons(state, ["A1", "B1"]), {"garrison": (1,)}, garrison="stay")
    asked = done.about("garrison")
    assert asked.player == 1
    assert [option.key for option in asked.options] == ["stay", "leave"]
    assert len(state.units["B2"].models) == 10
    assert state.units["B2"].where == "inside"
    free = held(*[MAN] * 40, inside=3)
    ringed(free, gap=True)
    free.units["B1"].breached = "hull"
    done = carry(free, garrisons(free, ["A1", "B1"]), {"garrison": (1,), "leadership check": (1, 1)})
    assert not [ask for ask in done.asked if ask.about == "garrison"]
    assert free.units["B2"].where == "table"


@pytest.mark.rule("H-256")
def test_with_no_way_out_each_unit_may_stay() -> None:
    state = held(*[MAN] * 40, inside=5, squads=2)
    ringed(state, gap=False)
    state.units["B1"].breached = "hull"
    done = carry(state, garrisons(state, ["A1", "B1"]), {"garrison": (1,)}, garrison="stay")
    assert [ask.text.split(" finds")[0] for ask in done.asked] == ["legionary (B2)", "legionary (B3)"]
    assert [state.units[key].where for key in ("B2", "B3")] == ["inside", "inside"]


def test_knives_do_not_count_as_bombs() -> None:
    state = held(with_(MAN, strength=10, arms=(KNIFE,)))
    carry(state, fight_step(state), {"penetration": (3,)})
    assert state.units["B1"].breached == "hull"
