"""What the planners of all games share: picking the best of what was scored, and reading where a placement puts models."""

from collections.abc import Iterable
from math import hypot
from typing import Any

from warbench.table.lattice import INCH

DIGITS = 9
"""Odds are compared rounded to so many digits, and ties broken by the order of the options: alike on every machine."""

Spot = tuple[float, float]
"""A point on the table, in inches."""

FAR = 99.0
"""How far away what is not there counts, in inches."""


def best(scored: Iterable[tuple[float, Any]]) -> Any:  # noqa: ANN401 -- whatever was scored
    """What has the highest score, the first of several; None when there is nothing."""
    found: tuple[float, Any] | None = None
    for score, item in scored:
        if found is None or round(score, DIGITS) > found[0]:
            found = round(score, DIGITS), item
    return None if found is None else found[1]


def spots_of(key: str) -> list[Spot]:
    """Where an answer places models, in inches; empty for an answer that places none."""
    found: list[Spot] = []
    for part in key.split(";"):
        numbers = part.rpartition(">")[2].split(",")
        if len(numbers) != 4:  # noqa: PLR2004 -- x, y, z, heading
            return []
        found.append((int(numbers[0]) / INCH, int(numbers[1]) / INCH))
    return found


def gap(one: list[Spot], other: list[Spot]) -> float:
    """How far apart the nearest models of two units are, middle to middle, in inches."""
    return min((hypot(a[0] - b[0], a[1] - b[1]) for a in one for b in other), default=FAR)


def away(spots: list[Spot], point: Spot) -> float:
    """How far models are from a point on average, in inches."""
    return sum(hypot(x - point[0], y - point[1]) for x, y in spots) / len(spots) if spots else FAR


def leading_number(text: str) -> int:
    """The number that an option's text begins with; 0 when it begins with none."""
    first = text.partition(" ")[0]
    return int(first) if first.isdecimal() else 0
