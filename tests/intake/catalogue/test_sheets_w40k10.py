"""From a catalogue of our own to datasheets of Warhammer 40,000."""

import pytest

from tests.intake.catalogue.kit import (
    PTS,
    SQUAD,
    SYSTEM,
    as_json,
    blade,
    bound,
    catalogue,
    exactly,
    file,
    gun,
    item,
    profile,
    unit_profile,
)
from warbench.games.w40k10.abilities import abilities_of
from warbench.intake.catalogue import datasheets_of, read_catalogues
from warbench.intake.catalogue.sheets import HIDDEN
from warbench.intake.sources import Imported
from warbench.rules.effects import ChangeValue
from warbench.sheets.capacity import Transport
from warbench.sheets.datasheet import Points
from warbench.sheets.loadouts import check_loadout, points
from warbench.sheets.sizes import SizeError
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
        "up to 1 Trooper for every 5 models without Heavy gun: Rifle -> Heavy gun",
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


@pytest.mark.parametrize("name", ["Transport", "Roomy"])
def test_a_capacity_that_is_printed_as_an_ability_is_one(name: str) -> None:
    text = {"Description": "This model has a transport capacity of 12 ^^**Test Legion Infantry**^^ models."}
    found = hero(profile(name, "Abilities", text))
    assert found.sheet.transport == Transport(12, ("test legion", "infantry"))
    assert found.sheet.abilities == ()


def test_what_a_unit_is_as_a_passenger_is_told() -> None:
    found = hero(profile("Transport", "Abilities", {"Description": "This unit cannot embark within a RAFT."}))
    assert found.sheet.transport is None
    assert "as a passenger: not understood: 'This unit cannot embark within a RAFT.'" in found.notes


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
    assert found.sheet.makeups == ((10,), (20,))
    with pytest.raises(SizeError, match="a unit has 10 or 20 models, not 15"):
        points(found.sheet, 15)


def squad_of(*models: tuple[str, str, int]) -> Imported:
    """A unit of 5 to 10 models that one group holds: (name, weapon, how many at least)."""
    inside = "".join(
        f'<selectionEntry id="m{place}" name="{name}" type="model"><profiles>{unit_profile("Trooper")}</profiles>'
        f"<constraints>{bound('min', least, key=f'lo{place}')}{bound('max', 10, key=f'hi{place}')}</constraints>"
        f"<selectionEntries>{item(weapon, gun(weapon), exactly(1))}</selectionEntries></selectionEntry>"
        for place, (name, weapon, least) in enumerate(models)
    )
    unit = (
        f'<selectionEntry id="squad" name="Mob" type="unit"><costs><cost name="pts" typeId="{PTS}" value="60"/></costs>'
        '<selectionEntryGroups><selectionEntryGroup id="who" name="5-10 Troopers">'
        f"<constraints>{bound('min', 5, key='lo')}{bound('max', 10, key='hi')}</constraints>"
        f"<selectionEntries>{inside}</selectionEntries></selectionEntryGroup></selectionEntryGroups></selectionEntry>"
    )
    (found,) = sheets(SYSTEM, catalogue(unit))
    return found


def test_models_of_one_group_called_by_the_last_words_of_others_are_one_line() -> None:
    found = squad_of(("Sea Trooper", "Rifle", 4), ("Trooper w/ pistol", "Pistol", 0)).sheet
    assert [(line.model, line.equipped) for line in found.composition] == [("Sea Trooper", ("Rifle",))]
    assert [say(option) for option in found.options] == ["Sea Trooper without Pistol: Rifle -> Pistol"]
    assert check_loadout(found, [("Sea Trooper", ["Rifle"])] * 4 + [("Sea Trooper", ["Pistol"])]) == []


def test_models_of_other_names_are_lines_of_their_own() -> None:
    found = squad_of(("Sea Trooper", "Rifle", 4), ("Sea Gunner", "Pistol", 0), ("Sea Trooper Chief", "Sword", 0)).sheet
    assert [line.model for line in found.composition] == ["Sea Trooper", "Sea Gunner", "Sea Trooper Chief"]


def arsenal(bounds: str, guns: int, each: str = "", default: str = "") -> Imported:
    members = "".join(item(f"Gun {number}", gun(f"Gun {number}", number + 1), each) for number in range(guns))
    group = (
        f'<selectionEntryGroups><selectionEntryGroup id="g" name="Arsenal" defaultSelectionEntryId="{default}">'
        f"<constraints>{bounds}</constraints><selectionEntries>{members}</selectionEntries></selectionEntryGroup>"
        "</selectionEntryGroups>"
    )
    shared = character(unit_profile("Hero")).replace("<selectionEntries></selectionEntries>", group)
    link = '<entryLink id="l" name="Hero" type="selectionEntry" targetId="hero"/>'
    (found,) = sheets(SYSTEM, catalogue(shared, link))
    return found


def test_a_group_of_which_several_are_picked_is_one_option_that_is_used_several_times() -> None:
    twice = f"<constraints>{bound('max', 2)}</constraints>"
    found = arsenal(bound("min", 1, key="lo") + bound("max", 4, key="hi"), 9, twice, "e-Gun 0").sheet
    swap, more = found.options
    assert found.composition[0].equipped == ("Gun 0",)
    assert (len(swap.choices), swap.times, len(more.choices), more.times) == (8, 1, 9, 3)
    assert check_loadout(found, [("Hero", ["Gun 0", "Gun 0", "Gun 3", "Gun 8"])]) == []
    assert check_loadout(found, [("Hero", ["Gun 5"])]) == []
    too_many, three_of_one = ["Gun 0", "Gun 1", "Gun 2", "Gun 3", "Gun 4"], ["Gun 3", "Gun 3", "Gun 3"]
    assert all(check_loadout(found, [("Hero", items)]) for items in (too_many, list[str](), three_of_one))


