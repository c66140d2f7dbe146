"""What the abilities of a datasheet do in an attack, on either side; and which of them the program leaves out."""

from collections.abc import Iterable

import msgspec

from warbench.games.w40k10.auras import around_itself
from warbench.games.w40k10.unit_rules import acts_outside
from warbench.rules.effects import Effect, Grant, IgnoreDamage, Side
from warbench.sheets.datasheet import Ability, Datasheet

# Core abilities that do nothing in an attack.
_NO_BEARING = frozenset(
    {
        "crucible",
        "deadly-demise",
        "deep-strike",
        "fights-first",
        "firing-deck",
        "hover",
        "infiltrators",
        "leader",
        "lone-operative",
        "scouts",
    }
)


MODEL_ONLY = " model only)"
"""Behind the X of a core ability that only one kind of model has."""


class Abilities(msgspec.Struct, frozen=True):
    """Effects for the whole unit, effects for the bearers' own weapons, and the names of what is not modelled."""

    unit: tuple[Effect, ...]
    own: tuple[Effect, ...]
    not_modelled: tuple[str, ...]


def abilities_of(sheet: Datasheet, held: Iterable[str], side: Side) -> Abilities:
    """The abilities of a datasheet on one side of an attack.

    Args:
        sheet: the datasheet.
        held: the items of wargear that are there, lower case; an ability of another item does not count.
        side: whose attack it is.
    """
    unit: list[Effect] = []
    own: list[Effect] = []
    left_out: list[str] = []
    items = set(held)
    for ability in sheet.abilities:
        if ability.affects == "passengers" or (ability.item and ability.item.casefold() not in items):
            continue
        given = effects_of_ability(ability)
        named = [
            msgspec.structs.replace(each, source=each.source or ability.name)
            for each in given
            if each.side == side and not acts_outside(each)
        ]
        (unit if ability.whole_unit else own).extend(named)
        unit += around_itself(ability, side)
        if not given and not ability.auras and "attack" in ability.touches and ability.id not in _NO_BEARING:
            left_out.append(f"{ability.name} ({sheet.name})")
    return Abilities(tuple(unit), tuple(own), tuple(left_out))


def words_of_models(sheet: Datasheet, names: Iterable[str]) -> tuple[str, ...]:
    """What effects may ask for of the models that a unit has: their names and their keywords, lower case."""
    words: dict[str, None] = {}
    # Other people's datasheets may name a model whose profile they lack; it attacks all the same.
    own = {model.name.casefold(): model.keywords for model in sheet.models}
    for name in names:
        words |= dict.fromkeys((name.casefold(), *sheet.keywords, *own.get(name.casefold(), ())))
    return tuple(words)


def demise_of(ability: Ability, model: str) -> str:
    """The X of a Deadly Demise for one kind of model: empty where only another one has it ("D6+3 (Szarekh model only)")."""
    number, _, bracket = ability.parameter.partition(" (")
    whose = bracket.removesuffix(MODEL_ONLY)
    return number if whose.casefold() in {"", model.casefold()} else ""


def feel_no_pain(ability: Ability) -> int | None:
    """The number of a Feel No Pain; None for another ability, and where a catalogue names it without its number."""
    number = ability.parameter.rstrip("+")
    return int(number) if ability.kind == "core" and ability.id == "feel-no-pain" and number.isdecimal() else None


def claims(ability: Ability) -> bool:
    """Whether the game's rules claim a core ability by its id, with effects or because it does nothing in an attack."""
    return ability.kind == "core" and (ability.id in _NO_BEARING or bool(effects_of_ability(ability)))


def effects_of_ability(ability: Ability) -> tuple[Effect, ...]:
    """The effects that the data gives, or those of a core ability by name."""
    if ability.effects or ability.kind != "core":
        return ability.effects
    if ability.id == "stealth":
        return (Grant(keyword="stealth", side="defender"),)
    # A catalogue may name the ability without its number; then it does nothing, and answers name it as not modelled.
    on = feel_no_pain(ability)
    return () if on is None else (IgnoreDamage(on=on, side="defender"),)
