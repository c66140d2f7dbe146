"""The switches that matter for a question: found from the effects in play, each tried out to see what it would change."""

from collections.abc import Iterable, Iterator

import msgspec

from warbench.games.w40k10.answer import Answer, answer
from warbench.games.w40k10.core import CORE_EFFECTS
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.keywords import effects_of, read_keyword
from warbench.games.w40k10.question import Question
from warbench.rules.conditions import Condition, Value
from warbench.rules.effects import Effect, Grant
from warbench.rules.facts import Fact

_BETWEEN = 0.5
_SAME = 1e-12


class Alternative(msgspec.Struct, frozen=True):
    """Another value of a switch, and the outcome's means with it."""

    value: Value
    slain: float
    wounds_lost: float
    destroyed: float


class Switch(msgspec.Struct, frozen=True):
    """A fact that matters: its value, whether the asker set it, what it says, and what other values would change."""

    name: str
    value: Value
    given: bool
    about: str
    alternatives: tuple[Alternative, ...]


def switches(result: Answer) -> tuple[Switch, ...]:
    """The facts that could change the answer, in the order of the register; those without any influence are left out."""
    question = result.question
    here = (float(result.slain.mean), float(result.wounds_lost.mean), float(result.destroyed))
    out = []
    for fact in asked(question):
        used = result.facts[fact.name]
        tried = [_try(question, fact.name, value) for value in _others(fact, used, question) if value != used]
        changing = tuple(
            other
            for other in tried
            if max(abs(a - b) for a, b in zip((other.slain, other.wounds_lost, other.destroyed), here, strict=True)) > _SAME
        )
        if changing:
            out.append(Switch(fact.name, used, fact.name in question.given, fact.about, changing))
    return tuple(out)


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
    if fact.domain == "count":
        return range(int(fact.low), min(int(fact.high), 3) + 1)
    limits = sorted({limit for limit in _limits(question) if limit > 0})
    return tuple(limits) + ((limits[-1] + _BETWEEN,) if limits else ())


def _limits(question: Question) -> Iterator[float]:
    """The distances at which something changes."""
    effects = (*question.effects, *_weapon_effects(question))
    for weapon in question.weapons:
        if weapon.type == "ranged" and weapon.range is not None:
            yield weapon.range
    for effect in effects:
        if effect.when is not None:
            yield from _distances(effect.when)


def _distances(condition: Condition) -> Iterator[float]:
    for part in condition.of:
        yield from _distances(part)
    if condition.fact == "distance" and isinstance(condition.value, (int, float)):
        yield float(condition.value)


def _try(question: Question, name: str, value: Value) -> Alternative:
    changed = answer(msgspec.structs.replace(question, given={**question.given, name: value}))
    return Alternative(value, float(changed.slain.mean), float(changed.wounds_lost.mean), float(changed.destroyed))
