"""HeresyScenario files: one attack question as a JSON or TOML object (see docs/scenario-format.md), read into a Question."""

from typing import Any, Literal

import msgspec

from warbench.games.heresy3.checks import check_effect
from warbench.games.heresy3.question import ARMOURED, NO_SAVE, TYPES, Armour, Group, Question, Weapon
from warbench.games.heresy3.rulings import RULINGS
from warbench.games.heresy3.special_rules import bearing_rules, unknown_rules
from warbench.games.heresy3.wargear import NAMED, RULED, wargear
from warbench.rules.effects import Effect
from warbench.rules.fields import dice, one_of, refusal, within

MOST_MODELS = 500
MOST_WOUNDS = 1000
MOST_WEAPONS = 1000
MOST_ATTACKS = 3000


class HeresyWeaponSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon in a scenario. ``firepower`` and ``attacks`` say the same; ``ap`` null is "-".

    Wargear that the rules describe (melta bombs, breacher charges) needs no numbers.
    """

    name: str = "weapon"
    type: Literal["ranged", "melee"] = "ranged"
    count: int = 1
    range: float | None = None
    firepower: int | str | None = None
    attacks: int | str | None = None
    skill: int | Literal["auto"] | None = None
    strength: int | None = None
    ap: int | Literal["-"] | None = None
    damage: int | str = 1
    special_rules: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


class HeresyArmourSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Armour Value of each facing."""

    front: int
    side: int
    rear: int


class HeresyGroupSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of models alike in a scenario's target: with Toughness and Wounds, or with Armour and Hull Points."""

    name: str = ""
    count: int = 1
    type: str = "infantry"
    toughness: int | None = None
    save: int = NO_SAVE
    wounds: int | None = None
    wounds_left: int | None = None
    weapon_skill: int = 1
    invulnerable: int | None = None
    armour: int | HeresyArmourSpec | None = None
    hull_points: int | None = None
    hull_points_left: int | None = None
    movement: int | Literal["-"] | None = None
    feel_no_pain: int | None = None
    shrouded: int | None = None
    eternal_warrior: int | None = None
    special_rules: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


class HeresyTargetSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A target: groups of models in the order in which they are allocated, or a datasheet by name with a number of models."""

    models: tuple[HeresyGroupSpec, ...] | int | None = None
    datasheet: str = ""
    name: str = ""
    starting_models: int = 0
    points: int = 0


class HeresyAttackerSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attacker: a datasheet by name or id, how many models, what they are equipped with, and which weapons are used.

    ``loadout`` counts the items of the whole unit. ``kind`` None means the ranged weapons, or the melee ones of a unit that has
    no other.
    """

    datasheet: str
    models: int | None = None
    loadout: dict[str, int] | tuple[str, ...] | None = None
    kind: Literal["ranged", "melee"] | None = None


class HeresyScenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One attack question as it is written. ``expected`` is for tests and is not read."""

    game: Literal["heresy3"]
    target: HeresyTargetSpec | str
    weapons: tuple[HeresyWeaponSpec, ...] = ()
    attacker: HeresyAttackerSpec | str | None = None
    situation: dict[str, bool | int | float | str | tuple[str, ...] | None] = {}
    effects: tuple[Effect, ...] = ()
    rulings: dict[str, str] = {}
    title: str = ""
    version: int = 1
    expected: Any = None


def weapon_of(spec: HeresyWeaponSpec, where: str, readings: dict[str, str]) -> Weapon:
    """The weapon of a specification.

    Raises:
        ScenarioError: for a number that no weapon has.
    """
    spec = _filled(spec, readings)
    within(f"{where}.count", spec.count, 1, MOST_WEAPONS)
    # TOML has no null: "auto" and "-" say the same.
    skill = None if spec.skill == "auto" else spec.skill
    ap = None if spec.ap == "-" else spec.ap
    within(f"{where}.skill", skill, 0, 20)
    if spec.strength is None:
        raise refusal(f"{where}.strength", None, f"a Strength, or one of the names {', '.join(NAMED)}")
    within(f"{where}.strength", spec.strength, 0, 100)
    within(f"{where}.ap", ap, 1, 6)
    if spec.range is not None and not 0 < spec.range <= 1000:
        raise refusal(f"{where}.range", spec.range, "inches above 0, at most 1000")
    if (spec.firepower is None) == (spec.attacks is None):
        raise refusal(f"{where}.firepower", spec.firepower, "exactly one of firepower and attacks")
    attacks = dice(f"{where}.attacks", spec.firepower if spec.firepower is not None else spec.attacks or 0)
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
        ap=ap if ap is not None else NO_SAVE,
        damage=dice(f"{where}.damage", spec.damage),
        special_rules=spec.special_rules,
        traits=spec.traits,
    )


def _filled(spec: HeresyWeaponSpec, readings: dict[str, str]) -> HeresyWeaponSpec:
    """A weapon that is named without its numbers, with the numbers of the rules."""
    name = spec.name.casefold().strip()
    known = wargear(name)
    if known is None or spec.strength is not None:
        return spec
    ruled = RULED.get(name)
    more = {ruled[0]: readings[ruled[1]]} if ruled is not None else {}
    return msgspec.structs.replace(spec, **{**known, **more})


def group_of(spec: HeresyGroupSpec, where: str) -> Group:
    """The group of a specification.

    Raises:
        ScenarioError: for a number that no model has, or numbers that do not belong together.
    """
    kind = spec.type.casefold().strip()
    one_of(f"{where}.type", kind, TYPES)
    within(f"{where}.count", spec.count, 1, MOST_MODELS)
    within(f"{where}.save", spec.save, 2, NO_SAVE)
    within(f"{where}.invulnerable", spec.invulnerable, 2, NO_SAVE)
    within(f"{where}.weapon_skill", spec.weapon_skill, 0, 20)
    armoured = kind in ARMOURED
    needed = ("armour", "hull_points") if armoured else ("toughness", "wounds")
    strange = ("toughness", "wounds", "wounds_left") if armoured else ("armour", "hull_points", "hull_points_left")
    for name in needed:
        if getattr(spec, name) is None:
            raise refusal(f"{where}.{name}", None, f"a number: a model of the type {kind} has one")
    for name in strange:
        if getattr(spec, name) is not None:
            raise refusal(f"{where}.{name}", getattr(spec, name), f"nothing: a model of the type {kind} has none")
    wounds = (spec.hull_points if armoured else spec.wounds) or 0
    left = spec.hull_points_left if armoured else spec.wounds_left
    within(f"{where}.{needed[1]}", wounds, 1, MOST_WOUNDS)
    within(f"{where}.{needed[1]}_left", left, 1, wounds)
    within(f"{where}.toughness", spec.toughness, 0, 100)
    return Group(
        name=spec.name,
        count=spec.count,
        type=kind,
        toughness=spec.toughness or 0,
        weapon_skill=spec.weapon_skill,
        save=spec.save,
        invulnerable=spec.invulnerable,
        armour=_armour(spec.armour, f"{where}.armour"),
        wounds=wounds,
        wounds_left=left,
        movement=0 if spec.movement == "-" else spec.movement,
        special_rules=_special_rules(spec, where),
        keywords=tuple(word.casefold().strip() for word in spec.keywords),
        traits=tuple(word.casefold().strip() for word in spec.traits),
    )


def _armour(spec: int | HeresyArmourSpec | None, where: str) -> Armour | None:
    if spec is None:
        return None
    values = (spec, spec, spec) if isinstance(spec, int) else (spec.front, spec.side, spec.rear)
    for value in values:
        within(where, value, 0, 100)
    return Armour(*values)


def _special_rules(spec: HeresyGroupSpec, where: str) -> tuple[str, ...]:
    """The rules of the models that bear on an attack, from the list and from the fields of their own."""
    within(f"{where}.feel_no_pain", spec.feel_no_pain, 2, 6)
    within(f"{where}.shrouded", spec.shrouded, 2, 6)
    within(f"{where}.eternal_warrior", spec.eternal_warrior, 1, 100)
    rules = list(spec.special_rules)
    rules += [f"Feel No Pain ({spec.feel_no_pain}+)"] if spec.feel_no_pain else []
    rules += [f"Shrouded ({spec.shrouded}+)"] if spec.shrouded else []
    rules += [f"Eternal Warrior ({spec.eternal_warrior})"] if spec.eternal_warrior else []
    return tuple(rules)


def _bearing(group: Group) -> Group:
    """The group with only those special rules that bear on an attack: kinds of model are told apart by them."""
    return msgspec.structs.replace(group, special_rules=bearing_rules(group.special_rules))


def check_target(groups: tuple[Group, ...]) -> None:
    """Refuse a target without models, one too large to follow exactly, and one of vehicles beside others.

    Raises:
        ScenarioError: with what was found and what was expected.
    """
    if not groups:
        raise refusal("target.models", "no models", "at least one model")
    models = sum(group.count for group in groups)
    wounds = sum(group.count * group.wounds for group in groups)
    if models > MOST_MODELS:
        raise refusal("target.models", models, f"at most {MOST_MODELS} models")
    if wounds > MOST_WOUNDS:
        raise refusal("target.wounds", wounds, f"at most {MOST_WOUNDS} wounds in all")
    if len({group.armoured for group in groups}) > 1:
        kinds = " and ".join(dict.fromkeys(group.type for group in groups))
        raise refusal(
            "target.models", kinds, "models with Armour only, or without only: which of them a hit tests against is open"
        )


def question_of(scenario: HeresyScenario) -> Question:
    """The question that a scenario asks.

    Raises:
        ScenarioError, FactError, RulingError, SizeError, UnknownDatasheet: for what cannot be asked.
    """
    if scenario.attacker is None and not scenario.weapons:
        raise refusal("weapons", "none", "at least one weapon, or an attacker")
    for index, effect in enumerate(scenario.effects):
        check_effect(effect, f"effects[{index}]")
    readings = RULINGS.settle(scenario.rulings)
    question = msgspec.structs.replace(
        _against(scenario.target),
        weapons=tuple(weapon_of(spec, f"weapons[{index}]", readings) for index, spec in enumerate(scenario.weapons)),
        given=dict(scenario.situation),
        effects=scenario.effects,
        rulings=scenario.rulings,
    )
    if scenario.attacker is not None:
        from warbench.games.heresy3.named import by_named  # noqa: PLC0415 -- reads datasheets only when named

        question = by_named(scenario.attacker, question)
    known = {weapon.name.casefold() for weapon in question.weapons}
    for index, effect in enumerate(scenario.effects):
        if effect.weapon is not None and effect.weapon.casefold() not in known:
            raise refusal(f"effects[{index}].weapon", effect.weapon, f"one of {', '.join(sorted(known))}")
    return question


def _against(spec: HeresyTargetSpec | str) -> Question:
    """The target that is named, or given in groups of models: a question without weapons yet."""
    if isinstance(spec, str) or spec.datasheet:
        from warbench.games.heresy3.named import against_named  # noqa: PLC0415 -- reads datasheets only when named

        return against_named(spec)
    if not isinstance(spec.models, tuple):
        raise refusal("target.models", spec.models, "a list of groups, or a 'datasheet' beside it")
    groups = tuple(group_of(group, f"target.models[{index}]") for index, group in enumerate(spec.models))
    check_target(groups)
    return Question(
        weapons=(),
        target=tuple(map(_bearing, groups)),
        not_modelled=tuple(dict.fromkeys(text for group in groups for text in unknown_rules(group.special_rules))),
        target_name=spec.name or "target",
        target_points=spec.points,
        starting_models=spec.starting_models,
    )
