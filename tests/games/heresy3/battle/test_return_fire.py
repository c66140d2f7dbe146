"""The steps of a Shooting Attack, and Return Fire in its place."""

import pytest

from tests.games.heresy3.battle.kit import (
    GUN,
    LEG,
    MAN,
    TOW,
    Probe,
    phase,
    unit,
)
from tests.games.heresy3.battle.shots import SURE, Y, armed, fire, gun, rolls, run, said, shooting, stand
from warbench.games.heresy3.battle.events import (
    Allotment,
    Began,
    Done,
    Ends,
    Hurt,
    Removed,
    Said,
    Threw,
)
from warbench.games.heresy3.battle.shooting import next_step


@pytest.mark.rule("H-262")
def test_names_of_an_attack() -> None:
    state = shooting([LEG], [LEG])
    done = fire(state, face=1)
    assert said(done, "Attacking Unit").endswith("Unit legionaries (A1), Attacking Player A, Target Unit legionaries (B1)")
    done = fire(state, face=1, reactions=None, answers={"react": "return fire:B1"})
    lines = [event.text for event in done.all(Said) if "Attacking Unit" in event.text]
    assert lines[1].endswith("Unit legionaries (B1), Attacking Player B, Target Unit legionaries (A1)")


@pytest.mark.rule("H-031")
def test_a_structure_does_not_react_and_an_emplacement_does() -> None:
    for kind, offers in ((TOW, []), (GUN, [["pass", "return fire:B1"]])):
        state = shooting([LEG], [kind], away=15)
        done = fire(state, face=1, reactions=None, answers={"react": "pass"})
        assert [[option.key for option in ask.options] for ask in done.asked if ask.about == "react"] == offers


@pytest.mark.rule("H-160")
def test_return_fire_is_offered_once_in_step_3() -> None:
    state = shooting([LEG], [LEG])
    probe = Probe()
    done = fire(state, face=1, reactions=[probe])
    assert [(moment, player) for moment, player, _ in probe.seen if moment == "weapons declared"] == [("weapons declared", 1)]
    done = fire(state, face=1, reactions=None, answers={"react": "pass"})
    offers = [ask for ask in done.asked if ask.about == "react"]
    assert [[option.key for option in ask.options] for ask in offers] == [["pass", "return fire:B1"]]
    # A volley in the Assault Phase opens no such window.
    phase(state, "assault", "charge")
    probe = Probe()
    fire(state, face=1, reactions=[probe], only="B1", facts={"volley": True})
    assert probe.seen == []


@pytest.mark.rule("H-161")
def test_it_is_paid_before_any_shot() -> None:
    state = shooting([LEG], [LEG])
    state.core.sides[1].reactions = 1
    done = fire(state, face=1, reactions=None, answers={"react": "return fire:B1"})
    order = [type(event).__name__ for event in done.events if isinstance(event, Allotment | Threw)]
    assert order[0] == "Allotment"
    assert (state.core.sides[1].reactions, len(order)) == (0, 3)
    state.units["B1"].reacted = False
    assert [ask.about for ask in fire(state, face=1, reactions=None).asked] == ["target"]


@pytest.mark.rule("H-162")
def test_it_is_for_the_unit_that_is_shot_at_the_one_that_shoots() -> None:
    state = shooting([LEG, LEG], [LEG, LEG])
    stand(state, "A2", Y - 3)
    stand(state, "B2", Y + 14)
    done = fire(state, face=1, reactions=None, answers={"react": "return fire:B1"})
    assert [option.key for option in done.about("react").options] == ["pass", "return fire:B1"]
    assert [line for line in (event.text for event in done.all(Said)) if "Target Unit legionaries (A2)" in line] == []
    assert [ask.about for ask in done.asked] == ["target", "react"]


@pytest.mark.rule("H-163", "H-164", "H-165")
def test_return_fire_comes_before_step_11_with_the_models_at_0() -> None:
    state = shooting([unit((armed(MAN, SURE), 10))], [unit((armed(MAN, SURE), 10))])
    # X hits with 4 and wounds with all; Y, all ten of it, hits with 2.
    faces = [*[6] * 4, *[1] * 6, *[6] * 4, *[6] * 2, *[1] * 8, *[6] * 2]
    done = fire(state, faces=faces, reactions=None, answers={"react": "return fire:B1"})
    assert [(event.purpose, len(event.faces)) for event in done.all(Threw)] == [
        ("hit", 10),
        ("wound", 4),
        ("hit", 10),
        ("wound", 2),
    ]
    told = [event for event in done.events if isinstance(event, Hurt | Removed)]
    assert [(type(event).__name__, event.model[:2]) for event in told] == [
        *[("Hurt", "B1")] * 4,
        *[("Hurt", "A1")] * 2,
        *[("Removed", "A1")] * 2,
        *[("Removed", "B1")] * 4,
    ]
    assert done.dice("leadership") == 0


def test_a_reaction_leaves_no_marks_for_morale() -> None:
    state = shooting([unit((armed(MAN, SURE), 4))], [unit((armed(MAN, gun("Pinning (1)", ap=2, strength=10)), 4))])
    fire(state, faces=[*[1] * 4, *[6] * 4, *[6] * 4], reactions=None, answers={"react": "return fire:B1"})
    assert state.units["A1"].morale == []
    assert state.units["A1"].where == "gone"


def test_a_unit_shoots_once_and_the_sub_phase_ends() -> None:
    state = shooting([LEG], [LEG])
    done = run(state, next_step(state), answers={"unit": "A1", "target": "B1"}, face=1)
    assert [event.unit for event in done.all(Done)] == ["A1"]
    assert state.units["A1"].shot
    ended = run(state, next_step(state))
    assert [(event.phase, event.step) for event in ended.all(Began)] == [("shooting", "morale")]
    assert ended.all(Ends) == []


def test_holding_fire_is_a_choice() -> None:
    state = shooting([LEG], [LEG])
    done = run(state, next_step(state), answers={"unit": "A1", "target": "none"})
    assert done.rolls == []
    assert [event.unit for event in done.all(Done)] == ["A1"]
    assert not state.units["A1"].shot


def test_stationary_counts_for_heavy_weapons() -> None:
    heavy = armed(MAN, gun("Heavy (FP)", shots=2))
    for moved, shots in (("", 3), ("stationary", 3), ("moved", 2)):
        state = shooting([heavy], [LEG])
        state.units["A1"].moved = moved
        assert len(rolls(fire(state, face=1), "hit")[0]) == shots
    state = shooting([LEG], [heavy])
    state.units["B1"].moved = "moved"
    assert len(rolls(fire(state, face=1, unit="B1", only="A1", reaction="return fire"), "hit")[0]) == 3
