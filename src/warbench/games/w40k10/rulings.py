"""Where the tenth edition can be read in more than one way: the readings, and the one that holds unless switched.

A1 to A12 are the questions of the rules list; the ids with E are what the attack engine decided beyond them. A ruling with one
reading has nothing to switch: it is written down so that it can be found. ``docs/rulings.md`` is made from this register.
"""

from warbench.rules.rulings import Ruling, Rulings

RULINGS = Rulings(
    (
        Ruling(
            id="A1",
            name="roll-cap",
            question="Is the limit of +1 or -1 on Hit and Wound rolls taken of the sum, or of bonuses and penalties each?",
            readings=(
                ("net", "the sum of all modifiers is limited"),
                ("each", "bonuses and penalties are limited each, then added"),
            ),
            default="net",
            decided="attack",
        ),
        Ruling(
            id="A2",
            name="save-cap",
            question="Does the limit of +1 on saving throws count the Armour Penetration?",
            readings=(
                ("net", "the sum of bonuses and Armour Penetration is limited"),
                ("bonus", "the bonuses are limited, then the Armour Penetration is added"),
            ),
            default="net",
            decided="attack",
        ),
        Ruling(
            id="A3",
            name="heavy-out-of-turn",
            question="A unit that did not move shoots in the opponent's turn: has it Remained Stationary, for Heavy?",
            readings=(
                ("no", "no bonus: it had no Movement phase of its own this turn"),
                ("yes", "it counts as stationary if it was so in its own last turn"),
            ),
            default="no",
            decided="battle",
        ),
        Ruling(
            id="A4",
            name="prey-destroyed",
            question="Does Ruthless Efficiency pay for a picked unit that something else than the own army destroyed?",
            readings=(
                ("any", "whatever destroyed it"),
                ("own", "only if the own army destroyed it"),
            ),
            default="any",
            decided="battle",
        ),
        Ruling(
            id="A5",
            name="indirect-sight",
            question="Indirect Fire: must the firing unit see no model of the target, or the firing model?",
            readings=(
                ("unit", "the penalties need a target that no model of the unit sees"),
                ("model", "each model that sees no model of the target has them"),
            ),
            default="unit",
            decided="battle",
        ),
        Ruling(
            id="A6",
            name="token-of-the-fallen",
            question="The unit that destroyed one of ours is removed in the same step: does it gain the Judgement token?",
            readings=(
                ("standing", "only if it still is on the battlefield"),
                ("always", "yes, for when it returns"),
            ),
            default="standing",
            decided="battle",
        ),
        Ruling(
            id="A7",
            name="explosive-clearance",
            question="Explosive Clearance: does it serve the picked model alone, or other Blast weapons of its unit too?",
            readings=(
                ("model", "the picked model alone"),
                ("unit", "every model of the unit with a Blast weapon"),
            ),
            default="model",
            decided="battle",
        ),
        Ruling(
            id="A8",
            name="fire-support-without-hit",
            question="The transport shot and hit nothing: may Fire Support pick a unit?",
            readings=(
                ("none", "there is nothing to pick"),
                ("target", "one of the units that it shot at"),
            ),
            default="none",
            decided="battle",
        ),
        Ruling(
            id="A9",
            name="boarding-re-roll",
            question="Boarding Actions' Command Re-roll after several dice were rolled together: which one is rolled again?",
            readings=(
                ("named", "the one roll that was named before the dice were thrown"),
                ("any", "any one of them, as with the Core stratagem"),
            ),
            default="named",
            decided="battle",
        ),
        Ruling(
            id="A10",
            name="token-count",
            question="Judgement tokens change while a model attacks: which number counts?",
            readings=(("start", "the number when the model's attacks begin"),),
            default="start",
            decided="battle",
        ),
        Ruling(
            id="A11",
            name="sentence-after-shooting",
            question="May Ancestral Sentence be used for a unit that has shot already?",
            readings=(
                ("legal", "yes: it costs its point, and serves only if the unit shoots again"),
                ("refused", "no"),
            ),
            default="legal",
            decided="battle",
        ),
        Ruling(
            id="A12",
            name="conversion-distance",
            question="When is the distance of Conversion measured?",
            readings=(("attack", "at each attack, from the bearer"),),
            default="attack",
            decided="battle",
        ),
        Ruling(
            id="E1",
            name="save-of-7",
            question="A Save of 7+ (none) is improved, by cover for instance: can it be passed?",
            readings=(("number", "yes, 7 is a number as any other: with +1 a 6 passes"),),
            default="number",
            decided="attack",
        ),
        Ruling(
            id="E2",
            name="mixed-toughness",
            question="The target's models differ in Toughness: which one counts?",
            readings=(("largest", "that of the largest group that is not a character, the first of equals"),),
            default="largest",
            decided="attack",
        ),
        Ruling(
            id="E3",
            name="same-ability",
            question="An attack has one ability with several values: which one is used?",
            readings=(("higher", "the one with the higher mean, the first of equals; they are never added"),),
            default="higher",
            decided="attack",
        ),
        Ruling(
            id="E4",
            name="precision-use",
            question="Does the attacker use Precision?",
            readings=(
                ("asked", "when the fact precision says so; after the character named first, others whom all of them see"),
            ),
            default="asked",
            decided="attack",
        ),
        Ruling(
            id="E5",
            name="least-damage",
            question="How far can subtracting take the Damage of an attack?",
            readings=(("one", "to 1 and no further; a Damage that was 0 before stays 0"),),
            default="one",
            decided="attack",
        ),
        Ruling(
            id="E6",
            name="fail-before-critical",
            question="An unmodified face would be critical and always fails as well: what is it?",
            readings=(("fail", "a failure"),),
            default="fail",
            decided="attack",
        ),
        Ruling(
            id="E7",
            name="free-re-roll",
            question="A re-roll may be used as its owner likes: which faces does he throw again?",
            readings=(
                (
                    "best",
                    (
                        "one set of faces a roll and weapon in a volley: most models slain on average, then most wounds lost, "
                        "then fewest dice thrown again; in a battle the attacker is asked where criticals make it a choice, "
                        "else failures are"
                    ),
                ),
            ),
            default="best",
            decided="attack",
        ),
        Ruling(
            id="E8",
            name="amount-re-roll",
            question="A Damage roll or a number of attacks may be rolled again: when is it?",
            readings=(("below-mean", "when the dice show less than their mean"),),
            default="below-mean",
            decided="attack",
        ),
        Ruling(
            id="E9",
            name="set-twice",
            question="Several effects set the same characteristic: which value holds?",
            readings=(("last", "the one named last; the invulnerable save excepted, of which the best is used"),),
            default="last",
            decided="attack",
        ),
        Ruling(
            id="E10",
            name="hazardous-choice",
            question="Several models can suffer a failed Hazardous test: which one does, in the odds?",
            readings=(("first", "the first of them in the order of the unit"),),
            default="first",
            decided="attack",
        ),
        Ruling(
            id="E11",
            name="no-room",
            question="A unit cannot be set up anywhere in its deployment zone: what becomes of it?",
            readings=(("reserves", "it waits in Strategic Reserves, beyond their limit if need be"),),
            default="reserves",
            decided="battle",
        ),
        Ruling(
            id="E12",
            name="battle-sight",
            question="Which models block sight?",
            readings=(("others", "models of any third unit do; those of the two units themselves never do"),),
            default="others",
            decided="battle",
        ),
        Ruling(
            id="E13",
            name="allocation-order",
            question="To which model of a unit is an attack allocated where its owner may choose?",
            readings=(
                (
                    "asked",
                    (
                        "in a battle its owner says who comes next before the saves against each weapon are rolled; what he "
                        "leaves open, and all of the odds, goes by order: who must take the next attack, then those in cover, "
                        "then the largest kind, the outermost first; attached characters last"
                    ),
                ),
            ),
            default="asked",
            decided="battle",
        ),
        Ruling(
            id="E14",
            name="legal-place",
            question="Does a legal placement exist at all?",
            readings=(
                (
                    "search",
                    (
                        "what the bounded deterministic search of the table finds, or what a player shows; of charges it misses "
                        "some that only a way of many bends, an end between its directions, or one order of the models allows"
                    ),
                ),
            ),
            default="search",
            decided="battle",
        ),
        Ruling(
            id="E15",
            name="flying",
            question="May models that can FLY pass over enemies and their Engagement Range?",
            readings=(("moves", "in Normal, Advance and Fall Back moves, never to end there; not in charges"),),
            default="moves",
            decided="battle",
        ),
        Ruling(
            id="E16",
            name="coherent-groups",
            question="Is a unit in coherency when it stands in separate groups whose models have their neighbours?",
            readings=(("neighbours", "yes: only the number of near neighbours counts"),),
            default="neighbours",
            decided="battle",
        ),
        Ruling(
            id="E17",
            name="lost-first",
            question="Which models are lost when some of a unit cannot be placed after their transport was destroyed?",
            readings=(("last", "the last of the unit, characters after all others"),),
            default="last",
            decided="battle",
        ),
        Ruling(
            id="E18",
            name="first-deployment",
            question="Who deploys first, and who has the first turn?",
            readings=(
                (
                    "roll-offs",
                    "the winner of a roll-off attacks, the defender deploys first; another decides the first turn",
                ),
            ),
            default="roll-offs",
            decided="battle",
        ),
        Ruling(
            id="E19",
            name="melee-targets",
            question="May a model split the attacks of one melee weapon among units?",
            readings=(
                (
                    "count",
                    (
                        "yes, by number, where that is fixed: a random number of attacks goes at one unit; weapons with Extra "
                        "Attacks strike the unit that was named first"
                    ),
                ),
            ),
            default="count",
            decided="battle",
        ),
        Ruling(
            id="E20",
            name="attached-parts",
            question="When do the parts of an Attached unit become separate units, whose bodyguard or leaders are destroyed?",
            readings=(
                (
                    "activation",
                    "when the activation under way has ended: what the unit did and what weighs on it holds for each part",
                ),
            ),
            default="activation",
            decided="battle",
        ),
        Ruling(
            id="E21",
            name="aircraft",
            question="AIRCRAFT: what holds where the core rules on them leave it open?",
            readings=(
                (
                    "core",
                    (
                        "they are not counted in Strategic Reserves before the battle; one that left the battlefield comes back "
                        "in a later turn; its owner may always fly it off; no flight ends in Engagement Range; a unit can FLY if "
                        "one of its models can; friends pass under AIRCRAFT as under any VEHICLE, enemies freely"
                    ),
                ),
            ),
            default="core",
            decided="battle",
        ),
    )
)
