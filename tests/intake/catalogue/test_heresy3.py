"""From a catalogue of our own to datasheets of The Horus Heresy."""

import pytest

from tests.intake.catalogue.kit import exactly, file, item, profile
from warbench.intake.catalogue import datasheets_of, read_catalogues
from warbench.intake.sources import Imported
from warbench.sheets.datasheet import Points

PTS = "hh-pts"
SYSTEM = f"""<gameSystem id="hh" name="Test Heresy" revision="2">
  <costTypes><costType id="{PTS}" name="Point(s)"/></costTypes>
  <profileTypes><profileType id="1" name="Profile"/><profileType id="2" name="Vehicle"/>
    <profileType id="3" name="Ranged Weapon"/><profileType id="4" name="Melee Weapon"/></profileTypes>
  <categoryEntries><categoryEntry id="c-troops" name="Troops"/></categoryEntries>
  <forceEntries><forceEntry id="f" name="Primary"/></forceEntries>
  <sharedRules><rule id="r-bulky" name="Bulky (X)"/><rule id="r-odd" name="Odd Custom"/></sharedRules>
</gameSystem>"""

LEGIONARY = {
    "Type": "Infantry (Sergeant, Heavy)",
    "M": "7",
    "WS": "4",
    "BS": "4",
    "S": "4",
    "T": "4",
    "W": "1",
    "I": "4",
    "A": "1",
    "LD": "8",
    "CL": "7",
    "WP": "7",
    "IN": "7",
    "SAV": "3+",
    "INV": "-",
}
BOLTER = {
    "R": "24",
    "FP": "2",
    "RS": "4",
    "AP": "5",
    "D": "1",
    "Special Rules": "Shred (6+), Heavy (FP)",
    "Traits": "Bolt, Assault",
}
BEAM = {"R": "15-30", "FP": "D3", "RS": "8", "AP": "-", "D": "2", "Special Rules": "-", "Traits": "-"}
FLAMER = {"R": "Template", "FP": "1", "RS": "4", "AP": "5", "D": "1", "Special Rules": "Template", "Traits": "Flame"}
FIST = {"IM": "-1", "AM": "A", "SM": "+4", "AP": "2", "D": "2", "Special Rules": "-", "Traits": "Power"}

UNIT = f"""<selectionEntry id="u" name="Line Squad" type="unit">
  <costs><cost name="Point(s)" typeId="{PTS}" value="10"/></costs>
  <categoryLinks><categoryLink id="c" name="Troops" targetId="c-troops" primary="true"/></categoryLinks>
  <profiles>{profile("[Allegiance]", "Traits", {"Description": ""})}{profile("Cry of the Tide", "Reaction", {"D": "A cry."})}
  </profiles>
  <infoLinks>
    <infoLink id="i" name="Bulky (X)" type="rule" targetId="r-bulky">
      <modifiers><modifier type="replace" field="name" value="2" arg="X"/></modifiers></infoLink>
    <infoLink id="i2" name="Odd Custom" type="rule" targetId="r-odd"/>
  </infoLinks>
  <selectionEntries>
    <selectionEntry id="m" name="Legionary" type="model">
      <constraints><constraint id="lo" type="min" value="9" field="selections" scope="parent"/>
        <constraint id="hi" type="max" value="19" field="selections" scope="parent"/></constraints>
      <costs><cost name="Point(s)" typeId="{PTS}" value="10"/></costs>
      <profiles>{profile("Legionary", "Profile", LEGIONARY)}</profiles>
      <selectionEntries>
        {item("Bolter", profile("Bolter", "Ranged Weapon", BOLTER), exactly(1))}
        {item("Hull (Rear) Mounted beam", profile("Beam", "Ranged Weapon", BEAM), exactly(1))}
        {item("Flamer", profile("Flamer", "Ranged Weapon", FLAMER), exactly(1))}
        {item("Vexilla", profile("Vexilla", "Wargear", {"Summary": "A flag."}), exactly(1))}
        {item("Boarding shield", profile("Boarding shield", "Wargear", {"Summary": "A door."}), exactly(1))}
      </selectionEntries>
      <selectionEntryGroups><selectionEntryGroup id="g" name="Fists"><constraints>
        <constraint id="g1" type="max" value="1" field="selections" scope="parent"/></constraints><selectionEntries>
        <selectionEntry id="fist" name="Power fist" type="upgrade">
          <costs><cost name="Point(s)" typeId="{PTS}" value="15"/></costs>
          <profiles>{profile("Power fist", "Melee Weapon", FIST)}</profiles></selectionEntry>
      </selectionEntries></selectionEntryGroup></selectionEntryGroups>
    </selectionEntry>
  </selectionEntries>
</selectionEntry>"""

