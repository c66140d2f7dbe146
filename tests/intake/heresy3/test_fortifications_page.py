"""The real fortifications page, where it is there: what it holds, that all of it is understood, and that the game agrees."""

from pathlib import Path

import pytest

from warbench.games.heresy3.special_rules import read_rule
from warbench.games.heresy3.wargear import wargear
from warbench.intake import RulesReading, fill, read_any
from warbench.intake.heresy3.known import rule_ids

RITES = {
    "Overcharged Reactors": (2, 12, 5),
    "Cogitator Purge": (3, 12, 10),
    "Chastise the Machine Spirit": (4, 18, 25),
    "Programming Interrupt": (4, 18, 20),
    "Flesh-knit Protocols": (2, 12, 5),
    "Omega Protocols": (4, 12, 15),
    "Deactivate Limiters": (3, 24, 5),
    "Unseal the Portal": (3, 6, 20),
    "Fury of Ages": (2, 6, 5),
}


@pytest.fixture(scope="module")
def page(shared: Path) -> RulesReading:
    file = shared / "pages" / "battlefield-fortifications.txt"
    if not file.is_file():
        pytest.skip(f"no page {file}")
    reading = read_any(file)
    assert isinstance(reading, RulesReading)
    return fill(reading)


def lines(page: RulesReading, code: str) -> list[int | None]:
    return [finding.line for finding in page.findings if finding.code == code]


@pytest.mark.rule("H-286")
def test_the_page_names_its_rules_set(page: RulesReading) -> None:
    assert page.book is not None
    assert (page.book.name, page.book.kind) == ("Legacies of the Age of Darkness", "expansion")
    assert (page.book.edition, page.book.version, page.book.updated) == (3, "1.1", "2025-10")


@pytest.mark.rule("H-284")
def test_rules_and_special_rules_are_sorted(page: RulesReading) -> None:
    sorts = {part.heading: part.sort for part in page.parts}
    assert sorts["CHARGE"] == "rule"
    assert sorts["Detonation"] == "special rule"
    assert [part.heading for part in page.of_kind("special rule")] == ["Detonation", "Armourbane", "Bulky (X)"]


@pytest.mark.rule("H-285")
def test_traits_under_the_headings_of_datasheets(page: RulesReading) -> None:
    traits: dict[str, set[str]] = {}
    for one in page.trait_lists:
        for heading in one.headings:
            traits.setdefault(heading.name, set()).add(one.trait)
    three = {"Lacrymaerta", "Reductor", "Myrmidax"}
    assert traits["Heavy Assault"] == {"Lacrymaerta"}
    assert traits["Support"] == {"Reductor"}
    for name in ("War Engine", "Transport", "Heavy Transport", "Recon"):
        assert traits[name] == three
    assert traits["Troops"] == {*three, "Cybertheurgist"}
    [cybertheurgist] = [one for one in page.trait_lists if one.trait == "Cybertheurgist"]
    assert [heading.name for heading in cybertheurgist.headings] == ["Troops"]


def test_nothing_of_the_page_is_left_out_or_contradicted(page: RulesReading) -> None:
    groups = ("unread", "differs")
    assert [finding for finding in page.findings if finding.group in groups] == []
    assert lines(page, "missing.part") == []
    assert lines(page, "missing.statement") == []
    assert all(part.known for part in page.parts)


def test_what_the_page_lost(page: RulesReading) -> None:
    where = {
        "missing.contents": [2],
        "missing.detachment-slots": [10],
        "missing.reaction": [34],
        "missing.rite-columns": [100, 106, 112, 118, 131, 137, 150, 156, 168],
        "missing.rite-trait": [178],
        "missing.datasheet-list": [94, 122, 141, 160, 305],
        "missing.army-list": [318],
        "repaired.letter": [244],
    }
    assert {code: lines(page, code) for code in where} == where
    named = [finding.text for finding in page.findings if finding.code == "missing.referred"]
    for table in ("Vehicle Damage Table", "Ranged Hit Tests", "Strength against Toughness", "Force Organisation Chart"):
        assert any(table in text for text in named)


def test_types_and_their_rules(page: RulesReading) -> None:
    told = {part.heading: (len(part.statements), part.rules) for part in page.of_kind("type", "sub-type", "status")}
    assert told["Fortification"] == (6, rule_ids(tuple(range(24, 32))))
    assert told["Bunker"] == (3, ("H-063", "H-064", "H-065"))
    assert told["Emplacement"] == (2, ("H-061", "H-062"))
    assert list(told) == [
        "Fortification",
        "Emplacement",
        "Bunker",
        "Structure",
        "Buildings",
        "Infantry",
        "Routed",
        "Command",
        "Sergeant",
    ]
    gives = {part.heading: part.characteristics for part in page.of_kind("type", "sub-type")}
    assert gives["Fortification"] == ("Armour", "Hull Points")
    assert gives["Buildings"] == ("Armour", "Transport Capacity", "Hull Points")


def test_rites_with_their_costs_and_what_fills_the_lost_columns(page: RulesReading) -> None:
    assert {rite.name: (rite.difficulty, rite.range, rite.cost) for rite in page.rites} == RITES
    rites = {rite.name: rite for rite in page.rites}
    assert rites["Programming Interrupt"].needs_names == ("Archmagos", "Archmagos on Abeyant")
    assert rites["Programming Interrupt"].free_reaction
    assert rites["Omega Protocols"].needs_traits == ("Cybertheurgist", "Lacrymaerta")
    assert rites["Unseal the Portal"].kinds == ("Building", "Fortification", "Vehicle")
    assert rites["Unseal the Portal"].empties
    assert rites["Chastise the Machine Spirit"].statuses == ("Stunned", "Suppressed")
    assert rites["Cogitator Purge"].feedback_wounds == 2
    assert rites["Fury of Ages"].locked == "may be"


def test_reactions(page: RulesReading) -> None:
    told = [(one.name, one.cost, one.phase, one.step, one.advanced) for one in page.reactions]
    assert told == [("Return Fire", 1, "Shooting Phase", 3, False), ("Intercept", 1, "", None, True)]


def test_wargear_is_what_the_game_uses(page: RulesReading) -> None:
    items = {item.name.casefold(): item for item in page.wargear}
    bombs, charges = items["melta bombs"], items["breacher charges"]
    ours, theirs = wargear("melta bombs"), wargear("breacher charges")
    assert ours is not None
    assert theirs is not None
    assert bombs.characteristics["attacks_modifier"] == ours["attacks"]
    assert bombs.characteristics["strength_modifier"] == ours["strength"]
    assert bombs.special_rules == ours["special_rules"]
    for name in ("ap", "damage"):
        assert bombs.characteristics[name] == ours[name]
    for name in ("attacks", "strength", "ap", "damage"):
        assert charges.characteristics[name] == theirs[name]
    assert charges.hits_automatically is (theirs["skill"] is None)
    assert (charges.cost, charges.needs_sub_types) == (10, ("Command", "Sergeant"))
    assert (charges.needs_traits, charges.needs_wargear) == (("[Legiones Astartes]",), ("boarding shield",))
    assert (charges.characteristics["combat_initiative"], charges.targets) == (0, ("Fortification", "Building"))
    shield = items["boarding shield"]
    assert (shield.invulnerable, shield.gives_traits, shield.gives_sub_types) == (5, ("Shield",), ("Heavy",))


def test_the_game_has_the_special_rules_of_the_page(page: RulesReading) -> None:
    assert all(part.in_game for part in page.of_kind("special rule"))
    for item in page.wargear:
        assert all(read_rule(rule) for rule in item.special_rules)
