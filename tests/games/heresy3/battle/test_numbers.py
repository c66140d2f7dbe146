"""Characteristics as they are now, and the dice language: modifiers in their order and with their duration; Checks and Tests."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.games.heresy3.battle.kit import BUILDING, LEG, MAN, SGT, at, drive, phase, put, row, state_of, unit, with_
from warbench.battle.requests import Event, Procedure
from warbench.games.heresy3.armies.fitting import fit
from warbench.games.heresy3.battle.checks import check
from warbench.games.heresy3.battle.events import Ends, Lasts, Removed
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.state import Lasting, State
from warbench.games.heresy3.kinds import kind_of
from warbench.games.heresy3.library import datasheet
from warbench.rules.effects import ChangeValue


def happen(state: State, *events: Event) -> None:
    """Let events happen."""

    def procedure() -> Procedure[None]:
        yield from events

    drive(state, procedure())


def lasts(state: State, change: ChangeValue, until: str = "") -> None:
    """A change of A1's Strength takes hold."""
    happen(state, Lasts(unit="A1", lasting=Lasting(effect=change, until=until, source=f"{change}")))


def plus(by: int) -> ChangeValue:
    return ChangeValue(name="strength", by=by)


def times(multiply: int) -> ChangeValue:
    return ChangeValue(name="strength", multiply=multiply)


def become(value: int) -> ChangeValue:
    return ChangeValue(name="strength", set=value)


HALF = ChangeValue(name="strength", halve=True)


def strength(state: State) -> int | None:
    return current(state, state.units["A1"].models[0], "strength")


@pytest.fixture
def state() -> State:
    """A1: ten legionaries of Strength 4."""
    found = state_of()
    put(found, "A1", row(10, 30, 10))
    put(found, "B1", row(10, 30, 40))
    return found


@pytest.mark.rule("H-179")
def test_without_a_modifier_the_current_value_is_the_base_value(state: State) -> None:
    assert strength(state) == 4
    lasts(state, plus(1))
    assert strength(state) == 5
    assert state.kind("A1.1").numbers["strength"] == 4


@pytest.mark.rule("H-180")
def test_a_later_modifier_acts_on_the_current_value(state: State) -> None:
    lasts(state, plus(1))
    phase(state, "shooting", "attack")
    lasts(state, times(2))
    assert strength(state) == 10


@pytest.mark.rule("H-181")
@pytest.mark.parametrize(
    ("changes", "result"),
    [
        ([times(2), plus(1)], 9),
        ([times(2), plus(-1)], 7),
        ([times(2), HALF, HALF, plus(1)], 3),
    ],
)
@pytest.mark.parametrize("backwards", [False, True])
def test_simultaneous_modifiers_multiply_divide_add_and_subtract(
    state: State,
    changes: Sequence[ChangeValue],
    result: int,
    backwards: bool,
) -> None:
    for change in reversed(changes) if backwards else changes:
        lasts(state, change)
    assert strength(state) == result


@pytest.mark.rule("H-182")
def test_additions_come_before_subtractions(state: State) -> None:
    lasts(state, plus(-1))
    lasts(state, plus(3))
    assert strength(state) == 6
    weak = state_of([unit((with_(MAN, strength=1), 3))])
    put(weak, "A1", row(3, 30, 10))
    lasts(weak, plus(-3))
    lasts(weak, plus(3))
    assert strength(weak) == 1


@pytest.mark.rule("H-183")
def test_what_is_set_overrides_all(state: State) -> None:
    lasts(state, become(2))
    assert strength(state) == 2
    lasts(state, times(2))
    phase(state, "shooting", "attack")
    lasts(state, plus(1))
    assert strength(state) == 2


@pytest.mark.rule("H-184")
def test_a_modifier_lasts_for_its_duration(state: State) -> None:
    lasts(state, plus(1), "phase")
    lasts(state, plus(2), "turn")
    assert strength(state) == 7
    happen(state, Ends(moment="phase"))
    assert strength(state) == 6
    happen(state, Ends(moment="turn"))
    assert strength(state) == 4


