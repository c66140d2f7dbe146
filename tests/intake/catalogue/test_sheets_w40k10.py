"""From a catalogue of our own to datasheets of Warhammer 40,000."""

import pytest

from tests.intake.catalogue.kit import PTS, SQUAD, SYSTEM, as_json, catalogue, exactly, file, gun, item, profile, unit_profile
from warbench.intake.catalogue import datasheets_of, read_catalogues
from warbench.intake.catalogue.sheets import HIDDEN
from warbench.intake.sources import Imported
from warbench.rules.effects import ChangeValue
from warbench.sheets.datasheet import Points
from warbench.sheets.loadouts import check_loadout, points
from warbench.sheets.ways import say

ONLY_IN_ARMY = 'type="notInstanceOf" value="1" field="selections" scope="primary-catalogue" childId="army"'


def sheets(*texts: str) -> list[Imported]:
    return datasheets_of(read_catalogues(file(text, f"file {number}") for number, text in enumerate(texts)))


@pytest.fixture(scope="module")
def squad() -> Imported:
    (found,) = sheets(SYSTEM, catalogue())
    return found


def test_a_unit_becomes_one_datasheet(squad: Imported) -> None:
    sheet = squad.sheet
    assert (sheet.id, sheet.name, sheet.game, sheet.faction) == ("line-squad", "Line Squad", "w40k10", "Test Army")
    assert sheet.keywords == ("infantry", "veteran")
    assert sheet.faction_keywords == ("test legion",)
    assert sheet.leads == ("line-squad", "old-guard")
    assert squad.source == "file 1, revision 7"
    assert squad.ability_texts["Steadfast"] == "Holds."
    assert squad.notes == ()


def test_models_have_their_profiles_and_the_units_invulnerable_save(squad: Imported) -> None:
    found = {model.name: model.characteristics for model in squad.sheet.models}
    common = {"movement": 6, "toughness": 4, "save": 3, "leadership": 6, "objective_control": 1, "invulnerable": 5}
    assert found == {"Sergeant": {**common, "wounds": 3}, "Trooper": {**common, "wounds": 2}}


def test_models_that_differ_by_their_gun_are_one_line_with_an_option(squad: Imported) -> None:
    assert [(line.model, line.low, line.high, line.equipped) for line in squad.sheet.composition] == [
        ("Sergeant", 1, 1, ("Pistol",)),
        ("Trooper", 4, 9, ("Rifle", "Knife")),
    ]
    assert [say(option) for option in squad.sheet.options] == [
        "Sergeant: also Medal",
        "Sergeant: Pistol -> Sword",
        "up to 1 Trooper per 5 models without Heavy gun: Rifle -> Heavy gun",
    ]


def test_the_options_are_those_that_loadouts_are_checked_by(squad: Imported) -> None:
    trooper, heavy = ("Trooper", ("Rifle", "Knife")), ("Trooper", ("Heavy gun", "Knife"))
    sergeant = ("Sergeant", ("Sword",))
    assert check_loadout(squad.sheet, [sergeant, heavy, *[trooper] * 3]) == []
    assert check_loadout(squad.sheet, [sergeant, heavy, heavy, *[trooper] * 7]) == []
    assert [problem.code for problem in check_loadout(squad.sheet, [sergeant, heavy, heavy, *[trooper] * 2])] == ["option-limit"]


def test_points_follow_the_size(squad: Imported) -> None:
    assert squad.sheet.points == (Points(5, 80), Points(10, 150))
    assert [points(squad.sheet, size) for size in (5, 6, 10)] == [80, 150, 150]


def test_weapons_are_numbers_and_keywords(squad: Imported) -> None:
    weapons = {weapon.name: weapon for weapon in squad.sheet.weapons}
    assert set(weapons) == {"Rifle", "Knife", "Heavy gun", "Sword", "Pistol"}
    heavy = weapons["Heavy gun"].profiles[0]
    assert heavy.characteristics == {"attacks": 2, "skill": 3, "strength": 8, "ap": 0, "damage": 1}
    assert (heavy.range, heavy.abilities) == (24, ("heavy", "twin-linked"))
    assert (weapons["Knife"].type, weapons["Knife"].profiles[0].range) == ("melee", None)


