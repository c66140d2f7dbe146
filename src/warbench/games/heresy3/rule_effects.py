"""What special rules do to an attack, as effects: a table by name, and one that builds them from the value in brackets."""

import re
from collections.abc import Callable
from typing import NamedTuple

from warbench.games.heresy3.core import SNAP
from warbench.rules.conditions import Condition, all_of, any_of, at_least, at_most, has, is_false, is_true, not_
from warbench.rules.effects import (
    Automatic,
    ChangeRoll,
    ChangeValue,
    Effect,
    Forbid,
    Grant,
    IgnoreDamage,
    MoveCritical,
    OnResult,
    Permit,
)


class SpecialRule(NamedTuple):
    """A special rule as read: its name in lower case, and what stands in its brackets."""

    family: str
    x: str = ""

    @property
    def name(self) -> str:
        """As it is printed."""
        title = self.family.title().replace("'S", "'s")
        return f"{title} ({self.x})" if self.x else title

    @property
    def face(self) -> int:
        """The X+ of its brackets."""
        return int(self.x.rstrip("+"))


CHARACTERISTICS = {
    "a": "attacks",
    "attacks": "attacks",
    "am": "attacks",
    "fp": "attacks",
    "firepower": "attacks",
    "s": "strength",
    "strength": "strength",
    "rs": "strength",
    "ranged strength": "strength",
    "sm": "strength",
    "ap": "ap",
    "d": "damage",
    "damage": "damage",
    "bs": "skill",
    "ballistic skill": "skill",
    "ws": "skill",
    "weapon skill": "skill",
}
"""What the brackets of Heavy, Ordnance, Impact and Force may name."""
RANGES = ("r", "range")
"""What the brackets of Ordnance may name beside these: how far the weapon reaches (`plan`, and `battle.guns`)."""
INITIATIVES = ("i", "im", "initiative")
"""What the brackets of Impact may name beside these: the Combat Initiative (`arms.initiative_with`)."""
_HATED = {"traitors": "traitor", "loyalists": "loyalist"}
"""Traits that the brackets of Hatred may write in the plural."""

GLANCING_SAVE = "an Invulnerable Save against a glancing hit"
BREAKER = "armour-breaker"
"""The roll of Armour-breaker (X)."""
_GIANTS = tuple(has("target_types", word) for word in ("titan", "knight", "super-heavy"))
_MACHINE = any_of(has("target_types", "walker"), has("target_types", "automata"))
_STILL = all_of(is_true("stationary"), is_false("attacker_hindered"))

Build = Callable[[SpecialRule], tuple[Effect, ...]]


def _better(name: str, by: str, when: Condition) -> tuple[Effect, ...]:
    """+1 to a characteristic, or its double; an Armour Penetration is improved by one, or becomes 2."""
    if by == "one":
        return (ChangeValue(name=name, by=-1 if name == "ap" else 1, when=when),)
    if name == "ap":
        return (ChangeValue(name="ap", set=2, when=when),)
    return (ChangeValue(name=name, multiply=2, when=when),)


def _characteristic(by: str, when: Condition) -> Build:
    def build(rule: SpecialRule) -> tuple[Effect, ...]:
        names = ["range" if part in RANGES else CHARACTERISTICS.get(part) for part in parts_of(rule)]
        return tuple(effect for name in names if name is not None for effect in _better(name, by, when))

    return build


def _poisoned(rule: SpecialRule) -> tuple[Effect, ...]:
    soft = is_false("target_armoured")
    return (
        OnResult(roll="wound", on="face", at=rule.face, succeed="wound", when=all_of(soft, not_(_MACHINE))),
        OnResult(roll="wound", on="face", at=6, succeed="wound", when=all_of(soft, _MACHINE)),
    )


def _melta(rule: SpecialRule) -> tuple[Effect, ...]:
    near = at_most("distance", int(rule.x.rstrip('"')))
    return (
        Grant(keyword="armourbane", when=near),
        ChangeValue(name="damage", multiply=2, when=all_of(near, has("target_types", "vehicle"))),
    )


def parts_of(rule: SpecialRule) -> tuple[str, ...]:
    """The several things that its brackets name: ``Hatred (Psyker, Malefic)``, ``Phage (T & S)``."""
    return tuple(part.strip() for part in re.split(r"[,&]", rule.x) if part.strip())


def hated_by(rule: SpecialRule) -> tuple[str, ...]:
    """The types, sub-types and traits that Hatred (X) names."""
    return tuple(_HATED.get(part, part) for part in parts_of(rule))


