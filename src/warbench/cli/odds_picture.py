"""The picture of an answer: the distribution of models slain, and of the wounds lost where the target is one model."""

from typing import Any

from warbench.cli.paper import amount, chance
from warbench.lab.svg import Panel, chart


def picture(result: Any) -> str:  # noqa: ANN401 -- an answer of one of the games
    """The answer's distributions as an SVG document."""
    question, target = result.question, result.target
    models = target.models
    slain = Panel("models slain", tuple(float(result.slain.prob(n)) for n in range(models + 1)))
    wounds = Panel("wounds lost", tuple(float(result.wounds_lost.prob(n)) for n in range(target.total + 1)))
    who = question.attacker_name or ", ".join(weapon.name for weapon in question.weapons)
    whom = question.target_name or "target"
    told = f"{amount(result.slain.mean)} models slain, " if models > 1 else ""
    lost = f"{amount(result.wounds_lost.mean)} of {target.total} wounds lost"
    subtitle = f"On average {told}{lost}; destroyed {chance(result.destroyed)}."
    return chart(f"{who} into {whom}", subtitle, (wounds, slain) if models == 1 else (slain,))
