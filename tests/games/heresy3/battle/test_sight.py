"""Line of sight and cover: area terrain by its class and depth, hulls in the way, other models never."""

import msgspec
import pytest

from tests.games.heresy3.battle.kit import LEG, MAN, TANK, at, put, state_of, unit
from tests.games.heresy3.battle.shots import armed, fire, gun, said, shooting, stand
from warbench.games.heresy3.battle.cover import cover_of
from warbench.games.heresy3.battle.missions import Rubble, Zone, ZoneKind
from warbench.games.heresy3.battle.roster import INCH
from warbench.games.heresy3.battle.sight import can_see
from warbench.games.heresy3.battle.state import State
from warbench.table.convex import Core
from warbench.table.terrain import container, rectangle


def strip(low: float, high: float) -> Core:
    """A rectangle across the table between two distances from its near edge, in inches."""
    return rectangle(10 * INCH, round(low * INCH), 40 * INCH, round(high * INCH))


def zone(kind: ZoneKind, low: float, high: float) -> Zone:
    """Area terrain across the table."""
    return Zone(name=f"{kind} zone", kind=kind, corners=strip(low, high))


def two(*zones: Zone, y: float = 20, other: float = 30) -> State:
    """A1 and B1, one model each, one straight above the other."""
    state = state_of([MAN], [MAN], zones=zones)
    put(state, "A1", at(20, y))
    put(state, "B1", at(20, other))
    return state


def seen(state: State) -> bool:
    """Whether A1 sees B1; sight goes both ways."""
    a, b = state.units["A1"], state.units["B1"]
    found = can_see(state, a, b)
    assert can_see(state, b, a) == found
    return found


@pytest.mark.rule("H-205")
def test_medium_terrain_stops_a_line_that_runs_through_more_than_3_inches() -> None:
    assert seen(two(zone("medium", 22, 24.9)))
    assert seen(two(zone("medium", 22, 25)))
    assert not seen(two(zone("medium", 22, 25.1)))
    assert not seen(two(Zone(name="by a tenth of a millimetre", kind="medium", corners=strip(22, 25 + 1 / 254))))


def test_only_the_part_of_the_line_inside_counts() -> None:
    # B1 stands 2.9 inches deep in a zone of 10.
    assert seen(two(zone("medium", 27.5, 40), other=30))
    assert not seen(two(zone("medium", 26, 40), other=30))


@pytest.mark.rule("H-206")
def test_heavy_terrain_always_stops_it_and_light_never() -> None:
    ends: list[tuple[float, float, float, float]] = [(20, 30, 28, 33), (30, 20, 28, 33), (20, 30, 24, 24.5), (29, 30.3, 25, 35)]
    for y, other, low, high in ends:
        assert not seen(two(zone("heavy", low, high), y=y, other=other))
        assert seen(two(zone("light", low, high), y=y, other=other))


def test_hulls_stop_a_line_and_other_models_never() -> None:
    state = state_of([MAN, unit((MAN, 10))], [MAN, TANK])
    put(state, "A1", at(20, 20))
    put(state, "B1", at(20, 30))
    put(state, "A2", [at(16 + index, 25) for index in range(9)])
    assert seen(state)
    put(state, "B2", at(20, 27))
    assert not seen(state)


def test_terrain_pieces_stop_a_line() -> None:
    state = state_of([MAN], [MAN], pieces=[container("block", rectangle(17 * INCH, 24 * INCH, 23 * INCH, 26 * INCH), 4 * INCH)])
    put(state, "A1", at(20, 20))
    put(state, "B1", at(20, 30))
    assert not seen(state)
    put(state, "B1", at(26, 22))
    assert seen(state)


@pytest.mark.rule("H-203")
def test_cover_by_the_class_of_the_terrain() -> None:
    zones = [zone("light", 30, 32), zone("medium", 33, 35), zone("heavy", 36, 38)]
    state = shooting([armed(MAN, gun(ap=3))], [MAN, MAN, MAN, MAN], zones=zones)
    places: list[tuple[float, int | None]] = [(31, 6), (34, 5), (37, 4), (35.5, None)]
    for number, (y, cover) in enumerate(places, 1):
        target = put(state, f"B{number}", at(20 + 3 * number, y))
        assert cover_of(state, target.models[0]) == cover
    # What the attack makes of it: the Armour Save is denied by the AP, the Cover Save is not.
    assert "Cover Save 6+" in said(fire(state, "B1", face=1), "Saving Throw")
    assert "Saving Throw none" in said(fire(state, "B4", face=1), "Saving Throw")


def test_cavalry_has_no_cover_from_terrain() -> None:
    rider = msgspec.structs.replace(MAN, type="cavalry")
    state = shooting([LEG], [rider], zones=[zone("heavy", 29, 31)])
    assert cover_of(state, state.units["B1"].models[0]) is None


@pytest.mark.rule("H-208")
def test_difficult_ground_alone_gives_no_cover() -> None:
    rubble = Rubble(name="rubble", corners=strip(29, 33))
    state = shooting([LEG], [MAN], rubble=[rubble])
    assert cover_of(state, state.units["B1"].models[0]) is None
    assert "Armour Save 3+" in said(fire(state, face=1), "Saving Throw")
    inside = shooting([armed(MAN, gun(ap=3))], [MAN], rubble=[rubble], zones=[zone("medium", 29, 33)])
    assert cover_of(inside, inside.units["B1"].models[0]) == 5
    assert "Cover Save 5+" in said(fire(inside, face=1), "Saving Throw")


def test_models_in_different_cover_save_apart() -> None:
    state = shooting([unit((armed(MAN, gun(ap=3)), 2))], [unit((MAN, 2))], zones=[zone("medium", 29, 31)])
    put(state, "B1", [at(20, 30), at(24, 32)])
    # The owner lets the one in cover take the wounds: it stays the Target Model until it falls.
    done = fire(state, faces=[4, 4, 6, 6, 5, 4], answers={"target model": "B1.1"})
    assert [roll.count for roll in done.rolls] == [2, 2, 1, 1]
    assert [model.id for model in state.units["B1"].models] == ["B1.2"]
    # The one in the open has no save: no die is rolled for it.
    done = fire(state, faces=[4, 1, 6])
    assert [roll.count for roll in done.rolls] == [2, 1]


def test_a_unit_behind_the_corner_is_no_target() -> None:
    state = shooting([LEG], [LEG, LEG], zones=[zone("heavy", 24, 25)])
    stand(state, "B2", 22)
    a = state.units["A1"]
    assert not can_see(state, a, state.units["B1"])
    assert can_see(state, a, state.units["B2"])
