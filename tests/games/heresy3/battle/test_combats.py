"""Combats: who is in one, who is engaged, who is locked."""

import pytest

from tests.games.heresy3.battle.assault import RADIUS, carry, line, rank
from tests.games.heresy3.battle.kit import BUILDING, BUN, LEG, MAN, TANK, at, key, phase, put, row, state_of, unit, with_
from warbench.games.heresy3.battle import challenging, charging, fighting, moving
from warbench.games.heresy3.battle.charging import can_charge
from warbench.games.heresy3.battle.combats import combat_of, combats, contacts, engaged_models, engaged_with, hostile, relock
from warbench.games.heresy3.battle.conclusions import DREW, HOLD, Ending, conclude
from warbench.games.heresy3.battle.events import Moved
from warbench.games.heresy3.battle.moving import may_select
from warbench.games.heresy3.battle.resolving import resolve_combat
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.targets import eligible

FRONT = line(20)
BACK = FRONT + 2 * RADIUS
"""The y of models in base contact with a rank at FRONT."""


def two(ours: int = 1, theirs: int = 1, apart: int = 0) -> State:
    """A rank of A and one of B, opposite each other."""
    state = state_of((unit((MAN, ours)),), (unit((MAN, theirs)),))
    put(state, "A1", rank(ours, 20, FRONT))
    put(state, "B1", rank(theirs, 20, BACK + apart))
    phase(state, "assault", "fight")
    return state


@pytest.mark.rule("H-238")
def test_a_combat_is_units_with_models_in_base_contact() -> None:
    touching, near = two(), two(apart=line(0.5))
    assert combats(touching) == [["A1", "B1"]]
    assert combats(near) == []


def test_units_that_hang_together_are_one_combat() -> None:
    state = state_of((unit((MAN, 2)), unit((MAN, 1))), (unit((MAN, 2)), LEG))
    put(state, "A1", rank(2, 20, FRONT))
    put(state, "B1", rank(2, 21.3, BACK))
    put(state, "A2", rank(1, 22.6, FRONT))
    put(state, "B2", row(10, 20, 40))
    assert combats(state) == [["A1", "A2", "B1"]]
    assert combat_of(state, state.units["B2"]) == []


@pytest.mark.rule("H-108")
def test_models_are_engaged_in_contact_or_at_most_two_inches_from_a_mate_in_contact() -> None:
    state = state_of((unit((MAN, 4)), unit((MAN, 1))), (unit((MAN, 1)),))
    put(state, "B1", rank(1, 20, BACK))
    behind = [FRONT - 2 * RADIUS - line(gap) for gap in (1.5, 2.0, 2.5)]
    x = at(20, 0).x
    places = [*rank(1, 20, FRONT), *(at(20, 0) for _ in range(3))]
    put(state, "A1", [places[0], *(place.__class__(x, y, 0, 0) for place, y in zip(places[1:], behind, strict=True))])
    put(state, "A2", rank(1, 20 + 1.3, FRONT - 2 * RADIUS - line(0.9)))
    assert [model.id for model in engaged_models(state, state.units["A1"], ["A1", "A2", "B1"])] == ["A1.1", "A1.2", "A1.3"]
    assert engaged_models(state, state.units["A2"], ["A1", "A2", "B1"]) == []


def test_engaged_with_each_enemy_unit_apart() -> None:
    state = state_of((unit((MAN, 1)),), (unit((MAN, 1)), unit((MAN, 1))))
    put(state, "A1", rank(1, 20, FRONT))
    put(state, "B1", rank(1, 20, BACK))
    put(state, "B2", rank(1, 23, BACK))
    ours = state.units["A1"]
    assert [model.id for model in engaged_with(state, ours, state.units["B1"])] == ["A1.1"]
    assert engaged_with(state, ours, state.units["B2"]) == []


@pytest.mark.rule("H-050")
def test_a_fortification_locks_nobody() -> None:
    state = state_of((unit((MAN, 4)),), (BUN,))
    put(state, "B1", at(36, 30))
    put(state, "A1", rank(4, 34, line(27) - RADIUS))
    phase(state, "assault", "fight")
    assert combats(state) == [["A1", "B1"]]
    won = carry(state, resolve_combat(state, ["A1", "B1"], [0, 0]), aftermath="hold")
    assert won.value == 0
    assert not state.units["A1"].locked
    assert contacts(state, state.units["A1"], state.units["B1"])
    phase(state, "movement", "move")
    assert may_select(state, "A1") is None
    back = [place.__class__(place.x, place.y - line(7), 0, 0) for place in rank(4, 34, line(27) - RADIUS)]
    moved = carry(state, moving.next_step(state), unit="A1", move_kind="move", move=key(*back))
    assert [(event.unit, len(event.places)) for event in moved.all(Moved)] == [("A1", 4)]
    assert state.units["A1"].models[0].place == back[0]


