"""A small page in our own words: what is read from it, and that the page decides, not the program."""

from pathlib import Path

import pytest

from tests.intake.heresy3.pages import PAGE, changed, found, line_of, read
from warbench.intake import ReadError, RulesReading
from warbench.intake.heresy3.known import rule_ids
from warbench.intake.heresy3.reading import Book, Hits, Rite, TraitHeading, Wargear


@pytest.fixture
def marsh(tmp_path: Path) -> RulesReading:
    return read(tmp_path)


def rite(reading: RulesReading, name: str) -> Rite:
    return next(rite for rite in reading.rites if rite.name == name)


def item(reading: RulesReading, name: str) -> Wargear:
    return next(item for item in reading.wargear if item.name == name)


def test_book_and_version_come_from_the_table(marsh: RulesReading, tmp_path: Path) -> None:
    assert marsh.title == "Saltmarsh Works"
    assert marsh.book == Book("Songs of the Marsh", "expansion", 3, "2.4", "2031-03", 6)
    other = read(tmp_path, changed("2.4 | March 2031", "2.5 | June 2032")).book
    assert other is not None
    assert (other.version, other.updated) == ("2.5", "2032-06")


@pytest.mark.parametrize("date", ["Marsh 2031", "2031", ""])
def test_a_date_that_is_none_is_said(tmp_path: Path, date: str) -> None:
    reading = read(tmp_path, changed("March 2031", date))
    assert reading.book is None
    assert [line for line, _ in found(reading, "unread.book")] == [6]


def test_kinds_are_read_from_how_the_page_speaks(marsh: RulesReading) -> None:
    kinds = {part.heading: (part.kind, part.sort) for part in marsh.parts}
    assert kinds["Fortification"] == ("type", "rule")
    assert kinds["Emplacement"] == ("sub-type", "rule")
    assert kinds["Bulky (X)"] == ("special rule", "special rule")
    assert kinds["Brackish"] == ("special rule", "special rule")
    assert kinds["Weak Spots"] == ("rule", "rule")
    assert kinds["Boarding Shield"] == ("wargear", "")
    assert kinds["Shooting Phase: Return Fire"] == ("reaction", "rule")
    assert kinds["Cybertheurgic Rite: Fury of Ages"] == ("rite", "")
    assert kinds["Damage (D)"] == ("characteristic", "rule")
    assert kinds["WARLORD"] == ("battlefield role", "rule")


def test_types_have_their_statements_with_lines_and_rules(marsh: RulesReading) -> None:
    part = marsh.part("fortification")
    assert part is not None
    assert part.rules == rule_ids(tuple(range(24, 32)))
    assert [statement.line for statement in part.statements] == [9, 10, 11, 12, 13, 14]
    assert part.characteristics == ("Armour", "Hull Points")
    emplacement = marsh.part("Emplacement")
    assert emplacement is not None
    assert emplacement.characteristics == ("Ballistic Skill",)


def test_the_words_of_a_statement_are_ours(marsh: RulesReading) -> None:
    words = [statement.words for part in marsh.parts for statement in part.statements]
    assert words
    assert not [text for text in words if text in PAGE]


def test_what_no_rule_stands_for_is_named(tmp_path: Path) -> None:
    reading = read(tmp_path, changed("- It can never be joined.\n", "- Every Model in it hums on Tuesdays.\n"))
    [(line, text)] = found(reading, "unread.statement")
    assert line == line_of("can never be joined")
    assert "hums on Tuesdays" in text
    assert any("H-030" in said for _, said in found(reading, "missing.statement"))


def test_every_heading_is_known_or_named(marsh: RulesReading) -> None:
    assert [line for line, _ in found(marsh, "unread.part")] == [1, line_of("Brackish"), line_of("Weak Spots")]
    assert [part.heading for part in marsh.parts if not part.known] == ["Saltmarsh Works", "Brackish", "Weak Spots"]


def test_numbers_of_a_paragraph_are_held_against_our_rules(tmp_path: Path) -> None:
    assert "differs.numbers" not in {
        finding.code for finding in read(tmp_path, changed("spend 2 points", "spend 1 point")).findings
    }
    [(line, text)] = found(
        read(tmp_path, changed("25% of the points", "30% of the points", changed("spend 2 points", "spend 1 point"))),
        "differs.numbers",
    )
    assert line == line_of("WARLORD")
    assert "30%" in text
    assert "25%" in text
    assert "H-017" in text


