"""Items in total are dealt out to models: exactly where some legal equipment fits, else as near as can be, and it is said."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import fuzz
from warbench.games.heresy3 import library as heresy3
from warbench.games.w40k10 import library
from warbench.intake.armies.dealing import Items, deal, lines_named, possible, spelt
from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.loadouts import check_loadout
from warbench.sheets.options import Choice, Option
from warbench.sheets.options import Items as Part
from warbench.sheets.parts import parts

KYN = library.datasheet("Hearthkyn Warriors")
(THEYN, WARRIOR) = KYN.composition
PLAIN: Items = {"Autoch-pattern bolt pistol": 9, "Autoch-pattern bolter": 9, "close combat weapon": 9}


def total(models: tuple[Items, ...]) -> Counter[str]:
    return sum((Counter(items) for items in models), Counter())


def test_the_default_in_total_is_the_default_of_each() -> None:
    dealt = deal(KYN, WARRIOR, 9, PLAIN)
    assert dealt.models == (dealt.models[0],) * 9
    assert total(dealt.models) == PLAIN
    assert (dealt.left, dealt.added) == ({}, {})


def test_nothing_in_total_is_the_default() -> None:
    assert deal(KYN, WARRIOR, 9, {}) == deal(KYN, WARRIOR, 9, PLAIN)


def test_exchanged_items_go_to_as_many_models() -> None:
    wanted = {**PLAIN, "Autoch-pattern bolter": 7, "magna-rail rifle": 1, "L7 missile launcher": 1, "comms array": 1}
    dealt = deal(KYN, WARRIOR, 9, wanted)
    assert (dealt.left, dealt.added) == ({}, {})
    assert total(dealt.models) == Counter(wanted)
    theyn = deal(KYN, THEYN, 1, {})
    worn = [("Theyn", theyn.models[0]), *(("Hearthkyn Warrior", items) for items in dealt.models)]
    assert check_loadout(KYN, worn) == []


def test_what_nobody_can_have_is_left_and_what_nobody_said_is_told() -> None:
    dealt = deal(KYN, THEYN, 1, {"Autoch-pattern bolter": 1, "ion pistol": 1, "magna-rail rifle": 1})
    assert dealt.left == {"magna-rail rifle": 1}
    assert dealt.models[0]["ion pistol"] == 1
    assert "weavefield crest" in dealt.models[0]  # as usual: no option changes it
    short = deal(KYN, WARRIOR, 9, {**PLAIN, "Autoch-pattern bolter": 8})
    assert (short.left, short.added) == ({}, {"Autoch-pattern bolter": 1})


@fuzz(100)
@given(st.data())
def test_every_legal_equipment_is_found_again(data: st.DataObject) -> None:
    sheet = data.draw(st.sampled_from([KYN, library.datasheet("Einhyr Hearthguard"), heresy3.datasheet("Tactical Squad")]))
    line = data.draw(st.sampled_from(sheet.composition))
    number = data.draw(st.integers(1, 8))
    models: list[Items] = []
    for _ in range(number):
        ways = [data.draw(st.sampled_from(list(part.ways))) for part in parts(sheet, line)]
        models.append({item: count for way in ways for item, count in way})
    wanted = dict(total(tuple(models)))
    dealt = deal(sheet, line, number, wanted)
    if wanted:
        assert (dealt.left, dealt.added) == ({}, {})
        assert total(dealt.models) == Counter(wanted)


def test_names_of_items_are_found_whatever_the_case_and_the_plural() -> None:
    assert spelt(KYN, "MAGNA-RAIL RIFLE") == "magna-rail rifle"
    assert spelt(KYN, "Magna-rail rifles") == "magna-rail rifle"
    assert spelt(KYN, "rubber duck") == ""


@pytest.mark.parametrize(("name", "found"), [("Theyn", "Theyn"), ("Hearthkyn Warriors", "Hearthkyn Warrior"), ("Dragon", None)])
def test_names_of_models_are_found(name: str, found: str | None) -> None:
    assert next((line.model for line in lines_named(KYN, name)), None) == found


def test_a_huge_unit_is_dealt_out_without_a_search() -> None:
    choices = tuple(Choice(gives=(Part(f"w{number}"),), takes=(Part("w"),)) for number in range(8))
    line = Composition(model="M", low=1, high=5000, equipped=("w",))
    sheet = Datasheet(
        id="m",
        name="M",
        game="w40k10",
        faction="",
        keywords=(),
        models=(),
        composition=(line,),
        options=(Option(choices=choices),),
    )
    dealt = deal(sheet, line, 3000, {f"w{number}": 300 for number in range(8)})
    assert len(dealt.models) == 3000
    assert possible(sheet, line) == frozenset({"w", *(f"w{number}" for number in range(8))})
    # The greedy way finds them all here: 2400 of the weapons, and 600 models that keep what they have.
    assert dealt.left == {}
    assert dealt.added == {"w": 600}
