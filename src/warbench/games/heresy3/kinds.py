"""A kind of model: what its datasheet and its wargear make of it, how many weapons it fires, how an attack meets it."""

from collections.abc import Container

import msgspec

from warbench.games.heresy3.armies.fitting import Model
from warbench.games.heresy3.arms import Arm, Value, arms_of, rule_of
from warbench.games.heresy3.question import NO_SAVE, Armour, Group
from warbench.games.heresy3.special_rules import bearing_rules, rule_of_model
from warbench.games.heresy3.untold import untold
from warbench.sheets.datasheet import Datasheet, Weapon
from warbench.table.bases import Base
from warbench.table.sizes import base_for

ARMOURED = frozenset({"vehicle", "building", "fortification"})
ALWAYS_STILL = ("stable", "fortification", "building")
"""Who has the benefits of being Stationary whatever it did (facts 12, 19)."""

WIELDED = frozenset({"fury of the legion", "implacable advance"})
"""Special rules that change the weapons of who has them (`drilled`)."""

_RENAMED = {"hull_points": "wounds", "transport_capacity": "capacity"}
_NOT_NUMBERS = {"front", "side", "rear", "armour"}
_PICKED_LAST = ("sergeant", "champion", "specialist", "command", "paragon")
"""Whom an owner gives up last, the dearest last."""


