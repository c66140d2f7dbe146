"""Broken Warhammer 40,000 armies are mended to legal ones by the smallest change, whatever is broken."""

from collections.abc import Callable
from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.muster.kit import LORD, W40K10, changed, marines
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import army, check_army
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import ArmySpec, Roster, UnitSpec
from warbench.muster import W40k10File
from warbench.muster.fixing import Mended, NoFix
from warbench.muster.fixing.effort import Effort
from warbench.muster.fixing.files import fix as fix_file
from warbench.muster.fixing.w40k10 import fix
from warbench.muster.fixing.w40k10_variants import variants_of
from warbench.muster.w40k10.checking import army_faults, entry_alone, muster
from warbench.sheets.datasheet import Composition


def mended(spec: ArmySpec, size: str = "") -> Mended[ArmySpec]:
    found = fix(spec, size)
    assert isinstance(found, Mended)
    assert check_army(found.spec, size or None) == ()
    return found


@pytest.mark.parametrize("name", W40K10)
def test_a_legal_army_stays_as_it_is(name: str) -> None:
    spec = army(name)
    assert mended(spec) == Mended(spec=spec, steps=(), cost=0)


RIDE = UnitSpec(datasheet="Impulsor", name="Ride")
SCOUTS = library.datasheet("scout-squad")
ARMED: dict[str, int] = {"bolt pistol": 1, "plasma cannon": 1, "close combat weapon": 1}
CASES: list[tuple[str, ArmySpec, tuple[str, ...], int]] = [
    ("no Warlord", marines(changed(LORD, warlord=False), "Scout Squad", lord=None), ("Lord's is the Warlord",), 2),
    (
        "a Warlord that is no CHARACTER",
        marines(UnitSpec(datasheet="Scout Squad", warlord=True), lord=changed(LORD, warlord=False)),
        ("Lord's is the Warlord", "Scout Squad is not the Warlord"),
        3,
    ),
    ("a size", marines(UnitSpec(datasheet="Scout Squad", models=3)), ("grow Scout Squad from 3 to 5 models",), 12),
    ("an unknown datasheet", marines("Scuot"), ("take out Scuot",), 40),
    ("another faction", marines("Sagitaur"), ("take out Sagitaur (115 points)",), 155),
    ("too many copies", marines(*["Whirlwind"] * 4), ("take out Whirlwind (190 points)",), 230),
    (
        "wargear",
        marines(UnitSpec(datasheet="Intercessor Squad", items=(ARMED,) * 5)),
        (
            "Intercessor Squad: Intercessor Sergeant: plasma cannon -> bolt rifle",
            "Intercessor Squad: 4 x Intercessor: plasma cannon -> bolt rifle",
        ),
        10,
    ),
    (
        "a leader",
        marines(UnitSpec(datasheet="Scout Squad", leader="Lieutenant")),
        ("Lieutenant leaves Scout Squad and is a unit of its own",),
        8,
    ),
    (
        "a transport that is too full",
        marines(RIDE, UnitSpec(datasheet="Intercessor Squad", name="Ten", models=10, inside="Ride")),
        ("Ten begins outside Ride",),
        4,
    ),
    (
        "deep strike",
        marines(UnitSpec(datasheet="Scout Squad", reserve="deep strike")),
        ("Scout Squad waits in Strategic Reserves",),
        3,
    ),
    (
        "a passenger of an unknown transport",
        marines(UnitSpec(datasheet="Scout Squad", inside="Nowhere")),
        ("Scout Squad begins outside Nowhere",),
        4,
    ),
]


