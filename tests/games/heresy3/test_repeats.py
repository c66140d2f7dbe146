"""The same attack turn after turn on one target, against sums of single turns worked out by hand."""

from fractions import Fraction

import pytest

from tests.games.heresy3.helpers import BUN, ask, blade, gun, legion
from warbench.games.heresy3.answer import Answer
from warbench.games.heresy3.repeats import STATUSES_LAST, turns
from warbench.games.heresy3.report import report

F = Fraction


def destroyed(result: Answer, number: int) -> list[object]:
    return [outcome.destroyed for outcome in turns(result, number)]


def summed(one: dict[int, Fraction], turns_made: int) -> dict[int, Fraction]:
    law = {0: F(1)}
    for _ in range(turns_made):
        after: dict[int, Fraction] = {}
        for lost, p in law.items():
            for more, q in one.items():
                after[lost + more] = after.get(lost + more, F(0)) + p * q
        law = after
    return law


@pytest.mark.parametrize("number", [1, 2, 3])
def test_breacher_charges_bring_a_fortification_down_in_some_turns(number: int) -> None:
    """S10 against Armour 12: 1 in 6 nothing, 1 in 6 a glance, else a D6 of Damage; 8 Hull Points, two bearers."""
    result = ask({"name": "breacher charges", "count": 2}, BUN)
    one = {0: F(1, 6), 1: F(1, 6) + F(1, 9), **dict.fromkeys(range(2, 7), F(1, 9))}
    law = summed(one, 2 * number)
    *_, last = turns(result, number)
    assert last.destroyed == sum((p for lost, p in law.items() if lost >= 8), F(0))
    assert last.wounds_lost.prob(3) == law[3]


def test_the_first_turn_is_the_answer() -> None:
    result = ask(gun(firepower=3, strength=5), legion(10))
    (first,) = turns(result, 1)
    assert first.states == result.outcome.states


def test_a_limited_weapon_attacks_in_as_many_turns_as_it_may() -> None:
    once = ask([gun("Limited (1)", strength=10, ap=2, damage=8)], BUN)
    twice = ask([gun("Limited (2)", strength=10, ap=2, damage=8)], BUN)
    hit = F(2, 3) * F(4, 6)
    assert destroyed(once, 3) == [hit] * 3
    assert destroyed(twice, 3)[1:] == [1 - (1 - hit) ** 2] * 2


def test_the_toughness_that_counts_is_that_of_the_models_that_are_left() -> None:
    """Two of Toughness 4 before one of 8: as soon as one is gone the 8 counts, which Strength 4 cannot wound."""
    strong = {"count": 1, "toughness": 8, "wounds": 1, "weapon_skill": 4}
    result = ask(blade(attacks=2), legion(2, save=7), strong)
    *_, third = turns(result, 3)
    assert third.destroyed == 0
    assert third.slain.prob(1) == F(6, 16) * sum(F(9, 16) ** turn for turn in range(3))


def test_the_report_tells_each_turn_and_what_it_takes_for_granted() -> None:
    vehicle = {"type": "vehicle", "armour": 12, "hull_points": 6}
    told = report(ask(gun(strength=8), vehicle, exact=False), more=False, turns=3)
    assert [turn["turn"] for turn in told["turns"]] == [1, 2, 3]
    assert told["turns"][0]["wounds_lost"] == told["wounds_lost"]
    assert sum(told["turns"][2]["wounds_pmf"]) == pytest.approx(1)
    assert STATUSES_LAST in told["not_modelled"]
    walls = report(ask(gun(strength=8), BUN, exact=False), more=False, turns=2)
    assert STATUSES_LAST not in walls["not_modelled"]
    assert "turns" not in report(ask(gun(), BUN, exact=False), more=False)
