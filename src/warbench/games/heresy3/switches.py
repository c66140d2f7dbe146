"""The switches that matter for a question, found from the effects in play."""

from collections.abc import Iterable, Iterator

import msgspec

from warbench.attack.exact import Outcome
from warbench.attack.switches import Switch, around, distances, mattering
from warbench.games.heresy3.answer import Answer, answer
from warbench.games.heresy3.core import CORE_EFFECTS
from warbench.games.heresy3.facts import FACTS
from warbench.games.heresy3.plan import reach_of
from warbench.games.heresy3.question import Question
from warbench.games.heresy3.special_rules import effects_of, read_rule
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect, Grant
from warbench.rules.facts import Fact

_WORDS = ("attacker_statuses", "target_statuses")
_COVERS = (None, 6, 5, 4)
_MARKED = ("blast", "template")


def switches(result: Answer) -> tuple[Switch, ...]:
    """The facts that could change the answer, in the order of the register; those without any influence are left out."""
    question = result.question

    def attempt(name: str, value: Value) -> Outcome:
        return answer(msgspec.structs.replace(question, given={**question.given, name: value})).outcome

    used = ((fact, result.facts[fact.name], fact.name in question.given) for fact in asked(question))
    return mattering(used, result.outcome, lambda fact, value: _others(fact, value, question), attempt)


def asked(question: Question) -> list[Fact]:
    """The facts that a person may set and that something in play reads, in the order of the register."""
    names = set(_read(question))
    return [fact for fact in FACTS if fact.asked and fact.name in names and fact.name not in _WORDS]


def _read(question: Question) -> Iterator[str]:
    kinds = {weapon.type for weapon in question.weapons}
    for effect in _effects(question):
        if effect.when is not None and (effect.attacks == "all" or effect.attacks in kinds):
            yield from effect.when.facts()
        per = getattr(effect, "per", None)
        if per is not None:
            yield per.fact
    rules = {rule.family for weapon in question.weapons for rule in map(read_rule, weapon.special_rules) if rule is not None}
    if "ranged" in kinds:
        # Range, sight, cover and facing bear on every shot without any effect of its own.
        yield from ("distance", "visible", "cover", "facing")
    else:
        yield "challenge"
    if rules & set(_MARKED):
        yield from ("models_under_marker", "models_after_scatter")
    if "precision" in rules:
        yield "precision"


def _effects(question: Question) -> Iterator[Effect]:
    yield from CORE_EFFECTS
    yield from question.effects
    granted = [effect.keyword for effect in question.effects if isinstance(effect, Grant)]
    for weapon in question.weapons:
        for text in (*weapon.special_rules, *granted):
            rule = read_rule(text)
            if rule is not None:
                yield from effects_of(rule)


def _others(fact: Fact, used: Value, question: Question) -> Iterable[Value]:
    """Other values worth trying: the opposite, every choice, some counts, or a distance on each side of every limit."""
    if fact.domain == "yes_no":
        return (not used,)
    if fact.domain == "word":
        return fact.choices
    if fact.name == "cover":
        return _COVERS
    if fact.domain == "count":
        models = sum(group.count for group in question.target)
        return range(min(models, 6) + 1)
    reaches = [reach for reach in map(reach_of, question.weapons) if reach is not None]
    limits = [limit for effect in _effects(question) if effect.when is not None for limit in distances(effect.when)]
    return around([*reaches, *limits])