def test_abilities_are_core_own_or_of_an_item(squad: Imported) -> None:
    found = {ability.id: (ability.kind, ability.parameter, ability.item) for ability in squad.sheet.abilities}
    assert found == {
        "medal": ("wargear", "", "Medal"),
        "steadfast": ("datasheet", "", ""),
        "leader": ("core", "", ""),
        "deep-strike": ("core", "", ""),
        "scouts": ("core", '6"', ""),
    }


def test_json_gives_the_same_sheets() -> None:
    plain = sheets(SYSTEM, catalogue())
    other = datasheets_of(read_catalogues([file(as_json(catalogue()), "file 1"), file(as_json(SYSTEM), "file 0")]))
    assert other == plain


def shared_by_two_armies(unit: str) -> Imported:
    imports = '<catalogueLinks><catalogueLink id="cl" name="x" targetId="lib" importRootEntries="true"/></catalogueLinks>'
    library = catalogue(unit, key="lib", name="Library - Test").replace('library="false"', 'library="true"')
    other = catalogue("", "<entryLink/>", key="other-army", name="Chaos - Other", more=imports)
    army = catalogue("", "<entryLink/>", key="army", name="Imperium - Test Army", more=imports)
    (found,) = sheets(SYSTEM, library, other, army)
    return found


def test_a_unit_that_several_armies_take_in_is_read_as_all_of_them_have_it() -> None:
    found = shared_by_two_armies(SQUAD)
    # It is a Veteran in one army only.
    assert found.sheet.keywords == ("infantry",)
    assert (found.sheet.faction, found.notes) == ("Test", ())


def test_a_unit_is_read_in_an_army_where_it_is_visible() -> None:
    only = SQUAD.replace(
        'type="instanceOf" value="1" field="selections" scope="primary-catalogue" childId="other-army"', ONLY_IN_ARMY
    )
    found = shared_by_two_armies(only)
    assert found.sheet.keywords == ("infantry", "veteran")
    assert found.notes == ()


def test_a_unit_that_no_army_shows_is_read_and_says_so() -> None:
    (found,) = sheets(SYSTEM, catalogue(key="other-army", name="Chaos - Other"))
    assert found.sheet.points[0] == Points(5, 80)
    assert found.notes == (HIDDEN,)


def test_a_link_may_change_the_cost() -> None:
    link = (
        '<entryLink id="l" name="Line Squad" type="selectionEntry" targetId="squad">'
        f'<costs><cost name="pts" typeId="{PTS}" value="65"/></costs></entryLink>'
    )
    (found,) = sheets(SYSTEM, catalogue(links=link))
    assert found.sheet.points[0] == Points(5, 65)


def character(*profiles: str, entries: str = "") -> str:
    return (
        f'<selectionEntry id="hero" name="Hero [Legends]" type="model" hidden="false"><profiles>{"".join(profiles)}</profiles>'
        f"<selectionEntries>{entries}</selectionEntries></selectionEntry>"
    )


def hero(*profiles: str, entries: str = "") -> Imported:
    link = '<entryLink id="l" name="Hero [Legends]" type="selectionEntry" targetId="hero"/>'
    (found,) = sheets(SYSTEM, catalogue(character(unit_profile("Hero"), *profiles, entries=entries), link))
    return found


def test_a_save_against_ranged_attacks_only_is_an_effect() -> None:
    text = {"Description": "This model has a 4+ invulnerable save against ranged attacks."}
    found = hero(profile("Invulnerable Save", "Abilities", text))
    assert "invulnerable" not in found.sheet.models[0].characteristics
    (ability,) = found.sheet.abilities
    assert ability.effects == (ChangeValue(name="invulnerable", set=4, side="defender", attacks="ranged"),)


@pytest.mark.parametrize(
    ("name", "text"), [("Force Field", "The bearer has a 4+ invulnerable save."), ("Invulnerable Save (4+)", "")]
)
def test_a_save_by_fixed_wargear_is_the_models(name: str, text: str) -> None:
    fixed = item("Field", profile(name, "Abilities", {"Description": text}), exactly(1))
    assert hero(entries=fixed).sheet.models[0].characteristics["invulnerable"] == 4


