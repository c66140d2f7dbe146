"""Where the datasheet that comes first cannot hold a roster's unit, those of further sources are tried, then the roster's own."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests.intake.invented_rosters import heresy3_roster, squad, tactical, w40k10_roster
from warbench.games.heresy3.armies.factions import list_of
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.roster import ArmySpec
from warbench.intake.armies import heresy3_army, listed_of, w40k10_army
from warbench.intake.armies.imported import ImportedArmy
from warbench.intake.catalogue import RosterUnit, read_roster
from warbench.intake.lists import Known, Names, resolve
from warbench.sheets.datasheet import Datasheet

NAMES = Names(
    [Known("first-gleaners", "Gleaners", "Tide", "first")],
    [
        Known("second-gleaners", "Gleaners", "Tide", "second"),
        Known("shore-gleaners", "Gleaners", "Shore", "second"),
        Known("third-gleaners", "Gleaners", "Tide", "third"),
    ],
)


def own(unit: RosterUnit) -> Datasheet:
    assert unit.own is not None
    return unit.own.sheet


class Lent:
    """Some datasheets of a library."""

    def __init__(self, *sheets: Datasheet) -> None:
        self.sheets = {sheet.id: sheet for sheet in sheets}

    def names(self) -> tuple[str, ...]:
        return ("lent",)

    def ids(self, source: str = "") -> tuple[str, ...]:
        return () if source else tuple(self.sheets)

    def find(self, wanted: str, source: str = "") -> Datasheet | None:
        return None if source else self.sheets.get(wanted)


@pytest.fixture(autouse=True)
def _nothing_stays_lent() -> Iterator[None]:
    yield
    library.register_source(None)


def taken(first: bool, second: bool) -> ImportedArmy[ArmySpec]:
    """A roster of Gleaners; which of the two datasheets of its name can hold it."""
    roster = read_roster(w40k10_roster(squad()), "tide.json")
    good = replace(own(roster.units[0]), faction="Tide", as_listed=False)
    bad = replace(good, weapons=tuple(each for each in good.weapons if "Harpoon" not in each.name), options=())
    ids = ("first-gleaners", "second-gleaners", "third-gleaners")
    sheets = [replace(good if fits else bad, id=key) for key, fits in zip(ids, (first, second, second), strict=True)]
    library.register_source(Lent(*sheets))
    listed, placed = listed_of(roster)
    return w40k10_army(resolve(listed, NAMES, library.datasheet), library.datasheet, (), placed, later=NAMES.later)


@pytest.mark.parametrize(
    ("first", "second", "origin", "told"),
    [
        (True, True, "first-gleaners", ""),
        (False, True, "second-gleaners", "that of second is taken"),
        (False, False, "", "the roster's own is taken"),
    ],
)
def test_the_first_datasheet_that_can_hold_the_unit_is_taken_and_told(first: bool, second: bool, origin: str, told: str) -> None:
    found = taken(first, second)
    assert found.origins == (origin,)
    assert found.spec.units[0].datasheet == (origin or "gleaners-as-listed")
    notes = [note for unit, note in found.notes if unit == "Gleaners" and "does not fit" in note]
    assert [note.endswith(told) for note in notes] == ([True] if told else [])


def test_further_datasheets_are_of_the_same_name_and_faction_in_the_order_of_the_sources() -> None:
    assert [each.id for each in NAMES.later("first-gleaners")] == ["second-gleaners", "third-gleaners"]
    assert NAMES.later("nobody") == ()
    assert NAMES.source_of("third-gleaners") == "third"


def test_so_it_is_in_the_horus_heresy() -> None:
    roster = read_roster(heresy3_roster(("Crusade Primary Detachment", (tactical(),))), "deck.json")
    (unit,) = roster.units
    good = replace(own(unit), faction=list_of("Dark Angels"))
    bad = replace(good, weapons=(), options=(), composition=tuple(replace(line, equipped=()) for line in good.composition))
    sheets = {"first": replace(bad, id="first"), "second": replace(good, id="second", as_listed=False)}
    names = Names([Known("first", unit.name, good.faction, "one")], [Known("second", unit.name, good.faction, "two")])
    found = heresy3_army(roster, names, lambda key: (sheets[key], False))
    assert found.origins == ("second",)
    assert any("that of two is taken" in note for _, note in found.notes)
    assert [sheet.id for sheet in found.spec.sheets] == ["second"]
