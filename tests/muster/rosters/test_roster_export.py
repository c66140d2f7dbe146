"""Rosters have profiles, rules and ids; they keep to the format's schema, and are read back as the same army."""

from base64 import b85encode
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from tests.muster.kit import HERESY3, W40K10, bundled
from warbench.cli.importing import brought
from warbench.intake.catalogue.identities import CatalogueIds, NodeIds, SystemIds, TypeIds, packed, unpacked
from warbench.intake.catalogue.roster import read_roster
from warbench.muster import muster
from warbench.muster.known import Known
from warbench.muster.rosters.roster import as_xml, roster

SCHEMA = Path("/work/shared/data/bsdata/schemas/src/xml/schema/latest/Catalogue.xsd")
XS = "{http://www.w3.org/2001/XMLSchema}"

NODES = (
    NodeIds("Twin bolt cannon", "upgrade", "gun", "gun-link"),
    NodeIds("Sponsons", "", "group", "", (0,)),
    NodeIds("Hekaton Land Fortress", "model", "hekaton", "root-link", (1,)),
    NodeIds("Oathband", "upgrade", "oathband", ""),
    NodeIds("Detachment", "upgrade", "detachment", "", (3,)),
)
IDS = SystemIds(
    id="sys-40k",
    name="Warhammer 40,000 10th Edition",
    revision=7,
    catalogues=(CatalogueIds("cat-votann", "Xenos - Leagues of Votann", "Leagues of Votann", 3, False, ("cat-votann",), (2, 4)),),
    nodes=NODES,
    forces={"Army Roster": "force-id"},
    categories={"Vehicle": "category-vehicle"},
    costs={"pts": "cost-pts"},
    types=(TypeIds("Unit", "table-unit", {"M": "column-m"}),),
)


