"""The three readers of one definition say the same: exact (floats and Fractions), rolled, sampled."""

from collections import Counter
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given, settings

from tests.attack.test_three_readers import p_value
from tests.attack.volleys import QuickDice
from tests.games.heresy3.helpers import Spec, ask, gun, legion
from tests.games.heresy3.test_scenarios import answered, scenarios
from warbench.attack.exact import solve
from warbench.attack.rolled import roll
from warbench.attack.sampled import Sampler

CLOSE = 1e-12
UNLIKELY = 1e-7
VOLLEYS = 1000

TANKS: Spec = {"type": "vehicle", "count": 2, "armour": 10, "hull_points": 3}
WHOLE: list[tuple[str, list[Spec], list[Spec], dict[str, Any]]] = [
    ("volkite", [gun("Deflagrate (5)", firepower=9, strength=5, ap=5)], [legion(8), legion(2, save=2, wounds=2)], {}),
    (
        "everything set aside",
        [gun("Breaching (5+)", "Shred (6+)", "Rending (6+)", "Critical Hit (6+)", firepower=8, damage="D3")],
        [legion(5, wounds=3, feel_no_pain=5)],
        {"cover": 6},
    ),
    ("glances", [gun(firepower=6, strength=6), gun(name="other", firepower=4, strength=8, damage="D3")], [TANKS], {}),
    ("blast", [gun('Blast (3")', firepower=3)], [legion()], {"models_under_marker": 4, "models_after_scatter": 2}),
]


@settings(max_examples=80, deadline=None)
@given(scenarios())
def test_floats_agree_with_fractions(spec: Spec) -> None:
    floats = answered(spec, exact=False).outcome
    fractions = solve(floats.volley, exact=True)
    assert sum(fractions.states) == 1
    for a, b in zip(floats.states, fractions.states, strict=True):
        assert float(a) == pytest.approx(float(b), abs=CLOSE)
    for mine, theirs in zip(floats.means, fractions.means, strict=True):
        assert mine.keys() == theirs.keys()
        assert {key: float(n) for key, n in mine.items()} == pytest.approx({key: float(n) for key, n in theirs.items()})


@settings(max_examples=25, deadline=None)
@given(scenarios())
def test_rolled_volleys_follow_the_exact_law(spec: Spec) -> None:
    outcome = answered(spec, exact=False).outcome
    dice = QuickDice(1)
    counted = Counter(roll(outcome.volley, dice).state for _ in range(VOLLEYS))
    assert p_value(counted, outcome.states) > UNLIKELY


@pytest.mark.parametrize(("weapons", "target", "facts"), [each[1:] for each in WHOLE], ids=[each[0] for each in WHOLE])
def test_whole_attacks(weapons: list[Spec], target: list[Spec], facts: dict[str, Any]) -> None:
    result = ask(weapons, *target, exact=False, **facts)
    outcome = result.outcome
    dice = QuickDice(2)
    played = [roll(outcome.volley, dice) for _ in range(4 * VOLLEYS)]
    assert p_value(Counter(each.state for each in played), outcome.states) > UNLIKELY
    for group, means in enumerate(outcome.means):
        for stage in ("hits", "critical hits", "wounds", "glancing hits", "penetrating hits"):
            values = [each.scores[group].get(stage, 0) for each in played]
            mean = sum(values) / len(values)
            error = (sum((value - mean) ** 2 for value in values) / len(values) ** 2) ** 0.5
            assert mean == pytest.approx(float(means.get(stage, 0)), abs=6 * error + 0.003), stage


@settings(max_examples=40, deadline=None)
@given(scenarios())
def test_sampled_draws_follow_the_exact_law(spec: Spec) -> None:
    outcome = answered(spec, exact=False).outcome
    sampler = Sampler(outcome.volley, outcome)
    reached = [state for state, p in enumerate(outcome.states) if p]
    steps = list(accumulate(float(outcome.states[state]) for state in reached))
    for state, low, high in zip(reached, [0.0, *steps], steps, strict=False):
        if high - low > CLOSE:
            assert sampler.draw((low + (high - low) / 2) / steps[-1]) == state
