"""A Monte Carlo of the same attacks on numpy: what a careful programmer would write who does not work out the odds.

Nothing of Warbench is used: the counts of each stage are drawn for all trials at once, then the damage is allocated event by
event. Where every attack is one chain of three dice, the dice themselves are rolled as bytes, which is quicker still.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from workloads import Workload, dice

Ints = NDArray[np.int64]

BATCH = 100_000
"""So many trials at once: the arrays stay in the processor's cache."""

_FACES = 6


class Drawn(NamedTuple):
    """How often each number of models slain and of wounds lost came up."""

    slain: Ints
    wounds_lost: Ints

    @property
    def trials(self) -> int:
        """How many trials there were."""
        return int(self.slain.sum())

    def mean(self, law: Ints) -> tuple[float, float]:
        """The mean of one of the two and its standard error."""
        values = np.arange(len(law))
        mean = float(values @ law) / self.trials
        variance = float((values - mean) ** 2 @ law) / self.trials
        return mean, (variance / self.trials) ** 0.5


def simulate(workload: Workload, trials: int, seed: int = 1) -> Drawn:
    """Roll the workload that often."""
    rng = np.random.Generator(np.random.SFC64(seed))
    total = workload.models * workload.wounds
    slain, lost = np.zeros(workload.models + 1, np.int64), np.zeros(total + 1, np.int64)
    for start in range(0, trials, BATCH):
        count = min(BATCH, trials - start)
        events = _chains(rng, workload, count) if not workload.keywords else _counted(rng, workload, count)
        wounds = _allocated(rng, workload, events)
        lost += np.bincount(wounds, minlength=total + 1)
        slain += np.bincount(wounds // workload.wounds, minlength=workload.models + 1)
    return Drawn(slain, lost)


def _chance(needed: int) -> float:
    """The probability of rolling that or more; a 1 always fails, a 6 never does for hits and wounds."""
    return (_FACES + 1 - min(max(needed, 2), 6)) / _FACES


def _chains(rng: np.random.Generator, workload: Workload, trials: int) -> Ints:
    """Unsaved attacks of weapons without abilities: three dice an attack, rolled as bytes."""
    _, _, attacks = workload.attack_dice
    shape = (attacks, trials)
    through = rng.integers(1, 7, shape, dtype=np.uint8) >= workload.skill
    through &= rng.integers(1, 7, shape, dtype=np.uint8) >= workload.wounds_on
    through &= rng.integers(1, 7, shape, dtype=np.uint8) < workload.saves_on
    unsaved: Ints = through.sum(axis=0, dtype=np.int64)
    return unsaved


def _counted(rng: np.random.Generator, workload: Workload, trials: int) -> Ints:
    """Attacks that do damage, by counts: binomial draws stage by stage.

    Devastating Wounds come last, but their damage has the same law here and all models are alike, so they are only counted.
    """
    attacks = _sum_of_dice(rng, workload.attack_dice, np.ones(trials, np.int64))
    critical = rng.binomial(attacks, 1 / _FACES)
    hits = rng.binomial(attacks - critical, (_chance(workload.skill) - 1 / _FACES) / (1 - 1 / _FACES))
    wounds: Ints = np.zeros(trials, np.int64)
    if "lethal hits" in workload.keywords:
        wounds += critical
    else:
        hits += critical
    if workload.sustained_dice is not None:
        hits += _sum_of_dice(rng, workload.sustained_dice, critical)
    critical = rng.binomial(hits, 1 / _FACES)
    wounds += rng.binomial(hits - critical, (_chance(workload.wounds_on) - 1 / _FACES) / (1 - 1 / _FACES))
    devastating = "devastating wounds" in workload.keywords
    fails = (min(workload.saves_on, 7) - 1) / _FACES
    unsaved = rng.binomial(wounds if devastating else wounds + critical, fails)
    return unsaved + critical if devastating else unsaved


def _sum_of_dice(rng: np.random.Generator, thrown: tuple[int, int, int], times: Ints) -> Ints:
    """For each trial, dice (how many, their sides, what is added) thrown that many times over."""
    count, sides, plus = thrown
    total = times * plus
    left = times * count
    if not count:
        return total
    total += left  # every die shows 1 at least
    for face in range(sides, 1, -1):
        # Of the dice that show at most ``face``, one in ``face`` shows it.
        shown = rng.binomial(left, 1 / face)
        total += shown * (face - 1)
        left = left - shown
    return total


def _allocated(rng: np.random.Generator, workload: Workload, events: Ints) -> Ints:
    """The wounds lost when each event hurts the first model that stands; what is too much for it is lost."""
    law = _damage(workload)
    steps = np.cumsum(law)[:-1]
    total = workload.models * workload.wounds
    if len(steps) == 1 and law[0] == 0:
        # One point each: nothing is ever too much.
        return np.asarray(np.minimum(events, total), np.int64)
    if law[-1] == 1:
        # A fixed damage takes the same number of events for every model.
        damage, each = len(law) - 1, workload.wounds
        need = -(-each // damage)
        whole, rest = np.divmod(events, need)
        return np.asarray(np.minimum(whole * each + np.minimum(rest * damage, each), total), np.int64)
    # The busiest trials first, so that those still under way are a slice.
    order = np.argsort(-events)
    events = events[order]
    lost = np.zeros(len(events), np.int16)
    for event in range(int(events[0]) if len(events) else 0):
        active = int(np.searchsorted(-events, -event, side="left"))
        now = lost[:active]
        points = np.searchsorted(steps, rng.random(active, dtype=np.float32), side="right").astype(np.int16)
        now += np.minimum(points, workload.wounds - now % workload.wounds)
        np.minimum(now, total, out=now)
    return np.asarray(lost, np.int64)


def _damage(workload: Workload) -> NDArray[np.float64]:
    """The probabilities of 0, 1, ... points of damage from one event, after Feel No Pain."""
    count, sides, plus = dice(workload.damage)
    law = np.zeros(plus + 1)
    law[plus] = 1
    for _ in range(count):
        law = np.convolve(law, [0, *[1 / sides] * sides])
    if workload.feel_no_pain is None:
        return law
    hurts = (workload.feel_no_pain - 1) / _FACES
    out, power = np.zeros(len(law)), np.ones(1)
    for points, chance in enumerate(law):
        if points:
            power = np.convolve(power, [1 - hurts, hurts])
        out[: len(power)] += chance * power
    return out