def test_a_group_that_bounds_nothing_is_no_choice_of_its_own() -> None:
    found = arsenal("", 30, f"<constraints>{bound('max', 1)}</constraints>").sheet
    assert len(found.options) == 30
    assert {len(option.choices) for option in found.options} == {1}
    assert check_loadout(found, [("Hero", [f"Gun {number}" for number in range(30)])]) == []


def test_what_could_not_be_checked_is_told_in_words() -> None:
    found = arsenal(bound("max", 6), 30)
    (option,) = found.sheet.options
    assert (option.choices, option.text.startswith("Arsenal: 0 to 6 of Gun 0, Gun 1")) == ((), True)
    assert any("ways to pick, not checked: Arsenal" in note for note in found.notes)


@pytest.mark.parametrize(
    ("text", "plain", "melee"),
    [
        ("This model has a 5+ invulnerable save. This invulnerable save is improved to 4+ against melee attacks.", 5, 4),
        ("4+* *This model has a 4+ invulnerable save against melee attacks.", None, 4),
        ("This model has a 6+ invulnerable save.", 6, None),
    ],
)
def test_one_text_may_state_two_saves(text: str, plain: int | None, melee: int | None) -> None:
    sheet = hero(profile("Invunerable Save", "Abilities", {"Description": text})).sheet
    assert sheet.models[0].characteristics.get("invulnerable") == plain
    effects = [effect for ability in sheet.abilities for effect in ability.effects]
    wanted = [] if melee is None else [ChangeValue(name="invulnerable", set=melee, side="defender", attacks="melee")]
    assert effects == wanted


def with_rules(*links: tuple[str, str], abilities: str = "") -> Imported:
    rules = (
        '<rule id="rule-fnp" name="Feel No Pain"><description>Some have it, with a number.</description></rule>'
        '<rule id="rule-lh" name="Lethal Hits">'
        "<description>Weapons with [LETHAL HITS] in their profile are so.</description></rule>"
    )
    system = SYSTEM.replace("</sharedRules>", f"{rules}</sharedRules>")
    made = "".join(
        f'<infoLink id="x{target}" name="{name}" type="rule" targetId="{target}"><modifiers>'
        f'<modifier type="set" field="name" value="{name}"/></modifiers></infoLink>'
        for target, name in links
    )
    shared = character(unit_profile("Hero"), abilities).replace("<profiles>", f"<infoLinks>{made}</infoLinks><profiles>", 1)
    link = '<entryLink id="l" name="Hero" type="selectionEntry" targetId="hero"/>'
    (found,) = sheets(system, catalogue(shared, link))
    return found


def core_abilities(found: Imported) -> list[tuple[str, str]]:
    return [(each.name, each.parameter) for each in found.sheet.abilities if each.kind == "core"]


def test_a_core_rule_without_its_number_is_the_words_of_another_ability() -> None:
    told = profile("Iron Will", "Abilities", {"Description": "Once per battle: the Feel No Pain 4+ ability."})
    assert core_abilities(with_rules(("rule-fnp", "Feel No Pain"), abilities=told)) == []


def test_a_core_rule_without_its_number_that_nobody_explains_is_named_as_not_modelled() -> None:
    found = with_rules(("rule-fnp", "Feel No Pain"))
    assert core_abilities(found) == [("Feel No Pain", "")]
    assert abilities_of(found.sheet, (), "defender").not_modelled == ("Feel No Pain (Hero)",)
    assert "Feel No Pain stands without its number" in found.notes


def test_a_core_ability_that_is_written_as_one_of_the_units_own_has_its_number() -> None:
    own = profile("Feel No Pain 5+", "Abilities", {"Description": "This model has a 5+ Feel No Pain"})
    assert core_abilities(with_rules(("rule-fnp", "Feel No Pain"), abilities=own)) == [("Feel No Pain", "5+")]


def test_a_name_that_is_only_a_number_is_that_of_its_rule() -> None:
    assert core_abilities(with_rules(("rule-fnp", "6+"))) == [("Feel No Pain", "6+")]


def test_a_rule_of_weapons_is_no_ability_of_a_unit() -> None:
    assert core_abilities(with_rules(("rule-lh", "Lethal Hits"))) == []


def test_a_weapon_that_shoots_and_strikes_is_one_item() -> None:
    sheet = hero(entries=item("Staff", gun("Staff") + blade("Staff"), exactly(1))).sheet
    assert [(weapon.name, weapon.type) for weapon in sheet.weapons] == [("Staff", "ranged"), ("Staff", "melee")]
    assert sheet.composition[0].equipped == ("Staff",)


def test_a_modifier_that_affects_the_weapons_of_the_unit_is_worked_in() -> None:
    master = (
        '<modifiers><modifier type="set" field="ct-Ranged Weapons-BS" value="2+" '
        'affects="self.entries.recursive.profiles.Ranged Weapons"/></modifiers>'
    )
    shared = character(unit_profile("Hero"), entries=item("Gun", gun("Gun"), exactly(1)))
    shared = shared.replace("<profiles>", f"{master}<profiles>", 1)
    link = '<entryLink id="l" name="Hero" type="selectionEntry" targetId="hero"/>'
    (found,) = sheets(SYSTEM, catalogue(shared, link))
    assert found.sheet.weapons[0].profiles[0].characteristics["skill"] == 2


def test_a_game_that_is_not_known_gives_no_sheets() -> None:
    assert sheets(SYSTEM.replace('name="Unit"', 'name="Piece"'), catalogue(SQUAD)) == []
