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
  <profiles>{profile("[Allegiance]", "Traits", {"Description": ""})}</profiles>
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
    beam = weapons["Beam"]
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
    assert [item.name for item in sheet.wargear] == ["Vexilla"]
    assert sheet.composition[0].equipped == ("Bolter", "Beam", "Flamer", "Vexilla")
    (option,) = sheet.options
    assert (option.choices[0].gives[0].item, option.choices[0].points) == ("Power fist", 15)


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
