"""Weapons that the rules themselves describe, so that a scenario may name them without their numbers."""

from typing import Any

WARGEAR: dict[str, dict[str, Any]] = {
    # H-117: IM -3, AM 1, SM 9; the page and a list agree (C2).
    "melta bombs": {
        "type": "melee",
        "attacks": 1,
        "skill": 4,
        "strength": 9,
        "ap": 2,
        "damage": 4,
        "special_rules": ("Armourbane", "Detonation"),
    },
    # H-083..H-086: Combat Initiative 0, one attack that hits by itself. Damage: see the ruling breacher-damage.
    "breacher charges": {"type": "melee", "attacks": 1, "skill": None, "strength": 10, "ap": None, "damage": "D6"},
}
"""By name in lower case: what a scenario that names one and gives no Strength has filled in."""

RULED = {"breacher charges": ("damage", "breacher-damage")}
"""The field that a ruling decides, where the scenario leaves the numbers out."""
