"""``warbench import``: armies in other forms become army files, and everything that is not as the file has it is told."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import ROOT, refused, run, shown, told
from tests.intake.export.invented import tables
from warbench.cli.importing import Brought, brought
from warbench.muster import W40k10File, army_from_file, muster

LIST = """Sons of the Hold (560 Points)

Leagues of Votann
Oathband
Incursion (1,000 Points)

ATTACHED UNITS

Attached unit 1

Kahl (85 Points)
  \N{BULLET} Attached as: Leader
  \N{BULLET} Warlord
  \N{BULLET} 1x Autoch-pattern combi-bolter
  \N{BULLET} 1x forgewrought plasma axe
  \N{BULLET} 1x rampart crest
  \N{BULLET} Enhancement: A Long List (+15 pts)

Hearthkyn Warriors (100 Points)
  \N{BULLET} Attached as: Bodyguard
  \N{BULLET} 1x Theyn
     \N{WHITE BULLET} 1x Autoch-pattern bolt pistol
     \N{WHITE BULLET} 1x Autoch-pattern bolter
  \N{BULLET} 9x Hearthkyn Warrior
     \N{WHITE BULLET} 9x Autoch-pattern bolt pistol
     \N{WHITE BULLET} 8x Autoch-pattern bolter
     \N{WHITE BULLET} 1x Magna-rail rifles
     \N{WHITE BULLET} 1x rubber duck

OTHER DATASHEETS

Sagitaur (120 Points)
  \N{BULLET} 1x twin bolt cannon

