"""Loadouts of units that are made up for the purpose, against a count by brute force."""

from collections import Counter
from itertools import combinations_with_replacement, islice

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbench.sheets import loadouts as module
from warbench.sheets.datasheet import Composition, Datasheet, ModelProfile
from warbench.sheets.loadouts import (
    TooManyLoadouts,
    check_loadout,
    count_unit_loadouts,
    dealt_out,
    default_loadout,
    each_model,
    loadout,
    unit_loadouts,
)
from warbench.sheets.options import Cap, Choice, Items, Option
from warbench.sheets.ways import limits, say, ways


def swap(takes: str, gives: str, limit: int = 0) -> Choice:
    """``"a,a"`` to ``"b"``: two of a for one b; an empty ``takes`` only adds."""
    return Choice(items(gives), items(takes), limit)


def items(text: str) -> tuple[Items, ...]:
    return tuple(Items(item, count) for item, count in Counter(filter(None, text.split(","))).items())


def unit(*options: Option, equipped: str = "gun,knife", low: int = 0, high: int = 9, boss: str = "") -> Datasheet:
    lines: tuple[Composition, ...] = (Composition("Trooper", low, high, tuple(equipped.split(","))),)
    if boss:
        lines = (Composition("Boss", 1, 1, tuple(boss.split(","))), *lines)
    models = tuple(ModelProfile(line.model, {}) for line in lines)
    return Datasheet("unit", "Unit", "test", "", (), models, composition=lines, options=options)


def told(sheet: Datasheet, line: int = 0) -> list[str]:
    """A model's loadouts, ``gun knife`` and so on."""
    every = ways(sheet, sheet.composition[line])
    return [" ".join(item for item, count in equipment for _ in range(count)) for equipment in every]


def codes(sheet: Datasheet, *models: tuple[str, str]) -> list[str]:
    return [problem.code for problem in check_loadout(sheet, [(kind, have.split()) for kind, have in models])]


def test_each_option_is_used_at_most_once_by_a_model() -> None:
    sheet = unit(Option((swap("gun", "beam"), swap("gun,gun", "beam,beam"))), equipped="gun,gun")
    assert told(sheet) == ["gun gun", "beam gun", "beam beam"]


def test_later_options_may_take_what_earlier_ones_gave() -> None:
    sheet = unit(Option((swap("gun", "beam"),)), Option((swap("beam", "axe"), swap("gun", "axe"))))
    assert told(sheet) == ["gun knife", "axe knife", "beam knife"]


def test_earlier_options_cannot_take_what_later_ones_give() -> None:
    sheet = unit(Option((swap("beam", "axe"),)), Option((swap("gun", "beam"),)))
    assert told(sheet) == ["gun knife", "beam knife"]


def test_needs_and_excludes() -> None:
    sheet = unit(
        Option((swap("gun", "beam"),)),
        Option((swap("", "scope"),), needs=("gun",)),
        Option((swap("", "flag"),), excludes=("scope", "beam")),
    )
    assert told(sheet) == ["gun knife", "flag gun knife", "gun knife scope", "beam knife"]


def test_options_for_another_kind_of_model_do_not_count() -> None:
    sheet = unit(Option((swap("gun", "sword"),), model="boss"), boss="gun")
    assert told(sheet, 0) == ["gun", "sword"]
    assert told(sheet, 1) == ["gun knife"]


def test_items_are_the_same_whatever_their_case() -> None:
    sheet = unit(Option((swap("GUN", "Beam"),)), equipped="Gun,knife")
    assert told(sheet) == ["Gun knife", "Beam knife"]
    assert codes(sheet, ("trooper", "bEAM KNIFE")) == []


def test_an_option_that_nobody_understood_changes_nothing() -> None:
    assert told(unit(Option((), text="may take something"))) == ["gun knife"]


def test_only_sets_of_uses_that_no_other_makes_superfluous_are_kept() -> None:
    free_and_bounded = unit(Option((swap("gun", "beam"),)), Option((swap("gun", "beam"),), limit=1))
    assert ways(free_and_bounded, free_and_bounded.composition[0])[loadout(["beam", "knife"])] == (frozenset(),)


def test_limits_per_so_many_models_round_down() -> None:
    sheet = unit(Option((swap("gun", "beam"),), limit=1, per=5))
    assert [count_unit_loadouts(sheet, size) for size in (1, 4, 5, 9)] == [1, 1, 2, 2]
    assert limits(sheet, [9]) == {"option 1": 1}


def test_a_choice_with_two_prices_is_bounded_once() -> None:
    sheet = unit(
        Option((swap("gun", "beam"),)), Option((swap("gun", "rail", 1), swap("beam", "rail", 1), swap("gun", "axe")), limit=2)
    )
    assert codes(sheet, ("Trooper", "rail knife"), ("Trooper", "axe knife")) == []
    assert codes(sheet, ("Trooper", "rail knife"), ("Trooper", "rail knife")) == ["option-limit"]
    assert codes(sheet, *[("Trooper", "axe knife")] * 3) == ["option-limit"]


