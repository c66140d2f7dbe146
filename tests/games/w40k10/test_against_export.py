"""The bundled datasheets beside the export of July 2025: the same facts, or a difference that is named here with its reason."""

import csv
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from warbench.games.w40k10.library import datasheet, datasheets, slug
from warbench.sheets.datasheet import Datasheet, WeaponProfile

FACTIONS = {"Leagues of Votann": "LoV", "Space Marines": "SM"}
DIFFERENCES: dict[tuple[str, str], str] = {
    ("Leagues of Votann", "faction keywords"): "the rules expect two faction keywords (W-180); the export has one of them",
    ("hearthkyn-warriors", "Theyn invulnerable"): "the weavefield crest that the Theyn always has gives 4+",
    ("captain", "weapon Master-crafted bolter"): "the export's weapon table calls it boltgun, its equipment bolter",
    ("captain", "weapon Master-crafted boltgun"): "as before",
    ("aggressor-squad", "weapon Twin power fist"): "the export's weapon table has the plural, its equipment the singular",
    ("aggressor-squad", "weapon Twin power fists"): "as before",
}
"""(datasheet or faction, what differs): why."""

Rows = list[dict[str, str]]


def rows(shared: Path, name: str) -> Rows:
    path = shared / "data" / "wahapedia-2025-07" / f"{name}.csv"
    if not path.is_file():
        pytest.skip(f"no export at {path}")
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter="|", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def export(shared: Path) -> dict[str, Rows]:
    parts = ("", "_models", "_wargear", "_keywords", "_models_cost", "_leader", "_abilities")
    return {part: rows(shared, f"Datasheets{part}") for part in parts}


def export_id(sheet: Datasheet, export: dict[str, Rows]) -> str:
    (found,) = (row["id"] for row in export[""] if row["faction_id"] == FACTIONS[sheet.faction] and slug(row["name"]) == sheet.id)
    return found


def of(export: dict[str, Rows], part: str, key: str) -> Rows:
    return [row for row in export[part] if row["datasheet_id"] == key]


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", text))).strip()


def number(text: str) -> int | None:
    digits = re.sub(r"[^\d-]", "", text.strip())
    return int(digits) if digits.strip("-") else None


def model_differences(sheet: Datasheet, found: Rows) -> Iterator[str]:
    (row,) = found  # each of these units has one row for all its kinds of model
    printed = {
        "movement": number(row["M"]),
        "toughness": number(row["T"]),
        "save": number(row["Sv"]),
        "invulnerable": number(row["inv_sv"]),
        "wounds": number(row["W"]),
        "leadership": number(row["Ld"]),
        "objective_control": number(row["OC"]),
    }
    for model in sheet.models:
        yield from (f"{model.name} {name}" for name, value in printed.items() if model.characteristics.get(name) != value)
        base = {"Use model": "hull", "90 x 52mm": "90x52mm oval"}.get(row["base_size"], row["base_size"])
        if model.base != base:
            yield f"{model.name} base"


def profile(profile: WeaponProfile) -> tuple[object, ...]:
    numbers = profile.characteristics
    words = tuple(sorted(word.lower() for word in profile.abilities))
    return (profile.range, *(str(numbers.get(name)) for name in ("attacks", "skill", "strength", "ap", "damage")), words)


def printed_profile(row: dict[str, str]) -> tuple[object, ...]:
    words = tuple(sorted(word.strip().lower() for word in plain(row["description"]).split(",") if word.strip()))
    skill = str(number(row["BS_WS"]))
    return (number(row["range"]), row["A"].strip(), skill, row["S"].strip(), row["AP"].strip(), row["D"].strip(), words)


def weapon_differences(sheet: Datasheet, found: Rows) -> Iterator[str]:
    have = {
        slug(f"{weapon.name} {part.name}"): (weapon.name, weapon.type, profile(part))
        for weapon in sheet.weapons
        for part in weapon.profiles
    }
    printed = {slug(row["name"]): (plain(row["name"]), row["type"].lower(), printed_profile(row)) for row in found}
    for key in dict.fromkeys([*have, *printed]):
        one, other = have.get(key), printed.get(key)
        if one is None or other is None or one[1:] != other[1:]:
            yield f"weapon {(one or other or ('',))[0]}"


