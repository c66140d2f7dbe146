"""Of several datasheets of one name the unit's own, where the others list it as an ally."""

from pathlib import Path

import msgspec
import pytest

from tests.intake.export.invented import files, tables
from tests.real_data import Real
from warbench.intake.belonging.homes import at_home
from warbench.intake.export import Export
from warbench.intake.sources import Imported
from warbench.intake.store import NewSource, UserLibrary, put
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import SeveralOfName

STRIDER = next(one.sheet for one in Export(files(tables())).sheets() if one.sheet.id == "brine-strider")


def of(faction: str, *words: str) -> Datasheet:
    return msgspec.structs.replace(STRIDER, id=f"brine-strider-{faction}", faction=faction, faction_keywords=words)


OWN, ALLY, MORE = of("tide", "tide"), of("shore", "shore", "tide"), of("ebb", "tide", "ebb")


@pytest.mark.parametrize(
    ("sheets", "home"),
    [
        ((ALLY, OWN), OWN),
        ((OWN, MORE, ALLY), OWN),
        ((ALLY, MORE), None),
        ((OWN, of("shore", "shore")), None),
        ((OWN, of("reef", "tide")), None),
        ((of("drift"), OWN), None),
    ],
)
def test_the_keywords_of_the_units_own_faction_are_those_that_all_have(
    sheets: tuple[Datasheet, ...], home: Datasheet | None
) -> None:
    assert at_home(sheets) == home


def test_the_library_finds_a_unit_by_its_name_although_allies_list_it_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    ally = msgspec.structs.replace(ALLY, damaged=None)
    put(path, NewSource("a", "A", "1", "/a"), [Imported(ally, "x"), Imported(OWN, "x")])
    found = UserLibrary(path).find("brine-strider")
    assert found is not None
    assert found.id == "brine-strider-tide"
    apart = msgspec.structs.replace(of("shore", "shore"), damaged=None)
    put(path, NewSource("a", "A", "2", "/a"), [Imported(apart, "x"), Imported(OWN, "x")])
    with pytest.raises(SeveralOfName, match="brine-strider-shore"):
        UserLibrary(path).find("brine-strider")


@pytest.mark.parametrize("name", ["plague-marines", "skitarii-rangers", "leman-russ-battle-tank", "chaos-lord"])
def test_units_that_other_factions_may_have_as_allies_are_found_by_their_names(name: str, real_export: Real) -> None:
    found = UserLibrary(real_export.folder / "library.sqlite", "w40k10").find(name)
    assert found is not None
    assert len(found.faction_keywords) == 1