def test_a_rite_has_its_target_effect_and_end(marsh: RulesReading) -> None:
    assert rite(marsh, "Fury of Ages") == Rite(
        name="Fury of Ages",
        line=line_of("Rite: Fury"),
        side="friendly",
        locked="no",
        only=("Walker", "Automata", "Cybertheurgist"),
        never=("Knight", "Super-heavy"),
        status_kind="cybertheurgic",
        statuses=("Fortify", "Guide"),
        feedback=("when the status ends",),
        ends="the controller's next Start Phase",
        cost=5,
        cost_line=line_of("Ages+5"),
        needs_traits=("Cybertheurgist",),
    )
    omega = rite(marsh, "Omega Protocols")
    assert (omega.locked, omega.needs_status, omega.strips, omega.ends) == ("yes", True, True, "at once")
    assert omega.hits == Hits(2, 6, 5, 1)


@pytest.mark.parametrize(
    ("old", "new", "field", "value"),
    [
        ("Ages+5 Points", "Ages+35 Points", "cost", 35),
        ("a friendly Unit, not", "an enemy Unit, not", "side", "enemy"),
        ("Knight or Super-heavy Sub-Types", "Paragon Type", "never", ("Paragon",)),
        ("Statuses: Fortify or Guide", "Statuses: Quicken, Fortify or Guide", "statuses", ("Quicken", "Fortify", "Guide")),
        ("following Cybertheurgic Statuses", "following Tactical Statuses", "status_kind", "tactical"),
        ("It is gone in the next Start Phase, and Feedback comes", "This is resolved immediately", "ends", "at once"),
        ("Walker or Automata Types, or", "Automata Type or", "only", ("Automata", "Cybertheurgist")),
    ],
)  # fmt: skip
def test_the_page_decides_what_a_rite_is(tmp_path: Path, old: str, new: str, field: str, value: object) -> None:
    assert getattr(rite(read(tmp_path, changed(old, new)), "Fury of Ages"), field) == value


def test_who_may_take_a_rite(marsh: RulesReading) -> None:
    assert rite(marsh, "Eel Song").needs_names == ("Archmagos", "Archmagos on Abeyant")
    assert rite(marsh, "Eel Song").cost == 20
    assert [line for line, _ in found(marsh, "missing.rite")] == [line_of("Eel Song")]
    assert rite(marsh, "Omega Protocols").needs_traits == ("Cybertheurgist",)
    assert [line for line, _ in found(marsh, "missing.rite-trait")] == [line_of("both the Cybertheurgist and")]


def test_lost_columns_and_trait_are_filled_and_said(tmp_path: Path) -> None:
    raw, full = read(tmp_path), read(tmp_path, raw=False)
    assert (rite(raw, "Fury of Ages").difficulty, rite(raw, "Fury of Ages").range) == (None, None)
    assert (rite(full, "Fury of Ages").difficulty, rite(full, "Fury of Ages").range) == (2, 6)
    assert rite(full, "Omega Protocols").needs_traits == ("Cybertheurgist", "Lacrymaerta")
    assert rite(full, "Eel Song").difficulty is None
    said = [text for _, text in found(full, "completed.rite-columns")]
    assert [text.partition(":")[0] for text in said] == ["Fury of Ages", "Omega Protocols"]
    assert all("C2" in text for text in said)


def test_a_trait_that_the_page_has_is_not_filled(tmp_path: Path) -> None:
    text = changed("both the Cybertheurgist and\n", "both the Cybertheurgist and Myrmidax Traits:\n")
    full = read(tmp_path, text, raw=False)
    assert rite(full, "Omega Protocols").needs_traits == ("Cybertheurgist", "Myrmidax")
    assert not found(full, "completed.rite-trait")


def test_breacher_charges(marsh: RulesReading) -> None:
    charges = item(marsh, "Breacher Charges")
    assert charges.characteristics == {"combat_initiative": 0, "attacks": 1, "strength": 10, "ap": None, "damage": "D6"}
    assert (charges.cost, charges.hits_automatically) == (10, True)
    assert charges.targets == ("Building", "Fortification")
    assert charges.needs_traits == ("[Legiones Astartes]",)
    assert charges.needs_sub_types == ("Command", "Sergeant")
    assert charges.needs_wargear == ("boarding shield",)


