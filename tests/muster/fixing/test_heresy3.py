"""Broken Horus Heresy armies are mended to legal ones by the smallest change."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.muster.kit import HERESY3, heresy
from warbench.games.heresy3.armies.checking import check_army
from warbench.games.heresy3.armies.enlisting import enlist
from warbench.games.heresy3.armies.spec import ArmySpec, DetachmentSpec, Kit, UnitSpec
from warbench.muster.fixing import Mended, NoFix
from warbench.muster.fixing.heresy3 import fix

replace = msgspec.structs.replace


def mended(spec: ArmySpec) -> Mended[ArmySpec]:
    found = fix(spec)
    assert isinstance(found, Mended)
    assert check_army(found.spec) == ()
    return found


def first(spec: ArmySpec, *more: UnitSpec, **fields: object) -> ArmySpec:
    """The army with other things in its first detachment."""
    own, *rest = spec.detachments
    return replace(spec, limit=5000, detachments=(replace(own, units=(*own.units, *more), **fields), *rest))


def each_unit(spec: ArmySpec, change: Callable[[UnitSpec], UnitSpec]) -> ArmySpec:
    return replace(spec, detachments=tuple(replace(each, units=tuple(map(change, each.units))) for each in spec.detachments))


@pytest.mark.parametrize("name", HERESY3)
def test_a_legal_army_stays_as_it_is(name: str) -> None:
    spec = heresy(name)
    assert mended(spec) == Mended(spec=spec, steps=(), cost=0)


FISTS = heresy("imperial-fists-750")
SQUAD = UnitSpec(datasheet="Tactical Squad", name="More")
SERGEANT = "Sergeant"
TWO_PRIMES = (replace(SQUAD, prime="Paragon of Battle"), replace(SQUAD, name="Most", prime="Combat Veterans"))
CENTURIONS = tuple(UnitSpec(datasheet="Centurion", name=f"C{number}") for number in range(3))


def armed(item: str) -> UnitSpec:
    """A squad whose sergeant takes something."""
    return replace(SQUAD, wargear=(Kit(model=SERGEANT, gives=(item,)),))


def charts(*kinds: str) -> ArmySpec:
    """The army with other charts."""
    pairs = zip(FISTS.detachments, kinds, strict=True)
    return replace(FISTS, detachments=tuple(replace(each, kind=kind or each.kind) for each, kind in pairs))


def all_lead(spec: ArmySpec) -> ArmySpec:
    own, *rest = spec.detachments
    return replace(spec, detachments=(replace(own, units=tuple(replace(unit, warlord=True) for unit in own.units)), *rest))


CASES: list[tuple[str, ArmySpec, tuple[str, ...], int]] = [
    ("allegiance", replace(FISTS, allegiance=""), ("the army is Loyalist",), 1),
    ("slots", first(FISTS, *CENTURIONS), ("take out C0 (80 points)",), 120),
    ("a size", first(FISTS, replace(SQUAD, models=7)), ("grow More from 7 to 10 models",), 13),
    ("wargear", first(FISTS, armed("lascannon")), ("More: Sergeant: lascannon -> nothing",), 5),
    ("an upgrade", first(FISTS, armed("breacher charges")), ("More goes without breacher charges (-10 points)",), 16),
    ("reserve", first(FISTS, replace(SQUAD, reserve="deep strike")), ("More waits in Reserves",), 3),
    ("who joins", first(FISTS, replace(SQUAD, joins="Breachers")), ("More does not join Breachers",), 4),
    ("a transport that is full", first(FISTS, replace(SQUAD, inside="Rhino")), ("More begins outside Rhino",), 4),
    ("a prime slot", first(FISTS, *TWO_PRIMES), ("More goes without Paragon of Battle",), 6),
    ("another list", first(FISTS, UnitSpec(datasheet="Thallax Cohort")), ("take out Thallax Cohort",), 40),
    ("an unknown datasheet", first(FISTS, UnitSpec(datasheet="Rhinoo")), ("take out Rhinoo",), 40),
    ("an unknown chart", charts("", "Xyz", ""), ("the chart of Xyz becomes Armoured Support",), 15),
    (
        "several that lead",
        all_lead(FISTS),
        ("Breachers does not lead the army", "Tactical does not lead the army", "Rhino does not lead the army"),
        3,
    ),
    (
        "an empty detachment",
        replace(FISTS, detachments=(*FISTS.detachments, DetachmentSpec(kind="Combat Retinue"))),
        ("take out the detachment Combat Retinue",),
        5,
    ),
]


@pytest.mark.parametrize(("spec", "steps", "cost"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_one_thing_that_is_wrong_is_mended_by_one_change(spec: ArmySpec, steps: tuple[str, ...], cost: int) -> None:
    assert check_army(spec)
    found = mended(spec)
    assert (found.steps, found.cost) == (steps, cost)


def test_a_unit_without_a_slot_moves_to_a_detachment_that_has_one() -> None:
    tanks = tuple(UnitSpec(datasheet="Predator", name=f"P{number}") for number in range(2))
    spec = first(FISTS, *tanks)
    found = mended(spec)
    assert found.steps == ("P0 stands in detachment 2", "P1 stands in detachment 2")
    assert [len(each.units) for each in found.spec.detachments] == [4, 3, 1]


@pytest.mark.parametrize("name", HERESY3)
@pytest.mark.parametrize("share", [0.95, 0.8, 0.5])
def test_an_army_is_cut_to_its_limit(name: str, share: float) -> None:
    spec = heresy(name)
    found = mended(replace(spec, limit=int(spec.limit * share)))
    assert found.steps


def test_several_kits_of_a_unit_are_left_out_at_once() -> None:
    kits = tuple(Kit(model="Legionary", count=1, gives=(item,)) for item in ("nuncio-vox", "augury scanner", "vexilla"))
    bare = each_unit(FISTS, lambda unit: replace(unit, wargear=()))
    spec = first(bare, replace(SQUAD, wargear=kits))
    least = mended(replace(spec, limit=enlist(spec).points - 15))
    assert least.steps == ("More: Legionary without nuncio-vox; More: Legionary without augury scanner (-20 points)",)
    assert least.cost == 30


def test_of_very_many_kits_some_sets_and_all_of_them_are_tried() -> None:
    kits = tuple(Kit(model="Legionary", count=1, gives=("bayonet",)) for _ in range(9))
    bare = each_unit(FISTS, lambda unit: replace(unit, wargear=()))
    spec = first(bare, replace(SQUAD, wargear=kits))
    found = mended(replace(spec, limit=enlist(spec).points - 9))
    assert found.steps == ("More has its usual wargear (-9 points)",)


def test_an_army_without_a_primary_detachment_gets_one() -> None:
    (own, *_) = FISTS.detachments
    spec = replace(FISTS, detachments=(replace(own, kind="Xyz"),))
    assert mended(spec).steps == ("the chart of Xyz becomes Crusade Primary",)


def test_an_army_of_a_faction_that_has_no_datasheets_cannot_be_mended() -> None:
    assert isinstance(fix(replace(FISTS, faction="Nobody", detachments=())), NoFix)


# --- properties ---

_BREAKS: list[Callable[[UnitSpec], UnitSpec]] = [
    lambda unit: replace(unit, models=3),
    lambda unit: replace(unit, models=99),
    lambda unit: replace(unit, wargear=(Kit(gives=("lascannon",)),)),
    lambda unit: replace(unit, wargear=(*unit.wargear, Kit(count=4, takes=("bolter",), gives=("meltagun",)))),
    lambda unit: replace(unit, joins="Breachers", inside=""),
    lambda unit: replace(unit, inside="Rhino", reserve=""),
    lambda unit: replace(unit, inside="Nobody"),
    lambda unit: replace(unit, reserve="aerial"),
    lambda unit: replace(unit, prime="Logistical Benefit", benefit="armour"),
    lambda unit: replace(unit, prime="Paragon"),
    lambda unit: replace(unit, benefit="troops"),
    lambda unit: replace(unit, warlord=True),
    lambda unit: replace(unit, datasheet="Magos"),
]


@st.composite
def broken(draw: st.DrawFn) -> ArmySpec:
    spec = heresy(draw(st.sampled_from(["imperial-fists-750", "mechanicum-750"])))
    detachments = [list(each.units) for each in spec.detachments]
    for _ in range(draw(st.integers(1, 4))):
        units = draw(st.sampled_from(detachments))
        place = draw(st.integers(0, len(units) - 1))
        units[place] = draw(st.sampled_from(_BREAKS))(units[place])
    for _ in range(draw(st.integers(0, 2))):
        units = draw(st.sampled_from(detachments))
        units.append(draw(st.sampled_from(units)))
    limit = draw(st.sampled_from([600, 750, 1500]))
    made = zip(spec.detachments, detachments, strict=True)
    return replace(spec, limit=limit, detachments=tuple(replace(each, units=tuple(units)) for each, units in made))


@settings(max_examples=15)
@given(broken())
def test_a_broken_army_becomes_legal(spec: ArmySpec) -> None:
    found = mended(spec)
    assert bool(found.steps) == bool(check_army(spec))
