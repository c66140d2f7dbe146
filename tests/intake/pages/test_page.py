"""Whole pages: an invented one in text and HTML, and the real one."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from warbench.games.w40k10 import library
from warbench.games.w40k10.characteristics import check
from warbench.intake import PageReading, ReadError, bundled, complete, read_page
from warbench.rules.effects import ChangeRoll
from warbench.sheets.capacity import Takes, Transport
from warbench.sheets.datasheet import Datasheet, Points
from warbench.sheets.loadouts import loadout, unit_loadouts
from warbench.sheets.ways import ways


@pytest.fixture(scope="module")
def brine(text_page: Path) -> PageReading:
    return read_page(text_page)


@pytest.fixture(scope="module")
def hekaton(shared: Path) -> PageReading:
    return read_page(shared / "pages" / "hekaton-land-fortress.txt")


def codes(reading: PageReading) -> set[str]:
    return {finding.code for finding in reading.findings}


def lines(reading: PageReading, code: str) -> list[int | None]:
    return [finding.line for finding in reading.findings if finding.code == code]


def test_title_profiles_and_points(brine: PageReading) -> None:
    sheet = brine.datasheet
    assert (sheet.id, sheet.name, sheet.faction, sheet.game) == (
        "brine-strider-cohort",
        "Brine Strider Cohort",
        "Tidewrack Combine",
        "w40k10",
    )
    assert sheet.model("Reefguard Helm").characteristics == {
        "movement": 6,
        "toughness": 4,
        "save": 3,
        "wounds": 3,
        "leadership": 6,
        "objective_control": 2,
        "invulnerable": 5,
    }
    assert sheet.points == (Points(5, 90), Points(10, 180))
    assert sheet.keywords == ("infantry", "brine striders")
    assert sheet.faction_keywords == ("tidewrack",)
    members = [(line.model, line.low, line.high, line.equipped) for line in sheet.composition]
    assert members == [("Reefguard", 4, 9, ("squall rifle", "gaff")), ("Reefguard Helm", 1, 1, ("squall rifle", "gaff"))]


def test_weapon_rows_are_loaded_once_with_all_their_profiles(brine: PageReading) -> None:
    sheet = brine.datasheet
    assert [weapon.name for weapon in sheet.weapons] == ["Harpoon gun", "Squall rifle", "Steam jet", "Barnacle fist", "Gaff"]
    rifle = sheet.weapon("squall rifle")
    assert rifle is not None
    assert [profile.name for profile in rifle.profiles] == ["drizzle", "torrent"]
    assert rifle.profiles[1].abilities == ("hazardous", "sustained hits D3")
    jet = sheet.weapon("steam jet")
    assert jet is not None
    assert jet.profiles[0].characteristics["skill"] is None
    assert jet.profiles[0].range == 12
    assert {"repaired.twin-rows", "repaired.capitals"} <= codes(brine)
    assert lines(brine, "missing.weapon-numbers") == [19]


def test_options_make_the_loadouts_of_the_unit(brine: PageReading) -> None:
    sheet = brine.datasheet
    assert [len(option.choices) for option in sheet.options] == [1, 2, 1, 0]
    assert sheet.options[3].text == "On a rainy day, the Reefguard Helm may borrow an umbrella."
    assert lines(brine, "unread.option") == [27]
    # A Reefguard: gaff or fist, times rifle, harpoon gun or steam jet (whose gaff is another one).
    assert len(ways(sheet, sheet.composition[0])) == 6
    assert tuple(ways(sheet, sheet.composition[1]))[1] == loadout(["squall rifle", "gaff", "tide glass"])
    assert sum(1 for _ in unit_loadouts(sheet, 5)) > 1


def test_abilities_transport_and_damaged(brine: PageReading) -> None:
    sheet = brine.datasheet
    assert [(ability.name, ability.kind, ability.parameter) for ability in sheet.abilities] == [
        ("Scouts", "core", '6"'),
        ("Deep Strike", "core", ""),
        ("Pull of the Moon", "faction", ""),
        ("Wet Boots", "datasheet", ""),
        ("Tide glass", "wargear", ""),
    ]
    assert brine.text("wet boots") == "This unit squelches when it walks.\nAt high tide it squelches louder."
    assert [ability.name for ability in brine.weapon_rules] == ["Brinewash"]
    assert sheet.transport == Transport(6, ("tidewrack", "infantry"), ("jump pack",), (Takes("coral-clad", 2), Takes("whale", 4)))
    assert sheet.damaged is not None
    assert (sheet.damaged.wounds, sheet.damaged.effects) == (2, (ChangeRoll(roll="hit", by=-1),))


def test_nothing_of_the_pages_own_words_is_in_the_datasheet(brine: PageReading) -> None:
    assert "squelches" not in msgspec.json.encode(brine.datasheet).decode()


def test_stratagems_of_the_list_and_their_texts_are_one(brine: PageReading) -> None:
    found = [(one.name, one.cost, one.group, one.kind, one.mode) for one in brine.stratagems]
    assert found == [
        ("HOIST THE SAILS", 1, "Core", "Epic Deed", "core"),
        ("HOIST THE SAILS", 1, "Boarding Actions", "Battle Tactic", "boarding actions"),
        ("UNDERTOW", 2, "Lowtide", "Strategic Ploy", "detachment"),
    ]
    sails = brine.stratagem("hoist the sails", "core")
    assert sails is not None
    assert sails.effect == "It is pushed by the wind.\n- It may also sing."
    assert sails.restrictions == "Not in a calm."
    assert brine.stratagem("hoist the anchor") is None
    assert lines(brine, "repaired.twin-lines") == [49]
    assert "missing.stratagem-text" in codes(brine)


def test_rule_texts_and_the_defects_of_the_page(brine: PageReading) -> None:
    moon = brine.rule("moon rules")
    assert moon is not None
    assert len(moon.lines) == 3
    assert [ability.name for ability in brine.detachment_abilities] == ["Slow Water"]
    assert brine.detachment_abilities[0].detachment == "Lowtide"
    assert lines(brine, "repaired.glued-heading") == [68, 86]
    assert lines(brine, "repaired.glued-text") == [63]
    assert lines(brine, "repaired.repeated") == [68]
    assert lines(brine, "repaired.repeated-heading") == [85]
    assert lines(brine, "missing.table") == [64]
    assert lines(brine, "missing.faction-word") == [66]
    assert lines(brine, "missing.keyword-list") == [69]
    assert lines(brine, "missing.rule-text") == [68]
    assert lines(brine, "note.misprint") == [92]


def test_html_gives_the_same_datasheet(brine: PageReading, html_page: Path) -> None:
    reading = read_page(html_page)
    assert reading.datasheet == brine.datasheet
    assert reading.texts == brine.texts
    assert lines(reading, "unread.option") == [33]
    assert "color: red" not in str(reading)


def test_a_reading_becomes_plain_data(brine: PageReading) -> None:
    plain = msgspec.to_builtins(brine)
    assert plain["datasheet"]["name"] == "Brine Strider Cohort"
    assert msgspec.json.encode(brine)
    assert str(brine.unread[0]).startswith("line 27: ")


def test_the_order_of_parts_does_not_matter(text_page: Path, tmp_path: Path, brine: PageReading) -> None:
    text = text_page.read_text(encoding="utf-8")
    start, middle = text.index("WARGEAR OPTIONS"), text.index("ABILITIES")
    end = text.index("UNIT COMPOSITION")
    moved = tmp_path / "moved.txt"
    moved.write_text(text[:start] + text[middle:end] + text[start:middle] + text[end:], encoding="utf-8")
    assert read_page(moved).datasheet == brine.datasheet


def test_no_line_is_dropped_in_silence(text_page: Path, tmp_path: Path) -> None:
    text = text_page.read_text(encoding="utf-8").splitlines()
    page = tmp_path / "page.txt"
    for junk in ("Zorblax quibbles over 7 fish.", "| Zorblax | 7 | fish |", "- Zorblax", "Zorblax", "ZORBLAX: 7 fish"):
        for place in range(len(text)):
            page.write_text("\n".join([*text[:place], junk, *text[place:]]), encoding="utf-8")
            assert "zorblax" in str(read_page(page)).casefold(), (junk, place)


def test_a_second_datasheet_is_named(text_page: Path, tmp_path: Path) -> None:
    text = text_page.read_text(encoding="utf-8")
    page = tmp_path / "two.txt"
    page.write_text(text + "RANGED WEAPONS | RANGE | A | BS | S | AP | D |\n| Oar | 6 | 1 | 4+ | 3 | 0 | 1 |\n", encoding="utf-8")
    assert "unread.section" in codes(read_page(page))


# --- completing -----------------------------------------------------------------------------------------------------------


def test_without_bundled_facts_nothing_is_filled(brine: PageReading) -> None:
    done = complete(brine, lambda name: None)
    assert done.datasheet == brine.datasheet
    assert codes(done) - codes(brine) == {"note.no-bundled-facts"}


def test_what_the_page_says_wins_and_each_difference_is_said(brine: PageReading) -> None:
    facts = msgspec.convert(msgspec.to_builtins(brine.datasheet), Datasheet)
    facts = msgspec.structs.replace(facts, points=(Points(5, 95),), faction_keywords=("tidewrack", "combine"), version="v1")
    first = msgspec.structs.replace(facts.models[0], characteristics=facts.models[0].characteristics | {"wounds": 5}, base="40mm")
    facts = msgspec.structs.replace(facts, models=(first, *facts.models[1:]), abilities=facts.abilities[1:])
    done = complete(brine, lambda name: facts)
    assert done.datasheet.points == brine.datasheet.points
    assert done.datasheet.models[0].characteristics["wounds"] == 2
    assert done.datasheet.models[0].base == "40mm"
    said = {finding.code: finding.text for finding in done.differences}
    assert set(said) == {"differs.points", "differs.profile", "differs.faction-keywords", "differs.ability"}
    assert said["differs.profile"] == "Reefguard: wounds: the page has 2, bundled 5; the page is kept"


def test_only_a_unit_of_exactly_that_name_is_known() -> None:
    assert bundled("HEKATON LAND FORTRESS") is not None
    assert bundled("Hekaton") is None
    assert bundled("Brine Strider Cohort") is None


# --- the real page --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("W-049", "W-050", "W-051", "W-052", "W-053", "W-054", "W-055", "W-056")
def test_weapon_rows_of_the_real_page(hekaton: PageReading) -> None:
    facts = library.datasheet("hekaton-land-fortress")
    assert hekaton.datasheet.weapons == facts.weapons
    assert lines(hekaton, "repaired.twin-rows") == [2, 17]


@pytest.mark.rule("W-354")
def test_case_of_ability_tags_carries_no_meaning(hekaton: PageReading) -> None:
    bolts, ions = hekaton.datasheet.weapon("twin bolt cannon"), hekaton.datasheet.weapon("twin ion beamer")
    assert bolts is not None
    assert ions is not None
    assert bolts.profiles[0].abilities == ("sustained hits 1", "twin-linked")
    assert ions.profiles[0].abilities == ("sustained hits D3", "twin-linked")


@pytest.mark.rule("W-142", "X-65")
def test_the_real_page_has_eighteen_loadouts_at_one_price(hekaton: PageReading) -> None:
    sheet = complete(hekaton).datasheet
    assert len(ways(sheet, sheet.composition[0])) == 18
    assert len(set(unit_loadouts(sheet, 1))) == 18
    assert sheet.points == (Points(1, 225),)


@pytest.mark.rule("W-215", "W-216", "W-217", "W-219")
def test_sixteen_stratagems(hekaton: PageReading) -> None:
    found = {(one.name, one.mode): (one.cost, one.kind) for one in hekaton.stratagems}
    assert found == {
        ("COMMAND RE-ROLL", "boarding actions"): (1, "Epic Deed"),
        ("INSANE BRAVERY", "boarding actions"): (1, "Epic Deed"),
        ("EXPLOSIVE CLEARANCE", "boarding actions"): (1, "Battle Tactic"),
        ("COUNTER-OFFENSIVE", "boarding actions"): (2, "Strategic Ploy"),
        ("COMMAND RE-ROLL", "core"): (1, "Battle Tactic"),
        ("INSANE BRAVERY", "core"): (1, "Epic Deed"),
        ("FIRE OVERWATCH", "core"): (1, "Strategic Ploy"),
        ("RAPID INGRESS", "core"): (1, "Strategic Ploy"),
        ("TANK SHOCK", "core"): (1, "Strategic Ploy"),
        ("HEROIC INTERVENTION", "core"): (1, "Strategic Ploy"),
        ("COUNTER-OFFENSIVE", "core"): (2, "Strategic Ploy"),
        ("ORDERED RETREAT", "detachment"): (1, "Strategic Ploy"),
        ("ANCESTRAL SENTENCE", "detachment"): (1, "Battle Tactic"),
        ("REACTIVE REPRISAL", "detachment"): (2, "Battle Tactic"),
        ("VOID ARMOUR", "detachment"): (1, "Wargear"),
        ("WARRIOR PRIDE", "detachment"): (1, "Battle Tactic"),
    }
    assert all(one.when and one.target and one.effect for one in hekaton.stratagems)
    assert {one.group for one in hekaton.stratagems if one.mode == "detachment"} == {"Oathband"}


@pytest.mark.rule("W-351")
def test_the_detachment_of_its_ability(hekaton: PageReading) -> None:
    assert [(one.name, one.detachment) for one in hekaton.detachment_abilities] == [("Ruthless Efficiency", "Oathband")]


@pytest.mark.rule("W-353", "W-178", "W-180")
def test_abilities_and_keywords(hekaton: PageReading) -> None:
    names = [ability.name for ability in hekaton.datasheet.abilities]
    assert names == ["Deadly Demise", "Eye of the Ancestors", "Fire Support", "Pan spectral scanner"]
    assert hekaton.datasheet.keywords == ("vehicle", "transport", "hekaton land fortress")
    assert hekaton.datasheet.faction_keywords == ()
    assert [ability.name for ability in hekaton.weapon_rules] == ["Conversion", "One Shot"]


@pytest.mark.rule("W-136", "W-172", "W-180", "W-352")
def test_what_the_real_page_lacks_comes_from_bundled_facts(hekaton: PageReading) -> None:
    done = complete(hekaton)
    assert done.datasheet == library.datasheet("hekaton-land-fortress")
    check(done.datasheet)
    assert done.differences == ()
    assert {finding.code for finding in done.completed} == {
        "completed.profile",
        "completed.base",
        "completed.equipment",
        "completed.faction-keywords",
        "completed.transport-faction",
        "completed.ability-meanings",
        "completed.stratagem-faction",
    }
    assert all(finding.text.startswith("completed from bundled facts: ") for finding in done.completed)
    assert {one.faction for one in done.stratagems if one.mode == "detachment"} == {"leagues of votann"}
    assert not {"missing.profile", "missing.equipment"} & {finding.code for finding in done.still_missing}


def test_the_real_pages_defects_are_all_named(hekaton: PageReading) -> None:
    where = {
        "missing.profile": [None],
        "missing.equipment": [36],
        "missing.faction-keywords": [44],
        "missing.wound-table": [118],
        "missing.judgement-table": [127],
        "missing.cp-table": [384],
        "missing.faction-word": [126, 164, 348],
        "missing.keyword-list": [164, 348, 388, 415, 417],
        "repaired.glued-heading": [131, 310, 386, 401],
        "repaired.repeated-heading": [193],
        "repaired.repeated": [194],
        "repaired.capitals": [2],
        "note.misprint": [365],
    }
    assert {code: lines(hekaton, code) for code in where} == where
    assert hekaton.unread == ()


def test_the_other_games_page_holds_no_datasheet_and_is_refused_with_one_line(shared: Path) -> None:
    with pytest.raises(ReadError, match=r"Horus Heresy.*no datasheet") as error:
        read_page(shared / "pages" / "battlefield-fortifications.txt")
    assert "\n" not in str(error.value)


def test_a_page_of_the_other_game_is_recognised_by_its_words(tmp_path: Path) -> None:
    page = tmp_path / "other.txt"
    page.write_text("Old Wall\nA Wall of the Horus Heresy has Hull Points and no Allegiance.\n", encoding="utf-8")
    with pytest.raises(ReadError, match="Horus Heresy"):
        read_page(page)


def test_html_parser_is_not_loaded_for_text(text_page: Path) -> None:
    code = f"import sys; from warbench.intake import read_page; read_page({str(text_page)!r}); print('bs4' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "False"
