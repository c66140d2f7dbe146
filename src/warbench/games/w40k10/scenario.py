"""Scenario files: one attack question as a JSON or TOML object (see docs/scenario-format.md), read into a Question."""

from typing import Any, Literal

import msgspec

from warbench.chance import Dice, DiceError
from warbench.games.w40k10.question import Group, Question, Weapon
from warbench.games.w40k10.settle import CHARACTERISTICS
from warbench.rules.conditions import Value
from warbench.rules.effects import AllowReroll, ChangeRoll, ChangeValue, Effect, IgnoreDamage, MoveCritical

MOST_MODELS = 500
MOST_WOUNDS = 1000
MOST_WEAPONS = 1000
MOST_ATTACKS = 3000


class ScenarioError(ValueError):
    """A scenario that cannot be asked; the message names the field, the value and what was expected."""


class WeaponSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon in a scenario."""

    name: str = "weapon"
    type: Literal["ranged", "melee"] = "ranged"
    count: int = 1
    range: float | None = None
    attacks: int | str
    skill: int | None
    strength: int
    ap: int = 0
    damage: int | str
    keywords: tuple[str, ...] = ()


class GroupSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of models alike in a scenario's target."""

    name: str = ""
    count: int = 1
    toughness: int
    save: int
    wounds: int
    invulnerable: int | None = None
    feel_no_pain: int | None = None
    wounds_left: int | None = None
    keywords: tuple[str, ...] = ()


class TargetSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A target: groups of models in the order in which they are allocated, or a datasheet by name with a number of models."""

    models: tuple[GroupSpec, ...] | int | None = None
    datasheet: str = ""
    name: str = ""
    starting_models: int = 0
    points: int = 0


class AttackerSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attacker: a datasheet by name or id, how many models, and what they are equipped with."""

    datasheet: str
    models: int | None = None
    loadout: dict[str, int] | tuple[str, ...] | None = None


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One attack question as it is written. ``expected`` is for tests and is not read."""

    game: Literal["w40k10"]
    target: TargetSpec | str
    weapons: tuple[WeaponSpec, ...] = ()
    attacker: AttackerSpec | str | None = None
    situation: dict[str, bool | int | float | str | None] = {}
    effects: tuple[Effect, ...] = ()
    rulings: dict[str, str] = {}
    title: str = ""
    version: int = 1
    expected: Any = None


_ROLLS = ("hit", "wound", "save")
_REROLLS = (*_ROLLS, "damage", "attacks")


def _refuse(where: str, found: object, expected: str) -> ScenarioError:
    return ScenarioError(f"{where}: found {found!r}, expected {expected}")


def _within(where: str, value: int | None, low: int, high: int) -> None:
    if value is not None and not low <= value <= high:
        raise _refuse(where, value, f"a whole number from {low} to {high}")


def weapon_of(spec: WeaponSpec, where: str) -> Weapon:
    """The weapon of a specification.

    Raises:
        ScenarioError: for a number that no weapon has.
    """
    _within(f"{where}.count", spec.count, 1, MOST_WEAPONS)
    _within(f"{where}.skill", spec.skill, 2, 6)
    _within(f"{where}.strength", spec.strength, 1, 100)
    _within(f"{where}.ap", spec.ap, -20, 0)
    if spec.range is not None and not 0 < spec.range <= 1000:
        raise _refuse(f"{where}.range", spec.range, "inches above 0, at most 1000")
    attacks = _dice(f"{where}.attacks", spec.attacks)
    if spec.count * attacks.maximum > MOST_ATTACKS:
        raise _refuse(f"{where}.attacks", f"{spec.count} x {attacks}", f"at most {MOST_ATTACKS} attacks in all")
    return Weapon(
        name=spec.name,
        type=spec.type,
        count=spec.count,
        range=spec.range,
        attacks=attacks,
        skill=spec.skill,
        strength=spec.strength,
        ap=spec.ap,
        damage=_dice(f"{where}.damage", spec.damage),
        keywords=spec.keywords,
    )


def _dice(where: str, text: int | str) -> Dice:
    try:
        return Dice.parse(text)
    except DiceError as error:
        msg = f"{where}: {error}"
        raise ScenarioError(msg) from None


def group_of(spec: GroupSpec, where: str) -> Group:
    """The group of a specification.

    Raises:
        ScenarioError: for a number that no model has.
    """
    _within(f"{where}.count", spec.count, 1, MOST_MODELS)
    _within(f"{where}.toughness", spec.toughness, 1, 100)
    _within(f"{where}.save", spec.save, 2, 7)
    _within(f"{where}.invulnerable", spec.invulnerable, 2, 7)
    _within(f"{where}.feel_no_pain", spec.feel_no_pain, 2, 7)
    _within(f"{where}.wounds", spec.wounds, 1, MOST_WOUNDS)
    _within(f"{where}.wounds_left", spec.wounds_left, 1, spec.wounds)
    return Group(
        name=spec.name,
        count=spec.count,
        toughness=spec.toughness,
        save=spec.save,
        invulnerable=spec.invulnerable if spec.invulnerable != 7 else None,
        feel_no_pain=spec.feel_no_pain if spec.feel_no_pain != 7 else None,
        wounds=spec.wounds,
        wounds_left=spec.wounds_left,
        keywords=tuple(keyword.casefold().strip() for keyword in spec.keywords),
    )


def check_size(target: tuple[Group, ...], where: str = "target") -> None:
    """Refuse a target without models, or one too large to follow exactly.

    Raises:
        ScenarioError: with the number found and the limit.
    """
    models = sum(group.count for group in target)
    wounds = sum(group.count * group.wounds for group in target)
    if not models:
        raise _refuse(f"{where}.models", "no models", "at least one model")
    if models > MOST_MODELS:
        raise _refuse(f"{where}.models", models, f"at most {MOST_MODELS} models")
    if wounds > MOST_WOUNDS:
        raise _refuse(f"{where}.wounds", wounds, f"at most {MOST_WOUNDS} wounds in all")


def check_effect(effect: Effect, where: str) -> None:
    """Refuse an effect on a roll or characteristic that the game does not have, or with an impossible number.

    Raises:
        ScenarioError: naming the field and what was expected.
    """
    match effect:
        case ChangeRoll():
            _one_of(f"{where}.roll", effect.roll, _ROLLS)
            _within(f"{where}.by", effect.by, -20, 20)
        case AllowReroll():
            _one_of(f"{where}.roll", effect.roll, _REROLLS)
        case MoveCritical():
            _one_of(f"{where}.roll", effect.roll, ("hit", "wound"))
            _within(f"{where}.on", effect.on, 2, 6)
        case IgnoreDamage():
            _within(f"{where}.on", effect.on, 2, 6)
        case ChangeValue():
            _check_change(effect, where)
        case _ if getattr(effect, "roll", None) is not None:
            _one_of(f"{where}.roll", getattr(effect, "roll", None), ("hit", "wound"))


def _check_change(effect: ChangeValue, where: str) -> None:
    _one_of(f"{where}.name", effect.name, CHARACTERISTICS)
    if isinstance(effect.by, str):
        _dice(f"{where}.by", effect.by)
        if effect.name not in ("attacks", "damage"):
            raise _refuse(f"{where}.by", effect.by, f"a whole number: {effect.name} is not rolled")
    else:
        _within(f"{where}.by", effect.by, -100, 100)
    _within(f"{where}.set", effect.set, -20 if effect.name == "ap" else 0, 0 if effect.name == "ap" else 100)
    _within(f"{where}.multiply", effect.multiply, 0, 10)


def _one_of(where: str, found: object, known: tuple[str, ...]) -> None:
    if found not in known:
        raise _refuse(where, found, f"one of {', '.join(known)}")


def question_of(scenario: Scenario) -> Question:
    """The question that a scenario with weapons and groups of models asks.

    Raises:
        ScenarioError: for what cannot be asked.
    """
    from warbench.games.w40k10.units import attacker_of, defender_of  # noqa: PLC0415 -- reads datasheets only when named

    for index, effect in enumerate(scenario.effects):
        check_effect(effect, f"effects[{index}]")
    weapons = tuple(weapon_of(spec, f"weapons[{index}]") for index, spec in enumerate(scenario.weapons))
    given: dict[str, Value] = dict(scenario.situation)
    base = attacker_of(scenario.attacker) if scenario.attacker is not None else None
    target = defender_of(scenario.target)
    if base is None and not weapons:
        raise _refuse("weapons", "none", "at least one weapon, or an attacker")
    check_size(target.groups)
    return Question(
        weapons=weapons or (base.weapons if base else ()),
        target=target.groups,
        given=given,
        effects=(*(base.effects if base else ()), *target.effects, *scenario.effects),
        attacker_keywords=base.keywords if base else (),
        rulings=scenario.rulings,
        not_modelled=(*(base.not_modelled if base else ()), *target.not_modelled),
        attacker_name=base.name if base else "",
        target_name=target.name,
        attacker_points=base.points if base else 0,
        target_points=target.points,
        starting_models=target.starting_models,
        damaged_at=base.damaged_at if base else 0,
    )


__all__ = ["GroupSpec", "Scenario", "ScenarioError", "TargetSpec", "WeaponSpec", "question_of"]
