"""Stratagems: the table, who may use them, and what they do to an attack, by the path that every question takes."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from warbench.attack.dice import ScriptedDice
from warbench.attack.rolled import Played, roll
from warbench.chance import Result
from warbench.games.w40k10 import library
from warbench.games.w40k10.answer import Answer, answer
from warbench.games.w40k10.characteristics import DataError
from warbench.games.w40k10.plan import volley_of
from warbench.games.w40k10.question import Question
from warbench.games.w40k10.scenario import Scenario, question_of
from warbench.games.w40k10.stratagems import (
    Stratagem,
    StratagemError,
    UnknownStratagem,
    apply,
    read,
    refusals,
    stratagem,
    stratagems,
)

F = Fraction
MARINES: dict[str, Any] = {"count": 4, "toughness": 4, "save": 3, "wounds": 2}
TEN = {**MARINES, "count": 10}


def ask(target: dict[str, Any] | list[dict[str, Any]] = MARINES, *, tokens: int = 0, **more: Any) -> Question:
    groups = target if isinstance(target, list) else [target]
    plain = {"game": "w40k10", "target": {"models": groups}, **more}
    plain["situation"] = {"tokens": tokens, **more.get("situation", {})}
    return question_of(msgspec.convert(plain, Scenario))


def hekaton(*items: str, target: dict[str, Any] = MARINES, tokens: int = 0, **situation: Any) -> Question:
    return ask(target, tokens=tokens, attacker={"datasheet": "hekaton-land-fortress", "loadout": items}, situation=situation)


def gun(*, target: dict[str, Any] | list[dict[str, Any]] = MARINES, keywords: tuple[str, ...] = (), **more: Any) -> Question:
    asked = {key: more.pop(key) for key in ("situation", "effects") if key in more}
    weapon = {"attacks": 1, "skill": 4, "strength": 4, "ap": 0, "damage": 1, "keywords": keywords, **more}
    return ask(target, weapons=[weapon], **asked)


def means(question: Question, stage: str) -> object:
    return answer(question, exact=True).stage_means()[stage]


def hit(question: Question) -> object:
    check = answer(question, exact=True).plans[0].attack.hit
    assert check is not None
    return 1 - F(check.chance(Result.FAIL, exact=True))


def saved(question: Question) -> object:
    save = answer(question, exact=True).plans[0].strikes[0].on(0).args[0].save
    return 1 - F(save.chance(Result.FAIL, exact=True))


def play(question: Question, *faces: int) -> tuple[Played, ScriptedDice]:
    given: Answer = answer(question)
    dice = ScriptedDice(faces)
    return roll(volley_of(given.plans, given.target), dice), dice


# --- the table ---

_PAGE = [
    ("Command Re-roll", "boarding-actions", 1, "Epic Deed"),
    ("Insane Bravery", "boarding-actions", 1, "Epic Deed"),
    ("Explosive Clearance", "boarding-actions", 1, "Battle Tactic"),
    ("Counter-offensive", "boarding-actions", 2, "Strategic Ploy"),
    ("Command Re-roll", "core", 1, "Battle Tactic"),
    ("Insane Bravery", "core", 1, "Epic Deed"),
    ("Fire Overwatch", "core", 1, "Strategic Ploy"),
    ("Rapid Ingress", "core", 1, "Strategic Ploy"),
    ("Tank Shock", "core", 1, "Strategic Ploy"),
    ("Heroic Intervention", "core", 1, "Strategic Ploy"),
    ("Counter-offensive", "core", 2, "Strategic Ploy"),
    ("Ordered Retreat", "oathband", 1, "Strategic Ploy"),
    ("Ancestral Sentence", "oathband", 1, "Battle Tactic"),
    ("Reactive Reprisal", "oathband", 2, "Battle Tactic"),
    ("Void Armour", "oathband", 1, "Wargear"),
    ("Warrior Pride", "oathband", 1, "Battle Tactic"),
]
_BEYOND = [
    ("Grenade", "core", 1, "Wargear"),
    ("Go to Ground", "core", 1, "Battle Tactic"),
    ("Smokescreen", "core", 1, "Wargear"),
    ("Epic Challenge", "core", 1, "Epic Deed"),
    ("Newfound Nemesis", "oathband", 1, "Strategic Ploy"),
]
OATHBAND = [name for name, group, *_ in [*_PAGE, *_BEYOND] if group == "oathband"]


@pytest.mark.rule("W-215", "W-216", "W-217")
@pytest.mark.parametrize(("name", "group", "cost", "kind"), [*_PAGE, *_BEYOND])
def test_cost_and_kind(name: str, group: Any, cost: int, kind: str) -> None:
    found = stratagem(name, group)
    assert (found.name, found.group, found.cost, found.kind) == (name, group, cost, kind)


@pytest.mark.rule("W-219")
def test_each_mission_has_its_own() -> None:
    for one in stratagems("core"):
        assert any("Boarding Actions" in why for why in refusals(one, OWN, boarding_actions=True))
        assert not any("Boarding Actions" in why for why in refusals(one, OWN))
    for one in stratagems("boarding-actions"):
        assert refusals(one, OWN, boarding_actions=True) == ()
        assert any("Boarding Actions" in why for why in refusals(one, OWN))


def test_every_entry_is_there_and_its_limits() -> None:
    assert len(stratagems()) == len(_PAGE) + len(_BEYOND)
    limits = {one.id: one.limits for one in stratagems() if one.limits}
    assert limits == {"insane-bravery": ("once per battle",), "fire-overwatch": ("once per turn",)}


def test_windows_of_both_turns() -> None:
    assert [(each.phase, each.turn) for each in stratagem("Warrior Pride").windows] == [("fight", "either")]
    shown = [(each.phase, each.turn) for each in stratagem("Void Armour").windows]
    assert shown == [("shooting", "opponent"), ("fight", "either")]


# --- looking one up ---


@pytest.mark.parametrize("name", ["VOID ARMOUR", "void-armour", "  void armour "])
def test_case_and_hyphens_do_not_matter(name: str) -> None:
    assert stratagem(name).id == "void-armour"


def test_a_shared_name_is_the_core_one_unless_said_otherwise() -> None:
    assert stratagem("Insane Bravery").group == "core"
    assert stratagem("Insane Bravery", "boarding-actions").moment == "own Battle-shock test failed"
    assert stratagem("insane-bravery-boarding-actions").group == "boarding-actions"


def test_an_unknown_one_names_the_nearest() -> None:
    with pytest.raises(UnknownStratagem, match=r"unknown stratagem 'void armor'; did you mean Void Armour\?"):
        stratagem("void armor")
    with pytest.raises(UnknownStratagem, match="unknown stratagem of oathband 'Grenade'"):
        stratagem("Grenade", "oathband")


# --- who may use it ---

OWN = ("leagues of votann", "infantry", "mounted", "smoke", "grenades", "character", "vehicle", "walker")


@pytest.mark.rule("W-352")
@pytest.mark.parametrize("name", OATHBAND)
def test_the_oathband_serves_the_votann_only(name: str) -> None:
    (why,) = refusals(stratagem(name), ("infantry", "vehicle"), detachment="Oathband")
    assert "leagues of votann" in why
    assert refusals(stratagem(name), ("INFANTRY", "LEAGUES OF VOTANN"), detachment="Oathband") == ()


@pytest.mark.parametrize("name", OATHBAND)
def test_the_oathband_comes_with_its_detachment(name: str) -> None:
    (why,) = refusals(stratagem(name), OWN, detachment="Gladius Task Force")
    assert "found Gladius Task Force" in why


@pytest.mark.rule("W-252", "X-07")
def test_no_overwatch_by_the_titanic() -> None:
    overwatch = stratagem("Fire Overwatch")
    assert refusals(overwatch, ("vehicle", "TITANIC")) == ("Fire Overwatch needs a unit with: not (titanic)",)
    assert refusals(overwatch, library.datasheet("hekaton land fortress").keywords) == ()
    at_titan = hekaton("MATR autocannon", target={**MARINES, "keywords": ["titanic"]})
    assert not answer(apply(overwatch, at_titan)).plans[0].refused


@pytest.mark.rule("W-273", "X-45")
def test_no_heroic_intervention_by_a_vehicle_without_legs() -> None:
    heroic = stratagem("Heroic Intervention")
    assert refusals(heroic, library.datasheet("hekaton land fortress").keywords)
    assert refusals(heroic, ("vehicle", "walker")) == refusals(heroic, ("infantry",)) == ()


@pytest.mark.parametrize(
    ("name", "keyword"),
    [("Tank Shock", "vehicle"), ("Grenade", "grenades"), ("Go to Ground", "infantry"), ("Smokescreen", "smoke")],
)
def test_a_keyword_is_needed(name: str, keyword: str) -> None:
    assert refusals(stratagem(name), (keyword,)) == ()
    assert refusals(stratagem(name), ("beast",)) == (f"{name} needs a unit with: {keyword}",)


def test_newfound_nemesis_needs_soldiers_or_riders() -> None:
    nemesis = stratagem("Newfound Nemesis")
    assert refusals(nemesis, ("leagues of votann", "vehicle"), detachment="oathband")
    assert refusals(nemesis, ("leagues of votann", "mounted"), detachment="oathband") == ()


# --- Ancestral Sentence ---


@pytest.mark.rule("W-280", "W-281", "W-372", "X-39")
@pytest.mark.parametrize(("tokens", "hits"), [(0, 4), (1, 6), (2, 6)])
def test_ancestral_sentence_on_the_autocannon(tokens: int, hits: int) -> None:
    question = hekaton("MATR autocannon", tokens=tokens)
    assert means(apply("Ancestral Sentence", question), "hits") == hits


@pytest.mark.rule("W-282", "X-38")
@pytest.mark.parametrize(("tokens", "hits"), [(0, 2), (1, 3)])
def test_ancestral_sentence_is_not_added_to_what_the_weapon_has(tokens: int, hits: int) -> None:
    played, dice = play(apply("Ancestral Sentence", hekaton("twin bolt cannon", tokens=tokens)), 6, 1, 1, *[5] * 6)
    assert played.scores[0]["hits"] == hits
    assert [purpose for purpose, _ in dice.asked[:2]] == ["hit", "wound"]


@pytest.mark.rule("W-282", "X-38")
@pytest.mark.parametrize(("tokens", "hits"), [(0, F(5, 2)), (1, 3), (2, 3)])
def test_ancestral_sentence_or_the_weapons_own_d3(tokens: int, hits: F) -> None:
    assert means(apply("Ancestral Sentence", hekaton("twin ion beamer", tokens=tokens)), "hits") == hits


@pytest.mark.rule("W-283")
def test_ancestral_sentence_goes_by_the_target() -> None:
    marked, other = (apply("Ancestral Sentence", gun(attacks=6, situation={"tokens": tokens})) for tokens in (1, 0))
    assert (means(marked, "hits"), means(other, "hits")) == (5, 4)


@pytest.mark.rule("W-284")
def test_ancestral_sentence_is_for_ranged_attacks() -> None:
    wheels = hekaton("armoured wheels")
    assert means(apply("Ancestral Sentence", wheels), "hits") == means(wheels, "hits") == 3


# --- Void Armour ---


@pytest.mark.rule("W-293")
@pytest.mark.parametrize("kind", ["ranged", "melee"])
def test_void_armour(kind: str) -> None:
    question = gun(ap=-2, type=kind)
    assert saved(question) == F(2, 6)
    assert saved(apply("Void Armour", question)) == F(3, 6)
    assert answer(apply("Void Armour", question)).plans[0].reasons[0].because == ("+1 (Void Armour)",)


@pytest.mark.rule("W-295", "X-22")
def test_void_armour_does_not_turn_penetration_into_a_bonus() -> None:
    assert saved(apply("Void Armour", gun(ap=0))) == F(4, 6)


@pytest.mark.rule("W-296")
def test_void_armour_gives_no_save_against_devastating_wounds() -> None:
    question = apply("Void Armour", gun(ap=-2, keywords=("devastating wounds",)))
    played, dice = play(question, 4, 6)
    assert [purpose for purpose, _ in dice.asked] == ["hit", "wound"]
    assert played.strikes[0].damage == 1


def test_void_armour_can_take_the_help_of_cover_away() -> None:
    # AP-1 becomes AP0, against which cover does not help a Save of 3+.
    question = gun(ap=-1, situation={"cover": True})
    assert saved(question) == saved(apply("Void Armour", question)) == F(4, 6)


# --- Warrior Pride ---


@pytest.mark.rule("W-298", "W-299", "W-371", "X-23")
@pytest.mark.parametrize(("tokens", "ap", "unsaved"), [(0, None, F(5, 6)), (1, "-1", F(5, 3)), (2, "-2", F(20, 9))])
def test_warrior_pride(tokens: int, ap: str | None, unsaved: F) -> None:
    question = apply("Warrior Pride", hekaton("armoured wheels", tokens=tokens))
    assert means(question, "unsaved") == unsaved
    shown = {reason.number: reason.value for reason in answer(question).plans[0].reasons}
    assert shown.get("AP", "0") == (ap or "0")


def test_warrior_pride_is_for_melee_attacks() -> None:
    question = hekaton("MATR autocannon", tokens=2)
    assert means(apply("Warrior Pride", question), "unsaved") == means(question, "unsaved")


def test_warrior_pride_against_void_armour() -> None:
    question = apply("Void Armour", apply("Warrior Pride", gun(type="melee", ap=-1, situation={"tokens": 2})))
    assert saved(question) == F(2, 6)


# --- Fire Overwatch, Reactive Reprisal ---


@pytest.mark.rule("W-253", "X-06")
@pytest.mark.parametrize(("skill", "by"), [(2, 1), (6, -1), (4, 0), (3, 1)])
def test_only_a_six_hits_in_overwatch(skill: int, by: int) -> None:
    effects = [{"kind": "roll", "roll": "hit", "by": by}]
    question = gun(skill=skill, keywords=("heavy",), situation={"stationary": by > 0}, effects=effects)
    assert hit(apply("Fire Overwatch", question)) == F(1, 6)


@pytest.mark.rule("X-06")
@pytest.mark.parametrize("wounds_left", [16, 5])
def test_nothing_changes_that(wounds_left: int) -> None:
    question = hekaton("heavy magna-rail cannon", tokens=2, stationary=True, attacker_wounds_left=wounds_left)
    assert hit(apply("Fire Overwatch", question)) == F(1, 6)


@pytest.mark.rule("W-254", "W-255", "X-05")
def test_the_twin_bolt_cannon_in_overwatch() -> None:
    question = apply("Fire Overwatch", hekaton("twin bolt cannon"))
    assert means(question, "hits") == 1
    assert means(question, "wounds") == F(8, 9)
    assert saved(question) == F(1, 2)


@pytest.mark.rule("W-255")
def test_blast_counts_in_overwatch() -> None:
    _, dice = play(apply("Fire Overwatch", hekaton("cyclic ion cannon", target=TEN)), 1, *[5] * 6)
    assert dice.asked == [("attacks", (1,)), ("hit", (5,) * 6)]


@pytest.mark.rule("W-090", "X-04")
@pytest.mark.parametrize("distance", [6, 12.1, 24])
def test_conversion_in_overwatch(distance: float) -> None:
    assert means(apply("Fire Overwatch", hekaton("SP heavy conversion beamer", distance=distance)), "hits") == 1


@pytest.mark.rule("W-257")
def test_the_whole_tank_in_overwatch() -> None:
    question = hekaton("cyclic ion cannon", "MATR autocannon", "twin bolt cannon", "twin bolt cannon", "pan spectral scanner")
    assert means(apply("Fire Overwatch", question), "hits") == F(49, 12)


@pytest.mark.rule("W-289", "X-63")
@pytest.mark.parametrize(("tokens", "chance"), [(1, F(2, 3)), (2, F(2, 3))])
def test_reactive_reprisal_shoots_as_ever(tokens: int, chance: F) -> None:
    question = hekaton("MATR autocannon", tokens=tokens)
    assert hit(apply("Reactive Reprisal", question)) == chance


# --- the defender's core stratagems, Epic Challenge ---


def test_go_to_ground_gives_an_invulnerable_save_where_there_is_none_better() -> None:
    guard = {"count": 4, "toughness": 3, "save": 5, "wounds": 1}
    assert saved(apply("Go to Ground", gun(target=guard, ap=-4))) == F(1, 6)
    assert saved(apply("Go to Ground", gun(target={**guard, "invulnerable": 4}, ap=-4))) == F(1, 2)
    assert saved(apply("Go to Ground", gun(target={**guard, "invulnerable": 7}, ap=0))) == F(1, 2)  # cover
    assert saved(apply("Go to Ground", gun(target=guard, ap=-1, keywords=("ignores cover",)))) == F(1, 6)
    assert saved(apply("Go to Ground", gun(target=guard, ap=-4, type="melee"))) == 0


def test_smokescreen_gives_cover_and_stealth() -> None:
    question = gun(ap=-1)
    smoked = apply("Smokescreen", question)
    assert (hit(question), saved(question)) == (F(1, 2), F(1, 2))
    assert (hit(smoked), saved(smoked)) == (F(1, 3), F(2, 3))
    melee = apply("Smokescreen", gun(ap=-1, type="melee"))
    assert (hit(melee), saved(melee)) == (F(1, 2), F(1, 2))


def test_epic_challenge_finds_the_character() -> None:
    attached: list[dict[str, Any]] = [MARINES, {"count": 1, "toughness": 4, "save": 3, "wounds": 2, "keywords": ["character"]}]
    question = gun(target=attached, type="melee", attacks=2, damage=2, situation={"precision": True})
    assert slain(question) == {(1, 0)}
    assert slain(apply("Epic Challenge", question)) == {(0, 1)}
    assert slain(apply("Epic Challenge", gun(target=attached, damage=2, situation={"precision": True}))) == {(1, 0)}


def slain(question: Question) -> set[tuple[int, ...]]:
    """Which of bodyguard and character can be the only model to fall."""
    given = answer(question)
    dead = {given.target.slain_by_track(state) for state, p in enumerate(given.outcome.states) if p}
    return {each for each in dead if sum(each) == 1}


def test_one_models_weapon_alone_may_have_it() -> None:
    weapons = [{"name": name, "type": "melee", "attacks": 1, "skill": 4, "strength": 4, "damage": 1} for name in ("axe", "fist")]
    question = apply("Epic Challenge", ask(weapons=weapons), weapon="Fist")
    shown = [effect.weapon for effect in question.effects]
    assert shown == ["Fist"]
    with pytest.raises(StratagemError, match="found the weapon 'claw', expected one of axe, fist"):
        apply("Epic Challenge", ask(weapons=weapons), weapon="claw")


# --- using it ---


def test_the_source_is_named() -> None:
    (reason,) = (each for each in answer(apply("Smokescreen", gun())).plans[0].reasons if each.number == "Hit roll")
    assert "-1 Stealth" in reason.because
    assert {effect.source for one in stratagems() for effect in one.effects} == {
        "Ancestral Sentence",
        "Epic Challenge",
        "Go to Ground",
        "Smokescreen",
        "Void Armour",
        "Warrior Pride",
    }


def test_not_twice_in_a_phase() -> None:
    with pytest.raises(StratagemError, match="Void Armour is in use already"):
        apply("Void Armour", apply("Void Armour", gun(ap=-2)))


@pytest.mark.parametrize("name", ["Command Re-roll", "Explosive Clearance"])
def test_what_cannot_be_shown_is_named(name: str) -> None:
    question = gun()
    asked = answer(apply(name, question))
    assert asked.not_modelled == (f"{name} (stratagem)",)
    assert asked.slain == answer(question).slain


@pytest.mark.parametrize("one", stratagems(), ids=lambda one: one.id)
def test_every_one_can_be_applied(one: Stratagem) -> None:
    assert answer(apply(one, gun())).facts["overwatch"] is (one.id == "fire-overwatch")


# --- the file ---

_ONE = """
[[stratagems]]
id = "rage"
name = "Rage"
cost = 1
group = "core"
kind = "Epic Deed"
windows = [{ phase = "fight", turn = "own" }]
moment = "any time in the phase"
touches = ["attack"]
side = "attacker"
summary = "Rage."
"""


def test_effects_take_their_side_and_source_from_the_stratagem() -> None:
    (one,) = read(_ONE.replace('"attacker"', '"defender"') + 'effects = [{ kind = "roll", roll = "save", by = 1 }]')
    assert (one.effects[0].side, one.effects[0].source) == ("defender", "Rage")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("cost = 1", "cost = 9"), "`int` <= 3 - at `$.stratagems[0].cost`"),
        (('"Epic Deed"', '"Epic Poem"'), "at `$.stratagems[0].kind`"),
        (("[[stratagems]]", "[[stratagems"), "s.toml: "),
        (('id = "rage"', 'id = "fury"'), "stratagems[fury].id: found 'fury', expected 'rage'"),
        (('side = "attacker"', "sets = { overwatch = true }"), "expected 'side'"),
        (('"Rage."', '"Rage."\nsets = { overwach = true }'), "unknown fact 'overwach'; did you mean overwatch"),
        (('"Rage."', '"Rage."\nsets = { tokens = 3 }'), "tokens: found 3, expected a whole number from 0 to 2"),
        (('"Rage."', '"Rage."\nneeds = { op = "has", fact = "keywords", value = "x" }'), "unknown fact 'keywords'"),
        (('"Rage."', '"Rage."\neffects = [{ kind = "roll", roll = "rage", by = 1 }]'), "effects[0].roll: found 'rage'"),
        (('"Rage."', '"Rage."\neffects = [{ kind = "anger" }]'), "at `$.stratagems[0].effects[0].kind`"),
        (('"Rage."', '"Rage."\neffects = [{ kind = "grant", keyword = "fury" }]'), "effects[0].keyword: found 'fury'"),
        (
            ('"Rage."', '"Rage."\neffects = [{ kind = "roll", roll = "hit", by = 1, per = { fact = "token" } }]'),
            "unknown fact 'token'; did you mean tokens",
        ),
    ],
)
def test_a_bad_entry_is_refused(change: tuple[str, str], said: str) -> None:
    with pytest.raises(DataError) as refused:
        read(_ONE.replace(*change), "s.toml")
    assert said in str(refused.value)
    assert str(refused.value).startswith("s.toml: ")


def test_an_id_twice_is_refused() -> None:
    with pytest.raises(DataError, match=r"stratagems\[rage\].id: found it twice"):
        read(_ONE + _ONE)
