"""Sizes and points of units that are made up for the purpose."""

import pytest

from warbench.sheets.datasheet import Composition, Datasheet, ModelProfile, Points
from warbench.sheets.sizes import SizeError, distributions, largest, points, smallest


def unit(*lines: Composition, costs: tuple[tuple[int, int], ...] = ()) -> Datasheet:
    return Datasheet(
        id="unit",
        name="Unit",
        game="test",
        faction="",
        keywords=(),
        models=tuple(ModelProfile(line.model, {}) for line in lines),
        composition=lines,
        points=tuple(Points(models, cost) for models, cost in costs),
    )


SQUAD = unit(Composition("Sergeant", 1, 1), Composition("Trooper", 4, 9), costs=((5, 80), (10, 160)))


@pytest.mark.parametrize(("size", "cost"), [(5, 80), (6, 160), (9, 160), (10, 160)])
def test_a_size_between_two_rows_costs_the_larger(size: int, cost: int) -> None:
    assert points(SQUAD, size) == cost


@pytest.mark.parametrize("size", [0, 4, 11])
def test_impossible_sizes_are_refused_with_the_possible_ones(size: int) -> None:
    with pytest.raises(SizeError, match=f"a unit has 5 to 10 models, not {size}"):
        points(SQUAD, size)


def test_a_size_without_points_says_which_have_them() -> None:
    with pytest.raises(SizeError, match="no points for 6 models; there are points for: 5"):
        points(unit(Composition("Trooper", 5, 10), costs=((5, 80),)), 6)


def test_a_fixed_size_is_told_as_such() -> None:
    with pytest.raises(SizeError, match="a unit has exactly 1 models, not 2"):
        distributions(unit(Composition("Tank", 1, 1)), 2)


def test_a_unit_without_composition_has_no_size() -> None:
    with pytest.raises(SizeError):
        distributions(unit(), 0)


def test_distributions_fill_the_first_lines_first() -> None:
    sheet = unit(Composition("A", 0, 2), Composition("B", 1, 2), Composition("C", 0, 1))
    assert list(distributions(sheet, 3)) == [(2, 1, 0), (1, 2, 0), (1, 1, 1), (0, 2, 1)]
    assert (smallest(sheet), largest(sheet)) == (1, 5)
