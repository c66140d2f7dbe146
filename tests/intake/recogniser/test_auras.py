# ruff: noqa: E501 - a text is one line
"""Texts of auras: whom they reach, how far, from whom, and what they do."""

import msgspec
import pytest

from tests.intake.recogniser.kit import SQUAD, STRIDER, read
from warbench.games.w40k10.unit_rules import CHARGE_FROM_ABOVE, DEARER_ALONE, DEARER_STRATAGEM, MUST_TEST, POINT_BACK
from warbench.rules.conditions import has, is_true, not_
from warbench.rules.effects import AllowReroll, ChangeRoll, ChangeValue, Effect, Grant, IgnoreDamage, Permit
from warbench.sheets.auras import Aura
from warbench.sheets.datasheet import Ability

FRIENDS, ENEMIES = (
    'While a friendly KELP INFANTRY unit is within 6" of this model, ',
    'While an enemy unit is within 6" of this model, ',
)
KELP = (("kelp", "infantry"),)


def friends(*effects: Effect, reach: int = 6) -> Aura:
    return Aura(effects, reach, "friends", KELP)


def enemies(*effects: Effect, reach: int = 6) -> Aura:
    return Aura(effects, reach, "enemies")


DOES: list[tuple[str, Effect | tuple[Effect, ...]]] = [
    ("each time a model in that unit makes an attack, re-roll a Hit roll of 1.", AllowReroll("hit", "ones")),
    (
        "each time a model in that unit makes a melee attack, re-roll a Hit roll of 1 and re-roll a Wound roll of 1.",
        (AllowReroll("hit", "ones", attacks="melee"), AllowReroll("wound", "ones", attacks="melee")),
    ),
    ("models in that unit have the Feel No Pain 4+ ability against Psychic Attacks.", IgnoreDamage(4, "psychic", side="defender")),
    ("that unit has the Feel No Pain 6+ ability.", IgnoreDamage(6, side="defender")),
    ("models in that unit have a 5+ invulnerable save against ranged attacks.", ChangeValue("invulnerable", set=5, attacks="ranged", side="defender")),
    ("models in that unit have the Stealth ability.", Grant("stealth", side="defender")),
    (
        "each time a ranged attack targets that unit, models in that unit have the Benefit of Cover against that attack.",
        Permit("cover", attacks="ranged", side="defender"),
    ),
    ("melee weapons in that unit have the [SUSTAINED HITS 1] ability.", Grant("sustained hits 1", attacks="melee")),
    (
        "ranged weapons equipped by models in that unit have the [ASSAULT] and [LETHAL HITS] abilities.",
        (Grant("assault", attacks="ranged"), Grant("lethal hits", attacks="ranged")),
    ),
    (
        "improve the Armour Penetration characteristic of melee weapons equipped by models in that unit by 1.",
        ChangeValue("ap", by=-1, attacks="melee"),
    ),
    (
        "add 1 to the Attacks characteristic of melee weapons equipped by models in that unit.",
        ChangeValue("attacks", by=1, attacks="melee", when=not_(has("weapon_keywords", "extra attacks"))),
    ),
    ("add 1 to the Toughness characteristic of models in that unit.", ChangeValue("toughness", by=1, side="defender")),
    ("add 1 to the Objective Control characteristic of models in that unit.", ChangeValue("objective_control", by=1, side="defender")),
    ('add 2" to the Move characteristic of models in that unit.', ChangeValue("movement", by=2, side="defender")),
    ("improve that unit's Leadership characteristic by 1.", ChangeValue("leadership", by=-1, side="defender")),
    (
        "add 1 to Advance and Charge rolls made for that unit.",
        (ChangeRoll("advance", 1, side="defender"), ChangeRoll("charge", 1, side="defender")),
    ),
    ("you can re-roll Battle-shock tests taken for that unit.", AllowReroll("battle-shock", side="defender")),
    ("each time you take a Battle-shock test for that unit, add 1 to that test.", ChangeRoll("battle-shock", 1, side="defender")),
    ("each time you take a Battle-shock test for that unit, you can re-roll that test.", AllowReroll("battle-shock", side="defender")),
    ("each time you target that unit with a Stratagem, roll one D6: on a 5+, you gain 1CP.", Permit(POINT_BACK[5], side="defender")),
    (
        'that unit can only be targeted by a ranged attack if the attacking model is within 18".',
        ChangeValue("targeted_within", set=18, side="defender"),
    ),
]  # fmt: skip

