"""The tables of the third edition as data: Hit Tests, Wound Tests, the Vehicle Damage Table.

All are C2: two independent sources or more agree in every cell. One source leaves out that a status of the Vehicle Damage Table
which is there already costs a Hull Point.
"""

from typing import NamedTuple


class Ranged(NamedTuple):
    """A row of the ranged table: the number needed, the unmodified face from which a hit is a Critical Hit, and what is sure.

    ``sure`` True hits as an unmodified 6 and a Critical Hit, False fails; neither rolls a die.
    """

    need: int = 7
    critical: int | None = None
    sure: bool | None = None


RANGED: tuple[Ranged, ...] = (
    Ranged(6),
    Ranged(5),
    Ranged(4),
    Ranged(3),
    Ranged(2),
    Ranged(2, 6),
    Ranged(2, 5),
    Ranged(2, 4),
    Ranged(2, 3),
    Ranged(sure=True),
)
"""By Ballistic Skill from 1 to 10; more counts as 10 (H-264)."""

SNAP: tuple[Ranged, ...] = (Ranged(sure=False), *(Ranged(need) for need in (6, 6, 5, 5, 4, 4, 3, 3, 2)))
"""The same for Snap Shots (H-170, H-225)."""

MELEE: tuple[tuple[int, ...], ...] = (
    (4, 6, 6, 6, 6, 6, 6, 6, 6, 6),
    (2, 4, 5, 6, 6, 6, 6, 6, 6, 6),
    (2, 3, 4, 5, 5, 6, 6, 6, 6, 6),
    (2, 2, 3, 4, 5, 5, 5, 6, 6, 6),
    (2, 2, 3, 3, 4, 5, 5, 5, 5, 6),
    (2, 2, 2, 3, 3, 4, 5, 5, 5, 5),
    (2, 2, 2, 3, 3, 3, 4, 5, 5, 5),
    (2, 2, 2, 2, 3, 3, 3, 4, 5, 5),
    (2, 2, 2, 2, 3, 3, 3, 3, 4, 5),
    (2, 2, 2, 2, 2, 3, 3, 3, 3, 4),
)
"""``MELEE[attacker - 1][defender - 1]``, by Weapon Skill from 1 to 10."""

VEHICLE_DAMAGE = ("stunned", "pinned", "suppressed")
"""What a glancing hit does to a vehicle, two faces each (H-110)."""
VEHICLE_DAMAGE_FACES = (1, 1, 2, 2, 3, 3)


def ranged(skill: int, *, snap: bool) -> Ranged:
    """The row for a Ballistic Skill of at least 1."""
    return (SNAP if snap else RANGED)[min(skill, 10) - 1]


def melee(attacker: int, defender: int) -> int:
    """The number that Weapon Skill needs against Weapon Skill; a target's 0 counts as 1."""
    return MELEE[min(attacker, 10) - 1][min(max(defender, 1), 10) - 1]


def wound(strength: int, toughness: int) -> int:
    """The number that Strength needs against Toughness (H-265, H-266); 7 when it cannot wound."""
    by = strength - toughness
    if by >= 2:
        return 2
    if by >= -1:
        return 4 - by
    return 6 if by >= -3 else 7
