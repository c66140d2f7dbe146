"""The cases: each measures one thing and says what was asked, of whom, and how the answers compare."""

import importlib.util
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

import msgspec
from measure import empty_caches, rate, timed, watched
from montecarlo import simulate
from workloads import SCENARIOS, A, B, Workload, matchups

from warbench.attack.dice import SeededDice
from warbench.attack.rolled import roll
from warbench.attack.sampled import Sampler
from warbench.attack.volley import Volley
from warbench.games.w40k10 import library
from warbench.games.w40k10.answer import Answer, answer
from warbench.games.w40k10.question import Question
from warbench.lab.compare import compare
from warbench.lab.rows import candidates

TRIALS = 1_000_000
SIGMAS = 5
GRID_TARGETS = (
    "light-infantry", "horde", "power-armoured-infantry", "led-infantry", "elite-infantry", "terminators", "heavy-infantry",
    "bikes", "monster", "light-transport", "heavy-tank", "super-heavy",
)  # fmt: skip
FRACTIONS_UP_TO = 30
"""Attacks: beyond it Warbench's Fractions are left out of the run, since they take half a minute."""


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the report. ``seconds`` is processor time for one answer unless ``unit`` says something else.

    ``ratio`` is ``seconds`` over Warbench's own for the same workload in the same run: below 1 is faster than Warbench.
    """

    case: str
    program: str
    seconds: float | None = None
    runs: int = 0
    ratio: float | None = None
    value: float | None = None
    unit: str = ""
    note: str = ""
    wrong: bool = False


def scenarios(*, quick: bool) -> Iterator[Result]:
    """Scenarios A, B and C: Warbench and the others."""
    for workload in SCENARIOS:
        yield from _scenario(workload, quick=quick)


def _ask(question: Question, *, exact: bool = False) -> Answer:
    """An answer with what is read of it: both distributions with their means, and the probability of destruction."""
    found = answer(question, exact=exact)
    assert found.slain.mean + found.wounds_lost.mean + found.destroyed >= 0  # noqa: S101 -- each is worked out when it is read
    return found


def _scenario(workload: Workload, *, quick: bool) -> Iterator[Result]:
    name = f"scenario {workload.name}"
    right = _ask(workload.question())
    questions = iter([workload.question() for _ in range(30)])
    runs = 5 if quick else 21
    own = timed(lambda: _ask(next(questions)), runs, empty_caches)
    yield Result(case=name, program="Warbench", seconds=own, runs=runs, ratio=1.0, note="exact; caches emptied before each run")
    if sum(workload.attack_dice[::2]) <= FRACTIONS_UP_TO:
        fresh = iter([workload.question() for _ in range(5)])
        took = timed(lambda: _ask(next(fresh), exact=True), 3, empty_caches)
        yield Result(case=name, program="Warbench, Fractions", seconds=took, runs=3, ratio=took / own, note="no rounding at all")
    else:
        yield Result(case=name, program="Warbench, Fractions", note="left out: it takes tens of seconds")
    yield _monte_carlo(name, workload, right, own, quick=quick)
    yield _icepool(name, workload, right, own)
    yield _wh40kdc(name, workload, right, own)


def _monte_carlo(name: str, workload: Workload, right: Answer, own: float, *, quick: bool) -> Result:
    trials = TRIALS // 10 if quick else TRIALS
    took = timed(lambda: simulate(workload, trials), 3)
    drawn = simulate(workload, trials)
    apart = []
    for law, dist in ((drawn.slain, right.slain), (drawn.wounds_lost, right.wounds_lost)):
        mean, error = drawn.mean(law)
        apart.append(abs(mean - float(dist.mean)) / error)
    widest = max(abs(count / trials - float(right.slain.prob(n))) for n, count in enumerate(drawn.slain))
    note = f"{trials:,} trials; means {max(apart):.1f} sigma from exact, largest error of a probability {widest:.1e}"
    wrong = max(apart) > SIGMAS
    return Result(case=name, program="numpy Monte Carlo", seconds=took, runs=3, ratio=took / own, note=note, wrong=wrong)


def _icepool(name: str, workload: Workload, right: Answer, own: float) -> Result:
    if importlib.util.find_spec("icepool") is None:
        return Result(case=name, program="icepool", note="not installed: make bench installs it")
    from with_icepool import slain  # noqa: PLC0415 -- only where it is installed

    took = timed(lambda: slain(workload), 3)
    law = slain(workload)
    widest = max(abs(float(law.probability(n)) - float(right.slain.prob(n))) for n in range(workload.models + 1))
    note = f"exact, written for this workload; largest difference of a probability {widest:.1e}"
    return Result(case=name, program="icepool", seconds=took, runs=3, ratio=took / own, note=note, wrong=widest > 1e-9)


def _wh40kdc(name: str, workload: Workload, right: Answer, own: float) -> Result:
    if importlib.util.find_spec("wh40kdc") is None:
        return Result(case=name, program="wh40kdc", note="not installed: make bench installs it")
    from with_wh40kdc import dataset, project  # noqa: PLC0415 -- only where it is installed

    data = dataset()
    took = timed(lambda: project(workload, data), 21)
    said = project(workload, data)
    damage, slain = float(right.stage_means()["damage"]), float(right.slain.mean)
    note = (
        f"means only, no distribution; damage off by {said.damage - damage:+.1e}; "
        f"models slain {said.slain:.3f}, exact {slain:.3f}: off by {(said.slain - slain) / slain:+.0%}"
    )
    return Result(case=name, program="wh40kdc", seconds=took, runs=21, ratio=took / own, note=note)


def grid(*, quick: bool) -> Iterator[Result]:
    """All loadouts of the Hekaton Land Fortress against a dozen targets, through ``lab.compare``."""
    runs = 3 if quick else 5

    def all_cells() -> None:
        compare(candidates(library.datasheet("hekaton-land-fortress")).found, GRID_TARGETS)

    cold = timed(all_cells, runs, empty_caches)
    warm = timed(all_cells, runs)
    yield Result(case="grid 18 x 12", program="Warbench", seconds=cold, runs=runs, note="caches emptied, data files read again")
    yield Result(
        case="grid 18 x 12", program="Warbench, again", seconds=warm, runs=runs, note="what was worked out is remembered"
    )


def sweep(*, quick: bool) -> Iterator[Result]:
    """Many different weapons against many targets, each pair one answer."""
    weapons, against = (100, 50) if quick else (1000, 50)
    questions = matchups(weapons, against)
    # What is imported late is imported now; one run is long enough to be steady.
    _ask(B.question())
    empty_caches()
    begin = process_time()
    for question in questions:
        _ask(question)
    took = process_time() - begin
    note = f"{took / len(questions) * 1e6:.0f} us an answer; caches emptied at the start only"
    yield Result(case=f"sweep {weapons:,} x {against}", program="Warbench", seconds=took, runs=1, note=note)


def volleys(*, quick: bool) -> Iterator[Result]:
    """Rolled volleys and sampled draws a second."""
    seconds = 0.5 if quick else 2.5
    for workload in (A, B):
        volley = answer(workload.question()).outcome.volley
        often = rate(partial(_roll, volley), seconds)
        note = "every die thrown, with its record"
        yield Result(case=f"rolled {workload.name}", program="Warbench", value=often, unit="volleys/s", note=note)
        often = rate(partial(_draw, Sampler(volley), Random(1)), seconds)
        note = "from the exact law, worked out once"
        yield Result(case=f"sampled {workload.name}", program="Warbench", value=often, unit="draws/s", note=note)


def _roll(volley: Volley, seed: int) -> None:
    roll(volley, SeededDice(seed))


def _draw(sampler: Sampler, stream: Random, _: int) -> None:
    sampler.draw(stream.random())


def command(*, quick: bool) -> Iterator[Result]:
    """The command as a person starts it: wall time and peak memory."""
    runs = 3 if quick else 7
    words = ["odds", "hekaton-land-fortress", "--into", "terminators"]
    case = f"warbench {' '.join(words)}"
    seen = watched([str(Path(sys.executable).with_name("warbench")), *words], runs)
    if seen.code:
        yield Result(case=case, program="Warbench", note=f"the command ended with code {seen.code}", wrong=True)
        return
    bare = watched([sys.executable, "-c", "pass"], runs)
    note = f"processor time {seen.cpu:.2f} s; Python alone: {bare.wall:.2f} s and {bare.peak:.0f} MiB"
    yield Result(case=case, program="Warbench", value=seen.wall, unit="s wall time", runs=runs, note=note)
    yield Result(case=case, program="Warbench", value=seen.peak, unit="MiB at the peak", runs=runs)


CASES = {"command": command, "scenarios": scenarios, "grid": grid, "sweep": sweep, "volleys": volleys}
"""Every case by its name."""
