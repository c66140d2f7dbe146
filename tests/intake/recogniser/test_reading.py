# ruff: noqa: E501 - a text is one line
"""What the recogniser makes of a text: effects for what it understood, and nothing for what it did not understand in full."""

import pytest

from tests.intake.recogniser.kit import LEADER, SQUAD, STRIDER, read
from warbench.games.w40k10.facts import FACTS
from warbench.rules.conditions import Condition, all_of, any_of, at_least, at_most, has, is_true, more_than, not_
from warbench.rules.effects import (
    AllowReroll,
    ChangeRoll,
    ChangeValue,
    Effect,
    Forbid,
    Grant,
    IgnoreDamage,
    MoveCritical,
    Permit,
)

MONSTER = has("target_keywords", "monster")
VEHICLE = has("target_keywords", "vehicle")
BIG = any_of(MONSTER, VEHICLE)

ATTACKS: list[tuple[str, tuple[Effect, ...]]] = [
    # re-rolls and modifiers
    ("Each time this model makes a melee attack, re-roll a Wound roll of 1.", (AllowReroll("wound", "ones", attacks="melee"),)),
    (
        "Each time this model makes a ranged attack, you can re-roll the Hit roll and add 2 to the Wound roll.",
        (AllowReroll("hit", attacks="ranged"), ChangeRoll("wound", 2, attacks="ranged")),
    ),
    (
        "Each time this model makes a Psychic Attack, add 1 to the Hit roll.",
        (ChangeRoll("hit", 1, when=has("weapon_keywords", "psychic")),),
    ),
    # keywords of the target
    (
        "Each time this model makes an attack that targets a PSYKER, add 1 to the Hit roll.",
        (ChangeRoll("hit", 1, when=has("target_keywords", "psyker")),),
    ),
    (
        "Each time this model makes an attack that targets a MONSTER or VEHICLE unit, you can re-roll the Damage roll.",
        (AllowReroll("damage", when=BIG),),
    ),
    (
        "Each time this model makes a melee attack that targets a unit (excluding MONSTERS and VEHICLES), subtract 1 from the Hit roll.",
        (ChangeRoll("hit", -1, attacks="melee", when=not_(BIG)),),
    ),
    (
        "Each time this model makes a ranged attack that targets an enemy unit that cannot FLY, re-roll a Hit roll of 1.",
        (AllowReroll("hit", "ones", attacks="ranged", when=not_(has("target_keywords", "fly"))),),
    ),
    # what the target is and where
    (
        "Each time this model makes a ranged attack that targets a unit containing 10 or more models, add 1 to the Hit roll.",
        (ChangeRoll("hit", 1, attacks="ranged", when=at_least("target_models", 10)),),
    ),
    (
        "Each time this model makes a melee attack that targets a unit that is at its Starting Strength, add 1 to the Wound roll.",
        (ChangeRoll("wound", 1, attacks="melee", when=not_(is_true("target_below_starting_strength"))),),
    ),
    (
        "Each time this model makes an attack that targets a Battle-shocked unit, add 1 to the Wound roll.",
        (),
    ),
    (
        "Each time this model makes a melee attack that targets a unit that is Battle-shocked, add 1 to the Wound roll.",
        (ChangeRoll("wound", 1, attacks="melee", when=is_true("target_battle_shocked")),),
    ),
    (
        "Each time this model makes a ranged attack that targets an enemy unit within range of an objective marker you do not control, add 1 to the Wound roll.",
        (ChangeRoll("wound", 1, attacks="ranged", when=is_true("target_on_foreign_objective")),),
    ),
    (
        'Each time this model makes a ranged attack that targets the closest eligible target within 18", add 1 to the Hit roll.',
        (ChangeRoll("hit", 1, attacks="ranged", when=all_of(is_true("closest_target"), at_most("distance", 18))),),
    ),
    # some inches: melee attacks are always so near
    (
        'Each time this model makes an attack that targets a unit within 6", add 1 to the Hit roll.',
        (ChangeRoll("hit", 1, attacks="ranged", when=at_most("distance", 6)), ChangeRoll("hit", 1, attacks="melee")),
    ),
    (
        "Each time this model makes an attack that targets a unit within half range, add 1 to the Hit roll.",
        (ChangeRoll("hit", 1, attacks="ranged", when=is_true("within_half_range")),),
    ),
    # what the attacker did
    (
        "Each time this model makes a melee attack, if it made a Charge move this turn, improve the Strength and Damage characteristics of that attack by 1.",
        (
            ChangeValue("strength", 1, attacks="melee", when=is_true("charged")),
            ChangeValue("damage", 1, attacks="melee", when=is_true("charged")),
        ),
    ),
    (
        "Each time this model ends a Charge move, until the end of the turn, melee weapons equipped by this model have the [LANCE] ability.",
        (Grant("lance", attacks="melee", when=is_true("charged")),),
    ),
    (
        "Each time this model Remains Stationary, until the end of the turn, ranged weapons equipped by this model have the [LETHAL HITS] ability.",
        (Grant("lethal hits", attacks="ranged", when=all_of(is_true("stationary"), not_(is_true("overwatch")))),),
    ),
    (
        "Each time this model Remains Stationary, until the start of your next Movement phase, ranged weapons equipped by this model have the [IGNORES COVER] ability.",
        (Grant("ignores cover", attacks="ranged", when=any_of(is_true("stationary"), is_true("stood_still"))),),
    ),
    (
        "Each time this model makes an attack, add 1 to the Hit roll if this model is below its Starting Strength, and add 1 to the Wound roll as well if this model is Below Half-strength.",
        (
            ChangeRoll("hit", 1, when=is_true("below_starting_strength")),
            ChangeRoll("wound", 1, when=is_true("below_half_strength")),
        ),
    ),
    # weapons by name, in all their profiles
    (
        "Each time this model makes a ranged attack with its brine caster, add 1 to the Wound roll.",
        (
            ChangeRoll("wound", 1, attacks="ranged", weapon="Brine caster – narrow"),  # noqa: RUF001 -- between weapon and profile
            ChangeRoll("wound", 1, attacks="ranged", weapon="Brine caster – wide"),  # noqa: RUF001 -- the same
        ),
    ),
    (
        "This model's reef gun has the [SUSTAINED HITS 2] ability while targeting INFANTRY units.",
        (Grant("sustained hits 2", weapon="Reef gun", when=has("target_keywords", "infantry")),),
    ),
    # weapons of a kind
    (
        "Melee weapons equipped by this model have the [LANCE] and [TWIN-LINKED] abilities.",
        (Grant("lance", attacks="melee"), Grant("twin-linked", attacks="melee")),
    ),
    (
        "Improve the Armour Penetration characteristic of ranged weapons equipped by this model by 1.",
        (ChangeValue("ap", -1, attacks="ranged"),),
    ),
    (
        "Add 2 to the Attacks characteristic of melee weapons equipped by this model.",
        (ChangeValue("attacks", 2, attacks="melee", when=not_(has("weapon_keywords", "extra attacks"))),),
    ),
    ("Add 2 to the Attacks characteristic of this model's tail.", (ChangeValue("attacks", 2, weapon="Tail"),)),
    # criticals, penalties that are ignored
    (
        "Each time this model makes an attack, an unmodified Wound roll of 5+ scores a Critical Wound.",
        (MoveCritical("wound", 5),),
    ),
    (
        "Each time this model makes an attack, a successful unmodified Hit roll of 4+ scores a Critical Hit.",
        (MoveCritical("hit", 4, only_if_successful=True),),
    ),
    (
        "Each time this model makes an attack, every successful Hit roll scores a Critical Hit.",
        (MoveCritical("hit", 2, only_if_successful=True),),
    ),
    (
        "Each time this model makes a melee attack, you can ignore any or all modifiers to that attack's Weapon Skill characteristic and/or to the Hit roll.",
        (Forbid("skill penalties", attacks="melee"), Forbid("hit penalties", attacks="melee")),
    ),
]


