"""The three readers of one definition say the same: exact (floats and Fractions), rolled, sampled; and the naive oracle too."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from tests.attack.volleys import GROUPS, QuickDice, Spec, scenarios, weapons
from tests.games.w40k10.attack import oracle
from tests.games.w40k10.attack.helpers import answered
from tests.games.w40k10.attack.oracle_dice import SIXTH
from warbench.attack.exact import Outcome, solve
from warbench.attack.rolled import Played, roll
from warbench.attack.sampled import Sampler
from warbench.chance import Dist
from warbench.chance.number import Number
from warbench.games.w40k10.answer import Answer

CLOSE = 1e-12
UNLIKELY = 1e-7
"""A chi-square test that fails below this never fails by chance in practice; a wrong rule gives far less."""
VOLLEYS = 1000
FURTHER = max(1, getattr(settings.default, "max_examples", 100) // 100)
"""How many times more examples a profile that looks further asks for (see tests/conftest.py)."""


def law(dist: Dist) -> dict[int, Number]:
    return dict(dist.items())


def near(a: Number, b: Number, slack: float = CLOSE) -> bool:
    return abs(float(a) - float(b)) <= slack


def assert_same(found: Mapping[int, Number], expected: Mapping[int, Number]) -> None:
    for value in sorted({*found, *expected}):
        assert near(found.get(value, 0), expected.get(value, 0)), (value, found, expected)


# --- exact against the oracle, and floats against Fractions ---


@settings(max_examples=150 * FURTHER)
@given(scenarios())
def test_the_exact_reader_agrees_with_plain_enumeration(scenario: Spec) -> None:
    expected = oracle.solve(scenario)
    for exact in (True, False):
        found = answered(scenario, exact=exact)
        assert found.slain.exact is found.wounds_lost.exact is exact
        assert_same(law(found.slain), expected.slain)
        assert_same(law(found.wounds_lost), expected.wounds_lost)
        assert near(found.destroyed, expected.destroyed)


@settings(max_examples=80 * FURTHER)
@given(scenarios(most_weapons=3, most_groups=3))
def test_floats_agree_with_fractions(scenario: Spec) -> None:
    floats = answered(scenario, exact=False).outcome
    # One and the same volley: a tie between ways to use a free re-roll may be broken by the last digit of a float.
    fractions = solve(floats.volley, exact=True)
    assert sum(fractions.states) == 1
    for a, b in zip(floats.states, fractions.states, strict=True):
        assert near(a, b)
    for mine, theirs in zip(floats.means, fractions.means, strict=True):
        assert mine.keys() == theirs.keys()
        assert all(near(mine[stage], theirs[stage], 100 * CLOSE) for stage in mine)


# --- dice and draws against the exact reader ---


def rolled(outcome: Outcome, volleys: int = VOLLEYS) -> list[Played]:
    dice = QuickDice(1)
    return [roll(outcome.volley, dice) for _ in range(volleys)]


def p_value(observed: Counter[int], expected: Iterable[Number]) -> float:
    """The chi-square test, with states that are rarely expected put together."""
    total = observed.total()
    seen, awaited, rare_seen, rare_awaited = [], [], 0, 0.0
    for state, p in enumerate(map(float, expected)):
        assert p > 0 or not observed[state], f"state {state} was reached and is impossible"
        if p * total >= 5:
            seen.append(observed[state])
            awaited.append(p * total)
        else:
            rare_seen, rare_awaited = rare_seen + observed[state], rare_awaited + p * total
    if rare_awaited >= 1:
        seen.append(rare_seen)
        awaited.append(rare_awaited)
    else:
        assert rare_seen <= 12, f"{rare_seen} where {rare_awaited} are expected"
        awaited = [each * sum(seen) / sum(awaited) for each in awaited]
    return float(chisquare(seen, awaited).pvalue) if len(seen) > 1 else 1.0


@settings(max_examples=25 * FURTHER)
@given(scenarios(most_weapons=3, most_groups=3))
def test_rolled_volleys_follow_the_exact_law(scenario: Spec) -> None:
    outcome = answered(scenario, exact=False).outcome
    played = rolled(outcome)
    assert p_value(Counter(each.state for each in played), outcome.states) > UNLIKELY
    # The stages before allocation have the same means. Each mean lies within some standard errors: six are never by chance.
    for group, means in enumerate(outcome.means):
        for stage in ("attacks", "hits", "critical hits", "wounds", "critical wounds"):
            values = [each.scores[group].get(stage, 0) for each in played]
            mean = sum(values) / len(values)
            spread = sum((value - mean) ** 2 for value in values) / len(values)
            error = (spread / len(values)) ** 0.5
            rarest = 12 / len(values)  # what is expected so rarely may well not have been seen at all
            assert near(mean, means.get(stage, 0), 6 * error + rarest), stage


@settings(max_examples=60 * FURTHER)
@given(scenarios(most_weapons=3, most_groups=3))
def test_sampled_draws_follow_the_exact_law(scenario: Spec) -> None:
    outcome = answered(scenario, exact=False).outcome
    draw = Sampler(outcome.volley, outcome).draw
    evenly = 2000
    counts = Counter(draw((n + 0.5) / evenly) for n in range(evenly))
    for state, p in enumerate(outcome.states):
        # Evenly spaced numbers meet each interval as often as its length says, give or take one at either end.
        assert near(counts[state], p * evenly, 1 + 1e-6)


def test_the_sampler_solves_a_volley_that_is_not_solved_yet() -> None:
    scenario = {
        "game": "w40k10",
        "weapons": [{"attacks": 2, "skill": 4, "strength": 4, "damage": 1}],
        "target": {"models": [{"count": 2, "toughness": 4, "save": 4, "wounds": 1}]},
    }
    outcome = answered(scenario).outcome
    alone, given_it = Sampler(outcome.volley), Sampler(outcome.volley, outcome)
    assert [alone.draw(n / 50) for n in range(50)] == [given_it.draw(n / 50) for n in range(50)]


def test_a_draw_belongs_to_the_state_whose_interval_begins_there() -> None:
    outcome = answered(
        {
            "game": "w40k10",
            "weapons": [{"attacks": 1, "skill": 4, "strength": 4, "damage": 1}],
            "effects": [{"kind": "automatic", "roll": "wound"}],
            "target": {"models": [{"toughness": 4, "save": 7, "wounds": 1}]},
        },
        exact=False,
    ).outcome
    assert outcome.states == (0.5, 0.5)
    draw = Sampler(outcome.volley, outcome).draw
    assert [draw(number) for number in (0, 0.4999, 0.5, 0.9999)] == [0, 0, 1, 1]


@pytest.mark.parametrize("outside", [-0.01, 1, 1.5])
def test_the_sampler_refuses_a_number_outside_its_range(outside: float) -> None:
    outcome = answered(
        {
            "game": "w40k10",
            "weapons": [{"attacks": 1, "skill": 4, "strength": 4, "damage": 1}],
            "target": {"models": [{"toughness": 4, "save": 4, "wounds": 1}]},
        }
    ).outcome
    sampler = Sampler(outcome.volley, outcome)
    assert sampler.draw(0) == 0
    assert sampler.draw(0.9999999) == 1
    with pytest.raises(ValueError, match="expected a number from 0 to below 1"):
        sampler.draw(outside)


# --- what holds of every answer ---


def assert_sound(found: Answer, scenario: Spec) -> None:
    groups = scenario["target"]["models"]
    models = sum(group["count"] for group in groups)
    wounds = sum(
        group["count"] * group["wounds"] - group["wounds"] + group.get("wounds_left", group["wounds"]) for group in groups
    )
    assert near(sum(found.outcome.states), 1)
    assert all(p >= 0 for p in found.outcome.states)
    assert 0 <= found.slain.low <= found.slain.high <= models
    assert 0 <= found.wounds_lost.low <= found.wounds_lost.high <= wounds
    assert near(found.destroyed, found.slain.prob(models))
    assert near(found.destroyed, found.wounds_lost.prob(wounds))
    assert found.outcome.dropped == 0 or found.outcome.dropped < CLOSE


@settings(max_examples=150 * FURTHER)
@given(scenarios(most_weapons=3, most_groups=3))
def test_every_answer_is_sound(scenario: Spec) -> None:
    found = answered(scenario, exact=False)
    assert_sound(found, scenario)
    # Attacks become hits at most so often, and what is destroyed is never more than the wounds that were lost.
    assert found.slain.mean <= found.wounds_lost.mean + CLOSE
    for plan, means in zip((plan for plan in found.plans if not plan.refused), found.outcome.means, strict=True):
        assert means.get("wounds", 0) <= means.get("hits", 0) + CLOSE
        if plan.attack.sustained is None:
            assert means.get("hits", 0) <= means["attacks"] + CLOSE


@settings(max_examples=60 * FURTHER)
@given(scenarios(most_weapons=2, most_groups=3), weapons("another"))
def test_another_weapon_never_makes_it_worse(scenario: Spec, another: Spec) -> None:
    more = {**scenario, "weapons": [*scenario["weapons"], another]}
    without, with_it = answered(scenario, exact=False), answered(more, exact=False)
    assert with_it.slain.mean >= without.slain.mean - CLOSE
    # A free re-roll is chosen for models slain: only without one the wounds must grow as well.
    if not any(plan.free for plan in with_it.plans):
        assert with_it.wounds_lost.mean >= without.wounds_lost.mean - CLOSE


@settings(max_examples=60 * FURTHER)
@given(scenarios(rerolls=False, most_weapons=2, most_groups=3), st.integers(1, 6))
def test_more_strength_never_makes_it_worse(scenario: Spec, more: int) -> None:
    # With re-rolls it can: what fails less often is thrown again less often, and then criticals are rarer.
    effects = [effect for effect in scenario["effects"] if not effect.get("only_if_successful")]
    weak = {**scenario, "effects": effects}
    strong = {**weak, "weapons": [{**weapon, "strength": weapon["strength"] + more} for weapon in scenario["weapons"]]}
    before, after = answered(weak, exact=False), answered(strong, exact=False)
    assert after.wounds_lost.mean >= before.wounds_lost.mean - CLOSE
    assert after.slain.mean >= before.slain.mean - CLOSE


@settings(max_examples=60 * FURTHER)
@given(scenarios(free=False, most_weapons=1, most_groups=1), GROUPS)
def test_models_behind_do_not_matter_to_those_in_front(scenario: Spec, behind: Spec) -> None:
    # More models behind change nothing for the first model, as long as Blast and the Toughness do not change with them.
    front = scenario["target"]["models"][0]
    front["keywords"] = ["infantry"]
    behind = {**behind, "count": 1, "toughness": front["toughness"], "keywords": ["infantry"]}
    behind.pop("wounds_left", None)
    scenario["weapons"][0]["keywords"] = [word for word in scenario["weapons"][0]["keywords"] if word != "blast"]
    longer = {**scenario, "target": {"models": [front, behind]}}
    few, many = answered(scenario, exact=False), answered(longer, exact=False)
    for n in range(few.target.total):
        assert near(few.wounds_lost.prob(n), many.wounds_lost.prob(n))
    assert near(few.wounds_lost.prob(few.target.total), many.wounds_lost.at_least(few.target.total))


@settings(max_examples=40 * FURTHER)
@given(scenarios(free=False, most_weapons=1, most_groups=3), st.integers(2, 3))
def test_identical_weapons_are_as_good_together_as_apart(scenario: Spec, count: int) -> None:
    (weapon,) = scenario["weapons"]
    # Devastating Wounds and mortal wounds wait for all weapons either way, so only their order within could differ: it does not.
    together = {**scenario, "weapons": [{**weapon, "count": count}]}
    apart = {**scenario, "weapons": [{**weapon, "count": 1} for _ in range(count)]}
    one, many = answered(together, exact=False), answered(apart, exact=False)
    assert_same(law(one.slain), law(many.slain))
    assert_same(law(one.wounds_lost), law(many.wounds_lost))


def test_the_oracle_is_no_relative() -> None:
    """It takes nothing from the program: otherwise it could not contradict it."""
    sources = sorted(oracle.OWN.parent.glob("oracle*.py"))
    assert sources
    for source in sources:
        assert "warbench" not in source.read_text(encoding="utf-8"), source
    assert Fraction(1, 6) == SIXTH