def test_a_hull_is_fought_in_the_turn_of_who_touches_it() -> None:
    state = state_of((unit((MAN, 1)),), (TANK,), terrain=(BUILDING,))
    put(state, "B1", at(36, 30))
    put(state, "A1", rank(1, 36, line(28.5) - RADIUS))
    phase(state, "assault", "fight", 0)
    assert hostile(state, state.units["A1"], state.units["B1"])
    phase(state, "assault", "fight", 1)
    assert not hostile(state, state.units["A1"], state.units["B1"])
    put(state, "T1", at(50, 40))
    assert not hostile(state, state.units["A1"], state.units["T1"])
    state.units["A1"].charged = True
    assert hostile(state, state.units["A1"], state.units["T1"])


@pytest.mark.rule("H-104", "H-105")
def test_locked_units_are_selected_in_the_assault_phase_alone() -> None:
    state = two(2, 2)
    put(state, "A1", rank(2, 20, FRONT))
    ours, theirs = state.units["A1"], state.units["B1"]
    ours.locked = theirs.locked = True
    phase(state, "movement", "move")
    refusals = [may_select(state, "A1"), eligible(state, ours), can_charge(state, ours, theirs)]
    assert [(each.code, each.rule) for each in refusals if each is not None] == [("locked", "H-104")] * 3
    # H-105: in the Challenge and Fight Sub-Phases the Active player selects their combats.
    champion = with_(MAN, words=("command",))
    state = state_of((champion, champion), (champion, champion))
    for number, x in ((1, 20), (2, 40)):
        put(state, f"A{number}", rank(1, x, FRONT))
        put(state, f"B{number}", rank(1, x, BACK))
        state.units[f"A{number}"].locked = state.units[f"B{number}"].locked = True
    phase(state, "assault", "charge")
    carry(state, charging.next_step(state))
    for step in (challenging, fighting):
        assert state.core.step == {challenging: "challenge", fighting: "fight"}[step]
        misses = {"hit": (1, 1)} if step is fighting else {}
        asked = carry(state, step.next_step(state), misses, challenge="pass").about("combat")
        assert [option.text for option in asked.options] == ["legionary (A1), legionary (B1)", "legionary (A2), legionary (B2)"]
        while state.core.step == "challenge":
            carry(state, step.next_step(state), challenge="pass")


@pytest.mark.rule("H-239")
def test_locked_units_stay_in_contact_or_are_locked_no_more() -> None:
    state = two(3, 1)
    state.units["A1"].locked = state.units["B1"].locked = True
    places = {model.id: model.place for key in ("A1", "B1") for model in state.units[key].models if model.id in {"A1.1", "B1.1"}}
    carry(state, resolve_combat(state, ["A1", "B1"], [0, 0]), {"leadership check": (1, 1)}, aftermath="hold")
    assert all(state.units[each].locked for each in ("A1", "B1"))
    assert contacts(state, state.units["A1"], state.units["B1"])
    assert places == {name: state.model(name).place for name in places}
    apart = two(1, 1, apart=line(9))
    apart.units["A1"].locked = apart.units["B1"].locked = True
    held = carry(apart, resolve_combat(apart, ["A1", "B1"], [0, 0]), aftermath="hold")
    assert held.value is None
    assert not contacts(apart, apart.units["A1"], apart.units["B1"])
    assert not any(apart.units[each].locked for each in ("A1", "B1"))


def test_marks_are_taken_off_who_touches_nobody() -> None:
    state = two(1, 1, apart=line(3))
    state.units["A1"].locked = True
    carry(state, relock(state))
    assert not state.units["A1"].locked


def test_hold_is_always_open_to_who_is_not_routed() -> None:
    state = two()
    ending = Ending(["A1", "B1"], DREW)
    assert HOLD.open_to(state, state.units["A1"], ending)
    asked = carry(state, conclude(state, state.units["A1"], ending)).about("aftermath")
    assert [option.key for option in asked.options] == ["hold", "fall back"]