TANK = {
    "Type": "Vehicle (Transport)",
    "M": "12",
    "BS": "4",
    "Front Armour": "12",
    "Side Armour": "11",
    "Rear Armour": "10",
    "HP": "4",
    "Transport Capacity": "12",
    "Access Points": "Access Points on both Side Facings and the Rear Facing.",
}
CARRIER = f"""<selectionEntry id="t" name="Carrier" type="unit"><selectionEntries>
  <selectionEntry id="tm" name="Carrier" type="model">
    {exactly(1)}<profiles>{profile("Carrier", "Vehicle", TANK)}</profiles>
  </selectionEntry></selectionEntries></selectionEntry>"""


@pytest.fixture(scope="module")
def found() -> dict[str, Imported]:
    entries = f"<selectionEntries>{UNIT}{CARRIER}</selectionEntries>"
    text = f'<catalogue id="a" name="Test Legion" gameSystemId="hh" revision="1">{entries}</catalogue>'
    return {each.sheet.id: each for each in datasheets_of(read_catalogues([file(SYSTEM), file(text)]))}


def test_a_model_has_its_type_sub_types_traits_and_rules(found: dict[str, Imported]) -> None:
    (model,) = found["line-squad"].sheet.models
    assert (model.type, model.keywords, model.traits) == ("infantry", ("sergeant", "heavy"), ("[allegiance]",))
    assert model.abilities == ("Bulky (2)", "Odd Custom")
    assert (model.characteristics["save"], "invulnerable" in model.characteristics, model.characteristics["cool"]) == (
        3,
        False,
        7,
    )
    assert found["line-squad"].notes == ("special rules that are not modelled: Odd Custom",)


def test_weapons_have_ranges_traits_and_mounts(found: dict[str, Imported]) -> None:
    weapons = {weapon.name: weapon for weapon in found["line-squad"].sheet.weapons}
    bolter = weapons["Bolter"].profiles[0]
    assert bolter.characteristics == {"firepower": 2, "strength": 4, "ap": 5, "damage": 1}
    assert (bolter.range, bolter.abilities, bolter.traits) == (24, ("Shred (6+)", "Heavy (FP)"), ("bolt", "assault"))
    beam = weapons["hull (rear) mounted beam"]
    assert (beam.mount, beam.profiles[0].range, beam.profiles[0].characteristics["minimum"]) == ("hull (rear)", 30, 15)
    assert "ap" not in beam.profiles[0].characteristics
    assert weapons["Flamer"].profiles[0].range is None
    fist = weapons["Power fist"]
    assert (fist.type, fist.profiles[0].characteristics["initiative"], fist.profiles[0].characteristics["strength"]) == (
        "melee",
        "-1",
        "+4",
    )


def test_role_points_wargear_and_the_price_of_options(found: dict[str, Imported]) -> None:
    sheet = found["line-squad"].sheet
    assert (sheet.game, sheet.role, sheet.faction) == ("heresy3", "troops", "Test Legion")
    assert (sheet.points[0], sheet.points[-1]) == (Points(9, 100), Points(19, 200))
    assert [item.name for item in sheet.wargear] == ["Vexilla", "Boarding shield"]
    assert sheet.composition[0].equipped == ("Bolter", "hull (rear) mounted beam", "Flamer", "Vexilla", "Boarding shield")
    (option,) = sheet.options
    assert (option.choices[0].gives[0].item, option.choices[0].points) == ("Power fist", 15)


def test_wargear_that_the_game_knows_by_its_name_does_what_the_game_says(found: dict[str, Imported]) -> None:
    shield = found["line-squad"].sheet.gear("boarding shield")
    assert shield is not None
    assert (shield.name, shield.keywords, shield.traits, shield.characteristics) == (
        "Boarding shield",
        ("heavy",),
        ("shield",),
        {"invulnerable": 5},
    )


def test_a_reaction_that_a_datasheet_prints_bears_on_attacks_at_it(found: dict[str, Imported]) -> None:
    (cry,) = found["line-squad"].sheet.abilities
    assert (cry.name, cry.touches) == ("Cry of the Tide", ("reaction", "attack"))


def test_a_vehicle_has_facings_capacity_and_access(found: dict[str, Imported]) -> None:
    sheet = found["carrier"].sheet
    assert sheet.models[0].characteristics == {
        "movement": 12,
        "ballistic_skill": 4,
        "front": 12,
        "side": 11,
        "rear": 10,
        "hull_points": 4,
    }
    assert sheet.transport is not None
    assert (sheet.transport.capacity, sheet.transport.access) == (12, ("left", "right", "rear"))
    assert found["carrier"].notes == ("its role (none is given) is none that is known",)


