"""Wargear that the rules themselves describe, so that a scenario may name it without its numbers: those of the library.

Melta bombs (H-117) and breacher charges (H-083..H-086).
"""

from typing import Any

from warbench.games.heresy3.library import weapon

NAMED = ("melta bombs", "breacher charges")
"""What may be named so, in lower case."""

SURE = frozenset({"breacher charges"})
"""What hits by itself (H-085)."""

RULED = {"breacher charges": ("damage", "breacher-damage")}
"""The number that a ruling decides."""

_USUAL_SKILL = 4


def wargear(name: str) -> dict[str, Any] | None:
    """The numbers of such wargear as a scenario writes them; None for any other name. Its bearer has a usual Weapon Skill."""
    found = weapon(name) if name in NAMED else None
    if found is None:
        return None
    (profile,) = found.profiles
    numbers = profile.characteristics
    return {
        "type": found.type,
        "attacks": numbers["attacks"],
        "skill": None if name in SURE else _USUAL_SKILL,
        "strength": numbers["strength"],
        "ap": numbers.get("ap"),
        "damage": numbers["damage"],
        "special_rules": profile.abilities,
    }
