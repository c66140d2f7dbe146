"""A handful of random battles with everything checked; ``make soak`` plays many more."""

import time

import pytest

from warbench.battle.driver import Battle
from warbench.games.w40k10.battle.game import W40k10
from warbench.games.w40k10.battle.state import State
from warbench.lab.soak import Soaked, known, setup_for, soak

ENOUGH = 25.0
"""Seconds after which no further battle is begun: a slow machine plays fewer."""


@pytest.fixture(scope="module")
def soaked() -> Soaked:
    total = Soaked()
    begin = time.monotonic()
    for index in (2, 8, 14, 3, 5):
        total.add(soak([index], seed="test", probes=2, save_every=2))
        if time.monotonic() - begin > ENOUGH:
            break
    return total


def test_random_battles_end_without_a_fault(soaked: Soaked) -> None:
    assert soaked.faults == []
    assert len(soaked.hashes) == soaked.battles >= 1
    assert soaked.answers > 100 * soaked.battles


def test_what_fired_is_counted(soaked: Soaked) -> None:
    assert soaked.fired["event Over"] == soaked.battles
    assert soaked.fired["roll roll-off: attacker"] >= soaked.battles
    assert soaked.fired["ask movement"] > 0
    assert set(soaked.never) < set(known())


def test_a_battle_of_a_soak_is_the_same_by_itself(soaked: Soaked) -> None:
    assert soak([2], seed="test", check=False).hashes == soaked.hashes[:1]


def test_what_goes_wrong_is_told_and_the_soak_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(W40k10, "problems", lambda _self, _state: ["A1 is nowhere"])
    found = soak([2], seed="test")
    assert {fault.what for fault in found.faults} == {"illegal state"}
    assert "A1 is nowhere after" in found.faults[0].text
    monkeypatch.undo()
    monkeypatch.setattr(Battle, "play", _fails)
    found = soak([2, 3], seed="test")
    assert [(fault.battle, fault.what) for fault in found.faults] == [(2, "exception"), (3, "exception")]
    assert "RuntimeError: a bug (test_soak.py:" in found.faults[0].text


def _fails(_self: Battle[State], *_args: object, **_more: object) -> None:
    raise RuntimeError("a bug")


def test_setups_take_turns() -> None:
    assert len({setup_for(index).mission.id for index in range(12)}) > 3
    assert {setup_for(index).options.boarding_actions for index in range(10)} == {True, False}
    assert setup_for(0, large=True).mission.battle_size == "strike force"
