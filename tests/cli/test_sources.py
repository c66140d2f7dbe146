"""A library with several sources: one order for all commands, a single datasheet of another, messages that lead on."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.cli.helpers import refused, run, shown, told
from tests.intake.export.invented import files, tables
from tests.real_data import Real
from warbench.games import GAMES, part
from warbench.intake.export import Export
from warbench.intake.sources import Imported
from warbench.intake.store import NewSource, UserLibrary, put
from warbench.sheets.datasheet import Datasheet, ModelProfile, Points

LIST = "Strike of the tide\n\nTide Caller (60pts): Tide's call\nBrine Strider (185pts)\nEbb Caller (60pts)\n"
CATALOGUE = "catalogue-warhammer-40-000-10th-edition"


def unlent() -> None:
    for game in GAMES:
        part(game, "library").register_source(None)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An export, and a catalogue with the same units at other points, one more, and one of another game."""
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path / "data"))
    path = tmp_path / "data" / "library.sqlite"
    first = list(Export(files(tables())).sheets())
    put(path, NewSource("csv-export", "Export", "1", "/a"), first)
    second = [
        Imported(msgspec.structs.replace(one.sheet, points=tuple(Points(row.models, 99) for row in one.sheet.points)), "x")
        for one in first
    ]
    more = msgspec.structs.replace(second[3].sheet, id="ebb-caller", name="Ebb Caller", points=(Points(1, 60),))
    put(path, NewSource("catalogue-tide", "Catalogue", "2", "/b"), [*second, Imported(more, "x")])
    yield path
    unlent()


@pytest.mark.usefixtures("library")
def test_one_order_holds_for_every_command() -> None:
    for points, source in (("185", "csv-export"), ("99", "catalogue-tide")):
        assert shown("data", "prefer", source).startswith(f"The sources are looked into in this order: {source},")
        assert told("show", "brine strider")["points"] == [{"models": 1, "points": int(points)}]
        assert f"Brine Strider ({points} pts)" in shown("odds", "brine strider", "--into", "tide caller", "--quick", width=120)
        assert told("data", "list")[0]["id"] == source


@pytest.mark.usefixtures("library")
def test_a_list_finds_every_unit_once_and_says_from_where(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(LIST, encoding="utf-8")
    found = told("data", "army", str(path))
    assert [unit["sheet"] for unit in found["units"]] == ["tide-caller", "brine-strider", "ebb-caller"]
    assert found["notes"][0] == "datasheets: 2 csv-export, 1 catalogue-tide"
    result = run("import", str(path))
    assert "datasheets: 2 csv-export, 1 catalogue-tide" in result.stderr
    assert "not found" not in result.stderr
    shown("data", "prefer", "catalogue")
    assert told("data", "army", str(path))["notes"][0] == "datasheets: 3 catalogue-tide"


@pytest.mark.usefixtures("library")
def test_a_single_datasheet_of_another_source_is_named_in_every_command(tmp_path: Path) -> None:
    assert told("show", "catalogue:brine strider")["id"] == "catalogue-tide:brine-strider"
    assert told("show", "csv:brine strider")["points"] == [{"models": 1, "points": 185}]
    screen = shown("odds", "catalogue:brine strider", "--into", "csv:brine strider", "--quick", width=120)
    assert "Brine Strider (99 pts) \N{RIGHTWARDS ARROW} Brine Strider (1 model, 12 wounds, 185 pts)" in screen
    shown("roll", "catalogue:brine strider", "--into", "csv:tide caller", "--seed", "1")
    compared = shown("compare", "catalogue:brine strider", "brine strider", "--default", "--into", "csv:reef-wardens-shore:10")
    assert "Wardens" in compared
    assert "Brine Strider" in shown("muster", "--options", "catalogue:brine strider")
    army = tmp_path / "army.toml"
    army.write_text('name="A"\nfaction="Tide"\nunits=[{datasheet="catalogue:brine strider"}, {datasheet="brine-strider"}]\n')
    units = json.loads(run("muster", str(army), "--json").stdout)["units"]
    assert [unit["points"] for unit in units] == [99, 185]
    scenario = tmp_path / "scenario.json"
    told_ = {"game": "w40k10", "attacker": {"datasheet": "catalogue:brine strider"}, "target": {"datasheet": "csv:tide caller"}}
    scenario.write_text(json.dumps(told_))
    assert "Tide Caller" in shown("odds", str(scenario), "--quick")


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("show", "reef wardens"), "fits several datasheets that differ: reef-wardens-shore (Shore), reef-wardens-tide (Tide);"),
        (("odds", "reef wardens", "--into", "marines"), "reef-wardens-shore (Shore), reef-wardens-tide (Tide); use one of these"),
        (
            ("odds", "csv:brine", "--into", "reef wardens"),
            "reef-wardens-shore (Shore), reef-wardens-tide (Tide); use one of these",
        ),
        (("muster", "--options", "reef wardens"), "reef-wardens-shore (Shore), reef-wardens-tide (Tide); use one of these ids"),
        (("muster", "--options", "catalogue:reef wardens"), "catalogue-tide:reef-wardens-shore (Shore), catalogue-tide:reef-"),
        (("show", "brine stridder"), "unknown datasheet 'brine stridder'; did you mean brine-strider?"),
        (("muster", "--options", "brine stridder"), "unknown datasheet 'brine stridder'; did you mean brine-strider?"),
        (("compare", "brine stridder", "--default"), "unknown datasheet 'brine stridder'; did you mean brine-strider?"),
        (("data", "diff", "brine stridder"), "unknown datasheet 'brine stridder'; did you mean brine-strider?"),
        (("show", "nowhere:brine strider"), "there is no source 'nowhere'; there is bundled, csv-export, catalogue-tide"),
        (("odds", "csv:brine stridder", "--into", "marines"), "csv-export: unknown datasheet 'brine stridder'; did you mean"),
        (("odds", "Land Raider", "--into", "marines"), "found in several games: w40k10 (land-raider); heresy3 (land-raider-"),
        (("data", "prefer", "tides"), "there is no source 'tides'; there is bundled, csv-export, catalogue-tide"),
        (("data", "prefer", "bundled"), "they come before all; there is csv-export, catalogue-tide"),
        (("data", "coverage", "nowhere"), "there is no source 'nowhere'"),
    ],
)
def test_a_name_that_is_not_plain_leads_to_one_that_works(words: tuple[str, ...], message: str) -> None:
    line = refused(*words)
    assert message in line
    assert len(line) < 250