SUFFERED: list[tuple[str, Effect | tuple[Effect, ...]]] = [
    ("each time a model in that unit makes an attack, subtract 1 from the Hit roll.", ChangeRoll("hit", -1)),
    (
        "each time a model in that unit makes an attack, subtract 1 from the Hit roll, and, if that enemy unit is Below Half-strength, subtract 1 from the Wound roll as well.",
        (ChangeRoll("hit", -1), ChangeRoll("wound", -1, when=is_true("below_half_strength"))),
    ),
    (
        "each time a model in that unit makes a Psychic Attack, subtract 1 from the Wound roll.",
        ChangeRoll("wound", -1, when=has("weapon_keywords", "psychic")),
    ),
    ("worsen the Leadership characteristic of models in that unit by 1.", ChangeValue("leadership", by=1, side="defender")),
    ("subtract 1 from the Toughness characteristic of models in that unit.", ChangeValue("toughness", by=-1, side="defender")),
    (
        "subtract 1 from the Objective Control characteristic of models in that enemy unit.",
        ChangeValue("objective_control", by=-1, side="defender"),
    ),
    (
        "subtract 2 from the Move characteristic and subtract 1 from the Objective Control characteristic of models in that unit.",
        (ChangeValue("movement", by=-2, side="defender"), ChangeValue("objective_control", by=-1, side="defender")),
    ),
    (
        "each time that unit takes a Battle-shock or Leadership test, subtract 1 from the result.",
        (ChangeRoll("battle-shock", -1, side="defender"), ChangeRoll("leadership", -1, side="defender")),
    ),
    (
        "each time a Battle-shock test is taken for that unit, subtract 1 from that test.",
        ChangeRoll("battle-shock", -1, side="defender"),
    ),
    ("subtract 1 from Battle-shock tests taken for that unit.", ChangeRoll("battle-shock", -1, side="defender")),
    (
        "in the Battle-shock step of your opponent's Command phase, if that enemy unit is below its Starting Strength, it must take a Battle-shock test. This ability cannot cause a unit to take two Battle-shock tests in the same phase.",
        Permit(MUST_TEST, when=is_true("target_below_starting_strength"), side="defender"),
    ),
]  # fmt: skip


def several(effects: Effect | tuple[Effect, ...]) -> tuple[Effect, ...]:
    return effects if isinstance(effects, tuple) else (effects,)


@pytest.mark.parametrize(("text", "effects"), DOES)
def test_what_an_aura_does_for_friends(text: str, effects: Effect | tuple[Effect, ...]) -> None:
    found = read(FRIENDS + text)
    assert found.auras == (friends(*several(effects)),)
    assert found.effects == ()
    assert found.summary.startswith('Friendly kelp infantry units within 6" of the model: ')


@pytest.mark.parametrize(("text", "effects"), SUFFERED)
def test_what_an_aura_does_to_enemies(text: str, effects: Effect | tuple[Effect, ...]) -> None:
    found = read(ENEMIES + text)
    assert found.auras == (enemies(*several(effects)),)
    assert found.summary.startswith('Enemy units within 6" of the model: ')


def aura(text: str, ability: Ability | None = None) -> Aura:
    (found,) = (ability or read(text)).auras
    return found


REROLL = "each time a model in that unit makes an attack, re-roll a Hit roll of 1."


