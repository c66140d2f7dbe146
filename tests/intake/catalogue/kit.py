"""A small game system and catalogue of our own, in XML and JSON, for the readers' tests."""

import io
import json
import zipfile
from typing import Any

from warbench.intake.catalogue.from_xml import parse
from warbench.intake.sources import SourceFile

PTS = "cost-pts"

SYSTEM = f"""<?xml version="1.0" encoding="UTF-8"?>
<gameSystem xmlns="http://example.org/gst" id="sys" name="Test System" revision="3" unheardOf="yes">
  <costTypes><costType id="{PTS}" name="pts" defaultCostLimit="-1"/></costTypes>
  <profileTypes>
    <profileType id="pt-unit" name="Unit"/><profileType id="pt-r" name="Ranged Weapons"/>
    <profileType id="pt-m" name="Melee Weapons"/><profileType id="pt-a" name="Abilities"/>
  </profileTypes>
  <categoryEntries>
    <categoryEntry id="cat-inf" name="Infantry"/><categoryEntry id="cat-fac" name="Faction: Test Legion"/>
    <categoryEntry id="cat-vet" name="Veteran"/>
  </categoryEntries>
  <forceEntries><forceEntry id="force-1" name="Army Roster"/></forceEntries>
  <sharedRules>
    <rule id="rule-ds" name="Deep Strike"><description>Comes from above.</description></rule>
    <rule id="rule-sc" name="Scouts"><description>Goes ahead.</description></rule>
  </sharedRules>
  <surprise><thing id="x" newAttribute="1"/></surprise>
</gameSystem>"""


def unit_profile(name: str, wounds: int = 2) -> str:
    cells = {"M": '6"', "T": 4, "SV": "3+", "W": wounds, "LD": "6+", "OC": 1}
    return profile(name, "Unit", {key: str(value) for key, value in cells.items()})


def profile(name: str, table: str, cells: dict[str, str], inner: str = "") -> str:
    told = "".join(
        f'<characteristic name="{key}" typeId="ct-{table}-{key}">{value.replace(chr(34), "&quot;")}</characteristic>'
        for key, value in cells.items()
    )
    return (
        f'<profile id="p-{table}-{name}" name="{name}" typeName="{table}" hidden="false">'
        f"<characteristics>{told}</characteristics>{inner}</profile>"
    )


def gun(name: str, strength: int = 4, keywords: str = "-") -> str:
    cells = {"Range": '24"', "A": "2", "BS": "3+", "S": str(strength), "AP": "0", "D": "1", "Keywords": keywords}
    return profile(name, "Ranged Weapons", cells)


def blade(name: str) -> str:
    return profile(
        name, "Melee Weapons", {"Range": "Melee", "A": "3", "WS": "3+", "S": "4", "AP": "-1", "D": "1", "Keywords": "-"}
    )


def bound(kind: str, value: int, scope: str = "parent", key: str = "") -> str:
    key = key or f"{kind}-{value}-{scope}"
    return f'<constraint id="{key}" type="{kind}" value="{value}" field="selections" scope="{scope}" shared="true"/>'


def exactly(value: int) -> str:
    return f"<constraints>{bound('min', value)}{bound('max', value)}</constraints>"


def item(name: str, inner: str, constraints: str = "") -> str:
    return (
        f'<selectionEntry id="e-{name}" name="{name}" type="upgrade" hidden="false">'
        f"{constraints}<profiles>{inner}</profiles></selectionEntry>"
    )


