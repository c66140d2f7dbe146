"""One attack question, settled as far as names go: weapons with their numbers, the target's models, facts, effects, rulings."""

from typing import Literal

import msgspec

from warbench.chance import Dice
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect

NO_SAVE = 7
"""A save that there is not; as an Armour Penetration: "-"."""
ARMOURED = ("vehicle", "building", "fortification")
"""The types that have an Armour Value and Hull Points."""
TYPES = ("infantry", "cavalry", "walker", "paragon", "automata", *ARMOURED)


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """``count`` identical weapons in one profile.

    ``attacks`` is the Firepower of a ranged weapon, the Attacks that a melee one makes. ``skill`` is a Ballistic or Weapon
    Skill, None hits automatically. ``ap`` 7 is "-". ``strength`` is the one that hits have, modifiers of the weapon included.
    ``minimum`` is the range in inches within which it cannot shoot.
    """

    name: str
    type: Literal["ranged", "melee"] = "ranged"
    count: int = 1
    range: float | None = None
    attacks: Dice
    skill: int | None
    strength: int
    ap: int
    damage: Dice
    special_rules: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    minimum: float | None = None


class Armour(msgspec.Struct, frozen=True):
    """The Armour Value of each facing."""

    front: int
    side: int
    rear: int


class Group(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """``count`` models alike. ``wounds`` are Hull Points where there is an Armour Value; ``wounds_left`` is of the first model.

    ``keywords`` are sub-types and whatever else rules ask for, in lower case. ``movement`` None is not known, 0 also "-".
    ``cover`` is the Cover Save that these models have, where it is not the one of the whole target (the fact ``cover``).
    """

    name: str = ""
    count: int
    type: str = "infantry"
    toughness: int = 0
    weapon_skill: int = 1
    save: int = NO_SAVE
    invulnerable: int | None = None
    armour: Armour | None = None
    wounds: int
    wounds_left: int | None = None
    movement: int | None = None
    cover: int | None = None
    special_rules: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()

    @property
    def character(self) -> bool:
        """Whether attacks reach it last."""
        return "character" in self.keywords

    @property
    def armoured(self) -> bool:
        """Whether hits test against an Armour Value."""
        return self.armour is not None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked. ``starting_models`` and ``points`` are 0 when unknown; ``given`` are the facts that the asker set."""

    weapons: tuple[Weapon, ...]
    target: tuple[Group, ...]
    given: dict[str, Value] = {}
    effects: tuple[Effect, ...] = ()
    rulings: dict[str, str] = {}
    not_modelled: tuple[str, ...] = ()
    attacker_name: str = ""
    target_name: str = ""
    attacker_points: int = 0
    target_points: int = 0
    starting_models: int = 0
