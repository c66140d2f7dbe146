"""The faction of a unit: that of the catalogue that states it, called as players and the other sources call it."""

import pytest

from tests.intake.catalogue.kit import SQUAD, SYSTEM, catalogue, file
from tests.intake.catalogue.test_heresy3 import SYSTEM as HERESY
from tests.intake.catalogue.test_heresy3 import UNIT
from warbench.intake.catalogue import datasheets_of, read_catalogues
from warbench.intake.catalogue.factions import faction_of
from warbench.intake.sources import Imported

LINK = '<catalogueLinks><catalogueLink id="cl" name="x" targetId="owner" importRootEntries="false"/></catalogueLinks>'


def sheets(*texts: str) -> list[Imported]:
    return datasheets_of(read_catalogues(file(text, f"file {number}") for number, text in enumerate(texts)))


@pytest.mark.parametrize(
    ("catalogue_name", "faction"),
    [
        ("Xenos - T'au Empire", "T'au Empire"),
        ("Imperium - Adeptus Astartes - Dark Angels", "Space Marines"),
        ("Imperium - Agents of the Imperium", "Imperial Agents"),
        ("Chaos - Titanicus Traitoris", "Adeptus Titanicus"),
        ("Imperium - Astra Militarum - Library", "Astra Militarum"),
        ("Necrons", "Necrons"),
        ("                 XX - Alpha Legion", "Alpha Legion"),
        ("Mechanicum", "Mechanicum"),
    ],
)
def test_a_catalogues_name_says_its_faction(catalogue_name: str, faction: str) -> None:
    assert faction_of(catalogue_name) == faction


@pytest.mark.rule("H-016")
@pytest.mark.parametrize(
    ("name", "faction"),
    [("I - Dark Angels", "Legiones Astartes"), ("Blackshields", "Legiones Astartes"), ("Solar Auxilia", "Solar Auxilia")],
)
def test_a_legions_units_are_in_the_army_list_of_all_legions(name: str, faction: str) -> None:
    entries = f"<selectionEntries>{UNIT}</selectionEntries>"
    (found,) = sheets(HERESY, f'<catalogue id="a" name="{name}" gameSystemId="hh" revision="1">{entries}</catalogue>')
    assert found.sheet.faction == faction


def test_a_unit_is_of_the_catalogue_that_states_it_not_of_the_first_that_links_to_it() -> None:
    borrower = catalogue("", key="borrower", name="Chaos - Borrower", more=LINK)
    owner = catalogue(key="owner", name="Chaos - Owner")
    (found,) = sheets(SYSTEM, borrower, owner)
    assert (found.sheet.faction, found.sheet.version) == ("Owner", "Test System, Chaos - Owner revision 7")


def test_what_the_game_system_holds_is_of_no_faction() -> None:
    entry = '<entryLinks><entryLink id="l" name="Line Squad" type="selectionEntry" targetId="squad" hidden="false"/></entryLinks>'
    held = SYSTEM.replace("</gameSystem>", f"{entry}<sharedSelectionEntries>{SQUAD}</sharedSelectionEntries></gameSystem>")
    (found,) = sheets(held)
    assert found.sheet.faction == "Unaligned Forces"
