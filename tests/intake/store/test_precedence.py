"""Which of several sources' datasheets is meant: the order, what it leaves, and the ids that lead to the others."""

from pathlib import Path

import msgspec
import pytest

from tests.intake.export.invented import files, tables
from warbench.games.w40k10 import library
from warbench.games.w40k10.library import UnknownDatasheet
from warbench.intake.export import Export
from warbench.intake.sources import Imported
from warbench.intake.store import Line, NewSource, Order, UserLibrary, prefer, put
from warbench.sheets.datasheet import Datasheet, Points
from warbench.sheets.finding import NoSuchSource, SeveralOfName, UndecidedName

FIRST = NewSource("export-tide", "The tide's export", "1", "/a")
SECOND = NewSource("catalogue-tide", "The tide's catalogue", "2", "/b")


def dearer(sheet: Datasheet, **other: str) -> Imported:
    return Imported(msgspec.structs.replace(sheet, points=(Points(1, 999),), **other), "x")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two sources: the second has one unit more, and calls one that the first has in two factions by its bare name."""
    found = tmp_path / "library.sqlite"
    first = list(Export(files(tables())).sheets())
    sheets = {one.sheet.id: one.sheet for one in first}
    put(found, FIRST, first)
    second = [
        dearer(sheets["brine-strider"]),
        dearer(sheets["reef-wardens-tide"], id="reef-wardens"),
        dearer(sheets["tide-caller"], id="ebb-caller", name="Ebb Caller"),
    ]
    put(found, SECOND, second)
    return found


def cost(sheet: Datasheet | None) -> int:
    assert sheet is not None
    return sheet.points[0].points


def test_the_source_that_was_added_first_is_taken_until_another_is_preferred(path: Path) -> None:
    assert cost(UserLibrary(path).find("brine-strider")) == 185
    prefer(path, "catalogue-tide")
    own = UserLibrary(path)
    assert own.names() == ("catalogue-tide", "export-tide")
    assert cost(own.find("brine-strider")) == 999
    # An update keeps the place.
    put(path, FIRST, list(Export(files(tables())).sheets()))
    assert cost(UserLibrary(path).find("brine-strider")) == 999


def test_an_id_of_a_later_source_does_not_go_before_a_name_of_the_first(path: Path) -> None:
    with pytest.raises(SeveralOfName, match=r"reef-wardens-shore \(Shore\), reef-wardens-tide \(Tide\)"):
        UserLibrary(path).find("reef-wardens")
    assert cost(UserLibrary(path).find("reef-wardens", "catalogue-tide")) == 999


def test_one_name_and_faction_is_one_unit_whatever_the_ids(path: Path) -> None:
    own = UserLibrary(path)
    assert [(line.id, line.source) for line in own.order.preferred] == [
        ("brine-strider", "export-tide"),
        ("reef-wardens-shore", "export-tide"),
        ("reef-wardens-tide", "export-tide"),
        ("tide-caller", "export-tide"),
        ("ebb-caller", "catalogue-tide"),
    ]
    assert [line.id for line in own.lines("brine")] == ["brine-strider", "catalogue-tide:brine-strider"]
    assert own.ids("catalogue-tide") == ("brine-strider", "ebb-caller", "reef-wardens")


def test_every_id_leads_to_its_own_datasheet(path: Path) -> None:
    own = UserLibrary(path)
    for line in own.order.lines:
        found, stored = own.find(line.id), own.stored(line.id)
        assert found is not None
        assert stored is not None
        assert (found.id, stored.source) == (line.id, line.source)


def test_bundled_datasheets_come_before_all() -> None:
    order = Order([Line("kahl", "kahl", "Kâhl", "Votann", "export"), Line("kahl-2", "kahl", "Kâhl", "Tide", "export")])
    behind = order.behind([("kahl", "Kâhl", "Votann")])
    assert [(line.id, line.source) for line in behind.preferred] == [("kahl", "bundled"), ("kahl-2", "export")]
    assert [line.id for line in behind.lines] == ["kahl", "export:kahl", "kahl-2"]


def test_a_source_is_named_before_a_colon(path: Path) -> None:
    library.register_source(UserLibrary(path, "w40k10"))
    try:
        found = library.datasheet("catalogue:Brine Striders")
        assert (found.id, cost(found)) == ("catalogue-tide:brine-strider", 999)
        assert library.datasheet(found.id) == found
        assert library.datasheet("catalogue:ebb").id == "catalogue-tide:ebb-caller"
        assert cost(library.datasheet("export:brine strider")) == 185
        assert library.datasheet("bundled:kahl").id == library.datasheet("kahl").id == "kahl"
        assert library.target("catalogue-tide:brine-strider").points == 999
        assert library.target("bundled:terminators").id == "terminators"
        with pytest.raises(NoSuchSource, match="'tide' fits export-tide and catalogue-tide"):
            library.datasheet("tide:brine strider")
        with pytest.raises(NoSuchSource, match="no source 'nowhere'; there is bundled, export-tide, catalogue-tide"):
            library.datasheet("nowhere:brine strider")
        with pytest.raises(UndecidedName, match="catalogue-tide: unknown datasheet 'brine stridder'; did you mean brine-strider"):
            library.datasheet("catalogue:brine stridder")
        with pytest.raises(UnknownDatasheet, match="did you mean brine-strider"):
            library.datasheet("brine stridder")
    finally:
        library.register_source(None)
    with pytest.raises(NoSuchSource, match=r"no source 'catalogue'; there is bundled$"):
        library.datasheet("catalogue:brine strider")
