"""The real export: every leader who may join beside another is read, and who is not says so."""

from pathlib import Path

from tests.intake.export.test_shared_export import rows
from warbench.games.w40k10.leaders import leaders_fault
from warbench.intake.sources import Imported
from warbench.sheets.datasheet import JoinsBeside, JoinsUnit, LedAs, TakesLeaders


def by_name(sheets: list[Imported], name: str) -> Imported:
    return next(one for one in sheets if one.sheet.name == name)


def test_all_leaders_with_such_a_sentence_are_read_but_one_whose_text_says_more(sheets: list[Imported], folder: Path) -> None:
    printed = {row["name"] for row in rows(folder, "Datasheets.csv") if "even if" in row["leader_footer"]}
    read = {one.sheet.name for one in sheets if one.sheet.joins_beside is not None}
    assert printed - read == {"Cybernetica Datasmith"}
    assert read <= printed
    notes = by_name(sheets, "Cybernetica Datasmith").notes
    assert any(note.startswith("which leaders may join it together is not understood") for note in notes)


def test_what_is_read_says_beside_whom_and_where(sheets: list[Imported]) -> None:
    assert by_name(sheets, "Lieutenant").sheet.joins_beside == JoinsBeside(whom=("captain", "chapter master"))
    nobles = JoinsBeside(whom=("royal warden", "noble"))
    assert by_name(sheets, "Technomancer").sheet.joins_beside == nobles
    plague = JoinsBeside(whom=("character",), units=("plague marines",))
    assert by_name(sheets, "Tallyman").sheet.joins_beside == plague
    assert by_name(sheets, "Boyz").sheet.takes_leaders == TakesLeaders(most=2, models=20, needs=("warboss",), twice=True)
    assert by_name(sheets, "Kroot Carnivores").sheet.takes_leaders == TakesLeaders(most=2, models=20)


def test_a_captain_and_a_lieutenant_lead_a_squad_together_and_two_captains_do_not(sheets: list[Imported]) -> None:
    squad, captain, lieutenant = (by_name(sheets, name).sheet for name in ("Intercessor Squad", "Captain", "Lieutenant"))
    assert leaders_fault(squad, 5, [captain, lieutenant]) is None
    fault = leaders_fault(squad, 5, [captain, captain])
    assert fault is not None
    assert fault.code == "may-not-join"


UNREAD = {
    "Court of the Archon",
    "D-cannon Platform",
    "Daemonhost",
    "Shadow Weaver Platform",
    "Vibro Cannon Platform",
    "Company Heroes",
    "Company Veterans On Bikes",
    "Ultramarines Honour Guard",
}


def test_every_unit_that_joins_another_or_takes_its_leaders_is_read_or_says_that_it_is_not(sheets: list[Imported]) -> None:
    told = {one.sheet.name for one in sheets if any("who may join it, is not understood" in note for note in one.notes)}
    assert told == UNREAD
    spoken = ("can join one", "must join one", "attached to this unit instead", "also be attached to this unit")
    named = {one.sheet.name for one in sheets if any(words in text for words in spoken for text in one.ability_texts.values())}
    read = {one.sheet.name for one in sheets if one.sheet.joins is not None or one.sheet.led_as}
    assert named - read <= UNREAD


def test_a_retinue_of_the_export_joins_whom_it_names(sheets: list[Imported]) -> None:
    thralls, immortals, plasmancer, overlord = (
        by_name(sheets, name).sheet for name in ("Cryptothralls", "Immortals", "Plasmancer", "Overlord")
    )
    assert thralls.joins == JoinsUnit(led_by=("cryptek infantry",), never=("cryptothralls",))
    assert leaders_fault(immortals, 5, [plasmancer], [thralls]) is None
    assert leaders_fault(immortals, 5, [overlord], [thralls]) is not None
    assert leaders_fault(immortals, 5, [plasmancer], [thralls, thralls]) is not None
    crawlers = by_name(sheets, "Canoptek Tomb Crawlers").sheet
    assert leaders_fault(immortals, 5, [plasmancer], [thralls, crawlers]) is not None
    command, ogryn, attaches = (
        by_name(sheets, name).sheet for name in ("Cadian Command Squad", "Ogryn Bodyguard", "Regimental Attachés")
    )
    assert (ogryn.must_join, attaches.must_join, thralls.must_join) == (True, True, False)
    assert leaders_fault(command, 6, [], [ogryn, attaches]) is None


def test_a_unit_of_the_export_takes_the_leaders_of_the_one_that_it_names(sheets: list[Imported]) -> None:
    companions, captain = by_name(sheets, "Inner Circle Companions").sheet, by_name(sheets, "Captain").sheet
    assert companions.led_as == (LedAs(units=("sternguard veteran squad",), who=("character",)),)
    assert leaders_fault(companions, 3, [captain]) is None
    assert leaders_fault(companions, 3, [by_name(sheets, "Overlord").sheet]) is not None


def test_who_may_be_the_warlord_is_read_wherever_it_is_said(sheets: list[Imported]) -> None:
    found = {one.sheet.name: one.sheet.warlord for one in sheets if one.sheet.warlord}
    assert {name: found[name] for name in ("Abaddon The Despoiler", "Ghazghkull Thraka", "Deathleaper", "Solitaire")} == {
        "Abaddon The Despoiler": "must",
        "Ghazghkull Thraka": "must",
        "Deathleaper": "never",
        "Solitaire": "never",
    }
    assert not any("whether it may lead the army is not understood" in note for one in sheets for note in one.notes)
    assert {one.sheet.name for one in sheets if one.sheet.unenhanced} == {
        "Cyberwolf",
        "Exalted Flamer",
        "Transcendent C'tan",
        "Wolf Guard Pack Leader",
        "Wolf Guard Pack Leader In Terminator Armour",
        "Wolf Guard Pack Leader With Jump Pack",
    }
