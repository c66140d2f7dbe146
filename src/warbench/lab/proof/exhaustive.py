"""The exhaustive runner: plays until every rule object of a game's battles has fired, or says why it cannot.

Random battles (those of the soak) fire what is common; small battles that are bent towards a rule fire what is rare.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from warbench.battle.driver import Battle
from warbench.lab.proof import tally as tallies
from warbench.lab.proof.eager import eager
from warbench.lab.proof.part import Scenario, Thing, part
from warbench.lab.proof.soak import soak
from warbench.players import seat

MOST_ANSWERS = 4_000
ATTEMPTS = 12
"""So often a scenario is played, each time with another seed, until it has shown what it is for."""


class Found(msgspec.Struct):
    """What fired of a game: how often in random battles, and in which scenarios."""

    game: str
    battles: int = 0
    times: Counter[str] = msgspec.field(default_factory=Counter)
    scenarios: dict[str, list[str]] = {}

    def things(self) -> list[Thing]:
        """Every rule object of the game."""
        return part(self.game).things()

    def fired(self, thing: Thing) -> bool:
        """Whether a rule object fired at all."""
        return bool(self.times[thing.key]) or thing.key in self.scenarios

    def missing(self) -> list[str]:
        """The rule objects that neither fired nor have a reason, by id."""
        return [thing.id for thing in self.things() if not thing.reason and not self.fired(thing)]


def random_battles(game: str, numbers: Iterable[int], *, seed: str = "exhaustive") -> Found:
    """Play some battles of the soak and note what fires; every battle that goes wrong raises.

    Raises:
        RuntimeError: naming the battle and what went wrong.
    """
    found = Found(game)
    with part(game).listening(found.times):
        for number in numbers:
            played = soak(game, [number], seed=seed, save_every=0, check=False)
            for fault in played.faults:
                msg = f"battle {number} of seed {seed!r}: {fault.what}: {fault.text}"
                raise RuntimeError(msg)
            found.battles += 1
            found.times.update(played.fired)
    return found


def play(game: str, scenario: Scenario) -> Counter[str]:
    """Play a scenario, the state checked after each event, until it has shown what it is for; what fired.

    Raises:
        RuntimeError: for an illegal state.
    """
    tally: Counter[str] = Counter()
    for attempt in range(scenario.first, scenario.first + ATTEMPTS):
        play_once(game, scenario, f"{scenario.name} {attempt}", tally)
        if all(key in tally for key in scenario.shows):
            break
    return tally


def play_once(game: str, scenario: Scenario, seed: str, tally: Counter[str]) -> None:
    """Play a scenario once, and count what fires.

    Raises:
        RuntimeError: for an illegal state.
    """
    of = part(game)
    battle: Battle[Any] = Battle(of.game(), scenario.setup(), seed=seed)
    battle.watch = _upright
    with of.listening(tally):
        battle.play(seat(battle, [eager(of, scenario, f"{seed} {side}", tally) for side in "AB"]), most=MOST_ANSWERS)
    tallies.happened(of, tally, battle)


def _upright(battle: Battle[Any], event: object) -> None:
    problems = battle.game.problems(battle.state)
    if problems:
        msg = f"{problems} after {event}"
        raise RuntimeError(msg)


def exhaust(game: str, numbers: Iterable[int], *, seed: str = "exhaustive") -> Found:
    """Play random battles and every scenario."""
    found = random_battles(game, numbers, seed=seed)
    for scenario in part(game).scenarios():
        for key in play(game, scenario):
            found.scenarios.setdefault(key, []).append(scenario.name)
    return found


# --- the page ---


_NAMED = 3
"""So many scenarios are named on a line."""

_HEAD = """\
# Rule objects: {game}

`python tools/exhaustive.py --game {game} --write` writes this page; do not edit it. `--battles 1000` plays longer, and says what
never fired; the test (`tests/games/{game}/battle/test_exhaustive.py`) plays a few battles and every scenario.

Every rule object of the battle, and what fired it: {battles} random battles (the times it happened) and the scenarios of
`warbench.lab.proof.{game}`, small battles whose players are bent towards a rule. What cannot fire is listed with the reason.
An ability of a weapon fires when a weapon that has it attacks; a fact that the table tells, when an attack's numbers were
settled with another value than the usual one; a refusal, when it was given to an answer that was not carried out.
"""


def page(found: Found) -> str:
    """The page that lists every rule object with what fired it."""
    lines = [_HEAD.format(game=found.game, battles=found.battles)]
    kind = ""
    for thing in found.things():
        if thing.kind != kind:
            kind = thing.kind
            heading = f"## {kind[0].upper()}{kind[1:]}"
            lines += [heading, "", "| name | random play | scenarios | why not |", "|---|---|---|---|"]
        times = found.times[thing.key] or ""
        names = found.scenarios.get(thing.key, [])
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        told = ", ".join(names[:_NAMED]) + more
        reason = "" if found.fired(thing) else thing.reason or "never fired"
        lines.append(f"| {thing.name} | {times} | {told} | {reason} |")
    return "\n".join(_spaced(lines)) + "\n"


def _spaced(lines: list[str]) -> Iterator[str]:
    """An empty line before each heading."""
    for line in lines:
        if line.startswith("## "):
            yield ""
        yield line.rstrip("\n")
