"""One attack question, settled as far as names go: weapons with their numbers, the target's models, facts, effects, rulings."""

from typing import Literal

import msgspec

from warbench.chance import Dice
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """``count`` identical weapons in one profile. ``skill`` None hits automatically; ``range`` is in inches, None for none."""

    name: str
    type: Literal["ranged", "melee"] = "ranged"
    count: int = 1
    range: float | None = None
    attacks: Dice
    skill: int | None
    strength: int
    ap: int
    damage: Dice
    keywords: tuple[str, ...] = ()


class Group(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """``count`` models alike. ``wounds_left`` is what the first of them has left; ``save`` 7 is none."""

    name: str = ""
    count: int
    toughness: int
    save: int
    wounds: int
    invulnerable: int | None = None
    feel_no_pain: int | None = None
    wounds_left: int | None = None
    keywords: tuple[str, ...] = ()

    @property
    def character(self) -> bool:
        """Whether attacks reach it last (an attached character)."""
        return "character" in self.keywords


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked. ``starting_models`` and ``points`` of the target are 0 when unknown.

    ``attacker_models`` and ``target_models`` are the kinds of model in the units (`abilities.words_of_models`).

    ``passed_over`` are weapons that might have been selected instead of some of the ``weapons`` (C'tan Powers).

    ``given`` are the facts that the asker set; ``not_modelled`` what the program already knows that it leaves out.
    """

    weapons: tuple[Weapon, ...]
    passed_over: tuple[str, ...] = ()
    target: tuple[Group, ...]
    given: dict[str, Value] = {}
    effects: tuple[Effect, ...] = ()
    attacker_keywords: tuple[str, ...] = ()
    attacker_models: tuple[str, ...] = ()
    target_models: tuple[str, ...] = ()
    rulings: dict[str, str] = {}
    not_modelled: tuple[str, ...] = ()
    attacker_name: str = ""
    target_name: str = ""
    attacker_points: int = 0
    target_points: int = 0
    starting_models: int = 0
    damaged_at: int = 0
