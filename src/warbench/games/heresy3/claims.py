"""What of a datasheet's special rules and wargear the game follows: in full, in part, or not at all.

A rule that changes an attack does so by its effects; any other is asked for by its name, at the weapon or at the model, where it
happens. So a rule is followed only where it is printed at what is asked for it, and with a value that means something.
"""

from typing import Literal

from warbench.games.heresy3.characteristics import SUB_TYPES
from warbench.games.heresy3.library import weapon as shared_weapon
from warbench.games.heresy3.question import TYPES
from warbench.games.heresy3.special_rules import (
    OF_MODELS,
    OF_WEAPONS,
    SpecialRule,
    battle_rule,
    read_rule,
)
from warbench.sheets.datasheet import Wargear

Mark = Literal["full", "part", "none"]

FOLLOWED = frozenset(
    {
        "auxilia vexilla",
        "combat shield",
        "cortex controller",
        "cyber-familiar",
        "dozer blade",
        "legion standard",
        "nuncio-vox",
        "rad furnace",
        "servo-arm",
        "vexilla",
        "void shield generator",
    }
)
"""Wargear that battles follow though it changes nothing on the profile of its bearer; in lower case (C1)."""

IN_BATTLES = frozenset({"combat shield", "rad furnace", "void shield generator"})
"""Those of them that bear on attacks, which odds do not follow."""

IN_PART = {
    "force": "no Perils of the Warp; in battles no Willpower Check for ranged weapons",
    "the angels of death": "only while all models of the unit have it",
}
"""Rules of which something is left out, and what."""

_OF_TYPES = frozenset((*(f"{name} type" for name in TYPES), *(f"{name} sub-type" for name in SUB_TYPES)))
"""Rosters print the rules of types and sub-types beside abilities; battles follow these by the words themselves."""


def of_model(text: str) -> Mark:
    """How much of a special rule that is printed at a model, or is an ability of its datasheet, is followed."""
    if text.casefold() in _OF_TYPES:
        return "full"
    rule = read_rule(text) or battle_rule(text)
    if rule is None or (rule.family in OF_WEAPONS and rule.family not in OF_MODELS):
        return "none"
    return _mark(rule)


def of_weapon(text: str) -> Mark:
    """How much of a special rule that is printed at a weapon is followed."""
    rule = read_rule(text) or battle_rule(text)
    if rule is None or (rule.family in OF_MODELS and rule.family not in OF_WEAPONS):
        return "none"
    return _mark(rule)


def left_out_of(text: str) -> str:
    """What of a special rule is left out; empty where it is followed in full or not at all."""
    rule = read_rule(text) or battle_rule(text)
    return IN_PART.get(rule.family, "") if rule is not None else ""


def of_wargear(gear: Wargear) -> Mark:
    """How much of an item is followed: by what it gives its bearer, by its name in battles, or as the weapon that it is."""
    if gear.name.casefold() in FOLLOWED or shared_weapon(gear.name) is not None:
        return "full"
    marks = {of_model(text) for text in gear.abilities}
    if not (gear.keywords or gear.traits or gear.characteristics or marks):
        return "none"
    return "full" if marks <= {"full"} else "part"


def _mark(rule: SpecialRule) -> Mark:
    return "part" if rule.family in IN_PART else "full"
