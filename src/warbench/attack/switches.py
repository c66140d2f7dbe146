"""The switches that matter for a question: facts that a person may set, each tried out to see what it would change."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from warbench.attack.exact import Outcome
from warbench.rules.conditions import Condition, Value
from warbench.rules.facts import Fact

_SAME = 1e-12
_BETWEEN = 0.5


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


def mattering(
    asked: Iterable[tuple[Fact, Value, bool]],
    outcome: Outcome,
    others: Callable[[Fact, Value], Iterable[Value]],
    attempt: Callable[[str, Value], Outcome],
) -> tuple[Switch, ...]:
    """The facts that could change the outcome; those without any influence are left out.

    Args:
        asked: the facts, each with its value and whether the asker set it.
        outcome: the outcome as it is.
        others: the values of a fact that are worth trying.
        attempt: the outcome with another value.
    """
    here = _means(outcome)
    out = []
    for fact, used, given in asked:
        tried = [Alternative(value, *_means(attempt(fact.name, value))) for value in others(fact, used) if value != used]
        changing = tuple(
            other
            for other in tried
            if max(abs(a - b) for a, b in zip((other.slain, other.wounds_lost, other.destroyed), here, strict=True)) > _SAME
        )
        if changing:
            out.append(Switch(fact.name, used, given, fact.about, changing))
    return tuple(out)


def _means(outcome: Outcome) -> tuple[float, float, float]:
    return float(outcome.slain.mean), float(outcome.wounds_lost.mean), float(outcome.destroyed)


def distances(condition: Condition) -> Iterator[float]:
    """The distances that a condition compares with."""
    for part in condition.of:
        yield from distances(part)
    if condition.fact == "distance" and isinstance(condition.value, (int, float)):
        yield float(condition.value)


def around(limits: Iterable[float]) -> tuple[float, ...]:
    """A distance on each side of every limit."""
    found = sorted({limit for limit in limits if limit > 0})
    return tuple(found) + ((found[-1] + _BETWEEN,) if found else ())
