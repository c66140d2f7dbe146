"""The switches that matter for a question: found from the effects in play, each tried out to see what it would change."""

from collections.abc import Iterable, Iterator

import msgspec

from warbench.attack.exact import Outcome
from warbench.attack.switches import Switch, around, distances, mattering
from warbench.games.w40k10.answer import Answer, answer
from warbench.games.w40k10.core import CORE_EFFECTS
from warbench.games.w40k10.faction_rules import FORCES, rivals, words_asked
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.keywords import effects_of, read_keyword
from warbench.games.w40k10.question import Question
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect, Grant
from warbench.rules.facts import Fact


def switches(result: Answer) -> tuple[Switch, ...]:
    """The facts that could change the answer, in the order of the register; those without any influence are left out."""
    question = result.question

    def attempt(name: str, value: Value) -> Outcome:
        return answer(msgspec.structs.replace(question, given={**question.given, name: value})).outcome

    used = ((fact, result.facts[fact.name], fact.name in question.given) for fact in asked(question))
    return mattering(used, result.outcome, lambda fact, value: _others(fact, value, question), attempt)


def asked(question: Question) -> list[Fact]:
    """The facts that a person may set and that some effect in play reads, in the order of the register."""
    names = set(_read(question))
    return [fact for fact in FACTS if fact.asked and fact.name in names]


def _read(question: Question) -> Iterator[str]:
    for effect in (*CORE_EFFECTS, *question.effects, *_weapon_effects(question)):
        if effect.when is not None:
            yield from effect.when.facts()
        per = getattr(effect, "per", None)
        if per is not None:
            yield per.fact
    if any(weapon.type == "ranged" for weapon in question.weapons):
        # Range, sight and cover bear on every shot without any effect of its own.
        yield from ("distance", "visible", "cover")
    if question.damaged_at:
        yield "attacker_wounds_left"
    if any(read_keyword(text) == read_keyword("precision") for weapon in question.weapons for text in weapon.keywords):
        yield "precision"


def _weapon_effects(question: Question) -> Iterator[Effect]:
    granted = [effect.keyword for effect in question.effects if isinstance(effect, Grant)]
    for weapon in question.weapons:
        for text in (*weapon.keywords, *granted):
            keyword = read_keyword(text)
            if keyword is not None:
                yield from effects_of(keyword, weapon.range)


def _others(fact: Fact, used: Value, question: Question) -> Iterable[Value]:
    """Other values worth trying: the opposite, every count, or a distance on each side of every limit."""
    if fact.domain == "yes_no":
        return (not used,)
    if fact.name == "attacker_wounds_left":
        return (question.damaged_at,)
    if fact.name in FORCES and isinstance(used, tuple):
        return tuple(_forces(fact.name, used, question))
    if fact.domain == "words":
        return ()
    if fact.domain == "count":
        return range(int(fact.low), min(int(fact.high), 3) + 1)
    return around(_limits(question))


def _forces(name: str, used: tuple[str, ...], question: Question) -> Iterator[tuple[str, ...]]:
    """What army rules could put in force besides, or instead; and nothing, where something is."""
    if used:
        yield ()
    asked_for = (words_asked(effect.when, name) for effect in question.effects if effect.when is not None)
    for word in dict.fromkeys(word for words in asked_for for word in words):
        if word not in used:
            rest = set(rivals(word))
            yield (*(other for other in used if other not in rest), word)


def _limits(question: Question) -> Iterator[float]:
    """The distances at which something changes."""
    effects = (*question.effects, *_weapon_effects(question))
    for weapon in question.weapons:
        if weapon.type == "ranged" and weapon.range is not None:
            yield weapon.range
    for effect in effects:
        if effect.when is not None:
            yield from distances(effect.when)
