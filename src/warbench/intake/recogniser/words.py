"""What single words and short turns of the grammar stand for: names of characteristics, states, rolls, groups of keywords."""

import re

from warbench.intake.recogniser.phrases import NotUnderstoodError, Test
from warbench.rules.conditions import Condition, any_of, at_least, has, is_true, not_

_NAME = re.compile(r"@[wkam]\[([^\]]*)\]")
_TRAIT = re.compile(r"attacks|strength|armour penetration|damage|toughness|move|leadership|objective control|wounds")
TRAITS = {
    "attacks": "attacks",
    "strength": "strength",
    "armour penetration": "ap",
    "damage": "damage",
    "toughness": "toughness",
    "move": "movement",
    "leadership": "leadership",
    "objective control": "objective_control",
    "wounds": "wounds",
}
"""Characteristics by the words of the game."""

OF_ATTACKS = frozenset({"attacks", "strength", "ap", "damage"})
"""Characteristics that weapons and attacks have; the others are those of models."""

USUAL_REACH = 3
"""So many inches models pile in and consolidate."""

LESS_IS_BETTER = frozenset({"ap", "leadership"})

_STATES = {
    "below half-strength": "below_half_strength",
    "below its starting strength": "below_starting_strength",
    "below their starting strength": "below_starting_strength",
    "at its starting strength": "below_starting_strength",
    "battle-shocked": "battle_shocked",
}


def name_in(mark: str) -> str:
    """The name in a mark (``@w[plasma gun]``)."""
    found = _NAME.fullmatch(mark)
    if found is None:
        raise NotUnderstoodError(mark)
    return found[1]


def mark_in(words: str) -> str:
    """The first mark among some words; empty where there is none."""
    found = _NAME.search(words)
    return found[0] if found else ""


def names_in(mark: str) -> tuple[str, ...]:
    """The names in a mark, those between bars."""
    return tuple(name_in(mark).split("|"))


def traits(words: str) -> tuple[str, ...]:
    """The characteristics that some words name."""
    return tuple(TRAITS[found] for found in _TRAIT.findall(words))


def number(words: str) -> int:
    """The number in ``4+``, ``6"`` or ``2``."""
    return int(words.rstrip('+"'))


def target_words(mark: str) -> Condition:
    """The target has one of the keywords: all of those that are joined by a plus."""
    groups = ([has("target_keywords", word) for word in name.split("+")] for name in names_in(mark))
    return any_of(*(parts[0] if len(parts) == 1 else Condition("all", of=tuple(parts)) for parts in groups))


def target_test(fact: str, *, true: bool = True) -> Test:
    """Whether a fact of the target holds."""
    when = is_true(f"target_{fact}")
    return Test(when=when if true else not_(when))


def state(words: str) -> tuple[str, bool]:
    """The end of the fact's name for a state of a unit, and whether the fact must hold."""
    return _STATES[words], not words.startswith("at ")


def target_state(words: str, *, true: bool = True) -> Test:
    """Whether the target is in a state."""
    fact, holds = state(words)
    return target_test(fact, true=holds is true)


def holds_models(count: int) -> Test:
    """The target has so many models."""
    return Test(when=at_least("target_models", count))


def near(owner: str) -> str:
    """The end of the fact's name for an objective in range of a unit, which its own player may have to control."""
    names = {"": "on_objective", "you control": "on_own_objective"}
    if owner not in names:
        raise NotUnderstoodError(owner)
    return names[owner]


def target_near(owner: str) -> Test:
    """Whether the target is in range of an objective, seen by the attacker."""
    names = {"": "on_objective", "you do not control": "on_foreign_objective"}
    if owner not in names:
        raise NotUnderstoodError(owner)
    return target_test(names[owner])


def critical_roll(words: str) -> str:
    """The roll of a critical: hit or wound; others have none."""
    roll = words.partition(" ")[0]
    if roll not in {"hit", "wound"}:
        raise NotUnderstoodError(words)
    return roll
