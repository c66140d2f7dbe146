"""The ids of catalogues are kept as they are, and are those that builders write into rosters."""

import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from warbench.intake.catalogue import read_catalogues
from warbench.intake.catalogue.identities import IDS, SystemIds, identities, unpacked
from warbench.intake.sources import SourceFile

DATA = Path("/work/shared/data")

SYSTEM = b"""<gameSystem id="sys" name="A Game" revision="4" xmlns="http://www.battlescribe.net/schema/gameSystemSchema">
<costTypes><costType id="points" name="pts"/></costTypes>
<profileTypes><profileType id="table" name="Unit"/></profileTypes>
<categoryEntries><categoryEntry id="infantry" name="Infantry"/></categoryEntries>
<forceEntries><forceEntry id="force" name="Army Roster"/></forceEntries></gameSystem>"""
CATALOGUE = b"""<catalogue id="cat" name="Xenos - Kyn" revision="2" gameSystemId="sys"
 xmlns="http://www.battlescribe.net/schema/catalogueSchema">
<entryLinks><entryLink id="link" name="Squad" type="selectionEntry" targetId="squad"/></entryLinks>
<sharedProfiles><profile id="row" name="Kyn" typeId="table" typeName="Unit">
<characteristics><characteristic name="M" typeId="column">6</characteristic></characteristics></profile></sharedProfiles>
<sharedSelectionEntries><selectionEntry id="squad" name="Squad" type="unit">
<selectionEntryGroups>
<selectionEntryGroup id="group" name="Guns">
<selectionEntries><selectionEntry id="gun" name="Gun" type="upgrade"/></selectionEntries></selectionEntryGroup>
</selectionEntryGroups>
</selectionEntry></sharedSelectionEntries></catalogue>"""


def kept(*files: SourceFile) -> SystemIds:
    (line,) = identities(read_catalogues(files))
    assert line.kind == IDS
    return unpacked(line.text)


def test_entries_links_groups_and_tables_are_kept_with_their_ids() -> None:
    ids = kept(SourceFile("a.gst", SYSTEM), SourceFile("b.cat", CATALOGUE))
    assert (ids.id, ids.name, ids.revision) == ("sys", "A Game", 4)
    assert (ids.forces, ids.costs, ids.categories) == ({"Army Roster": "force"}, {"pts": "points"}, {"Infantry": "infantry"})
    assert [(each.name, each.id, each.columns) for each in ids.types] == [("Unit", "table", {"M": "column"})]
    (catalogue,) = (each for each in ids.catalogues if each.id == "cat")
    assert (catalogue.faction, catalogue.revision, catalogue.imports) == ("Kyn", 2, ("cat",))
    squad = ids.nodes[catalogue.roots[0]]
    assert (squad.name, squad.type, squad.id, squad.link) == ("Squad", "unit", "squad", "link")
    group = ids.nodes[squad.below[0]]
    assert (group.type, group.id, ids.nodes[group.below[0]].id) == ("", "group", "gun")


@pytest.mark.skipif(not DATA.exists(), reason="needs /work/shared/data")
def test_rosters_of_builders_name_units_by_these_ids() -> None:
    folder = DATA / "bsdata" / "hh3"
    ids = kept(*(SourceFile(path.name, path.read_bytes()) for path in sorted(folder.iterdir())))
    roots = {
        f"{ids.nodes[root].link}::{ids.nodes[root].id}" if ids.nodes[root].link else ids.nodes[root].id
        for catalogue in ids.catalogues
        for root in catalogue.roots
    }
    with zipfile.ZipFile(DATA / "rosters" / "ps_hh3_all_comers.rosz") as archive:
        roster = ET.fromstring(archive.read(archive.namelist()[0]))  # noqa: S314 -- a file of the test data
    forces = [each for each in roster.iter() if each.tag.endswith("}force")]
    units = [
        each.get("entryId")
        for force in forces
        for selections in force
        if selections.tag.endswith("}selections")
        for each in selections
        if each.get("type") in {"unit", "model"}
    ]
    assert units
    assert set(units) <= roots
