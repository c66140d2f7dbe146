"""Whatever a list says, mustering it gives findings and never fails; what it calls legal the check before a battle accepts."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import fuzz
from warbench.games.heresy3.armies.checking import check_army as heresy_check
from warbench.games.heresy3.armies.spec import ArmySpec as HeresySpec
from warbench.games.heresy3.armies.spec import DetachmentSpec, Kit
from warbench.games.heresy3.armies.spec import UnitSpec as HeresyUnit
from warbench.games.w40k10.battle.army_files import check_army
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.muster import Heresy3File, W40k10File, muster

NUMBERS = st.sampled_from([-1, 0, 1, 2, 5, 10, 10**9])
NAMES = st.sampled_from(
    ["", "Captain", "captain", "Impulsor", "Intercessor Squad", "Scout Squad", "Kâhl", "Nobody", "\x00", "é" * 9]
)
ITEMS = st.dictionaries(st.sampled_from(["bolt pistol", "bolt rifle", "plasma cannon", ""]), NUMBERS, max_size=3)
UNITS = st.builds(
    UnitSpec,
    datasheet=NAMES,
    name=NAMES,
    models=st.none() | NUMBERS,
    kinds=st.dictionaries(st.sampled_from(["Intercessor", "Intercessor Sergeant", "Scout"]), NUMBERS, max_size=2),
    items=st.lists(ITEMS, max_size=6).map(tuple),
    leader=NAMES,
    leader_items=ITEMS,
    enhancement=st.sampled_from(["", "Gift", "Nothing"]),
    inside=NAMES,
    reserve=st.sampled_from(["", "strategic", "deep strike", "orbit"]),
    split=NAMES,
    warlord=st.booleans(),
)
HERESY_NAMES = st.sampled_from(
    ["", "Rhino", "Tactical Squad", "Centurion", "Firestorm Redoubt", "Small Building", "Nobody", "\x00"]
)
WORDS = st.lists(st.sampled_from(["bolter", "power sword", "breacher charges", "nothing"]), max_size=2).map(tuple)
KITS = st.builds(Kit, model=st.sampled_from(["", "Sergeant", "Nobody"]), count=st.none() | NUMBERS, takes=WORDS, gives=WORDS)
HERESY_UNITS = st.builds(
    HeresyUnit,
    datasheet=HERESY_NAMES,
    name=HERESY_NAMES,
    models=st.none() | NUMBERS,
    wargear=st.lists(KITS, max_size=2).map(tuple),
    joins=HERESY_NAMES,
    inside=HERESY_NAMES,
    reserve=st.sampled_from(["", "reserve", "aerial", "orbit"]),
    prime=st.sampled_from(["", "Logistical Benefit", "Combat Veterans", "Nothing"]),
    benefit=st.sampled_from(["", "armour", "nothing"]),
    warlord=st.booleans(),
)


def everything(found: Any) -> None:
    assert found.points == sum(unit.points or 0 for unit in found.units)
    assert all(each.code and each.sentence and each.suggestion for each in found.findings)


@fuzz(150)
@given(st.lists(UNITS, max_size=5), st.sampled_from(["", "incursion", "onslaught"]))
def test_any_warhammer_list_can_be_mustered(units: list[UnitSpec], size: Any) -> None:
    spec = ArmySpec(name="Any", faction="Space Marines", units=tuple(units), enhancements=(Enhancement(name="Gift", points=5),))
    found = muster(W40k10File(army=spec, battle_size=size))
    everything(found)
    assert found.is_legal == (not check_army(spec, size or found.size))


@fuzz(100)
@given(
    st.lists(HERESY_UNITS, max_size=4),
    st.sampled_from(["Crusade Primary", "Allied", "Nothing"]),
    st.sampled_from(["loyalist", ""]),
)
def test_any_heresy_list_can_be_mustered(units: list[HeresyUnit], kind: str, allegiance: str) -> None:
    detachments = (DetachmentSpec(kind=kind, units=tuple(units)), DetachmentSpec(kind="Crusade Primary"))
    spec = HeresySpec(name="Any", faction="Imperial Fists", allegiance=allegiance, detachments=detachments)
    found = muster(Heresy3File(army=spec))
    everything(found)
    assert found.is_legal == (not heresy_check(spec))