@pytest.mark.parametrize(("text", "effects"), ATTACKS)
def test_attacks_of_a_model(text: str, effects: tuple[Effect, ...]) -> None:
    found = read(text)
    assert found.effects == effects
    assert found.whole_unit is False
    assert found.touches == (("attack",) if effects else ())


DEFENDED = [
    (
        "Each time a melee attack targets this model, subtract 1 from the Wound roll.",
        (ChangeRoll("wound", -1, attacks="melee", side="defender"),),
    ),
    (
        "Each time an attack is allocated to this model, halve the Damage characteristic of that attack.",
        (ChangeValue("damage", halve=True, side="defender"),),
    ),
    (
        "Each time an attack is allocated to this model, subtract 1 from the Damage characteristic of that attack.",
        (ChangeValue("damage", -1, side="defender"),),
    ),
    (
        "Each time a ranged attack targets this model, worsen the Armour Penetration characteristic of that attack by 1.",
        (ChangeValue("ap", 1, attacks="ranged", side="defender"),),
    ),
    (
        'Each time a ranged attack targets this model, if the attacking model is more than 18" away, subtract 1 from the Hit roll.',
        (ChangeRoll("hit", -1, attacks="ranged", side="defender", when=more_than("distance", 18)),),
    ),
    (
        "Each time an attack targets this model, if the Strength characteristic of that attack is greater than or equal to the Toughness characteristic of this model, subtract 1 from the Wound roll.",
        (ChangeRoll("wound", -1, side="defender", when=Condition("at_least", "attack_strength", of_fact="target_toughness")),),
    ),
    ("This model has the Feel No Pain 5+ ability against mortal wounds.", (IgnoreDamage(5, "mortal", side="defender"),)),
    (
        "This model has a 4+ invulnerable save against melee attacks.",
        (ChangeValue("invulnerable", set=4, attacks="melee", side="defender"),),
    ),
]


