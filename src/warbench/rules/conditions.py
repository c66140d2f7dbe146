"""Conditions: and, or, not and comparisons over named facts. Never callables, so they can be listed, shown and asked for."""

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

import msgspec

Value = bool | int | float | str | tuple[str, ...] | None
"""What a fact can be: a yes or no, a number, a word, a group of words, or not known."""

Op = Literal["all", "any", "not", "is", "is_not", "at_least", "at_most", "more_than", "less_than", "has"]
_GROUPS = ("all", "any", "not")
_EQUALITY: dict[str, Callable[[Any, Any], bool]] = {"is": operator.eq, "is_not": operator.ne}
_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "at_least": operator.ge,
    "at_most": operator.le,
    "more_than": operator.gt,
    "less_than": operator.lt,
}
_WORDS = {
    "is_not": "is not",
    "at_least": "at least",
    "at_most": "at most",
    "more_than": "more than",
    "less_than": "less than",
}


class Condition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One condition as data: a comparison of a fact with a value, or a group of conditions.

    A group (``all``, ``any``, ``not``) has ``of`` and nothing else; a comparison has ``fact`` and ``value``. ``of_fact`` compares
    with another fact instead. ``has`` asks whether a group of words (lower case) holds the word, whatever its case.
    """

    op: Op
    fact: str = ""
    value: bool | int | float | str | None = None
    of: tuple["Condition", ...] = ()
    of_fact: str = ""

    def __post_init__(self) -> None:
        """Refuse a comparison without a fact and a group without members."""
        if self.op in _GROUPS:
            if not self.of or self.fact:
                msg = f"a condition {self.op!r} needs 'of' (a list of conditions) and no 'fact'"
                raise ValueError(msg)
            if self.op == "not" and len(self.of) != 1:
                msg = f"a condition 'not' takes exactly one condition, not {len(self.of)}"
                raise ValueError(msg)
        elif not self.fact or self.of:
            msg = f"a condition {self.op!r} needs 'fact' and 'value', and no 'of'"
            raise ValueError(msg)

    def holds(self, facts: Mapping[str, Value]) -> bool:
        """Whether it holds. A fact that is not known (None) fulfils no ordering comparison."""
        if self.op == "not":
            return not self.of[0].holds(facts)
        if self.op in _GROUPS:
            decides = self.op == "any"
            return decides if any(part.holds(facts) is decides for part in self.of) else not decides
        have = facts[self.fact]
        want = facts[self.of_fact] if self.of_fact else self.value
        if self.op == "has":
            return isinstance(have, tuple) and isinstance(want, str) and want.casefold() in have
        if self.op in _EQUALITY:
            return _EQUALITY[self.op](have, want)
        numbers = isinstance(have, (int, float)) and isinstance(want, (int, float))
        return numbers and _ORDER[self.op](have, want)

    def facts(self) -> Iterator[str]:
        """The names of the facts that it reads, in order, repeats included."""
        if self.op in _GROUPS:
            for part in self.of:
                yield from part.facts()
        else:
            yield self.fact
            if self.of_fact:
                yield self.of_fact

    def __str__(self) -> str:
        """Readable: ``tokens at least 1 and not charged``."""
        if self.op == "not":
            return f"not ({self.of[0]})"
        if self.op in _GROUPS:
            word = " and " if self.op == "all" else " or "
            return word.join(f"({part})" if part.op in _GROUPS else str(part) for part in self.of)
        name = self.fact.replace("_", " ")
        if self.op == "is" and self.value is True:
            return name
        if self.op == "is" and self.value is False:
            return f"not {name}"
        want = self.of_fact.replace("_", " ") if self.of_fact else self.value
        return f"{name} {_WORDS.get(self.op, self.op)} {want}"


def is_true(fact: str) -> Condition:
    """The yes-or-no fact holds."""
    return Condition("is", fact, value=True)


def is_false(fact: str) -> Condition:
    """The yes-or-no fact does not hold."""
    return Condition("is", fact, value=False)


def at_least(fact: str, value: float) -> Condition:
    """The fact is a number of at least ``value``."""
    return Condition("at_least", fact, value)


def at_most(fact: str, value: float) -> Condition:
    """The fact is a number of at most ``value``."""
    return Condition("at_most", fact, value)


def more_than(fact: str, value: float) -> Condition:
    """The fact is a number above ``value``."""
    return Condition("more_than", fact, value)


def has(fact: str, word: str) -> Condition:
    """The fact is a group of words that holds ``word``."""
    return Condition("has", fact, word)


def all_of(*parts: Condition) -> Condition:
    """All of them hold; one alone is returned as it is."""
    return parts[0] if len(parts) == 1 else Condition("all", of=parts)


def any_of(*parts: Condition) -> Condition:
    """At least one of them holds; one alone is returned as it is."""
    return parts[0] if len(parts) == 1 else Condition("any", of=parts)


def not_(part: Condition) -> Condition:
    """It does not hold."""
    return Condition("not", of=(part,))
