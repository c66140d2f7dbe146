"""Weapons as datasheets print them, and what they become in the hands of a model: an attack's number, Skill, Strength.

A battle and the odds settle a weapon here, each with the characteristics that its bearer has at that moment.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from warbench.chance import Dice
from warbench.games.heresy3.question import NO_SAVE, Weapon
from warbench.games.heresy3.special_rules import (
    CARRIED,
    DEFENCES,
    INITIATIVES,
    MODELS,
    SpecialRule,
    battle_rule,
    effects_of,
    parts_of,
    read_rule,
)
from warbench.games.heresy3.wargear import RULED, SURE
from warbench.rules.fields import ScenarioError
from warbench.sheets.datasheet import Weapon as SheetWeapon
from warbench.sheets.datasheet import WeaponProfile

Value = Callable[[str], int | None]
"""A characteristic of a model as it is now, by name; None where it has none ("-")."""

BREACHER = "breacher charges"

_MODIFIER = re.compile(r"(?P<letter>[AIS]?)\s*(?:(?P<sign>[-+x\u00d7\u2212]?)(?P<number>\d+))?", re.IGNORECASE)
_NOT_OF_WEAPONS = (*MODELS, *DEFENCES, "explodes", "macro", "macro-auspex")
"""Rules of models that their weapons do not have by that."""
_PISTOLS = 2
_COMBINED = 2
_SHOT = ("firepower", "strength", "damage")
_STRUCK = ("initiative", "attacks", "strength", "damage")


class Arm(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon as its profile prints it: nothing is settled yet.

    ``range`` in inches, None for melee weapons and templates (``template`` is then among its special rules). ``attacks``: the
    Firepower of a ranged weapon. ``initiative``, ``attacks_by`` and ``strength_by`` are the IM, AM and SM of a melee weapon: a
    signed number is a modifier ("-3"), a bare one a replacement ("1"), a letter leaves the characteristic as it is (H-241).
    ``item`` is the weapon that this is one way to use of, ``count`` how many of it the model has; ``mount`` where it sits on a
    hull; ``minimum`` the range in inches within which it cannot shoot.
    """

    name: str
    type: str
    range: int | None = None
    attacks: Dice = Dice.parse(1)
    strength: int = 0
    initiative: str = "I"
    attacks_by: str = "A"
    strength_by: str = "S"
    ap: int = NO_SAVE
    damage: Dice = Dice.parse(1)
    special_rules: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    item: str = ""
    count: int = 1
    mount: str = ""
    minimum: int | None = None


BARE = Arm(name="basic close combat weapon", type="melee")
"""What a model has that has no melee weapon (facts 13)."""


def arms_of(weapon: SheetWeapon, count: int = 1) -> Iterator[Arm]:
    """The ways to use a weapon, one for each of its profiles."""
    for profile in weapon.profiles:
        yield _arm(weapon, profile, count)


def way_named(weapon: str, profile: str) -> str:
    """What a weapon is called in one of its profiles."""
    return f"{weapon} ({profile})" if profile else weapon


def _arm(weapon: SheetWeapon, profile: WeaponProfile, count: int) -> Arm:
    """A profile as a weapon.

    Raises:
        ScenarioError: for one that lacks a characteristic, as those of other people's data may.
    """
    numbers = profile.characteristics
    ap = numbers.get("ap")
    ranged = weapon.type == "ranged"
    missing = [name for name in (_SHOT if ranged else _STRUCK) if name not in numbers]
    if missing:
        raise ScenarioError(f"{weapon.name}: its datasheet says no {missing[0]}; equip the unit without it")
    minimum = numbers.get("minimum")
    return Arm(
        name=way_named(weapon.name, profile.name),
        type=weapon.type,
        range=profile.range,
        attacks=Dice.parse(numbers["firepower"] or 0) if ranged else Dice.parse(1),
        strength=int(numbers["strength"] or 0) if ranged else 0,
        initiative="I" if ranged else str(numbers["initiative"]),
        attacks_by="A" if ranged else str(numbers["attacks"]),
        strength_by="S" if ranged else str(numbers["strength"]),
        ap=NO_SAVE if ap is None else int(ap),
        damage=Dice.parse(numbers["damage"] or 0),
        special_rules=profile.abilities,
        traits=tuple(trait.casefold() for trait in profile.traits),
        item=weapon.name,
        count=count,
        mount=weapon.mount,
        minimum=None if minimum is None else int(minimum),
    )


# --- special rules ---


def rules_of(arm: Arm) -> tuple[SpecialRule, ...]:
    """The special rules of a weapon that the game has."""
    return _read(arm.special_rules)


@lru_cache(maxsize=4096)
def _read(texts: tuple[str, ...]) -> tuple[SpecialRule, ...]:
    return tuple(rule for rule in (read_rule(text) or battle_rule(text) for text in texts) if rule is not None)


def rule_of(arm: Arm, family: str) -> SpecialRule | None:
    """A special rule of a weapon by name; None when it has none such."""
    return next((rule for rule in rules_of(arm) if rule.family == family), None)


