"""The wargear options of the bundled datasheets."""

from collections import Counter
from collections.abc import Iterable

import pytest

from warbench.games.w40k10.library import datasheet, datasheets
from warbench.sheets.loadouts import (
    Problem,
    SizeError,
    check_loadout,
    count_unit_loadouts,
    default_loadout,
    each_model,
    loadout,
    points,
    unit_loadouts,
)
from warbench.sheets.ways import ways

HEKATON = datasheet("hekaton-land-fortress")
DEFAULT = Counter(
    {
        "cyclic ion cannon": 1,
        "MATR autocannon": 1,
        "twin bolt cannon": 2,
        "armoured wheels": 1,
        "pan spectral scanner": 1,
    }
)
BEAMER, RAIL, WARHEAD = "SP heavy conversion beamer", "heavy magna-rail cannon", "Hekaton warhead"


def fortress(without: str = "", plus: str = "") -> list[Problem]:
    """The problems of the default loadout without some items and with some more."""
    have = Counter(DEFAULT)
    have.subtract(filter(None, without.split(", ")))
    have.update(filter(None, plus.split(", ")))
    return check_loadout(HEKATON, [(HEKATON.name, +have)])


def refused(problems: Iterable[Problem], *words: str) -> bool:
    """Exactly one problem, whose sentence has all the words."""
    (problem,) = problems
    return all(word in problem.text for word in words)


@pytest.mark.rule("W-134")
def test_a_unit_is_exactly_one_model() -> None:
    assert refused(check_loadout(HEKATON, []), "exactly 1 Hekaton Land Fortress, not 0")
    assert refused(check_loadout(HEKATON, [(HEKATON.name, DEFAULT)] * 2), "exactly 1 Hekaton Land Fortress, not 2")
    for size in (0, 2):
        with pytest.raises(SizeError, match=f"exactly 1 models, not {size}"):
            default_loadout(HEKATON, size)


@pytest.mark.rule("W-135", "W-142", "X-65")
def test_exactly_eighteen_loadouts_all_at_225_points() -> None:
    every = list(unit_loadouts(HEKATON, 1))
    assert len(set(every)) == len(every) == count_unit_loadouts(HEKATON, 1) == 18
    assert tuple(ways(HEKATON, HEKATON.composition[0])) == tuple(unit[0][1] for unit in every)
    assert all(not check_loadout(HEKATON, each_model(unit)) for unit in every)
    costs = [points(HEKATON, len(each_model(unit))) for unit in every]
    assert costs == [225] * 18
    assert sum(costs[:3]) == 675


@pytest.mark.rule("W-136")
def test_the_default_equipment() -> None:
    assert default_loadout(HEKATON, 1) == ((HEKATON.name, loadout(DEFAULT), 1),)
    assert next(unit_loadouts(HEKATON, 1)) == default_loadout(HEKATON, 1)
    assert fortress() == []


@pytest.mark.rule("W-137")
def test_one_ion_beamer() -> None:
    assert fortress("twin bolt cannon", "twin ion beamer") == []


@pytest.mark.rule("W-138", "W-139")
def test_two_ion_beamers_and_no_other_number() -> None:
    assert fortress("twin bolt cannon, twin bolt cannon", "twin ion beamer, twin ion beamer") == []
    three = fortress("twin bolt cannon, twin bolt cannon", "twin ion beamer, twin ion beamer, twin ion beamer")
    assert refused(three, "cannot have 3 twin ion beamer", "2 twin bolt cannon -> 2 twin ion beamer")
    assert refused(fortress("", "twin ion beamer"), "cannot have 2 twin bolt cannon and twin ion beamer")
    assert refused(fortress("twin bolt cannon"), "cannot have twin bolt cannon.")


@pytest.mark.rule("W-140")
def test_one_main_gun() -> None:
    assert fortress("cyclic ion cannon", BEAMER) == []
    assert fortress("cyclic ion cannon", RAIL) == []
    assert refused(fortress("cyclic ion cannon", f"{BEAMER}, {RAIL}"), f"{RAIL} and {BEAMER}", f"cyclic ion cannon -> {BEAMER}")
    assert refused(fortress("", BEAMER), f"cyclic ion cannon and {BEAMER}")
    assert refused(fortress("cyclic ion cannon"), "cannot have none of them")


@pytest.mark.rule("W-141")
def test_scanner_or_warhead() -> None:
    assert fortress("pan spectral scanner", WARHEAD) == []
    assert refused(fortress("", WARHEAD), f"{WARHEAD} and pan spectral scanner", f"pan spectral scanner -> {WARHEAD}")
    assert refused(fortress("pan spectral scanner"), "Legal: pan spectral scanner; or Hekaton warhead")


@pytest.mark.rule("W-143")
@pytest.mark.parametrize("item", ["MATR autocannon", "armoured wheels"])
def test_fixed_items(item: str) -> None:
    (problem,) = fortress(item)
    assert (problem.code, problem.text) == (
        "fixed-item",
        f"Hekaton Land Fortress has {item}, which no option changes; found none of them",
    )
    assert refused(fortress("", item), f"found 2 {item}")


