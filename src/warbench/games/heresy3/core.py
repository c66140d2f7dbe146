"""Core rules of the third edition that bear on every attack, as effects: Snap Shots, who may be shot at, Critical Hits."""

from warbench.rules.conditions import all_of, any_of, has, is_false, is_true, more_than, not_
from warbench.rules.effects import Effect, Forbid, Grant, OnResult

SNAP = "snap shots"
"""The ability that makes an attack a Snap Shot."""

_BARRAGE = has("weapon_rules", "barrage")

CORE_EFFECTS: tuple[Effect, ...] = (
    Grant(keyword=SNAP, attacks="ranged", when=is_true("snap_shots"), source="Snap Shots"),
    Grant(keyword=SNAP, attacks="ranged", when=is_true("intercept"), source="Intercept", rule="H-170"),
    Grant(keyword=SNAP, attacks="ranged", when=is_true("volley"), source="Volley Attack"),
    Grant(
        keyword=SNAP,
        attacks="ranged",
        when=any_of(has("attacker_statuses", "routed"), has("attacker_statuses", "suppressed")),
        source="the attacking unit is Routed or Suppressed",
        rule="H-225",
    ),
    Grant(
        keyword=SNAP,
        attacks="ranged",
        when=all_of(has("target_types", "flyer"), not_(has("weapon_rules", "skyfire"))),
        source="the target flies",
    ),
    Grant(
        keyword=SNAP,
        attacks="ranged",
        # H-172, H-173: Defensive Weapons are those of Strength 6 or less, or those that are designated so.
        when=all_of(
            is_true("further_target"),
            more_than("attack_strength", 6),
            not_(any_of(has("weapon_traits", "defensive"), has("weapon_rules", "independent fire"))),
        ),
        source="a further target of a vehicle, and no Defensive Weapon",
        rule="H-173",
    ),
    Forbid(
        what="target",
        attacks="ranged",
        when=all_of(is_true("volley"), not_(has("weapon_traits", "assault"))),
        source="a Volley Attack is made with Assault weapons (H-196)",
        rule="H-196",
    ),
    Forbid(
        what="target",
        attacks="ranged",
        when=is_true("engaged"),
        source="the attacking unit is locked in combat (H-104)",
        rule="H-104",
    ),
    Forbid(
        what="target", attacks="ranged", when=is_true("target_engaged"), source="the target is in a combat (H-103)", rule="H-103"
    ),
    Forbid(
        what="target",
        attacks="ranged",
        when=all_of(is_false("visible"), not_(_BARRAGE)),
        source="no model of the target can be seen",
    ),
    Forbid(
        what="target",
        weapon="breacher charges",
        when=not_(any_of(has("target_types", "fortification"), has("target_types", "building"))),
        source="breacher charges are for Fortifications and Buildings (H-082)",
        rule="H-082",
    ),
    Forbid(what="cover", attacks="melee", source="no Cover Saves in combat"),
    Forbid(what="cover", when=is_true("overwatch"), source="Overwatch"),
    Forbid(what="shrouded", attacks="melee", source="no Shrouded tests in combat"),
    Forbid(what="shrouded", when=is_true("overwatch"), source="Overwatch"),
    OnResult(roll="hit", on="critical", succeed="wound", when=is_false("target_armoured"), source="Critical Hit"),
    OnResult(roll="hit", on="critical", damage=1, source="Critical Hit"),
)