def test_the_default_comes_first_and_every_loadout_once() -> None:
    sheet = unit(Option((swap("gun", "beam"), swap("gun", "rail")), limit=2), Option((swap("knife", "axe"),)), boss="sword")
    every = list(unit_loadouts(sheet, 4))
    assert every[0] == default_loadout(sheet, 4)
    assert len(set(every)) == len(every) == count_unit_loadouts(sheet, 4)


def test_units_are_listed_lazily() -> None:
    sheet = unit(*(Option((swap("", f"item {n}"),)) for n in range(8)), high=50)
    assert len(list(islice(unit_loadouts(sheet, 50), 3))) == 3
    assert count_unit_loadouts(sheet, 2) == 256 * 257 // 2


def test_counting_gives_up_with_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_STATES", 3)
    sheet = unit(*(Option((swap("", f"item {n}"),), limit=1) for n in range(4)))
    with pytest.raises(TooManyLoadouts, match="Unit: too many loadouts to count"):
        count_unit_loadouts(sheet, 9)


NAMES = st.sampled_from(["gun", "knife", "beam", "axe"])
CHOICES = st.builds(swap, st.one_of(st.just(""), NAMES), NAMES, st.integers(0, 1))
OPTIONS = st.builds(
    Option,
    st.lists(CHOICES, min_size=1, max_size=2).map(tuple),
    limit=st.integers(0, 2),
    per=st.sampled_from([0, 2]),
    excludes=st.sampled_from([(), ("axe",)]),
    together=st.booleans(),
    least=st.sampled_from([0, 2]),
    caps=st.sampled_from([(), (Cap(("beam", "axe")),)]),
)


@given(st.lists(OPTIONS, max_size=3), st.integers(1, 3))
def test_listing_counting_and_checking_agree(options: list[Option], size: int) -> None:
    sheet = unit(*options)
    every = list(unit_loadouts(sheet, size))
    assert len(set(every)) == len(every) == count_unit_loadouts(sheet, size)
    legal = {tuple(sorted(equipment for _, equipment in each_model(one))) for one in every}
    singles = ways(sheet, sheet.composition[0])
    for picked in combinations_with_replacement(sorted(singles), size):
        problems = check_loadout(sheet, [("Trooper", dict(equipment)) for equipment in picked])
        assert (not problems) == (picked in legal), problems


def test_every_fault_of_a_model_is_told_apart() -> None:
    sheet = unit(
        Option((swap("gun", "beam"),)), Option((swap("", "flag"),), model="Boss"), equipped="gun,knife,boots", boss="gun"
    )
    found = check_loadout(sheet, [("Boss", ["gun", "flag"]), ("Trooper", ["gun", "beam", "knife", "flag", "spoon"])])
    assert [(problem.code, problem.option) for problem in found] == [
        ("not-for-model", 0),
        ("unknown-item", 0),
        ("options", 1),
        ("fixed-item", 0),
    ]
    assert [problem.text for problem in found] == [
        "Trooper cannot have flag (Boss: also flag)",
        "'spoon' is no wargear of Unit",
        "Trooper cannot have beam and gun. Legal: gun; or beam. Options: any model: gun -> beam",
        "Trooper has boots, which no option changes; found none of them",
    ]


def test_a_combination_that_no_single_option_explains_is_refused_too() -> None:
    sheet = unit(Option((swap("gun", "beam"), swap("knife", "axe"))))
    assert codes(sheet, ("Trooper", "beam axe")) == ["options"]


def test_models_that_the_unit_does_not_have() -> None:
    sheet = unit(low=2, high=3, boss="gun")
    assert codes(sheet, ("Boss", "gun"), ("Clerk", "pen")) == ["unknown-model", "model-count"]
    assert codes(sheet, *[("Trooper", "gun knife")] * 4) == ["model-count", "model-count"]


def test_an_option_reads_as_a_line() -> None:
    option = Option((swap("gun", "beam,axe", 1), swap("", "flag")), "Trooper", 1, 5, ("gun",), ("axe",))
    assert (
        say(option)
        == "up to 1 Trooper for every 5 models with gun without axe: gun -> beam and axe (at most 1 in the unit), or also flag"
    )


def test_items_are_dealt_out_to_models_that_may_have_them() -> None:
    squad = unit(Option((swap("gun", "cannon"),), model="Boss"), Option((swap("", "bomb", 1),)), boss="gun,sword", low=2)
    dealt = dealt_out(squad, 3, {"Cannon": 1, "gun": 2, "sword": 1, "knife": 2, "bomb": 1})
    assert dealt is not None
    assert [model for model, held, _ in dealt if ("cannon", 1) in held] == ["Boss"]
    assert sum(dict(held).get("bomb", 0) * count for _, held, count in dealt) == 1
    assert not check_loadout(squad, [(model, dict(held)) for model, held in each_model(dealt)])


@pytest.mark.parametrize(
    "items",
    [{"gun": 3, "knife": 3}, {"gun": 1, "sword": 1, "knife": 2}, {"gun": 3, "sword": 1, "knife": 2, "bomb": 2}, {}],
)
def test_items_that_no_legal_unit_has_are_not_dealt_out(items: dict[str, int]) -> None:
    squad = unit(Option((swap("", "bomb", 1),)), boss="gun,sword", low=2)
    assert dealt_out(squad, 3, items) is None


