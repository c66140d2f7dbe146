"""Who may lead a unit, alone and beside others."""

import pytest
from msgspec.structs import replace

from warbench.games.w40k10 import library
from warbench.games.w40k10.leaders import MOST, answers, is_retinue, leaders_fault
from warbench.sheets.datasheet import Datasheet, JoinsBeside, JoinsUnit, LedAs, TakesLeaders

SQUAD = library.datasheet("intercessor-squad")
CAPTAIN, LIEUTENANT = library.datasheet("captain"), library.datasheet("lieutenant")


def leader(name: str, *keywords: str, beside: JoinsBeside | None = None) -> Datasheet:
    """A made-up leader of the Intercessor Squad."""
    key = library.slug(name)
    return replace(CAPTAIN, id=key, name=name, keywords=("character", *keywords), joins_beside=beside)


def code(*leaders: Datasheet, body: Datasheet = SQUAD, size: int = 5) -> str:
    fault = leaders_fault(body, size, leaders)
    return fault.code if fault is not None else ""


def test_one_leader_needs_no_more_than_to_lead_the_unit() -> None:
    assert code(CAPTAIN) == ""
    assert code(library.datasheet("kahl")) == "may-not-lead"
    assert code() == ""


def test_a_second_leader_joins_beside_whom_his_datasheet_names_in_any_order() -> None:
    assert code(CAPTAIN, LIEUTENANT) == ""
    assert code(LIEUTENANT, CAPTAIN) == ""


def test_a_refusal_names_the_leaders_and_beside_whom_each_joins() -> None:
    fault = leaders_fault(SQUAD, 5, [CAPTAIN, CAPTAIN])
    assert fault is not None
    assert (fault.code, fault.rule) == ("may-not-join", "leader")
    assert fault.sentence == "Intercessor Squad cannot be led by Captain and Captain together: Captain joins beside nobody"
    told = leaders_fault(SQUAD, 5, [LIEUTENANT, LIEUTENANT])
    assert told is not None
    assert told.sentence.endswith("Lieutenant joins beside one captain or chapter master")


def test_one_that_joins_beside_any_character_does_not_join_beside_his_like() -> None:
    herald = leader("Herald", beside=JoinsBeside(whom=("character",)))
    assert code(CAPTAIN, herald) == ""
    assert code(herald, herald) == "may-not-join"
    twin = leader("Twin", beside=JoinsBeside(whom=("twin",)))
    assert code(twin, twin) == ""


def test_beside_one_leader_only_one_more_joins_unless_his_datasheet_says_several() -> None:
    herald = leader("Herald", beside=JoinsBeside(whom=("character",)))
    sage = leader("Sage", "sage", beside=JoinsBeside(whom=("character",), several=True, never=("sage",)))
    assert code(CAPTAIN, LIEUTENANT, herald) == "may-not-join"
    assert code(sage, CAPTAIN, LIEUTENANT) == ""
    assert code(CAPTAIN, sage, replace(sage, id="elder-sage", name="Elder Sage")) == "may-not-join"


@pytest.mark.parametrize(("units", "expected"), [(("intercessor squads",), ""), (("hellblaster squad",), "may-not-join")])
def test_he_may_join_beside_others_in_some_units_only(units: tuple[str, ...], expected: str) -> None:
    herald = leader("Herald", beside=JoinsBeside(whom=("captain",), units=units))
    assert code(CAPTAIN, herald) == expected


def test_a_unit_takes_several_leaders_by_its_size_and_who_they_are() -> None:
    chief, other = leader("Chief", "chief"), leader("Other")
    mob = replace(SQUAD, takes_leaders=TakesLeaders(most=2, models=20, needs=("chief",)))
    assert code(chief, other, body=mob, size=20) == ""
    assert code(chief, other, body=mob, size=10) == "may-not-join"
    assert code(other, CAPTAIN, body=mob, size=20) == "may-not-join"
    assert code(chief, chief, body=mob, size=20) == "may-not-join"
    assert code(chief, chief, body=replace(mob, takes_leaders=TakesLeaders(most=2, twice=True))) == ""
    assert code(chief, other, CAPTAIN, body=mob, size=20) == "may-not-join"


def test_more_leaders_than_any_datasheet_has_are_refused_without_trying_them_out() -> None:
    fault = leaders_fault(SQUAD, 5, [CAPTAIN] * 40)
    assert fault is not None
    assert fault.sentence == f"found 40 leaders of Intercessor Squad, expected at most {MOST}"


CRABS = replace(
    SQUAD,
    id="crabs",
    name="Crabs",
    keywords=("infantry", "crabs"),
    joins=JoinsUnit(led_by=("captain", "reeve"), never=("crabs",)),
)


def joined(*retinues: Datasheet, leaders: tuple[Datasheet, ...] = (CAPTAIN,)) -> str:
    fault = leaders_fault(SQUAD, 5, leaders, retinues)
    return fault.sentence if fault is not None else ""


def test_a_retinue_joins_a_unit_whose_leader_its_datasheet_names() -> None:
    assert is_retinue(CRABS, SQUAD)
    assert not is_retinue(CAPTAIN, SQUAD)
    assert joined(CRABS) == ""
    assert joined(CRABS, leaders=(LIEUTENANT,)) == (
        "Crabs cannot join Intercessor Squad led by Lieutenant; it joins any unit led by captain or reeve, never beside crabs"
    )
    assert "without a leader" in joined(CRABS, leaders=())
    assert "beside Crabs" in joined(CRABS, CRABS)
    assert joined(SQUAD) == "Intercessor Squad joins no unit as a retinue"


def test_a_retinue_may_name_the_unit_and_need_no_leader() -> None:
    snails = replace(CRABS, id="snails", name="Snails", joins=JoinsUnit(units=("intercessor squad",)))
    assert joined(snails, leaders=()) == ""
    assert "cannot join" in joined(replace(snails, joins=JoinsUnit(units=("tide court",))))


def test_a_unit_takes_the_leaders_of_another_one_whom_it_names() -> None:
    band = replace(SQUAD, id="reed-band", name="Reed Band", led_as=(LedAs(units=("intercessor squad",), who=("captain",)),))
    assert code(CAPTAIN, body=band) == ""
    assert code(LIEUTENANT, body=band) == "may-not-lead"
    hero = replace(CAPTAIN, keywords=(*CAPTAIN.keywords, "epic hero"))
    strict = replace(band, led_as=(LedAs(units=("intercessor squad",), never=("epic hero",)),))
    assert code(CAPTAIN, body=strict) == ""
    assert code(hero, body=strict) == "may-not-lead"


@pytest.mark.parametrize(
    ("words", "expected"),
    [("Captain", True), ("Captains", True), ("Character Infantry", True), ("Lieutenant", False), ("Infantry Reeve", False)],
)
def test_keywords_in_a_row_are_all_of_a_datasheet(words: str, expected: bool) -> None:
    assert answers(CAPTAIN, words) is expected
