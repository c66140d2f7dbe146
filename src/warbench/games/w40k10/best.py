"""Choices that a player has in a volley, made for the best: which faces to re-roll, and in which order to fire."""

from collections.abc import Sequence as Series
from itertools import permutations, product
from math import prod

import msgspec

from warbench.attack.exact import Outcome, solve
from warbench.attack.target import Target
from warbench.games.w40k10.arms import Bearers, wielded
from warbench.games.w40k10.models import target_of
from warbench.games.w40k10.plan import Plan, choices, dice_again, facts_of, plan_weapon, volley_of
from warbench.games.w40k10.question import Question, Weapon
from warbench.games.w40k10.rulings import RULINGS

MOST_ORDERED = 6
"""Up to so many weapons every firing order is tried; beyond it the heuristic 'wasteful last' is used."""
_MOST_TOGETHER = 256
_MOST_PASSES = 4
_SAME = 1e-12


def best_rerolls(plans: Series[Plan], target: Target, *, exact: bool = False) -> tuple[tuple[Plan, ...], Outcome]:
    """Choose the faces that free re-rolls throw again: one set for each roll and weapon, fixed for the volley.

    The most models slain on average, then the most wounds lost, then the fewest dice thrown again. All weapons are weighed
    together while there are few combinations, else one weapon after the other until nothing changes.
    """
    options = [choices(plan) if not plan.refused else [plan] for plan in plans]
    if prod(len(each) for each in options) <= _MOST_TOGETHER:
        return _pick([tuple(each) for each in product(*options)], target, exact=exact)
    chosen = tuple(each[0] for each in options)
    outcome = solve(volley_of(chosen, target), exact=exact)
    for _ in range(_MOST_PASSES):
        before = chosen
        for index, each in enumerate(options):
            if len(each) > 1:
                trials = [(*chosen[:index], option, *chosen[index + 1 :]) for option in each]
                chosen, outcome = _pick(trials, target, exact=exact)
        if chosen == before:
            break
    return chosen, outcome


def _pick(trials: list[tuple[Plan, ...]], target: Target, *, exact: bool) -> tuple[tuple[Plan, ...], Outcome]:
    best: tuple[tuple[Plan, ...], Outcome] | None = None
    for trial in sorted(trials, key=lambda plans: sum(map(dice_again, plans))):
        outcome = solve(volley_of(trial, target), exact=exact)
        if best is None or better(outcome, best[1]):
            best = (trial, outcome)
    if best is None:
        msg = "nothing to choose from"
        raise ValueError(msg)
    return best


def better(a: Outcome, b: Outcome) -> bool:
    """Whether ``a`` slays more on average than ``b``, or as many and takes more wounds; small differences are none."""
    slain = float(a.slain.mean) - float(b.slain.mean)
    if abs(slain) > _SAME:
        return slain > 0
    return float(a.wounds_lost.mean) - float(b.wounds_lost.mean) > _SAME


def armed(question: Question, bearers: Series[Bearers], kind: str | None) -> Question:
    """The question with the weapons that a unit uses at once; the melee weapon of each model is the best one here.

    ``kind`` None: its ranged weapons, or the melee ones when it has no other.

    Raises:
        ScenarioError: when the unit has no weapon of the kind.
    """
    facts = facts_of(question)
    rulings = RULINGS.settle(question.rulings)
    target = target_of(question.target, facts, question.starting_models)
    if kind is None:
        kind = "ranged" if any(weapon.type == "ranged" for each in bearers for weapon in each.weapons) else "melee"

    def worth(weapon: Weapon) -> float:
        plan = plan_weapon(question, weapon, facts, rulings)
        return 0.0 if plan.refused else float(solve(volley_of([plan], target)).wounds_lost.mean)

    engaged = facts["engaged"] is True
    weapons = wielded(bearers, question.attacker_keywords, kind, worth, engaged=engaged, name=question.attacker_name)
    return msgspec.structs.replace(question, weapons=weapons)


class Firing(msgspec.Struct, frozen=True):
    """The best firing order found: weapon names in order, what it slays on average, and how it was found."""

    order: tuple[str, ...]
    slain: float
    wounds_lost: float
    worst_slain: float
    how: str


def best_order(plans: Series[Plan], target: Target) -> Firing | None:
    """The order of the weapons that slays most; None when there is nothing to order.

    Beyond six weapons the heuristic "wasteful last" is used: the weapons that lose the least damage to surplus first.
    """
    firing = [plan for plan in plans if not plan.refused]
    if len(firing) < 2:
        return None
    if len(firing) <= MOST_ORDERED:
        trials = [solve(volley_of(order, target)) for order in permutations(firing)]
        how = "every order was tried"
    else:
        alone = {id(plan): _wasted(plan, target) for plan in firing}
        trials = [solve(volley_of(sorted(firing, key=lambda plan: alone[id(plan)]), target)), solve(volley_of(firing, target))]
        how = "more than six weapons: the order 'wasteful last', against the given one"
    best = worst = trials[0]
    for outcome in trials[1:]:
        if better(outcome, best):
            best = outcome
        if better(worst, outcome):
            worst = outcome
    names = tuple(group.name for group in best.volley.groups)
    return Firing(names, float(best.slain.mean), float(best.wounds_lost.mean), float(worst.slain.mean), how)


def _wasted(plan: Plan, target: Target) -> float:
    """The damage that is lost to surplus when the weapon fires alone."""
    outcome = solve(volley_of([plan], target))
    damage = outcome.means[0].get("damage")
    return float(damage or 0) - float(outcome.wounds_lost.mean)
