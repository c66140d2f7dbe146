"""The reader of the CSV export on a small export of invented units."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import fuzz
from tests.intake.export.invented import files, tables
from warbench.games.w40k10.checks import ScenarioError
from warbench.games.w40k10.inquiry import Inquiry, question_of
from warbench.intake.export import Export, kind_of
from warbench.intake.export import tables as limits
from warbench.intake.sources import Imported, IntakeError, SourceFile
from warbench.rules.effects import ChangeRoll, ChangeValue
from warbench.sheets.datasheet import Composition, Points
from warbench.sheets.loadouts import default_loadout


@pytest.fixture(scope="module")
def sheets() -> dict[str, Imported]:
    return {one.sheet.id: one for one in Export(files(tables())).sheets()}


def test_ids_come_from_names_and_where_several_have_one_from_the_faction(sheets: dict[str, Imported]) -> None:
    assert list(sheets) == ["brine-strider", "reef-wardens-tide", "reef-wardens-shore", "tide-caller"]


def test_the_edition_is_the_newest_errata_or_the_last_update() -> None:
    assert Export(files(tables())).edition == "2025-07-09"
    dated = tables() | {"when.csv": ["last_update|", "2025-11-14 19:35:22|"]}
    assert Export(files(dated)).edition == "2025-11-14"


def test_profiles_of_one_name_are_one_weapon_and_odd_cells_are_read(sheets: dict[str, Imported]) -> None:
    harpoon, oar = sheets["brine-strider"].sheet.weapons
    assert (harpoon.name, harpoon.type, [profile.name for profile in harpoon.profiles]) == (
        "Harpoon",
        "ranged",
        ["barbed", "broad"],
    )
    barbed, broad = harpoon.profiles
    assert barbed.characteristics == {"attacks": 1, "skill": 3, "strength": 12, "ap": -3, "damage": "D6+2"}
    assert (barbed.range, barbed.abilities) == (48, ("anti-vehicle 4+", "heavy"))
    assert broad.characteristics == {"attacks": "D6", "skill": 3, "strength": 7, "ap": 0, "damage": 1}
    assert broad.abilities == ("blast", "twin-linked")
    assert (oar.name, oar.type, oar.profiles[0].range) == ("Twin oar", "melee", None)


def test_one_item_may_be_a_ranged_and_a_melee_weapon_and_both_are_used(sheets: dict[str, Imported]) -> None:
    sheet = sheets["tide-caller"].sheet
    assert [(weapon.name, weapon.type) for weapon in sheet.weapons] == [("Tide's call", "ranged"), ("Tide's call", "melee")]
    used = {kind: question_of(Inquiry(sheet=sheet, target="terminators", kind=kind)).weapons for kind in ("ranged", "melee")}
    assert {kind: [weapon.type for weapon in weapons] for kind, weapons in used.items()} == {
        "ranged": ["ranged"],
        "melee": ["melee"],
    }


def test_every_model_has_the_profile_of_its_name_or_the_only_one(sheets: dict[str, Imported]) -> None:
    captain, warden = sheets["reef-wardens-tide"].sheet.models
    assert (captain.name, captain.characteristics["wounds"], captain.base) == ("Coral Captain", 2, "32mm")
    assert (warden.name, warden.characteristics["wounds"], warden.base) == ("Reef Warden", 1, "28.5mm")
    strider = sheets["brine-strider"].sheet.models[0]
    assert (strider.base, strider.characteristics["movement"]) == ("120x92mm oval", 20)
    assert sheets["tide-caller"].sheet.models[0].characteristics["movement"] == 0


def test_invulnerable_saves_keep_their_bounds(sheets: dict[str, Imported]) -> None:
    captain, warden = sheets["reef-wardens-tide"].sheet.models
    assert captain.characteristics["invulnerable"] == 4
    assert "invulnerable" not in warden.characteristics
    strider = sheets["brine-strider"].sheet
    assert "invulnerable" not in strider.models[0].characteristics
    assert [one.effects for one in strider.abilities if "invulnerable" in one.id] == [
        (ChangeValue(name="invulnerable", set=5, side="defender", attacks="ranged"),)
    ]
    caller = sheets["tide-caller"].sheet
    assert caller.models[0].characteristics["invulnerable"] == 5
    assert [one.effects for one in caller.abilities if "invulnerable" in one.id] == [
        (ChangeValue(name="invulnerable", set=4, side="defender", attacks="melee"),)
    ]


def test_composition_with_equipment_and_points_by_size(sheets: dict[str, Imported]) -> None:
    wardens = sheets["reef-wardens-tide"].sheet
    kit = ("netgun", "knife")
    assert wardens.composition == (Composition("Coral Captain", 1, 1, kit), Composition("Reef Warden", 4, 9, kit))
    assert wardens.points == (Points(5, 90), Points(10, 170))
    assert "points: Coral Banner costs +5 more" in sheets["reef-wardens-tide"].notes
    assert sheets["brine-strider"].sheet.composition[0].equipped == ("harpoon", "twin oar", "twin oar")
    assert sheets["tide-caller"].sheet.points == (Points(1, 60),)
    assert "points: 75 for 1 models instead of 60: Guest" in sheets["tide-caller"].notes
    assert default_loadout(wardens, 10)


def test_core_abilities_are_claimed_by_name_and_others_bear_on_attacks_by_their_words(sheets: dict[str, Imported]) -> None:
    strider = {ability.id: ability for ability in sheets["brine-strider"].sheet.abilities}
    assert (strider["deadly-demise"].kind, strider["deadly-demise"].parameter) == ("core", "D3")
    assert "D3" in strider["deadly-demise"].summary
    assert strider["spray"].touches == ("attack",)
    assert strider["ebb"].touches == ()
    wardens = {ability.id: ability for ability in sheets["reef-wardens-tide"].sheet.abilities}
    assert wardens["coral-banner"].item == "coral Banner"
    assert wardens["feel-no-pain"].parameter == "5+"


def test_texts_are_kept_beside_the_datasheet_and_not_in_it(sheets: dict[str, Imported]) -> None:
    one = sheets["brine-strider"]
    assert one.ability_texts["Spray"] == 'Each time this model shoots, say "splash" aloud.\n• Once\n• Twice'
    assert all("splash" not in ability.summary for ability in one.sheet.abilities)
    assert sheets["reef-wardens-tide"].ability_texts["Undertow"] == "The tide helps in each attack."


def test_keywords_damaged_transport_and_leaders(sheets: dict[str, Imported]) -> None:
    wardens = sheets["reef-wardens-tide"].sheet
    assert (wardens.keywords, wardens.faction_keywords) == (("infantry",), ("tide",))
    assert wardens.models[0].keywords == ("character",)
    strider = sheets["brine-strider"].sheet
    assert strider.damaged is not None
    assert (strider.damaged.wounds, strider.damaged.effects) == (4, (ChangeRoll(roll="hit", by=-1),))
    assert strider.transport is not None
    assert (strider.transport.capacity, strider.transport.needs) == (6, ("tide", "infantry"))
    assert sheets["tide-caller"].sheet.leads == ("Reef Wardens",)


def test_options_are_read_and_what_is_not_understood_is_kept_as_text(sheets: dict[str, Imported]) -> None:
    assert [len(option.choices) for option in sheets["brine-strider"].sheet.options] == [2]
    first, second = sheets["reef-wardens-tide"].sheet.options
    assert (first.model, first.limit, first.per) == ("Reef Warden", 1, 5)
    assert (second.choices, second.text) == ((), "Sing to the moon.")


def test_rows_of_no_datasheet_are_counted_and_what_stands_beside_is_read() -> None:
    export = Export(files(tables()))
    assert {kind: len(rows) for kind, rows in export.strays().items()} == {"weapons": 1}
    beside = {one.kind: one for one in export.beside()}
    assert (beside["enhancement"].name, beside["enhancement"].cost, beside["enhancement"].faction) == ("Salt Crown", 25, "Tide")
    assert (beside["stratagem"].name, beside["stratagem"].cost) == ("FLOOD", 1)


def test_equipment_of_some_makes_lines_of_their_own_and_a_slip_is_named() -> None:
    spoilt = tables()
    spoilt["Datasheets.csv"][3] = (
        "3|Reef Wardens|SHO|9||Battleline|<b>1 Reef Warden is equipped with:</b> net-gun.<br><b>Every other Reef Warden is "
        "equipped with:</b> nothing.||false||||||"
    )
    one = {one.sheet.id: one for one in Export(files(spoilt)).sheets()}["reef-wardens-shore"]
    assert one.sheet.composition == (
        Composition("Reef Wardens 1", 1, 1, ("Netgun",), "Reef Wardens"),
        Composition("Reef Wardens", 9, 9, (), "Reef Wardens"),
    )
    assert any("'net-gun'" in note for note in one.notes)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda t: t.pop("Factions.csv"), "there is none of factions"),
        (lambda t: t["Datasheets_models.csv"].append("5|1|x|"), "line 7: the row ends after 3 of 13 bars"),
        (lambda t: t["Datasheets_leader.csv"].append("1|2|3|"), "line 5: found 3 bars, expected 2"),
        (lambda t: t.update({"again.csv": t["Factions.csv"]}), "has the columns of Factions.csv"),
        (lambda t: t["Factions.csv"].append("A|\0|x|"), "is binary"),
        (lambda t: t["Factions.csv"].append("A" * 300_000 + "|x|"), "a row of more than 200,000 letters"),
        (lambda t: t["Factions.csv"].extend("A" * 1000 for _ in range(300)), "a row of more than 200,000 letters"),
    ],
)
def test_a_spoilt_export_is_refused_with_the_reason(damage: "object", reason: str) -> None:
    spoilt = tables()
    assert callable(damage)
    damage(spoilt)
    with pytest.raises(IntakeError, match=re.escape(reason)):
        Export(files(spoilt))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04rest", "is a zip archive"),
        (b"id|name|link|\nA|\xff|x|\n", "line 2: found the byte 0xff, expected UTF-8"),
        (b"id|name|link|\n" + b"x" * (64 * 1024 * 1024), "is larger than 64 MB"),
    ],
)
def test_a_hostile_file_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    good = [file for file in files(tables()) if file.name != "Factions.csv"]
    with pytest.raises(IntakeError, match=reason):
        Export([*good, SourceFile("bad.csv", data)])


def test_a_row_that_is_broken_over_lines_is_put_together() -> None:
    broken = tables()
    broken["Factions.csv"][1:2] = ["TID|Ti", "de|x|"]
    assert {one.sheet.faction for one in Export(files(broken)).sheets()} == {"Ti\nde".replace("\n", " "), "Shore"}


def test_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ROWS", 5)
    with pytest.raises(IntakeError, match="has more than 5 rows"):
        Export(files(tables()))


def test_a_table_is_known_by_its_columns_and_not_by_its_name() -> None:
    assert kind_of("\ufeffdatasheet_id|keyword|model|is_faction_keyword|\r\n".encode()) == "keywords"
    assert kind_of(b"id|name|other|\n") is None
    assert kind_of(b"\xff\xfe\x00") is None
    renamed = [SourceFile(f"{number}.bin", file.data) for number, file in enumerate(files(tables()))]
    assert len(list(Export(renamed).sheets())) == 4


def test_a_strength_that_is_rolled_is_kept_and_refused_in_an_attack() -> None:
    spoilt = tables()
    spoilt["Datasheets_wargear.csv"][3] = "1|2|1||Twin oar||Melee|Melee|4|3|D6+6|-1|2|"
    sheet = next(Export(files(spoilt)).sheets()).sheet
    assert sheet.weapons[1].profiles[0].characteristics["strength"] == "D6+6"
    with pytest.raises(ScenarioError, match=r"Twin oar: its Strength D6\+6 is rolled"):
        question_of(Inquiry(sheet=sheet, target="terminators"))


_CELL = st.text(st.characters(exclude_characters="|\n\r\0", exclude_categories=["Cs"]), max_size=30)


@fuzz(40)
@given(
    table=st.sampled_from(sorted(set(tables()) - {"Factions.csv"})),
    row=st.integers(1, 6),
    cells=st.lists(
        st.one_of(_CELL, st.sampled_from(["", "-", "D6", "4+*", "2x", "<ul><li>", "1-", "N/A"])), min_size=14, max_size=14
    ),
)
def test_whatever_stands_in_a_row_there_are_datasheets_or_a_reason(table: str, row: int, cells: list[str]) -> None:
    spoilt = tables()
    rows = spoilt[table]
    place = min(row, len(rows) - 1)
    columns = rows[0].count("|")
    first = rows[place].split("|")[0]
    rows[place] = "|".join([first, *cells[: columns - 1]]) + "|"
    try:
        sheets = list(Export(files(spoilt)).sheets())
    except IntakeError as error:
        sheets = []
        said = str(error)
    else:
        said = "read"
    assert said
    for one in sheets:
        assert one.sheet.name
        assert all(weapon.profiles for weapon in one.sheet.weapons)


@fuzz(40)
@given(data=st.binary(max_size=400))
def test_whatever_bytes_a_table_has_they_are_refused_or_read(data: bytes) -> None:
    lines = tables()
    lines.pop("Datasheets_leader.csv")
    said = "more.csv: "
    try:
        assert len(list(Export([*files(lines), SourceFile("more.csv", b"leader_id|attached_id|\n" + data)]).sheets())) == 4
    except IntakeError as error:
        said = str(error)
    assert said.startswith("more.csv: ")
