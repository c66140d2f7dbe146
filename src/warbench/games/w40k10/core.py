"""Core rules of the tenth edition that bear on every attack, as effects: cover, overwatch, shooting while engaged, Stealth."""

from warbench.rules.conditions import Condition, all_of, any_of, has, is_false, is_true, not_
from warbench.rules.effects import ChangeRoll, Effect, FailsOn, Forbid

_BIG_ATTACKER = any_of(has("attacker_keywords", "vehicle"), has("attacker_keywords", "monster"))
_BIG_TARGET = any_of(has("target_keywords", "vehicle"), has("target_keywords", "monster"))
_PISTOL = has("weapon_keywords", "pistol")
_NEEDS_NO_COVER = all_of(Condition("at_most", "target_save", 3), Condition("is", "attack_ap", 0))

CORE_EFFECTS: tuple[Effect, ...] = (
    FailsOn(roll="hit", up_to=5, attacks="ranged", when=is_true("overwatch"), source="Fire Overwatch", rule="W-253"),
    Forbid(
        what="target",
        attacks="ranged",
        when=all_of(is_true("overwatch"), is_false("visible")),
        source="Fire Overwatch needs a visible target",
        rule="W-250",
    ),
    Forbid(
        what="target",
        attacks="ranged",
        when=all_of(is_true("engaged"), not_(_PISTOL), not_(_BIG_ATTACKER)),
        source="within Engagement Range only Pistols may be shot, except by Monsters and Vehicles",
    ),
    Forbid(
        what="target",
        attacks="ranged",
        when=all_of(is_true("target_engaged"), not_(_BIG_TARGET)),
        source="the target is within Engagement Range of a friendly unit",
    ),
    ChangeRoll(
        roll="hit",
        by=-1,
        attacks="ranged",
        when=all_of(
            not_(_PISTOL),
            any_of(all_of(is_true("engaged"), _BIG_ATTACKER), all_of(is_true("target_engaged"), _BIG_TARGET)),
        ),
        source="Big Guns Never Tire",
    ),
)

COVER = ChangeRoll(
    roll="armour save",
    by=1,
    side="defender",
    attacks="ranged",
    when=not_(_NEEDS_NO_COVER),
    source="Benefit of Cover",
)
"""Added when the target has cover that nothing takes away; no help to a Save of 3+ or better against AP 0."""

STEALTH = ChangeRoll(roll="hit", by=-1, side="defender", attacks="ranged", source="Stealth")
"""Ranged attacks at a unit whose models all have Stealth."""
