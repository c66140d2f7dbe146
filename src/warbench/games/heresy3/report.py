"""The answer as plain data: the JSON of ``warbench odds --json`` (docs/odds-json.md says what each key is)."""

from typing import Any

import msgspec

from warbench.attack.choices import best_order, units_needed
from warbench.attack.exact import solve
from warbench.attack.report import (
    distributions,
    told_alone,
    told_faces,
    told_order,
    told_reasons,
    told_switches,
    told_units,
)
from warbench.games.heresy3.answer import AFTER_ALLOCATION, STAGES, Answer, numbers
from warbench.games.heresy3.facts import INNER
from warbench.games.heresy3.plan import Plan, plan_weapon, volley_of
from warbench.games.heresy3.question import Group
from warbench.games.heresy3.switches import switches

FORMAT = "warbench-odds-1"


def report(result: Answer, *, more: bool = True) -> dict[str, Any]:
    """Everything that an answer says, as numbers, texts, lists and mappings.

    Args:
        result: the answer.
        more: also what costs further calculations: switches, firing order, units needed.

    Returns:
        Probabilities are floats, or Fractions when the answer is exact.
    """
    question, target = result.question, result.target
    out: dict[str, Any] = {
        "format": FORMAT,
        "game": "heresy3",
        "attacker": {"name": question.attacker_name, "points": question.attacker_points},
        "target": {
            "name": question.target_name,
            "points": question.target_points,
            "starting_models": target.starting_models,
            "models": target.models,
            "wounds": target.total,
            "hull_points": result.facts["target_armoured"],
        },
        **numbers(result),
        **distributions(result.outcome, result.stage_means().get("damage")),
        "weapons": [_weapon(result, plan) for plan in result.plans],
        "facts": {name: value for name, value in result.facts.items() if name not in INNER},
        "facts_given": sorted(question.given),
        "rulings": result.rulings,
        "not_modelled": list(result.not_modelled),
        "left_out_probability": result.outcome.dropped,
    }
    if more:
        able = [plan for plan in result.plans if not plan.refused]
        needed = units_needed(target, result.plans, lambda slain: _plans_after(result, slain), volley_of)
        out |= {
            "switches": told_switches(switches(result)),
            **told_units(needed),
            "firing_order": told_order(best_order(able, target, volley_of)),
        }
    return out


def _weapon(result: Answer, plan: Plan) -> dict[str, Any]:
    weapon = plan.weapon
    test = next((kind.test for kind in plan.attack.kinds if kind.test is not None), None)
    out: dict[str, Any] = {
        "name": weapon.name,
        "type": weapon.type,
        "count": weapon.count,
        "special_rules": list(weapon.special_rules),
        "refused": list(plan.refused),
        "reasons": told_reasons(plan.reasons),
        "rerolled_faces": told_faces({"hit": plan.attack.hit, test.name if test else "wound": test}),
    }
    if not plan.refused:
        alone = solve(volley_of([plan], result.target), exact=result.outcome.exact)
        out |= told_alone(alone, STAGES, AFTER_ALLOCATION)
    return out


def _plans_after(result: Answer, slain: int) -> tuple[Plan, ...]:
    """The plans against what is left of the target: whose Toughness and Weapon Skill count may have changed."""
    left: list[Group] = []
    lost = slain
    for group in sorted(result.question.target, key=lambda group: group.character):
        gone = min(lost, group.count)
        lost -= gone
        left.append(msgspec.structs.replace(group, count=group.count - gone, wounds_left=None))
    if not any(group.count for group in left):
        return result.plans
    question = msgspec.structs.replace(result.question, target=tuple(left))
    facts = {**result.facts, "target_models": sum(group.count for group in left)}
    return tuple(plan_weapon(question, weapon, facts, result.rulings) for weapon in question.weapons)
