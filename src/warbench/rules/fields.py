"""The fields of a question as a person writes them: numbers within bounds, dice, words; what is wrong names the field."""

from collections.abc import Mapping

from warbench.chance import Dice, DiceError
from warbench.rules.effects import ChangeRoll, ChangeValue, Effect
from warbench.rules.facts import Registry

_LONGEST = 80


class ScenarioError(ValueError):
    """A scenario that cannot be asked; the message names the field, the value and what was expected."""


def refusal(where: str, found: object, expected: str) -> ScenarioError:
    """The error for a field: where it stands, what was found, what was expected. Long values are cut."""
    shown = repr(found)
    shown = shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 3]}..."
    return ScenarioError(f"{where}: found {shown}, expected {expected}")


def within(where: str, value: int | None, low: int, high: int) -> None:
    """Refuse a number out of bounds; None is no number.

    Raises:
        ScenarioError: with the bounds.
    """
    if value is not None and not low <= value <= high:
        raise refusal(where, value, f"a whole number from {low} to {high}")


def dice(where: str, text: int | str) -> Dice:
    """The dice of a field.

    Raises:
        ScenarioError: naming the field and what was expected.
    """
    try:
        return Dice.parse(text)
    except DiceError as error:
        msg = f"{where}: {error}"
        raise ScenarioError(msg) from None


def one_of(where: str, found: object, known: tuple[str, ...]) -> None:
    """Refuse a word that is none of the known ones.

    Raises:
        ScenarioError: with the words.
    """
    if found not in known:
        raise refusal(where, found, f"one of {', '.join(known)}")


Words = Mapping[type, tuple[tuple[str, tuple[str, ...]], ...]]
"""For each kind of effect, the words that its fields may hold."""
Bounds = Mapping[type, tuple[tuple[str, int, int], ...]]
"""For each kind of effect, the bounds of its numbers."""


def check_fields(effect: Effect, where: str, facts: Registry, words: Words, bounds: Bounds) -> None:
    """Refuse an effect that reads a fact which nobody registered, or holds a word or number that its kind does not have.

    Raises:
        ScenarioError, FactError: naming the field and what was expected.
    """
    for name in effect.when.facts() if effect.when else ():
        facts[name]
    if isinstance(effect, (ChangeRoll, ChangeValue)) and effect.per is not None:
        facts[effect.per.fact]
        within(f"{where}.per.every", effect.per.every, 1, 1000)
    if isinstance(effect, ChangeValue) and effect.least is not None:
        raise refusal(f"{where}.least", effect.least, "nothing: numbers of an attack have no such bound")
    for name, known in words.get(type(effect), ()):
        one_of(f"{where}.{name}", getattr(effect, name), known)
    for name, low, high in bounds.get(type(effect), ()):
        within(f"{where}.{name}", getattr(effect, name), low, high)
