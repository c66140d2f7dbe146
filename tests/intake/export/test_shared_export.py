"""The real exports: everything loads, and what earlier projects lost is counted apart from the reader."""

from pathlib import Path

import pytest

from warbench.chance import Dice
from warbench.games.w40k10.characteristics import MODEL, WEAPON
from warbench.games.w40k10.keywords import read_keyword
from warbench.games.w40k10.library import slug
from warbench.intake.export import Export
from warbench.intake.export.weapons import read_weapons
from warbench.intake.sources import Imported, SourceFile

CORE = {
    "deadly-demise", "deep-strike", "feel-no-pain", "fights-first", "firing-deck", "hover", "infiltrators", "leader",
    "lone-operative", "scouts", "stealth",
}  # fmt: skip


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    """A table as a second reader takes it: lines and bars, nothing else."""
    lines = (folder / name).read_text(encoding="utf-8-sig").split("\n")
    columns = lines[0].split("|")
    return [dict(zip(columns, line.split("|"), strict=True)) for line in lines[1:] if line]


def test_every_datasheet_is_loaded(export: Export, sheets: list[Imported]) -> None:
    assert (len(sheets), export.edition) == (1676, "2025-11-14")
    assert len({one.sheet.id for one in sheets}) == 1676


def test_every_row_of_weapons_becomes_a_profile_of_numbers_or_dice(export: Export, sheets: list[Imported], folder: Path) -> None:
    printed = [row for row in rows(folder, "Datasheets_wargear.csv") if row["type"]]
    assert len(printed) == 9095
    notes: list[str] = []
    strays = [weapon for row in export.strays()["weapons"] for weapon in read_weapons([row], notes)]
    profiles = [profile for one in sheets for weapon in one.sheet.weapons for profile in weapon.profiles]
    profiles += [profile for weapon in strays for profile in weapon.profiles]
    assert len(profiles) == 9095
    checks = {characteristic.name: characteristic for characteristic in WEAPON}
    for profile in profiles:
        for name, value in profile.characteristics.items():
            assert checks[name].check(value) is None
            assert name == "ap" or value is None or Dice.parse(value).mean >= 0
    assert not [note for one in sheets for note in one.notes if "not loaded" in note]


def test_every_weapon_ability_is_modelled(sheets: list[Imported]) -> None:
    words = {word for one in sheets for weapon in one.sheet.weapons for profile in weapon.profiles for word in profile.abilities}
    assert len(words) > 60
    assert [word for word in sorted(words) if read_keyword(word) is None] == []


def test_every_invulnerable_save_survives(sheets: list[Imported], folder: Path) -> None:
    printed = [row for row in rows(folder, "Datasheets_models.csv") if row["inv_sv"] != "-"]
    assert len(printed) == 836
    order = {row["id"]: place for place, row in enumerate(rows(folder, "Datasheets.csv"))}
    printed = [row for row in printed if row["datasheet_id"] in order]
    assert len(printed) == 833
    lost = []
    for row in printed:
        sheet = sheets[order[row["datasheet_id"]]].sheet
        number = int(row["inv_sv"].rstrip("*"))
        held = {model.characteristics.get("invulnerable") for model in sheet.models}
        held |= {int(one.parameter.rstrip("+")) for one in sheet.abilities if one.id.startswith("invulnerable-save-")}
        if number not in held:
            lost.append((sheet.name, row["inv_sv"], held))
    assert lost == []


def test_every_model_has_its_numbers(sheets: list[Imported]) -> None:
    checks = {characteristic.name: characteristic for characteristic in MODEL}
    faults = [
        (one.sheet.name, model.name, name)
        for one in sheets
        for model in one.sheet.models
        for name, check in checks.items()
        if check.check(model.characteristics.get(name)) is not None
    ]
    assert faults == []
    for one in sheets:
        for line in one.sheet.composition:
            assert one.sheet.model(line.model).name == line.model
    assert [one.sheet.name for one in sheets if not one.sheet.composition] == ["Example Wargear"]


def test_every_core_ability_is_claimed_by_name_with_its_parameter(sheets: list[Imported], folder: Path) -> None:
    known = {row["id"] for row in rows(folder, "Datasheets.csv")}
    names = {row["id"]: row["name"] for row in rows(folder, "Abilities.csv")}
    printed = [row for row in rows(folder, "Datasheets_abilities.csv") if row["type"] == "Core" and row["datasheet_id"] in known]
    assert {slug(names[row["ability_id"]]) for row in printed} == CORE
    found = [ability for one in sheets for ability in one.sheet.abilities if ability.kind == "core"]
    # One datasheet prints an ability twice.
    twice = len(printed) - len({(row["datasheet_id"], row["ability_id"]) for row in printed})
    assert len(found) == len(printed) - twice
    assert {ability.id for ability in found} == CORE
    assert all(ability.summary for ability in found if ability.id != "hover")
    assert all(ability.parameter for ability in found if ability.id in {"deadly-demise", "scouts", "firing-deck"})


def test_every_leader_and_every_price_survives(sheets: list[Imported], folder: Path) -> None:
    order = {row["id"]: place for place, row in enumerate(rows(folder, "Datasheets.csv"))}
    names = {row["id"]: row["name"] for row in rows(folder, "Datasheets.csv")}
    for row in rows(folder, "Datasheets_leader.csv"):
        if row["leader_id"] in order and row["attached_id"] in order:
            wanted = slug(names[row["attached_id"]])
            assert wanted in map(slug, sheets[order[row["leader_id"]]].sheet.leads)
    priced = {row["datasheet_id"] for row in rows(folder, "Datasheets_models_cost.csv")}
    assert [one.sheet.name for key, place in order.items() if key in priced and not (one := sheets[place]).sheet.points] == []
    for row in rows(folder, "Datasheets_models_cost.csv"):
        one = sheets[order[row["datasheet_id"]]]
        if row["cost"].isdigit():
            kept = int(row["cost"]) in {price.points for price in one.sheet.points}
            assert kept or any(row["cost"] in note for note in one.notes if note.startswith("points"))


def test_the_edition_of_july_loads_as_well(shared: Path) -> None:
    found = shared / "data" / "wahapedia-2025-07"
    if not found.is_dir():
        pytest.skip(f"no export at {found}")
    export = Export(SourceFile(path.name, path.read_bytes()) for path in sorted(found.iterdir()))
    assert (len(list(export.sheets())), export.edition) == (1624, "2025-07-09")
