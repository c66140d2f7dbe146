"""The answer as plain data: the stable JSON of ``warbench odds --json`` (docs/odds-json.md says what each key is)."""

from typing import Any

from warbench.attack.exact import solve
from warbench.attack.report import (
    distributions,
    plain,
    told_alone,
    told_faces,
    told_order,
    told_reasons,
    told_switches,
    told_turns,
    told_units,
)
from warbench.games.w40k10.answer import STAGES, Answer, numbers
from warbench.games.w40k10.arms import has_keyword
from warbench.games.w40k10.best import best_order
from warbench.games.w40k10.gains import command_reroll, units_needed
from warbench.games.w40k10.gains import turns as turns_of
from warbench.games.w40k10.keywords import SELECTED
from warbench.games.w40k10.plan import Plan, volley_of
from warbench.games.w40k10.switches import switches

FORMAT = "warbench-odds-1"
__all__ = ["FORMAT", "plain", "report"]


def report(result: Answer, *, more: bool = True, turns: int = 0) -> dict[str, Any]:
    """Everything that an answer says, as numbers, texts, lists and mappings.

    Args:
        result: the answer.
        more: also what costs further calculations: switches, Command Re-roll, firing order, units needed.
        turns: for how many turns of the same attack the target is followed.

    Returns:
        Probabilities are floats, or Fractions when the answer is exact (``plain`` turns them into texts).
    """
    question = result.question
    out: dict[str, Any] = {
        "format": FORMAT,
        "game": "w40k10",
        "attacker": {"name": question.attacker_name, "points": question.attacker_points},
        "target": {
            "name": question.target_name,
            "points": question.target_points,
            "starting_models": result.target.starting_models,
            "models": sum(len(track) for track in result.target.tracks),
            "wounds": result.target.total,
        },
        **numbers(result),
        **distributions(result.outcome, result.stage_means().get("damage")),
        "weapons": [_weapon(result, plan) for plan in result.plans],
        "selected": {
            "used": [weapon.name for weapon in question.weapons if has_keyword(weapon, SELECTED)],
            "passed_over": list(question.passed_over),
        },
        "facts": {
            name: value for name, value in result.facts.items() if name not in ("attack_ap", "target_save", "weapon_keywords")
        },
        "facts_given": sorted(question.given),
        "rulings": result.rulings,
        "not_modelled": list(result.not_modelled),
        "left_out_probability": result.outcome.dropped,
    }
    if turns:
        out["turns"] = told_turns(turns_of(result, turns))
    if more:
        out |= _more(result)
    return out


def _weapon(result: Answer, plan: Plan) -> dict[str, Any]:
    weapon = plan.weapon
    out: dict[str, Any] = {
        "name": weapon.name,
        "type": weapon.type,
        "count": weapon.count,
        "keywords": list(weapon.keywords),
        "faces": list(plan.faces),
        "refused": list(plan.refused),
        "reasons": told_reasons(plan.reasons),
        "rerolled_faces": told_faces({"hit": plan.attack.hit, "wound": plan.attack.wound}),
        "hazard": None
        if plan.hazard is None
        else {"tests": weapon.count, "fails_on": plan.hazard.fails_on, "damage": plan.hazard.damage},
    }
    if not plan.refused:
        alone = solve(volley_of([plan], result.target), exact=result.outcome.exact)
        out |= told_alone(alone, STAGES, STAGES[5:])
    return out


def _more(result: Answer) -> dict[str, Any]:
    reroll = command_reroll(result)
    needed = units_needed(result)
    order = best_order(result.plans, result.target)
    return {
        "switches": told_switches(switches(result)),
        "command_reroll": None
        if reroll is None
        else {
            "weapon": reroll.weapon,
            "roll": reroll.roll,
            "slain": reroll.slain,
            "wounds_lost": reroll.wounds_lost,
            "destroyed": reroll.destroyed,
            "gain_slain": reroll.gain_slain,
            "gain_wounds_lost": reroll.gain_wounds_lost,
            "gain_destroyed": reroll.gain_destroyed,
        },
        **told_units(needed),
        "firing_order": told_order(order),
    }
