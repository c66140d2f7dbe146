"""What attacks are worth to the planner: the exact odds of shooting and fighting, in points of the army list."""

from collections.abc import Iterable
from functools import lru_cache

from warbench.attack.volley import Volley
from warbench.games.w40k10.battle.aiming import aims_of
from warbench.games.w40k10.battle.bearing import line_of
from warbench.games.w40k10.battle.declaring import all_at
from warbench.games.w40k10.battle.firing_deck import lendable
from warbench.games.w40k10.battle.guns import own_arms
from warbench.games.w40k10.battle.kinds import Kind
from warbench.games.w40k10.battle.melee import arm
from warbench.games.w40k10.battle.sight import Outlook
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.battle.targets import Arsenal, stance_of
from warbench.games.w40k10.battle.volleys import Aimed, settle
from warbench.games.w40k10.sequence import schedule
from warbench.players.choosing import DIGITS
from warbench.players.odds import reckoned
from warbench.rules.conditions import Value

_WHOLE = 0.25
"""A unit that is gone holds nothing any more: its destruction is worth so much of its points on top."""


def points_of(state: State, unit: Unit) -> float:
    """What a unit is worth that has some models left."""
    return float(state.points(unit))


@lru_cache(maxsize=20_000)
def _outcome(volley: Volley) -> tuple[float, float]:
    """The share of the target's wounds that a volley takes on average, and the probability that nothing is left."""
    outcome = reckoned(volley)
    total = volley.target.total
    return round(float(outcome.wounds_lost.mean) / total, DIGITS), round(float(outcome.destroyed), DIGITS)


def of_aims(state: State, unit: Unit, aims: Iterable[Aimed]) -> float:
    """What some attacks of a unit take on average, in points: the share of each target's wounds, and more for all of them."""
    worth = 0.0
    for aimed in aims:
        target = state.units[aimed.target]
        settled = settle(state, unit, aimed)
        if not settled.firing or not target.models:
            continue
        line = line_of(state, target, settled.kinds, apart=settled.apart, covered=aimed.covered)
        groups = tuple(settled.plans[index].group() for index in settled.firing)
        share, gone = _outcome(Volley(groups, schedule(groups), line.target))
        left = len(target.models) / target.starting
        worth += points_of(state, target) * (share * left + gone * _WHOLE)
    return round(worth, DIGITS)


def shooting(arsenal: Arsenal, key: str, facts: dict[str, Value] | None = None) -> float:
    """What an answer to a question about targets is worth: all weapons at one unit, in one of their profiles."""
    target, _, number = key.partition("/")
    if target not in arsenal.enemies:
        return 0.0
    fires = all_at(arsenal, target, int(number) - 1 if number else 0)
    return of_aims(arsenal.state, arsenal.unit, aims_of(arsenal, fires, facts)) if fires else 0.0


def arsenal_of(state: State, unit: Unit, *, overwatch: bool = False) -> Arsenal:
    """What a unit could shoot now."""
    outlook = Outlook(state)
    stance = stance_of(state, unit, outlook, overwatch=overwatch)
    return Arsenal(state, unit, [*own_arms(state, unit), *lendable(state, unit)], stance, outlook)


def best_shot(state: State, unit: Unit) -> float:
    """What the best target of a unit is worth to it now."""
    arsenal = arsenal_of(state, unit)
    return max((shooting(arsenal, target) for target in arsenal.enemies), default=0.0)


def overwatch(state: State, unit: Unit, enemy: Unit) -> float:
    """What Fire Overwatch of a unit at an enemy is worth."""
    return shooting(arsenal_of(state, unit, overwatch=True), enemy.id, {"overwatch": True})


def melee(state: State, unit: Unit, target: Unit) -> float:
    """What all models of a unit, each with its best weapon, are worth against a target in the Fight phase."""
    if not unit.models or not target.models:
        return 0.0
    declared = arm(state, unit, list(unit.models), target.id, {})
    return of_aims(state, unit, (Aimed(target.id, declared),)) if declared else 0.0


@lru_cache(maxsize=512)
def arms_of(kind: Kind) -> float:
    """What a kind of model is worth for its weapons: hits on average times damage, more for Strength and penetration.

    Rough, and enough to tell a gunner from a trooper. A character counts thrice.
    """
    worth = 1.0
    for weapon in kind.weapons:
        hits = float(weapon.attacks.mean) * (7 - (weapon.skill or 1)) / 6
        worth += weapon.count * hits * float(weapon.damage.mean) * weapon.strength * (2 - weapon.ap)
    return round(worth * (3 if "character" in kind.keywords else 1), DIGITS)
