"""Weapons that chance or their bearer picks before an attack: a profile by a D6, C'tan Powers; and what takes hold after hits."""

from fractions import Fraction

import msgspec
import pytest

from tests.games.w40k10.attack.helpers import MARINES, TANK, ask, gun, mean, refused
from tests.intake.recogniser.kit import STRIDER
from warbench.games.w40k10.answer import answer
from warbench.games.w40k10.checks import ScenarioError
from warbench.games.w40k10.inquiry import Inquiry, question_of
from warbench.games.w40k10.keywords import known_keywords, read_keyword, rolled_faces
from warbench.games.w40k10.report import report
from warbench.intake.export.weapons import read_weapons
from warbench.intake.findings import Findings
from warbench.intake.pages.abilities import read_damaged
from warbench.intake.pages.sections import Section
from warbench.intake.text.diced import with_faces, without_faces
from warbench.intake.text.lines import Line
from warbench.rules.effects import ChangeValue
from warbench.sheets.datasheet import Ability, Composition, Damaged, Datasheet, Points, Weapon, WeaponProfile

F = Fraction

WAYS = (
    gun("bubblechukka 1-2", name="Bubbler - big", attacks=6, strength=6),
    gun("bubblechukka 3-4", name="Bubbler - wobbly", attacks=3, strength=9, damage=2),
    gun("bubblechukka 5-6", name="Bubbler - dense", attacks=2, strength=12, damage=4),
)
POWERS = Ability("powers", "Powers", effects=(ChangeValue(name="powers", set=2, attacks="ranged"),), touches=("attack",))


def profile(name: str = "", *words: str, attacks: int = 2, strength: int = 5, reach: int = 24) -> WeaponProfile:
    return WeaponProfile({"attacks": attacks, "skill": 3, "strength": strength, "ap": -2, "damage": 2}, reach, words, name)


BUBBLER = Weapon("Bubbler", "ranged", (profile("big", "bubblechukka 1-2", attacks=6), profile("dense", "bubblechukka 3-6")))
VAULT = msgspec.structs.replace(
    STRIDER,
    id="kelp-vault",
    name="Kelp Vault",
    weapons=(
        Weapon("Spheres", "ranged", (profile(),)),
        *(Weapon(f"Power {n}", "ranged", (profile("", "c'tan power", attacks=n),)) for n in (1, 3, 2)),
        BUBBLER,
    ),
    composition=(Composition("Kelp Strider", 1, 1, ("Spheres",)),),
    points=(Points(3, 100),),
)


def with_powers(sheet: Datasheet = VAULT) -> Datasheet:
    return msgspec.structs.replace(sheet, abilities=(POWERS,))


def asked(sheet: Datasheet, **more: object) -> Inquiry:
    return Inquiry(sheet=sheet, target="heavy-tank", **more)  # type: ignore[arg-type]  # whatever a test asks


def used(inquiry: Inquiry) -> list[str]:
    return [weapon.name for weapon in question_of(inquiry).weapons]


# --- the keywords ---


@pytest.mark.parametrize(
    ("text", "faces"),
    [("bubblechukka 1-2", (1, 2)), ("Bubblechukka 3-4", (3, 4)), ("bubblechukka 6", (6,)), ("blast", ())],
)
def test_the_faces_of_a_profile(text: str, faces: tuple[int, ...]) -> None:
    assert rolled_faces((text,)) == faces


@pytest.mark.parametrize("text", ["bubblechukka", "bubblechukka 4-3", "bubblechukka 0-2", "bubblechukka 5-7", "bubblechukka x"])
def test_a_profile_without_proper_faces_is_named_as_unknown(text: str) -> None:
    assert read_keyword(text) is None
    assert any(text in named for named in ask(gun(text)).not_modelled)


def test_the_plus_of_anti_may_be_missing() -> None:
    assert read_keyword("anti-fly 2") == read_keyword("anti-fly 2+")
    assert {"bubblechukka X", "c'tan power", "harpooned", "reverberating summons"} <= set(known_keywords())


@pytest.mark.parametrize("family", ["impaled", "snagged", "hooked", "harpooned", "reverberating summons"])
def test_what_happens_after_the_attack_changes_nothing_in_it(family: str) -> None:
    assert ask(gun(family), TANK).wounds_lost == ask(gun(), TANK).wounds_lost
    assert not ask(gun(family), TANK).not_modelled


# --- a profile by a D6 ---


def test_the_odds_are_the_exact_mean_over_the_die() -> None:
    alone = [ask({**way, "keywords": ()}, TANK) for way in WAYS]
    found = ask(list(WAYS), TANK)
    for wounds in range(17):
        assert found.wounds_lost.prob(wounds) == sum(F(1, 3) * each.wounds_lost.prob(wounds) for each in alone)
    assert [mean(found, "attacks", way) for way in range(3)] == [2, 1, F(2, 3)]


def test_several_bearers_share_one_die() -> None:
    pair = ask([{**way, "count": 2} for way in WAYS], MARINES)
    alone = [ask({**way, "count": 2, "keywords": ()}, MARINES) for way in WAYS]
    assert pair.slain.at_least(1) == sum(F(1, 3) * each.slain.at_least(1) for each in alone)


