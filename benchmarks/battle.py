"""The battle: whole ones a second, and the time for a list of legal answers, for undo, branch and replay."""

from collections.abc import Iterator
from statistics import mean, median
from time import process_time

from cases import Result

from warbench.battle.driver import Battle
from warbench.battle.memory import collect_seldom
from warbench.battle.requests import Ask
from warbench.games.w40k10.battle.army_files import army
from warbench.games.w40k10.battle.game import Setup, W40k10
from warbench.games.w40k10.battle.mission_files import mission, missions
from warbench.games.w40k10.battle.state import State
from warbench.players import Player, random_chooser, seat
from warbench.players.w40k10_planner import planner

ARMIES = ("votann-1000", "marines-1000")


def battles(*, quick: bool) -> Iterator[Result]:
    """Random play and the planner, about 1,000 points a side, all phases on, and what going back costs."""
    collect_seldom()
    places = [each.id for each in missions() if each.battle_size == "incursion"]
    one, _ = _played(places[0], 0, "random")  # fills the caches of datasheets and missions, as any second battle finds them
    sides = [(len(one.state.roster.of(player)), _models(one.state, player), _points(one.state, player)) for player in (0, 1)]
    said = " against ".join(f"{points} points, {units} units, {models} models" for units, models, points in sides)
    yield from _rates(places, "random", 8 if quick else 40, said)
    yield from _rates(places, "planner", 4 if quick else 12, said)
    yield from _back(one, 20 if quick else 200)


def _models(state: State, player: int) -> int:
    return sum(len(entry.models) for entry in state.roster.of(player))


def _points(state: State, player: int) -> int:
    return sum(entry.points for entry in state.roster.of(player))


def _played(place: str, number: int, policy: str) -> tuple[Battle[State], list[float]]:
    """A battle, and how long each list of answers took."""
    listed: list[float] = []
    battle: Battle[State] = Battle(
        W40k10(), Setup(mission=mission(place), armies=(army(ARMIES[0]), army(ARMIES[1]))), seed=f"bench {number}"
    )
    players = [planner() if policy == "planner" else random_chooser(f"bench {number} {side}") for side in "AB"]
    battle.play(seat(battle, [_timed(player, listed) for player in players]))
    return battle, listed


def _timed(player: Player, listed: list[float]) -> Player:
    def choose(ask: Ask, state: State) -> str:
        begin = process_time()
        _ = ask.options
        listed.append(process_time() - begin)
        return player(ask, state)

    return choose


def _rates(places: list[str], policy: str, count: int, said: str) -> Iterator[Result]:
    taken: list[float] = []
    listed: list[float] = []
    answers = events = 0
    for number in range(count):
        begin = process_time()
        battle, lists = _played(places[number % len(places)], number, policy)
        taken.append(process_time() - begin)
        listed += lists
        answers += len(lists)
        events += len(battle.log)
    note = f"{said}, 5 rounds, {len(places)} tables in turn, {answers / count:.0f} answers and {events / count:.0f} events each"
    yield Result(case=f"battle {policy}", program="Warbench", value=1 / mean(taken), runs=count, unit="battles/s", note=note)
    note = f"median {median(listed) * 1e3:.2f} ms, longest {max(listed) * 1e3:.0f} ms; placements are searched for"
    yield Result(case=f"answers {policy}", program="Warbench", seconds=mean(listed), runs=len(listed), unit="a list", note=note)


def _back(battle: Battle[State], count: int) -> Iterator[Result]:
    """Undo one answer again and again from the end; then branch and replay there."""
    end, journal = battle.hash, list(battle.journal)
    taken = []
    for _ in range(count):
        begin = process_time()
        battle.undo()
        taken.append(process_time() - begin)
    yield Result(case="undo", program="Warbench", seconds=mean(taken), runs=count, unit="an answer")
    begin = process_time()
    battle.branch("bench")
    yield Result(case="branch", program="Warbench", seconds=process_time() - begin, runs=1, note="near the end of a battle")
    begin = process_time()
    again: Battle[State] = Battle(W40k10(), battle.setup, seed="other")
    again.replay(journal)
    wrong = again.hash != end
    note = "it ends elsewhere" if wrong else "a whole battle, no lists are built"
    yield Result(case="replay", program="Warbench", seconds=process_time() - begin, runs=1, note=note, wrong=wrong)
