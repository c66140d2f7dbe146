"""The real export: every transport's text is read whole, but for what is named here; Firing Decks keep their numbers."""

import re
from pathlib import Path

import pytest

from tests.intake.export.test_shared_export import rows
from warbench.intake.sources import Imported
from warbench.sheets.capacity import Equipped, Riders, Room, Takes, Transport

NESTED = "a transport that it carries has nobody inside: passengers of passengers are not modelled"


def carries(sheets: list[Imported], name: str, faction: str = "") -> Transport:
    found = next(one.sheet for one in sheets if one.sheet.name == name and faction in one.sheet.faction)
    assert found.transport is not None
    return found.transport


def test_every_text_gives_a_capacity_and_is_read_whole_but_for_these(sheets: list[Imported], folder: Path) -> None:
    printed = [row for row in rows(folder, "Datasheets.csv") if row["transport"].strip()]
    read = [one.sheet for one in sheets if one.sheet.transport is not None]
    assert len(read) == len(printed) == 177
    left = {sheet.name: sheet.transport.unread for sheet in read if sheet.transport is not None and sheet.transport.unread}
    assert set(left) == {"Immolator", "Sokar-pattern Stormbird", "Thunderhawk Transporter"}
    assert left["Sokar-pattern Stormbird"] == left["Thunderhawk Transporter"] == (NESTED,)
    assert left["Immolator"][0].startswith("of the halves: ")
    told = {one.sheet.name for one in sheets if any(note.startswith("transport: not understood") for note in one.notes)}
    assert told == set(left)


def test_the_first_number_of_a_text_is_the_capacity(sheets: list[Imported], folder: Path) -> None:
    texts = [re.sub("<[^>]*>", " ", row["transport"]) for row in rows(folder, "Datasheets.csv")]
    first = [int(found[0]) for text in texts if (found := re.search(r"\d+", text))]
    assert [one.sheet.transport.capacity for one in sheets if one.sheet.transport is not None] == first


@pytest.mark.rule("W-172", "W-173", "W-174", "W-176")
def test_units_groups_exceptions_and_wargear(sheets: list[Imported]) -> None:
    assert carries(sheets, "Night Scythe") == Transport(1, ("necrons", "infantry"), units=True)
    lord = Room(1, Riders(("necrons", "infantry", "character")))
    assert carries(sheets, "Ghost Ark") == Transport(10, ("necron warrior",), rooms=(lord,))
    rhino = carries(sheets, "Rhino", "Space Marines")
    assert rhino.barred == (Riders(("tacticus",), unless_joined="character"),)
    assert rhino.excludes == ("jump pack", "wulfen", "phobos", "gravis", "centurion", "terminator")
    serpent = carries(sheets, "Wave Serpent")
    assert (serpent.takes, serpent.excludes) == ((Takes("wraith construct", 2),), ("jump pack",))
    assert serpent.barred == (Riders(("ynnari",), ("asuryani", "yvraine", "the visarch")),)
    wagon = carries(sheets, "Battlewagon")
    assert (wagon.equipped, wagon.takes[-1]) == ((Equipped("killkannon", 12),), Takes("ghazghkull thraka", 4))
    assert carries(sheets, "Chinork Warkopta").excludes == ("ghazghkull thraka", "mega armour", "jump pack")
    monster = Room(1, Riders(("tyranids", "monster"), most_wounds=12), "instead")
    assert carries(sheets, "Tyrannocyte").rooms == (monster,)
    assert carries(sheets, "Tyrannocyte").takes == (Takes("infantry", 3, wounds=2),)
    assert carries(sheets, "Hierophant").excludes == ("fly",)
    assert [room.most for room in carries(sheets, "Manta").rooms] == [4, 8]
    assert carries(sheets, "Mastodon").rooms == (Room(2, Riders(("dreadnought or helbrute",)), "among"),)
    assert carries(sheets, "Orion Assault Dropship").rooms[0].places == 6


def test_who_splits_whom(sheets: list[Imported]) -> None:
    found = {one.sheet.name: one.sheet.transport.splits for one in sheets if one.sheet.transport and one.sheet.transport.splits}
    assert found == {
        "Immolator": ("battle sisters squad", "dominion squad", "sisters novitiate squad"),
        "Kapricus Carrier": ("hernkyn yaegir",),
        "Sagitaur": ("hearthkyn warriors",),
        "Sisters of Battle Immolator": ("sisters of battle squad",),
        "Venom": ("kabalite warriors", "wyches"),
        "Ynnari Venom": ("ynnari kabalite warriors", "ynnari wyches"),
    }


def test_firing_decks_keep_their_numbers(sheets: list[Imported], folder: Path) -> None:
    (core,) = {row["id"] for row in rows(folder, "Abilities.csv") if row["name"] == "Firing Deck"}
    printed = [row["parameter"] for row in rows(folder, "Datasheets_abilities.csv") if row["ability_id"] == core]
    read = [ability.parameter for one in sheets for ability in one.sheet.abilities if ability.id == "firing-deck"]
    assert sorted(read) == sorted(printed)
    assert all(number.isdigit() for number in read)
