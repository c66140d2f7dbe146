"""The legal wargear nearest to what a unit has."""

import pytest

from warbench.games.heresy3 import library as heresy3
from warbench.games.w40k10 import library
from warbench.muster.fixing.wargear import exchanged, nearest_legal
from warbench.sheets.loadouts import check_loadout, default_loadout, each_model, unit_loadouts
from warbench.sheets.sizes import smallest

HEARTHKYN = library.datasheet("Hearthkyn Warriors")


def usual(count: int = 10) -> list[tuple[str, dict[str, int]]]:
    return [(name, dict(items)) for name, items in each_model(default_loadout(HEARTHKYN, count))]


def test_legal_wargear_stays_as_it_is() -> None:
    assert nearest_legal(HEARTHKYN, usual()) == usual()


def test_an_item_beyond_a_limit_is_exchanged_for_one_model_only() -> None:
    models = usual()
    for place in (1, 2):
        models[place] = ("Hearthkyn Warrior", {"Autoch-pattern bolt pistol": 1, "close combat weapon": 1, "magna-rail rifle": 1})
    fixed = nearest_legal(HEARTHKYN, models)
    assert fixed is not None
    assert check_loadout(HEARTHKYN, fixed) == []
    assert sum(before != after for before, after in zip(models, fixed, strict=True)) == 1
    (told,) = exchanged(models, fixed)
    assert told.startswith("Hearthkyn Warrior: magna-rail rifle -> ")


def test_what_is_no_wargear_of_the_unit_goes() -> None:
    sheet = library.datasheet("Hekaton Land Fortress")
    items = {"Cyclic Ion Cannon": 1, "MATR autocannon": 1, "twin bolt cannon": 1, "twin ion beamer": 1, "armoured wheels": 1}
    (fixed,) = nearest_legal(sheet, [(sheet.composition[0].model, {**items, "pan spectral scanner": 1, "cup holder": 2})]) or []
    assert fixed[1] == {
        **{key: 1 for key in items if key != "Cyclic Ion Cannon"},
        "cyclic ion cannon": 1,
        "pan spectral scanner": 1,
    }
    assert exchanged([("x", {**items, "cup holder": 2})], [("x", items)]) == ["x: 2 cup holder -> nothing"]


def test_a_model_that_the_unit_has_not_cannot_be_armed() -> None:
    assert nearest_legal(HEARTHKYN, [("Dragon", {})]) is None


def test_a_unit_without_wargear_loses_everything() -> None:
    sheet = heresy3.datasheet("Aegis Defence Line")
    assert nearest_legal(sheet, [("Aegis Defence Line", {"lascannon": 1})]) == [("Aegis Defence Line", {})]


@pytest.mark.parametrize("name", ["hekaton-land-fortress", "captain", "sagitaur", "einhyr-champion"])
def test_it_is_as_near_as_the_nearest_of_all_loadouts(name: str) -> None:
    sheet = library.datasheet(name)
    model = sheet.composition[0].model
    every = [dict(unit[0][1]) for unit in unit_loadouts(sheet, smallest(sheet))]
    items = sorted({item for each in every for item in each})
    for place, item in enumerate(items):
        wanted = {item: 1, items[place - 1]: 1}
        (found,) = nearest_legal(sheet, [(model, wanted)]) or []

        def far(other: dict[str, int], wanted: dict[str, int] = wanted) -> int:
            return sum(abs(other.get(key, 0) - wanted.get(key, 0)) for key in {**other, **wanted})

        assert found[1] in every
        assert far(found[1]) == min(map(far, every))
