"""Special rules that say whom a unit keeps company with: Bitter Duty, Ravening Madmen (C1)."""

from collections.abc import Iterable, Sequence

from warbench.games.heresy3.special_rules import rule_of_model

_AMONG_THEMSELVES = ("bitter duty", "ravening madmen")
_BOTH_WAYS = ("bitter duty",)
"""Those whose models, beside being joined by nobody else, join nobody else."""


def strangers(joiner: Sequence[Iterable[str]], host: Sequence[Iterable[str]]) -> str:
    """Which special rule keeps models out of a unit, by name; empty where none does.

    Args:
        joiner: the special rules of each model that would join.
        host: those of each model of the unit.
    """
    own, theirs = [_families(texts) for texts in joiner], [_families(texts) for texts in host]
    for rule in _AMONG_THEMSELVES:
        if any(rule in found for found in theirs) and not all(rule in found for found in own):
            return rule.title()
        if rule in _BOTH_WAYS and any(rule in found for found in own) and not any(rule in found for found in theirs):
            return rule.title()
    return ""


def _families(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(rule.family for text in texts if (rule := rule_of_model(text)) is not None)