def vehicle(entries: str, groups: str = "") -> Imported:
    inside = f"<selectionEntries>{entries}</selectionEntries><selectionEntryGroups>{groups}</selectionEntryGroups>"
    unit = CARRIER.replace("</profiles>\n  </selectionEntry>", f"</profiles>{inside}</selectionEntry>", 1)
    text = f'<catalogue id="a" name="Test" gameSystemId="hh" revision="1"><selectionEntries>{unit}</selectionEntries></catalogue>'
    (made,) = datasheets_of(read_catalogues([file(SYSTEM), file(text)]))
    return made


@pytest.mark.parametrize(
    ("name", "weapon", "mount", "count"),
    [
        ("Two Sponson Mounted bolters", "sponson mounted bolter", "sponson", 2),
        ("Hull (Front) Mounted bolter", "hull mounted bolter", "hull", 1),
        ("Hull Mounted (Front) bolter", "hull mounted bolter", "hull", 1),
        ("Hull (Front) bolter", "hull mounted bolter", "hull", 1),
        ("One Turret Mounted bolter", "turret mounted bolter", "turret", 1),
        ("Co-axial (big gun) Mounted bolter", "turret mounted bolter", "turret", 1),
        ("Turret", "Bolter", "", 1),
    ],
)
def test_a_name_says_the_mount_and_how_many_there_are(name: str, weapon: str, mount: str, count: int) -> None:
    sheet = vehicle(item(name, profile("Bolter", "Ranged Weapon", BOLTER), exactly(1))).sheet
    (found,) = sheet.weapons
    assert (found.name, found.mount) == (weapon, mount)
    assert sheet.composition[0].equipped == (weapon,) * count


def test_a_list_of_pintle_weapons_says_the_mount_too() -> None:
    inside = item("Bolter", profile("Bolter", "Ranged Weapon", BOLTER))
    group = f'<selectionEntryGroup id="p" name="Legion Pintle Weapons">{exactly(1)}<selectionEntries>{inside}</selectionEntries>'
    (found,) = vehicle("", f"{group}</selectionEntryGroup>").sheet.weapons
    assert (found.name, found.mount) == ("pintle mounted bolter", "pintle")


def test_an_arc_that_the_game_does_not_know_is_told() -> None:
    found = vehicle(item("Hull (Left) Mounted bolter", profile("Bolter", "Ranged Weapon", BOLTER), exactly(1)))
    assert any("Hull (Left)" in note and "arc is not known" in note for note in found.notes)


def test_rows_of_one_name_are_ways_to_use_one_weapon() -> None:
    rows = profile("Plasma gun (Sustained)", "Ranged Weapon", BOLTER) + profile("Plasma gun (Maximal)", "Ranged Weapon", BEAM)
    (found,) = vehicle(item("Plasma gun", rows, exactly(1))).sheet.weapons
    assert (found.name, [each.name for each in found.profiles]) == ("Plasma gun", ["Sustained", "Maximal"])


def test_a_combi_weapon_is_one_item_with_both_its_rows() -> None:
    rows = profile("Bolter (Primary)", "Ranged Weapon", BOLTER) + profile("Flamer (Secondary)", "Ranged Weapon", FLAMER)
    sheet = vehicle(item("Combi-flamer", rows, exactly(1))).sheet
    assert sheet.composition[0].equipped == ("Combi-flamer",)
    assert [each.name for each in sheet.weapons[0].profiles] == ["Bolter (Primary)", "Flamer (Secondary)"]


def test_a_weapon_that_cannot_be_read_is_left_out_and_told() -> None:
    odd = profile("Mercy", "Melee Weapon", {**FIST, "D": "*"})
    found = vehicle(item("Misericordia", odd, exactly(1)))
    assert (found.sheet.weapons, found.sheet.composition[0].equipped) == ((), ("Misericordia",))
    assert any("cannot read D '*'" in note for note in found.notes)


def test_a_multiplied_strength_is_read() -> None:
    (found,) = vehicle(item("Claw", profile("Claw", "Melee Weapon", {**FIST, "SM": "x2"}), exactly(1))).sheet.weapons
    assert found.profiles[0].characteristics["strength"] == "x2"


def test_special_rules_that_the_catalogue_misspells_are_read_as_they_are_called_and_told() -> None:
    slips = "Critical Hits (5+), Breaching (6+, Shred (4+) Reaping Blow (2), Heavy (FP). Combi"
    one = vehicle(item("Odd gun", profile("Odd gun", "Ranged Weapon", {**BOLTER, "Special Rules": slips}), exactly(1)))
    (weapon,) = one.sheet.weapons
    wanted = ("Critical Hit (5+)", "Breaching (6+)", "Shred (4+)", "Reaping Blow (2)", "Heavy (FP)", "Combi")
    assert weapon.profiles[0].abilities == wanted
    assert [note for note in one.notes if "is read as" in note] == [
        "Odd gun: the special rule 'Critical Hits (5+)' is read as 'Critical Hit (5+)'",
        "Odd gun: the special rule 'Breaching (6+' is read as 'Breaching (6+)'",
    ]
