"""What a Horus Heresy army may not be: each small army breaks one thing only, and that is told with its rule and advice."""

import msgspec
import pytest

from tests.muster.kit import heresy
from warbench.games.heresy3.armies.spec import ArmySpec, DetachmentSpec, Kit, UnitSpec
from warbench.muster import Heresy3File, muster
from warbench.sheets.datasheet import Points

replace = msgspec.structs.replace

_OWN = heresy("imperial-fists-750")
FISTS = replace(
    _OWN,
    limit=3000,
    detachments=tuple(
        replace(each, units=tuple(replace(unit, warlord=False) for unit in each.units)) for each in _OWN.detachments
    ),
)
SQUAD = UnitSpec(datasheet="Tactical Squad", name="More")


def more(*units: UnitSpec, **fields: object) -> ArmySpec:
    """The army with more units in its Primary Detachment."""
    own, *rest = FISTS.detachments
    return replace(FISTS, detachments=(replace(own, units=(*own.units, *units)), *rest), **fields)


def also(kind: str, *units: UnitSpec, **fields: object) -> ArmySpec:
    """The army with a further detachment."""
    return replace(FISTS, detachments=(*FISTS.detachments, DetachmentSpec(kind=kind, units=units)), **fields)


def squad(**fields: object) -> ArmySpec:
    return more(replace(SQUAD, **fields))


TANK = UnitSpec(datasheet="Predator", name="Tank")
GIANT = UnitSpec(datasheet="Fellblade Super-heavy Battle Tank", name="Giant")
VETERANS = UnitSpec(datasheet="Veteran Tactical Squad", name="Veterans")

CASES: list[tuple[str, ArmySpec, str, str, str]] = [
    ("allegiance of nobody", replace(FISTS, allegiance="neutral"), "allegiance", "H-013", ""),
    ("another list", more(UnitSpec(datasheet="Thallax Cohort")), "other-list", "H-016", "Thallax Cohort"),
    ("a building", more(UnitSpec(datasheet="Small Building")), "building", "H-252", "Small Building"),
    ("an unknown datasheet", more(UnitSpec(datasheet="Rhinoo")), "no-such-datasheet", "H-016", "Rhinoo"),
    ("a size", squad(models=7), "unit-size", "H-016", "More"),
    ("wargear", squad(wargear=(Kit(model="Sergeant", gives=("lascannon",)),)), "wargear", "H-016", "More"),
    ("an upgrade", squad(wargear=(Kit(model="Legionary", count=1, gives=("breacher charges",)),)), "upgrade", "", "More"),
    ("no slot", more(TANK), "no-slot", "H-009", ""),
    (
        "no Prime slot",
        more(replace(SQUAD, prime="Combat Veterans"), replace(SQUAD, name="Most", prime="Combat Veterans")),
        "no-prime-slot",
        "facts-15",
        "",
    ),
    ("an unknown Advantage", squad(prime="Paragon"), "prime", "facts-15", "More"),
    ("Logistical Benefit for a Command", squad(prime="Logistical Benefit", benefit="command"), "benefit", "H-019", "More"),
    (
        "Logistical Benefit for a Fortification",
        squad(prime="Logistical Benefit", benefit="fortification"),
        "benefit",
        "H-004",
        "More",
    ),
    ("a role that there is not", squad(prime="Logistical Benefit", benefit="heroes"), "unknown-role", "H-244", "More"),
    ("a role without the Advantage", squad(benefit="recon"), "benefit", "H-018", "More"),
    ("a chart that there is not", also("Odd", TANK), "no-such-detachment", "H-009", ""),
    (
        "a chart of another faction",
        also("Taghmata Cohort", UnitSpec(datasheet="Heavy Support Squad", name="Guns")),
        "other-faction",
        "facts-15",
        "",
    ),
    ("a detachment of nobody", also("Armoured Support"), "empty-detachment", "H-009", ""),
    ("two Primary Detachments", also("Crusade Primary", SQUAD), "too-many-detachments", "facts-15", ""),
    ("an Apex that nothing unlocks", also("Army Vanguard", VETERANS), "locked-detachment", "facts-15", ""),
    ("Lords of War beyond a quarter", also("Lord of War", GIANT, limit=2000), "too-many-points", "H-017", ""),
    ("points", replace(FISTS, limit=700), "too-many-points", "facts-15", ""),
    (
        "two that lead",
        more(
            UnitSpec(datasheet="Centurion", name="One", warlord=True), UnitSpec(datasheet="Librarian", name="Two", warlord=True)
        ),
        "warlord",
        "facts-16",
        "",
    ),
    ("nobody's Command leads", squad(warlord=True), "warlord", "facts-16", "More"),
    ("a squad that joins", squad(joins="Breachers"), "join", "H-235", "More"),
    ("who joins nobody", more(UnitSpec(datasheet="Librarian", name="Two", joins="Nobody")), "no-such-unit", "H-235", "Two"),
    ("inside of nothing", squad(inside="Nobody"), "no-such-unit", "H-210", "More"),
    ("Reserves that there are not", squad(reserve="orbit"), "reserve", "H-274", "More"),
    ("deep strike without the rule", squad(reserve="deep strike"), "reserve", "H-274", "More"),
]


@pytest.mark.parametrize(("spec", "code", "rule", "unit"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_one_thing_that_is_wrong_is_told_with_its_rule_and_what_to_do(spec: ArmySpec, code: str, rule: str, unit: str) -> None:
    found = muster(Heresy3File(army=spec)).faults
    assert {each.code for each in found} == {code}
    assert all(each.suggestion and each.rule for each in found)
    assert not rule or {each.rule for each in found} == {rule}
    assert not unit or {each.unit for each in found} == {unit}


def test_the_army_that_these_are_made_of_is_legal() -> None:
    assert muster(Heresy3File(army=FISTS)).findings == ()


def test_points_of_the_lists_own_are_told_with_what_the_army_costs_without_them() -> None:
    plain = muster(Heresy3File(army=squad()))
    more_points = muster(Heresy3File(army=squad(points=(Points(10, 1),))))
    (found,) = [each for each in more_points.findings if each.code == "own-points"]
    assert found.kind == "warning"
    assert found.sentence.startswith("costed with points of the list itself: More 1 (here ")
    assert found.sentence.endswith(f"by the datasheets here the army costs {plain.points}")
    assert not any(each.code == "own-points" for each in plain.findings)
