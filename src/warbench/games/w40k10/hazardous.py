"""Hazardous: how many tests a unit's attacks leave it with, and which model a failed one strikes (W-112, W-114, W-116..W-119)."""

from collections.abc import Iterable
from collections.abc import Sequence as Series

import msgspec

from warbench.games.w40k10.plan import Plan
from warbench.rules.effects import Hazard

PURPOSE = "hazardous"
"""The purpose of the dice, and the name of the test."""


class Bearer(msgspec.Struct, frozen=True, kw_only=True):
    """One model of the unit that tests. ``wounds_left`` 0 is destroyed; ``hazardous``: equipped with such a weapon."""

    wounds: int
    wounds_left: int
    character: bool = False
    hazardous: bool = True


def owed(plans: Iterable[Plan]) -> dict[Hazard, int]:
    """How many tests a unit's attacks leave it with: one a Hazardous weapon that was given a target (W-112, W-114, W-123).

    Weapons that fail differently are told apart. It is owed even where no model of the target was left to attack.
    """
    tests: dict[Hazard, int] = {}
    for plan in plans:
        if plan.hazard is not None and not plan.refused:
            hazard = Hazard(fails_on=plan.hazard.fails_on, damage=plan.hazard.damage)
            tests[hazard] = tests.get(hazard, 0) + plan.weapon.count
    return tests


def candidates(models: Series[Bearer]) -> tuple[int, ...]:
    """The places of the models that a failed test may strike; empty when no bearer is left.

    Wounded bearers first, characters among them (W-116, W-117); else bearers that are no characters (W-118); else characters
    (W-119). Their owner picks one.
    """
    bearers = [index for index, model in enumerate(models) if model.hazardous and model.wounds_left]
    wounded = tuple(index for index in bearers if models[index].wounds_left < models[index].wounds)
    soldiers = tuple(index for index in bearers if not models[index].character)
    return wounded or soldiers or tuple(bearers)
