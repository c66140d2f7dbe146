"""The Void Shield Generator, as its datasheet has it: the shield, burning out, bursting."""

import pytest

from tests.driving import Driven
from tests.games.heresy3.battle.kit import LEG, MAN, TANK, at, drive, phase, put, row, state_of, with_
from tests.games.heresy3.battle.shots import armed, fire, gun, said
from warbench.games.heresy3 import library
from warbench.games.heresy3.armies.fitting import fit
from warbench.games.heresy3.battle import starting
from warbench.games.heresy3.battle.events import Removed, apply
from warbench.games.heresy3.battle.roster import Kind
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.kinds import kind_of


def generator() -> Kind:
    """The model of the bundled datasheet, with what it is equipped with."""
    sheet = library.datasheet("Void Shield Generator")
    return kind_of(fit(sheet, sheet.models[0].name, {"void shield generator": 1}), sheet)


def scene(theirs: Kind = MAN) -> State:
    """A's gunner before B's model, which stands 2 inches from B's generator; B's Start Phase."""
    state = state_of([armed(MAN, gun(strength=10, ap=2))], [theirs, generator()])
    put(state, "A1", at(36, 20))
    put(state, "B1", at(36, 30))
    put(state, "B2", at(36, 35.6))
    return state


def start(state: State, *faces: int) -> Driven:
    """B's Start Phase: the generator is activated if there are dice."""
    phase(state, "start", "effects", 1)
    return drive(state, starting.next_step(state), ["activate"] if faces else [], faces)


def save(state: State) -> str:
    """What the plan says of B1's save against A1's gun, whose AP denies Armour Saves."""
    phase(state, "shooting", "attack")
    line = said(fire(state, face=4), "Saving Throw")
    return line.partition("Saving Throw ")[2].partition(" ")[0]


@pytest.mark.parametrize(("own", "shown"), [(None, "6+"), (5, "5+")])
def test_it_gives_an_invulnerable_save_of_6_and_takes_away_no_better_one(own: int | None, shown: str) -> None:
    state = scene(with_(MAN, wounds=5, invulnerable=own))
    assert save(state) == ("none" if own is None else "5+")
    start(state, 3)
    assert save(state) == shown


@pytest.mark.parametrize(("face", "reach"), [(3, 6), (4, 3)])
def test_how_far_the_shield_reaches(face: int, reach: int) -> None:
    state = state_of([LEG], [MAN, MAN, generator()])
    put(state, "A1", row(10, 10, 5))
    put(state, "B3", at(36, 30))  # its side lies 75 mm off
    edge = 30 + 75 / 25.4 + 160 / 254
    put(state, "B1", at(36, edge + reach))
    put(state, "B2", at(36, edge + reach + 1))
    start(state, face)
    assert [bool(state.units[key].lasting) for key in ("B1", "B2")] == [True, False]


def test_the_shield_lasts_until_the_next_own_start_phase() -> None:
    state = scene(with_(MAN, wounds=5))
    start(state, 1)
    assert save(state) == "6+"
    start(state, 6)  # and one more for its earlier use: burnt out
    assert save(state) == "none"
    assert start(state).rolls == []


def test_it_bursts_and_hits_whoever_is_near() -> None:
    state = scene(TANK)
    put(state, "B1", at(36, 29))
    for face in (1, 1):
        start(state, face)
    # 8 with two earlier uses: D6 hits of Strength 6, here one; on Armour 12 a 6 glances.
    done = start(state, 6, 1, 6, 1)
    assert [roll.purpose for roll in done.rolls][-1] == "vehicle damage table"
    assert state.units["B2"].where == "gone"
    assert state.statuses(state.units["B1"]) == ("stunned",)


@pytest.mark.rule("H-220")
def test_the_shield_ends_with_its_generator() -> None:
    state = scene(with_(MAN, wounds=5))
    start(state, 1)
    assert [bool(state.units[key].lasting) for key in ("B1", "B2")] == [True, True]
    apply(state, Removed(model="B2.1"))
    assert save(state) == "none"


def test_vehicles_have_no_shield_and_nobody_has_to_activate_it() -> None:
    state = scene(TANK)
    phase(state, "start", "effects", 1)
    assert drive(state, starting.next_step(state), ["leave"]).rolls == []
    start(state, 1)
    assert state.units["B1"].lasting == []