@pytest.mark.parametrize(
    ("old", "new", "name", "value"),
    [
        ("Strength of 10", "Strength of 12", "strength", 12),
        (
            "AP of \N{LEFT SINGLE QUOTATION MARK}\N{EN DASH}\N{RIGHT SINGLE QUOTATION MARK}",
            "AP of \N{LEFT SINGLE QUOTATION MARK}4\N{RIGHT SINGLE QUOTATION MARK}",
            "ap",
            4,
        ),
        ("Damage of D6", "Damage of 3", "damage", 3),
        ("a single attack", "a 2 attack", "attacks", 2),
        ("Combat Initiative of 0", "Combat Initiative of 3", "combat_initiative", 3),
    ],
)
def test_the_page_decides_the_numbers_of_charges(tmp_path: Path, old: str, new: str, name: str, value: int) -> None:
    assert item(read(tmp_path, changed(old, new)), "Breacher Charges").characteristics[name] == value


def test_the_page_decides_cost_and_save(tmp_path: Path) -> None:
    assert item(read(tmp_path, changed("+10 Points", "+15 Points")), "Breacher Charges").cost == 15
    assert item(read(tmp_path, changed("5+ Inv", "4+ Inv")), "Boarding Shield").invulnerable == 4


def test_boarding_shield_and_melta_bombs(marsh: RulesReading) -> None:
    shield = item(marsh, "Boarding Shield")
    assert (shield.invulnerable, shield.gives_traits, shield.gives_sub_types) == (5, ("Shield",), ("Heavy",))
    bombs = item(marsh, "Melta bombs")
    assert list(bombs.characteristics.values()) == [-3, 1, 9, 2, 4]
    assert (bombs.special_rules, bombs.traits) == (("Armourbane", "Detonation"), ())


@pytest.mark.parametrize(
    ("row", "name", "value"),
    [
        ("| Melta bombs | -2 | 1 | 9 | 2 | 4 | Armourbane | - |", "initiative_modifier", -2),
        ("| Melta bombs | I | A | S | - | D3 | - | Bolt |", "initiative_modifier", "I"),
        ("| Melta bombs | I | A | +4 | \N{EN DASH} | D3 | - | Bolt |", "strength_modifier", "+4"),
        ("| Melta bombs | I | A | S | \N{EN DASH} | D3 | - | Bolt |", "ap", None),
        ("| Melta bombs | I | A | S | \N{EN DASH} | D3 | - | Bolt |", "damage", "D3"),
    ],
)
def test_a_row_of_melee_weapons(tmp_path: Path, row: str, name: str, value: object) -> None:
    old = "| Melta bombs | -3 | 1 | 9 | 2 | 4 | Armourbane, Detonation | - |"
    assert item(read(tmp_path, changed(old, row)), "Melta bombs").characteristics[name] == value


@pytest.mark.parametrize("row", ["| Melta bombs | -3 | 1 | nine | 2 | 4 |", "| Melta bombs | -3 | 1 |", "| M | 1 |" * 9])
def test_a_row_that_cannot_be_read_is_named(tmp_path: Path, row: str) -> None:
    reading = read(tmp_path, changed("| Melta bombs | -3 | 1 | 9 | 2 | 4 | Armourbane, Detonation | - |", row))
    assert [line for line, _ in found(reading, "unread.weapon-row")] == [line_of("| Melta bombs | -3")]
    assert "Melta bombs" not in [item.name for item in reading.wargear]


def test_a_number_that_the_game_has_otherwise_is_said(tmp_path: Path) -> None:
    full = read(tmp_path, changed("| 2 | 4 | Armourbane, Detonation", "| 2 | 5 | Armourbane"), raw=False)
    assert [text for _, text in found(full, "differs.wargear")] == [
        "Melta bombs: damage: the page has 5, the game 4",
        "Melta bombs: special rules: the page has armourbane, the game armourbane, detonation",
    ]
    assert not found(read(tmp_path, raw=False), "differs.wargear")


def test_special_rules_that_the_game_has(tmp_path: Path) -> None:
    full = read(tmp_path, raw=False)
    assert {part.heading: part.in_game for part in full.of_kind("special rule")} == {"Bulky (X)": True, "Brackish": False}
    assert [line for line, _ in found(full, "note.not-in-game")] == [line_of("Brackish")]


