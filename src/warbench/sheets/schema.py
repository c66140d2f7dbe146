"""Which characteristics a game's models and weapons have, and the checks that every game's datasheets need.

A game names its characteristics with their bounds, gathers the faults of a datasheet from the functions here and from its own,
and hands them to :func:`refuse`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from warbench.sheets.datasheet import Datasheet
from warbench.sheets.sizes import largest, smallest

Kind = Literal["number", "dice", "modifier"]
Fault = tuple[str, object, str]
"""What is wrong with a datasheet: the field, what was found there, what was expected."""

_DICE = re.compile(r"[1-9]?\d*D[36](?:\+[1-9]\d*)?")
_MODIFIER = re.compile(r"[+-][1-9]\d?|x[2-9]")


class DataError(ValueError):
    """A data file that cannot be used: names the file, the place in it, the value found and what was expected."""


class Characteristic(msgspec.Struct, frozen=True):
    """A characteristic: a whole number from ``low`` to ``high``, and whatever else its kind allows.

    The kind ``dice`` allows dice notation; ``modifier`` a change as ``+1``, ``-3`` or ``x2``, or the first letter of ``short``
    for no change.
    ``short`` is the column's heading on a datasheet, ``unit`` is how its value is printed ('"' inches, '+' a target number).
    """

    name: str
    short: str
    low: int
    high: int
    kind: Kind = "number"
    optional: bool = False
    unit: str = ""

    def check(self, value: object) -> str | None:
        """What was expected, when the value does not fit; None when it does."""
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return None
        if value is None and self.optional:
            return None
        if self.kind == "dice" and isinstance(value, str) and _DICE.fullmatch(value):
            return None
        if self.kind == "modifier" and isinstance(value, str) and (value == self.short[0] or _MODIFIER.fullmatch(value)):
            return None
        also = {"dice": " or dice such as 2D6 or D3+3", "modifier": f", a change such as +1, or {self.short[0]!r} for none"}
        return f"a whole number from {self.low} to {self.high}{also.get(self.kind, '')}"


def refuse(faults: Iterable[Fault], file: str) -> None:
    """Refuse the first fault, if there is one.

    Raises:
        DataError: naming the file, the field, the value and what was expected.
    """
    for field, found, expected in faults:
        msg = f"{file}: {field}: found {found!r}, expected {expected}"
        raise DataError(msg)


def value_faults(field: str, have: Mapping[str, object], schema: tuple[Characteristic, ...]) -> Iterator[Fault]:
    """Characteristics that the schema does not have, and values out of its bounds."""
    names = [characteristic.name for characteristic in schema]
    for name in have:
        if name not in names:
            yield f"{field}.characteristics", name, "one of " + ", ".join(names)
    for characteristic in schema:
        expected = characteristic.check(have.get(characteristic.name))
        if expected:
            yield f"{field}.characteristics.{characteristic.name}", have.get(characteristic.name), expected


def word_faults(field: str, words: Iterable[str]) -> Iterator[Fault]:
    """Words are compared as they stand, so they must all be lower case."""
    for word in words:
        if word != word.lower():
            yield field, word, f"lower case ({word.lower()!r})"


def keyword_faults(sheet: Datasheet) -> Iterator[Fault]:
    """Keywords that are not lower case."""
    yield from word_faults("keywords", sheet.keywords)
    yield from word_faults("faction_keywords", sheet.faction_keywords)
    for model in sheet.models:
        yield from word_faults(f"models[{model.name}].keywords", model.keywords)


def unique_faults(sheet: Datasheet) -> Iterator[Fault]:
    """Models, weapons, wargear and abilities of which two have one name."""
    yield from _twice("models", [model.name for model in sheet.models])
    yield from _twice("weapons", [weapon.name for weapon in sheet.weapons])
    yield from _twice("wargear", [item.name for item in sheet.wargear])
    yield from _twice("abilities", [ability.id for ability in sheet.abilities])


def _twice(field: str, names: list[str]) -> Iterator[Fault]:
    folded = [name.casefold() for name in names]
    for index, name in enumerate(folded):
        if name in folded[:index]:
            yield field, names[index], "each name once"


def composition_faults(sheet: Datasheet) -> Iterator[Fault]:
    """A composition, options or points that name models or sizes which there are not."""
    models = {model.name.casefold() for model in sheet.models}
    for line in sheet.composition:
        if line.model.casefold() not in models:
            yield "composition.model", line.model, "one of " + ", ".join(model.name for model in sheet.models)
        if not 0 <= line.low <= line.high:
            yield f"composition[{line.model}].low", line.low, f"a number from 0 to {line.high}"
    for option in sheet.options:
        for field, name in (("model", option.model), ("per_model", option.per_model)):
            if name.casefold() not in models and not any(line.answers(name) for line in sheet.composition):
                yield f"options.{field}", name, "one of " + ", ".join(model.name for model in sheet.models)
    yield from _makeup_faults(sheet)
    low, high = smallest(sheet), largest(sheet)
    for row in sheet.points:
        if sheet.composition and not low <= row.models <= high:
            yield "points.models", row.models, f"a size from {low} to {high}, as the composition says"


def _makeup_faults(sheet: Datasheet) -> Iterator[Fault]:
    """Ways to make up the unit, or prices of such, that do not go with the lines of the composition."""
    bounds = [range(line.low, line.high + 1) for line in sheet.composition]
    for field, ways in (("makeups", sheet.makeups), ("points.makeup", [row.makeup for row in sheet.points if row.makeup])):
        for way in ways:
            if len(way) != len(bounds) or not all(count in bound for count, bound in zip(way, bounds, strict=True)):
                yield field, way, "a number of models for each line of the composition, within its bounds"


def item_faults(sheet: Datasheet) -> Iterator[Fault]:
    """Items that a model can have and that are no weapon, no wargear and give no ability of the sheet."""
    known = {weapon.name.casefold() for weapon in sheet.weapons} | {item.name.casefold() for item in sheet.wargear}
    known |= {ability.item.casefold() for ability in sheet.abilities if ability.item}
    expected = "a weapon of this datasheet or an item of its wargear or abilities"
    for line in sheet.composition:
        yield from ((f"composition[{line.model}].equipped", i, expected) for i in line.equipped if i.casefold() not in known)
    for number, option in enumerate(sheet.options, 1):
        used = [part.item for choice in option.choices for part in (*choice.takes, *choice.gives)]
        used += [*option.needs, *option.excludes, *(item for cap in option.caps for item in cap.items)]
        used += [item for choice in option.choices for item in choice.excludes]
        yield from ((f"options[{number}]", item, expected) for item in used if item.casefold() not in known)


def ability_faults(sheet: Datasheet) -> Iterator[Fault]:
    """Abilities that do not say whose or what they are."""
    for ability in sheet.abilities:
        if ability.kind == "wargear" and not ability.item:
            yield f"abilities[{ability.id}].item", "", "the wargear that gives the ability"
        if ability.kind != "core" and not ability.summary:
            yield f"abilities[{ability.id}].summary", "", "one or two sentences"
