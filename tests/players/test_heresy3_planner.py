"""The Horus Heresy planner plays whole battles sensibly, and the same way every time; single questions that it answers."""

import msgspec
import pytest

from tests.games.heresy3.battle.kit import BOLTER, CANNON, MAN, SGT, TANK, at, phase, put, row, state_of, unit, with_
from tests.players.heresy3_kit import asked, paid
from warbench.battle.driver import Battle
from warbench.battle.requests import Ask
from warbench.games.heresy3.armies.files import army
from warbench.games.heresy3.battle.declaring import Menu
from warbench.games.heresy3.battle.game import Heresy3, Setup
from warbench.games.heresy3.battle.mission_files import mission, missions
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.targets import PLAIN, target_guns
from warbench.games.heresy3.question import Armour
from warbench.players import Player, random_chooser, seat
from warbench.players.heresy3_planner import planner


def played(players: list[Player], *, name: str, seed: int, size: int = 750) -> Battle[State]:
    lists = army(f"imperial-fists-{size}"), army(f"mechanicum-{size}")
    battle = Battle(Heresy3(), Setup(mission=mission(name), armies=lists), seed=seed)
    battle.play(seat(battle, players))
    return battle


def test_it_beats_random_play_in_most_battles() -> None:
    won = 0
    names = [each.id for each in missions()][:4]
    for seed, name in enumerate(names):
        mine = seed % 2
        players = [random_chooser(seed), random_chooser(seed)]
        players[mine] = planner()
        sides = played(players, name=name, seed=seed).state.core.sides
        won += sides[mine].vp > sides[1 - mine].vp
    assert won >= len(names) - 1


def test_the_same_battle_is_played_the_same_way() -> None:
    first, second = (played([planner(), planner()], name="signal-ridge", seed=5) for _ in range(2))
    assert first.over
    assert first.hash == second.hash
    assert first.journal == second.journal


def test_a_large_battle_is_fought_by_both_and_leaves_a_legal_state() -> None:
    battle = played([planner(), planner()], name="salt-crossroads", seed=2, size=2000)
    assert not battle.game.problems(battle.state)
    assert all(side.vp > 0 for side in battle.state.core.sides)


def test_what_it_does_not_know_gets_the_first_answer() -> None:
    assert planner()(asked("something new", ["one", "two"]), state_of()) == "one"


# --- shooting ---


def shooters() -> State:
    """Bolters 12 inches from a squad, and in range of a tank that they cannot hurt."""
    state = state_of([paid(100, (with_(MAN, arms=[BOLTER]), 5))], [paid(100, (MAN, 5)), paid(200, TANK)])
    phase(state, "shooting", "attack")
    put(state, "A1", row(5, 20, 10))
    put(state, "B1", row(5, 20, 22))
    put(state, "B2", at(30, 20, 270))
    return state


def test_it_shoots_whom_it_hurts_most() -> None:
    assert planner()(asked("target", ["B2", "B1", "none"], "A1", PLAIN), shooters()) == "B1"


def test_it_holds_its_fire_rather_than_shoot_at_what_nobody_controls() -> None:
    state = state_of([paid(100, (with_(MAN, arms=[CANNON]), 5))], terrain=[TANK])
    phase(state, "shooting", "attack")
    put(state, "A1", row(5, 20, 10))
    put(state, "T1", at(24, 20))
    assert planner()(asked("target", ["T1", "none"], "A1", PLAIN), state) == "none"


def test_a_tank_keeps_its_cannon_for_the_other_tank() -> None:
    state = state_of([paid(150, with_(TANK, arms=[CANNON, BOLTER]))], [paid(100, (MAN, 10)), paid(200, TANK)])
    phase(state, "shooting", "attack")
    put(state, "A1", at(20, 10, 90))
    put(state, "B1", row(10, 20, 22))
    put(state, "B2", at(20, 30, 270))
    unit, men = state.units["A1"], state.units["B1"]
    menu = Menu(state, unit, men, target_guns(state, unit, men), PLAIN, splits=True)
    chosen = planner()(Ask(0, "weapons", "?", menu.options, subject="A1", judge=menu.judge, matter=menu), state)
    assert {gun.arm.name for gun in menu.chosen(chosen)} == {"bolter"}


# --- what it gives up ---


@pytest.mark.parametrize(("player", "expected"), [(0, "A1.2"), (1, "A1.1")])
def test_it_gives_up_its_own_cheapest_model_and_picks_the_enemys_dearest(player: int, expected: str) -> None:
    state = state_of([unit(SGT, (MAN, 4))])
    put(state, "A1", row(5, 20, 10))
    assert planner()(asked("target model", ["A1.1", "A1.2"], "A1", player=player), state) == expected


def test_it_shows_its_thickest_armour() -> None:
    state = state_of([msgspec.structs.replace(TANK, armour=Armour(13, 12, 10))])
    put(state, "A1", at(20, 10))
    assert planner()(asked("facing", ["rear", "side", "front"], "A1"), state) == "front"