@lru_cache(maxsize=1024)
def _own_rules(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Special rules of a model that its attacks have: those that do something to an attack."""
    return tuple(
        text
        for text in texts
        if (rule := read_rule(text)) is not None
        and rule.family not in _NOT_OF_WEAPONS
        and (effects_of(rule) or rule.family in CARRIED)
    )


# --- in the hands of a model ---


def combined(base: int, by: str) -> int:
    """A characteristic with a weapon's modifier (H-096, H-097, H-188, H-189, H-241).

    Args:
        base: the characteristic as it is now.
        by: a signed number is added, one after an x multiplies, a bare one replaces; a letter alone leaves it as it is.

    Raises:
        ValueError: for anything else.
    """
    found = _MODIFIER.fullmatch(by.strip())
    if found is None or not by.strip():
        msg = f"found the modifier {by!r}, expected a letter, a number, or one with a sign"
        raise ValueError(msg)
    if found["number"] is None:
        return base
    number = int(found["number"])
    match found["sign"]:
        case "+":
            return base + number
        case "-" | "\N{MINUS SIGN}":
            return max(base - number, 0)
        case "":
            return number
        case _:
            return base * number


def attacks_with(arm: Arm, value: Value) -> Dice:
    """How many attacks a model makes with a melee weapon: its Attacks with the weapon's AM, which may be dice."""
    base = value("attacks") or 0
    by = arm.attacks_by.strip()
    if "D" not in by.upper() or not base:
        return Dice.parse(combined(base, by) if base else 0)
    return Dice.parse(f"{base}{by}" if by.startswith("+") else by)


def strength_with(arm: Arm, value: Value) -> int:
    """The Strength of a model's hits with a melee weapon; 0 when either is 0 (H-187, H-189)."""
    base = value("strength") or 0
    return combined(base, arm.strength_by) if base else 0


def initiative_with(arm: Arm, value: Value, rules: tuple[str, ...] = (), *, charged: bool = False, hindered: bool = False) -> int:
    """The Combat Initiative of a model with a weapon: 1 with a status, 0 always with breacher charges (H-083, H-096, H-097).

    Args:
        arm: the weapon.
        value: its bearer's characteristics.
        rules: its bearer's special rules.
        charged: whether Impact (X) counts: Impact (I) makes it one higher.
        hindered: whether the bearer's unit has a status that lowers it.
    """
    if arm.name.casefold() == BREACHER:
        return 0
    if hindered:
        return 1
    found = _read((*arm.special_rules, *rules)) if charged else ()
    faster = any(rule.family == "impact" and any(part in INITIATIVES for part in parts_of(rule)) for rule in found)
    return combined(value("initiative") or 0, arm.initiative) + faster


def weapon_of(  # noqa: PLR0913 -- a weapon with all that may differ
    arm: Arm,
    value: Value,
    special_rules: tuple[str, ...],
    readings: Mapping[str, str],
    *,
    count: int = 1,
    attacks: int | None = None,
    sure: bool = False,
) -> Weapon:
    """A model's weapon as an attack question takes it: Skill, Strength and Attacks as they are now (H-096, H-241).

    Args:
        arm: its profile.
        value: its bearer's characteristics.
        special_rules: its bearer's special rules; its attacks have those that do something to an attack.
        readings: every ruling's reading.
        count: how many of these attack.
        attacks: how many attacks each makes, where that is not what the model and the weapon have.
        sure: whether the attacks hit without a test.
    """
    melee = arm.type == "melee"
    name = arm.name.casefold()
    own = attacks_with(arm, value) if melee else arm.attacks
    skill = value("weapon_skill" if melee else "ballistic_skill") or 0
    sure = sure or name in SURE
    damage = arm.damage
    if name in RULED:
        _, ruling = RULED[name]
        damage = Dice.parse(readings[ruling])
    return Weapon(
        name=arm.name,
        type="melee" if melee else "ranged",
        count=count,
        range=arm.range,
        attacks=own if attacks is None else Dice.parse(attacks),
        skill=None if sure else skill,
        strength=strength_with(arm, value) if melee else arm.strength,
        ap=arm.ap,
        damage=damage,
        special_rules=(*arm.special_rules, *_own_rules(special_rules)),
        traits=arm.traits,
        minimum=arm.minimum,
    )


def _combined(ways: Sequence[Arm]) -> bool:
    """Whether a weapon may be used in several of its profiles at once: in two that have Combi (C1: the catalogue's own rule)."""
    return len(ways) <= _COMBINED and len(set(ways)) == len(ways) and all(rule_of(arm, "combi") for arm in ways)


def clash(arms: Sequence[Arm], most: int | None) -> str:
    """Why a model may not fire these weapons together: ``used-twice``, ``too-many-weapons``; empty when it may (Step 3).

    Args:
        arms: what it would fire.
        most: how many weapons it may fire at once; None for all that it has.
    """
    items: dict[str, list[Arm]] = {}
    for arm in arms:
        items.setdefault(arm.item or arm.name, []).append(arm)
    if any(len(ways) > 1 and not _combined(ways) for ways in items.values()):
        return "used-twice"
    if most is None or len(items) <= most:
        return ""
    pistols = len(items) <= _PISTOLS and all(rule_of(arm, "pistol") for arm in arms)
    return "" if pistols else "too-many-weapons"