def test_every_legal_loadout_is_dealt_out_again() -> None:
    squad = unit(Option((swap("gun", "cannon", 1),), limit=1), Option((swap("knife", "axe"), swap("knife", "bomb"))), boss="gun")
    for loadouts in unit_loadouts(squad, 4):
        total: Counter[str] = Counter()
        for _, held in each_model(loadouts):
            total.update(dict(held))
        dealt = dealt_out(squad, 4, total)
        assert dealt is not None
        again: Counter[str] = Counter()
        for _, held in each_model(dealt):
            again.update(dict(held))
        assert again == total


def test_either_all_models_use_an_option_or_none_does() -> None:
    sheet = unit(Option((swap("gun", "beam"),), together=True), Option((swap("beam", "rail"),), limit=1))
    assert [len(list(unit_loadouts(sheet, 3))), count_unit_loadouts(sheet, 3)] == [3, 3]
    assert codes(sheet, *[("Trooper", "beam knife")] * 2, ("Trooper", "rail knife")) == []
    assert codes(sheet, ("Trooper", "beam knife"), ("Trooper", "gun knife")) == ["all-models"]
    assert dealt_out(sheet, 2, {"gun": 1, "beam": 1, "knife": 2}) is None


def test_those_who_cannot_use_an_option_do_not_count_for_all_or_none() -> None:
    sheet = unit(Option((swap("gun", "beam"),), together=True), boss="sword")
    assert codes(sheet, ("Boss", "sword"), ("Trooper", "beam knife")) == []


def test_an_option_of_units_of_a_size() -> None:
    sheet = unit(Option((swap("gun", "beam"),), least=3, most=4), Option((swap("knife", "axe"),), most=2))
    assert [count_unit_loadouts(sheet, size) for size in (1, 2, 3, 4, 5)] == [2, 3, 4, 5, 1]
    assert codes(sheet, ("Trooper", "beam knife")) == ["option-limit"]


def test_a_choice_may_grow_with_the_unit_while_its_option_is_free() -> None:
    sheet = unit(Option((Choice(items("beam"), items("gun"), 1, per=2), swap("gun", "rail"))))
    assert codes(sheet, *[("Trooper", "beam knife")] * 2, *[("Trooper", "rail knife")] * 2) == []
    assert codes(sheet, *[("Trooper", "beam knife")] * 2, ("Trooper", "rail knife")) == ["option-limit"]


def test_for_every_so_many_models_of_one_kind() -> None:
    sheet = unit(Option((swap("gun", "beam"),), limit=1, per=2, per_model="Trooper"), boss="sword")
    assert [count_unit_loadouts(sheet, size) for size in (2, 3)] == [1, 2]


def test_a_model_has_at_most_so_many_of_some_items() -> None:
    caps = (Cap(("beam", "rail"), 1),)
    sheet = unit(Option((swap("gun", "beam"), swap("gun", "rail")), caps=caps), Option((swap("knife", "beam"),), caps=caps))
    assert told(sheet) == ["gun knife", "beam gun", "beam knife", "knife rail"]
    assert codes(sheet, ("Trooper", "beam rail")) == ["options"]


def test_a_choice_that_some_may_not_make() -> None:
    choice = Choice(items("beam"), items("gun"), excludes=("flag",))
    sheet = unit(Option((swap("", "flag"),)), Option((choice, swap("knife", "axe"))))
    assert told(sheet) == ["gun knife", "beam knife", "axe gun", "flag gun knife", "axe flag gun"]


def test_a_choice_that_must_be_made() -> None:
    sheet = unit(Option((swap("", "flag"), swap("", "horn")), must=True))
    assert default_loadout(sheet, 1) == (("Trooper", loadout(["gun", "knife", "flag"]), 1),)
    assert codes(sheet, ("Trooper", "gun knife")) == ["options"]


def test_an_option_for_a_kind_is_for_all_its_lines() -> None:
    lines = (Composition("Crew 1", 1, 1, ("gun",), "Crew"), Composition("Crew 2", 1, 1, ("axe",), "Crew"))
    sheet = unit(Option((swap("", "flag"),), model="Crew", limit=1))
    sheet = msgspec.structs.replace(sheet, composition=lines)
    assert count_unit_loadouts(sheet, 2) == 3


def test_parts_are_put_together_only_when_they_are_asked_for() -> None:
    sheet = unit(*(Option((swap("", f"item {n}"),)) for n in range(60)), high=10)
    assert count_unit_loadouts(sheet, 1) == 2**60
    assert len(list(islice(unit_loadouts(sheet, 10), 3))) == 3
    wanted = {"gun": 2, "knife": 2, "item 7": 2, "item 59": 1}
    dealt = dealt_out(sheet, 2, wanted)
    assert dealt is not None
    assert not check_loadout(sheet, [(model, dict(held)) for model, held in each_model(dealt)])