def test_a_unit_uses_all_profiles_and_one_by_name_as_though_it_was_picked() -> None:
    both = asked(VAULT, loadout={"Bubbler": 2})
    assert used(both) == ["Bubbler \N{EN DASH} big", "Bubbler \N{EN DASH} dense"]
    told = report(answer(question_of(both)), more=False)
    assert [weapon["faces"] for weapon in told["weapons"]] == [[1, 2], [3, 4, 5, 6]]
    assert used(asked(VAULT, loadout={"Bubbler": 1}, weapons=("bubbler",))) == used(both)
    for one in (asked(VAULT, loadout={"Bubbler": 1}, profile="dense"), asked(VAULT, loadout={"Bubbler": 1}, weapons=("dense",))):
        assert used(one) == ["Bubbler \N{EN DASH} dense"]
        (weapon,) = report(answer(question_of(one)), more=False)["weapons"]
        assert weapon["faces"] == []
        assert weapon["stages"]["attacks"] == pytest.approx(2)


def test_the_profiles_stay_in_one_hand() -> None:
    squad = msgspec.structs.replace(VAULT, composition=(Composition("Kelp Strider", 3, 3, ("Spheres",)),))
    question = question_of(asked(squad, size=3, loadout={"Bubbler": 2, "Spheres": 1}))
    assert {weapon.name: weapon.count for weapon in question.weapons} == {
        "Spheres": 1,
        "Bubbler \N{EN DASH} big": 2,
        "Bubbler \N{EN DASH} dense": 2,
    }


# --- C'tan Powers ---


def test_the_best_powers_are_selected_and_the_answer_says_so() -> None:
    inquiry = asked(with_powers())
    assert used(inquiry) == ["Spheres", "Power 3", "Power 2"]
    told = report(answer(question_of(inquiry)), more=False)
    assert told["selected"] == {"used": ["Power 3", "Power 2"], "passed_over": ["Power 1"]}
    assert not told["not_modelled"]


def test_named_powers_are_taken_and_too_many_refused() -> None:
    assert used(asked(with_powers(), weapons=("power 1", "power 2"))) == ["Power 1", "Power 2"]
    with pytest.raises(ScenarioError, match="up to 2 of its C'tan Powers, found Power 1, Power 2, Power 3"):
        question_of(asked(with_powers(), weapons=("power 1", "power 2", "power 3")))


def test_no_power_is_shot_in_overwatch_nor_without_the_ability() -> None:
    assert used(asked(with_powers(), facts={"overwatch": True})) == ["Spheres"]
    assert used(asked(VAULT)) == ["Spheres"]
    assert "may not be used" in refused(ask(gun("c'tan power"), TANK, overwatch=True))


def test_a_damaged_bearer_selects_fewer() -> None:
    text = (
        "While this model has 1-8 wounds remaining, it hums and you can only select one of the C'tan Powers weapons in your "
        "Shooting phase, instead of two."
    )
    findings = Findings()
    damaged, _ = read_damaged(Section("damaged", Line(1, "damaged: 1-8 wounds remaining"), (Line(2, text),)), findings)
    assert damaged == Damaged(8, (ChangeValue(name="powers", set=1, attacks="ranged"),), damaged.summary if damaged else "")
    assert any("it hums" in each.text for each in findings.all())
    hurt = msgspec.structs.replace(with_powers(), damaged=damaged)
    assert used(asked(hurt, facts={"attacker_wounds_left": 8})) == ["Spheres", "Power 3"]
    assert used(asked(hurt, facts={"attacker_wounds_left": 9})) == ["Spheres", "Power 3", "Power 2"]


# --- how sources print the faces ---


def test_faces_go_to_the_ability_that_asks_for_the_die() -> None:
    assert with_faces(("blast", "bubblechukka"), "3-4 ") == ("blast", "bubblechukka 3-4")
    assert with_faces(("blast",), "3-4") == ("blast",)
    assert with_faces(("bubblechukka",), "") == ("bubblechukka",)
    assert without_faces("1-2 Bubbler - big", ("bubblechukka",)) == ("Bubbler - big", ("bubblechukka 1-2",))
    assert without_faces("2 Bubbler", ("blast",)) == ("2 Bubbler", ("blast",))


def test_the_export_prints_them_in_a_column_of_their_own() -> None:
    row = {"description": "bubblechukka, blast", "range": "48", "type": "Ranged", "A": "D6", "BS_WS": "4", "S": "6", "AP": "-1"}
    rows = [
        {**row, "name": f"Bubbler \N{EN DASH} {name}", "dice": dice, "D": "1"}
        for name, dice in (("big", "1-2 "), ("dense", "3-6"))
    ]
    (weapon,) = read_weapons(rows, [])
    assert [(each.name, each.abilities[0]) for each in weapon.profiles] == [
        ("big", "bubblechukka 1-2"),
        ("dense", "bubblechukka 3-6"),
    ]
