"""Shadows agree with the rays: what is shadowed is not seen, and what stops rays at any level shadows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbench.table.bases import Base, hull_base, round_base
from warbench.table.convex import Core, hull
from warbench.table.errors import TableError
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place, table_size
from warbench.table.measure import Standing
from warbench.table.shadow import shadowed
from warbench.table.sight import sees_through
from warbench.table.terrain import Piece, Wall, container, ruin

COORDINATE = st.integers(2 * INCH, 28 * INCH)
PLACES = st.builds(Place, COORDINATE, COORDINATE, st.just(0), st.sampled_from([0, 30, 90, 211]))
BASES = st.sampled_from([round_base(320), round_base(285), hull_base(1800, 1100, 700)])
MODELS = st.lists(st.tuples(BASES, PLACES), min_size=1, max_size=3)
POINTS = st.tuples(COORDINATE, COORDINATE)


@st.composite
def areas(draw: st.DrawFn) -> Core:
    """A footprint of three to six corners."""
    x, y = draw(POINTS)
    near = st.tuples(st.integers(-4 * INCH, 4 * INCH), st.integers(-4 * INCH, 4 * INCH))
    return hull([(x + dx, y + dy) for dx, dy in draw(st.lists(near, min_size=3, max_size=6))])


@st.composite
def pieces(draw: st.DrawFn, height: int) -> list[Piece]:
    """Ruins with a wall, and blocks of a height."""
    found = []
    for index in range(draw(st.integers(1, 3))):
        area = draw(areas())
        try:
            if draw(st.booleans()):
                found.append(container(f"c{index}", area, height))
            else:
                found.append(ruin(f"r{index}", area, [Wall(draw(POINTS), draw(POINTS), height)]))
        except TableError:
            continue  # a footprint without area, a wall without length
    return found


def compare(ones: list[tuple[Base, Place]], others: list[tuple[Base, Place]], made: list[Piece]) -> list[tuple[bool, bool]]:
    """For each pair that stands apart: shadowed, seen."""
    observers = [Standing(f"o{index}", base, place) for index, (base, place) in enumerate(ones)]
    targets = [Standing(f"t{index}", base, place) for index, (base, place) in enumerate(others)]
    field = Field(table_size(30, 30), made)
    obstacles = [obstacle for ground in field.grounds for obstacle in ground.obstacles]
    found = shadowed(observers, targets, obstacles).tolist()
    return [
        (hidden, sees_through(observer, target, obstacles))
        for row, observer in zip(found, observers, strict=True)
        for hidden, target in zip(row, targets, strict=True)
        if observer.place != target.place
    ]


@given(MODELS, MODELS, pieces(height=4 * INCH))
def test_what_stops_rays_at_any_level_shadows_exactly(
    ones: list[tuple[Base, Place]], others: list[tuple[Base, Place]], made: list[Piece]
) -> None:
    assert all(hidden is not seen for hidden, seen in compare(ones, others, made))


@given(MODELS, MODELS, pieces(height=2 * INCH))
def test_where_levels_matter_a_shadow_still_hides(
    ones: list[tuple[Base, Place]], others: list[tuple[Base, Place]], made: list[Piece]
) -> None:
    assert not any(hidden and seen for hidden, seen in compare(ones, others, made))


@pytest.mark.parametrize("end", [8 * INCH, 12 * INCH])
def test_a_ray_that_touches_a_border_is_free(end: int) -> None:
    made = [container("c", [(4 * INCH, 5 * INCH + 160), (6 * INCH, 5 * INCH + 160), (5 * INCH, 8 * INCH)], 4 * INCH)]
    models = [(round_base(320), Place(x, 5 * INCH)) for x in (2 * INCH, end)]
    assert compare(models[:1], models[1:], made) == [(False, True)]
