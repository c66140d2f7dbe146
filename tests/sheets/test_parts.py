"""Wargear in parts: options that do not touch each other are chosen apart, and what they cost is added up."""

import msgspec

from warbench.sheets.datasheet import Composition, Datasheet, ModelProfile, Points
from warbench.sheets.legality import check_loadout
from warbench.sheets.options import Choice, Items, Option
from warbench.sheets.parts import parts
from warbench.sheets.prices import wargear_points
from warbench.sheets.sizes import points

LETTERS = "abcdefghijklmnopqrst"


def swap(old: str, new: str, cost: int = 0) -> Choice:
    return Choice(gives=(Items(new),), takes=(Items(old),), points=cost)


def sheet(*options: Option, equipped: tuple[str, ...] = ("sword", "bow"), rows: tuple[Points, ...] = ()) -> Datasheet:
    return Datasheet(
        id="archer",
        name="Archer",
        game="none",
        faction="",
        keywords=(),
        models=(ModelProfile(name="Archer", characteristics={}),),
        composition=(Composition(model="Archer", low=1, high=10, equipped=equipped),),
        points=rows,
        options=options,
    )


SPEAR = Option(choices=(swap("sword", "spear", 5), swap("sword", "axe", 10)))
BOW = Option(choices=(swap("bow", "crossbow", 3),))


def test_items_that_no_option_ties_together_are_parts_of_their_own() -> None:
    found = parts(sheet(SPEAR, BOW), sheet().composition[0])
    assert [sorted(part.items) for part in found] == [["axe", "spear", "sword"], ["bow", "crossbow"]]
    assert [part.options for part in found] == [(0,), (1,)]
    assert [len(part.ways) for part in found] == [3, 2]


def test_an_option_that_needs_an_item_is_tied_to_it() -> None:
    poison = Option(choices=(Choice(gives=(Items("poison"),)),), needs=("crossbow",))
    archer = sheet(SPEAR, BOW, poison)
    assert len(parts(archer, archer.composition[0])) == 2
    assert check_loadout(archer, [("Archer", ("sword", "crossbow", "poison"))]) == []
    assert [problem.code for problem in check_loadout(archer, [("Archer", ("sword", "bow", "poison"))])] == ["options"]


def test_the_cheapest_road_is_paid() -> None:
    assert wargear_points(sheet(SPEAR, BOW), [("Archer", ("sword", "bow"))]) == 0
    assert wargear_points(sheet(SPEAR, BOW), [("archer", ("SPEAR", "crossbow")), ("Archer", ("axe", "bow"))]) == 5 + 3 + 10
    dearer = Option(choices=(swap("sword", "spear", 50),))
    assert wargear_points(sheet(dearer, SPEAR), [("Archer", ("spear", "bow"))]) == 5


def test_twenty_options_that_do_not_touch_each_other_are_no_burden() -> None:
    many = sheet(*(Option(choices=(Choice(gives=(Items(letter),), points=1),)) for letter in LETTERS))
    everything = ("sword", "bow", *LETTERS)
    assert check_loadout(many, [("Archer", everything)]) == []
    assert wargear_points(many, [("Archer", everything)]) == len(LETTERS)
    assert [problem.code for problem in check_loadout(many, [("Archer", (*everything, "a"))])] == ["options"]


def test_a_limit_counts_over_the_whole_unit() -> None:
    one = Option(choices=(swap("bow", "crossbow"),), limit=1)
    archers = [("Archer", ("sword", "crossbow"))] * 2
    assert [problem.code for problem in check_loadout(sheet(one), archers)] == ["option-limit"]


def test_each_model_more_may_cost_the_same() -> None:
    growing = sheet(rows=(Points(5, 50, 10), Points(8, 70, 5)))
    assert [points(growing, size) for size in (5, 7, 8, 10)] == [50, 70, 70, 80]
    fixed = sheet(rows=(Points(5, 50), Points(10, 90)))
    assert [points(fixed, size) for size in (3, 5, 6, 10)] == [50, 50, 90, 90]


def test_the_parts_of_a_line_are_made_once_and_anew_for_other_options() -> None:
    archer = sheet(SPEAR, BOW)
    renamed = msgspec.structs.replace(sheet(SPEAR, BOW), id="ranger", name="Ranger")
    found = parts(archer, archer.composition[0])
    assert parts(renamed, renamed.composition[0]) is found
    assert parts(sheet(SPEAR), archer.composition[0]) != found


def test_a_crowd_of_ways_is_not_kept() -> None:
    letters = [Option(choices=(Choice(gives=(Items(letter),)),), needs=("sword",)) for letter in LETTERS[:11]]
    crowded = sheet(*letters)
    found = parts(crowded, crowded.composition[0])
    assert max(len(part.ways) for part in found) == 2**11
    assert parts(crowded, crowded.composition[0]) is not found