def test_reactions_have_cost_and_trigger(marsh: RulesReading) -> None:
    told = [(one.name, one.cost, one.phase, one.step, one.advanced) for one in marsh.reactions]
    assert told == [("Return Fire", 1, "Shooting Phase", 3, False), ("Intercept", 2, "", None, True)]


def test_a_reaction_that_is_only_named(tmp_path: Path, marsh: RulesReading) -> None:
    [(line, text)] = found(marsh, "missing.reaction")
    assert line == line_of("Interceptor")
    assert "interceptor-name" in text
    assert not found(read(tmp_path, changed("Interceptor", "Intercept")), "missing.reaction")


def test_lists_of_datasheets_by_trait(marsh: RulesReading) -> None:
    [one] = marsh.trait_lists
    assert (one.trait, one.army_list, one.line) == ("Cybertheurgist", "Marsh Folk", line_of("Trait is used"))
    start = one.line
    assert one.headings == (TraitHeading("Troops", start + 1, ("Eel Priest",)), TraitHeading("Heavy Assault", start + 3))


def test_a_list_without_datasheets_is_lost(tmp_path: Path) -> None:
    [(line, text)] = found(read(tmp_path, changed("Eel Priest\n", "")), "missing.datasheet-list")
    assert line == line_of("Trait is used")
    assert "Troops, Heavy Assault" in text


def test_what_the_page_lost_is_named(marsh: RulesReading) -> None:
    first, second = (number for number, line in enumerate(PAGE.splitlines(), 1) if line == "|")
    assert [line for line, _ in found(marsh, "missing.rite-columns")] == [first, second]
    assert [line for line, _ in found(marsh, "missing.contents")] == [2]
    assert [line for line, _ in found(marsh, "missing.detachment-slots")] == [line_of("DETACHMENT")]
    assert [line for line, _ in found(marsh, "missing.army-list")] == [line_of("collated")]


def test_a_table_that_is_only_named(tmp_path: Path) -> None:
    text = changed("Every second Weapon finds one.", "Roll on the Vehicle Damage Table.")
    [(line, said)] = found(read(tmp_path, text), "missing.referred")
    assert line == line_of("Every second")
    assert "Vehicle Damage Table" in said


def test_a_misprinted_initiative_modifier(tmp_path: Path) -> None:
    one = "\N{LEFT SINGLE QUOTATION MARK}1\N{RIGHT SINGLE QUOTATION MARK}"
    text = (
        PAGE
        + f"Initiative Modifier (IM) \N{EN DASH} For Combat Initiative, where a value of {one} imposes no modifier and 0 is 0.\n"
    )
    assert [line for line, _ in found(read(tmp_path, text), "repaired.letter")] == [PAGE.count("\n") + 1]
    assert not found(read(tmp_path, text.replace(one, one.replace("1", "I"))), "repaired.letter")


def test_sections_that_lack_are_named(tmp_path: Path) -> None:
    start, end = PAGE.index("Boarding Shield\n"), PAGE.index("Melta bombs\n")
    reading = read(tmp_path, PAGE[:start] + PAGE[end:])
    [(_, text)] = found(reading, "missing.part")
    assert "Boarding Shield" in text
    assert [item.name for item in reading.wargear] == ["Breacher Charges", "Melta bombs"]


def test_a_page_of_the_game_without_rules_is_refused(tmp_path: Path) -> None:
    page = "A Day Out\nThe Horus Heresy has Hull Points, an Allegiance and little else.\n"
    with pytest.raises(ReadError, match="no rules are found in it; looked for") as error:
        read(tmp_path, page)
    assert "\n" not in str(error.value)


def test_a_page_with_too_many_headings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="more than 2,000 headings"):
        read(tmp_path, PAGE + "".join(f"Gull {number}\n" for number in range(3000)))


def test_the_same_words_in_html(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    rows = "".join(f"<p>{line}</p>\n" for line in PAGE.splitlines())
    page.write_text(f"<html><body>{rows}</body></html>", encoding="utf-8")
    from_html, from_text = read(tmp_path, page.read_text(encoding="utf-8")), read(tmp_path)
    assert [rite.name for rite in from_html.rites] == [rite.name for rite in from_text.rites]
    assert [item.characteristics for item in from_html.wargear] == [item.characteristics for item in from_text.wargear]
