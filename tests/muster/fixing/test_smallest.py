"""Armies broken in every way that is listed here are mended, by no larger change than trying every change finds."""

from time import process_time
from typing import Any

import msgspec
import pytest

from tests.muster.fixing.brute import cheaper_heresy, cheaper_w40k10
from tests.muster.kit import changed, heresy, marines
from warbench.games.heresy3.armies.checking import check_army
from warbench.games.heresy3.armies.detachments import Detachment, Slot
from warbench.games.heresy3.armies.spec import ArmySpec as HeresySpec
from warbench.games.heresy3.armies.spec import DetachmentSpec
from warbench.games.heresy3.armies.spec import UnitSpec as HeresyUnit
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.muster.fixing import Mended
from warbench.muster.fixing.heresy3 import fix as fix_heresy
from warbench.muster.fixing.w40k10 import fix as fix_w40k10
from warbench.muster.w40k10.checking import army_faults

replace = msgspec.structs.replace
SIZE = "incursion"
MOST_SECONDS = 20
DEAR = 45
"""Changes larger than that have too many smaller ones to try them all."""

FIVE = UnitSpec(datasheet="Intercessor Squad", name="Five", inside="Ride")
RIDE, OTHER = (UnitSpec(datasheet="Impulsor", name=name) for name in ("Ride", "Other"))
GIFTS = (Enhancement(name="Gift", points=30),)
BASE = replace(marines("Scout Squad", FIVE, RIDE, OTHER), enhancements=GIFTS)
W40K10_BREAKS: dict[str, dict[str, Any]] = {
    "one model": {"models": 1},
    "three models": {"models": 3},
    "twelve models": {"models": 12},
    "ten models": {"models": 10},
    "inside nothing": {"inside": "Nowhere"},
    "inside what is full": {"inside": "Ride"},
    "deep strike": {"reserve": "deep strike"},
    "no reserve at all": {"reserve": "orbit"},
    "a leader of others": {"leader": "Lieutenant"},
    "an Enhancement": {"enhancement": "Gift"},
    "no datasheet": {"datasheet": "Scuot"},
}
PAIRS = [("three models", "inside what is full"), ("twelve models", "no datasheet"), ("a leader of others", "inside nothing")]
CASES = [
    *((place, name, None) for name in W40K10_BREAKS for place in range(len(BASE.units))),
    *((1, one, other) for one, other in PAIRS),
]


def broken(place: int, name: str, other: str | None) -> ArmySpec:
    units = list(BASE.units)
    units[place] = changed(units[place], **W40K10_BREAKS[name])
    if other is not None:
        units[3] = changed(units[3], **W40K10_BREAKS[other])
    return replace(BASE, units=tuple(units))


@pytest.mark.parametrize(("place", "name", "other"), CASES)
def test_no_smaller_change_makes_a_warhammer_army_legal(place: int, name: str, other: str | None) -> None:
    spec = broken(place, name, other)
    if not army_faults(spec, SIZE):
        return
    began = process_time()
    found = fix_w40k10(spec, SIZE)
    assert process_time() - began < MOST_SECONDS
    assert isinstance(found, Mended)
    assert army_faults(found.spec, SIZE) == []
    assert found.cost > 0
    assert cheaper_w40k10(spec, SIZE, min(found.cost, DEAR)) is None


def test_of_two_transports_of_one_datasheet_the_free_one_is_named_and_taken() -> None:
    squads = (changed(FIVE, name="One", inside="Impulsor"), changed(FIVE, name="Two", inside="Impulsor"))
    found = fix_w40k10(marines(*squads, "Impulsor", "Impulsor"), SIZE)
    assert isinstance(found, Mended)
    assert (found.steps, found.cost) == (("Two begins inside Impulsor 2, not Impulsor",), 3)
    assert [(unit.name, unit.inside) for unit in found.spec.units[2:]] == [("Two", "Impulsor 2"), ("", ""), ("Impulsor 2", "")]


def test_names_that_nobody_needs_are_not_given() -> None:
    found = fix_w40k10(marines(changed(FIVE, inside="Nowhere"), "Scout Squad", "Scout Squad"), SIZE)
    assert isinstance(found, Mended)
    assert [unit.name for unit in found.spec.units[2:]] == ["", ""]


def test_a_leader_outlives_a_unit_that_nobody_knows() -> None:
    found = fix_w40k10(broken(0, "no datasheet", None), SIZE)
    assert isinstance(found, Mended)
    assert found.steps == ("take out Lord's, but not Captain",)


# --- The Horus Heresy ---

FISTS = heresy("imperial-fists-750")
HERESY_BREAKS: dict[str, dict[str, Any]] = {
    "one model": {"models": 1},
    "three models": {"models": 3},
    "twenty-five models": {"models": 25},
    "inside what is full": {"inside": "Rhino", "joins": "", "reserve": ""},
    "inside nothing": {"inside": "Nobody", "joins": "", "reserve": ""},
    "aerial": {"reserve": "aerial", "inside": "", "joins": ""},
    "joins nobody": {"joins": "Nobody", "inside": "", "reserve": ""},
    "no such advantage": {"prime": "Paragon"},
    "a slot for nothing": {"benefit": "troops"},
}


def heresy_broken(spec: HeresySpec, place: int, fields: dict[str, Any]) -> HeresySpec:
    number = iter(range(len(spec.units)))
    made = (
        replace(each, units=tuple(replace(unit, **fields) if next(number) == place else unit for unit in each.units))
        for each in spec.detachments
    )
    return replace(spec, detachments=tuple(made))


@pytest.mark.parametrize("place", range(len(FISTS.units)))
@pytest.mark.parametrize("name", HERESY_BREAKS)
def test_no_smaller_change_makes_a_heresy_army_legal(name: str, place: int) -> None:
    spec = heresy_broken(FISTS, place, HERESY_BREAKS[name])
    if not check_army(spec):
        return
    began = process_time()
    found = fix_heresy(spec)
    assert process_time() - began < MOST_SECONDS
    assert isinstance(found, Mended)
    assert check_army(found.spec) == ()
    assert found.cost > 0
    assert cheaper_heresy(spec, min(found.cost, DEAR)) is None


def test_a_transport_that_a_chart_demands_is_the_one_that_a_unit_waits_for() -> None:
    chart = Detachment(
        name="Column", kind="auxiliary", slots=(Slot(role="transport", count=2, least=1), Slot(role="armour", count=2))
    )
    own, *_ = FISTS.detachments
    units = tuple(replace(unit, inside="Old Mule") if unit.inside else unit for unit in own.units if unit.datasheet != "Rhino")
    column = DetachmentSpec(
        kind="Column", units=(HeresyUnit(datasheet="Predator"), HeresyUnit(datasheet="Predator", name="Second"))
    )
    spec = replace(FISTS, limit=2000, charts=(chart,), detachments=(replace(own, units=units), column))
    assert {fault.code for fault in check_army(spec)} == {"compulsory", "no-such-unit"}
    found = fix_heresy(spec)
    assert isinstance(found, Mended)
    assert check_army(found.spec) == ()
    assert found.steps == ("add Old Mule to the detachment Column (60 points)",)
    assert [unit.inside for unit in found.spec.units if unit.inside] == ["Old Mule"]