def test_whom_an_aura_reaches() -> None:
    assert aura(f'While a friendly unit is within 9" of this model, {REROLL}').needs == ()
    either = aura(f'While a friendly KELP INFANTRY or KELP MOUNTED unit is within 6" of this model, {REROLL}')
    assert either.needs == (("kelp", "infantry"), ("kelp", "mounted"))
    assert aura(f'While a friendly REEF KIN unit is within 6" of this model, {REROLL}').needs == (("reef kin",),), (
        "others' keywords"
    )
    assert aura(f'While an enemy PSYKER unit is within 12" of this model, {REROLL}').over == "enemies"
    but = aura(f'While an enemy unit (excluding MONSTERS and VEHICLES) is within 6" of this model, {REROLL}')
    assert but.but_not == ("monster", "vehicle")
    assert aura(f'While an enemy unit (excluding VEHICLE units) is within 3" of this model, {REROLL}').but_not == ("vehicle",)
    assert aura(f'While a friendly TIDE unit is within 6" (excluding KELP units) of this model, {REROLL}').but_not == ("kelp",)
    assert aura(f'While a friendly TIDE unit is wholly within 6" of this model, {REROLL}').wholly


def test_from_whom_an_aura_is_measured() -> None:
    whole = f'While a friendly TIDE unit is within 6" of this unit, {REROLL}'
    assert [aura(whole).measured, aura("", read(whole, SQUAD)).measured] == ["unit", "unit"]
    one = f'While a friendly TIDE unit is within 6" of this model, {REROLL}'
    assert aura(one).measured == "bearers"
    assert read(one, SQUAD).auras == (), "which of the models?"
    named = read(f"While a friendly TIDE unit is within 6\" of this unit's Reef Captain model, {REROLL}", SQUAD)
    assert (aura("", named).measured, aura("", named).borne_by) == ("bearers", "reef captain")
    borne = f'While a friendly TIDE unit is within 6" of the bearer, {REROLL}'
    assert read(borne).auras == (), "nobody bears anything"
    assert read(borne, kind="wargear", item="shell").auras[0].measured == "bearers"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", DEARER_STRATAGEM),
        (" (this is not cumulative with any other rules that would increase the CP cost of that Stratagem)", DEARER_ALONE),
    ],
)
def test_stratagems_that_cost_more(text: str, what: str) -> None:
    found = read(
        'Each time your opponent targets a unit from their army with a Stratagem, if that unit is within 12" of this model, '
        f"increase the cost of that use of that Stratagem by 1CP{text}."
    )
    assert found.auras == (enemies(Permit(what, side="defender"), reach=12),)


def test_one_ability_with_two_auras() -> None:
    found = read(
        'While a friendly unit is within 6" of this model, improve the Leadership characteristic of models in that unit by 1. While an '
        'enemy unit is within 6" of this model, worsen the Leadership characteristic of models in that unit by 1.'
    )
    better, worse = (ChangeValue("leadership", by=by, side="defender") for by in (-1, 1))
    assert found.auras == (Aura((better,), 6), enemies(worse))
    both = read(
        ENEMIES
        + "worsen the Leadership characteristic of models in that unit by 1. In addition, in the Battle-shock step of your "
        "opponent's Command phase, if such an enemy unit is below its Starting Strength, it must take a Battle-shock test."
    )
    assert both.auras == (enemies(worse, Permit(MUST_TEST, when=is_true("target_below_starting_strength"), side="defender")),)


def test_units_of_one_model_are_that_model() -> None:
    text = 'While a friendly WAR DOG model is within 9" of this model, '
    assert aura(text + "ranged weapons equipped by that WAR DOG model have the [ASSAULT] ability.").needs == (("war dog",),)
    found = aura(text + "improve that WAR DOG model's Leadership and Objective Control characteristics by 1.")
    assert [effect.name for effect in found.effects if isinstance(effect, ChangeValue)] == ["leadership", "objective_control"]
    assert read('While a friendly KELP model is within 9" of this model, that model has a 4+ invulnerable save.').auras == ()


COMPANY = 'While this model is within 3" of one or more friendly '


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        (COMPANY + "REEF CONSTRUCT units, this model has the Lone Operative ability.", (("reef construct",),)),
        (
            'While this model is within 3" of one or more other friendly TIDE units, this model has the Lone Operative ability.',
            (("tide",),),
        ),
        (
            COMPANY
            + "TIDE INFANTRY or TIDE VEHICLE units, unless it is leading a unit, this model has the Lone Operative ability.",
            (("tide", "infantry"), ("tide", "vehicle")),
        ),
    ],
)
def test_a_lone_operative_in_company(text: str, needs: tuple[tuple[str, ...], ...]) -> None:
    found = read(text)
    assert found.auras == (Aura((Grant("lone operative", side="defender"),), 3, "bearers", needs),)
    assert read(text, SQUAD).auras == (), "one model among others"


