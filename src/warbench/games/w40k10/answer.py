"""The answer to a question: distributions, probabilities, stage by stage means, reasons, and what is left out."""

from collections.abc import Mapping

import msgspec

from warbench.attack.answers import Solved
from warbench.attack.report import slain_pmf, stage_totals
from warbench.chance.number import Number
from warbench.games.w40k10.best import best_rerolls
from warbench.games.w40k10.models import target_of
from warbench.games.w40k10.plan import Plan, facts_of, plan_weapon
from warbench.games.w40k10.question import Group, Question
from warbench.games.w40k10.rulings import RULINGS
from warbench.games.w40k10.settle import Active, applying, number
from warbench.rules.conditions import Value

STAGES = ("attacks", "hits", "critical hits", "wounds", "critical wounds", "unsaved", "damage")
"""The stages of an attack in order, as the means name them."""


class Answer(Solved, frozen=True, kw_only=True, dict=True):
    """Everything that is known about the outcome of a question.

    ``plans`` hold each weapon's numbers with their reasons, after the best re-rolls were chosen.
    """

    question: Question
    plans: tuple[Plan, ...]

    @property
    def halved(self) -> Number:
        """The probability that the target ends Below Half-strength (or destroyed): see W-350."""
        starting = self.target.starting_models
        if starting == 1:
            total, left = self.target.starting_wounds, self.target.total
            return self.wounds_lost.at_least(max(0, left - (total - 1) // 2))
        models = sum(len(track) for track in self.target.tracks)
        return self.slain.at_least(max(0, models - (starting - 1) // 2))

    def stage_means(self) -> dict[str, Number]:
        """The sum over all weapons of each stage's mean before allocation; stages that depend on the model may be absent."""
        return stage_totals(self.outcome, STAGES, STAGES[5:])

    @property
    def not_modelled(self) -> tuple[str, ...]:
        """What could touch this answer and is left out, each once."""
        named = [*self.question.not_modelled, *(text for plan in self.plans for text in plan.not_modelled)]
        return tuple(dict.fromkeys(named))


def answer(question: Question, *, exact: bool = False) -> Answer:
    """Answer a question exactly.

    Args:
        question: what is asked.
        exact: Fractions instead of floats.

    Raises:
        FactError, RulingError: for a fact or ruling that there is not, or an impossible value.
    """
    rulings = RULINGS.settle(question.rulings)
    facts = facts_of(question)
    question = msgspec.structs.replace(question, target=_healthier(question, facts))
    target = target_of(question.target, facts, question.starting_models)
    plans = tuple(plan_weapon(question, weapon, facts, rulings) for weapon in question.weapons)
    chosen, outcome = best_rerolls(plans, target, exact=exact)
    return Answer(question=question, plans=chosen, target=target, outcome=outcome, facts=facts, rulings=rulings)


def _healthier(question: Question, facts: dict[str, Value]) -> tuple[Group, ...]:
    """The target's models with what effects do to their Wounds; wounds lost before stay lost."""
    actives = applying((Active(effect, effect.source) for effect in question.effects), "", "", facts)
    out = []
    for group in question.target:
        wounds, why = number("wounds", group.wounds, actives, facts)
        left = group.wounds_left
        if why and left is not None:
            left = max(1, left + wounds - group.wounds)
        out.append(msgspec.structs.replace(group, wounds=wounds, wounds_left=left) if why else group)
    return tuple(out)


def numbers(result: Answer) -> Mapping[str, object]:
    """The numbers that the scenario format promises: stage means, models slain, wounds lost, destroyed."""
    means = result.stage_means()
    return {
        **{stage.replace(" ", "_"): means.get(stage) for stage in STAGES},
        "wounds_lost": result.wounds_lost.mean,
        "slain": result.slain.mean,
        "destroyed": result.destroyed,
        "halved": result.halved,
        "slain_pmf": slain_pmf(result.outcome),
    }