@pytest.mark.parametrize(("text", "effects"), DEFENDED)
def test_attacks_at_a_model(text: str, effects: tuple[Effect, ...]) -> None:
    assert read(text).effects == effects


LED = [
    (
        "While this model is leading a unit, each time a model in that unit makes a melee attack, add 1 to the Wound roll.",
        (ChangeRoll("wound", 1, attacks="melee", when=is_true("leading")),),
    ),
    (
        "While this model is leading a unit, weapons equipped by models in that unit have the [ANTI-VEHICLE 5+] ability.",
        (Grant("anti-vehicle 5+", when=is_true("leading")),),
    ),
    (
        "While this model is leading a unit, models in that unit have the Feel No Pain 6+ ability and a 5+ invulnerable save.",
        (
            IgnoreDamage(6, side="defender", when=is_true("target_led")),
            ChangeValue("invulnerable", set=5, side="defender", when=is_true("target_led")),
        ),
    ),
    (
        "While this model is leading a unit, each time a ranged attack targets that unit, models in it have the Benefit of Cover against that attack.",
        (Permit("cover", attacks="ranged", side="defender", when=is_true("target_led")),),
    ),
    (
        "While this model is leading a unit, each time a model in that unit makes a melee attack that targets a unit that is below its Starting Strength, add 1 to the Hit roll. If that unit is Below Half-strength, add 1 to the Wound roll as well.",
        (
            ChangeRoll("hit", 1, attacks="melee", when=all_of(is_true("target_below_starting_strength"), is_true("leading"))),
            ChangeRoll(
                "wound",
                1,
                attacks="melee",
                when=all_of(is_true("target_below_starting_strength"), is_true("target_below_half_strength"), is_true("leading")),
            ),
        ),
    ),
    (
        "While this model is leading a unit, each time a model in that unit makes a melee attack, add 1 to the Hit roll if that unit is Below Half-strength.",
        (ChangeRoll("hit", 1, attacks="melee", when=all_of(is_true("below_half_strength"), is_true("leading"))),),
    ),
]


@pytest.mark.parametrize(("text", "effects"), LED)
def test_what_a_leader_gives_to_the_unit_that_it_leads(text: str, effects: tuple[Effect, ...]) -> None:
    found = read(text, LEADER)
    assert found.effects == effects
    assert found.whole_unit is True
    assert read(text).effects == (), "a model that leads nobody"


def test_a_unit_that_somebody_leads() -> None:
    text = "While a CHARACTER model is leading this unit, each time an attack targets this unit, subtract 1 from the Hit roll."
    assert read(text, SQUAD).effects == (ChangeRoll("hit", -1, side="defender", when=is_true("target_led")),)
    assert read(text.replace("CHARACTER", "PSYKER"), SQUAD).effects == (), "who leads is not asked"


# --- instead ---


def test_the_wider_of_two_re_rolls_needs_no_condition_on_the_other() -> None:
    text = (
        "Each time a model in this unit makes an attack, re-roll a Hit roll of 1. "
        "If the target of that attack is within range of an objective marker, you can re-roll the Hit roll instead."
    )
    assert read(text, SQUAD).effects == (AllowReroll("hit", "ones"), AllowReroll("hit", when=is_true("target_on_objective")))