def test_who_comes_from_above_may_charge_from_inside() -> None:
    found = read(
        "Each time a unit with the Deep Strike ability disembarks from this model after it has made a Normal move, that unit is still "
        "eligible to declare a charge this turn."
    )
    assert found.effects == (Permit(CHARGE_FROM_ABOVE, side="defender"),)


LEFT_ALONE = [
    COMPANY + "TIDE units (excluding INFANTRY units), this model has the Lone Operative ability.",
    COMPANY + "TIDE units, that unit has the Lone Operative ability.",
    COMPANY + "TIDE units, this model has the Feel No Pain 5+ ability.",
    COMPANY + "TIDE units, each time this model makes an attack, add 1 to the Hit roll.",
    FRIENDS + "that unit is within your army's Shadow of Chaos.",
    FRIENDS + "models in this unit have the Stealth ability.",
    FRIENDS + "each time this model makes an attack, add 1 to the Hit roll.",
    FRIENDS + "models in that unit have a Wounds characteristic of 4.",
    FRIENDS + "each time a model in that unit makes an attack, if that unit is Battle-shocked, you can ignore it.",
    FRIENDS + "each time a model in that unit makes an attack with its Reef gun, add 1 to the Hit roll.",
    FRIENDS + "each time your opponent targets that unit with a Stratagem, increase the cost of that use of that Stratagem by 1CP.",
    FRIENDS + "you can re-roll Leadership tests taken for that unit.",
    FRIENDS + "each time a model in that unit makes an attack that targets a VEHICLE unit, if that unit is Battle-shocked, add 1 to the Hit roll.",
    FRIENDS.replace(" INFANTRY", " Infantree") + REROLL,
    FRIENDS.replace("INFANTRY", "LEGIONS") + REROLL,
    FRIENDS.replace("KELP", "SALT") + REROLL,
    FRIENDS + "while that unit is within range of an objective marker, models in that unit have the Stealth ability.",
    'While this model is leading a unit, while a friendly TIDE unit is within 6" of this model, ' + REROLL,
    "Models in this unit have the Stealth ability. " + FRIENDS + REROLL,
    FRIENDS + REROLL + " Models in this unit have the Stealth ability.",
    FRIENDS,
    ENEMIES + "that unit must take a Battle-shock test.",
    ENEMIES + "in the Battle-shock step of your opponent's Command phase, if that unit is Below Half-strength, it must take a Battle-shock test.",
    "Each time that unit takes a Battle-shock test, subtract 1 from that test.",
]  # fmt: skip


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_an_aura_is_left_alone_unless_all_of_it_is_understood(text: str) -> None:
    found = read(text)
    assert (found.auras, found.effects, found.summary) == ((), (), "")


@pytest.mark.parametrize("word", ["not", "never", "sometimes", "blue", "if", "unless", "until", "other"])
def test_a_word_that_nobody_expects_is_never_passed_over(word: str) -> None:
    for text in (*(FRIENDS + text for text, _ in DOES), *(ENEMIES + text for text, _ in SUFFERED)):
        words = text.split(" ")
        for place in range(len(words)):
            changed = " ".join([*words[:place], word, *words[place:]])
            assert read(changed, STRIDER).auras == (), changed


def test_units_take_tests_with_a_change_of_their_own() -> None:
    found = read("Add 1 to Battle-shock tests taken for this unit.")
    assert found.effects == (ChangeRoll("battle-shock", 1, side="defender"),)
    found = read("Each time this unit takes a Battle-shock test, add 1 to the result.")
    assert found.effects == (ChangeRoll("battle-shock", 1, side="defender"),)


def test_an_aura_is_stored_and_read_again() -> None:
    found = read(ENEMIES + REROLL)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Ability) == found