def selections(node: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Every selection of that name below a force or a selection."""
    found = [each for each in node.get("selections", []) if each["name"].casefold() == name.casefold()]
    return [*found, *(deep for each in node.get("selections", []) for deep in selections(each, name))]


def force_of(name: str, known: Known | None = None) -> dict[str, Any]:
    tree = roster(bundled(name), known or Known())["roster"]
    force: dict[str, Any] = tree["forces"][0]
    return force


def test_ids_are_the_way_of_links_to_an_entry() -> None:
    force = force_of("votann-2000", Known(ids=lambda: IDS))
    assert (force["entryId"], force["catalogueId"], force["catalogueRevision"]) == ("force-id", "cat-votann", 3)
    tank = selections(force, "Hekaton Land Fortress")[0]
    assert (tank["entryId"], tank["type"]) == ("root-link::hekaton", "model")
    gun = selections(tank, "twin bolt cannon")[0]
    assert (gun["entryId"], gun["entryGroupId"]) == ("root-link::gun-link::gun", "root-link::group")
    assert selections(force, "Oathband")[0]["entryId"] == "oathband"
    assert tank["costs"][0]["typeId"] == "cost-pts"
    assert {"name": "Vehicle", "entryId": "category-vehicle"}.items() <= {
        key: value for each in tank["categories"] if each["name"] == "Vehicle" for key, value in each.items()
    }.items()
    (movement,) = (cell for cell in tank["profiles"][0]["characteristics"] if cell["name"] == "M")
    assert (movement["$text"], movement["typeId"]) == ('10"', "column-m")


def test_without_ids_made_up_ones_say_so() -> None:
    force = force_of("votann-500")
    assert force["catalogueId"].startswith("warbench")
    assert all(each["entryId"].startswith("warbench") for each in force["selections"])


def test_profiles_and_rules_are_those_of_the_game() -> None:
    squad = selections(force_of("marines-1000"), "Intercessor Squad")[0]
    model = next(each for each in squad["selections"] if each["type"] == "model")
    cells = {cell["name"]: cell["$text"] for cell in model["profiles"][0]["characteristics"]}
    assert cells == {"M": '6"', "T": "4", "SV": "3+", "W": "2", "LD": "6+", "OC": "2"}
    rifle = selections(model, "bolt rifle")[0]["profiles"][0]
    assert rifle["typeName"] == "Ranged Weapons"
    assert {cell["name"]: cell["$text"] for cell in rifle["characteristics"]}["Range"] == '24"'
    primary = roster(bundled("imperial-fists-750"))["roster"]["forces"][0]["forces"][0]
    legionary = selections(primary, "Legionary")[0]
    assert legionary["profiles"][0]["typeName"] == "Profile"
    assert {cell["name"]: cell["$text"] for cell in legionary["profiles"][0]["characteristics"]}["SAV"] == "3+"


def test_every_id_of_a_roster_is_another() -> None:
    tree = roster(bundled("votann-2000"))["roster"]
    ids: list[str] = []

    def walk(node: dict[str, Any]) -> None:
        ids.append(node["id"])
        for key in ("forces", "selections"):
            for each in node.get(key, []):
                walk(each)

    walk(tree)
    assert len(ids) == len(set(ids))


def test_packed_ids_are_read_back() -> None:
    assert unpacked(packed(IDS)) == IDS
    with pytest.raises(ValueError, match="incorrect header check"):
        unpacked(b85encode(b"no such thing").decode())


@pytest.mark.parametrize("ids", [None, IDS], ids=["bare", "identified"])
@pytest.mark.parametrize("name", ["votann-1000", "votann-2000", "marines-1000"])
def test_the_xml_is_read_back_with_the_same_units(name: str, ids: SystemIds | None, tmp_path: Path) -> None:
    path = tmp_path / "army.ros"
    path.write_text(as_xml(bundled(name), Known(ids=lambda: ids)), encoding="utf-8")
    again, first = muster(brought(str(path)).file), muster(bundled(name))
    assert (again.points, again.limit, again.detachments, again.faction) == (
        first.points,
        first.limit,
        first.detachments,
        first.faction,
    )
    assert [(unit.datasheet, unit.points, unit.groups, unit.warlord, unit.inside) for unit in again.units] == [
        (unit.datasheet, unit.points, unit.groups, unit.warlord, unit.inside) for unit in first.units
    ]


# --- the format's own schema ---


class Schema:
    """As much of XML Schema as this schema uses: types that extend others, sequences of elements, attributes."""

    def __init__(self, root: ET.Element) -> None:
        self.types = {each.get("name", ""): each for each in root.iter(f"{XS}complexType")}
        self.groups = {each.get("name", ""): each for each in root.findall(f"{XS}attributeGroup")}
        self.kinds = {
            each.get("name", ""): {one.get("value") for one in each.iter(f"{XS}enumeration")}
            for each in root.iter(f"{XS}simpleType")
        }

    def parts(self, name: str) -> tuple[list[ET.Element], dict[str, ET.Element], bool]:
        """The elements of a type in order, its attributes, and whether it holds text."""
        own = self.types[name]
        extension = own.find(f".//{XS}extension")
        elements: list[ET.Element] = []
        attributes: dict[str, ET.Element] = {}
        base = (extension.get("base") or "").removeprefix("tns:") if extension is not None else ""
        if base in self.types:
            elements, attributes, _ = self.parts(base)
        at = extension if extension is not None else own
        elements = [*elements, *at.findall(f"{XS}sequence/{XS}element")]
        refs = (self.groups[(each.get("ref") or "").removeprefix("tns:")] for each in at.findall(f"{XS}attributeGroup"))
        for holder in (at, *refs):
            attributes = attributes | {each.get("name", ""): each for each in holder.findall(f"{XS}attribute")}
        return elements, attributes, base == "xs:string"

    def faults(self, element: ET.Element, name: str) -> list[str]:
        """What is wrong with an element of a type, and with those in it."""
        if name.startswith("xs:"):
            return []
        tag = element.tag.rpartition("}")[2]
        elements, attributes, holds_text = self.parts(name)
        found = [f"{tag}: unknown attribute {key}" for key in element.attrib if key not in attributes]
        found += [
            f"{tag}: lacks {key}"
            for key, attribute in attributes.items()
            if attribute.get("use") == "required" and element.get(key) is None
        ]
        for key, attribute in attributes.items():
            kinds = self.kinds.get((attribute.get("type") or "").removeprefix("tns:"))
            if kinds and element.get(key) is not None and element.get(key) not in kinds:
                found.append(f"{tag}: {key} is {element.get(key)}")
        if not holds_text and (element.text or "").strip():
            found.append(f"{tag}: text {element.text}")
        order = [each.get("name", "") for each in elements]
        kinds_of = {each.get("name", ""): (each.get("type") or "").removeprefix("tns:") for each in elements}
        places = [order.index(each.tag.rpartition("}")[2]) if each.tag.rpartition("}")[2] in order else -1 for each in element]
        if -1 in places or places != sorted(places):
            found.append(f"{tag}: holds {[each.tag.rpartition('}')[2] for each in element]}, expected {order}")
            return found
        return [*found, *(fault for each in element for fault in self.faults(each, kinds_of[each.tag.rpartition("}")[2]]))]


@pytest.mark.skipif(not SCHEMA.exists(), reason="needs /work/shared/data/bsdata/schemas")
@pytest.mark.parametrize("name", [*W40K10, *HERESY3])
def test_every_roster_keeps_to_the_schema_of_the_format(name: str) -> None:
    schema = Schema(ET.parse(SCHEMA).getroot())  # noqa: S314 -- a file of the test data
    for known in (Known(), Known(ids=lambda: IDS)):
        root = ET.fromstring(as_xml(bundled(name), known))  # noqa: S314 -- our own
        assert schema.faults(root, "Roster") == []


@pytest.mark.skipif(not SCHEMA.exists(), reason="needs /work/shared/data/bsdata/schemas")
def test_the_check_of_the_schema_finds_what_is_wrong() -> None:
    schema = Schema(ET.parse(SCHEMA).getroot())  # noqa: S314 -- a file of the test data
    root = ET.fromstring(as_xml(bundled("votann-500")))  # noqa: S314 -- our own
    del root.attrib["gameSystemId"]
    root.set("odd", "1")
    assert schema.faults(root, "Roster") == ["roster: unknown attribute odd", "roster: lacks gameSystemId"]


def test_signs_that_xml_cannot_hold_are_left_out() -> None:
    file = bundled("votann-500")
    named = msgspec.structs.replace(file, army=msgspec.structs.replace(file.army, name="A\x07 & <B>"))
    assert ET.fromstring(as_xml(named)).get("name") == "A & <B>"  # noqa: S314 -- our own


def every(node: dict[str, Any]) -> list[dict[str, Any]]:
    """Every selection below a force or a selection, forces within forces too."""
    found = [*node.get("selections", []), *(each for inner in node.get("forces", []) for each in every(inner))]
    return [*found, *(deep for each in node.get("selections", []) for deep in every(each))]


def test_who_leads_whom_and_who_begins_where_stand_in_notes_and_not_in_selections() -> None:
    force = force_of("votann-1000")
    told = [line for each in every(force) for line in each.get("customNotes", "").split("\n")]
    assert any(line.startswith("Attached unit 1 (leader)") for line in told)
    assert any(line.startswith("Begins inside: ") for line in told)
    assert not [each["name"] for each in every(force) if each["name"].startswith(("Attached", "Begins", "Split by", "Joins"))]


def test_the_notes_stand_first_in_the_xml_as_the_format_has_them() -> None:
    root = ET.fromstring(as_xml(bundled("imperial-fists-750")))  # noqa: S314 -- our own text
    notes = [each for each in root.iter() if each.tag.endswith("}customNotes")]
    assert [each.text for each in notes] == ["Joins: Breachers", "Begins inside: Rhino"]
    assert all(parent[0].tag.endswith("}customNotes") for parent in root.iter() if any(each in notes for each in parent))


def test_a_prime_advantage_is_the_selection_that_builders_have(tmp_path: Path) -> None:
    force = force_of("mechanicum-750")
    (prime,) = (each for each in every(force) if each["name"] == "Prime Unit")
    (advantage,) = prime["selections"]
    assert advantage["name"] == "Logistical Benefit"
    assert [each["name"] for each in advantage["selections"]] == ["LB - Armour"]
    path = tmp_path / "army.ros"
    path.write_text(as_xml(bundled("mechanicum-750")), encoding="utf-8")
    again = [(unit.prime, unit.benefit) for unit in muster(brought(str(path)).file).units if unit.prime]
    assert again == [("Logistical Benefit", "armour")]


def test_the_notes_of_a_player_are_no_choices() -> None:
    tree = roster(bundled("marines-500"))
    unit = tree["roster"]["forces"][0]["selections"][-1]
    unit["customNotes"] = "painted in May\nBegins in: strategic"
    read = read_roster(msgspec.json.encode(tree), "r")
    assert read.units[-1].notes == ("painted in May", "Begins in: strategic")
    assert "painted in May" not in read.units[-1].choices
