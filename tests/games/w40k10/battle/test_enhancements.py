"""Enhancements of an army list: their points, who may have them, how many there may be."""

import msgspec
import pytest

from warbench.games.w40k10.battle.army_files import check_army, not_checked
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.equipping import RosterError
from warbench.games.w40k10.battle.roster import ArmySpec, Roster, UnitSpec

CLOAK = Enhancement(name="Grey Cloak", points=15, detachment="Gladius Task Force", requires=("adeptus astartes infantry", "tank"))
LORD = UnitSpec(datasheet="Intercessor Squad", leader="Captain", warlord=True, enhancement="grey cloak")


def army(*units: UnitSpec, enhancements: tuple[Enhancement, ...] = (CLOAK,), detachment: str = "Gladius Task Force") -> ArmySpec:
    return ArmySpec(name="Test", faction="Space Marines", detachment=detachment, units=units, enhancements=enhancements)


def codes(spec: ArmySpec) -> list[str]:
    return [refusal.code for refusal in check_army(spec)]


def points(spec: ArmySpec) -> int:
    return sum(entry.points for entry in Roster((spec, spec)).of(0))


def test_an_enhancement_costs_its_points() -> None:
    assert codes(army(LORD)) == []
    plain = msgspec.structs.replace(LORD, enhancement="")
    assert points(army(LORD)) == points(army(plain)) + 15


def test_what_an_enhancement_does_is_named_as_not_modelled() -> None:
    spec = army(LORD)
    assert "grey cloak: what this Enhancement does is not modelled" in not_checked(spec, Roster((spec, spec)).of(0))


@pytest.mark.rule("C24")
def test_only_a_character_that_is_no_epic_hero_and_has_the_keywords_may_have_one() -> None:
    squad = UnitSpec(datasheet="Scout Squad", enhancement="Grey Cloak")
    plain = msgspec.structs.replace(LORD, enhancement="")
    (fault,) = check_army(army(plain, squad))
    assert (fault.code, fault.rule) == ("enhancement", "C24")
    assert "no CHARACTER" in fault.sentence
    other = msgspec.structs.replace(CLOAK, requires=("adepta sororitas",))
    (fault,) = check_army(army(LORD, enhancements=(other,)))
    assert fault.sentence == "Captain cannot have Grey Cloak: it is for ADEPTA SORORITAS only"


@pytest.mark.rule("C24")
def test_an_enhancement_is_of_the_armys_detachment() -> None:
    assert codes(army(LORD, detachment="Anvil Siege Force")) == ["enhancement"]
    assert codes(army(LORD, detachment="Anvil Siege Force and Gladius Task Force")) == []


@pytest.mark.rule("C24")
def test_each_enhancement_is_there_once_and_three_at_most() -> None:
    lords = [msgspec.structs.replace(LORD, warlord=not number, enhancement=f"Gift {number}") for number in range(4)]
    gifts = tuple(Enhancement(name=f"Gift {number}", points=5) for number in range(4))
    assert codes(army(*lords[:3], enhancements=gifts)) == []
    assert codes(army(*lords, enhancements=gifts)) == ["too-many-copies", "too-many-enhancements"]
    twice = msgspec.structs.replace(lords[1], enhancement="Gift 0")
    assert codes(army(lords[0], twice, enhancements=gifts)) == ["enhancement-twice"]


def test_an_enhancement_that_the_list_does_not_bring_is_refused() -> None:
    spec = army(LORD, enhancements=())
    assert codes(spec) == ["no-such-enhancement"]
    with pytest.raises(RosterError, match="the army's enhancements are: none"):
        Roster((spec, spec))


def test_kinds_of_models_are_counted_where_the_datasheet_leaves_a_choice() -> None:
    legal = UnitSpec(datasheet="Intercessor Squad", models=6, kinds={"Intercessor Sergeant": 1, "Intercessor": 5})
    assert len(Roster((army(legal), army(legal))).units["A1"].models) == 6
    wrong = msgspec.structs.replace(legal, kinds={"Intercessor": 6})
    with pytest.raises(RosterError, match=r"kinds: found 6 Intercessor, expected 6 models of 1 to 1 Intercessor Sergeant"):
        Roster((army(wrong), army(wrong)))