@pytest.mark.rule("H-220")
def test_what_comes_from_a_model_ends_with_it(state: State) -> None:
    effect = ChangeValue(name="leadership", by=1)
    happen(state, Lasts(unit="A1", lasting=Lasting(effect=effect, until="", source="aura", bearer="A1.10")))
    assert current(state, state.units["A1"].models[0], "leadership") == 8
    happen(state, Removed(model="A1.10"))
    assert current(state, state.units["A1"].models[0], "leadership") == 7


@pytest.mark.rule("H-120")
def test_a_building_has_armour_transport_capacity_and_hull_points_alone() -> None:
    sheet = datasheet("Medium Building")
    building = kind_of(fit(sheet, sheet.models[0].name, {}), sheet)
    for kind in (building, BUILDING):
        assert set(kind.numbers) == {"wounds", "capacity"}
        assert kind.armour is not None
        assert "ballistic_skill" not in kind.numbers
    state = state_of(terrain=[BUILDING])
    put(state, "T1", at(36, 24))
    assert current(state, state.units["T1"].models[0], "ballistic_skill") is None


# --- Checks and Tests ---


@pytest.mark.rule("H-237")
@pytest.mark.parametrize(("whose", "passes"), [("A1.10", True), ("unit", False)])
def test_a_sergeants_leadership_may_be_used_for_the_units_check(whose: str, passes: bool) -> None:
    state = state_of([unit((MAN, 9), SGT)])
    put(state, "A1", row(10, 30, 10))
    done = drive(state, check(state, state.units["A1"], "leadership", why="a test"), [whose], [4, 4])
    assert [option.key for option in done.about("check").options] == ["A1.10", "unit"]
    assert done.value is passes


@pytest.mark.parametrize(("faces", "passes"), [([3, 4], True), ([4, 4], False), ([1, 1], True), ([6, 6], False)])
def test_a_check_is_two_dice_against_the_lowest_value(faces: list[int], passes: bool) -> None:
    state = state_of([LEG])
    put(state, "A1", row(10, 30, 10))
    assert drive(state, check(state, state.units["A1"], "leadership", why="a test"), faces=faces).value is passes


def test_a_double_passes_or_fails_whatever_the_value() -> None:
    for leadership, faces, passes in ((1, [1, 1], True), (12, [6, 6], False), (12, [5, 6], True)):
        state = state_of([unit((with_(MAN, leadership=leadership), 1))])
        put(state, "A1", at(30, 10))
        assert drive(state, check(state, state.units["A1"], "leadership", why="a test"), faces=faces).value is passes


def test_fear_lowers_checks_near_it() -> None:
    state = state_of([LEG], [unit((with_(MAN, rules=("Fear (2)",)), 1))])
    put(state, "A1", row(10, 30, 10))
    put(state, "B1", [at(30, 20)])
    assert drive(state, check(state, state.units["A1"], "cool", why="a test"), faces=[3, 3]).value is False
    state.units["B1"].models[0].place = at(30, 40)
    assert drive(state, check(state, state.units["A1"], "cool", why="a test"), faces=[3, 3]).value is True


def test_disgrace_halves_weapon_skill_and_leadership(state: State) -> None:
    model = state.units["A1"].models[0]
    model.statuses = ["disgraced"]
    assert (current(state, model, "weapon_skill"), current(state, model, "leadership")) == (2, 3)


def test_the_cybertheurgic_statuses_raise_what_they_say(state: State) -> None:
    model = state.units["A1"].models[0]
    model.statuses = ["quicken", "fortify", "guide"]
    names = ("movement", "initiative", "strength", "toughness", "ballistic_skill", "weapon_skill")
    assert [current(state, model, name) for name in names] == [8, 5, 5, 5, 5, 5]
    still = msgspec.structs.replace(MAN, numbers={**MAN.numbers, "movement": 0})
    other = state_of([unit(still)])
    put(other, "A1", at(30, 10))
    other.units["A1"].models[0].statuses = ["quicken"]
    assert current(other, other.units["A1"].models[0], "movement") == 0
