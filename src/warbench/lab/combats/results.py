"""What came of many samples of a Combat: means, chances and distributions, each with its standard error."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt

import msgspec

from warbench.rules.conditions import Value


class Figure(msgspec.Struct, frozen=True):
    """A mean or a probability that was sampled, and its standard error."""

    value: float
    error: float


class Striking(msgspec.Struct, frozen=True):
    """What ``models`` of a unit strike with as the Combat begins, and in which initiative step."""

    weapon: str
    models: int
    initiative: int


class Fought(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a unit.

    ``side`` is 0 for who attacks, 1 for the target's. ``models`` and ``wounds`` are what it had, ``engaged`` the models that
    were engaged when the Combat began. ``slain_pmf`` and ``wounds_pmf`` are the shares of the samples in which it lost 0, 1, ...
    models and Wounds (or Hull Points).
    """

    name: str
    side: int
    points: int
    models: int
    wounds: int
    hull_points: bool
    engaged: int
    strikes: tuple[Striking, ...]
    slain: Figure
    wounds_lost: Figure
    destroyed: Figure
    routed: Figure
    slain_pmf: tuple[float, ...]
    wounds_pmf: tuple[float, ...]


class Sampled(msgspec.Struct, frozen=True, kw_only=True):
    """A Combat as it was sampled.

    ``samples`` were fought of ``wanted``, with the dice of ``seed``. ``wins`` are the probabilities that each side wins the
    resolution, or that it alone is left; ``draw`` that neither does. ``policy`` says how both sides decided.
    """

    seed: str
    samples: int
    wanted: int
    units: tuple[Fought, ...]
    wins: tuple[Figure, Figure]
    draw: Figure
    facts: Mapping[str, Value]
    rulings: Mapping[str, str]
    policy: tuple[str, ...]
    not_modelled: tuple[str, ...]


def mean(counts: Counter[int]) -> Figure:
    """The mean of values by how often each came up, and its standard error."""
    n = counts.total()
    middle = sum(value * count for value, count in counts.items()) / n
    square = sum(count * (value - middle) ** 2 for value, count in counts.items())
    return Figure(middle, sqrt(square / (n - 1) / n) if n > 1 else 0.0)


def chance(outcomes: Iterable[bool]) -> Figure:
    """The share of what came true. Its standard error is that of a share with one more of each, so that none of n is not sure."""
    every = list(outcomes)
    n, true = len(every), sum(every)
    likely = (true + 1) / (n + 2)
    return Figure(true / n, sqrt(likely * (1 - likely) / n))


def shares(counts: Counter[int], most: int) -> tuple[float, ...]:
    """The share of each value from 0 to ``most``."""
    n = counts.total()
    return tuple(counts[value] / n for value in range(most + 1))
