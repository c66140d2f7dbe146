"""The battle: whole ones a second, and the time for a list of legal answers, for undo, branch and replay; of both games."""

from collections.abc import Callable, Generator, Iterator, Sequence
from statistics import mean, median
from time import process_time
from typing import Any

import msgspec
from cases import Result

from warbench.battle.driver import Answered, Battle
from warbench.battle.memory import collect_seldom
from warbench.battle.requests import Ask
from warbench.games.heresy3 import armies as heresy_armies
from warbench.games.heresy3.battle import game as heresy
from warbench.games.heresy3.battle import mission_files as heresy_missions
from warbench.games.w40k10.battle import army_files, mission_files
from warbench.games.w40k10.battle import game as w40k
from warbench.lab.telling import teller
from warbench.players import Player, random_chooser, seat


class Workload(msgspec.Struct, frozen=True, kw_only=True):
    """What is played of a game: two armies over some missions in turn, all phases on, ``turns`` battle rounds each."""

    game: str
    turns: int
    setups: Sequence[Any]
    random: int
    planned: int

    def begin(self, number: int) -> Battle[Any]:
        """A battle before anything is decided."""
        return Battle(teller(self.game).game(), self.setups[number % len(self.setups)], seed=f"bench {number}")


def _w40k10() -> Workload:
    """About 1,000 points a side."""
    armies = army_files.army("votann-1000"), army_files.army("marines-1000")
    places = [mission for mission in mission_files.missions() if mission.battle_size == "incursion"]
    setups = [w40k.Setup(mission=mission, armies=armies) for mission in places]
    return Workload(game="w40k10", turns=5, setups=setups, random=40, planned=12)


def _heresy3() -> Workload:
    """About 2,000 points a side."""
    armies = heresy_armies.army("imperial-fists-2000"), heresy_armies.army("mechanicum-2000")
    places = heresy_missions.missions()
    setups = [heresy.Setup(mission=mission, armies=armies) for mission in places]
    return Workload(game="heresy3", turns=places[0].turns, setups=setups, random=40, planned=12)


WORKLOADS: tuple[Callable[[], Workload], ...] = (_w40k10, _heresy3)


def battles(*, quick: bool) -> Iterator[Result]:
    """Random play and the planner in both games, and what going back costs. Ratios: to a battle of the first line."""
    collect_seldom()
    first: float | None = None
    for made in WORKLOADS:
        workload = made()
        one = _played(workload, 0, "random")  # fills the caches of datasheets and missions, as any second battle finds them
        said = " against ".join(_side(one, player) for player in (0, 1))
        for policy, count in (("random", workload.random), ("planner", workload.planned)):
            taken = yield from _rates(workload, policy, max(4, count // 5) if quick else count, said, first)
            first = first or taken
        yield from _back(workload, one, 20 if quick else 200)


def _side(battle: Battle[Any], player: int) -> str:
    entries = battle.state.roster.of(player)
    points, models = sum(entry.points for entry in entries), sum(len(entry.models) for entry in entries)
    return f"{points} points, {len(entries)} units, {models} models"


def _played(workload: Workload, number: int, policy: str, listed: list[float] | None = None) -> Battle[Any]:
    """A battle; with ``listed`` the whole list of each answer is made, and how long that took is noted there."""
    battle = workload.begin(number)
    plans = policy == "planner"
    players = [teller(workload.game).planner() if plans else random_chooser(f"bench {number} {side}") for side in "AB"]
    battle.play(seat(battle, players if listed is None else [_timed(player, listed) for player in players]))
    return battle


def _timed(player: Player, listed: list[float]) -> Player:
    def choose(ask: Ask, state: Any) -> str:  # noqa: ANN401 -- states of both games
        begin = process_time()
        _ = ask.options
        listed.append(process_time() - begin)
        return player(ask, state)

    return choose


def _rates(workload: Workload, policy: str, count: int, said: str, first: float | None) -> Generator[Result, None, float]:
    """How many battles a second, and how long a list takes; returns the seconds of a battle."""
    taken: list[float] = []
    answers = events = 0
    for number in range(count):
        begin = process_time()
        battle = _played(workload, number, policy)
        taken.append(process_time() - begin)
        answers += sum(isinstance(entry, Answered) for entry in battle.journal)
        events += len(battle.log)
    counts = f"{answers / count:.0f} answers and {events / count:.0f} events each"
    note = f"{said}, {workload.turns} rounds, {len(workload.setups)} tables in turn, {counts}"
    if policy == "random":
        note += "; of an answer's list no more is worked out than is drawn"
    yield Result(
        case=f"{workload.game} {policy}",
        program="Warbench",
        value=1 / mean(taken),
        runs=count,
        ratio=mean(taken) / first if first else 1.0,
        unit="battles/s",
        note=note,
    )
    listed: list[float] = []
    for number in range(max(1, count // 4)):
        _played(workload, number, policy, listed)
    times = f"median {median(listed) * 1e3:.2f} ms, longest {max(listed) * 1e3:.0f} ms"
    note = f"{policy}: {times}; whole lists, placements are searched for"
    yield Result(
        case=f"{workload.game} list", program="Warbench", seconds=mean(listed), runs=len(listed), unit="a list", note=note
    )
    return mean(taken)


def _back(workload: Workload, battle: Battle[Any], count: int) -> Iterator[Result]:
    """Undo one answer again and again from the end; then branch and replay there."""
    end, journal = battle.hash, list(battle.journal)
    taken = []
    for _ in range(count):
        begin = process_time()
        battle.undo()
        taken.append(process_time() - begin)
    yield Result(case=f"{workload.game} undo", program="Warbench", seconds=mean(taken), runs=count, unit="an answer")
    begin = process_time()
    battle.branch("bench")
    note = "near the end of a battle"
    yield Result(case=f"{workload.game} branch", program="Warbench", seconds=process_time() - begin, runs=1, note=note)
    begin = process_time()
    again: Battle[Any] = Battle(teller(workload.game).game(), battle.setup, seed="other")
    again.replay(journal)
    wrong = again.hash != end
    note = "it ends elsewhere" if wrong else "a whole battle: no list is made, nothing is searched for"
    yield Result(
        case=f"{workload.game} replay", program="Warbench", seconds=process_time() - begin, runs=1, note=note, wrong=wrong
    )