Hekaton Fortres (255 Points)
"""


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text(LIST, encoding="utf-8")
    return path


def army_of(found: Brought) -> Any:
    assert isinstance(found.file, W40k10File)
    return found.file.army


def test_a_text_list_becomes_an_army_with_everything_that_differs_told(listed: Path) -> None:
    found = brought(str(listed))
    army = army_of(found)
    assert (found.kind, found.printed, army.faction, army.detachment) == ("text list", 560, "Leagues of Votann", "Oathband")
    lead, ride = army.units
    assert (lead.datasheet, lead.leader, lead.warlord, lead.enhancement) == ("hearthkyn-warriors", "kahl", True, "A Long List")
    assert [(each.name, each.points) for each in army.enhancements] == [("A Long List", 15)]
    assert sum(items.get("magna-rail rifle", 0) for items in lead.items) == 1
    assert sum(items.get("Autoch-pattern bolter", 0) for items in lead.items) == 9
    assert ride.datasheet == "sagitaur"
    assert found.missing == ("Hekaton Fortres (255 points): no such datasheet; nearest: Hekaton Land Fortress",)
    assert ("Hearthkyn Warriors", "the datasheet has no 'rubber duck'") in found.notes
    assert any(note.startswith("120 points for 1 model in the file, ") for unit, note in found.notes if unit == "Sagitaur")
    assert muster(found.file).is_legal


def test_the_army_goes_to_the_standard_output_and_the_report_to_the_standard_error(listed: Path) -> None:
    result = run("import", str(listed))
    assert result.exit_code == 0
    file = json.loads(result.stdout)
    assert (file["format"], file["game"], file["battle_size"]) == ("warbench-army-1", "w40k10", "incursion")
    assert "list.txt: text list, Sons of the Hold (w40k10), 2 units, 305 points; printed 560, 255 fewer here" in result.stderr
    assert "not found: Hekaton Fortres (255 points)" in result.stderr


def test_an_imported_army_is_saved_and_mustered(listed: Path, tmp_path: Path) -> None:
    saved = tmp_path / "mine.toml"
    assert f"saved as {saved}" in shown("import", str(listed), "--save", str(saved))
    assert army_from_file(saved).army == army_of(brought(str(listed)))
    assert "Legal." in shown("muster", str(saved))


def test_several_files_go_to_a_folder(listed: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text(LIST, encoding="utf-8")
    folder = tmp_path / "armies"
    folder.mkdir()
    shown("import", str(listed), str(other), "--save", str(folder))
    assert sorted(path.name for path in folder.iterdir()) == ["list.json", "other.json"]
    assert "2 files need a folder" in refused("import", str(listed), str(other))


def test_an_army_file_is_recognised_by_its_content(tmp_path: Path, listed: Path) -> None:
    saved = tmp_path / "army.dat"
    shown("import", str(listed), "--save", str(saved))
    assert brought(str(saved)).kind == "army"


def test_a_second_leader_stands_alone(tmp_path: Path) -> None:
    more = LIST.replace(
        "OTHER DATASHEETS",
        "Kahl (70 Points)\n  \N{BULLET} Attached as: Leader\n  \N{BULLET} 1x rampart crest\n\nOTHER DATASHEETS",
    )
    path = tmp_path / "two.txt"
    path.write_text(more, encoding="utf-8")
    found = brought(str(path))
    assert [unit.datasheet for unit in army_of(found).units] == ["hearthkyn-warriors", "kahl", "sagitaur"]
    assert any(note.startswith("stands as a unit of its own: Hearthkyn Warriors cannot be led by") for _, note in found.notes)


def test_the_report_is_json_with_the_army_in_it(listed: Path, tmp_path: Path) -> None:
    saved = tmp_path / "mine.json"
    (report,) = told("import", str(listed), "--save", str(saved))
    assert (report["file"], report["kind"], report["game"]) == (str(listed), "text list", "w40k10")
    assert (report["points"], report["printed"], report["legal"], report["saved"]) == (305, 560, True, str(saved))
    assert report["missing"] == ["Hekaton Fortres (255 points): no such datasheet; nearest: Hekaton Land Fortress"]
    assert {"unit": "Hearthkyn Warriors", "note": "the datasheet has no 'rubber duck'"} in report["notes"]
    assert report["army"] == json.loads(saved.read_text(encoding="utf-8"))
    assert [finding["code"] for finding in report["findings"]] == ["empty-transport", "own-points"]


def test_of_several_files_those_that_can_be_read_are_read(listed: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("just words", encoding="utf-8")
    folder = tmp_path / "armies"
    folder.mkdir()
    words = ("import", str(tmp_path / "bad.txt"), str(listed))
    result = run(*words, "--save", str(folder))
    assert (result.exit_code, [path.name for path in folder.iterdir()]) == (2, ["list.json"])
    assert "bad.txt: is no army" in result.stderr
    bad, good = json.loads(run(*words, "--json").stdout)
    assert "is no army" in bad["error"]
    assert good["points"] == 305


def test_the_report_leads_to_the_next_step(listed: Path, tmp_path: Path) -> None:
    saved = tmp_path / "mine.json"
    assert f"legal as it stands: warbench muster {saved}\n" in shown("import", str(listed), "--save", str(saved))
    listed.write_text(LIST.replace("  \N{BULLET} Warlord\n", ""), encoding="utf-8")
    assert f"not legal as it stands, 1 finding: warbench muster {saved}\n" in shown("import", str(listed), "--save", str(saved))


def test_a_list_of_which_no_unit_is_known_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("Reef Wardens (90 pts)\n\nHekaton Fortres (255 pts)\n", encoding="utf-8")
    result = run("import", str(path), "--save", str(tmp_path / "mine.json"))
    assert result.exit_code == 2
    assert "not found: Hekaton Fortres (255 points): no such datasheet; nearest: Hekaton Land Fortress" in result.stdout
    assert result.stderr == f"warbench: {path}: none of its 2 units has a datasheet here: warbench data add FOLDER\n"
    assert not (tmp_path / "mine.json").exists()
    assert "none of its 2 units" in refused("muster", str(path))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("Datasheets.csv", "\n".join(tables()["Datasheets.csv"]), "is a table of an export, not an army: warbench data add"),
        ("x.cat", "<catalogue id='a' name='b'/>", "expected a roster: warbench data add FOLDER"),
        ("page.txt", (ROOT / "tests/intake/pages/brine-strider.txt").read_text(encoding="utf-8"), "is a datasheet page, not an"),
        (
            "page.html",
            (ROOT / "tests/intake/pages/brine-strider.html").read_text(encoding="utf-8"),
            "is a datasheet page, not an",
        ),
    ],
)
def test_a_file_for_another_command_is_named_as_what_it_is(name: str, text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert message in refused("import", str(path))


# --- hostile input ---


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is no army"),
        (b"\x00\x01\x02" * 100, "is no army"),
        (b"just words", "is no army"),
        (b"<roster>", "XML"),
        (b"{", "JSON"),
        (b'{"format": "warbench-army-7", "game": "w40k10", "army": {}}', "warbench-army-7"),
        (b'{"roster": {"name": "x", "gameSystemName": "Chess"}}', "'Chess'"),
        (b"[" * 200_000, "is no army"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "levels|records"),
    ],
)
def test_what_is_no_army_is_refused_in_one_line(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad"
    path.write_bytes(data)
    told = refused("import", str(path))
    assert any(part in told for part in message.split("|"))
    refused("muster", str(path))


def test_huge_numbers_in_a_list_stay_small(tmp_path: Path) -> None:
    kinds = "".join("  \N{BULLET} 999x Hearthkyn Warrior\n     \N{WHITE BULLET} 999x ion blaster\n" for _ in range(300))
    path = tmp_path / "huge.txt"
    path.write_text(LIST.replace("  \N{BULLET} 9x Hearthkyn Warrior\n", kinds), encoding="utf-8")
    army = army_of(brought(str(path)))
    assert sum(len(unit.items) for unit in army.units) <= 1
    assert run("muster", str(path)).exit_code == 1


def test_a_zip_of_nothing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.rosz"
    with zipfile.ZipFile(path, "w"):
        pass
    refused("import", str(path))
