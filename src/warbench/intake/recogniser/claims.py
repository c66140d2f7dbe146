"""From a meaning to an ability of a datasheet: only where all of it acts for the models that this datasheet has."""

from collections.abc import Collection, Iterable, Iterator

import msgspec

from warbench.games.w40k10.attackers import is_selected, way_named
from warbench.games.w40k10.unit_rules import (
    DEARER_ALONE,
    DEARER_STRATAGEM,
    MUST_TEST,
    WORDS,
    FactError,
    ScenarioError,
    bears_on_attacks,
)
from warbench.intake.recogniser.describing import told, told_around
from warbench.intake.recogniser.meaning import Given, Meaning
from warbench.intake.recogniser.phrases import Around, NotUnderstoodError
from warbench.rules.conditions import Condition
from warbench.rules.effects import AllowReroll, ChangeRoll, ChangeValue, Effect, Grant, Permit
from warbench.sheets.auras import Aura
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

_AROUND = frozenset(
    {"toughness", "save", "invulnerable", "damage", "ap", "leadership", "objective_control", "movement", "targeted_within"}
)
"""Numbers that auras change for the units that they reach."""

_OF_OTHERS = frozenset({"models_there", "target_models_there"})
_ON_ENEMIES = frozenset({DEARER_STRATAGEM, DEARER_ALONE, MUST_TEST})


def claimed(ability: Ability, meaning: Meaning, sheet: Datasheet) -> Ability:
    """The ability with its effects.

    Raises:
        NotUnderstoodError: when some of it would not act as it should with this datasheet.
    """
    if meaning.leads and not sheet.leads:
        raise NotUnderstoodError("leads nobody")
    if meaning.bearer is not bool(ability.item) and not (ability.item and _alone(sheet)):
        raise NotUnderstoodError("a bearer without an item, or an item without a bearer")
    if ability.item and not _can_have(sheet, ability.item):
        raise NotUnderstoodError("an item that no model can have")
    if any(given.around is not None for given in meaning.given):
        return _with_auras(ability, meaning, sheet)
    wholes = {given.whole for given in meaning.given}
    if len(wholes) != 1:
        raise NotUnderstoodError("serves the unit and a model")
    (whole,) = wholes
    for given in meaning.given:
        _check(given, ability, sheet)
    effects = tuple(made for given in meaning.given for made in _on_weapons(given.effect, sheet))
    return msgspec.structs.replace(
        ability, summary=told(effects, whole=whole), effects=effects, touches=_touches(effects), whole_unit=whole
    )


def _touches(effects: Collection[Effect]) -> tuple[str, ...]:
    """What some effects bear on. All of them are looked at: one that does nothing anywhere is refused."""
    if all(isinstance(effect, AllowReroll | ChangeRoll) and effect.roll == "leadership" for effect in effects):
        raise NotUnderstoodError("no rule asks for such tests")
    try:
        attack = True in [bears_on_attacks(effect) for effect in effects]
    except (ScenarioError, FactError) as error:
        raise NotUnderstoodError(str(error)) from error
    return ("attack",) if attack else ("battle",)


def _with_auras(ability: Ability, meaning: Meaning, sheet: Datasheet) -> Ability:
    """The ability with what it does around its bearers."""
    effects: dict[Around, list[Effect]] = {}
    for given in meaning.given:
        if given.around is None:
            raise NotUnderstoodError("an aura and more")
        _check_around(given.effect, given.around, ability, sheet)
        effects.setdefault(given.around, []).append(given.effect)
    auras = tuple(_aura(around, mine) for around, mine in effects.items())
    return msgspec.structs.replace(
        ability,
        summary=" ".join(map(told_around, auras)),
        auras=auras,
        touches=_touches([effect for mine in effects.values() for effect in mine]),
    )


def _aura(around: Around, effects: Iterable[Effect]) -> Aura:
    return Aura(
        effects=tuple(effects),
        reach=around.reach,
        over=around.over,
        needs=around.needs,
        but_not=around.but_not,
        wholly=around.wholly,
        measured="unit" if around.source.whole else "bearers",
        borne_by=around.borne_by,
    )


def _check_around(effect: Effect, around: Around, ability: Ability, sheet: Datasheet) -> None:
    """Refuse an aura whose bearers are not plain, or an effect that would not act on the units that it reaches."""
    kinds = {line.kind or line.model for line in sheet.composition}
    if around.borne_by:
        if around.borne_by not in {model.name.casefold() for model in sheet.models}:
            raise NotUnderstoodError("a kind of model that it has not")
    elif not around.source.whole and not ability.item and len(kinds) != 1:
        raise NotUnderstoodError("one model among others")
    if effect.weapon is not None or (effect.when is not None and not _OF_OTHERS.isdisjoint(effect.when.facts())):
        raise NotUnderstoodError("weapons or models of units that are not known")
    if isinstance(effect, ChangeValue) and effect.side == "defender" and effect.name not in _AROUND:
        raise NotUnderstoodError(effect.name)
    if around.over == "bearers" and not (_alone(sheet) and isinstance(effect, Grant) and effect.keyword == "lone operative"):
        # In a unit that it leads, what is for the model alone would serve all.
        raise NotUnderstoodError("for one model, while others are near")
    if isinstance(effect, Permit) and effect.what in _ON_ENEMIES and around.over != "enemies":
        raise NotUnderstoodError("the opponent's unit")
    if _goes_in_circles(effect):
        raise NotUnderstoodError("who controls an objective hangs on who controls it")


def _check(given: Given, ability: Ability, sheet: Datasheet) -> None:
    """Refuse an effect that would not act as it should."""
    effect = given.effect
    if _gives_word(effect) and (given.whole or not ability.item):
        raise NotUnderstoodError("a keyword of a unit")
    if not given.whole:
        _check_alone(given, ability, sheet)
    elif isinstance(effect, ChangeValue) and effect.side == "defender" and effect.name not in _SHARED:
        raise NotUnderstoodError(effect.name)
    if not _knows_models(effect, sheet):
        raise NotUnderstoodError("a kind of model that it has not")
    if isinstance(effect, ChangeValue) and effect.name == "powers" and not any(map(is_selected, sheet.weapons)):
        raise NotUnderstoodError("it has no weapons to select")
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
        number = isinstance(effect, ChangeValue) and effect.name in _WORN and effect.when is None and effect.attacks == "all"
        if not number and not _gives_word(effect):
            raise NotUnderstoodError("an item does more than change its bearer's numbers")
    elif len(sheet.composition) != 1 or sheet.leads or any(one.id == "leader" for one in sheet.abilities):
        # A leader in a unit is no target of his own, so what is for him alone would be lost.
        raise NotUnderstoodError("one model among others")
    elif isinstance(effect, ChangeValue) and effect.name not in _SHARED:
        raise NotUnderstoodError(effect.name)


def _gives_word(effect: Effect) -> bool:
    """Whether it gives a keyword, whatever the situation."""
    return isinstance(effect, Grant) and effect.keyword in WORDS and effect.when is None


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
