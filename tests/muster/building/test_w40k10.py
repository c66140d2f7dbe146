"""A Warhammer 40,000 army is built by orders, and what cannot be is refused with what there is instead."""

import pytest

from warbench.games.w40k10.battle.roster import ArmySpec
from warbench.intake.sources import Beside
from warbench.muster import W40k10File, muster
from warbench.muster.building import BuildError, Orders, begun, changed
from warbench.muster.known import Known
from warbench.sheets.finding import UnknownDatasheet

KNOWN = Known.of(
    [Beside("detachment", "Gladius Task Force", "Space Marines")],
    [Beside("enhancement", "Plain Ring", "Space Marines", "Gladius Task Force", 10)],
)


def built(*steps: Orders) -> ArmySpec:
    file = begun("w40k10", Orders(faction="space marines", name="Mine"), KNOWN)
    for orders in steps:
        file = changed(file, orders, KNOWN)
    assert isinstance(file, W40k10File)
    return file.army


def points(spec: ArmySpec) -> int:
    return muster(W40k10File(army=spec), KNOWN).points


BASE = Orders(detachment=("gladius task force",), add=("Intercessor Squad x2", "Impulsor"), lead=("Captain: #1",), warlord="#1")


def test_an_army_is_built_from_nothing_and_is_legal() -> None:
    spec = built(BASE, Orders(enhancement=("#1: plain ring",), inside=("#1: Impulsor",), models=("#2=10",)))
    found = muster(W40k10File(army=spec), KNOWN)
    assert found.findings == ()
    assert (spec.name, spec.faction, spec.detachment) == ("Mine", "Space Marines", "Gladius Task Force")
    assert [(unit.name, unit.models, unit.warlord, unit.inside) for unit in found.units] == [
        ("Intercessor Squad led by Captain", 6, True, "Impulsor"),
        ("Intercessor Squad 2", 10, False, ""),
        ("Impulsor", 1, False, ""),
    ]
    assert found.points == 80 + 80 + 10 + 160 + 80


def test_wargear_is_given_to_the_models_that_may_have_it_and_taken_back() -> None:
    spec = built(BASE, Orders(give=("Intercessor Squad 2: astartes grenade launcher", "Intercessor Squad 2: thunder hammer")))
    carried = [set(items) for items in spec.units[1].items]
    assert ["astartes grenade launcher" in {item.casefold() for item in items} for items in carried].count(True) == 1
    assert muster(W40k10File(army=spec), KNOWN).is_legal
    assert changed(W40k10File(army=spec), Orders(usual=("Intercessor Squad 2",)), KNOWN).army.units[1].items == ()  # type: ignore[union-attr]  # of one game


def test_a_leader_that_stands_alone_joins_with_what_he_has() -> None:
    spec = built(Orders(add=("Captain", "Intercessor Squad"), warlord="Captain"), Orders(lead=("Captain: Intercessor Squad",)))
    (unit,) = spec.units
    assert (unit.datasheet, unit.leader, unit.warlord) == ("Intercessor Squad", "Captain", True)


LED = Orders(
    detachment=("gladius task force",),
    add=("Intercessor Squad x2",),
    lead=("Captain: #1", "Lieutenant: #1", "Captain: #2"),
    warlord="#1",
)


def test_each_leader_of_a_unit_is_reached_by_his_name() -> None:
    spec = built(
        LED, Orders(give=("Lieutenant: power fist",), enhancement=("Lieutenant: Plain Ring",)), Orders(warlord="Lieutenant")
    )
    (lieutenant,) = spec.units[0].beside
    assert ("power fist" in {item.casefold() for item in lieutenant.items}, lieutenant.enhancement) == (True, "Plain Ring")
    assert (lieutenant.warlord, spec.units[0].warlord, spec.units[0].enhancement) == (True, False, "")
    assert muster(W40k10File(army=spec), KNOWN).is_legal
    bare = changed(W40k10File(army=spec), Orders(usual=("#1",)), KNOWN).army
    assert bare.units[0].beside[0].items == {}  # type: ignore[union-attr]  # of one game


def test_a_name_that_several_leaders_have_says_which_with_the_place_of_the_unit() -> None:
    with pytest.raises(BuildError, match=r"'Captain' means several; say which: #1 Captain, #2 Captain"):
        built(LED, Orders(give=("Captain: power fist",)))
    spec = built(LED, Orders(give=("#2 Captain: power fist",)))
    assert (spec.units[0].leader_items, bool(spec.units[1].leader_items)) == ({}, True)
    with pytest.raises(BuildError, match=r"found 'Herald', the unit has Intercessor Squad, Captain"):
        built(LED, Orders(give=("#2 Herald: power fist",)))


def test_the_body_of_a_unit_that_is_led_has_no_enhancement() -> None:
    with pytest.raises(BuildError, match="only its leaders have Enhancements"):
        built(LED, Orders(enhancement=("#1 Intercessor Squad: Plain Ring",)))


def test_what_is_removed_takes_its_enhancement_along() -> None:
    spec = built(BASE, Orders(enhancement=("#1: Plain Ring",)))
    assert [each.name for each in spec.enhancements] == ["Plain Ring"]
    after = built(BASE, Orders(enhancement=("#1: Plain Ring",)), Orders(remove=("#1",)))
    assert (after.enhancements, len(after.units)) == ((), 2)


def test_an_enhancement_that_no_data_has_is_given_with_its_points() -> None:
    spec = built(BASE, Orders(enhancement=("#1: Odd Thing=25",)))
    assert points(spec) == points(built(BASE)) + 25


@pytest.mark.parametrize(
    ("orders", "message"),
    [
        (Orders(add=("Impulsor x99",)), "found x99, expected 1 to 20"),
        (Orders(remove=("Impulsor 7",)), "unknown unit 'Impulsor 7'; did you mean impulsor"),
        (Orders(remove=("#9",)), "the army has 3 units: #1 is the first"),
        (Orders(models=("Impulsor",)), "--models: found 'Impulsor', expected UNIT=NUMBER"),
        (Orders(models=("Impulsor=many",)), "found 'many', expected a number of models"),
        (Orders(give=("Impulsor: lascannon",)), "Impulsor has no option for 'lascannon'; its options give: "),
        (Orders(give=("#2: 3 thunder hammer",)), "cannot take 3 thunder hammer: refused after 1"),
        (Orders(lead=("Captain: Impulsor",)), "Captain cannot lead Impulsor; it leads "),
        (Orders(enhancement=("#1: Gold Ring",)), "found 'Gold Ring'; Gladius Task Force has Plain Ring (10)"),
        (Orders(reserve=("#2: orbit",)), "found 'orbit', expected none, deep strike, strategic"),
        (Orders(prime=("#1: x",)), "--prime: Warhammer 40,000 has no such thing"),
        (Orders(faction="Space Marine"), "did you mean Space Marines?"),
        (Orders(add=("Impulsor x20",) * 10), "the army would have 203 units, expected at most 200"),
        (Orders(name="x" * 201), "--name: found 201 letters, expected at most 200"),
    ],
)
def test_what_cannot_be_is_refused(orders: Orders, message: str) -> None:
    with pytest.raises(BuildError) as refused:
        built(BASE, orders)
    assert message in str(refused.value)


def test_an_unknown_datasheet_names_the_nearest_and_a_new_army_needs_a_faction() -> None:
    with pytest.raises(UnknownDatasheet, match="intercessor"):
        built(Orders(add=("Intercesor Sqad",)))
    with pytest.raises(BuildError, match=r"a new army needs one of: .*Space Marines"):
        begun("w40k10", Orders(), KNOWN)
