"""Choices that a player has in a volley, made for the best: which faces to re-roll, and in which order to fire."""

from collections.abc import Iterable
from collections.abc import Sequence as Series
from itertools import combinations
from math import comb

import msgspec

from warbench.attack.choices import Firing, best_of_each, better
from warbench.attack.choices import best_order as best_of_orders
from warbench.attack.exact import Outcome, solve
from warbench.attack.target import Target
from warbench.games.w40k10.arms import Bearers, Worth, has_keyword, wielded
from warbench.games.w40k10.checks import ScenarioError
from warbench.games.w40k10.keywords import SELECTED
from warbench.games.w40k10.models import target_of
from warbench.games.w40k10.plan import Plan, choices, dice_again, facts_of, plan_weapon, volley_of
from warbench.games.w40k10.question import Question, Weapon
from warbench.games.w40k10.rulings import RULINGS
from warbench.games.w40k10.settle import Active, Facts, applying, number
from warbench.rules.effects import Effect

__all__ = ["Firing", "armed", "best_order", "best_rerolls", "better", "check_selected", "powers"]

_MOST_TOGETHER = 64
"""So many choices of C'tan Powers are weighed each as a whole; of more, each weapon is weighed by itself."""


def best_rerolls(plans: Series[Plan], target: Target, *, exact: bool = False) -> tuple[tuple[Plan, ...], Outcome]:
    """Choose the faces that free re-rolls throw again: one set a roll and weapon, the same for the whole volley.

    The most models slain on average, then the most wounds lost, then the fewest dice thrown again. All weapons are weighed
    together while there are few combinations, else one weapon after the other until nothing changes.
    """
    options = [choices(plan) if not plan.refused else [plan] for plan in plans]
    return best_of_each(options, target, volley_of, dice_again, exact=exact)


def armed(question: Question, bearers: Series[Bearers], kind: str | None) -> Question:
    """The question with the weapons that a unit uses at once; the melee weapon of each model is the best one here.

    So are the weapons that it selects to shoot with, beside those that it has (C'tan Powers).

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
    used = _with_the_best_powers(question, weapons, facts, worth)
    left = () if facts["overwatch"] is True else tuple(weapon.name for weapon in weapons if weapon not in used)
    return msgspec.structs.replace(question, weapons=used, passed_over=left)


def _with_the_best_powers(question: Question, weapons: Series[Weapon], facts: Facts, worth: Worth) -> tuple[Weapon, ...]:
    """The weapons, of those with C'tan Power only the best that may be selected together."""
    selected = [weapon for weapon in weapons if has_keyword(weapon, SELECTED)]
    most = powers(question.effects, facts)
    if len(selected) <= most:
        return tuple(weapons)
    rulings = RULINGS.settle(question.rulings)
    target = target_of(question.target, facts, question.starting_models)

    def used(chosen: Series[Weapon]) -> tuple[Weapon, ...]:
        return tuple(weapon for weapon in weapons if weapon not in selected or weapon in chosen)

    if comb(len(selected), most) > _MOST_TOGETHER:
        return used(sorted(selected, key=worth, reverse=True)[:most])
    best: tuple[tuple[Weapon, ...], Outcome] | None = None
    for chosen in combinations(selected, most):
        outcome = solve(volley_of([plan_weapon(question, weapon, facts, rulings) for weapon in used(chosen)], target))
        if best is None or better(outcome, best[1]):
            best = chosen, outcome
    return used(best[0] if best is not None else ())


def powers(effects: Iterable[Effect], facts: Facts) -> int:
    """How many of its weapons with C'tan Power a model with these effects may select: none out of its own turn."""
    if facts["overwatch"] is True:
        return 0
    actives = applying((Active(effect, effect.source) for effect in effects), "", "ranged", facts)
    return number("powers", 0, actives, facts)[0]


def check_selected(question: Question) -> None:
    """Refuse more weapons with C'tan Power than may be selected.

    Raises:
        ScenarioError: naming them.
    """
    named = [weapon.name for weapon in question.weapons if has_keyword(weapon, SELECTED)]
    if named and len(named) > (most := powers(question.effects, facts_of(question))):
        msg = f"weapon: {question.attacker_name} selects up to {most} of its C'tan Powers, found {', '.join(named)}"
        raise ScenarioError(msg)


def best_order(plans: Series[Plan], target: Target) -> Firing | None:
    """The order of the weapons that slays most; None when there is nothing to order."""
    return best_of_orders([plan for plan in plans if not plan.refused], target, volley_of)
