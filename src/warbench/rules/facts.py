"""Facts: the typed, named statements about a situation that conditions read. A game registers its own."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Literal, cast

import msgspec

from warbench.rules.conditions import Value

Domain = Literal["yes_no", "count", "inches", "number", "word", "words"]


_MEASURED = ("inches", "number")


class FactError(ValueError):
    """A fact that nobody registered, or a value outside its domain."""


class Fact(msgspec.Struct, frozen=True):
    """A registered fact.

    ``asked`` facts are the switches that a person may set; the others are derived from the datasheets and the situation.
    ``low`` and ``high`` bound numbers; ``choices`` bounds words. ``about`` is one line for a person.
    """

    name: str
    domain: Domain
    default: bool | int | float | str | tuple[str, ...] | None
    about: str
    asked: bool = False
    low: float = 0
    high: float = 1000
    choices: tuple[str, ...] = ()

    def check(self, value: object) -> Value:
        """The value, when it lies in the domain; the default for None.

        Raises:
            FactError: with the fact's name, the value and what was expected.
        """
        if value is None:
            return self.default
        if self.domain == "words" and isinstance(value, (list, tuple)) and all(self._is_word(word) for word in value):
            return tuple(value)
        if self.domain == "yes_no" and isinstance(value, bool):
            return value
        if self.domain == "word" and isinstance(value, str) and (not self.choices or value in self.choices):
            return value
        whole = isinstance(value, int) and not isinstance(value, bool)
        if (self.domain == "count" and whole) or (self.domain in _MEASURED and (whole or isinstance(value, float))):
            inches = cast("float", value)
            if self.low <= inches <= self.high:
                return inches
        msg = f"{self.name}: found {value!r}, expected {self.expected}"
        raise FactError(msg)

    def _is_word(self, word: object) -> bool:
        """Whether it is one of the words of a list; their case does not matter."""
        return isinstance(word, str) and (not self.choices or word.casefold() in self.choices)

    @property
    def expected(self) -> str:
        """What a value has to be, in words."""
        bounds = f"from {self.low:g} to {self.high:g}"
        return {
            "yes_no": "true or false",
            "count": f"a whole number {bounds}",
            "inches": f"a number of inches {bounds}",
            "number": f"a number {bounds}",
            "word": "one of " + ", ".join(self.choices) if self.choices else "a word",
            "words": "a list of these: " + ", ".join(self.choices) if self.choices else "a list of words",
        }[self.domain]


class Registry:
    """The facts of one game, by name."""

    def __init__(self, facts: tuple[Fact, ...]) -> None:
        """Take the facts; two of one name are refused."""
        self._facts = {fact.name: fact for fact in facts}
        if len(self._facts) != len(facts):
            msg = "two facts of one name"
            raise FactError(msg)

    def __getitem__(self, name: str) -> Fact:
        """The fact of that name.

        Raises:
            FactError: naming the nearest registered facts.
        """
        try:
            return self._facts[name]
        except KeyError:
            near = difflib.get_close_matches(name, self._facts, n=3)
            hint = f"; did you mean {' or '.join(near)}?" if near else f"; known: {', '.join(self._facts)}"
            msg = f"unknown fact {name!r}{hint}"
            raise FactError(msg) from None

    def __iter__(self) -> Iterator[Fact]:
        """In the order of registration."""
        return iter(self._facts.values())

    def __contains__(self, name: object) -> bool:
        """Whether a fact of that name is registered."""
        return name in self._facts

    def settle(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Every registered fact with its given value or its default.

        Raises:
            FactError: for an unknown name or a value outside its domain.
        """
        values: dict[str, Value] = {fact.name: fact.default for fact in self}
        for name, value in given.items():
            values[name] = self[name].check(value)
        return values
