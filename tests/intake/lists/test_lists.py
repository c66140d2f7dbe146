# ruff: noqa: RUF001 - lists print typographic apostrophes and bullets
"""Text lists in each dialect, with invented units: what is read, what is looked up, and what is said when something is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import fuzz
from tests.intake.export.invented import files, tables
from warbench.intake.export import Export
from warbench.intake.lists import Known, ListedArmy, Names, ResolvedArmy, is_list, read_list, resolve
from warbench.intake.sources import IntakeError, SourceFile

APP = """High Tide (275 Points)

Tide
High Water
Strike Force (2,000 Points)

CHARACTERS

Tide Caller (85 Points)
  • Warlord
  • 1x Tide’s call
  • Enhancements: Salt Crown

BATTLELINE

Reef Wardens (190 Points)
  • 1x Coral Captain
     ◦ 1x Knife
     ◦ 1x Netgun
  • 4x Reef Warden
     ◦ 4x Knife
     ◦ 4x Netgun

Exported with App Version: v9.9.9 (1), Data Version: v1
"""
OLD_APP = """High Tide (275 points)

Tide
Strike Force (2000 points)
High Water


CHARACTERS

Tide Caller (85 points)
  • Warlord
  • 1x Tide’s call
  • Enhancement: Salt Crown


BATTLELINE

Reef Wardens (190 points)
  • 1x Coral Captain
    • 1x Knife
      1x Netgun
  • 4x Reef Warden
    • 4x Knife
      4x Netgun
"""
FRENCH = """High Tide (275 points)

Tide
Force de Frappe (2000 points)
High Water (3 Points de Détachement)
Dispositions des Forces : Éliminez l’Adversaire

Unités Attachées
Unité 1 Attachée

Tide Caller (85 points)
• Attachée en tant que : Meneur (Personnage)
  • Seigneur de Guerre
  • 1x Tide’s call
  • Optimisation : Salt Crown

Reef Wardens (190 points)
• Attachée en tant que : Gardes du Corps
  • 1x Coral Captain
    • 1x Knife
      1x Netgun
  • 4x Reef Warden
    • 4x Knife
      4x Netgun

Exporté avec la Version de l'Appli : v2
"""
HEAD = """+++++++++++++++++++++++
+ FACTION KEYWORD: Sea - Tide
+ DETACHMENT: High Water (Ebb)
+ TOTAL ARMY POINTS: 275pts
+
+ WARLORD: Char1: Tide Caller
+ ENHANCEMENT: Salt Crown (on Char1: Tide Caller)
+ NUMBER OF UNITS: 2
+++++++++++++++++++++++

"""
FULL = (
    HEAD
    + """CHARACTER

Char1: 1x Tide Caller (85 pts)
1 with Tide's call
  • Warlord
Enhancement: Salt Crown (+25 pts)

BATTLELINE

5x Reef Wardens (190 pts)
• 1x Coral Captain
    1 with Knife, Netgun
• 4x Reef Wardens
    4 with Knife, Netgun
"""
)
COMPACT = (
    HEAD
    + """Char1: 1x Tide Caller (85 pts): Warlord, Tide's call
Enhancement: Salt Crown (+25 pts)
5x Reef Wardens (190 pts)
• 1x Coral Captain: Knife, Netgun
• 4x Reef Wardens: 4 with Knife, Netgun
"""
)
BULLETS = (
    HEAD
    + """CHARACTER

1x Tide Caller (85 pts)
• 1x Tide's call
• Warlord
• Salt Crown (+25 pts)

BATTLELINE

5x Reef Wardens (190 pts)
• 1x Coral Captain
    • 1x Knife
    • 1x Netgun
• 4x Reef Wardens
    • 4x Knife
    • 4x Netgun
"""
)
BUILDER = """Sea - Tide - High Tide - [275 pts]

# ++ Army Roster ++ [275 pts]
## Configuration
Battle Size: Strike Force (2000 Point limit)
Detachment: High Water

## Character [85 pts]
Tide Caller [85 pts]: Warlord, Salt Crown [25 pts], Tide's call

## Battleline [190 pts]
Reef Wardens [190 pts]:
• 1x Coral Captain: Knife, Netgun
• 4x Reef Wardens w/ netgun: Knife, Netgun
"""
SHORT = """Tide Caller (85pts): Salt Crown, Warlord, Tide's call

5x Reef Wardens (190pts)
"""
ONE_TITLE = """High Tide - Tide - High Water (275 Points)


Character:
Tide Caller (85 pts)
  • Tide's call
  • E: Salt Crown
  • Warlord


Battleline:
Reef Wardens (190 pts)
  • Coral Captain
    • Knife
    • Netgun
  • 4x Reef Warden
    • 4x Knife
    • 4x Netgun
