"""Special rules as the effects that they stand for. One that nobody knows is named in the answer, never ignored.

Their confidence is C2 unless ``STANDING`` says otherwise.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

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


STANDING = {
    "combi": "C1: one source; not in the core list of the other",
    "melta": "C1: one source; not in the core list of the other",
    "macro": "C1: one source",
    "overload": "C1: one source, and not modelled",
    "firing protocols": "C2",
}
"""How far the less certain rules can be trusted."""

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
WORN = {
    "t": "toughness",
    "toughness": "toughness",
    "m": "movement",
    "movement": "movement",
    "i": "initiative",
    "initiative": "initiative",
    "bs": "ballistic_skill",
    "ballistic skill": "ballistic_skill",
    "ws": "weapon_skill",
    "weapon skill": "weapon_skill",
    "s": "strength",
    "strength": "strength",
    "a": "attacks",
    "attacks": "attacks",
}
"""What the brackets of Phage may name: characteristics of a model."""
STATUSES = {name: name for name in ("pinned", "suppressed", "stunned", "routed")} | {"pinning": "pinned"}
"""What the brackets of Shock may name, and which Tactical Status that is."""
_HATED = {"traitors": "traitor", "loyalists": "loyalist"}
"""Traits that the brackets of Hatred may write in the plural."""

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
        name = "range" if rule.x in RANGES else CHARACTERISTICS.get(rule.x)
        return _better(name, by, when) if name is not None else ()

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


def _hatred(rule: SpecialRule) -> tuple[Effect, ...]:
    hated = any_of(*(has("target_types", _HATED.get(part, part)) for part in parts_of(rule)))
    return (ChangeRoll(roll="wound", by=1, attacks="melee", when=hated),)


def _precision(rule: SpecialRule) -> tuple[Effect, ...]:
    spoilt = any_of(
        is_true("snapping"), *(has("weapon_rules", name) for name in ("blast", "barrage", "template", "reaping blow"))
    )
    return (OnResult(roll="hit", on="face", at=rule.face, pick=True, when=not_(spoilt)),)


_FIXED: dict[str, tuple[Effect, ...]] = {
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
}

_WITH_X: dict[str, Build] = {
    "breaching": lambda rule: (OnResult(roll="wound", on="face", at=rule.face, ap=2),),
    "shred": lambda rule: (OnResult(roll="wound", on="face", at=rule.face, damage=1),),
    "rending": lambda rule: (
        OnResult(roll="hit", on="face", at=rule.face, succeed="wound", when=not_(has("target_types", "vehicle"))),
    ),
    "critical hit": lambda rule: (MoveCritical(roll="hit", on=rule.face, only_if_successful=True),),
    "poisoned": _poisoned,
    "precision": _precision,
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

MODELS = ("feel no pain", "shrouded", "eternal warrior")
"""Special rules of a target's models that bear on an attack."""

# Markers are counted by facts; the others do something outside the attack itself.
_PLAIN = ("combi", "skyfire", "pistol", "snap shots")
_AFTER = (
    "assault vehicle",
    "deep strike",
    "heedless",
    "implacable advance",
    "infiltrate",
    "light transport",
    "move through cover",
    "outflank",
    "slow and purposeful",
)
_AFTER_X = (
    "auto-repair",
    "battlesmith",
    "bulky",
    "duellist's edge",
    "expendable",
    "explodes",
    "fast",
    "fear",
    "firing protocols",
    "infiltrate",
    "limited",
    "line",
    "officer of the line",
    "panic",
    "phage",
    "pinning",
    "shock",
    "stun",
    "support unit",
    "suppressive",
    "vanguard",
)
_MARKERS = ("blast", "barrage")

BATTLE_RULES = (
    "aegis of pain",
    "barricades",
    "battle meditation",
    "can be captured",
    "comptroller",
    "firestorm",
    "firing point",
    "forward deployment",
    "fury of the legion",
    "overload",
    "phased refractor shields",
    "rapid tracking",
    "rite of pure thought",
    "shieldwall!",
    "shock ram",
    "smokescreen",
    "void shield generator",
    "weapons array",
)
"""Special rules, and abilities of datasheets, that only battles know (C1: one source each)."""

_NAMING = {"heavy": (), "ordnance": RANGES, "impact": INITIATIVES, "force": ()}
"""Rules whose brackets name a characteristic, and what they may name beside the usual ones."""

_FAMILIES = frozenset((*_FIXED, *_PLAIN, *_AFTER, *_WITH_X, *_MARKERS, *_AFTER_X, *BATTLE_RULES))

