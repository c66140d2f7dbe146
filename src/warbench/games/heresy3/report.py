"""The answer as plain data: the JSON of ``warbench odds --json`` (docs/odds-json.md says what each key is)."""

from typing import Any

from warbench.attack.choices import best_order, units_needed
from warbench.attack.exact import solve
from warbench.attack.report import (
    distributions,
    told_alone,
    told_faces,
    told_order,
    told_reasons,
    told_switches,
    told_turns,
    told_units,
)
from warbench.games.heresy3.answer import AFTER_ALLOCATION, STAGES, Answer, numbers
from warbench.games.heresy3.facts import INNER
from warbench.games.heresy3.plan import Plan, volley_of
from warbench.games.heresy3.repeats import STATUSES_LAST, plans_after
from warbench.games.heresy3.repeats import turns as turns_of
from warbench.games.heresy3.switches import switches

FORMAT = "warbench-odds-1"


def report(result: Answer, *, more: bool = True, turns: int = 0) -> dict[str, Any]:
    """Everything that an answer says, as numbers, texts, lists and mappings.

    Args:
        result: the answer.
        more: also what costs further calculations: switches, firing order, units needed.
        turns: for how many turns of the same attack the target is followed.

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
    if turns:
        out["turns"] = told_turns(turns_of(result, turns))
        out["not_modelled"] += [text for text in (STATUSES_LAST,) if target.marks]
    if more:
        able = [plan for plan in result.plans if not plan.refused]
        needed = units_needed(target, result.plans, lambda slain: plans_after(result, slain), volley_of)
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