"""
DIALECTS = {
    "app": APP,
    "old app": OLD_APP,
    "french app": FRENCH,
    "tournament full": FULL,
    "tournament compact": COMPACT,
    "tournament bullets": BULLETS,
    "builder": BUILDER,
    "short": SHORT,
    "one title": ONE_TITLE,
}


def read(text: str) -> ListedArmy:
    return read_list(SourceFile("list.txt", text.encode()))


def looked_up(text: str, *, settles: bool = False) -> ResolvedArmy:
    export = Export(files(tables()))
    sheets = {one.sheet.id: one.sheet for one in export.sheets()}
    names = Names(Known(sheet.id, sheet.name, sheet.faction) for sheet in sheets.values())
    beside = [one for one in export.beside() if one.kind == "enhancement"]
    return resolve(read(text), names, sheets.__getitem__, beside, settles=settles)


@pytest.mark.parametrize("text", DIALECTS.values(), ids=DIALECTS)
def test_each_dialect_says_the_same(text: str) -> None:
    army = read(text)
    assert is_list(text.encode())
    assert army.unread == ()
    caller, wardens = army.units
    assert (caller.name, caller.points, caller.warlord) == ("Tide Caller", 85, True)
    assert (wardens.name, wardens.points, wardens.warlord) == ("Reef Wardens", 190, False)
    assert "Salt Crown" in (caller.enhancement, *(item.name for item in caller.items))
    if text is not SHORT:
        assert (army.total, army.sum, army.faction, army.detachments) == (275, 275, "Tide", ("High Water",))
        captain, others = wardens.kinds
        assert (captain.name, captain.count, [item.name for item in captain.items]) == ("Coral Captain", 1, ["Knife", "Netgun"])
        assert (others.count, {item.name for item in others.items}) == (4, {"Knife", "Netgun"})


@pytest.mark.parametrize("text", DIALECTS.values(), ids=DIALECTS)
def test_each_dialect_resolves_unit_by_unit_and_its_differences_are_told(text: str) -> None:
    army = looked_up(text)
    caller, wardens = army.units
    assert (caller.sheet, caller.size, caller.expected) == ("tide-caller", 1, 85)
    assert caller.notes == ()
    if text is SHORT:
        # Without a faction two datasheets have the name: none is taken.
        told = "several datasheets have that name: write the id of one in its place: reef-wardens-tide, reef-wardens-shore"
        assert (wardens.sheet, wardens.why) == ("", told)
        return
    assert (wardens.sheet, wardens.size, wardens.expected) == ("reef-wardens-tide", 5, 90)
    told = "the list says 190 points, the library (10th edition CSV export of 2025-07-09) 90: 90 for 5 models"
    assert wardens.notes == (told,)
    assert army.notes == ()


def test_the_app_groups_attached_units() -> None:
    caller, wardens = read(FRENCH).units
    assert (caller.attached, caller.part) == (1, "leader")
    assert (wardens.attached, wardens.part) == (1, "bodyguard")


def test_a_total_that_does_not_add_up_is_explained() -> None:
    army = looked_up(APP.replace("(275 Points)", "(300 Points)"))
    assert army.notes == (
        "the units add up to 275 points, the list says 300: 25 of its total are not in the units that it names",
    )
    army = looked_up(BUILDER.replace("High Tide - [275 pts]", "High Tide - [2000 pts]"))
    assert army.notes == ("the title says 2000 points (its limit), the units add up to 275",)


def test_items_and_units_that_are_not_found_are_named_with_the_nearest() -> None:
    army = looked_up(SHORT.replace("Tide's call", "Tide's cal").replace("Reef Wardens", "Coral Guard"))
    caller, guard = army.units
    assert caller.notes == ("the datasheet has no \"Tide's cal\"; nearest: Tide's call",)
    assert (guard.sheet, guard.notes) == ("", ("no such datasheet",))
    assert [unit.listed.name for unit in army.missing] == ["Coral Guard"]


def test_a_line_that_is_not_understood_is_named() -> None:
    assert looked_up(SHORT + "\nAnd a herring\n").notes == ("line 5 is not understood: 'And a herring'",)


@pytest.mark.parametrize(
    ("name", "faction", "found"),
    [
        ("Kâhl", "", "kahl"),
        ("Tide's Herald", "", "tides-herald"),
        ("TIDE’S HERALD", "", "tides-herald"),
        ("Wave Rider with Lance", "", "wave-riders-with-lances"),
        ("Wave Riders w/ Lances", "", "wave-riders-with-lances"),
        ("Chaos Rhino", "", "rhino-x"),
        ("Spawn", "Tide", "spawn-tide"),
        ("Spawn", "Ebb", ""),
        ("Spawn", "", ""),
        ("Tide Spawn", "Tide", "spawn-tide"),
        ("Herald", "", ""),
        ("Wave Ryder", "", ""),
    ],
)
def test_names_are_matched_with_care(name: str, faction: str, found: str) -> None:
    known = [
        Known("kahl", "Kahl", "Votann"),
        Known("tides-herald", "Tide’s Herald", "Tide"),
        Known("wave-riders-with-lances", "Wave Riders with Lances", "Tide"),
        Known("rhino-x", "Rhino", "Traitors"),
        Known("spawn-tide", "Spawn", "Tide"),
        Known("spawn-shore", "Spawn", "Shore"),
    ]
    assert Names(known).find(name, faction).id == found


@pytest.mark.parametrize(
    ("name", "faction", "book", "found"),
    [
        ("Devil Ray", "Tide", "", "devil-ray"),
        ("Devil Ray", "", "", "devil-ray"),
        ("Spawn", "Shore", "", "other:spawn-shore"),
        ("Spawn", "", "", "spawn-tide"),
        ("Levy", "Tide", "Coral Host", "levy-coral-host"),
        ("Levy", "Coral Host", "", "levy-coral-host"),
        ("Levy", "Tide", "", ""),
    ],
)
def test_of_several_sources_the_first_that_has_one_is_taken(name: str, faction: str, book: str, found: str) -> None:
    known = [
        Known("devil-ray", "Devil Ray", "Tide", "first"),
        Known("spawn-tide", "Spawn", "Tide", "first"),
        Known("levy-coral-host", "Levy", "Tide", "first"),
        Known("levy-reef-host", "Levy", "Tide", "first"),
        Known("other:spawn-shore", "Spawn", "Shore", "other"),
    ]
    names = Names(known)
    assert names.find(name, faction, book).id == found
    assert names.source_of(found) == ({"other": "other"}.get(found.partition(":")[0], "first") if found else "")


def test_a_list_without_faction_gets_the_first_datasheet_that_costs_what_it_says_and_is_told() -> None:
    _, wardens = looked_up(SHORT.replace("190pts", "90pts"), settles=True).units
    assert wardens.sheet == "reef-wardens-tide"
    told = (
        "of reef-wardens-tide, reef-wardens-shore the first of its points is taken: reef-wardens-tide; for another write its id"
    )
    assert wardens.notes == (f"{told} in the list",)
    _, nobody = looked_up(SHORT, settles=True).units
    assert (nobody.sheet, nobody.why.partition(":")[0]) == ("", "several datasheets have that name")


def test_an_id_in_place_of_a_name_says_which_of_several_is_meant() -> None:
    _, wardens = looked_up(SHORT.replace("Reef Wardens", "reef-wardens-shore")).units
    assert wardens.sheet == "reef-wardens-shore"


def test_the_prefix_of_another_faction_is_not_put_in_front_of_a_name() -> None:
    names = Names([Known("x", "Chaos Terminators", "Traitors"), Known("y", "Terminator Squad", "Marines")])
    found = names.find("Terminators", "Marines")
    assert (found.id, found.nearest[0]) == ("", "Terminator Squad")
    assert names.find("Terminators", "Traitors").id == "x"


@pytest.mark.parametrize("printed", ["Salt Crown (Aura)", "The Salt Crown", "SALT CROWN"])
def test_an_enhancement_is_known_however_its_name_is_printed(printed: str) -> None:
    caller, _ = looked_up(APP.replace("Salt Crown", printed)).units
    assert (caller.expected, caller.notes) == (85, ())


def test_a_list_may_be_utf_16_with_its_mark() -> None:
    data = APP.encode("utf-16")
    assert is_list(data)
    assert read_list(SourceFile("list.txt", data)) == read(APP)
    with pytest.raises(IntakeError, match="no sound UTF-16 text"):
        read_list(SourceFile("list.txt", data[:-1]))


def test_nearest_names_are_given_for_a_slip() -> None:
    assert Names([Known("a", "Wave Rider", "Tide")]).find("Wave Ryder").nearest == ("Wave Rider",)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no list of an army"),
        (b"Dear diary,\nnothing (much)\n", "found no unit"),
        (b"Unit (10 pts)\n\0", "NUL bytes"),
        (b"Unit (10 pts)\n\xff\n", "line 2: found the byte 0xff"),
        (b"Unit (10 pts)\n" + b"x" * 5000, "line 2: is longer than 4,000 letters"),
        (b"Unit (10 pts)\n" * 20_001, "more than 20,000 lines"),
        (b"x" * (2 * 1024 * 1024 + 1), "is larger than 2 MB"),
    ],
)
def test_a_hostile_list_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(IntakeError, match=reason):
        read_list(SourceFile("list.txt", data))


@fuzz(150)
@given(
    pieces=st.lists(
        st.one_of(
            st.sampled_from(sorted({line for text in DIALECTS.values() for line in text.split("\n")})),
            st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
        ),
        max_size=30,
    )
)
def test_whatever_lines_a_list_has_it_is_read_or_refused(pieces: list[str]) -> None:
    text = "\n".join(pieces)
    try:
        army = read(text)
    except IntakeError as error:
        said = str(error)
    else:
        said = "list.txt: read"
        assert army.sum == sum(unit.points for unit in army.units)
        looked_up(text)
    assert said.startswith("list.txt: ")
