"""Choices that a player has in a volley, made for the best: which faces to re-roll, and in which order to fire."""

from collections.abc import Sequence as Series

import msgspec

from warbench.attack.choices import Firing, best_of_each, better
from warbench.attack.choices import best_order as best_of_orders
from warbench.attack.exact import Outcome, solve
from warbench.attack.target import Target
from warbench.games.w40k10.arms import Bearers, wielded
from warbench.games.w40k10.models import target_of
from warbench.games.w40k10.plan import Plan, choices, dice_again, facts_of, plan_weapon, volley_of
from warbench.games.w40k10.question import Question, Weapon
from warbench.games.w40k10.rulings import RULINGS

__all__ = ["Firing", "armed", "best_order", "best_rerolls", "better"]


def best_rerolls(plans: Series[Plan], target: Target, *, exact: bool = False) -> tuple[tuple[Plan, ...], Outcome]:
    """Choose the faces that free re-rolls throw again: one set for each roll and weapon, fixed for the volley.

    The most models slain on average, then the most wounds lost, then the fewest dice thrown again. All weapons are weighed
    together while there are few combinations, else one weapon after the other until nothing changes.
    """
    options = [choices(plan) if not plan.refused else [plan] for plan in plans]
    return best_of_each(options, target, volley_of, dice_again, exact=exact)


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


def best_order(plans: Series[Plan], target: Target) -> Firing | None:
    """The order of the weapons that slays most; None when there is nothing to order."""
    return best_of_orders([plan for plan in plans if not plan.refused], target, volley_of)
