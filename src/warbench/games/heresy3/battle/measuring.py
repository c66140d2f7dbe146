"""Distances as this game counts them: between bases, and any fraction of an inch rounds up (ruling inches)."""

from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.state import State, Unit
from warbench.table.lattice import INCH, inches_up
from warbench.table.measure import Standing, distance_up, in_contact, least_distance


def inches_between(state: State, one: Standing, other: Standing) -> int | float:
    """How many inches apart two models are: rounded up to the next whole inch, unless the ruling says otherwise."""
    gap = distance_up(one, other)
    return inches_up(gap) if ruling(state, "inches") == "up" else gap / INCH


def gap(state: State, unit: Unit, other: Unit) -> int | None:
    """How far apart the nearest models of two units on the table are, in lattice units, rounded up; None when one is off it."""
    return least_distance(state.shapes(unit), state.shapes(other))


def units_within(state: State, unit: Unit, other: Unit, inches: int) -> bool:
    """Whether two units are within so many inches of each other. Up to a whole number of inches rounding up changes nothing."""
    found = gap(state, unit, other)
    return found is not None and found <= inches * INCH


def touching(state: State, unit: Unit, other: Unit) -> bool:
    """Whether a model of each of two units is in base contact (H-238)."""
    there = state.shapes(other)
    return any(in_contact(one, two) for one in state.shapes(unit) for two in there)
