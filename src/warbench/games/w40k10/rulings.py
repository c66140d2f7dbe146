"""Where the tenth edition can be read in more than one way: the readings, and the one that holds unless switched."""

from warbench.rules.rulings import Ruling, Rulings

RULINGS = Rulings(
    (
        Ruling(
            "A1",
            "roll-cap",
            "Is the limit of +1 or -1 on Hit and Wound rolls taken of the sum, or of the bonuses and the penalties each?",
            (("net", "the sum of all modifiers is limited"), ("each", "bonuses and penalties are limited each, then added")),
            "net",
        ),
        Ruling(
            "A2",
            "save-cap",
            "Does the limit of +1 on saving throws count the Armour Penetration?",
            (
                ("net", "the sum of bonuses and Armour Penetration is limited"),
                ("bonus", "the bonuses are limited, then the Armour Penetration is added"),
            ),
            "net",
        ),
        Ruling(
            "A10",
            "token-count",
            "Judgement tokens change while a model attacks: which number counts?",
            (("start", "the number when the model's attacks begin"),),
            "start",
        ),
        Ruling(
            "A12",
            "conversion-distance",
            "When is the distance of Conversion measured?",
            (("attack", "at each attack, from the bearer"),),
            "attack",
        ),
    )
)
