"""``warbench data diff``: one unit or all, on screen and as JSON, on invented and on real data."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.helpers import refused, shown, told
from tests.intake.export.invented import Tables, files, tables
from tests.real_data import Real
from warbench.games.w40k10 import library


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path / "data"))
    yield tmp_path / "data"
    library.register_source(None)


def add(folder: Path, lines: Tables) -> None:
    folder.mkdir()
    for file in files(lines):
        (folder / file.name).write_bytes(file.data)
    shown("data", "add", str(folder))


@pytest.fixture
def kahl(tmp_path: Path) -> None:
    """An export with a unit that is bundled as well, a little cheaper."""
    lines = tables()
    lines["Datasheets.csv"][-1] = lines["Datasheets.csv"][-1].replace("Tide Caller", "Kâhl")
    add(tmp_path / "export", lines)


def test_a_unit_of_two_sources(kahl: None) -> None:
    (found,) = told("data", "diff", "Kahls")
    assert (found["first"], found["second"], found["game"]) == ("bundled", "csv-export-w40k10", "w40k10")
    (pair,) = found["pairs"]
    assert {"what": "points", "thing": "1 model", "first": "70", "second": "60"} in pair["differences"]
    screen = shown("data", "diff", "kahl", width=120)
    assert "csv-export-w40k10" in screen
    assert "Volkanite disintegrator" in screen


def test_all_units_as_a_summary(kahl: None) -> None:
    screen = shown("data", "diff", "--all", width=200)
    assert "1 unit in both, 1 differ" in screen
    assert "points: 1 unit" in screen
    assert "Kâhl  1 model: 70 / 60" in screen
    assert "profile: 1 unit" in screen
    assert "only in csv-export-w40k10: 2 units" in screen
    assert "Brine Strider, Reef Wardens" in screen


def test_what_cannot_be_compared_is_refused(kahl: None) -> None:
    assert "only one source has it" in refused("data", "diff", "brine strider")
    assert "unknown datasheet 'nobody'" in refused("data", "diff", "nobody")
    assert "expected the name of a unit, or --all" in refused("data", "diff")
    assert "expected the name of a unit, or --all" in refused("data", "diff", "kahl", "--all")


def test_an_empty_library_has_nothing_to_compare() -> None:
    assert "no source to compare" in refused("data", "diff", "--all")


def test_the_two_real_sources_agree_in_most_units(real_catalogues: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBENCH_DATA", str(real_catalogues.folder))
    found = {(each["first"], each["second"]): each for each in told("data", "diff", "--all")}
    pairs = found["csv-export-w40k10", "catalogue-warhammer-40-000-10th-edition"]["pairs"]
    assert len(pairs) > 1300
    assert sum(not pair["differences"] for pair in pairs) / len(pairs) > 0.6
    (wraithguard,) = (pair for pair in pairs if pair["name"] == "Wraithguard")
    assert wraithguard["differences"] == [{"what": "points", "thing": "5 models", "first": "170", "second": "160"}]
