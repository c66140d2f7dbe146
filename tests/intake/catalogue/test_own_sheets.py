"""The datasheets that rosters carry themselves: of their own profiles, of just what a unit has, at the points that it costs."""

from collections import Counter
from typing import Any

from tests.intake.invented_rosters import (
    captain,
    gun,
    heresy3_roster,
    item,
    selection,
    squad,
    tactical,
    w40k10_roster,
)
from warbench.intake.catalogue import read_roster
from warbench.intake.catalogue.own_sheets import OwnSheet
from warbench.sheets.datasheet import Points


def own(*units: dict[str, Any]) -> list[OwnSheet]:
    found = [unit.own for unit in read_roster(w40k10_roster(*units), "r").units]
    assert all(each is not None for each in found)
    return [each for each in found if each is not None]


def test_models_weapons_keywords_and_points_are_those_of_the_roster() -> None:
    (found,) = own(squad())
    sheet = found.sheet
    assert (sheet.name, sheet.faction, sheet.points) == ("Gleaners", "Tide", (Points(10, 110),))
    assert [(line.model, line.low, line.high) for line in sheet.composition] == [("Gleaner Mate", 1, 1), ("Gleaner", 9, 9)]
    assert sheet.models[1].characteristics["toughness"] == 4
    assert {weapon.name for weapon in sheet.weapons} == {"Salt gun", "Hook", "Harpoon"}
    assert (sheet.keywords, sheet.faction_keywords) == (("infantry", "battleline", "gleaners"), ("tide",))


def test_what_only_some_models_have_is_dealt_out_one_by_one() -> None:
    (found,) = own(squad())
    held = Counter(tuple(sorted(model.items())) for model in found.models)
    assert held == {
        (("Hook", 1), ("Salt gun", 1)): 1 + 7,
        (("Hook", 1), ("Lantern", 1), ("Salt gun", 1)): 1,
        (("Harpoon", 1), ("Hook", 1)): 1,
    }


def test_rules_of_the_game_are_told_from_those_of_the_army_and_words_are_kept() -> None:
    (found,) = own(squad())
    kinds = {ability.name: ability.kind for ability in found.sheet.abilities}
    assert kinds == {"Lantern": "wargear", "Grit": "datasheet", "Deep Strike": "core", "Tide Sworn": "faction"}
    assert next(each.summary for each in found.sheet.abilities if each.name == "Grit") == "They do not give way."


def test_an_enhancement_and_the_mark_of_the_warlord_are_not_in_the_datasheet() -> None:
    (found,) = own(captain())
    assert found.sheet.points == (Points(1, 80),)
    assert found.models == ({"Long hook": 1},)
    assert found.sheet.leads == ("gleaners",)
    assert found.sheet.models[0].characteristics["invulnerable"] == 4


def test_a_selection_has_the_names_of_its_weapons() -> None:
    (found,) = own(squad())
    assert found.items["Harpoon*"] == ("Harpoon",)


def test_a_roster_without_rows_for_its_models_has_no_datasheets() -> None:
    bare = selection("Shoal", "unit", 1, selection("Fish", "model", 3, item("Salt gun", 3, gun("Salt gun"))), pts=30)
    assert [unit.own for unit in read_roster(w40k10_roster(bare), "r").units] == [None]


def test_a_crowd_beyond_all_bounds_is_not_looked_at() -> None:
    crowd = squad()
    crowd["selections"][1]["number"] = 1e9
    assert [unit.own for unit in read_roster(w40k10_roster(crowd), "r").units] == [None]


def test_in_the_horus_heresy_all_models_have_what_stands_at_the_unit() -> None:
    (unit,) = read_roster(heresy3_roster(("Crusade Primary Detachment", (tactical(),))), "r").units
    assert unit.own is not None
    assert unit.own.models == ({"Salt carbine": 1, "Squall bomb": 1},) * 5
    model = unit.own.sheet.models[0]
    assert (model.type, model.traits, model.abilities) == ("infantry", ("loyalist",), ("Line (1)",))
    assert (unit.own.sheet.role, unit.own.sheet.points) == ("troops", (Points(5, 60),))


def test_as_many_as_there_are_models_of_a_kind_belong_to_them() -> None:
    battery = tactical("Battery")
    crew = battery["selections"][0]
    carriage = selection("Carriage", "model", 2, profiles=crew["profiles"])
    row = {**crew["selections"][0]["profiles"][0], "name": "Quad gun"}
    battery["selections"] = [crew, carriage, item("Quad gun", 2, row)]
    (unit,) = read_roster(heresy3_roster(("Crusade Primary Detachment", (battery,))), "r").units
    assert unit.own is not None
    assert [model.get("Quad gun", 0) for model in unit.own.models] == [0, 0, 0, 0, 0, 1, 1]
