"""Units that are made up in one of several ways, and prices by kinds of models: made-up rows, and those of the real export."""

from itertools import islice, product

import pytest

from warbench.intake.export.makeups import makeups, united, ways_of
from warbench.intake.export.prices import read_points
from warbench.intake.export.unit import read_members
from warbench.intake.sources import Imported
from warbench.sheets.datasheet import Composition, Datasheet, Points
from warbench.sheets.legality import check_loadout
from warbench.sheets.sizes import SizeError, distributions, largest, points, smallest

Made = tuple[list[Composition], tuple[tuple[int, ...], ...], list[str]]


def made(*lines: str) -> Made:
    """The lines of a composition, the ways to make it up, the notes."""
    notes: list[str] = []
    ways = [read_members(way, (), notes) for way in ways_of([{"description": line} for line in lines])]
    composition = united(ways, notes)
    return composition, makeups(ways, composition, notes), notes


def costed(composition: list[Composition], *rows: tuple[str, str]) -> tuple[tuple[Points, ...], list[str]]:
    notes: list[str] = []
    return read_points([{"description": text, "cost": cost} for text, cost in rows], composition, notes), notes


def sheet(composition: list[Composition], ways: tuple[tuple[int, ...], ...], rows: tuple[Points, ...] = ()) -> Datasheet:
    return Datasheet(
        id="crabs",
        name="Crabs",
        game="w40k10",
        faction="",
        keywords=(),
        models=(),
        composition=tuple(composition),
        makeups=ways,
        points=rows,
    )


def test_ways_of_one_row_each_are_exact() -> None:
    lines, ways, notes = made("1 Herder and 10 Crabs", "OR", "2 Herders and 20 Crabs")
    assert [(line.model, line.low, line.high) for line in lines] == [("Herder", 1, 2), ("Crab", 10, 20)]
    assert (ways, notes) == (((1, 10), (2, 20)), [])


def test_ways_of_several_rows_and_kinds_of_one_way_only() -> None:
    assert made("1 Chief", "4 Crabs", "or:", "1 Chief", "8 Crabs", "1 Gull")[1] == ((1, 4, 0), (1, 8, 1))
    assert made("One of the following:", "1 Chief and 9 Crabs", "1 Chief, 7 Crabs and 1 Cannon")[1] == ((1, 9, 0), (1, 7, 1))
    assert made("1 Chief", "4-9 Crabs")[1] == ()


def test_a_way_with_a_range_is_many_and_too_many_are_ranges_with_a_note() -> None:
    assert made("1 Chief and 2-3 Crabs", "OR", "2 Chiefs and 6 Crabs")[1] == ((1, 2), (1, 3), (2, 6))
    lines, ways, notes = made("1-90 A and 1-90 B and 1-90 C", "OR", "2 A")
    assert (ways, len(lines), len(notes)) == ((), 3, 1)


def test_a_unit_of_very_many_kinds_of_models_keeps_the_first() -> None:
    names = ("".join(letters) for letters in product("abcdefghij", repeat=4))
    lines, ways, notes = made(*(f"0-9 Crab {name}" for name in islice(names, 3000)), "OR", "1 Crab aaaa")
    assert (ways, len(lines)) == ((), 40)
    assert notes[0] == "composition: more than 40 kinds of models: only the first are kept"
    extra = costed(lines, ("9 models", "50"), ("Crab aaaa", "+5"))
    assert extra == ((Points(9, 50),), ["points: Crab aaaa costs +5 more"])


def test_kinds_of_models_that_all_cost_extra_do_not_make_up_endless_prices() -> None:
    kinds = [f"{letter}rab" for letter in "ABCDEFGH"]
    lines, _, _ = made("1 Chief", *(f"0-99 {kind}" for kind in kinds))
    rows, notes = costed(lines, ("1 model", "50"), *((kind, "+5") for kind in kinds))
    assert len(rows) == 100
    assert notes == [f"points: {kind} costs +5 more" for kind in kinds[1:]]


def test_sizes_between_the_ways_are_refused_wherever_sizes_are() -> None:
    lines, ways, _ = made("1 Herder and 10 Crabs", "OR", "2 Herders and 20 Crabs")
    unit = sheet(lines, ways, (Points(11, 40), Points(22, 80)))
    assert (smallest(unit), largest(unit), points(unit, 22)) == (11, 22, 80)
    assert list(distributions(unit, 11)) == [(1, 10)]
    with pytest.raises(SizeError, match="a unit has 11 or 22 models, not 15"):
        points(unit, 15)
    with pytest.raises(SizeError, match="11 or 22"):
        distributions(unit, 12)
    (problem,) = check_loadout(unit, [("Herder", {})] * 2 + [("Crab", {})] * 9)
    assert problem.text == "Crabs is 1 Herder and 10 Crab; or 2 Herder and 20 Crab, not 2 Herder and 9 Crab"


def test_several_prices_of_one_size_are_prices_of_kinds() -> None:
    lines = [Composition("Chief", 3, 6), Composition("Gull", 0, 6)]
    rows, notes = costed(lines, ("3 Chiefs", "85"), ("3 Chiefs and 3 Gulls", "110"), ("6 Chiefs", "170"))
    assert notes == []
    unit = sheet(lines, (), rows)
    assert [points(unit, sum(counts), counts) for counts in ((3, 0), (3, 2), (4, 0), (6, 0))] == [85, 110, 170, 170]
    assert points(unit, 6) == 170
    with pytest.raises(SizeError, match="no points for 7 models"):
        points(unit, 7, (6, 1))


def test_a_model_that_costs_extra_is_in_the_prices_of_units_with_it() -> None:
    lines = [Composition("Chief", 1, 1), Composition("Rider", 2, 5), Composition("Cart", 0, 1)]
    rows, notes = costed(lines, ("3 models", "80"), ("6 models", "160"), ("Cart", "+55"))
    assert notes == []
    unit = sheet(lines, (), rows)
    assert [points(unit, sum(counts), counts) for counts in ((1, 2, 0), (1, 2, 1), (1, 4, 0), (1, 4, 1))] == [80, 135, 160, 215]


def test_extra_that_is_no_model_of_the_unit_is_a_note() -> None:
    lines = [Composition("Wall", 1, 1)]
    assert costed(lines, ("1 model", "85"), ("Gate", "+20")) == ((Points(1, 85),), ["points: Gate costs +20 more"])


def test_the_real_export_has_no_unit_of_several_ways_left_as_ranges(sheets: list[Imported]) -> None:
    by_id = {one.sheet.id: one.sheet for one in sheets}
    assert by_id["gretchin"].makeups == ((1, 10), (2, 20))
    assert by_id["aquila-kill-team"].makeups == ((1, 1, 1, 1, 1, 0), (1, 2, 2, 2, 2, 1))
    assert points(by_id["wolf-guard-headtakers"], 6, (3, 3)) == 110
    assert not [one.sheet.id for one in sheets for note in one.notes if "several ways" in note]
    captain = by_id["captain"]
    assert [(bound.units, bound.items) for bound in captain.leads_with] == [
        (("Bladeguard Veteran Squad",), ("relic Shield",)),
        (("Hellblaster Squad",), ("Plasma pistol",)),
    ]
