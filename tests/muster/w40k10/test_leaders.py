"""Units with two leaders in army files: costed, checked, written, read back and mended."""

from pathlib import Path

import msgspec
import pytest

from tests.muster.kit import changed, marines
from warbench.cli.importing import brought
from warbench.games.w40k10.battle.army_files import check_army
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.leaving import without_leader
from warbench.games.w40k10.battle.roster import ArmySpec, Lead, UnitSpec
from warbench.muster import W40k10File, muster
from warbench.muster.files import read_army_file, to_json
from warbench.muster.fixing import Mended
from warbench.muster.fixing.w40k10 import fix
from warbench.muster.rosters.roster import as_json
from warbench.muster.text_list import text_list
from warbench.muster.w40k10.checking import muster as w40k10

LED = UnitSpec(
    datasheet="Intercessor Squad",
    name="Led",
    leader="Captain",
    enhancement="Grey Cloak",
    beside=(Lead(datasheet="Lieutenant", enhancement="Salt Blade", warlord=True),),
)


def army(unit: UnitSpec = LED, **fields: object) -> ArmySpec:
    upgrades = (Enhancement(name="Grey Cloak", points=15), Enhancement(name="Salt Blade", points=10))
    return msgspec.structs.replace(marines("Scout Squad", lord=changed(unit, **fields)), enhancements=upgrades)


def test_each_leader_is_told_with_his_points_enhancement_and_mark() -> None:
    led = w40k10(army()).units[0]
    assert [(each.datasheet, each.points, each.enhancement, each.warlord) for each in led.leaders] == [
        ("Captain", 95, "Grey Cloak", False),
        ("Lieutenant", 75, "Salt Blade", True),
    ]
    assert (led.points, led.own_points, led.models, led.warlord) == (250, 80, 7, True)
    assert [group.leads for group in led.groups] == [0, 0, 1, 2]
    assert led.enhancements == ("Grey Cloak", "Salt Blade")
    assert check_army(army()) == ()


def test_a_leader_who_may_not_join_beside_the_first_is_a_fault_with_its_rule_and_advice() -> None:
    (fault,) = w40k10(army(beside=(Lead(datasheet="Captain"),), warlord=True, enhancement="")).faults
    assert (fault.code, fault.rule, fault.unit) == ("may-not-join", "leader", "Led")
    assert "Captain joins beside nobody" in fault.sentence
    assert fault.suggestion == "let one of the leaders stand as a unit of its own, or lead another unit"


def test_an_enhancement_is_checked_for_the_leader_who_has_it() -> None:
    spec = army()
    for_terminators = msgspec.structs.replace(spec.enhancements[1], requires=("terminator",))
    (fault,) = w40k10(msgspec.structs.replace(spec, enhancements=(spec.enhancements[0], for_terminators))).faults
    assert fault.sentence == "Lieutenant cannot have Salt Blade: it is for TERMINATOR only"


@pytest.mark.parametrize("what", ["list.txt", "roster.json"])
def test_it_is_read_back_as_the_same_unit(what: str, tmp_path: Path) -> None:
    file = W40k10File(army=army())
    before = muster(file)
    path = tmp_path / what
    path.write_text(text_list(before) if what == "list.txt" else as_json(file), encoding="utf-8")
    found = brought(str(path))
    assert [unit.leaders for unit in muster(found.file).units] == [unit.leaders for unit in before.units]
    assert found.printed == before.points


def test_it_stands_in_both_forms_of_army_files() -> None:
    file = W40k10File(army=army())
    assert read_army_file(to_json(file).encode(), "led.json") == file
    text = b'name = "A"\nfaction = "Space Marines"\n[[units]]\ndatasheet = "Intercessor Squad"\nleader = "Captain"\n'
    toml = read_army_file(text + b'beside = [{ datasheet = "Lieutenant" }]\n', "led.toml")
    assert isinstance(toml, W40k10File)
    assert toml.army.units[0].sheets == ("Intercessor Squad", "Captain", "Lieutenant")


def test_those_beside_need_a_leader_beside_whom_they_join() -> None:
    (fault,) = w40k10(army(leader="", enhancement="")).faults
    assert fault.code == "bad-unit"
    assert "beside: found Lieutenant, but no leader beside whom they join" in fault.sentence


def test_the_smallest_change_lets_one_of_the_leaders_leave() -> None:
    mended = fix(army(beside=(Lead(datasheet="Captain"),), warlord=True, enhancement=""))
    assert isinstance(mended, Mended)
    assert mended.steps == ("Captain leaves Led and is a unit of its own",)
    assert check_army(mended.spec) == ()


def test_wargear_of_a_leader_beside_is_mended_too() -> None:
    unit = changed(LED, beside=(Lead(datasheet="Lieutenant", items={"plasma cannon": 1}, warlord=True),))
    mended = fix(army(unit))
    assert isinstance(mended, Mended)
    assert all("Lieutenant" in step for step in mended.steps)
    assert mended.spec.units[0].beside[0].items != {"plasma cannon": 1}


@pytest.mark.parametrize("place", [0, 1])
def test_who_leaves_takes_what_is_his_and_the_other_keeps_his_own(place: int) -> None:
    rest, alone = without_leader(LED, place)
    kept, gone = LED.leaders[1 - place], LED.leaders[place]
    assert [(lead.datasheet, lead.enhancement) for lead in rest.leaders] == [(kept.datasheet, kept.enhancement)]
    assert (alone.datasheet, alone.enhancement, alone.warlord) == (gone.datasheet, gone.enhancement, gone.warlord)
    assert rest.has_warlord is not alone.warlord
