"""From a meaning to an ability of a datasheet: only where all of it acts for the models that this datasheet has."""

from collections.abc import Iterable, Iterator

import msgspec

from warbench.games.w40k10.attackers import way_named
from warbench.games.w40k10.unit_rules import FactError, ScenarioError, bears_on_attacks
from warbench.intake.recogniser.describing import told
from warbench.intake.recogniser.meaning import Given, Meaning
from warbench.intake.recogniser.phrases import NotUnderstoodError
from warbench.rules.conditions import Condition
from warbench.rules.effects import ChangeValue, Effect
from warbench.sheets.datasheet import Ability, Datasheet

_WORN = frozenset({"movement", "toughness", "save", "invulnerable", "wounds", "leadership", "objective_control"})
"""What an item may do to the numbers of the model that carries it."""

_SHARED = frozenset(
    {
        *("toughness", "save", "invulnerable", "damage", "ap", "leadership", "objective_control", "advance"),
        *("pile_in", "consolidation", "targeted_within"),
    }
)
"""Numbers of the defending side that effects change for a whole unit. Wounds and Movement are the models' own."""


def claimed(ability: Ability, meaning: Meaning, sheet: Datasheet) -> Ability:
    """The ability with its effects.

    Raises:
        NotUnderstoodError: when some of it would not act as it should with this datasheet.
    """
    wholes = {given.whole for given in meaning.given}
    if len(wholes) != 1:
        raise NotUnderstoodError("serves the unit and a model")
    (whole,) = wholes
    if meaning.leads and not sheet.leads:
        raise NotUnderstoodError("leads nobody")
    if meaning.bearer is not bool(ability.item) and not (ability.item and _alone(sheet)):
        raise NotUnderstoodError("a bearer without an item, or an item without a bearer")
    if ability.item and not _can_have(sheet, ability.item):
        raise NotUnderstoodError("an item that no model can have")
    for given in meaning.given:
        _check(given, ability, sheet)
    effects = tuple(made for given in meaning.given for made in _on_weapons(given.effect, sheet))
    try:
        # All of them are looked at: an effect that does nothing anywhere is refused.
        attack = True in [bears_on_attacks(effect) for effect in effects]
    except (ScenarioError, FactError) as error:
        raise NotUnderstoodError(str(error)) from error
    return msgspec.structs.replace(
        ability,
        summary=told(effects, whole=whole),
        effects=effects,
        touches=("attack",) if attack else ("battle",),
        whole_unit=whole,
    )


def _check(given: Given, ability: Ability, sheet: Datasheet) -> None:
    """Refuse an effect that would not act as it should."""
    effect = given.effect
    if not given.whole:
        _check_alone(given, ability, sheet)
    elif isinstance(effect, ChangeValue) and effect.side == "defender" and effect.name not in _SHARED:
        raise NotUnderstoodError(effect.name)
    if not _knows_models(effect, sheet):
        raise NotUnderstoodError("a kind of model that it has not")
    if _goes_in_circles(effect):
        raise NotUnderstoodError("who controls an objective hangs on who controls it")


def _check_alone(given: Given, ability: Ability, sheet: Datasheet) -> None:
    """Refuse what serves a single model where the game cannot tell it from the others of its unit."""
    effect = given.effect
    most = sum(line.high for line in sheet.composition)
    if effect.side == "attacker":
        if not sheet.composition or (most > 1 and (ability.item or len(sheet.composition) > 1)):
            raise NotUnderstoodError("one model among others")
    elif ability.item:
        plain = isinstance(effect, ChangeValue) and effect.name in _WORN and effect.when is None and effect.attacks == "all"
        if not plain:
            raise NotUnderstoodError("an item does more than change its bearer's numbers")
    elif len(sheet.composition) != 1 or sheet.leads or any(one.id == "leader" for one in sheet.abilities):
        # A leader in a unit is no target of his own, so what is for him alone would be lost.
        raise NotUnderstoodError("one model among others")
    elif isinstance(effect, ChangeValue) and effect.name not in _SHARED:
        raise NotUnderstoodError(effect.name)


def _knows_models(effect: Effect, sheet: Datasheet) -> bool:
    """Whether each kind of model that an effect asks for is one of the datasheet, or a keyword of single models of it."""
    known = {word for model in sheet.models for word in (model.name.casefold(), *model.keywords)}
    asked = _leaves(effect.when) if effect.when is not None else ()
    return all(part.value in known for part in asked if part.fact in {"models_there", "target_models_there"})


def _leaves(condition: Condition) -> Iterator[Condition]:
    if not condition.of:
        yield condition
    for part in condition.of:
        yield from _leaves(part)


def _alone(sheet: Datasheet) -> bool:
    """Whether a unit of the datasheet is one model: whatever item it has, "this model" is the bearer."""
    return sum(line.high for line in sheet.composition) == 1


def _goes_in_circles(effect: Effect) -> bool:
    return (
        isinstance(effect, ChangeValue)
        and effect.name == "objective_control"
        and effect.when is not None
        and any(name.endswith(("own_objective", "foreign_objective")) for name in effect.when.facts())
    )


def _can_have(sheet: Datasheet, item: str) -> bool:
    """Whether a model of the datasheet has the item or may take it."""
    given = [part.item for option in sheet.options for choice in option.choices for part in choice.gives]
    return item.casefold() in {
        name.casefold() for name in (*given, *(item for line in sheet.composition for item in line.equipped))
    }


def _on_weapons(effect: Effect, sheet: Datasheet) -> Iterable[Effect]:
    """The effect itself, or one for each profile of the weapon that it names."""
    if effect.weapon is None:
        return (effect,)
    wanted = effect.weapon.casefold()
    names = [
        way_named(weapon.name, profile.name)
        for weapon in sheet.weapons
        if weapon.name.casefold() == wanted and effect.attacks in {"all", weapon.type}
        for profile in weapon.profiles
    ]
    if not names:
        raise NotUnderstoodError(effect.weapon)
    return tuple(msgspec.structs.replace(effect, weapon=name) for name in dict.fromkeys(names))
