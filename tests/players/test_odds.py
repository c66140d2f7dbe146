"""The odds that planners ask for: those of the exact reader, and soon there where a unit fights with very many weapons."""

import time

import msgspec
import pytest

from tests.games.w40k10.attack.helpers import answered
from warbench.attack.exact import solve
from warbench.attack.volley import Volley
from warbench.games.w40k10.sequence import schedule
from warbench.players import odds
from warbench.players.odds import reckoned


def mixed(weapons: int) -> Volley:
    """So many different melee weapons with Devastating Wounds, whose mortal wounds wait until all are resolved."""
    blade = {"type": "melee", "attacks": "4", "skill": 3, "strength": 5, "ap": 0, "damage": 1, "keywords": ["devastating wounds"]}
    target = {"models": [{"count": 10, "toughness": 4, "save": 4, "wounds": 2}]}
    one = answered({"game": "w40k10", "weapons": [{"name": "blade", **blade}], "target": target}).outcome.volley
    groups = tuple(msgspec.structs.replace(one.groups[0], name=f"blade {number}") for number in range(weapons))
    return msgspec.structs.replace(one, groups=groups, schedule=schedule(groups))


def test_a_plain_volley_is_answered_exactly() -> None:
    volley = mixed(3)
    assert reckoned(volley).states == solve(volley).states


def test_a_very_mixed_volley_is_soon_answered() -> None:
    volley = mixed(11)
    begin = time.process_time()
    assert 0 < float(reckoned(volley).wounds_lost.mean) < volley.target.total
    assert time.process_time() - begin < 1


def test_group_by_group_is_hardly_another_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each blade's mortal wounds come at once, not after all.
    volley = mixed(4)
    together = solve(volley)
    monkeypatch.setattr(odds, "MOST_TOGETHER", 1)
    apart = odds.reckoned(volley)
    assert float(apart.wounds_lost.mean) == pytest.approx(float(together.wounds_lost.mean), rel=0.01)
    assert apart.states != together.states