@pytest.mark.usefixtures("library")
def test_coverage_counts_a_unit_once_or_all_of_one_source() -> None:
    assert told("data", "coverage")["sources"] == {"csv-export": 4, "catalogue-tide": 1}
    assert told("data", "coverage", "catalogue")["sources"] == {"catalogue-tide": 5}
    assert "Datasheets of csv-export (4) and catalogue-tide (1)" in shown("data", "coverage", width=120)


def test_coverage_tells_both_games_or_that_of_the_source(library: Path) -> None:
    heresy = Datasheet("guard", "Guard", "heresy3", "", (), (ModelProfile("Guard", {}, abilities=("Bulky (2)", "Tidecalled")),))
    put(library, NewSource("catalogue-horus", "Catalogue", "1", "/c"), [Imported(heresy, "g")])
    both = told("data", "coverage")
    assert both["sources"] == {"csv-export": 4, "catalogue-tide": 1, "catalogue-horus": 1}
    assert [one["game"] for one in both["groups"]] == ["w40k10"] * 5 + ["heresy3"] * 5
    one = told("data", "coverage", "horus")
    assert one["sources"] == {"catalogue-horus": 1}
    assert {each["group"]: (each["printed"], each["modelled"]) for each in one["groups"]}["special rules of models"] == (1, 1)
    text = shown("data", "coverage", width=120)
    assert text.index("10th edition") < text.index("core abilities") < text.index("The Horus Heresy") < text.index("wargear")
    alone = shown("data", "coverage", "horus", width=120)
    assert "core abilities" not in alone
    assert "Not modelled, rules of one datasheet: Tidecalled (Guard)" in alone


@pytest.mark.usefixtures("library")
def test_sources_are_listed_compared_and_removed_by_a_part_of_their_names() -> None:
    assert "taken from the first: warbench data prefer SOURCE" in shown("data", "list", width=120)
    lines = told("data", "list", "brine")
    assert [line["id"] for line in lines] == ["brine-strider", "catalogue-tide:brine-strider"]
    assert "catalogue:brine-strider" in shown("data", "list", "brine", width=120)
    screen = shown("data", "diff", "--all", width=120)
    assert "4 units in both, 4 differ" in screen
    assert "Brine Strider  1 model: 185 / 99" in screen
    assert "only in catalogue-tide: 1 unit\n    - Ebb Caller" in screen
    assert [one["id"] for one in told("data", "prefer", "csv")] == ["csv-export", "catalogue-tide"]
    assert "Removed csv-export: 4 datasheets." in shown("data", "remove", "csv")
    assert told("show", "brine strider")["points"] == [{"models": 1, "points": 99}]


# --- the real sources ---


@pytest.fixture
def real(real_catalogues: Real, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The export and the catalogues, both imported."""
    monkeypatch.setenv("WARBENCH_DATA", str(real_catalogues.folder))
    yield real_catalogues.folder
    unlent()


def test_a_real_roster_finds_every_unit_with_both_sources(real: Path, shared_data: Path) -> None:
    assert (real / "library.sqlite").is_file()
    roster = str(shared_data / "rosters" / "bbe_Tau_1000.rosz")
    found = told("data", "army", roster)
    assert {unit["sheet"] for unit in found["units"]} >= {"devilfish", "breacher-team", "ethereal"}
    assert all(unit["sheet"] for unit in found["units"])
    assert "not found" not in run("import", roster).stderr


def test_the_sources_call_factions_and_units_alike(real: Path) -> None:
    order = UserLibrary(real / "library.sqlite", "w40k10").order
    factions = {source: {line.faction for line in order.lines if line.source == source} for source in order.sources}
    assert factions[CATALOGUE] == factions["csv-export-w40k10"]
    # Nearly every unit of the catalogue is one of the export as well.
    left = [line for line in order.preferred if line.source == CATALOGUE]
    assert len(left) < 0.1 * sum(line.source == CATALOGUE for line in order.lines)
    assert not any(":" in line.id for line in order.preferred)


def test_who_has_imported_nothing_is_told_where_datasheets_come_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path / "nothing"))
    unlent()
    assert refused("odds", "Brine Strider", "--into", "marines").endswith("; your library is empty: warbench data add FOLDER")
