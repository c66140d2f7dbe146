"""What any game says of an outcome, as plain data: distributions, stages, what each weapon does, orders, units, switches."""

from collections.abc import Iterable
from collections.abc import Sequence as Series
from fractions import Fraction
from typing import Any

from warbench.attack.choices import Firing, UnitsNeeded
from warbench.attack.exact import Outcome
from warbench.attack.switches import Switch
from warbench.chance import Check, Dist
from warbench.chance.number import Number
from warbench.rules.desk import Reason


def slain_pmf(outcome: Outcome) -> list[Number]:
    """The probability of each number of models slain, from 0 to all."""
    return _pmf(outcome.slain, outcome.volley.target.models)


def stage_totals(outcome: Outcome, stages: Series[str], after: Series[str]) -> dict[str, Number]:
    """The sum over all groups of each stage's mean; those of ``after`` only where every group has them."""
    known = outcome.means
    signs = {stage: "damage" if stage == "damage" else "struck" for stage in after}
    there = [stage for stage in stages if stage not in after or all(signs[stage] in means for means in known)]
    return {stage: sum((means.get(stage, 0) for means in known), 0) for stage in there}


def distributions(outcome: Outcome, damage: Number | None) -> dict[str, Any]:
    """The distributions: wounds lost, at least so many slain, the damage, and how much of its mean is wasted."""
    target, law = outcome.volley.target, outcome.damage
    return {
        "wounds_pmf": _pmf(outcome.wounds_lost, target.total),
        "at_least": [outcome.slain.at_least(n) for n in range(target.models + 1)],
        "damage_pmf": None if law is None else {str(value): p for value, p in law.items()},
        "wasted": None if damage is None else damage - outcome.wounds_lost.mean,
    }


def _pmf(law: Dist, top: int) -> list[Any]:
    held = dict(law.items())
    return [held.get(n, 0) for n in range(top + 1)]


def told_reasons(reasons: Series[Reason]) -> list[dict[str, Any]]:
    """Every settled number with what is behind it."""
    return [{"number": each.number, "value": each.value, "because": list(each.because)} for each in reasons]


def told_faces(checks: dict[str, Check | None]) -> dict[str, list[int]]:
    """The faces that each roll throws again; rolls that throw none again are left out."""
    return {
        roll: [face for face, again in enumerate(check.reroll, 1) if again]
        for roll, check in checks.items()
        if check is not None and any(check.reroll)
    }


def told_alone(alone: Outcome, stages: Series[str], after: Series[str]) -> dict[str, Any]:
    """What a weapon does by itself, stage by stage and in the end."""
    means = stage_totals(alone, stages, after)
    return {
        "stages": {stage.replace(" ", "_"): means.get(stage) for stage in stages},
        "alone": {"slain": alone.slain.mean, "wounds_lost": alone.wounds_lost.mean, "destroyed": alone.destroyed},
    }


def told_switches(switches: Series[Switch]) -> list[dict[str, Any]]:
    """The facts that matter, with what other values would change."""
    return [
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
        for switch in switches
    ]


def told_order(order: Firing | None) -> dict[str, Any] | None:
    """The best firing order."""
    if order is None:
        return None
    return {
        "order": list(order.order),
        "slain": order.slain,
        "wounds_lost": order.wounds_lost,
        "worst_slain": order.worst_slain,
        "how": order.how,
    }


def told_units(needed: UnitsNeeded) -> dict[str, Any]:
    """How many such units it takes."""
    return {
        "units_needed": {f"{level:g}": count for level, count in needed.needed},
        "destroyed_by_units": list(needed.chances),
    }


def told_turns(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    """What has become of the target after one turn, two, ... of the same attack."""
    return [
        {
            "turn": number,
            "slain": outcome.slain.mean,
            "wounds_lost": outcome.wounds_lost.mean,
            "destroyed": outcome.destroyed,
            "slain_pmf": slain_pmf(outcome),
            "wounds_pmf": _pmf(outcome.wounds_lost, outcome.volley.target.total),
        }
        for number, outcome in enumerate(outcomes, 1)
    ]


def plain(data: Any, *, fractions: bool = False) -> Any:  # noqa: ANN401 -- any JSON
    """The data as JSON holds it: Fractions as texts like "5/6" with ``fractions``, else as floats."""
    if isinstance(data, Fraction):
        return str(data) if fractions else float(data)
    if isinstance(data, dict):
        return {key: plain(value, fractions=fractions) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain(value, fractions=fractions) for value in data]
    return data