def differences(sheet: Datasheet, export: dict[str, Rows]) -> Iterator[str]:
    key = export_id(sheet, export)
    yield from model_differences(sheet, of(export, "_models", key))
    yield from weapon_differences(sheet, of(export, "_wargear", key))
    costs = {(number(row["description"]), number(row["cost"])) for row in of(export, "_models_cost", key)}
    if costs != {(row.models, row.points) for row in sheet.points}:
        yield "points"
    words = of(export, "_keywords", key)
    if {row["keyword"].lower() for row in words if row["is_faction_keyword"] != "true"} != set(sheet.keywords):
        yield "keywords"
    faction = {row["keyword"].lower() for row in words if row["is_faction_keyword"] == "true"}
    if faction != set(sheet.faction_keywords):
        yield "faction keywords"
    (row,) = (row for row in export[""] if row["id"] == key)
    if (number(row["damaged_w"].rpartition("-")[2]) or 0) != (sheet.damaged.wounds if sheet.damaged else 0):
        yield "damaged"
    capacity = re.search(r"transport capacity of (\d+)", plain(row["transport"]))
    if (int(capacity[1]) if capacity else 0) != (sheet.transport.capacity if sheet.transport else 0):
        yield "transport"


@pytest.mark.parametrize("name", [sheet.id for sheet in datasheets()])
def test_the_facts_agree_with_the_export(name: str, export: dict[str, Rows]) -> None:
    sheet = datasheet(name)
    known = {what for key, what in DIFFERENCES if key in {name, sheet.faction}}
    assert set(differences(sheet, export)) == known


@pytest.mark.parametrize("name", [sheet.id for sheet in datasheets()])
def test_abilities_have_the_names_of_the_export(name: str, export: dict[str, Rows]) -> None:
    sheet = datasheet(name)
    printed = {slug(row["name"]) for row in of(export, "_abilities", export_id(sheet, export)) if row["name"].strip()}
    # Notes on abilities, and weapon abilities explained, are no abilities of the unit.
    printed -= {"designers-note", "conversion", "one-shot"}
    printed = {name.removesuffix("-psychic").removesuffix("-aura") for name in printed}
    own = {ability.id for ability in sheet.abilities if ability.kind in {"datasheet", "wargear"}}
    # What the export prints elsewhere: footnotes to leaders and options, a transport's second paragraph.
    own -= {"attachment-limits", "second-leader", "split-passengers"}
    own -= {word for word in own if word.startswith("heavier-mount-")}
    assert own == printed


@pytest.mark.parametrize("name", [sheet.id for sheet in datasheets()])
def test_leaders_lead_what_the_export_says_as_far_as_it_is_bundled(name: str, export: dict[str, Rows]) -> None:
    sheet = datasheet(name)
    names = {row["id"]: slug(row["name"]) for row in export[""] if row["faction_id"] == FACTIONS[sheet.faction]}
    key = export_id(sheet, export)
    led = {names.get(row["attached_id"]) for row in export["_leader"] if row["leader_id"] == key}
    assert set(sheet.leads) == led & {other.id for other in datasheets()}


def test_no_sentence_of_the_export_is_in_a_summary(export: dict[str, Rows]) -> None:
    """Rules are told in our own words: no run of nine words is the export's."""
    for sheet in datasheets():
        texts = [plain(row["description"]) for row in of(export, "_abilities", export_id(sheet, export))]
        printed = {run for text in texts for run in runs(text)}
        for ability in sheet.abilities:
            shared = printed.intersection(runs(ability.summary))
            assert not shared, f"{sheet.id}: {ability.id}: {shared}"


def runs(text: str, length: int = 9) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return (tuple(words[start : start + length]) for start in range(len(words) - length + 1))
