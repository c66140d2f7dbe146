"""Pools that wait for all weapons: equal ones side by side are counted together, and the law stays the same to the last digit."""

from typing import Any

import pytest

from tests.games.w40k10.attack.helpers import answered
from warbench.attack import choices, exact
from warbench.attack.exact import solve
from warbench.attack.resolving import twins
from warbench.attack.spare import Spare
from warbench.games.w40k10.answer import Answer
from warbench.games.w40k10.best import best_order


def weapon(name: str, attacks: str, damage: str, keywords: tuple[str, ...] = ("devastating wounds",)) -> dict[str, Any]:
    return {
        "name": name,
        "type": "melee",
        "count": 1,
        "attacks": attacks,
        "skill": 3,
        "strength": 4,
        "ap": -1,
        "damage": damage,
        "keywords": list(keywords),
    }


def answer(damages: str) -> Answer:
    models = [{"count": 2, "toughness": 4, "save": 3, "wounds": 2}, {"count": 1, "toughness": 4, "save": 2, "wounds": 3}]
    weapons = [weapon(f"w{place}", "2" if place else "D3", each) for place, each in enumerate(damages)]
    return answered({"game": "w40k10", "weapons": weapons, "target": {"models": models}}, exact=True)


@pytest.mark.parametrize("damages", ["11", "112", "1221", "2112"])
def test_what_waits_in_equal_pools_is_counted_together(damages: str, monkeypatch: pytest.MonkeyPatch) -> None:
    volley = answer(damages).outcome.volley
    together = twins(volley)
    assert len(together) > len(set(together.values())), "some wait together"
    spares = [None, *(Spare(group, roll) for group in range(len(damages)) for roll in ("hit", "damage"))]
    found = [solve(volley, spare=spare, exact=True) for spare in spares]
    monkeypatch.setattr(exact, "twins", lambda *_args, **_more: {})
    apart = [solve(volley, spare=spare, exact=True) for spare in spares]
    assert [one.states for one in found] == [one.states for one in apart]


def test_pools_of_unequal_strikes_stay_apart() -> None:
    assert not twins(answer("121").outcome.volley), "their order matters"
    assert not twins(answer("12").outcome.volley)


def test_a_group_whose_damage_is_rolled_again_stays_apart() -> None:
    volley = answer("111").outcome.volley
    assert {group for group, _ in twins(volley)} == {0, 1, 2}
    assert {group for group, _ in twins(volley, apart=2)} == {0, 1}
    assert not twins(volley, apart=1)


def test_orders_that_would_take_too_long_are_not_all_tried_and_the_answer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    result = answer("123")
    tried = best_order(result.plans, result.target)
    assert tried is not None
    assert tried.how == "every order was tried"
    monkeypatch.setattr(choices, "MOST_BRANCHES", 1)
    guessed = best_order(result.plans, result.target)
    assert guessed is not None
    assert guessed.how.startswith("too many branches")
    assert guessed.slain <= tried.slain + 1e-12
