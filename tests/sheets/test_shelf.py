"""A shelf of datasheets: one lookup reads one file, and a file must hold what its name says."""

from pathlib import Path
from types import ModuleType

import pytest

from warbench.games.heresy3 import library as heresy3
from warbench.games.w40k10 import library as w40k10
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import UnknownDatasheet
from warbench.sheets.schema import DataError
from warbench.sheets.shelf import Shelf, convert, parse

TOWER = 'id = "tower"\nname = "Tower"\ngame = "none"\nfaction = "stone"\nkeywords = []\nmodels = []\n'


def shelf(folder: Path, asked: list[str]) -> Shelf:
    def read(data: bytes, file: str) -> Datasheet:
        asked.append(file)
        return convert(parse(data, file), file, Datasheet)

    (folder / "tower.toml").write_text(TOWER)
    (folder / "bridge.toml").write_text(TOWER.replace("tower", "bridge").replace("Tower", "Bridge"))
    return Shelf(folder, read)


def test_one_lookup_reads_one_file_once(tmp_path: Path) -> None:
    asked: list[str] = []
    found = shelf(tmp_path, asked)
    assert found.ids == ("bridge", "tower")
    assert found.find("Towers").name == found.find("tow").name == "Tower"
    assert asked == ["tower.toml"]
    assert [sheet.id for sheet in found.all()] == ["bridge", "tower"]
    assert asked == ["tower.toml", "bridge.toml"]


def test_heads_are_read_without_the_sheets(tmp_path: Path) -> None:
    asked: list[str] = []
    found = shelf(tmp_path, asked)
    (tmp_path / "tower.toml").write_text(TOWER.replace("models = []", '[[models]]\nname = "of no form"'))
    assert [(head.id, head.name, head.faction) for head in found.heads()] == [
        ("bridge", "Bridge", "stone"),
        ("tower", "Tower", "stone"),
    ]
    assert not asked
    (tmp_path / "tower.toml").write_text("name = 1")
    with pytest.raises(DataError, match=r"tower\.toml"):
        found.heads()


@pytest.mark.parametrize("library", [heresy3, w40k10])
def test_the_heads_of_the_bundled_datasheets_say_what_these_say(library: ModuleType) -> None:
    heads = [(head.id, head.name, head.faction) for head in library.heads()]
    assert heads == [(sheet.id, sheet.name, sheet.faction) for sheet in library.datasheets()]


def test_an_unknown_name_is_told_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownDatasheet, match="unknown datasheet 'Towar'; did you mean tower"):
        shelf(tmp_path, []).find("Towar")


def test_a_file_under_another_name_is_refused(tmp_path: Path) -> None:
    found = shelf(tmp_path, [])
    (tmp_path / "tower.toml").write_text(TOWER.replace('"tower"', '"towre"'))
    with pytest.raises(DataError, match=r"tower\.toml: id and name: found 'towre' and 'Tower'"):
        found.find("tower")


def test_a_file_that_is_no_toml_or_lacks_a_field_is_refused(tmp_path: Path) -> None:
    found = shelf(tmp_path, [])
    (tmp_path / "tower.toml").write_text("id = ")
    with pytest.raises(DataError, match=r"tower\.toml: not readable as TOML"):
        found.find("tower")
    (tmp_path / "bridge.toml").write_text('id = "bridge"')
    with pytest.raises(DataError, match=r"bridge\.toml: .*required field `name`"):
        found.find("bridge")


def test_the_digest_follows_the_data(tmp_path: Path) -> None:
    found = shelf(tmp_path, [])
    before = found.digest()
    assert before == found.digest()
    (tmp_path / "tower.toml").write_text(TOWER + 'version = "2"\n')
    assert found.digest() != before