def test_a_unit_of_legends_says_so() -> None:
    found = hero()
    assert found.sheet.name == "Hero"
    assert "a unit of Legends" in found.notes


def test_a_damaged_bracket_keeps_what_it_can_say() -> None:
    text = "While this model has 1-5 wounds remaining, each time this model makes an attack, subtract 1 from the Hit roll."
    found = hero(profile("Damaged: 1-5 Wounds Remaining", "Abilities", {"Description": text}))
    assert found.sheet.damaged is not None
    assert found.sheet.damaged.wounds == 5
    assert len(found.sheet.damaged.effects) == 1


def test_a_transport_says_who_may_ride() -> None:
    riders = "This model has a transport capacity of 12 ^^**Test Legion Infantry**^^ models."
    text = f"{riders} It cannot transport ^^**Terminator**^^ models."
    found = hero(profile("Hero", "Transport", {"Capacity": text}))
    assert found.sheet.transport is not None
    assert (found.sheet.transport.capacity, found.sheet.transport.needs) == (12, ("test legion", "infantry"))
    assert found.sheet.transport.excludes == ("terminator",)


def test_weapons_of_one_name_and_other_numbers_are_told_apart() -> None:
    entries = item("Gun one", gun("Gun"), exactly(1)) + item("Gun two", gun("Gun", 9), exactly(1))
    names = [weapon.name for weapon in hero(entries=entries).sheet.weapons]
    assert names == ["Gun", "Gun (ranged)"]


def test_a_cell_that_is_no_number_is_noted_and_not_guessed() -> None:
    found = hero(entries=item("Gun", gun("Gun").replace(">4<", ">four<"), exactly(1)))
    assert found.sheet.weapons == ()
    assert any("cannot read S 'four'" in note for note in found.notes)


def test_packages_of_models_are_sizes_of_one_unit() -> None:
    def package(number: int, price: str = "") -> str:
        inside = f"{exactly(number)}<profiles>{unit_profile('Trooper')}</profiles>"
        models = f'<selectionEntry id="m{number}" name="Trooper" type="model">{inside}</selectionEntry>'
        inside = f"{price}<selectionEntries>{models}</selectionEntries>"
        return f'<selectionEntry id="pack{number}" name="{number} Troopers" type="upgrade">{inside}</selectionEntry>'

    more = f'<costs><cost name="pts" typeId="{PTS}" value="50"/></costs>'
    unit = (
        f'<selectionEntry id="squad" name="Mob" type="unit"><costs><cost name="pts" typeId="{PTS}" value="60"/></costs>'
        f'<selectionEntryGroups><selectionEntryGroup id="packs" name="Composition">{exactly(1)}'
        f"<selectionEntries>{package(10)}{package(20, more)}</selectionEntries></selectionEntryGroup></selectionEntryGroups>"
        "</selectionEntry>"
    )
    (found,) = sheets(SYSTEM, catalogue(unit))
    assert [(line.model, line.low, line.high) for line in found.sheet.composition] == [("Trooper", 10, 20)]
    assert found.sheet.points == (Points(10, 60), Points(20, 110))


def test_too_many_ways_to_choose_are_noted() -> None:
    members = "".join(item(f"Gun {number}", gun(f"Gun {number}")) for number in range(30))
    group = (
        f'<selectionEntryGroups><selectionEntryGroup id="g" name="Arsenal"><constraints>'
        f'<constraint id="c" type="max" value="6" field="selections" scope="parent"/></constraints>'
        f"<selectionEntries>{members}</selectionEntries></selectionEntryGroup></selectionEntryGroups>"
    )
    shared = character(unit_profile("Hero")).replace("<selectionEntries></selectionEntries>", group)
    link = '<entryLink id="l" name="Hero" type="selectionEntry" targetId="hero"/>'
    (found,) = sheets(SYSTEM, catalogue(shared, link))
    assert any("too many ways to choose Arsenal" in note for note in found.notes)


def test_a_game_that_is_not_known_gives_no_sheets() -> None:
    assert sheets(SYSTEM.replace('name="Unit"', 'name="Piece"'), catalogue(SQUAD)) == []
