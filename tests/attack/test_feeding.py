"""Strikes that cause further hits, and marks: the exact reader against plain enumeration, the rolled one against the exact."""

from collections import Counter
from fractions import Fraction

import pytest

from tests.attack.test_three_readers import p_value
from tests.attack.volleys import QuickDice
from warbench.attack import resolving
from warbench.attack.exact import solve
from warbench.attack.rolled import roll
from warbench.attack.spare import Spare
from warbench.attack.target import Lot, lined_up
from warbench.attack.volley import Group, Resolve, Strike, Throw, Volley
from warbench.chance import Check, Dice
from warbench.rules.requests import Amount, Put, Score, Sequence, Steps

HALF = Check("half", (0, 0, 0, 1, 1, 1))
THIRDS = Check("thirds", (1, 1, 2, 2, 3, 3))
UNLIKELY = 1e-7


def shot() -> Steps:
    if (yield HALF):
        yield Put(0)


def spreading(points: int) -> Steps:
    if (yield HALF):
        yield Score("unsaved")
        yield Put(0, points)
        yield Put(1)


def plain() -> Steps:
    yield Score("unsaved")
    yield Put(0)


def drawn() -> Steps:
    result = yield THIRDS
    yield Put(result)


def group(shots: int, *strikes: Strike) -> Group:
    return Group("gun", Amount("attacks", Dice.parse(shots)), Sequence(shot, ()), strikes)


def spread(shots: int, wounds: int = 3, models: int = 3) -> Volley:
    strikes = Strike(((0, Sequence(spreading, (2,))),), feeds=(1,)), Strike(((0, Sequence(plain, ())),))
    return Volley(
        (group(shots, *strikes),), (Throw(0), Resolve(0, 0), Resolve(0, 1)), lined_up([Lot(models, wounds)], apart=False)
    )


def marked(shots: int, wounds: int = 2) -> Volley:
    target = lined_up([Lot(1, wounds)], apart=False, marks=3)
    draw = Strike(((0, Sequence(drawn, ())),), others=((1, 0), (2, 0), (3, 0)))
    return Volley((group(shots, draw),), (Throw(0), Resolve(0, 0)), target)


def test_further_hits_come_after_all_that_caused_them() -> None:
    law = dict(solve(spread(2, wounds=3, models=3), exact=True).wounds_lost.items())
    one, two = Fraction(1, 4), Fraction(1, 16)
    # Two unsaved hits of 2 damage on 3 wounds: 2, then 1 (of 2), then two further hits of 1 on the next model.
    assert law == {0: Fraction(9, 16), 3: 2 * one * Fraction(3, 4), 5: two}


def test_marks_are_set_once_and_count_neither_as_models_nor_as_wounds() -> None:
    outcome = solve(marked(2), exact=True)
    target = outcome.volley.target
    assert (target.models, target.total, target.standing) == (1, 2, 1)
    assert dict(outcome.wounds_lost.items()) == {0: 1 - Fraction(1, 4) * Fraction(1, 3), 1: Fraction(1, 12)}
    chance = Fraction(1, 2) * Fraction(1, 3) + Fraction(1, 4) * Fraction(5, 9)
    assert outcome.marked == (chance, chance, chance)
    assert outcome.destroyed == 0
    assert "damage" not in outcome.means[0]
    assert outcome.damage is None


def test_a_target_with_marks_is_destroyed_whatever_is_marked() -> None:
    outcome = solve(marked(6, wounds=1), exact=True)
    assert outcome.destroyed == outcome.slain.prob(1)
    assert 0 < outcome.destroyed < 1
    assert sum(outcome.states) == 1


@pytest.mark.parametrize("volley", [spread(6), spread(30, wounds=1, models=4), marked(5), marked(9)])
def test_the_readers_agree(volley: Volley) -> None:
    floats, fractions = solve(volley), solve(volley, exact=True)
    assert [float(p) for p in floats.states] == pytest.approx([float(p) for p in fractions.states], abs=1e-12)
    dice = QuickDice(3)
    counted = Counter(roll(volley, dice).state for _ in range(3000))
    assert p_value(counted, fractions.states) > UNLIKELY


def test_the_damage_of_further_hits_is_counted() -> None:
    outcome = solve(spread(4), exact=True)
    assert outcome.means[0]["unsaved"] == 4 * Fraction(1, 4) * 2
    assert outcome.means[0]["damage"] == 4 * Fraction(1, 4) * 3
    law = outcome.damage
    assert law is not None
    assert law.mean == outcome.means[0]["damage"]


def test_a_pool_cannot_feed_an_earlier_one() -> None:
    with pytest.raises(ValueError, match="a strike feeds its own pool or an earlier one"):
        group(1, Strike(((0, Sequence(spreading, (1,))),), feeds=(0,)))


def test_no_kept_re_roll_of_a_strike_beside_strikes_that_feed() -> None:
    with pytest.raises(ValueError, match="is not followed"):
        solve(spread(2), spare=Spare(0, "half"))


def test_branches_that_were_left_out_are_spread_over_those_that_were_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = solve(spread(12, models=8))
    monkeypatch.setattr(resolving, "MOST_NUMBERS", 250)  # too few for all the branches
    some = solve(spread(12, models=8))
    assert whole.dropped == 0
    assert some.dropped > 1e-6
    assert sum(some.states) == pytest.approx(1, abs=1e-12)
    part = solve(spread(12, models=8), start=[0.25, *[0.0] * (some.volley.target.size - 1)])
    assert sum(part.states) == pytest.approx(0.25, abs=1e-12), "no more than there was before"
    assert some.destroyed == pytest.approx(some.slain.prob(8), abs=1e-12)
    for law, full in ((some.slain, whole.slain), (some.wounds_lost, whole.wounds_lost)):
        assert sum(p for _, p in law.items()) == pytest.approx(1, abs=1e-12)
        assert all(law.prob(value) == pytest.approx(p, abs=2 * some.dropped) for value, p in full.items())
