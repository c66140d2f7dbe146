"""Judgement tokens and the detachment's prey, as plain functions: the numbers of Eye of the Ancestors and Ruthless Efficiency.

What tokens do to an attack is an ability of the datasheets (the fact ``tokens``); here is how many a unit has. Tokens belong to
the unit: losing models does not change them (W-195), so no function here asks for models; and they are part of its state, so it
returns with them (W-203, W-204).
"""

from typing import Literal, get_args

MOST_TOKENS = 2
"""No unit has more; what goes beyond is lost (W-194)."""
START_TOKENS = 2
"""What each unit picked for Ruthless Efficiency has before the first round (W-208)."""
ARMY_FACTION = "leagues of votann"
"""The Army Faction that gives tokens (W-191)."""

BattleSize = Literal["incursion", "strike force", "onslaught"]
_PICKS: dict[BattleSize, int] = {"incursion": 2, "strike force": 4, "onslaught": 6}
_PAY = (3, 3, 2, 2, 1)


def gain(tokens: int, by: int = 1) -> int:
    """The unit's tokens after it gains ``by``, never more than the most (W-192, W-194, X-41).

    Raises:
        ValueError: for a number of tokens that no unit has, or a negative gain.
    """
    if by < 0:
        msg = f"by: found {by}, expected 0 or more"
        raise ValueError(msg)
    return min(_checked(tokens) + by, MOST_TOKENS)


def gains_token(
    *, killer_is_enemy_unit: bool, whole_unit_destroyed: bool, army_faction: str, killer_on_battlefield: bool = True
) -> bool:
    """Whether a unit that destroyed something of an army gains a token (W-191..W-193, W-368).

    Args:
        killer_is_enemy_unit: an enemy unit did it; not a unit's own Hazardous weapon or escape, nor an own unit.
        whole_unit_destroyed: the last model of the unit went, not just some models.
        army_faction: the Army Faction of the army that lost the unit; case does not matter.
        killer_on_battlefield: it still stands when the token is given (the ruling "token-of-the-fallen", A6).
    """
    return (
        killer_is_enemy_unit
        and whole_unit_destroyed
        and killer_on_battlefield
        and army_faction.casefold().strip() == ARMY_FACTION
    )


def merge(a: int, b: int) -> int:
    """The tokens of a unit made of two: the higher number, not the sum (W-206, X-40).

    Raises:
        ValueError: for a number of tokens that no unit has.
    """
    return max(_checked(a), _checked(b))


def picks(battle_size: BattleSize, enemy_units: int) -> int:
    """How many enemy units are picked at the start of the battle: all, where there are too few (W-207, W-214).

    Raises:
        ValueError: for an unknown battle size, or a negative number of units.
    """
    if battle_size not in _PICKS:
        msg = f"battle size: found {battle_size!r}, expected one of {', '.join(get_args(BattleSize))}"
        raise ValueError(msg)
    if enemy_units < 0:
        msg = f"enemy units: found {enemy_units}, expected 0 or more"
        raise ValueError(msg)
    return min(_PICKS[battle_size], enemy_units)


def pay(command_phase_number: int) -> int:
    """The Command points for the first picked unit found destroyed, by the number of the own Command phase (W-210).

    Raises:
        ValueError: for a number that no Command phase of a battle has.
    """
    if not 1 <= command_phase_number <= len(_PAY):
        msg = f"Command phase: found number {command_phase_number}, expected 1 to {len(_PAY)}"
        raise ValueError(msg)
    return _PAY[command_phase_number - 1]


def _checked(tokens: int) -> int:
    if not 0 <= tokens <= MOST_TOKENS:
        msg = f"tokens: found {tokens}, expected 0 to {MOST_TOKENS}"
        raise ValueError(msg)
    return tokens
