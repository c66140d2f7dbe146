"""The facts that the tenth edition's effects may ask for: the switches of a situation, and what follows from the units."""

from warbench.rules.facts import Fact, Registry

_IN_FORCE = (
    *("waaagh", "dacatarai stance", "rendax stance", "pact of lethal hits", "pact of sustained hits"),
    *("protector imperative", "conqueror imperative", "near battleline", "synapse range", "guided", "markerlight"),
    *("skullsquirm blight", "rattlejoint ague", "scabrous soulrot", "thrill seekers"),
)
"""What army rules put in force for a unit (``faction_rules``)."""

_ASKED = (
    Fact("distance", "inches", None, "inches between the shooters and the target", asked=True, high=500),
    Fact("visible", "yes_no", default=True, about="a model of the target can be seen", asked=True),
    Fact("cover", "yes_no", default=False, about="the target has the Benefit of Cover", asked=True),
    Fact("stationary", "yes_no", default=False, about="the attacking unit Remained Stationary this turn", asked=True),
    Fact(
        "stood_still",
        "yes_no",
        default=False,
        about="in the opponent's turn: the attacking unit Remained Stationary in its own last turn",
        asked=True,
    ),
    Fact("charged", "yes_no", default=False, about="the attacking unit made a Charge move this turn", asked=True),
    Fact("overwatch", "yes_no", default=False, about="the attacks are made in Fire Overwatch", asked=True),
    Fact("engaged", "yes_no", default=False, about="the attacking unit is within Engagement Range of an enemy", asked=True),
    Fact(
        "target_engaged",
        "yes_no",
        default=False,
        about="the target is within Engagement Range of another unit of the attacker's army",
        asked=True,
    ),
    # Eye of the Ancestors (W-196..W-202, X-23, X-35): a number that holds while a model's attacks are resolved (A10).
    Fact("tokens", "count", 0, "Judgement tokens that the target has", asked=True, high=2),
    Fact(
        "fire_support",
        "yes_no",
        default=False,
        about="the attackers left this turn the transport that marked the target",
        asked=True,
    ),
    Fact("precision", "yes_no", default=False, about="Precision attacks are put on the target's characters", asked=True),
    Fact("attacker_wounds_left", "count", None, "wounds that the attacking model has left", asked=True, low=1),
    Fact("additional_copies", "count", 0, "further weapons of the same kind that the bearer has", asked=True, high=20),
    Fact("linked_fire", "yes_no", default=False, about="range and sight are taken from another model", asked=True),
    Fact("oath_of_moment", "yes_no", default=False, about="the target is the army's Oath of Moment target", asked=True),
    Fact(
        "codex_detachment",
        "yes_no",
        default=True,
        about="the army's detachment and chapter give Oath of Moment its bonus to wound",
        asked=True,
    ),
    Fact("leading", "yes_no", default=False, about="a leader with this ability leads the attacking unit", asked=True),
    Fact("target_led", "yes_no", default=False, about="a character leads the target", asked=True),
    Fact("target_on_objective", "yes_no", default=False, about="the target is in range of an objective", asked=True),
    Fact("target_elimination", "yes_no", default=False, about="the unit puts all its attacks on one target", asked=True),
    Fact("finest_hour", "yes_no", default=False, about="the Captain uses Finest Hour this phase", asked=True),
    Fact("closest_target", "yes_no", default=False, about="the target is the closest eligible one", asked=True),
    Fact(
        "below_starting_strength", "yes_no", default=False, about="the attacking unit is below its Starting Strength", asked=True
    ),
    Fact("below_half_strength", "yes_no", default=False, about="the attacking unit is Below Half-strength", asked=True),
    Fact("battle_shocked", "yes_no", default=False, about="the attacking unit is Battle-shocked", asked=True),
    Fact("on_objective", "yes_no", default=False, about="the attacking unit is in range of an objective", asked=True),
    Fact(
        "on_own_objective",
        "yes_no",
        default=False,
        about="the attacking unit is in range of an objective that its army controls",
        asked=True,
    ),
    Fact(
        "target_below_starting_strength", "yes_no", default=False, about="the target is below its Starting Strength", asked=True
    ),
    Fact("target_below_half_strength", "yes_no", default=False, about="the target is Below Half-strength", asked=True),
    Fact("target_battle_shocked", "yes_no", default=False, about="the target is Battle-shocked", asked=True),
    Fact(
        "target_on_own_objective",
        "yes_no",
        default=False,
        about="the target is in range of an objective that its own army controls",
        asked=True,
    ),
    Fact(
        "target_on_foreign_objective",
        "yes_no",
        default=False,
        about="the target is in range of an objective that the attacker's army does not control",
        asked=True,
    ),
    Fact("army_rule", "words", (), "what an army rule has put in force for the attackers", asked=True, choices=_IN_FORCE),
    Fact("target_army_rule", "words", (), "what an army rule has put in force for the target", asked=True, choices=_IN_FORCE),
    Fact("battle_round", "count", 1, "the battle round", asked=True, low=1, high=20),
    Fact("auras", "words", (), "datasheets of the attackers' army, by name, within whose Auras the fight is", asked=True),
    Fact("target_auras", "words", (), "datasheets of the target's army, by name, within whose Auras the fight is", asked=True),
)

_DERIVED = (
    Fact("target_keywords", "words", (), "the keywords of the target's models"),
    Fact("target_models", "count", 1, "the models in the target when it is selected"),
    Fact("target_save", "count", 7, "the Save of the model that an attack is allocated to"),
    Fact("attack_ap", "number", 0, "the Armour Penetration of the attack", low=-20, high=0),
    Fact("within_half_range", "yes_no", default=False, about="the target is within half the weapon's range"),
    Fact("target_stealth", "yes_no", default=False, about="the target has Stealth"),
    Fact("attack_strength", "count", 0, "the Strength of the attack"),
    Fact("target_toughness", "count", 1, "the Toughness that the Wound roll is compared with"),
    Fact("attacker_keywords", "words", (), "the keywords of the attacking unit"),
    Fact("models_there", "words", (), "the kinds of model in the attacking unit, and their keywords"),
    Fact("target_models_there", "words", (), "the kinds of model in the target, and their keywords"),
    Fact("weapon_keywords", "words", (), "the abilities of the weapon, by family"),
    Fact("damaged", "yes_no", default=False, about="the attacking model is within its Damaged bracket"),
)

FACTS = Registry((*_ASKED, *_DERIVED))
"""Every fact of the game."""
