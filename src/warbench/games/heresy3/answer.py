"""The answer to a question: distributions, probabilities, stage by stage means, reasons, and what is left out."""

from collections.abc import Mapping

from warbench.attack.answers import Solved
from warbench.attack.choices import best_of_each
from warbench.attack.report import slain_pmf, stage_totals
from warbench.chance.number import Number
from warbench.games.heresy3.models import target_of
from warbench.games.heresy3.plan import Plan, choices, dice_again, facts_of, plan_weapon, volley_of
from warbench.games.heresy3.question import Question
from warbench.games.heresy3.rulings import RULINGS
from warbench.games.heresy3.tables import VEHICLE_DAMAGE

STAGES = ("attacks", "hits", "critical hits", "wounds", "glancing hits", "penetrating hits", "unsaved", "damage")
"""The stages of an attack in order, as the means name them; ``wounds`` counts what wants a save, glances included."""
AFTER_ALLOCATION = ("unsaved", "damage")
"""Stages that depend on the model: they may be absent."""


class Answer(Solved, frozen=True, kw_only=True, dict=True):
    """Everything that is known about the outcome of a question.

    ``plans`` hold each weapon's numbers with their reasons, after the best re-rolls were chosen.
    """

    question: Question
    plans: tuple[Plan, ...]

    @property
    def quarter_lost(self) -> Number:
        """The probability that a quarter of the models or more is lost in this attack (H-224)."""
        return self.slain.at_least(-(-self.target.models // 4))

    @property
    def statuses(self) -> dict[str, Number]:
        """For each status that glancing hits may give: the probability that the target is left with it and did not have it."""
        if not self.target.marks:
            return {}
        left = [
            (p, self.target.marked(state))
            for state, p in enumerate(self.outcome.states)
            if p and self.target.slain(state) < self.target.models
        ]
        return {name: sum((p for p, marks in left if marks[at]), 0) for at, name in enumerate(VEHICLE_DAMAGE)}

    def stage_means(self) -> dict[str, Number]:
        """The sum over all weapons of each stage's mean before allocation; stages that depend on the model may be absent."""
        return stage_totals(self.outcome, STAGES, AFTER_ALLOCATION)

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
    target = target_of(question.target, facts, question.starting_models)
    plans = tuple(plan_weapon(question, weapon, facts, rulings) for weapon in question.weapons)
    options = [choices(plan) if not plan.refused else [plan] for plan in plans]
    chosen, outcome = best_of_each(options, target, volley_of, dice_again, exact=exact)
    return Answer(question=question, plans=chosen, target=target, outcome=outcome, facts=facts, rulings=rulings)


def numbers(result: Answer) -> Mapping[str, object]:
    """The numbers that the scenario format promises: stage means, models slain, wounds lost, destroyed."""
    means = result.stage_means()
    return {
        **{stage.replace(" ", "_"): means.get(stage) for stage in STAGES},
        "wounds_lost": result.wounds_lost.mean,
        "slain": result.slain.mean,
        "destroyed": result.destroyed,
        "quarter_lost": result.quarter_lost if result.target.models > 1 else None,
        "slain_pmf": slain_pmf(result.outcome),
        "statuses": result.statuses,
    }
