"""Scenario files that name units: datasheets and archetypes in place of numbers."""

from collections import Counter

from warbench.games.heresy3.armies.upgrades import with_upgrades
from warbench.games.heresy3.attackers import attacked_by, unit_of
from warbench.games.heresy3.defenders import Defender, defender
from warbench.games.heresy3.library import datasheet
from warbench.games.heresy3.question import Question
from warbench.games.heresy3.scenario import HeresyAttackerSpec, HeresyTargetSpec
from warbench.rules.fields import refusal


def against_named(spec: HeresyTargetSpec | str) -> Question:
    """A question without weapons, at the target that a scenario names.

    Raises:
        ScenarioError, SizeError, UnknownDatasheet: for what there is not.
    """
    if isinstance(spec, str):
        return against(defender(spec))
    if isinstance(spec.models, tuple):
        raise refusal("target.models", "groups", "a number of models, or no 'datasheet' beside them")
    return against(defender(spec.datasheet, spec.models))


def against(target: Defender) -> Question:
    """A question without weapons, at a target."""
    return Question(
        weapons=(),
        target=target.groups,
        not_modelled=target.not_modelled,
        target_name=target.name,
        target_points=target.points,
        starting_models=target.starting_models,
    )


def by_named(spec: HeresyAttackerSpec | str, question: Question) -> Question:
    """The question with the attacker that a scenario names; with weapons of its own it keeps those.

    Raises:
        ScenarioError, SizeError, UnknownDatasheet: for what there is not.
    """
    spec = HeresyAttackerSpec(datasheet=spec) if isinstance(spec, str) else spec
    loadout = None if spec.loadout is None else Counter(spec.loadout)
    unit = unit_of(with_upgrades(datasheet(spec.datasheet)), spec.models, loadout)
    return attacked_by(question, unit, kind=spec.kind)
