"""The facts that the third edition's effects may ask for: the switches of a situation, and what follows from the units."""

from warbench.rules.facts import Fact, Registry

FACINGS = ("front", "side", "rear")
STATUSES = ("stunned", "pinned", "suppressed", "routed")
"""The Tactical Statuses."""

_ASKED = (
    Fact("distance", "inches", None, "inches between the shooters and the target", asked=True, high=300),
    Fact("visible", "yes_no", default=True, about="a model of the target can be seen", asked=True),
    Fact("cover", "count", None, "the Cover Save that the target has, as a number from 2 to 6", asked=True, low=2, high=6),
    Fact("stationary", "yes_no", default=False, about="the attacking unit remained Stationary", asked=True),
    Fact("snap_shots", "yes_no", default=False, about="the attacks are Snap Shots", asked=True),
    Fact("overwatch", "yes_no", default=False, about="the attacks are made in the Overwatch reaction", asked=True),
    Fact("intercept", "yes_no", default=False, about="the attacks are made in the Intercept reaction", asked=True),
    Fact("volley", "yes_no", default=False, about="the attacks are a Volley Attack of a charge", asked=True),
    Fact(
        "further_target",
        "yes_no",
        default=False,
        about="a vehicle attacks, and has attacked another unit this phase",
        asked=True,
    ),
    Fact("engaged", "yes_no", default=False, about="the attacking unit is locked in combat", asked=True),
    Fact("target_engaged", "yes_no", default=False, about="the target is in a combat", asked=True),
    Fact("charged", "yes_no", default=False, about="the attacking unit made a successful charge this turn", asked=True),
    Fact("challenge", "yes_no", default=False, about="the attacks are made in a challenge", asked=True),
    Fact(
        "death_or_glory",
        "yes_no",
        default=False,
        about="the attack is made in the Death or Glory reaction: at the front, in combat too",
        asked=True,
    ),
    Fact("outnumbered", "yes_no", default=False, about="the attacker's side has fewer models in the combat", asked=True),
    Fact("force_passed", "yes_no", default=False, about="the Willpower Check of a Force weapon is passed", asked=True),
    Fact("facing", "word", "front", "the facing of a vehicle that is shot at", asked=True, choices=FACINGS),
    Fact("precision", "yes_no", default=False, about="Precision hits are put on the target's characters", asked=True),
    Fact("models_under_marker", "count", 1, "models of the target under the Blast Marker or Template", asked=True, high=100),
    Fact("models_after_scatter", "count", 0, "models of the target under a Blast Marker that scattered", asked=True, high=100),
    Fact("target_stationary", "yes_no", default=False, about="the target is a vehicle that has not moved", asked=True),
    Fact("attacker_statuses", "words", (), "the Tactical Statuses of the attacking unit", asked=True, choices=STATUSES),
    Fact("target_statuses", "words", (), "the Tactical Statuses of the target", asked=True, choices=STATUSES),
)

_DERIVED = (
    Fact("target_types", "words", (), "types, sub-types and traits of the target's models"),
    Fact("target_armoured", "yes_no", default=False, about="the target has an Armour Value"),
    Fact("target_immobile", "yes_no", default=False, about="every model of the target is a Vehicle or has Movement 0 or -"),
    Fact("target_models", "count", 1, "the models in the target when it is selected"),
    Fact("target_wounds", "count", 1, "the most Wounds or Hull Points that a model of the target has"),
    Fact("target_toughness", "count", 0, "the Toughness that the Wound Test is compared with"),
    Fact("attack_strength", "count", 0, "the Strength of the hits"),
    Fact("attack_ap", "count", 7, "the Armour Penetration of the attack; 7 is -"),
    Fact("weapon_rules", "words", (), "the special rules of the weapon, by name without their value"),
    Fact("weapon_traits", "words", (), "the traits of the weapon"),
    Fact("attacker_hindered", "yes_no", default=False, about="the attacking unit has a Tactical Status"),
    Fact("snapping", "yes_no", default=False, about="the attack is made as a Snap Shot, for whatever reason"),
)

INNER = ("attack_ap", "attack_strength", "weapon_rules", "weapon_traits", "snapping", "target_toughness")
"""Facts that each weapon has of its own: they say nothing about the whole question."""

FACTS = Registry((*_ASKED, *_DERIVED))
"""Every fact of the game."""
