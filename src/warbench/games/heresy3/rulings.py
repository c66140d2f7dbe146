"""Where the third edition or its sources can be read in more than one way: the readings, and the one that holds.

Ids with T are the traps of the facts list, in its order; those with D are what the attack engine decided beyond them.
"""

from typing import Literal

from warbench.rules.rulings import Ruling, Rulings


def _ruling(
    number: str,
    name: str,
    question: str,
    default: tuple[str, str],
    *others: tuple[str, str],
    decided: Literal["attack", "battle"] = "attack",
) -> Ruling:
    """A ruling whose first reading is the default."""
    return Ruling(id=number, name=name, question=question, readings=(default, *others), default=default[0], decided=decided)


RULINGS = Rulings(
    (
        _ruling(
            "T1",
            "bunker-embarking",
            "Must a unit share a Faction Trait with a Bunker, and the Bunker be a Transport, for it to embark?",
            ("own", "no: the Bunker's own rules replace both conditions"),
            ("core", "yes, as on any transport"),
            decided="battle",
        ),
        _ruling(
            "T2",
            "leaving-destroyed",
            "How does a unit leave a Fortification that is destroyed?",
            ("disembark", "it disembarks; only models of the Transport Sub-Type are left in an emergency (H-255)"),
            ("emergency", "by Emergency Disembarkation"),
            decided="battle",
        ),
        _ruling(
            "T3",
            "interceptor-name",
            "Emplacements may make a reaction called Interceptor: is it Intercept?",
            ("same", "yes, the two names mean one reaction (H-062)"),
            ("none", "no: there is no such reaction"),
            decided="battle",
        ),
        _ruling(
            "T4",
            "initiative-letter",
            "An Initiative Modifier is printed as 1 where the letter I is meant: what is a 1?",
            ("letter", "in a weapon that is printed so, the letter: no modifier; elsewhere a 1 replaces Initiative (H-241)"),
            ("number", "always a number"),
            decided="battle",
        ),
        _ruling(
            "T5",
            "breacher-damage",
            "What is the Damage of breacher charges?",
            ("D6", "D6, as the page of October 2025 says (H-086)"),
            ("D3+3", "D3+3, as a later list says"),
        ),
        _ruling(
            "T6",
            "panic-check",
            "What is a Panic Check?",
            ("leadership", "a Leadership Check; failing it gives Routed"),
            decided="battle",
        ),
        _ruling(
            "T7",
            "inches",
            "A distance has a fraction: what does it count as?",
            ("up", "the next whole inch: 6.1 is 7, and outside 6"),
            ("exact", "what it is"),
        ),
        _ruling(
            "T8",
            "omega-target",
            "Omega Protocols: is its target locked in combat?",
            ("locked", "yes, and its hits go to the units of that combat (H-143, H-145)"),
            ("near", "no: to units within 6 inches"),
            decided="battle",
        ),
        _ruling(
            "T9",
            "fortification-feedback",
            "What does Feedback do to a Fortification?",
            ("glance", "one glancing hit, as to a vehicle (H-151)"),
            ("none", "nothing"),
            decided="battle",
        ),
        _ruling(
            "T10",
            "detonation-immobile",
            "May Detonation weapons attack what has Movement 0 or - and is no Vehicle?",
            ("allowed", "yes (H-040, H-176)"),
            ("vehicles", "no: Vehicles only"),
        ),
        _ruling(
            "T11",
            "emplacement-as-vehicle",
            "Do Emplacements react only with Defensive Weapons?",
            ("no", "no: that binds models of the Vehicle type, and a Fortification is one only as a target (H-277)"),
            ("yes", "yes"),
            decided="battle",
        ),
        _ruling(
            "T12",
            "quarter",
            "How is a quarter of a unit counted?",
            ("exact", "lost models times four reach the count at the start: nothing is rounded (H-224)"),
        ),
        _ruling(
            "T13",
            "mission-steps",
            "Do objectives come before the deployment map in a core mission?",
            ("page", "yes: objectives are step 4, maps step 5"),
            ("list", "no: the map comes first"),
            decided="battle",
        ),
        _ruling(
            "T14",
            "lost-columns",
            "The page lost the difficulty and range of rites and the slots of a detachment: where are they from?",
            ("lists", "from the two lists that agree"),
            decided="battle",
        ),
        _ruling(
            "D1",
            "set-aside",
            "When are hits and wounds resolved that special rules made something of (Breaching, Shred, Critical Hit, Precision)?",
            ("after", "after the plain ones of their weapon, before the next weapon"),
            ("before", "before the plain ones of their weapon"),
        ),
        _ruling(
            "D2",
            "breaching-ap",
            "A Breaching wound of a weapon whose Armour Penetration is better than 2: which counts?",
            ("always", "2, always; no save tells the two apart"),
        ),
        _ruling(
            "D3",
            "critical-armour",
            "What does a Critical Hit do to a model with an Armour Value?",
            ("damage", "its Armour Penetration Test is made as usual, and a penetrating hit does 1 Damage more"),
            ("none", "nothing"),
        ),
        _ruling(
            "D4",
            "glancing-save",
            "May a glancing hit be saved?",
            ("none", "no: only penetrating hits may"),
            ("save", "yes, by Invulnerable and Cover Saves"),
        ),
        _ruling(
            "D5",
            "penetration-of-1",
            "Does an unmodified 1 always fail an Armour Penetration Test?",
            ("total", "no: only the total counts"),
            ("fails", "yes, as in any Test"),
        ),
        _ruling(
            "D6",
            "equal-weapon-skill",
            "No Weapon Skill is that of most models: which counts?",
            ("highest", "the highest of those held by equally many, as for Toughness"),
            ("lowest", "the lowest of them"),
        ),
        _ruling(
            "D7",
            "mixed-armour",
            "The target's vehicles differ in Armour Value: which one is struck?",
            ("largest", "that of the largest group, the first of equals"),
        ),
        _ruling(
            "D8",
            "building-in-combat",
            "Is a Building hit automatically in combat, as a Fortification is?",
            ("skill", "no: by Weapon Skill against 1, as a Vehicle"),
            ("sure", "yes"),
        ),
        _ruling(
            "D9",
            "poisoned-of-1",
            "Does Poisoned look at the face or at the modified result?",
            ("face", "at the unmodified face, as all special rules on a roll of N+"),
        ),
        _ruling(
            "D10",
            "unsaved",
            "What is counted as unsaved?",
            ("through", "what neither a save nor a Damage Mitigation Test discarded: the game's Unsaved Wounds, and glances"),
        ),
        _ruling(
            "D11",
            "free-re-roll",
            "A re-roll may be used as its owner likes: which faces does he throw again?",
            ("best", "one set of faces a roll and weapon: most models slain, then most wounds lost, then fewest dice"),
        ),
        _ruling(
            "B101",
            "access-points",
            "A transport's datasheet names no Access Points: where do units get in and out?",
            ("all", "on every facing"),
            ("none", "nowhere"),
            decided="battle",
        ),
        _ruling(
            "B102",
            "in-terrain",
            "When is a model in area terrain, and where does it enter other ground?",
            ("centre", "when its centre is over it (H-202)"),
            decided="battle",
        ),
        _ruling(
            "B103",
            "joining-moves",
            "May a model join a unit when only one of the two has moved in the Move Sub-Phase?",
            ("together", "no: both have moved, or neither has and they move together"),
            decided="battle",
        ),
        _ruling(
            "B104",
            "barred-retreat",
            "Something bars the straight way of a model that falls back: where does it go?",
            (
                "nearest",
                (
                    "where it comes nearest to its edge: turned by up to 60 degrees, or up to 4 inches aside first; hemmed in it "
                    "stays, and if it touches an enemy still it is in a Combat again (H-238)"
                ),
            ),
            decided="battle",
        ),
        _ruling(
            "B201",
            "firing-arcs",
            "Which way do weapons on a hull shoot? The sources name mounts, not their arcs.",
            ("mounts", "those in the hull 45 degrees to either side, half of the sponsons to each side, others all round"),
            ("all", "all weapons all round"),
            decided="battle",
        ),
        _ruling(
            "B202",
            "scatter",
            "Where does a Blast Marker scatter to, without a scatter die?",
            ("dice", "two dice give the direction in steps of ten degrees; then 1D6 inches, or X dice with Barrage"),
            decided="battle",
        ),
        _ruling(
            "B203",
            "template-shape",
            "What does the Template cover? Its outline is in no source.",
            ("wedge", "8 inches from its tip, widening to 2; the larger one twice that"),
            decided="battle",
        ),
        _ruling(
            "B204",
            "reaction-glances",
            "Do glancing hits of a Reaction or a volley roll on the Vehicle Damage Table, though these give no statuses?",
            ("none", "no: they do nothing"),
            ("table", "yes"),
            decided="battle",
        ),
        _ruling(
            "B205",
            "lost-quarter",
            "A quarter of a unit was lost: which losses count?",
            ("attack", "those of one Shooting Attack, of the models that the unit had when it began (H-224)"),
            decided="battle",
        ),
        _ruling(
            "B301",
            "as-near-as-possible",
            "A model that charges or piles in must end as near to the enemy as possible: what is asked of it?",
            (
                "contact",
                (
                    "base contact if the table's bounded search finds a place, else an end nearer than where it stood; where a "
                    "charge finds none, its player may show one (missed are ways of several bends, and ends between directions)"
                ),
            ),
            decided="battle",
        ),
        _ruling(
            "B302",
            "touching-hulls",
            "A unit still touches an enemy Vehicle or Fortification from an earlier turn: does it fight it?",
            ("fights", "yes, in its own player's Assault Phase, without counting as having charged; Buildings only when charged"),
            decided="battle",
        ),
        _ruling(
            "B303",
            "fortification-count",
            "Does a Fortification count when a combat asks who has most models?",
            ("one", "yes, as one model"),
            ("none", "no"),
            decided="battle",
        ),
        _ruling(
            "B304",
            "strike-order",
            "Strike Groups of an initiative step are simultaneous: in what order are they rolled?",
            ("whole", "one from Hit Tests to saves, then the next; whoever falls in the step strikes in it all the same"),
            decided="battle",
        ),
        _ruling(
            "B305",
            "building-side",
            "A side of a combat consists of Buildings alone: does it lose as a side of Fortifications does?",
            ("loses", "yes (H-051), and it has no Aftermath"),
            decided="battle",
        ),
        _ruling(
            "B306",
            "disengage-short",
            "A Disengage Move would end within 2 inches of an enemy of the combat: is it made longer?",
            ("shorter", "no: another end within the unit's Movement is looked for; where there is none the unit Holds"),
            decided="battle",
        ),
        _ruling(
            "B307",
            "pursuit-ground",
            "Does Difficult Terrain shorten a Pursuit or a Pile-in?",
            ("free", "no, as in a charge"),
            decided="battle",
        ),
        _ruling(
            "B401",
            "battlesmith-when",
            "When does a model use Battlesmith? The sources say what it does, not when.",
            ("start", "once a battle turn, in its player's Start Phase"),
            decided="battle",
        ),
        _ruling(
            "B402",
            "rite-sight",
            "Must a Focus see the target of a rite?",
            ("no", "no: its range is enough"),
            decided="battle",
        ),
        _ruling(
            "B403",
            "rite-difficulty",
            "How does the Difficulty of a rite bear on the Check of its Focus?",
            ("subtract", "it is taken off the Intelligence that the Check is made against"),
            decided="battle",
        ),
        _ruling(
            "B502",
            "comptroller",
            "What does Comptroller (X) do? Two single sources differ.",
            ("objectives", "an objective that the unit controls scores X more; officers alone score nothing by it"),
            ("rites", "the unit may invoke X rites in a turn"),
            decided="battle",
        ),
        _ruling(
            "B501",
            "secondary-points",
            "What does each secondary objective score? The sources name them without their points.",
            ("1", "1 Victory Point each"),
            ("2", "2 each"),
            ("3", "3 each"),
            decided="battle",
        ),
        _ruling(
            "D12",
            "amount-re-roll",
            "A Damage roll or a number of attacks may be rolled again: when is it?",
            ("below-mean", "when the dice show less than their mean"),
        ),
    )
)