_FACED = re.compile(r"[2-6]\+")
_NUMBER = re.compile(r"[1-9]\d?")
_COUNT = re.compile(r"\d{1,2}")
_FACE = re.compile(r"[1-6]\+?")
_INCHES = re.compile(r'[1-9]\d?"?')
_SHAPES: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(
        (
            *("breaching", "shred", "rending", "critical hit", "poisoned", "precision", "feel no pain", "shrouded"),
            *("auto-repair", "explodes"),
        ),
        _FACED,
    ),
    **dict.fromkeys(("deflagrate", "reaping blow", "eternal warrior", "barrage"), _NUMBER),
    **dict.fromkeys(
        (
            *("battlesmith", "bulky", "duellist's edge", "expendable", "fast", "fear", "firing protocols", "infiltrate"),
            *("limited", "line", "officer of the line", "support unit", "vanguard", "comptroller", "barricades", "firing point"),
        ),
        _NUMBER,
    ),
    # Such a check may be made without any penalty.
    **dict.fromkeys(("panic", "pinning", "stun", "suppressive"), _COUNT),
    "overload": _FACE,
    **dict.fromkeys(("melta", "blast"), _INCHES),
}
_RULE = re.compile(r"(?P<family>[^()]{1,40}?) ?(?:\((?P<x>[^()]{1,40})\))?")


def known_rules() -> tuple[str, ...]:
    """Every special rule that the game has, as it is written; X stands for what its brackets hold."""
    numbered = (f"{name} (X)" for name in (*_WITH_X, *_MARKERS, *_AFTER_X))
    return tuple(sorted((*_FIXED, *_PLAIN, *_AFTER, *numbered)))


def read_rule(text: str) -> SpecialRule | None:
    """The special rule that a text stands for, whatever its case; None when it is none that the game has."""
    words = " ".join(text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").strip("[] ").split())
    found = _RULE.fullmatch(words)
    if found is None:
        return None
    rule = SpecialRule(found["family"], found["x"] or "")
    return rule if _known(rule) else None


def rule_of_model(text: str) -> SpecialRule | None:
    """A special rule of a model as battles ask for it; None for a rule of the game whose value means nothing (``Bulky (X)``).

    A rule that the game has not is taken as it is written: its name may be that of an exception that a rule allows for.
    """
    rule = read_rule(text) or battle_rule(text)
    if rule is not None:
        return rule
    name, _, value = text.casefold().partition("(")
    return None if name.strip() in _FAMILIES else SpecialRule(name.strip(), value.rstrip(") ").strip())


@lru_cache(maxsize=1024)
def battle_rule(text: str) -> SpecialRule | None:
    """A special rule that changes no number of an attack, and that battles follow beside those of the game's list."""
    found = _RULE.fullmatch(text.casefold().strip())
    if found is None or found["family"] not in BATTLE_RULES:
        return None
    rule = SpecialRule(found["family"], found["x"] or "")
    shape = _SHAPES.get(rule.family)
    return rule if shape is None or shape.fullmatch(rule.x) else None


def _known(rule: SpecialRule) -> bool:
    """Whether the game has the rule with such a value in its brackets."""
    if not rule.x:
        return rule.family in (*_FIXED, *_PLAIN, *_AFTER)
    if rule.family == "template":  # another template than the usual one
        return True
    if rule.family in _NAMING:
        return rule.x in CHARACTERISTICS or rule.x in _NAMING[rule.family]
    named = {"phage": WORN, "shock": STATUSES}.get(rule.family)
    if named is not None:
        return all(part in named for part in parts_of(rule))
    shape = _SHAPES.get(rule.family)
    return rule.family in (*_WITH_X, *_MARKERS, *_AFTER_X) and (shape is None or shape.fullmatch(rule.x) is not None)


def effects_of(rule: SpecialRule) -> tuple[Effect, ...]:
    """What a special rule does."""
    build = _WITH_X.get(rule.family)
    return build(rule) if build else _FIXED.get(rule.family, ())


def strongest(rules: list[SpecialRule]) -> list[SpecialRule]:
    """One variant of each rule: values are never added up, the most favourable is used.

    Rules whose brackets hold a word (Heavy, Hatred) are variants of their own.
    """
    best: dict[tuple[str, str], SpecialRule] = {}
    for rule in rules:
        worded = not (_FACED.fullmatch(rule.x) or _INCHES.fullmatch(rule.x))
        slot = (rule.family, rule.x if worded else "")
        held = best.get(slot)
        if held is None or _worth(rule) > _worth(held):
            best[slot] = rule
    return list(best.values())


def _worth(rule: SpecialRule) -> int:
    if _FACED.fullmatch(rule.x):
        return -rule.face
    return int(rule.x.rstrip('"')) if _INCHES.fullmatch(rule.x) else 0


@lru_cache(maxsize=1024)
def bearing_rules(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Those special rules of a target's models that bear on an attack."""
    return tuple(text for text in texts if (rule := read_rule(text)) is not None and rule.family in MODELS)


@lru_cache(maxsize=1024)
def unknown_rules(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Special rules of a target's models that the game does not know: answers and logs name them."""
    return tuple(
        f"special rule {text!r} of the target" for text in texts if read_rule(text) is None and battle_rule(text) is None
    )
