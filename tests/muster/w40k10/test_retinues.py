"""Units with a retinue in army files: costed, written, read back, taken apart; and Warlords whom datasheets name or forbid."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.muster.kit import changed, marines
from warbench.cli.importing import brought
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import ArmySpec, Lead, Retinue, UnitSpec
from warbench.muster import W40k10File, muster
from warbench.muster.files import read_army_file, to_json
from warbench.muster.fixing import Mended
from warbench.muster.fixing.w40k10 import fix
from warbench.muster.rosters.roster import as_json, as_xml
from warbench.muster.text_list import text_list
from warbench.sheets.datasheet import Datasheet, JoinsUnit

CRABS = replace(
    library.datasheet("scout-squad"), id="crabs-as-listed", name="Crabs", joins=JoinsUnit(led_by=("captain",)), as_listed=True
)
WITH = UnitSpec(datasheet="Intercessor Squad", leader="Captain", retinues=(Retinue(datasheet=CRABS.id),), warlord=True)


def army(unit: UnitSpec = WITH, *more: UnitSpec | str, sheets: tuple[Datasheet, ...] = (CRABS,)) -> ArmySpec:
    return replace(marines(*more, lord=unit), sheets=sheets)


def codes(spec: ArmySpec) -> list[str]:
    return [finding.code for finding in muster(W40k10File(army=spec)).findings]


def test_a_retinue_is_told_with_its_points_beside_the_leaders() -> None:
    (unit,) = muster(W40k10File(army=army())).units
    assert [(each.datasheet, each.points, each.retinue) for each in unit.leaders] == [("Captain", 80, False), ("Crabs", 70, True)]
    assert (unit.models, unit.points, unit.own_points) == (11, 80 + 80 + 70, 80)


@pytest.mark.parametrize("form", ["json", "roster.json", "ros"])
def test_an_army_with_a_retinue_is_written_and_read_back(form: str, tmp_path: Path) -> None:
    file = W40k10File(army=army())
    path = tmp_path / f"army.{form}"
    path.write_text({"json": to_json, "roster.json": as_json, "ros": as_xml}[form](file), encoding="utf-8")
    found = brought(str(path)).file
    assert isinstance(found, W40k10File)
    (unit,) = found.army.units
    assert (unit.leader.casefold(), unit.retinues, unit.warlord) == ("captain", WITH.retinues, True)
    assert muster(found).points == muster(file).points


def test_a_text_list_calls_it_a_retinue() -> None:
    assert "Attached as: Retinue" in text_list(muster(W40k10File(army=army())))
    assert read_army_file(to_json(W40k10File(army=army())).encode(), "army.json") == W40k10File(army=army())


def test_a_retinue_that_may_not_be_there_leaves_or_the_unit_is_taken_out_from_under_it() -> None:
    spec = army(changed(WITH, leader="Lieutenant"))
    assert codes(spec) == ["may-not-join"]
    found = fix(spec)
    assert isinstance(found, Mended)
    assert (found.steps, found.cost) == (("Crabs leaves Intercessor Squad and is a unit of its own",), 8)


def test_the_unit_goes_and_its_leaders_stay_where_that_is_less() -> None:
    both = UnitSpec(
        datasheet="Intercessor Squad", models=6, leader="Captain", beside=(Lead(datasheet="Lieutenant"),), warlord=True
    )
    spec = marines(*["Whirlwind"] * 3, lord=changed(both, models=10))
    over = replace(spec, units=(*spec.units, *(UnitSpec(datasheet="Land Raider"),) * 1))
    found = fix(over, "incursion")
    assert isinstance(found, Mended)
    assert any("take out Intercessor Squad" in step and "but not Captain and Lieutenant" in step for step in found.steps)
    assert [unit.datasheet for unit in found.spec.units][:2] == ["Captain", "Lieutenant"]


NEVER, MUST = (
    replace(library.datasheet("captain"), id=f"{word}-as-listed", name=f"Captain {word}", warlord=word)
    for word in ("never", "must")
)


def named(*units: UnitSpec) -> ArmySpec:
    return replace(marines(*units, lord=None), sheets=(NEVER, MUST))


def test_who_cannot_be_the_warlord_is_not_and_the_mark_goes_to_another() -> None:
    spec = named(UnitSpec(datasheet=NEVER.id, warlord=True), UnitSpec(datasheet="Lieutenant"))
    assert codes(spec) == ["cannot-be-warlord"]
    found = fix(spec)
    assert isinstance(found, Mended)
    assert found.steps == ("Captain never is not the Warlord", "Lieutenant is the Warlord")
    assert codes(found.spec) == []


def test_who_must_be_the_warlord_is_also_beside_another_leader() -> None:
    led = UnitSpec(datasheet="Intercessor Squad", leader=MUST.id, beside=(Lead(datasheet="Lieutenant", warlord=True),))
    assert codes(named(led)) == ["must-be-warlord"]
    found = fix(named(led))
    assert isinstance(found, Mended)
    assert codes(found.spec) == []
    assert found.cost == 3


def test_who_can_have_no_enhancement_is_refused_one() -> None:
    bare = replace(NEVER, unenhanced=True)
    ring = (Enhancement(name="Ring"),)
    spec = replace(
        named(UnitSpec(datasheet=bare.id, enhancement="Ring"), UnitSpec(datasheet="Captain", warlord=True)),
        sheets=(bare,),
        enhancements=ring,
    )
    told = muster(W40k10File(army=spec)).findings
    assert any(each.code == "enhancement" and "cannot be given Enhancements" in each.sentence for each in told)


def test_who_must_join_a_unit_and_stands_alone_is_a_warning() -> None:
    loner = replace(CRABS, must_join=True)
    spec = army(UnitSpec(datasheet="Captain", warlord=True), UnitSpec(datasheet=loner.id), sheets=(loner,))
    (finding,) = (each for each in muster(W40k10File(army=spec)).findings if each.code == "must-join")
    assert finding.kind == "warning"
    assert finding.suggestion == "let it join any unit led by captain"
