"""A handful of random battles of each game with everything checked; ``make soak`` plays many more."""

import time

import pytest

from warbench.battle.driver import Battle
from warbench.battle.requests import Ask, Option
from warbench.games.heresy3.battle.game import Heresy3
from warbench.games.heresy3.rulings import RULINGS
from warbench.games.w40k10.battle.army_files import army
from warbench.games.w40k10.battle.game import W40k10
from warbench.games.w40k10.battle.mission_files import missions
from warbench.lab.proof import GAMES, part
from warbench.lab.proof.eager import bent
from warbench.lab.proof.soak import Soaked, _between, never, soak
from warbench.players import random_chooser

ENOUGH = 8.0
"""Seconds after which no further battle of a game is begun: a slow machine plays fewer."""
NUMBERS = {"w40k10": (2, 8, 14, 3, 5), "heresy3": (1, 2, 8, 3, 0)}
GAME = {"w40k10": W40k10, "heresy3": Heresy3}


@pytest.fixture(scope="module", params=GAMES)
def soaked(request: pytest.FixtureRequest) -> tuple[str, Soaked]:
    total = Soaked()
    begin = time.monotonic()
    for index in NUMBERS[request.param]:
        total.add(soak(request.param, [index], seed="test", probes=2, save_every=2))
        if time.monotonic() - begin > ENOUGH:
            break
    return request.param, total


def test_random_battles_end_without_a_fault(soaked: tuple[str, Soaked]) -> None:
    _, played = soaked
    assert played.faults == []
    assert len(played.hashes) == played.battles >= 1
    assert played.answers > 50 * played.battles


def test_what_fired_is_counted(soaked: tuple[str, Soaked]) -> None:
    game, played = soaked
    assert played.fired["event Over"] == played.battles
    assert played.fired["event Began"] > 10 * played.battles
    assert sum(played.fired[name] for name in ("ask movement", "ask move kind")) > 0
    assert set(never(game, played.fired)) < set(part(game).known())


def test_a_battle_of_a_soak_is_the_same_by_itself(soaked: tuple[str, Soaked]) -> None:
    game, played = soaked
    assert soak(game, NUMBERS[game][:1], seed="test", check=False).hashes == played.hashes[:1]


def test_brought_armies_meet_each_other_on_every_mission() -> None:
    lists = [army("votann-500"), army("marines-500")]
    of = part("w40k10")
    met = [_between(of, index, lists) for index in range(3 * len(missions()))]
    assert [tuple(each.name for each in setup.armies) for setup in met[:3]] == [
        (lists[0].name, lists[0].name), (lists[0].name, lists[1].name), (lists[1].name, lists[1].name)
    ]  # fmt: skip
    assert {setup.mission.id for setup in met[::3]} == {mission.id for mission in missions()}
    assert soak("w40k10", [1], armies=lists, save_every=1).faults == []


@pytest.mark.parametrize("game", GAMES)
def test_what_goes_wrong_is_told_and_the_soak_goes_on(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = NUMBERS[game][:2]
    monkeypatch.setattr(GAME[game], "problems", lambda _self, _state: ["A1 is nowhere"])
    found = soak(game, [first], seed="test")
    assert {fault.what for fault in found.faults} == {"illegal state"}
    assert "A1 is nowhere after" in found.faults[0].text
    monkeypatch.undo()
    monkeypatch.setattr(Battle, "play", _fails)
    found = soak(game, [first, second], seed="test")
    assert [(fault.battle, fault.what) for fault in found.faults] == [(first, "exception"), (second, "exception")]
    assert "RuntimeError: a bug (test_soak.py:" in found.faults[0].text


def _fails(_self: object, *_args: object, **_more: object) -> None:
    raise RuntimeError("a bug")


def test_setups_of_the_first_game_take_turns() -> None:
    setups = [part("w40k10").setup(index, large=False) for index in range(12)]
    assert len({setup.mission.id for setup in setups}) > 3
    assert {setup.options.boarding_actions for setup in setups} == {True, False}
    assert part("w40k10").setup(0, large=True).mission.battle_size == "strike force"


def test_setups_of_the_second_game_take_turns_armies_missions_and_readings() -> None:
    of = part("heresy3")
    setups = [of.setup(index, large=False) for index in range(24)]
    assert len({setup.mission.id for setup in setups}) > 4
    assert len({army.name for setup in setups for army in setup.armies}) > 8
    chosen = [setup.options.rulings for setup in setups if setup.options.rulings]
    assert len(chosen) == 6
    defaults = {ruling.name: ruling.default for ruling in RULINGS}
    assert {name for readings in chosen for name in readings if readings[name] != defaults[name]} >= {"inches"}
    assert {of.setup(index, large=True).options.points for index in range(6)} == {2000}


def test_a_bent_player_does_what_is_wished_three_times_of_four() -> None:
    ask = Ask(0, "unit", "which?", lambda: [Option("A1", "one"), Option("pass", "nobody")])
    player = bent(lambda _ask, _state: "pass", (("unit", "A"),), "seed")
    assert 60 < sum(player(ask, None) == "A1" for _ in range(100)) < 90
    other = Ask(0, "move", "where?", lambda: [Option("A1", "one"), Option("pass", "nobody")])
    assert player(other, None) == "pass"
    plain = random_chooser("x")
    assert bent(plain, (), "seed") is plain


def test_there_are_no_other_games() -> None:
    with pytest.raises(KeyError):
        part("chess")