def _hatred(rule: SpecialRule) -> tuple[Effect, ...]:
    hated = any_of(*(has("target_types", word) for word in hated_by(rule)))
    return (ChangeRoll(roll="wound", by=1, attacks="melee", when=hated),)


def _precision(rule: SpecialRule) -> tuple[Effect, ...]:
    spoilt = any_of(
        is_true("snapping"), *(has("weapon_rules", name) for name in ("blast", "barrage", "template", "reaping blow"))
    )
    return (OnResult(roll="hit", on="face", at=rule.face, pick=True, when=not_(spoilt)),)


def _on(facing: str) -> Condition:
    return all_of(Condition("is", "facing", facing), is_true("visible"))


_ION = (
    ChangeValue(name="invulnerable", set=5, side="defender", attacks="ranged", when=_on("front")),
    ChangeValue(name="invulnerable", set=6, side="defender", attacks="ranged", when=_on("rear")),
    Permit(what=GLANCING_SAVE, side="defender", attacks="ranged"),
)
FIXED: dict[str, tuple[Effect, ...]] = {
    # H-115, H-116: what would glance penetrates.
    "armourbane": (OnResult(roll="penetration", on="tie", convert="penetrating", rule="H-115"),),
    "template": (Automatic(roll="hit"),),
    "detonation": (Forbid(what="target", when=is_false("target_immobile"), rule="H-176"),),
    "macro": (
        Forbid(
            what="target",
            when=not_(
                any_of(has("target_types", "vehicle"), has("target_types", "paragon"), at_least("target_wounds", 10)),
            ),
        ),
        Forbid(what="target", when=any_of(is_true("overwatch"), is_true("intercept"))),
    ),
    "macro-auspex": (Grant(keyword=SNAP, attacks="ranged", when=not_(any_of(*_GIANTS, at_least("target_wounds", 10)))),),
    # What the attacking models have.
    "augury scanner": (Forbid(what="shrouded", attacks="ranged", when=is_false("snapping")),),
    "independent fire": (),
    "lightning blows": (Grant(keyword="critical hit (6+)", attacks="melee", when=is_true("charged")),),
    "searchlight": (ChangeValue(name="shrouded", by=1, attacks="ranged", when=is_true("visible")),),
    # What the target's models have.
    "shadows of judgement": (IgnoreDamage(on=5, side="defender", when=is_true("challenge")),),
    "flare shield": (Forbid(what="armourbane", side="defender"),),
    "ion shield": _ION,
    "ionic flare shield": (Forbid(what="armourbane", side="defender"), *_ION),
    "ravening madmen": (ChangeValue(name="weapon_skill", set=3, attacks="melee", side="defender"),),
}

WITH_X: dict[str, Build] = {
    "breaching": lambda rule: (OnResult(roll="wound", on="face", at=rule.face, ap=2),),
    "shred": lambda rule: (OnResult(roll="wound", on="face", at=rule.face, damage=1),),
    "rending": lambda rule: (
        OnResult(roll="hit", on="face", at=rule.face, succeed="wound", when=not_(has("target_types", "vehicle"))),
    ),
    "critical hit": lambda rule: (MoveCritical(roll="hit", on=rule.face, only_if_successful=True),),
    "poisoned": _poisoned,
    "precision": _precision,
    # A die of its own for each penetrating hit.
    "armour-breaker": lambda rule: (OnResult(roll=BREAKER, on="face", at=rule.face, damage=1),),
    "deflagrate": lambda rule: (
        OnResult(roll="unsaved", on="success", add=1, strength=int(rule.x), when=is_false("target_armoured")),
    ),
    "heavy": _characteristic("one", _STILL),
    "ordnance": _characteristic("double", _STILL),
    "impact": _characteristic("one", is_true("charged")),
    "force": _characteristic("double", is_true("force_passed")),
    "melta": _melta,
    "hatred": _hatred,
    "reaping blow": lambda rule: (
        ChangeValue(name="attacks", by=int(rule.x), attacks="melee", when=all_of(is_true("outnumbered"), is_false("challenge"))),
    ),
    # What a target's models have.
    "feel no pain": lambda rule: (IgnoreDamage(on=rule.face, side="defender"),),
    "shrouded": lambda rule: (IgnoreDamage(on=rule.face, side="defender", attacks="ranged"),),
    "eternal warrior": lambda rule: (ChangeValue(name="damage", by=-int(rule.x), side="defender"),),
}


def effects_of(rule: SpecialRule) -> tuple[Effect, ...]:
    """What a special rule does."""
    build = WITH_X.get(rule.family)
    return build(rule) if build else FIXED.get(rule.family, ())