def test_other_outcomes_are_replaced_where_the_new_condition_holds() -> None:
    below, half = is_true("target_below_starting_strength"), is_true("target_below_half_strength")
    text = (
        "Each time a model in this unit makes an attack that targets a unit that is below its Starting Strength, add 1 to the Hit "
        "roll. If that attack targets a unit that is Below Half-strength, add 1 to the Hit roll and add 1 to the Wound roll instead."
    )
    assert read(text, SQUAD).effects == (
        ChangeRoll("hit", 1, when=all_of(not_(half), below)),
        ChangeRoll("hit", 1, when=all_of(below, half)),
        ChangeRoll("wound", 1, when=all_of(below, half)),
    )


# --- outside attacks ---

OUTSIDE = [
    (
        "This unit is eligible to shoot and declare a charge in a turn in which it Fell Back.",
        (Permit("shoot after fall back"), Permit("charge after fall back")),
    ),
    (
        "This unit is eligible to declare a charge in a turn in which it Advanced or Fell Back.",
        (Permit("charge after advance"), Permit("charge after fall back")),
    ),
    ("You can re-roll Advance and Charge rolls made for this unit.", (AllowReroll("advance"), AllowReroll("charge"))),
    ("Add 2 to Charge rolls made for this unit.", (ChangeRoll("charge", 2),)),
    ("You can re-roll Battle-shock tests taken for this unit.", (AllowReroll("battle-shock"),)),
    (
        'Each time this unit Advances, do not make an Advance roll for it. Instead, until the end of the phase, add 7" to the Move characteristic of models in this unit.',
        (ChangeValue("advance", set=7),),
    ),
    ("Models in this unit have the Fights First ability.", (Grant("fights first"),)),
    ("Add 1 to the Objective Control characteristic of models in this unit.", (ChangeValue("objective_control", 1),)),
    ("Models in this unit have a Leadership characteristic of 6+.", (ChangeValue("leadership", set=6),)),
    ("Improve the Leadership characteristic of models in this unit by 1.", (ChangeValue("leadership", -1),)),
]


@pytest.mark.parametrize(("text", "effects"), OUTSIDE)
def test_what_a_unit_may_do_outside_attacks(text: str, effects: tuple[Effect, ...]) -> None:
    found = read(text, SQUAD)
    assert [(type(one), one.side) for one in found.effects] == [(type(one), "defender") for one in effects]
    for one, wanted in zip(found.effects, effects, strict=True):
        for field in ("what", "roll", "by", "name", "set", "keyword"):
            assert getattr(one, field, None) == getattr(wanted, field, None)
    assert (found.touches, found.whole_unit) == (("battle",), True)


# --- what is not claimed ---

LEFT_ALONE = [
    # a part that is not understood
    "Each time this model makes an attack, add 1 to the Hit roll. Then sing to the moon.",
    "Each time this model makes an attack, add 1 to the Hit roll and draw a card.",
    "Each time this model makes an attack that targets a unit that is drowned, add 1 to the Hit roll.",
    "Once per battle, each time this model makes an attack, add 1 to the Hit roll.",
    # names that nobody knows: a weapon, a keyword, a weapon ability
    "Each time this model makes an attack with its harpoon, add 1 to the Hit roll.",
    "Each time this model makes an attack that targets a LEVIATHAN unit, add 1 to the Hit roll.",
    "Each time this model makes an attack, that attack has the [TIDAL 2] ability.",
    "This model's reef gun has the [BLAST] ability.",
    # no such attack
    "Each time this model makes a melee attack that targets the closest eligible target, add 1 to the Hit roll.",
    "Each time this model makes a melee attack that targets a unit within half range, add 1 to the Hit roll.",
    # other units
    'While a friendly KELP unit is within 6", each time a model in that unit makes an attack, add 1 to the Hit roll.',
    "Each time a model in that unit makes an attack, add 1 to the Hit roll.",
    # an outcome of nothing, a condition of nothing
    "Add 1 to the Hit roll.",
    "If it made a Charge move this turn, add 1 to the Hit roll.",
    "Each time this model makes an attack, if it made a Charge move this turn.",
    "Each time this model makes an attack, add 1 to the Hit roll. Add 1 to the Wound roll.",
    # two conditions of which one could hold without the other
    "Each time this model makes an attack, if it made a Charge move this turn, add 1 to the Hit roll. If it is Below Half-strength, add 1 to the Wound roll.",
    # what stands still may fight as well
    "Each time this model Remains Stationary, until the end of the turn, weapons equipped by this model have the [LETHAL HITS] ability.",
    # a moment that is over before anybody attacks
    "Each time this model makes a Charge move, until the end of the phase, melee weapons equipped by this model have the [LANCE] ability.",
    # the unit and the model at once
    "Each time this model makes an attack, add 1 to the Hit roll. Each time a model in this unit makes an attack, add 1 to the Wound roll.",
    # nothing that the game reads
    'Add 2" to the Move characteristic of models in this unit.',
    "You can re-roll Leadership tests taken for this unit.",
    "Each time this model makes an attack, re-roll a Save roll of 1.",
    "",
]


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_a_text_is_left_alone_unless_all_of_it_is_understood(text: str) -> None:
    found = read(text)
    assert (found.effects, found.summary, found.touches, found.whole_unit) == ((), "", (), False)