@pytest.mark.parametrize(("spec", "steps", "cost"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_one_thing_that_is_wrong_is_mended_by_one_change(spec: ArmySpec, steps: tuple[str, ...], cost: int) -> None:
    assert check_army(spec)
    found = mended(spec)
    assert (found.steps, found.cost) == (steps, cost)


def total(spec: ArmySpec) -> int:
    return sum(entry.points for entry in Roster((spec, spec)).of(0))


def test_too_many_points_are_taken_out_as_few_as_there_are() -> None:
    gift = Enhancement(name="Gift", points=45)
    lord = changed(LORD, enhancement="Gift")
    spec = marines(*["Redemptor Dreadnought"] * 3, "Scout Squad", "Eradicator Squad", lord=lord)
    full = msgspec.structs.replace(spec, enhancements=(gift,))
    assert total(full) == 1005
    assert mended(full, "incursion").steps == ("Lord's goes without Gift (-45 points)",)


def test_an_army_is_cut_to_a_smaller_battle_by_whole_units() -> None:
    found = mended(army("votann-2000"), "incursion")
    assert 950 <= total(found.spec) <= 1000


def test_the_mended_army_says_for_which_battle_it_is_where_its_points_alone_mean_a_smaller_one() -> None:
    own = army("votann-1000")
    strangers = msgspec.structs.replace(own, units=(*own.units, UnitSpec(datasheet="Terminator Squad")))
    answer = fix_file(W40k10File(army=strangers))
    assert isinstance(answer, Mended)
    assert isinstance(answer.spec, W40k10File)
    assert (answer.spec.army, answer.spec.battle_size) == (own, "strike force")
    assert answer.notes == ("it is for strike force, as before",)
    asked = fix_file(W40k10File(army=strangers, battle_size="incursion"))
    assert isinstance(asked, Mended)
    assert asked.notes == ()


def test_a_leader_keeps_its_enhancement_when_it_leaves_its_unit() -> None:
    spec = msgspec.structs.replace(
        marines(UnitSpec(datasheet="Scout Squad", leader="Lieutenant", enhancement="Gift")),
        enhancements=(Enhancement(name="Gift", points=9),),
    )
    found = mended(spec)
    assert found.spec.units[1:] == (UnitSpec(datasheet="Scout Squad"), UnitSpec(datasheet="Lieutenant", enhancement="Gift"))


def test_passengers_count_with_their_transport_in_strategic_reserves() -> None:
    ride = UnitSpec(datasheet="Land Raider", name="Ride", reserve="strategic")
    spec = marines(ride, UnitSpec(datasheet="Terminator Squad", name="Guard", inside="Ride"))
    assert [fault.code for fault in check_army(spec)] == ["too-much-in-reserve"]
    found = mended(spec)
    assert found.cost == 4
    assert len(found.steps) == 1


def test_without_anybody_who_could_lead_it_there_is_no_fix() -> None:
    found = fix(msgspec.structs.replace(marines("Scout Squad", lord=None), faction="Nobody"))
    assert isinstance(found, NoFix)
    assert isinstance(fix(marines(), "skirmish"), NoFix)


PAIRED = msgspec.structs.replace(
    library.datasheet("scout-squad"),
    id="own-scouts",
    composition=(
        Composition(model="Scout Sergeant", low=1, high=2, equipped=SCOUTS.composition[0].equipped),
        Composition(model="Scout", low=4, high=8, equipped=SCOUTS.composition[1].equipped),
    ),
    makeups=((1, 4), (2, 8)),
    options=(),
)


@pytest.mark.parametrize(
    ("size", "steps", "cost"), [(7, "shrink Squad from 7 to 5 models", 12), (9, "grow Squad from 9 to 10 models", 11)]
)
def test_a_size_between_the_ways_to_make_up_a_unit_becomes_the_nearest(size: int, steps: str, cost: int) -> None:
    spec = msgspec.structs.replace(marines(UnitSpec(datasheet="own-scouts", name="Squad", models=size)), sheets=(PAIRED,))
    assert [fault.code for fault in check_army(spec)] == ["bad-unit"]
    assert [finding.code for finding in muster(spec).faults] == ["unit-size"]
    found = mended(spec)
    assert (found.steps, found.cost) == ((steps,), cost)


def test_kinds_of_models_that_no_way_has_become_the_nearest() -> None:
    unit = UnitSpec(datasheet="own-scouts", name="Squad", models=10, kinds={"Scout Sergeant": 1, "Scout": 9})
    found = mended(msgspec.structs.replace(marines(unit), sheets=(PAIRED,)))
    assert (found.steps, found.cost) == (("Squad is 2 Scout Sergeant and 8 Scout",), 5)


def test_models_that_stay_keep_their_wargear_when_a_unit_grows() -> None:
    sheet = msgspec.structs.replace(PAIRED, options=SCOUTS.options)
    names = [line.model for line in sheet.composition]
    usual = [dict.fromkeys(line.equipped, 1) for line in sheet.composition]
    items = (usual[0], *([usual[1]] * 4), usual[1])
    spec = msgspec.structs.replace(
        marines(UnitSpec(datasheet="own-scouts", name="Squad", models=6, kinds={names[0]: 1, names[1]: 5}, items=items)),
        sheets=(sheet,),
    )
    found = mended(spec)
    assert (found.steps, found.cost) == (("shrink Squad from 6 to 5 models",), 11)
    assert found.spec.units[1].items == items[:5]


# --- properties ---


def _less(spec: ArmySpec) -> list[Callable[[UnitSpec], UnitSpec]]:
    """Ways to break a unit."""
    items: dict[str, int] = {"bolt pistol": 3}
    return [
        lambda unit: changed(unit, warlord=not unit.warlord),
        lambda unit: changed(unit, models=7, items=()),
        lambda unit: changed(unit, models=99),
        lambda unit: changed(unit, items=(items,) * 5),
        lambda unit: changed(unit, leader="Captain in Terminator Armour"),
        lambda unit: changed(unit, leader="Kâhl", leader_items=items),
        lambda unit: changed(unit, inside=spec.units[0].name or spec.units[0].datasheet),
        lambda unit: changed(unit, inside="Nowhere"),
        lambda unit: changed(unit, reserve="strategic"),
        lambda unit: changed(unit, reserve="deep strike"),
        lambda unit: changed(unit, reserve="orbit"),
        lambda unit: changed(unit, split="Impulsor"),
        lambda unit: changed(unit, enhancement="Gift"),
        lambda unit: changed(unit, enhancement="No Gift"),
        lambda unit: changed(unit, datasheet="Sagitaur"),
        lambda unit: changed(unit, kinds={"Dragon": 1}),
    ]


@st.composite
def broken(draw: st.DrawFn) -> tuple[ArmySpec, str]:
    spec = army(draw(st.sampled_from(["marines-500", "marines-1000", "votann-1000"])))
    units = list(spec.units)
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(units) - 1))
        units[place] = draw(st.sampled_from(_less(spec)))(units[place])
    units += [draw(st.sampled_from(units)) for _ in range(draw(st.integers(0, 5)))]
    gift = Enhancement(name="Gift", points=30)
    return msgspec.structs.replace(spec, units=tuple(units), enhancements=(gift,)), draw(st.sampled_from(["", "incursion"]))


@settings(max_examples=25)
@given(broken())
def test_a_broken_army_becomes_legal(given_: tuple[ArmySpec, str]) -> None:
    spec, size = given_
    found = fix(spec, size)
    assert isinstance(found, Mended)
    assert check_army(found.spec, size or None) == ()
    assert bool(found.steps) == bool(found.cost)
    assert (not found.steps) == (not army_faults(spec, size))


@pytest.mark.parametrize("spec", [case[1] for case in CASES[:6]], ids=[case[0] for case in CASES[:6]])
def test_no_choice_of_variants_is_legal_and_cheaper(spec: ArmySpec) -> None:
    every = [list(variants_of(spec, unit, entry_alone(spec, unit), Effort())) for unit in spec.units]
    best = mended(spec).cost
    for picked in product(*([each for each in found if each.cost < best] for found in every)):
        if sum(each.cost for each in picked) < best:
            units = tuple(unit for each in picked for unit in each.units)
            assert check_army(msgspec.structs.replace(spec, units=units))
