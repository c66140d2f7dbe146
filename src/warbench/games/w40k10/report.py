"""The answer as plain data: the stable JSON of ``warbench odds --json`` (docs/odds-json.md says what each key is)."""

from fractions import Fraction
from typing import Any

from warbench.attack.exact import solve
from warbench.chance import Dist
from warbench.games.w40k10.answer import STAGES, Answer, numbers
from warbench.games.w40k10.best import best_order
from warbench.games.w40k10.gains import command_reroll, units_needed
from warbench.games.w40k10.plan import Plan, volley_of
from warbench.games.w40k10.switches import switches

FORMAT = "warbench-odds-1"


def report(result: Answer, *, more: bool = True) -> dict[str, Any]:
    """Everything that an answer says, as numbers, texts, lists and mappings.

    Args:
        result: the answer.
        more: also what costs further calculations: switches, Command Re-roll, firing order, units needed.

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
        "wounds_pmf": _pmf(result.wounds_lost, result.target.total),
        "at_least": _at_least(result),
        "damage_pmf": _damage(result),
        "wasted": _wasted(result),
        "weapons": [_weapon(result, plan) for plan in result.plans],
        "facts": {
            name: value for name, value in result.facts.items() if name not in ("attack_ap", "target_save", "weapon_keywords")
        },
        "facts_given": sorted(question.given),
        "rulings": result.rulings,
        "not_modelled": list(result.not_modelled),
        "left_out_probability": result.outcome.dropped,
    }
    if more:
        out |= _more(result)
    return out


def _pmf(law: Dist, top: int) -> list[Any]:
    held = dict(law.items())
    return [held.get(n, 0) for n in range(top + 1)]


def _at_least(result: Answer) -> list[Any]:
    models = sum(len(track) for track in result.target.tracks)
    return [result.slain.at_least(n) for n in range(models + 1)]


def _damage(result: Answer) -> dict[str, Any] | None:
    law = result.outcome.damage
    return None if law is None else {str(value): p for value, p in law.items()}


def _wasted(result: Answer) -> Any:  # noqa: ANN401 -- a number of either kind, or None
    damage = result.stage_means().get("damage")
    return None if damage is None else damage - result.wounds_lost.mean


def _weapon(result: Answer, plan: Plan) -> dict[str, Any]:
    weapon = plan.weapon
    out: dict[str, Any] = {
        "name": weapon.name,
        "type": weapon.type,
        "count": weapon.count,
        "keywords": list(weapon.keywords),
        "refused": list(plan.refused),
        "reasons": [{"number": each.number, "value": each.value, "because": list(each.because)} for each in plan.reasons],
        "rerolled_faces": {
            roll: [face for face, again in enumerate(check.reroll, 1) if again]
            for roll, check in (("hit", plan.attack.hit), ("wound", plan.attack.wound))
            if check is not None and any(check.reroll)
        },
        "hazard": None
        if plan.hazard is None
        else {"tests": weapon.count, "fails_on": plan.hazard.fails_on, "damage": plan.hazard.damage},
    }
    if not plan.refused:
        alone = solve(volley_of([plan], result.target), exact=result.outcome.exact)
        means = alone.means[0]
        out["stages"] = {stage.replace(" ", "_"): means.get(stage, None if stage in STAGES[5:] else 0) for stage in STAGES}
        out["alone"] = {
            "slain": alone.slain.mean,
            "wounds_lost": alone.wounds_lost.mean,
            "destroyed": alone.destroyed,
        }
    return out


def _more(result: Answer) -> dict[str, Any]:
    reroll = command_reroll(result)
    needed = units_needed(result)
    order = best_order(result.plans, result.target)
    return {
        "switches": [
            {
                "name": switch.name,
                "value": switch.value,
                "given": switch.given,
                "about": switch.about,
                "alternatives": [
                    {"value": other.value, "slain": other.slain, "wounds_lost": other.wounds_lost, "destroyed": other.destroyed}
                    for other in switch.alternatives
                ],
            }
            for switch in switches(result)
        ],
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
        "units_needed": {f"{level:g}": count for level, count in needed.needed},
        "destroyed_by_units": list(needed.chances),
        "firing_order": None
        if order is None
        else {
            "order": list(order.order),
            "slain": order.slain,
            "wounds_lost": order.wounds_lost,
            "worst_slain": order.worst_slain,
            "how": order.how,
        },
    }


def plain(data: Any, *, fractions: bool = False) -> Any:  # noqa: ANN401 -- any JSON
    """The data as JSON holds it: Fractions as texts like "5/6" with ``fractions``, else as floats."""
    if isinstance(data, Fraction):
        return str(data) if fractions else float(data)
    if isinstance(data, dict):
        return {key: plain(value, fractions=fractions) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain(value, fractions=fractions) for value in data]
    return data
