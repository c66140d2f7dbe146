"""Which characteristics a model and a weapon have in this game, and whether a datasheet keeps to them."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from warbench.sheets.datasheet import Ability, Datasheet, Weapon, WeaponProfile

Kind = Literal["number", "dice"]
_DICE = re.compile(r"[1-9]?\d*D[36](?:\+[1-9]\d*)?")


class DataError(ValueError):
    """A data file that cannot be used: names the file, the place in it, the value found and what was expected."""


class Characteristic(msgspec.Struct, frozen=True):
    """A characteristic: a whole number from ``low`` to ``high``, or (kind ``dice``) such a number or dice notation.

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
        also = " or dice such as 2D6 or D3+3" if self.kind == "dice" else ""
        return f"a whole number from {self.low} to {self.high}{also}"


MODEL = (
    Characteristic("movement", "M", 0, 60, unit='"'),
    Characteristic("toughness", "T", 1, 20),
    Characteristic("save", "Sv", 2, 7, unit="+"),
    Characteristic("invulnerable", "Inv", 2, 6, optional=True, unit="+"),
    Characteristic("wounds", "W", 1, 100),
    Characteristic("leadership", "Ld", 2, 12, unit="+"),
    Characteristic("objective_control", "OC", 0, 30),
)
"""The characteristics of a model, in the order of a datasheet. ``save`` 7 is no save at all."""

WEAPON = (
    Characteristic("attacks", "A", 0, 100, kind="dice"),
    Characteristic("skill", "BS/WS", 2, 6, optional=True, unit="+"),
    Characteristic("strength", "S", 1, 40, kind="dice"),
    Characteristic("ap", "AP", -10, 0),
    Characteristic("damage", "D", 0, 100, kind="dice"),
)
"""The characteristics of a weapon's profile. Without ``skill`` it hits automatically (Torrent)."""

_RANGE = Characteristic("range", "Range", 1, 200, unit='"')


def check(sheet: Datasheet, file: str = "") -> None:
    """See that a datasheet keeps to this game's characteristics and is consistent in itself.

    Args:
        sheet: the datasheet.
        file: the name of its file, for the message.

    Raises:
        DataError: naming the file, the field, the value and what was expected.
    """
    _refuse(_faults(sheet), file or sheet.id)


def check_model(characteristics: Mapping[str, object], field: str, file: str) -> None:
    """See that a model's characteristics are those of this game, each within its bounds.

    Raises:
        DataError: naming the file, the field, the value and what was expected.
    """
    _refuse(_values(field, characteristics, MODEL), file)


def _refuse(faults: "Iterator[_Fault]", file: str) -> None:
    for field, found, expected in faults:
        msg = f"{file}: {field}: found {found!r}, expected {expected}"
        raise DataError(msg)


_Fault = tuple[str, object, str]


def _faults(sheet: Datasheet) -> Iterator[_Fault]:
    for model in sheet.models:
        yield from _values(f"models[{model.name}]", model.characteristics, MODEL)
    for weapon in sheet.weapons:
        for number, profile in enumerate(weapon.profiles, 1):
            yield from _profile(f"weapons[{weapon.name}].profiles[{profile.name or number}]", weapon, profile)
    yield from _words(sheet)
    yield from _unique("models", [model.name for model in sheet.models])
    yield from _unique("weapons", [weapon.name for weapon in sheet.weapons])
    yield from _unique("abilities", [ability.id for ability in sheet.abilities])
    yield from _composition(sheet)
    yield from _items(sheet)
    yield from (fault for ability in sheet.abilities for fault in _ability(ability))


def _values(field: str, have: Mapping[str, object], schema: tuple[Characteristic, ...]) -> Iterator[_Fault]:
    names = [characteristic.name for characteristic in schema]
    for name in have:
        if name not in names:
            yield f"{field}.characteristics", name, "one of " + ", ".join(names)
    for characteristic in schema:
        expected = characteristic.check(have.get(characteristic.name))
        if expected:
            yield f"{field}.characteristics.{characteristic.name}", have.get(characteristic.name), expected


def _profile(field: str, weapon: Weapon, profile: WeaponProfile) -> Iterator[_Fault]:
    yield from _values(field, profile.characteristics, WEAPON)
    torrent = "torrent" in profile.abilities
    if torrent != (profile.characteristics.get("skill") is None):
        expected = "no skill beside torrent" if torrent else "a skill, or the ability torrent"
        yield f"{field}.characteristics.skill", profile.characteristics.get("skill"), expected
    if weapon.type == "melee":
        if profile.range is not None:
            yield f"{field}.range", profile.range, "no range on a melee weapon"
    elif expected := _RANGE.check(profile.range) or "":
        yield f"{field}.range", profile.range, expected


def _words(sheet: Datasheet) -> Iterator[_Fault]:
    """Keywords are compared as they stand, so they must all be lower case."""
    for name, words in (("keywords", sheet.keywords), ("faction_keywords", sheet.faction_keywords)):
        for word in words:
            if word != word.lower():
                yield name, word, f"lower case ({word.lower()!r})"
    for model in sheet.models:
        for word in model.keywords:
            if word != word.lower():
                yield f"models[{model.name}].keywords", word, f"lower case ({word.lower()!r})"


def _unique(field: str, names: list[str]) -> Iterator[_Fault]:
    folded = [name.casefold() for name in names]
    for index, name in enumerate(folded):
        if name in folded[:index]:
            yield field, names[index], "each name once"


def _composition(sheet: Datasheet) -> Iterator[_Fault]:
    models = {model.name.casefold() for model in sheet.models}
    for line in sheet.composition:
        if line.model.casefold() not in models:
            yield "composition.model", line.model, "one of " + ", ".join(model.name for model in sheet.models)
        if not 0 <= line.low <= line.high:
            yield f"composition[{line.model}].low", line.low, f"a number from 0 to {line.high}"
    for option in sheet.options:
        if option.model and option.model.casefold() not in models:
            yield "options.model", option.model, "one of " + ", ".join(model.name for model in sheet.models)
    low, high = sum(line.low for line in sheet.composition), sum(line.high for line in sheet.composition)
    for row in sheet.points:
        if sheet.composition and not low <= row.models <= high:
            yield "points.models", row.models, f"a size from {low} to {high}, as the composition says"


def _items(sheet: Datasheet) -> Iterator[_Fault]:
    """Every item that a model can have is a weapon of the sheet or gives one of its abilities."""
    known = {weapon.name.casefold() for weapon in sheet.weapons}
    known |= {ability.item.casefold() for ability in sheet.abilities if ability.item}
    expected = "a weapon of this datasheet or the item of one of its abilities"
    for line in sheet.composition:
        yield from ((f"composition[{line.model}].equipped", i, expected) for i in line.equipped if i.casefold() not in known)
    for number, option in enumerate(sheet.options, 1):
        used = [part.item for choice in option.choices for part in (*choice.takes, *choice.gives)]
        used += [*option.needs, *option.excludes]
        yield from ((f"options[{number}]", item, expected) for item in used if item.casefold() not in known)


def _ability(ability: Ability) -> Iterator[_Fault]:
    if ability.kind == "wargear" and not ability.item:
        yield f"abilities[{ability.id}].item", "", "the wargear that gives the ability"
    if ability.kind != "core" and not ability.summary:
        yield f"abilities[{ability.id}].summary", "", "one or two sentences"