@pytest.mark.rule("W-377")
@pytest.mark.parametrize("main_gun", [BEAMER, RAIL])
def test_options_do_not_mix(main_gun: str) -> None:
    for_a_bolt_cannon = fortress("twin bolt cannon", main_gun)
    assert [problem.option for problem in for_a_bolt_cannon] == [2, 1]
    for_the_main_gun = fortress("cyclic ion cannon", "twin ion beamer")
    assert [problem.option for problem in for_the_main_gun] == [2, 1]


def test_every_fault_is_told() -> None:
    codes = [problem.code for problem in fortress("MATR autocannon", f"{WARHEAD}, {BEAMER}, plough")]
    assert codes == ["unknown-item", "options", "fixed-item", "options"]


TERMINATORS = datasheet("terminator-squad")
SERGEANT = ("Terminator Sergeant", ["storm bolter", "power fist"])
TERMINATOR = ("Terminator", ["storm bolter", "power fist"])
CANNON = ("Terminator", ["assault cannon", "chainfist"])


def test_one_heavy_weapon_for_every_five_models() -> None:
    assert check_loadout(TERMINATORS, [SERGEANT, CANNON, *[TERMINATOR] * 3]) == []
    assert check_loadout(TERMINATORS, [SERGEANT, CANNON, CANNON, *[TERMINATOR] * 7]) == []
    two_in_five = check_loadout(TERMINATORS, [SERGEANT, CANNON, CANNON, *[TERMINATOR] * 2])
    assert [problem.code for problem in two_in_five] == ["option-limit"]
    assert refused(two_in_five, "2 models use this option, but at most 1 of 5 may", "up to 1 Terminator for every 5 models")


def test_only_the_sergeant_has_the_power_weapon() -> None:
    assert check_loadout(TERMINATORS, [(SERGEANT[0], ["storm bolter", "power weapon"]), *[TERMINATOR] * 4]) == []
    (problem, *_) = check_loadout(TERMINATORS, [SERGEANT, ("Terminator", ["storm bolter", "power weapon"]), *[TERMINATOR] * 3])
    assert problem.code == "not-for-model"
    assert "Terminator Sergeant: power fist -> power weapon" in problem.text


def test_some_wargear_is_once_a_unit() -> None:
    kin = datasheet("hearthkyn-warriors")
    pistols = ["Autoch-pattern bolt pistol", "close combat weapon"]
    theyn = ("Theyn", [*pistols, "Autoch-pattern bolter", "weavefield crest"])
    plain = ("Hearthkyn Warrior", [*pistols, "Autoch-pattern bolter"])

    def unit(*others: list[str]) -> list[str]:
        extra = [("Hearthkyn Warrior", [*pistols, *items]) for items in others]
        return [problem.code for problem in check_loadout(kin, [theyn, *extra, *[plain] * (9 - len(extra))])]

    assert unit(["magna-rail rifle"], ["HYLas auto rifle"], ["ion blaster", "medipack"]) == []
    assert unit(["magna-rail rifle"], ["magna-rail rifle"]) == ["option-limit"]
    assert unit(["Kin melee weapon"], ["Kin melee weapon"]) == []
    assert unit(["Kin melee weapon"], ["Kin melee weapon"], ["magna-rail rifle"]) == ["option-limit"]
    assert unit(["ion blaster", "medipack"], ["ion blaster", "medipack"]) == ["option-limit"]
    assert unit(["magna-rail rifle", "medipack"]) == ["options"]
    assert unit(["ion blaster", "medipack", "comms array"]) == ["options"]


@pytest.mark.parametrize("sheet", datasheets(), ids=lambda sheet: sheet.id)
def test_every_bundled_datasheet_has_loadouts_that_pass_its_own_check(sheet: object) -> None:
    bundled = datasheet(getattr(sheet, "id", ""))
    for row in bundled.points:
        assert points(bundled, row.models) == row.points
        assert check_loadout(bundled, each_model(default_loadout(bundled, row.models))) == []
        assert count_unit_loadouts(bundled, row.models) >= 1
    for line in bundled.composition:
        assert next(iter(ways(bundled, line))) == loadout(line.equipped)


@pytest.mark.parametrize(
    ("name", "size", "count"),
    [
        ("sagitaur", 1, 3),
        ("brokhyr-thunderkyn", 3, 10),
        ("captain", 1, 10),
        ("impulsor", 1, 20),
        ("redemptor-dreadnought", 1, 16),
        ("predator-destructor", 1, 12),
        ("eliminator-squad", 3, 9),
    ],
)
def test_how_many_loadouts_there_are(name: str, size: int, count: int) -> None:
    assert count_unit_loadouts(datasheet(name), size) == len(list(unit_loadouts(datasheet(name), size))) == count