def test_what_serves_one_model_among_others_is_left_alone() -> None:
    attack = "Each time this model makes an attack, add 1 to the Hit roll."
    defence = "Each time an attack is allocated to this model, subtract 1 from the Damage characteristic of that attack."
    assert read(attack, SQUAD).effects == ()
    assert read(defence, SQUAD).effects == ()
    assert read(attack, LEADER).effects, "a leader has his own attacks"
    assert read(defence, LEADER).effects == (), "and is no target of his own in the unit that he leads"


# --- wargear ---


def test_an_item_serves_its_bearer() -> None:
    text = "The bearer has a 4+ invulnerable save."
    found = read(text, kind="wargear", item="shell")
    assert found.effects == (ChangeValue("invulnerable", set=4, side="defender"),)
    assert read(text).effects == (), "nobody bears anything"
    assert read(text, kind="wargear", item="pearl").effects == (), "no model can have it"


def test_an_item_of_one_among_others_changes_only_its_bearers_numbers() -> None:
    more = "Each time the bearer makes a ranged attack, re-roll a Hit roll of 1."
    assert read(more, kind="wargear", item="shell").effects
    assert read(more, SQUAD, kind="wargear", item="Pincer").effects == ()
    assert read("The bearer has a Wounds characteristic of 4.", SQUAD, kind="wargear", item="Pincer").effects
    assert read("The bearer has the Feel No Pain 5+ ability.", SQUAD, kind="wargear", item="Pincer").effects == ()


def test_every_fact_that_is_read_is_registered() -> None:
    texts = [*ATTACKS, *DEFENDED]
    for text, _ in texts:
        for effect in read(text).effects:
            assert all(name in FACTS for name in (effect.when.facts() if effect.when else ()))


def test_a_summary_says_the_reading_in_words_of_our_own() -> None:
    found = read("Each time this model makes a ranged attack that targets a VEHICLE unit, you can re-roll the Wound roll.")
    assert found.summary == "The model: wound rolls again, ranged when target keywords has vehicle."


def test_core_abilities_and_those_with_effects_stay_as_they_are() -> None:
    text = "Each time this model makes an attack, add 1 to the Hit roll."
    assert read(text, kind="core").effects == ()
    assert read(text, kind="faction").effects == ()


EVERY = [text for text, _ in (*ATTACKS, *DEFENDED, *LED, *OUTSIDE)]


@pytest.mark.parametrize("text", EVERY)
def test_a_text_with_a_word_too_few_or_too_many_is_read_or_left_alone(text: str) -> None:
    words = text.split(" ")
    for place in range(len(words)):
        for changed in ([*words[:place], *words[place + 1 :]], [*words[:place], words[place], *words[place:]]):
            for sheet in (STRIDER, SQUAD, LEADER):
                found = read(" ".join(changed), sheet)
                assert bool(found.effects) is bool(found.summary)


@pytest.mark.parametrize("word", ["not", "never", "sometimes", "blue", "if", "unless", "until"])
def test_a_word_that_nobody_expects_is_never_passed_over(word: str) -> None:
    for text in EVERY:
        words = text.split(" ")
        for place in range(len(words)):
            changed = " ".join([*words[:place], word, *words[place:]])
            found = read(changed, LEADER)
            if word != "not":
                assert found.effects == (), changed
            elif found.effects:
                assert found.effects != read(text, LEADER).effects, changed