LEADS = "This model can be attached to the following units: ^^**Line Squad**^^, ^^**Old Guard**^^"
MEDAL = profile("Medal", "Abilities", {"Description": "Shines."})
SQUAD = f"""
<selectionEntry id="squad" name="Line Squad" type="unit" hidden="false">
  <costs><cost name="pts" typeId="{PTS}" value="80"/></costs>
  <modifiers>
    <modifier type="set" field="{PTS}" value="150"><conditions>
      <condition type="greaterThan" value="5" field="selections" scope="squad" childId="model" includeChildSelections="true"/>
    </conditions></modifier>
    <modifier type="set" field="hidden" value="true"><conditions>
      <condition type="instanceOf" value="1" field="selections" scope="primary-catalogue" childId="other-army"/>
    </conditions></modifier>
    <modifier type="add" field="category" value="cat-vet"><conditions>
      <condition type="instanceOf" value="1" field="selections" scope="primary-catalogue" childId="army"/>
    </conditions></modifier>
  </modifiers>
  <categoryLinks>
    <categoryLink id="cl1" name="Infantry" targetId="cat-inf" primary="true"/>
    <categoryLink id="cl2" name="Faction: Test Legion" targetId="cat-fac"/>
  </categoryLinks>
  <profiles>
    {profile("Invulnerable Save", "Abilities", {"Description": "This unit has a 5+ invulnerable save."})}
    {profile("Steadfast", "Abilities", {"Description": "Holds."})}
    {profile("Leader", "Abilities", {"Description": LEADS})}
  </profiles>
  <infoLinks>
    <infoLink id="il1" name="Deep Strike" type="rule" targetId="rule-ds"/>
    <infoLink id="il2" name="Scouts" type="rule" targetId="rule-sc">
      <modifiers><modifier type="append" field="name" value="6&quot;"/></modifiers>
    </infoLink>
  </infoLinks>
  <selectionEntryGroups>
    <selectionEntryGroup id="troops" name="Troopers" defaultSelectionEntryId="trooper" hidden="false">
      <constraints>{bound("min", 4)}{bound("max", 9)}</constraints>
      <selectionEntries>
        <selectionEntry id="heavy" name="Trooper w/ heavy gun" type="model" hidden="false">
          <constraints>{bound("max", 1, key="heavy-max")}</constraints>
          <modifiers><modifier type="set" field="heavy-max" value="2"><conditions>
            <condition type="atLeast" value="10" field="selections" scope="squad" childId="model" includeChildSelections="true"/>
          </conditions></modifier></modifiers>
          <profiles>{unit_profile("Line Squad")}</profiles>
          <selectionEntries>{item("Heavy gun", gun("Heavy gun", 8, "Heavy, Twin Linked"), exactly(1))}
            {item("Knife", blade("Knife"), exactly(1))}</selectionEntries>
        </selectionEntry>
        <selectionEntry id="trooper" name="Trooper" type="model" hidden="false">
          <constraints>{bound("max", 9)}</constraints>
          <profiles>{unit_profile("Line Squad")}</profiles>
          <selectionEntries>{item("Rifle", gun("Rifle"), exactly(1))}
            {item("Knife", blade("Knife"), exactly(1))}</selectionEntries>
        </selectionEntry>
      </selectionEntries>
    </selectionEntryGroup>
  </selectionEntryGroups>
  <selectionEntries>
    <selectionEntry id="sergeant" name="Sergeant" type="model" hidden="false">
      {exactly(1)}
      <profiles>{unit_profile("Sergeant", 3)}</profiles>
      <selectionEntryGroups>
        <selectionEntryGroup id="sidearm" name="Sidearm" defaultSelectionEntryId="e-Pistol" hidden="false">
          {exactly(1)}
          <selectionEntries>{item("Sword", blade("Sword"))}{item("Pistol", gun("Pistol", 3, "Pistol"))}</selectionEntries>
        </selectionEntryGroup>
      </selectionEntryGroups>
      <selectionEntries>
        {item("Medal", MEDAL, "<constraints>" + bound("max", 1) + "</constraints>")}
      </selectionEntries>
    </selectionEntry>
  </selectionEntries>
</selectionEntry>"""


def catalogue(
    shared: str = SQUAD, links: str = "", *, key: str = "army", name: str = "Imperium - Test Army", more: str = ""
) -> str:
    links = links or '<entryLink id="l-squad" name="Line Squad" type="selectionEntry" targetId="squad" hidden="false"/>'
    return f"""<catalogue xmlns="http://example.org/cat" id="{key}" name="{name}" gameSystemId="sys" revision="7" library="false">
      <entryLinks>{links}</entryLinks><sharedSelectionEntries>{shared}</sharedSelectionEntries>{more}</catalogue>"""


def file(text: str | bytes, name: str = "some file") -> SourceFile:
    return SourceFile(name, text if isinstance(text, bytes) else text.encode())


def as_json(xml: str) -> bytes:
    """The same tree as a JSON file."""
    root, plain = parse(file(xml))
    return json.dumps({root: plain}).encode()


def zipped(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def named_zip(files: dict[str, bytes]) -> bytes:
    return zipped(**files)


ROSTER: dict[str, Any] = {
    "name": "My army",
    "gameSystemName": "Warhammer 40,000 10th Edition",
    "costs": [{"name": "pts", "typeId": PTS, "value": 195}],
    "costLimits": [{"name": "pts", "typeId": PTS, "value": 1000}],
    "forces": [
        {
            "name": "Army Roster",
            "catalogueName": "Imperium - Test Army",
            "selections": [
                {
                    "name": "Detachment",
                    "type": "upgrade",
                    "categories": [{"name": "Configuration"}],
                    "selections": [{"name": "First Wave", "type": "upgrade"}],
                },
                {
                    "name": "Line Squad",
                    "type": "unit",
                    "number": 1,
                    "categories": [{"name": "Infantry", "primary": True}, {"name": "Faction: Test Legion"}],
                    "costs": [{"name": "pts", "value": 80}],
                    "selections": [
                        {
                            "name": "Trooper",
                            "type": "model",
                            "number": 4,
                            "selections": [
                                {
                                    "name": "Rifle",
                                    "type": "upgrade",
                                    "number": 4,
                                    "profiles": [{"name": "Rifle", "typeName": "Ranged Weapons"}],
                                }
                            ],
                        }
                    ],
                },
                {
                    "name": "Captain",
                    "type": "model",
                    "number": 1,
                    "costs": [{"name": "pts", "value": 90}],
                    "selections": [
                        {"name": "Warlord", "type": "upgrade"},
                        {
                            "name": "Old Banner",
                            "type": "upgrade",
                            "group": "Enhancements",
                            "costs": [{"name": "pts", "value": 25}],
                        },
                    ],
                },
            ],
        }
    ],
}
