"""A Horus Heresy army is built by orders, and what cannot be is refused with what there is instead."""

import pytest

from warbench.games.heresy3.armies.spec import ArmySpec
from warbench.muster import Heresy3File, muster
from warbench.muster.building import BuildError, Orders, begun, changed
from warbench.muster.known import NOTHING


def built(*steps: Orders) -> ArmySpec:
    file = begun("heresy3", Orders(faction="imperial fists"), NOTHING)
    for orders in steps:
        file = changed(file, orders, NOTHING)
    assert isinstance(file, Heresy3File)
    return file.army


BASE = Orders(allegiance="Loyalist", add=("Centurion", "Tactical Squad x2"), lead=("Centurion: Tactical Squad 2",))


def test_an_army_is_built_from_nothing_and_is_legal() -> None:
    spec = built(
        BASE,
        Orders(
            detachment=("armoured support",),
            add=("Predator", "Rhino"),
            models=("#2=20",),
            give=("#2: vexilla", "#2: melta bombs"),
            prime=("#2: master sergeant", "Centurion: Logistical Benefit=Recon"),
            warlord="Centurion",
            reserve=("Predator: reserve",),
        ),
    )
    found = muster(Heresy3File(army=spec))
    assert found.faults == ()
    assert [(unit.name, unit.detachment, unit.models) for unit in found.units] == [
        ("Centurion", 0, 1),
        ("Tactical Squad", 0, 20),
        ("Tactical Squad 2", 0, 10),
        ("Rhino", 0, 1),
        ("Predator", 1, 1),
    ]
    centurion, first, *_ = spec.units
    assert (centurion.joins, centurion.prime, centurion.benefit, centurion.warlord) == (
        "Tactical Squad 2",
        "Logistical Benefit",
        "recon",
        True,
    )
    assert {item for kit in first.wargear for item in kit.gives} == {"vexilla", "melta bombs"}


def test_an_upgrade_goes_to_the_kind_of_model_that_may_have_it() -> None:
    spec = built(Orders(allegiance="loyalist", add=("Breacher Squad",), give=("Breacher Squad: breacher charges",)))
    (unit,) = spec.units
    assert [(kit.model, kit.gives) for kit in unit.wargear] == [("Breacher Sergeant", ("breacher charges",))]
    with pytest.raises(BuildError, match="Sergeant cannot have breacher charges"):
        built(BASE, Orders(give=("#2: breacher charges",)))


def test_units_may_be_put_into_a_detachment_that_is_named() -> None:
    spec = built(BASE, Orders(detachment=("Tactical Support",)), Orders(add=("Tactical Squad",), into="tactical support"))
    assert [len(each.units) for each in spec.detachments] == [3, 1]


@pytest.mark.parametrize(
    ("orders", "message"),
    [
        (Orders(allegiance="neutral"), "found 'neutral', expected one of loyalist, traitor"),
        (Orders(detachment=("Odd",)), "found 'Odd', expected one of Crusade Primary"),
        (Orders(add=("Rhino",), into="Odd"), "--into: found 'Odd', the army has the detachments Crusade Primary"),
        (Orders(prime=("#1: Odd",)), "expected one of Master Sergeant"),
        (Orders(prime=("#1: Logistical Benefit",)), "names the role of the added slot: =ROLE"),
        (Orders(give=("#1: banana",)), "has no option for 'banana'"),
        (Orders(enhancement=("#1: x",)), "The Horus Heresy has none"),
        (Orders(reserve=("#1: orbit",)), "found 'orbit', expected none, reserve"),
    ],
)
def test_what_cannot_be_is_refused(orders: Orders, message: str) -> None:
    with pytest.raises(BuildError) as refused:
        built(BASE, orders)
    assert message in str(refused.value)
