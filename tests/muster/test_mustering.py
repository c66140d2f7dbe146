"""An army costed and checked: bundled ones are legal, and every fault has a code, a unit, a rule and advice."""

import re
from pathlib import Path

import msgspec
import pytest

from tests.muster.kit import HERESY3, LORD, W40K10, bundled, changed, heresy, marines
from warbench.games.heresy3.armies.checking import check_army as heresy_check
from warbench.games.heresy3.armies.spec import Kit
from warbench.games.heresy3.armies.spec import UnitSpec as HeresyUnit
from warbench.games.w40k10.battle.army_files import check_army
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.muster import Heresy3File, Mustered, W40k10File, advice, muster


def w40k10(spec: ArmySpec, size: str = "") -> Mustered:
    return muster(W40k10File(army=spec, battle_size=size))  # type: ignore[arg-type]  # the tests name sizes as texts


def said(found: Mustered) -> list[tuple[str, str]]:
    return [(each.code, each.unit) for each in found.faults]


@pytest.mark.parametrize("name", [*W40K10, *HERESY3])
def test_bundled_armies_are_legal_and_cost_the_sum_of_their_units(name: str) -> None:
    found = muster(bundled(name))
    assert found.is_legal
    assert {each.code for each in found.findings} <= {"empty-transport"}
    assert found.points == sum(unit.points or 0 for unit in found.units)
    assert 0.95 * int(name.rsplit("-", maxsplit=1)[-1] if name[-1].isdigit() else 1000) <= found.points <= found.limit


def test_a_unit_is_told_with_its_leader_and_what_everybody_holds() -> None:
    found = w40k10(marines("Scout Squad"))
    lord, scouts = found.units
    assert (lord.name, lord.datasheet, [leader.datasheet for leader in lord.leaders], lord.models, lord.warlord) == (
        "Lord's",
        "Intercessor Squad",
        ["Captain"],
        6,
        True,
    )
    assert (lord.points, lord.own_points, lord.leaders[0].points, lord.leaders[0].warlord) == (160, 80, 80, True)
    assert [(group.name, group.count, group.leads) for group in lord.groups] == [
        ("Intercessor Sergeant", 1, 0),
        ("Intercessor", 4, 0),
        ("Captain", 1, 1),
    ]
    assert (scouts.place, scouts.called, scouts.name) == (2, "", "Scout Squad")


def test_every_fault_is_found_at_once_and_names_its_unit() -> None:
    spec = marines(
        UnitSpec(datasheet="Scout Squad", name="Few", models=3),
        UnitSpec(datasheet="Scuot Sqaud"),
        UnitSpec(datasheet="Hearthkyn Warriors", name="Kyn"),
        UnitSpec(datasheet="Intercessor Squad", name="Armed", items=({"lascannon": 1},) * 5),
        UnitSpec(datasheet="Scout Squad", name="Lost", inside="Nowhere"),
        UnitSpec(datasheet="Terminator Squad", name="Riders", inside="Impulsor"),
        UnitSpec(datasheet="Impulsor"),
        UnitSpec(datasheet="Scout Squad", name="Led", leader="Captain"),
    )
    found = w40k10(spec)
    assert said(found) == [
        ("unit-size", "Few"),
        ("no-such-datasheet", "Scuot Sqaud"),
        ("other-faction", "Kyn"),
        ("bad-unit", "Armed"),
        ("no-such-transport", "Lost"),
        ("may-not-lead", "Led"),
        ("needs-keyword", "Riders"),
    ]
    assert [unit.points for unit in found.units if unit.name in {"Few", "Armed"}] == [None, None]
    for each in found.findings:
        assert each.suggestion
        assert each.rule or each.code == "no-such-datasheet"


def test_a_warlord_whose_unit_is_faulty_is_not_said_to_be_missing() -> None:
    found = w40k10(marines("Scout Squad", lord=changed(LORD, models=3)))
    assert said(found) == [("unit-size", "Lord's")]


def test_points_are_those_of_the_battle_that_is_asked_for() -> None:
    spec = marines(*["Redemptor Dreadnought"] * 3, *["Terminator Squad"] * 3)
    found = w40k10(spec)
    assert (found.size, found.limit, found.is_legal) == ("strike force", 2000, True)
    small = w40k10(spec, "incursion")
    (fault,) = small.faults
    assert (fault.code, fault.rule) == ("too-many-points", "C23")
    assert f"take {small.points - 1000} points out, or play strike force" in fault.suggestion


def test_mustering_and_the_check_before_a_battle_agree() -> None:
    faulty = [
        marines("Scout Squad", lord=None),
        marines(*["Scout Squad"] * 4),
        marines(LORD),
        marines(UnitSpec(datasheet="Scout Squad", reserve="deep strike")),
        marines(UnitSpec(datasheet="Scout Squad", reserve="orbit")),
        msgspec.structs.replace(
            marines(changed(LORD, warlord=False, enhancement="Gift")), enhancements=(Enhancement(name="Gift"),)
        ),
    ]
    for spec in faulty:
        assert [each.code for each in w40k10(spec).faults] == [each.code for each in check_army(spec)]


def test_an_army_without_a_detachment_is_warned_of() -> None:
    found = w40k10(msgspec.structs.replace(marines(), detachment=""))
    assert [(each.code, each.kind) for each in found.findings] == [("no-detachment", "warning")]
    assert found.is_legal


def test_heresy_faults_name_their_unit_and_rule() -> None:
    army = heresy("imperial-fists-750")
    first, *rest = army.detachments
    more = (HeresyUnit(datasheet="Rhino", name="Ship", wargear=(Kit(gives=("lascannon",)),)), HeresyUnit(datasheet="Rhinoo"))
    spec = msgspec.structs.replace(army, detachments=(msgspec.structs.replace(first, units=(*first.units, *more)), *rest))
    found = muster(Heresy3File(army=spec))
    assert [each.code for each in found.faults] == [each.code for each in heresy_check(spec)]
    assert {each.code for each in found.faults} == {"wargear", "no-such-datasheet", "too-many-points"}
    assert all(each.suggestion and each.rule for each in found.faults)
    assert [(unit.name, unit.points) for unit in found.units[4:6]] == [("Ship", 60), ("Rhinoo", None)]


def test_every_code_of_either_game_has_advice() -> None:
    # A code without advice would fail only when somebody has that fault; the codes stand in the checks.

    source = Path(advice.__file__).parents[1] / "games"
    own = {"too-many-points", "warlord"}
    w40k10_files = ["battle/army_files.py", "battle/enhancements.py"]
    heresy_files = [f"armies/{name}.py" for name in ("checking", "charts", "enlisting", "groups", "outfits")]
    for game, files, known in (("w40k10", w40k10_files, advice._W40K10), ("heresy3", heresy_files, advice._HERESY3)):
        text = "".join((source / game / name).read_text() for name in files)
        codes = set(re.findall(r'Refusal\(\s*"([a-z-]+)"', text)) - {"bad-file", "no-such-army"}
        assert codes - own - set(known) == set()
