"""Special rules as datasheets write them: which the game has, with what values in their brackets.

One that nobody knows is named in the answer, never ignored. Their confidence is C2, of Combi, Macro and Melta C1. What they do to
an attack is in `rule_effects`; what else they do is asked for by name where it happens.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from warbench.games.heresy3.rule_effects import (
    CHARACTERISTICS,
    FIXED,
    INITIATIVES,
    RANGES,
    WITH_X,
    SpecialRule,
    effects_of,
    parts_of,
)
from warbench.rules.effects import Effect

__all__ = [
    "BATTLE_RULES",
    "CARRIED",
    "DEFENCES",
    "INITIATIVES",
    "MODELS",
    "OF_MODELS",
    "OF_WEAPONS",
    "RANGES",
    "STATUSES",
    "WORN",
    "SpecialRule",
    "battle_rule",
    "bearing_rules",
    "defences_of",
    "effects_of",
    "known_rules",
    "parts_of",
    "read_rule",
    "rule_of_model",
    "shared_rules",
    "strongest",
    "unknown_rules",
]

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
MODELS = ("feel no pain", "shrouded", "eternal warrior", "shadows of judgement")
"""Special rules of a target's models by which each of them bears what is allocated to it."""
DEFENCES = ("flare shield", "ion shield", "ionic flare shield", "ravening madmen")
"""Special rules of a target's models that bear on the tests of an attack at their unit."""
_BEARING = (*MODELS, *DEFENCES, "searchlight", "third-line")
SHARED = ("augury scanner",)
"""Special rules of a model that the attacks of its whole unit have."""
CARRIED = ("independent fire",)
"""Special rules of a model that its attacks have for what rules of the game say of them."""

# Markers are counted by facts; the others do something outside the attack itself. Duellist's Edge stands at both.
_PLAIN = ("combi", "pistol", "skyfire", "snap shots")
_PLAIN_X = ("aflame", "duellist's edge", "limited", "panic", "phage", "pinning", "shock", "stun", "suppressive")
_MARKERS = ("blast", "barrage")
_AFTER = (
    "assault vehicle",
    "bearers of the blood hand",
    "bitter duty",
    "deep strike",
    "heedless",
    "implacable advance",
    "inductii",
    "infiltrate",
    "irregulars",
    "light transport",
    "move through cover",
    "never back down",
    "outflank",
    "slow and purposeful",
    "the angels of death",
    "third-line",
    "unwavering conviction",
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
    "line",
    "officer of the line",
    "support unit",
    "vanguard",
)

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
_WEAPONS_IN_BATTLE = ("overload", "rapid tracking", "weapons array")

OF_WEAPONS = frozenset(
    (*_PLAIN, *_PLAIN_X, *_MARKERS, *_WEAPONS_IN_BATTLE, "detonation", "force", "macro", "macro-auspex", "template")
)
"""Rules that are asked for at the weapon: printed at a model they do nothing, but for those of `OF_MODELS`."""
OF_MODELS = frozenset((*MODELS, *DEFENCES, *_AFTER, *_AFTER_X, *BATTLE_RULES)) - {*_WEAPONS_IN_BATTLE}
"""Rules that are asked for at the model: printed at a weapon they do nothing, but for those of `OF_WEAPONS`."""

_NAMING = {"heavy": (), "ordnance": RANGES, "impact": INITIATIVES, "force": ()}
"""Rules whose brackets name a characteristic, and what they may name beside the usual ones."""

_FAMILIES = frozenset((*FIXED, *_PLAIN, *_AFTER, *WITH_X, *_MARKERS, *_PLAIN_X, *_AFTER_X, *BATTLE_RULES))

_FACED = re.compile(r"[2-6]\+")
_NUMBER = re.compile(r"[1-9]\d?")
_COUNT = re.compile(r"\d{1,2}")
_FACE = re.compile(r"[1-6]\+?")
_INCHES = re.compile(r'[1-9]\d?"?')
_SHAPES: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(
        (
            *("breaching", "shred", "rending", "critical hit", "poisoned", "precision", "feel no pain", "shrouded"),
            *("armour-breaker", "auto-repair", "explodes"),
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
    "aflame": _NUMBER,
    # Such a check may be made without any penalty.
    **dict.fromkeys(("panic", "pinning", "stun", "suppressive"), _COUNT),
    "overload": _FACE,
    **dict.fromkeys(("melta", "blast"), _INCHES),
}
_RULE = re.compile(r"(?P<family>[^()]{1,40}?) ?(?:\((?P<x>[^()]{1,40})\))?")


def known_rules() -> tuple[str, ...]:
    """Every special rule that the game has, as it is written; X stands for what its brackets hold."""
    numbered = {f"{name} (X)" for name in (*WITH_X, *_MARKERS, *_PLAIN_X, *_AFTER_X)}
    return tuple(sorted((*FIXED, *_PLAIN, *_AFTER, *numbered)))


def read_rule(text: str) -> SpecialRule | None:
    """The special rule that a text stands for, whatever its case; None when it is none that the game has."""
    words = " ".join(text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").strip("[] ").split())
    found = _RULE.fullmatch(words)
    if found is None:
        return None
    rule = SpecialRule(found["family"], found["x"] or "")
    return rule if _known(rule) else None


@lru_cache(maxsize=1024)
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
        return rule.family in (*FIXED, *_PLAIN, *_AFTER)
    if rule.family == "template":  # another template than the usual one
        return True
    if rule.family in _NAMING:
        return all(part in CHARACTERISTICS or part in _NAMING[rule.family] for part in parts_of(rule))
    named = {"phage": WORN, "shock": STATUSES}.get(rule.family)
    if named is not None:
        return all(part in named for part in parts_of(rule))
    shape = _SHAPES.get(rule.family)
    return rule.family in (*WITH_X, *_MARKERS, *_PLAIN_X, *_AFTER_X) and (shape is None or shape.fullmatch(rule.x) is not None)


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
    return tuple(text for text in texts if (rule := read_rule(text)) is not None and rule.family in _BEARING)


@lru_cache(maxsize=1024)
def defences_of(texts: tuple[str, ...]) -> tuple[tuple[Effect, str], ...]:
    """What a target's models have against the tests of attacks at their unit, and what each effect is from."""
    found = [rule for rule in map(read_rule, texts) if rule is not None and rule.family in DEFENCES]
    return tuple((effect, rule.name) for rule in found for effect in effects_of(rule))


def shared_rules(models: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Of the special rules of a unit's models those that the attacks of all of them have."""
    return tuple(dict.fromkeys(text for texts in models for text in _shared(texts)))


@lru_cache(maxsize=1024)
def _shared(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text for text in texts if (rule := read_rule(text)) is not None and rule.family in SHARED)


@lru_cache(maxsize=1024)
def unknown_rules(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Special rules of a target's models that the game does not know: answers and logs name them."""
    return tuple(
        f"special rule {text!r} of the target" for text in texts if read_rule(text) is None and battle_rule(text) is None
    )