class Kind(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A kind of model: its type, its numbers, what it carries and what rules it has.

    ``numbers`` are its characteristics by name (``movement`` in inches; None: "-" or not there): movement, weapon_skill,
    ballistic_skill, strength, toughness, wounds (Hull Points), initiative, attacks, leadership, cool, willpower, intelligence,
    save, invulnerable, capacity. A characteristic that its type does not have is absent (H-023). ``subtypes`` and ``traits`` are
    in lower case. ``access``: the facings (front, left, right, rear) with an Access Point. ``items``: its wargear with counts.
    ``untold``: what of its rules and wargear no battle follows.
    """

    name: str
    type: str
    subtypes: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    numbers: dict[str, int | None]
    armour: Armour | None = None
    weapons: tuple[Arm, ...] = ()
    special_rules: tuple[str, ...] = ()
    items: tuple[tuple[str, int], ...] = ()
    access: tuple[str, ...] = ()
    base: Base
    untold: tuple[str, ...] = ()

    @property
    def words(self) -> frozenset[str]:
        """Its type, sub-types and traits."""
        found: frozenset[str] | None = self.__dict__.get("_words")
        if found is None:
            found = self.__dict__["_words"] = frozenset({self.type}) | self.subtypes | self.traits
        return found

    @property
    def armoured(self) -> bool:
        """Whether it has an Armour Value and Hull Points."""
        return self.armour is not None

    @property
    def wounds(self) -> int:
        """Its Wounds or Hull Points at the start."""
        return self.numbers.get("wounds") or 1

    @property
    def at_once(self) -> int | None:
        """How many weapons it may fire in one Shooting Attack; None for all that it has (Step 3; facts 19)."""
        if self.armoured or "walker" in self.words:
            return None
        return max(int(self.has("firing protocols") or 1), 1)

    @property
    def dear(self) -> int:
        """How late its owner would give it up: the higher, the later."""
        return max((index + 1 for index, word in enumerate(_PICKED_LAST) if word in self.words), default=0)

    def holds(self, item: str) -> bool:
        """Whether the model has an item of wargear; by name in lower case."""
        return any(name.casefold() == item for name, _ in self.items)

    def has(self, rule: str) -> str | None:
        """The value of a special rule that the model has ("" for one without), or None; by name in lower case.

        A rule whose value means nothing (``Bulky (X)`` of other people's data) is none: it is among the ``untold``.
        """
        known: dict[str, str] | None = self.__dict__.get("_rules")
        if known is None:
            read = [rule_of_model(text) for text in self.special_rules]
            known = self.__dict__["_rules"] = {rule.family: rule.x for rule in read if rule is not None}
        return known.get(rule)


def _named(text: str) -> tuple[str, str]:
    """A special rule's name in lower case and its value: ``Bulky (2)`` is bulky and 2."""
    name, _, value = text.partition("(")
    return name.strip().casefold(), value.rstrip(") ").strip()


def kind_of(model: Model, sheet: Datasheet) -> Kind:
    """A model of a datasheet, with its wargear, as it fights."""
    numbers = {_RENAMED.get(name, name): value for name, value in model.characteristics.items() if name not in _NOT_NUMBERS}
    rules = (*model.abilities, *(rule for rule in _of_sheet(model, sheet) if rule not in model.abilities))
    families = frozenset(_named(text)[0] for text in rules)
    arms = tuple(drilled(arm, families) for weapon in model.weapons for arm in arms_of(weapon, _held(model, weapon)))
    of_arms = dict.fromkeys(text for arm in arms for text in arm.special_rules)
    return Kind(
        name=model.name,
        type=model.type,
        subtypes=model.keywords,
        traits=model.traits,
        numbers=numbers,
        armour=_armour(model),
        weapons=arms,
        special_rules=rules,
        items=model.items,
        access=sheet.transport.access if sheet.transport is not None else (),
        base=base_for(model.base, (model.type, *model.keywords)),
        untold=tuple(untold(sheet, rules, (item for item, _ in model.items), of_arms)),
    )


def drilled(arm: Arm, families: Container[str]) -> Arm:
    """A weapon in the hands of a model with some special rules, by name in lower case (C1).

    Implacable Advance: a ranged weapon that is neither Heavy nor Ordnance counts as Assault. Fury of the Legion: the bolter has
    Heavy (FP).
    """
    if arm.type != "ranged":
        return arm
    braced = any(rule_of(arm, family) is not None for family in ("heavy", "ordnance"))
    if "fury of the legion" in families and arm.name == "bolter" and not braced:
        return msgspec.structs.replace(arm, special_rules=(*arm.special_rules, "Heavy (FP)"))
    if "implacable advance" in families and not braced and "assault" not in arm.traits:
        return msgspec.structs.replace(arm, traits=(*arm.traits, "assault"))
    return arm


def _of_sheet(model: Model, sheet: Datasheet) -> tuple[str, ...]:
    """The special rules that the datasheet describes itself, those that wargear gives only with it."""
    return tuple(
        f"{ability.name} ({ability.parameter})" if ability.parameter else ability.name
        for ability in sheet.abilities
        if not ability.item or model.has(ability.item)
    )


def _armour(model: Model) -> Armour | None:
    numbers = model.characteristics
    if model.type not in ARMOURED:
        return None
    if "armour" in numbers:
        value = numbers["armour"] or 0
        return Armour(value, value, value)
    front, side, rear = (numbers.get(name) or 0 for name in ("front", "side", "rear"))
    return Armour(front, side, rear)


def _held(model: Model, weapon: Weapon) -> int:
    return next((count for name, count in model.items if name.casefold() == weapon.name.casefold()), 1)


def group_of(  # noqa: PLR0913 -- a model with all that may differ
    kind: Kind,
    value: Value,
    armour: Armour | None,
    *,
    count: int = 1,
    wounds_left: int | None = None,
    cover: int | None = None,
    name: str = "",
) -> Group:
    """Models alike as an attack meets them.

    Args:
        kind: what they are.
        value: their characteristics as they are now.
        armour: their Armour Values as they are now.
        count: how many there are.
        wounds_left: the Wounds or Hull Points that the first of them has left; None: all.
        cover: the Cover Save that is theirs alone.
        name: what they are called in answers.
    """
    save = value("save")
    return Group(
        name=name,
        count=count,
        type=kind.type,
        toughness=value("toughness") or 0,
        weapon_skill=value("weapon_skill") or 0,
        save=NO_SAVE if save is None else save,
        invulnerable=value("invulnerable"),
        armour=armour,
        wounds=kind.wounds,
        wounds_left=wounds_left,
        movement=value("movement") or 0,
        cover=cover,
        special_rules=bearing_rules(kind.special_rules),
        keywords=tuple(sorted(kind.subtypes)),
        traits=tuple(sorted(kind.traits)),
    )
