"""Scenario files: one attack question as a JSON or TOML object (see docs/scenario-format.md), read into a Question."""

from typing import Any, Literal

import msgspec

from warbench.games.w40k10.checks import check_effect, dice, refusal, within
from warbench.games.w40k10.question import Group, Question, Weapon
from warbench.rules.effects import Effect

MOST_MODELS = 500
MOST_WOUNDS = 1000
MOST_WEAPONS = 1000
MOST_ATTACKS = 3000


class WeaponSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon in a scenario."""

    name: str = "weapon"
    type: Literal["ranged", "melee"] = "ranged"
    count: int = 1
    range: float | None = None
    attacks: int | str
    skill: int | Literal["auto"] | None
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
    """An attacker: a datasheet by name or id, how many models, what they are equipped with, and which weapons are used.

    ``loadout`` counts the items of the whole unit; ``leader`` is the datasheet of a leader that has joined it, ``beside``
    those of further ones. ``kind`` None means the ranged weapons, or the melee ones of a unit that has no other.
    """

    datasheet: str
    models: int | None = None
    loadout: dict[str, int] | tuple[str, ...] | None = None
    kind: Literal["ranged", "melee"] | None = None
    leader: str = ""
    beside: tuple[str, ...] = ()


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One attack question as it is written. ``expected`` is for tests and is not read."""

    game: Literal["w40k10"]
    target: TargetSpec | str
    weapons: tuple[WeaponSpec, ...] = ()
    attacker: AttackerSpec | str | None = None
    situation: dict[str, bool | int | float | str | tuple[str, ...] | None] = {}
    effects: tuple[Effect, ...] = ()
    stratagems: tuple[str, ...] = ()
    rulings: dict[str, str] = {}
    title: str = ""
    version: int = 1
    expected: Any = None


def weapon_of(spec: WeaponSpec, where: str) -> Weapon:
    """The weapon of a specification.

    Raises:
        ScenarioError: for a number that no weapon has.
    """
    within(f"{where}.count", spec.count, 1, MOST_WEAPONS)
    # TOML has no null: "auto" says the same.
    skill = None if spec.skill == "auto" else spec.skill
    within(f"{where}.skill", skill, 2, 6)
    within(f"{where}.strength", spec.strength, 1, 100)
    within(f"{where}.ap", spec.ap, -20, 0)
    if spec.range is not None and not 0 < spec.range <= 1000:
        raise refusal(f"{where}.range", spec.range, "inches above 0, at most 1000")
    attacks = dice(f"{where}.attacks", spec.attacks)
    if spec.count * attacks.maximum > MOST_ATTACKS:
        raise refusal(f"{where}.attacks", f"{spec.count} x {attacks}", f"at most {MOST_ATTACKS} attacks in all")
    return Weapon(
        name=spec.name,
        type=spec.type,
        count=spec.count,
        range=spec.range,
        attacks=attacks,
        skill=skill,
        strength=spec.strength,
        ap=spec.ap,
        damage=dice(f"{where}.damage", spec.damage),
        keywords=spec.keywords,
    )


def group_of(spec: GroupSpec, where: str) -> Group:
    """The group of a specification.

    Raises:
        ScenarioError: for a number that no model has.
    """
    within(f"{where}.count", spec.count, 1, MOST_MODELS)
    within(f"{where}.toughness", spec.toughness, 1, 100)
    within(f"{where}.save", spec.save, 2, 7)
    within(f"{where}.invulnerable", spec.invulnerable, 2, 7)
    within(f"{where}.feel_no_pain", spec.feel_no_pain, 2, 7)
    within(f"{where}.wounds", spec.wounds, 1, MOST_WOUNDS)
    within(f"{where}.wounds_left", spec.wounds_left, 1, spec.wounds)
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
        raise refusal(f"{where}.models", "no models", "at least one model")
    if models > MOST_MODELS:
        raise refusal(f"{where}.models", models, f"at most {MOST_MODELS} models")
    if wounds > MOST_WOUNDS:
        raise refusal(f"{where}.wounds", wounds, f"at most {MOST_WOUNDS} wounds in all")


def question_of(scenario: Scenario) -> Question:
    """The question that a scenario asks.

    Raises:
        ScenarioError, FactError, SizeError, UnknownDatasheet, UnknownStratagem: for what cannot be asked.
    """
    if scenario.attacker is None and not scenario.weapons:
        raise refusal("weapons", "none", "at least one weapon, or an attacker")
    for index, effect in enumerate(scenario.effects):
        check_effect(effect, f"effects[{index}]")
    weapons = tuple(weapon_of(spec, f"weapons[{index}]") for index, spec in enumerate(scenario.weapons))
    target = scenario.target
    if isinstance(target, TargetSpec) and isinstance(target.models, tuple) and not target.datasheet:
        groups = tuple(group_of(group, f"target.models[{index}]") for index, group in enumerate(target.models))
        check_size(groups)
        question = Question(
            weapons=weapons,
            target=groups,
            target_name=target.name or "target",
            target_points=target.points,
            starting_models=target.starting_models,
        )
    else:
        question = _against_named(target, weapons)
    if scenario.attacker is not None:
        question = _attacked_by_named(scenario, question)
    known = {weapon.name.casefold() for weapon in question.weapons}
    for index, effect in enumerate(scenario.effects):
        if effect.weapon is not None and effect.weapon.casefold() not in known:
            raise refusal(f"effects[{index}].weapon", effect.weapon, f"one of {', '.join(sorted(known))}")
    question = msgspec.structs.replace(
        question,
        given=dict(scenario.situation),
        effects=(*question.effects, *scenario.effects),
        rulings=scenario.rulings,
    )
    if scenario.stratagems:
        from warbench.games.w40k10.stratagems import apply  # noqa: PLC0415 -- read only when named

        for name in scenario.stratagems:
            question = apply(name, question)
    return question


def _against_named(spec: TargetSpec | str, weapons: tuple[Weapon, ...]) -> Question:
    from warbench.games.w40k10.defenders import defender_of  # noqa: PLC0415 -- reads datasheets only when named

    target = defender_of(spec)
    return Question(
        weapons=weapons,
        target=target.groups,
        effects=target.effects,
        not_modelled=target.not_modelled,
        target_models=target.models,
        target_name=target.name,
        target_points=target.points,
        starting_models=target.starting_models,
    )


def _attacked_by_named(scenario: Scenario, question: Question) -> Question:
    from warbench.games.w40k10.attackers import attacker_of  # noqa: PLC0415 -- reads datasheets only when named
    from warbench.games.w40k10.best import armed  # noqa: PLC0415 -- builds on this module

    spec = scenario.attacker
    spec = AttackerSpec(datasheet=spec) if isinstance(spec, str) else spec
    if spec is None:
        return question
    unit = attacker_of(spec)
    question = msgspec.structs.replace(
        question,
        given=dict(scenario.situation),
        effects=(*unit.effects, *question.effects),
        attacker_keywords=unit.keywords,
        attacker_models=unit.models,
        not_modelled=(*unit.not_modelled, *question.not_modelled),
        attacker_name=unit.name,
        attacker_points=unit.points,
        damaged_at=unit.damaged_at,
    )
    return question if question.weapons else armed(question, unit.bearers, spec.kind)
