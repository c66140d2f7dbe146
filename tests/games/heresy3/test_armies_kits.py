"""The kits that make of a unit's usual models what they are."""

from collections import Counter

import pytest

from warbench.games.heresy3.armies.files import armies, army
from warbench.games.heresy3.armies.kits import kits_for
from warbench.games.heresy3.armies.outfits import outfits
from warbench.games.heresy3.armies.spec import Kit, UnitSpec
from warbench.games.heresy3.library import datasheet
from warbench.sheets.sizes import smallest


@pytest.mark.parametrize("name", armies())
def test_the_kits_of_what_units_wear_make_them_wear_it(name: str) -> None:
    for entry in army(name).units:
        sheet = datasheet(entry.datasheet)
        size = entry.models or smallest(sheet)
        worn, cost, _ = outfits(sheet, entry, size)
        held = [{item: count for item, count in model.items.items() if count > 0} for model in worn]
        kits = kits_for(sheet, size, held, [[upgrade.name for upgrade in model.upgrades] for model in worn])
        again, same, faults = outfits(sheet, UnitSpec(datasheet=entry.datasheet, models=size, wargear=kits), size)
        assert (same, faults) == (cost, [])
        before = Counter((model.kind, frozenset(model.held(sheet).items())) for model in worn)
        assert Counter((model.kind, frozenset(model.held(sheet).items())) for model in again) == before


def test_models_that_change_alike_are_one_kit() -> None:
    sheet = datasheet("Tactical Squad")
    plain = {"bolter": 1, "bolt pistol": 1, "frag grenades": 1, "krak grenades": 1}
    models = [{**plain, "bayonet": 1}] * 9 + [plain]
    assert kits_for(sheet, 10, models) == (Kit(model="Legionary", count=9, gives=("bayonet",)),)
    assert kits_for(sheet, 10, [plain] * 10) == ()
